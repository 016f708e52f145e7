//! Renders the elements that are written in Markdown's syntax, as the events of the CommonMark parser.

use super::located_nodes::{LocatedElement, LocatedNode};
use super::plain_text;
use crate::document::nodes::{Element, Node};
use crate::elements::attribute_names::attribute_name;
use crate::elements::style;
use crate::masked_source::Display;
use crate::renderer::Renderer;
use crate::renderer::open_element::OpenElement;
use crate::syntax::admonition::Kind;
use pulldown_cmark::{Alignment, CodeBlockKind, CowStr, Event, HeadingLevel, LinkType, Tag};
use serde_json::Value;

/// The parts of tables, which Markdown's tables have without elements of their own.
const TABLE_PARTS: [&str; 5] = ["thead", "tbody", "tr", "th", "td"];

impl Renderer<'_, '_, '_> {
    /// Renders an element of Markdown's syntax. One with other properties than those of the syntax, which a plugin
    /// added, is a tag.
    pub(super) fn syntax_element(&mut self, located: &LocatedElement<'_>, display: Display) {
        let element = located.element;
        let range = &located.range;
        match element.name.as_str() {
            "bindery-admonition" => return self.admonition_element(located),
            "bindery-code" => return self.code_element(located),
            "bindery-math" => {
                let latex = plain_text(&element.children);
                let (own, place) = match element.prop("display") {
                    Some(Value::Bool(true)) => (Display::Block, display),
                    _ => (Display::Inline, Display::Inline),
                };
                return self.formula(&latex, own, located.number, place);
            }
            "bindery-note" => return self.footnote_reference(&label(element)),
            "bindery-footnote" => {
                let tag = Tag::FootnoteDefinition(label(element).into());
                return self.wrap(tag, range, |own| own.blocks(&located.children, false));
            }
            "bindery-raw" => {
                let html = element.html.as_deref().unwrap_or_default();
                return self.raw_html(html, located);
            }
            "bindery-partial" if display.is_block() => {
                return self.blocks(&located.children, false);
            }
            "bindery-text" | "bindery-partial" => return self.line(&located.children),
            _ => {}
        }
        let has_parts = |own: &Self| TABLE_PARTS.iter().any(|part| own.is_registered(part));
        if let Some(url) = bare_url(element) {
            return self.bare_url(url, located.number);
        }
        match markdown_tag(element) {
            Some(tag) => self.markdown_element(tag, located),
            None if is_task(element) => {
                self.task_marker(element.prop("checked") == Some(&Value::Bool(true)));
            }
            None => match element.name.as_str() {
                "code" if element.props.is_empty() => {
                    let text = plain_text(&element.children);
                    self.event(Event::Code(text.into()), range.clone());
                }
                "br" => self.event(Event::HardBreak, range.clone()),
                "hr" => self.event(Event::Rule, range.clone()),
                "img" if is_only(element, &["src", "alt", "title"]) => self.markdown_image(located),
                "table" if is_plain_table(located) && !has_parts(self) => {
                    self.table_element(located)
                }
                _ => self.tag_element(located, display),
            },
        }
    }

    fn markdown_element(&mut self, tag: Tag<'_>, located: &LocatedElement<'_>) {
        let element = located.element;
        match tag {
            Tag::Heading { .. } => {
                let id = element.text("id");
                let attributes = other_attributes(element);
                let span = self.span(&located.range);
                self.wrap(tag, &located.range, |own| {
                    if let Some(OpenElement::Heading(heading)) = own.open_elements.last_mut() {
                        heading.explicit_id = id.map(|id| (id.to_owned(), span));
                        heading.attributes = attributes;
                    }
                    own.line(&located.children);
                });
            }
            Tag::BlockQuote(_) | Tag::List(_) => {
                self.wrap(tag, &located.range, |own| {
                    own.blocks(&located.children, false)
                });
            }
            Tag::Item => self.wrap(tag, &located.range, |own| {
                own.blocks(&located.children, true)
            }),
            _ => self.wrap(tag, &located.range, |own| own.line(&located.children)),
        }
    }

    fn markdown_image(&mut self, located: &LocatedElement<'_>) {
        let element = located.element;
        let text = |name: &str| element.text(name).unwrap_or_default();
        let tag = Tag::Image {
            link_type: LinkType::Inline,
            dest_url: CowStr::from(text("src")),
            title: CowStr::from(text("title")),
            id: CowStr::from(""),
        };
        self.wrap(tag, &located.range, |own| own.plain_text(text("alt")));
    }

    fn code_element(&mut self, located: &LocatedElement<'_>) {
        let info = located.element.text("info").unwrap_or_default();
        let text = plain_text(&located.element.children);
        let tag = Tag::CodeBlock(CodeBlockKind::Fenced(info.into()));
        self.wrap(tag, &located.range, |own| own.code_text(&text));
    }

    fn admonition_element(&mut self, located: &LocatedElement<'_>) {
        let element = located.element;
        let name = element.text("kind").unwrap_or_default();
        let has_title = element.prop("title") == Some(&Value::Bool(true));
        self.out.end_line();
        let kind = Kind::parse(name).unwrap_or(Kind::Note);
        self.start_admonition(kind, name, has_title, located.number);
        self.blocks(&located.children, false);
        self.end_block_tag(located.number);
    }

    fn table_element(&mut self, located: &LocatedElement<'_>) {
        let head = rows(&located.children, "thead");
        let cells = head.first().map(|row| elements(&row.children));
        let alignments = cells.into_iter().flatten().map(alignment).collect();
        let range = &located.range;
        self.wrap(Tag::Table(alignments), range, |own| {
            for row in &head {
                own.wrap(Tag::TableHead, &row.range, |own| own.cells(row));
            }
            for row in rows(&located.children, "tbody") {
                own.wrap(Tag::TableRow, &row.range, |own| own.cells(row));
            }
        });
    }

    fn cells(&mut self, row: &LocatedElement<'_>) {
        for cell in elements(&row.children) {
            self.wrap(Tag::TableCell, &cell.range, |own| own.line(&cell.children));
        }
    }

    /// Whether the site has a component for an element.
    pub(super) fn is_registered(&self, name: &str) -> bool {
        self.context.components.contains(name)
    }
}

