//! The pages themselves: documents, search, not found; those of categories are made in `indexes`.

use super::category_index::{IndexBodies, IndexMaker};
use super::version_links::Versions;
use crate::assemble::Context;
use crate::assemble::blog::{Blog, make_blog_pages};
use crate::assemble::docs::{Doc, DocTags, make_doc_tag_pages};
use crate::assemble::links::{Linker, Origin, fill, resolve_document, title_heading};
use crate::assemble::messages::message;
use crate::assemble::page_common::{ShownUpdate, apply_last_update};
use crate::assemble::routes::{search_route, site_route, without_base};
use crate::assemble::sidebars::{
    Order, Sidebars, breadcrumbs, pagination, share_items, shown_sidebar, sidebar_props,
};
use crate::diagnostic::Diagnostics;
use crate::document::{Document, Segment};
use crate::front_matter::{Choice, FrontMatter};
use crate::model::{
    Fallback, Page, PageContent, PageHeading, PageKind, PageProps, RoutePath, TocItem,
};
use crate::source::FileId;
use std::collections::BTreeMap;

/// The search tag of pages outside of documents.
const DEFAULT_TAG: &str = "default";

/// All pages of the locale.
pub(crate) fn make_pages(
    context: Context<'_>,
    (mut docs, bodies): (Vec<Doc>, IndexBodies),
    (sidebars, tags): (&Sidebars, &DocTags),
    blog: Blog,
    linker: &mut Linker<'_>,
    sink: &mut Diagnostics,
) -> Vec<Page> {
    let documents = docs.iter_mut().map(|doc| std::mem::take(&mut doc.document));
    let documents: Vec<Document> = documents.collect();
    let versions = Versions::new(context, &docs, sidebars);
    let orders: Vec<Order> = sidebars
        .all
        .iter()
        .map(|sidebar| Order::new(&sidebar.items, &docs))
        .collect();
    let (mut pages, mut last_items) = (Vec::new(), None);
    for (at, document) in documents.into_iter().enumerate() {
        let mut maker = DocMaker {
            context,
            docs: &docs,
            sidebars,
            orders: &orders,
            versions: &versions,
            linker,
            sink,
        };
        let mut page = maker.page(at, document);
        page.props.tags = tags.links(at);
        share_items(&mut page.props, &mut last_items);
        pages.push(page);
    }
    pages.extend(make_doc_tag_pages(context, &docs, tags));
    for (sidebar, order) in sidebars.all.iter().zip(&orders) {
        let mut maker = IndexMaker {
            context,
            docs: &docs,
            sidebar,
            order,
            versions: &versions,
            bodies: &bodies,
            linker,
            sink,
        };
        maker.pages(&sidebar.items, &mut pages);
    }
    pages.extend(make_blog_pages(context, blog, linker, sink));
    pages.extend(search_page(context));
    pages
}

/// A page with the properties that every kind has, the rest empty.
pub(crate) fn blank_page(
    context: Context<'_>,
    route: &RoutePath,
    kind: PageKind,
    title: &str,
    content: PageContent,
) -> Page {
    let config = context.config;
    Page {
        route: route.clone(),
        kind,
        source: None,
        locale: context.locale().code.clone(),
        version: None,
        is_fallback: false,
        identity: without_base(context, route.as_str()).to_owned(),
        alternates: Vec::new(),
        headings: Vec::new(),
        slots: Vec::new(),
        keywords: Vec::new(),
        image: None,
        is_searchable: true,
        last_modified: None,
        props: PageProps {
            path: route.clone(),
            title: title.to_owned(),
            head_title: head_title(context, title),
            description: None,
            canonical: format!("{}{route}", config.url),
            no_index: config.metadata.no_index,
            search_tag: DEFAULT_TAG.to_owned(),
            version: None,
            element: None,
            sidebar: None,
            breadcrumbs: Vec::new(),
            toc: Vec::new(),
            hide_toc: false,
            hide_footer: false,
            previous: None,
            next: None,
            edit_url: None,
            last_update: None,
            tags: Vec::new(),
            version_notice: None,
            fallback: None,
            nav: BTreeMap::new(),
            lists_cards: false,
            slots: 0,
            content,
        },
    }
}

/// The title of the document's head: the template filled in, or the site's title alone.
pub(crate) fn head_title(context: Context<'_>, title: &str) -> String {
    let site = &context.config.title;
    if title.is_empty() || title == site {
        return site.clone();
    }
    let template = &context.config.title_template;
    template.replace("{site}", site).replace("{page}", title)
}

/// Marks a page whose text is the default locale's.
pub(crate) fn apply_fallback(context: Context<'_>, page: &mut Page, is_fallback: bool) {
    page.is_fallback = is_fallback;
    if is_fallback {
        let default = context.config.default_locale();
        page.props.fallback = Some(Fallback {
            lang: default.html_lang.clone(),
            dir: default.direction.clone(),
            language: default.label.clone(),
        });
    }
}

