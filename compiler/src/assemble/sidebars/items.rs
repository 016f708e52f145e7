//! The entries of sidebars: what they are, and how the interface gets them.

use super::category_files::GeneratedIndex;
use super::config::ItemAttributes;
use crate::assemble::docs::Doc;
use crate::assemble::links::{Linker, is_url};
use crate::diagnostic::Diagnostics;
use crate::model::{RoutePath, SidebarItem};
use crate::source::{FileId, Span};

/// An entry of a sidebar, with what its pages need.
#[derive(Debug)]
pub(crate) enum Item {
    /// A document.
    Doc(DocItem),
    /// A link to anywhere.
    Link(LinkItem),
    /// HTML.
    Html(HtmlItem),
    /// A group.
    Category(Box<Category>),
}

/// A document in a sidebar.
#[derive(Debug)]
pub(crate) struct DocItem {
    /// Its number.
    pub(crate) at: usize,
    /// A label written in the sidebar, or that of the category that shrank to it.
    pub(crate) label: Option<String>,
    /// Class and data.
    pub(crate) attributes: ItemAttributes,
    /// Whether the sidebar only points to it: it is not among the sidebar's pages.
    pub(crate) is_ref: bool,
}

/// A link in a sidebar.
#[derive(Debug)]
pub(crate) struct LinkItem {
    pub(crate) target: String,
    pub(crate) span: Span,
    pub(crate) label: String,
    pub(crate) description: Option<String>,
    pub(crate) attributes: ItemAttributes,
    /// Resolved: url, and whether it leads away.
    pub(crate) href: (String, bool),
}

/// HTML in a sidebar.
#[derive(Debug)]
pub(crate) struct HtmlItem {
    pub(crate) value: String,
    pub(crate) has_default_style: bool,
    pub(crate) attributes: ItemAttributes,
}

/// A group in a sidebar.
#[derive(Debug)]
pub(crate) struct Category {
    /// Its name.
    pub(crate) label: String,
    /// What its name leads to.
    pub(crate) target: CategoryTarget,
    /// Whether it can be closed.
    pub(crate) collapsible: bool,
    /// Whether it starts closed.
    pub(crate) collapsed: bool,
    /// Class and data.
    pub(crate) attributes: ItemAttributes,
    /// One sentence for cards.
    pub(crate) description: Option<String>,
    /// What is in it.
    pub(crate) items: Vec<Item>,
}

/// What a category's name leads to.
#[derive(Debug)]
pub(crate) enum CategoryTarget {
    /// Nothing.
    None,
    /// A document by its number.
    Doc(usize),
    /// A page made of cards.
    Index(IndexPage),
}

/// A page made of cards.
#[derive(Debug)]
pub(crate) struct IndexPage {
    /// Its path.
    pub(crate) route: RoutePath,
    /// Whether the path is its own; else another page is shown there.
    pub(crate) is_shown: bool,
    /// Where the path is written.
    pub(crate) span: Option<Span>,
    /// Its title.
    pub(crate) title: String,
    /// A sentence on it.
    pub(crate) description: Option<String>,
    /// For search engines.
    pub(crate) keywords: Vec<String>,
    /// The picture for social networks.
    pub(crate) image: Option<String>,
    /// `_category_.json`.
    pub(crate) source: Option<FileId>,
}

/// An item before sidebars are finished: documents are lookup, index pages have no path yet.
#[derive(Debug)]
pub(crate) enum UnresolvedItem {
    /// Nothing is to be done.
    Item(Item),
    /// A group.
    Category(Box<UnresolvedCategory>),
}

impl UnresolvedItem {
    /// A document without anything of the sidebar's own.
    pub(crate) fn doc(at: usize) -> Self {
        UnresolvedItem::Item(Item::Doc(DocItem {
            at,
            label: None,
            attributes: ItemAttributes::default(),
            is_ref: false,
        }))
    }
}

/// A group before sidebars are finished.
#[derive(Debug)]
pub(crate) struct UnresolvedCategory {
    pub(crate) label: String,
    pub(crate) target: UnresolvedTarget,
    pub(crate) collapsible: Option<bool>,
    pub(crate) collapsed: Option<bool>,
    pub(crate) description: Option<String>,
    pub(crate) attributes: ItemAttributes,
    pub(crate) source: Option<FileId>,
    pub(crate) items: Vec<UnresolvedItem>,
}

/// What a category's name leads to, before index pages have paths.
#[derive(Debug)]
pub(crate) enum UnresolvedTarget {
    /// Nothing.
    None,
    /// A document by its number.
    Doc(usize),
    /// A page made of cards.
    Index(GeneratedIndex),
}

