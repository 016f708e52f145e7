//! Runs all stages of a build: a content tree and the interface's sources in, a blob and its manifest out.
//!
//! Problems of the content never stop a stage. They are reported together at the end, and with an error among them
//! nothing is written. A file is replaced in one step, and only when its bytes change.

mod check_rendered_links;
mod checker;
mod content;
mod declarations;
mod documents;
mod functions;
mod import;
mod inputs_hash;
mod mdx;
mod mdx_components;
mod needs_node;
mod plugins;
mod preview;
mod report;
mod schemas;
mod sidebars;
mod stages;
mod summary;
mod write;

pub use checker::{CheckedSite, Checker, OpenTexts};
pub use content::bundle_data;
pub use declarations::declarations;
pub use import::{ImportedConfig, import_config};
pub use inputs_hash::InputsHash;
pub use mdx::EvaluatedTexts;
// For the compiler's own tests.
#[doc(hidden)]
pub use mdx::{ComparedDocument, compare_parsers};
pub use preview::{Preview, PreviewOutcome, PreviewSearch, PreviewSite};
pub use schemas::{Schema, schemas};
pub use summary::Summary;
pub use write::write_prebuilt;

use crate::config::{self, SiteConfig};
use crate::diagnostic::{self, Code, Diagnostic, Diagnostics, Severity, Shown};
use crate::docusaurus::{self, EvaluateOptions, Evaluated};
use crate::error::BuildError;
use crate::history;
use crate::model::Site;
use crate::pack::compress::Effort;
use crate::render::{Engine, Interface, bundle};
use crate::source::{self, SourceTree, Span};
use documents::DocumentParser;
use report::{Clock, to_groups, to_problems};
use stages::{StageInputs, Stores};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Inputs and outputs of a build.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// The content tree.
    pub content: PathBuf,
    /// The interface's folder (`ui`).
    pub ui: PathBuf,
    /// Whether the interface is bundled from that folder.
    pub interface: Interface,
    /// The folder of the blob and the manifest.
    pub out: PathBuf,
    /// The folder of the caches, shared by all profiles.
    pub cache: PathBuf,
    /// Hashed files of earlier releases, as `bindery assets carry` wrote them.
    pub carried: Option<PathBuf>,
    /// How hard bodies are compressed.
    pub effort: Effort,
    /// The folder of images and other files that are not compressed; without one they are in the blob.
    pub static_files: Option<PathBuf>,
    /// A bundle made elsewhere.
    pub prebuilt: Option<PathBuf>,
    /// The folder to write the bundle to, for other machines.
    pub prebuilt_out: Option<PathBuf>,
    /// The value of `BINDERY_DEV`, handed to rollup.
    pub dev: Option<String>,
    /// The JavaScript engine that renders.
    pub engine: Engine,
    /// Whether the report names durations; without them the binary is reproducible, too.
    pub timings: Timings,
}

/// Whether the report names durations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timings {
    /// The report names them.
    Shown,
    /// The report has none: `SOURCE_DATE_EPOCH` asks for a reproducible build.
    Hidden,
}

/// The result of a build.
#[derive(Clone, Debug)]
pub struct BuildOutcome {
    /// All problems of the content in order of place, as text.
    pub problems: Vec<Problem>,
    /// The problems that are not known, grouped by cause, worst first.
    pub groups: Vec<ProblemGroup>,
    /// The pages by what their problems cost them; `None` when there are none.
    pub summary: Option<Summary>,
    /// The manifest, when it was written or already up to date.
    pub manifest: Option<PathBuf>,
    /// The reason why the build stopped, unless the content has problems.
    pub error: Option<BuildError>,
    /// Git's files that change with every commit, when the site shows dates from its history.
    pub watched: Vec<PathBuf>,
    /// The hash of all that decided the result, if the same inputs always give the same result.
    pub inputs: Option<InputsHash>,
}

/// A problem of the content as text with its place and excerpt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Error, warning or note.
    pub severity: Severity,
    /// The message with its excerpt, several lines.
    pub text: String,
    /// Whether the tree's baseline lists it.
    pub is_known: bool,
}

/// Problems with the same cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProblemGroup {
    /// The kind of the problems.
    pub code: Code,
    /// The severity of the problems.
    pub severity: Severity,
    /// The number of the problems.
    pub count: usize,
    /// The first of them with their excerpts, and how many others there are.
    pub text: String,
}

/// Builds the site.
#[must_use]
pub fn build(options: &BuildOptions) -> BuildOutcome {
    build_unless(options, &|_| false).expect("BUG: no result was current")
}

