//! Parses Markdown files into [`Document`]s.
//!
//! Pure: the same bytes and the same [`MarkdownContext`] always give the same document. Unknown input becomes diagnostics,
//! never a panic. Links and images are segments of the body, because only the assembled site knows their URLs.
//!
//! Parsing has two steps. `scan` masks everything that CommonMark does not know (tags, imports, comments, admonitions,
//! formulas, bare URLs) by numbered markers. `render` passes over the events of the CommonMark parser and writes HTML,
//! with the masked constructs in place of their markers. `specs/*.txt` describe the dialect by examples.
//!
//! A module imports only modules that are declared before it.

pub mod document;
pub mod front_matter;
pub mod options;
pub mod package_managers;

mod placeholder;
pub mod slug;

mod props;
mod syntax;

mod context;

mod mdx;

mod masked_source;
mod scan;

mod renderer;

mod inline;

mod blocks;

mod elements;

mod render;

mod evaluated;

pub use context::reads::{DataReader, ReadRecorder, TreeReader};
pub use context::{Labels, MarkdownContext, TitleHeading, component_name};
pub use mdx::import::default_imports;
pub use mdx::tag::{Attribute, AttributeValue, Tag, find_start_tag};
pub use options::ImportAlias;
pub use placeholder::Placeholder;
pub use props::{Prop, PropType, Props, builtin_names, builtin_props};
pub use syntax::admonition::Kind as AdmonitionKind;

use crate::document::Document;
use crate::document::nodes::Evaluated;
use bindery_source::diagnostic::{Code, Diagnostics};
use bindery_source::{SourceFile, Span};
use serde_json::Value;

/// Parses the body of `file`, which begins at `body_start`, after the front matter.
#[must_use]
pub fn parse_document(
    file: &SourceFile,
    body_start: usize,
    front_matter: &Value,
    context: &MarkdownContext<'_>,
    sink: &mut Diagnostics,
) -> Document {
    let mut start = body_start.min(file.text.len());
    while !file.text.is_char_boundary(start) {
        start += 1;
    }
    if file.text.trim().is_empty() && file.is_readable {
        sink.warn(
            Code::EmptyPage,
            Span::start_of(file.id),
            "the file is empty",
        )
        .help("write a heading and a text, or delete the file");
    }
    let masked = scan::mask_source(file, start, front_matter, context, sink);
    let document = render::render(&masked, front_matter, context, sink);
    with_texts(document, file, start, context)
}

/// Makes a document of what MDX made of the body of `file`; the other arguments are those of [`parse_document`].
#[must_use]
pub fn parse_evaluated(
    file: &SourceFile,
    evaluated: &Evaluated,
    front_matter: &Value,
    context: &MarkdownContext<'_>,
    sink: &mut Diagnostics,
) -> Document {
    let document = evaluated::render(evaluated, front_matter, context, sink);
    with_texts(document, file, front_matter::body_start(file), context)
}

/// A document with what is read from its source text.
fn with_texts(
    mut document: Document,
    file: &SourceFile,
    start: usize,
    context: &MarkdownContext<'_>,
) -> Document {
    document.file = Some(file.id);
    if context.options.has_code {
        document.excerpt = blocks::excerpt::first_line(&file.text[start..]);
    }
    document.content_title = blocks::title::content_title(&file.text[start..]);
    document
}
