//! Renders HTML elements in content: refuses scripts and event handlers, and turns links and images into segments.

use crate::document::{Image, Link, LinkKind, Segment};
use crate::elements::attribute_names::attribute_name;
use crate::elements::style;
use crate::masked_source::Display;
use crate::mdx::tag::{Attribute, Tag};
use crate::placeholder;
use crate::renderer::Renderer;
use crate::renderer::open_element::OpenTagKind;
use bindery_html::{Namespace, StartTag};
use bindery_source::Span;
use bindery_source::diagnostic::Code;
use serde_json::Value;

/// An attribute that is not written with the others.
struct TakenAttribute {
    name: String,
    value: String,
    span: Span,
}

impl Renderer<'_, '_, '_> {
    /// Renders the start tag of an element.
    pub(crate) fn start_element(&mut self, tag: &Tag<'_>, number: usize, display: Display) {
        if display.is_block() {
            self.out.fresh_line();
        }
        let name = tag.name.to_ascii_lowercase();
        let start = StartTag {
            name: &name,
            is_self_closing: tag.is_closed(),
        };
        let namespace = self
            .foreign
            .start(start, |wanted| has_attribute(tag, wanted));
        // In SVG, `<title>` is a label.
        let is_label = name == "title" && namespace == Namespace::Foreign;
        match name.as_str() {
            "script" | "style" => return self.refuse_element(tag, &name, number, display),
            _ if !is_label && self.is_refused(tag, &name) => {
                return self.refuse_document_element(tag, &name, number, display);
            }
            "a" => return self.start_anchor(tag, number, display),
            "img" => return self.image_element(tag, number),
            _ => {}
        }
        if is_in_toc(&name) {
            self.out.toc(&format!("<{}>", tag.name));
        }
        self.out.html("<");
        self.out.html(tag.name);
        self.attributes(tag, number, &[]);
        self.out.html(">");
        if !tag.is_closed() {
            self.push_tag(OpenTagKind::Element(tag.name.to_owned()), number, display);
        } else if !bindery_html::is_void(&name) {
            self.out.html("</");
            self.out.html(tag.name);
            self.out.html(">");
        }
        if display.is_block() && tag.is_closed() {
            self.out.html("\n");
        }
        if name == "br" {
            self.out.end_line();
        }
    }

    pub(crate) fn end_element(&mut self, name: &str, display: Display) {
        self.foreign.end(name);
        if is_in_toc(name) {
            self.out.toc(&format!("</{name}>"));
        }
        self.out.html("</");
        self.out.html(name);
        self.out.html(if display.is_block() { ">\n" } else { ">" });
    }

    fn refuse_element(&mut self, tag: &Tag<'_>, name: &str, number: usize, display: Display) {
        let span = self.masked.token_span(number);
        if name == "script" {
            self.sink
                .error(
                    Code::InlineHandler,
                    span,
                    "scripts in content are not allowed",
                )
                .help("make it a component under `components/`");
        } else {
            self.sink
                .warn(
                    Code::StyleAttribute,
                    span,
                    "style sheets in content are removed: the site's policy does not allow them",
                )
                .help("put the rules into a component's style sheet");
        }
        if !tag.is_closed() {
            self.out.begin_level();
            self.push_tag(OpenTagKind::Discarded, number, display);
        }
    }

    /// Whether an element is refused because it acts on the whole document. `<Head>` checks its elements itself.
    fn is_refused(&self, tag: &Tag<'_>, name: &str) -> bool {
        let is_head =
            |kind: &OpenTagKind| matches!(kind, OpenTagKind::Component(tag) if tag.name == "Head");
        bindery_html::acts_on_document(name, |wanted| has_attribute(tag, wanted))
            && !self.is_in(is_head)
    }

    fn refuse_document_element(
        &mut self,
        tag: &Tag<'_>,
        name: &str,
        number: usize,
        display: Display,
    ) {
        let span = self.masked.token_span(number);
        let help = match name {
            "plaintext" => "use `<pre>`, or a fenced code block",
            "body" | "html" => "use `<div>`",
            _ => "put it into `<Head>`, or set it in the front matter",
        };
        let message = format!("`<{name}>` in content is not allowed: it acts on the whole page");
        self.sink
            .error(Code::RefusedMarkup, span, message)
            .help(help);
        if tag.is_closed() {
            return;
        }
        // Without their tags, these two leave the text that an author wrote into them.
        if matches!(name, "body" | "html") {
            return self.push_tag(OpenTagKind::Transparent, number, display);
        }
        self.out.begin_level();
        self.push_tag(OpenTagKind::Discarded, number, display);
    }

    /// Writes all attributes but those in `taken`, and returns the latter.
    fn attributes(&mut self, tag: &Tag<'_>, number: usize, taken: &[&str]) -> Vec<TakenAttribute> {
        let mut returned = Vec::new();
        for attribute in &tag.attributes {
            let name = attribute_name(attribute.name);
            if bindery_html::is_event_handler(name) {
                self.refuse_handler(attribute, number);
                continue;
            }
            let Some(value) = self.attribute_value(attribute, number) else {
                continue;
            };
            if is_react_option(name) {
                continue;
            }
            let text = match value.into_value() {
                Value::Bool(flag) if has_words(name) => flag.to_string(),
                Value::Null | Value::Bool(false) => continue,
                Value::Bool(true) => String::new(),
                value if name == "style" => style::to_css(&value).unwrap_or_default(),
                Value::String(text) => text,
                value => placeholder::to_markdown_path(&value).unwrap_or_else(|| value.to_string()),
            };
            if name == "id" {
                self.element_id(&text, attribute, number);
            }
            if taken.contains(&name) {
                returned.push(TakenAttribute {
                    name: name.to_owned(),
                    value: text,
                    span: self.attribute_span(attribute, number),
                });
            } else if let Some(kind) = link_kind(tag.name, name).filter(|_| !text.is_empty()) {
                let span = self.attribute_span(attribute, number);
                self.document.links.push(Link {
                    target: text,
                    title: String::new(),
                    span,
                    kind,
                    is_html: true,
                });
                let last = self.document.links.len() - 1;
                self.out.segment(Segment::LinkAttrs(last));
            } else if text.is_empty() {
                self.out.html(" ");
                self.out.html(name);
            } else {
                self.out.pair(name, &text);
            }
        }
        returned
    }

    fn element_id(&mut self, id: &str, attribute: &Attribute<'_>, number: usize) {
        self.check_reserved_id(id, self.attribute_span(attribute, number));
        let span = self.attribute_span(attribute, number);
        let Some(first) = self.take_id(id, span) else {
            self.document.anchors.push(id.to_owned());
            return;
        };
        self.sink
            .warn(
                Code::DuplicateId,
                span,
                format!("the id `{id}` is taken already on this page"),
            )
            .help("choose another id")
            .relate(Some(first), format!("`{id}` is given here first"));
    }

    fn refuse_handler(&mut self, attribute: &Attribute<'_>, number: usize) {
        let span = self.attribute_span(attribute, number);
        let message = format!(
            "`{}` is code: handlers in content are not allowed",
            attribute.name
        );
        self.sink
            .error(Code::InlineHandler, span, message)
            .help("make the element a component under `components/`");
    }

    fn start_anchor(&mut self, tag: &Tag<'_>, number: usize, display: Display) {
        self.out.html("<a");
        let taken = self.attributes(tag, number, &["href", "title", "target", "rel"]);
        let find = |name: &str| taken.iter().find(|taken| taken.name == name);
        let external = find("href").map(|href| {
            let title = find("title").map_or(String::new(), |title| title.value.clone());
            self.add_link(Link {
                target: href.value.clone(),
                title,
                span: href.span,
                kind: LinkKind::Anchor,
                is_html: true,
            })
        });
        self.out.html(">");
        if tag.is_closed() {
            self.out.html("</a>");
        } else {
            self.links_open += 1;
            self.push_tag(
                OpenTagKind::Anchor(Some(external.unwrap_or(false))),
                number,
                display,
            );
        }
    }

    fn image_element(&mut self, tag: &Tag<'_>, number: usize) {
        if self.out.alt.is_some() {
            return;
        }
        let image_number = self.document.images.len();
        self.out.segment(Segment::ImageStart(image_number));
        self.out.html("<img");
        let taken = self.attributes(tag, number, &["src", "alt", "title"]);
        let find = |name: &str| taken.iter().find(|taken| taken.name == name);
        let value = |name: &str| find(name).map_or(String::new(), |taken| taken.value.clone());
        let source_span = find("src").map(|source| source.span);
        let span = source_span.unwrap_or_else(|| self.masked.token_span(number));
        if find("alt").is_none() {
            self.report_alt(self.masked.token_span(number));
        }
        // An expression without a value was reported.
        if value("src").is_empty() && (find("src").is_some() || !has_attribute(tag, "src")) {
            self.sink
                .error(Code::MissingImage, span, "the image has no `src`")
                .help("write the path of a file, such as `src=\"./picture.png\"`");
        }
        let image = Image {
            source: value("src"),
            alt: value("alt"),
            title: value("title"),
            span,
            is_html: true,
        };
        if let Some(heading) = &mut self.out.heading {
            heading.text.push_str(&image.alt);
        }
        self.document.images.push(image);
        self.out.segment(Segment::ImageAttrs(image_number));
        self.out.html(">");
        self.out.segment(Segment::ImageEnd(image_number));
    }
}

