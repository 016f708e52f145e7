//! Scans lines that open and close admonitions.

use super::block::BlockStart;
use super::scanner::{LineContent, Opener, Scanner};
use crate::masked_source::TokenKind;
use crate::syntax::admonition::{self as syntax, Kind};
use bindery_source::diagnostic::{Code, nearest};
use std::ops::Range;

impl<'s> Scanner<'s, '_> {
    pub(super) fn admonition_line(&mut self, content: LineContent) -> bool {
        let end = self.line_end(content.at);
        let line = &self.text[content.at..end];
        match syntax::parse_line(line) {
            None => false,
            Some(syntax::Line::Close { colons }) => self.close_admonition(colons, content.at..end),
            Some(syntax::Line::Open {
                colons,
                name,
                title,
            }) => {
                let range = content.at..end;
                let is_own = self
                    .context
                    .options
                    .admonitions
                    .iter()
                    .any(|own| own == name);
                let kind = Kind::parse(name).or(is_own.then_some(Kind::Note));
                let kind = kind.unwrap_or_else(|| {
                    self.unknown_kind(name, content.at + line.find(name).unwrap_or(0))
                });
                let prefix = self.prefix(content);
                self.pos = end;
                let block = BlockStart {
                    kind: TokenKind::Admonition {
                        kind,
                        name,
                        has_title: !title.is_empty(),
                    },
                    opener: Opener::Admonition(colons),
                    range,
                };
                self.open_block(block, content, &prefix);
                self.admonition_title(title, content.at + line.len(), &prefix);
                self.pos = self.next_line(end);
                true
            }
        }
    }

    fn unknown_kind(&mut self, name: &str, at: usize) -> Kind {
        let range = at..at + name.len();
        let own = self.context.options.admonitions.iter().map(String::as_str);
        let names = syntax::NAMES.iter().copied().chain(own);
        let help = match nearest(name, names.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "the kinds are note, tip, info, warning, danger and caution; `keywords` under `[admonitions]` in `site.toml` adds others".to_owned(),
        };
        let span = self.span(&range);
        let message = format!("no kind of admonition named `{name}`");
        self.sink
            .warn(Code::UnknownAdmonition, span, message)
            .help(help)
            .fix_typo(span, name, names);
        Kind::Info
    }

    /// Writes the title as the first paragraph of the admonition.
    fn admonition_title(&mut self, title: &'s str, line_end: usize, prefix: &str) {
        if title.is_empty() {
            return;
        }
        let offset = title.as_ptr() as usize - self.text.as_ptr() as usize;
        debug_assert!(offset + title.len() <= line_end);
        self.masked_line_start = self.masked.text.len();
        self.masked.push(self.source, offset, prefix);
        let number = self.token(TokenKind::ParagraphStart, offset..offset);
        self.masked.mark(number);
        self.pos = offset;
        self.inline(offset + title.len());
        self.masked.push(self.source, offset + title.len(), "\n");
        self.masked
            .push(self.source, offset + title.len(), prefix.trim_end());
        self.masked.push(self.source, offset + title.len(), "\n");
        self.end_paragraph();
    }

    fn close_admonition(&mut self, colons: usize, range: Range<usize>) -> bool {
        let find = |test: &dyn Fn(usize) -> bool| {
            self.blocks
                .iter()
                .rposition(|block| matches!(block.opener, Opener::Admonition(own) if test(own)))
        };
        let found = find(&|own| own == colons).or_else(|| find(&|own| own < colons));
        let Some(at) = found else {
            let is_own = |opener| matches!(opener, Opener::Admonition(own) if own <= colons);
            if self.is_late_end(is_own) {
                self.pos = self.next_line(range.end);
                return true;
            }
            if !self.is_too_deep {
                let span = self.span(&range);
                let message = "no admonition is open here".to_owned();
                self.sink
                    .warn(Code::UnclosedAdmonition, span, message)
                    .help("delete the line, or write `:::note` above");
            }
            return false;
        };
        self.pos = range.end;
        self.close_down_to(at + 1, range.start..range.start);
        self.close_block(range.clone());
        self.pos = self.next_line(range.end);
        true
    }
}
