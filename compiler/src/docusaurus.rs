//! Translates a Docusaurus configuration into the configuration that a `site.toml` would give.
//!
//! In: a tree without `site.toml` but with `docusaurus.config.js` (or `.ts`, `.mjs`, `.cjs` …). [`evaluate`] lets Node
//! evaluate it and its sidebars to plain data; [`translate`] turns the data into a [`Node`](crate::value::Node) in the
//! shape of `site.toml`, with spans in the configuration's text. Each option that Bindery does not support is a warning,
//! never an error.

mod checks;
mod content;
mod context;
mod evaluate;
mod head_tags;
mod locations;
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

pub use self::evaluate::{
    EvaluateOptions, Evaluated, EvaluationError, Sidebars, evaluate, find_config,
};
pub use self::translate::{TranslatedConfig, translate};

use crate::source::Scope;
use serde_json::Value;

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
