//! Writes block elements as Markdown: headings, lists, code, admonitions, details, footnotes.

use super::Writer;
use super::inline::{InlineContext, is_hidden};
use super::tex::to_tex;
use crate::source::letter_case::capitalize;
use bindery_html::tree::{Element, Node, is_block};

impl Writer<'_> {
    /// Nodes as blocks, one empty line between them; empty when there is no text.
    pub(super) fn blocks(&self, nodes: &[Node<'_>]) -> String {
        let mut blocks = Vec::new();
        self.push_blocks(nodes, &mut blocks);
        blocks.join("\n\n")
    }

    fn push_blocks(&self, nodes: &[Node<'_>], blocks: &mut Vec<String>) {
        let mut rest = nodes;
        while !rest.is_empty() {
            // Adjacent inline nodes make one paragraph.
            let is_own = |node: &Node<'_>| matches!(node, Node::Element(own) if holds_block(own));
            let count = rest.iter().position(is_own).unwrap_or(rest.len());
            let (run, tail) = rest.split_at(count);
            push(blocks, self.inline(run, InlineContext::Paragraph));
            rest = tail;
            if let Some((Node::Element(element), tail)) = rest.split_first() {
                if !is_hidden(element) {
                    self.push_block(element, blocks);
                }
                rest = tail;
            }
        }
    }

    fn push_block(&self, element: &Element<'_>, blocks: &mut Vec<String>) {
        match element.name.as_ref() {
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                let level = element.name[1..].parse().unwrap_or(2);
                let text = self
                    .inline(&element.children, InlineContext::Paragraph)
                    .replace("\\\n", " ");
                if !text.is_empty() {
                    blocks.push(format!("{} {text}", "#".repeat(level)));
                }
            }
            "p" if element.has_class("tab-label") => self.push_label(element, blocks),
            "ul" | "ol" => push(blocks, self.list(element)),
            "dl" => push(blocks, self.definitions(element)),
            "pre" => push(blocks, self.code(element, None)),
            "blockquote" => push(
                blocks,
                prefixed(&self.blocks(&element.children), "> ", "> "),
            ),
            "hr" => blocks.push("---".to_owned()),
            "table" => push(blocks, self.table(element)),
            "details" => self.push_details(element, blocks),
            "summary" => self.push_label(element, blocks),
            "a" => push(blocks, self.block_link(element)),
            "math" => push(blocks, display(&to_tex(element))),
            "section" if element.has("data-footnotes") => self.push_footnotes(element, blocks),
            _ if element.has_class("admonition") => self.push_admonition(element, blocks),
            _ if element.has_class("code-block") => self.push_code_block(element, blocks),
            _ if element.has_class("math-display") => self.push_math(element, blocks),
            _ => self.push_blocks(&element.children, blocks),
        }
    }

    fn push_label(&self, element: &Element<'_>, blocks: &mut Vec<String>) {
        let text = self.inline(&element.children, InlineContext::Paragraph);
        if !text.is_empty() {
            blocks.push(format!("**{text}**"));
        }
    }

    fn push_details(&self, element: &Element<'_>, blocks: &mut Vec<String>) {
        // Its summary is one of the children, and becomes the label above the rest.
        self.push_blocks(&element.children, blocks);
    }

    fn push_math(&self, element: &Element<'_>, blocks: &mut Vec<String>) {
        let source = match element.find("math") {
            Some(math) => to_tex(math),
            None => element.text(),
        };
        push(blocks, display(&source));
    }

    fn list(&self, element: &Element<'_>) -> String {
        let is_ordered = element.name == "ol";
        let first: usize = element
            .get("start")
            .and_then(|start| start.parse().ok())
            .unwrap_or(1);
        let mut items = Vec::new();
        let mut is_loose = false;
        for item in element.elements().filter(|item| !is_hidden(item)) {
            let text = self.blocks(&item.children);
            is_loose |= item.elements().filter(|child| child.name == "p").count() > 0;
            let mark = if is_ordered {
                format!("{}. ", first.saturating_add(items.len()))
            } else {
                "- ".to_owned()
            };
            let text = if is_loose { text } else { tight(&text) };
            if !text.is_empty() {
                items.push(prefixed(&text, &mark, &" ".repeat(mark.len())));
            }
        }
        items.join(if is_loose { "\n\n" } else { "\n" })
    }

    /// `- **term**: meaning`.
    fn definitions(&self, element: &Element<'_>) -> String {
        let mut lines = Vec::new();
        let groups = element.elements().flat_map(|child| {
            // Terms and meanings may be wrapped in pairs.
            let inner: Vec<&Element<'_>> = match child.name.as_ref() {
                "div" => child.elements().collect(),
                _ => vec![child],
            };
            inner
        });
        let mut term = String::new();
        for part in groups {
            let text = self.inline(&part.children, InlineContext::Cell);
            match part.name.as_ref() {
                "dt" => term = text,
                _ if term.is_empty() => lines.push(format!("  {text}")),
                _ => lines.push(format!("- **{}**: {text}", std::mem::take(&mut term))),
            }
        }
        lines.join("\n")
    }

    fn code(&self, pre: &Element<'_>, title: Option<&str>) -> String {
        let code = pre.find("code");
        let text = code.unwrap_or(pre).text();
        let text = text.strip_suffix('\n').unwrap_or(&text);
        let classes = code.and_then(|code| code.get("class")).unwrap_or_default();
        let mut classes = classes.split_ascii_whitespace();
        let language = classes.find_map(|class| class.strip_prefix("language-"));
        let mut fence = "```".to_owned();
        while text.contains(&fence) {
            fence.push('`');
        }
        let title = title.map(|title| format!(" title=\"{}\"", title.replace('"', "'")));
        let language = language.unwrap_or_default();
        let title = title.unwrap_or_default();
        format!("{fence}{language}{title}\n{text}\n{fence}")
    }

    fn push_code_block(&self, element: &Element<'_>, blocks: &mut Vec<String>) {
        let title = element
            .elements()
            .find(|child| child.has_class("code-title"));
        let title = title.map(|title| title.text().trim().to_owned());
        match element.find("pre") {
            Some(pre) => push(blocks, self.code(pre, title.as_deref())),
            None => self.push_blocks(&element.children, blocks),
        }
    }

    /// A quote that begins with the kind and, where the author gave one, the title.
    fn push_admonition(&self, element: &Element<'_>, blocks: &mut Vec<String>) {
        let classes = element.get("class").unwrap_or_default();
        let mut kinds = classes.split_ascii_whitespace();
        let kind = kinds.find_map(|class| class.strip_prefix("admonition-"));
        let kind = capitalize(kind.unwrap_or("note"));
        let is_title = |child: &&Element<'_>| child.has_class("admonition-title");
        let title = element.elements().find(is_title);
        let title = title.map(|title| self.inline(&title.children, InlineContext::Paragraph));
        let label = match title {
            Some(title) if !title.is_empty() && !title.eq_ignore_ascii_case(&kind) => {
                format!("**{kind}: {title}**")
            }
            _ => format!("**{kind}**"),
        };
        let mut inner = vec![label];
        for child in element.elements().filter(|child| !is_title(child)) {
            self.push_block(child, &mut inner);
        }
        blocks.push(prefixed(&inner.join("\n\n"), "> ", "> "));
    }

    fn push_footnotes(&self, element: &Element<'_>, blocks: &mut Vec<String>) {
        let Some(list) = element.find("ol") else {
            return;
        };
        for (at, note) in list.elements().enumerate() {
            let text = self.blocks(&note.children);
            blocks.push(prefixed(&text, &format!("[^{}]: ", at + 1), "    "));
        }
    }

    /// A link round blocks, such as a card: its first line is the link, the rest follows.
    fn block_link(&self, element: &Element<'_>) -> String {
        let text = self.blocks(&element.children);
        let mut parts = text
            .split("\n\n")
            .map(|part| part.trim_start_matches('#').trim());
        let label = parts.next().unwrap_or_default().replace('\n', " ");
        if label.is_empty() {
            return String::new();
        }
        let rest: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        let label = label.trim_matches('*');
        let mut line = match element.get("href") {
            Some(href) => format!("[{label}]({})", self.url(&href)),
            None => label.to_owned(),
        };
        if !rest.is_empty() {
            line.push_str(": ");
            line.push_str(&rest.join(" ").replace('\n', " "));
        }
        line
    }
}

/// Whether an element is a block or has one inside.
fn holds_block(element: &Element<'_>) -> bool {
    is_block(&element.name)
        || (element.name == "math" && element.get("display").is_some_and(|kind| kind == "block"))
        || element.elements().any(holds_block)
}

fn push(blocks: &mut Vec<String>, block: String) {
    if !block.trim().is_empty() {
        blocks.push(block);
    }
}

fn display(tex: &str) -> String {
    let tex = tex.trim();
    if tex.is_empty() {
        return String::new();
    }
    format!("$$\n{tex}\n$$")
}

/// An item's blocks without the empty line before a list inside it.
fn tight(text: &str) -> String {
    text.replace("\n\n- ", "\n- ").replace("\n\n1. ", "\n1. ")
}

/// Lines behind a mark, the following ones indented alike.
fn prefixed(text: &str, first: &str, next: &str) -> String {
    let mut out = String::with_capacity(text.len() + first.len());
    for (at, line) in text.lines().enumerate() {
        if at > 0 {
            out.push('\n');
        }
        let mark = if at == 0 { first } else { next };
        out.push_str(if line.is_empty() {
            mark.trim_end()
        } else {
            mark
        });
        out.push_str(line);
    }
    out
}
