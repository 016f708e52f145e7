//! `[search]`: the engine, its index, and the options of the search interface.

use crate::config::values::{FIELD_CODES, as_string, string_list};
use crate::diagnostic::{Code, Diagnostics};
use crate::value::{Fields, Node, NodeValue};
use bindery_format::search::node_url::parse_node_url;
use serde::Serialize;
use serde_json::{Map, Value};

/// `[search]`.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchConfig {
    /// `collection`: the name of the index, `site` by default.
    pub collection: String,
    /// `engine`: `embedded` (default) answers from the binary, `typesense` sends queries to `nodes`.
    pub engine: &'static str,
    /// `nodes`: urls of a Typesense cluster, such as `https://search.example.org:443`.
    pub nodes: Vec<SearchNode>,
    /// `api_key`: a key that may only search.
    pub api_key: String,
    /// `fallback`: whether the binary answers when no node does; `true` by default.
    pub fallback: bool,
    /// `contextual`: only the shown version and language; `true` by default.
    pub contextual: bool,
    /// `[search.parameters]`: handed to the engine as they are.
    pub parameters: Value,
    /// `page_path`: `/search` by default; `false` for no search at all.
    pub page_path: Option<String>,
    /// `external_url_regex`: hits whose url matches it belong to other sites, and keep their host.
    pub external_url_regex: Option<String>,
    /// `feedback_url`: where to report a search without results; `{query}` is what was searched for.
    pub feedback_url: Option<String>,
    /// `synonyms`: lists of words and phrases that mean the same.
    pub synonyms: Vec<Vec<String>>,
    /// `fillers`: words that say nothing about what is looked for, such as the name of the site's subject. Those of questions in
    /// English and in the site's languages are known.
    pub fillers: Vec<String>,
    /// `lower`: paths below which pages rank lower, as blog posts do.
    pub lower: Vec<String>,
    /// `entities`: paths below which each page is about one thing with a name. Such a page ranks lower for a query without a
    /// word of its title.
    pub entities: Vec<String>,
    /// `heading_terms`: by the path of a part of the site, words by which search finds the headings with certain ids on each
    /// page below it.
    pub heading_terms: Vec<HeadingTerms>,
    /// `marked`: what happens to pages whose front matter has `search: false`: `lower` (default), or `exclude`.
    pub excludes_marked: bool,
}

/// Words by which search finds a heading of each page below a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadingTerms {
    /// Begins with a slash.
    pub path: String,
    /// The id of the heading.
    pub anchor: String,
    /// The words, as authors write them.
    pub words: String,
}

/// A node of a Typesense cluster, in the form of its client's configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SearchNode {
    /// `http` or `https`.
    pub protocol: String,
    /// Name or address.
    pub host: String,
    /// The port.
    pub port: u16,
    /// Begins with a slash, or is empty.
    pub path: String,
}

impl Default for SearchConfig {
    fn default() -> Self {
        SearchConfig {
            collection: "site".to_owned(),
            engine: "embedded",
            nodes: Vec::new(),
            api_key: String::new(),
            fallback: true,
            contextual: true,
            parameters: Value::Object(Map::new()),
            page_path: Some("/search".to_owned()),
            external_url_regex: None,
            feedback_url: None,
            synonyms: Vec::new(),
            fillers: Vec::new(),
            lower: Vec::new(),
            entities: Vec::new(),
            heading_terms: Vec::new(),
            excludes_marked: false,
        }
    }
}

impl SearchNode {
    /// `https://host:443/path`; port and path may be left out.
    #[must_use]
    pub fn parse(url: &str) -> Option<SearchNode> {
        let (protocol, host, port, path) = parse_node_url(url)?;
        Some(SearchNode {
            protocol: protocol.to_owned(),
            host: host.to_owned(),
            port,
            path: path.to_owned(),
        })
    }
}

pub(in crate::config) fn read_search(node: &Node, sink: &mut Diagnostics) -> SearchConfig {
    let default = SearchConfig::default();
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    let mut search = SearchConfig {
        collection: fields.string("collection").unwrap_or(default.collection),
        engine: fields
            .enum_value("engine", &["embedded", "typesense"])
            .unwrap_or(default.engine),
        api_key: fields.string("api_key").unwrap_or_default(),
        fallback: fields.boolean("fallback").unwrap_or(true),
        contextual: fields.boolean("contextual").unwrap_or(true),
        parameters: fields
            .node("parameters")
            .map_or(default.parameters, Node::to_json),
        external_url_regex: fields.string("external_url_regex"),
        feedback_url: fields.link("feedback_url"),
        fillers: string_list(&mut fields, "fillers"),
        lower: paths(&mut fields, "lower"),
        entities: paths(&mut fields, "entities"),
        heading_terms: heading_terms(&mut fields),
        excludes_marked: fields.enum_value("marked", &["lower", "exclude"]) == Some("exclude"),
        ..SearchConfig::default()
    };
    if let Some(node) = fields.node("page_path") {
        search.page_path = match &node.value {
            NodeValue::Bool(false) => None,
            _ => fields
                .string("page_path")
                .map(|path| with_slash(&path))
                .or(search.page_path),
        };
    }
    for list in fields.list("synonyms") {
        match &list.value {
            NodeValue::List(words) => search
                .synonyms
                .push(words.iter().filter_map(as_string).collect()),
            _ => fields.report_mismatch(list, "a list of words"),
        }
    }
    for (url, span) in fields.strings("nodes") {
        match SearchNode::parse(&url) {
            Some(node) => search.nodes.push(node),
            None => {
                fields
                    .sink
                    .error(
                        Code::BadConfig,
                        span,
                        format!("`{url}` is not the url of a node"),
                    )
                    .help("write `https://search.example.org:443`");
            }
        }
    }
    fields.finish();
    search
}

fn paths(fields: &mut Fields<'_, '_>, key: &'static str) -> Vec<String> {
    let list = string_list(fields, key);
    list.iter().map(|path| with_slash(path)).collect()
}

fn heading_terms(fields: &mut Fields<'_, '_>) -> Vec<HeadingTerms> {
    let mut list = Vec::new();
    let Some(node) = fields.node("heading_terms") else {
        return list;
    };
    let expected = "a map from paths to maps from ids of headings to words";
    if !matches!(node.value, NodeValue::Map(_)) {
        fields.report_mismatch(node, expected);
    }
    for path in node.entries() {
        if !matches!(path.node.value, NodeValue::Map(_)) {
            fields.report_mismatch(&path.node, "a map from ids of headings to words");
        }
        for heading in path.node.entries() {
            match &heading.node.value {
                NodeValue::String(words) => list.push(HeadingTerms {
                    path: with_slash(&path.key),
                    anchor: heading.key.clone(),
                    words: words.clone(),
                }),
                _ => fields.report_mismatch(&heading.node, "a string"),
            }
        }
    }
    list
}

fn with_slash(path: &str) -> String {
    format!("/{}", path.trim_start_matches('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_a_url() {
        let node = SearchNode::parse("https://search.example.org").unwrap();
        assert_eq!((node.port, node.path.as_str()), (443, ""));
        let node = SearchNode::parse("http://127.0.0.1:8108/ts/").unwrap();
        assert_eq!(
            (node.host.as_str(), node.port, node.path.as_str()),
            ("127.0.0.1", 8108, "/ts")
        );
        for wrong in [
            "search.example.org",
            "ftp://a",
            "https://",
            "https://a b",
            "https://a:x",
            "https://a;b",
        ] {
            assert!(SearchNode::parse(wrong).is_none(), "{wrong}");
        }
    }
}
