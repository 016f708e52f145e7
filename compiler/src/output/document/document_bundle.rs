//! The part of a bundle that is written into documents.

use crate::render::bundle::{Bundle, CombinedStyles};

/// What documents and payloads have of the interface's bundle. There is nothing else of it, so that a document can be cached
/// while the code that renders components changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::output) struct DocumentBundle {
    pub(super) build_id: String,
    pub(super) entry: String,
    pub(super) preload: Vec<String>,
    pub(super) styles: Vec<String>,
    pub(super) combined_styles: Option<CombinedStyles>,
    pub(super) fonts: Vec<String>,
    pub(super) inline_head_script: String,
    pub(super) inline_base_script: String,
}

impl DocumentBundle {
    pub(in crate::output) fn of(bundle: &Bundle) -> Self {
        DocumentBundle {
            build_id: bundle.build_id.clone(),
            entry: bundle.entry.clone(),
            preload: bundle.preload.clone(),
            styles: bundle.styles.clone(),
            combined_styles: bundle.combined_styles.clone(),
            fonts: bundle.fonts.clone(),
            inline_head_script: bundle.inline_head_script.clone(),
            inline_base_script: bundle.inline_base_script.clone(),
        }
    }
}
