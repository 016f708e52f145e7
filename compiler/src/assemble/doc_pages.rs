//! The pages of `[[docs]]`: documents, their tags, and the index pages of categories.

mod category_index;
mod documents;
mod version_links;

pub(super) use self::category_index::IndexBodies;
pub(super) use self::documents::{DocsContent, make_doc_pages};
