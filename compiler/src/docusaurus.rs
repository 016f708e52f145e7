//! Binds a Docusaurus site as it is: its configuration becomes what a `site.toml` would say.
//!
//! In: a tree without `site.toml` but with `docusaurus.config.js` (or `.ts`, `.mjs`, `.cjs` …). [`evaluate`] has Node
//! turn it and its sidebars into plain data; [`translate`] turns the data into a [`Node`] in the shape of `site.toml`,
//! whose places are those of the configuration's text. What Bindery has nothing for is a warning each, never a failure.

mod content;
mod evaluate;
mod extras;
mod head;
mod navbar;
mod options;
mod places;
mod plugins;
mod theme;
mod translate;
mod typesense;

#[cfg(test)]
mod tests;

pub use self::evaluate::{EvaluateOptions, Evaluated, Fault, Sidebars, evaluate, find_config};
pub use self::translate::{Translated, translate};

use self::places::{Places, Step};
use crate::source::{FileId, Scope, SourceFile, Span};
use crate::spanned::{Entry, Node, NodeValue};
use serde_json::Value;

/// Which files of the site are read: not what was installed or built, but folders outside of the site that its
/// options name.
#[must_use]
pub fn scope(evaluated: &Evaluated) -> Scope {
    let config = &evaluated.config;
    let mut content = content::folders(config);
    let text = |value: &Value| value.as_str().map(content::tree_path);
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

/// What the configuration says to components of the site, which ask for it by Docusaurus' names.
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

/// The values of a file with their places.
fn to_node(value: &Value, file: Option<&SourceFile>, root: &[Step]) -> Node {
    let maker = NodeMaker {
        file: file.map_or(FileId(0), |file| file.id),
        places: file.map(|file| Places::of(&file.text)).unwrap_or_default(),
    };
    maker.node(value, &mut root.to_vec()).1
}

struct NodeMaker {
    file: FileId,
    places: Places,
}

impl NodeMaker {
    /// The place of the key and the value.
    fn node(&self, value: &Value, path: &mut Vec<Step>) -> (Span, Node) {
        let (key, at) = self.places.find(path, value.as_str()).unwrap_or_default();
        let span = |(start, end)| Span::new(self.file, start, end);
        let value = match value {
            Value::Null => NodeValue::Null,
            Value::Bool(flag) => NodeValue::Bool(*flag),
            Value::Number(number) => match number.as_i64() {
                Some(number) => NodeValue::Int(number),
                None => NodeValue::Float(number.as_f64().unwrap_or_default()),
            },
            Value::String(text) => NodeValue::Text(text.clone()),
            Value::Array(items) => {
                let items = items.iter().enumerate();
                let items = items.map(|(at, item)| {
                    path.push(Step::Index(at));
                    let node = self.node(item, path).1;
                    path.pop();
                    node
                });
                NodeValue::List(items.collect())
            }
            Value::Object(map) => {
                let entries = map.iter().map(|(key, value)| {
                    path.push(Step::Key(key.clone()));
                    let (key_span, node) = self.node(value, path);
                    path.pop();
                    Entry {
                        key: key.clone(),
                        key_span,
                        node,
                    }
                });
                NodeValue::Map(entries.collect())
            }
        };
        let span_of_value = span(at);
        (
            span(key),
            Node {
                span: span_of_value,
                value,
            },
        )
    }
}
