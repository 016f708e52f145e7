//! Evaluated data as [`Node`]s whose spans point into the text of the configuration.

use super::locations::Locations;
use crate::source::{FileId, SourceFile, Span};
use crate::value::{Entry, JsonPath, Node, NodeValue, PathSegment};
use serde_json::Value;

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
            Value::Null => NodeValue::Null,
            Value::Bool(flag) => NodeValue::Bool(*flag),
            Value::Number(number) => match number.as_i64() {
                Some(number) => NodeValue::Integer(number),
                None => NodeValue::Float(number.as_f64().unwrap_or_default()),
            },
            Value::String(text) => NodeValue::String(text.clone()),
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
                let entries = map.iter().map(|(key, value)| {
                    path.push(PathSegment::Key(key.clone()));
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
        let node = Node {
            span: span(location.value),
            value,
        };
        (span(location.key), node)
    }
}
