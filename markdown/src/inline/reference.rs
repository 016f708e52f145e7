//! Reports references without definition, definitions without reference, and asterisks that are not emphasis.

use crate::renderer::Renderer;
use bindery_source::Span;
use bindery_source::diagnostic::Code;
use pulldown_cmark::{BrokenLink, CowStr, Event, LinkType, RefDefs, Tag};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The labels of all references.
#[derive(Debug, Default)]
pub(crate) struct References {
    used: BTreeSet<String>,
    /// The links and images of the document that are references, with their labels.
    placed: Vec<(Referrer, String)>,
}

/// A link or an image, by its index in the document.
#[derive(Clone, Copy, Debug)]
enum Referrer {
    Link(usize),
    Image(usize),
}

/// The references without definition: labels by range in the masked text.
#[derive(Debug, Default)]
pub(crate) struct Undefined {
    found: RefCell<BTreeMap<(usize, usize), String>>,
}

/// Labels are compared without regard to case and white space (CommonMark 0.31, section 6.3).
fn folded(label: &str) -> String {
    let words = label.split_whitespace();
    words.collect::<Vec<_>>().join(" ").to_lowercase()
}

impl References {
    /// Records the label that a link or image refers to, and returns it.
    pub(crate) fn record(&mut self, event: &Event<'_>) -> Option<String> {
        let (Event::Start(Tag::Link { link_type, id, .. })
        | Event::Start(Tag::Image { link_type, id, .. })) = event
        else {
            return None;
        };
        matches!(
            link_type,
            LinkType::Reference | LinkType::Collapsed | LinkType::Shortcut
        )
        .then(|| {
            self.used.insert(folded(id));
            id.to_string()
        })
    }

    /// Records the link or image that was made of the reference in `range`.
    pub(crate) fn place(
        &mut self,
        label: String,
        range: &Range<usize>,
        renderer: &Renderer<'_, '_, '_>,
    ) {
        let whole = renderer.span(range);
        let is_own = |span: Span| {
            span.file == whole.file && whole.start <= span.start && span.end <= whole.end
        };
        let links = &renderer.document.links;
        let images = &renderer.document.images;
        let own = if links.last().is_some_and(|link| is_own(link.span)) {
            Referrer::Link(links.len() - 1)
        } else if images.last().is_some_and(|image| is_own(image.span)) {
            Referrer::Image(images.len() - 1)
        } else {
            return;
        };
        self.placed.push((own, label));
    }

    /// Moves the place of each reference to its target in the definition, where it can be corrected: several references to
    /// one definition have one problem.
    fn move_to_definitions(&self, renderer: &mut Renderer<'_, '_, '_>, definitions: &RefDefs<'_>) {
        for (referrer, label) in &self.placed {
            let Some(definition) = definitions.get(label) else {
                continue;
            };
            let links = &renderer.document.links;
            let images = &renderer.document.images;
            let target = match referrer {
                Referrer::Link(at) => links.get(*at).map(|link| &link.target),
                Referrer::Image(at) => images.get(*at).map(|image| &image.source),
            };
            let written = &renderer.masked.text[definition.span.clone()];
            let behind = written.find("]:").map_or(0, |at| at + 2);
            let found = target.and_then(|target| {
                let start = definition.span.start + behind + written[behind..].find(&**target)?;
                Some(start..start + target.len())
            });
            let span = renderer.span(&found.unwrap_or_else(|| definition.span.clone()));
            match referrer {
                Referrer::Link(at) => renderer.document.links[*at].span = span,
                Referrer::Image(at) => renderer.document.images[*at].span = span,
            }
        }
    }

    /// Reports the definitions without reference.
    ///
    /// In a Docusaurus site only the first of a document is: scripts write the same definitions into each of its files.
    pub(crate) fn report(&self, renderer: &mut Renderer<'_, '_, '_>, definitions: &RefDefs<'_>) {
        self.move_to_definitions(renderer, definitions);
        let mut unused = self.unused(renderer, definitions);
        let others = unused.len().saturating_sub(1);
        if renderer.context.options.has_code && others > 0 {
            unused.sort_by_key(|(span, _)| (span.file, span.start));
            unused.truncate(1);
            unused[0]
                .1
                .push_str(&format!(", and to {others} more of this page"));
        }
        for (span, message) in unused {
            renderer
                .sink
                .warn(Code::UnusedDefinition, span, message)
                .help("refer to it, or delete it");
        }
    }

