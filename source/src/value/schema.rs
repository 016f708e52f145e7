//! Validates data against JSON Schemas (draft 2020-12, all of it that describes data without other documents).
//!
//! In: a schema and a value. Out: faults, each with the way to the value that it is about. Pure.
//!
//! The maintained crate for it costs 56 s of CPU to compile, a fifth of what a fresh clone may take; this is the part
//! that data of sites needs. A keyword that is not known here is a fault of the schema, so that none is silently
//! ignored.

mod numbers;
mod shapes;

use crate::diagnostic::nearest;
use crate::value::Step;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// References may lead through references this deep.
const MAX_DEPTH: usize = 64;

/// Keywords that say nothing about a value.
const ANNOTATIONS: [&str; 14] = [
    "$anchor",
    "$comment",
    "$defs",
    "$id",
    "$schema",
    "contentEncoding",
    "contentMediaType",
    "default",
    "definitions",
    "deprecated",
    "description",
    "examples",
    "format",
    "title",
];

/// Something that is wrong with a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// To the value.
    pub way: Vec<Step>,
    /// Whether it is about the name that the value has.
    pub is_key: bool,
    /// What is wrong.
    pub message: String,
    /// The way out, where there is more to say than the message.
    pub help: Option<String>,
}

/// A schema, ready to be used.
#[derive(Debug)]
pub struct Schema<'s> {
    root: &'s Value,
    /// By their text.
    patterns: BTreeMap<&'s str, regex_lite::Regex>,
}

/// A schema that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadSchema {
    /// To the keyword.
    pub way: Vec<Step>,
    /// What is wrong.
    pub message: String,
}

impl<'s> Schema<'s> {
    /// Reads a schema.
    ///
    /// # Errors
    /// When a keyword is unknown, a pattern is no regular expression or a reference leads nowhere.
    pub fn new(root: &'s Value) -> Result<Self, BadSchema> {
        let mut schema = Schema {
            root,
            patterns: BTreeMap::new(),
        };
        schema.prepare(root, &mut Vec::new())?;
        Ok(schema)
    }

    /// Looks at every keyword below `schema`.
    fn prepare(&mut self, schema: &'s Value, way: &mut Vec<Step>) -> Result<(), BadSchema> {
        let Value::Object(keywords) = schema else {
            return Ok(());
        };
        for (keyword, value) in keywords {
            way.push(Step::Key(keyword.clone()));
            self.prepare_keyword(keyword, value, way)?;
            way.pop();
        }
        Ok(())
    }

    fn prepare_keyword(
        &mut self,
        keyword: &str,
        value: &'s Value,
        way: &mut Vec<Step>,
    ) -> Result<(), BadSchema> {
        let bad = |way: &[Step], message: String| {
            Err(BadSchema {
                way: way.to_vec(),
                message,
            })
        };
        match keyword {
            "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" => {
                for (name, inner) in value.as_object().into_iter().flatten() {
                    way.push(Step::Key(name.clone()));
                    if keyword == "patternProperties" {
                        self.pattern(name, way)?;
                    }
                    self.prepare(inner, way)?;
                    way.pop();
                }
            }
            "allOf" | "anyOf" | "oneOf" | "prefixItems" => {
                for (at, inner) in value.as_array().into_iter().flatten().enumerate() {
                    way.push(Step::Item(at));
                    self.prepare(inner, way)?;
                    way.pop();
                }
            }
            "additionalProperties"
            | "contains"
            | "else"
            | "if"
            | "items"
            | "not"
            | "propertyNames"
            | "then" => {
                self.prepare(value, way)?;
            }
            "pattern" => self.pattern(value.as_str().unwrap_or_default(), way)?,
            "$ref" => {
                let target = value.as_str().unwrap_or_default();
                if self.target(target).is_none() {
                    return bad(way, format!("`{target}` leads to nothing in this schema"));
                }
            }
            known
                if ANNOTATIONS.contains(&known)
                    || shapes::KEYWORDS.contains(&known)
                    || numbers::KEYWORDS.contains(&known) => {}
            unknown => {
                let all = shapes::KEYWORDS
                    .iter()
                    .chain(&numbers::KEYWORDS)
                    .chain(&ANNOTATIONS);
                let near = nearest(unknown, all.copied());
                let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
                return bad(way, format!("the keyword `{unknown}` is not known{near}"));
            }
        }
        Ok(())
    }

    fn pattern(&mut self, pattern: &str, way: &[Step]) -> Result<(), BadSchema> {
        let regex = regex_lite::Regex::new(pattern).map_err(|error| BadSchema {
            way: way.to_vec(),
            message: format!("`{pattern}` is no regular expression: {error}"),
        })?;
        // The text lives in the schema, or in the name of one of its properties.
        let text = find_text(self.root, pattern);
        if let Some(text) = text {
            self.patterns.insert(text, regex);
        }
        Ok(())
    }

