//! Runs all stages: a content tree and an interface in, a blob and its manifest out.
//!
//! Problems of the content never stop a stage; all are reported together, and with an error among them nothing is
//! written. What is written is written whole, and only when it differs from what is there.

mod content;
mod preview;
mod report;
mod write;

pub use content::site_facts;
pub use preview::{Preview, Previewed, PreviewedSearch};
pub use write::write_prebuilt;

use self::report::Clock;
use crate::assemble;
use crate::config::{self, SiteConfig};
use crate::diagnostic::{self, Code, Diagnostic, Diagnostics, KnownFaults, Severity};
use crate::docusaurus::{self, EvaluateOptions, Evaluated};
use crate::error::BuildError;
use crate::history;
use crate::model::Site;
use crate::output::{self, carried_files, image_copies};
use crate::pack::Shelf;
use crate::pack::compress::Effort;
use crate::pack::headers;
use crate::render::bundle::{self, Bundle, BundleOptions};
use crate::render::{Engine, PrerenderOptions};
use crate::source::{self, SourceTree, Span};
use crate::system::cache::Cache;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What is built from where.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// The content tree.
    pub content: PathBuf,
    /// The interface's folder (`ui`).
    pub ui: PathBuf,
    /// Where blob and manifest go.
    pub out: PathBuf,
    /// What is kept between builds, of all profiles.
    pub cache: PathBuf,
    /// Hashed files of earlier releases, as `bindery assets carry` wrote them.
    pub carried: Option<PathBuf>,
    /// How hard bodies are compressed.
    pub effort: Effort,
    /// A bundle made elsewhere.
    pub prebuilt: Option<PathBuf>,
    /// Where to put a bundle for use elsewhere.
    pub prebuilt_out: Option<PathBuf>,
    /// The value of `BINDERY_DEV`, handed to rollup.
    pub dev: Option<String>,
    /// Who draws.
    pub engine: Engine,
    /// Whether the seconds go into the report; without them the binary is reproducible, too.
    pub timings: Timings,
}

/// Whether the report names seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timings {
    /// It does.
    Shown,
    /// It does not: `SOURCE_DATE_EPOCH` asks for a reproducible build.
    Hidden,
}

/// What became of a build.
#[derive(Clone, Debug)]
pub struct BuildOutcome {
    /// All problems of the content in order of place, as text.
    pub problems: Vec<Problem>,
    /// The manifest, when it was written or already there as it should be.
    pub manifest: Option<PathBuf>,
    /// Why the build could not go on.
    pub fault: Option<BuildError>,
    /// Git's files that change with every commit, when the site tells dates out of its history.
    pub watched: Vec<PathBuf>,
}

/// A problem of the content as text with its place and excerpt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// How bad.
    pub severity: Severity,
    /// Several lines.
    pub text: String,
    /// Whether the tree's ratchet knows it.
    pub is_known: bool,
}

/// Builds the site.
#[must_use]
pub fn build(options: &BuildOptions) -> BuildOutcome {
    let mut sink = Diagnostics::new();
    let mut clock = Clock::start();
    let reading = EvaluateOptions {
        content: &options.content,
        ui: &options.ui,
        cache: Some(&options.cache),
    };
    let (mut tree, config) = read_site(reading, &mut sink);
    let stores = Stores::open(options);
    let watched = add_history(options, &stores, &config, &mut tree, &mut sink);
    clock.lap("read");
    let made = make(options, &stores, &tree, &config, &mut clock, &mut sink);
    let list = final_list(sink, &config);
    let is_faulty = list.iter().any(|one| one.severity == Severity::Error);
    let problems = to_problems(&list, &tree);
    let result = match made {
        Ok(Some(made)) if !is_faulty => {
            write::write(options, &stores, &made, &list, clock).map(Some)
        }
        Ok(_) => Ok(None),
        Err(fault) => Err(fault),
    };
    let (manifest, fault) = match result {
        Ok(manifest) => (manifest, None),
        Err(fault) => (None, Some(fault)),
    };
    BuildOutcome {
        problems,
        manifest,
        fault,
        watched,
    }
}

/// Asks git when files were last changed, if the site tells it; gives what changes with every commit.
fn add_history(
    options: &BuildOptions,
    stores: &Stores,
    config: &SiteConfig,
    tree: &mut SourceTree,
    sink: &mut Diagnostics,
) -> Vec<PathBuf> {
    if !history::is_needed(config) {
        return Vec::new();
    }
    let logs = options.cache.join("logs");
    let read = history::read_history(&options.content, &stores.histories, &logs, sink);
    tree.history = read.history;
    read.watched
}

/// What became of a check.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The tree, for the places of the problems.
    pub tree: SourceTree,
    /// All problems in order of place.
    pub problems: Vec<Diagnostic>,
    /// The site as far as it could be assembled.
    pub site: Site,
}

/// Only looks for problems: no bundle, no drawing, nothing written.
#[must_use]
pub fn check(content: &Path, ui: &Path) -> Checked {
    let mut sink = Diagnostics::new();
    let reading = EvaluateOptions {
        content,
        ui,
        cache: None,
    };
    let (tree, config) = read_site(reading, &mut sink);
    let components = content::component_names(&tree, ui, None);
    check_read(tree, &config, &components, sink)
}

/// Looks for the problems of a tree in memory; `components` are the names of the interface's components. Pure.
#[must_use]
pub fn check_tree(tree: SourceTree, components: &BTreeSet<String>) -> Checked {
    let mut sink = Diagnostics::new();
    let config = config::read_config(&tree, &mut sink);
    check_read(tree, &config, components, sink)
}

