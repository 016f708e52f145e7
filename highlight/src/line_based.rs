//! Highlights languages line by line: YAML, TOML, INI, diffs and diagnostics.

use super::Class;
use super::lexer::{Lexer, StringRules, is_name};

/// Calls `read` for each line and skips what it leaves of the line.
fn lines(lexer: &mut Lexer<'_>, mut read: impl FnMut(&mut Lexer<'_>, usize)) {
    while !lexer.is_done() {
        let end = lexer.line_end();
        read(lexer, end);
        lexer.pos = lexer.pos.max(end);
        if lexer.pos < lexer.end && lexer.bytes[lexer.pos] != b'\n' {
            // A string went on over the line's end.
            continue;
        }
        lexer.pos = (lexer.pos + 1).min(lexer.end);
    }
}

pub(super) fn diff(lexer: &mut Lexer<'_>) {
    lines(lexer, |lexer, end| {
        let line = &lexer.text[lexer.pos..end];
        const HEADS: [&str; 8] = [
            "@@",
            "+++",
            "---",
            "diff ",
            "index ",
            "new file",
            "deleted file",
            "similarity",
        ];
        if HEADS.iter().any(|head| line.starts_with(head)) {
            lexer.emit_line(Class::Meta);
        } else if line.starts_with(['+', '>']) {
            lexer.emit_line(Class::Inserted);
        } else if line.starts_with(['-', '<']) {
            lexer.emit_line(Class::Deleted);
        }
    });
}

/// Messages of Bindery and rustc: `path:1:2: error[code]: …`, an excerpt, carets and a help.
pub(super) fn diagnostics(lexer: &mut Lexer<'_>) {
    lines(lexer, |lexer, end| {
        let start = lexer.pos;
        let line = &lexer.text[start..end];
        let gutter = line.find('|').filter(|&at| {
            let before = line[..at].trim();
            before.bytes().all(|b| b.is_ascii_digit())
        });
        if let Some(at) = gutter {
            lexer.pos = start + at + 1;
            lexer.emit(start, Class::Comment);
            marks(lexer, end);
            return;
        }
        for (kind, class) in [("error[", Class::Deleted), ("warning[", Class::Meta)] {
            if let Some(at) = line.find(kind) {
                let close = line[at..].find(']').map_or(line.len(), |len| at + len + 1);
                lexer.pos = start + close;
                lexer.emit(start + at, class);
                return;
            }
        }
    });
}

/// Carets and the help behind them.
fn marks(lexer: &mut Lexer<'_>, end: usize) {
    lexer.step_while(|b| b == b' ');
    let start = lexer.pos;
    lexer.step_while(|b| b == b'^');
    if lexer.pos > start && lexer.pos <= end {
        lexer.emit(start, Class::Deleted);
        lexer.step_while(|b| b == b' ');
        lexer.emit_line(Class::Inserted);
    }
}

pub(super) fn toml(lexer: &mut Lexer<'_>) {
    lines(lexer, |lexer, end| {
        lexer.step_while(|b| b == b' ' || b == b'\t');
        if lexer.peek(0) == b'[' && lexer.text[lexer.pos..end].trim_end().ends_with(']') {
            section(lexer, end);
        } else {
            key(lexer, end, '=');
        }
        values(lexer, "#");
    });
}

pub(super) fn ini(lexer: &mut Lexer<'_>) {
    lines(lexer, |lexer, end| {
        lexer.step_while(|b| b == b' ' || b == b'\t');
        match lexer.peek(0) {
            b'#' | b';' => lexer.emit_line(Class::Comment),
            b'[' => section(lexer, end),
            _ if key(lexer, end, '=') => {
                lexer.step_while(|b| b == b'=' || b == b' ');
                lexer.emit_line(Class::String);
            }
            _ => {}
        }
    });
}

fn section(lexer: &mut Lexer<'_>, end: usize) {
    let start = lexer.pos;
    let close = lexer.text[start..end].rfind(']');
    lexer.pos = close.map_or(end, |at| start + at + 1);
    lexer.emit(start, Class::Type);
}

/// Emits the key before a sign; `false` when the line has none.
fn key(lexer: &mut Lexer<'_>, end: usize, sign: char) -> bool {
    let start = lexer.pos;
    let line = &lexer.text[start..end];
    let Some(at) = line.find(sign).filter(|at| !line[..*at].contains('#')) else {
        return false;
    };
    let key = line[..at].trim_end();
    let is_key = |c: char| c.is_alphanumeric() || "-_.\"' /:\\$@+*!".contains(c);
    if key.is_empty() || !key.chars().all(is_key) {
        return false;
    }
    lexer.pos += key.len();
    lexer.emit(start, Class::Property);
    true
}

