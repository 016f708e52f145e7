//! Decides where a link leads, and says so when it leads nowhere.

use super::href::{Href, URL, away, inside, is_markdown, is_url, outside};
use super::report::Lookups;
use super::targets::Targets;
use crate::assemble::Context;
use crate::assemble::docs::resolve_path;
use crate::assemble::routes::{plain, site_route, without_base};
use crate::diagnostic::{Code, Diagnostics};
use crate::model::{ImageCopy, Redirect, RoutePath};
use crate::source::{FileId, SourceFile, Span};
use percent_encoding::{percent_decode_str, utf8_percent_encode};
use std::collections::{BTreeMap, BTreeSet};

/// The page that a link stands on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin<'o> {
    /// Its file.
    pub(crate) file: &'o SourceFile,
    /// Its path.
    pub(crate) route: &'o RoutePath,
    /// Whether links are resolved as if the path ended with a slash: of an index document it does in Docusaurus.
    pub(crate) is_folder: bool,
}

/// A link in its parts.
#[derive(Debug)]
pub(crate) struct Parts<'t> {
    /// All of it.
    pub(crate) whole: &'t str,
    /// The path as written.
    pub(crate) written_path: &'t str,
    /// The path, percent-encoding undone.
    pub(crate) path: String,
    /// With its `?`.
    query: &'t str,
    /// Without its `#`.
    pub(crate) fragment: Option<&'t str>,
}

impl<'t> Parts<'t> {
    fn new(target: &'t str) -> Self {
        let (rest, fragment) = match target.split_once('#') {
            Some((rest, fragment)) => (rest, Some(fragment)),
            None => (target, None),
        };
        let (path, query) = rest.split_at(rest.find('?').unwrap_or(rest.len()));
        Parts {
            whole: target,
            written_path: path,
            path: percent_decode_str(path).decode_utf8_lossy().into_owned(),
            query,
            fragment,
        }
    }

    fn url(&self, path: &str) -> String {
        let query = utf8_percent_encode(self.query, URL);
        match self.fragment {
            Some(fragment) => format!("{path}{query}#{}", utf8_percent_encode(fragment, URL)),
            None => format!("{path}{query}"),
        }
    }
}

/// Resolves links; keeps the files that they turned into assets.
#[derive(Debug)]
pub(crate) struct Linker<'a> {
    pub(crate) context: Context<'a>,
    pub(crate) targets: Targets,
    redirects: BTreeMap<RoutePath, String>,
    /// Pages that another page, or the site's frame, links to.
    pub(crate) linked: BTreeSet<RoutePath>,
    pub(crate) lookups: Lookups,
    /// Files outside of `static/` that are served from now on.
    pub(crate) assets: BTreeMap<RoutePath, FileId>,
    /// Smaller copies of pictures.
    pub(crate) copies: BTreeMap<RoutePath, ImageCopy>,
}

impl<'a> Linker<'a> {
    /// A linker over the places of a site.
    pub(crate) fn new(context: Context<'a>, targets: Targets, redirects: &[Redirect]) -> Self {
        Linker {
            context,
            targets,
            redirects: redirects
                .iter()
                .map(|redirect| (redirect.from.clone(), redirect.to.clone()))
                .collect(),
            linked: BTreeSet::new(),
            lookups: Lookups::default(),
            assets: BTreeMap::new(),
            copies: BTreeMap::new(),
        }
    }

    /// All files to serve as they are: those of `static/` and those that were linked to.
    pub(crate) fn into_files(self) -> (Vec<(RoutePath, FileId)>, BTreeMap<RoutePath, ImageCopy>) {
        let mut files = self.targets.statics;
        files.extend(self.assets);
        (files.into_iter().collect(), self.copies)
    }

    /// Where a link on a page leads. Of a broken one the best guess is returned.
    pub(crate) fn resolve(
        &mut self,
        origin: &Origin<'_>,
        target: &str,
        span: Span,
        sink: &mut Diagnostics,
    ) -> Href {
        let target = target.trim();
        if let Some(unchecked) = target.strip_prefix("pathname://") {
            return away(unchecked);
        }
        if is_url(target) {
            self.check_own_url(origin, target, span, sink);
            return outside(target);
        }
        let parts = Parts::new(target);
        if parts.path.is_empty() {
            if target.is_empty() {
                sink.warn(Code::BrokenLink, span, "the link leads nowhere")
                    .help("give it a target, or take it out");
            }
            self.check_anchor(origin.route, &parts, span, sink);
            return inside(parts.url(""));
        }
        if is_markdown(&parts.path)
            && let Some(href) = self.resolve_markdown(origin, &parts, span, sink)
        {
            return href;
        }
        self.resolve_page(origin, &parts, span, sink)
    }

    /// A link of the configuration: a path of the site or a url.
    pub(crate) fn resolve_site_link(
        &mut self,
        target: &str,
        span: Span,
        sink: &mut Diagnostics,
    ) -> Href {
        let Some(root) = site_route(self.context, "/") else {
            return away(target);
        };
        let context = self.context;
        let origin = Origin {
            file: context.tree.file(span.file),
            route: &root,
            is_folder: false,
        };
        self.resolve(&origin, target, span, sink)
    }

