//! Highlights HTML and XML, with scripts and style sheets in HTML.

use super::Class;
use super::lexer::{Lexer, StringRules, begins_name};
use super::{css, script};

pub(super) fn html(lexer: &mut Lexer<'_>) {
    read(lexer, true);
}

pub(super) fn xml(lexer: &mut Lexer<'_>) {
    read(lexer, false);
}

fn read(lexer: &mut Lexer<'_>, has_code: bool) {
    while !lexer.is_done() {
        let start = lexer.pos;
        match lexer.peek(0) {
            b'<' if lexer.starts_with("<!--") => {
                lexer.step_past("-->");
                lexer.emit(start, Class::Comment);
            }
            b'<' if lexer.starts_with("<![CDATA[") => {
                lexer.step_past("]]>");
                lexer.emit(start, Class::String);
            }
            b'<' if matches!(lexer.peek(1), b'!' | b'?') => {
                lexer.step_past(">");
                lexer.emit(start, Class::Meta);
            }
            b'<' if begins_name(lexer.peek(1)) || lexer.peek(1) == b'/' => {
                let name = tag(lexer);
                if has_code {
                    embedded_code(lexer, name);
                }
            }
            b'&' => entity(lexer),
            _ => lexer.step(),
        }
    }
}

/// Lexes a tag and returns its name; an end tag has an empty one.
pub(super) fn tag<'t>(lexer: &mut Lexer<'t>) -> &'t str {
    lexer.pos += 1;
    let is_end = lexer.peek(0) == b'/';
    lexer.pos += usize::from(is_end);
    let start = lexer.pos;
    let name = lexer.name("-.:");
    lexer.emit(start, Class::Type);
    while !lexer.is_done() {
        let start = lexer.pos;
        match lexer.peek(0) {
            b'>' => {
                lexer.pos += 1;
                break;
            }
            sign @ (b'"' | b'\'') => {
                lexer.pos += 1;
                lexer.string(if sign == b'"' { "\"" } else { "'" }, StringRules::RAW);
                lexer.emit(start, Class::String);
            }
            b'=' if !matches!(lexer.peek(1), b'"' | b'\'' | b'{' | b' ' | b'>' | 0) => {
                lexer.pos += 1;
                lexer.step_while(|b| !matches!(b, b' ' | b'\n' | b'\t' | b'>'));
                lexer.emit(start + 1, Class::String);
            }
            b'<' => break,
            byte if begins_name(byte) || matches!(byte, b'@' | b':' | b'#') => {
                lexer.step();
                lexer.name("-.:@");
                lexer.emit(start, Class::Property);
            }
            _ => lexer.step(),
        }
    }
    if is_end { "" } else { name }
}

/// Lexes the content of `<script>` or `<style>`.
fn embedded_code(lexer: &mut Lexer<'_>, name: &str) {
    type Read = fn(&mut Lexer<'_>);
    let (close, read): (_, Read) = match name.to_ascii_lowercase().as_str() {
        "script" => ("</script", script::javascript),
        "style" => ("</style", css::css),
        _ => return,
    };
    let whole = lexer.end;
    let rest = &lexer.text[lexer.pos..whole];
    let Some(length) = rest.find(close) else {
        return;
    };
    lexer.end = lexer.pos + length;
    read(lexer);
    lexer.pos = lexer.end;
    lexer.end = whole;
}

fn entity(lexer: &mut Lexer<'_>) {
    let start = lexer.pos;
    lexer.pos += 1;
    lexer.step_while(|b| b.is_ascii_alphanumeric() || b == b'#');
    if lexer.peek(0) == b';' && lexer.pos - start < 32 {
        lexer.pos += 1;
        lexer.emit(start, Class::Number);
    }
}
