//! Generates sidebar items from a folder of documents: grouped, labelled and sorted as Docusaurus does.

use super::category_files::{CategoryFile, CategoryLink};
use super::config::ItemAttributes;
use super::doc_lookup::DocLookup;
use super::items::{UnresolvedCategory, UnresolvedItem, UnresolvedTarget};
use crate::assemble::paths::split_number_prefix;
use crate::diagnostic::{Code, Diagnostics};
use std::collections::BTreeMap;

/// A folder with its documents and subfolders.
#[derive(Debug, Default)]
struct Folder {
    docs: Vec<usize>,
    folders: BTreeMap<String, Folder>,
}

/// An item with its sort keys.
struct Sortable {
    position: Option<f64>,
    source: String,
    item: UnresolvedItem,
}

/// Generates the items of folders of one docs version.
pub(crate) struct Generator<'g> {
    /// The documents of the version.
    pub(crate) lookup: DocLookup<'g>,
    /// The category files by folder.
    pub(crate) categories: &'g BTreeMap<String, CategoryFile>,
    /// Whether `01-` at the start of a folder's name is a position.
    pub(crate) has_prefixes: bool,
}

impl Generator<'_> {
    /// The sorted items of `folder`, whose path is relative to the folder of the version; `None` when no document is in
    /// it.
    pub(crate) fn generate(
        &self,
        folder: &str,
        sink: &mut Diagnostics,
    ) -> Option<Vec<UnresolvedItem>> {
        let mut root = Folder::default();
        let mut is_empty = true;
        for (at, doc) in self.lookup.of_version() {
            let Some(rest) = inside(&doc.folder, folder) else {
                continue;
            };
            is_empty = false;
            let mut inner = &mut root;
            for name in rest.split('/').filter(|name| !name.is_empty()) {
                inner = inner.folders.entry(name.to_owned()).or_default();
            }
            inner.docs.push(at);
        }
        (!is_empty).then(|| self.items(&root, folder, None, sink))
    }

    /// The sorted items of a folder, without the document that its label links to.
    fn items(
        &self,
        folder: &Folder,
        path: &str,
        linked: Option<usize>,
        sink: &mut Diagnostics,
    ) -> Vec<UnresolvedItem> {
        let mut items = Vec::new();
        for at in folder.docs.iter().filter(|at| Some(**at) != linked) {
            let doc = &self.lookup.docs[*at];
            items.push(Sortable {
                position: doc.position,
                source: doc.name.clone(),
                item: UnresolvedItem::doc(*at),
            });
        }
        for (name, inner) in &folder.folders {
            let path = if path.is_empty() {
                name.clone()
            } else {
                format!("{path}/{name}")
            };
            items.push(self.category(inner, name, &path, sink));
        }
        items.sort_by(|a, b| {
            let position = |item: &Sortable| item.position.unwrap_or(f64::INFINITY);
            let by_position = position(a)
                .partial_cmp(&position(b))
                .unwrap_or(std::cmp::Ordering::Equal);
            let by_source = || a.source.encode_utf16().cmp(b.source.encode_utf16());
            by_position.then_with(by_source)
        });
        items.into_iter().map(|sortable| sortable.item).collect()
    }

    fn category(
        &self,
        folder: &Folder,
        name: &str,
        path: &str,
        sink: &mut Diagnostics,
    ) -> Sortable {
        let nothing = CategoryFile::default();
        let config = self.categories.get(path).unwrap_or(&nothing);
        let (linked, target) = self.link(&config.link, folder, sink);
        let linked_doc = linked.map(|at| &self.lookup.docs[at]);
        let (clean_name, prefix) = if self.has_prefixes {
            split_number_prefix(name)
        } else {
            (name, None)
        };
        let label = config.label.clone().unwrap_or_else(|| {
            linked_doc.map_or_else(
                || clean_name.to_owned(),
                |doc| doc.front.sidebar_label.clone().unwrap_or(doc.title.clone()),
            )
        });
        let attributes = ItemAttributes {
            class_name: config
                .class_name
                .clone()
                .or(linked_doc.and_then(|doc| doc.front.sidebar_class_name.clone())),
            custom_props: config
                .custom_props
                .clone()
                .or(linked_doc.and_then(|doc| doc.front.sidebar_custom_props.clone())),
        };
        let position = config
            .position
            .or(linked_doc.and_then(|doc| doc.position))
            .or(prefix);
        let category = UnresolvedCategory {
            label,
            target,
            collapsible: config.collapsible,
            collapsed: config.collapsed,
            description: config.description.clone(),
            attributes,
            source: config.file,
            items: self.items(folder, path, linked, sink),
        };
        Sortable {
            position,
            source: name.to_owned(),
            item: UnresolvedItem::Category(Box::new(category)),
        }
    }

    /// The document that a folder's label links to, and the target in full.
    fn link(
        &self,
        link: &CategoryLink,
        folder: &Folder,
        sink: &mut Diagnostics,
    ) -> (Option<usize>, UnresolvedTarget) {
        let docs = self.lookup.docs;
        let mut own = folder.docs.iter().copied();
        let linked = match link {
            CategoryLink::Default => own.find(|at| docs[*at].is_category_index()),
            CategoryLink::Doc { id, span } => match own.find(|at| docs[*at].local_id() == id) {
                Some(at) => Some(at),
                None => self.lookup.find(id, Code::BadData, *span, sink),
            },
            CategoryLink::None => None,
            CategoryLink::GeneratedIndex(index) => {
                return (None, UnresolvedTarget::Index(index.clone()));
            }
        };
        (
            linked,
            linked.map_or(UnresolvedTarget::None, UnresolvedTarget::Doc),
        )
    }
}

/// The rest of a folder's path below `folder`; empty for `folder` itself.
fn inside<'p>(path: &'p str, folder: &str) -> Option<&'p str> {
    if folder.is_empty() || path == folder {
        return Some(path.strip_prefix(folder).unwrap_or(path));
    }
    path.strip_prefix(folder)?.strip_prefix('/')
}
