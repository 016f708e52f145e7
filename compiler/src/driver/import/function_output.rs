//! Calls the functions of a configuration for its import.

use crate::config::{PluginRoute, SidebarSource};
use crate::diagnostic::Diagnostics;
use crate::docusaurus::{self, ConfigFunction, EvaluateOptions, Evaluated, FunctionKind};
use crate::driver::functions::{assemble_imported, imported_config};
use crate::model::Site;
use crate::source::{SourceTree, Span};
use crate::value::Node;
use serde_json::Value;

/// A redirect as a pair of paths without the base path.
pub(super) type Pair = (String, String);

/// What the functions of the configuration give for the tree as it is.
#[derive(Debug, Default)]
pub(super) struct FunctionOutput {
    pub(super) redirects: Vec<Pair>,
    /// The sidebars that a generator made, by the number of the instance.
    pub(super) sidebars: Vec<(usize, Node)>,
    /// `[[component_pages]]`.
    pub(super) pages: Vec<PluginRoute>,
    /// The data of plugins for all components.
    pub(super) global_data: Value,
    /// `custom_css` and `client_modules`, those of plugins included.
    pub(super) modules: [Vec<String>; 2],
}

impl FunctionOutput {
    pub(super) fn new(
        reading: EvaluateOptions<'_>,
        tree: &SourceTree,
        evaluated: &Evaluated,
    ) -> Self {
        let functions = docusaurus::config_functions(evaluated, tree);
        if functions.is_empty() {
            return FunctionOutput::default();
        }
        let mut quiet = Diagnostics::new();
        let config = imported_config(reading, tree, evaluated, &mut quiet);
        let is_redirects = |one: &ConfigFunction| one.kind == FunctionKind::CreateRedirects;
        let redirects = functions.iter().filter(|one| is_redirects(one));
        let spans: Vec<Span> = redirects.map(|one| one.span).collect();
        // Only redirects depend on the pages.
        let redirects = match spans.as_slice() {
            [] => Vec::new(),
            spans => pairs(
                &assemble_imported(reading, tree, &config, &mut quiet),
                spans,
            ),
        };
        quiet.discard();
        let mut called = FunctionOutput {
            pages: config.plugin_routes,
            global_data: config.for_components["globalData"].clone(),
            modules: [config.custom_css, config.client_modules],
            redirects,
            ..FunctionOutput::default()
        };
        for function in functions {
            let FunctionKind::GenerateItems(id) = function.kind else {
                continue;
            };
            let mut docs = config.docs.iter().enumerate();
            let made = docs.find(|(_, docs)| docs.id == id);
            if let Some((at, docs)) = made
                && let SidebarSource::Configured(node) = &docs.sidebars
            {
                called.sidebars.push((at, node.clone()));
            }
        }
        called
    }
}

fn pairs(site: &Site, spans: &[Span]) -> Vec<Pair> {
    let base = site.base_path.trim_end_matches('/');
    let without_base = |path: &str| path.strip_prefix(base).unwrap_or(path).to_owned();
    let others = site.not_found_below.iter().map(|(home, _)| home.as_str());
    let others: Vec<&str> = others.collect();
    let made = site.redirects.iter();
    let made = made.filter(|one| one.span.is_some_and(|span| spans.contains(&span)));
    // A pair holds for all locales.
    let made = made.filter(|one| {
        !others
            .iter()
            .any(|home| one.from.as_str().starts_with(home))
    });
    made.map(|one| (without_base(one.from.as_str()), without_base(&one.to)))
        .collect()
}
