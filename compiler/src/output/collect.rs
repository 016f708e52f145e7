//! From an assembled site and a bundle to every body that is served.

use super::page_styles;
use super::policy_sources::{foreign_sources, inline_scripts, script_hash};
use crate::assemble;
use crate::diagnostic::{Code, Diagnostics};
use crate::error::BuildError;
use crate::html::policy;
use crate::html::styles::{self, Rules};
use crate::html::{self, HtmlContext};
use crate::model::{Page, RoutePath, Site};
use crate::output::search;
use crate::output::{self, GeneratedFile, OutputContext};
use crate::pack::compress::Effort;
use crate::pack::{Asset, CachePolicy, RenderedPage, Shelf, Target, media_type};
use crate::render::bundle::Bundle;
use crate::render::{self, DrawnPage, PrerenderOptions, config_html};
use crate::source::{SourceTree, Span};
use crate::system::cache;
use rayon::prelude::*;
use serde_json::json;
use std::collections::BTreeMap;

/// Names the sidebars' files, draws all pages and gathers them with the bundle's files, the site's files, the sidebars and the redirects.
///
/// # Errors
/// When the pages cannot be drawn.
pub fn bind(
    site: &mut Site,
    tree: &SourceTree,
    bundle: &Bundle,
    drawing: &PrerenderOptions<'_>,
    effort: Effort,
    sink: &mut Diagnostics,
) -> Result<Shelf, BuildError> {
    config_html::prepare(site);
    let assets = name_sidebars(site, effort);
    render::draw_formulas(site, bundle, drawing, sink)?;
    render::draw_react_pages(site, bundle, drawing, sink)?;
    let site = &*site;
    let mut drawn = render::prerender_pages(site, bundle, drawing, sink)?;
    let styles = page_styles::add(site, bundle, &mut drawn, effort);
    let sheet = write_sheet(&mut drawn, effort);

    let icon = site.favicon.clone().or_else(|| {
        let own = bundle.icons.get("favicon")?;
        Some(format!("{}{own}", site.base_path))
    });
    let context = HtmlContext {
        site,
        tree,
        bundle,
        icon: icon.as_deref(),
        has_search: output::search_page(&site.pages).is_some(),
    };
    let mut rendered = render_pages(&context, &drawn, effort);
    report_refused(&context, tree, &rendered, sink);
    let not_found = rendered.pop().expect("BUG: the not-found page is the last");
    let below = rendered.split_off(site.pages.len());
    let homes = site.not_found_below.iter().map(|(home, _)| home.clone());
    let mut shelf = Shelf {
        targets: BTreeMap::new(),
        not_found,
        not_found_below: homes.zip(below).collect(),
        routes: Vec::new(),
        search: search_index(site, &drawn, effort)?,
        articles: Vec::new(),
        build_id: bundle.build_id.clone(),
        url: site.url.clone(),
        base_path: site.base_path.clone(),
        policy_sources: inline_scripts(bundle)
            .into_iter()
            .map(script_hash)
            .chain(page_styles::foreign_origin(site))
            .chain(foreign_sources(site))
            .collect(),
        header_rules: Vec::new(),
        header_groups: Vec::new(),
    };
    for (page, rendered) in site.pages.iter().zip(rendered) {
        put(
            &mut shelf,
            page.route.as_str(),
            Target::Page(rendered),
            sink,
        );
    }
    put_redirects(&mut shelf, site, sink);
    for (path, asset) in assets.into_iter().chain(styles) {
        put(&mut shelf, &path, Target::Asset(asset), sink);
    }
    if let Some((path, asset)) = sheet {
        let path = format!("{}{path}", site.base_path);
        put(&mut shelf, &path, Target::Asset(asset), sink);
    }
    put_interface(&mut shelf, site, bundle, effort, sink);
    put_static_files(&mut shelf, site, tree, effort, sink);
    // An author who looks at a page asks for none of what machines read, and seldom searches.
    if effort == Effort::None {
        drawn.iter_mut().for_each(|page| page.shell.clear());
        shelf.articles = drawn;
    } else {
        let outputs = OutputContext {
            site,
            tree,
            drawn: &drawn,
            icon: icon.as_deref(),
        };
        put_outputs(&mut shelf, &outputs, effort);
    }
    Ok(shelf)
}

/// What was elsewhere, or is no more.
fn put_redirects(shelf: &mut Shelf, site: &Site, sink: &mut Diagnostics) {
    for redirect in &site.redirects {
        let target = Target::Redirect {
            to: redirect.to.clone(),
            status: redirect.status,
        };
        put(shelf, redirect.from.as_str(), target, sink);
    }
    for route in &site.gone {
        put(shelf, route.as_str(), Target::Gone, sink);
    }
}

/// Where the rules lie by which browsers fetch ahead; the server names them to browsers.
const RULES_NAME: &str = "_bindery/rules.speculationrules";

