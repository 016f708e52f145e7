//! Decides where a link leads, and reports it when it leads nowhere.

use super::article_cache::CachedArticles;
use super::files::find_file;
use super::href::{Href, is_markdown, is_url};
use super::link::{Origin, ParsedLink, check_scheme};
use super::reads::{LookUp, Reads, Recorder};
use super::report::LinkReporter;
use super::results::{LinkResults, LinkedPages, insert};
use super::served_files::static_route;
use super::targets::{Targets, page_forms};
use crate::assemble::context::LocaleContext;
use crate::assemble::paths::escape_percent;
use crate::assemble::routes::{asked_route, site_route, without_base};
use crate::diagnostic::{Code, Diagnostics};
use crate::document::SharedValue;
use crate::model::{ResolvedLink, RoutePath};
use crate::source::url::{is_script_url, without_directive};
use crate::source::{FileId, Span};
use percent_encoding::percent_decode_str;
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// What the links of all locales are resolved with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Linking<'a> {
    /// The targets of the whole site.
    pub(crate) targets: &'a Targets,
    /// The articles of the last assembly.
    pub(crate) articles: Option<CachedArticles<'a>>,
}

/// A target that needs no change.
#[derive(Debug)]
struct PlainTarget {
    /// The page that it is.
    page: Option<RoutePath>,
    /// What was looked up for it.
    reads: Reads,
}

/// Resolves the links of one locale.
#[derive(Debug)]
pub(crate) struct Linker<'a> {
    pub(super) context: &'a LocaleContext<'a>,
    pub(super) targets: &'a Targets,
    pub(super) reporter: LinkReporter<'a>,
    pub(super) results: &'a mut LinkResults,
    /// The articles of the last assembly.
    pub(super) articles: Option<CachedArticles<'a>>,
    /// Targets in properties that lead to another page than the one that they are on, whichever that is, and that are written
    /// as they are served.
    plain_targets: HashMap<String, PlainTarget>,
    /// Parts of data whose links need no change on any page, by address. The map holds them, so that no other value gets
    /// the same address.
    plain_data: HashMap<*const Value, (SharedValue, Arc<LinkedPages>)>,
    /// The link that was noted last.
    noted: Option<RoutePath>,
    /// The pages that the data that is being resolved links to.
    in_data: Option<BTreeSet<RoutePath>>,
    /// What was looked up for the present article.
    pub(super) recorder: Recorder,
    /// How many targets in properties were not plain.
    other_targets: usize,
    /// The links to the page that they are on.
    own_links: usize,
}

impl<'a> Linker<'a> {
    /// A linker of a locale; what it finds out is added to `results`.
    pub(crate) fn new(
        context: &'a LocaleContext<'a>,
        linking: Linking<'a>,
        results: &'a mut LinkResults,
    ) -> Self {
        let Linking { targets, articles } = linking;
        Linker {
            context,
            targets,
            reporter: LinkReporter::new(context, targets),
            results,
            articles,
            plain_targets: HashMap::new(),
            plain_data: HashMap::new(),
            noted: None,
            in_data: None,
            recorder: Recorder::default(),
            other_targets: 0,
            own_links: 0,
        }
    }

    /// The target of a link in a property of a component tag; `None` if it is as written. The same data may be on many pages,
    /// so that a target that needs nothing is looked up once.
    pub(super) fn resolve_in_property(
        &mut self,
        origin: &Origin<'_>,
        target: &str,
        span: Span,
        sink: &mut Diagnostics,
    ) -> Option<String> {
        if let Some(known) = self.plain_targets.get(target) {
            self.recorder.repeat(&known.reads);
            if let Some(page) = &known.page {
                self.results.note(origin.route, page);
                self.in_data.iter_mut().for_each(|data| insert(data, page));
            }
            return None;
        }
        self.noted = None;
        let reads = self.recorder.len();
        let before = (self.own_links, sink.iter().len());
        let url = self.resolve(origin, target, span, sink).url;
        let is_silent = before == (self.own_links, sink.iter().len());
        let is_written_so = url == target;
        if is_written_so
            && is_silent
            && target.starts_with('/')
            && !self.context.config.records_links
        {
            let known = PlainTarget {
                page: self.noted.take(),
                reads: self.recorder.since(reads),
            };
            self.plain_targets.insert(url, known);
            return None;
        }
        self.other_targets += 1;
        (!is_written_so).then_some(url)
    }

