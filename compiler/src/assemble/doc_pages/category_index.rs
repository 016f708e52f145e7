//! The index pages of categories: cards of the items, and the text of the folder's `_index.md` above them.

#[cfg(test)]
mod tests;

use super::version_links::VersionLinks;
use crate::assemble::content_files::ParsedFile;
use crate::assemble::context::LocaleContext;
use crate::assemble::docs::Doc;
use crate::assemble::links::{BodyWrapper, Linker, Origin, make_article};
use crate::assemble::page_common::{apply_headings, blank_page};
use crate::assemble::paths::path_in_folder;
use crate::assemble::sidebars::{
    Category, CategoryTarget, IndexPage, Item, PageOrder, Sidebar, first_href, sidebar_props,
    to_sidebar_item,
};
use crate::diagnostic::{Code, Diagnostics, nearest};
use crate::model::{Card, Page, PageContent, PageKind, SidebarItem};
use crate::source::Span;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The `_index.md` files by the number of their docs version and their folder in it.
#[derive(Debug, Default)]
pub(crate) struct IndexBodies(BTreeMap<(usize, String), ParsedFile>);

impl IndexBodies {
    /// Adds the file at `path` in the folder of a version.
    pub(crate) fn add(&mut self, version: usize, path: &str, file: ParsedFile) {
        self.0.insert((version, folder_of(path).to_owned()), file);
    }

    /// The file in the same folder as `path`.
    fn find(&self, version: usize, path: &str) -> Option<&ParsedFile> {
        self.0.get(&(version, folder_of(path).to_owned()))
    }
}

fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Makes the index pages of a sidebar.
pub(crate) struct CategoryPageBuilder<'m, 'a> {
    pub(crate) context: &'m LocaleContext<'m>,
    pub(crate) docs: &'m [Doc],
    pub(crate) sidebar: &'m Sidebar,
    pub(crate) order: &'m PageOrder,
    pub(crate) versions: &'m VersionLinks<'m>,
    pub(crate) bodies: &'m IndexBodies,
    pub(crate) linker: &'m mut Linker<'a>,
    pub(crate) sink: &'m mut Diagnostics,
}

impl CategoryPageBuilder<'_, '_> {
    /// Adds the pages of all categories among `items` that have one.
    pub(crate) fn pages(&mut self, items: &[Item], pages: &mut Vec<Page>) {
        for item in items {
            if let Item::Category(category) = item {
                if let CategoryTarget::Index(index) = &category.target
                    && index.is_shown
                {
                    pages.push(self.page(category, index));
                }
                self.pages(&category.items, pages);
            }
        }
    }

    fn page(&mut self, category: &Category, index: &IndexPage) -> Page {
        let docs_version = &self.context.versions[self.sidebar.version];
        let content = PageContent::CategoryIndex {
            description: index.description.clone(),
            cards: self.cards(category),
            all: None,
        };
        let kind = PageKind::CategoryIndex;
        let mut page = blank_page(self.context, &index.route, kind, &index.title, content);
        page.source = index.source;
        page.keywords.clone_from(&index.keywords);
        page.search_terms.clone_from(&index.search_terms);
        page.image.clone_from(&index.image);
        let props = &mut page.props;
        props.description.clone_from(&index.description);
        let id = self.versions.index_id(self.sidebar.version, &index.route);
        self.versions.apply(&mut page, self.sidebar.version, id);
        let props = &mut page.props;
        props.search_tag = docs_version.search_tag();
        props.element = self.element(&category.items).map(str::to_owned);
        let around = self.order.around_index(&index.route);
        (props.previous, props.next) = (around.previous, around.next);
        props.sidebar = Some(sidebar_props(self.sidebar, &index.route));
        if docs_version.instance.breadcrumbs {
            props.breadcrumbs = self.sidebar.tree.breadcrumbs(index.route.as_str());
        }
        self.add_body(&mut page, index);
        page
    }