    /// What `#/$defs/x` means.
    fn target(&self, reference: &str) -> Option<&'s Value> {
        let path = reference.strip_prefix('#')?;
        self.root.pointer(path)
    }

    /// Whether the objects of a list are to have a string of this name.
    #[must_use]
    pub fn asks_for_text(&self, name: &str) -> bool {
        let member = |schema: &'s Value| schema.get("properties")?.get(name);
        let follow = |schema: &'s Value| match schema.get("$ref").and_then(Value::as_str) {
            Some(target) => self.target(target).unwrap_or(schema),
            None => schema,
        };
        let items = self.root.get("items").map(follow);
        let Some(own) = items.and_then(member).map(follow) else {
            return false;
        };
        let is_words = |list: &Vec<Value>| list.iter().all(Value::is_string);
        own.get("type").and_then(Value::as_str) == Some("string")
            || own
                .get("enum")
                .and_then(Value::as_array)
                .is_some_and(is_words)
    }

    /// All that is wrong with a value.
    #[must_use]
    pub fn check(&self, value: &Value) -> Vec<Fault> {
        let mut check = Check {
            schema: self,
            way: Vec::new(),
            faults: Vec::new(),
            depth: 0,
        };
        check.value(self.root, value);
        check.faults
    }
}

/// The string of a schema that is this text.
fn find_text<'s>(value: &'s Value, text: &str) -> Option<&'s str> {
    match value {
        Value::String(own) => (own == text).then_some(own),
        Value::Array(items) => items.iter().find_map(|item| find_text(item, text)),
        Value::Object(members) => members.iter().find_map(|(name, member)| {
            let own = (name == text).then_some(name.as_str());
            own.or_else(|| find_text(member, text))
        }),
        _ => None,
    }
}

/// The state of a walk over a value.
struct Check<'c, 's> {
    schema: &'c Schema<'s>,
    way: Vec<Step>,
    faults: Vec<Fault>,
    depth: usize,
}

impl<'s> Check<'_, 's> {
    fn fault(&mut self, message: String, help: Option<String>) {
        self.faults.push(Fault {
            way: self.way.clone(),
            is_key: false,
            message,
            help,
        });
    }

    fn value(&mut self, schema: &'s Value, value: &Value) {
        let keywords = match schema {
            Value::Object(keywords) => keywords,
            Value::Bool(false) => return self.fault("nothing may stand here".to_owned(), None),
            _ => return,
        };
        if let Some(target) = keywords.get("$ref").and_then(Value::as_str)
            && self.depth < MAX_DEPTH
            && let Some(target) = self.schema.target(target)
        {
            self.depth += 1;
            self.value(target, value);
            self.depth -= 1;
        }
        self.kind(keywords, value);
        self.scalars(keywords, value);
        match value {
            Value::Array(items) => self.items(keywords, items),
            Value::Object(members) => self.members(keywords, members),
            _ => {}
        }
        self.combinations(keywords, value);
    }

    /// The faults of another schema for the same value, without reporting them.
    fn trial(&mut self, schema: &'s Value, value: &Value) -> Vec<Fault> {
        let before = std::mem::take(&mut self.faults);
        self.value(schema, value);
        std::mem::replace(&mut self.faults, before)
    }

    fn combinations(&mut self, keywords: &'s Map<String, Value>, value: &Value) {
        let list = |name: &str| keywords.get(name).and_then(Value::as_array);
        for schema in list("allOf").into_iter().flatten() {
            self.value(schema, value);
        }
        if let Some(schemas) = list("anyOf") {
            self.any_of(schemas, value);
        }
        if let Some(schemas) = list("oneOf") {
            let fitting = schemas
                .iter()
                .filter(|schema| self.trial(schema, value).is_empty())
                .count();
            match fitting {
                0 => self.any_of(schemas, value),
                1 => {}
                more => self.fault(
                    format!("{more} of the schema's forms fit, and only one may"),
                    None,
                ),
            }
        }
        if let Some(schema) = keywords.get("not")
            && self.trial(schema, value).is_empty()
        {
            self.fault("this is what the schema excludes".to_owned(), None);
        }
        if let Some(condition) = keywords.get("if") {
            let branch = if self.trial(condition, value).is_empty() {
                "then"
            } else {
                "else"
            };
            if let Some(schema) = keywords.get(branch) {
                self.value(schema, value);
            }
        }
    }

    /// One of the schemas must fit. When none does, the one with the deepest fault is the one that was meant.
    fn any_of(&mut self, schemas: &'s [Value], value: &Value) {
        let mut nearest: Option<Vec<Fault>> = None;
        for schema in schemas {
            let faults = self.trial(schema, value);
            if faults.is_empty() {
                return;
            }
            let depth = |faults: &[Fault]| faults.iter().map(|fault| fault.way.len()).max();
            if nearest
                .as_ref()
                .is_none_or(|best| depth(&faults) > depth(best))
            {
                nearest = Some(faults);
            }
        }
        let faults = nearest.unwrap_or_default();
        if faults.iter().any(|fault| fault.way.len() > self.way.len()) {
            return self.faults.extend(faults);
        }
        let wanted: Vec<String> = schemas.iter().filter_map(shapes::describe).collect();
        match wanted.is_empty() {
            true => self.faults.extend(faults),
            false => self.fault(
                format!(
                    "this is {}, not {}",
                    shapes::name_of(value),
                    wanted.join(" or ")
                ),
                None,
            ),
        }
    }
}

#[cfg(test)]
mod tests;
