//! Makes the JSON Schema of a kind of file from the function that reads it.
//!
//! The reader is called with small documents: each key that it asks for gets a value of each type in turn, and a type
//! that it does not report as a mismatch is allowed. Strings are tried as well: where only some are accepted, these are
//! the ones that the message about another names. What a reader checks of a value besides its type and its words, such as
//! the form of a date, is not in the schema.

use super::{Entry, Node, NodeValue};
use crate::diagnostic::{Cause, Diagnostics, KeyKind, KeyRead};
use crate::{FileId, Span};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// How deep maps are followed; items of menus contain items.
const MAX_DEPTH: usize = 6;

/// Numbers, strings, booleans and lists: with maps, everything.
const ANY_TYPES: usize = 4;

/// Whether a key without a value is allowed, as in YAML.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nulls {
    /// A key without a value counts as absent.
    Allowed,
    /// The format has no key without a value.
    Absent,
}

/// The JSON Schema of the documents that `read` reads.
pub fn infer_schema(title: &str, nulls: Nulls, read: impl Fn(&Node, &mut Diagnostics)) -> Value {
    let probe = Probe { nulls, read };
    let mut schema = probe.map_schema(&mut Vec::new());
    schema["$schema"] = json!("http://json-schema.org/draft-07/schema#");
    schema["title"] = json!(title);
    schema
}

/// A step from the root of a document to one of its parts.
#[derive(Clone, Debug)]
enum Step {
    /// The value of a key of a map, which may also have a key with a certain value.
    Key(String, Option<(String, String)>),
    /// The only item of a list.
    Item,
}

struct Probe<R> {
    nulls: Nulls,
    read: R,
}

/// The outcome of reading one document.
struct Outcome {
    reads: Vec<KeyRead>,
    /// The message about a value of the wrong type.
    refusal: Option<String>,
}

/// What is known of a key.
#[derive(Default)]
struct KeyFacts {
    values: Vec<&'static str>,
    range: Option<(u32, u32)>,
}

impl<R: Fn(&Node, &mut Diagnostics)> Probe<R> {
    /// Reads a document whose only value is `value`, at the end of `path`.
    fn try_value(&self, path: &[Step], value: NodeValue) -> Outcome {
        let probed = span(0);
        let mut node = Node {
            span: probed,
            value,
        };
        for (at, step) in path.iter().enumerate().rev() {
            let outer = match step {
                Step::Item => NodeValue::List(vec![node]),
                Step::Key(key, other) => {
                    let mut entries = vec![entry(key, node)];
                    if let Some((key, value)) = other {
                        let value = NodeValue::String(value.clone());
                        entries.push(entry(
                            key,
                            Node {
                                span: span(1),
                                value,
                            },
                        ));
                    }
                    NodeValue::Map(entries)
                }
            };
            node = Node {
                span: span(at + 2),
                value: outer,
            };
        }
        let mut sink = Diagnostics::recording();
        (self.read)(&node, &mut sink);
        let reads = sink.take_key_reads();
        let refusal = sink
            .into_sorted()
            .into_iter()
            .find(|one| one.span == Some(probed) && one.cause == Some(Cause::Mismatch))
            .map(|one| one.message);
        Outcome {
            reads: reads
                .into_iter()
                .filter(|read| read.map == probed)
                .collect(),
            refusal,
        }
    }

    /// The schema of the map at a path, with the keys that the reader asks for.
    fn map_schema(&self, path: &mut Vec<Step>) -> Value {
        let reads = self.try_value(path, NodeValue::Map(Vec::new())).reads;
        let mut properties = Map::new();
        self.add_properties(path, None, &reads, &mut properties);
        let always: BTreeSet<&str> = reads.iter().map(|read| read.keys).collect();
        // Some keys are read only if another key has a certain value.
        for (key, value) in choices(&reads) {
            let text = NodeValue::String(value.to_owned());
            let with_choice = NodeValue::Map(vec![entry(
                key,
                Node {
                    span: span(1),
                    value: text,
                },
            )]);
            let mut reads = self.try_value(path, with_choice).reads;
            reads.retain(|read| !always.contains(read.keys));
            let choice = Some((key.to_owned(), value.to_owned()));
            let mut own = Map::new();
            self.add_properties(path, choice, &reads, &mut own);
            for (name, schema) in own {
                add_form(&mut properties, name, schema);
            }
        }
        json!({ "type": "object", "properties": properties, "additionalProperties": false })
    }

