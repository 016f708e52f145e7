//! Renders `<Head>`: a title, `<meta>` and `<link>` for the head of the page.

use crate::document::{ComponentTag, DataValue, Segment};
use crate::renderer::Renderer;
use bindery_html::{Tag, TokenKind, decode};
use bindery_source::diagnostic::Code;

impl Renderer<'_, '_, '_> {
    /// Turns the children of `<Head>` into its property `html`, and reports elements that it may not contain.
    pub(crate) fn read_head(&mut self, head: &mut ComponentTag) {
        let mut html = String::new();
        for segment in std::mem::take(&mut head.children) {
            match segment {
                Segment::Html(own) => html.push_str(&own),
                Segment::Component(tag) => self.refuse_in_head(head, &tag.name),
                _ => {}
            }
        }
        let allowed = self.allowed_in_head(head, &html);
        head.props = [("html".to_owned(), DataValue::from(allowed))]
            .into_iter()
            .collect();
    }

    /// The elements of `html` that the head of a page may contain; the others are reported.
    fn allowed_in_head(&mut self, head: &ComponentTag, html: &str) -> String {
        let mut allowed = String::new();
        let mut is_in_title = false;
        for token in bindery_html::tokenize(html) {
            match &token.kind {
                TokenKind::StartTag(tag) if tag.is("title") => {
                    is_in_title = true;
                    allowed.push_str(token.source);
                }
                TokenKind::StartTag(tag) if is_allowed(tag) => allowed.push_str(token.source),
                TokenKind::StartTag(tag) => {
                    let name = tag.name.to_ascii_lowercase();
                    match name.as_str() {
                        "meta" => self.refuse_in_head(head, "meta http-equiv"),
                        "link" => self.refuse_in_head(head, "link rel=\"stylesheet\""),
                        // The paragraphs around the elements.
                        "p" => {}
                        name => self.refuse_in_head(head, name),
                    }
                }
                // The content of `<title>` is one token of text, whatever it contains.
                TokenKind::Text if is_in_title => allowed.push_str(token.source),
                TokenKind::EndTag(tag) if tag.is("title") && is_in_title => {
                    is_in_title = false;
                    allowed.push_str(token.source);
                }
                _ => {}
            }
        }
        allowed
    }

    fn refuse_in_head(&mut self, head: &ComponentTag, name: &str) {
        let message = format!("`<{name}>` is not allowed in `<Head>`");
        self.sink
            .error(Code::BadHead, head.span, message)
            .help("it takes `<title>`, `<meta name=… content=…>` and `<link rel=… href=…>`");
    }
}

/// Whether this is a `<meta>` or `<link>` that describes the page, and nothing that loads or redirects.
fn is_allowed(tag: &Tag<'_>) -> bool {
    let value = |name: &str| tag.value(name).filter(|value| !value.is_empty());
    if tag.is("meta") {
        return tag.attribute("http-equiv").is_none() && value("content").is_some();
    }
    let is_link = tag.is("link") && value("href").is_some();
    is_link && value("rel").is_some_and(|rel| !is_stylesheet(rel))
}

fn is_stylesheet(rel: &str) -> bool {
    let rel = decode(rel);
    rel.split_ascii_whitespace()
        .any(|word| word.eq_ignore_ascii_case("stylesheet"))
}
