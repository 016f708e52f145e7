//! Sidebars made from folders: generated, sorted and pruned as Docusaurus does.

use super::Context;
use super::categories::{CategoryFile, CategoryLink, GeneratedIndex, read_categories};
use super::dimensions::DocsSet;
use super::docs::Doc;
use super::routes::{Claims, site_route, split_number_prefix};
use crate::diagnostic::{Code, Diagnostics, did_you_mean};
use crate::markdown::slug::Slugger;
use crate::model::{RoutePath, SidebarItem};
use crate::source::{FileId, Span};
use std::collections::{BTreeMap, BTreeSet};

/// An entry of a sidebar, with what its pages need.
#[derive(Debug)]
pub(super) enum Item {
    /// A document by its number, with the label of the category that shrank to it.
    Doc(usize, Option<String>),
    /// A folder.
    Category(Box<Category>),
}

/// A folder in a sidebar.
#[derive(Debug)]
pub(super) struct Category {
    /// Its name.
    pub(super) label: String,
    /// What its name leads to.
    pub(super) link: Link,
    /// Whether it can be closed.
    pub(super) collapsible: bool,
    /// Whether it starts closed.
    pub(super) collapsed: bool,
    /// A class of its item.
    pub(super) class_name: Option<String>,
    /// One sentence for cards.
    pub(super) description: Option<String>,
    /// What is in it.
    pub(super) items: Vec<Item>,
}

/// What a category's name leads to.
#[derive(Debug)]
pub(super) enum Link {
    /// Nothing.
    None,
    /// A document by its number.
    Doc(usize),
    /// A page made of cards.
    Index(IndexPage),
}

/// A page made of cards.
#[derive(Debug)]
pub(super) struct IndexPage {
    /// Its path.
    pub(super) route: RoutePath,
    /// Whether the path is its own; else another page is shown there.
    pub(super) is_shown: bool,
    /// Its title.
    pub(super) title: String,
    /// A sentence on it.
    pub(super) description: Option<String>,
    /// For search engines.
    pub(super) keywords: Vec<String>,
    /// The picture for social networks.
    pub(super) image: Option<String>,
    /// `_category_.json`.
    pub(super) source: Option<FileId>,
}

/// The sidebars by number of their set.
#[derive(Debug)]
pub(super) struct Sidebars {
    /// What the interface draws.
    pub(super) trees: Vec<Vec<SidebarItem>>,
    /// The same with what pages need.
    pub(super) items: Vec<Vec<Item>>,
}

impl Sidebars {
    /// The whole trees by key (see [`key`]).
    pub(super) fn into_trees(self, context: Context<'_>) -> BTreeMap<String, Vec<SidebarItem>> {
        let keys = context.sets.iter().map(|set| key(context, set));
        keys.zip(self.trees).collect()
    }
}

/// The name of a sidebar's tree: locale, version and id.
pub(super) fn key(context: Context<'_>, set: &DocsSet<'_>) -> String {
    let locale = &context.locale().code;
    format!("{locale}-{}-{}", set.version.name, set.config.sidebar_id)
}

/// Makes the sidebar of each set and takes the paths of their index pages.
pub(super) fn make_sidebars(
    context: Context<'_>,
    docs: &[Doc],
    claims: &mut Claims,
    sink: &mut Diagnostics,
) -> Sidebars {
    let mut sidebars = Sidebars {
        trees: Vec::new(),
        items: Vec::new(),
    };
    for (number, set) in context.sets.iter().enumerate() {
        let mut generator = Generator {
            context,
            set,
            number,
            docs,
            categories: read_categories(context, &set.version.folder, sink),
            claims,
            slugger: Slugger::default(),
            sink,
        };
        let items = generator.generate();
        sidebars.trees.push(
            items
                .iter()
                .map(|item| to_sidebar_item(item, docs))
                .collect(),
        );
        sidebars.items.push(items);
    }
    sidebars
}

