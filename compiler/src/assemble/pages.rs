//! Pages of `[pages]`: Markdown files and React components that belong to neither documents nor blog.

mod markdown;
mod react;

#[cfg(test)]
mod tests;

pub(crate) use self::markdown::{
    Standalone, claim_standalone, is_page, make_standalone, make_standalone_pages,
};
pub(crate) use self::react::{ReactPage, find_react_pages, home_page, make_react_page};
