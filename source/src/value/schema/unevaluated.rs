//! `unevaluatedProperties` and `unevaluatedItems`: what no other keyword of a schema, or of the schemas that it applies to the
//! same value, says anything about (draft 2020-12, core, section 11).

use super::{MAX_DEPTH, Validator};
use crate::value::PathSegment;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// How often the keywords may be evaluated for one value: a reference can lead back to its own schema.
const MAX_EVALUATIONS: usize = 1_000;

/// Evaluations inside of each other, and their number.
#[derive(Debug, Default)]
pub(super) struct Evaluations {
    nesting: usize,
    count: usize,
}

/// The members or items that keywords evaluate.
#[derive(Debug, Default)]
struct Evaluated {
    names: BTreeSet<String>,
    items: BTreeSet<usize>,
    all_names: bool,
    all_items: bool,
}

impl<'s> Validator<'_, 's> {
    /// Validates what is left; called after all other keywords of a schema.
    pub(super) fn unevaluated(&mut self, keywords: &'s Map<String, Value>, value: &Value) {
        let (of_names, of_items) = (
            keywords.get("unevaluatedProperties"),
            keywords.get("unevaluatedItems"),
        );
        let members = value.as_object().filter(|_| of_names.is_some());
        let items = value.as_array().filter(|_| of_items.is_some());
        if members.is_none() && items.is_none() {
            return;
        }
        let mut evaluated = Evaluated::default();
        let budget = &mut self.evaluations;
        if budget.nesting == 0 {
            budget.count = 0;
        }
        budget.count += 1;
        if budget.count > MAX_EVALUATIONS {
            return;
        }
        budget.nesting += 1;
        self.evaluate(keywords, value, &mut evaluated, IsOuter::Yes);
        self.evaluations.nesting -= 1;
        let mut left: Vec<(PathSegment, &'s Value, &Value)> = Vec::new();
        for (name, member) in members.into_iter().flatten() {
            if let Some(schema) = of_names.filter(|_| !evaluated.has_name(name)) {
                left.push((PathSegment::Key(name.clone()), schema, member));
            }
        }
        for (at, item) in items.into_iter().flatten().enumerate() {
            if let Some(schema) = of_items.filter(|_| !evaluated.has_item(at)) {
                left.push((PathSegment::Index(at), schema, item));
            }
        }
        for (segment, schema, part) in left {
            let name = match &segment {
                PathSegment::Key(name) if *schema == Value::Bool(false) => Some(name.clone()),
                _ => None,
            };
            if let Some(name) = name {
                let known = evaluated.names.iter().map(String::as_str);
                self.unknown_member(&name, known.collect());
                continue;
            }
            self.path.push(segment);
            self.value(schema, part);
            self.path.pop();
        }
    }

    /// Adds what the keywords evaluate. Schemas that do not match the value evaluate nothing.
    fn evaluate(
        &mut self,
        keywords: &'s Map<String, Value>,
        value: &Value,
        evaluated: &mut Evaluated,
        is_outer: IsOuter,
    ) {
        if self.depth >= MAX_DEPTH {
            return;
        }
        self.depth += 1;
        self.evaluate_members(keywords, value, evaluated);
        self.evaluate_items(keywords, value, evaluated);
        if is_outer == IsOuter::No {
            evaluated.all_names |= keywords.contains_key("unevaluatedProperties");
            evaluated.all_items |= keywords.contains_key("unevaluatedItems");
        }
        for schema in self.applied(keywords, value) {
            if let Value::Object(keywords) = schema {
                self.evaluate(keywords, value, evaluated, IsOuter::No);
            }
        }
        self.depth -= 1;
    }

    fn evaluate_members(
        &self,
        keywords: &Map<String, Value>,
        value: &Value,
        evaluated: &mut Evaluated,
    ) {
        evaluated.all_names |= keywords.contains_key("additionalProperties");
        let object = |name: &str| keywords.get(name).and_then(Value::as_object);
        let own = object("properties").into_iter().flatten();
        evaluated.names.extend(own.map(|(name, _)| name.clone()));
        for name in value.as_object().into_iter().flat_map(Map::keys) {
            let mut patterns = object("patternProperties").into_iter().flatten();
            if patterns.any(|(pattern, _)| self.matches_pattern(pattern, name)) {
                evaluated.names.insert(name.clone());
            }
        }
    }

    fn evaluate_items(
        &mut self,
        keywords: &'s Map<String, Value>,
        value: &Value,
        evaluated: &mut Evaluated,
    ) {
        evaluated.all_items |= keywords.contains_key("items");
        let first = keywords.get("prefixItems").and_then(Value::as_array);
        evaluated.items.extend(0..first.map_or(0, Vec::len));
        let Some(schema) = keywords.get("contains") else {
            return;
        };
        for (at, item) in value.as_array().into_iter().flatten().enumerate() {
            if self.errors_of(schema, item).is_empty() {
                evaluated.items.insert(at);
            }
        }
    }

    /// The schemas that the keywords apply to the same value, as far as it matches them.
    fn applied(&mut self, keywords: &'s Map<String, Value>, value: &Value) -> Vec<&'s Value> {
        let mut found = Vec::new();
        if let Some(target) = keywords.get("$ref").and_then(Value::as_str) {
            found.extend(self.schema.target(target));
        }
        for name in ["allOf", "anyOf", "oneOf"] {
            found.extend(
                keywords
                    .get(name)
                    .and_then(Value::as_array)
                    .into_iter()
                    .flatten(),
            );
        }
        let dependent = keywords.get("dependentSchemas").and_then(Value::as_object);
        for (name, schema) in dependent.into_iter().flatten() {
            if value.get(name).is_some() {
                found.push(schema);
            }
        }
        if let Some(condition) = keywords.get("if") {
            let branch = match self.errors_of(condition, value).is_empty() {
                true => {
                    found.push(condition);
                    "then"
                }
                false => "else",
            };
            found.extend(keywords.get(branch));
        }
        found.retain(|schema| self.errors_of(schema, value).is_empty());
        found
    }
}

/// Whether the schema is the one whose `unevaluatedProperties` is asked about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum IsOuter {
    Yes,
    No,
}

impl Evaluated {
    fn has_name(&self, name: &str) -> bool {
        self.all_names || self.names.contains(name)
    }

    fn has_item(&self, at: usize) -> bool {
        self.all_items || self.items.contains(&at)
    }
}