    /// Calls `resolve` for a part of data, unless all its targets are known as plain; gives what it changes.
    pub(super) fn resolve_data(
        &mut self,
        origin: &Origin<'_>,
        data: &SharedValue,
        resolve: impl FnOnce(&mut Self) -> Option<Value>,
    ) -> Option<Value> {
        let address = std::ptr::from_ref(data.value());
        if let Some((_, links)) = self.plain_data.get(&address) {
            self.results.note_data(origin.route, links);
            return None;
        }
        let before = self.other_targets;
        let reads = self.recorder.len();
        self.in_data = Some(BTreeSet::new());
        let changed = resolve(self);
        let pages = self.in_data.take().unwrap_or_default();
        if changed.is_none() && self.other_targets == before {
            let reads = self.recorder.since(reads);
            let entry = (data.clone(), Arc::new(LinkedPages { pages, reads }));
            self.plain_data.insert(address, entry);
        }
        changed
    }

    /// The target of a link on a page; for a broken link the best guess.
    pub(crate) fn resolve(
        &mut self,
        origin: &Origin<'_>,
        target: &str,
        span: Span,
        sink: &mut Diagnostics,
    ) -> Href {
        let target = target.trim();
        let unchecked = target.strip_prefix("pathname://");
        if is_script_url(unchecked.unwrap_or(target)) {
            sink.warn(Code::RefusedMarkup, span, "a link is a `javascript:` URL")
                .help("it is replaced by `#`; make it a component under `components/`");
            return Href::to_url("#");
        }
        if let Some(unchecked) = unchecked {
            return Href::to_file(unchecked);
        }
        let link = ParsedLink::new(origin, target, span);
        if is_url(target) {
            self.check_own_url(&link, sink);
            check_scheme(&link, sink);
            return Href::to_url(target);
        }
        if link.path.is_empty() {
            if target.is_empty() {
                sink.warn(Code::BrokenLink, span, "the link leads nowhere")
                    .help("give it a target, or remove it");
            }
            self.note_link(&link, origin.route);
            self.check_anchor(&link, origin.route, sink);
            return Href::to_page(link.url(""));
        }
        if is_markdown(&link.path)
            && let Some(href) = self.resolve_markdown(&link, sink)
        {
            return href;
        }
        self.resolve_page(&link, sink)
    }

    /// The target of a link in the configuration, which is a path of the site or a url.
    pub(crate) fn resolve_site_link(
        &mut self,
        target: &str,
        span: Span,
        sink: &mut Diagnostics,
    ) -> Href {
        let Some(root) = site_route(self.context, "/") else {
            return Href::to_file(target);
        };
        let context = self.context;
        let origin = Origin {
            file: context.tree.file(span.file),
            route: &root,
            is_folder: false,
        };
        self.resolve(&origin, target, span, sink)
    }

    /// The path under which a file of the tree is served.
    pub(super) fn serve(&mut self, file: FileId) -> Option<RoutePath> {
        let files = &mut self.results.files;
        files.serve(self.context, self.targets, &self.recorder, file)
    }

    /// The smaller copies of an image as a `srcset`.
    pub(super) fn offer_copies(&mut self, file: FileId) -> Option<String> {
        let file = self.context.tree.file(file);
        self.results.files.offer_copies(self.context, file)
    }

    /// Resolves a link to a Markdown file; `None` when the path is to be read as a page's.
    fn resolve_markdown(&mut self, link: &ParsedLink<'_>, sink: &mut Diagnostics) -> Option<Href> {
        let written = &link.path;
        if let Some(file) = find_file(self.context, &self.recorder, link.origin.file, written) {
            self.recorder.add(LookUp::File(file.id));
            if let Some(route) = self.targets.page_of_file(self.context, file.id) {
                return Some(self.lead_to(link, route, sink));
            }
            let message = format!("`{}` is not a published page", file.path);
            sink.warn(Code::BrokenLink, link.span, message)
                .help("it is a draft, a partial or outside of the content folders: publish it, or link another page");
            return Some(self.unresolved(link));
        }
        if written.starts_with('/') {
            return None;
        }
        self.reporter.report_no_file(link, sink);
        Some(self.unresolved(link))
    }

