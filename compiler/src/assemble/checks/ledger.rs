//! Compares the site with its ledger: each published address must still be a page or a redirect, or be listed as gone.

use super::lost_causes::Causes;
use crate::assemble::context::LocaleContext;
use crate::assemble::links::{LinkReporter, Targets};
use crate::assemble::routes::{file_route, without_site_base};
use crate::diagnostic::{Code, Diagnostics, nearest};
use crate::ledger::{Address, Ledger, LostAddress, Published};
use crate::model::{PageKind, RoutePath, Site};
use crate::source::FileId;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The addresses that the site publishes.
pub(crate) fn published(context: &LocaleContext<'_>, targets: &Targets, site: &Site) -> Published {
    let mut published = Published::new();
    let inner = |route: &str| without_site_base(context, route).to_owned();
    for page in &site.pages {
        if page.kind == PageKind::NotFound {
            continue;
        }
        let headings = page.headings.iter().map(|heading| heading.id.clone());
        let address = Address {
            headings: headings.filter(|id| !id.is_empty()).collect(),
            anchors: targets.anchors(&page.route).map(Arc::clone),
            redirects_to: None,
        };
        published.insert(inner(page.route.as_str()), address);
    }
    for redirect in &site.redirects {
        let end = redirect.to.find(['?', '#']).unwrap_or(redirect.to.len());
        let to = &redirect.to[..end];
        let address = Address {
            redirects_to: Some(if to.starts_with('/') {
                inner(to)
            } else {
                to.to_owned()
            }),
            ..Address::default()
        };
        published.insert(inner(redirect.from.as_str()), address);
    }
    published
}

/// Reports lost addresses; returns the paths that the ledger lists as gone.
pub(crate) fn check_ledger(
    context: &LocaleContext<'_>,
    targets: &Targets,
    site: &Site,
    sink: &mut Diagnostics,
) -> Vec<RoutePath> {
    let Some(ledger) = Ledger::read(context.tree, sink) else {
        return Vec::new();
    };
    let published = &site.published;
    let lost = ledger.lost(published);
    if !lost.is_empty() {
        let reporter = LinkReporter::new(context, targets);
        let causes = Causes::new(context.tree, sink);
        let sources = sources_of_pages(context, site);
        for lost in &lost {
            let cause = match &lost.anchor {
                Some(_) => causes.of_file(sources.get(lost.path.as_str()).copied()),
                None => causes.of_path(&lost.path),
            };
            match &lost.anchor {
                Some(anchor) => report_anchor(lost, anchor, published, cause, sink),
                None => report_path(&reporter, lost, cause, sink),
            }
        }
    }
    gone_routes(context, targets, &ledger, published, sink)
}

/// The files of the pages by path without the base path.
fn sources_of_pages<'s>(context: &LocaleContext<'_>, site: &'s Site) -> BTreeMap<&'s str, FileId> {
    let pages = site.pages.iter();
    let source = |page: &'s crate::model::Page| {
        let path = without_site_base(context, page.route.as_str());
        Some((path, page.source?))
    };
    pages.filter_map(source).collect()
}

/// What to do first where an address may be lost because of another problem.
fn first_help(cause: &str) -> String {
    format!("correct the problem at `{cause}` first: the address may be back then")
}

fn report_path(
    reporter: &LinkReporter<'_>,
    lost: &LostAddress,
    cause: Option<String>,
    sink: &mut Diagnostics,
) {
    let path = &lost.path;
    let message = format!("`{path}` was published, and the site no longer has it");
    let problem = sink.warn(Code::LostPath, lost.span, message);
    if let Some(cause) = cause {
        problem.help(first_help(&cause));
        return;
    }
    problem.help(match reporter.likely_page(path) {
        Some(new) => format!(
            "did it become `{new}`? write `aliases: {path}` into its front matter, or `gone {path}` here"
        ),
        None => format!("redirect it in `site.toml`, or write `gone {path}` here"),
    });
}

fn report_anchor(
    lost: &LostAddress,
    anchor: &str,
    published: &Published,
    cause: Option<String>,
    sink: &mut Diagnostics,
) {
    let path = &lost.path;
    let message =
        format!("`{path}#{anchor}` was published, and `{path}` no longer has this heading");
    let problem = sink.warn(Code::LostAnchor, lost.span, message);
    if let Some(cause) = cause {
        problem.help(first_help(&cause));
        return;
    }
    let address = published.get(path);
    let to = address.and_then(|address| address.redirects_to.as_ref());
    let address = to.map_or(address, |to| published.get(to));
    let headings = address.into_iter().flat_map(|address| &address.headings);
    problem.help(match nearest(anchor, headings.map(String::as_str)) {
        Some(new) => format!(
            "did it become `#{new}`? write `heading_aliases: {{{anchor}: {new}}}` into the page's front matter, or \
             `gone {path}#{anchor}` here"
        ),
        None => format!(
            "keep it with `{{#{anchor}}}` behind its heading, or write `gone {path}#{anchor}` here"
        ),
    });
}

fn gone_routes(
    context: &LocaleContext<'_>,
    targets: &Targets,
    ledger: &Ledger,
    published: &Published,
    sink: &mut Diagnostics,
) -> Vec<RoutePath> {
    let mut routes = Vec::new();
    for (path, span) in ledger.gone_paths() {
        let Some(route) = file_route(context, path) else {
            sink.warn(
                Code::BadLedger,
                span,
                format!("`{path}` is not a valid path"),
            )
            .help("correct the path or delete the line");
            continue;
        };
        if published.contains_key(path) || targets.statics.contains_key(&route) {
            let message = format!("`{path}` is listed as gone, but the site has it");
            sink.warn(Code::BadLedger, span, message)
                .help("delete the line, or run `bindery ledger accept`, which does it");
            continue;
        }
        routes.push(route);
    }
    routes
}
