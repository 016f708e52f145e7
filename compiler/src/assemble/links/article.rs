//! Makes the article of a page from its document: links and images resolved and filled in.

use super::article_cache::{Article, CachedArticles};
use super::body::{fill, resolve_document};
use super::body_wrapper::BodyWrapper;
use super::link::Origin;
use super::resolve::Linker;
use crate::diagnostic::Diagnostics;
use crate::document::Document;
use crate::model::Slot;
use std::sync::Arc;

/// The article of the page at `origin`, from the cache if nothing that it was made of has changed.
pub(crate) fn make_article(
    linker: &mut Linker<'_>,
    origin: &Origin<'_>,
    document: Arc<Document>,
    wrapper: BodyWrapper,
    sink: &mut Diagnostics,
) -> Slot {
    let cached = linker.articles;
    let known = cached.and_then(|one| one.cache.find(one.reuse, origin, &document, &wrapper));
    if let Some(known) = known {
        linker.results.add_article(&known.results);
        sink.extend(known.problems.iter().cloned());
        return known.slot.clone();
    }
    let outer = std::mem::take(linker.results);
    let start = linker.recorder.len();
    let mut problems = Diagnostics::new();
    // It is a copy only where a cache has the document, too.
    let mut own = Arc::unwrap_or_clone(Arc::clone(&document));
    let attributes = resolve_document(linker, origin, &mut own, &mut problems);
    let slot = Slot::from(fill(wrapper.around(own.body), &attributes));
    let results = Arc::new(std::mem::replace(linker.results, outer));
    linker.results.add_article(&results);
    let reads = linker.recorder.since(start);
    linker.recorder.truncate(start);
    if let Some(CachedArticles { cache, .. }) = cached {
        let article = Article {
            document,
            is_folder: origin.is_folder,
            wrapper,
            slot: slot.clone(),
            problems: problems.iter().cloned().collect(),
            results,
            reads,
        };
        cache.insert(linker.context.tree, origin, article);
    }
    sink.absorb(problems);
    slot
}
