//! Translates a Docusaurus configuration into the configuration that a `site.toml` would give.
//!
//! In: a tree without `site.toml` but with `docusaurus.config.js` (or `.ts`, `.mjs`, `.cjs` …). `evaluate` lets Node
//! evaluate it and its sidebars to plain data; `translate` turns the data into a [`Node`](crate::value::Node) in the
//! shape of `site.toml`, with spans in the configuration's text. Each option that Bindery does not support is a warning,
//! never an error.

mod aliases;
mod checks;
mod code_theme;
mod content;
mod context;
mod evaluate;
mod functions;
mod head_tags;
mod locations;
mod markdown_plugins;
mod navbar;
mod nodes;
mod options;
mod paths;
mod plugin_options;
mod plugins;
mod theme;
mod translate;
mod typesense;

#[cfg(test)]
mod tests;

pub(crate) use self::aliases::aliases;
pub(crate) use self::evaluate::without_interface;
pub use self::evaluate::{
    EvaluateOptions, Evaluated, EvaluationError, FunctionCalls, FunctionResults, GeneratorInput,
    PLUGIN_SCRIPT, Sidebars, call_functions, config_name, evaluate, find_config, is_content_folder,
    read_site_toml,
};
pub use self::functions::{ConfigFunction, ContentPlugin, FunctionKind, config_functions};
pub use self::markdown_plugins::{MarkdownPlugin, markdown_plugins};
pub(crate) use self::nodes::{ordered_json, ordered_node};
pub use self::translate::{TranslatedConfig, translate};

use crate::diagnostic::Diagnostics;
use crate::source::{CONFIG_PATH, Scope, SourceTree};
use crate::value::parse_toml;
use serde_json::{Value, json};

/// The files of the site to read: without installed packages and build output, but with the folders outside of the site
/// that its options name.
#[must_use]
pub fn scope(evaluated: &Evaluated) -> Scope {
    let config = &evaluated.config;
    let mut content = paths::content_folders(config);
    let text = |value: &Value| value.as_str().map(paths::tree_path);
    let statics = config["staticDirectories"].as_array();
    match statics {
        Some(folders) => content.extend(folders.iter().filter_map(text)),
        None => content.push("static".to_owned()),
    }
    content.push(text(&config["i18n"]["path"]).unwrap_or_else(|| "i18n".to_owned()));
    content.sort();
    content.dedup();
    let is_outside = |folder: &&String| folder.starts_with("../");
    let skipped = ["node_modules", "/build", "/.docusaurus"].map(str::to_owned);
    Scope {
        skipped: skipped.into(),
        outside: content.iter().filter(is_outside).cloned().collect(),
        links: crate::source::Links::Anywhere,
        content,
    }
}

/// The files of a site whose `site.toml` was imported from a Docusaurus configuration; `None` for other texts.
#[must_use]
pub fn scope_of_site_toml(text: &str) -> Option<Scope> {
    // Most files are not read twice.
    if !text.contains(SHAPE) {
        return None;
    }
    let tree = SourceTree::from_texts(&[(CONFIG_PATH, text)]);
    let mut quiet = Diagnostics::new();
    let table = parse_toml(tree.files.first()?, &mut quiet).to_json();
    quiet.discard();
    (table["shape"] == SHAPE).then(|| {
        let config = json!({
            "plugins": [table["docs"], table["blog"], table["pages"]],
            "staticDirectories": table["static_directories"],
        });
        scope(&Evaluated {
            config,
            ..Evaluated::default()
        })
    })
}

/// The value of `shape` in a `site.toml` that was imported from a Docusaurus configuration.
pub const SHAPE: &str = "docusaurus";

/// The part of the configuration that components of the site can read with `useDocusaurusContext`, in Docusaurus' names.
#[must_use]
pub fn for_components(evaluated: &Evaluated) -> Value {
    const KEYS: [&str; 8] = [
        "customFields",
        "favicon",
        "githubHost",
        "i18n",
        "organizationName",
        "projectName",
        "themeConfig",
        "titleDelimiter",
    ];
    let known = KEYS.iter().filter_map(|key| {
        let value = evaluated.config.get(key).filter(|value| !value.is_null());
        value.map(|value| ((*key).to_owned(), value.clone()))
    });
    Value::Object(known.collect())
}

/// The global style sheets that the configuration names for its theme.
#[must_use]
pub fn custom_css(evaluated: &Evaluated) -> Vec<String> {
    let config = &evaluated.config;
    let lists = ["presets", "themes"].map(|key| config[key].as_array());
    let entries = lists.into_iter().flatten().flatten();
    let options = entries.filter_map(|entry| entry.get(1));
    let named = options.flat_map(|options| [&options["customCss"], &options["theme"]["customCss"]]);
    let mut found = Vec::new();
    for value in named {
        match value {
            Value::String(path) => found.push(path.clone()),
            Value::Array(paths) => {
                found.extend(
                    paths
                        .iter()
                        .filter_map(|path| Some(path.as_str()?.to_owned())),
                );
            }
            _ => {}
        }
    }
    // A path that leaves the folder, or is absolute, is not one of the tree.
    let is_own = |path: &str| path.starts_with(['@', '.']);
    let plain = |path: String| match is_own(&path) {
        true => paths::tree_path(&path),
        false => path,
    };
    let mut paths: Vec<String> = found.into_iter().map(plain).collect();
    let mut seen = std::collections::BTreeSet::new();
    paths.retain(|path| seen.insert(path.clone()));
    paths
}
