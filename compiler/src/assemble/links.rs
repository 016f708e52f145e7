//! Links of content and configuration: where each leads, and a diagnostic when it leads nowhere.

mod anchors;
mod assets;
mod body;
mod files;
mod href;
mod images;
mod lenient_check;
mod link;
mod report;
mod resolve;
mod served_files;
mod targets;

#[cfg(test)]
mod tests;

pub(super) use self::anchors::anchors_of;
pub(crate) use self::anchors::ids_in;
pub(super) use self::body::{
    Attributes, ListedDocument, fill, rescope, resolve_document, title_heading,
};
pub(super) use self::href::is_url;
pub(super) use self::images::{find_static, image_props, image_size, is_shown, social_image};
pub(super) use self::link::Origin;
pub(super) use self::report::LinkReporter;
pub(super) use self::resolve::{LinkResults, Linker};
pub(super) use self::targets::{TargetPage, Targets};
