//! The syntax of MDX: tags, expressions, import and export statements.

pub(crate) mod tag;

pub(crate) mod expression;

pub(crate) mod import;