    /// The url to which a browser resolves a link to a file that is not a page.
    fn unresolved(&self, link: &ParsedLink<'_>) -> Href {
        let is_site = link.path.starts_with('@');
        let route = self.page_route(link).filter(|_| !is_site);
        let path = route.map_or_else(|| escape_percent(&link.path), |route| route.to_string());
        Href::to_page(link.url(&path))
    }

    fn resolve_page(&mut self, link: &ParsedLink<'_>, sink: &mut Diagnostics) -> Href {
        let route = self.page_route(link);
        let forms = route.iter().flat_map(page_forms);
        for route in forms {
            self.recorder.add(LookUp::Route(&route));
            if self.targets.has_page(&route) {
                return self.lead_to(link, &route, sink);
            }
            if let Some(to) = self.targets.redirects.get(&route) {
                self.reporter.report_detour(link, to, "redirected", sink);
                if let Some(end) = RoutePath::parse(to.split(['?', '#']).next().unwrap_or(to)) {
                    self.note_link(link, &end);
                    self.check_anchor(link, &end, sink);
                }
                return Href::to_page(link.url(route.as_str()));
            }
            if self.targets.statics.contains_key(&route) {
                return Href::to_file(&link.url(route.as_str()));
            }
        }
        let file = static_route(self.context, self.targets, &self.recorder, &link.path);
        if let Some(route) = file.or_else(|| self.serve_linked_file(link)) {
            return Href::to_file(&link.url(route.as_str()));
        }
        let imported = route.as_ref().filter(|_| self.context.config.is_imported);
        if let Some(page) = imported.and_then(|route| self.targets.page_in_other_case(route)) {
            self.recorder.add(LookUp::Route(page));
            let what = "the path of a page in other letter case";
            let to = page.as_str();
            self.reporter.report_detour(link, to, what, sink);
            return self.lead_to(link, page, sink);
        }
        self.reporter.report_broken(link, route.as_ref(), sink);
        let path = route.map_or_else(|| escape_percent(&link.path), |route| route.to_string());
        Href::to_page(link.url(&path))
    }

    /// A link to a page.
    fn lead_to(&mut self, link: &ParsedLink<'_>, page: &RoutePath, sink: &mut Diagnostics) -> Href {
        self.note_link(link, page);
        self.check_anchor(link, page, sink);
        Href::to_page(link.url(page.as_str()))
    }

    /// The path of a file of the tree that a relative link names.
    fn serve_linked_file(&mut self, link: &ParsedLink<'_>) -> Option<RoutePath> {
        let path = &link.path;
        let has_extension = path.rsplit('/').next()?.contains('.');
        if !has_extension || path.starts_with('/') || is_markdown(path) {
            return None;
        }
        let file = find_file(self.context, &self.recorder, link.origin.file, path)?.id;
        self.serve(file)
    }

    /// The path that a browser asks for.
    fn page_route(&self, link: &ParsedLink<'_>) -> Option<RoutePath> {
        let (from, is_folder) = (link.origin.route, link.origin.is_folder);
        asked_route(self.context, from, is_folder, &escape_percent(&link.path))
    }

    fn check_anchor(&self, link: &ParsedLink<'_>, route: &RoutePath, sink: &mut Diagnostics) {
        let Some(fragment) = link.fragment else {
            return;
        };
        let anchor = percent_decode_str(without_directive(fragment)).decode_utf8_lossy();
        self.recorder.add(LookUp::Anchors(route));
        let Some(anchors) = self.targets.anchors(route) else {
            return;
        };
        // The empty fragment and `top` lead to the start of any page.
        if anchor.is_empty() || anchor == "top" || anchors.contains(&*anchor) {
            return;
        }
        self.reporter.report_anchor(link, route, anchors, sink);
    }

