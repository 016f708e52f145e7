//! Reads options of Docusaurus from a map, warns of those without effect, and builds tables in the shape of
//! `site.toml`.

use crate::diagnostic::{Cause, Code, Diagnostic, Diagnostics, did_you_mean};
use crate::source::Span;
use crate::source::letter_case::separate_words;
use crate::value::{Entry, Node, NodeValue};
use serde_json::Value;

/// A value that is not plain data: `evaluate.mjs` replaces it by a map whose first key begins with a dollar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NonData<'n> {
    /// A function of this name.
    Function(&'n str),
    /// A value of an npm package, or of a file that is not JavaScript or JSON.
    Package {
        /// The package's name.
        name: &'n str,
        /// The path of the member, such as `themes.github`; empty for the package itself.
        member: &'n str,
    },
    /// A regular expression.
    RegularExpression(&'n str),
}

/// The kind of a value that is not plain data.
pub(super) fn non_data(node: &Node) -> Option<NonData<'_>> {
    let text = |key| match &node.get(key)?.value {
        NodeValue::String(text) => Some(text.as_str()),
        _ => None,
    };
    if let Some(name) = text("$package") {
        let member = text("$member").unwrap_or_default();
        return Some(NonData::Package { name, member });
    }
    let function = text("$function").map(|name| match name {
        "" => NonData::Function("(anonymous)"),
        name => NonData::Function(name),
    });
    function.or_else(|| text("$regexp").map(NonData::RegularExpression))
}

/// Warns of an option that has no effect.
pub(super) fn warn_unsupported<'s>(
    sink: &'s mut Diagnostics,
    span: Span,
    message: String,
    help: &str,
) -> &'s mut Diagnostic {
    sink.warn(Code::UnsupportedOption, span, message).help(help)
}

/// Options whose functions the driver calls: see `functions.rs`.
const CALLED: [&str; 4] = ["editUrl", "parseFrontMatter", "preprocessor", "readingTime"];

/// Reads a map of options. [`Options::finish`] warns of those that no getter named.
#[derive(Debug)]
pub(super) struct Options<'n, 's> {
    name: String,
    entries: &'n [Entry],
    known: Vec<&'static str>,
    /// Receives the warnings.
    pub(super) sink: &'s mut Diagnostics,
}

impl<'n, 's> Options<'n, 's> {
    /// The options in `node`, which messages call `name`.
    pub(super) fn new(name: &str, node: &'n Node, sink: &'s mut Diagnostics) -> Self {
        Options {
            name: name.to_owned(),
            entries: node.entries(),
            known: Vec::new(),
            sink,
        }
    }

    /// The name of an option in messages: `blog.feedOptions`.
    pub(super) fn path(&self, key: &str) -> String {
        match self.name.as_str() {
            "" => key.to_owned(),
            name => format!("{name}.{key}"),
        }
    }