/// A folder of documents, before anything is known of it.
#[derive(Debug, Default)]
struct Folder {
    docs: Vec<usize>,
    folders: BTreeMap<String, Folder>,
}

/// An item with what it is sorted by.
struct Sortable {
    position: Option<f64>,
    source: String,
    item: Item,
}

struct Generator<'g, 's> {
    context: Context<'g>,
    set: &'g DocsSet<'g>,
    /// Of the set.
    number: usize,
    docs: &'g [Doc],
    categories: BTreeMap<String, CategoryFile>,
    claims: &'s mut Claims,
    /// Names the paths of index pages that have no `slug`, as Docusaurus does: `/category/guides`.
    slugger: Slugger,
    sink: &'s mut Diagnostics,
}

impl Generator<'_, '_> {
    fn generate(&mut self) -> Vec<Item> {
        let mut root = Folder::default();
        for (at, doc) in self.docs.iter().enumerate() {
            if doc.set != self.number || doc.front.unlisted {
                continue;
            }
            let mut folder = &mut root;
            for name in doc.folder.split('/').filter(|name| !name.is_empty()) {
                folder = folder.folders.entry(name.to_owned()).or_default();
            }
            folder.docs.push(at);
        }
        self.items(&root, "", &BTreeSet::new())
    }

    /// The sorted items of a folder, without the documents that its name leads to.
    fn items(&mut self, folder: &Folder, path: &str, linked: &BTreeSet<usize>) -> Vec<Item> {
        let mut items = Vec::new();
        for at in folder.docs.iter().filter(|at| !linked.contains(at)) {
            items.push(Sortable {
                position: self.docs[*at].position,
                source: self.docs[*at].name.clone(),
                item: Item::Doc(*at, None),
            });
        }
        for (name, inner) in &folder.folders {
            let inner_path = if path.is_empty() {
                name.clone()
            } else {
                format!("{path}/{name}")
            };
            items.extend(self.category(inner, name, &inner_path));
        }
        items.sort_by(|a, b| {
            let position = |item: &Sortable| item.position.unwrap_or(f64::INFINITY);
            let by_position = position(a).total_cmp(&position(b));
            by_position.then_with(|| a.source.cmp(&b.source))
        });
        items.into_iter().map(|sortable| sortable.item).collect()
    }

    fn category(&mut self, folder: &Folder, name: &str, path: &str) -> Option<Sortable> {
        let mut written = self.categories.remove(path).unwrap_or_default();
        let linked = self.linked_doc(&written.link, folder);
        let items = self.items(folder, path, &linked.into_iter().collect());
        let linked_doc = linked.map(|at| &self.docs[at]);
        let (clean_name, prefix) = split_number_prefix(name);
        let label = written.label.take().unwrap_or_else(|| {
            linked_doc.map_or_else(
                || clean_name.to_owned(),
                |doc| doc.front.sidebar_label.clone().unwrap_or(doc.title.clone()),
            )
        });
        let position = written
            .position
            .or(linked_doc.and_then(|doc| doc.position))
            .or(prefix);
        let sortable = |item| {
            Some(Sortable {
                position,
                source: name.to_owned(),
                item,
            })
        };
        if items.is_empty() {
            // A category without items is its document, or vanishes.
            return linked.and_then(|at| sortable(Item::Doc(at, Some(label))));
        }
        let class_name = written
            .class_name
            .take()
            .or(linked_doc.and_then(|doc| doc.front.sidebar_class_name.clone()));
        let link = match (linked, std::mem::take(&mut written.link)) {
            (Some(at), _) => Link::Doc(at),
            (None, CategoryLink::GeneratedIndex(index)) => {
                self.index_page(index, &label, written.file)
            }
            (None, _) => Link::None,
        };
        let collapsible = written
            .collapsible
            .unwrap_or(self.set.config.sidebar_collapsible);
        let collapsed = written
            .collapsed
            .unwrap_or(self.set.config.sidebar_collapsed);
        sortable(Item::Category(Box::new(Category {
            label,
            link,
            collapsible,
            collapsed: collapsible && collapsed,
            class_name,
            description: written.description.take(),
            items,
        })))
    }

