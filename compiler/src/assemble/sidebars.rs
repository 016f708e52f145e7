//! The sidebars of each instance: written or made of folders, then finished as Docusaurus does.

mod category_files;
mod config;
mod generate;
mod items;
mod labels;
mod navigation;
mod normalize;

#[cfg(test)]
mod tests;

pub(crate) use self::items::{Category, IndexPage, Item, Link, first_href, to_sidebar_item};
pub(crate) use self::navigation::{
    Order, breadcrumbs, pagination, share_items, shown_sidebar, sidebar_props,
};

use self::category_files::{GeneratedIndex, read_categories};
use self::config::read_sidebars;
use self::generate::Generator;
use self::items::{DocItem, Draft, DraftCategory, DraftLink, resolve_links, visit_docs};
use self::labels::translate_labels;
use self::normalize::Expander;
use crate::assemble::Context;
use crate::assemble::content_files::DocsSet;
use crate::assemble::docs::{Doc, find_doc, report_unknown_doc};
use crate::assemble::links::Linker;
use crate::assemble::routes::{Claims, site_route};
use crate::config::{CURRENT_VERSION, SidebarSource};
use crate::diagnostic::{Code, Diagnostics};
use crate::markdown::slug::Slugger;
use crate::model::SidebarItem;
use crate::source::{FileId, Span};
use crate::spanned::parse_yaml;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The name that Docusaurus gives a sidebar made of folders.
const DEFAULT_NAME: &str = "defaultSidebar";

/// The documents of a set, and the drafts of all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<'k> {
    /// All published documents.
    pub(super) docs: &'k [Doc],
    /// All others.
    pub(super) drafts: &'k [Doc],
    /// Number of the set.
    pub(super) set: usize,
}

impl<'k> Known<'k> {
    /// The set's documents with their numbers.
    pub(super) fn own(self) -> impl Iterator<Item = (usize, &'k Doc)> {
        let docs = self.docs.iter().enumerate();
        docs.filter(move |(_, doc)| doc.set == self.set)
    }

    /// The number of a document; an id that neither a document nor a draft has is reported.
    pub(super) fn find(
        self,
        id: &str,
        place: (Code, Span),
        sink: &mut Diagnostics,
    ) -> Option<usize> {
        let found = find_doc(self.docs, self.set, id);
        if found.is_none() && find_doc(self.drafts, self.set, id).is_none() {
            report_unknown_doc(self.docs, self.set, id, place, sink);
        }
        found
    }
}

/// One sidebar.
#[derive(Debug)]
pub(super) struct Sidebar {
    /// Its name in its set.
    pub(super) name: String,
    /// Its name in the site: with the instance's before it where two instances have the name.
    pub(super) id: String,
    /// The name of its tree: locale, version and id.
    pub(super) key: String,
    /// Number of its set.
    pub(super) set: usize,
    /// Its items with what pages need.
    pub(super) items: Vec<Item>,
    /// Whether it is made of folders alone.
    is_generated: bool,
    /// What the interface draws, unlisted documents included.
    pub(super) tree: Vec<SidebarItem>,
}

/// All sidebars.
#[derive(Debug, Default)]
pub(super) struct Sidebars {
    /// The sidebars in order.
    pub(super) all: Vec<Sidebar>,
    /// The number of each document's sidebar.
    pub(super) of_doc: BTreeMap<usize, usize>,
}

impl Sidebars {
    /// The whole trees by key.
    pub(super) fn into_trees(self) -> BTreeMap<String, Vec<SidebarItem>> {
        let all = self.all.into_iter();
        all.map(|sidebar| (sidebar.key, self::navigation::listed(&sidebar.tree)))
            .collect()
    }

    /// The number of a set's sidebar.
    pub(super) fn find(&self, set: usize, name: &str) -> Option<usize> {
        let mut all = self.all.iter();
        all.position(|sidebar| {
            let is_default = sidebar.is_generated && name == DEFAULT_NAME;
            sidebar.set == set && (sidebar.name == name || is_default)
        })
    }

