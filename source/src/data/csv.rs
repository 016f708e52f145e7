//! Reads CSV (RFC 4180) as a list of objects, whose keys are in the first line.
//!
//! A cell that is a number, `true` or `false` becomes a value of that type, unless it is quoted or the schema requires a
//! string. An object has no key for an empty cell.

use crate::diagnostic::{Code, Diagnostics};
use crate::value::PathSegment;
use crate::value::schema::Schema;
use crate::{SourceFile, Span};
use serde_json::{Map, Value};

/// A file's cells.
pub(super) struct Table {
    names: Vec<String>,
    rows: Vec<Vec<Cell>>,
    start: Span,
}

struct Cell {
    text: String,
    is_quoted: bool,
    span: Span,
}

/// Parses a file; reports syntax errors, and lines of a different length.
pub(super) fn parse(file: &SourceFile, sink: &mut Diagnostics) -> Option<Table> {
    let mut lines = read_lines(file, sink)?.into_iter();
    let head = lines.next().unwrap_or_default();
    for (at, cell) in head.iter().enumerate() {
        if head[..at].iter().any(|other| other.text == cell.text) {
            sink.error(
                Code::BadData,
                cell.span,
                format!("two columns are named `{}`", cell.text),
            )
            .help("give each column a different name");
        }
    }
    let names: Vec<String> = head.into_iter().map(|cell| cell.text).collect();
    let mut rows = Vec::new();
    for row in lines {
        if row.len() != names.len()
            && let Some(first) = row.first()
        {
            let message = format!(
                "this line has {} cells, the first has {}",
                row.len(),
                names.len()
            );
            sink.error(Code::BadData, first.span, message)
                .help("quote cells that hold commas");
        }
        rows.push(row);
    }
    Some(Table {
        names,
        rows,
        start: Span::start_of(file.id),
    })
}

impl Table {
    /// A list of objects.
    pub(super) fn value(&self, schema: Option<&Schema<'_>>) -> Value {
        let is_text: Vec<bool> = self
            .names
            .iter()
            .map(|name| schema.is_some_and(|schema| schema.requires_string(name)))
            .collect();
        let object = |row: &Vec<Cell>| {
            let cells = self.names.iter().zip(row).zip(&is_text);
            let cells = cells.filter(|((_, cell), _)| !cell.text.is_empty() || cell.is_quoted);
            let members = cells.map(|((name, cell), is_text)| (name.clone(), cell.value(*is_text)));
            Value::Object(members.collect::<Map<_, _>>())
        };
        self.rows.iter().map(object).collect()
    }

    /// The span of the cell at `path`, or of the first cell of its line.
    pub(super) fn locate(&self, path: &[PathSegment]) -> Span {
        let row = match path.first() {
            Some(PathSegment::Index(at)) => self.rows.get(*at),
            _ => None,
        };
        let column = match path.get(1) {
            Some(PathSegment::Key(key)) => self.names.iter().position(|name| name == key),
            _ => None,
        };
        let cell = row.and_then(|row| row.get(column.unwrap_or(0)));
        cell.map_or(self.start, |cell| cell.span)
    }
}

impl Cell {
    fn value(&self, is_text: bool) -> Value {
        if is_text || self.is_quoted {
            return Value::from(self.text.as_str());
        }
        match self.text.as_str() {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            text => match text.parse() {
                Ok(number) => Value::Number(number),
                Err(_) => Value::from(text),
            },
        }
    }
}

fn read_lines(file: &SourceFile, sink: &mut Diagnostics) -> Option<Vec<Vec<Cell>>> {
    let text = &*file.text;
    let bytes = text.as_bytes();
    let mut lines = Vec::new();
    let mut line = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let cell = read_cell(file, &mut at, sink)?;
        line.push(cell);
        if bytes.get(at) == Some(&b',') {
            at += 1;
            if at == text.len() || bytes[at] == b'\n' || text[at..].starts_with("\r\n") {
                line.push(Cell {
                    text: String::new(),
                    is_quoted: false,
                    span: Span::new(file.id, at, at),
                });
                at += text[at..].find('\n').unwrap_or(text.len() - at);
            } else {
                continue;
            }
        }
        at += 1;
        let is_blank = line.len() == 1 && line[0].text.is_empty() && !line[0].is_quoted;
        let whole = std::mem::take(&mut line);
        if !is_blank {
            lines.push(whole);
        }
    }
    Some(lines)
}

/// Reads the cell at `at`, and moves on to the separator after it.
fn read_cell(file: &SourceFile, at: &mut usize, sink: &mut Diagnostics) -> Option<Cell> {
    let source = &*file.text;
    let start = *at;
    let is_quoted = source.as_bytes()[start] == b'"';
    let mut text = match is_quoted {
        true => read_quoted(file, at, sink)?,
        false => String::new(),
    };
    let length = source[*at..].find([',', '\n']);
    let rest = &source[*at..*at + length.unwrap_or(source.len() - *at)];
    let unquoted = rest.trim_end_matches('\r');
    text.push_str(unquoted);
    let end = *at + unquoted.len();
    *at += rest.len();
    Some(Cell {
        text,
        is_quoted,
        span: Span::new(file.id, start, end),
    })
}

/// Reads the quoted text at `at`, and moves on behind its closing quote. `None` without one, which is reported.
fn read_quoted(file: &SourceFile, at: &mut usize, sink: &mut Diagnostics) -> Option<String> {
    let source = &*file.text;
    let start = *at;
    let mut text = String::new();
    loop {
        // Two quotes in the text are one.
        *at += 1;
        let Some(length) = source[*at..].find('"') else {
            let span = Span::new(file.id, start, start + 1);
            sink.error(Code::BadData, span, "this quoted cell has no closing quote")
                .help("write `\"` at the end of the cell, and `\"\"` for a quote inside it");
            return None;
        };
        text.push_str(&source[*at..*at + length]);
        *at += length + 1;
        if source.as_bytes().get(*at) != Some(&b'"') {
            return Some(text);
        }
        text.push('"');
    }
}
