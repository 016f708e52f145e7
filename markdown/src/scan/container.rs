//! Scans the containers that a line begins with, quotes and list items, and decides what interrupts a paragraph.

use super::scanner::{IndentLevel, LineContent, Scanner};
use crate::syntax::math::begins_environment;

impl Scanner<'_, '_> {
    /// Copies quote signs and list markers, and returns where the content after them begins.
    pub(super) fn containers(&mut self, mut content: LineContent) -> LineContent {
        loop {
            let byte = self.bytes().get(content.at).copied().unwrap_or(b'\n');
            if byte == b'>' {
                let (column, end) = self.indentation(content.at + 1, content.column + 1);
                self.masked.copy(self.source, content.at..end);
                content = LineContent {
                    at: end,
                    column,
                    masked_column: content.masked_column,
                    is_quoted: true,
                    is_line_start: false,
                };
                self.is_in_paragraph = false;
                continue;
            }
            let Some(width) = self.list_marker(content.at) else {
                return content;
            };
            self.end_paragraph();
            content = self.list_item(content, width);
        }
    }

    pub(super) fn list_item(&mut self, content: LineContent, width: usize) -> LineContent {
        let marker_end = content.at + width;
        let (column, at) = self.indentation(marker_end, content.column + width);
        let gap = column - content.column - width;
        let is_empty = self.is_blank(at);
        let output_gap = if is_empty || gap > 4 { 1 } else { gap };
        if content.is_quoted || output_gap == gap {
            self.masked.copy(self.source, content.at..at);
        } else {
            self.masked.copy(self.source, content.at..marker_end);
            self.masked.spaces(self.source, at, output_gap);
        }
        let masked_column = content.masked_column + width + output_gap;
        if !content.is_quoted {
            let source = if is_empty {
                content.column + width + 1
            } else {
                column
            };
            self.levels.push(IndentLevel {
                source_column: source,
                masked_column,
                is_list: true,
            });
        }
        LineContent {
            at,
            column,
            masked_column,
            is_line_start: false,
            ..content
        }
    }

    /// The length of the list marker at `at`, without the white space after it.
    pub(super) fn list_marker(&mut self, at: usize) -> Option<usize> {
        let rest = &self.bytes()[at..];
        let width = match rest.first()? {
            b'-' | b'+' | b'*' => 1,
            b'0'..=b'9' => {
                let digits = rest
                    .iter()
                    .take(10)
                    .take_while(|b| b.is_ascii_digit())
                    .count();
                let is_marker = digits < 10 && matches!(rest.get(digits), Some(b'.' | b')'));
                is_marker.then_some(digits + 1)?
            }
            _ => return None,
        };
        let is_followed = matches!(rest.get(width), None | Some(b' ' | b'\t' | b'\n' | b'\r'));
        (is_followed && !self.is_rule(at)).then_some(width)
    }

    /// Whether there is a thematic break at `at`. Remembers how far it searched in vain, so that a long line of markers
    /// is read once.
    pub(super) fn is_rule(&mut self, at: usize) -> bool {
        if at < self.no_rule_until {
            return false;
        }
        let rest = &self.bytes()[at..];
        let sign = rest[0];
        let is_part = |b: &u8| *b == sign || matches!(b, b' ' | b'\t' | b'\r');
        let length = rest.iter().take_while(|b| is_part(b)).count();
        let is_rule = matches!(rest.get(length), None | Some(b'\n'))
            && rest[..length].iter().filter(|b| **b == sign).count() >= 3;
        if !is_rule {
            self.no_rule_until = at + length;
        }
        is_rule && matches!(sign, b'-' | b'*' | b'_')
    }

    /// Whether the line that begins at `at` interrupts a paragraph above it.
    pub(super) fn starts_block(&mut self, at: usize) -> bool {
        let rest = &self.bytes()[at..];
        match rest.first() {
            Some(b'>' | b'<' | b'|') => true,
            Some(b'#') => {
                let signs = rest.iter().take_while(|b| **b == b'#').count();
                signs < 7 && matches!(rest.get(signs), None | Some(b' ' | b'\t' | b'\n' | b'\r'))
            }
            Some(b'-' | b'+' | b'*' | b'_' | b'0'..=b'9') => {
                self.list_marker(at).is_some() || self.is_rule(at)
            }
            Some(b'`') => rest.starts_with(b"```"),
            Some(b'~') => rest.starts_with(b"~~~"),
            Some(b':') => rest.starts_with(b":::"),
            Some(b'$') => rest.starts_with(b"$$"),
            Some(b'\\') => begins_environment(&self.text[at..]).is_some(),
            Some(b'{') => rest.starts_with(b"{/*"),
            Some(b'i') => rest.starts_with(b"import "),
            _ => false,
        }
    }
}
