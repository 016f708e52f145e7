//! Paths of folders and the address of the site as a Docusaurus configuration writes them.

use super::options::{string, warn_unsupported};
use crate::diagnostic::Diagnostics;
use crate::value::{Node, NodeValue};
use serde_json::Value;

/// The folders that hold content: those that options of plugins name, and the default folder of each plugin.
pub(super) fn content_folders(config: &Value) -> Vec<String> {
    let defaults = ["docs", "blog", "src/pages", "versioned_docs"].map(str::to_owned);
    let mut found = Vec::from(defaults);
    for key in ["presets", "plugins"] {
        collect_folders(&config[key], 0, &mut found);
    }
    found
}

/// How deep options of plugins are nested below the list of presets.
const OPTIONS_DEPTH: usize = 4;

fn collect_folders(value: &Value, depth: usize, found: &mut Vec<String>) {
    match value {
        Value::Array(items) if depth < OPTIONS_DEPTH => {
            for item in items {
                collect_folders(item, depth + 1, found);
            }
        }
        Value::Object(map) if depth < OPTIONS_DEPTH => {
            let path = map.get("path").and_then(Value::as_str);
            found.extend(path.map(tree_path));
            let id = map.get("id").and_then(Value::as_str);
            found.extend(id.map(|id| format!("{id}_versioned_docs")));
            for item in map.values() {
                collect_folders(item, depth + 1, found);
            }
        }
        _ => {}
    }
}

/// A path relative to the site's folder, without `.`, `@site` and needless `..`.
pub(super) fn tree_path(path: &str) -> String {
    let path = path.strip_prefix("@site").unwrap_or(path);
    let mut segments: Vec<&str> = Vec::new();
    for segment in path.split('/') {
        match segment {
            "" | "." => {}
            ".." if segments.last().is_some_and(|last| *last != "..") => {
                segments.pop();
            }
            _ => segments.push(segment),
        }
    }
    segments.join("/")
}

/// The origin of a site: as browsers read an address, any number of slashes may stand before the host, and Docusaurus
/// accepts a path with a warning.
pub(super) fn site_url(node: &Node, sink: &mut Diagnostics) -> Node {
    let NodeValue::String(written) = &node.value else {
        return node.clone();
    };
    let Some((scheme, rest)) = written.trim().split_once(':') else {
        return node.clone();
    };
    let scheme = scheme.to_ascii_lowercase();
    let rest = rest.trim_start_matches(['/', '\\']);
    if !matches!(scheme.as_str(), "http" | "https") || rest.is_empty() {
        return node.clone();
    }
    let (host, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    if !path.trim_end_matches('/').is_empty() {
        let message = format!("`url` has the path `{path}`, which is not used");
        let help = "write the origin only, and the path into `baseUrl`";
        warn_unsupported(sink, node.span, message, help);
    }
    string(node.span, format!("{scheme}://{host}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_relative_to_the_site() {
        for (written, expected) in [
            ("docs", "docs"),
            ("./docs/", "docs"),
            ("@site/../docs", "../docs"),
            ("../../a/./b/../c", "../../a/c"),
            ("@site", ""),
        ] {
            assert_eq!(tree_path(written), expected);
        }
    }
}
