//! Translates `themeConfig.typesense` (of `docusaurus-theme-search-typesense`) to `[search]`: Bindery's search dialog asks
//! the same cluster.

use super::options::{NonData, Options, Table, boolean, list, non_data, string, warn_unsupported};
use crate::diagnostic::Diagnostics;
use crate::value::{Node, NodeValue};

/// Puts `[search]` into `root`.
pub(super) fn typesense(node: &Node, root: &mut Table, sink: &mut Diagnostics) {
    let mut options = Options::new("themeConfig.typesense", node, sink);
    let mut table = Table::at(node.span);
    let same = [
        ("typesenseCollectionName", "collection"),
        ("typesenseSearchParameters", "parameters"),
        ("contextualSearch", "contextual"),
    ];
    options.copy(&mut table, &same);
    if let Some(server) = options.node("typesenseServerConfig") {
        read_server(server, &mut table, options.sink);
    }
    match options.node("externalUrlRegex") {
        Some(node) if matches!(non_data(node), Some(NonData::RegularExpression(_))) => {
            if let Some(NonData::RegularExpression(pattern)) = non_data(node) {
                table.put("external_url_regex", string(node.span, pattern));
            }
        }
        _ => options.copy(&mut table, &[("externalUrlRegex", "external_url_regex")]),
    }
    match options.entry("searchPagePath").map(|entry| &entry.node) {
        Some(node) if node.value == NodeValue::Null => {
            table.put("page_path", boolean(node.span, false));
        }
        Some(_) => options.copy(&mut table, &[("searchPagePath", "page_path")]),
        None => table.put("page_path", string(node.span, "/search")),
    }
    // Texts and looks of the package's own dialog.
    options.ignore(&["placeholder", "translations", "appId", "indexName"]);
    options.finish();
    root.put_table("search", table);
}

/// Puts nodes and key. Bindery's client has timeouts and retries of its own, so those options are ignored.
fn read_server(node: &Node, table: &mut Table, sink: &mut Diagnostics) {
    let mut options = Options::new("themeConfig.typesense.typesenseServerConfig", node, sink);
    options.copy(table, &[("apiKey", "api_key")]);
    let nearest = options.node("nearestNode");
    let nodes = nearest.into_iter().chain(options.list("nodes"));
    let mut urls = Vec::new();
    for node in nodes {
        match url_of(node) {
            Some(url) => urls.push(string(node.span, url)),
            None => {
                let message = "this is not a node of a cluster".to_owned();
                let help = "write `{ host: 'search.example.org', port: 443, protocol: 'https' }`";
                warn_unsupported(options.sink, node.span, message, help);
            }
        }
    }
    options.ignore(&[
        "cacheSearchResultsForSeconds",
        "connectionTimeoutSeconds",
        "healthcheckIntervalSeconds",
        "logLevel",
        "numRetries",
        "retryIntervalSeconds",
        "sendApiKeyAsQueryParam",
        "useServerSideSearchCache",
    ]);
    options.finish();
    if let Some(first) = urls.first() {
        let span = first.span;
        table.put("engine", string(span, "typesense"));
        table.put("nodes", list(span, urls));
    }
}

/// `{ url }`, or `{ host, port, protocol, path }`.
fn url_of(node: &Node) -> Option<String> {
    let value = node.to_json();
    if let Some(url) = value["url"].as_str() {
        return Some(url.to_owned());
    }
    let host = value["host"].as_str().filter(|host| !host.is_empty())?;
    let protocol = value["protocol"].as_str().unwrap_or("http");
    let port = match &value["port"] {
        serde_json::Value::String(port) => format!(":{port}"),
        serde_json::Value::Number(port) => format!(":{port}"),
        _ => String::new(),
    };
    let path = value["path"].as_str().unwrap_or_default();
    Some(format!("{protocol}://{host}{port}{path}"))
}
