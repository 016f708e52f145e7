//! Highlights Markdown and MDX.

use super::Class;
use super::lexer::{Lexer, begins_name};
use super::markup;

pub(super) fn markdown(lexer: &mut Lexer<'_>) {
    let mut fence: Option<&str> = None;
    let mut is_header = false;
    while !lexer.is_done() {
        let start = lexer.pos;
        let end = lexer.line_end();
        let line = lexer.text[start..end].trim();
        if let Some(open) = fence {
            let is_end = line.starts_with(open) && line.trim_start_matches(&open[..1]).is_empty();
            if is_end {
                fence = None;
                lexer.emit_line(Class::Meta);
            } else {
                lexer.emit_line(Class::String);
            }
        } else if line == "---" && (start == 0 || is_header) {
            is_header = start == 0;
            lexer.emit_line(Class::Meta);
        } else if is_header {
            header_line(lexer, line);
        } else {
            fence = self::line(lexer, line);
        }
        lexer.pos = lexer.pos.max(end);
        if lexer.peek(0) == b'\n' {
            lexer.pos += 1;
        }
    }
}

/// Lexes a line of front matter.
fn header_line(lexer: &mut Lexer<'_>, line: &str) {
    let start = lexer.pos;
    if let Some(key) = line
        .find(": ")
        .or_else(|| line.strip_suffix(':').map(str::len))
    {
        lexer.step_while(|b| b == b' ');
        lexer.pos += key;
        lexer.emit(start, Class::Property);
    }
}

/// Lexes a line of text; returns the fence that it opens.
fn line<'t>(lexer: &mut Lexer<'t>, line: &'t str) -> Option<&'t str> {
    for sign in ["`", "~"] {
        let length = line.len() - line.trim_start_matches(sign).len();
        if length >= 3 && !line[length..].contains(sign) {
            lexer.emit_line(Class::Meta);
            return Some(&line[..length]);
        }
    }
    if line.starts_with('#') && line.trim_start_matches('#').starts_with(' ') {
        lexer.emit_line(Class::Keyword);
        return None;
    }
    if line.starts_with(":::") || line.starts_with("import ") || line.starts_with("export ") {
        lexer.emit_line(Class::Meta);
        return None;
    }
    lexer.step_while(|b| b == b' ' || b == b'\t');
    let start = lexer.pos;
    if matches!(lexer.peek(0), b'-' | b'*' | b'+' | b'>') && lexer.peek(1) == b' ' {
        lexer.pos += 1;
        lexer.emit(start, Class::Property);
    }
    inline(lexer);
    None
}

fn inline(lexer: &mut Lexer<'_>) {
    let mut no_code_until = 0;
    while !lexer.is_done() && lexer.peek(0) != b'\n' {
        let start = lexer.pos;
        match lexer.peek(0) {
            b'`' if start >= no_code_until => {
                let end = lexer.line_end();
                lexer.step_while(|b| b == b'`');
                let ticks = &lexer.text[start..lexer.pos];
                match lexer.text[lexer.pos..end].find(ticks) {
                    Some(length) => {
                        lexer.pos += length + ticks.len();
                        lexer.emit(start, Class::String);
                    }
                    None => no_code_until = end,
                }
            }
            b'<' if lexer.starts_with("<!--") => {
                lexer.step_past("-->");
                lexer.emit(start, Class::Comment);
            }
            b'<' if begins_name(lexer.peek(1)) || lexer.peek(1) == b'/' => {
                markup::tag(lexer);
            }
            b']' if lexer.peek(1) == b'(' => {
                lexer.pos += 2;
                let start = lexer.pos;
                lexer.step_while(|b| !matches!(b, b')' | b'\n'));
                lexer.emit(start, Class::Variable);
            }
            b'\\' => {
                lexer.pos += 1;
                if !lexer.is_done() && lexer.peek(0) != b'\n' {
                    lexer.step();
                }
            }
            _ => lexer.step(),
        }
    }
}
