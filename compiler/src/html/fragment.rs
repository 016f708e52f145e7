//! Filters the HTML of the configuration: items of sidebars, navbar and footer, and the announcement.
//!
//! In: HTML that an author wrote. Out: the same without what the content security policy refuses and without elements that
//! act on the whole document, each of which becomes a diagnostic.

use super::policy::{is_event_handler, is_script_attribute};
use super::styles::stays_in_rule;
use crate::diagnostic::{Code, Diagnostics};
use crate::source::Span;
use bindery_html::{RESERVED_ID, Tag, TokenKind, acts_on_document, decode, tokenize};

/// What becomes of style attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StyleAttributes {
    /// They are refused.
    Refused,
    /// A later pass turns them into classes: [`super::styles`].
    Rewritten,
}

/// Returns `html` unchanged, or reports what is refused in it and leaves that out.
pub(crate) fn filter_fragment(
    html: &str,
    styles: StyleAttributes,
    span: Span,
    sink: &mut Diagnostics,
) -> String {
    let (filtered, mut found) = without_refused(html, styles);
    if found.is_empty() {
        return html.to_owned();
    }
    found.sort();
    found.dedup();
    let message = format!("the policy of the site refuses this: {}", found.join("; "));
    sink.warn(Code::RefusedMarkup, span, message).help(
        "it is left out; use a class, or put what is for the whole page into the configuration",
    );
    filtered
}

/// The HTML without what is refused, and what that is. Scripts, style sheets and titles go as a whole, other refused tags
/// lose all their attributes. Comments and unfinished tags cannot hide what follows the HTML.
fn without_refused(html: &str, styles: StyleAttributes) -> (String, Vec<String>) {
    let (mut out, mut found) = (String::new(), Vec::new());
    let mut removed: Option<&str> = None;
    let mut svg_depth = 0_usize;
    for token in tokenize(html) {
        if let Some(name) = removed {
            if matches!(&token.kind, TokenKind::EndTag(tag) if tag.name.eq_ignore_ascii_case(name))
            {
                removed = None;
            }
            continue;
        }
        match &token.kind {
            TokenKind::StartTag(tag) if tag.is("script") || tag.is("style") => {
                found.push(format!("there is a {}", shown(tag)));
                removed = Some(tag.name);
            }
            TokenKind::StartTag(tag) if is_document_element(tag, svg_depth) => {
                found.push(format!("{} acts on the whole page", shown(tag)));
                removed = tag.is("title").then_some(tag.name);
            }
            TokenKind::StartTag(tag) => {
                svg_depth += usize::from(tag.is("svg") && !tag.is_self_closing);
                let before = found.len();
                check_attributes(tag, styles, &mut found);
                match found.len() == before {
                    true => out.push_str(token.source),
                    false => out.push_str(&format!("<{}>", tag.name.to_ascii_lowercase())),
                }
            }
            TokenKind::EndTag(tag) => {
                svg_depth = svg_depth.saturating_sub(usize::from(tag.is("svg")));
                out.push_str(token.source);
            }
            TokenKind::Comment | TokenKind::Doctype => {}
            TokenKind::Text | TokenKind::RawText | TokenKind::Cdata | TokenKind::Dropped => {
                out.push_str(&token.source.replace('<', "&lt;"));
            }
        }
    }
    (out, found)
}

/// In SVG, `<title>` is a label.
fn is_document_element(tag: &Tag<'_>, svg_depth: usize) -> bool {
    let name = tag.name.to_ascii_lowercase();
    acts_on_document(&name, |wanted| tag.attribute(wanted).is_some())
        && !(name == "title" && svg_depth > 0)
}

fn check_attributes(tag: &Tag<'_>, styles: StyleAttributes, found: &mut Vec<String>) {
    for attribute in &tag.attributes {
        let name = attribute.name.to_ascii_lowercase();
        let value = decode(attribute.value);
        let is_refused_style =
            name == "style" && (styles == StyleAttributes::Refused || !stays_in_rule(&value));
        if is_refused_style || is_event_handler(&name) {
            found.push(format!("`{}` has the attribute `{name}`", element(tag)));
        } else if is_script_attribute(&name, attribute.value) {
            found.push(format!("`{}` has a `javascript:` address", element(tag)));
        } else if name == "id" && value.starts_with(RESERVED_ID) {
            found.push(format!("the id `{value}` is reserved for the interface"));
        }
    }
}

fn element(tag: &Tag<'_>) -> String {
    format!("<{}>", tag.name.to_ascii_lowercase())
}

fn shown(tag: &Tag<'_>) -> String {
    match tag.is("script") || tag.is("style") {
        true => format!("`{}` element", element(tag)),
        false => format!("`{}`", element(tag)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::policy::violations;

    fn clean(html: &str) -> String {
        let (clean, found) = without_refused(html, StyleAttributes::Refused);
        assert!(!found.is_empty(), "{html}");
        assert_eq!(violations(&clean, &[]), []);
        assert!(
            without_refused(&clean, StyleAttributes::Refused)
                .1
                .is_empty()
        );
        clean
    }

    #[test]
    fn what_is_refused_is_left_out() {
        assert_eq!(
            clean("<hr style=\"a\"/><i onclick=\"x\">i</i>"),
            "<hr><i>i</i>"
        );
        assert_eq!(clean("a<script>b</script><style>c</style>d"), "ad");
        assert_eq!(clean("a<SCRIPT>b</script x>d<!-- e -->f<b"), "adf&lt;b");
        assert_eq!(clean("<a href=' javascript:x'>b</a>"), "<a>b</a>");
        assert_eq!(clean("<b id=__bindery_data>b</b>"), "<b>b</b>");
    }

    #[test]
    fn elements_that_act_on_the_document_are_left_out() {
        assert_eq!(clean("a<plaintext>b<i>c"), "ab&lt;i>c");
        assert_eq!(clean("<META http-equiv=refresh content=0>a"), "a");
        assert_eq!(clean("<base href=/x/>a<link rel=icon href=x>b"), "ab");
        assert_eq!(clean("a<title>b</title>c"), "ac");
        let label = "<svg><title>a</title></svg><meta itemprop=x content=y>";
        let (_, found) = without_refused(label, StyleAttributes::Refused);
        assert_eq!(found, Vec::<String>::new());
    }

    #[test]
    fn style_attributes_that_become_classes_stay() {
        let found = |html: &str| without_refused(html, StyleAttributes::Rewritten).1;
        assert_eq!(found("<hr style=\"margin: 0\">"), Vec::<String>::new());
        assert_eq!(
            found("<hr style=\"background:url(x\">"),
            ["`<hr>` has the attribute `style`"]
        );
    }
}
