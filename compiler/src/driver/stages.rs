//! The stages from a source tree to everything that is served, in their order.

use super::check_rendered_links::{Completeness, LinkCache, RenderedLinks};
use super::documents::{DocumentParser, ParseCache, TextCache};
use super::report::Clock;
use super::{BuildOptions, content, functions, needs_node};
use crate::assemble;
use crate::config::SiteConfig;
use crate::diagnostic::Diagnostics;
use crate::docusaurus::EvaluateOptions;
use crate::error::BuildError;
use crate::model::Site;
use crate::output::{
    self, DocumentCache, OutputSources, carried_files, image_copies, math_font, shown_hosts,
};
use crate::pack::compress::Effort;
use crate::pack::{SiteOutput, headers};
use crate::render::bundle::{self, BackgroundBundler, Bundle, BundleOptions};
use crate::render::{self, Interface, PageCache, RenderOptions, RenderedSite};
use crate::source::SourceTree;
use crate::system::cache::Cache;
use crate::system::progress::Stage;
use std::collections::BTreeSet;

/// The folder of rendered HTML in a prebuilt bundle.
pub(super) const RENDERED_FOLDER: &str = "render";

/// The caches between builds.
#[derive(Debug)]
pub(super) struct Stores {
    /// HTML from React.
    pub(super) rendered: Cache,
    /// Compressed bodies.
    pub(super) encodings: Cache,
    /// Copies of images.
    pub(super) images: Cache,
    /// The last changes of files, from git.
    pub(super) histories: Cache,
    /// HTML that came with a prebuilt bundle.
    pub(super) shipped: Option<Cache>,
}

impl Stores {
    pub(super) fn open(options: &BuildOptions) -> Self {
        let open = |name: &str| Cache::open(&options.cache.join(name));
        let shipped = options.prebuilt.as_ref();
        Stores {
            rendered: open("drawings"),
            encodings: open("encodings"),
            images: open("pictures"),
            histories: open("histories"),
            shipped: shipped.map(|folder| Cache::open(&folder.join(RENDERED_FOLDER))),
        }
    }
}

/// The results of the last build of a process with all of their inputs, so that the next build repeats only what changed.
#[derive(Debug, Default)]
pub(super) struct BuildCache {
    parsed: ParseCache,
    rendered: PageCache,
    documents: DocumentCache,
    links: LinkCache,
    /// Whether scripts read the site's settings.
    settings: TextCache<bool>,
    pub(super) bundler: BackgroundBundler,
}

#[cfg(test)]
impl BuildCache {
    /// How often a document was parsed, its article assembled, a page rendered, and its document written, as far as that is
    /// cached.
    pub(super) fn counts(&self) -> [u64; 4] {
        [
            self.parsed.count(),
            self.parsed.assembled().count(),
            self.rendered.count(),
            self.documents.count(),
        ]
    }

    /// How many texts were searched for properties of components, and for functions that read the settings.
    pub(super) fn text_counts(&self) -> [u64; 2] {
        [self.parsed.props().count(), self.settings.count()]
    }
}

/// The input of the stages.
#[derive(Clone, Copy, Debug)]
pub(super) struct StageInputs<'i> {
    pub(super) options: &'i BuildOptions,
    pub(super) stores: &'i Stores,
    pub(super) tree: &'i SourceTree,
    pub(super) config: &'i SiteConfig,
    /// The results of the last build of this process.
    pub(super) cache: Option<&'i BuildCache>,
}

impl<'i> StageInputs<'i> {
    /// The inputs with another configuration, if there is one.
    pub(super) fn with_config(self, config: Option<&'i SiteConfig>) -> Self {
        StageInputs {
            config: config.unwrap_or(self.config),
            ..self
        }
    }

    fn component_names(self) -> BTreeSet<String> {
        content::component_names(self.tree, self.options.prebuilt.as_deref())
    }

    fn reading(self) -> EvaluateOptions<'i> {
        EvaluateOptions {
            content: &self.options.content,
            ui: &self.options.ui,
            cache: Some(&self.options.cache),
        }
    }
}

/// Everything that is to be written.
#[derive(Debug)]
pub(super) struct BuiltSite {
    pub(super) site: Site,
    pub(super) bundle: Bundle,
    pub(super) output: SiteOutput,
}

/// Runs all stages up to the bodies; gives `None` when the tree has no page.
pub(super) fn run(
    inputs: &StageInputs<'_>,
    clock: &mut Clock,
    sink: &mut Diagnostics,
) -> Result<Option<BuiltSite>, BuildError> {
    clock.begin(Stage::Compile);
    let extended = extend(inputs, sink);
    let inputs = &inputs.with_config(extended.as_ref());
    let site = compile(inputs, sink);
    clock.lap("compile");
    if site.pages.iter().all(|page| page.source.is_none()) {
        return Ok(None);
    }
    clock.begin(Stage::Bundle);
    let bundle = make_bundle(inputs, &site, bundle::run_rollup, sink)?;
    clock.lap("bundle");
    clock.begin(Stage::Render);
    let rendered = render(inputs, site, &bundle, sink)?;
    let built = collect(inputs, rendered, bundle, sink)?;
    clock.lap("render");
    Ok(Some(built))
}

/// The configuration with what its plugins and functions add; the later stages need it, bundling for the plugins' data.
pub(super) fn extend(inputs: &StageInputs<'_>, sink: &mut Diagnostics) -> Option<SiteConfig> {
    let components = inputs.component_names();
    let reading = inputs.reading();
    functions::extend_config(inputs.tree, inputs.config, &components, reading, sink)
}

