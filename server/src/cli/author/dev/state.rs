//! The site that `bindery dev` serves, and the diagnostics of its content.

use super::search_indexes::SearchIndexes;
use crate::search::Engine;
use crate::table::Site;
use bindery_compiler::diagnostic::Severity;
use bindery_compiler::driver::{PreviewOutcome, PreviewSite, Problem};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::{Arc, Mutex, MutexGuard};
use tokio::sync::watch;

/// Shared by the thread that builds and those that answer requests.
#[derive(Debug, Default)]
pub(super) struct State {
    current: Mutex<Current>,
    /// The search indexes of the sites.
    pub(super) search: Arc<SearchIndexes>,
    builds: watch::Sender<BuildEvent>,
}

/// What open pages are informed of after each build.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct BuildEvent {
    /// The number of the build.
    pub(super) build: u64,
    /// The hash of scripts and styles; `None` before the first site.
    pub(super) bundle: Option<String>,
}

#[derive(Debug, Default)]
struct Current {
    site: Option<Arc<Site>>,
    /// Incremented with every build.
    version: u64,
    problems: Vec<Problem>,
    /// The file of each page.
    sources: BTreeMap<String, String>,
    /// The reason why the last build stopped, unless the content has problems.
    error: Option<String>,
    strings: Interned,
}

/// Strings that live as long as the process, each once. A table borrows its strings, which are mostly those of the table before.
#[derive(Debug, Default)]
struct Interned(HashSet<&'static str>);

impl Interned {
    fn get(&mut self, value: String) -> &'static str {
        if let Some(known) = self.0.get(value.as_str()) {
            return known;
        }
        let leaked: &'static str = Box::leak(value.into_boxed_str());
        self.0.insert(leaked);
        leaked
    }
}

impl State {
    fn lock(&self) -> MutexGuard<'_, Current> {
        (self.current.lock()).expect("BUG: a thread of `dev` panicked")
    }

    /// The event of the last build, and those that follow.
    pub(super) fn builds(&self) -> watch::Receiver<BuildEvent> {
        self.builds.subscribe()
    }

    /// The last site that was built.
    pub(super) fn site(&self) -> Option<Arc<Site>> {
        self.lock().site.clone()
    }

    /// Stores the result of a build.
    pub(super) fn replace(&self, previewed: PreviewOutcome) {
        let mut current = self.lock();
        current.version += 1;
        let mut problems = previewed.problems;
        problems.retain(|problem| !problem.is_known);
        std::mem::swap(&mut current.problems, &mut problems);
        let mut sources = previewed.sources;
        if !sources.is_empty() {
            std::mem::swap(&mut current.sources, &mut sources);
        }
        let mut old = None;
        let error = previewed.error;
        current.error = error.map(|error| format!("error: {error}"));
        if let Some(PreviewSite { parts, table }) = previewed.site {
            let strings = &mut current.strings;
            let table = table.map(&mut |string| strings.get(string));
            let site = Site::shared(table, parts);
            let outline = site.stored(&site.search);
            let outline = outline.and_then(|bytes| Engine::open_copy(bytes).ok());
            let outline = outline.filter(|_| previewed.search.is_some());
            let search = previewed.search;
            let build = move || match search {
                Some(search) => search.index(),
                None => Err("BUG: the site has no texts".to_owned()),
            };
            old = Some((
                self.search.replace(outline, Box::new(build)),
                current.site.replace(Arc::new(site)),
            ));
        }
        let event = BuildEvent {
            build: current.version,
            bundle: (current.site.as_ref()).map(|site| site.build_id.to_owned()),
        };
        drop(current);
        self.builds.send_replace(event);
        // Freeing the last build takes long, and the open pages need not wait for it.
        drop((old, problems, sources));
    }

    /// The state for the overlay, as JSON.
    pub(super) fn to_json(&self) -> Value {
        let current = self.lock();
        let problems = current.problems.iter().map(|problem| {
            let severity = match problem.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            };
            json!({ "severity": severity, "text": problem.text })
        });
        let error = current.error.iter();
        let error = error.map(|text| json!({ "severity": "error", "text": text }));
        let files: BTreeSet<&str> = current
            .problems
            .iter()
            .filter_map(|problem| problem.text.split(':').next())
            .collect();
        let sources = current.sources.iter();
        let sources: BTreeMap<_, _> = sources
            .filter(|(_, file)| files.contains(file.as_str()))
            .collect();
        json!({
            "version": current.version,
            "site": current.site.as_ref().map(|site| site.content_hash),
            "problems": error.chain(problems).collect::<Vec<_>>(),
            "sources": sources,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Weak;

    fn outcome(number: usize) -> PreviewOutcome {
        let fixture = bindery_fixture::build_site("/", |blob| {
            let text = format!("<p>{number}</p>");
            let resource = blob.resource("text/html; charset=utf-8", &text);
            vec![("/a", crate::table::Target::Asset(resource))]
        });
        PreviewOutcome {
            problems: Vec::new(),
            groups: Vec::new(),
            summary: None,
            sources: BTreeMap::new(),
            site: Some(PreviewSite {
                parts: vec![fixture.blob.into()],
                table: fixture.index.map(&mut str::to_owned),
            }),
            search: None,
            is_bundling: false,
            error: None,
        }
    }

    #[test]
    fn only_the_last_site_and_those_in_use_are_alive() {
        let state = State::default();
        let mut sites: Vec<Weak<Site>> = Vec::new();
        let mut in_use = None;
        for number in 0..1000 {
            state.replace(outcome(number));
            let site = state.site().unwrap();
            sites.push(Arc::downgrade(&site));
            if number == 500 {
                in_use = Some(site);
            }
        }
        let alive = || sites.iter().filter(|site| site.strong_count() > 0).count();
        assert_eq!(alive(), 2);
        let old = in_use.take().unwrap();
        let body = old.table.lookup("/a").map(|entry| &entry.target);
        let Some(crate::table::Target::Asset(resource)) = body else {
            panic!("no file");
        };
        let bytes = old.bytes(resource, &resource.identity).unwrap();
        drop(old);
        assert_eq!(alive(), 1);
        assert_eq!(&*bytes, b"<p>500</p>", "a response keeps its bytes");
        // Paths, media types and the like are those of the first table.
        assert!(state.lock().strings.0.len() < 2 * 1000 + 50);
    }
}
