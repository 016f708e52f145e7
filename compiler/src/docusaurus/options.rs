//! Takes the options of Docusaurus out of a map, says which of them have no effect, and writes tables in the shape of
//! `site.toml`.

use crate::diagnostic::{Code, Diagnostics, did_you_mean};
use crate::source::Span;
use crate::spanned::{Entry, Node, NodeValue};

/// What is no plain data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Special<'n> {
    /// A function of this name.
    Function(&'n str),
    /// Something of a package of npm, or of a file that is no data.
    Package {
        /// The package's name.
        name: &'n str,
        /// What of it: `themes.github`; empty for all of it.
        member: &'n str,
    },
    /// A regular expression.
    Pattern(&'n str),
}

/// What a value is when it is no plain data.
pub(super) fn special(node: &Node) -> Option<Special<'_>> {
    let text = |key| match &node.get(key)?.value {
        NodeValue::Text(text) => Some(text.as_str()),
        _ => None,
    };
    if let Some(name) = text("$package") {
        let member = text("$member").unwrap_or_default();
        return Some(Special::Package { name, member });
    }
    let function = text("$function").map(Special::Function);
    function.or_else(|| text("$regexp").map(Special::Pattern))
}

/// Warns of an option that has no effect.
pub(super) fn unsupported(sink: &mut Diagnostics, span: Span, message: String, help: &str) {
    sink.warn(Code::UnsupportedOption, span, message).help(help);
}

/// Reads a map of options. [`Options::finish`] warns of those that were not asked for.
#[derive(Debug)]
pub(super) struct Options<'n, 's> {
    name: String,
    entries: &'n [Entry],
    known: Vec<&'static str>,
    /// Where the warnings go.
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

    /// What messages call an option.
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

    /// The value of an option; none when it is `null`.
    pub(super) fn node(&mut self, key: &'static str) -> Option<&'n Node> {
        let node = &self.entry(key)?.node;
        (node.value != NodeValue::Null).then_some(node)
    }

    /// A string.
    pub(super) fn text(&mut self, key: &'static str) -> Option<&'n str> {
        match &self.node(key)?.value {
            NodeValue::Text(text) => Some(text),
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

    /// The value as plain data; what is none is a warning and left out.
    pub(super) fn plain(&mut self, key: &'static str) -> Option<Node> {
        let node = self.node(key)?;
        plain(node, &self.path(key), self.sink)
    }

    /// Options that say nothing about what is bound.
    pub(super) fn silent(&mut self, keys: &[&'static str]) {
        self.known.extend(keys);
    }

    /// Puts options into a table, each under the key `site.toml` has for it.
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

    /// Warns of one option by name, where it is set.
    pub(super) fn refuse(&mut self, key: &'static str, help: &str) {
        if let Some(entry) = self.entry(key)
            && !matches!(entry.node.value, NodeValue::Null | NodeValue::Bool(false))
            && entry.node.value != NodeValue::List(Vec::new())
        {
            let message = format!("`{}` has no effect here", self.path(key));
            unsupported(self.sink, entry.key_span, message, help);
        }
    }

    /// Warns of the options that were not asked for.
    pub(super) fn finish(self) {
        for entry in self.entries {
            if self.known.contains(&entry.key.as_str()) {
                continue;
            }
            let message = format!("`{}` has no effect here", self.path(&entry.key));
            let problem = self
                .sink
                .warn(Code::UnsupportedOption, entry.key_span, message);
            let known = self.known.iter().copied();
            if let Some(help) = did_you_mean(&entry.key, known) {
                problem.help(help);
            }
        }
    }
}

/// Plain data of a value called `name`.
pub(super) fn plain(node: &Node, name: &str, sink: &mut Diagnostics) -> Option<Node> {
    if let Some(special) = special(node) {
        report_special(&special, node.span, name, sink);
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

/// Warns that a value called `name` is no plain data.
pub(super) fn report_special(
    special: &Special<'_>,
    span: Span,
    name: &str,
    sink: &mut Diagnostics,
) {
    let (message, help) = match special {
        Special::Function(_) => (
            format!("`{name}` is a function, which is not called here"),
            "write what it would return, where that is always the same",
        ),
        Special::Package { name: package, .. } => (
            format!("`{name}` needs `{package}`, which does not run here"),
            "write plain data, or remove it",
        ),
        Special::Pattern(_) => (
            format!("`{name}` is a regular expression, which has no effect here"),
            "remove it",
        ),
    };
    unsupported(sink, span, message, help);
}

/// A table in the shape of `site.toml`.
#[derive(Clone, Debug)]
pub(super) struct Table {
    span: Span,
    entries: Vec<Entry>,
}

impl Table {
    /// An empty table for what is written at `span`.
    pub(super) fn at(span: Span) -> Self {
        Table {
            span,
            entries: Vec::new(),
        }
    }

    /// Whether nothing was put in.
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Sets a key to a value; its place is the key's, too.
    pub(super) fn put(&mut self, key: &str, node: Node) {
        self.put_at(key, node.span, node);
    }

    /// Sets a key to a value.
    pub(super) fn put_at(&mut self, key: &str, key_span: Span, node: Node) {
        self.entries.retain(|entry| entry.key != key);
        self.entries.push(Entry {
            key: key.to_owned(),
            key_span,
            node,
        });
    }

    /// Sets a key to a table, unless that is empty.
    pub(super) fn put_table(&mut self, key: &str, table: Table) {
        if !table.is_empty() {
            self.put(key, table.into_node());
        }
    }

    /// Sets a key to a list, unless that is empty.
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

/// A string written at `span`.
pub(super) fn text(span: Span, text: impl Into<String>) -> Node {
    Node {
        span,
        value: NodeValue::Text(text.into()),
    }
}

/// `true` or `false` written at `span`.
pub(super) fn flag(span: Span, flag: bool) -> Node {
    Node {
        span,
        value: NodeValue::Bool(flag),
    }
}

/// A list written at `span`.
pub(super) fn list(span: Span, items: Vec<Node>) -> Node {
    Node {
        span,
        value: NodeValue::List(items),
    }
}
