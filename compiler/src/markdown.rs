//! Turns Markdown files into [`Document`]s.
//!
//! Pure: the same bytes and the same [`MarkdownContext`] always give the same document, and unknown input becomes
//! diagnostics, never panics. Reading files is [`crate::source`]'s job; deciding where a link leads and what an image
//! is served as is [`crate::assemble`]'s, which is why both stay segments of their own.
//!
//! Two steps: [`scan`] takes out of the text what CommonMark does not know (tags, imports, comments, admonitions,
//! formulas, bare URLs) and leaves numbered markers; [`render`] walks over the events of the CommonMark parser, puts in
//! what the markers stand for and writes HTML. One child for each feature: some read a syntax for the scanner, some
//! write HTML for the renderer, some do both. `specs/*.txt` describe the dialect by examples.

mod escape;
mod placeholder;
pub(crate) mod slug;

mod props;

mod mdx;
mod syntax;

mod masked_source;
mod scan;

mod renderer;

mod blocks;
mod elements;
mod inline;

mod render;

pub(crate) use escape::decode as decode_entities;
pub(crate) use mdx::tag::is_void;
pub use placeholder::Placeholder;
pub use props::Props;
pub use syntax::admonition::Kind as AdmonitionKind;

use crate::config::MarkdownOptions;
use crate::data::Data;
use crate::diagnostic::Diagnostics;
use crate::document::Document;
use crate::source::{SourceFile, SourceTree};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// What a document may refer to, and how it is to be read.
#[derive(Clone, Copy, Debug)]
pub struct MarkdownContext<'c> {
    /// The tree, for partials.
    pub tree: &'c SourceTree,
    /// The parsed data files. A data file of the tree that is not here was faulty and has been reported.
    pub data: &'c Data,
    /// The names of all components.
    pub components: &'c BTreeSet<String>,
    /// What the site's own components declare of their properties; `None` for those that declare nothing.
    pub props: &'c BTreeMap<String, Option<Props>>,
    /// The words the output needs.
    pub labels: &'c Labels,
    /// What the site sets.
    pub options: &'c MarkdownOptions,
    /// What becomes of an `# h1` that opens the body.
    pub title: TitleHeading,
}

/// What becomes of an `# h1` that opens the body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TitleHeading {
    /// It stays in the body.
    #[default]
    Keep,
    /// It only gives the title; it takes no id either.
    Drop,
}

/// The words that the HTML of a body holds besides the author's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labels {
    /// Before the heading's text, in a heading's hash link.
    pub direct_link_to: String,
    /// Behind the text of external links, for screen readers.
    pub opens_in_new_tab: String,
    /// Names the scroll region round a table.
    pub table: String,
    /// Names code blocks without a title.
    pub code: String,
    /// Heads the footnotes.
    pub footnotes: String,
    /// Before the number, in a footnote's way back.
    pub back_to_reference: String,
    /// Names the check boxes of task lists: open, done.
    pub tasks: [String; 2],
    /// Names of the admonitions: note, tip, info, warning, danger, caution.
    pub admonitions: [String; 6],
}

impl Default for Labels {
    fn default() -> Self {
        Labels {
            direct_link_to: "Direct link to".to_owned(),
            opens_in_new_tab: "(opens in new tab)".to_owned(),
            table: "Table".to_owned(),
            code: "Code".to_owned(),
            footnotes: "Footnotes".to_owned(),
            back_to_reference: "Back to reference".to_owned(),
            tasks: ["Open", "Done"].map(str::to_owned),
            admonitions: ["note", "tip", "info", "warning", "danger", "caution"].map(str::to_owned),
        }
    }
}

impl Labels {
    /// The name of an admonition.
    #[must_use]
    pub fn admonition(&self, kind: AdmonitionKind) -> &str {
        &self.admonitions[kind as usize]
    }
}

/// Parses `file` from `body_start` on, where its front matter ends.
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
    let masked = scan::mask_source(file, start, context, sink);
    let mut document = render::render(&masked, front_matter, context, sink);
    document.file = Some(file.id);
    document.content_title = blocks::title::content_title(&file.text[start..]);
    document
}

/// One past the `>` that ends the tag a text begins with, quotes respected.
pub(crate) fn tag_end(text: &str) -> usize {
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return at + 1,
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    text.len()
}