    /// The document that a folder's name leads to.
    fn linked_doc(&mut self, link: &CategoryLink, folder: &Folder) -> Option<usize> {
        let docs = self.docs;
        match link {
            CategoryLink::Default => {
                let mut own = folder.docs.iter().copied();
                own.find(|at| docs[*at].is_category_index())
            }
            CategoryLink::Doc { id, span } => {
                let mut own = folder.docs.iter().copied();
                own.find(|at| docs[*at].local_id() == id)
                    .or_else(|| find_doc(docs, self.number, id))
                    .or_else(|| self.unknown_doc(id, *span))
            }
            CategoryLink::None | CategoryLink::GeneratedIndex(_) => None,
        }
    }

    fn unknown_doc(&mut self, id: &str, span: Span) -> Option<usize> {
        let place = (Code::BadData, span);
        report_unknown_doc(self.docs, self.number, id, place, self.sink);
        None
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
        let name = match source {
            Some(file) => format!("`{}`", self.context.tree.file(file).path),
            None => format!("the category `{label}`"),
        };
        Link::Index(IndexPage {
            is_shown: self
                .claims
                .claim(self.context, &route, name, span, self.sink),
            route,
            title: index.title.unwrap_or_else(|| label.to_owned()),
            description: index.description,
            keywords: index.keywords,
            image: index.image,
            source,
        })
    }
}

/// The document of an id in a set.
pub(super) fn find_doc(docs: &[Doc], set: usize, id: &str) -> Option<usize> {
    docs.iter().position(|doc| doc.set == set && doc.id == id)
}

/// Reports an id that no document of the set has.
pub(super) fn report_unknown_doc(
    docs: &[Doc],
    set: usize,
    id: &str,
    (code, span): (Code, Span),
    sink: &mut Diagnostics,
) {
    let ids = docs.iter().filter(|doc| doc.set == set);
    let problem = sink.error(code, span, format!("no document has the id `{id}`"));
    if let Some(help) = did_you_mean(id, ids.map(|doc| doc.id.as_str())) {
        problem.help(help);
    }
}

/// The item as the interface draws it.
pub(super) fn to_sidebar_item(item: &Item, docs: &[Doc]) -> SidebarItem {
    match item {
        Item::Doc(at, label) => {
            let doc = &docs[*at];
            let own = doc.front.sidebar_label.clone();
            SidebarItem::Link {
                label: own.or(label.clone()).unwrap_or(doc.title.clone()),
                href: doc.route.to_string(),
                external: false,
                class_name: doc.front.sidebar_class_name.clone(),
            }
        }
        Item::Category(category) => {
            let items: Vec<SidebarItem> = category
                .items
                .iter()
                .map(|item| to_sidebar_item(item, docs))
                .collect();
            let href = category.href(docs).map(ToString::to_string);
            SidebarItem::Category {
                label: category.label.clone(),
                first_href: match href {
                    Some(_) => None,
                    None => items.iter().find_map(first_href),
                },
                href,
                collapsible: category.collapsible,
                collapsed: category.collapsed,
                class_name: category.class_name.clone(),
                items: Some(items),
            }
        }
    }
}

impl Category {
    /// The path of its own page.
    pub(super) fn href<'d>(&'d self, docs: &'d [Doc]) -> Option<&'d RoutePath> {
        match &self.link {
            Link::None => None,
            Link::Doc(at) => Some(&docs[*at].route),
            Link::Index(index) => Some(&index.route),
        }
    }
}

/// The first page of an item.
pub(super) fn first_href(item: &SidebarItem) -> Option<String> {
    match item {
        SidebarItem::Link { href, .. } => Some(href.clone()),
        SidebarItem::Category {
            href, first_href, ..
        } => href.clone().or_else(|| first_href.clone()),
    }
}
