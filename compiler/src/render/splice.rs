//! Puts pieces of HTML together: text into components, components into articles, articles into shells.

use crate::document::{ComponentTag, Segment};
use crate::html::escape::to_json;
use crate::model::Page;
use bindery_html::tree::is_block;
use bindery_html::{TokenKind, start_tags, tokenize};
use std::borrow::Cow;
use std::fmt::Write;

/// The placeholder in the ids that React makes in components. It is replaced by a prefix that is unique on the page.
const UID_TOKEN: &str = "bindery-uid-";

/// The elements that a site can have components for whose content is a text.
const INLINE_CONTENT: [&str; 13] = [
    "a", "del", "em", "h1", "h2", "h3", "h4", "h5", "h6", "p", "strong", "td", "th",
];

const SLOT_START: &str = "<bindery-slot data-n=\"";
const SLOT_END: &str = "\"></bindery-slot>";

/// The attribute of an island whose component asked for the page's document (`ui/src/server/renderComponent.tsx`).
const DOC_START: &str = " data-doc=\"";

/// The request for a component tag as JSON: names, properties and numbered places for the HTML inside.
pub(super) fn tree(tag: &ComponentTag) -> String {
    let mut json = String::new();
    write_tree(tag, &mut 0, &mut json);
    json
}

/// Writes JSON by hand: properties may hold whole data files, which a [`serde_json::Value`] would copy.
fn write_tree(tag: &ComponentTag, next: &mut usize, out: &mut String) {
    let (name, props) = (to_json(&tag.name), to_json(&tag.props));
    let _ = write!(out, "{{\"c\":{name},\"p\":{props},\"k\":[");
    for (at, piece) in pieces(tag).into_iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        match piece {
            Piece::Html(_) => {
                let _ = write!(out, "{{\"h\":{next}}}");
                *next += 1;
            }
            Piece::Tag(child) => write_tree(child, next, out),
        }
    }
    out.push_str("]}");
}

/// The HTML inside a tag by number, in the order of [`tree`].
fn inner_html(tag: &ComponentTag, list: &mut Vec<String>) {
    for piece in pieces(tag) {
        match piece {
            Piece::Html(html) => list.push(html),
            Piece::Tag(child) => inner_html(child, list),
        }
    }
}

enum Piece<'s> {
    Html(String),
    Tag(&'s ComponentTag),
}

/// What is inside a tag, with neighbouring HTML joined. Blanks between tags are left out, but not between those of a line:
/// they would become elements, which a component that inspects its children does not expect.
fn pieces(tag: &ComponentTag) -> Vec<Piece<'_>> {
    let mut list = Vec::new();
    for segment in &tag.children {
        match (segment, list.last_mut()) {
            (Segment::Html(html), Some(Piece::Html(before))) => before.push_str(html),
            (Segment::Html(html), _) => list.push(Piece::Html(html.clone())),
            (Segment::Component(tag), _) => list.push(Piece::Tag(tag)),
            (
                Segment::LinkAttrs(_)
                | Segment::ImageStart(_)
                | Segment::ImageAttrs(_)
                | Segment::ImageEnd(_),
                _,
            ) => {
                debug_assert!(false, "BUG: assemble resolves links and images");
            }
        }
    }
    let is_blank = |piece: &Piece<'_>| matches!(piece, Piece::Html(html) if html.trim().is_empty());
    if !list.iter().any(is_blank) {
        return list;
    }
    let last = list.len().saturating_sub(1);
    let mut before = SlotHtml {
        is_in_paragraph: INLINE_CONTENT.contains(&tag.name.as_str()),
        ..SlotHtml::default()
    };
    let mut at = 0;
    list.retain(|piece| {
        let is_inner = 0 < at && at < last;
        at += 1;
        match piece {
            Piece::Html(html) if html.trim().is_empty() => {
                let is_of_line = !html.contains('\n') || before.continues_text();
                is_inner && is_of_line && tag.name != "Tabs"
            }
            Piece::Html(html) => {
                before.html.push_str(html);
                true
            }
            Piece::Tag(_) => true,
        }
    });
    list
}

/// The HTML of a page's slots; `rendered` gives the HTML of the n-th outermost tag.
pub(super) fn fill_slots<'d>(
    page: &Page,
    rendered: impl Fn(usize) -> Option<&'d str>,
) -> Vec<String> {
    let mut count = 0;
    let mut doc = None;
    let mut slots = Vec::with_capacity(page.slots.len());
    for segments in &page.slots {
        let mut slot = SlotHtml::default();
        for segment in segments {
            match segment {
                Segment::Html(own) => slot.html.push_str(own),
                Segment::Component(tag) => {
                    let html = rendered(count).map(|html| keep_first_doc(html, &mut doc));
                    fill_component(html.as_deref(), tag, count, &mut slot);
                    count += 1;
                }
                Segment::LinkAttrs(_)
                | Segment::ImageStart(_)
                | Segment::ImageAttrs(_)
                | Segment::ImageEnd(_) => {
                    debug_assert!(false, "BUG: assemble resolves links and images");
                }
            }
        }
        slots.push(slot.html);
    }
    slots
}

