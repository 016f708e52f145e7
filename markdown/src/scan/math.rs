//! Scans display formulas: `$$…$$`, and LaTeX environments outside dollar signs.

use super::scanner::{LineContent, Scanner};
use crate::masked_source::{Display, TokenKind};
use crate::syntax::math::begins_environment;
use bindery_source::diagnostic::Code;
use std::ops::Range;

impl Scanner<'_, '_> {
    /// A display formula with nothing after it on its last line.
    pub(super) fn math_line(&mut self, content: LineContent) -> bool {
        let found = if self.bytes()[content.at] == b'$' {
            let fenced = self.fenced_math(content.at);
            fenced.or_else(|| self.display_math(content.at))
        } else {
            self.environment(content.at)
        };
        let Some((range, latex)) = found else {
            self.check_unclosed_math(content.at);
            return false;
        };
        let (_, after) = self.indentation(range.end, 0);
        if !self.is_blank(after) {
            return false;
        }
        let number = self.token(
            TokenKind::Math {
                latex,
                display: Display::Block,
            },
            range.clone(),
        );
        self.masked.mark_block(number);
        self.pos = self.next_line(after);
        self.end_paragraph();
        true
    }

    /// In MDX, a line of `$$` begins a formula that the next such line ends, with blank lines between.
    fn fenced_math(&mut self, at: usize) -> Option<(Range<usize>, String)> {
        let is_fence = |line: &str| line.trim().trim_start_matches('>').trim_start() == "$$";
        let options = &self.context.options;
        if !options.has_code || options.is_math_off || self.lookahead_budget == 0 {
            return None;
        }
        let rest = &self.text[at..];
        let mut lines = rest.split_inclusive('\n');
        let mut end = lines.next().filter(|line| is_fence(line))?.len();
        let start = end;
        for line in lines {
            if is_fence(line) {
                let latex = without_quotes(&rest[start..end]);
                let range = at..at + end + line.trim_end().len();
                return (!latex.is_empty()).then_some((range, latex));
            }
            end += line.len();
        }
        self.spend_lookahead(end * 2);
        None
    }

    /// Reports `$$` at the start of a line that no `$$` closes before a blank line.
    fn check_unclosed_math(&mut self, at: usize) {
        let rest = &self.text[at..];
        let is_off = self.context.options.is_math_off || self.lookahead_budget == 0;
        // Three signs mean prices.
        if is_off
            || at < self.unclosed_math_until
            || !rest.starts_with("$$")
            || rest[2..].starts_with('$')
        {
            return;
        }
        let end = rest[2..].find("$$");
        if end.is_some_and(|end| !has_blank_line(&rest[2..2 + end])) {
            return;
        }
        // The next `$$` may be the end that is meant.
        self.unclosed_math_until = end.map_or(self.text.len(), |end| at + 2 + end + 2);
        self.warn(
            Code::BadMath,
            &(at..at + 2),
            "this formula is not closed before a blank line".to_owned(),
        )
        .help("write `$$` where it ends, and no blank line in it; `\\$\\$` if readers should see the signs");
    }

    /// `\begin{align}…\end{align}` at `at`: its range and its LaTeX.
    fn environment(&mut self, at: usize) -> Option<(Range<usize>, String)> {
        let name = begins_environment(&self.text[at..])?;
        if self.lookahead_budget == 0 || self.context.options.is_math_off {
            return None;
        }
        let rest = &self.text[at..];
        let close = format!("\\end{{{name}}}");
        let end = rest
            .find(&close)
            .filter(|end| !has_blank_line(&rest[..*end]));
        let Some(end) = end else {
            self.spend_lookahead(rest.find(&close).unwrap_or(rest.len()) * 2);
            return None;
        };
        let length = end + close.len();
        Some((at..at + length, without_quotes(&rest[..length])))
    }

    /// `$$…$$` at `at`: its range and its LaTeX, without the quote signs of the container.
    pub(super) fn display_math(&mut self, at: usize) -> Option<(Range<usize>, String)> {
        let is_off = self.context.options.is_math_off;
        if is_off || !self.bytes()[at..].starts_with(b"$$") || self.lookahead_budget == 0 {
            return None;
        }
        let start = at + 2;
        let rest = &self.text[start..];
        let length = rest.find("$$").filter(|end| !has_blank_line(&rest[..*end]));
        let Some(length) = length else {
            self.spend_lookahead(rest.find("$$").unwrap_or(rest.len()) * 2);
            return None;
        };
        let latex = &rest[..length];
        if latex.trim().is_empty() {
            return None;
        }
        let latex = without_quotes(latex);
        Some((at..start + length + 2, latex))
    }
}

fn has_blank_line(text: &str) -> bool {
    text.contains("\n\n") || text.contains("\n\r\n")
}

/// LaTeX without the quote signs of its container.
fn without_quotes(latex: &str) -> String {
    let lines = latex
        .lines()
        .map(|line| line.trim_start().trim_start_matches("> "));
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}
