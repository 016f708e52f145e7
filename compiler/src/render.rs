//! Renders the pages: React renders the shell and the component tags, Rust puts the article's HTML into them.
//!
//! In: the assembled [`Site`] and the [`Bundle`] with the module that renders. Out: one [`RenderedPage`] a page. Each
//! piece of HTML is cached by the hash of that module and of the request's bytes; when all pieces are in the cache, no
//! process starts. A page whose component fails becomes a diagnostic at the tag, and the other pages are rendered.
//!
//! An edit of text between tags renders nothing: the request for a shell has no article in it, and the request for a
//! component tag has none of the text inside the tag. New requests come from a new or renamed page, a changed title, a
//! changed heading of the table of contents, and a changed property of a component tag. A changed title is also in the
//! links of neighbouring pages and in the sidebar, so that it renders many shells.
//!
//! React runs in Node where it is installed, else in the engine that the build script brings ([`Engine`]), for users of
//! a prebuilt bundle (`BINDERY_PREBUILT`). Both give the same answers and share the cache. Only making a bundle needs
//! Node: when the interface or a component changed.

pub mod bundle;
mod config_html;
mod drawn_links;
mod engine;
mod formulas;
pub mod install;
mod react_pages;
mod report;
mod section_links;
mod sidebar_files;
mod splice;
mod worker;

use crate::diagnostic::{Code, Diagnostics};
use crate::document::{ComponentTag, Segment};
use crate::error::BuildError;
use crate::html::ArticlePasses;
use crate::html::styles::Rules;
use crate::model::{Page, PageContent, Site};
use crate::render::bundle::Bundle;
use crate::source::Span;
use crate::system::cache::{self, Cache};
use rayon::prelude::*;
use section_links::SectionLinks;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use worker::{Answer, Request};

pub use bundle::Interface;
pub use drawn_links::DrawnLink;
pub use engine::{Engine, EngineChoice, RenderLines};
pub use sidebar_files::SidebarFile;
pub use worker::is_node_installed;

/// The caches of rendered HTML, and the engine that renders what they do not have.
#[derive(Clone, Copy, Debug)]
pub struct RenderOptions<'p> {
    /// HTML of former builds.
    pub cache: &'p Cache,
    /// HTML that came with a prebuilt bundle.
    pub shipped: Option<&'p Cache>,
    /// The folder for the workers' messages.
    pub logs: &'p Path,
    /// The engine.
    pub engine: Engine,
}

/// A page as HTML, in the parts that its document and its payload need.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RenderedPage {
    /// The shell with the article spliced in.
    pub shell: String,
    /// The article slots.
    pub slots: Vec<String>,
    /// Style sheets of the components on the page, without those of every page.
    pub styles: Vec<String>,
    /// The declarations of its style attributes, by the classes that replaced these.
    pub rules: Rules,
    /// The links that its components rendered.
    pub links: Vec<DrawnLink>,
}

/// A site with all its pages rendered.
#[derive(Clone, Debug)]
pub struct RenderedSite {
    /// The site, with what is known of it only after rendering.
    pub site: Site,
    /// Its sidebars as files.
    pub sidebars: Vec<SidebarFile>,
    /// Its pages, in the order of [`Site::pages_to_render`].
    pub pages: Vec<RenderedPage>,
}

/// Renders a site: first what other pages depend on (the configuration's HTML, the addresses of the sidebars, formulas,
/// pages that are React components, whose titles others link to), then all pages.
///
/// # Errors
/// When no engine can render, or the engine stops or does not answer in time.
pub fn render_site(
    mut site: Site,
    bundle: &Bundle,
    options: &RenderOptions<'_>,
    sink: &mut Diagnostics,
) -> Result<RenderedSite, BuildError> {
    config_html::rewrite(&mut site);
    let sidebars = sidebar_files::split_off(&mut site);
    formulas::render_formulas(&mut site, bundle, options, sink)?;
    react_pages::render_react_pages(&mut site, bundle, options, sink)?;
    let pages = render_pages(&site, bundle, options, sink)?;
    Ok(RenderedSite {
        site,
        sidebars,
        pages,
    })
}

/// A page with the requests that render it.
struct PageRequests<'p> {
    page: &'p Page,
    shell: Request,
    /// The component tags that are in no other tag.
    tags: Vec<&'p ComponentTag>,
    /// One for each of the tags.
    components: Vec<Request>,
}