    /// The names of a set's sidebars.
    pub(super) fn names(&self, set: usize) -> impl Iterator<Item = &str> {
        let own = self.all.iter().filter(move |one| one.set == set);
        own.map(|one| one.name.as_str())
    }

    /// Resolves the links among the items, and makes the trees.
    pub(super) fn draw(&mut self, docs: &[Doc], linker: &mut Linker<'_>, sink: &mut Diagnostics) {
        for sidebar in &mut self.all {
            resolve_links(&mut sidebar.items, linker, sink);
            let items = sidebar.items.iter();
            sidebar.tree = items.map(|item| to_sidebar_item(item, docs)).collect();
        }
    }

    fn add(
        &mut self,
        number: usize,
        name: String,
        items: Vec<Item>,
        (context, source): (Context<'_>, &SidebarSource),
    ) {
        let set = &context.sets[number];
        let mut others = self.all.iter();
        let is_shared = others.any(|other| {
            let other_set = &context.sets[other.set];
            other.name == name && other_set.config.id != set.config.id
        });
        let id = if is_shared {
            format!("{}/{name}", set.config.id)
        } else {
            name.clone()
        };
        let at = self.all.len();
        visit_docs(&items, &mut |doc| {
            self.of_doc.insert(doc, at);
        });
        self.all.push(Sidebar {
            key: key(context, set, &id),
            is_generated: *source == SidebarSource::Generated,
            name,
            id,
            set: number,
            items,
            tree: Vec::new(),
        });
    }
}

/// The name of a sidebar's tree: locale, version and id.
fn key(context: Context<'_>, set: &DocsSet<'_>, id: &str) -> String {
    let locale = &context.locale().code;
    let is_kept = |c: char| c.is_alphanumeric() || c == '_';
    let letters = id.chars();
    let id: String = letters.map(|c| if is_kept(c) { c } else { '-' }).collect();
    format!("{locale}-{}-{id}", set.version.name)
}

/// Makes the sidebars of each set and takes the paths of their index pages.
pub(super) fn make_sidebars(
    context: Context<'_>,
    (docs, drafts): (&[Doc], &[Doc]),
    claims: &mut Claims,
    sink: &mut Diagnostics,
) -> Sidebars {
    let mut sidebars = Sidebars::default();
    for (number, set) in context.sets.iter().enumerate() {
        let known = Known {
            docs,
            drafts,
            set: number,
        };
        let categories = read_categories(context, &set.version.folder, sink);
        let source = source(context, set, sink);
        let mut maker = Maker {
            context,
            set,
            generator: Generator {
                known,
                categories: &categories,
                has_prefixes: set.config.number_prefix_parser,
            },
            claims,
            slugger: Slugger::default(),
            sink,
        };
        for (name, drafts) in maker.drafts(&source) {
            let mut items = maker.finish_all(drafts);
            translate_labels(set, &name, &mut items);
            sidebars.add(number, name, items, (context, &source));
        }
    }
    sidebars
}

/// Where the sidebars of a set come from. A released version without a file has none, as in Docusaurus, unless its
/// files lie where only ours do.
fn source<'a>(
    context: Context<'a>,
    set: &DocsSet<'a>,
    sink: &mut Diagnostics,
) -> Cow<'a, SidebarSource> {
    let version = set.version;
    match version.sidebars {
        Some(file) => {
            let file = context.tree.file(file);
            let node = parse_yaml(file, 0..file.text.len(), Code::BadSidebar, sink);
            Cow::Owned(node.map_or(SidebarSource::Off, SidebarSource::Written))
        }
        None if version.translations == CURRENT_VERSION => Cow::Borrowed(&set.config.sidebars),
        None if version.folder.contains("versioned_docs/") => Cow::Owned(SidebarSource::Off),
        None => Cow::Owned(SidebarSource::Generated),
    }
}