/// Documents of this site that a reader reaches for, until the interface has started, which fetches payloads instead.
fn speculation_rules(base_path: &str) -> String {
    let not_hydrated = json!({"selector_matches": "html:not([data-has-hydrated]) a"});
    let own = json!({"href_matches": format!("{base_path}*")});
    let files = json!({"not": {"href_matches": format!("{base_path}assets/*")}});
    json!({
        "prefetch": [{
            "where": {"and": [own, files, not_hydrated]},
            "eagerness": "moderate",
        }],
    })
    .to_string()
}

fn search_index(site: &Site, drawn: &[DrawnPage], effort: Effort) -> Result<Vec<u8>, BuildError> {
    let index = match effort {
        Effort::None => search::outline(site),
        _ => search::build_index(site, drawn),
    };
    index.map_err(|fault| {
        let help = "set `page_path = false` in `[search]` to go without";
        BuildError::new(format!("cannot make the search index: {fault}"), help)
    })
}

/// The interface's own files, and the rules by which browsers fetch ahead.
fn put_interface(
    shelf: &mut Shelf,
    site: &Site,
    bundle: &Bundle,
    effort: Effort,
    sink: &mut Diagnostics,
) {
    for (path, bytes) in &bundle.assets {
        // The same for every profile and seldom changed: always worth the best effort.
        let asset = asset(path, CachePolicy::Immutable, Effort::Best, bytes.clone());
        let path = format!("{}{path}", site.base_path);
        put(shelf, &path, Target::Asset(asset), sink);
    }
    let rules = speculation_rules(&site.base_path).into_bytes();
    let rules = asset(RULES_NAME, CachePolicy::Revalidate, effort, rules);
    let path = format!("{}{RULES_NAME}", site.base_path);
    put(shelf, &path, Target::Asset(rules), sink);
}

/// The sheet of what style attributes said, linked on the pages that have any.
fn write_sheet(drawn: &mut [DrawnPage], effort: Effort) -> Option<(String, Asset)> {
    let rules: Rules = drawn.iter().flat_map(|page| page.rules.clone()).collect();
    if rules.is_empty() {
        return None;
    }
    let css = styles::sheet(&rules);
    let hash = blake3::hash(css.as_bytes()).to_hex();
    let path = format!("assets/inline-{}.css", &hash[..12]);
    for page in drawn.iter_mut().filter(|page| !page.rules.is_empty()) {
        page.styles.push(path.clone());
    }
    let asset = asset(&path, CachePolicy::Immutable, effort, css.into_bytes());
    Some((path, asset))
}

fn render_pages(
    context: &HtmlContext<'_>,
    drawn: &[DrawnPage],
    effort: Effort,
) -> Vec<RenderedPage> {
    let pages: Vec<&Page> = context.site.pages_to_render().collect();
    pages
        .par_iter()
        .zip(drawn)
        .map(|(page, drawn)| {
            let html = html::write_document(context, page, drawn);
            let payload = html::write_payload(context, page, drawn);
            RenderedPage {
                html: asset(
                    "page.html",
                    CachePolicy::Revalidate,
                    effort,
                    html.into_bytes(),
                ),
                payload: asset(
                    "page.json",
                    CachePolicy::Revalidate,
                    effort,
                    payload.into_bytes(),
                ),
                anchors: anchors(page),
                twin: None,
            }
        })
        .collect()
}

/// What `route!` may name behind a `#`: the ids of headings in order, then the other ids in the text.
fn anchors(page: &Page) -> Vec<String> {
    let headings = page.headings.iter().map(|heading| heading.id.clone());
    let mut anchors: Vec<String> = headings.collect();
    for slot in &page.slots {
        let others = assemble::ids_in(slot).into_iter();
        let others: Vec<String> = others.filter(|id| !anchors.contains(id)).collect();
        anchors.extend(others);
    }
    anchors
}

pub(super) fn asset(name: &str, cache: CachePolicy, effort: Effort, body: Vec<u8>) -> Asset {
    Asset {
        media_type: media_type(name),
        cache,
        effort,
        link: None,
        no_index: false,
        headers: 0,
        body,
    }
}

pub(super) fn put(shelf: &mut Shelf, path: &str, target: Target, sink: &mut Diagnostics) {
    if shelf.targets.contains_key(path) {
        sink.error(
            Code::DuplicateRoute,
            None,
            format!("two things are served at `{path}`"),
        )
        .help("rename the page, redirect or file of the content tree");
        return;
    }
    shelf.targets.insert(path.to_owned(), target);
}

fn put_static_files(
    shelf: &mut Shelf,
    site: &Site,
    tree: &SourceTree,
    effort: Effort,
    sink: &mut Diagnostics,
) {
    let hashed = format!("{}assets/", site.base_path);
    for (path, file) in &site.static_files {
        let file = tree.file(*file);
        // A site's own files may lie there, too, without a hash in their names.
        let is_hashed = path.as_str().starts_with(&hashed)
            && (path.as_str()).contains(&cache::short_hash(&file.bytes, 12));
        let policy = match is_hashed {
            true => CachePolicy::Immutable,
            false => CachePolicy::Revalidate,
        };
        let asset = asset(file.name(), policy, effort, file.bytes.to_vec());
        put(shelf, path.as_str(), Target::Asset(asset), sink);
    }
}

