//! The properties that components take, and the check of a tag against them.
//!
//! The module `builtin` lists those of built-in components. A component of the site declares its properties in its
//! source: by `export const props = { name: 'string', other: 'number?' }`, else by the TypeScript type of its
//! parameter. The tags of a component that declares neither are not checked.

mod builtin;
mod typescript;

pub use self::builtin::{builtin_names, builtin_props};

use crate::document::DataValue;
use crate::placeholder::Placeholder;
use bindery_source::diagnostic::nearest;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The properties that a component takes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Props {
    /// The properties in the order of the declaration.
    pub list: Vec<Prop>,
    /// Whether the component takes properties beyond these.
    pub is_open: bool,
}

/// A property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prop {
    /// The name of the property.
    pub name: String,
    /// The types that it accepts; any value when empty.
    pub types: Vec<PropType>,
    /// Whether a tag must have it.
    pub is_required: bool,
}

/// A type of values, as TypeScript has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PropType {
    /// Any string.
    String,
    /// Any number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// An array.
    Array,
    /// An object.
    Object,
    /// `null`.
    Null,
    /// This string.
    StringLiteral(String),
    /// This number.
    NumberLiteral(i64),
}

impl fmt::Display for PropType {
    /// Writes the type as TypeScript does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PropType::String => f.write_str("string"),
            PropType::Number => f.write_str("number"),
            PropType::Boolean => f.write_str("boolean"),
            PropType::Array => f.write_str("array"),
            PropType::Object => f.write_str("object"),
            PropType::Null => f.write_str("null"),
            PropType::StringLiteral(text) => write!(f, "'{text}'"),
            PropType::NumberLiteral(number) => write!(f, "{number}"),
        }
    }
}

/// A problem of a tag's properties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PropError {
    /// The property; `None` when one is missing.
    pub(crate) name: Option<String>,
    /// The message.
    pub(crate) message: String,
    /// How to solve it.
    pub(crate) help: String,
    /// The properties that an unknown one may stand for.
    pub(crate) candidates: Vec<String>,
}

impl Props {
    /// The properties that a component's source declares; `None` when the declaration is missing or not understood.
    #[must_use]
    pub fn of_source(component: &str, source: &str) -> Option<Props> {
        typescript::declared(source).or_else(|| typescript::typed(component, source))
    }

    /// The problems of a tag with these values; `has_children` is whether the tag has content.
    pub(crate) fn check(
        &self,
        component: &str,
        values: &BTreeMap<String, DataValue>,
        has_children: bool,
    ) -> Vec<PropError> {
        let mut errors = Vec::new();
        for (name, value) in values {
            match self.list.iter().find(|prop| prop.name == *name) {
                Some(prop) => errors.extend(prop.check(component, value.value())),
                None if self.is_open || is_common(name) => {}
                None => errors.push(self.unknown(component, name, values)),
            }
        }
        let mistyped: BTreeSet<String> = (errors.iter())
            .filter_map(|error| {
                let candidates = error.candidates.iter().map(String::as_str);
                nearest(error.name.as_deref()?, candidates).map(str::to_owned)
            })
            .collect();
        for prop in &self.list {
            let is_present = values.contains_key(&prop.name)
                || prop.name == "children" && has_children
                || mistyped.contains(&prop.name);
            if prop.is_required && !is_present && prop.name != "children" {
                errors.push(PropError {
                    name: None,
                    message: format!("`<{component}>` needs `{}`", prop.name),
                    help: format!("add `{}={}`", prop.name, prop.example()),
                    candidates: Vec::new(),
                });
            }
        }
        errors
    }

    fn unknown(
        &self,
        component: &str,
        name: &str,
        values: &BTreeMap<String, DataValue>,
    ) -> PropError {
        let names = self.list.iter().map(|prop| prop.name.as_str());
        let unused = names.clone().filter(|name| !values.contains_key(*name));
        let near = nearest(name, unused.clone()).or_else(|| nearest(name, names.clone()));
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None if self.list.is_empty() => "it takes none".to_owned(),
            None => {
                let list: Vec<String> = names.map(|name| format!("`{name}`")).collect();
                format!("it takes {}", list.join(", "))
            }
        };
        PropError {
            name: Some(name.to_owned()),
            message: format!("`<{component}>` takes no `{name}`"),
            help,
            candidates: unused.map(str::to_owned).collect(),
        }
    }
}

/// Whether every component accepts it: properties of React and HTML attributes that are passed to the element.
fn is_common(name: &str) -> bool {
    matches!(name, "key" | "className" | "style" | "id" | "children")
        || name.starts_with("data-")
        || name.starts_with("aria-")
}

