//! The evaluated form of an MDX document, as plain data: the elements that its text, its tags and its expressions give.
//!
//! The worker in `ui/bundler/mdx` evaluates the document and writes these; [`crate::parse_evaluated`] makes a document of them.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

/// An evaluated document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluated {
    /// The files that places name by their numbers, of all documents that were evaluated together.
    pub files: Arc<Vec<String>>,
    /// The number of the document's own file.
    pub own: usize,
    /// The top nodes of the document in order.
    pub nodes: Vec<Node>,
}

/// A node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Node {
    /// Text.
    Text(String),
    /// An element.
    Element(Box<Element>),
}

/// The kinds of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ElementKind {
    /// Written in the syntax of Markdown.
    Syntax,
    /// Written as a tag, or made by an expression.
    Tag,
    /// A component.
    Component,
}

/// An element.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Element {
    /// The way in which the element is written.
    pub kind: ElementKind,
    /// The name of its tag; empty for components.
    #[serde(default)]
    pub name: String,
    /// The component.
    #[serde(default)]
    pub origin: Origin,
    /// The place of the element: `file:line:column` or `file:line:column:line:column`, with the file's number.
    #[serde(default)]
    pub at: String,
    /// Whether the element is a block, not part of a line.
    #[serde(default)]
    pub block: bool,
    /// The properties of the element in order.
    #[serde(default)]
    pub props: Vec<(String, Value)>,
    /// Properties that are no data, with what they are.
    #[serde(default)]
    pub problems: Vec<(String, String)>,
    /// HTML instead of children.
    #[serde(default)]
    pub html: Option<String>,
    /// The size of its properties as JSON, of components.
    #[serde(default)]
    pub bytes: usize,
    /// The child nodes in order.
    #[serde(default)]
    pub children: Vec<Node>,
}

/// Where a component comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Origin {
    /// The name of a tag that nothing binds.
    pub tag: Option<String>,
    /// The name of an export of the document itself, or of the partial `from`.
    pub own: Option<String>,
    /// The path of an import.
    pub path: Option<String>,
    /// The file with that import.
    pub from: Option<String>,
    /// The name of the export.
    pub export: Option<String>,
    /// The members of it that are meant: `Item` of `Tabs.Item`.
    pub members: Vec<String>,
}

impl Element {
    /// The value of a property.
    #[must_use]
    pub fn prop(&self, name: &str) -> Option<&Value> {
        let mut props = self.props.iter();
        props.find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// A property that is text.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.prop(name)?.as_str()
    }
}

impl Origin {
    /// The name by which messages call it.
    #[must_use]
    pub fn name(&self) -> &str {
        let export = self.export.as_deref().filter(|name| *name != "default");
        let stem = || {
            let path = self.path.as_deref()?;
            let name = path.rsplit('/').next()?;
            name.split('.').next()
        };
        let known = self.tag.as_deref().or(self.own.as_deref());
        known.or(export).or_else(stem).unwrap_or_default()
    }
}
