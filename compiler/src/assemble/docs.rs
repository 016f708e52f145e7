//! The documents of `[[docs]]` and their tags.

mod doc;
mod tags;

#[cfg(test)]
mod tests;

pub use self::doc::DocSummary;
pub(super) use self::doc::{
    AllDocs, ClaimedDocs, Doc, DocReference, claim_docs, find_doc, make_doc, report_shared_ids,
    report_unknown_doc,
};
pub(super) use self::tags::{DocTags, make_doc_tags, make_tag_pages};
