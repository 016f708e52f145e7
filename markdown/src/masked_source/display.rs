//! Distinguishes blocks from parts of a line.

/// Whether an element or a formula is a block of its own or part of a line, as CSS and MathML name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Display {
    /// On lines of its own.
    Block,
    /// Within a line of text.
    Inline,
}

impl Display {
    pub(crate) fn is_block(self) -> bool {
        self == Display::Block
    }
}
