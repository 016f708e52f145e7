//! Collects everything that is served: the rendered pages, the interface's files, the site's own files, redirects, and
//! the files that Bindery generates for crawlers and feed readers.
//!
//! In: a rendered site and the bundle. Out: a [`SiteOutput`], in which each path has one target; a second one for the
//! same path is a diagnostic.

use super::document::{DocumentBundle, HtmlContext, static_files, write_documents};
use super::policy_sources::{foreign_sources, inline_scripts, script_hash};
use super::{GeneratedFile, OutputContext, OutputSources, page_styles, search, search_page};
use crate::diagnostic::{Code, Diagnostics};
use crate::error::BuildError;
use crate::html::styles::{self, Rules};
use crate::model::Site;
use crate::pack::compress::Effort;
use crate::pack::{Asset, CachePolicy, PageAssets, SiteOutput, Target};
use crate::render::{RenderedPage, Shell, bundle::UNHASHED};
use crate::system::cache;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Collects the output of a site; `pages` are the rendered ones, in the order of [`Site::pages_to_render`].
///
/// # Errors
/// When the search index cannot hold the site's texts.
pub fn collect_output(
    sources: &OutputSources<'_>,
    mut pages: Vec<RenderedPage>,
    sink: &mut Diagnostics,
) -> Result<SiteOutput, BuildError> {
    let site = sources.site;
    let sheets = add_style_sheets(sources, &mut pages);
    let context = HtmlContext {
        site: &site.shared_part(),
        static_files: &static_files(site, sources.tree),
        bundle: &DocumentBundle::of(sources.bundle),
        icon: site.favicon.as_deref(),
        has_search: search_page(&site.pages).is_some(),
    };
    let mut documents = write_documents(&context, sources, &pages, sink);
    // The documents have the shells now.
    pages
        .iter_mut()
        .for_each(|page| page.shell = Shell::default());
    let not_found = documents.split_off(site.pages.len());
    let mut output = empty_output(sources, &pages, not_found)?;
    for (page, document) in site.pages.iter().zip(documents) {
        let target = Target::Page(document);
        put(&mut output, page.route.as_str(), target, sink);
    }
    put_redirects(&mut output, site, sink);
    put_sidebars(&mut output, sources, sink);
    for (path, asset) in sheets {
        put(&mut output, &path, Target::Asset(asset), sink);
    }
    put_interface(&mut output, sources, sink);
    put_static_files(&mut output, sources, sink);
    if sources.effort == Effort::None {
        // A preview serves authors: no crawler asks for generated files, and the index is made with the first search.
        output.articles = pages;
    } else {
        let context = OutputContext {
            site,
            tree: sources.tree,
            rendered: &pages,
            icon: context.icon,
        };
        put_outputs(&mut output, &context, sources.effort);
    }
    Ok(output)
}

/// An output without targets; `not_found` are the documents for unknown paths, the default locale's last.
fn empty_output(
    sources: &OutputSources<'_>,
    pages: &[RenderedPage],
    mut not_found: Vec<PageAssets>,
) -> Result<SiteOutput, BuildError> {
    let site = sources.site;
    let default = not_found
        .pop()
        .expect("BUG: the not-found page is the last");
    let homes = site.not_found_below.iter().map(|(home, _)| home.clone());
    Ok(SiteOutput {
        targets: BTreeMap::new(),
        not_found: default,
        not_found_below: homes.zip(not_found).collect(),
        routes: Vec::new(),
        search: search_index(site, pages, sources.effort)?,
        articles: Vec::new(),
        build_id: sources.bundle.build_id.clone(),
        url: site.url.clone(),
        base_path: site.base_path.clone(),
        policy_sources: inline_scripts(sources.bundle)
            .into_iter()
            .map(script_hash)
            .chain(page_styles::foreign_origin(site))
            .chain(foreign_sources(site))
            .collect(),
        header_rules: Vec::new(),
        header_groups: Vec::new(),
    })
}

/// Adds to each page the sheets that only some pages need; gives the files to serve.
fn add_style_sheets(
    sources: &OutputSources<'_>,
    pages: &mut [RenderedPage],
) -> Vec<(String, Asset)> {
    let site = sources.site;
    // Each visit waits for them, and they are few.
    let effort = match sources.effort {
        Effort::Fast => Effort::Low,
        other => other,
    };
    let mut sheets = page_styles::add(site, sources.bundle, pages, effort);
    let inline = write_inline_sheet(pages, effort);
    sheets.extend(inline.map(|(path, asset)| (format!("{}{path}", site.base_path), asset)));
    sheets
}

fn put_sidebars(output: &mut SiteOutput, sources: &OutputSources<'_>, sink: &mut Diagnostics) {
    for file in sources.sidebars {
        let body = file.body.as_slice();
        let asset = Asset::new("sidebar.json", CachePolicy::Immutable, sources.effort, body);
        put(output, &file.path, Target::Asset(asset), sink);
    }
}

/// Redirects, and the paths that answer 410 Gone.
fn put_redirects(output: &mut SiteOutput, site: &Site, sink: &mut Diagnostics) {
    for redirect in &site.redirects {
        let target = Target::Redirect {
            to: redirect.to.clone(),
            status: redirect.status,
        };
        put(output, redirect.from.as_str(), target, sink);
    }
    for route in &site.gone {
        put(output, route.as_str(), Target::Gone, sink);
    }
}

