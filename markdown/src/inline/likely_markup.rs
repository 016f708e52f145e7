//! Reports text that was probably meant as markup: conflict markers of git, links with spaces in their target, tables
//! whose second line has another number of cells, braces around a name, and a brace without its end.

use crate::front_matter::TextFormat;
use crate::masked_source::OPEN;
use crate::renderer::Renderer;
use bindery_source::diagnostic::Code;
use bindery_source::javascript;
use std::ops::Range;

/// The lines between which git writes the two sides of a merge conflict.
const CONFLICT: [&str; 3] = ["<<<<<<< ", "\n=======", "\n>>>>>>> "];

/// The most bytes of a target that are looked at, so that a line of many brackets is read in linear time.
const MAX_TARGET: usize = 1_000;

impl Renderer<'_, '_, '_> {
    /// Checks an event of text outside of code.
    pub(crate) fn check_likely_markup(&mut self, text: &str, range: &Range<usize>) {
        match text.as_bytes().first() {
            Some(b'<') => self.check_conflict(range),
            Some(b'(') => self.check_spaced_target(range),
            _ => {}
        }
        let options = self.context.options;
        if text.contains('{') && !options.has_code && options.format == TextFormat::Mdx {
            self.check_braces(range);
        }
    }

    fn check_conflict(&mut self, range: &Range<usize>) {
        let masked = self.masked;
        let rest = &masked.text[range.start..];
        let is_line_start = range.start == 0 || masked.text[..range.start].ends_with('\n');
        let is_conflict = is_line_start
            && rest.starts_with(CONFLICT[0])
            && self.last_conflict().is_some_and(|at| at > range.start);
        if !is_conflict {
            return;
        }
        let length = rest.lines().next().unwrap_or_default().trim_end().len();
        let span = self.span(&(range.start..range.start + length));
        self.sink
            .error(Code::MergeConflict, span, "a merge conflict is not resolved")
            .help("keep one of the two sides, and delete the lines `<<<<<<<`, `=======` and `>>>>>>>`");
    }

    /// The last line between two sides that has an end below it. It is searched once for a document.
    fn last_conflict(&self) -> Option<usize> {
        let text = &self.masked.text;
        let [_, middle, end] = CONFLICT;
        *self
            .last_conflict
            .get_or_init(|| text[..text.rfind(end)?].rfind(middle))
    }

    /// `[text](a path.md)`: CommonMark ends the target at the space, so that there is no link.
    fn check_spaced_target(&mut self, range: &Range<usize>) {
        let masked = self.masked;
        if !masked.text[..range.start].ends_with(']') {
            return;
        }
        let rest = &masked.text[range.start + 1..];
        let length = rest.bytes().take(MAX_TARGET).position(|byte| byte == b')');
        let Some(target) = length.map(|length| &rest[..length]) else {
            return;
        };
        let is_target = target.trim() == target
            && !target.contains('\n')
            && target.contains(' ')
            && !target.contains(['"', '\'', '(', '<', '>', OPEN])
            && (target.starts_with("./")
                || target.starts_with("../")
                || target.starts_with('/')
                || target.ends_with(".md")
                || target.ends_with(".mdx"));
        if !is_target {
            return;
        }
        let start = range.start + 1;
        let span = self.span(&(start..start + target.len()));
        self.sink
            .warn(
                Code::BrokenLink,
                span,
                "a target with a space makes no link",
            )
            .help(format!("write `(<{target}>)`"))
            .fix(span, format!("<{target}>"));
    }

    /// `{name}` and `{1 + 1}`, which MDX evaluates.
    fn check_braces(&mut self, range: &Range<usize>) {
        let masked = self.masked;
        let text = &masked.text[range.clone()];
        let mut close = 0;
        let mut opens = text.match_indices('{').map(|(at, _)| at).peekable();
        while let Some(at) = opens.next() {
            let start = range.start + at;
            if close <= at {
                match text[at..].find('}') {
                    Some(end) => close = at + end,
                    None => return self.check_open_brace(start),
                }
            }
            // Only the braces inside can be those of a name.
            if opens.peek().is_some_and(|next| *next < close) {
                continue;
            }
            // `\{`, and commands of LaTeX: `\begin{align}`.
            let before = masked.text[..start].trim_end_matches(|c: char| c.is_ascii_alphabetic());
            let is_escaped = before.ends_with('\\');
            let inner = &text[at + 1..close];
            if is_escaped || !is_name(inner) && !is_sum(inner) {
                continue;
            }
            let span = self.span(&(start..range.start + close + 1));
            let message = format!("`{{{inner}}}` is shown as it is written");
            let word = match is_name(inner) {
                true => javascript::identifier(inner.trim()),
                false => "",
            };
            let help = match word {
                "" => "write the result, or `\\{` if readers should see the braces".to_owned(),
                word => format!(
                    "import `{word}` to show a value, or write `\\{{` if readers should see the braces"
                ),
            };
            self.sink
                .warn(Code::UnsupportedExpression, span, message)
                .help(help);
        }
    }

    /// `{1 +`: an expression without an end, for which MDX refuses the file.
    fn check_open_brace(&mut self, start: usize) {
        let masked = self.masked;
        let rest = &masked.text[start + 1..];
        let near = &rest[..rest.floor_char_boundary(MAX_TARGET)];
        let paragraph = near.split("\n\n").next().unwrap_or_default();
        let is_whole = paragraph.len() < near.len() || near.len() == rest.len();
        let is_begun = paragraph.starts_with(|c: char| {
            c.is_alphanumeric() || matches!(c, '_' | '$' | '#' | '[' | '(' | '"' | '\'' | '`')
        });
        let before = masked.text[..start].trim_end_matches(|c: char| c.is_ascii_alphabetic());
        if before.ends_with('\\') || !is_whole || !is_begun || paragraph.contains('}') {
            return;
        }
        let span = self.span(&(start..start + 1));
        self.sink
            .warn(
                Code::UnsupportedExpression,
                span,
                "this brace is never closed",
            )
            .help("write `}` where the expression ends, or `\\{` if readers should see the brace");
    }

    /// Reports a row with more cells than its table has columns: GFM drops the others.
    pub(crate) fn check_row(&mut self, range: &Range<usize>) {
        let masked = self.masked;
        let columns = self.table.alignments.len();
        let row = masked.text.get(range.clone()).unwrap_or_default();
        let row = row.lines().next().unwrap_or_default();
        let Some((extra, more)) = extra_cells(row, columns) else {
            return;
        };
        let span = self.span(&(range.start + extra.start..range.start + extra.end));
        let cells = columns + more;
        let message =
            format!("this row has {cells} cells and its table {columns}: the rest is not shown");
        self.sink.warn(Code::BadTable, span, message).help(
            "add cells to the head and to the line below it, or write `\\|` for a line in a text",
        );
    }

    /// Reports a paragraph that would be a table if its second line had as many cells as the first.
    pub(crate) fn check_table_lines(&mut self, range: &Range<usize>) {
        let masked = self.masked;
        let mut lines = masked.text[range.clone()].split_inclusive('\n');
        let (Some(head), Some(line)) = (lines.next(), lines.next()) else {
            return;
        };
        let delimiters = line.trim().trim_matches('|');
        let is_delimiter = |cell: &str| {
            let dashes = cell.trim().trim_matches(':');
            !dashes.is_empty() && dashes.bytes().all(|byte| byte == b'-')
        };
        if !head.contains('|') || !line.contains('|') || !delimiters.split('|').all(is_delimiter) {
            return;
        }
        let (wanted, found) = (cells(head), delimiters.split('|').count());
        if wanted == found {
            return;
        }
        let start = range.start + head.len();
        let written = line.trim_end();
        let indent = written.len() - written.trim_start().len();
        let span = self.span(&(start + indent..start + written.len()));
        let message =
            format!("this is no table: its head has {wanted} cells, the line below it {found}");
        self.sink
            .warn(Code::BadTable, span, message)
            .help(format!("write `|{}`", "---|".repeat(wanted)));
    }
}

