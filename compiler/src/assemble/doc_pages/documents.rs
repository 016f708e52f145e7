//! The pages of documents.

use super::category_index::{CategoryPageBuilder, IndexBodies};
use super::version_links::VersionLinks;
use crate::assemble::context::LocaleContext;
use crate::assemble::docs::{Doc, DocTags, make_tag_pages};
use crate::assemble::links::{
    BodyWrapper, Linker, Origin, make_article, social_image, title_heading,
};
use crate::assemble::page_common::{
    PageSource, ShownUpdate, apply_fallback, apply_front_matter, apply_headings, blank_page,
};
use crate::assemble::sidebars::{PageOrder, Sidebars, pagination, shown_sidebar, sidebar_props};
use crate::diagnostic::Diagnostics;
use crate::document::Document;
use crate::model::{Page, PageContent, PageKind};
use std::sync::Arc;

/// The inputs of the pages of `[[docs]]` in one locale.
#[derive(Debug)]
pub(crate) struct DocsContent<'c> {
    /// The published documents.
    pub(crate) docs: Vec<Doc>,
    /// The texts of index pages.
    pub(crate) bodies: IndexBodies,
    /// The sidebars, with their trees.
    pub(crate) sidebars: &'c Sidebars,
    /// The tags of the documents.
    pub(crate) tags: &'c DocTags,
}

/// Makes the pages of documents, of their tags and of categories.
pub(crate) fn make_doc_pages(
    context: &LocaleContext<'_>,
    content: DocsContent<'_>,
    linker: &mut Linker<'_>,
    sink: &mut Diagnostics,
) -> Vec<Page> {
    let DocsContent {
        mut docs,
        bodies,
        sidebars,
        tags,
    } = content;
    let documents = docs.iter_mut().map(|doc| std::mem::take(&mut doc.document));
    let documents: Vec<Arc<Document>> = documents.collect();
    let versions = VersionLinks::new(context, &docs, sidebars);
    let all = sidebars.all.iter();
    let orders: Vec<PageOrder> = all
        .map(|sidebar| PageOrder::new(&sidebar.items, &docs))
        .collect();
    let mut pages = Vec::new();
    let mut builder = DocPageBuilder {
        context,
        docs: &docs,
        sidebars,
        orders: &orders,
        versions: &versions,
        linker: &mut *linker,
        sink: &mut *sink,
    };
    for (at, document) in documents.into_iter().enumerate() {
        let mut page = builder.page(at, document);
        page.props.tags = tags.links(at);
        pages.push(page);
    }
    pages.extend(make_tag_pages(context, &docs, tags));
    for (sidebar, order) in sidebars.all.iter().zip(&orders) {
        let mut builder = CategoryPageBuilder {
            context,
            docs: &docs,
            sidebar,
            order,
            versions: &versions,
            bodies: &bodies,
            linker: &mut *linker,
            sink: &mut *sink,
        };
        builder.pages(&sidebar.items, &mut pages);
    }
    pages
}

struct DocPageBuilder<'m, 'a> {
    context: &'m LocaleContext<'m>,
    docs: &'m [Doc],
    sidebars: &'m Sidebars,
    orders: &'m [PageOrder],
    versions: &'m VersionLinks<'m>,
    linker: &'m mut Linker<'a>,
    sink: &'m mut Diagnostics,
}

impl DocPageBuilder<'_, '_> {
    fn page(&mut self, at: usize, document: Arc<Document>) -> Page {
        let context = self.context;
        let doc = &self.docs[at];
        let docs_version = &context.versions[doc.version];
        let config = docs_version.instance;
        let origin = Origin {
            file: context.tree.file(doc.file),
            route: &doc.route,
            is_folder: doc.is_folder,
        };
        let kind = PageKind::Doc;
        let mut page = blank_page(context, &doc.route, kind, &doc.title, PageContent::Doc);
        let source = PageSource {
            file: doc.file,
            front: &doc.front,
            edit_base: config.edit_url.as_deref(),
            shown: ShownUpdate {
                time: config.show_last_update_time,
                author: config.show_last_update_author,
            },
        };
        apply_front_matter(context, &mut page, &source);
        apply_headings(&mut page, &doc.front, &document, config.toc_levels);
        page.image = doc.front.image.as_ref().and_then(|image| {
            let span = doc.front.spans.get("image").copied();
            let span = span.unwrap_or_else(|| doc.slug_span());
            social_image(self.linker, &origin, image, span, self.sink)
        });
        let wrapper = title_wrapper(doc, &document);
        page.slots = vec![make_article(
            self.linker,
            &origin,
            document,
            wrapper,
            self.sink,
        )];
        self.versions.apply(&mut page, doc.version, &doc.id);
        apply_fallback(context, &mut page, doc.is_fallback);
        page.identity = docs_version.identity(&doc.folder, &doc.name);
        page.doc_id = Some(doc.id.clone());
        let is_imported = context.config.is_imported;
        page.front_matter = is_imported.then(|| Arc::new(doc.front.value.clone()));
        let props = &mut page.props;
        props.slots = page.slots.len();
        props.description.clone_from(&doc.description);
        props.search_tag = docs_version.search_tag();
        let shown = shown_sidebar(self.sidebars, self.docs, at, self.sink);
        let order = shown.map(|number| &self.orders[number]);
        let around = pagination(self.docs, doc, order, self.sink);
        (props.previous, props.next) = (around.previous, around.next);
        if let Some(number) = shown {
            let sidebar = &self.sidebars.all[number];
            props.sidebar = Some(sidebar_props(sidebar, &doc.route));
            if context.versions[sidebar.version].instance.breadcrumbs {
                props.breadcrumbs = sidebar.tree.breadcrumbs(doc.route.as_str());
            }
        }
        page
    }
}

/// A document without a heading of level 1 gets its title as one.
fn title_wrapper(doc: &Doc, document: &Document) -> BodyWrapper {
    let needs_title = !document.has_title && !doc.front.hide_title;
    BodyWrapper {
        before: needs_title.then(|| title_heading(&doc.title)),
        after: None,
    }
}
