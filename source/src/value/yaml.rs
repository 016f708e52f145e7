//! Parses YAML into nodes with spans.
//!
//! The nodes are built from the parser's events on an explicit stack, so that deep nesting cannot overflow the call stack.

use super::yaml_errors::{self, ParserError};
use super::{Entry, Node, NodeValue};
use crate::diagnostic::{Code, Diagnostics};
use crate::{FileId, SourceFile, Span};
use saphyr_parser::{Event, Marker, Parser, ScalarStyle};
use std::collections::BTreeMap;
use std::ops::Range;

/// How deep values may be nested.
const MAX_DEPTH: usize = 64;

/// How many values a document may have after its aliases are expanded.
const MAX_NODES: usize = 100_000;

/// Parses the part `range` of a file as one YAML document; JSON is YAML, too. `None` if it is empty or
/// malformed; problems are reported with `code`.
pub fn parse_yaml(
    file: &SourceFile,
    range: Range<usize>,
    code: Code,
    sink: &mut Diagnostics,
) -> Option<Node> {
    let text = file.text.get(range.clone())?;
    let places = Places::new(file.id, range.start, text);
    let mut builder = Builder {
        places: &places,
        code,
        sink,
        open: Vec::new(),
        anchors: BTreeMap::new(),
        nodes: 0,
        root: None,
    };
    for event in Parser::new_from_str(text) {
        match event {
            Ok((Event::DocumentEnd, _)) => break,
            Ok((event, span)) => builder.event(event, places.span(span.start, span.end))?,
            Err(error) => {
                let error = ParserError {
                    at: places.byte(error.marker()),
                    info: error.info(),
                };
                yaml_errors::report(file, &range, error, code, builder.sink);
                return None;
            }
        }
    }
    builder.root
}

/// Converts the parser's positions, which count characters, to spans, which count bytes.
struct Places {
    file: FileId,
    base: usize,
    /// Byte offset of each character, and of the end.
    offsets: Vec<usize>,
}

impl Places {
    fn new(file: FileId, base: usize, text: &str) -> Self {
        let offsets = text.char_indices().map(|(at, _)| at);
        Places {
            file,
            base,
            offsets: offsets.chain([text.len()]).collect(),
        }
    }

    fn byte(&self, marker: &Marker) -> usize {
        let last = self.offsets.len() - 1;
        self.offsets[marker.index().min(last)]
    }

    fn span(&self, start: Marker, end: Marker) -> Span {
        let start = self.base + self.byte(&start);
        let end = self.base + self.byte(&end);
        Span::new(self.file, start, end)
    }
}

/// A list or map that is not closed yet.
struct Open {
    span: Span,
    anchor: usize,
    content: OpenContent,
}

enum OpenContent {
    List(Vec<Node>),
    /// The entries, and a key without its value.
    Map(Vec<Entry>, Option<(String, Span)>),
}

struct Builder<'b> {
    places: &'b Places,
    code: Code,
    sink: &'b mut Diagnostics,
    open: Vec<Open>,
    anchors: BTreeMap<usize, Node>,
    nodes: usize,
    root: Option<Node>,
}