    /// Notes that a page is linked to, unless by itself; records the link if the configuration asks for it.
    fn note_link(&mut self, link: &ParsedLink<'_>, route: &RoutePath) {
        if self.context.config.records_links {
            let decode = |anchor: &str| percent_decode_str(anchor).decode_utf8_lossy().into_owned();
            self.results.links.push(ResolvedLink {
                span: link.span,
                page: route.clone(),
                anchor: link.fragment.map(without_directive).map(decode),
            });
        }
        if link.origin.route == route {
            self.own_links += 1;
        }
        self.results.note(link.origin.route, route);
        self.in_data.iter_mut().for_each(|data| insert(data, route));
        self.noted = Some(route.clone());
    }

    /// Checks a link to the site by its own url like one by path. Docusaurus does not: in its sites no such link is broken.
    fn check_own_url(&mut self, link: &ParsedLink<'_>, sink: &mut Diagnostics) {
        let target = link.target;
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
        self.resolve(&link.origin, &path, link.span, &mut found);
        let is_imported = self.context.config.is_imported;
        let is_broken = found.has(Code::BrokenLink) || is_imported && found.has(Code::LinkToFolder);
        if is_broken && !is_imported {
            return sink.absorb(found);
        }
        found.discard();
        if is_broken {
            return self.reporter.report_foreign_own_url(link, &path, sink);
        }
        self.reporter.report_own_url(link, &path, sink);
    }
}

#[cfg(test)]
mod tests {
    use crate::assemble::tests::assemble_with;

    /// Data may be on many pages, and its links are then looked up once.
    #[test]
    fn a_target_in_properties_counts_for_each_page_that_has_it() {
        let tags = |targets: &[&str]| {
            let tags = targets
                .iter()
                .map(|target| format!("<X href=\"{target}\"/>\n"));
            format!("# Page\n{}", tags.collect::<String>())
        };
        let own = tags(&["/a"]);
        let other = tags(&["/a", "/none", "/b#none"]);
        let files = [
            ("sidebars.toml", "main = [\"README\"]\n"),
            ("docs/README.md", "# Home\n"),
            ("docs/a.md", own.as_str()),
            ("docs/b.md", other.as_str()),
            ("docs/c.md", other.as_str()),
            ("docs/d.md", own.as_str()),
        ];
        let config = "title = \"S\"\nurl = \"https://s\"\n[[docs]]\nsidebar_path = \"sidebars.toml\"\nroute_base = \"/\"\n";
        let outcome = assemble_with(config, &files);
        let lines = outcome.problems.iter().filter_map(|one| one.lines().next());
        let heads: Vec<String> = lines.map(str::to_owned).collect();
        let count = |part: &str| heads.iter().filter(|head| head.contains(part)).count();
        assert_eq!(count("no page at `/none`"), 2, "{heads:#?}");
        assert_eq!(count("no heading `#none`"), 2, "{heads:#?}");
        // `/a` links to itself first.
        assert_eq!(count("nothing leads to `/a`"), 0, "{heads:#?}");
        assert_eq!(count("nothing leads to `/d`"), 1, "{heads:#?}");
    }
    #[test]
    fn a_relative_path_may_come_back_to_the_site_by_its_base_path() {
        let config = "title = \"S\"\nurl = \"https://s\"\nbase_path = \"/lib\"\n[[docs]]\nsidebar_path = \"sidebars.toml\"\nroute_base = \"/\"\n";
        let link = |target: &str| {
            let text = format!("# Page\n[x]({target})\n");
            let files = [
                ("sidebars.toml", "main = [\"README\", \"a/one\", \"b\"]\n"),
                ("docs/README.md", "# Home\n"),
                ("docs/a/one.md", text.as_str()),
                ("docs/b.md", "# B\n"),
            ];
            let outcome = assemble_with(config, &files);
            let html = outcome.html("/lib/a/one");
            let attributes = html.split("<a").nth(1).unwrap().split('>').next().unwrap();
            (attributes.trim().to_owned(), outcome.problems.len())
        };
        let found = ("href=\"/lib/b\"".to_owned(), 0);
        for target in ["../b", "../../lib/b", "../../../lib/b", "../../b"] {
            assert_eq!(link(target), found, "{target}");
        }
        assert_eq!(
            link("../../other/b"),
            ("href=\"/lib/other/b\"".to_owned(), 1)
        );
    }
}
