//! Filters the HTML of the configuration: items of sidebars, navbar and footer, and the announcement.
//!
//! In: HTML that an author wrote. Out: the same without what the content security policy refuses and without elements that
//! act on the whole document, each of which becomes a diagnostic.

use super::policy::is_script_attribute;
use super::styles::stays_in_rule;
use crate::diagnostic::{Code, Diagnostics};
use crate::source::Span;
use bindery_html::{
    Attribute, Edits, RESERVED_ID, Tag, TokenKind, acts_on_document, decode, is_event_handler,
    tokenize,
};

/// Markup that is left out of a fragment.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Refusal {
    message: String,
    help: &'static str,
}

/// Returns `html` unchanged, or reports what is refused in it and leaves that out. A later pass turns style attributes into
/// classes ([`super::styles`]); those that cannot become rules are refused.
pub(crate) fn filter_fragment(html: &str, span: Span, sink: &mut Diagnostics) -> String {
    let (filtered, found) = without_refused(html);
    if found.is_empty() {
        return html.to_owned();
    }
    for refusal in found {
        sink.warn(Code::RefusedMarkup, span, refusal.message)
            .help(refusal.help);
    }
    filtered
}

/// The HTML without what is refused, and what that is. Scripts, style sheets and titles go with their content, other
/// elements of the document lose their tags, and other elements their refused attributes. Comments and unfinished tags
/// cannot hide what follows the HTML.
fn without_refused(html: &str) -> (String, Vec<Refusal>) {
    let mut edits = Edits::new(html);
    let mut found = Vec::new();
    let mut removed: Option<&str> = None;
    for token in tokenize(html) {
        if let Some(name) = removed {
            if matches!(&token.kind, TokenKind::EndTag(tag) if tag.name.eq_ignore_ascii_case(name))
            {
                removed = None;
            }
            edits.replace(token.range, "");
            continue;
        }
        match &token.kind {
            TokenKind::StartTag(tag) => {
                if let Some(refusal) = refused_element(tag) {
                    found.push(refusal);
                    edits.replace(token.range.clone(), "");
                    let is_empty = tag.is_foreign && tag.is_self_closing;
                    let has_content = tag.is("script") || tag.is("style") || tag.is("title");
                    removed = Some(tag.name).filter(|_| has_content && !is_empty);
                    continue;
                }
                for attribute in &tag.attributes {
                    if let Some(refusal) = refused_attribute(tag, attribute) {
                        found.push(refusal);
                        edits.remove_attribute(tag, attribute);
                    }
                }
            }
            TokenKind::EndTag(_) => {}
            TokenKind::Comment | TokenKind::Doctype => edits.replace(token.range, ""),
            TokenKind::Text | TokenKind::RawText | TokenKind::Cdata | TokenKind::Dropped => {
                edits.replace(token.range, &token.source.replace('<', "&lt;"));
            }
        }
    }
    (edits.finish(), found)
}

fn refused_element(tag: &Tag<'_>) -> Option<Refusal> {
    let name = tag.name.to_ascii_lowercase();
    let has = |wanted: &str| tag.attribute(wanted).is_some();
    // In SVG, `<title>` is a label.
    let is_label = name == "title" && tag.is_foreign;
    let acts = match name.as_str() {
        "script" | "style" => "is refused by the content security policy",
        _ if acts_on_document(&name, has) && !is_label => "acts on the whole page",
        _ => return None,
    };
    let help = match name.as_str() {
        "script" => "it is left out; make it a component under `components/`",
        "style" => "it is left out; use a class with a style sheet",
        "meta" => "it is left out; put it into `[[metadata]]`",
        "link" => "it is left out; put it into `[[head_tags]]`",
        "title" => "it is left out; set titles in the front matter of the pages",
        _ => "its tags are left out",
    };
    Some(Refusal {
        message: format!("`<{name}>` {acts}"),
        help,
    })
}

