//! Masks the constructs of a file that CommonMark does not know, and includes its partials.
//!
//! In: a file. Out: a [`MaskedSource`] for the CommonMark parser. The scanner passes over the lines once. It follows
//! lists, quotes and fences only as far as needed to distinguish code from other text and to know how far the lines of a
//! block are indented. As in MDX, indentation never makes code: a line that CommonMark would read as indented code is moved
//! to the left, and the children of a tag are moved to the column of the tag. In texts that are not MDX but CommonMark
//! indentation makes code, and braces, imports and exports are text.
//!
//! `lines` passes over the lines and dispatches their content. `scanner` has the state, `block` opens and closes blocks,
//! and each other module scans the construct that it is named after. A module uses only modules that are declared before
//! it; partials make `lines` call itself.

mod line;
mod scanner;

mod container;
mod expression;
mod fence;
mod include;
mod math;

mod block;
mod unclosed;

mod inline;

mod admonition;
mod block_tag;

mod lines;

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
