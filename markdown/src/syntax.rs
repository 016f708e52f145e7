//! The syntax of the other extensions of CommonMark: admonitions, bare URLs and formulas.

pub(crate) mod admonition;
pub(crate) mod autolink;
pub(crate) mod math;
