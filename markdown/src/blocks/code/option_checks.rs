//! Reports options of a code block that are probably mistyped, and highlighted lines that the block does not have.

use super::info::{Info, OPTIONS};
use crate::renderer::Renderer;
use bindery_source::diagnostic::Code;
use bindery_source::diagnostic::nearest;
use std::ops::Range;

impl Renderer<'_, '_, '_> {
    /// Checks the options of the block at `range`. An unknown option that resembles no other belongs to another tool.
    pub(super) fn check_options(&mut self, info: &Info, text: &str, range: &Range<usize>) {
        for word in &info.unknown {
            let near = nearest(word, OPTIONS).filter(|_| word.len() > 2);
            if let Some(near) = near {
                let span = self.in_first_line(range, word);
                self.sink
                    .warn(
                        Code::BadCodeOption,
                        span,
                        format!("unknown option `{word}`"),
                    )
                    .help(format!("did you mean `{near}`?"))
                    .fix_typo(span, word, OPTIONS);
            }
        }
        let count = text.lines().count();
        for lines in &info.marked {
            let (first, last) = (*lines.start(), *lines.end());
            if last <= count && first <= last && first > 0 {
                continue;
            }
            let written = match first == last {
                true => first.to_string(),
                false => format!("{first}-{last}"),
            };
            let span = self.in_first_line(range, &written);
            let message = format!("this block has no line `{written}`");
            let help = format!("its lines are numbered from 1 to {count}");
            self.sink
                .warn(Code::BadCodeOption, span, message)
                .help(help);
        }
    }
}
