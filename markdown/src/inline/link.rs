//! Renders links. Their attributes are segments, which are filled in when the whole site is known.

use crate::document::{Link, LinkKind, Segment};
use crate::renderer::Renderer;
use crate::renderer::open_element::OpenElement;
use bindery_source::Span;
use bindery_source::diagnostic::Code;
use pulldown_cmark::LinkType;
use std::ops::Range;

impl Renderer<'_, '_, '_> {
    /// Renders the start of a Markdown link.
    pub(crate) fn start_link(
        &mut self,
        link_type: LinkType,
        target: &str,
        title: &str,
        range: &Range<usize>,
    ) {
        self.mark_text();
        if self.links_open > 0 || self.out.alt.is_some() {
            self.links_open += 1;
            return self.open_elements.push(OpenElement::Link(None));
        }
        let target = self.masked.unmask(target);
        let span = self.target_span(&target, range);
        let target = if link_type == LinkType::Email {
            format!("mailto:{target}")
        } else {
            target
        };
        let title = self.masked.unmask(title);
        self.out.html("<a");
        let is_external = self.add_link(Link {
            target,
            title,
            span,
            kind: LinkKind::Anchor,
            is_html: false,
        });
        self.out.html(">");
        self.links_open += 1;
        self.link_text = Some(self.out.position());
        self.open_elements
            .push(OpenElement::Link(Some(is_external)));
    }

    /// Renders the end of a Markdown link. Reports a link without text, which nobody can follow.
    pub(crate) fn end_markdown_link(&mut self, external: Option<bool>, range: &Range<usize>) {
        let is_empty = self.link_text.take() == Some(self.out.position());
        if external.is_some() && is_empty {
            let span = self.span(range);
            self.sink
                .warn(Code::EmptyLink, span, "the link has no text")
                .help("write the link's text between the brackets: `[text](…)`");
        }
        self.end_link(external);
    }

    pub(crate) fn end_link(&mut self, external: Option<bool>) {
        self.links_open = self.links_open.saturating_sub(1);
        let Some(is_external) = external else { return };
        if is_external {
            self.out.html("<span class=\"visually-hidden\"> ");
            let label = bindery_html::escape_text(&self.context.labels.opens_in_new_tab);
            self.out.html(&label);
            self.out.html("</span>");
        }
        self.out.html("</a>");
    }

    /// Adds a link and the segment of its attributes; whether it is external.
    pub(crate) fn add_link(&mut self, link: Link) -> bool {
        let is_external = is_external(&link.target);
        self.document.links.push(link);
        self.out
            .segment(Segment::LinkAttrs(self.document.links.len() - 1));
        is_external
    }

    /// Renders a URL or a mail address in running text.
    pub(crate) fn bare_url(&mut self, url: &str, number: usize) {
        let url = bindery_html::decode(url);
        if self.links_open > 0 || self.out.alt.is_some() {
            return self.plain_text(&url);
        }
        self.mark_text();
        let is_www = url
            .get(..4)
            .is_some_and(|start| start.eq_ignore_ascii_case("www."));
        let target = match is_www {
            true => format!("http://{url}"),
            false if url.contains("://") => url.clone(),
            false => format!("mailto:{url}"),
        };
        self.out.html("<a");
        let is_external = self.add_link(Link {
            target,
            title: String::new(),
            span: self.masked.token_span(number),
            kind: LinkKind::Anchor,
            is_html: false,
        });
        self.out.html(">");
        self.links_open += 1;
        self.plain_text(&url);
        self.end_link(Some(is_external));
    }

    /// The span of a link's target, or of the whole link when the target is not in its source as such.
    fn target_span(&self, target: &str, range: &Range<usize>) -> Span {
        let whole = self.span(range);
        let source = self
            .masked
            .sources
            .iter()
            .find(|source| source.file.id == whole.file);
        let found = source.and_then(|source| {
            let written = source
                .file
                .text
                .get(whole.start as usize..whole.end as usize)?;
            let behind = written.rfind("](").map_or(0, |at| at + 2);
            let at = whole.start as usize + behind + written[behind..].find(target)?;
            Some(Span::new(whole.file, at, at + target.len()))
        });
        found.filter(|_| !target.is_empty()).unwrap_or(whole)
    }
}

/// Whether a target leads to another host.
fn is_external(target: &str) -> bool {
    let starts = |scheme: &str| {
        target
            .get(..scheme.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    starts("https://") || starts("http://") || starts("//")
}