/// Whether the tags of an element in a heading are part of the table of contents, too.
fn is_in_toc(name: &str) -> bool {
    matches!(
        name,
        "sup" | "sub" | "u" | "b" | "i" | "em" | "strong" | "kbd" | "small" | "s"
    )
}

/// Whether an attribute is written `true` or `false`, not present or absent.
fn has_words(name: &str) -> bool {
    let is_any = name.starts_with("aria-") || name.starts_with("data-");
    is_any || matches!(name, "contenteditable" | "draggable" | "spellcheck")
}

/// Whether an attribute only configures React and is never written to HTML.
fn is_react_option(name: &str) -> bool {
    matches!(
        name,
        "suppressHydrationWarning" | "suppressContentEditableWarning"
    )
}

/// The kind of link that an attribute of an element is; `None` when its value is not a URL.
fn link_kind(element: &str, attribute: &str) -> Option<LinkKind> {
    match (element, attribute) {
        ("area", "href") => Some(LinkKind::Page("href")),
        ("blockquote" | "del" | "ins" | "q", "cite") => Some(LinkKind::Page("cite")),
        ("form", "action") => Some(LinkKind::Page("action")),
        ("button" | "input", "formaction") => Some(LinkKind::Page("formaction")),
        ("iframe", "src") => Some(LinkKind::Page("src")),
        ("audio" | "embed" | "input" | "source" | "track" | "video", "src") => {
            Some(LinkKind::File("src"))
        }
        ("video", "poster") => Some(LinkKind::File("poster")),
        ("object", "data") => Some(LinkKind::File("data")),
        ("img" | "source", "srcset") => Some(LinkKind::Files),
        _ => None,
    }
}

/// Whether a tag has an attribute of this HTML name.
fn has_attribute(tag: &Tag<'_>, wanted: &str) -> bool {
    let mut names = tag.attributes.iter().map(|attribute| attribute.name);
    names.any(|name| attribute_name(name).eq_ignore_ascii_case(wanted))
}