/// Lexes the value after a key, up to the end of the line or of a string of several lines.
fn values(lexer: &mut Lexer<'_>, comment: &str) {
    while !lexer.is_done() && lexer.peek(0) != b'\n' {
        let start = lexer.pos;
        let byte = lexer.peek(0);
        match byte {
            b'"' | b'\'' => {
                let long = if byte == b'"' { "\"\"\"" } else { "'''" };
                let is_long = lexer.starts_with(long);
                lexer.pos += if is_long { 3 } else { 1 };
                let close = if is_long { long } else { &long[..1] };
                let rules = StringRules {
                    has_escapes: byte == b'"',
                    spans_lines: is_long,
                };
                lexer.string(close, rules);
                lexer.emit(start, Class::String);
            }
            b'#' if lexer.starts_with(comment) => lexer.emit_line(Class::Comment),
            b'0'..=b'9' if !is_name(lexer.before()) => {
                lexer.step_while(|b| b.is_ascii_alphanumeric() || b".:+-_".contains(&b));
                lexer.emit(start, Class::Number);
            }
            _ if is_name(byte) => {
                let name = lexer.name("-");
                if matches!(name, "true" | "false" | "inf" | "nan" | "null") {
                    lexer.emit(start, Class::Number);
                } else if lexer.next_sign() == b'=' {
                    lexer.emit(start, Class::Property);
                }
            }
            _ => lexer.step(),
        }
    }
}

pub(super) fn yaml(lexer: &mut Lexer<'_>) {
    // The indentation of the key whose block of text goes on.
    let mut block: Option<usize> = None;
    lines(lexer, |lexer, end| {
        let line_start = lexer.pos;
        lexer.step_while(|b| b == b' ');
        let indent = lexer.pos - line_start;
        if let Some(above) = block {
            if indent > above || lexer.pos == end {
                return lexer.emit_line(Class::String);
            }
            block = None;
        }
        while lexer.peek(0) == b'-' && matches!(lexer.peek(1), b' ' | b'\n') {
            lexer.pos += 1;
            lexer.step_while(|b| b == b' ');
        }
        let line = lexer.text[lexer.pos..end].trim_end();
        if matches!(line, "---" | "...") || line.starts_with('%') {
            return lexer.emit_line(Class::Meta);
        }
        yaml_key(lexer, line);
        yaml_value(lexer);
        if line.ends_with(['|', '>']) || line.ends_with("|-") || line.ends_with(">-") {
            block = Some(indent);
        }
    });
}

fn yaml_key(lexer: &mut Lexer<'_>, line: &str) {
    let start = lexer.pos;
    let end = line
        .find(": ")
        .or_else(|| line.ends_with(':').then(|| line.len() - 1));
    let Some(end) = end else { return };
    let key = &line[..end];
    if key.starts_with(['#', '{', '[', '&', '*', '!', '|', '>']) || key.contains(" #") {
        return;
    }
    lexer.pos += key.len();
    lexer.emit(start, Class::Property);
}

fn yaml_value(lexer: &mut Lexer<'_>) {
    while !lexer.is_done() && lexer.peek(0) != b'\n' {
        let start = lexer.pos;
        let byte = lexer.peek(0);
        let is_word_start = matches!(lexer.before(), b' ' | b'[' | b'{' | b',' | b'\n' | 0);
        match byte {
            b'#' if is_word_start => lexer.emit_line(Class::Comment),
            b'"' | b'\'' if is_word_start => {
                lexer.pos += 1;
                let rules = StringRules {
                    has_escapes: byte == b'"',
                    spans_lines: false,
                };
                lexer.string(if byte == b'"' { "\"" } else { "'" }, rules);
                lexer.emit_key_or_string(start);
            }
            b'&' | b'*' | b'!' if is_word_start => {
                lexer.pos += 1;
                lexer.name("-./!");
                let class = if byte == b'!' {
                    Class::Type
                } else {
                    Class::Variable
                };
                lexer.emit(start, class);
            }
            b' ' | b',' | b'[' | b']' | b'{' | b'}' | b':' => lexer.pos += 1,
            _ => {
                lexer.step_while(|b| !matches!(b, b' ' | b',' | b']' | b'}' | b'\n'));
                yaml_word(lexer, start);
            }
        }
    }
}

fn yaml_word(lexer: &mut Lexer<'_>, start: usize) {
    let word = &lexer.text[start..lexer.pos];
    let is_number = word.starts_with(|c: char| c.is_ascii_digit() || c == '-')
        && word.bytes().any(|b| b.is_ascii_digit())
        && word
            .bytes()
            .all(|b| b.is_ascii_hexdigit() || b"xo._-+:TZ".contains(&b));
    let is_constant = matches!(
        word,
        "true" | "false" | "null" | "~" | "yes" | "no" | "on" | "off"
    );
    if is_number || is_constant {
        lexer.emit(start, Class::Number);
    } else if word.ends_with(':') {
        lexer.pos -= 1;
        lexer.emit(start, Class::Property);
    } else if lexer.pos == start {
        lexer.step();
    }
}
