//! Links of content and configuration: where each leads, and a diagnostic when it leads nowhere.

mod anchors;
mod article;
mod article_cache;
mod assets;
mod body;
mod body_wrapper;
mod component_files;
mod files;
mod href;
mod images;
mod lenient_check;
mod link;
mod path_text;
mod reads;
mod report;
mod resolve;
mod results;
mod served_files;
mod targets;

#[cfg(test)]
mod tests;

pub(super) use self::anchors::anchors_of;
pub(crate) use self::anchors::ids_in;
pub(super) use self::article::make_article;
pub use self::article_cache::AssemblyCache;
pub(super) use self::article_cache::CachedArticles;
pub(super) use self::body::{
    Attributes, ListedDocument, fill, rescope, resolve_document, title_heading,
};
pub(super) use self::body_wrapper::BodyWrapper;
pub(super) use self::href::is_url;
pub(super) use self::images::{find_static, image_props, image_size, is_shown, social_image};
pub(super) use self::link::Origin;
pub(super) use self::report::LinkReporter;
pub(super) use self::resolve::{Linker, Linking};
pub(super) use self::results::LinkResults;
pub(super) use self::targets::{Anchors, TargetPage, Targets};
