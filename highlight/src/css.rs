//! Highlights CSS, Sass and Less.

use super::Class;
use super::lexer::{Lexer, StringRules, begins_name};

pub(super) fn css(lexer: &mut Lexer<'_>) {
    let mut is_selector = None;
    while !lexer.is_done() {
        let start = lexer.pos;
        let byte = lexer.peek(0);
        match byte {
            b'/' if lexer.peek(1) == b'*' => {
                lexer.step_past("*/");
                lexer.emit(start, Class::Comment);
            }
            b'/' if lexer.peek(1) == b'/' && lexer.before() != b':' => {
                lexer.emit_line(Class::Comment);
            }
            b'"' | b'\'' => {
                lexer.pos += 1;
                lexer.string(
                    if byte == b'"' { "\"" } else { "'" },
                    StringRules::LINE_WITH_ESCAPES,
                );
                lexer.emit(start, Class::String);
            }
            b'@' => {
                lexer.pos += 1;
                lexer.name("-");
                lexer.emit(start, Class::Keyword);
                is_selector = Some(Part::Value);
            }
            b'{' | b'}' | b';' => {
                lexer.pos += 1;
                is_selector = None;
            }
            b' ' | b'\n' | b'\t' => lexer.pos += 1,
            _ => {
                let part = *is_selector.get_or_insert_with(|| part_at(lexer));
                is_selector = Some(match part {
                    Part::Selector => selector(lexer),
                    Part::Name => name(lexer),
                    Part::Value => value(lexer),
                });
            }
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Part {
    Selector,
    Name,
    Value,
}

/// Whether a selector or a declaration begins at the position. Called once for each statement, to stay linear.
fn part_at(lexer: &Lexer<'_>) -> Part {
    let rest = &lexer.bytes[lexer.pos..lexer.end];
    let end = rest.iter().position(|b| matches!(b, b'{' | b'}' | b';'));
    let is_block = end.is_some_and(|end| {
        // `#{…}` of Sass is no block.
        rest[end] == b'{' && rest.get(end.wrapping_sub(1)) != Some(&b'#')
    });
    if is_block { Part::Selector } else { Part::Name }
}

fn selector(lexer: &mut Lexer<'_>) -> Part {
    let start = lexer.pos;
    match lexer.peek(0) {
        b'.' | b'#' | b'%' | b'&' => {
            lexer.pos += 1;
            lexer.name("-");
            lexer.emit(start, Class::Type);
        }
        b':' => {
            lexer.step_while(|b| b == b':');
            lexer.name("-");
            lexer.emit(start, Class::Function);
        }
        b'[' => {
            lexer.pos += 1;
            let start = lexer.pos;
            lexer.name("-");
            lexer.emit(start, Class::Property);
        }
        byte if begins_name(byte) => {
            lexer.name("-");
            lexer.emit(start, Class::Type);
        }
        _ => lexer.step(),
    }
    Part::Selector
}

fn name(lexer: &mut Lexer<'_>) -> Part {
    let start = lexer.pos;
    match lexer.peek(0) {
        b':' => {
            lexer.pos += 1;
            Part::Value
        }
        b'-' | b'$' | b'@' => {
            let is_variable = lexer.starts_with("--") || lexer.peek(0) != b'-';
            lexer.pos += 1;
            lexer.name("-");
            let class = if is_variable {
                Class::Variable
            } else {
                Class::Property
            };
            lexer.emit(start, class);
            Part::Name
        }
        byte if begins_name(byte) => {
            lexer.name("-");
            lexer.emit(start, Class::Property);
            Part::Name
        }
        _ => {
            lexer.step();
            Part::Name
        }
    }
}

fn value(lexer: &mut Lexer<'_>) -> Part {
    let start = lexer.pos;
    match lexer.peek(0) {
        b'#' => {
            lexer.pos += 1;
            lexer.name("");
            lexer.emit(start, Class::Number);
        }
        b'!' => {
            lexer.pos += 1;
            lexer.name("");
            lexer.emit(start, Class::Keyword);
        }
        b'$' => {
            lexer.pos += 1;
            lexer.name("-");
            lexer.emit(start, Class::Variable);
        }
        b'-' if lexer.peek(1) == b'-' => {
            lexer.name("-");
            lexer.emit(start, Class::Variable);
        }
        b'0'..=b'9' => {
            lexer.number();
            if lexer.peek(0) == b'%' {
                let start = lexer.pos;
                lexer.pos += 1;
                lexer.emit(start, Class::Number);
            }
        }
        byte if begins_name(byte) => {
            lexer.name("-");
            if lexer.peek(0) == b'(' {
                lexer.emit(start, Class::Function);
            }
        }
        _ => lexer.step(),
    }
    Part::Value
}
