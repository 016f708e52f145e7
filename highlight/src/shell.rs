//! Highlights shell scripts and terminal sessions.

use super::Class;
use super::lexer::{Lexer, StringRules, begins_name, is_name};

const KEYWORDS: &[&str] = &[
    "case", "do", "done", "elif", "else", "esac", "fi", "for", "function", "if", "in", "select",
    "then", "time", "until", "while", "break", "continue", "return", "export", "local", "readonly",
    "declare", "unset", "source", "alias", "exit", "set", "end",
];

pub(super) fn shell(lexer: &mut Lexer<'_>) {
    let mut shell = Shell {
        is_command: true,
        heredoc: None,
    };
    while !lexer.is_done() {
        shell.step(lexer);
    }
}

/// A terminal session: lines with a prompt are commands, other lines are output.
pub(super) fn console(lexer: &mut Lexer<'_>) {
    let whole = lexer.end;
    while lexer.pos < whole {
        lexer.end = whole;
        let start = lexer.pos;
        let end = lexer.line_end();
        let line = &lexer.text[start..end];
        let prompt = ["$ ", "# ", "> ", "% ", "PS> "]
            .iter()
            .find(|prompt| line.starts_with(**prompt));
        if let Some(prompt) = prompt {
            lexer.pos += prompt.len() - 1;
            lexer.emit(start, Class::Comment);
            lexer.end = end;
            shell(lexer);
        }
        lexer.pos = (end + 1).min(whole);
    }
    lexer.end = whole;
}

struct Shell {
    /// Whether the next word is a command.
    is_command: bool,
    /// The delimiter of the here-document that begins on the next line.
    heredoc: Option<String>,
}

impl Shell {
    fn step(&mut self, lexer: &mut Lexer<'_>) {
        let start = lexer.pos;
        match lexer.peek(0) {
            b' ' | b'\t' => lexer.pos += 1,
            b'\n' => {
                lexer.pos += 1;
                self.is_command = true;
                if let Some(end) = self.heredoc.take() {
                    heredoc_body(lexer, &end);
                }
            }
            b'#' if matches!(lexer.before(), 0 | b' ' | b'\t' | b'\n' | b';' | b'(') => {
                lexer.emit_line(Class::Comment);
            }
            b'\'' => {
                lexer.pos += 1;
                lexer.string("'", StringRules::RAW);
                lexer.emit(start, Class::String);
                self.is_command = false;
            }
            b'"' => {
                double_quoted(lexer);
                self.is_command = false;
            }
            b'$' => {
                variable(lexer);
                self.is_command = lexer.before() == b'(';
            }
            b'\\' => lexer.step_escaped(),
            b'<' if lexer.starts_with("<<") && !lexer.starts_with("<<<") => self.heredoc(lexer),
            b'|' | b';' | b'&' | b'(' | b'{' | b'`' | b'!' => {
                lexer.pos += 1;
                self.is_command = true;
            }
            b'-' if matches!(lexer.before(), b' ' | b'\t') => {
                lexer.step_while(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
                lexer.emit(start, Class::Property);
            }
            _ => self.word(lexer),
        }
    }

    fn word(&mut self, lexer: &mut Lexer<'_>) {
        let start = lexer.pos;
        lexer.step_while(|b| {
            !matches!(
                b,
                b' ' | b'\t'
                    | b'\n'
                    | b'|'
                    | b';'
                    | b'&'
                    | b'('
                    | b')'
                    | b'<'
                    | b'>'
                    | b'"'
                    | b'\''
                    | b'$'
                    | b'`'
                    | b'='
                    | b'\\'
            )
        });
        if lexer.pos == start {
            return lexer.step();
        }
        let word = &lexer.text[start..lexer.pos];
        if !self.is_command {
            if word.bytes().all(|b| b.is_ascii_digit()) {
                lexer.emit(start, Class::Number);
            } else if KEYWORDS.contains(&word) && matches!(word, "in" | "do" | "then") {
                lexer.emit(start, Class::Keyword);
                self.is_command = word != "in";
            }
            return;
        }
        if lexer.peek(0) == b'=' && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
            lexer.emit(start, Class::Variable);
            lexer.pos += 1;
            self.value(lexer);
        } else if KEYWORDS.contains(&word) {
            lexer.emit(start, Class::Keyword);
            self.is_command = !matches!(
                word,
                "for" | "case" | "select" | "source" | "set" | "unset" | "exit" | "return" | "in"
            );
        } else {
            lexer.emit(start, Class::Function);
            self.is_command = matches!(word, "sudo" | "env" | "nohup" | "xargs" | "exec");
        }
    }

    /// An unquoted value behind `NAME=`; a command may follow.
    fn value(&mut self, lexer: &mut Lexer<'_>) {
        lexer.step_while(|b| {
            !matches!(
                b,
                b' ' | b'\t'
                    | b'\n'
                    | b'"'
                    | b'\''
                    | b'$'
                    | b';'
                    | b'`'
                    | b'('
                    | b')'
                    | b'&'
                    | b'|'
            )
        });
        self.is_command = matches!(lexer.peek(0), b' ' | b'\t' | b'\n' | b';');
    }

    fn heredoc(&mut self, lexer: &mut Lexer<'_>) {
        lexer.pos += 2;
        lexer.step_while(|b| matches!(b, b'-' | b' ' | b'"' | b'\''));
        let start = lexer.pos;
        let name = lexer.name("").to_owned();
        lexer.emit(start, Class::String);
        if !name.is_empty() {
            self.heredoc = Some(name);
        }
    }
}

fn heredoc_body(lexer: &mut Lexer<'_>, end: &str) {
    while !lexer.is_done() {
        let line = &lexer.text[lexer.pos..lexer.line_end()];
        let is_last = line.trim() == end;
        lexer.emit_line(Class::String);
        if is_last {
            return;
        }
        lexer.pos = (lexer.pos + 1).min(lexer.end);
    }
}

fn double_quoted(lexer: &mut Lexer<'_>) {
    let mut start = lexer.pos;
    lexer.pos += 1;
    while !lexer.is_done() {
        match lexer.peek(0) {
            b'"' => {
                lexer.pos += 1;
                break;
            }
            b'$' if is_name(lexer.peek(1)) || b"{?!@*#".contains(&lexer.peek(1)) => {
                lexer.emit(start, Class::String);
                variable(lexer);
                start = lexer.pos;
            }
            b'\\' => lexer.step_escaped(),
            _ => lexer.step(),
        }
    }
    lexer.emit(start, Class::String);
}

fn variable(lexer: &mut Lexer<'_>) {
    let start = lexer.pos;
    lexer.pos += 1;
    match lexer.peek(0) {
        b'{' => {
            lexer.step_while(|b| b != b'}' && b != b'\n');
            if lexer.peek(0) == b'}' {
                lexer.pos += 1;
            }
        }
        b'(' => {
            lexer.pos += 1;
            return;
        }
        byte if begins_name(byte) => {
            lexer.name("");
        }
        b'0'..=b'9' | b'?' | b'!' | b'@' | b'*' | b'#' | b'$' => lexer.pos += 1,
        _ => return,
    }
    lexer.emit(start, Class::Variable);
}
