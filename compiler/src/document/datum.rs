//! Values that content names: some are a tag's own, others stand in data that many tags share.

use serde::{Serialize, Serializer};
use serde_json::Value;
use std::sync::Arc;

/// A value, or a place in shared data: a page may hand a whole file to each of its components.
#[derive(Clone, Debug)]
pub enum Datum {
    /// A value of its own.
    Own(Value),
    /// A list or an object in shared data.
    Shared(Shared),
}

/// A place in data.
#[derive(Clone, Debug)]
pub struct Shared {
    root: Arc<Value>,
    /// Keys and numbers of items, from the root on.
    way: Vec<String>,
}

impl Datum {
    /// The value.
    #[must_use]
    pub fn value(&self) -> &Value {
        match self {
            Datum::Own(value) => value,
            Datum::Shared(shared) => shared.value(),
        }
    }

    /// The value, to be changed: from then on it is its own.
    pub fn to_mut(&mut self) -> &mut Value {
        if let Datum::Shared(shared) = self {
            *self = Datum::Own(shared.value().clone());
        }
        match self {
            Datum::Own(value) => value,
            Datum::Shared(_) => unreachable!("BUG: it was made its own"),
        }
    }

    /// The value, copied where it is shared.
    #[must_use]
    pub fn into_value(self) -> Value {
        match self {
            Datum::Own(value) => value,
            Datum::Shared(shared) => shared.value().clone(),
        }
    }

    /// What a way of keys leads to from here; the way must exist.
    #[must_use]
    pub fn at(&self, way: Vec<String>) -> Datum {
        match self {
            Datum::Own(value) => Datum::Own(walk(value, &way).clone()),
            Datum::Shared(shared) => shared.at(way),
        }
    }
}

impl Shared {
    /// The whole of some data.
    #[must_use]
    pub fn whole(root: Arc<Value>) -> Shared {
        let way = Vec::new();
        Shared { root, way }
    }

    /// The value.
    #[must_use]
    pub fn value(&self) -> &Value {
        walk(&self.root, &self.way)
    }

    /// What a way of keys leads to from here; what is no list and no object is copied.
    #[must_use]
    pub fn at(&self, way: Vec<String>) -> Datum {
        match walk(self.value(), &way) {
            Value::Array(_) | Value::Object(_) => Datum::Shared(Shared {
                root: Arc::clone(&self.root),
                way: [self.way.as_slice(), &way].concat(),
            }),
            value => Datum::Own(value.clone()),
        }
    }
}

/// The member of this key of an object, or the item of this number of a list.
#[must_use]
pub fn member<'v>(value: &'v Value, key: &str) -> Option<&'v Value> {
    match value {
        Value::Array(items) => items.get(key.parse::<usize>().ok()?),
        Value::Object(members) => members.get(key),
        _ => None,
    }
}

fn walk<'v>(root: &'v Value, way: &[String]) -> &'v Value {
    way.iter().fold(root, |value, key| {
        member(value, key).expect("BUG: a way is made of what is there")
    })
}

impl<V: Into<Value>> From<V> for Datum {
    fn from(value: V) -> Self {
        Datum::Own(value.into())
    }
}

impl PartialEq for Datum {
    fn eq(&self, other: &Self) -> bool {
        self.value() == other.value()
    }
}

impl Serialize for Datum {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value().serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn way(keys: &[&str]) -> Vec<String> {
        keys.iter().map(|&key| key.to_owned()).collect()
    }

    #[test]
    fn a_part_of_data_is_no_copy() {
        let root = Arc::new(json!({"list": [{"a": [1, 2]}], "n": 3}));
        let whole = Shared::whole(Arc::clone(&root));
        let part = whole.at(way(&["list", "0"])).at(way(&["a"]));
        assert_eq!(serde_json::to_string(&part).unwrap(), "[1,2]");
        assert!(std::ptr::eq(part.value(), &root["list"][0]["a"]));
        assert!(matches!(whole.at(way(&["n"])), Datum::Own(_)));
    }

    #[test]
    fn a_change_stays_with_the_tag() {
        let root = Arc::new(json!({"a": [1]}));
        let mut one = Shared::whole(Arc::clone(&root)).at(Vec::new());
        let other = one.clone();
        one.to_mut()["a"] = json!("new");
        assert_eq!(
            (one, other),
            (json!({"a": "new"}).into(), json!({"a": [1]}).into())
        );
    }
}