/// What machines read.
fn put_outputs(shelf: &mut Shelf, outputs: &OutputContext<'_>, effort: Effort) {
    let twins = output::twins(outputs);
    put_generated(shelf, output::make(outputs, &twins), effort);
    put_twins(shelf, outputs.site, twins);
}

/// What is there already, such as a file of `static/`, wins: its author knows better.
fn put_generated(shelf: &mut Shelf, files: Vec<GeneratedFile>, effort: Effort) {
    for file in files {
        let entry = shelf.targets.entry(file.path.to_string());
        entry.or_insert_with(|| Target::Asset(generated(file, effort)));
    }
}

fn generated(file: GeneratedFile, effort: Effort) -> Asset {
    Asset {
        media_type: file.media_type,
        cache: CachePolicy::Revalidate,
        effort,
        link: None,
        no_index: false,
        headers: 0,
        body: file.body,
    }
}

/// Puts each page's twin beside it and tells each of the other. Few readers ask for them, so that they are worth the
/// least effort: brotli 5 takes a fifteenth of the time of the pages' brotli 10.
fn put_twins(shelf: &mut Shelf, site: &Site, twins: Vec<Option<GeneratedFile>>) {
    for (page, twin) in site.pages.iter().zip(twins) {
        let Some(twin) = twin else {
            continue;
        };
        let path = twin.path.to_string();
        if shelf.targets.contains_key(&path) {
            continue;
        }
        let Some(Target::Page(rendered)) = shelf.targets.get_mut(page.route.as_str()) else {
            continue;
        };
        rendered.html.link = Some(format!(
            "<{path}>; rel=\"alternate\"; type=\"text/markdown\""
        ));
        rendered.twin = Some(path.clone());
        let asset = Asset {
            link: Some(format!("<{}>; rel=\"canonical\"", page.props.canonical)),
            no_index: page.props.no_index,
            ..generated(twin, Effort::Fast)
        };
        shelf.targets.insert(path, Target::Asset(asset));
    }
}

/// Makes a hashed file of each whole sidebar tree and puts its path into the pages that show it.
fn name_sidebars(site: &mut Site, effort: Effort) -> Vec<(String, Asset)> {
    let mut paths = BTreeMap::new();
    let mut assets = Vec::new();
    for (key, items) in &site.sidebars {
        let body = format!("{{\"items\":{}}}", html::to_json(items)).into_bytes();
        let hash = cache::short_hash(&body, 8);
        let path = format!("{}assets/sidebar-{key}-{hash}.json", site.base_path);
        let path = RoutePath::parse(&path).map_or(path, |path| path.to_string());
        let asset = asset("sidebar.json", CachePolicy::Immutable, effort, body);
        paths.insert(key, path.clone());
        assets.push((path, asset));
    }
    for page in &mut site.pages {
        if let Some(sidebar) = &mut page.props.sidebar
            && let Some(path) = paths.get(&sidebar.asset)
        {
            sidebar.asset.clone_from(path);
        }
    }
    assets
}

/// Markup that the browser will refuse is a warning at the page's source: it is seen by no reader.
fn report_refused(
    context: &HtmlContext<'_>,
    tree: &SourceTree,
    rendered: &[RenderedPage],
    sink: &mut Diagnostics,
) {
    let scripts = inline_scripts(context.bundle);
    let pages: Vec<&Page> = context.site.pages_to_render().collect();
    let found: Vec<Vec<String>> = rendered
        .par_iter()
        .map(|page| policy::violations(&String::from_utf8_lossy(&page.html.body), &scripts))
        .collect();
    for (page, violations) in pages.iter().zip(found) {
        for violation in violations {
            let span = page.source.map(|file| place_of(tree, file, &violation));
            let message = format!("{violation}, which the content security policy refuses");
            sink.warn(Code::RefusedMarkup, span, message)
                .help("use a class with a style sheet, or a component");
        }
    }
}

/// The attribute or element in the source, when it can be found there.
fn place_of(tree: &SourceTree, file: crate::source::FileId, violation: &str) -> Span {
    let quoted: Vec<&str> = violation.split('`').skip(1).step_by(2).collect();
    let words = match quoted.as_slice() {
        [_, attribute] if attribute.ends_with(':') => (*attribute).to_owned(),
        [_, attribute] => format!("{attribute}="),
        [element] => element.trim_end_matches('>').to_owned(),
        _ => "<script".to_owned(),
    };
    let found = tree.file(file).text.find(&words);
    found.map_or(Span::start_of(file), |at| {
        Span::new(file, at, at + words.len())
    })
}
