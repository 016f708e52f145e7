//! Finds what the text at a position refers to: a link, a heading, a component, or a value.

use super::data;
use crate::query::Query;
use bindery_compiler::document::Heading;
use bindery_compiler::markdown::component_name;
use bindery_compiler::model::{Page, ResolvedLink};
use bindery_compiler::source::{SourceFile, Span};
use serde_json::Value;
use std::ops::Range;

/// What the text at a position refers to.
#[derive(Debug)]
pub(super) enum Symbol<'q> {
    /// A link to a page of the site.
    Link(&'q ResolvedLink),
    /// A heading of the document.
    Heading(&'q Heading),
    /// The name of a component in a tag, with its bytes.
    Component(&'q str, Range<usize>),
    /// An expression whose value is known, with its bytes.
    Data(Value, Range<usize>),
}

/// What the text at a byte refers to; the text is that of the check.
pub(super) fn symbol_at<'q>(query: &'q Query<'_>, byte: usize) -> Option<Symbol<'q>> {
    let file = query.file?;
    if let Some(link) = link_at(query, file, byte) {
        return Some(Symbol::Link(link));
    }
    if let Some((name, range)) = component_at(query.text, byte) {
        return Some(Symbol::Component(name, range));
    }
    if let Some((value, range)) = data::value_at(query, byte) {
        return Some(Symbol::Data(value, range));
    }
    let document = query.snapshot.document(file.id)?;
    let mut headings = document.document.headings.iter();
    headings
        .find(|heading| is_in(heading.span, file, byte))
        .map(Symbol::Heading)
}

fn is_in(span: Span, file: &SourceFile, byte: usize) -> bool {
    span.file == file.id && (span.start as usize..=span.end as usize).contains(&byte)
}

fn link_at<'q>(query: &'q Query<'_>, file: &SourceFile, byte: usize) -> Option<&'q ResolvedLink> {
    let links = &query.snapshot.checked.site.links;
    let first = links.partition_point(|link| link.span.file < file.id);
    let own = links[first..].iter();
    let own = own.take_while(|link| link.span.file == file.id);
    // The links of a tag's properties have the span of the whole tag.
    own.filter(|link| is_in(link.span, file, byte))
        .min_by_key(|link| link.span.end - link.span.start)
}

fn component_at(text: &str, byte: usize) -> Option<(&str, Range<usize>)> {
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '.';
    let before = text.get(..byte)?;
    let start = before.trim_end_matches(is_name).len();
    let rest = &text[start..];
    let end = start + rest.find(|letter| !is_name(letter)).unwrap_or(rest.len());
    let name = &text[start..end];
    let is_tag = text[..start].ends_with('<') || text[..start].ends_with("</");
    let is_component = name.starts_with(|letter: char| letter.is_ascii_uppercase());
    (is_tag && is_component).then_some((name, start..end))
}

/// The pages that are made of a file, in all locales.
pub(super) fn pages_of<'q>(query: &'q Query<'_>, file: &SourceFile) -> Vec<&'q Page> {
    let id = file.id;
    let pages = query.snapshot.checked.site.pages.iter();
    pages.filter(|page| page.source == Some(id)).collect()
}

/// The span that a link leads to: a heading of a page, else its start.
pub(super) fn target_of(query: &Query<'_>, link: &ResolvedLink) -> Option<Span> {
    let page = query.snapshot.page_at(link.page.as_str())?;
    let file = page.source?;
    let headings = query.snapshot.document(file);
    let mut headings = headings.iter().flat_map(|one| &one.document.headings);
    let heading = headings.find(|heading| Some(&heading.id) == link.anchor.as_ref());
    Some(heading.map_or(Span::start_of(file), |heading| heading.span))
}

/// The file of a component of the site.
pub(super) fn component_file<'q>(query: &'q Query<'_>, name: &str) -> Option<&'q SourceFile> {
    let mut files = query.snapshot.checked.tree.files_in("components");
    files.find(|file| {
        let path = file.path.strip_prefix("components/");
        path.and_then(component_name) == Some(name)
    })
}
