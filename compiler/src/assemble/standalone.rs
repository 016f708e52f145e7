//! Pages of `[pages]`: Markdown files that belong to neither documents nor blog, at the path of their file.

use super::body::{fill, resolve_document};
use super::dimensions::Placed;
use super::globs::fits_path;
use super::href::escape;
use super::last_update::ShownUpdate;
use super::links::{Linker, Origin};
use super::pages::{apply_fallback, apply_front_matter, apply_headings, blank_page, head_title};
use super::routes::{Claims, below, page_route, plain, site_route};
use super::{Context, ParsedFile};
use crate::config::PagesConfig;
use crate::diagnostic::{Code, Diagnostics};
use crate::document::{Document, Segment};
use crate::front_matter::FrontMatter;
use crate::markdown::{decode_entities, tag_end};
use crate::model::{NavbarItem, Page, PageContent, PageKind, RoutePath};
use crate::source::{FileId, SourceFile, Span};

/// The levels of headings in tables of contents, where `[[docs]]` say nothing else.
const TOC_LEVELS: (u8, u8) = (2, 3);

/// A page of `[pages]`.
#[derive(Debug)]
pub(super) struct Standalone {
    /// Its file.
    pub(super) file: FileId,
    /// The original that it translates, where there is one.
    pub(super) translates: Option<FileId>,
    /// Whether it is an original shown for want of a translation.
    is_fallback: bool,
    /// Its path.
    pub(super) route: RoutePath,
    /// Its front matter.
    pub(super) front: FrontMatter,
    /// What it says.
    pub(super) document: Document,
}

/// Whether a file below the folder of pages is one: `rest` is its path below it.
pub(super) fn is_page(config: &PagesConfig, rest: &str) -> bool {
    let fits = |globs: &[String]| globs.iter().any(|glob| fits_path(glob, rest));
    (config.include.is_empty() || fits(&config.include)) && !fits(&config.exclude)
}

