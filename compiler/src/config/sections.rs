//! The tables of `site.toml`. Each module has the resolved type of its tables, the type as written where that differs,
//! and the functions that read and resolve them.

pub(super) mod announcement;
pub(super) mod blog;
pub(super) mod checks;
pub(super) mod docs;
pub(super) mod footer;
pub(super) mod head_tags;
pub(super) mod headers;
pub(super) mod images;
pub(super) mod interface;
pub(super) mod locales;
pub(super) mod logo;
pub(super) mod markdown;
pub(super) mod metadata;
pub(super) mod navbar;
pub(super) mod pages;
pub(super) mod redirects;
pub(super) mod search;
pub(super) mod sidebars;
pub(super) mod tag_options;
pub(super) mod versions;
