//! The HTML around the body of a document: a heading, or an element.

use crate::document::Segment;

/// The HTML around the body of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct BodyWrapper {
    /// The heading of the document, or the start tag of an element around the body.
    pub(crate) before: Option<String>,
    /// The end tag.
    pub(crate) after: Option<String>,
}

impl BodyWrapper {
    /// The body with both parts.
    pub(super) fn around(&self, body: Vec<Segment>) -> impl Iterator<Item = Segment> {
        let html = |part: &Option<String>| part.clone().map(Segment::Html);
        let (before, after) = (html(&self.before), html(&self.after));
        before.into_iter().chain(body).chain(after)
    }
}
