//! JSON values that mark where a value is missing that only the assembled site knows: the URL of a file, a page, the
//! items of a category, the headings.
//!
//! Evaluating an expression creates placeholders; the `assemble` stage replaces them. A placeholder is an object with a
//! single key that begins with a noncharacter, so that no JSON file of an author contains one by accident.

use serde_json::{Value, json};

/// The first character of the key.
const MARK: char = '\u{FDD0}';

/// The value that is to be filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Placeholder<'v> {
    /// The URL of this file of the content tree.
    Asset(&'v str),
    /// The page of this Markdown file: its title, URL and description.
    Page(&'v str),
    /// The items of the page's sidebar category.
    CategoryItems,
    /// The page's headings.
    Toc,
}

impl Placeholder<'_> {
    /// The JSON value of this placeholder.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let (kind, path) = match self {
            Placeholder::Asset(path) => ("asset", *path),
            Placeholder::Page(path) => ("page", *path),
            Placeholder::CategoryItems => ("items", ""),
            Placeholder::Toc => ("toc", ""),
        };
        json!({ format!("{MARK}{kind}"): path })
    }

    /// The placeholder that a value is; `None` for an ordinary value.
    #[must_use]
    pub fn from_value(value: &Value) -> Option<Placeholder<'_>> {
        let (key, path) = value.as_object()?.iter().next()?;
        let path = path.as_str()?;
        match key.strip_prefix(MARK)? {
            "asset" => Some(Placeholder::Asset(path)),
            "page" => Some(Placeholder::Page(path)),
            "items" => Some(Placeholder::CategoryItems),
            "toc" => Some(Placeholder::Toc),
            _ => None,
        }
    }
}

/// The path of an asset or a page as a Markdown link or image writes it.
pub(crate) fn to_markdown_path(value: &Value) -> Option<String> {
    match Placeholder::from_value(value)? {
        Placeholder::Asset(path) | Placeholder::Page(path) => {
            Some(match path.strip_prefix("static/") {
                Some(rest) => format!("/{rest}"),
                None => format!("@site/{path}"),
            })
        }
        Placeholder::CategoryItems | Placeholder::Toc => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_placeholder_is_read_back() {
        let asset = Placeholder::Asset("static/img/a.png");
        let value = asset.to_value();
        assert_eq!(Placeholder::from_value(&value), Some(asset));
        assert_eq!(to_markdown_path(&value).as_deref(), Some("/img/a.png"));
        assert_eq!(Placeholder::from_value(&json!({"asset": "x"})), None);
        assert_eq!(Placeholder::from_value(&json!({})), None);
    }
}
