//! A property value: owned by its tag, or a part of a data file that many tags share.

use serde::{Serialize, Serializer};
use serde_json::Value;
use std::sync::Arc;

/// A JSON value. Values in data files are shared, because a page may pass a whole file to each of its components.
#[derive(Clone, Debug)]
pub enum DataValue {
    /// A value of one tag.
    Owned(Value),
    /// An array or an object in shared data.
    Shared(SharedValue),
}

/// An array or an object within a shared JSON document.
#[derive(Clone, Debug)]
pub struct SharedValue {
    root: Arc<Value>,
    /// The object keys and array indices that lead to it from the root.
    path: Vec<String>,
}

impl DataValue {
    /// The value.
    #[must_use]
    pub fn value(&self) -> &Value {
        match self {
            DataValue::Owned(value) => value,
            DataValue::Shared(shared) => shared.value(),
        }
    }

    /// The value, if it is not shared. Only such values may hold placeholders: those of data files hold none.
    #[must_use]
    pub fn owned(&self) -> Option<&Value> {
        match self {
            DataValue::Owned(value) => Some(value),
            DataValue::Shared(_) => None,
        }
    }

    /// The value for a change. A shared value is copied first.
    pub fn to_mut(&mut self) -> &mut Value {
        if let DataValue::Shared(shared) = self {
            *self = DataValue::Owned(shared.value().clone());
        }
        match self {
            DataValue::Owned(value) => value,
            DataValue::Shared(_) => unreachable!("BUG: it is owned by now"),
        }
    }

    /// The value itself; a shared value is copied.
    #[must_use]
    pub fn into_value(self) -> Value {
        match self {
            DataValue::Owned(value) => value,
            DataValue::Shared(shared) => shared.value().clone(),
        }
    }

    /// The value at a path below this one, which must exist.
    #[must_use]
    pub fn at(&self, path: Vec<String>) -> DataValue {
        match self {
            DataValue::Owned(value) => DataValue::Owned(walk(value, &path).clone()),
            DataValue::Shared(shared) => shared.at(path),
        }
    }
}

impl SharedValue {
    /// A whole document.
    #[must_use]
    pub fn whole(root: Arc<Value>) -> SharedValue {
        let path = Vec::new();
        SharedValue { root, path }
    }

    /// The value.
    #[must_use]
    pub fn value(&self) -> &Value {
        walk(&self.root, &self.path)
    }

    /// The value at a path below this one, which must exist. A string, a number, a boolean or `null` is copied.
    #[must_use]
    pub fn at(&self, path: Vec<String>) -> DataValue {
        match walk(self.value(), &path) {
            Value::Array(_) | Value::Object(_) => DataValue::Shared(SharedValue {
                root: Arc::clone(&self.root),
                path: [self.path.as_slice(), &path].concat(),
            }),
            value => DataValue::Owned(value.clone()),
        }
    }
}

/// The member of an object by its key, or the item of an array by its index.
#[must_use]
pub fn member<'v>(value: &'v Value, key: &str) -> Option<&'v Value> {
    match value {
        Value::Array(items) => items.get(key.parse::<usize>().ok()?),
        Value::Object(members) => members.get(key),
        _ => None,
    }
}

fn walk<'v>(root: &'v Value, path: &[String]) -> &'v Value {
    path.iter().fold(root, |value, key| {
        member(value, key).expect("BUG: a path leads to a value")
    })
}

impl<V: Into<Value>> From<V> for DataValue {
    fn from(value: V) -> Self {
        DataValue::Owned(value.into())
    }
}

impl PartialEq for DataValue {
    fn eq(&self, other: &Self) -> bool {
        let (one, other) = (self.value(), other.value());
        // Most are parts of the same data, which may be large.
        std::ptr::eq(one, other) || one == other
    }
}

impl Serialize for DataValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value().serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn path(keys: &[&str]) -> Vec<String> {
        keys.iter().map(|&key| key.to_owned()).collect()
    }

    #[test]
    fn a_part_of_data_is_no_copy() {
        let root = Arc::new(json!({"list": [{"a": [1, 2]}], "n": 3}));
        let whole = SharedValue::whole(Arc::clone(&root));
        let part = whole.at(path(&["list", "0"])).at(path(&["a"]));
        assert_eq!(serde_json::to_string(&part).unwrap(), "[1,2]");
        assert!(std::ptr::eq(part.value(), &root["list"][0]["a"]));
        assert!(matches!(whole.at(path(&["n"])), DataValue::Owned(_)));
        assert!(part.owned().is_none() && whole.at(path(&["n"])).owned().is_some());
    }

    #[test]
    fn a_change_stays_with_the_tag() {
        let root = Arc::new(json!({"a": [1]}));
        let mut one = SharedValue::whole(Arc::clone(&root)).at(Vec::new());
        let other = one.clone();
        one.to_mut()["a"] = json!("new");
        assert_eq!(
            (one, other),
            (json!({"a": "new"}).into(), json!({"a": [1]}).into())
        );
    }
}
