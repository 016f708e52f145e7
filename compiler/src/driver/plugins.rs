//! Runs a Docusaurus site's own plugins in Node, and collects the routes and the data that they add.

use crate::config::{ParentRoute, PluginRoute, SiteConfig};
use crate::diagnostic::{Cause, Code, Diagnostics};
use crate::docusaurus::{
    ConfigFunction, EvaluateOptions, FunctionCalls, FunctionKind, FunctionResults, call_functions,
    config_name,
};
use serde::Deserialize;
use serde_json::Value;

/// What a plugin adds.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct PluginContent {
    name: String,
    /// The id of its instance.
    id: String,
    routes: Vec<RouteContent>,
    global_data: Value,
    /// The modules that it adds to every page.
    client_modules: Vec<String>,
    /// The names of its other functions, which are not called.
    hooks: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct RouteContent {
    path: String,
    component: String,
    props: Value,
    parents: Vec<ParentRoute>,
}

/// The configuration with the routes and the data of the site's own plugins; `None` where it has no such plugin.
pub(super) fn run_plugins(
    config: &SiteConfig,
    reading: EvaluateOptions<'_>,
    sink: &mut Diagnostics,
) -> Option<SiteConfig> {
    let plugins = config.functions.iter();
    let plugins = plugins.filter(|one| one.kind == FunctionKind::Plugin);
    let plugins: Vec<&ConfigFunction> = plugins.collect();
    let name = config_name(reading.content).filter(|_| !plugins.is_empty())?;
    let calls = plugins.iter().map(|plugin| FunctionCalls {
        path: plugin.path.clone(),
        is_plugin: true,
        ..FunctionCalls::default()
    });
    let calls: Vec<FunctionCalls> = calls.collect();
    let results = match call_functions(reading, name, &calls) {
        Ok(results) => results,
        Err(error) => {
            report_failed(plugins[0], &error.to_string(), sink);
            return None;
        }
    };
    let mut extended = config.clone();
    for (plugin, result) in plugins.into_iter().zip(results) {
        match result {
            FunctionResults::Values(values) => {
                let content = values.into_iter().next().unwrap_or_default();
                read(content, plugin, &mut extended, sink);
            }
            FunctionResults::Error(error) => report_failed(plugin, &error.message, sink),
        }
    }
    Some(extended)
}

/// Adds what a plugin answers.
fn read(content: Value, plugin: &ConfigFunction, config: &mut SiteConfig, sink: &mut Diagnostics) {
    if content.is_null() {
        return;
    }
    match PluginContent::deserialize(content) {
        Ok(content) => add(content, plugin, config, sink),
        Err(error) => report_failed(plugin, &error.to_string(), sink),
    }
}

fn add(
    content: PluginContent,
    plugin: &ConfigFunction,
    config: &mut SiteConfig,
    sink: &mut Diagnostics,
) {
    if !content.hooks.is_empty() {
        let hooks = content.hooks.join("`, `");
        let message = format!(
            "`{hooks}` of the plugin `{}` is not called by Bindery",
            content.name
        );
        sink.warn(Code::UnsupportedOption, plugin.span, message)
            .help(
                "the plugin's routes and data are used; if the pages look right, ignore this warning",
            );
    }
    let base = config.base_path.trim_end_matches('/').to_owned();
    let routes = content.routes.into_iter().map(|route| PluginRoute {
        path: without_base_path(&route.path, &base).to_owned(),
        component: route.component,
        props: route.props,
        parents: route.parents,
        span: plugin.span,
    });
    config.plugin_routes.extend(routes);
    let modules = content.client_modules.iter().map(String::as_str);
    config.add_client_modules(modules);
    if !content.global_data.is_null() && config.for_components.is_object() {
        let of_plugin = &mut config.for_components["globalData"][content.name.as_str()];
        of_plugin[content.id.as_str()] = content.global_data;
    }
}

/// A path without the base path, which has no slash at its end.
fn without_base_path<'p>(path: &'p str, base: &str) -> &'p str {
    let rest = path.strip_prefix(base);
    let rest = rest.filter(|rest| rest.is_empty() || rest.starts_with('/'));
    rest.unwrap_or(path)
}

fn report_failed(plugin: &ConfigFunction, message: &str, sink: &mut Diagnostics) {
    let message = format!("a plugin of the site fails: {message}");
    sink.warn(Code::UnsupportedOption, plugin.span, message)
        .help("what it adds to the site is missing; run `npm ci` in the site's folder if it needs its packages")
        .because(Cause::Incomplete);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::without_config;
    use crate::docusaurus::FunctionKind;
    use crate::source::{FileId, SourceTree, Span};
    use serde_json::json;

    fn read_content(content: Value) -> (Vec<String>, usize) {
        let mut config = without_config(&SourceTree::from_texts(&[]));
        config.base_path = "/lib/".to_owned();
        let plugin = ConfigFunction {
            path: json!(["plugins", 0]),
            kind: FunctionKind::Plugin,
            span: Span::start_of(FileId(0)),
        };
        let mut sink = Diagnostics::new();
        read(content, &plugin, &mut config, &mut sink);
        let routes = config.plugin_routes.into_iter().map(|route| route.path);
        (routes.collect(), sink.into_sorted().len())
    }

    #[test]
    fn an_answer_of_another_form_is_reported() {
        let route = |component: Value| json!({"name": "p", "routes": [{"path": "/a", "component": component}]});
        assert_eq!(
            read_content(route(json!("@site/a.js"))),
            (vec!["/a".to_owned()], 0)
        );
        assert_eq!(read_content(route(Value::Null)), (vec![], 1));
        assert_eq!(read_content(Value::Null), (vec![], 0));
    }

    #[test]
    fn only_a_whole_base_path_is_left_out() {
        for (path, expected) in [("/lib/x", "/x"), ("/library/x", "/library/x"), ("/lib", "")] {
            assert_eq!(without_base_path(path, "/lib"), expected);
        }
        assert_eq!(without_base_path("/x", ""), "/x");
    }
}