/// The text of a link that is its own address.
fn bare_url(element: &Element) -> Option<&str> {
    let [Node::Text(text)] = element.children.as_slice() else {
        return None;
    };
    let target = element.text("href").filter(|_| element.name == "a")?;
    let is_bare = target == text || target.strip_prefix("http://") == Some(text);
    (is_bare && is_only(element, &["href"])).then_some(text)
}

fn label(element: &Element) -> String {
    element.text("label").unwrap_or_default().to_owned()
}

/// Whether an element has only properties of these names, and those by which Markdown's lists are marked.
fn is_only(element: &Element, names: &[&str]) -> bool {
    element.props.iter().all(|(name, value)| {
        let is_list = name == "className"
            && matches!(
                value.as_str(),
                Some("task-list-item" | "contains-task-list")
            );
        is_list || names.contains(&name.as_str())
    })
}

pub(super) fn is_task(element: &Element) -> bool {
    element.name == "input" && element.text("type") == Some("checkbox")
}

/// The attributes of a heading besides its id, as HTML. Code is no data, so that there are no event handlers.
fn other_attributes(element: &Element) -> String {
    let mut html = String::new();
    for (name, value) in element.props.iter().filter(|(name, _)| name != "id") {
        let name = attribute_name(name);
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            Value::Bool(true) => String::new(),
            Value::Object(_) if name == "style" => style::to_css(value).unwrap_or_default(),
            _ => continue,
        };
        let is_name = name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_:".contains(&byte));
        if is_name && !bindery_html::is_event_handler(name) {
            let value = bindery_html::escape_attribute(&text);
            html.push_str(&format!(" {name}=\"{value}\""));
        }
    }
    html
}

