//! Takes typed values out of a map and reports what does not fit.

use super::{Entry, Node, NodeValue};
use crate::Span;
use crate::diagnostic::{Code, Diagnostics, Severity, did_you_mean, did_you_mean_or};

/// How a kind of file reports its problems.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// For values of the wrong type.
    pub bad: Code,
    /// For keys that nobody asked for.
    pub unknown: Code,
    /// Of unknown keys.
    pub unknown_severity: Severity,
}

/// Reads a map key by key. Each getter names alternatives with `|`, the usual spelling first; [`Fields::finish`]
/// reports the keys that no getter named.
#[derive(Debug)]
pub struct Fields<'n, 's> {
    entries: &'n [Entry],
    known: Vec<&'static str>,
    dialect: Dialect,
    /// Where the problems go.
    pub sink: &'s mut Diagnostics,
}

impl<'n, 's> Fields<'n, 's> {
    /// A reader of `node`; of anything but a map it reports the type and reads nothing.
    pub fn new(node: &'n Node, dialect: Dialect, sink: &'s mut Diagnostics) -> Self {
        if !matches!(node.value, NodeValue::Map(_) | NodeValue::Null) {
            let message = format!("expected a map, found {}", node.kind());
            sink.error(dialect.bad, node.span, message);
        }
        Fields {
            entries: node.entries(),
            known: Vec::new(),
            dialect,
            sink,
        }
    }

    /// The entry of a key.
    pub fn entry(&mut self, keys: &'static str) -> Option<&'n Entry> {
        self.known.extend(keys.split('|'));
        let mut found = self
            .entries
            .iter()
            .filter(|entry| keys.split('|').any(|key| key == entry.key));
        let first = found.next();
        if let (Some(first), Some(second)) = (first, found.next()) {
            let message = format!("`{}` and `{}` mean the same", first.key, second.key);
            self.sink.error(self.dialect.bad, second.key_span, message);
        }
        first
    }

    /// The value of a key, `null` counting as absent.
    pub fn node(&mut self, keys: &'static str) -> Option<&'n Node> {
        let node = &self.entry(keys)?.node;
        (node.value != NodeValue::Null).then_some(node)
    }

    /// A string.
    pub fn text(&mut self, keys: &'static str) -> Option<String> {
        self.typed(keys, "a string", |value| match value {
            NodeValue::Text(text) => Some(text.clone()),
            _ => None,
        })
    }

    /// A string with its place.
    pub fn text_at(&mut self, keys: &'static str) -> Option<(String, Span)> {
        let span = self.node(keys)?.span;
        Some((self.text(keys)?, span))
    }

    /// `true` or `false`, perhaps in quotes, as Docusaurus allows.
    pub fn flag(&mut self, keys: &'static str) -> Option<bool> {
        self.typed(keys, "true or false", |value| match value {
            NodeValue::Bool(flag) => Some(*flag),
            NodeValue::Text(text) => text.parse().ok(),
            _ => None,
        })
    }

    /// A number, perhaps in quotes, as Docusaurus allows.
    pub fn number(&mut self, keys: &'static str) -> Option<f64> {
        self.typed(keys, "a number", |value| match value {
            #[allow(clippy::cast_precision_loss, reason = "positions are small")]
            NodeValue::Int(number) => Some(*number as f64),
            NodeValue::Float(number) => Some(*number),
            NodeValue::Text(text) => text.parse().ok(),
            _ => None,
        })
    }

    /// A whole number from `least` to `most`.
    pub fn whole(&mut self, keys: &'static str, least: u32, most: u32) -> Option<u32> {
        let node = self.node(keys)?;
        let number = match node.value {
            NodeValue::Int(number) => u32::try_from(number).ok(),
            _ => None,
        };
        let fitting = number.filter(|number| (least..=most).contains(number));
        if fitting.is_none() {
            self.wrong(node, &format!("a whole number from {least} to {most}"));
        }
        fitting
    }

    /// One of some words.
    pub fn word(&mut self, keys: &'static str, words: &[&'static str]) -> Option<&'static str> {
        let (text, span) = self.text_at(keys)?;
        let word = words.iter().copied().find(|word| *word == text);
        if word.is_none() {
            let list = words.join("`, `");
            let help = did_you_mean(&text, words.iter().copied())
                .unwrap_or_else(|| format!("one of `{list}`"));
            self.sink
                .error(self.dialect.bad, span, format!("unknown value `{text}`"))
                .help(help);
        }
        word
    }

    /// Strings: a list of them, or a single one.
    pub fn texts(&mut self, keys: &'static str) -> Vec<(String, Span)> {
        let Some(node) = self.node(keys) else {
            return Vec::new();
        };
        let items = match &node.value {
            NodeValue::List(items) => items.as_slice(),
            _ => std::slice::from_ref(node),
        };
        let mut texts = Vec::new();
        for item in items {
            match &item.value {
                NodeValue::Text(text) => texts.push((text.clone(), item.span)),
                _ => self.wrong(item, "a string"),
            }
        }
        texts
    }

    /// The items of a list.
    pub fn list(&mut self, keys: &'static str) -> &'n [Node] {
        let Some(node) = self.node(keys) else {
            return &[];
        };
        match &node.value {
            NodeValue::List(items) => items,
            _ => {
                self.wrong(node, "a list");
                &[]
            }
        }
    }

    /// Reports a value that does not fit.
    pub fn wrong(&mut self, node: &Node, expected: &str) {
        let message = format!("expected {expected}, found {}", node.kind());
        let problem = self.sink.error(self.dialect.bad, node.span, message);
        if expected == "a string" && matches!(node.value, NodeValue::Int(_) | NodeValue::Float(_)) {
            problem.help("put it in quotes");
        }
    }

    fn typed<T>(
        &mut self,
        keys: &'static str,
        expected: &str,
        read: impl Fn(&NodeValue) -> Option<T>,
    ) -> Option<T> {
        let node = self.node(keys)?;
        let value = read(&node.value);
        if value.is_none() {
            self.wrong(node, expected);
        }
        value
    }

    /// Reports the keys that were not asked for.
    pub fn finish(self) {
        for entry in self.entries {
            if self.known.contains(&entry.key.as_str()) {
                continue;
            }
            let message = format!("unknown key `{}`", entry.key);
            let Dialect {
                unknown,
                unknown_severity,
                ..
            } = self.dialect;
            let problem = match unknown_severity {
                Severity::Warning => self.sink.warn(unknown, entry.key_span, message),
                Severity::Error => self.sink.error(unknown, entry.key_span, message),
            };
            let known = self.known.iter().copied();
            problem.help(did_you_mean_or(&entry.key, known, "remove it"));
        }
    }
}
