//! Makes the search index from the rendered articles.
//!
//! In: the site and its rendered pages, so that the text of components is found, too, and the index is never older than
//! the pages. Out: one byte string for all languages and versions (see [`bindery_format::search::layout`]), which the
//! server reads in place. Pure: the same pages give the same bytes.

mod fillers;
mod records;
mod sections;
mod write;

use crate::model::{PageKind, Site};
use crate::render::RenderedPage;
use bindery_format::search::text::tokens;
use rayon::prelude::*;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use write::IndexWriter;

/// Pages whose terms are in memory at once, several hundred bytes for each word of a section.
const PAGES_AT_ONCE: usize = 256;

/// An index without pages, which only has the settings of the search.
///
/// # Errors
/// As [`build_index`].
pub fn outline(site: &Site) -> Result<Vec<u8>, String> {
    match site.search.config.page_path {
        Some(_) => IndexWriter::default().finish(meta(site)),
        None => Ok(Vec::new()),
    }
}

/// The index of a site; empty when it has no search page.
///
/// # Errors
/// When there are more texts than an index can hold.
pub fn build_index(site: &Site, rendered: &[RenderedPage]) -> Result<Vec<u8>, String> {
    if site.search.config.page_path.is_none() {
        return Ok(Vec::new());
    }
    let config = &site.search.config;
    let mut names = records::names_of_redirects(site);
    records::add_names_of_synonyms(&mut names, site, config);
    let pages = site.pages.iter().zip(rendered);
    let found: Vec<_> = pages
        .filter(|(page, _)| records::is_found(page, site, config))
        .collect();
    let mut writer = IndexWriter::default();
    for some in found.chunks(PAGES_AT_ONCE) {
        let analysed: Vec<_> = some
            .par_iter()
            .map(|(page, rendered)| {
                let record = records::record(page, rendered, &names, site, config);
                let terms = write::analyse(&record);
                (record, terms)
            })
            .collect();
        for (record, terms) in analysed {
            writer.add(&record, terms)?;
        }
    }
    writer.finish(meta(site))
}

/// Whether a text of the interface belongs to the results.
fn is_of_results(id: &str) -> bool {
    id.starts_with("theme.SearchPage.") || id.starts_with("theme.SearchModal.noResultsScreen.")
}

/// The settings for the search engine and for the interface.
fn meta(site: &Site) -> Value {
    let config = &site.search.config;
    let pages = site
        .pages
        .iter()
        .filter(|page| page.kind == PageKind::Search);
    let pages: Map<String, Value> = pages
        .map(|page| (page.locale.clone(), page.route.as_str().into()))
        .collect();
    let contexts = site.search.contexts.iter().map(|context| {
        let versions: Map<String, Value> = context
            .versions
            .iter()
            .map(|(name, tag)| (name.clone(), tag.as_str().into()))
            .collect();
        json!({ "id": context.id, "last": context.last, "versions": versions })
    });
    // The server renders the search page for browsers without JavaScript with these strings.
    let messages: Map<String, Value> = site
        .props
        .iter()
        .map(|(locale, props)| {
            let own = props.messages.iter();
            let own = own.filter(|(id, _)| is_of_results(id));
            let own: Map<String, Value> = own
                .map(|(id, text)| (id.clone(), text.as_str().into()))
                .collect();
            (locale.clone(), own.into())
        })
        .collect();
    let own_fillers = config.fillers.iter().flat_map(|words| tokens(words));
    let own_fillers = own_fillers.map(|token| token.term);
    json!({
        "collection": config.collection,
        "messages": messages,
        "origin": site.url,
        "synonyms": config.synonyms,
        "fillers": fillers::fillers_by_locale(site.props.keys()),
        "own_fillers": own_fillers.collect::<BTreeSet<String>>(),
        "pages": pages,
        "client": {
            "engine": config.engine,
            "collection": config.collection,
            "nodes": config.nodes,
            "apiKey": config.api_key,
            "fallback": config.fallback,
            "contextual": config.contextual,
            "contexts": contexts.collect::<Vec<_>>(),
            "parameters": config.parameters,
            "externalUrlRegex": config.external_url_regex,
            "feedbackUrl": config.feedback_url,
        },
    })
}