/// Parses and assembles the site.
pub(super) fn compile(inputs: &StageInputs<'_>, sink: &mut Diagnostics) -> Site {
    let components = inputs.component_names();
    let reading = inputs.reading();
    let cache = inputs.cache.map(|cache| &cache.parsed);
    let StageInputs { tree, config, .. } = *inputs;
    let parser = DocumentParser::new(tree, config, &components, cache, sink);
    functions::compile(&parser, reading, sink)
}

/// Refuses or reports what the packed interface does not have.
pub(super) fn check_packed(
    inputs: &StageInputs<'_>,
    site: &Site,
    sink: &mut Diagnostics,
) -> Result<(), BuildError> {
    let modules = content::imported_modules(site, inputs.tree);
    needs_node::refuse_components(inputs.tree, inputs.config, &modules)?;
    needs_node::report_options(inputs.tree, inputs.config, sink);
    Ok(())
}

/// Bundles, or finds a bundle of the same inputs.
type RunBundler = fn(&BundleOptions<'_>, &mut Diagnostics) -> Result<Bundle, BuildError>;

/// Bundles the interface and the components of the site, with `run` where no cache in memory has a bundle.
pub(super) fn make_bundle(
    inputs: &StageInputs<'_>,
    site: &Site,
    run: RunBundler,
    sink: &mut Diagnostics,
) -> Result<Bundle, BuildError> {
    let options = inputs.options;
    if let Interface::Packed(packed) = options.interface {
        check_packed(inputs, site, sink)?;
        return match inputs.cache {
            Some(cache) => cache.bundler.unpacked(packed),
            None => bundle::unpack(packed),
        };
    }
    let modules = content::imported_modules(site, inputs.tree);
    let no_texts = TextCache::default();
    let known = inputs.cache.map_or(&no_texts, |cache| &cache.settings);
    let data = content::bundle_data_again(inputs.config, inputs.tree, &modules, known);
    let bundle_options = BundleOptions {
        ui: &options.ui,
        components: &options.content.join("components"),
        tree: &options.content,
        modules: &modules,
        site: &data,
        cache: &options.cache,
        prebuilt: options.prebuilt.as_deref(),
        dev: options.dev.as_deref(),
    };
    let bundle = match inputs.cache {
        Some(cache) if bundle_options.prebuilt.is_none() => {
            cache.bundler.bundle(&bundle_options)?
        }
        _ => run(&bundle_options, sink)?,
    };
    content::report_problems(&bundle, inputs.tree, sink);
    content::report_components(&bundle, site, inputs.tree, sink);
    content::report_requests(&bundle, inputs.tree, inputs.config, sink);
    Ok(bundle)
}

fn render(
    inputs: &StageInputs<'_>,
    site: Site,
    bundle: &Bundle,
    sink: &mut Diagnostics,
) -> Result<RenderedSite, BuildError> {
    let options = RenderOptions {
        cache: &inputs.stores.rendered,
        shipped: inputs.stores.shipped.as_ref(),
        logs: &inputs.options.cache.join("logs"),
        engine: inputs.options.engine,
        page_cache: inputs.cache.map(|cache| &cache.rendered),
    };
    render::render_site(site, bundle, &options, sink)
}

fn collect(
    inputs: &StageInputs<'_>,
    rendered: RenderedSite,
    mut bundle: Bundle,
    sink: &mut Diagnostics,
) -> Result<BuiltSite, BuildError> {
    let StageInputs { options, tree, .. } = *inputs;
    // A preview keeps the whole font: an author may type any formula next.
    if options.effort != Effort::None {
        math_font::reduce(&mut bundle, &rendered.pages)?;
    }
    let mut site = rendered.site;
    let no_links = LinkCache::default();
    let known = inputs.cache.map_or(&no_links, |cache| &cache.links);
    let links = RenderedLinks::read(&site, &rendered.pages, known);
    if inputs.config.is_imported {
        site.redirects.extend(links.other_letter_cases(&site));
        site.redirects.sort_by(|a, b| a.from.cmp(&b.from));
    }
    let sources = OutputSources {
        site: &site,
        tree,
        bundle: &bundle,
        sidebars: &rendered.sidebars,
        effort: options.effort,
        cache: inputs.cache.map(|cache| &cache.documents),
    };
    let mut output = output::collect_output(&sources, rendered.pages, sink)?;
    image_copies::put_copies(&mut output, &site, tree, &inputs.stores.images, sink);
    if let Some(folder) = &options.carried {
        carried_files::put_carried(&mut output, folder, options.effort, sink);
    }
    let policy = inputs.config.policy.iter().cloned();
    output.policy_sources.extend(policy);
    if inputs.config.is_imported {
        // A preview does not read all its documents for each edit.
        let shown = match options.effort {
            Effort::None => shown_hosts::any_source(),
            _ => shown_hosts::shown_sources(&output, &bundle),
        };
        output.policy_sources.extend(shown);
    }
    headers::apply(inputs.config, &mut output, sink);
    let completeness = match options.effort {
        Effort::None => Completeness::WithoutGeneratedFiles,
        _ => Completeness::Whole,
    };
    links.check(tree, &output, completeness, sink);
    // `bindery routes` reads it in an executable.
    if options.effort != Effort::None {
        output.routes = assemble::routes_json(&site, tree).to_string().into_bytes();
    }
    Ok(BuiltSite {
        site,
        bundle,
        output,
    })
}
