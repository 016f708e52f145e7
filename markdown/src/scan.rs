//! Masks the constructs of a file that CommonMark does not know, and includes its partials.
//!
//! In: a file. Out: a [`MaskedSource`] for the CommonMark parser. The scanner passes over the lines once. It follows
//! lists, quotes and fences only as far as needed to distinguish code from other text and to know how far the lines of a
//! block are indented. As in MDX, indentation never makes code: a line that CommonMark would read as indented code is moved
//! to the left, and the children of a tag are moved to the column of the tag. In texts that are not MDX but CommonMark
//! indentation makes code, and braces, imports and exports are text.
//!
//! `container` scans quotes and list items, `block` the start of a line's content, `inline` the text within a line;
//! the other modules scan the construct that they are named after.

mod line;
mod scanner;
mod unclosed;

mod admonition;
mod block;
mod block_tag;
mod container;
mod expression;
mod fence;
mod include;
mod inline;
mod math;

use crate::context::MarkdownContext;
use crate::masked_source::MaskedSource;
use bindery_source::SourceFile;
use bindery_source::diagnostic::Diagnostics;
use scanner::Scanner;
use serde_json::{Map, Value};

/// Masks `file` from `start` on.
pub(crate) fn mask_source<'s>(
    file: &'s SourceFile,
    start: usize,
    front_matter: &Value,
    context: &'s MarkdownContext<'s>,
    sink: &mut Diagnostics,
) -> MaskedSource<'s> {
    let mut scanner = Scanner::new(file, start, context, sink);
    scanner.masked.text.reserve(file.text.len() + 64);
    let format = context.options.format;
    let no_keys = Map::new();
    let keys = front_matter.as_object().unwrap_or(&no_keys);
    scanner.is_commonmark = format.is_commonmark(&file.path, keys);
    scanner.file(file, start);
    scanner.masked
}