/// What a page takes from its front matter, whatever its kind.
pub(crate) fn apply_front_matter(
    context: Context<'_>,
    page: &mut Page,
    (file, front): (FileId, &FrontMatter),
    edit_base: Option<&str>,
    shown: ShownUpdate,
) {
    let path = &context.tree.file(file).path;
    page.source = Some(file);
    page.keywords.clone_from(&front.keywords);
    page.is_searchable = front.search != Some(false);
    let props = &mut page.props;
    if let Some(title) = &front.title_meta {
        props.head_title = head_title(context, title);
    }
    props.no_index |= front.unlisted;
    props.element.clone_from(&front.element);
    props.hide_toc = front.hide_table_of_contents;
    props.hide_footer = front.hide_footer;
    props.edit_url = match &front.custom_edit_url {
        Choice::Default => edit_base.map(|base| format!("{}/{path}", base.trim_end_matches('/'))),
        Choice::None => None,
        Choice::Some(url) => Some(url.clone()),
    };
    apply_last_update(context, page, (file, front), shown);
}

/// The headings of a page and its table of contents, by the levels that front matter or configuration name.
pub(crate) fn apply_headings(
    page: &mut Page,
    front: &FrontMatter,
    document: &Document,
    (min, max): (u8, u8),
) {
    let min = front.toc_min_heading_level.unwrap_or(min);
    let max = front.toc_max_heading_level.unwrap_or(max).max(min);
    let is_listed = |level: u8| (min..=max).contains(&level) && !front.hide_table_of_contents;
    for heading in &document.headings {
        page.headings.push(PageHeading {
            level: heading.level,
            id: heading.id.clone(),
            text: heading.text.clone(),
            toc: is_listed(heading.level),
        });
        if is_listed(heading.level) && !heading.text.is_empty() {
            page.props.toc.push(TocItem {
                id: heading.id.clone(),
                html: heading.html.clone(),
                level: heading.level,
            });
        }
    }
}

struct DocMaker<'m, 'a> {
    context: Context<'m>,
    docs: &'m [Doc],
    sidebars: &'m Sidebars,
    orders: &'m [Order],
    versions: &'m Versions<'m>,
    linker: &'m mut Linker<'a>,
    sink: &'m mut Diagnostics,
}

impl DocMaker<'_, '_> {
    fn page(&mut self, at: usize, mut document: Document) -> Page {
        let context = self.context;
        let doc = &self.docs[at];
        let set = &context.sets[doc.set];
        let config = set.config;
        let origin = Origin {
            file: context.tree.file(doc.file),
            route: &doc.route,
            is_folder: doc.is_folder,
        };
        let attributes = resolve_document(self.linker, &origin, &mut document, self.sink);
        let kind = PageKind::Doc;
        let mut page = blank_page(context, &doc.route, kind, &doc.title, PageContent::Doc);
        let edit_base = config.edit_url.as_deref();
        let shown = ShownUpdate {
            time: config.show_last_update_time,
            author: config.show_last_update_author,
        };
        let source = (doc.file, &doc.front);
        apply_front_matter(context, &mut page, source, edit_base, shown);
        apply_headings(&mut page, &doc.front, &document, config.toc_levels);
        page.image = doc.front.image.as_ref().and_then(|image| {
            let span = doc.front.spans.get("image").copied();
            let span = span.unwrap_or_else(|| doc.slug_span());
            self.linker.social_image(&origin, image, span, self.sink)
        });
        page.slots = vec![fill(with_title(doc, document), &attributes)];
        self.versions.apply(&mut page, doc.set, Some(&doc.id));
        apply_fallback(context, &mut page, doc.is_fallback);
        page.identity = set.identity(doc);
        let props = &mut page.props;
        props.slots = page.slots.len();
        props.description.clone_from(&doc.description);
        props.search_tag = set.search_tag();
        let shown = shown_sidebar(self.sidebars, (at, doc), self.sink);
        let order = shown.map(|number| &self.orders[number]);
        let (previous, next) = pagination(self.docs, doc, order, self.sink);
        props.previous = previous;
        props.next = next;
        if let Some(number) = shown {
            let sidebar = &self.sidebars.all[number];
            props.sidebar = Some(sidebar_props(sidebar, &doc.route));
            if context.sets[sidebar.set].config.breadcrumbs {
                props.breadcrumbs = breadcrumbs(&sidebar.tree, doc.route.as_str());
            }
        }
        page
    }
}

/// The body, with a heading made of the title where it has none of its own.
fn with_title(doc: &Doc, document: Document) -> impl Iterator<Item = Segment> {
    let needs_title = !document.has_title && !doc.front.hide_title;
    let title = needs_title.then(|| title_heading(&doc.title));
    title.into_iter().chain(document.body)
}

fn search_page(context: Context<'_>) -> Option<Page> {
    let route = search_route(context)?;
    let kind = PageKind::Search;
    let title = message(context, "theme.SearchBar.label", "Search", &[]);
    let mut page = blank_page(context, &route, kind, &title, PageContent::Search);
    page.props.no_index = true;
    page.is_searchable = false;
    Some(page)
}

/// The page for unknown paths.
pub(crate) fn not_found(context: Context<'_>) -> Page {
    let route = site_route(context, "/404").expect("BUG: `/404` is a path");
    let kind = PageKind::NotFound;
    let title = message(context, "theme.NotFound.title", "Page Not Found", &[]);
    let mut page = blank_page(context, &route, kind, &title, PageContent::NotFound);
    page.props.no_index = true;
    page.is_searchable = false;
    page
}