/// Builds the site, unless `is_current` says that the result of the inputs with this hash is there; gives `None` then.
pub fn build_unless(
    options: &BuildOptions,
    is_current: &dyn Fn(&InputsHash) -> bool,
) -> Option<BuildOutcome> {
    let mut sink = Diagnostics::new();
    let mut clock = Clock::start();
    let reading = EvaluateOptions {
        content: &options.content,
        ui: &options.ui,
        cache: Some(&options.cache),
    };
    let SiteSource { mut tree, config } = read_site(reading, &mut sink);
    let stores = Stores::open(options);
    let watched = add_history(options, &stores, &config, &mut tree, &mut sink);
    let hash = inputs_hash::hash_inputs(options, &tree, &config, &sink);
    if hash.as_ref().is_some_and(is_current) {
        sink.discard();
        return None;
    }
    clock.lap("read");
    let inputs = StageInputs {
        options,
        stores: &stores,
        tree: &tree,
        config: &config,
        cache: None,
    };
    let (outcome, is_repeatable) = run_stages(&inputs, clock, sink);
    Some(BuildOutcome {
        watched,
        inputs: hash.filter(|_| is_repeatable),
        ..outcome
    })
}

/// Runs all stages and writes the result; also whether the same inputs give it again.
fn run_stages(
    inputs: &StageInputs<'_>,
    mut clock: Clock,
    mut sink: Diagnostics,
) -> (BuildOutcome, bool) {
    let built = stages::run(inputs, &mut clock, &mut sink);
    let list = final_list(sink, inputs.config);
    let has_error = list.iter().any(|one| one.severity == Severity::Error);
    let problems = to_problems(&list, inputs.tree);
    let groups = to_groups(&list, &problems, inputs.tree, Shown::First(1));
    let site = built.as_ref().ok().and_then(Option::as_ref);
    let summary = site.map(|built| Summary::of(&built.site, inputs.tree, &list));
    let is_repeatable = site.is_some_and(|built| inputs_hash::is_repeatable(built, &list));
    let result = match built {
        Ok(Some(built)) if !has_error => write::write(inputs, &built, &list, clock).map(Some),
        Ok(_) => Ok(None),
        Err(error) => Err(error),
    };
    let (manifest, error) = match result {
        Ok(manifest) => (manifest, None),
        Err(error) => (None, Some(error)),
    };
    let outcome = BuildOutcome {
        problems,
        groups,
        summary,
        manifest,
        error,
        watched: Vec::new(),
        inputs: None,
    };
    (outcome, is_repeatable)
}

/// Reads from git when files were last changed, if the site shows it; gives the files that change with every commit.
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

/// The result of a check.
#[derive(Clone, Debug)]
pub struct CheckOutcome {
    /// The tree, for the places of the problems.
    pub tree: SourceTree,
    /// All problems in order of place.
    pub problems: Vec<Diagnostic>,
    /// The site as far as it could be assembled.
    pub site: Site,
}

/// Only looks for problems: without a bundle, without rendering, without a cache. Node evaluates a Docusaurus configuration and
/// the texts that MDX is to read; that needs the folder of the interface's sources in `ui`, which may be empty otherwise.
#[must_use]
pub fn check(content: &Path, ui: &Path) -> CheckOutcome {
    let mut sink = Diagnostics::new();
    let reading = EvaluateOptions {
        content,
        ui,
        cache: None,
    };
    let SiteSource { tree, config } = read_site(reading, &mut sink);
    let components = content::component_names(&tree, None);
    let extended = functions::extend_config(&tree, &config, &components, reading, &mut sink);
    let config = extended.unwrap_or(config);
    let parser = DocumentParser::new(&tree, &config, &components, None, &mut sink);
    let site = functions::compile(&parser, reading, &mut sink);
    outcome(tree, &config, site, sink)
}

/// The result of [`check_bundled`].
#[derive(Debug)]
pub struct BundledCheck {
    /// The problems.
    pub outcome: CheckOutcome,
    /// The error of a build that cannot bundle at all.
    pub error: Option<BuildError>,
}

