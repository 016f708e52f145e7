//! Finds markup that the strict content security policy refuses: style attributes and elements, inline handlers, `javascript:`
//! URLs, `<base>`, and scripts whose hash the policy does not list. The policy also holds in the `srcdoc` of a frame.

mod source_location;

pub use source_location::find_in_markdown;

use crate::source::url::is_script_url;
use bindery_html::{Attribute, Tag, TokenKind, decode, is_event_handler, tokenize};
use std::fmt;

/// The attributes that browsers follow or load, and that may contain a `javascript:` URL.
const URLS: [&str; 6] = ["action", "data", "formaction", "href", "src", "xlink:href"];

/// The attributes of SVG's animations whose values, with semicolons between them, another attribute gets.
const ANIMATED: [&str; 4] = ["by", "from", "to", "values"];

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
    /// A `<base>` element, which would lead all links of the page elsewhere.
    BaseElement,
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
            Violation::BaseElement => f.write_str("there is a `<base>` element"),
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
        if tag.is("base") {
            found.push(Violation::BaseElement);
        } else if tag.is("style") {
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
    let is_refused_frame = || {
        let is_document = name == "srcdoc" && tag.is("iframe");
        is_document && !violations(&decode(attribute.value), &[]).is_empty()
    };
    if name == "style" || is_event_handler(&name) || is_refused_frame() {
        let attribute = name;
        return Some(Violation::Attribute { element, attribute });
    }
    is_script_attribute(tag, attribute).then_some(Violation::ScriptUrl(element))
}

/// Whether an attribute contains a `javascript:` URL.
pub(super) fn is_script_attribute(tag: &Tag<'_>, attribute: &Attribute<'_>) -> bool {
    let is_named = |name: &&str| attribute.name.eq_ignore_ascii_case(name);
    if URLS.iter().any(&is_named) {
        return is_script_url(&decode(attribute.value));
    }
    let is_animation = tag.is("animate") || tag.is("set");
    is_animation
        && ANIMATED.iter().any(is_named)
        && decode(attribute.value).split(';').any(is_script_url)
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
            (
                "<svg><a><animate attributeName=href values='/a;&#10;javascript:x'></a></svg>",
                "`<animate>` has a `javascript:` address",
            ),
            (
                "<svg><a xlink:href=javascript:x></a></svg>",
                "`<a>` has a `javascript:` address",
            ),
            (
                "<form action=javascript:x></form>",
                "`<form>` has a `javascript:` address",
            ),
            (
                "<button formAction=javascript:x></button>",
                "`<button>` has a `javascript:` address",
            ),
            (
                "<object data=javascript:x></object>",
                "`<object>` has a `javascript:` address",
            ),
            (
                "<iframe srcdoc='&lt;script&gt;x&lt;/script&gt;'></iframe>",
                "`<iframe>` has the attribute `srcdoc`",
            ),
            ("<base href=/x>", "there is a `<base>` element"),
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
            "<iframe srcdoc=\"<p>a &amp;lt; b\"></iframe>",
            "<svg><animate attributeName=x values=\"1;2\"/></svg>",
            "<",
            "<p",
            "<p a=\"",
            "<iframe><p style=x></iframe><script src=a><p style=x></script >",
        ] {
            assert_eq!(violations(html, &["ok()"]), Vec::<String>::new(), "{html}");
        }
    }
}
