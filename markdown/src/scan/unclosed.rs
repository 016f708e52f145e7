//! Reports blocks without an end of their own, each once: the end of one that the end of another block has ended already
//! may follow later (`:::tip`, `<div>`, `:::`, `</div>`).

use super::scanner::{Opener, Scanner};
use bindery_source::diagnostic::Code;

impl Scanner<'_, '_> {
    /// Reports the blocks without an end, except the `first` ones, which are those of the file that includes this one.
    pub(super) fn report_unclosed_blocks(&mut self, first: usize) {
        for block in self.unclosed.split_off(first) {
            let span = self.masked.token_span(block.token);
            let name = match block.opener {
                Opener::Tag(name) => format!("`<{name}>`"),
                Opener::Admonition(_) => "this admonition".to_owned(),
            };
            let (message, help) = match (block.has_late_end, block.opener) {
                (true, _) => {
                    let lines = &self.masked.sources[self.source].file.lines;
                    let at = u32::try_from(block.ended_at).unwrap_or(u32::MAX);
                    let (line, _) = lines.line_col(self.text, at);
                    (
                        format!("{name} ends after the block that it is in"),
                        format!("move its end before line {line}, where that block ends"),
                    )
                }
                (false, Opener::Tag(name)) => (
                    format!("`<{name}>` is never closed"),
                    format!("add `</{name}>`"),
                ),
                (false, Opener::Admonition(colons)) => (
                    format!("{name} is never closed"),
                    format!(
                        "add a line of {colons} colons; an outer admonition needs more than an inner"
                    ),
                ),
            };
            let code = match block.opener {
                Opener::Tag(_) => Code::UnclosedTag,
                Opener::Admonition(_) => Code::UnclosedAdmonition,
            };
            self.sink.error(code, span, message).help(help);
        }
    }
}
