//! Code blocks: what stands behind the fence, marked lines, and one element a line for the highlighter to fill.

use super::output::Output;
use super::render::{Frame, Renderer};
use pulldown_cmark::CodeBlockKind;
use std::ops::RangeInclusive;

/// A code block.
#[derive(Debug)]
pub(super) struct Block {
    /// What stands behind the opening fence.
    pub(super) info: String,
    /// The code.
    pub(super) text: String,
}

impl Renderer<'_, '_, '_> {
    pub(super) fn start_code(&mut self, kind: &CodeBlockKind<'_>) {
        let info = match kind {
            CodeBlockKind::Fenced(info) => self.prepared.restore(info),
            CodeBlockKind::Indented => String::new(),
        };
        self.code = Some(Block {
            info,
            text: String::new(),
        });
        self.frames.push(Frame::Block(""));
    }

    pub(super) fn code_text(&mut self, text: &str) {
        let restored = self.prepared.restore(text);
        if let Some(code) = &mut self.code {
            code.text.push_str(&restored);
        }
    }

    pub(super) fn end_code(&mut self) {
        if let Some(block) = self.code.take() {
            write(&mut self.out, &block);
        }
    }
}

/// What the fence's line says.
#[derive(Debug, Default, PartialEq, Eq)]
struct Info {
    language: String,
    title: String,
    marked: Vec<RangeInclusive<usize>>,
    has_numbers: bool,
}

/// Writes a code block.
fn write(out: &mut Output, block: &Block) {
    let info = parse(&block.info);
    out.fresh_line();
    out.html("<div class=\"code-block\">");
    if !info.title.is_empty() {
        out.html("<div class=\"code-title\">");
        out.text(&info.title);
        out.html("</div>");
    }
    out.html("<pre tabindex=\"0\"");
    out.html(if info.has_numbers {
        " class=\"line-numbers\""
    } else {
        ""
    });
    out.html("><code");
    if !info.language.is_empty() {
        out.html(" class=\"language-");
        out.attribute(&info.language);
        out.html("\"");
    }
    out.html(">");
    write_lines(out, &block.text, &info);
    out.html("</code></pre></div>\n");
    out.end_line();
}

fn write_lines(out: &mut Output, text: &str, info: &Info) {
    let mut marks = Marks::default();
    let mut number = 0;
    for line in text.strip_suffix('\n').unwrap_or(text).split('\n') {
        let line = line.strip_suffix('\r').unwrap_or(line);
        if marks.take(line) {
            continue;
        }
        if number > 0 {
            out.html("\n");
        }
        number += 1;
        let is_marked =
            marks.is_marked() || info.marked.iter().any(|range| range.contains(&number));
        out.html(if is_marked {
            "<span class=\"line highlighted\">"
        } else {
            "<span class=\"line\">"
        });
        out.text(line);
        out.html("</span>");
        out.end_line();
    }
}

/// Reads ``js title="a.js" {1,3-5} showLineNumbers``.
fn parse(info: &str) -> Info {
    let mut parsed = Info::default();
    let info = info.trim();
    let end = info
        .find(|c: char| c.is_whitespace() || c == '{')
        .unwrap_or(info.len());
    parsed.language = info[..end].to_owned();
    let mut rest = info[end..].trim_start();
    while !rest.is_empty() {
        if let Some(list) = rest.strip_prefix('{') {
            let (list, after) = list.split_once('}').unwrap_or((list, ""));
            parsed.marked.extend(list.split(',').filter_map(line_range));
            rest = after.trim_start();
            continue;
        }
        let (key, after) = match rest.find(|c: char| c.is_whitespace() || c == '=' || c == '{') {
            Some(end) => rest.split_at(end),
            None => (rest, ""),
        };
        let (value, after) = match after.strip_prefix('=') {
            Some(value) => quoted(value),
            None => ("", after),
        };
        match key {
            "title" => parsed.title = value.to_owned(),
            "showLineNumbers" => parsed.has_numbers = true,
            _ => {}
        }
        rest = after.trim_start();
    }
    parsed
}

fn quoted(text: &str) -> (&str, &str) {
    for quote in ['"', '\''] {
        if let Some(inner) = text.strip_prefix(quote) {
            return inner.split_once(quote).unwrap_or((inner, ""));
        }
    }
    text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()))
}

fn line_range(part: &str) -> Option<RangeInclusive<usize>> {
    let (first, last) = part.split_once('-').unwrap_or((part, part));
    Some(first.trim().parse().ok()?..=last.trim().parse().ok()?)
}

/// Magic comments: lines of their own that mark others.
#[derive(Debug, Default)]
struct Marks {
    is_next: bool,
    is_block: bool,
    was_next: bool,
}

impl Marks {
    /// Takes a line that is a magic comment.
    fn take(&mut self, line: &str) -> bool {
        self.was_next = std::mem::take(&mut self.is_next);
        match directive(line) {
            Some("highlight-next-line") => self.is_next = true,
            Some("highlight-start") => self.is_block = true,
            Some("highlight-end") => self.is_block = false,
            _ => return false,
        }
        true
    }

    fn is_marked(&self) -> bool {
        self.was_next || self.is_block
    }
}

/// What a line says that is nothing but a comment.
fn directive(line: &str) -> Option<&str> {
    const STYLES: &[(&str, &str)] = &[
        ("//", ""),
        ("#", ""),
        ("/*", "*/"),
        ("{/*", "*/}"),
        ("<!--", "-->"),
        ("--", ""),
        ("%", ""),
        (";", ""),
        ("REM ", ""),
    ];
    let line = line.trim();
    STYLES.iter().find_map(|(open, close)| {
        let inner = line.strip_prefix(open)?.strip_suffix(close)?.trim();
        inner.starts_with("highlight-").then_some(inner)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fence_line_is_read() {
        let info = parse("js title=\"a b.js\" {1,3-5} showLineNumbers");
        assert_eq!(
            (info.language.as_str(), info.title.as_str()),
            ("js", "a b.js")
        );
        assert_eq!(info.marked, [1..=1, 3..=5]);
        assert!(info.has_numbers);
        assert_eq!(parse("js{2}").marked, [2..=2]);
        assert_eq!(parse("title=x").language, "title=x");
        assert_eq!(parse("js title='x").title, "x");
        assert_eq!(parse(""), Info::default());
    }

    #[test]
    fn magic_comments_are_found_in_many_languages() {
        for line in [
            "// highlight-start",
            "  # highlight-start",
            "<!-- highlight-start -->",
            "{/* highlight-start */}",
        ] {
            assert_eq!(directive(line), Some("highlight-start"), "{line}");
        }
        assert_eq!(directive("x // highlight-start"), None);
    }
}
