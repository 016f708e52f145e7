//! Normalizes HTML, so that the output of the parser can be compared with that of CommonMark's examples: removes what the
//! dialect adds (classes, ids, wrappers, texts for screen readers), and writes attributes and white space in one way.

use bindery_html::{Tag, TokenKind, decode, is_void, tokenize};
use std::fmt::Write as _;

/// The attributes that are compared.
const KEPT: [&str; 9] = [
    "alt", "checked", "disabled", "href", "src", "start", "title", "type", "align",
];

/// The normalized HTML.
pub(crate) fn normalise(html: &str) -> String {
    let mut normaliser = Normaliser::default();
    for token in tokenize(html) {
        match &token.kind {
            TokenKind::StartTag(tag) => normaliser.start(tag),
            TokenKind::EndTag(tag) => normaliser.end(&tag.name.to_ascii_lowercase()),
            // What browsers do not show.
            TokenKind::Dropped => {}
            _ => normaliser.text(token.source),
        }
    }
    tighten(&normaliser.out)
}

#[derive(Default)]
struct Normaliser {
    out: String,
    /// The open elements of an addition of the dialect.
    skipped: Vec<String>,
    /// The open `div` and `span`, and whether their tags are left out.
    wrappers: Vec<(String, bool)>,
    is_in_code: bool,
}

impl Normaliser {
    fn start(&mut self, tag: &Tag<'_>) {
        let name = tag.name.to_ascii_lowercase();
        if !self.skipped.is_empty() || is_ours(tag) {
            if !is_void(&name) {
                self.skipped.push(name);
            }
            return;
        }
        self.is_in_code |= name == "pre";
        let has_class = tag.attribute("class").is_some();
        let is_wrapper = match name.as_str() {
            "div" => has_class,
            "span" => self.is_in_code || has_class,
            _ => false,
        };
        if !is_wrapper {
            write_start(&name, tag, &mut self.out);
        }
        if matches!(name.as_str(), "div" | "span") {
            self.wrappers.push((name, is_wrapper));
        }
    }

    fn end(&mut self, name: &str) {
        if self.skipped.pop().is_some() {
            return;
        }
        self.is_in_code &= name != "pre";
        if name == "code" {
            self.out.truncate(self.out.trim_end_matches('\n').len());
        }
        let mut open = self.wrappers.iter();
        let at = open.rposition(|(open, _)| open == name);
        let is_wrapper = at.is_some_and(|at| self.wrappers.remove(at).1);
        if !is_wrapper {
            let _ = write!(self.out, "</{name}>");
        }
    }

    fn text(&mut self, text: &str) {
        if self.skipped.is_empty() {
            write_text(text, self.is_in_code, &mut self.out);
        }
    }
}

/// Whether the element is an addition of ours, its content included.
fn is_ours(tag: &Tag<'_>) -> bool {
    let classes = ["hash-link", "visually-hidden", "code-copy"];
    tag.is("button") || classes.iter().any(|class| tag.has_class(class))
}

fn write_start(name: &str, tag: &Tag<'_>, out: &mut String) {
    let _ = write!(out, "<{name}");
    let attributes = tag.attributes.iter();
    let mut attributes: Vec<(String, String)> = attributes
        .map(|own| (own.name.to_ascii_lowercase(), decode(own.value)))
        .collect();
    attributes.retain(|(key, value)| KEPT.contains(&key.as_str()) || is_language(name, key, value));
    attributes.sort();
    for (key, value) in attributes {
        let value = match key.as_str() {
            "href" | "src" => percent_encoding::percent_decode_str(&value)
                .decode_utf8_lossy()
                .into_owned(),
            _ => value,
        };
        let _ = write!(out, " {key}=\"{value}\"");
    }
    out.push('>');
}

fn is_language(name: &str, key: &str, value: &str) -> bool {
    name == "code" && key == "class" && value.starts_with("language-")
}

fn write_text(text: &str, is_in_code: bool, out: &mut String) {
    let decoded = decode(text);
    if is_in_code {
        out.push_str(&decoded);
    } else {
        let starts = decoded.starts_with(char::is_whitespace);
        let ends = decoded.ends_with(char::is_whitespace);
        if starts {
            out.push(' ');
        }
        let words: Vec<_> = decoded.split_whitespace().collect();
        out.push_str(&words.join(" "));
        if ends && !words.is_empty() {
            out.push(' ');
        }
    }
}

/// Without the white space between tags, which no reader sees.
fn tighten(html: &str) -> String {
    let mut html = html.replace("> <", "><");
    for block in [
        "p",
        "li",
        "ul",
        "ol",
        "blockquote",
        "hr",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "pre",
        "table",
        "thead",
        "tbody",
        "tr",
        "td",
        "th",
    ] {
        html = html
            .replace(&format!(" <{block}>"), &format!("<{block}>"))
            .replace(&format!(" </{block}>"), &format!("</{block}>"))
            .replace(&format!("</{block}> "), &format!("</{block}>"))
            .replace(&format!("<{block}> "), &format!("<{block}>"));
    }
    html.trim().replace("<tbody></tbody>", "")
}