    /// Adds the text of the folder's `_index.md`, which is shown between description and cards.
    fn add_body(&mut self, page: &mut Page, index: &IndexPage) {
        let body = index.source.and_then(|source| {
            let file = self.context.tree.file(source);
            let [own, _] = self.context.content_folders(file)?;
            let path = path_in_folder(&file.path, own)?;
            self.bodies.find(self.sidebar.version, path)
        });
        let Some(body) = body else {
            return;
        };
        let document = Arc::clone(&body.document);
        let origin = Origin {
            file: self.context.tree.file(body.file),
            route: &index.route,
            is_folder: true,
        };
        let levels = self.context.versions[self.sidebar.version]
            .instance
            .toc_levels;
        apply_headings(page, &body.front, &document, levels);
        let wrapper = BodyWrapper::default();
        page.slots = vec![make_article(
            self.linker,
            &origin,
            document,
            wrapper,
            self.sink,
        )];
        page.props.slots = page.slots.len();
    }

    fn cards(&mut self, category: &Category) -> Vec<Card> {
        let items = category.items.iter();
        items.filter_map(|item| self.card(item)).collect()
    }

    /// The card of an item, unless it is a category without pages.
    fn card(&mut self, item: &Item) -> Option<Card> {
        let rendered = to_sidebar_item(item, self.docs);
        let href = first_href(&rendered)?;
        let icon = self.icon(item, &rendered);
        match (item, rendered) {
            (Item::Doc(item), SidebarItem::Link { label, .. }) => Some(Card::Link {
                label,
                href,
                description: self.docs[item.at].description.clone(),
                external: false,
                element: self.docs[item.at].front.element.clone(),
                icon,
            }),
            (Item::Link(link), _) => Some(Card::Link {
                label: link.label.clone(),
                href,
                description: link.description.clone(),
                external: link.href.1,
                element: None,
                icon,
            }),
            (Item::Category(category), _) => Some(Card::Category {
                label: category.label.clone(),
                href,
                description: category.description.clone(),
                count: category.items.len(),
                element: self.element(&category.items).map(str::to_owned),
                icon,
            }),
            (Item::Doc(_) | Item::Html(_), _) => None,
        }
    }

    /// The icon that the item chooses among those of `[icons]`. Without that table, the name may mean something to another program.
    fn icon(&mut self, item: &Item, rendered: &SidebarItem) -> Option<String> {
        let icons = &self.context.config.icons;
        let (SidebarItem::Link { custom_props, .. } | SidebarItem::Category { custom_props, .. }) =
            rendered
        else {
            return None;
        };
        let name = custom_props.as_ref()?.get("icon")?.as_str()?;
        let path = icons.get(name);
        if path.is_none() && !icons.is_empty() {
            self.report_icon(item, name);
        }
        path.cloned()
    }

    fn report_icon(&mut self, item: &Item, name: &str) {
        let (span, label) = match item {
            Item::Doc(item) => {
                let doc = &self.docs[item.at];
                (
                    doc.front.spans.get("sidebar_custom_props").copied(),
                    &doc.title,
                )
            }
            Item::Category(category) => (category_span(category), &category.label),
            Item::Link(link) => (None, &link.label),
            Item::Html(_) => return,
        };
        let message = format!("`[icons]` has no icon `{name}`, which `{label}` names");
        let problem = self.sink.warn(Code::BadData, span, message);
        let names = self.context.config.icons.keys();
        problem.help(match nearest(name, names.map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "add it to `[icons]`, or remove the name".to_owned(),
        });
    }

    /// The element that all documents of the category share.
    fn element(&self, items: &[Item]) -> Option<&str> {
        let mut elements = items.iter().map(|item| match item {
            Item::Doc(item) => self.docs[item.at].front.element.as_deref(),
            Item::Category(category) => self.element(&category.items),
            Item::Link(_) | Item::Html(_) => None,
        });
        let first = elements.next()??;
        elements.all(|other| other == Some(first)).then_some(first)
    }
}

/// The start of the category's `_category_.json`.
fn category_span(category: &Category) -> Option<Span> {
    match &category.target {
        CategoryTarget::Index(index) => index.source.map(Span::start_of),
        CategoryTarget::None | CategoryTarget::Doc(_) => None,
    }
}