/// Removes the document from the islands of a rendered tag, but not from the first one of the page: it can be long, and a
/// browser reads one copy. `doc` is the value that the page has.
fn keep_first_doc<'h>(rendered: &'h str, doc: &mut Option<&'h str>) -> Cow<'h, str> {
    let mut parts = rendered.split(DOC_START);
    let mut html = Cow::Borrowed(parts.next().unwrap_or_default());
    for part in parts {
        match (part.split_once('"'), *doc) {
            (Some((value, rest)), Some(known)) if value == known => html.to_mut().push_str(rest),
            (found, known) => {
                *doc = known.or(found.map(|(value, _)| value));
                html.to_mut().push_str(DOC_START);
                html.to_mut().push_str(part);
            }
        }
    }
    html
}

/// The HTML of a slot up to where the next segment begins.
#[derive(Default)]
struct SlotHtml {
    html: String,
    /// The length of the part that the next two describe.
    read: usize,
    is_in_paragraph: bool,
    ends_with_text: bool,
}

impl SlotHtml {
    /// Whether the next segment continues a text: it is in a paragraph, or on the same line as text before it.
    fn continues_text(&mut self) -> bool {
        for token in tokenize(&self.html[self.read..]) {
            self.ends_with_text = token.kind == TokenKind::Text && !token.source.ends_with('\n');
            match &token.kind {
                TokenKind::StartTag(tag) if is_block(&tag.name.to_ascii_lowercase()) => {
                    self.is_in_paragraph = tag.is("p");
                }
                TokenKind::EndTag(tag) if is_block(&tag.name.to_ascii_lowercase()) => {
                    self.is_in_paragraph = false;
                }
                _ => {}
            }
        }
        self.read = self.html.len();
        self.is_in_paragraph || self.ends_with_text
    }
}

/// Appends a rendered component with its text in place and its ids made unique on the page.
///
/// A component that could not be rendered is replaced by the text inside its tag.
fn fill_component(rendered: Option<&str>, tag: &ComponentTag, number: usize, slot: &mut SlotHtml) {
    let mut inner = Vec::new();
    inner_html(tag, &mut inner);
    let Some(rendered) = rendered else {
        return inner.iter().for_each(|html| slot.html.push_str(html));
    };
    let prefix = format!("c{number}-");
    let inline = inline_island(rendered, slot);
    let out = &mut slot.html;
    let mut rest = inline.as_deref().unwrap_or(rendered);
    while let Some((before, after)) = rest.split_once(SLOT_START) {
        out.push_str(&before.replace(UID_TOKEN, &prefix));
        let Some((number, tail)) = after.split_once(SLOT_END) else {
            break;
        };
        let html = number.parse().ok().and_then(|at: usize| inner.get(at));
        out.push_str(html.map_or("", String::as_str));
        rest = tail;
    }
    out.push_str(&rest.replace(UID_TOKEN, &prefix));
}

/// A hydrated component of an imported module as `<span>`, where it is inside a text and contains only text: a `<div>`
/// would end the paragraph.
fn inline_island(rendered: &str, slot: &mut SlotHtml) -> Option<String> {
    let mut tags = start_tags(rendered);
    let root = tags.next()?;
    let module = root.value("data-island").unwrap_or_default();
    let inner = rendered.strip_prefix("<div")?.strip_suffix("</div>")?;
    // An imported module, or one that stands for an element of Markdown.
    let is_own =
        module.starts_with("@site/") || module.starts_with(|c: char| c.is_ascii_lowercase());
    let is_inline = is_own
        && !tags.any(|tag| is_block(&tag.name.to_ascii_lowercase()))
        && slot.continues_text();
    is_inline.then(|| format!("<span{inner}</span>"))
}

