//! Values that stand for something which only the assembled site knows: a file's address, a page, the headings.
//!
//! An expression makes them ([`super::expression`]), [`crate::assemble`] puts the real value in their place. They are
//! objects with one key that no JSON file of an author can have by accident.

use serde_json::{Value, json};

/// Begins the keys.
const MARK: char = '\u{FDD0}';

/// What a value stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reference<'v> {
    /// The address at which this file of the tree is served.
    Asset(&'v str),
    /// The page made of this file: its title, address and description.
    Page(&'v str),
    /// The items of the page's sidebar category.
    CategoryItems,
    /// The page's headings.
    Toc,
}

impl Reference<'_> {
    /// The value that stands for it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let (kind, path) = match self {
            Reference::Asset(path) => ("asset", *path),
            Reference::Page(path) => ("page", *path),
            Reference::CategoryItems => ("items", ""),
            Reference::Toc => ("toc", ""),
        };
        json!({ format!("{MARK}{kind}"): path })
    }

    /// What a value stands for; `None` for ordinary ones.
    #[must_use]
    pub fn of(value: &Value) -> Option<Reference<'_>> {
        let (key, path) = value.as_object()?.iter().next()?;
        let path = path.as_str()?;
        match key.strip_prefix(MARK)? {
            "asset" => Some(Reference::Asset(path)),
            "page" => Some(Reference::Page(path)),
            "items" => Some(Reference::CategoryItems),
            "toc" => Some(Reference::Toc),
            _ => None,
        }
    }
}

/// An asset's path as a link or an image of Markdown would name it.
pub(super) fn as_written(value: &Value) -> Option<String> {
    match Reference::of(value)? {
        Reference::Asset(path) | Reference::Page(path) => {
            Some(match path.strip_prefix("static/") {
                Some(rest) => format!("/{rest}"),
                None => format!("@site/{path}"),
            })
        }
        Reference::CategoryItems | Reference::Toc => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_is_read_back() {
        let asset = Reference::Asset("static/img/a.png");
        let value = asset.to_value();
        assert_eq!(Reference::of(&value), Some(asset));
        assert_eq!(as_written(&value).as_deref(), Some("/img/a.png"));
        assert_eq!(Reference::of(&json!({"asset": "x"})), None);
        assert_eq!(Reference::of(&json!({})), None);
    }
}
