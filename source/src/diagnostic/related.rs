//! Other places that belong to a problem: where an id was given first, for example. Editors show them.

use super::Diagnostic;
use crate::Span;

/// A place that belongs to a problem elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The place.
    pub span: Span,
    /// What is there.
    pub message: String,
}

impl Diagnostic {
    /// Adds another place, if it is known.
    pub fn relate(&mut self, span: Option<Span>, message: impl Into<String>) -> &mut Self {
        let related = span.map(|span| Related {
            span,
            message: message.into(),
        });
        self.related.extend(related);
        self
    }
}
