//! Evaluated data as [`Node`]s whose spans point into the text of the configuration.

use super::locations::Locations;
use crate::source::{FileId, SourceFile, Span};
use crate::value::{Entry, JsonPath, Node, NodeValue, PathSegment};
use serde_json::{Map, Value, json};

/// Turns plain data into a [`Node`]; `file` writes the data, and `root` is the path of `value` in it.
pub(super) fn to_node(value: &Value, file: Option<&SourceFile>, root: &[PathSegment]) -> Node {
    let builder = NodeBuilder {
        file: file.map_or(FileId(0), |file| file.id),
        locations: file
            .map(|file| Locations::scan(&file.text))
            .unwrap_or_default(),
    };
    builder.node(value, &mut root.to_vec()).1
}

struct NodeBuilder {
    file: FileId,
    locations: Locations,
}

impl NodeBuilder {
    /// Returns the span of the key at `path`, and the value.
    fn node(&self, value: &Value, path: &mut JsonPath) -> (Span, Node) {
        let location = self.locations.find(path, value.as_str());
        let location = location.unwrap_or_default();
        let span = |(start, end)| Span::new(self.file, start, end);
        let value = match value {
            Value::Array(items) => {
                let items = items.iter().enumerate();
                let items = items.map(|(at, item)| {
                    path.push(PathSegment::Index(at));
                    let node = self.node(item, path).1;
                    path.pop();
                    node
                });
                NodeValue::List(items.collect())
            }
            Value::Object(map) => {
                let entries = entries_of(map).into_iter().map(|(key, value)| {
                    path.push(PathSegment::Key(key.to_owned()));
                    let (key_span, node) = self.node(value, path);
                    path.pop();
                    Entry {
                        key: key.to_owned(),
                        key_span,
                        node,
                    }
                });
                NodeValue::Map(entries.collect())
            }
            scalar => Node::from_json(scalar, span(location.value)).value,
        };
        let node = Node {
            span: span(location.value),
            value,
        };
        (span(location.key), node)
    }
}

/// Plain data whose maps are `{"$entries": [[key, value], …]}`, so that JavaScript gets them in the order of the file.
#[must_use]
pub(crate) fn ordered_json(node: &Node) -> Value {
    match &node.value {
        NodeValue::List(items) => items.iter().map(ordered_json).collect(),
        NodeValue::Map(entries) => {
            let pairs = entries.iter();
            let pairs = pairs.map(|entry| json!([entry.key, ordered_json(&entry.node)]));
            json!({"$entries": pairs.collect::<Value>()})
        }
        _ => node.to_json(),
    }
}

/// The value of [`ordered_json`], whose parts all have the same span.
#[must_use]
pub(crate) fn ordered_node(value: &Value, span: Span) -> Node {
    let value = match value {
        Value::Array(items) => {
            let items = items.iter().map(|item| ordered_node(item, span));
            NodeValue::List(items.collect())
        }
        Value::Object(map) => {
            let entries = entries_of(map).into_iter().map(|(key, item)| Entry {
                key: key.to_owned(),
                key_span: span,
                node: ordered_node(item, span),
            });
            NodeValue::Map(entries.collect())
        }
        scalar => return Node::from_json(scalar, span),
    };
    Node { span, value }
}

/// The entries of a map. Those of `{"$entries": [[key, value], …]}` keep the order of the evaluated file.
fn entries_of(map: &Map<String, Value>) -> Vec<(&str, &Value)> {
    let Some(Value::Array(pairs)) = map.get("$entries") else {
        return map
            .iter()
            .map(|(key, value)| (key.as_str(), value))
            .collect();
    };
    let pairs = pairs
        .iter()
        .filter_map(|pair| Some((pair[0].as_str()?, &pair[1])));
    pairs.collect()
}
