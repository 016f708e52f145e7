//! Finds the documents that sidebars name by id.

use crate::assemble::docs::{Doc, DocReference, find_doc, report_unknown_doc};
use crate::diagnostic::{Code, Diagnostics};
use crate::source::Span;

/// The documents that the sidebars of one docs version may name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DocLookup<'d> {
    /// The published documents of all versions, by number.
    pub(crate) docs: &'d [Doc],
    /// The drafts of all versions.
    pub(crate) drafts: &'d [Doc],
    /// The number of the docs version.
    pub(crate) version: usize,
}

impl<'d> DocLookup<'d> {
    /// The documents of the version with their numbers.
    pub(crate) fn of_version(self) -> impl Iterator<Item = (usize, &'d Doc)> {
        let docs = self.docs.iter().enumerate();
        docs.filter(move |(_, doc)| doc.version == self.version)
    }

    /// The number of a document; an id that neither a document nor a draft has is reported.
    pub(crate) fn find(
        self,
        id: &str,
        code: Code,
        span: Span,
        sink: &mut Diagnostics,
    ) -> Option<usize> {
        let found = find_doc(self.docs, self.version, id);
        if found.is_none() && find_doc(self.drafts, self.version, id).is_none() {
            let reference = DocReference {
                version: self.version,
                id,
                code,
                span,
            };
            report_unknown_doc(self.docs, reference, sink);
        }
        found
    }
}
