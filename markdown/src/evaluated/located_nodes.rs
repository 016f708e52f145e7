//! Resolves the source ranges of the nodes in the files that they come from, and makes tokens as the scanner does.

use crate::context::MarkdownContext;
use crate::document::nodes::{Element, ElementKind, Evaluated, Node};
use crate::masked_source::{MaskedSource, Source, TokenKind};
use crate::mdx::import::{Bindings, Hoisted};
use crate::mdx::tag::{Attribute, AttributeValue, Tag};
use bindery_source::SourceFile;
use std::collections::BTreeMap;
use std::ops::Range;

/// The nodes of a document with their places.
#[derive(Debug, Default)]
pub(super) struct LocatedNodes<'s> {
    /// The texts of the files, one after the other, and the tokens.
    pub(super) masked: MaskedSource<'s>,
    /// The nodes.
    pub(super) nodes: Vec<LocatedNode<'s>>,
}

/// A node with its place.
#[derive(Debug)]
pub(super) enum LocatedNode<'s> {
    /// Text.
    Text(&'s str),
    /// An element.
    Element(LocatedElement<'s>),
}

/// An element with its place.
#[derive(Debug)]
pub(super) struct LocatedElement<'s> {
    pub(super) element: &'s Element,
    /// The number of its token.
    pub(super) number: usize,
    /// The bytes of the element in the masked text.
    pub(super) range: Range<usize>,
    /// The tag that it could have been written as.
    pub(super) tag: Tag<'s>,
    /// The child nodes in order.
    pub(super) children: Vec<LocatedNode<'s>>,
}

/// The files of a document that its places name.
struct Files<'c, 's> {
    names: &'s [String],
    context: &'c MarkdownContext<'s>,
    /// The texts so far, and the tokens.
    masked: MaskedSource<'s>,
    /// The number of each file among the sources.
    sources: BTreeMap<usize, usize>,
    /// Where the text of each source begins.
    starts: Vec<usize>,
}

/// Locates the nodes of a document.
pub(super) fn locate<'s>(
    evaluated: &'s Evaluated,
    context: &MarkdownContext<'s>,
) -> LocatedNodes<'s> {
    let mut files = Files {
        names: &evaluated.files,
        context,
        masked: MaskedSource::default(),
        sources: BTreeMap::new(),
        starts: Vec::new(),
    };
    // The first source is the document's own.
    if files.source(evaluated.own).is_none() {
        return LocatedNodes::default();
    }
    let nodes = locate_all(&evaluated.nodes, &mut files);
    LocatedNodes {
        masked: files.masked,
        nodes,
    }
}

fn locate_all<'s>(nodes: &'s [Node], files: &mut Files<'_, 's>) -> Vec<LocatedNode<'s>> {
    let locate = |node: &'s Node| match node {
        Node::Text(text) => LocatedNode::Text(text),
        Node::Element(element) => LocatedNode::Element(locate_element(element, files)),
    };
    nodes.iter().map(locate).collect()
}

fn locate_element<'s>(element: &'s Element, files: &mut Files<'_, 's>) -> LocatedElement<'s> {
    let (source, range) = files.range(&element.at);
    let name = match element.kind {
        ElementKind::Component => element.origin.name(),
        ElementKind::Syntax | ElementKind::Tag => element.name.as_str(),
    };
    let attributes = element.props.iter().map(|(name, value)| Attribute {
        name,
        value: AttributeValue::Value(value),
        range: range.clone(),
    });
    let tag = Tag {
        name,
        attributes: attributes.collect(),
        is_self_closing: element.children.is_empty() && element.html.is_none(),
        range: range.clone(),
    };
    let token = TokenKind::Open(tag.clone());
    let number = files.masked.token(token, source, range.clone());
    let base = files.starts[source];
    let partial = (element.name == "bindery-partial").then(|| files.begin_partial(&element.at));
    let children = locate_all(&element.children, files);
    if let Some((number, before)) = partial.flatten() {
        files.sources.insert(number, before);
    }
    LocatedElement {
        element,
        number,
        range: base + range.start..base + range.end,
        tag,
        children,
    }
}

impl<'s> Files<'_, 's> {
    /// The number of a file among the sources, to which it is added; `None` for a file that is not in the tree.
    fn source(&mut self, number: usize) -> Option<usize> {
        if let Some(source) = self.sources.get(&number) {
            return Some(*source);
        }
        let file: &'s SourceFile = self.context.tree.find(self.names.get(number)?)?;
        let source = self.masked.sources.len();
        self.masked.sources.push(Source {
            file,
            bindings: Bindings::default(),
            hoisted: Hoisted::default(),
            has_fragments: false,
        });
        self.starts.push(self.masked.text.len());
        self.masked.copy(source, 0..file.text.len());
        self.sources.insert(number, source);
        Some(source)
    }

    /// Lets a file begin another source, until the one that is given back takes its place again: the ids of headings in a
    /// partial do not depend on what the page has included before.
    fn begin_partial(&mut self, at: &str) -> Option<(usize, usize)> {
        let number = at.parse().ok()?;
        let before = self.sources.remove(&number)?;
        Some((number, before))
    }

    /// The number of a source and the bytes in it that a place names; the document's start where there is none.
    fn range(&mut self, at: &str) -> (usize, Range<usize>) {
        let mut numbers = at
            .split(':')
            .map_while(|number| number.parse::<usize>().ok());
        let Some(source) = numbers.next().and_then(|number| self.source(number)) else {
            return (0, 0..0);
        };
        let file = self.masked.sources[source].file;
        let mut offset = || Some(file.offset_at(numbers.next()?, numbers.next()?));
        let start = offset().unwrap_or_default();
        let end = offset().unwrap_or(start).max(start);
        (source, start..end)
    }
}
