//! Renders the constructs within a line: emoji, images, links and references.

pub(crate) mod emoji;
mod image;
mod likely_markup;
mod link;
pub(crate) mod reference;