    fn add_properties(
        &self,
        path: &mut Vec<Step>,
        choice: Option<(String, String)>,
        reads: &[KeyRead],
        properties: &mut Map<String, Value>,
    ) {
        let mut facts: BTreeMap<&'static str, KeyFacts> = BTreeMap::new();
        for read in reads.iter().filter(|read| !read.keys.is_empty()) {
            let facts = facts.entry(read.keys).or_default();
            match &read.kind {
                KeyKind::Any => {}
                KeyKind::Integer(min, max) => facts.range = Some((*min, *max)),
                KeyKind::Enum(values) => facts.values.clone_from(values),
            }
        }
        for (keys, facts) in facts {
            let names: Vec<&str> = keys.split('|').collect();
            if names.iter().all(|name| properties.contains_key(*name)) {
                continue;
            }
            path.push(Step::Key(names[0].to_owned(), choice.clone()));
            let schema = self.value_schema(path, &facts);
            path.pop();
            for name in names {
                properties.entry(name).or_insert_with(|| schema.clone());
            }
        }
    }

    /// The schema of the value at a path.
    fn value_schema(&self, path: &mut Vec<Step>, facts: &KeyFacts) -> Value {
        let accepts = |value: NodeValue| self.try_value(path, value).refusal.is_none();
        let mut allowed = Vec::new();
        if let Some((min, max)) = facts.range {
            allowed.push(json!({ "type": "integer", "minimum": min, "maximum": max }));
        } else if accepts(NodeValue::Integer(1)) {
            allowed.push(json!({ "type": "number" }));
        }
        if !facts.values.is_empty() {
            allowed.push(json!({ "enum": facts.values }));
        } else {
            allowed.extend(self.string_schema(path));
        }
        match (
            accepts(NodeValue::Bool(true)),
            accepts(NodeValue::Bool(false)),
        ) {
            (true, true) => allowed.push(json!({ "type": "boolean" })),
            (true, false) => allowed.push(json!({ "const": true })),
            (false, true) => allowed.push(json!({ "const": false })),
            (false, false) => {}
        }
        if accepts(NodeValue::List(Vec::new())) {
            allowed.push(self.list_schema(path));
        }
        let opened = self.try_value(path, NodeValue::Map(Vec::new()));
        if opened.refusal.is_none() {
            // The reader takes the value as it is.
            if opened.reads.is_empty() && allowed.len() == ANY_TYPES {
                return json!({});
            }
            let is_followed = !opened.reads.is_empty() && path.len() < MAX_DEPTH;
            allowed.push(match is_followed {
                true => self.map_schema(path),
                false => json!({ "type": "object" }),
            });
        }
        if self.nulls == Nulls::Allowed && !allowed.is_empty() {
            allowed.push(json!({ "type": "null" }));
        }
        match allowed.len() {
            0 => json!({}),
            1 => allowed.remove(0),
            _ => json!({ "anyOf": allowed }),
        }
    }

    /// The schema of strings; where only some are accepted, the reader names them when it refuses others.
    fn string_schema(&self, path: &[Step]) -> Option<Value> {
        let try_string = |text: &str| {
            self.try_value(path, NodeValue::String(text.to_owned()))
                .refusal
        };
        let Some(message) = try_string("text") else {
            return Some(json!({ "type": "string" }));
        };
        let named = message.split('`').skip(1).step_by(2);
        let accepted: Vec<&str> = named.filter(|text| try_string(text).is_none()).collect();
        (!accepted.is_empty()).then(|| json!({ "enum": accepted }))
    }

