//! Links of content and configuration: where each leads, and a diagnostic where it leads nowhere.

mod anchors;
mod assets;
mod body;
mod files;
mod href;
mod images;
mod report;
mod resolve;
mod targets;

#[cfg(test)]
mod tests;

pub(crate) use self::anchors::ids_in;
pub(crate) use self::body::{Attributes, fill, rescope, resolve_document, title_heading};
pub(crate) use self::href::{escape, is_url};
pub(crate) use self::report::Lookups;
pub(crate) use self::resolve::{Linker, Origin};
pub(crate) use self::targets::Targets;
