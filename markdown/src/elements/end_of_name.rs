//! Finds the place where the end tag repeats the name of its start tag.

use crate::masked_source::TokenKind;
use crate::renderer::Renderer;
use bindery_source::Span;

/// How many masked constructs are searched for an end tag, so that texts with many start tags are read in linear time.
const MAX_TOKENS_TO_END: usize = 1_000;

/// Where the name of a tag is written again.
#[derive(Clone, Copy)]
pub(super) enum EndOfName {
    /// The tag has no end tag.
    None,
    /// In its end tag.
    At(Span),
    /// The end tag was not found.
    Unknown,
}

impl Renderer<'_, '_, '_> {
    /// The name in the end tag of a start tag.
    pub(super) fn end_of_name(&self, number: usize) -> EndOfName {
        let TokenKind::Open(tag) = &self.masked.tokens[number].kind else {
            return EndOfName::Unknown;
        };
        if tag.is_closed() {
            return EndOfName::None;
        }
        let tokens_after = || {
            let tokens = self.masked.tokens.iter().enumerate();
            tokens.skip(number + 1).take(MAX_TOKENS_TO_END)
        };
        let mut block_ends = tokens_after();
        let of_block = block_ends
            .find(|(_, token)| matches!(token.kind, TokenKind::End(own) if own == number));
        let mut depth = 1;
        let of_line = || {
            tokens_after().find(|(_, token)| {
                match &token.kind {
                    TokenKind::Open(inner) if inner.name == tag.name && !inner.is_closed() => {
                        depth += 1;
                    }
                    TokenKind::Close(name) if *name == tag.name => depth -= 1,
                    _ => {}
                }
                depth == 0
            })
        };
        let Some((_, token)) = of_block.or_else(of_line) else {
            return EndOfName::Unknown;
        };
        let file = self.masked.sources[token.source].file;
        let start = token.range.start + 2;
        match file.text[token.range.clone()].starts_with(&format!("</{}", tag.name)) {
            true => EndOfName::At(Span::new(file.id, start, start + tag.name.len())),
            false => EndOfName::Unknown,
        }
    }
}