/// The path of the speculation rules, by which browsers fetch pages ahead. The server names it in a header field.
const RULES_NAME: &str = "_bindery/rules.speculationrules";

/// Lets browsers fetch the site's documents ahead until the interface has hydrated; from then on it fetches payloads.
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

fn search_index(
    site: &Site,
    pages: &[RenderedPage],
    effort: Effort,
) -> Result<Vec<u8>, BuildError> {
    let index = match effort {
        Effort::None => search::outline(site),
        _ => search::build_index(site, pages),
    };
    index.map_err(|reason| {
        let help = "set `page_path = false` in `[search]` to go without";
        BuildError::new(format!("cannot make the search index: {reason}"), help)
    })
}

/// The interface's own files, and the speculation rules.
fn put_interface(output: &mut SiteOutput, sources: &OutputSources<'_>, sink: &mut Diagnostics) {
    let (site, effort) = (sources.site, sources.effort);
    for (path, bytes) in &sources.bundle.assets {
        let policy = match path.starts_with(UNHASHED) {
            true => CachePolicy::Revalidate,
            false => CachePolicy::Immutable,
        };
        // These bodies are the same in every profile and seldom change, so that the best effort is paid once.
        let asset = Asset::new(path, policy, Effort::Best, Arc::clone(bytes));
        let path = format!("{}{path}", site.base_path);
        put(output, &path, Target::Asset(asset), sink);
    }
    let rules = speculation_rules(&site.base_path).into_bytes();
    let rules = Asset::new(RULES_NAME, CachePolicy::Revalidate, effort, rules);
    let path = format!("{}{RULES_NAME}", site.base_path);
    put(output, &path, Target::Asset(rules), sink);
}

/// The sheet of the rules that replace style attributes, linked on the pages that have any.
fn write_inline_sheet(pages: &mut [RenderedPage], effort: Effort) -> Option<(String, Asset)> {
    let rules: Rules = pages.iter().flat_map(|page| page.rules.clone()).collect();
    if rules.is_empty() {
        return None;
    }
    let css = styles::sheet(&rules);
    let hash = blake3::hash(css.as_bytes()).to_hex();
    let path = format!("assets/inline-{}.css", &hash[..12]);
    for page in pages.iter_mut().filter(|page| !page.rules.is_empty()) {
        page.styles.push(path.clone());
    }
    let asset = Asset::new(&path, CachePolicy::Immutable, effort, css.into_bytes());
    Some((path, asset))
}

pub(super) fn put(output: &mut SiteOutput, path: &str, target: Target, sink: &mut Diagnostics) {
    if output.targets.contains_key(path) {
        sink.error(
            Code::DuplicateRoute,
            None,
            format!("two files have the path `{path}`"),
        )
        .help("rename the page, redirect or file of the content tree");
        return;
    }
    output.targets.insert(path.to_owned(), target);
}

fn put_static_files(output: &mut SiteOutput, sources: &OutputSources<'_>, sink: &mut Diagnostics) {
    let (site, tree, effort) = (sources.site, sources.tree, sources.effort);
    let hashed = format!("{}assets/", site.base_path);
    for (path, file) in &site.static_files {
        let file = tree.file(*file);
        // A site may have files of its own below `assets/`, without a hash in their names.
        let is_hashed = path.as_str().starts_with(&hashed)
            && (path.as_str()).contains(&cache::short_hash(&file.bytes, 12));
        let policy = match is_hashed {
            true => CachePolicy::Immutable,
            false => CachePolicy::Revalidate,
        };
        let asset = Asset::new(file.name(), policy, effort, Arc::clone(&file.bytes));
        put(output, path.as_str(), Target::Asset(asset), sink);
    }
}

/// The files for crawlers and feed readers, and the Markdown twins.
fn put_outputs(output: &mut SiteOutput, outputs: &OutputContext<'_>, effort: Effort) {
    let twins = super::twins(outputs);
    put_generated(output, super::make(outputs, &twins), effort);
    put_twins(output, outputs.site, twins, effort);
}

/// A target that is there already, such as a file of `static/`, takes precedence over a generated file.
fn put_generated(output: &mut SiteOutput, files: Vec<GeneratedFile>, effort: Effort) {
    for file in files {
        let entry = output.targets.entry(file.path.to_string());
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
        body: file.body.into(),
    }
}

/// Adds each page's Markdown twin; the `Link` fields of page and twin name each other. Few readers ask for twins, so
/// that a low effort is enough: brotli 5 takes a twentieth of the time of the pages' brotli 10.
fn put_twins(
    output: &mut SiteOutput,
    site: &Site,
    twins: Vec<Option<GeneratedFile>>,
    effort: Effort,
) {
    let effort = match effort {
        Effort::Fast => Effort::Fast,
        _ => Effort::Low,
    };
    for (page, twin) in site.pages.iter().zip(twins) {
        let Some(twin) = twin else {
            continue;
        };
        let path = twin.path.to_string();
        if output.targets.contains_key(&path) {
            continue;
        }
        let Some(Target::Page(rendered)) = output.targets.get_mut(page.route.as_str()) else {
            continue;
        };
        rendered.html.link = Some(format!(
            "<{path}>; rel=\"alternate\"; type=\"text/markdown\""
        ));
        rendered.twin = Some(path.clone());
        let asset = Asset {
            link: Some(format!("<{}>; rel=\"canonical\"", page.props.canonical)),
            no_index: page.props.no_index,
            ..generated(twin, effort)
        };
        output.targets.insert(path, Target::Asset(asset));
    }
}