    fn list_schema(&self, path: &mut Vec<Step>) -> Value {
        if path.len() >= MAX_DEPTH {
            return json!({ "type": "array" });
        }
        path.push(Step::Item);
        let items = self.value_schema(path, &KeyFacts::default());
        path.pop();
        json!({ "type": "array", "items": items })
    }
}

/// Adds the form that a key has with one choice to those that it has with others.
fn add_form(properties: &mut Map<String, Value>, name: String, schema: Value) {
    let Some(known) = properties.get_mut(&name) else {
        properties.insert(name, schema);
        return;
    };
    if *known == schema {
        return;
    }
    match known.get_mut("anyOf").and_then(Value::as_array_mut) {
        Some(forms) if forms.contains(&schema) => {}
        Some(forms) => forms.push(schema),
        None => *known = json!({ "anyOf": [known.take(), schema] }),
    }
}

/// The keys that have one of several values, with each of these values.
fn choices(reads: &[KeyRead]) -> Vec<(&'static str, &'static str)> {
    let mut choices = Vec::new();
    for read in reads {
        if let KeyKind::Enum(values) = &read.kind {
            let key = read.keys.split('|').next().unwrap_or_default();
            choices.extend(values.iter().map(|value| (key, *value)));
        }
    }
    choices
}

fn entry(key: &str, node: Node) -> Entry {
    Entry {
        key: key.to_owned(),
        key_span: span(1),
        node,
    }
}

fn span(number: usize) -> Span {
    Span::new(FileId(0), number, number + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Code, Severity};
    use crate::value::{FieldCodes, Fields};

    const CODES: FieldCodes = FieldCodes {
        invalid_value: Code::BadConfig,
        unknown_key: Code::BadConfig,
        unknown_key_severity: Severity::Error,
    };

    fn read_item(node: &Node, sink: &mut Diagnostics) {
        let mut fields = Fields::new(node, CODES, sink);
        match fields.enum_value("type", &["link", "html"]) {
            Some("html") => drop(fields.string("value")),
            Some("link") => drop(fields.strings("value")),
            _ => {}
        }
        fields.finish();
    }

    fn read(node: &Node, sink: &mut Diagnostics) {
        let mut fields = Fields::new(node, CODES, sink);
        fields.string("title");
        fields.boolean("draft");
        fields.integer("level|depth", 2, 6);
        fields.strings("words");
        fields.node("any");
        if let Some(node) = fields.node("count") {
            let is_all = node.value == NodeValue::String("all".to_owned());
            if !is_all && !matches!(node.value, NodeValue::Integer(_)) {
                fields.report_mismatch(node, "a number, or `all`");
            }
        }
        for item in fields.list("items") {
            read_item(item, fields.sink);
        }
        if let Some(inner) = fields.node("inner")
            && inner.value != NodeValue::Bool(false)
        {
            read_item(inner, fields.sink);
        }
        fields.finish();
    }

    #[test]
    fn a_schema_allows_what_the_reader_accepts() {
        let schema = infer_schema("A file", Nulls::Absent, read);
        let item = json!({
            "type": "object",
            "properties": {
                "type": {"enum": ["link", "html"]},
                "value": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
            },
            "additionalProperties": false,
        });
        let level = json!({"type": "integer", "minimum": 2, "maximum": 6});
        let text = json!({"type": "string"});
        assert_eq!(
            schema["properties"],
            json!({
                "title": text,
                "draft": {"type": "boolean"},
                "level": level,
                "depth": level,
                "any": {},
                "count": {"anyOf": [{"type": "number"}, {"enum": ["all"]}]},
                "words": {"anyOf": [text, {"type": "array", "items": text}]},
                "items": {"type": "array", "items": item},
                "inner": {"anyOf": [{"const": false}, item]},
            })
        );
        assert_eq!(schema["additionalProperties"], false);
    }

    #[test]
    fn an_empty_value_is_allowed_where_the_format_has_it() {
        let schema = infer_schema("A file", Nulls::Allowed, read);
        let title = json!({"anyOf": [{"type": "string"}, {"type": "null"}]});
        assert_eq!(schema["properties"]["title"], title);
    }
}