/// The cells of a row behind the columns of its table, without the last `|`: where they start, and how many they are.
/// `None` if the row has no more cells than the table, or the others are empty.
fn extra_cells(row: &str, columns: usize) -> Option<(Range<usize>, usize)> {
    let trimmed = row.trim();
    let start = row.len() - row.trim_start().len();
    let inner = trimmed.strip_prefix('|').unwrap_or(trimmed);
    let start = start + trimmed.len() - inner.len();
    let mut bars = inner.match_indices('|');
    let is_bar = |at: usize| !inner[..at].ends_with('\\');
    let (last, _) = bars
        .by_ref()
        .filter(|(at, _)| is_bar(*at))
        .nth(columns.checked_sub(1)?)?;
    let rest = &inner[last + 1..];
    let end = match rest.strip_suffix('|') {
        Some(cells) if !cells.ends_with('\\') => cells,
        _ => rest,
    };
    let shown = end.trim();
    let is_empty = end.split('|').all(|cell| cell.trim().is_empty());
    let from = start + last + 1 + (end.len() - end.trim_start().len());
    let more = 1 + shown.replace("\\|", "").matches('|').count();
    (!is_empty).then(|| (from..from + shown.len(), more))
}

/// The number of cells in a line of a table.
fn cells(line: &str) -> usize {
    let line = line.trim().replace("\\|", "");
    let inner = line.strip_prefix('|').unwrap_or(&line);
    inner.strip_suffix('|').unwrap_or(inner).split('|').count()
}

/// Whether the text is a name of two letters or more, or a member of one.
fn is_name(text: &str) -> bool {
    let mut parts = text.trim().split('.');
    let is_number = text.trim().starts_with(|c: char| c.is_ascii_digit());
    text.trim().len() > 1 && !is_number && parts.all(javascript::is_identifier)
}

/// Whether the text is a computation with numbers.
fn is_sum(text: &str) -> bool {
    let text = text.trim();
    let is_part = |c: char| c.is_ascii_digit() || " .+-*/()".contains(c);
    let digits = text.starts_with(|c: char| c.is_ascii_digit())
        && text.ends_with(|c: char| c.is_ascii_digit());
    digits && text.chars().all(is_part) && text.contains(['+', '*', '/'])
}
