//! Renders component tags: resolves the component, evaluates its properties, and matches start and end tags.

use crate::document::{ComponentTag, DataValue, Segment};
use crate::elements::end_of_name::EndOfName;
use crate::elements::style;
use crate::masked_source::{Display, TokenKind};
use crate::mdx::import::{self, Binding};
use crate::mdx::tag::{self, Tag};
use crate::placeholder::Placeholder;
use crate::renderer::Renderer;
use crate::renderer::open_element::{OpenElement, OpenTagKind};
use bindery_source::Span;
use bindery_source::diagnostic::{Code, nearest};
use std::collections::BTreeMap;

/// The most unclosed tags whose end tags are looked for.
const MAX_UNCLOSED_TAGS: usize = 64;

impl Renderer<'_, '_, '_> {
    /// Renders a start tag.
    pub(crate) fn start_tag(&mut self, tag: &Tag<'_>, number: usize, display: Display) {
        if tag::is_block(tag.name) {
            self.mark_block_tag();
        } else {
            self.mark_text();
        }
        if tag.name.is_empty() {
            return self.push_tag(OpenTagKind::Transparent, number, display);
        }
        // Docusaurus reads the element as its component `Head`.
        let is_head = tag.name == "head";
        if !tag::is_component(tag.name) && !is_head {
            return self.start_element(tag, number, display);
        }
        if display.is_block() {
            self.out.fresh_line();
        }
        let name = match is_head {
            true => Some("Head".to_owned()),
            false => self.component_name(tag, number),
        };
        self.open_component(name, tag, number, display);
    }

    /// Begins a component; without a name only its children are written.
    pub(crate) fn open_component(
        &mut self,
        name: Option<String>,
        tag: &Tag<'_>,
        number: usize,
        display: Display,
    ) {
        let kind = match name {
            Some(name) => {
                let props = self.props(tag, number);
                self.check_props(&name, &props, tag, number);
                let span = self.masked.token_span(number);
                OpenTagKind::Component(ComponentTag {
                    name,
                    props,
                    children: Vec::new(),
                    span,
                })
            }
            None => OpenTagKind::ChildrenOnly,
        };
        match kind {
            OpenTagKind::Component(component) if tag.is_closed() => {
                self.finish_component(component)
            }
            _ if tag.is_closed() => {}
            kind => {
                if matches!(kind, OpenTagKind::Component(_)) {
                    self.out.begin_level();
                }
                self.push_tag(kind, number, display);
            }
        }
    }

    /// The name of the component of a tag; `None` if it has none, which is reported.
    fn component_name(&mut self, tag: &Tag<'_>, number: usize) -> Option<String> {
        let source = &self.masked.sources[self.masked.tokens[number].source];
        let start = tag.range.start + 1;
        let span = Span::new(source.file.id, start, start + tag.name.len());
        let (root, member) = match tag.name.split_once('.') {
            Some((root, member)) => (root, Some(member)),
            None => (tag.name, None),
        };
        let name = match (source.bindings.0.get(root), member) {
            (None, None) => root.to_owned(),
            (Some(Binding::Component(name)), None) => name.clone(),
            (Some(Binding::Component(name)), Some(member)) if name.contains('#') => {
                format!("{name}.{member}")
            }
            (Some(Binding::Component(name)), Some(member)) => format!("{name}#default.{member}"),
            (Some(Binding::Module(name)), Some(member)) => match name.starts_with("@site/") {
                true => format!("{name}#{member}"),
                false => member.to_owned(),
            },
            (Some(Binding::Data(data)), None) if import::svg_component(data.value()).is_some() => {
                import::svg_component(data.value()).unwrap_or_default()
            }
            (Some(Binding::Broken), _) => return None,
            (Some(binding), _) => {
                let (code, message, help) = not_a_component(binding, tag.name);
                self.sink.error(code, span, message).help(help);
                return None;
            }
            (None, Some(_)) => tag.name.to_owned(),
        };
        if self.is_known_component(&name) {
            return Some(name);
        }
        self.report_unknown_component(&name, span, number);
        None
    }

    /// Whether a component has this name.
    pub(crate) fn is_known_component(&self, name: &str) -> bool {
        let known = self.context.components;
        let root = name.find('.').map(|end| &name[..=end]);
        name.starts_with("@site/")
            || known.contains(name)
            || root.is_some_and(|root| known.contains(root))
    }

    pub(crate) fn report_unknown_component(&mut self, name: &str, span: Span, number: usize) {
        let end = self.end_of_name(number);
        let source = &self.masked.sources[self.masked.tokens[number].source];
        let imported = source.bindings.0.keys().copied();
        let components = self.context.components.iter().map(String::as_str);
        let known = components
            .filter(|known| !known.ends_with('.'))
            .chain(imported);
        let help = match nearest(name, known.clone()) {
            Some(near) => format!("did you mean `<{near}>`?"),
            None => format!(
                "add `components/{name}.tsx`, or write `&lt;{name}>` if it is meant as text"
            ),
        };
        let message = format!("no component named `{name}`");
        let problem = self.sink.error(Code::UnknownComponent, span, message);
        problem.help(help);
        if let EndOfName::None | EndOfName::At(_) = end {
            problem.fix_typo(span, name, known);
        }
        if let (EndOfName::At(end), Some(fix)) = (end, problem.fixes.first().cloned()) {
            problem.fix(end, fix.replacement);
        }
    }

    fn props(&mut self, tag: &Tag<'_>, number: usize) -> BTreeMap<String, DataValue> {
        let mut props = BTreeMap::new();
        for attribute in &tag.attributes {
            let name = match attribute.name {
                "class" => "className",
                name => name,
            };
            let value = self.attribute_value(attribute, number);
            let value = match name {
                "style" => value
                    .and_then(|value| style::to_object(value.into_value()))
                    .map(DataValue::Owned),
                _ => value,
            };
            if let Some(value) = value {
                props.insert(name.to_owned(), value);
            }
        }
        if tag.name == "TOCInline" && !props.contains_key("toc") {
            props.insert("toc".to_owned(), Placeholder::Toc.to_value().into());
        }
        props
    }

    /// Renders an end tag within a line.
    pub(crate) fn end_inline_tag(&mut self, name: &str, number: usize) {
        let mut at = self.open_elements.len();
        while at > 0 {
            at -= 1;
            match &self.open_elements[at] {
                OpenElement::Tag(tag)
                    if !tag.display.is_block() && self.token_name(tag.token) == Some(name) =>
                {
                    while self.open_elements.len() > at + 1 {
                        self.close_top_tag();
                    }
                    if let Some(OpenElement::Tag(tag)) = self.open_elements.last_mut() {
                        tag.is_closing = true;
                    }
                    return self.close_top_tag();
                }
                OpenElement::Tag(tag) if !tag.display.is_block() => {}
                _ => break,
            }
        }
        if bindery_html::is_void(name) || self.masked.is_too_deep || self.is_reported_unclosed(name)
        {
            return;
        }
        let span = self.masked.token_span(number);
        self.sink
            .error(
                Code::UnclosedTag,
                span,
                format!("`</{name}>` closes nothing"),
            )
            .help(format!(
                "write `<{name}>` before it in the same paragraph, or delete it"
            ));
    }

    fn token_name(&self, number: usize) -> Option<&str> {
        match &self.masked.tokens[number].kind {
            TokenKind::Open(tag) => Some(tag.name),
            _ => None,
        }
    }

    /// Renders the end of the block tag or admonition that the token `opener` starts.
    pub(crate) fn end_block_tag(&mut self, opener: usize) {
        self.close_inline_tags();
        let is_opener =
            |frame: &OpenElement| matches!(frame, OpenElement::Tag(tag) if tag.token == opener);
        let Some(at) = self.open_elements.iter().rposition(is_opener) else {
            return;
        };
        if let OpenElement::Tag(tag) = &mut self.open_elements[at] {
            tag.is_closing = true;
        }
        if at + 1 == self.open_elements.len() {
            self.close_top_tag();
            self.after_end();
        }
    }

    /// Closes the tags within a line that are still open.
    pub(crate) fn close_inline_tags(&mut self) {
        while matches!(self.open_elements.last(), Some(OpenElement::Tag(tag)) if !tag.display.is_block())
        {
            self.close_top_tag();
        }
    }

    /// Closes the tags that are still open within the element that ends.
    pub(crate) fn close_tags_above(&mut self) {
        while matches!(self.open_elements.last(), Some(OpenElement::Tag(_))) {
            self.close_top_tag();
        }
    }

    /// Closes the innermost element, a tag, and reports it if its end tag was not read.
    pub(crate) fn close_top_tag(&mut self) {
        let Some(OpenElement::Tag(tag)) = self.open_elements.pop() else {
            return;
        };
        if !tag.is_closing {
            self.report_unclosed(tag.token);
        }
        self.out.end_line_of_block(tag.display);
        match tag.kind {
            OpenTagKind::Component(mut component) => {
                component.children = self.out.end();
                self.finish_component(component);
            }
            OpenTagKind::Element(name) => self.end_element(&name, tag.display),
            OpenTagKind::Anchor(external) => {
                self.end_link(external);
                self.out
                    .html(if tag.display.is_block() { "\n" } else { "" });
            }
            OpenTagKind::Admonition { title_due } => {
                if title_due.is_some() {
                    self.out.html("<div>\n");
                }
                self.out.fresh_line();
                self.out.html("</div></div>\n");
            }
            OpenTagKind::ChildrenOnly | OpenTagKind::Transparent => {}
            OpenTagKind::Discarded => drop(self.out.end()),
        }
    }

    /// Closes tags whose end tag was read while an element within them was open, and truncates where a truncate comment
    /// was read within them.
    pub(crate) fn after_end(&mut self) {
        while matches!(self.open_elements.last(), Some(OpenElement::Tag(tag)) if tag.is_closing) {
            self.close_top_tag();
        }
        if self.is_truncate_due && self.open_elements.is_empty() {
            self.truncate_here();
        }
    }

    /// Writes a component with its children.
    fn finish_component(&mut self, mut component: ComponentTag) {
        let is_own = self.context.props.contains_key(&component.name);
        match component.name.as_str() {
            _ if is_own => {}
            "CodeBlock" => return self.write_code_component(&component),
            "Head" => self.read_head(&mut component),
            "Tabs" => self.check_tabs(&component),
            "TabItem" => self.check_tab_item(&component),
            _ => {}
        }
        self.out.segment(Segment::Component(component));
    }

    /// Whether an end tag is that of a tag which was reported as unclosed, each once.
    fn is_reported_unclosed(&mut self, name: &str) -> bool {
        let is_own = |token: &usize| self.token_name(*token) == Some(name);
        let found = self.unclosed_tags.iter().rposition(is_own);
        found.is_some_and(|at| {
            self.unclosed_tags.remove(at);
            true
        })
    }

    fn report_unclosed(&mut self, token: usize) {
        if self.masked.unclosed.contains(&token) {
            return;
        }
        let span = self.masked.token_span(token);
        match self.token_name(token) {
            None => self.sink.error(Code::UnclosedAdmonition, span, "this admonition ends in another list or quote"),
            Some(name) => self.sink.error(Code::UnclosedTag, span, format!("`<{name}>` is not closed where it was opened")),
        }
        .help("close it within the same paragraph, list item or quote, or write start and end on lines of their own");
        // The list is short, so that texts with many of them are read in linear time.
        if self.unclosed_tags.len() == MAX_UNCLOSED_TAGS {
            self.unclosed_tags.remove(0);
        }
        self.unclosed_tags.push(token);
    }
}

/// The diagnostic of a tag whose name is not bound to a component: code, message and help.
fn not_a_component(binding: &Binding<'_>, name: &str) -> (Code, String, String) {
    match binding {
        Binding::Partial(_) => (
            Code::UnknownImport,
            format!("the partial `<{name} />` must be alone on its line, without children"),
            "write it on a line of its own".to_owned(),
        ),
        Binding::Data(_) => (
            Code::UnknownComponent,
            format!("`{name}` is data, not a component"),
            format!("write `{{{name}}}` as a value"),
        ),
        Binding::Module(_) => (
            Code::UnknownComponent,
            format!("`{name}` is all that a module exports, not a component"),
            format!("name the one that is meant: `<{name}.… />`"),
        ),
        Binding::Function(_) | Binding::Component(_) | Binding::Broken => (
            Code::UnknownComponent,
            format!("`{name}` is a function, not a component"),
            format!("call it in a value: `{{{name}('…')}}`"),
        ),
    }
}
