//! Finds the functions of a configuration that are called once the pages are known.

use super::nodes::to_node;
use super::plugins::{PluginKind, is_own_file, plugin_kind};
use crate::docusaurus::Evaluated;
use crate::source::{SourceTree, Span};
use crate::value::{Node, NodeValue};
use serde_json::{Value, json};

/// A function of the configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfigFunction {
    /// The path of the function in the configuration: a list of keys and indices.
    pub path: Value,
    /// The purpose of the function.
    pub kind: FunctionKind,
    /// The span of its key.
    pub span: Span,
}

impl ConfigFunction {
    /// The key of the function in the configuration.
    #[must_use]
    pub fn name(&self) -> &str {
        let steps = self.path.as_array().and_then(|steps| steps.last());
        steps.and_then(Value::as_str).unwrap_or_default()
    }
}

/// What a function is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FunctionKind {
    /// `createRedirects(path)`: the paths that redirect to a page.
    CreateRedirects,
    /// `sidebarItemsGenerator({…})` of the documents with this id: the items of a folder.
    GenerateItems(String),
    /// `preprocessor({…})` of Markdown: the text of a file.
    Preprocess,
    /// `parseFrontMatter({…})` of Markdown: the front matter of a file.
    ParseFrontMatter,
    /// A plugin of the site's own, which may add routes and data.
    Plugin,
    /// `readingTime({…})` of the blog with this id: the minutes that a post takes.
    ReadingTime(String),
    /// `editUrl({…})` of this plugin: the address to edit a page.
    EditUrl(ContentPlugin),
}

/// A plugin whose pages are files.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ContentPlugin {
    /// The documents of the instance with this id.
    Docs(String),
    /// The blog with this id.
    Blog(String),
    /// The pages of the folder with this id.
    Pages(String),
}

/// The functions that the driver calls, in the order of the configuration.
#[must_use]
pub fn config_functions(evaluated: &Evaluated, tree: &SourceTree) -> Vec<ConfigFunction> {
    let config = &evaluated.config;
    let node = to_node(config, tree.find(&evaluated.path), &[]);
    let mut found = Vec::new();
    for (key, kind) in [
        ("preprocessor", FunctionKind::Preprocess),
        ("parseFrontMatter", FunctionKind::ParseFrontMatter),
    ] {
        let path = json!(["markdown"]);
        add_function(&config["markdown"], (key, kind), &path, &node, &mut found);
    }
    for (at, preset) in items(config, "presets") {
        for (key, kind) in [
            ("docs", PluginKind::Docs),
            ("blog", PluginKind::Blog),
            ("pages", PluginKind::Pages),
        ] {
            let path = json!(["presets", at, 1, key]);
            add(&preset[1][key], kind, &path, &node, &mut found);
        }
    }
    let keys = ["plugins", "themes"];
    let all = keys.map(|key| items(config, key).map(move |(at, plugin)| (key, at, plugin)));
    for (key, at, plugin) in all.into_iter().flatten() {
        let head = if plugin.is_array() {
            &plugin[0]
        } else {
            plugin
        };
        if is_own_plugin(head) {
            let span = list_item(&node, key, at).map_or(node.span, |item| item.span);
            found.push(ConfigFunction {
                path: json!([key, at]),
                kind: FunctionKind::Plugin,
                span,
            });
        }
        let name = &plugin[0];
        let name = name.as_str().or_else(|| name["$package"].as_str());
        if let Some(kind) = name.and_then(plugin_kind) {
            let path = json!([key, at, 1]);
            add(&plugin[1], kind, &path, &node, &mut found);
        }
    }
    found
}

/// Whether a plugin is a function, or a file of the site.
fn is_own_plugin(head: &Value) -> bool {
    let file = head.as_str().or_else(|| head["$package"].as_str());
    head["$function"].is_string() || file.is_some_and(is_own_file)
}

