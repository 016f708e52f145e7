//! Reads and changes HTML that is already written: the articles of rendered pages.
//!
//! Knows nothing of pages or of the site. Writing a page's document is [`crate::output`]'s job.
//!
//! Modules are listed from the lowest layer to the highest: each uses only those above it.

pub mod escape;

pub(crate) mod dom;
pub mod policy;
pub(crate) mod rewrite;

pub mod regions;
pub mod styles;
