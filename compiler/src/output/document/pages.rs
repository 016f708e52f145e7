//! Makes the documents and payloads of all pages. Those that did not change since the last build are taken from it.

use super::document_cache::StaticFiles;
use super::{HtmlContext, write_document, write_payload};
use crate::assemble;
use crate::diagnostic::{Code, Diagnostics};
use crate::html::policy::{self, Violation};
use crate::model::{Page, Site};
use crate::output::OutputSources;
use crate::output::policy_sources::inline_scripts;
use crate::pack::compress::Effort;
use crate::pack::{Asset, CachePolicy, PageAssets};
use crate::render::RenderedPage;
use crate::source::{FileId, SourceTree, Span};
use rayon::prelude::*;
use std::sync::Arc;

/// The bytes of all files that are served as they are.
pub(in crate::output) fn static_files(site: &Site, tree: &SourceTree) -> StaticFiles {
    let files = site.static_files.iter();
    files
        .map(|(path, file)| (path.clone(), Arc::clone(&tree.file(*file).bytes)))
        .collect()
}

/// The document and the payload of each page. Reports their markup that the content security policy refuses.
pub(in crate::output) fn write_documents(
    context: &HtmlContext<'_>,
    sources: &OutputSources<'_>,
    rendered: &[RenderedPage],
    sink: &mut Diagnostics,
) -> Vec<PageAssets> {
    let known = match sources.cache {
        Some(cache) => cache.find(context, rendered),
        None => vec![None; rendered.len()],
    };
    let scripts = inline_scripts(sources.bundle);
    let pages: Vec<&Page> = sources.site.pages_to_render().collect();
    let effort = sources.effort.for_documents(pages.len());
    let written: Vec<(PageAssets, Vec<Violation>)> = pages
        .par_iter()
        .zip(rendered)
        .zip(known)
        .map(|((page, rendered), known)| match known {
            Some(known) => (known, Vec::new()),
            None => {
                let assets = write_page(context, page, rendered, effort);
                let html = String::from_utf8_lossy(&assets.html.body);
                let violations = policy::violations(&html, &scripts);
                if let Some(cache) = sources.cache.filter(|_| violations.is_empty()) {
                    cache.insert(rendered, &assets);
                }
                (assets, violations)
            }
        })
        .collect();
    let documents = pages.into_iter().zip(written);
    let documents = documents.map(|(page, (assets, violations))| {
        report_refused(page, violations, sources.tree, sink);
        assets
    });
    documents.collect()
}

fn write_page(
    context: &HtmlContext<'_>,
    page: &Page,
    rendered: &RenderedPage,
    effort: Effort,
) -> PageAssets {
    let (html, shell) = write_document(context, page, rendered);
    let payload = write_payload(context, page, rendered).into_bytes();
    let html = Asset::new(
        "page.html",
        CachePolicy::Revalidate,
        effort,
        html.into_bytes(),
    );
    rendered.shell.move_into(&html.body, shell);
    PageAssets {
        html,
        payload: Asset::new(
            "page.json",
            CachePolicy::Revalidate,
            payload_effort(effort),
            payload,
        ),
        anchors: anchors(page).into(),
        twin: None,
        base: base(context.site, page),
    }
}

/// The effort for payloads, which browsers fetch ahead: those of a low effort are a twentieth larger, and take a thirtieth of
/// the time of a good one, which is a quarter of the time of a build.
fn payload_effort(effort: Effort) -> Effort {
    match effort {
        Effort::Large | Effort::Good | Effort::Full => Effort::Low,
        other => other,
    }
}

/// The path of the same page in the default locale; none for the pages of that locale.
fn base(site: &Site, page: &Page) -> Option<String> {
    let default = &site.not_found.locale;
    let mut alternates = page.alternates.iter();
    let original = alternates.find(|alternate| alternate.locale == *default)?;
    (page.locale != *default).then(|| original.route.to_string())
}

/// The fragments that `route!` accepts: the ids of headings in order, then the other ids in the text.
pub(crate) fn anchors(page: &Page) -> Vec<String> {
    let headings = page.headings.iter().map(|heading| heading.id.clone());
    let mut anchors: Vec<String> = headings.collect();
    for slot in &page.slots {
        let others = assemble::ids_in(slot).into_iter();
        let others: Vec<String> = others.filter(|id| !anchors.contains(id)).collect();
        anchors.extend(others);
    }
    anchors
}

/// Warns of markup of a page that the content security policy refuses: no reader would see its effect.
fn report_refused(
    page: &Page,
    violations: Vec<Violation>,
    tree: &SourceTree,
    sink: &mut Diagnostics,
) {
    for violation in violations {
        let span = page.source.map(|file| place_of(tree, file, &violation));
        let message = format!("{violation}, which the content security policy refuses");
        sink.warn(Code::RefusedMarkup, span, message)
            .help("use a class with a style sheet, or a component");
    }
}

/// The place of a violation in the source of its page, or the start of the file.
fn place_of(tree: &SourceTree, file: FileId, violation: &Violation) -> Span {
    let range = policy::find_in_markdown(violation, tree.file(file));
    range.map_or(Span::start_of(file), |range| {
        Span::new(file, range.start, range.end)
    })
}