/// Resolves the links among the items.
pub(crate) fn resolve_links(items: &mut [Item], linker: &mut Linker<'_>, sink: &mut Diagnostics) {
    for item in items {
        match item {
            Item::Link(link) => {
                let url = linker.resolve_site_link(&link.target, link.span, sink).url;
                link.href = (url, is_url(&link.target));
            }
            Item::Category(category) => resolve_links(&mut category.items, linker, sink),
            Item::Doc(_) | Item::Html(_) => {}
        }
    }
}

/// Visits the documents whose sidebar this is.
pub(crate) fn visit_docs(items: &[Item], visit: &mut impl FnMut(usize)) {
    for item in items {
        match item {
            Item::Doc(doc) if !doc.is_ref => visit(doc.at),
            Item::Category(category) => {
                if let CategoryTarget::Doc(at) = category.target {
                    visit(at);
                }
                visit_docs(&category.items, visit);
            }
            Item::Doc(_) | Item::Link(_) | Item::Html(_) => {}
        }
    }
}

/// The item as the interface renders it.
pub(crate) fn to_sidebar_item(item: &Item, docs: &[Doc]) -> SidebarItem {
    match item {
        Item::Doc(item) => doc_item(item, &docs[item.at]),
        Item::Link(link) => SidebarItem::Link {
            label: link.label.clone(),
            href: link.href.0.clone(),
            external: link.href.1,
            class_name: link.attributes.class_name.clone(),
            custom_props: link.attributes.custom_props.clone(),
            is_unlisted: false,
        },
        Item::Html(html) => SidebarItem::Html {
            value: html.value.clone(),
            default_style: html.has_default_style,
            class_name: html.attributes.class_name.clone(),
            custom_props: html.attributes.custom_props.clone(),
        },
        Item::Category(category) => category_item(category, docs),
    }
}

/// What the document says of itself wins over what the sidebar says.
fn doc_item(item: &DocItem, doc: &Doc) -> SidebarItem {
    let label = doc.front.sidebar_label.clone().or(item.label.clone());
    let class_name = doc.front.sidebar_class_name.clone();
    let custom_props = doc.front.sidebar_custom_props.clone();
    SidebarItem::Link {
        label: label.unwrap_or_else(|| doc.title.clone()),
        href: doc.route.to_string(),
        external: false,
        class_name: class_name.or(item.attributes.class_name.clone()),
        custom_props: custom_props.or(item.attributes.custom_props.clone()),
        is_unlisted: doc.front.unlisted,
    }
}

fn category_item(category: &Category, docs: &[Doc]) -> SidebarItem {
    let items = category.items.iter();
    let items: Vec<SidebarItem> = items.map(|item| to_sidebar_item(item, docs)).collect();
    let href = category.href(docs).map(ToString::to_string);
    let linked = match category.target {
        CategoryTarget::Doc(at) => Some(&docs[at]),
        CategoryTarget::None | CategoryTarget::Index(_) => None,
    };
    let unlisted = linked.filter(|doc| doc.front.unlisted);
    let linked = linked.and_then(|doc| doc.front.sidebar_custom_props.clone());
    SidebarItem::Category {
        label: category.label.clone(),
        first_href: match href {
            Some(_) => None,
            None => items.iter().find_map(first_href),
        },
        href,
        collapsible: category.collapsible,
        collapsed: category.collapsed,
        class_name: category.attributes.class_name.clone(),
        custom_props: category.attributes.custom_props.clone().or(linked),
        items: Some(items),
        unlisted_href: unlisted.map(|doc| doc.route.to_string()),
    }
}

impl Category {
    /// The path of its own page; none where that is unlisted.
    pub(crate) fn href<'d>(&'d self, docs: &'d [Doc]) -> Option<&'d RoutePath> {
        match &self.target {
            CategoryTarget::None => None,
            CategoryTarget::Doc(at) if docs[*at].front.unlisted => None,
            CategoryTarget::Doc(at) => Some(&docs[*at].route),
            CategoryTarget::Index(index) => Some(&index.route),
        }
    }
}

/// The first page of an item.
pub(crate) fn first_href(item: &SidebarItem) -> Option<String> {
    match item {
        SidebarItem::Link {
            is_unlisted, href, ..
        } => (!is_unlisted).then(|| href.clone()),
        SidebarItem::Html { .. } => None,
        SidebarItem::Category {
            href, first_href, ..
        } => href.clone().or_else(|| first_href.clone()),
    }
}
