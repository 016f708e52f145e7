//! Pages of `[pages]`: Markdown files that belong to neither documents nor blog, at the path of their file.

use crate::assemble::content_files::Placed;
use crate::assemble::doc_pages::{apply_fallback, apply_front_matter, apply_headings, blank_page};
use crate::assemble::links::{Linker, Origin, escape, fill, resolve_document};
use crate::assemble::page_common::ShownUpdate;
use crate::assemble::routes::{Claims, page_route, plain};
use crate::assemble::{Context, ParsedFile};
use crate::config::PagesConfig;
use crate::diagnostic::Diagnostics;
use crate::document::{Document, Segment};
use crate::front_matter::FrontMatter;
use crate::model::{Page, PageContent, PageKind, RoutePath};
use crate::source::{FileId, Span};

/// The levels of headings in tables of contents, where `[[docs]]` say nothing else.
const TOC_LEVELS: (u8, u8) = (2, 3);

/// A page of `[pages]`.
#[derive(Debug)]
pub(crate) struct Standalone {
    /// Its file.
    pub(crate) file: FileId,
    /// The original that it translates, where there is one.
    pub(crate) translates: Option<FileId>,
    /// Whether it is an original shown for want of a translation.
    is_fallback: bool,
    /// Its path.
    pub(crate) route: RoutePath,
    /// Its front matter.
    pub(crate) front: FrontMatter,
    /// What it says.
    pub(crate) document: Document,
}

/// Whether a file below the folder of pages is one: `rest` is its path below it.
pub(crate) fn is_page(config: &PagesConfig, rest: &str) -> bool {
    let is_included = config.include.is_empty() || config.include.matches(rest);
    is_included && !config.exclude.matches(rest)
}

/// Makes a page of a file; none of drafts, unless they are shown.
pub(crate) fn make_standalone(
    context: Context<'_>,
    placed: Placed<'_>,
    (file, front, document): ParsedFile,
    sink: &mut Diagnostics,
) -> Option<Standalone> {
    if front.draft && !context.config.shows_drafts {
        return None;
    }
    let config = context.config.pages.as_ref()?;
    let slug = front.slug.clone().unwrap_or_else(|| path_of(placed.path));
    let place = (config.route_base.as_str(), slug.as_str());
    let route = page_route(context, (file, &front), place, "/my-page", sink)?;
    Some(Standalone {
        file,
        translates: placed.translates,
        is_fallback: placed.is_fallback,
        route,
        front,
        document,
    })
}

/// The path of a file below the folder of pages: without its extension, and without `index`.
pub(crate) fn path_of(rest: &str) -> String {
    let stem = rest.rsplit_once('.').map_or(rest, |(stem, _)| stem);
    let (folder, name) = stem.rsplit_once('/').unwrap_or(("", stem));
    match name.eq_ignore_ascii_case("index") {
        true => plain(folder),
        false => plain(stem),
    }
}

/// Takes the paths of the pages; returns those that got theirs.
pub(crate) fn claim_standalone(
    context: Context<'_>,
    pages: Vec<Standalone>,
    claims: &mut Claims,
    sink: &mut Diagnostics,
) -> Vec<Standalone> {
    let mut kept = Vec::new();
    for page in pages {
        let name = format!("`{}`", context.tree.file(page.file).path);
        let span = Some(Span::start_of(page.file));
        if claims.claim(context, &page.route, name, span, sink) {
            kept.push(page);
        }
    }
    kept
}

/// Draws the pages.
pub(crate) fn make_standalone_pages(
    context: Context<'_>,
    pages: Vec<Standalone>,
    linker: &mut Linker<'_>,
    sink: &mut Diagnostics,
) -> Vec<Page> {
    let pages = pages.into_iter();
    let pages = pages.map(|page| make_page(context, page, linker, sink));
    pages.collect()
}

fn make_page(
    context: Context<'_>,
    own: Standalone,
    linker: &mut Linker<'_>,
    sink: &mut Diagnostics,
) -> Page {
    let Standalone {
        file,
        route,
        front,
        mut document,
        is_fallback,
        ..
    } = own;
    let is_index = context.tree.file(file).name().starts_with("index.");
    let origin = Origin {
        file: context.tree.file(file),
        route: &route,
        is_folder: context.config.trailing_slash.unwrap_or(is_index),
    };
    let attributes = resolve_document(linker, &origin, &mut document, sink);
    let title = front.title.clone().or(document.content_title.clone());
    let title = title.unwrap_or_default();
    let mut page = blank_page(context, &route, PageKind::Page, &title, PageContent::Page);
    apply_fallback(context, &mut page, is_fallback);
    let edit_url = context.config.pages.as_ref();
    let edit_url = edit_url.and_then(|pages| pages.edit_url.as_deref());
    apply_front_matter(
        context,
        &mut page,
        (file, &front),
        edit_url,
        ShownUpdate::default(),
    );
    let docs = context.config.docs.first();
    let levels = docs.map_or(TOC_LEVELS, |docs| docs.toc_levels);
    apply_headings(&mut page, &front, &document, levels);
    page.image = front.image.as_ref().and_then(|image| {
        let span = front.spans.get("image").copied();
        let span = span.unwrap_or_else(|| Span::start_of(file));
        linker.social_image(&origin, image, span, sink)
    });
    let excerpt = Some(document.excerpt.clone()).filter(|excerpt| !excerpt.is_empty());
    page.props.description = front.description.clone().or(excerpt);
    let body = wrapped(document.body, front.wrapper_class_name.as_deref());
    page.slots = vec![fill(body, &attributes)];
    page.props.slots = page.slots.len();
    page
}

/// The body in an element with the class that front matter asks for.
fn wrapped(body: Vec<Segment>, class: Option<&str>) -> impl Iterator<Item = Segment> {
    let open = class.map(|class| Segment::Html(format!("<div class=\"{}\">", escape(class))));
    let close = class.map(|_| Segment::Html("</div>".to_owned()));
    open.into_iter().chain(body).chain(close)
}
