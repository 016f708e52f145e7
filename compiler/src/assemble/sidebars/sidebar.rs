//! The sidebars of all docs versions.

use super::items::{Item, resolve_links, to_sidebar_item, visit_docs};
use super::tree::SidebarTree;
use crate::assemble::context::{DocsVersion, LocaleContext};
use crate::assemble::docs::Doc;
use crate::assemble::links::Linker;
use crate::diagnostic::Diagnostics;
use std::collections::BTreeMap;

/// The name that Docusaurus gives a sidebar generated from folders.
const DEFAULT_NAME: &str = "defaultSidebar";

/// One sidebar.
#[derive(Debug)]
pub(crate) struct Sidebar {
    /// The name of the sidebar in its docs version.
    pub(crate) name: String,
    /// The name of the sidebar in the site: prefixed with the instance when two instances have the name.
    pub(crate) id: String,
    /// The name of its tree: locale, version and id.
    pub(crate) key: String,
    /// The number of its docs version.
    pub(crate) version: usize,
    /// The top items of the sidebar in order.
    pub(crate) items: Vec<Item>,
    /// Whether the sidebar is generated from the folders alone.
    is_generated: bool,
    /// The sidebar as the interface renders it, unlisted documents included.
    pub(crate) tree: SidebarTree,
}

/// A sidebar that is to be added.
#[derive(Debug)]
pub(super) struct NewSidebar {
    /// The number of its docs version.
    pub(super) version: usize,
    /// The name of the sidebar in its docs version.
    pub(super) name: String,
    /// The top items of the sidebar in order.
    pub(super) items: Vec<Item>,
    /// Whether the sidebar is generated from the folders alone.
    pub(super) is_generated: bool,
}

/// All sidebars.
#[derive(Debug, Default)]
pub(crate) struct Sidebars {
    /// The sidebars in order.
    pub(crate) all: Vec<Sidebar>,
    /// The number of each document's sidebar.
    pub(crate) of_doc: BTreeMap<usize, usize>,
}

impl Sidebars {
    /// The number of a version's sidebar.
    pub(crate) fn find(&self, version: usize, name: &str) -> Option<usize> {
        let mut all = self.all.iter();
        all.position(|sidebar| {
            let is_default = sidebar.is_generated && name == DEFAULT_NAME;
            sidebar.version == version && (sidebar.name == name || is_default)
        })
    }

    /// The names of a version's sidebars.
    pub(crate) fn names(&self, version: usize) -> impl Iterator<Item = &str> {
        let own = self.all.iter().filter(move |one| one.version == version);
        own.map(|one| one.name.as_str())
    }

    /// Resolves the links of the items, and makes the trees.
    pub(crate) fn make_trees(
        &mut self,
        docs: &[Doc],
        linker: &mut Linker<'_>,
        sink: &mut Diagnostics,
    ) {
        for sidebar in &mut self.all {
            resolve_links(&mut sidebar.items, linker, sink);
            let items = sidebar.items.iter();
            let items = items.map(|item| to_sidebar_item(item, docs)).collect();
            sidebar.tree = SidebarTree::new(items);
        }
    }

    /// Adds a sidebar; of a document in several sidebars the last one is shown.
    pub(super) fn add(&mut self, context: &LocaleContext<'_>, new: NewSidebar) {
        let NewSidebar {
            version,
            name,
            items,
            is_generated,
        } = new;
        let docs_version = &context.versions[version];
        let mut others = self.all.iter();
        let is_shared = others.any(|other| {
            let other_version = &context.versions[other.version];
            other.name == name && other_version.instance.id != docs_version.instance.id
        });
        let id = if is_shared {
            format!("{}/{name}", docs_version.instance.id)
        } else {
            name.clone()
        };
        let at = self.all.len();
        visit_docs(&items, &mut |doc| {
            self.of_doc.insert(doc, at);
        });
        self.all.push(Sidebar {
            key: key(context, docs_version, &id),
            is_generated,
            name,
            id,
            version,
            items,
            tree: SidebarTree::default(),
        });
    }
}

/// The name of a sidebar's tree: locale, version and id.
fn key(context: &LocaleContext<'_>, version: &DocsVersion<'_>, id: &str) -> String {
    let locale = &context.locale.code;
    let is_safe = |c: char| c.is_alphanumeric() || c == '_';
    let characters = id.chars();
    let id: String = characters
        .map(|c| if is_safe(c) { c } else { '-' })
        .collect();
    format!("{locale}-{}-{id}", version.config.name)
}
