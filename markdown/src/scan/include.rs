//! Scans import and export statements, and prepares the scan of a partial in place of its tag.

use super::scanner::{IndentLevel, LineContent, PartialTag, Scanner};
use crate::mdx::import::{self, Binding};
use crate::mdx::tag;
use bindery_source::diagnostic::Code;
use bindery_source::{SourceFile, javascript};

/// The maximum depth of partials that include partials.
const MAX_INCLUDES: usize = 16;
/// The maximum size of a document's masked text.
const MAX_BYTES: usize = 64 * 1024 * 1024;

/// The state of the file that includes a partial, while the partial is scanned.
#[derive(Debug)]
pub(super) struct OuterFile<'s> {
    source: usize,
    text: &'s str,
    pos: usize,
    /// The number of indent levels.
    levels: usize,
    comment_search_failed_at: [usize; 2],
    statements: javascript::Tokens<'s>,
    mdx_ends: Vec<usize>,
    unclosed_math_until: usize,
    /// Where the partial begins in the masked text.
    masked_start: usize,
    /// The quote signs of a line in the container of the tag.
    prefix: String,
}

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
        let text = &self.text[content.at..];
        if !javascript::begins_export(text) {
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

    /// Skips an export. If its brackets are never closed, it ends at the first blank line.
    fn skip_export(&mut self) {
        let end = javascript::end_of_statement(self.text, &mut self.statements, self.pos);
        if let Some(end) = end {
            self.pos = self.next_line(end);
            return;
        }
        while self.pos < self.text.len() && !self.is_blank(self.indentation(self.pos, 0).1) {
            self.pos = self.next_line(self.pos);
        }
    }

    /// Whether a partial cannot be included here, which is reported.
    pub(super) fn is_refused_partial(&mut self, tag: &PartialTag<'s>) -> bool {
        let message = if self.include_stack.contains(&tag.file.id) {
            "a partial cannot include itself"
        } else if self.include_stack.len() > MAX_INCLUDES || self.masked.text.len() > MAX_BYTES {
            "too many partials are included in one another"
        } else {
            return false;
        };
        self.error(Code::UnknownImport, &tag.range, message.to_owned())
            .help("include the partial elsewhere");
        true
    }

    /// Prepares the scan of a partial after its tag.
    pub(super) fn begin_partial(&mut self, content: LineContent) -> OuterFile<'s> {
        let prefix = match content.is_quoted {
            true => self.prefix(content),
            false => String::new(),
        };
        self.masked
            .push(self.source, self.pos, &format!("\n{prefix}\n"));
        let outer = OuterFile {
            source: self.source,
            text: self.text,
            pos: self.pos,
            levels: self.levels.len(),
            comment_search_failed_at: self.comment_search_failed_at,
            statements: self.statements.clone(),
            mdx_ends: std::mem::take(&mut self.mdx_ends),
            unclosed_math_until: std::mem::take(&mut self.unclosed_math_until),
            masked_start: self.masked.text.len(),
            prefix,
        };
        self.comment_search_failed_at = [usize::MAX; 2];
        self.levels.push(IndentLevel {
            source_column: 0,
            masked_column: match content.is_quoted {
                true => 0,
                false => content.masked_column,
            },
            is_list: false,
        });
        self.reset_lookahead();
        outer
    }

    /// Returns to the file that includes the scanned partial.
    pub(super) fn end_partial(&mut self, outer: OuterFile<'s>) {
        self.source = outer.source;
        self.text = outer.text;
        self.pos = outer.pos;
        self.reset_lookahead();
        self.comment_search_failed_at = outer.comment_search_failed_at;
        self.statements = outer.statements;
        self.mdx_ends = outer.mdx_ends;
        self.unclosed_math_until = outer.unclosed_math_until;
        self.levels.truncate(outer.levels);
        self.break_line();
        self.masked.begin_lines(outer.masked_start, &outer.prefix);
        self.masked
            .push(self.source, self.pos, &format!("{}\n", outer.prefix));
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

    /// The partial that a tag names; `None` when it names something else.
    pub(super) fn partial_file(&self, name: &str) -> Option<&'s SourceFile> {
        if !tag::is_component(name) {
            return None;
        }
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
