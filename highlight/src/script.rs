//! Highlights JavaScript, TypeScript and JSX.

use super::Class;
use super::lexer::{Lexer, StringRules, begins_name};
use super::table_driven::is_constant;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The maximum depth of nested templates and tags.
const MAX_DEPTH: usize = 100;

pub(super) fn javascript(lexer: &mut Lexer<'_>) {
    Script::new(false, false).read(lexer);
}

pub(super) fn jsx(lexer: &mut Lexer<'_>) {
    Script::new(false, true).read(lexer);
}

pub(super) fn typescript(lexer: &mut Lexer<'_>) {
    Script::new(true, false).read(lexer);
}

pub(super) fn tsx(lexer: &mut Lexer<'_>) {
    Script::new(true, true).read(lexer);
}

static WORDS: LazyLock<HashMap<&str, Class>> = LazyLock::new(|| {
    const KEYWORDS: &str = "as async await break case catch class const continue debugger default delete do else export extends finally for from function get if import in instanceof let new of return set static super switch this throw try typeof var void while with yield";
    const CONSTANTS: &str = "true false null undefined NaN Infinity";
    table(&[(KEYWORDS, Class::Keyword), (CONSTANTS, Class::Number)])
});

static TYPE_WORDS: LazyLock<HashMap<&str, Class>> = LazyLock::new(|| {
    const KEYWORDS: &str = "abstract accessor asserts declare enum implements infer interface is keyof namespace override private protected public readonly satisfies type unique";
    const TYPES: &str = "any bigint boolean never number object string symbol unknown";
    table(&[(KEYWORDS, Class::Keyword), (TYPES, Class::Type)])
});

