//! What properties components take, and what is wrong with those of a tag.
//!
//! Built-in components are declared in a table here. A component of the site's own declares its properties where it is
//! written: by `export const props = { name: 'string', other: 'number?' }`, else by the TypeScript type of its
//! parameter; where there is neither, nothing is checked.

mod builtin;
mod typescript;

pub(super) use self::builtin::builtin;

use super::placeholder::Placeholder;
use crate::document::Datum;
use serde_json::Value;
use std::collections::BTreeMap;

/// The properties that a component takes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Props {
    /// By name, in the order of the declaration.
    pub list: Vec<Prop>,
    /// Whether it takes others, too.
    pub is_open: bool,
}

/// One property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prop {
    /// Its name.
    pub name: String,
    /// What it takes; none of them means anything.
    pub kinds: Vec<Kind>,
    /// Whether a tag must have it.
    pub is_required: bool,
}

/// A kind of value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Any string.
    Text,
    /// A number.
    Number,
    /// True or false.
    Flag,
    /// A list.
    List,
    /// An object.
    Object,
    /// `null`.
    Null,
    /// This string.
    Word(String),
    /// This number.
    Exact(i64),
}

/// What is wrong with a tag's properties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PropError {
    /// The property; `None` where one is missing.
    pub(super) name: Option<String>,
    /// What is wrong.
    pub(super) message: String,
    /// The way out.
    pub(super) help: String,
}

impl Props {
    /// The properties that a component's source declares; `None` where it declares none that can be read.
    #[must_use]
    pub fn of_source(component: &str, source: &str) -> Option<Props> {
        typescript::declared(source).or_else(|| typescript::typed(component, source))
    }

    /// What is wrong with these values of a tag; `has_children` is whether something stands between its tags.
    pub(super) fn check(
        &self,
        component: &str,
        values: &BTreeMap<String, Datum>,
        has_children: bool,
    ) -> Vec<PropError> {
        let mut errors = Vec::new();
        for (name, value) in values {
            match self.list.iter().find(|prop| prop.name == *name) {
                Some(prop) => errors.extend(prop.check(component, value.value())),
                None if self.is_open || is_common(name) => {}
                None => errors.push(self.unknown(component, name)),
            }
        }
        for prop in &self.list {
            let is_there =
                values.contains_key(&prop.name) || prop.name == "children" && has_children;
            if prop.is_required && !is_there && prop.name != "children" {
                errors.push(PropError {
                    name: None,
                    message: format!("`<{component}>` needs `{}`", prop.name),
                    help: format!("add `{}={}`", prop.name, prop.example()),
                });
            }
        }
        errors
    }

    fn unknown(&self, component: &str, name: &str) -> PropError {
        let names = self.list.iter().map(|prop| prop.name.as_str());
        let near = crate::diagnostic::nearest(name, names.clone());
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
        }
    }
}

/// Whether every component may have it: React's and HTML's own, which go to the element.
fn is_common(name: &str) -> bool {
    matches!(name, "key" | "className" | "style" | "id" | "children")
        || name.starts_with("data-")
        || name.starts_with("aria-")
}

impl Prop {
    fn check(&self, component: &str, value: &Value) -> Option<PropError> {
        let is_right = self.kinds.is_empty()
            || Placeholder::from_value(value).is_some()
            || self.kinds.iter().any(|kind| kind.takes(value));
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
        })
    }

    /// The word that was meant.
    fn near(&self, value: &Value) -> Option<&str> {
        let words = self.kinds.iter().filter_map(|kind| match kind {
            Kind::Word(word) => Some(word.as_str()),
            _ => None,
        });
        crate::diagnostic::nearest(value.as_str()?, words)
    }

    fn expected(&self) -> String {
        let names: Vec<String> = self.kinds.iter().map(Kind::name).collect();
        match names.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
            None => "anything".to_owned(),
        }
    }

    fn example(&self) -> String {
        match self.kinds.first() {
            Some(Kind::Text) | None => "\"…\"".to_owned(),
            Some(Kind::Number) => "{1}".to_owned(),
            Some(Kind::Flag) => "{true}".to_owned(),
            Some(Kind::List) => "{[…]}".to_owned(),
            Some(Kind::Object) => "{{…}}".to_owned(),
            Some(Kind::Null) => "{null}".to_owned(),
            Some(Kind::Word(word)) => format!("\"{word}\""),
            Some(Kind::Exact(number)) => format!("{{{number}}}"),
        }
    }
}

impl Kind {
    fn takes(&self, value: &Value) -> bool {
        match self {
            Kind::Text => value.is_string(),
            Kind::Number => value.is_number(),
            Kind::Flag => value.is_boolean(),
            Kind::List => value.is_array(),
            Kind::Object => value.is_object(),
            Kind::Null => value.is_null(),
            Kind::Word(word) => value.as_str() == Some(word),
            Kind::Exact(number) => value.as_i64() == Some(*number),
        }
    }

    fn name(&self) -> String {
        match self {
            Kind::Text => "a string".to_owned(),
            Kind::Number => "a number".to_owned(),
            Kind::Flag => "true or false".to_owned(),
            Kind::List => "a list".to_owned(),
            Kind::Object => "an object".to_owned(),
            Kind::Null => "`null`".to_owned(),
            Kind::Word(word) => format!("`{word}`"),
            Kind::Exact(number) => format!("`{number}`"),
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
    fn faults_are_named_with_the_way_out() {
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
    fn what_every_element_may_have_is_no_fault() {
        let values = json!({"name": "x", "kind": "a", "className": "b", "data-x": 1, "key": 1});
        assert_eq!(check(TYPED, values), [""; 0]);
    }
}
