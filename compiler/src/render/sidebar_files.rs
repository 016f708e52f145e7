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

/// The files of all sidebars. The props of each page name its sidebar's file from then on, in place of the sidebar's
/// key. The sidebars keep their keys, whose order others depend on.
pub(super) fn split_off(site: &mut Site) -> Vec<SidebarFile> {
    let mut paths = BTreeMap::new();
    let mut files = Vec::new();
    for (key, items) in &site.sidebars {
        let body = format!("{{\"items\":{}}}", to_json(items)).into_bytes();
        let hash = cache::short_hash(&body, 8);
        let path = format!("{}assets/sidebar-{key}-{hash}.json", site.base_path);
        let path = RoutePath::parse(&path).map_or(path, |path| path.to_string());
        paths.insert(key.as_str(), path.clone());
        files.push(SidebarFile { path, body });
    }
    for page in &mut site.pages {
        if let Some(sidebar) = &mut page.props.sidebar
            && let Some(path) = paths.get(sidebar.asset.as_str())
        {
            sidebar.asset.clone_from(path);
        }
    }
    let keys = paths.into_iter();
    site.sidebar_keys = keys.map(|(key, path)| (path, key.to_owned())).collect();
    files
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{SidebarItem, SidebarProps};
    use crate::render::requests::category_of;
    use crate::testing;

    fn link(href: &str) -> SidebarItem {
        SidebarItem::Link {
            label: "L".to_owned(),
            href: href.to_owned(),
            external: false,
            class_name: None,
            custom_props: None,
            is_unlisted: false,
        }
    }

    #[test]
    fn sidebars_keep_their_order_and_are_found_by_their_paths() {
        for text in ["/a", "/b", "/c", "/d", "/e", "/f", "/g", "/h"] {
            let mut page = testing::page(text, "A", Vec::new());
            page.props.sidebar = Some(SidebarProps {
                id: "docs-api".to_owned(),
                asset: "en-docs-api".to_owned(),
                items: None,
            });
            let mut site = testing::site(vec![page]);
            for key in ["en-docs", "en-docs-api"] {
                site.sidebars
                    .insert(key.to_owned(), vec![link(text), link(key)]);
            }
            let before = site.sidebars.clone();
            let files = split_off(&mut site);
            assert!(site.sidebars.values().eq(before.values()), "{text}");
            assert!(files[0].path.starts_with("/assets/sidebar-en-docs-"));
            let category = category_of(&site, &site.pages[0]).unwrap();
            assert_eq!(category["items"][1]["href"], "en-docs-api");
        }
    }
}