    /// The entry of an option, whatever its value.
    pub(super) fn entry(&mut self, key: &'static str) -> Option<&'n Entry> {
        self.known.push(key);
        self.entries.iter().find(|entry| entry.key == key)
    }

    /// The value of an option; `None` for `null`.
    pub(super) fn node(&mut self, key: &'static str) -> Option<&'n Node> {
        let node = &self.entry(key)?.node;
        (node.value != NodeValue::Null).then_some(node)
    }

    /// A string.
    pub(super) fn string(&mut self, key: &'static str) -> Option<&'n str> {
        match &self.node(key)?.value {
            NodeValue::String(text) => Some(text),
            _ => None,
        }
    }

    /// The items of a list.
    pub(super) fn list(&mut self, key: &'static str) -> &'n [Node] {
        match self.node(key).map(|node| &node.value) {
            Some(NodeValue::List(items)) => items,
            _ => &[],
        }
    }

    /// The value as plain data, without the parts that are not, of which it warns; `None` for a function that the driver
    /// calls.
    pub(super) fn plain(&mut self, key: &'static str) -> Option<Node> {
        let node = self.node(key)?;
        if CALLED.contains(&key) && matches!(non_data(node), Some(NonData::Function(_))) {
            return None;
        }
        plain(node, &self.path(key), self.sink)
    }

    /// Accepts options that have no effect on the site without a warning.
    pub(super) fn ignore(&mut self, keys: &[&'static str]) {
        self.known.extend(keys);
    }

    /// Copies options to a table: pairs of Docusaurus' key and that of `site.toml`.
    pub(super) fn copy(&mut self, table: &mut Table, pairs: &[(&'static str, &'static str)]) {
        for (from, to) in pairs {
            let Some(entry) = self.entry(from) else {
                continue;
            };
            if let Some(node) = self.plain(from) {
                table.put_at(to, entry.key_span, node);
            }
        }
    }

    /// Warns of an option without effect, if it is set.
    pub(super) fn refuse(&mut self, key: &'static str, help: &str) {
        if let Some(entry) = self.entry(key)
            && !matches!(entry.node.value, NodeValue::Null | NodeValue::Bool(false))
            && entry.node.value != NodeValue::List(Vec::new())
        {
            let message = format!("`{}` has no effect here", self.path(key));
            warn_unsupported(self.sink, entry.key_span, message, help).because(Cause::NoEffect);
        }
    }

    /// Warns of the options that no getter named.
    pub(super) fn finish(self) {
        for entry in self.entries {
            if self.known.contains(&entry.key.as_str()) {
                continue;
            }
            let message = format!("`{}` has no effect here", self.path(&entry.key));
            let problem = self
                .sink
                .warn(Code::UnsupportedOption, entry.key_span, message)
                .because(Cause::NoEffect);
            let known = self.known.iter().copied();
            if let Some(help) = did_you_mean(&entry.key, known) {
                problem.help(help);
            }
        }
    }
}

/// The plain data of a value, without the parts that are not, of which it warns; `name` is its name in messages.
pub(super) fn plain(node: &Node, name: &str, sink: &mut Diagnostics) -> Option<Node> {
    if let Some(value) = non_data(node) {
        report_non_data(&value, node.span, name, sink);
        return None;
    }
    let value = match &node.value {
        NodeValue::List(items) => {
            let items = items.iter().filter_map(|item| plain(item, name, sink));
            NodeValue::List(items.collect())
        }
        NodeValue::Map(entries) => {
            let entries = entries.iter().filter_map(|entry| {
                let name = format!("{name}.{}", entry.key);
                let node = plain(&entry.node, &name, sink)?;
                Some(Entry {
                    node,
                    ..entry.clone()
                })
            });
            NodeValue::Map(entries.collect())
        }
        value => value.clone(),
    };
    Some(Node {
        span: node.span,
        value,
    })
}

/// Warns of a value that is not plain data; `name` is its name in messages.
pub(super) fn report_non_data(value: &NonData<'_>, span: Span, name: &str, sink: &mut Diagnostics) {
    let (message, help) = match value {
        NonData::Function(_) => (
            format!("`{name}` is a function, which Bindery does not call"),
            "write its result in its place, if that is always the same",
        ),
        NonData::Package { name: package, .. } => (
            format!("`{name}` needs the package `{package}`, which Bindery does not run"),
            "write plain data in its place, if the pages need it",
        ),
        NonData::RegularExpression(_) => (
            format!("`{name}` is a regular expression, which has no effect here"),
            "if the pages look right without it, ignore this warning, or remove the option",
        ),
    };
    let problem = warn_unsupported(sink, span, message, help);
    if matches!(value, NonData::RegularExpression(_)) {
        problem.because(Cause::NoEffect);
    }
}

/// A table in the shape of `site.toml`.
#[derive(Clone, Debug)]
pub(super) struct Table {
    span: Span,
    entries: Vec<Entry>,
}

impl Table {
    /// An empty table with this span.
    pub(super) fn at(span: Span) -> Self {
        Table {
            span,
            entries: Vec::new(),
        }
    }

    /// Whether the table has no keys.
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Sets a key to a value; the key gets the value's span.
    pub(super) fn put(&mut self, key: &str, node: Node) {
        self.put_at(key, node.span, node);
    }

    /// Sets a key with a span of its own to a value.
    pub(super) fn put_at(&mut self, key: &str, key_span: Span, node: Node) {
        self.entries.retain(|entry| entry.key != key);
        self.entries.push(Entry {
            key: key.to_owned(),
            key_span,
            node,
        });
    }

    /// Sets a key of the table under `table`, which exists.
    pub(super) fn put_in(&mut self, table: &str, key: &str, node: Node) {
        for entry in self.entries.iter_mut().filter(|entry| entry.key == table) {
            if let NodeValue::Map(inner) = &mut entry.node.value {
                inner.retain(|one| one.key != key);
                inner.push(Entry {
                    key: key.to_owned(),
                    key_span: node.span,
                    node: node.clone(),
                });
            }
        }
    }

    /// Sets a key to a table, unless the table is empty.
    pub(super) fn put_table(&mut self, key: &str, table: Table) {
        if !table.is_empty() {
            self.put(key, table.into_node());
        }
    }

    /// Sets a key to a list, unless the list is empty.
    pub(super) fn put_list(&mut self, key: &str, items: Vec<Node>) {
        if let Some(first) = items.first() {
            let span = first.span;
            self.put(key, list(span, items));
        }
    }

    /// The table as a value.
    pub(super) fn into_node(self) -> Node {
        Node {
            span: self.span,
            value: NodeValue::Map(self.entries),
        }
    }
}

/// A string with this span.
pub(super) fn string(span: Span, text: impl Into<String>) -> Node {
    Node {
        span,
        value: NodeValue::String(text.into()),
    }
}

/// `true` or `false` with this span.
pub(super) fn boolean(span: Span, value: bool) -> Node {
    Node {
        span,
        value: NodeValue::Bool(value),
    }
}

/// A list with this span.
pub(super) fn list(span: Span, items: Vec<Node>) -> Node {
    Node {
        span,
        value: NodeValue::List(items),
    }
}

/// A table of some options under the same keys in snake case; `name` is that of the map in messages.
pub(super) fn snake_case_table(
    node: &Node,
    name: &str,
    keys: &[&'static str],
    sink: &mut Diagnostics,
) -> Table {
    let mut table = Table::at(node.span);
    let mut options = Options::new(name, node, sink);
    for key in keys {
        if let Some(entry) = options.entry(key)
            && let Some(node) = options.plain(key)
        {
            table.put_at(&snake_case(key), entry.key_span, node);
        }
    }
    options.finish();
    table
}

/// A list or map of maps, with the keys of the inner maps in snake case.
pub(super) fn with_snake_case_keys(mut node: Node) -> Node {
    let inner: Vec<&mut Node> = match &mut node.value {
        NodeValue::List(items) => items.iter_mut().collect(),
        NodeValue::Map(entries) => entries.iter_mut().map(|entry| &mut entry.node).collect(),
        _ => Vec::new(),
    };
    for node in inner {
        if let NodeValue::Map(entries) = &mut node.value {
            for entry in entries {
                entry.key = snake_case(&entry.key);
            }
        }
    }
    node
}

/// `noIndex` as `no_index`.
fn snake_case(key: &str) -> String {
    separate_words(key, '_')
}

/// Whether a string anywhere in a value contains the name of a package.
pub(super) fn names_package(value: &Value, package: &str) -> bool {
    match value {
        Value::String(text) => text.contains(package),
        Value::Array(items) => items.iter().any(|item| names_package(item, package)),
        Value::Object(map) => map.values().any(|item| names_package(item, package)),
        _ => false,
    }
}