/// Renders all pages of the site in the order of [`Site::pages_to_render`].
fn render_pages(
    site: &Site,
    bundle: &Bundle,
    options: &RenderOptions<'_>,
    sink: &mut Diagnostics,
) -> Result<Vec<RenderedPage>, BuildError> {
    let pages = page_requests(site);
    report::report_unknown(bundle, &pages, sink);
    let requests = pages.iter();
    let requests = requests.flat_map(|page| [&page.shell].into_iter().chain(&page.components));
    let answers = render_requests(bundle, options, requests)?;
    report::report_failures(&pages, &answers, bundle, sink);
    let section_links = SectionLinks::new(site);
    let rendered: Vec<(RenderedPage, Vec<usize>)> = pages
        .par_iter()
        .map(|page| fill_page(page, &answers, section_links.as_ref(), bundle))
        .collect();
    for (PageRequests { page, .. }, (rendered, unplaced)) in pages.iter().zip(&rendered) {
        if !rendered.shell.is_empty() && !unplaced.is_empty() {
            let route = &page.route;
            let message = format!("the shell of `{route}` has no place for article {unplaced:?}");
            sink.error(Code::ComponentFailed, start_of(page), message)
                .help("the page's component in ui/src/pages must render each slot");
        }
    }
    Ok(rendered.into_iter().map(|(page, _)| page).collect())
}

fn page_requests(site: &Site) -> Vec<PageRequests<'_>> {
    let pages: Vec<&Page> = site.pages_to_render().collect();
    let shells = shell_requests(site, &pages);
    let pages = pages.into_par_iter().zip(shells);
    pages
        .map(|(page, shell)| {
            let tags = outermost_tags(page);
            let components = tags.iter().map(|tag| tree_request(site, page, tag));
            PageRequests {
                page,
                shell,
                components: components.collect(),
                tags,
            }
        })
        .collect()
}

/// Puts the rendered HTML of a page together; also gives the numbers of the articles that its shell has no place for.
fn fill_page(
    requests: &PageRequests<'_>,
    answers: &Answers,
    section_links: Option<&SectionLinks<'_>>,
    bundle: &Bundle,
) -> (RenderedPage, Vec<usize>) {
    let mut passes = ArticlePasses::default();
    let slots = splice::fill_slots(requests.page, |n| {
        html_of(answers, &requests.components[n]).map(react_pages::strip_metadata)
    });
    let slots = slots.into_iter().map(|slot| match section_links {
        Some(links) => links.insert(requests.page, slot),
        None => slot,
    });
    let slots: Vec<String> = slots.map(|slot| passes.run(slot)).collect();
    let shell = html_of(answers, &requests.shell).unwrap_or_default();
    let (shell, unplaced) = splice::fill_shell(shell, &slots);
    let rendered = RenderedPage {
        shell,
        slots,
        styles: used_styles(bundle, &requests.tags),
        rules: passes.rules,
        links: links_of(requests, answers),
    };
    (rendered, unplaced)
}

/// The links that the components of a page rendered.
fn links_of(requests: &PageRequests<'_>, answers: &Answers) -> Vec<DrawnLink> {
    let tags = requests.tags.iter().zip(&requests.components);
    let links = tags.filter_map(|(tag, request)| {
        Some(drawn_links::read_links(tag, html_of(answers, request)?))
    });
    links.flatten().collect()
}

/// The answers by the keys of their requests.
type Answers = HashMap<cache::Key, Answer>;

/// The HTML for a request; `None` when it failed and the browser cannot render it either.
fn html_of<'d>(answers: &'d Answers, request: &Request) -> Option<&'d str> {
    match answers.get(&request.key)? {
        Answer::Html(html) => Some(html),
        Answer::Failed(error) => error.fallback(),
    }
}

/// Reads HTML from the caches and renders the rest.
fn render_requests<'r>(
    bundle: &Bundle,
    options: &RenderOptions<'_>,
    requests: impl Iterator<Item = &'r Request>,
) -> Result<Answers, BuildError> {
    let distinct: BTreeMap<[u8; 32], &Request> = requests
        .map(|request| (*request.key.as_bytes(), request))
        .collect();
    let salted = |request: &Request| {
        cache::key(&[
            b"drawing-1",
            bundle.ssr_hash.as_bytes(),
            request.key.as_bytes(),
        ])
    };
    let known: Vec<(&Request, Option<String>)> = distinct
        .into_par_iter()
        .map(|(_, request)| {
            let key = salted(request);
            let shipped = || options.shipped.and_then(|shipped| shipped.get(&key));
            let html = options.cache.get(&key).or_else(|| {
                // Copied, so that a prebuilt bundle can again be written with its HTML.
                shipped().inspect(|html| options.cache.put(&key, html))
            });
            (request, html.and_then(|html| String::from_utf8(html).ok()))
        })
        .collect();
    let mut answers = Answers::new();
    let mut missing = Vec::new();
    for (request, html) in known {
        match html {
            Some(html) => {
                answers.insert(request.key, Answer::Html(html));
            }
            None => missing.push(request),
        }
    }
    missing.sort_by(|a, b| a.label.cmp(&b.label));
    for (request, answer) in render_missing(bundle, options, &missing)? {
        if let Answer::Html(html) = &answer {
            options.cache.put(&salted(request), html.as_bytes());
        }
        answers.insert(request.key, answer);
    }
    Ok(answers)
}

