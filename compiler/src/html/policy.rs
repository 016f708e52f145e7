//! Finds markup that the strict content security policy refuses: style attributes and elements, inline handlers, `javascript:`
//! URLs, and scripts whose hash the policy does not list.

mod source_location;

pub use source_location::find_in_markdown;

use crate::source::url::is_script_url;
use bindery_html::{Attribute, Tag, TokenKind, decode, is_event_handler, tokenize};
use std::fmt;

/// The attributes that browsers follow or load, and that may contain a `javascript:` URL.
const URLS: [&str; 6] = ["action", "data", "formaction", "href", "src", "xlink:href"];

/// Markup that the policy refuses. Elements are in lower case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Violation {
    /// A style attribute or an inline handler.
    Attribute {
        /// The element.
        element: String,
        /// The attribute in lower case.
        attribute: String,
    },
    /// A `javascript:` URL in an attribute of this element.
    ScriptUrl(String),
    /// A `<style>` element.
    StyleElement,
    /// A script that the policy does not list.
    Script,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Violation::Attribute { element, attribute } => {
                write!(f, "`<{element}>` has the attribute `{attribute}`")
            }
            Violation::ScriptUrl(element) => write!(f, "`<{element}>` has a `javascript:` address"),
            Violation::StyleElement => f.write_str("there is a `<style>` element"),
            Violation::Script => f.write_str("there is an inline script of the page's own"),
        }
    }
}

/// What the policy would refuse; `scripts` are the inline scripts it allows.
#[must_use]
pub fn violations(html: &str, scripts: &[&str]) -> Vec<Violation> {
    let mut found = Vec::new();
    let mut tokens = tokenize(html).peekable();
    while let Some(token) = tokens.next() {
        let TokenKind::StartTag(tag) = &token.kind else {
            continue;
        };
        let attributes = tag.attributes.iter();
        found.extend(attributes.filter_map(|attribute| refused_attribute(tag, attribute)));
        if tag.is("style") {
            found.push(Violation::StyleElement);
        } else if tag.is("script") {
            // A script in SVG has markup for content, which no allowed script has.
            let content = tokens.next_if(|next| next.kind == TokenKind::RawText);
            let text = content.map_or("", |content| content.source);
            if !is_allowed_script(tag, text, scripts) {
                found.push(Violation::Script);
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

fn refused_attribute(tag: &Tag<'_>, attribute: &Attribute<'_>) -> Option<Violation> {
    let element = tag.name.to_ascii_lowercase();
    let name = attribute.name.to_ascii_lowercase();
    if name == "style" || is_event_handler(&name) {
        let attribute = name;
        return Some(Violation::Attribute { element, attribute });
    }
    is_script_attribute(&name, attribute.value).then_some(Violation::ScriptUrl(element))
}

/// Whether an attribute whose name is in lower case contains a `javascript:` URL; its value is as it is written.
pub(super) fn is_script_attribute(name: &str, value: &str) -> bool {
    URLS.contains(&name) && is_script_url(&decode(value))
}

fn is_allowed_script(tag: &Tag<'_>, text: &str, scripts: &[&str]) -> bool {
    let is_data = matches!(
        tag.value("type"),
        Some("application/json" | "application/ld+json")
    );
    is_data || tag.attribute("src").is_some() || scripts.contains(&text)
}

#[cfg(test)]
mod tests {
    fn violations(html: &str, scripts: &[&str]) -> Vec<String> {
        let violations = super::violations(html, scripts);
        violations.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn refused_markup_is_found() {
        for (html, expected) in [
            ("<p style=\"color:red\">", "`<p>` has the attribute `style`"),
            ("<P STYLE=x>", "`<p>` has the attribute `style`"),
            (
                "<a\nhref=x\nonclick='y'>",
                "`<a>` has the attribute `onclick`",
            ),
            ("<img/onerror=x>", "`<img>` has the attribute `onerror`"),
            ("<style>a{}</style>", "there is a `<style>` element"),
            (
                "<script>alert(1)</script>",
                "there is an inline script of the page's own",
            ),
            (
                "<a href=' javascript:x'>",
                "`<a>` has a `javascript:` address",
            ),
            (
                "<a href=&#106;ava&Tab;script&colon;x>",
                "`<a>` has a `javascript:` address",
            ),
            ("<!--><p style=x>", "`<p>` has the attribute `style`"),
            (
                "<STYLE></p style=x></STYLE>",
                "there is a `<style>` element",
            ),
            (
                "<svg><title><b style=x></title></svg>",
                "`<b>` has the attribute `style`",
            ),
        ] {
            assert_eq!(violations(html, &["ok()"]), [expected], "{html}");
        }
    }

    #[test]
    fn what_only_looks_like_it_is_let_through() {
        for html in [
            "style=\"x\" <p title='style=\"x\"' data-style=\"x\">a < b onclick=x</p>",
            "<!-- <p style=\"x\"> --><script>ok()</script>",
            "<script type=\"application/json\">{\"a\":\"<p style='x'>\"}</script>",
            "<title><p style=x></title><p on=\"1\">",
            "<script src=\"/a.js\"></script>",
            "<",
            "<p",
            "<p a=\"",
            "<iframe><p style=x></iframe><script src=a><p style=x></script >",
        ] {
            assert_eq!(violations(html, &["ok()"]), Vec::<String>::new(), "{html}");
        }
    }
}
