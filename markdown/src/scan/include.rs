//! Scans import and export statements, and replaces the tag of an imported partial by the partial's text.

use super::scanner::{IndentLevel, LineContent, Scanner};
use crate::front_matter::body_start;
use crate::mdx::import::{self, Binding};
use crate::mdx::tag::{self, Tag};
use bindery_source::SourceFile;
use bindery_source::diagnostic::Code;

/// The maximum depth of partials that include partials.
const MAX_INCLUDES: usize = 16;
/// The maximum size of a document's masked text.
const MAX_BYTES: usize = 64 * 1024 * 1024;

impl<'s> Scanner<'s, '_> {
    /// A line that begins with `import` or `export` at column 0.
    pub(super) fn import_line(&mut self, content: LineContent) -> bool {
        if self.bytes()[content.at] == b'e' {
            return self.export_line(content);
        }
        let mut at = content.at;
        while let Some(statement) = import::parse_import(self.text, at) {
            at = statement.end;
            let file = self.masked.sources[self.source].file;
            let bound = import::resolve(&statement, file, self.context, self.sink);
            self.masked.sources[self.source].bindings.0.extend(bound);
        }
        if at == content.at {
            return false;
        }
        self.pos = at;
        if self.text[at..].starts_with("export ") && self.export_line(LineContent { at, ..content })
        {
            return true;
        }
        self.pos = self.next_line(at);
        self.masked.push(self.source, content.at, "\n");
        self.end_paragraph();
        true
    }

    /// `export const name = literal` declares data. In a Docusaurus tree, `export const Name = () => …` declares a
    /// component of the module that this file is. Any other export is reported and skipped.
    fn export_line(&mut self, content: LineContent) -> bool {
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
        let text = &self.text[content.at..];
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
            (Some((data, _)), _) => Binding::Data(data.clone()),
            (None, Some(name)) => Binding::Component(format!("@site/{}#{name}", source.file.path)),
            (None, None) => Binding::Broken,
        };
        if let Some(name) = import::exported_name(text) {
            source.bindings.0.insert(name, binding);
        }
        match literal {
            Some((_, end)) => self.pos = self.next_line(content.at + end),
            None => {
                if component.is_none() {
                    self.refuse_export(content);
                }
                self.skip_export();
            }
        }
        self.masked.push(self.source, content.at, "\n");
        self.end_paragraph();
        true
    }

    fn refuse_export(&mut self, content: LineContent) {
        let range = content.at..self.line_end(content.at);
        let message = "only literals can be exported in content: `export const name = 'value'`";
        self.error(Code::UnsupportedExpression, &range, message.to_owned())
            .help("put values into a data file under `data/` and code into a component");
    }

    /// Skips an export: up to the first blank line outside of its brackets.
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
        // The brackets never balance: one of them is in a string. The statement ends at its first blank line.
        self.pos = first_blank.unwrap_or(self.pos);
    }

    /// Includes the partial that a tag names; `false` when the tag names something else.
    pub(super) fn include_partial(&mut self, tag: &Tag<'s>, content: LineContent) -> bool {
        if !tag::is_component(tag.name) {
            return false;
        }
        let Some(file) = self.find_partial(tag.name) else {
            return false;
        };
        let refusal = if self.include_stack.contains(&file.id) {
            Some("a partial cannot include itself")
        } else if self.include_stack.len() > MAX_INCLUDES || self.masked.text.len() > MAX_BYTES {
            Some("too many partials are included in one another")
        } else {
            None
        };
        self.pos = tag.range.end;
        if let Some(message) = refusal {
            self.error(Code::UnknownImport, &tag.range, message.to_owned())
                .help("include the partial elsewhere");
            self.break_line();
            return true;
        }
        self.include(file, content);
        true
    }

    fn include(&mut self, file: &'s SourceFile, content: LineContent) {
        let prefix = match content.is_quoted {
            true => self.prefix(content),
            false => String::new(),
        };
        self.masked
            .push(self.source, self.pos, &format!("\n{prefix}\n"));
        let start = self.masked.text.len();
        let saved = (self.source, self.text, self.pos);
        let levels = self.levels.len();
        let searched = std::mem::replace(&mut self.comment_search_failed_at, [usize::MAX; 2]);
        let mdx_ends = std::mem::take(&mut self.mdx_ends);
        let unclosed_math_until = std::mem::take(&mut self.unclosed_math_until);
        self.levels.push(IndentLevel {
            source_column: 0,
            masked_column: match content.is_quoted {
                true => 0,
                false => content.masked_column,
            },
            is_list: false,
        });
        self.reset_lookahead();
        self.file(file, body_start(file));
        (self.source, self.text, self.pos) = saved;
        self.reset_lookahead();
        self.comment_search_failed_at = searched;
        self.mdx_ends = mdx_ends;
        self.unclosed_math_until = unclosed_math_until;
        self.levels.truncate(levels);
        self.break_line();
        self.masked.begin_lines(start, &prefix);
        self.masked
            .push(self.source, self.pos, &format!("{prefix}\n"));
        self.masked_line_start = self.masked.text.len();
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
        // Imports are hoisted: the statement may be further down.
        let source = &self.masked.sources[self.source];
        import::partial_file(
            source.hoisted.partials.get(name)?,
            source.file,
            self.context,
        )
    }
}
