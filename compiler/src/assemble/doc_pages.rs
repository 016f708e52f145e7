//! The pages of `[[docs]]`: documents and the index pages of categories.

mod category_index;
mod documents;
mod version_links;

pub(crate) use self::category_index::IndexBodies;
pub(crate) use self::documents::{
    apply_fallback, apply_front_matter, apply_headings, blank_page, head_title, make_pages,
    not_found,
};
pub(crate) use self::version_links::main_page;
