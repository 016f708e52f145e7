//! Brings two pieces of HTML into one form: what the dialect adds for readers (classes, ids, wrappers, words for screen
//! readers) is left out, attributes and white space are written in one way.

use std::fmt::Write as _;

/// Attributes that the specifications speak of.
const KEPT: [&str; 9] = [
    "alt", "checked", "disabled", "href", "src", "start", "title", "type", "align",
];

/// Elements without an end tag.
const VOID: [&str; 4] = ["br", "hr", "img", "input"];

/// One piece of HTML.
enum Token<'h> {
    Start { name: String, source: &'h str },
    End(String),
    Text(&'h str),
}

/// The HTML in the one form.
pub(crate) fn normalise(html: &str) -> String {
    let mut out = String::new();
    let mut skipped: Vec<String> = Vec::new();
    let mut dropped: Vec<(String, bool)> = Vec::new();
    let mut is_in_code = false;
    for token in tokens(html) {
        match token {
            Token::Start { name, source } => {
                if !skipped.is_empty() {
                    if !VOID.contains(&name.as_str()) {
                        skipped.push(name);
                    }
                    continue;
                }
                if is_ours(source) {
                    skipped.push(name);
                    continue;
                }
                is_in_code |= name == "pre";
                let is_wrapper = match name.as_str() {
                    "div" => source.contains("class="),
                    "span" => is_in_code || source.contains("class="),
                    _ => false,
                };
                if matches!(name.as_str(), "div" | "span") {
                    dropped.push((name.clone(), is_wrapper));
                }
                if !is_wrapper {
                    write_start(&name, source, &mut out);
                }
            }
            Token::End(name) => {
                if !skipped.is_empty() {
                    skipped.pop();
                    continue;
                }
                is_in_code &= name != "pre";
                if name == "code" {
                    out.truncate(out.trim_end_matches('\n').len());
                }
                let at = dropped.iter().rposition(|(open, _)| *open == name);
                let is_wrapper = at.is_some_and(|at| dropped.remove(at).1);
                if !is_wrapper {
                    let _ = write!(out, "</{name}>");
                }
            }
            Token::Text(text) if skipped.is_empty() => write_text(text, is_in_code, &mut out),
            Token::Text(_) => {}
        }
    }
    tighten(&out)
}

/// Whether the element is an addition of ours, its content included.
fn is_ours(source: &str) -> bool {
    ["hash-link", "visually-hidden", "code-copy", "<button"]
        .iter()
        .any(|mark| source.contains(mark))
}

fn write_start(name: &str, source: &str, out: &mut String) {
    let _ = write!(out, "<{name}");
    let mut attributes = attributes(source);
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

fn tokens(html: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = html;
    while !rest.is_empty() {
        let is_tag = rest.starts_with('<')
            && rest[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
        let end = if is_tag {
            tag_end(rest)
        } else {
            let first = rest.chars().next().map_or(1, char::len_utf8);
            rest[first..].find('<').map_or(rest.len(), |at| at + first)
        };
        let (source, after) = rest.split_at(end);
        tokens.push(match (is_tag, source.strip_prefix("</")) {
            (true, Some(name)) => {
                Token::End(name.trim_end_matches('>').trim().to_ascii_lowercase())
            }
            (true, None) => Token::Start {
                name: source[1..]
                    .split(|c: char| !c.is_ascii_alphanumeric() && c != '-')
                    .next()
                    .unwrap_or_default()
                    .to_ascii_lowercase(),
                source,
            },
            (false, _) => Token::Text(source),
        });
        rest = after;
    }
    tokens
}

/// The length of the tag at the start of `html`; a `>` in quotes does not end it.
fn tag_end(html: &str) -> usize {
    let mut quote = None;
    for (at, letter) in html.char_indices() {
        match (quote, letter) {
            (None, '"' | '\'') => quote = Some(letter),
            (Some(open), _) if open == letter => quote = None,
            (None, '>') => return at + 1,
            _ => {}
        }
    }
    html.len()
}

/// The attributes of a start tag, values decoded.
fn attributes(source: &str) -> Vec<(String, String)> {
    let inner = source.trim_start_matches('<').trim_end_matches('>');
    let inner = inner.trim_end_matches('/');
    let mut rest = inner
        .find(char::is_whitespace)
        .map_or("", |at| inner[at..].trim_start());
    let mut list = Vec::new();
    while !rest.is_empty() {
        let end = rest
            .find(|c: char| c.is_whitespace() || c == '=')
            .unwrap_or(rest.len());
        let (key, after) = rest.split_at(end);
        let (value, after) = match after.strip_prefix('=') {
            None => ("", after),
            Some(after) => match after.chars().next() {
                Some(quote @ ('"' | '\'')) => {
                    let end = after[1..].find(quote).map_or(after.len(), |at| at + 1);
                    (&after[1..end], after.get(end + 1..).unwrap_or(""))
                }
                _ => after.split_at(after.find(char::is_whitespace).unwrap_or(after.len())),
            },
        };
        if !key.is_empty() {
            list.push((key.to_ascii_lowercase(), decode(value)));
        }
        rest = after
            .get(usize::from(key.is_empty() && value.is_empty())..)
            .unwrap_or("");
        rest = rest.trim_start();
    }
    list
}

fn decode(text: &str) -> String {
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&")
}

/// Text as the value of a quoted attribute.
pub(crate) fn attribute(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