fn list_item<'n>(node: &'n Node, key: &str, at: usize) -> Option<&'n Node> {
    match &node.get(key)?.value {
        NodeValue::List(items) => items.get(at),
        _ => None,
    }
}

fn items<'v>(config: &'v Value, key: &str) -> impl Iterator<Item = (usize, &'v Value)> {
    config[key].as_array().into_iter().flatten().enumerate()
}

/// Adds the function of a plugin's options, if there is one.
fn add(
    options: &Value,
    kind: PluginKind,
    path: &Value,
    config: &Node,
    found: &mut Vec<ConfigFunction>,
) {
    let id = options["id"].as_str().unwrap_or("default").to_owned();
    let edit = |plugin| ("editUrl", FunctionKind::EditUrl(plugin));
    let functions = match kind {
        PluginKind::Redirects => vec![("createRedirects", FunctionKind::CreateRedirects)],
        PluginKind::Docs => vec![
            edit(ContentPlugin::Docs(id.clone())),
            ("sidebarItemsGenerator", FunctionKind::GenerateItems(id)),
        ],
        PluginKind::Blog => vec![
            edit(ContentPlugin::Blog(id.clone())),
            ("readingTime", FunctionKind::ReadingTime(id)),
        ],
        PluginKind::Pages => vec![edit(ContentPlugin::Pages(id))],
        _ => return,
    };
    for function in functions {
        add_function(options, function, path, config, found);
    }
}

/// Adds the function of a key, if it is one.
fn add_function(
    options: &Value,
    (key, kind): (&str, FunctionKind),
    path: &Value,
    config: &Node,
    found: &mut Vec<ConfigFunction>,
) {
    if !options[key]["$function"].is_string() {
        return;
    }
    let mut steps = path.as_array().cloned().unwrap_or_default();
    steps.push(key.into());
    let span = key_span(config, &steps).unwrap_or(config.span);
    found.push(ConfigFunction {
        path: Value::Array(steps),
        kind,
        span,
    });
}

/// The span of the key at a path of the configuration.
fn key_span(node: &Node, steps: &[Value]) -> Option<Span> {
    let (first, rest) = steps.split_first()?;
    if let Some(at) = first.as_u64() {
        let NodeValue::List(items) = &node.value else {
            return None;
        };
        return key_span(items.get(usize::try_from(at).ok()?)?, rest);
    }
    let key = first.as_str()?;
    let entry = node.entries().iter().find(|entry| entry.key == key)?;
    match rest {
        [] => Some(entry.key_span),
        _ => key_span(&entry.node, rest),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_found_in_presets_and_plugins() {
        let text = "export default {\n  plugins: [['client-redirects', { createRedirects(path) {} }]],\n};\n";
        let tree = SourceTree::from_texts(&[("docusaurus.config.js", text)]);
        let function = json!({"$function": "f"});
        let evaluated = Evaluated {
            path: "docusaurus.config.js".to_owned(),
            config: json!({
                "presets": [["classic", {"docs": {"editUrl": function}, "blog": {"editUrl": "https://x"}}]],
                "plugins": [
                    ["client-redirects", {"createRedirects": function}],
                    function,
                    ["@docusaurus/plugin-content-docs", {"id": "more", "editUrl": function}],
                    "another",
                    null,
                ],
            }),
            ..Evaluated::default()
        };
        let found = config_functions(&evaluated, &tree);
        let kinds: Vec<_> = found.iter().map(|one| one.kind.clone()).collect();
        assert_eq!(
            kinds,
            [
                FunctionKind::EditUrl(ContentPlugin::Docs("default".to_owned())),
                FunctionKind::CreateRedirects,
                FunctionKind::Plugin,
                FunctionKind::EditUrl(ContentPlugin::Docs("more".to_owned())),
            ]
        );
        assert_eq!(found[1].path, json!(["plugins", 0, 1, "createRedirects"]));
        let span = found[1].span;
        assert_eq!(
            &text[span.start as usize..span.end as usize],
            "createRedirects"
        );
    }
}
