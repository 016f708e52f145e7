//! Finds out whether a position is in SVG or MathML, where `<style>` and `<title>` contain markup and CDATA sections exist.
//!
//! An approximation of the tree builder (HTML, section 13.2.6.5): it follows the roots `svg` and `math`, the elements in them
//! that contain HTML again, and the HTML tags that end them.

/// The open elements that decide whether content is foreign; the last one decides.
#[derive(Clone, Debug, Default)]
pub struct ForeignContent {
    open: Vec<&'static str>,
}

/// A start tag, as far as it decides what is foreign.
#[derive(Clone, Copy, Debug)]
pub struct StartTag<'n> {
    /// The name of its element.
    pub name: &'n str,
    /// Whether the tag ends with `/>`.
    pub is_self_closing: bool,
}

/// What an element belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Namespace {
    /// HTML.
    Html,
    /// SVG or MathML.
    Foreign,
}

/// The roots, and the elements that contain HTML again: integration points.
const FOLLOWED: [&str; 10] = [
    "svg",
    "math",
    "foreignobject",
    "desc",
    "title",
    "mi",
    "mo",
    "mn",
    "ms",
    "mtext",
];

/// The HTML elements that cannot be in foreign content: their start tag ends it.
const BREAKOUT: [&str; 44] = [
    "b",
    "big",
    "blockquote",
    "body",
    "br",
    "center",
    "code",
    "dd",
    "div",
    "dl",
    "dt",
    "em",
    "embed",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "hr",
    "i",
    "img",
    "li",
    "listing",
    "menu",
    "meta",
    "nobr",
    "ol",
    "p",
    "pre",
    "ruby",
    "s",
    "small",
    "span",
    "strike",
    "strong",
    "sub",
    "sup",
    "table",
    "tt",
    "u",
    "ul",
    "var",
];

/// Roots nested deeper are not followed, so that no input makes the list grow without end.
const MAX_DEPTH: usize = 64;

impl ForeignContent {
    /// Whether the position is in SVG or MathML.
    pub(crate) fn is_inside(&self) -> bool {
        self.open.last().is_some_and(|name| is_root(name))
    }

    /// Follows a start tag. Returns the namespace of the element itself.
    pub fn start(&mut self, tag: StartTag<'_>, has_attribute: impl Fn(&str) -> bool) -> Namespace {
        let StartTag {
            name,
            is_self_closing,
        } = tag;
        if self.is_inside() && is_breakout(name, has_attribute) {
            self.leave();
            return Namespace::Html;
        }
        let followed = FOLLOWED.iter().find(|own| name.eq_ignore_ascii_case(own));
        let is_foreign = self.is_inside() || followed.is_some_and(|name| is_root(name));
        if let Some(name) = followed
            && !is_self_closing
            && is_foreign
            && self.contains(name)
            && self.open.len() < MAX_DEPTH
        {
            self.open.push(name);
        }
        match is_foreign {
            true => Namespace::Foreign,
            false => Namespace::Html,
        }
    }

    /// Follows an end tag.
    pub fn end(&mut self, name: &str) {
        // As start tags, these two create elements of HTML even if none is open.
        if self.is_inside()
            && ["br", "p"]
                .iter()
                .any(|html| name.eq_ignore_ascii_case(html))
        {
            return self.leave();
        }
        let found = self
            .open
            .iter()
            .rposition(|open| name.eq_ignore_ascii_case(open));
        if let Some(at) = found {
            self.open.truncate(at);
        }
    }

    /// Leaves foreign content: up to the next integration point or to HTML.
    fn leave(&mut self) {
        while self.is_inside() {
            self.open.pop();
        }
    }

    /// Whether the innermost root gives `name` a meaning: SVG does not know `mi`, MathML does not know `desc`.
    fn contains(&self, name: &str) -> bool {
        match name {
            "svg" | "math" => true,
            "foreignobject" | "desc" | "title" => self.open.last() == Some(&"svg"),
            _ => self.open.last() == Some(&"math"),
        }
    }
}

/// Whether a start tag ends foreign content. `<font>` is an element of SVG, too, but not with these attributes.
fn is_breakout(name: &str, has_attribute: impl Fn(&str) -> bool) -> bool {
    if name.eq_ignore_ascii_case("font") {
        return ["color", "face", "size"].into_iter().any(has_attribute);
    }
    BREAKOUT.iter().any(|html| name.eq_ignore_ascii_case(html))
}

fn is_root(name: &str) -> bool {
    matches!(name, "svg" | "math")
}
