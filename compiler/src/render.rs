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
mod engine;
mod formulas;
pub mod install;
mod page_cache;
mod react_pages;
mod rendered_links;
mod report;
mod requests;
mod resident_worker;
mod section_links;
mod shell;
mod sidebar_files;
mod splice;
mod worker;

use crate::diagnostic::{Code, Diagnostics};
use crate::document::{ComponentTag, Segment};
use crate::error::BuildError;
use crate::html::ArticlePasses;
use crate::html::styles::Rules;
use crate::model::{Page, Site};
use crate::render::bundle::Bundle;
use crate::source::Span;
use crate::system::cache::{self, Cache};
use page_cache::SharedInputs;
use rayon::prelude::*;
pub(crate) use report::shown_name;
use requests::{PageRequests, outermost_tags, page_requests, tree_request};
use section_links::SectionLinks;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::sync::Arc;
use worker::{Answer, Request};

pub use bundle::Interface;
pub use engine::{Engine, EngineChoice, RenderLines};
pub use page_cache::PageCache;
pub use rendered_links::RenderedLink;
pub use shell::Shell;
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
    /// The pages of the last build of this process.
    pub page_cache: Option<&'p PageCache>,
}

/// A page as HTML, in the parts that its document and its payload need.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RenderedPage {
    /// The shell with the article spliced in. Shared with the cache, as the slots are.
    pub shell: Shell,
    /// The article slots.
    pub slots: Arc<[String]>,
    /// Style sheets of the components on the page, without those of every page.
    pub styles: Vec<String>,
    /// The declarations of its style attributes, by the classes that replaced these.
    pub rules: Rules,
    /// The links that its components rendered.
    pub links: Arc<[RenderedLink]>,
    /// Identifies this rendering among all of the process; 0 for one that is not cached.
    pub revision: u64,
}

/// A site with all its pages rendered.
#[derive(Clone, Debug)]
pub struct RenderedSite {
    /// The site, with what is known of it only after rendering.
    pub site: Site,
    /// The sidebars of the site as files to serve.
    pub sidebars: Vec<SidebarFile>,
    /// The rendered pages, in the order of [`Site::pages_to_render`].
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

/// Renders all pages of the site in the order of [`Site::pages_to_render`].
fn render_pages(
    site: &Site,
    bundle: &Bundle,
    options: &RenderOptions<'_>,
    sink: &mut Diagnostics,
) -> Result<Vec<RenderedPage>, BuildError> {
    let shared = SharedInputs::of(site);
    let pages: Vec<&Page> = site.pages_to_render().collect();
    let known = match options.page_cache {
        Some(cache) => cache.find(&shared, bundle, &pages),
        None => vec![None; pages.len()],
    };
    let changed = pages.iter().zip(&known);
    let changed = changed.filter(|(_, known)| known.is_none());
    let changed: Vec<&Page> = changed.map(|(page, _)| *page).collect();
    let requests = page_requests(site, &changed, bundle);
    let section_links = shared.section_links.as_ref();
    let rendered = render_changed(&requests, section_links, bundle, options, sink)?;
    let mut rendered = rendered.into_iter();
    let all = known.into_iter();
    Ok(all
        .filter_map(|known| known.or_else(|| rendered.next()))
        .collect())
}

/// Renders these pages, and caches those that have no problem and depend on no other page.
fn render_changed(
    pages: &[PageRequests<'_>],
    section_links: Option<&SectionLinks>,
    bundle: &Bundle,
    options: &RenderOptions<'_>,
    sink: &mut Diagnostics,
) -> Result<Vec<RenderedPage>, BuildError> {
    report::report_unknown(bundle, pages, sink);
    let requests = pages.iter();
    let requests = requests.flat_map(|page| [&page.shell].into_iter().chain(&page.components));
    let answers = render_requests(bundle, options, requests)?;
    report::report_failures(pages, &answers, bundle, sink);
    let mut rendered: Vec<(RenderedPage, Vec<usize>)> = pages
        .par_iter()
        .map(|page| fill_page(page, &answers, section_links, bundle))
        .collect();
    for (requests, (rendered, unplaced)) in pages.iter().zip(&mut rendered) {
        let page = requests.page;
        if !rendered.shell.read(str::is_empty) && !unplaced.is_empty() {
            let route = &page.route;
            let message =
                format!("the layout of `{route}` does not render the article in slot {unplaced:?}");
            sink.error(Code::ComponentFailed, start_of(page), message)
                .help("render each slot once in the page's component in `ui/src/pages`");
        }
        let is_whole = unplaced.is_empty() && requests.are_answered(&answers, bundle);
        let can_be_kept = is_whole && !requests.ask_sidebar(bundle);
        if let Some(cache) = options.page_cache.filter(|_| can_be_kept) {
            cache.insert(page, rendered);
        }
    }
    Ok(rendered.into_iter().map(|(page, _)| page).collect())
}

/// Puts the rendered HTML of a page together; also gives the numbers of the articles that its shell has no place for.
fn fill_page(
    requests: &PageRequests<'_>,
    answers: &Answers,
    section_links: Option<&SectionLinks>,
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
        shell: shell.into(),
        slots: slots.into(),
        styles: used_styles(bundle, &requests.tags),
        rules: passes.rules,
        links: links_of(requests, answers),
        revision: 0,
    };
    (rendered, unplaced)
}

/// The links that the components of a page rendered.
fn links_of(requests: &PageRequests<'_>, answers: &Answers) -> Arc<[RenderedLink]> {
    let tags = requests.tags.iter().zip(&requests.components);
    let links = tags.filter_map(|(tag, request)| {
        Some(rendered_links::read_links(tag, html_of(answers, request)?))
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
            bundle.code_hash(&request.components).as_bytes(),
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
    let endless = options.page_cache.map(PageCache::endless);
    for (request, html) in known {
        let error = || endless?.find(&salted(request)).map(Answer::Failed);
        match html.map(Answer::Html).or_else(error) {
            Some(answer) => {
                answers.insert(request.key, answer);
            }
            None => missing.push(request),
        }
    }
    missing.sort_by(|a, b| a.label.cmp(&b.label));
    for (request, answer) in render_missing(bundle, options, &missing)? {
        match &answer {
            Answer::Html(html) => options.cache.put(&salted(request), html.as_bytes()),
            Answer::Failed(error) => {
                if let Some(endless) = endless.filter(|_| error.is_endless()) {
                    endless.insert(salted(request), error.clone());
                }
            }
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
        Some(render) => {
            let in_node = engine::render_in_node(&options.engine, bundle, options.logs, missing);
            in_node.map_or_else(|| engine::render_all(bundle, render, missing), Ok)
        }
        None => {
            let resident = options.page_cache.map(PageCache::resident_worker);
            let answers = resident.and_then(|own| own.render_all(bundle, options.logs, missing));
            let rendered =
                || worker::render_all(&bundle.worker(), options.logs, missing, worker::DEADLINE);
            answers.map_or_else(rendered, Ok)
        }
    }
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
