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

mod dates;

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
pub use mdx::import::{default_imports, import_paths};
pub use mdx::tag::{Attribute, AttributeValue, Tag, find_start_tag};
pub use options::ImportAlias;
pub use placeholder::Placeholder;
pub use props::{Prop, PropType, Props, builtin_names, builtin_props};
pub use syntax::admonition::Kind as AdmonitionKind;

use crate::document::Document;
use crate::document::nodes::Evaluated;
use crate::masked_source::TokenKind;
use crate::options::MarkdownOptions;
use bindery_source::data::Data;
use bindery_source::diagnostic::{Code, Diagnostics};
use bindery_source::{SourceFile, SourceTree, Span};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

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

/// The ranges of the start tags in the body of `file` that are not in code, a comment or a formula. Partials are not read.
#[must_use]
pub fn start_tag_ranges(file: &SourceFile) -> Vec<Range<usize>> {
    let (tree, data) = (SourceTree::default(), Data::default());
    let context = MarkdownContext {
        tree: TreeReader::new(&tree, None),
        data: DataReader::new(&data, None),
        components: &BTreeSet::new(),
        props: &BTreeMap::new(),
        labels: &Labels::default(),
        options: &MarkdownOptions::default(),
        title: TitleHeading::Keep,
    };
    let mut problems = Diagnostics::new();
    let start = front_matter::body_start(file);
    let masked = scan::mask_source(file, start, &Value::Null, &context, &mut problems);
    drop(problems.into_sorted());
    let tokens = masked.tokens.into_iter();
    let tags = tokens.filter_map(|token| match token.kind {
        TokenKind::Open(tag) => Some(tag.range),
        _ => None,
    });
    tags.collect()
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
