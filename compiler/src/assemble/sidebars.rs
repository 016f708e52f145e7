//! The sidebars of each docs version, and the navigation of pages that follows from them.

mod builder;
mod category_files;
mod config;
mod doc_lookup;
mod first_page;
mod generate;
mod items;
mod labels;
mod navigation;
mod normalize;
mod sidebar;
mod tree;

#[cfg(test)]
mod tests;

pub(super) use self::builder::make_sidebars;
pub use self::category_files::category_schema;
pub(super) use self::first_page::{first_link, main_page};
pub(super) use self::items::{
    Category, CategoryTarget, IndexPage, Item, first_href, to_sidebar_item,
};
pub(super) use self::navigation::{
    PageOrder, into_trees, pagination, shown_sidebar, sidebar_props,
};
pub(super) use self::sidebar::{Sidebar, Sidebars};