fn refused_attribute(tag: &Tag<'_>, attribute: &Attribute<'_>) -> Option<Refusal> {
    let element = tag.name.to_ascii_lowercase();
    let name = attribute.name.to_ascii_lowercase();
    let value = decode(attribute.value);
    let (message, help) = if name == "style" && !stays_in_rule(&value) {
        (
            format!("`<{element}>` has a `style` that the content security policy refuses"),
            "it is left out; use a class with a style sheet",
        )
    } else if is_event_handler(&name) {
        (
            format!("`<{element}>` has an event handler, `{name}`"),
            "it is left out; make the element a component under `components/`",
        )
    } else if is_script_attribute(tag, attribute) {
        (
            format!("`<{element}>` has a `javascript:` URL in `{name}`"),
            "it is left out; write an `https://` address or a path",
        )
    } else if name == "id" && value.starts_with(RESERVED_ID) {
        (
            format!("the id `{value}` is reserved for the interface"),
            "it is left out; choose another id",
        )
    } else {
        return None;
    };
    Some(Refusal { message, help })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::policy::violations;
    use crate::source::FileId;

    fn clean(html: &str) -> String {
        let (clean, found) = without_refused(html);
        assert!(!found.is_empty(), "{html}");
        assert_eq!(violations(&clean, &[]), []);
        assert!(without_refused(&clean).1.is_empty());
        clean
    }

    fn messages(html: &str) -> Vec<String> {
        let (_, found) = without_refused(html);
        found.into_iter().map(|refusal| refusal.message).collect()
    }

    #[test]
    fn what_is_refused_is_left_out() {
        assert_eq!(
            clean("<hr style=\"a}\"/><i onclick=\"x\">i</i>"),
            "<hr/><i>i</i>"
        );
        assert_eq!(clean("a<script>b</script><style>c</style>d"), "ad");
        assert_eq!(clean("a<SCRIPT>b</script x>d<!-- e -->f<b"), "adf&lt;b");
        assert_eq!(clean("<a href=' javascript:x'>b</a>"), "<a>b</a>");
        assert_eq!(clean("<b id=__bindery_data>b</b>"), "<b>b</b>");
        assert_eq!(
            clean("<a title=\"x\"onclick=a href=/b style=} class=d>b</a>"),
            "<a title=\"x\" href=/b class=d>b</a>"
        );
        assert_eq!(
            clean("<meta itemprop=x onclick=y content=z>"),
            "<meta itemprop=x content=z>"
        );
    }

    #[test]
    fn elements_that_act_on_the_document_are_left_out() {
        assert_eq!(clean("a<plaintext>b<i>c"), "ab&lt;i>c");
        assert_eq!(clean("<META http-equiv=refresh content=0>a"), "a");
        assert_eq!(clean("<base href=/x/>a<link rel=icon href=x>b"), "ab");
        assert_eq!(clean("a<title>b</title>c"), "ac");
        // A paragraph is not in SVG, and neither is what follows it.
        assert_eq!(clean("<svg><p><title>a</title>b"), "<svg><p>b");
        assert_eq!(clean("<svg></p><title>a</title>b"), "<svg></p>b");
        let label = "<svg><title>a</title></svg><meta itemprop=x content=y>";
        assert_eq!(messages(label), [""; 0]);
    }

    #[test]
    fn an_empty_element_of_svg_has_no_content() {
        assert_eq!(clean("<svg><style/></svg> a"), "<svg></svg> a");
        assert_eq!(clean("<svg><script href=x /><g/></svg>"), "<svg><g/></svg>");
        assert_eq!(clean("<style/>a</style>b"), "b");
    }

    #[test]
    fn each_problem_is_reported_with_its_help() {
        let html = "<meta charset=x><i onclick=a><i onclick=b><title>a</title>";
        let mut sink = Diagnostics::new();
        let span = Span::start_of(FileId(0));
        let _ = filter_fragment(html, span, &mut sink);
        let list = sink.into_sorted();
        let list: Vec<_> = list
            .iter()
            .map(|one| {
                (
                    one.message.as_str(),
                    one.help.as_deref().unwrap_or_default(),
                )
            })
            .collect();
        assert_eq!(
            list,
            [
                (
                    "`<i>` has an event handler, `onclick`",
                    "it is left out; make the element a component under `components/`"
                ),
                (
                    "`<meta>` acts on the whole page",
                    "it is left out; put it into `[[metadata]]`"
                ),
                (
                    "`<title>` acts on the whole page",
                    "it is left out; set titles in the front matter of the pages"
                ),
            ]
        );
    }

    #[test]
    fn style_attributes_that_become_classes_stay() {
        assert_eq!(messages("<hr style=\"margin: 0\">"), [""; 0]);
        assert_eq!(
            messages("<hr style=\"background:url(x\">"),
            ["`<hr>` has a `style` that the content security policy refuses"]
        );
    }
}
