//! Values of YAML, TOML and JSON files with their spans, and JSON Schemas for them.
//!
//! In: the text of a file, or a part of it. Out: a [`Node`], in which every key and value has a span. [`Fields`] reads
//! typed values from a map and reports all wrong types and unknown keys in one run.

mod duplicate_keys;
mod fields;
mod infer;
mod json_faults;
mod json_path;
pub mod schema;
mod toml;
mod yaml;
mod yaml_errors;

pub use self::duplicate_keys::has_duplicate_keys;
pub use self::fields::{FieldCodes, Fields};
pub use self::infer::{Nulls, infer_schema};
pub use self::json_faults::{JsonFault, find_json_faults};
pub use self::json_path::{JsonPath, MemberPart, PathSegment, locate_json};
pub use self::toml::parse_toml;
pub use self::yaml::parse_yaml;

use crate::Span;
use serde_json::{Map, Number, Value};

/// A value and its span.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The span of the value.
    pub span: Span,
    /// The value.
    pub value: NodeValue,
}

/// The value of a [`Node`].
#[derive(Clone, Debug, PartialEq)]
pub enum NodeValue {
    /// `null`, or no value.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Integer(i64),
    /// Any other number.
    Float(f64),
    /// A string; a date is a string as well.
    String(String),
    /// A list.
    List(Vec<Node>),
    /// A map in the order of the file; keys are unique.
    Map(Vec<Entry>),
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// The span of the key.
    pub key_span: Span,
    /// The value.
    pub node: Node,
}

impl Node {
    /// The entries of a map; an empty slice for any other value.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        match &self.value {
            NodeValue::Map(entries) => entries,
            _ => &[],
        }
    }

    /// The value of a key of a map.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Node> {
        let entry = self.entries().iter().find(|entry| entry.key == key)?;
        Some(&entry.node)
    }

    /// The type of the value, for messages.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match &self.value {
            NodeValue::Null => "nothing",
            NodeValue::Bool(_) => "true or false",
            NodeValue::Integer(_) | NodeValue::Float(_) => "a number",
            NodeValue::String(_) => "a string",
            NodeValue::List(_) => "a list",
            NodeValue::Map(_) => "a map",
        }
    }

    /// A JSON value whose parts all have the same span.
    #[must_use]
    pub fn from_json(value: &Value, span: Span) -> Node {
        let value = match value {
            Value::Null => NodeValue::Null,
            Value::Bool(flag) => NodeValue::Bool(*flag),
            Value::Number(number) => match number.as_i64() {
                Some(number) => NodeValue::Integer(number),
                None => NodeValue::Float(number.as_f64().unwrap_or_default()),
            },
            Value::String(text) => NodeValue::String(text.clone()),
            Value::Array(items) => {
                let items = items.iter().map(|item| Node::from_json(item, span));
                NodeValue::List(items.collect())
            }
            Value::Object(map) => {
                let entries = map.iter().map(|(key, item)| Entry {
                    key: key.clone(),
                    key_span: span,
                    node: Node::from_json(item, span),
                });
                NodeValue::Map(entries.collect())
            }
        };
        Node { span, value }
    }

    /// The value without spans.
    #[must_use]
    pub fn to_json(&self) -> Value {
        match &self.value {
            NodeValue::Null => Value::Null,
            NodeValue::Bool(flag) => Value::Bool(*flag),
            NodeValue::Integer(number) => Value::from(*number),
            NodeValue::Float(number) => {
                Number::from_f64(*number).map_or(Value::Null, Value::Number)
            }
            NodeValue::String(text) => Value::from(text.as_str()),
            NodeValue::List(items) => items.iter().map(Node::to_json).collect(),
            NodeValue::Map(entries) => {
                let pairs = entries
                    .iter()
                    .map(|entry| (entry.key.clone(), entry.node.to_json()));
                Value::Object(pairs.collect::<Map<_, _>>())
            }
        }
    }
}
