//! Lists the remark, rehype and recma plugins of a configuration. The driver runs them.

use super::functions::ContentPlugin;
use super::nodes::to_node;
use super::plugins::{PluginKind, plugin_kind};
use crate::docusaurus::Evaluated;
use crate::source::{SourceTree, Span};
use crate::value::{Node, NodeValue};
use serde_json::{Value, json};

/// The options of content plugins that are lists of Markdown plugins.
pub(super) const MARKDOWN_PLUGIN_LISTS: [&str; 5] = [
    "beforeDefaultRemarkPlugins",
    "remarkPlugins",
    "beforeDefaultRehypePlugins",
    "rehypePlugins",
    "recmaPlugins",
];

/// Plugins whose work Bindery does by itself, or which change nothing that readers see.
const BUILT_IN: [&str; 9] = [
    "@docusaurus/remark-plugin-npm2yarn",
    "remark-math",
    "rehype-katex",
    "rehype-mathjax",
    "remark-gfm",
    "remark-github-admonitions-to-directives",
    "remark-frontmatter",
    "remark-directive",
    "rehype-slug",
];

/// A Markdown plugin of the configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkdownPlugin {
    /// The content plugin whose documents it changes.
    pub owner: ContentPlugin,
    /// The option that lists it.
    pub list: &'static str,
    /// The path of the plugin in the configuration: a list of keys and indices.
    pub path: Value,
    /// The name of the plugin in messages.
    pub name: String,
    /// The package that it is; `None` for a function.
    pub package: Option<String>,
    /// The span of the plugin in the configuration.
    pub span: Span,
}

/// The Markdown plugins of all content plugins, without those whose work Bindery does, in the order of the configuration.
#[must_use]
pub fn markdown_plugins(evaluated: &Evaluated, tree: &SourceTree) -> Vec<MarkdownPlugin> {
    let config = &evaluated.config;
    let node = to_node(config, tree.find(&evaluated.path), &[]);
    let mut found = Vec::new();
    for (options, kind, path) in content_options(config) {
        let id = options["id"].as_str().unwrap_or("default").to_owned();
        let owner = match kind {
            PluginKind::Docs => ContentPlugin::Docs(id),
            PluginKind::Blog => ContentPlugin::Blog(id),
            PluginKind::Pages => ContentPlugin::Pages(id),
            _ => continue,
        };
        for list in MARKDOWN_PLUGIN_LISTS {
            let items = options[list].as_array().into_iter().flatten();
            for (at, item) in items.enumerate() {
                let head = if item.is_array() { &item[0] } else { item };
                let Some((name, package)) = name_of(head, list, at) else {
                    continue;
                };
                let mut steps = path.clone();
                steps.extend([list.into(), at.into()]);
                let span = node_at(&node, &steps).map_or(node.span, |item| item.span);
                found.push(MarkdownPlugin {
                    owner: owner.clone(),
                    list,
                    path: Value::Array(steps),
                    name,
                    package,
                    span,
                });
            }
        }
    }
    found
}

/// The value at a path of the configuration.
fn node_at<'n>(node: &'n Node, steps: &[Value]) -> Option<&'n Node> {
    let Some((first, rest)) = steps.split_first() else {
        return Some(node);
    };
    let inner = match (&node.value, first.as_u64()) {
        (NodeValue::List(items), Some(at)) => items.get(usize::try_from(at).ok()?)?,
        _ => node.get(first.as_str()?)?,
    };
    node_at(inner, rest)
}

/// The options of all content plugins with their paths: those of presets first.
fn content_options(config: &Value) -> Vec<(&Value, PluginKind, Vec<Value>)> {
    let items = |key: &str| config[key].as_array().into_iter().flatten().enumerate();
    let mut found = Vec::new();
    for (at, preset) in items("presets") {
        for (key, kind) in [
            ("docs", PluginKind::Docs),
            ("blog", PluginKind::Blog),
            ("pages", PluginKind::Pages),
        ] {
            let path = vec!["presets".into(), at.into(), 1.into(), key.into()];
            found.push((&preset[1][key], kind, path));
        }
    }
    for (at, plugin) in items("plugins") {
        let head = &plugin[0];
        let name = head.as_str().or_else(|| head["$package"].as_str());
        if let Some(kind) = name.and_then(plugin_kind) {
            let path = vec!["plugins".into(), at.into(), 1.into()];
            found.push((&plugin[1], kind, path));
        }
    }
    found
}

/// The name of a plugin and its package; `None` for one that Bindery has itself, and for no plugin.
fn name_of(head: &Value, list: &str, at: usize) -> Option<(String, Option<String>)> {
    if let Some(name) = head["$function"].as_str() {
        let name = match name {
            "" => format!("{list}[{at}]"),
            name => name.to_owned(),
        };
        return Some((name, None)).filter(|(name, _)| !is_built_in(name));
    }
    if let Some(package) = head.as_str().or_else(|| head["$package"].as_str()) {
        let is_ours = is_built_in(package);
        return (!is_ours).then(|| (package.to_owned(), Some(package.to_owned())));
    }
    // A preset: `{plugins, settings}`.
    let is_preset = head.is_object() && *head != json!({});
    is_preset.then(|| (format!("{list}[{at}]"), None))
}

fn is_built_in(name: &str) -> bool {
    BUILT_IN.iter().any(|known| name.starts_with(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plugins_are_found_in_all_instances_without_those_that_are_built_in() {
        let tree = SourceTree::from_texts(&[("docusaurus.config.js", "export default {};\n")]);
        let package = |name: &str| json!({"$package": name, "$member": ""});
        let docs = json!({
            "remarkPlugins": [package("remark-math"), [{"$function": "badges"}, {"a": 1}], null],
            "rehypePlugins": ["rehype-external-links"],
        });
        let blog = json!({"id": "news", "beforeDefaultRemarkPlugins": [{"$function": ""}]});
        let evaluated = Evaluated {
            path: "docusaurus.config.js".to_owned(),
            config: json!({
                "presets": [["classic", {"docs": docs}]],
                "plugins": [["content-blog", blog], "other"],
            }),
            ..Evaluated::default()
        };
        let found = markdown_plugins(&evaluated, &tree);
        let found: Vec<_> = found
            .iter()
            .map(|one| (&one.owner, one.path.to_string(), one.name.as_str()))
            .collect();
        let docs = ContentPlugin::Docs("default".to_owned());
        let news = ContentPlugin::Blog("news".to_owned());
        let path = |text: &str| text.to_owned();
        assert_eq!(
            found,
            [
                (
                    &docs,
                    path(r#"["presets",0,1,"docs","remarkPlugins",1]"#),
                    "badges"
                ),
                (
                    &docs,
                    path(r#"["presets",0,1,"docs","rehypePlugins",0]"#),
                    "rehype-external-links"
                ),
                (
                    &news,
                    path(r#"["plugins",0,1,"beforeDefaultRemarkPlugins",0]"#),
                    "beforeDefaultRemarkPlugins[0]"
                ),
            ]
        );
    }
}