/// Checks as [`check`] does, and bundles the components that pages name, as [`build`] does, so that both find the same
/// problems. With a packed interface, which bundles nothing, it reports what only Node can bundle.
#[must_use]
pub fn check_bundled(options: &BuildOptions) -> BundledCheck {
    let mut sink = Diagnostics::new();
    let reading = EvaluateOptions {
        content: &options.content,
        ui: &options.ui,
        cache: Some(&options.cache),
    };
    let SiteSource { tree, config } = read_site(reading, &mut sink);
    let stores = Stores::open(options);
    let inputs = StageInputs {
        options,
        stores: &stores,
        tree: &tree,
        config: &config,
        cache: None,
    };
    let extended = stages::extend(&inputs, &mut sink);
    let inputs = inputs.with_config(extended.as_ref());
    let site = stages::compile(&inputs, &mut sink);
    let error = match options.interface {
        Interface::Packed(_) => stages::check_packed(&inputs, &site, &mut sink).err(),
        Interface::Folder if content::has_components(&site, &tree, inputs.config) => {
            stages::make_bundle(&inputs, &site, bundle::find_or_preview, &mut sink).err()
        }
        Interface::Folder => None,
    };
    BundledCheck {
        outcome: outcome(tree, &config, site, sink),
        error,
    }
}

/// Looks for the problems of a tree in memory; `components` are the names of the interface's components. Pure. For tests and
/// benchmarks: [`check`] reads a folder, and calls MDX for what the parser does not know.
#[doc(hidden)]
#[must_use]
pub fn check_tree(tree: SourceTree, components: &BTreeSet<String>) -> CheckOutcome {
    let mut sink = Diagnostics::new();
    let config = config::read_config(&tree, &mut sink);
    let site = content::compile(&tree, &config, components, &mut sink);
    outcome(tree, &config, site, sink)
}

fn outcome(tree: SourceTree, config: &SiteConfig, site: Site, sink: Diagnostics) -> CheckOutcome {
    let problems = final_list(sink, config);
    CheckOutcome {
        tree,
        problems,
        site,
    }
}

/// A tree and its configuration.
#[derive(Debug)]
pub struct SiteSource {
    /// The files.
    pub tree: SourceTree,
    /// The configuration.
    pub config: SiteConfig,
}

/// Reads a tree and its configuration: `site.toml`, else a Docusaurus configuration.
#[must_use]
pub fn read_site(reading: EvaluateOptions<'_>, sink: &mut Diagnostics) -> SiteSource {
    read_site_with(reading, &mut source::read_scope, sink)
}

/// Reads the files of a scope below a folder.
type ReadFiles<'r> = &'r mut dyn FnMut(&Path, &source::Scope, &mut Diagnostics) -> SourceTree;

/// Reads a tree and its configuration with a function that reads files.
fn read_site_with(
    reading: EvaluateOptions<'_>,
    read: ReadFiles<'_>,
    sink: &mut Diagnostics,
) -> SiteSource {
    let Some(name) = docusaurus::find_config(reading.content) else {
        let text = docusaurus::read_site_toml(reading.content);
        let scope = text.and_then(|text| docusaurus::scope_of_site_toml(&text));
        let tree = read(reading.content, &scope.unwrap_or_default(), sink);
        let config = config::read_config(&tree, sink);
        return SiteSource { tree, config };
    };
    match docusaurus::evaluate(reading, name) {
        Ok(evaluated) => {
            let scope = docusaurus::scope(&evaluated);
            let mut tree = read(reading.content, &scope, sink);
            let config = config::read_imported(&tree, &evaluated, sink);
            documents::preprocess::preprocess(&mut tree, &config, reading, sink);
            SiteSource { tree, config }
        }
        Err(error) => {
            let scope = docusaurus::scope(&Evaluated::default());
            let tree = read(reading.content, &scope, sink);
            let span = tree.find(name).map(|file| Span::start_of(file.id));
            sink.error(Code::BadConfig, span, error.message())
                .help(error.help());
            let config = config::without_config(&tree);
            SiteSource { tree, config }
        }
    }
}

/// All problems in order of place, with the severities that the site's configuration sets.
#[must_use]
pub fn final_list(sink: Diagnostics, config: &SiteConfig) -> Vec<Diagnostic> {
    let list = sink.into_sorted();
    // Without its configuration a Docusaurus site cannot be judged by the rules for Docusaurus sites.
    if !config.is_imported || config.is_broken {
        return diagnostic::apply_levels(list, &config.levels);
    }
    let list = diagnostic::excuse_links(diagnostic::soften(list));
    let mut list = diagnostic::apply_levels(list, &config.levels);
    // Docusaurus looks for the images of pages, not for those of its configuration.
    let is_unchecked = |one: &&mut Diagnostic| {
        one.code == Code::MissingImage && one.span.map(|span| span.file) == config.file
    };
    for problem in list.iter_mut().filter(is_unchecked) {
        problem.severity = Severity::Warning;
    }
    list
}

#[cfg(test)]
mod tests;
