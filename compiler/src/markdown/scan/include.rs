//! Imports, and partials set in where their tag stands.

use super::{Level, Place, Scanner};
use crate::diagnostic::Code;
use crate::markdown::import::{self, Binding};
use crate::markdown::tag::{self, Tag};
use crate::source::SourceFile;

/// Partials may include partials this deep.
const MAX_INCLUDES: usize = 16;
/// The masked text of one document may grow to this size.
const MAX_BYTES: usize = 64 * 1024 * 1024;

impl<'s> Scanner<'s, '_> {
    /// A line that begins with `import` or `export` at column 0.
    pub(super) fn import_line(&mut self, place: Place) -> bool {
        if self.bytes()[place.at] == b'e' {
            return self.export_line(place);
        }
        let Some(statement) = import::scan(self.text, place.at) else {
            return false;
        };
        let file = self.masked.sources[self.source].file;
        for (name, binding) in import::resolve(&statement, file, self.context, self.sink) {
            self.masked.sources[self.source]
                .bindings
                .0
                .insert(name, binding);
        }
        self.pos = self.next_line(statement.end);
        self.masked.push(self.source, place.at, "\n");
        self.end_paragraph();
        true
    }

    /// `export const name = literal` declares data, and in a Docusaurus tree `export const Name = () => …` a component,
    /// whose module is the file itself. Other exports are JavaScript: reported and left out.
    fn export_line(&mut self, place: Place) -> bool {
        const BEGINNINGS: [&str; 9] = [
            "const ",
            "let ",
            "var ",
            "function ",
            "default ",
            "class ",
            "async ",
            "{",
            "* ",
        ];
        let text = &self.text[place.at..];
        let Some(rest) = text.strip_prefix("export ") else {
            return false;
        };
        if !BEGINNINGS.iter().any(|begin| rest.starts_with(begin)) {
            return false;
        }
        let has_code = self.context.options.has_code;
        let source = &mut self.masked.sources[self.source];
        let literal = import::exported_literal(text, &source.bindings);
        let component = import::exported_component(text).filter(|_| has_code);
        let binding = match (&literal, component) {
            (Some((datum, _)), _) => Binding::Data(datum.clone()),
            (None, Some(name)) => Binding::Component(format!("@site/{}#{name}", source.file.path)),
            (None, None) => Binding::Broken,
        };
        if let Some(name) = import::exported_name(text) {
            source.bindings.0.insert(name, binding);
        }
        match literal {
            Some((_, end)) => self.pos = self.next_line(place.at + end),
            None => {
                if component.is_none() {
                    self.refuse_export(place);
                }
                self.skip_export();
            }
        }
        self.masked.push(self.source, place.at, "\n");
        self.end_paragraph();
        true
    }

    fn refuse_export(&mut self, place: Place) {
        let range = place.at..self.line_end(place.at);
        let message = "only literals can be exported in content: `export const name = 'value'`";
        self.error(Code::UnsupportedExpression, &range, message.to_owned())
            .help("put values into a data file under `data/` and code into a component");
    }

    /// Leaves an export out: up to the first blank line outside of its braces.
    fn skip_export(&mut self) {
        let mut depth = 0_i64;
        let mut first_blank = None;
        while self.pos < self.text.len() {
            if self.is_blank(self.indentation(self.pos, 0).1) {
                first_blank.get_or_insert(self.pos);
                if depth <= 0 {
                    return;
                }
            }
            let next = self.next_line(self.pos);
            for byte in &self.bytes()[self.pos..next] {
                match byte {
                    b'{' | b'(' | b'[' => depth += 1,
                    b'}' | b')' | b']' => depth -= 1,
                    _ => {}
                }
            }
            self.pos = next;
        }
        // Braces that never close: a string has one.
        self.pos = first_blank.unwrap_or(self.pos);
    }

    /// Sets in the partial that a tag stands for; `false` when it stands for something else.
    pub(super) fn include_partial(&mut self, tag: &Tag<'s>, place: Place) -> bool {
        if !tag::is_component(tag.name) {
            return false;
        }
        let Some(file) = self.find_partial(tag.name) else {
            return false;
        };
        let refusal = if self.including.contains(&file.id) {
            Some("a partial cannot include itself")
        } else if self.including.len() > MAX_INCLUDES || self.masked.text.len() > MAX_BYTES {
            Some("too many partials are included in one another")
        } else if place.is_quoted {
            Some("a partial cannot stand in a quote yet")
        } else {
            None
        };
        self.pos = tag.range.end;
        if let Some(message) = refusal {
            self.error(Code::UnknownImport, &tag.range, message.to_owned())
                .help("set the partial in elsewhere");
            self.break_line();
            return true;
        }
        self.include(file, place);
        true
    }

    fn include(&mut self, file: &'s SourceFile, place: Place) {
        self.masked.push(self.source, self.pos, "\n\n");
        let saved = (self.source, self.text, self.pos);
        let levels = self.levels.len();
        let searched = std::mem::replace(&mut self.comment_search_failed_at, [usize::MAX; 2]);
        self.levels.push(Level {
            source: 0,
            out: place.out,
            is_list: false,
        });
        self.reset_lookahead();
        self.file(file, body_start(&file.text));
        (self.source, self.text, self.pos) = saved;
        self.reset_lookahead();
        self.comment_search_failed_at = searched;
        self.levels.truncate(levels);
        self.break_line();
        self.masked.push(self.source, self.pos, "\n");
        self.line_out = self.masked.text.len();
    }

    fn reset_lookahead(&mut self) {
        self.paragraph_end = 0;
        self.tags_only_until = 0;
        self.not_tags_only_until = 0;
        self.no_rule_until = 0;
        self.rest_of_line = None;
        self.end_paragraph();
    }

    fn find_partial(&self, name: &str) -> Option<&'s SourceFile> {
        match self.masked.sources[self.source].bindings.0.get(name) {
            Some(Binding::Partial(file)) => return Some(file),
            Some(_) => return None,
            None => {}
        }
        // Imports are hoisted: the line may still come.
        let source = &self.masked.sources[self.source];
        let path = import::tree_path(source.hoisted.partials.get(name)?, source.file)?;
        self.context.tree.find(&path)
    }
}

/// Where the body of a partial begins: behind its front matter.
fn body_start(text: &str) -> usize {
    let is_fence = |line: &str| line.trim_end() == "---";
    let mut lines = text.split_inclusive('\n');
    let Some(first) = lines.next().filter(|line| is_fence(line)) else {
        return 0;
    };
    let mut at = first.len();
    for line in lines {
        at += line.len();
        if is_fence(line) {
            return at;
        }
    }
    0
}
