//! Writes inline elements as Markdown: emphasis, code, links, images, formulas.

use super::Writer;
use super::tex::to_tex;
use bindery_html::tree::{Element, Node, is_block};

/// The surroundings of inline text: a table cell must stay one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InlineContext {
    /// A paragraph.
    Paragraph,
    /// A cell.
    Cell,
}

/// A run of text under construction.
#[derive(Debug)]
struct Run<'w, 'h> {
    writer: &'w Writer<'h>,
    context: InlineContext,
    out: String,
}

impl Writer<'_> {
    /// Nodes as one run of text, trimmed.
    pub(super) fn inline(&self, nodes: &[Node<'_>], context: InlineContext) -> String {
        let mut run = Run {
            writer: self,
            context,
            out: String::new(),
        };
        run.nodes(nodes);
        let text = run.out.trim();
        match context {
            InlineContext::Paragraph => guard_lines(text),
            InlineContext::Cell => text.to_owned(),
        }
    }
}

impl Run<'_, '_> {
    fn nodes(&mut self, nodes: &[Node<'_>]) {
        for node in nodes {
            match node {
                Node::Text(text) => self.text(text),
                Node::Element(element) => self.element(element),
            }
        }
    }

    /// Text with its spaces collapsed and what Markdown would read as markup escaped.
    fn text(&mut self, text: &str) {
        let mut before = self.out.chars().next_back();
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            if character.is_ascii_whitespace() {
                if !self.out.is_empty() && !self.out.ends_with([' ', '\n']) {
                    self.out.push(' ');
                }
                before = Some(' ');
                continue;
            }
            if needs_escape(character, before, characters.peek().copied(), self.context) {
                self.out.push('\\');
            }
            self.out.push(character);
            before = Some(character);
        }
    }

    fn element(&mut self, element: &Element<'_>) {
        if is_hidden(element) {
            return;
        }
        match element.name.as_ref() {
            "br" => self.line_break(),
            "strong" | "b" => self.wrapped("**", element),
            "em" | "i" | "cite" | "dfn" | "var" => self.wrapped("*", element),
            "del" | "s" | "strike" => self.wrapped("~~", element),
            "code" | "samp" if element.has_class("math-source") => self.math(&element.text()),
            "code" | "samp" => self.code(&element.text()),
            "sup" | "sub" | "kbd" => self.raw_element(element),
            "a" => self.link(element),
            "img" => self.image(element),
            "math" => self.math(&to_tex(element)),
            "iframe" | "video" | "audio" | "embed" => self.media(element),
            "input" => self.input(element),
            name if is_block(name) || name == "tr" => self.block(element),
            "td" | "th" => {
                self.space();
                self.nodes(&element.children);
            }
            _ => self.nodes(&element.children),
        }
    }

    fn line_break(&mut self) {
        let end = self.out.trim_end_matches(' ').len();
        self.out.truncate(end);
        match self.context {
            _ if self.out.is_empty() => {}
            InlineContext::Paragraph => self.out.push_str("\\\n"),
            InlineContext::Cell => self.out.push_str("<br>"),
        }
    }

    fn space(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with([' ', '\n']) {
            self.out.push(' ');
        }
    }

    /// A block inside running text, such as a list in a cell.
    fn block(&mut self, element: &Element<'_>) {
        let inner = self.inner(element);
        if inner.is_empty() {
            return;
        }
        if !self.out.is_empty() && !self.out.ends_with('\n') && !self.out.ends_with("<br>") {
            match self.context {
                InlineContext::Paragraph => self.space(),
                InlineContext::Cell => self.line_break(),
            }
        }
        if element.name == "li" {
            self.out.push_str("• ");
        }
        self.out.push_str(&inner);
        if self.context == InlineContext::Paragraph {
            self.space();
        }
    }

    fn inner(&self, element: &Element<'_>) -> String {
        let mut run = Run {
            writer: self.writer,
            context: self.context,
            out: String::new(),
        };
        run.nodes(&element.children);
        run.out.trim().to_owned()
    }

    /// Marks are next to the text, spaces outside of them.
    fn wrapped(&mut self, mark: &str, element: &Element<'_>) {
        let inner = self.inner(element);
        let text = element.text();
        if inner.is_empty() {
            return self.text(if text.is_empty() { "" } else { " " });
        }
        if text.starts_with(|c: char| c.is_ascii_whitespace()) {
            self.space();
        }
        self.out.push_str(mark);
        self.out.push_str(&inner);
        self.out.push_str(mark);
        if text.ends_with(|c: char| c.is_ascii_whitespace()) {
            self.space();
        }
    }

    fn code(&mut self, text: &str) {
        let text = text.replace(['\n', '\r'], " ");
        if text.trim().is_empty() {
            return;
        }
        let mut fence = "`".to_owned();
        while text.contains(&fence) {
            fence.push('`');
        }
        let text = match self.context {
            InlineContext::Paragraph => text,
            InlineContext::Cell => text.replace('|', "\\|"),
        };
        let pad = if text.starts_with('`') || text.ends_with('`') {
            " "
        } else {
            ""
        };
        self.out
            .push_str(&format!("{fence}{pad}{text}{pad}{fence}"));
    }

