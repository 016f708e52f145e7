//! Validates data against JSON Schema (draft 2020-12, without references to other documents).
//!
//! In: a schema and a value. Out: [`ValidationError`]s, each with the path of the value that it is about. Pure.
//!
//! The crate `jsonschema` costs 56 s of CPU to compile, so this module implements the keywords that the data of sites
//! needs. A keyword that it does not implement is an error of the schema, so that none is silently ignored.

mod keyword_values;
mod numbers;
mod shapes;
mod unevaluated;

use crate::diagnostic::nearest;
use crate::value::{JsonPath, PathSegment};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use unevaluated::Evaluations;

/// How deep `$ref` may nest: a reference can lead back to itself.
const MAX_DEPTH: usize = 64;

/// Keywords that do not restrict a value.
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

/// A value that its schema does not allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidationError {
    /// The path of the value.
    pub path: JsonPath,
    /// Whether the error is about the key of the value.
    pub is_key: bool,
    /// The problem in one line.
    pub message: String,
    /// How to solve it, unless the message says it.
    pub help: Option<String>,
}

/// A schema whose keywords, patterns and references are valid.
#[derive(Debug)]
pub struct Schema<'s> {
    root: &'s Value,
    /// Compiled regular expressions by their source.
    patterns: BTreeMap<&'s str, regex_lite::Regex>,
}

/// The reason why a schema is not valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaError {
    /// The path of the keyword.
    pub path: JsonPath,
    /// The problem in one line.
    pub message: String,
}

impl SchemaError {
    fn new(path: &[PathSegment], message: String) -> Self {
        SchemaError {
            path: path.to_vec(),
            message,
        }
    }
}

impl<'s> Schema<'s> {
    /// Reads a schema.
    ///
    /// # Errors
    /// When keywords are unknown or have wrong values, patterns are no regular expressions or references have no target.
    pub fn new(root: &'s Value) -> Result<Self, Vec<SchemaError>> {
        let mut schema = Schema {
            root,
            patterns: BTreeMap::new(),
        };
        let mut errors = Vec::new();
        schema.prepare(root, &mut Vec::new(), &mut errors);
        match errors.is_empty() {
            true => Ok(schema),
            false => Err(errors),
        }
    }

    /// Checks every keyword of `schema` and of the schemas in it, and compiles their patterns.
    fn prepare(&mut self, schema: &'s Value, path: &mut JsonPath, errors: &mut Vec<SchemaError>) {
        if let Some(message) = keyword_values::schema_problem(schema) {
            errors.push(SchemaError::new(path, message));
        }
        for (keyword, value) in schema.as_object().into_iter().flatten() {
            path.push(PathSegment::Key(keyword.clone()));
            match keyword_values::problem(keyword, value) {
                Some(message) => errors.push(SchemaError::new(path, message)),
                None => self.prepare_keyword(keyword, value, path, errors),
            }
            path.pop();
        }
    }

    fn prepare_keyword(
        &mut self,
        keyword: &str,
        value: &'s Value,
        path: &mut JsonPath,
        errors: &mut Vec<SchemaError>,
    ) {
        match keyword {
            "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" => {
                for (name, inner) in value.as_object().into_iter().flatten() {
                    path.push(PathSegment::Key(name.clone()));
                    if keyword == "patternProperties" {
                        self.pattern(name, path, errors);
                    }
                    self.prepare(inner, path, errors);
                    path.pop();
                }
            }
            "allOf" | "anyOf" | "oneOf" | "prefixItems" => {
                for (at, inner) in value.as_array().into_iter().flatten().enumerate() {
                    path.push(PathSegment::Index(at));
                    self.prepare(inner, path, errors);
                    path.pop();
                }
            }
            "additionalProperties"
            | "contains"
            | "else"
            | "if"
            | "items"
            | "not"
            | "propertyNames"
            | "then"
            | "unevaluatedItems"
            | "unevaluatedProperties" => self.prepare(value, path, errors),
            "pattern" => self.pattern(value.as_str().unwrap_or_default(), path, errors),
            "$ref" => {
                let target = value.as_str().unwrap_or_default();
                if self.target(target).is_none() {
                    let message = format!("`{target}` leads to nothing in this schema");
                    errors.push(SchemaError::new(path, message));
                }
            }
            known
                if ANNOTATIONS.contains(&known)
                    || shapes::KEYWORDS.contains(&known)
                    || numbers::KEYWORDS.contains(&known) => {}
            unknown => errors.push(unknown_keyword(unknown, path)),
        }
    }