/// Makes a page of a file; none of drafts, unless they are shown.
pub(super) fn make_standalone(
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
fn path_of(rest: &str) -> String {
    let stem = rest.rsplit_once('.').map_or(rest, |(stem, _)| stem);
    let (folder, name) = stem.rsplit_once('/').unwrap_or(("", stem));
    match name.eq_ignore_ascii_case("index") {
        true => plain(folder),
        false => plain(stem),
    }
}

/// Takes the paths of the pages; returns those that got theirs.
pub(super) fn claim(
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

/// A page that is a React component: it is not bound, but something stands in its place.
#[derive(Debug)]
pub(super) struct Unbound {
    /// Its path.
    pub(super) route: RoutePath,
    title: String,
}

/// Takes the paths of pages that are React components, each a warning; the home is left to [`home`].
pub(super) fn unbound(
    context: Context<'_>,
    claims: &mut Claims,
    sink: &mut Diagnostics,
) -> Vec<Unbound> {
    let Some(config) = &context.config.pages else {
        return Vec::new();
    };
    let root = site_route(context, "/");
    let mut pages = Vec::new();
    for file in context.tree.below(&config.path) {
        let rest = below(&file.path, &config.path).unwrap_or_default();
        if !is_react_page(config, file, rest) {
            continue;
        }
        let path = format!("{}/{}", config.route_base, path_of(rest));
        let Some(route) = site_route(context, &path) else {
            continue;
        };
        if claims.has(&route) {
            continue;
        }
        let shown = route.decoded();
        let message = format!("the page `{shown}` is a React component, which is not bound");
        sink.warn(Code::UnsupportedPage, Span::start_of(file.id), message)
            .help("write it in Markdown");
        let is_home = root.as_ref() == Some(&route);
        let name = format!("`{}`", file.path);
        if !is_home && claims.claim(context, &route, name, None, sink) {
            let title =
                layout_title(&file.text, &context.config.title).unwrap_or_else(|| title_of(rest));
            pages.push(Unbound { route, title });
        }
    }
    pages
}

/// The title that a React page gives its layout, where it is known: `<Layout title="About">`.
fn layout_title(source: &str, site: &str) -> Option<String> {
    let (_, layout) = source.split_once("<Layout")?;
    let layout = layout.get(..tag_end(layout))?;
    let (_, title) = layout.split_once("title=")?;
    let title = title.strip_prefix('{').unwrap_or(title);
    let quote = title.chars().next().filter(|c| "\"'`".contains(*c))?;
    let (title, _) = title[1..].split_once(quote)?;
    // What the template of a new site says.
    let title = title.replace("${siteConfig.title}", site);
    (!title.is_empty() && !title.contains("${")).then(|| decode_entities(&title))
}

/// `About us` for `team/about-us.tsx`.
fn title_of(rest: &str) -> String {
    let path = path_of(rest);
    let name = path.rsplit('/').next().unwrap_or_default();
    let name = name.replace(['-', '_'], " ");
    let mut letters = name.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

/// The files that Docusaurus takes for pages, but for Markdown.
fn is_react_page(config: &PagesConfig, file: &SourceFile, rest: &str) -> bool {
    let is_script = ["js", "jsx", "ts", "tsx"]
        .iter()
        .any(|extension| file.has_extension(extension));
    let is_left_out = rest
        .split('/')
        .any(|part| part.starts_with('_') || part == "__tests__")
        || file.name().contains(".test.")
        || file.name().ends_with(".d.ts");
    is_script && !is_left_out && is_page(config, rest)
}

/// Draws the pages.
pub(super) fn make_pages(
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

/// The home of a Docusaurus site whose own is a React component: title, tagline and the links of the navbar.
pub(super) fn home(context: Context<'_>, navbar: &[NavbarItem]) -> Option<Page> {
    let route = site_route(context, "/")?;
    let config = context.config;
    let mut html = format!("<h1>{}</h1>", escape(&config.title));
    if !config.tagline.is_empty() {
        html.push_str(&format!("<p>{}</p>", escape(&config.tagline)));
    }
    html.push_str(&links(navbar));
    let title = &config.title;
    let mut page = blank_page(context, &route, PageKind::Page, title, PageContent::Page);
    page.slots = vec![vec![Segment::Html(html)]];
    page.props.slots = 1;
    if let Some(title) = home_title(context) {
        page.props.head_title = head_title(context, &title);
    }
    page.props.description = Some(config.tagline.clone()).filter(|tagline| !tagline.is_empty());
    Some(page)
}

/// The title of a home that is a React component.
fn home_title(context: Context<'_>) -> Option<String> {
    let folder = &context.config.pages.as_ref()?.path;
    let names = ["index.tsx", "index.ts", "index.jsx", "index.js"];
    let mut files = names
        .iter()
        .filter_map(|name| context.tree.find(&format!("{folder}/{name}")));
    layout_title(&files.next()?.text, &context.config.title)
}

/// What stands where a page is a React component: its title, and ways on.
pub(super) fn stand_in(context: Context<'_>, unbound: Unbound, navbar: &[NavbarItem]) -> Page {
    let Unbound { route, title } = unbound;
    let html = format!(
        "<h1>{}</h1><p><a href=\"{}\">{}</a></p>{}",
        escape(&title),
        escape(context.base()),
        escape(&context.config.title),
        links(navbar)
    );
    let mut page = blank_page(context, &route, PageKind::Page, &title, PageContent::Page);
    page.slots = vec![vec![Segment::Html(html)]];
    page.props.slots = 1;
    page.props.no_index = true;
    page.is_searchable = false;
    page
}

/// The links of the navbar that lead to pages.
fn links(navbar: &[NavbarItem]) -> String {
    let links = navbar
        .iter()
        .filter(|item| !item.external && !item.href.is_empty());
    let links: Vec<String> = links
        .map(|item| {
            format!(
                "<li><a href=\"{}\">{}</a></li>",
                escape(&item.href),
                escape(&item.label)
            )
        })
        .collect();
    match links.is_empty() {
        true => String::new(),
        false => format!("<ul>{}</ul>", links.concat()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_react_page_has_a_title() {
        for (source, expected) in [
            ("<Layout title=\"About &amp; us\">", Some("About & us")),
            ("<Layout description='x' title={'Team'} />", Some("Team")),
            ("<Layout title={`Of ${siteConfig.title}`}>", Some("Of Site")),
            ("<Layout title={`Of ${x}`}>", None),
            ("<Layout><Card title=\"Not me\"/>", None),
            ("<Layout title=\"open", None),
            ("export default 1", None),
        ] {
            assert_eq!(
                layout_title(source, "Site").as_deref(),
                expected,
                "{source}"
            );
        }
        assert_eq!(title_of("team/about-us.tsx"), "About us");
    }
}