impl Prop {
    fn check(&self, component: &str, value: &Value) -> Option<PropError> {
        let is_right = self.types.is_empty()
            || Placeholder::from_value(value).is_some()
            || self.types.iter().any(|one| one.accepts(value));
        (!is_right).then(|| PropError {
            name: Some(self.name.clone()),
            message: format!(
                "`{}` of `<{component}>` is {}, not {}",
                self.name,
                name_of(value),
                self.expected()
            ),
            help: match self.near(value) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("write `{}={}`", self.name, self.example()),
            },
            candidates: Vec::new(),
        })
    }

    /// The string literal most similar to the value.
    fn near(&self, value: &Value) -> Option<&str> {
        let words = self.types.iter().filter_map(|one| match one {
            PropType::StringLiteral(word) => Some(word.as_str()),
            _ => None,
        });
        nearest(value.as_str()?, words)
    }

    fn expected(&self) -> String {
        let names: Vec<String> = self.types.iter().map(PropType::name).collect();
        match names.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
            None => "anything".to_owned(),
        }
    }

    fn example(&self) -> String {
        match self.types.first() {
            Some(PropType::String) | None => "\"…\"".to_owned(),
            Some(PropType::Number) => "{1}".to_owned(),
            Some(PropType::Boolean) => "{true}".to_owned(),
            Some(PropType::Array) => "{[…]}".to_owned(),
            Some(PropType::Object) => "{{…}}".to_owned(),
            Some(PropType::Null) => "{null}".to_owned(),
            Some(PropType::StringLiteral(word)) => format!("\"{word}\""),
            Some(PropType::NumberLiteral(number)) => format!("{{{number}}}"),
        }
    }
}

impl PropType {
    fn accepts(&self, value: &Value) -> bool {
        match self {
            PropType::String => value.is_string(),
            PropType::Number => value.is_number(),
            PropType::Boolean => value.is_boolean(),
            PropType::Array => value.is_array(),
            PropType::Object => value.is_object(),
            PropType::Null => value.is_null(),
            PropType::StringLiteral(word) => value.as_str() == Some(word),
            PropType::NumberLiteral(number) => value.as_i64() == Some(*number),
        }
    }

    fn name(&self) -> String {
        match self {
            PropType::String => "a string".to_owned(),
            PropType::Number => "a number".to_owned(),
            PropType::Boolean => "true or false".to_owned(),
            PropType::Array => "a list".to_owned(),
            PropType::Object => "an object".to_owned(),
            PropType::Null => "`null`".to_owned(),
            PropType::StringLiteral(word) => format!("`{word}`"),
            PropType::NumberLiteral(number) => format!("`{number}`"),
        }
    }
}

fn name_of(value: &Value) -> String {
    match value {
        Value::Null => "`null`".to_owned(),
        Value::Bool(flag) => format!("`{flag}`"),
        Value::Number(number) => format!("the number `{number}`"),
        Value::String(text) => {
            format!("the string `{}`", text.chars().take(30).collect::<String>())
        }
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn check(source: &str, values: Value) -> Vec<String> {
        let props = Props::of_source("Stat", source).unwrap();
        let Value::Object(values) = values else {
            panic!("no object")
        };
        let values = values.into_iter();
        let values = values.map(|(name, value)| (name, value.into())).collect();
        let errors = props.check("Stat", &values, false);
        errors
            .into_iter()
            .map(|error| format!("{}; {}", error.message, error.help))
            .collect()
    }

    const TYPED: &str =
        "export type StatProps = { name: string; level?: number; kind: 'a' | 'bee' };";

    #[test]
    fn errors_come_with_help() {
        assert_eq!(check(TYPED, json!({"name": "x", "kind": "a"})), [""; 0]);
        assert_eq!(
            check(TYPED, json!({"name": 1, "levle": 2, "kind": "bea"})),
            [
                "`kind` of `<Stat>` is the string `bea`, not `a` or `bee`; did you mean `bee`?",
                "`<Stat>` takes no `levle`; did you mean `level`?",
                "`name` of `<Stat>` is the number `1`, not a string; write `name=\"…\"`",
            ]
        );
        assert_eq!(
            check(TYPED, json!({"name": "x"})),
            ["`<Stat>` needs `kind`; add `kind=\"a\"`"]
        );
    }

    #[test]
    fn common_attributes_are_accepted() {
        let values = json!({"name": "x", "kind": "a", "className": "b", "data-x": 1, "key": 1});
        assert_eq!(check(TYPED, values), [""; 0]);
    }
}