    /// The spans of the definitions without reference, with messages.
    fn unused(
        &self,
        renderer: &mut Renderer<'_, '_, '_>,
        definitions: &RefDefs<'_>,
    ) -> Vec<(Span, String)> {
        let mut unused = Vec::new();
        for (label, definition) in definitions.iter() {
            // `[//]: # (text)` is a common way to write a comment in Markdown.
            let is_comment = matches!(&*definition.dest, "#" | "" | "<>");
            if !is_comment && !self.used.contains(&folded(label)) {
                let span = renderer.span(&definition.span);
                unused.push((span, format!("nothing refers to `[{label}]`")));
            }
        }
        let defined = std::mem::take(&mut renderer.footnotes.defined);
        let mut seen = BTreeSet::new();
        for (label, range) in defined {
            if !seen.insert(label.to_lowercase()) {
                let start = range.start;
                let span = renderer.span(&(start..start + label.len() + 4));
                renderer
                    .sink
                    .warn(
                        Code::UnusedDefinition,
                        span,
                        format!(
                            "the footnote `[^{label}]` is defined above, and this text is not shown"
                        ),
                    )
                    .help("give it another label, or delete one of the two");
            } else if !renderer.footnotes.is_used(&label) {
                let start = range.start;
                let span = renderer.span(&(start..start + label.len() + 4));
                let message = format!("nothing refers to the footnote `[^{label}]`");
                unused.push((span, message));
            }
        }
        unused
    }
}

impl Undefined {
    /// Records a reference that the parser cannot resolve, and leaves it unresolved. Only `[text][label]` and `[label][]`
    /// count, because `[word]` alone is often text.
    pub(crate) fn record<'t>(&self, link: &BrokenLink<'t>) -> Option<(CowStr<'t>, CowStr<'t>)> {
        let is_meant = matches!(
            link.link_type,
            LinkType::Reference
                | LinkType::ReferenceUnknown
                | LinkType::Collapsed
                | LinkType::CollapsedUnknown
        );
        if is_meant {
            let place = (link.span.start, link.span.end);
            let mut found = self.found.borrow_mut();
            found.insert(place, link.reference.to_string());
        }
        None
    }

    /// Reports the references without definition.
    pub(crate) fn report(self, renderer: &mut Renderer<'_, '_, '_>) {
        for ((start, end), label) in self.found.into_inner() {
            if is_index(&renderer.masked.text, start) {
                continue;
            }
            let span = renderer.span(&(start..end));
            let message = format!("there is no definition of `[{label}]`");
            let help = format!("add `[{label}]: address`, or write `\\[` if it is meant as text");
            renderer
                .sink
                .warn(Code::UndefinedReference, span, message)
                .help(help);
        }
    }
}

/// Whether the bracket directly follows a word, as in `table[row][column]`.
fn is_index(text: &str, start: usize) -> bool {
    let before = text[..start].chars().next_back();
    before.is_some_and(|character| {
        character.is_alphanumeric() || matches!(character, ']' | ')' | '_')
    })
}

impl Renderer<'_, '_, '_> {
    /// Reports a run of asterisks that the parser did not match.
    pub(crate) fn check_emphasis(&mut self, text: &str, range: &Range<usize>) {
        if text.is_empty() || text.bytes().any(|byte| byte != b'*') {
            return;
        }
        let source = self.masked.text.as_bytes();
        let before = range.start.checked_sub(1).and_then(|at| source.get(at));
        let after = source.get(range.end);
        // A single asterisk next to another is the unmatched half of a pair.
        let is_run = text.len() >= 2 || before == Some(&b'*') || after == Some(&b'*');
        let is_escaped = before == Some(&b'\\');
        let is_reported = self.reported_asterisks_end == range.start && range.start > 0;
        if is_run && !is_escaped {
            self.reported_asterisks_end = range.end;
        }
        if is_run && !is_escaped && !is_reported {
            let span = self.span(range);
            self.sink
                .warn(Code::UnclosedEmphasis, span, "these asterisks make nothing bold or italic")
                .help("close them directly behind the text, without a space, or write `\\*` for asterisks");
        }
    }

    /// Reports footnote references without definition, which the parser returns as text.
    pub(crate) fn check_footnote_references(&mut self, text: &str, range: &Range<usize>) {
        if !text.contains('[') {
            return;
        }
        let masked = self.masked;
        let source = &masked.text[range.start..];
        for (at, _) in text.match_indices('[') {
            let Some(rest) = source.get(at..).and_then(|rest| rest.strip_prefix("[^")) else {
                continue;
            };
            let label: &str = rest.split(']').next().unwrap_or_default();
            let is_label =
                |character: char| character.is_alphanumeric() || matches!(character, '-' | '_');
            let is_footnote = rest.len() > label.len() && label.chars().all(is_label);
            if !is_footnote || label.is_empty() || label.len() > 64 {
                continue;
            }
            let start = range.start + at;
            let span = self.span(&(start..start + label.len() + 3));
            self.sink
                .warn(
                    Code::UndefinedReference,
                    span,
                    format!("there is no footnote `[^{label}]`"),
                )
                .help(format!(
                    "add `[^{label}]: text`, or write `\\[` if it is meant as text"
                ));
        }
    }
}
