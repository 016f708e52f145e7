//! Makes pages of the Markdown files below `src/pages`. As in Docusaurus, the path of a page follows from that of its file.

use super::page_path::page_path;
use crate::assemble::content_files::{ContentFile, ParsedFile};
use crate::assemble::context::LocaleContext;
use crate::assemble::links::{BodyWrapper, Linker, Origin, make_article, social_image};
use crate::assemble::page_common::{
    PageSource, ShownUpdate, apply_fallback, apply_front_matter, apply_headings, blank_page,
};
use crate::assemble::routes::{PageSlug, RouteOwner, RouteRegistry, page_route};
use crate::config::{PagesConfig, TocLevels};
use crate::diagnostic::Diagnostics;
use crate::document::Document;
use crate::front_matter::FrontMatter;
use crate::model::{Page, PageContent, PageKind, RoutePath};
use crate::source::{FileId, Span};
use bindery_html::escape_attribute;
use std::sync::Arc;

/// A Markdown page of `[pages]`.
#[derive(Debug)]
pub(crate) struct MarkdownPage {
    /// The Markdown file of the page.
    pub(crate) file: FileId,
    /// The original that it translates, if there is one.
    pub(crate) translates: Option<FileId>,
    /// Whether the page is an original in a locale that has no translation of it.
    is_fallback: bool,
    /// The base of its edit link.
    edit_base: Option<String>,
    /// The path of the page, base path included.
    pub(crate) route: RoutePath,
    /// The front matter of the file.
    pub(crate) front: Arc<FrontMatter>,
    /// The parsed Markdown of the file.
    pub(crate) document: Arc<Document>,
}

/// Makes a page of a file; `None` for a draft, unless drafts are shown.
pub(crate) fn make_markdown_page(
    context: &LocaleContext<'_>,
    config: &PagesConfig,
    content: ContentFile<'_>,
    parsed: ParsedFile,
    sink: &mut Diagnostics,
) -> Option<MarkdownPage> {
    let ParsedFile {
        file,
        front,
        document,
    } = parsed;
    if front.draft && !context.config.shows_drafts {
        return None;
    }
    let slug = front
        .slug
        .clone()
        .unwrap_or_else(|| page_path(content.path));
    let page = PageSlug {
        file,
        front: &front,
        route_base: &config.route_base,
        slug: &slug,
        example: "/my-page",
    };
    let route = page_route(context, page, sink)?;
    Some(MarkdownPage {
        file,
        translates: content.translates,
        is_fallback: content.is_fallback,
        edit_base: config.edit_url.clone(),
        route,
        front,
        document,
    })
}

/// Registers the paths of the pages; returns those that have one of their own.
pub(crate) fn claim_markdown_pages(
    context: &LocaleContext<'_>,
    pages: Vec<MarkdownPage>,
    registry: &mut RouteRegistry,
    sink: &mut Diagnostics,
) -> Vec<MarkdownPage> {
    let mut claimed = Vec::new();
    for page in pages {
        let owner = RouteOwner::file(context.tree.file(page.file), Span::start_of(page.file));
        if registry.claim(context, &page.route, owner, sink) {
            claimed.push(page);
        }
    }
    claimed
}

/// Makes the pages.
pub(crate) fn finish_markdown_pages(
    context: &LocaleContext<'_>,
    pages: Vec<MarkdownPage>,
    linker: &mut Linker<'_>,
    sink: &mut Diagnostics,
) -> Vec<Page> {
    let pages = pages.into_iter();
    let pages = pages.map(|page| make_page(context, page, linker, sink));
    pages.collect()
}

fn make_page(
    context: &LocaleContext<'_>,
    own: MarkdownPage,
    linker: &mut Linker<'_>,
    sink: &mut Diagnostics,
) -> Page {
    let MarkdownPage {
        file,
        route,
        front,
        document,
        is_fallback,
        edit_base,
        ..
    } = own;
    let is_index = context.tree.file(file).name().starts_with("index.");
    let origin = Origin {
        file: context.tree.file(file),
        route: &route,
        is_folder: context.config.trailing_slash.unwrap_or(is_index),
    };
    let title = front.title.clone().or(document.content_title.clone());
    let title = title.unwrap_or_default();
    let mut page = blank_page(context, &route, PageKind::Page, &title, PageContent::Page);
    apply_fallback(context, &mut page, is_fallback);
    let source = PageSource {
        file,
        front: &front,
        edit_base: edit_base.as_deref(),
        shown: ShownUpdate::default(),
    };
    apply_front_matter(context, &mut page, &source);
    let docs = context.config.docs.first();
    let levels = docs.map_or_else(TocLevels::default, |docs| docs.toc_levels);
    apply_headings(&mut page, &front, &document, levels);
    page.image = front.image.as_ref().and_then(|image| {
        let span = front.spans.get("image").copied();
        let span = span.unwrap_or_else(|| Span::start_of(file));
        social_image(linker, &origin, image, span, sink)
    });
    let excerpt = Some(document.excerpt.clone()).filter(|excerpt| !excerpt.is_empty());
    page.props.description = front.description.clone().or(excerpt);
    let wrapper = wrapper(front.wrapper_class_name.as_deref());
    page.slots = vec![make_article(linker, &origin, document, wrapper, sink)];
    page.props.slots = page.slots.len();
    page
}

/// An element with the class of the front matter.
fn wrapper(class: Option<&str>) -> BodyWrapper {
    BodyWrapper {
        before: class.map(|class| format!("<div class=\"{}\">", escape_attribute(class))),
        after: class.map(|_| "</div>".to_owned()),
    }
}
