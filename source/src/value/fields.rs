//! Reads typed values from a map and reports wrong types and unknown keys.

use super::{Entry, Node, NodeValue};
use crate::Span;
use crate::diagnostic::{
    Cause, Code, Diagnostic, Diagnostics, KeyKind, KeyRead, REMOVE_KEY, Severity, did_you_mean,
    did_you_mean_or,
};
use crate::url::is_script_url;
use std::collections::BTreeSet;

/// The codes with which [`Fields`] reports problems in a kind of file.
#[derive(Clone, Copy, Debug)]
pub struct FieldCodes {
    /// For values of the wrong type.
    pub invalid_value: Code,
    /// For keys that no getter named.
    pub unknown_key: Code,
    /// The severity of unknown keys.
    pub unknown_key_severity: Severity,
}

/// Reads a map key by key. Each getter names alternatives with `|`, the usual spelling first; [`Fields::finish`]
/// reports the keys that no getter named.
#[derive(Debug)]
pub struct Fields<'n, 's> {
    entries: &'n [Entry],
    known: Vec<&'static str>,
    span: Span,
    codes: FieldCodes,
    /// The problems found.
    pub sink: &'s mut Diagnostics,
}

impl<'n, 's> Fields<'n, 's> {
    /// A reader of `node`. A node that is no map is reported and has no entries.
    pub fn new(node: &'n Node, codes: FieldCodes, sink: &'s mut Diagnostics) -> Self {
        if !matches!(node.value, NodeValue::Map(_) | NodeValue::Null) {
            let message = format!("expected a map, found {}", node.kind());
            sink.error(codes.invalid_value, node.span, message)
                .because(Cause::Mismatch);
        }
        let fields = Fields {
            entries: node.entries(),
            known: Vec::new(),
            span: node.span,
            codes,
            sink,
        };
        fields.sink.record(|| KeyRead {
            map: node.span,
            keys: "",
            kind: KeyKind::Any,
        });
        fields
    }