    /// A link to a Markdown file; `None` when the path should be read as a page's.
    fn resolve_markdown(
        &mut self,
        origin: &Origin<'_>,
        parts: &Parts<'_>,
        span: Span,
        sink: &mut Diagnostics,
    ) -> Option<Href> {
        let written = &parts.path;
        if let Some(file) = self.find_file(origin.file, written) {
            if let Some(route) = self.targets.page_of_file(self.context, file.id).cloned() {
                self.note_link(origin, &route);
                self.check_anchor(&route, parts, span, sink);
                return Some(inside(parts.url(route.as_str())));
            }
            let message = format!("`{}` is no published page", file.path);
            sink.warn(Code::BrokenLink, span, message)
                .help("it is a draft, a partial or outside of the content folders");
            return Some(self.unresolved(origin, parts));
        }
        if written.starts_with('/') {
            return None;
        }
        self.report_no_file(origin, parts, span, sink);
        Some(self.unresolved(origin, parts))
    }

    /// What a browser would make of a link to a file that is no page.
    fn unresolved(&self, origin: &Origin<'_>, parts: &Parts<'_>) -> Href {
        let is_site = parts.path.starts_with('@');
        let route = self.page_route(origin, &parts.path).filter(|_| !is_site);
        let path = route.map_or_else(|| plain(&parts.path), |route| route.to_string());
        inside(parts.url(&path))
    }

    fn resolve_page(
        &mut self,
        origin: &Origin<'_>,
        parts: &Parts<'_>,
        span: Span,
        sink: &mut Diagnostics,
    ) -> Href {
        let route = self.page_route(origin, &parts.path);
        let forms = route.iter().flat_map(page_forms);
        for route in forms {
            if self.targets.has_page(&route) {
                self.note_link(origin, &route);
                self.check_anchor(&route, parts, span, sink);
                return inside(parts.url(route.as_str()));
            }
            if let Some(to) = self.redirects.get(&route).cloned() {
                self.report_redirect(parts, &to, span, sink);
                if let Some(end) = RoutePath::parse(to.split(['?', '#']).next().unwrap_or(&to)) {
                    self.note_link(origin, &end);
                    self.check_anchor(&end, parts, span, sink);
                }
                return inside(parts.url(route.as_str()));
            }
            if self.targets.statics.contains_key(&route) {
                return away(&parts.url(route.as_str()));
            }
        }
        if let Some(route) = self.shared_file(&parts.path) {
            return away(&parts.url(route.as_str()));
        }
        if let Some(route) = self.linked_file(origin, &parts.path) {
            return away(&parts.url(route.as_str()));
        }
        self.report_broken(origin, parts, route.as_ref(), span, sink);
        let path = route.map_or_else(|| plain(&parts.path), |route| route.to_string());
        inside(parts.url(&path))
    }

    /// The path that a browser would ask for.
    fn page_route(&self, origin: &Origin<'_>, path: &str) -> Option<RoutePath> {
        let encoded = plain(path);
        if !path.starts_with('/') {
            let own = without_base(self.context, origin.route.as_str());
            let own = match own.ends_with('/') || !origin.is_folder {
                true => own.to_owned(),
                false => format!("{own}/"),
            };
            return site_route(self.context, &resolve_path(&own, &encoded));
        }
        // A path that has the base path already gets no second one.
        let base = self.context.base();
        if base != "/" && (encoded.starts_with(base) || encoded == base.trim_end_matches('/')) {
            return RoutePath::parse(&encoded);
        }
        let path = encoded.strip_suffix(".md").unwrap_or(&encoded);
        site_route(self.context, path.strip_suffix(".mdx").unwrap_or(path))
    }

    fn check_anchor(
        &self,
        route: &RoutePath,
        parts: &Parts<'_>,
        span: Span,
        sink: &mut Diagnostics,
    ) {
        let Some(fragment) = parts.fragment else {
            return;
        };
        let anchor = percent_decode_str(fragment).decode_utf8_lossy();
        let Some(anchors) = self.targets.anchors(route) else {
            return;
        };
        // Browsers know these two on every page.
        if anchor.is_empty() || anchor == "top" || anchors.contains(&*anchor) {
            return;
        }
        let anchors = anchors.iter().map(String::as_str);
        self.report_anchor(route, (parts, &anchor), anchors, span, sink);
    }

    /// Keeps in mind that a page can be reached.
    fn note_link(&mut self, origin: &Origin<'_>, route: &RoutePath) {
        if origin.route != route && !self.linked.contains(route) {
            self.linked.insert(route.clone());
        }
    }

    /// A link to the site by its own url is checked like one by path.
    fn check_own_url(
        &mut self,
        origin: &Origin<'_>,
        target: &str,
        span: Span,
        sink: &mut Diagnostics,
    ) {
        let own = self.context.config.url.trim_end_matches('/');
        let rest = target
            .get(..own.len())
            .filter(|start| !own.is_empty() && start.eq_ignore_ascii_case(own));
        let Some(rest) = rest.and_then(|_| target.get(own.len()..)) else {
            return;
        };
        if !rest.is_empty() && !rest.starts_with(['/', '?', '#']) {
            return;
        }
        let path = without_base(self.context, rest);
        let path = match rest.starts_with('/') {
            true => path.to_owned(),
            false => format!("/{rest}"),
        };
        let mut found = Diagnostics::new();
        self.resolve(origin, &path, span, &mut found);
        if found.has(Code::BrokenLink) {
            return sink.absorb(found);
        }
        found.discard();
        self.report_own_url(target, &path, span, sink);
    }
}

/// A path and what the server would redirect to it: `.html` and `/index.html` left out.
fn page_forms(route: &RoutePath) -> Vec<RoutePath> {
    let mut forms = vec![route.clone()];
    if let Some(stem) = route.as_str().strip_suffix(".html") {
        let stem = stem.strip_suffix("/index").unwrap_or(stem);
        forms.extend(RoutePath::parse(&format!("{stem}/")));
    }
    forms
}
