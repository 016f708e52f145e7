//! Draws the pages: the shell and the component tags by React, the article's HTML spliced in by Rust.
//!
//! In: the assembled [`Site`] and the [`Bundle`] with the module that draws. Out: one [`DrawnPage`] a page. Each
//! drawing is kept by the hash of that module and of the request's bytes; with all drawings known nothing
//! starts. A page whose component fails becomes a diagnostic at the tag, and the others are drawn.
//!
//! What asks for no drawing: an edit of anything that stands between tags, because a shell is asked for without the
//! article and a component tag without the text inside it. What asks for some: a new or renamed page, a changed title, a
//! changed heading that the table of contents lists, a changed property of a component tag. A new title is also in the
//! neighbours' links and in the sidebar, so it asks for many shells at once.
//!
//! React runs in Node where it is installed, else in the engine that the build script brings ([`Engine`]), for whoever
//! has a bundle made elsewhere (`BINDERY_PREBUILT`). Both give the same answers and share their drawings. Node is needed
//! only to make a bundle: when the interface or a component changed.

pub mod bundle;
pub(crate) mod config_html;
mod engine;
mod formulas;
pub mod install;
mod react_pages;
mod splice;
mod worker;

use crate::diagnostic::{Code, Diagnostics, did_you_mean_or};
use crate::document::{ComponentTag, Segment};
use crate::error::BuildError;
use crate::html::regions;
use crate::html::styles::{self, Rules};
use crate::model::{Page, PageContent, Site};
use crate::render::bundle::Bundle;
use crate::source::Span;
use crate::system::cache::{self, Cache};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use worker::{Answer, Request};

pub use engine::{DrawLines, Engine, EngineChoice};
pub(crate) use formulas::draw_formulas;
pub(crate) use react_pages::draw_react_pages;

/// Where drawings are kept and who makes them.
#[derive(Clone, Copy, Debug)]
pub struct PrerenderOptions<'p> {
    /// Drawings of former builds.
    pub cache: &'p Cache,
    /// Drawings that came with a prebuilt bundle.
    pub shipped: Option<&'p Cache>,
    /// Where the workers' messages go.
    pub logs: &'p Path,
    /// Who draws what is not kept.
    pub engine: Engine,
}

/// A page as HTML, in the parts that its document and its payload need.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawnPage {
    /// The shell with the article spliced in.
    pub shell: String,
    /// The article slots.
    pub slots: Vec<String>,
    /// Style sheets of the components on the page, without those of every page.
    pub styles: Vec<String>,
    /// What its style attributes said, by the class that is there in place of each.
    pub rules: Rules,
}

/// Draws all pages of the site in the order of [`Site::pages_to_render`].
///
/// # Errors
/// When nothing can draw, or what draws dies or falls silent.
pub fn prerender_pages(
    site: &Site,
    bundle: &Bundle,
    options: &PrerenderOptions<'_>,
    sink: &mut Diagnostics,
) -> Result<Vec<DrawnPage>, BuildError> {
    let pages: Vec<&Page> = site.pages_to_render().collect();
    let shells = shell_requests(site, &pages);
    let tags: Vec<Vec<&ComponentTag>> = pages.iter().map(|page| outermost_tags(page)).collect();
    report_unknown(bundle, &tags, sink);
    let trees: Vec<Vec<Request>> = pages
        .par_iter()
        .zip(&tags)
        .map(|(page, tags)| {
            tags.iter()
                .map(|tag| tree_request(site, page, tag))
                .collect()
        })
        .collect();
    let drawings = draw(bundle, options, shells.iter().chain(trees.iter().flatten()))?;
    report_failures(&pages, &tags, &shells, &trees, &drawings, sink);

    let drawn: Vec<(DrawnPage, Vec<usize>)> = pages
        .par_iter()
        .enumerate()
        .map(|(at, page)| {
            let (mut rules, mut regions) = (Rules::new(), BTreeMap::new());
            let slots = splice::fill_slots(page, |n| {
                drawn(&drawings, &trees[at][n]).map(react_pages::without_note)
            });
            let slots: Vec<String> = slots
                .into_iter()
                .map(|slot| styles::take_out(slot, &mut rules))
                .map(|slot| regions::tell_apart(slot, &mut regions))
                .collect();
            let (shell, homeless) = splice::fill_shell(html(&drawings, &shells[at]), &slots);
            let styles = used_styles(bundle, &tags[at]);
            let drawn = DrawnPage {
                shell,
                slots,
                styles,
                rules,
            };
            (drawn, homeless)
        })
        .collect();
    for (page, (drawn, homeless)) in pages.iter().zip(&drawn) {
        if !drawn.shell.is_empty() && !homeless.is_empty() {
            let message = format!(
                "the shell of `{}` has no place for article {homeless:?}",
                page.route
            );
            sink.error(Code::ComponentFailed, start_of(page), message)
                .help("the page's component in ui/src/pages must draw each slot");
        }
    }
    Ok(drawn.into_iter().map(|(drawn, _)| drawn).collect())
}

type Drawings = HashMap<cache::Key, Answer>;

fn html<'d>(drawings: &'d Drawings, request: &Request) -> &'d str {
    drawn(drawings, request).unwrap_or_default()
}

/// `None` for what could not be drawn and is not left to the browser.
fn drawn<'d>(drawings: &'d Drawings, request: &Request) -> Option<&'d str> {
    match drawings.get(&request.key)? {
        Answer::Html(html) => Some(html),
        Answer::Failed(reason) => reason.instead(),
    }
}