/// Makes the sidebars of one set.
struct Maker<'m, 's> {
    context: Context<'m>,
    set: &'m DocsSet<'m>,
    generator: Generator<'m>,
    claims: &'s mut Claims,
    /// Names the paths of index pages that have no `slug`, as Docusaurus does: `/category/guides`.
    slugger: Slugger,
    sink: &'s mut Diagnostics,
}

impl Maker<'_, '_> {
    fn drafts(&mut self, source: &SidebarSource) -> Vec<(String, Vec<Draft>)> {
        match source {
            SidebarSource::Off => Vec::new(),
            SidebarSource::Generated => {
                let items = self.generator.generate("", self.sink).unwrap_or_default();
                vec![(self.set.config.sidebar_id.clone(), items)]
            }
            SidebarSource::Written(node) => {
                let written = read_sidebars(node, self.sink).into_iter();
                let mut expander = Expander {
                    generator: &self.generator,
                    sink: &mut *self.sink,
                };
                let sidebars = written.map(|(name, items)| (name, expander.expand_all(items)));
                sidebars.collect()
            }
        }
    }

    fn finish_all(&mut self, drafts: Vec<Draft>) -> Vec<Item> {
        let items = drafts.into_iter().filter_map(|draft| match draft {
            Draft::Item(item) => Some(item),
            Draft::Category(category) => self.finish(*category),
        });
        items.collect()
    }

    /// A category with its path; one without items is its document, or vanishes.
    fn finish(&mut self, category: DraftCategory) -> Option<Item> {
        let DraftCategory { label, looks, .. } = category;
        // Docusaurus numbers equal labels in the order of the sidebar, those that vanish included.
        let link = match category.link {
            DraftLink::None => Link::None,
            DraftLink::Doc(at) => Link::Doc(at),
            DraftLink::Index(index) => self.index_page(index, &label, category.source),
        };
        let items = self.finish_all(category.items);
        if items.is_empty() {
            return match link {
                Link::Doc(at) => Some(Item::Doc(DocItem {
                    at,
                    label: Some(label),
                    looks,
                    is_ref: false,
                })),
                _ => None,
            };
        }
        let collapsible = category
            .collapsible
            .unwrap_or(self.set.config.sidebar_collapsible);
        let collapsed = category
            .collapsed
            .unwrap_or(self.set.config.sidebar_collapsed);
        let mut category = Category {
            label,
            link,
            collapsible,
            collapsed: collapsible && collapsed,
            looks,
            description: category.description,
            items,
        };
        self.claim(&mut category);
        Some(Item::Category(Box::new(category)))
    }

    fn index_page(&mut self, index: GeneratedIndex, label: &str, source: Option<FileId>) -> Link {
        let (slug, span) = match index.slug {
            Some((slug, span)) => (slug, Some(span)),
            None => (
                format!("category/{}", self.slugger.slug(label)),
                source.map(Span::start_of),
            ),
        };
        let slug = slug.trim_start_matches('/');
        let route = site_route(self.context, &format!("{}/{slug}", self.set.route_base));
        let Some(route) = route else {
            let message = format!("`{slug}` cannot be a path");
            self.sink
                .error(Code::BadData, span, message)
                .help("write a `slug` such as `/my-category`");
            return Link::None;
        };
        Link::Index(IndexPage {
            is_shown: false,
            span,
            route,
            title: index.title.unwrap_or_else(|| label.to_owned()),
            description: index.description,
            keywords: index.keywords,
            image: index.image,
            source,
        })
    }

    fn claim(&mut self, category: &mut Category) {
        let Link::Index(index) = &mut category.link else {
            return;
        };
        let name = match index.source {
            Some(file) => format!("`{}`", self.context.tree.file(file).path),
            None => format!("the category `{}`", category.label),
        };
        let (route, span) = (&index.route, index.span);
        index.is_shown = self
            .claims
            .claim(self.context, route, name, span, self.sink);
    }
}
