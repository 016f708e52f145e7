//! The items of sidebars, before and after they are resolved, and as the interface renders them.

use super::category_files::GeneratedIndex;
use super::config::ItemAttributes;
use crate::assemble::docs::Doc;
use crate::assemble::links::{Linker, is_url};
use crate::diagnostic::Diagnostics;
use crate::model::{RoutePath, SidebarItem};
use crate::source::{FileId, Span};

/// An item of a sidebar.
#[derive(Debug)]
pub(crate) enum Item {
    /// A document.
    Doc(DocItem),
    /// A link.
    Link(LinkItem),
    /// HTML.
    Html(HtmlItem),
    /// A category.
    Category(Box<Category>),
}

/// A document in a sidebar.
#[derive(Debug)]
pub(crate) struct DocItem {
    /// The number of the document.
    pub(crate) at: usize,
    /// The label of the sidebar's configuration, or of a category without items that it replaces.
    pub(crate) label: Option<String>,
    /// The CSS class and the custom properties of the item.
    pub(crate) attributes: ItemAttributes,
    /// Whether the item is a `ref`: its document shows another sidebar.
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
    /// The resolved url, and whether it is external.
    pub(crate) href: (String, bool),
}

/// HTML in a sidebar.
#[derive(Debug)]
pub(crate) struct HtmlItem {
    pub(crate) value: String,
    pub(crate) has_default_style: bool,
    pub(crate) attributes: ItemAttributes,
}

/// A category in a sidebar.
#[derive(Debug)]
pub(crate) struct Category {
    /// The name of the category.
    pub(crate) label: String,
    /// The page that its label links to.
    pub(crate) target: CategoryTarget,
    /// Whether readers can collapse the category.
    pub(crate) collapsible: bool,
    /// Whether the category is collapsed at first.
    pub(crate) collapsed: bool,
    /// The CSS class and the custom properties of the category.
    pub(crate) attributes: ItemAttributes,
    /// One sentence for cards.
    pub(crate) description: Option<String>,
    /// The items of the category in order.
    pub(crate) items: Vec<Item>,
}

/// The page that a category's label links to.
#[derive(Debug)]
pub(crate) enum CategoryTarget {
    /// No page.
    None,
    /// A document by its number.
    Doc(usize),
    /// A generated index page.
    Index(IndexPage),
}

/// A generated index page.
#[derive(Debug)]
pub(crate) struct IndexPage {
    /// The path of the index page, base path included.
    pub(crate) route: RoutePath,
    /// Whether the path belongs to it and not to another page.
    pub(crate) is_shown: bool,
    /// The place of the path in a file.
    pub(crate) span: Option<Span>,
    /// The title of the index page.
    pub(crate) title: String,
    /// A sentence about it.
    pub(crate) description: Option<String>,
    /// For search engines.
    pub(crate) keywords: Vec<String>,
    /// Words by which search finds the page, besides those of its text.
    pub(crate) search_terms: Vec<String>,
    /// The image for social networks.
    pub(crate) image: Option<String>,
    /// `_category_.json`.
    pub(crate) source: Option<FileId>,
}

/// An item before sidebars are finished: documents are lookup, index pages have no path yet.
#[derive(Debug)]
pub(crate) enum UnresolvedItem {
    /// An item without index pages.
    Item(Item),
    /// A category.
    Category(Box<UnresolvedCategory>),
}

impl UnresolvedItem {
    /// A document without label and attributes of the sidebar.
    pub(crate) fn doc(at: usize) -> Self {
        UnresolvedItem::Item(Item::Doc(DocItem {
            at,
            label: None,
            attributes: ItemAttributes::default(),
            is_ref: false,
        }))
    }
}

/// A category of a normalized sidebar.
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

/// The page that a category's label links to, before index pages have paths.
#[derive(Debug)]
pub(crate) enum UnresolvedTarget {
    /// No page.
    None,
    /// A document by its number.
    Doc(usize),
    /// A generated index page.
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

/// Visits the documents that show this sidebar.
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

/// The front matter of the document has precedence over the sidebar's configuration.
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
    /// The path of its own page, unless that is unlisted.
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
