//! Builds a tree again and again in one process, for `bindery dev`.
//!
//! The stages are those of a build, but bodies are not compressed, drafts are shown, and problems of the content do not
//! stop the build: the author sees the site and its problems.

use super::report::Clock;
use super::stages::{self, BuildCache, StageInputs, Stores};
use super::{
    BuildOptions, Problem, ProblemGroup, SiteSource, Summary, final_list, read_site_with,
    to_groups, to_problems,
};
use crate::diagnostic::{Diagnostics, Shown};
use crate::docusaurus::EvaluateOptions;
use crate::error::BuildError;
use crate::model::Site;
use crate::output::search;
use crate::pack::compress::Effort;
use crate::pack::{self, Asset, BodyHashes, SiteOutput, StaticStorage, Target};
use crate::render::RenderedPage;
use crate::source::{self, ChangedPaths, FileCache, Scope, SourceTree};
use bindery_format::table::SiteTable;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// The state that stays in memory from one build to the next.
#[derive(Debug)]
pub struct Preview {
    options: BuildOptions,
    stores: Stores,
    cache: BuildCache,
    files: Mutex<FileCache>,
    hashes: BodyHashes,
}

/// Problems of a group that a preview writes.
const SHOWN_PROBLEMS: usize = 3;

/// The result of a preview's build.
#[derive(Clone, Debug)]
pub struct PreviewOutcome {
    /// All problems of the content in order of place.
    pub problems: Vec<Problem>,
    /// The problems that are not known, grouped by cause, worst first.
    pub groups: Vec<ProblemGroup>,
    /// The pages by what their problems cost them; `None` when there are none.
    pub summary: Option<Summary>,
    /// The file of each page by the page's path, as messages name it.
    pub sources: BTreeMap<String, String>,
    /// The site; `None` when there is no page, or nothing can render.
    pub site: Option<PreviewSite>,
    /// The texts to search; the blob only has the settings of the search.
    pub search: Option<PreviewSearch>,
    /// Whether components have changed since the bundle that this site has; the next one is being made.
    pub is_bundling: bool,
    /// The reason why the build stopped, or why the site has an old bundle, unless the content has problems.
    pub error: Option<BuildError>,
}

/// A site to serve.
#[derive(Clone, Debug)]
pub struct PreviewSite {
    /// The blob, all bodies and then the index, in parts of which each body is one. What did not change is shared with the
    /// sites of earlier builds.
    pub parts: Vec<Arc<[u8]>>,
    /// What the index has.
    pub table: SiteTable<String>,
}

/// The input of the search index. The index is made at the first search, because it takes longer than the rest of a
/// build.
#[derive(Clone, Debug)]
pub struct PreviewSearch {
    site: Site,
    rendered: Vec<RenderedPage>,
}

impl PreviewSearch {
    fn new(mut site: Site, rendered: Vec<RenderedPage>) -> Self {
        site.pages.iter_mut().for_each(|page| page.slots.clear());
        PreviewSearch { site, rendered }
    }

    /// The index.
    ///
    /// # Errors
    /// When there are more texts than an index can hold.
    pub fn index(&self) -> Result<Vec<u8>, String> {
        search::build_index(&self.site, &self.rendered)
    }
}

impl Preview {
    /// A preview that has built nothing yet.
    #[must_use]
    pub fn new(options: BuildOptions) -> Preview {
        Preview {
            stores: Stores::open(&options),
            options,
            cache: BuildCache::default(),
            files: Mutex::default(),
            hashes: BodyHashes::default(),
        }
    }

    /// Sets the function that is called when a bundle that a build did not wait for is done, or cannot be made.
    pub fn on_bundled(&self, then: impl Fn() + Send + Sync + 'static) {
        self.cache.bundler.set_on_end(then);
    }

    /// Builds the tree as it is now. An edit of a component shows with the build after its bundle.
    #[must_use]
    pub fn build(&self) -> PreviewOutcome {
        self.build_changed(&ChangedPaths::Any)
    }

    /// Builds again after a failure of the machine: what could not be bundled is bundled again.
    #[must_use]
    pub fn build_after_failure(&self) -> PreviewOutcome {
        self.cache.bundler.forget_failure();
        self.build()
    }