impl Builder<'_> {
    /// Handles one event; `None` if parsing must stop.
    fn event(&mut self, event: Event<'_>, span: Span) -> Option<()> {
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let is_text_tag = tag.is_some_and(|tag| tag.suffix == "str");
                let value = if style == ScalarStyle::Plain && !is_text_tag {
                    plain_value(&text)
                } else {
                    NodeValue::String(text.into_owned())
                };
                self.add(Node { span, value }, anchor)
            }
            Event::SequenceStart(anchor, _) => {
                self.start(span, anchor, OpenContent::List(Vec::new()))
            }
            Event::MappingStart(anchor, _) => {
                self.start(span, anchor, OpenContent::Map(Vec::new(), None))
            }
            Event::SequenceEnd | Event::MappingEnd => self.end(span),
            Event::Alias(anchor) => self.alias(anchor, span),
            _ => Some(()),
        }
    }

    fn fail(&mut self, span: Span, message: impl Into<String>) -> Option<()> {
        self.sink.error(self.code, span, message);
        None
    }

    fn start(&mut self, span: Span, anchor: usize, content: OpenContent) -> Option<()> {
        if self.open.len() >= MAX_DEPTH {
            return self.fail(span, format!("more than {MAX_DEPTH} values in each other"));
        }
        self.open.push(Open {
            span,
            anchor,
            content,
        });
        Some(())
    }

    fn end(&mut self, end: Span) -> Option<()> {
        let open = self.open.pop()?;
        let value = match open.content {
            OpenContent::List(items) => NodeValue::List(items),
            OpenContent::Map(entries, _) => NodeValue::Map(entries),
        };
        let start = open.span.start;
        let span = Span {
            file: self.places.file,
            start,
            end: end.end.max(start),
        };
        self.add(Node { span, value }, open.anchor)
    }

    fn alias(&mut self, anchor: usize, span: Span) -> Option<()> {
        let Some(node) = self.anchors.get(&anchor) else {
            return self.fail(span, "the alias is inside its own anchor");
        };
        let value = node.value.clone();
        let count = count_nodes(node);
        self.nodes += count;
        self.add(Node { span, value }, 0)
    }

    fn add(&mut self, node: Node, anchor: usize) -> Option<()> {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return self.fail(node.span, format!("more than {MAX_NODES} values"));
        }
        if anchor != 0 {
            self.anchors.insert(anchor, node.clone());
        }
        let Some(open) = self.open.last_mut() else {
            self.root = Some(node);
            return Some(());
        };
        match &mut open.content {
            OpenContent::List(items) => items.push(node),
            OpenContent::Map(entries, waiting) => match waiting.take() {
                Some((key, key_span)) => {
                    let is_double = entries.iter().any(|entry| entry.key == key);
                    if is_double {
                        let message = format!("the key `{key}` is duplicated");
                        self.sink
                            .error(self.code, key_span, message)
                            .help("keep one of the two");
                    } else {
                        entries.push(Entry {
                            key,
                            key_span,
                            node,
                        });
                    }
                }
                None => match key_text(&node) {
                    Some(key) => *waiting = Some((key, node.span)),
                    None => return self.fail(node.span, "a key must be a string"),
                },
            },
        }
        Some(())
    }
}

fn key_text(node: &Node) -> Option<String> {
    match &node.value {
        NodeValue::String(text) => Some(text.clone()),
        NodeValue::Integer(number) => Some(number.to_string()),
        NodeValue::Float(number) => Some(number.to_string()),
        NodeValue::Bool(flag) => Some(flag.to_string()),
        NodeValue::Null => Some("null".to_owned()),
        NodeValue::List(_) | NodeValue::Map(_) => None,
    }
}

fn count_nodes(node: &Node) -> usize {
    1 + match &node.value {
        NodeValue::List(items) => items.iter().map(count_nodes).sum(),
        NodeValue::Map(entries) => entries.iter().map(|e| count_nodes(&e.node)).sum(),
        _ => 0,
    }
}

/// The value of a plain scalar by YAML's core schema.
fn plain_value(text: &str) -> NodeValue {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return NodeValue::Null,
        "true" | "True" | "TRUE" => return NodeValue::Bool(true),
        "false" | "False" | "FALSE" => return NodeValue::Bool(false),
        _ => {}
    }
    if let Some(number) = whole_number(text) {
        return NodeValue::Integer(number);
    }
    match decimal(text) {
        Some(number) => NodeValue::Float(number),
        None => NodeValue::String(text.to_owned()),
    }
}

fn whole_number(text: &str) -> Option<i64> {
    if let Some(digits) = text.strip_prefix("0x") {
        i64::from_str_radix(digits, 16).ok()
    } else if let Some(digits) = text.strip_prefix("0o") {
        i64::from_str_radix(digits, 8).ok()
    } else {
        text.parse().ok()
    }
}