/// The event of an element that the CommonMark parser has as well.
fn markdown_tag(element: &Element) -> Option<Tag<'static>> {
    let text = |name: &str| CowStr::from(element.text(name).unwrap_or_default().to_owned());
    let level = match element.name.as_str() {
        "h1" => Some(HeadingLevel::H1),
        "h2" => Some(HeadingLevel::H2),
        "h3" => Some(HeadingLevel::H3),
        "h4" => Some(HeadingLevel::H4),
        "h5" => Some(HeadingLevel::H5),
        "h6" => Some(HeadingLevel::H6),
        _ => None,
    };
    if let Some(level) = level {
        let heading = Tag::Heading {
            level,
            id: None,
            classes: Vec::new(),
            attrs: Vec::new(),
        };
        return Some(heading);
    }
    let (tag, names): (Tag<'static>, &[&str]) = match element.name.as_str() {
        "p" => (Tag::Paragraph, &[]),
        "em" => (Tag::Emphasis, &[]),
        "strong" => (Tag::Strong, &[]),
        "del" => (Tag::Strikethrough, &[]),
        "blockquote" => (Tag::BlockQuote(None), &[]),
        "ul" => (Tag::List(None), &[]),
        "ol" => {
            let start = element.prop("start").and_then(Value::as_u64);
            (Tag::List(Some(start.unwrap_or(1))), &["start"])
        }
        "li" => (Tag::Item, &[]),
        "a" => {
            let link = Tag::Link {
                link_type: LinkType::Inline,
                dest_url: text("href"),
                title: text("title"),
                id: CowStr::from(""),
            };
            (link, &["href", "title"])
        }
        _ => return None,
    };
    is_only(element, names).then_some(tag)
}

fn elements<'p, 's>(nodes: &'p [LocatedNode<'s>]) -> Vec<&'p LocatedElement<'s>> {
    let found = nodes.iter().filter_map(|node| match node {
        LocatedNode::Element(element) => Some(element),
        LocatedNode::Text(_) => None,
    });
    found.collect()
}

/// Whether a table has no more than Markdown's syntax makes: rows in a head and a body, and alignments of cells.
fn is_plain_table(table: &LocatedElement<'_>) -> bool {
    let is_blank = |node: &LocatedNode<'_>| match node {
        LocatedNode::Element(_) => true,
        LocatedNode::Text(text) => text.trim().is_empty(),
    };
    let is_plain = |one: &LocatedElement<'_>, names: &[&str]| {
        let is_named = names.contains(&one.element.name.as_str());
        is_named && is_only(one.element, &[]) && one.children.iter().all(is_blank)
    };
    let is_cell = |cell: &LocatedElement<'_>| {
        let aligns = |style: &Value| {
            let style = style.as_object();
            style.is_some_and(|style| style.keys().all(|key| key == "textAlign"))
        };
        let props = &cell.element.props;
        ["th", "td"].contains(&cell.element.name.as_str())
            && props
                .iter()
                .all(|(name, value)| name == "style" && aligns(value))
    };
    let is_row = |row: &LocatedElement<'_>| {
        is_plain(row, &["tr"]) && elements(&row.children).into_iter().all(is_cell)
    };
    let is_part = |part: &LocatedElement<'_>| {
        is_plain(part, &["thead", "tbody"]) && elements(&part.children).into_iter().all(is_row)
    };
    is_plain(table, &["table"]) && elements(&table.children).into_iter().all(is_part)
}

fn rows<'p, 's>(nodes: &'p [LocatedNode<'s>], part: &str) -> Vec<&'p LocatedElement<'s>> {
    let parts = elements(nodes).into_iter();
    let parts = parts.filter(|one| one.element.name == part);
    parts.flat_map(|one| elements(&one.children)).collect()
}

fn alignment(cell: &LocatedElement<'_>) -> Alignment {
    let style = cell.element.prop("style");
    match style.and_then(|style| style["textAlign"].as_str()) {
        Some("left") => Alignment::Left,
        Some("center") => Alignment::Center,
        Some("right") => Alignment::Right,
        _ => Alignment::None,
    }
}
