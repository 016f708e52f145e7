//! Makes a JSON file of each sidebar, which the interface loads where a document has only a part of the sidebar.

use crate::html::escape::to_json;
use crate::model::{RoutePath, Site};
use crate::system::cache;
use std::collections::BTreeMap;

/// A sidebar as a file to serve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SidebarFile {
    /// The url path of the file, base path included; the name has a hash of the content.
    pub path: String,
    /// JSON.
    pub body: Vec<u8>,
}

/// The files of all sidebars. Their paths are the keys of the sidebars from then on, also in the props of pages.
pub(super) fn split_off(site: &mut Site) -> Vec<SidebarFile> {
    let mut paths = BTreeMap::new();
    let mut files = Vec::new();
    for (key, items) in &site.sidebars {
        let body = format!("{{\"items\":{}}}", to_json(items)).into_bytes();
        let hash = cache::short_hash(&body, 8);
        let path = format!("{}assets/sidebar-{key}-{hash}.json", site.base_path);
        let path = RoutePath::parse(&path).map_or(path, |path| path.to_string());
        paths.insert(key.clone(), path.clone());
        files.push(SidebarFile { path, body });
    }
    for page in &mut site.pages {
        if let Some(sidebar) = &mut page.props.sidebar
            && let Some(path) = paths.get(&sidebar.asset)
        {
            sidebar.asset.clone_from(path);
        }
    }
    let sidebars = std::mem::take(&mut site.sidebars).into_iter();
    let by_path = sidebars.filter_map(|(key, items)| Some((paths.remove(&key)?, items)));
    site.sidebars = by_path.collect();
    files
}