    /// The entry of a key.
    pub fn entry(&mut self, keys: &'static str) -> Option<&'n Entry> {
        self.known.extend(keys.split('|'));
        self.record(keys, || KeyKind::Any);
        let mut found = self
            .entries
            .iter()
            .filter(|entry| keys.split('|').any(|key| key == entry.key));
        let first = found.next();
        if let (Some(first), Some(second)) = (first, found.next()) {
            let message = format!("`{}` and `{}` mean the same", first.key, second.key);
            self.sink
                .error(self.codes.invalid_value, second.key_span, message);
        }
        first
    }

    fn record(&mut self, keys: &'static str, kind: impl FnOnce() -> KeyKind) {
        let map = self.span;
        self.sink.record(|| KeyRead {
            map,
            keys,
            kind: kind(),
        });
    }

    /// The value of a key; `null` counts as absent.
    pub fn node(&mut self, keys: &'static str) -> Option<&'n Node> {
        let node = &self.entry(keys)?.node;
        (node.value != NodeValue::Null).then_some(node)
    }

    /// A string.
    pub fn string(&mut self, keys: &'static str) -> Option<String> {
        self.typed(keys, "a string", |value| match value {
            NodeValue::String(text) => Some(text.clone()),
            _ => None,
        })
    }

    /// A string and its span.
    pub fn string_at(&mut self, keys: &'static str) -> Option<(String, Span)> {
        let span = self.node(keys)?.span;
        Some((self.string(keys)?, span))
    }

    /// A string that readers can follow as a link: a URL or a path. A `javascript:` URL is reported.
    pub fn link(&mut self, keys: &'static str) -> Option<String> {
        Some(self.link_at(keys)?.0)
    }

    /// Like [`Fields::link`], with its span.
    pub fn link_at(&mut self, keys: &'static str) -> Option<(String, Span)> {
        let (text, span) = self.string_at(keys)?;
        if !is_script_url(&text) {
            return Some((text, span));
        }
        self.sink
            .error(
                self.codes.invalid_value,
                span,
                "a `javascript:` URL is not allowed",
            )
            .help("write an `https://` address or a path");
        None
    }

    /// `true` or `false`; quotes are allowed, as in Docusaurus.
    pub fn boolean(&mut self, keys: &'static str) -> Option<bool> {
        self.typed(keys, "true or false", |value| match value {
            NodeValue::Bool(flag) => Some(*flag),
            NodeValue::String(text) => text.parse().ok(),
            _ => None,
        })
    }

    /// A number; quotes are allowed, as in Docusaurus.
    pub fn number(&mut self, keys: &'static str) -> Option<f64> {
        self.typed(keys, "a number", |value| match value {
            #[allow(clippy::cast_precision_loss, reason = "positions are small")]
            NodeValue::Integer(number) => Some(*number as f64),
            NodeValue::Float(number) => Some(*number),
            NodeValue::String(text) => text.parse().ok(),
            _ => None,
        })
    }

    /// An integer from `min` to `max`.
    pub fn integer(&mut self, keys: &'static str, min: u32, max: u32) -> Option<u32> {
        self.record(keys, || KeyKind::Integer(min, max));
        let node = self.node(keys)?;
        let number = match node.value {
            NodeValue::Integer(number) => u32::try_from(number).ok(),
            _ => None,
        };
        let in_range = number.filter(|number| (min..=max).contains(number));
        let expected = format!("a whole number from {min} to {max}");
        match node.value {
            _ if in_range.is_some() => {}
            NodeValue::Integer(number) => {
                self.report_value(node, format!("expected {expected}, found `{number}`"));
            }
            _ => self.report_mismatch(node, &expected),
        }
        in_range
    }

    /// A string that is one of `values`.
    pub fn enum_value(
        &mut self,
        keys: &'static str,
        values: &[&'static str],
    ) -> Option<&'static str> {
        self.record(keys, || KeyKind::Enum(values.to_vec()));
        let (text, span) = self.string_at(keys)?;
        let value = values.iter().copied().find(|value| *value == text);
        if value.is_none() {
            let list = values.join("`, `");
            let help = did_you_mean(&text, values.iter().copied())
                .unwrap_or_else(|| format!("one of `{list}`"));
            self.sink
                .error(
                    self.codes.invalid_value,
                    span,
                    format!("unknown value `{text}`"),
                )
                .help(help)
                .fix_typo(bare(span, &text), &text, values.iter().copied());
        }
        value
    }

    /// Strings: a list, or a single one.
    pub fn strings(&mut self, keys: &'static str) -> Vec<(String, Span)> {
        let Some(node) = self.node(keys) else {
            return Vec::new();
        };
        let items = match &node.value {
            NodeValue::List(items) => items.as_slice(),
            _ => std::slice::from_ref(node),
        };
        let mut strings = Vec::new();
        for item in items {
            match &item.value {
                NodeValue::String(text) => strings.push((text.clone(), item.span)),
                _ => self.report_mismatch(item, "a string"),
            }
        }
        strings
    }

    /// The items of a list.
    pub fn list(&mut self, keys: &'static str) -> &'n [Node] {
        let Some(node) = self.node(keys) else {
            return &[];
        };
        match &node.value {
            NodeValue::List(items) => items,
            _ => {
                self.report_mismatch(node, "a list");
                &[]
            }
        }
    }

    /// Reports a value of the wrong type.
    pub fn report_mismatch(&mut self, node: &Node, expected: &str) {
        let message = format!("expected {expected}, found {}", node.kind());
        let problem = self.report_value(node, message);
        let help = match (expected, &node.value) {
            ("a string", NodeValue::Integer(_) | NodeValue::Float(_)) => "put it in quotes",
            ("a list", NodeValue::String(_)) => {
                "put it in brackets, with commas between the items: `[…, …]`"
            }
            ("a number", NodeValue::String(_)) => "write a number such as `1`",
            _ => return,
        };
        problem.help(help);
    }

    /// Reports a value of the right type that the key does not allow.
    pub fn report_value(&mut self, node: &Node, message: impl Into<String>) -> &mut Diagnostic {
        self.sink
            .error(self.codes.invalid_value, node.span, message)
            .because(Cause::Mismatch)
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
            self.report_mismatch(node, expected);
        }
        value
    }

    /// Reports the keys that no getter named.
    pub fn finish(self) {
        // A correction to one of these would make a key twice.
        let keys = self.entries.iter().map(|entry| entry.key.clone());
        let mut taken: BTreeSet<String> = keys.collect();
        for entry in self.entries {
            if self.known.contains(&entry.key.as_str()) {
                continue;
            }
            let message = format!("unknown key `{}`", entry.key);
            let FieldCodes {
                unknown_key,
                unknown_key_severity,
                ..
            } = self.codes;
            let problem = match unknown_key_severity {
                Severity::Warning => self.sink.warn(unknown_key, entry.key_span, message),
                Severity::Error => self.sink.error(unknown_key, entry.key_span, message),
            };
            let known = self.known.iter().copied();
            problem.because(Cause::UnknownKey);
            let help = did_you_mean_or(&entry.key, known.clone(), REMOVE_KEY);
            problem.help(match with_last_word(&entry.key, known.clone()) {
                Some(longer) if help == REMOVE_KEY => format!("did you mean `{longer}`?"),
                _ => help,
            });
            problem.fix_typo(bare(entry.key_span, &entry.key), &entry.key, known);
            problem
                .fixes
                .retain(|fix| taken.insert(fix.replacement.clone()));
        }
    }
}

/// The only one of these keys whose last word is `key`: `displayed_sidebar` for `sidebar`.
fn with_last_word<'k>(key: &str, known: impl Iterator<Item = &'k str>) -> Option<&'k str> {
    let is_longer = |one: &&str| {
        (one.strip_suffix(key)).is_some_and(|rest| rest.len() > 1 && rest.ends_with('_'))
    };
    let mut found = known.filter(is_longer);
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// The span of a text without the quotes around it.
fn bare(span: Span, text: &str) -> Span {
    let length = (span.end - span.start) as usize;
    match length == text.len() + 2 {
        true => Span {
            start: span.start + 1,
            end: span.end - 1,
            ..span
        },
        false => span,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SourceFile;
    use crate::tree::FileId;
    use crate::value::parse_yaml;

    const CODES: FieldCodes = FieldCodes {
        invalid_value: Code::BadFrontMatter,
        unknown_key: Code::UnknownFrontMatterKey,
        unknown_key_severity: Severity::Warning,
    };

    /// The message and the help of each problem.
    fn problems(text: &str) -> Vec<(String, Option<String>)> {
        let file = SourceFile::from_text(FileId(0), "a.yml", text);
        let mut sink = Diagnostics::new();
        let node = parse_yaml(&file, 0..text.len(), Code::BadFrontMatter, &mut sink).unwrap();
        let mut fields = Fields::new(&node, CODES, &mut sink);
        fields.integer("level", 2, 6);
        fields.list("tags");
        fields.number("sidebar_position");
        fields.string("displayed_sidebar");
        fields.finish();
        let list = sink.into_sorted().into_iter();
        list.map(|one| (one.message, one.help)).collect()
    }

    #[test]
    fn problems_say_what_to_write() {
        for (text, message, help) in [
            (
                "level: 9",
                "expected a whole number from 2 to 6, found `9`",
                None,
            ),
            (
                "tags: a, b",
                "expected a list, found a string",
                Some("put it in brackets, with commas between the items: `[…, …]`"),
            ),
            (
                "sidebar_position: first",
                "expected a number, found a string",
                Some("write a number such as `1`"),
            ),
            (
                "sidebar: main",
                "unknown key `sidebar`",
                Some("did you mean `displayed_sidebar`?"),
            ),
            ("bar: main", "unknown key `bar`", Some("remove it")),
            (
                "level: 2\nlevel: 3",
                "the key `level` is duplicated",
                Some("keep one of the two"),
            ),
        ] {
            let expected = (message.to_owned(), help.map(str::to_owned));
            assert_eq!(problems(text), [expected], "{text}");
        }
    }
}