/// The shell with the slots in place, and the numbers of the slots that it has no place for.
pub(super) fn fill_shell(shell: &str, slots: &[String]) -> (String, Vec<usize>) {
    const START: &str = "<!--bindery:slot:";
    let mut html =
        String::with_capacity(shell.len() + slots.iter().map(String::len).sum::<usize>());
    let mut unplaced: Vec<usize> = (0..slots.len()).collect();
    let mut rest = shell;
    while let Some((before, after)) = rest.split_once(START) {
        html.push_str(before);
        let Some((slot, tail)) = after.split_once("-->") else {
            break;
        };
        if let Some((slot, own)) = slot
            .parse()
            .ok()
            .and_then(|slot: usize| Some((slot, slots.get(slot)?)))
        {
            html.push_str(own);
            unplaced.retain(|other| *other != slot);
        }
        rest = tail;
    }
    html.push_str(rest);
    (html, unplaced)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{FileId, Span};

    fn tag(name: &str, children: Vec<Segment>) -> ComponentTag {
        ComponentTag {
            name: name.to_owned(),
            props: std::collections::BTreeMap::new(),
            children,
            span: Span::start_of(FileId(0)),
        }
    }

    fn text(html: &str) -> Segment {
        Segment::Html(html.to_owned())
    }

    #[test]
    fn places_are_numbered_depth_first() {
        let inner = tag("TabItem", vec![text("<p>one"), text("</p>")]);
        let outer = tag(
            "Tabs",
            vec![text("\n"), Segment::Component(inner), text("<p>two</p>")],
        );
        assert_eq!(
            tree(&outer),
            r#"{"c":"Tabs","p":{},"k":[{"c":"TabItem","p":{},"k":[{"h":0}]},{"h":1}]}"#
        );
        let rendered = "<div id=\"_bindery-uid-0\"><bindery-slot data-n=\"1\"></bindery-slot>|<bindery-slot data-n=\"0\"></bindery-slot></div>";
        let mut slot = SlotHtml::default();
        fill_component(Some(rendered), &outer, 3, &mut slot);
        assert_eq!(slot.html, "<div id=\"_c3-0\"><p>two</p>|<p>one</p></div>");
    }

    #[test]
    fn blanks_between_the_tags_of_a_text_stay() {
        let count = |name: &str, before: &str, blank: &str| {
            let part = || Segment::Component(tag("a", vec![text("x")]));
            let children = vec![text(before), part(), text(blank), part(), text("\n")];
            tree(&tag(name, children)).matches("\"h\"").count() - 2
        };
        assert_eq!(count("Box", "<p>", " "), 2, "the paragraph and the blank");
        assert_eq!(count("Box", "<p>", "\n"), 2);
        assert_eq!(count("Box", "text ", "\n"), 2);
        assert_eq!(count("p", "\n", "\n"), 1);
        assert_eq!(count("Box", "\n", " "), 1);
        assert_eq!(count("Box", "\n", "\n  "), 0);
        assert_eq!(count("Box", "<p>one</p>\n", "\n"), 1, "the paragraph");
        assert_eq!(count("Tabs", "\n", " "), 0);
    }

    #[test]
    fn of_what_cannot_be_rendered_the_text_is_left() {
        let inner = tag("TabItem", vec![text("<p>one</p>")]);
        let outer = tag("Tabs", vec![Segment::Component(inner), text("<p>two</p>")]);
        let mut slot = SlotHtml::default();
        fill_component(None, &outer, 0, &mut slot);
        assert_eq!(slot.html, "<p>one</p><p>two</p>");
    }

    #[test]
    fn an_island_within_a_text_is_part_of_it() {
        let island = |inside: &str| format!("<div data-island=\"@site/a.mdx#A\">{inside}</div>");
        let check = |before: &str, rendered: &str| {
            let mut slot = SlotHtml {
                html: before.to_owned(),
                ..SlotHtml::default()
            };
            fill_component(Some(rendered), &tag("A", Vec::new()), 0, &mut slot);
            slot.html[before.len()..].starts_with("<span") && slot.html.ends_with("</span>")
        };
        assert!(check("<p>This is ", &island("<b>x</b>")));
        assert!(check("<p>", &island("x")));
        assert!(check("<li>one ", &island("x")));
        assert!(!check("<p>text</p>\n", &island("x")));
        assert!(!check("<p>This is ", &island("<div>x</div>")));
        assert!(!check("<p>", "<div data-island=\"Own\">x</div>"));
        assert!(check("<p class=\"a\">", &island("x")));
        assert!(!check("<p>one<ul>", &island("x")));
        assert!(!check("<p>one<!-- two -->\n</p>", &island("x")));
    }

    #[test]
    fn the_first_island_of_a_page_has_its_document() {
        let island =
            |value: &str| format!("<div data-island=\"A\" data-doc=\"{value}\"><b></b></div>");
        let (nested, other) = (island("{}") + &island("{}"), island("x"));
        let mut doc = None;
        let parts = ["<p>none</p>", &nested, &nested, &other];
        let filled: String = parts.map(|html| keep_first_doc(html, &mut doc)).concat();
        assert_eq!(filled.matches("data-doc").count(), 2, "{filled}");
        assert!(filled.starts_with(&format!("<p>none</p>{}", island("{}"))));
        assert_eq!(
            filled
                .matches("<div data-island=\"A\"><b></b></div>")
                .count(),
            3
        );
        assert!(filled.ends_with(&other));
    }

    #[test]
    fn text_that_looks_like_a_token_stays() {
        let outer = tag("Box", vec![text("bindery-uid-1 <!--bindery:slot:0-->")]);
        let mut slot = SlotHtml::default();
        let rendered = "<b><bindery-slot data-n=\"0\"></bindery-slot></b>";
        fill_component(Some(rendered), &outer, 0, &mut slot);
        let (shell, unplaced) = fill_shell("<main><!--bindery:slot:0--></main>", &[slot.html]);
        assert_eq!(
            shell,
            "<main><b>bindery-uid-1 <!--bindery:slot:0--></b></main>"
        );
        assert!(unplaced.is_empty());
    }

    #[test]
    fn a_shell_without_a_place_is_noticed() {
        let slots = ["a".to_owned(), "b".to_owned()];
        let (shell, unplaced) = fill_shell("<i><!--bindery:slot:1--></i>", &slots);
        assert_eq!((shell.as_str(), unplaced), ("<i>b</i>", vec![0]));
    }
}