/// Finds drawings in the caches and has the others made.
fn draw<'r>(
    bundle: &Bundle,
    options: &PrerenderOptions<'_>,
    requests: impl Iterator<Item = &'r Request>,
) -> Result<Drawings, BuildError> {
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
                // Taken over, so that a bundle with drawings can be made from one.
                shipped().inspect(|html| options.cache.put(&key, html))
            });
            (request, html.and_then(|html| String::from_utf8(html).ok()))
        })
        .collect();
    let mut drawings = Drawings::new();
    let mut missing = Vec::new();
    for (request, html) in known {
        match html {
            Some(html) => {
                drawings.insert(request.key, Answer::Html(html));
            }
            None => missing.push(request),
        }
    }
    missing.sort_by(|a, b| a.label.cmp(&b.label));
    for (request, answer) in draw_missing(bundle, options, &missing)? {
        if let Answer::Html(html) = &answer {
            options.cache.put(&salted(request), html.as_bytes());
        }
        drawings.insert(request.key, answer);
    }
    Ok(drawings)
}

fn draw_missing<'r>(
    bundle: &Bundle,
    options: &PrerenderOptions<'_>,
    missing: &[&'r Request],
) -> Result<Vec<(&'r Request, Answer)>, BuildError> {
    if missing.is_empty() {
        return Ok(Vec::new());
    }
    match options.engine.embedded_for(bundle)? {
        Some(draw) => engine::draw_all(bundle, draw, missing),
        None => worker::draw_all(&bundle.worker(), options.logs, missing),
    }
}

fn shell_requests(site: &Site, pages: &[&Page]) -> Vec<Request> {
    let sites: BTreeMap<&str, String> = site
        .props
        .iter()
        .map(|(locale, props)| (locale.as_str(), crate::html::to_json(props)))
        .collect();
    pages
        .par_iter()
        .map(|page| {
            let mut props = page.props.clone();
            // The description stands in the head, which Rust writes. Without it an edit of a page's first paragraph
            // leaves its shell as it is. Lists of posts show theirs.
            let shows_it = matches!(
                props.content,
                PageContent::BlogList { .. } | PageContent::BlogArchive { .. }
            );
            props.description = props.description.filter(|_| shows_it);
            let site = sites.get(page.locale.as_str()).map_or("null", |own| own);
            let page_json = crate::html::to_json(&props);
            Request::new(
                page.route.to_string(),
                format!("\"op\":\"shell\",\"props\":{{\"site\":{site},\"page\":{page_json}}}}}"),
            )
        })
        .collect()
}

fn tree_request(site: &Site, page: &Page, tag: &ComponentTag) -> Request {
    let tree = splice::tree(tag);
    // Most sites are English and change no message: their requests say nothing of it.
    let words = site.props.get(&page.locale).map_or(String::new(), |props| {
        let locale = &props.locale;
        let is_default =
            locale.code == "en" && locale.calendar == "gregory" && props.messages.is_empty();
        if is_default {
            return String::new();
        }
        let (locale, messages) = (
            crate::html::to_json(locale),
            crate::html::to_json(&props.messages),
        );
        format!(",\"locale\":{locale},\"messages\":{messages}")
    });
    let home = site
        .props
        .get(&page.locale)
        .and_then(|props| props.home.as_ref());
    let home = home.map_or(String::new(), |home| {
        format!(",\"home\":{}", crate::html::to_json(home))
    });
    let path = match page.props.content {
        PageContent::Component => format!(",\"path\":{}", crate::html::to_json(&page.route)),
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

fn report_unknown(bundle: &Bundle, tags: &[Vec<&ComponentTag>], sink: &mut Diagnostics) {
    for tag in tags.iter().flatten() {
        walk(tag, &mut |tag| {
            if bundle.components.contains_key(&tag.name) {
                return;
            }
            let names = bundle.components.keys().map(String::as_str);
            let create = format!("put its source into components/{}.tsx", tag.name);
            let help = did_you_mean_or(&tag.name, names, &create);
            sink.error(
                Code::UnknownComponent,
                tag.span,
                format!("no component `{}`", tag.name),
            )
            .help(help);
        });
    }
}

fn report_failures(
    pages: &[&Page],
    tags: &[Vec<&ComponentTag>],
    shells: &[Request],
    trees: &[Vec<Request>],
    drawings: &Drawings,
    sink: &mut Diagnostics,
) {
    for (at, page) in pages.iter().enumerate() {
        if let Some(Answer::Failed(reason)) = drawings.get(&shells[at].key) {
            let message = format!("cannot draw the page `{}`: {reason}", page.route);
            sink.error(Code::ComponentFailed, start_of(page), message)
                .help("the fault is in ui/src, not in the page's text");
        }
        for (tag, request) in tags[at].iter().zip(&trees[at]) {
            if let Some(Answer::Failed(reason)) = drawings.get(&request.key)
                && !reason.is_about_unknown(tag)
            {
                let message = format!("cannot draw `{}`: {reason}", tag.name);
                sink.error(Code::ComponentFailed, tag.span, message)
                    .help("look at the tag's properties and at the component's source");
            }
        }
    }
}

fn start_of(page: &Page) -> Option<Span> {
    page.source.map(Span::start_of)
}

#[cfg(test)]
mod tests;
