//! Reads a rendered page: the text of its article, and its prose.

use bindery_html::{Tag, Token, TokenKind, decode, is_void, tokenize};
use std::ops::Range;

/// Elements whose text is not prose: figures, code, formulas, controls, headings.
const NOT_PROSE: [&str; 19] = [
    "table", "dl", "pre", "code", "math", "svg", "nav", "button", "label", "output", "select",
    "script", "h1", "h2", "h3", "h4", "h5", "h6", "time",
];

/// The attribute with which a component marks text that comes from data and is not prose.
const FROM_DATA: &str = "data-generated";

/// The text of a page's article.
#[derive(Debug, Default)]
pub(crate) struct Article {
    /// The whole text of the article, with dates as in the data and the arithmetic behind derived figures.
    pub(crate) text: String,
    /// The prose of its paragraphs and list items.
    pub(crate) prose: Vec<String>,
    /// The targets of its links.
    pub(crate) links: Vec<String>,
}

struct Open {
    name: String,
    is_prose: bool,
    is_block: bool,
}

/// Reads the `<article>` of a document, or its `<main>` if it has no article.
pub(crate) fn read(html: &str) -> Article {
    let mut reader = Reader::default();
    let range = content("article", html).or_else(|| content("main", html));
    tokenize(&html[range.unwrap_or_default()]).for_each(|token| reader.token(&token));
    reader.article
}

/// The range from the first start tag of an element to its last end tag.
fn content(name: &str, html: &str) -> Option<Range<usize>> {
    let (mut start, mut end) = (None, None);
    for token in tokenize(html) {
        match token.kind {
            TokenKind::StartTag(tag) if tag.is(name) => {
                start.get_or_insert(token.range.start);
            }
            TokenKind::EndTag(tag) if tag.is(name) => end = Some(token.range.start),
            _ => {}
        }
    }
    Some(start?..end?)
}

#[derive(Default)]
struct Reader {
    article: Article,
    open: Vec<Open>,
}

impl Reader {
    fn token(&mut self, token: &Token<'_>) {
        match &token.kind {
            TokenKind::Text => self.text(&decode(token.source)),
            TokenKind::RawText => self.text(token.source),
            TokenKind::StartTag(tag) => self.start(tag),
            TokenKind::EndTag(tag) => {
                if let Some(at) = self.open.iter().rposition(|open| tag.is(&open.name)) {
                    self.open.truncate(at);
                }
                self.space();
            }
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        self.article.text.push_str(text);
        let is_prose = self.open.iter().all(|open| open.is_prose)
            && self.open.iter().any(|open| open.is_block);
        if is_prose && let Some(last) = self.article.prose.last_mut() {
            last.push_str(text);
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        let name = tag.name.to_ascii_lowercase();
        if let Some(target) = tag.value("href").filter(|_| name == "a") {
            self.article.links.push(decode(target));
        }
        // The date as in the data, and the arithmetic of a derived figure, which a tooltip shows.
        let shown = match name.as_str() {
            "time" => tag.value("datetime"),
            "data" => tag.value("title"),
            _ => None,
        };
        if let Some(value) = shown {
            self.article.text.push_str(&format!(" {value} "));
        }
        let is_block = matches!(name.as_str(), "p" | "li");
        let is_prose = !NOT_PROSE.contains(&name.as_str()) && tag.attribute(FROM_DATA).is_none();
        self.space();
        if is_void(&name) || tag.is_self_closing {
            return;
        }
        if is_block {
            self.article.prose.push(String::new());
        }
        self.open.push(Open {
            name,
            is_prose,
            is_block,
        });
    }

    /// Separates the texts of neighbouring cells and lines.
    fn space(&mut self) {
        self.article.text.push(' ');
    }
}

/// The words of a text in lower case.
pub(crate) fn words(text: &str) -> Vec<String> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '’' | '\'' | '%' | '-');
    let words = text
        .split(|c: char| !is_part(c))
        .filter(|word| word.chars().any(char::is_alphanumeric));
    words.map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_excludes_figures_and_code() {
        let html = "<main><nav><p>No</p></nav><article><h1>T</h1><p>One <b>two</b> <data value=\"6\" title=\"12 - 6\">6</data> <code>x</code> &amp; three</p>\
                    <table><tr><td><p>4</p></td><td>5</td></tr></table><ul><li>six</li></ul>\
                    <ul data-generated=\"\"><li>seven</li></ul><dl><dd>8 <time dateTime=\"2022-07-08\">July</time></dd></dl>\
                    <p><a href=\"/x#y\">nine</a></p></article></main>";
        let article = read(html);
        let prose: Vec<String> = article
            .prose
            .iter()
            .map(|text| words(text).join(" "))
            .collect();
        assert_eq!(prose, ["one two 6 three", "", "six", "", "nine"]);
        assert_eq!(article.links, ["/x#y"]);
        assert!(
            article.text.contains("2022-07-08")
                && article.text.contains(" 12 - 6 ")
                && article.text.contains("4  ")
                && !article.text.contains("No")
        );
    }
}
