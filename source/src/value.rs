//! Values with places: what YAML and TOML files say, before anything is made of it.
//!
//! In: the text of a file (or a part of it). Out: a [`Node`] whose every key and value knows its span, and [`Fields`],
//! a reader that takes typed values out of a map and reports every wrong type and unknown key in one run.

mod fields;
mod json_path;
pub mod schema;
mod toml;
mod yaml;

pub use self::fields::{Dialect, Fields};
pub use self::json_path::{JsonPath, PathSegment, locate_json};
pub use self::toml::parse_toml;
pub use self::yaml::parse_yaml;

use crate::Span;
use serde_json::{Map, Number, Value};

/// A value and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The value's place.
    pub span: Span,
    /// The value.
    pub value: NodeValue,
}

/// A value as its file writes it.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeValue {
    /// Nothing.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// Any other number.
    Float(f64),
    /// A string, or a date as written.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// A map in the order of its file; keys are unique.
    Map(Vec<Entry>),
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// The key's place.
    pub key_span: Span,
    /// The value.
    pub node: Node,
}

impl Node {
    /// The entries of a map; none of anything else.
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

    /// What kind of value it is, for messages.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match &self.value {
            NodeValue::Null => "nothing",
            NodeValue::Bool(_) => "true or false",
            NodeValue::Int(_) | NodeValue::Float(_) => "a number",
            NodeValue::Text(_) => "a string",
            NodeValue::List(_) => "a list",
            NodeValue::Map(_) => "a map",
        }
    }

    /// The value without places.
    #[must_use]
    pub fn to_json(&self) -> Value {
        match &self.value {
            NodeValue::Null => Value::Null,
            NodeValue::Bool(flag) => Value::Bool(*flag),
            NodeValue::Int(number) => Value::from(*number),
            NodeValue::Float(number) => {
                Number::from_f64(*number).map_or(Value::Null, Value::Number)
            }
            NodeValue::Text(text) => Value::from(text.as_str()),
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