    fn pattern(&mut self, pattern: &str, path: &[PathSegment], errors: &mut Vec<SchemaError>) {
        match regex_lite::Regex::new(pattern) {
            // The map borrows its keys from the schema, and `pattern` lives shorter.
            Ok(regex) => {
                if let Some(text) = find_text(self.root, pattern) {
                    self.patterns.insert(text, regex);
                }
            }
            Err(error) => {
                let message = format!("`{pattern}` is no regular expression: {error}");
                errors.push(SchemaError::new(path, message));
            }
        }
    }

    /// The schema that a reference such as `#/$defs/x` names.
    fn target(&self, reference: &str) -> Option<&'s Value> {
        let path = reference.strip_prefix('#')?;
        self.root.pointer(path)
    }

    /// Whether the schema describes a list of objects, and requires the member `name` of each to be a string.
    #[must_use]
    pub fn requires_string(&self, name: &str) -> bool {
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

    /// Validates a value; returns all of its errors.
    #[must_use]
    pub fn validate(&self, value: &Value) -> Vec<ValidationError> {
        let mut validator = Validator {
            schema: self,
            path: Vec::new(),
            errors: Vec::new(),
            depth: 0,
            evaluations: Evaluations::default(),
        };
        validator.value(self.root, value);
        validator.errors
    }
}

/// The error of a keyword that this module does not implement.
fn unknown_keyword(keyword: &str, path: &[PathSegment]) -> SchemaError {
    let all = shapes::KEYWORDS
        .iter()
        .chain(&numbers::KEYWORDS)
        .chain(&ANNOTATIONS);
    let near = nearest(keyword, all.copied());
    let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    SchemaError::new(path, format!("the keyword `{keyword}` is not known{near}"))
}

/// The string or key within `value` that equals `text`; it lives as long as the schema.
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

/// The state while a value is validated.
struct Validator<'c, 's> {
    schema: &'c Schema<'s>,
    path: JsonPath,
    errors: Vec<ValidationError>,
    depth: usize,
    evaluations: Evaluations,
}

impl<'s> Validator<'_, 's> {
    fn error(&mut self, message: String, help: Option<String>) {
        self.errors.push(ValidationError {
            path: self.path.clone(),
            is_key: false,
            message,
            help,
        });
    }

    fn value(&mut self, schema: &'s Value, value: &Value) {
        let keywords = match schema {
            Value::Object(keywords) => keywords,
            Value::Bool(false) => return self.error("no value is allowed here".to_owned(), None),
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
        self.unevaluated(keywords, value);
    }

    /// The errors of `value` against `schema`, without reporting them.
    fn errors_of(&mut self, schema: &'s Value, value: &Value) -> Vec<ValidationError> {
        let before = std::mem::take(&mut self.errors);
        self.value(schema, value);
        std::mem::replace(&mut self.errors, before)
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
            let matching = schemas
                .iter()
                .filter(|schema| self.errors_of(schema, value).is_empty())
                .count();
            match matching {
                0 => self.any_of(schemas, value),
                1 => {}
                more => self.error(
                    format!("{more} of the schema's forms match, and only one may"),
                    None,
                ),
            }
        }
        if let Some(schema) = keywords.get("not")
            && self.errors_of(schema, value).is_empty()
        {
            self.error("this is what the schema excludes".to_owned(), None);
        }
        if let Some(condition) = keywords.get("if") {
            let branch = if self.errors_of(condition, value).is_empty() {
                "then"
            } else {
                "else"
            };
            if let Some(schema) = keywords.get(branch) {
                self.value(schema, value);
            }
        }
    }

    /// Reports a value that matches none of `schemas`, with the errors of the schema that matches most: the one with
    /// the deepest error.
    fn any_of(&mut self, schemas: &'s [Value], value: &Value) {
        let mut nearest: Option<Vec<ValidationError>> = None;
        for schema in schemas {
            let errors = self.errors_of(schema, value);
            if errors.is_empty() {
                return;
            }
            let depth =
                |errors: &[ValidationError]| errors.iter().map(|error| error.path.len()).max();
            if nearest
                .as_ref()
                .is_none_or(|best| depth(&errors) > depth(best))
            {
                nearest = Some(errors);
            }
        }
        let errors = nearest.unwrap_or_default();
        if errors
            .iter()
            .any(|error| error.path.len() > self.path.len())
        {
            return self.errors.extend(errors);
        }
        let wanted: Vec<String> = schemas.iter().filter_map(shapes::describe).collect();
        match wanted.is_empty() {
            true => self.errors.extend(errors),
            false => self.error(
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
