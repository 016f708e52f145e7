//! The search settings of the client: those of the site, with the overrides that an operator gives at start.

use super::index::Meta;
use bindery_format::search::node_url::parse_node_url;
use serde_json::{Value, json};

/// The overrides of an operator; none by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchOverrides {
    /// `embedded` or `typesense`.
    pub engine: Option<String>,
    /// URLs of the nodes of a Typesense cluster.
    pub nodes: Vec<String>,
    /// A key that may only search.
    pub key: Option<String>,
    /// The name of the collection in the cluster.
    pub collection: Option<String>,
}

/// The content of `/_bindery/settings.json`, which the client reads.
#[must_use]
pub fn client_settings(meta: Option<&Meta>, overrides: &SearchOverrides) -> Value {
    let Some(meta) = meta else {
        return json!({});
    };
    let mut client = meta.client.clone();
    if !overrides.nodes.is_empty() {
        let nodes = overrides.nodes.iter().filter_map(|url| node(url));
        client["nodes"] = nodes.collect();
        client["engine"] = "typesense".into();
    }
    for (name, value) in [
        ("engine", &overrides.engine),
        ("apiKey", &overrides.key),
        ("collection", &overrides.collection),
    ] {
        if let Some(value) = value {
            client[name] = value.as_str().into();
        }
    }
    if overrides.collection.is_some() {
        // The client uses this name when it falls back to this server.
        client["ownCollection"] = meta.collection.as_str().into();
    }
    json!({ "search": client })
}

/// The origins that the client sends requests to: the content security policy must allow them.
#[must_use]
pub fn origins(settings: &Value) -> Vec<String> {
    let search = &settings["search"];
    if search["engine"] != "typesense" {
        return Vec::new();
    }
    let nodes = search["nodes"].as_array();
    let nodes = nodes.into_iter().flatten().filter_map(|node| {
        let (protocol, host, port) = (
            node["protocol"].as_str()?,
            node["host"].as_str()?,
            node["port"].as_u64()?,
        );
        Some(format!("{protocol}://{host}:{port}"))
    });
    nodes.collect()
}

/// A URL such as `https://host:443/path` in the form of the Typesense clients.
fn node(url: &str) -> Option<Value> {
    let (protocol, host, port, path) = parse_node_url(url.trim())?;
    Some(json!({ "protocol": protocol, "host": host, "port": port, "path": path }))
}

/// Whether a URL can be that of a node.
#[must_use]
pub fn is_node(url: &str) -> bool {
    node(url).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_at_start_wins_and_the_policy_follows() {
        let meta = Meta {
            client: json!({ "engine": "embedded", "nodes": [], "apiKey": "", "collection": "a" }),
            ..Meta::default()
        };
        assert!(origins(&client_settings(Some(&meta), &SearchOverrides::default())).is_empty());
        let overrides = SearchOverrides {
            nodes: vec![
                "https://search.example.org".to_owned(),
                "http://[::1]:8108/ts".to_owned(),
            ],
            key: Some("k".to_owned()),
            ..SearchOverrides::default()
        };
        let settings = client_settings(Some(&meta), &overrides);
        assert_eq!(
            origins(&settings),
            ["https://search.example.org:443", "http://[::1]:8108"]
        );
        assert_eq!(settings["search"]["apiKey"], "k");
        assert_eq!(settings["search"]["collection"], "a");
        assert_eq!(settings["search"].get("ownCollection"), None);
        let meta = Meta {
            collection: "own".to_owned(),
            ..meta
        };
        let overrides = SearchOverrides {
            collection: Some("moved".to_owned()),
            ..overrides
        };
        let settings = client_settings(Some(&meta), &overrides);
        assert_eq!(settings["search"]["collection"], "moved");
        assert_eq!(settings["search"]["ownCollection"], "own");
        assert!(!is_node("https://a;script-src *") && !is_node("search.example.org"));
    }
}
