//! Renders `<Head>`: a title, `<meta>` and `<link>` for the head of the page.

use crate::document::{ComponentTag, Datum, Segment};
use crate::mdx::tag;
use crate::renderer::Renderer;
use bindery_source::diagnostic::Code;

/// The elements that it may contain.
const ALLOWED: [&str; 3] = ["title", "meta", "link"];

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
        let mut allowed = String::new();
        let mut rest = html.as_str();
        while let Some(at) = rest.find('<') {
            rest = &rest[at..];
            let end = tag::tag_end(rest);
            let tag = &rest[..end];
            let name = tag[1..]
                .split(|c: char| !c.is_ascii_alphanumeric())
                .next()
                .unwrap_or("");
            rest = &rest[end..];
            match name {
                "title" => {
                    let length = rest.find("</title>").map_or(rest.len(), |at| at + 8);
                    allowed.push_str(tag);
                    allowed.push_str(&rest[..length]);
                    rest = &rest[length..];
                }
                "meta" if tag.contains(" http-equiv") || !tag.contains(" content=\"") => {
                    self.refuse_in_head(head, "meta http-equiv");
                }
                "link"
                    if !tag.contains(" rel=\"")
                        || !tag.contains(" href=\"")
                        || tag.contains("stylesheet") =>
                {
                    self.refuse_in_head(head, "link rel=\"stylesheet\"");
                }
                "meta" | "link" => allowed.push_str(tag),
                // The paragraphs around them, and end tags.
                "p" | "" => {}
                other if ALLOWED.contains(&other) => {}
                other => self.refuse_in_head(head, other),
            }
        }
        head.props = [("html".to_owned(), Datum::from(allowed))]
            .into_iter()
            .collect();
    }

    fn refuse_in_head(&mut self, head: &ComponentTag, name: &str) {
        let message = format!("`<{name}>` cannot stand in `<Head>`");
        self.sink
            .error(Code::BadHead, head.span, message)
            .help("it takes `<title>`, `<meta name=… content=…>` and `<link rel=… href=…>`");
    }
}