fn check_read(
    tree: SourceTree,
    config: &SiteConfig,
    components: &BTreeSet<String>,
    mut sink: Diagnostics,
) -> Checked {
    let site = content::compile(&tree, config, components, &mut sink);
    let problems = final_list(sink, config);
    Checked {
        tree,
        problems,
        site,
    }
}

/// Reads a tree and what it says of itself: in `site.toml`, else in a Docusaurus configuration.
#[must_use]
pub fn read_site(reading: EvaluateOptions<'_>, sink: &mut Diagnostics) -> (SourceTree, SiteConfig) {
    let Some(name) = docusaurus::find_config(reading.content) else {
        let tree = source::read_tree(reading.content, sink);
        let config = config::read_config(&tree, sink);
        return (tree, config);
    };
    match docusaurus::evaluate(reading, name) {
        Ok(evaluated) => {
            let scope = docusaurus::scope(&evaluated);
            let tree = source::read_scope(reading.content, &scope, sink);
            let config = config::read_imported(&tree, &evaluated, sink);
            (tree, config)
        }
        Err(fault) => {
            let scope = docusaurus::scope(&Evaluated::default());
            let tree = source::read_scope(reading.content, &scope, sink);
            let span = tree.find(name).map(|file| Span::start_of(file.id));
            sink.error(Code::BadConfig, span, fault.message())
                .help(fault.help());
            let config = config::without_config(&tree);
            (tree, config)
        }
    }
}

/// All problems in order of place, as bad as the site's configuration has them.
#[must_use]
pub fn final_list(sink: Diagnostics, config: &SiteConfig) -> Vec<Diagnostic> {
    let list = sink.into_sorted();
    // Without its configuration a site of Docusaurus is none.
    if !config.is_imported || config.is_broken {
        return diagnostic::apply_levels(list, &config.levels);
    }
    let mut list = diagnostic::apply_levels(diagnostic::soften(list), &config.levels);
    // Docusaurus looks for the pictures of pages, not for those of its configuration.
    let is_unchecked = |one: &&mut Diagnostic| {
        one.code == Code::MissingImage && one.span.map(|span| span.file) == config.file
    };
    for problem in list.iter_mut().filter(is_unchecked) {
        problem.severity = Severity::Warning;
    }
    list
}

/// What is kept between builds.
#[derive(Debug)]
struct Stores {
    drawings: Cache,
    encodings: Cache,
    pictures: Cache,
    histories: Cache,
    shipped: Option<Cache>,
}

impl Stores {
    fn open(options: &BuildOptions) -> Self {
        Stores {
            drawings: Cache::open(&options.cache.join("drawings")),
            encodings: Cache::open(&options.cache.join("encodings")),
            pictures: Cache::open(&options.cache.join("pictures")),
            histories: Cache::open(&options.cache.join("histories")),
            shipped: options
                .prebuilt
                .as_ref()
                .map(|folder| Cache::open(&folder.join(DRAWINGS_FOLDER))),
        }
    }
}

/// Where a prebuilt bundle has its drawings.
const DRAWINGS_FOLDER: &str = "render";

/// Everything that is to be written.
struct Made {
    site: Site,
    bundle: Bundle,
    shelf: Shelf,
}

/// All stages up to the bodies; `None` when there is no page to bind.
fn make(
    options: &BuildOptions,
    stores: &Stores,
    tree: &SourceTree,
    config: &SiteConfig,
    clock: &mut Clock,
    sink: &mut Diagnostics,
) -> Result<Option<Made>, BuildError> {
    let prebuilt = options.prebuilt.as_deref();
    let components = content::component_names(tree, &options.ui, prebuilt);
    let mut site = content::compile(tree, config, &components, sink);
    clock.lap("compile");
    if site.pages.iter().all(|page| page.source.is_none()) {
        return Ok(None);
    }
    let modules = content::imported_modules(&site);
    let facts = content::site_facts(config, &modules);
    let bundle_options = BundleOptions {
        ui: &options.ui,
        components: &options.content.join("components"),
        tree: &options.content,
        modules: &modules,
        site: &facts,
        cache: &options.cache,
        prebuilt,
        dev: options.dev.as_deref(),
    };
    let bundle = bundle::run_rollup(&bundle_options, sink)?;
    content::report_components(&bundle, (&site, tree), sink);
    clock.lap("bundle");
    let drawing = PrerenderOptions {
        cache: &stores.drawings,
        shipped: stores.shipped.as_ref(),
        logs: &options.cache.join("logs"),
        engine: options.engine,
    };
    let mut shelf = output::bind(&mut site, tree, &bundle, &drawing, options.effort, sink)?;
    image_copies::put_copies(&mut shelf, &site, tree, &stores.pictures, sink);
    if let Some(folder) = &options.carried {
        carried_files::put_carried(&mut shelf, folder, options.effort, sink);
    }
    shelf.policy_sources.extend(config.policy.iter().cloned());
    headers::apply(config, &mut shelf, sink);
    shelf.routes = assemble::routes_json(&site, tree).to_string().into_bytes();
    clock.lap("draw");
    Ok(Some(Made {
        site,
        bundle,
        shelf,
    }))
}

fn to_problems(list: &[Diagnostic], tree: &SourceTree) -> Vec<Problem> {
    let ratcheted = KnownFaults::of(tree).compare(list, tree);
    let list = list.iter().zip(ratcheted.is_known);
    let problems = list.map(|(one, is_known)| Problem {
        severity: one.severity,
        text: diagnostic::render(one, tree),
        is_known,
    });
    problems.collect()
}

#[cfg(test)]
mod tests;