    /// Elements without Markdown syntax stay HTML; the number of a footnote becomes a footnote reference.
    fn raw_element(&mut self, element: &Element<'_>) {
        let note = element
            .elements()
            .find(|inner| inner.has("data-footnote-ref"));
        if let Some(note) = note {
            let number = note.text();
            return self.out.push_str(&format!("[^{}]", number.trim()));
        }
        let inner = self.inner(element);
        if !inner.is_empty() {
            let name = &element.name;
            self.out.push_str(&format!("<{name}>{inner}</{name}>"));
        }
    }

    fn link(&mut self, element: &Element<'_>) {
        if element.has("data-footnote-backref") {
            return;
        }
        let text = self.inner(element);
        if text.is_empty() {
            return;
        }
        let Some(href) = element.get("href") else {
            return self.out.push_str(&text);
        };
        let url = destination(&self.writer.url(&href));
        self.out.push_str(&format!("[{text}]({url})"));
    }

    fn image(&mut self, element: &Element<'_>) {
        let Some(source) = element.get("src") else {
            return;
        };
        if source.starts_with("data:") {
            return;
        }
        let alt = element.get("alt").unwrap_or_default();
        let url = destination(&self.writer.url(&source));
        self.out.push_str("![");
        self.text(&alt);
        self.out.push_str(&format!("]({url})"));
    }

    fn media(&mut self, element: &Element<'_>) {
        let own = element.get("src");
        let source = own.or_else(|| element.find("source")?.get("src"));
        if let Some(source) = source {
            let title = element.get("title").or_else(|| element.get("aria-label"));
            let title = title.unwrap_or_else(|| source.clone());
            let url = destination(&self.writer.url(&source));
            self.out.push('[');
            self.text(&title);
            self.out.push_str(&format!("]({url})"));
        }
    }

    fn math(&mut self, tex: &str) {
        let tex = tex.replace(['\n', '\r'], " ");
        let tex = match self.context {
            InlineContext::Paragraph => tex,
            InlineContext::Cell => tex.replace('|', "\\vert "),
        };
        self.out.push_str(&format!("${}$", tex.trim()));
    }

    /// The box of a task list.
    fn input(&mut self, element: &Element<'_>) {
        if element.get("type").is_some_and(|kind| kind == "checkbox") {
            self.out.push_str(if element.has("checked") {
                "[x] "
            } else {
                "[ ] "
            });
        }
    }
}

/// Whether an element is left out of texts: graphics, controls, text for screen readers only.
pub(crate) fn is_hidden(element: &Element<'_>) -> bool {
    let is_kind = matches!(
        element.name.as_ref(),
        "svg"
            | "script"
            | "style"
            | "button"
            | "label"
            | "legend"
            | "select"
            | "template"
            | "canvas"
            | "noscript"
            | "textarea"
            | "link"
            | "meta"
    );
    let is_hidden = || {
        element
            .get("aria-hidden")
            .is_some_and(|value| value == "true")
            || element.has("hidden")
            || element.get("role").is_some_and(|role| role == "tablist")
            || ((element.has_class("sr-only") || element.has_class("visually-hidden"))
                && !element.name.starts_with('h'))
            || element.has_class("hash-link")
            || element.has_class("section-links")
    };
    is_kind || is_hidden()
}

/// A link's target, escaped for Markdown.
fn destination(url: &str) -> String {
    if url.contains([' ', '(', ')', '<', '>']) {
        let url = url
            .replace(' ', "%20")
            .replace('(', "%28")
            .replace(')', "%29");
        return url.replace('<', "%3C").replace('>', "%3E");
    }
    url.to_owned()
}

fn needs_escape(
    character: char,
    before: Option<char>,
    next: Option<char>,
    context: InlineContext,
) -> bool {
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let is_space = |c: Option<char>| c.is_none_or(char::is_whitespace);
    match character {
        '`' | '[' | ']' => true,
        '*' => !(is_space(before) && is_space(next)),
        '_' => !(is_word(before) && is_word(next)),
        '|' => context == InlineContext::Cell,
        '<' => next.is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')),
        '\\' => next.is_some_and(|c| c.is_ascii_punctuation()),
        '~' => next == Some('~') || before == Some('~'),
        '&' => next.is_some_and(|c| c == '#' || c.is_ascii_alphabetic()),
        '$' => next.is_some_and(|c| !c.is_whitespace() && !c.is_ascii_digit()),
        _ => false,
    }
}

/// Escapes marks that at the start of a line would begin a heading, list, quote or rule.
fn guard_lines(text: &str) -> String {
    let needs_guard = |line: &str| {
        let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let after = &line[digits..];
        let is_number =
            (1..=9).contains(&digits) && (after.starts_with(". ") || after.starts_with(") "));
        let is_mark = ["- ", "+ ", "> ", "---", "===", ":::"]
            .iter()
            .any(|mark| line.starts_with(mark))
            || matches!(line, "-" | "+" | ">")
            || (line.starts_with('#') && line.trim_start_matches('#').starts_with(' '));
        (is_number, is_mark, digits)
    };
    let mut out = String::with_capacity(text.len() + 2);
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            out.push('\n');
        }
        match needs_guard(line) {
            (true, _, digits) => {
                out.push_str(&line[..digits]);
                out.push('\\');
                out.push_str(&line[digits..]);
            }
            (_, true, _) => {
                out.push('\\');
                out.push_str(line);
            }
            _ => out.push_str(line),
        }
    }
    out
}