fn decimal(text: &str) -> Option<f64> {
    // Rust reads `inf` and `nan` as numbers, YAML does not.
    let is_number = text.contains(|c: char| c.is_ascii_digit())
        && text
            .chars()
            .all(|c| c.is_ascii_digit() || "+-.eE".contains(c));
    if is_number { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn parse(text: &str) -> (Option<Node>, Vec<String>) {
        let file = SourceFile::from_text(FileId(0), "a.yml", text);
        let mut sink = Diagnostics::new();
        let node = parse_yaml(&file, 0..text.len(), Code::BadFrontMatter, &mut sink);
        let place = |span: Option<Span>| file.lines.line_col(&file.text, span.unwrap().start);
        let problems = sink.into_sorted().into_iter().map(|d| {
            let (line, column) = place(d.span);
            format!("{line}:{column}: {}", d.message)
        });
        (node, problems.collect())
    }

    #[test]
    fn scalars_have_the_types_of_the_core_schema() {
        let text = "a: 1\nb: 1.5\nc: yes\nd: true\ne: ~\nf: '1'\ng: 2021-06-20\nh: .5\ni: inf\nj: 0x10\nk:\n";
        let (node, problems) = parse(text);
        assert_eq!(problems, Vec::<String>::new());
        assert_eq!(
            node.unwrap().to_json(),
            json!({"a": 1, "b": 1.5, "c": "yes", "d": true, "e": null, "f": "1", "g": "2021-06-20", "h": 0.5,
                   "i": "inf", "j": 16, "k": null})
        );
    }

    #[test]
    fn spans_are_bytes_also_after_wide_letters_and_crlf() {
        let text = "é: 'ü'\r\ntags: [a, \"b ö\"]\r\nlast: x\r\n";
        let (node, _) = parse(text);
        let node = node.unwrap();
        let at = |span: Span| &text[span.start as usize..span.end as usize];
        assert_eq!(at(node.entries()[1].key_span), "tags");
        assert_eq!(at(node.get("é").unwrap().span), "'ü'");
        let NodeValue::List(items) = &node.get("tags").unwrap().value else {
            panic!("a list");
        };
        assert_eq!(at(items[1].span), "\"b ö\"");
        assert_eq!(at(node.get("last").unwrap().span), "x");
    }

    #[test]
    fn json_is_yaml() {
        let (node, problems) = parse(
            "{\n\t\"label\": \"A\\u00e9\",\n\t\"link\": {\"type\": \"doc\", \"x\": null}\n}\n",
        );
        assert_eq!(problems, Vec::<String>::new());
        assert_eq!(
            node.unwrap().to_json(),
            json!({"label": "Aé", "link": {"type": "doc", "x": null}})
        );
    }

    #[test]
    fn errors_have_their_place() {
        let check = |text: &str, expected: &str| {
            let (_, problems) = parse(text);
            assert_eq!(problems.len(), 1, "{problems:?}");
            assert!(problems[0].starts_with(expected), "{problems:?}");
        };
        check("a: 1\nb: [1\nc: 2\n", "3:2: bad YAML");
        check("a: 1\na: 2\n", "2:1: the key `a` is duplicated");
        check(&"[".repeat(100), "1:65: more than 64");
        check("? [a]\n: b\n", "1:3: a key must be a string");
        assert_eq!(parse("").0, None);
        assert_eq!(parse("# only a remark\n").0.map(|n| n.value), None);
    }

    #[test]
    fn aliases_cannot_blow_up() {
        let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
        for at in 1..9 {
            let line = format!(
                "a{at}: &a{at} [{}]\n",
                vec![format!("*a{}", at - 1); 10].join(", ")
            );
            text.push_str(&line);
        }
        let (node, problems) = parse(&text);
        assert_eq!(node, None);
        assert!(
            problems[0].contains("more than 100000 values"),
            "{problems:?}"
        );
        let (node, _) = parse("a: &x {b: 1}\nc: *x\n");
        assert_eq!(
            node.unwrap().to_json(),
            json!({"a": {"b": 1}, "c": {"b": 1}})
        );
    }
}