fn table(lists: &[(&'static str, Class)]) -> HashMap<&'static str, Class> {
    let words = lists.iter();
    words
        .flat_map(|(list, class)| list.split(' ').map(|word| (word, *class)))
        .collect()
}

/// The kind of syntax at the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Code, with the number of open braces.
    Code(usize),
    /// A template string.
    Template,
    /// The inside of a tag; whether it is an end tag.
    Tag(bool),
    /// Text between tags.
    Children,
}

/// The state of the lexer.
#[derive(Debug)]
struct Script {
    has_types: bool,
    has_tags: bool,
    modes: Vec<Mode>,
    /// Whether a value ends before the position, so that `/` is a division and `<` a comparison.
    is_behind_value: bool,
    /// The offset before which no regular expression ends.
    no_regex_until: usize,
    /// The class that the preceding keyword gives to a name.
    expects: Option<Class>,
}

impl Script {
    fn new(has_types: bool, has_tags: bool) -> Self {
        Script {
            has_types,
            has_tags,
            modes: vec![Mode::Code(0)],
            is_behind_value: false,
            no_regex_until: 0,
            expects: None,
        }
    }

    fn read(&mut self, lexer: &mut Lexer<'_>) {
        while !lexer.is_done() {
            match self.modes.last().copied().unwrap_or(Mode::Code(0)) {
                Mode::Code(braces) => self.code(lexer, braces),
                Mode::Template => self.template(lexer),
                Mode::Tag(is_end) => self.tag(lexer, is_end),
                Mode::Children => self.children(lexer),
            }
        }
    }

    fn enter(&mut self, mode: Mode) -> bool {
        let has_room = self.modes.len() < MAX_DEPTH;
        if has_room {
            self.modes.push(mode);
        }
        has_room
    }

    fn leave(&mut self) {
        if self.modes.len() > 1 {
            self.modes.pop();
        }
    }

    fn code(&mut self, lexer: &mut Lexer<'_>, braces: usize) {
        let start = lexer.pos;
        let (byte, next) = (lexer.peek(0), lexer.peek(1));
        match byte {
            b' ' | b'\n' | b'\t' => return lexer.pos += 1,
            b'/' if next == b'/' => return lexer.emit_line(Class::Comment),
            b'/' if next == b'*' => {
                lexer.pos += 2;
                lexer.step_past("*/");
                return lexer.emit(start, Class::Comment);
            }
            b'/' if !self.is_behind_value && self.regex(lexer) => {
                lexer.emit(start, Class::String);
                self.is_behind_value = true;
            }
            b'"' | b'\'' => {
                lexer.pos += 1;
                lexer.string(
                    if byte == b'"' { "\"" } else { "'" },
                    StringRules::LINE_WITH_ESCAPES,
                );
                lexer.emit(start, Class::String);
                self.is_behind_value = true;
            }
            b'`' if self.enter(Mode::Template) => {
                lexer.pos += 1;
                lexer.emit(start, Class::String);
            }
            b'@' if begins_name(next) => {
                lexer.pos += 1;
                lexer.name("$.");
                lexer.emit(start, Class::Meta);
            }
            b'<' if self.begins_tag(lexer) && self.enter(Mode::Tag(false)) => lexer.pos += 1,
            b'{' => {
                self.set_braces(braces + 1);
                lexer.pos += 1;
                self.is_behind_value = false;
            }
            b'}' => {
                lexer.pos += 1;
                self.is_behind_value = true;
                match braces.checked_sub(1) {
                    Some(braces) => self.set_braces(braces),
                    None => self.close_code(lexer, start),
                }
                // A block rather than a value, as far as tags are concerned.
                self.is_behind_value = braces == 0 && self.is_behind_value;
            }
            b'0'..=b'9' => {
                lexer.number();
                self.is_behind_value = true;
            }
            _ if begins_name(byte) || byte == b'$' => return self.name(lexer),
            _ => {
                lexer.step();
                self.is_behind_value = matches!(byte, b')' | b']');
            }
        }
        self.expects = None;
    }

    fn set_braces(&mut self, braces: usize) {
        if let Some(mode) = self.modes.last_mut() {
            *mode = Mode::Code(braces);
        }
    }

    /// The brace that ends an expression in a template or a tag.
    fn close_code(&mut self, lexer: &mut Lexer<'_>, start: usize) {
        self.leave();
        if self.modes.last() == Some(&Mode::Template) {
            lexer.emit(start, Class::Variable);
        }
    }

    fn name(&mut self, lexer: &mut Lexer<'_>) {
        let is_member = lexer.before() == b'.';
        let start = lexer.pos;
        let name = lexer.name("$");
        let expects = self.expects.take();
        let own = WORDS.get(name).copied();
        let known = own.or_else(|| TYPE_WORDS.get(name).copied().filter(|_| self.has_types));
        let is_key = matches!(lexer.next_sign(), b':') && own.is_none();
        if let Some(class) = known.filter(|_| !is_member && !is_key) {
            lexer.emit(start, class);
            self.is_behind_value = class != Class::Keyword || matches!(name, "this" | "super");
            self.expects = match name {
                "function" => Some(Class::Function),
                "class" | "interface" | "enum" | "namespace" | "type" => Some(Class::Type),
                _ => None,
            };
            return;
        }
        self.is_behind_value = true;
        let class = if let Some(class) = expects {
            class
        } else if lexer.peek(0) == b'(' {
            Class::Function
        } else if !is_member && is_constant(name) {
            Class::Number
        } else if !is_member && name.starts_with(|c: char| c.is_ascii_uppercase()) {
            Class::Type
        } else {
            return;
        };
        lexer.emit(start, class);
    }

    /// Emits a regular expression; `false` when there is none.
    fn regex(&mut self, lexer: &mut Lexer<'_>) -> bool {
        if lexer.pos < self.no_regex_until {
            return false;
        }
        let (mut at, mut is_in_set) = (lexer.pos + 1, false);
        while at < lexer.end {
            match lexer.bytes[at] {
                b'\\' => at += 1,
                b'[' => is_in_set = true,
                b']' => is_in_set = false,
                b'/' if !is_in_set => {
                    lexer.pos = at + 1;
                    lexer.step_while(|b| b.is_ascii_alphabetic());
                    return true;
                }
                b'\n' => break,
                _ => {}
            }
            at += 1;
        }
        self.no_regex_until = at;
        false
    }

    fn template(&mut self, lexer: &mut Lexer<'_>) {
        let start = lexer.pos;
        while !lexer.is_done() {
            match lexer.peek(0) {
                b'`' => {
                    lexer.pos += 1;
                    lexer.emit(start, Class::String);
                    self.leave();
                    self.is_behind_value = true;
                    return;
                }
                b'$' if lexer.peek(1) == b'{' && self.enter(Mode::Code(0)) => {
                    lexer.emit(start, Class::String);
                    let start = lexer.pos;
                    lexer.pos += 2;
                    lexer.emit(start, Class::Variable);
                    self.is_behind_value = false;
                    return;
                }
                b'\\' => lexer.step_escaped(),
                _ => lexer.step(),
            }
        }
        lexer.emit(start, Class::String);
    }

    fn begins_tag(&self, lexer: &Lexer<'_>) -> bool {
        let next = lexer.peek(1);
        self.has_tags && !self.is_behind_value && (begins_name(next) || next == b'>')
    }

    fn tag(&mut self, lexer: &mut Lexer<'_>, is_end: bool) {
        let start = lexer.pos;
        let byte = lexer.peek(0);
        match byte {
            b'>' => {
                lexer.pos += 1;
                self.leave();
                if is_end {
                    self.leave();
                } else {
                    self.enter(Mode::Children);
                }
                self.is_behind_value = true;
            }
            b'/' if lexer.peek(1) == b'>' => {
                lexer.pos += 2;
                self.leave();
                self.is_behind_value = true;
            }
            b'{' if self.enter(Mode::Code(0)) => {
                lexer.pos += 1;
                self.is_behind_value = false;
            }
            b'"' | b'\'' => {
                lexer.pos += 1;
                lexer.string(if byte == b'"' { "\"" } else { "'" }, StringRules::RAW);
                lexer.emit(start, Class::String);
            }
            _ if begins_name(byte) => {
                let is_name = matches!(lexer.before(), b'<' | b'/');
                lexer.name("-.:");
                lexer.emit(
                    start,
                    if is_name {
                        Class::Type
                    } else {
                        Class::Property
                    },
                );
            }
            _ => lexer.step(),
        }
    }

    fn children(&mut self, lexer: &mut Lexer<'_>) {
        match lexer.peek(0) {
            b'{' if self.enter(Mode::Code(0)) => {
                lexer.pos += 1;
                self.is_behind_value = false;
            }
            b'<' if lexer.peek(1) == b'/' && self.enter(Mode::Tag(true)) => lexer.pos += 2,
            b'<' if self.enter(Mode::Tag(false)) => lexer.pos += 1,
            _ => lexer.step(),
        }
    }
}
