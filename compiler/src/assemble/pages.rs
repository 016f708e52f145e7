//! Pages that are neither documents nor posts: the Markdown files and React components of `src/pages` (the table `[pages]`), and
//! the built-in pages of every site.

mod built_in;
mod markdown;
mod page_path;
mod react;

#[cfg(test)]
mod tests;

pub(super) use self::built_in::{not_found, search_page};
pub(super) use self::markdown::{
    MarkdownPage, claim_markdown_pages, finish_markdown_pages, make_markdown_page,
};
pub(super) use self::react::{
    ReactPage, find_plugin_pages, find_react_pages, home_page, make_react_page,
};