    /// The same, if it is known what may have changed since the last build.
    #[must_use]
    pub fn build_changed(&self, changed: &ChangedPaths) -> PreviewOutcome {
        let mut clock = Clock::start();
        let mut sink = Diagnostics::new();
        let reading = EvaluateOptions {
            content: &self.options.content,
            ui: &self.options.ui,
            cache: Some(&self.options.cache),
        };
        let mut files = self.files.lock().expect("BUG: a build panicked");
        let mut read = |root: &Path, scope: &Scope, sink: &mut Diagnostics| {
            source::read_again(root, scope, &mut files, changed, sink)
        };
        let SiteSource { tree, mut config } = read_site_with(reading, &mut read, &mut sink);
        config.shows_drafts = true;
        let inputs = StageInputs {
            options: &self.options,
            stores: &self.stores,
            tree: &tree,
            config: &config,
            cache: Some(&self.cache),
        };
        let built = match config.is_broken {
            // A site without its configuration would have other routes and another look.
            true => Ok(None),
            false => stages::run(&inputs, &mut clock, &mut sink),
        };
        let list = final_list(sink, &config);
        let problems = to_problems(&list, &tree);
        let site = built.as_ref().ok().and_then(Option::as_ref);
        let mut outcome = PreviewOutcome {
            groups: to_groups(&list, &problems, &tree, Shown::First(SHOWN_PROBLEMS)),
            summary: site.map(|built| Summary::of(&built.site, &tree, &list)),
            problems,
            sources: site.map_or_else(BTreeMap::new, |built| sources_of(&built.site, &tree)),
            site: None,
            search: None,
            is_bundling: false,
            error: None,
        };
        match built {
            Ok(Some(mut built)) => {
                match self.pack(&mut built.output) {
                    Ok(site) => {
                        outcome.error = self.cache.bundler.failure();
                        outcome.is_bundling = self.cache.bundler.is_running();
                        outcome.site = Some(site);
                        let articles = std::mem::take(&mut built.output.articles);
                        outcome.search = Some(PreviewSearch::new(built.site, articles));
                    }
                    Err(error) => outcome.error = Some(error),
                }
                drop_later((built.output, built.bundle));
            }
            Ok(None) => {}
            Err(error) => outcome.error = Some(error),
        }
        drop_later((tree, config, list));
        outcome
    }

    fn pack(&self, output: &mut SiteOutput) -> Result<PreviewSite, BuildError> {
        for asset in assets(output) {
            asset.effort = Effort::None;
        }
        let encoded = pack::encode_assets(output, &self.stores.encodings);
        let storage = StaticStorage::Embedded;
        let pack = pack::pack_assets(&encoded, "", storage, &self.hashes).map_err(|error| {
            let help = "this is a bug in Bindery; rename one of the pages meanwhile";
            BuildError::new(format!("cannot make the route table: {error}"), help)
        })?;
        Ok(PreviewSite {
            parts: pack.blob.to_shared(),
            table: pack.table,
        })
    }
}

/// Frees what a build made while its result is served: authors wait for that.
fn drop_later(value: impl Send + 'static) {
    rayon::spawn(move || drop(value));
}

/// The file of each page, under the folder that was read.
fn sources_of(site: &Site, tree: &SourceTree) -> BTreeMap<String, String> {
    let pages = site.pages.iter().filter_map(|page| {
        let file = tree.root.join(&tree.file(page.source?).path);
        Some((page.route.to_string(), file.display().to_string()))
    });
    pages.collect()
}

/// Every body on a output.
fn assets(output: &mut SiteOutput) -> impl Iterator<Item = &mut Asset> {
    let not_found = [&mut output.not_found.html, &mut output.not_found.payload];
    let targets = output.targets.values_mut().flat_map(|target| match target {
        Target::Page(page) => vec![&mut page.html, &mut page.payload],
        Target::Asset(asset) => vec![asset],
        _ => Vec::new(),
    });
    not_found.into_iter().chain(targets)
}

#[cfg(test)]
mod tests;