fn render_missing<'r>(
    bundle: &Bundle,
    options: &RenderOptions<'_>,
    missing: &[&'r Request],
) -> Result<Vec<(&'r Request, Answer)>, BuildError> {
    if missing.is_empty() {
        return Ok(Vec::new());
    }
    match options.engine.embedded_for(bundle)? {
        Some(render) => engine::render_all(bundle, render, missing),
        None => worker::render_all(&bundle.worker(), options.logs, missing),
    }
}

fn shell_requests(site: &Site, pages: &[&Page]) -> Vec<Request> {
    let sites: BTreeMap<&str, String> = site
        .props
        .iter()
        .map(|(locale, props)| (locale.as_str(), crate::html::escape::to_json(props)))
        .collect();
    pages
        .par_iter()
        .map(|page| {
            let mut props = page.props.clone();
            // The description is in the head, which Rust writes. Without it in the request, an edit of the page's first
            // paragraph does not render its shell again. Only lists of posts show theirs.
            let shows_description = matches!(
                props.content,
                PageContent::BlogList { .. } | PageContent::BlogArchive { .. }
            );
            props.description = props.description.filter(|_| shows_description);
            let site = sites.get(page.locale.as_str()).map_or("null", |own| own);
            let page_json = crate::html::escape::to_json(&props);
            Request::new(
                page.route.to_string(),
                format!("\"op\":\"shell\",\"props\":{{\"site\":{site},\"page\":{page_json}}}}}"),
            )
        })
        .collect()
}

fn tree_request(site: &Site, page: &Page, tag: &ComponentTag) -> Request {
    let tree = splice::tree(tag);
    // An English site without messages of its own needs neither: its requests stay short.
    let words = site.props.get(&page.locale).map_or(String::new(), |props| {
        let locale = &props.locale;
        let is_default =
            locale.code == "en" && locale.calendar == "gregory" && props.messages.is_empty();
        if is_default {
            return String::new();
        }
        let (locale, messages) = (
            crate::html::escape::to_json(locale),
            crate::html::escape::to_json(&props.messages),
        );
        format!(",\"locale\":{locale},\"messages\":{messages}")
    });
    let home = site
        .props
        .get(&page.locale)
        .and_then(|props| props.home.as_ref());
    let home = home.map_or(String::new(), |home| {
        format!(",\"home\":{}", crate::html::escape::to_json(home))
    });
    let path = match page.props.content {
        PageContent::Component => {
            format!(",\"path\":{}", crate::html::escape::to_json(&page.route))
        }
        _ => String::new(),
    };
    Request::new(
        format!("{} (component `{}`)", page.route, tag.name),
        format!("\"op\":\"component\",\"tree\":{tree}{words}{home}{path}}}"),
    )
}

fn outermost_tags(page: &Page) -> Vec<&ComponentTag> {
    page.slots
        .iter()
        .flatten()
        .filter_map(|segment| match segment {
            Segment::Component(tag) => Some(tag),
            _ => None,
        })
        .collect()
}

/// Calls `visit` for a tag and all tags inside it.
fn walk<'t>(tag: &'t ComponentTag, visit: &mut impl FnMut(&'t ComponentTag)) {
    visit(tag);
    for segment in &tag.children {
        if let Segment::Component(child) = segment {
            walk(child, visit);
        }
    }
}

fn used_styles(bundle: &Bundle, tags: &[&ComponentTag]) -> Vec<String> {
    let mut used = BTreeSet::new();
    for tag in tags {
        walk(tag, &mut |tag| {
            if let Some(component) = bundle.components.get(&tag.name) {
                used.extend(component.styles.iter());
            }
        });
    }
    used.into_iter()
        .filter(|style| !bundle.styles.contains(style))
        .cloned()
        .collect()
}

fn start_of(page: &Page) -> Option<Span> {
    page.source.map(Span::start_of)
}

#[cfg(test)]
mod tests;
