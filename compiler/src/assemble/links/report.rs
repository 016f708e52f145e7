//! Reports links that lead nowhere or through a redirect, with a suggestion, and with a fix where the target is certain.
//!
//! The target is certain in these cases: the path of a file was written as a url; a route base is missing or superfluous;
//! the path is relative to the file's folder, not to the page's url; only one page has the name; the link leads to a
//! redirect; only one page, file or image is a letter away; only one heading is within a letter or two.

use super::files::find_folder;
use super::link::{Origin, ParsedLink};
use super::path_text::{
    certain_path, is_certain, last_part, only_place, relative_path, stem, suggestion,
};
use super::targets::Targets;
use crate::assemble::context::LocaleContext;
use crate::assemble::paths::{escape_percent, join_folder};
use crate::assemble::routes::{site_route, without_base};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Suggester, nearest};
use crate::model::RoutePath;
use crate::source::{FileId, SourceFile, Span};
use percent_encoding::percent_decode_str;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

/// Shorter names are too common to identify a page.
const MIN_NAME_LENGTH: usize = 3;

/// The extensions of images.
const IMAGE_EXTENSIONS: [&str; 7] = ["avif", "gif", "jpeg", "jpg", "png", "svg", "webp"];

/// Reports the broken links of one locale. Its lookup tables are made when the first suggestion needs them.
#[derive(Debug)]
pub(crate) struct LinkReporter<'a> {
    context: &'a LocaleContext<'a>,
    targets: &'a Targets,
    pages: OnceCell<Suggester>,
    files: OnceCell<Suggester>,
    images: OnceCell<Suggester>,
    assets: OnceCell<Suggester>,
    /// Pages by the last part of their path; `None` where several have it.
    last_parts: OnceCell<BTreeMap<String, Option<RoutePath>>>,
    /// Files of pages by name; `None` where several have it.
    file_names: OnceCell<BTreeMap<String, Option<FileId>>>,
}

/// A change of a link's target.
struct Replacement<'r> {
    /// The part of the target to replace.
    old: &'r str,
    new: &'r str,
}

/// The values by key; `None` for a key of several values.
fn unique<K: Ord, V>(pairs: impl Iterator<Item = (K, V)>) -> BTreeMap<K, Option<V>> {
    let mut map = BTreeMap::new();
    for (key, value) in pairs {
        map.entry(key)
            .and_modify(|known| *known = None)
            .or_insert(Some(value));
    }
    map
}

impl<'a> LinkReporter<'a> {
    /// A reporter of a locale.
    pub(crate) fn new(context: &'a LocaleContext<'a>, targets: &'a Targets) -> Self {
        LinkReporter {
            context,
            targets,
            pages: OnceCell::new(),
            files: OnceCell::new(),
            images: OnceCell::new(),
            assets: OnceCell::new(),
            last_parts: OnceCell::new(),
            file_names: OnceCell::new(),
        }
    }

    fn page_suggester(&self) -> &Suggester {
        let make = || Suggester::new(self.targets.written_paths(self.context));
        self.pages.get_or_init(make)
    }

    fn file_suggester(&self) -> &Suggester {
        let files = self.context.tree.files.iter();
        let pages = files.filter(|file| self.targets.page_of_file(self.context, file.id).is_some());
        let make = || Suggester::new(pages.map(|file| file.path.as_str()));
        self.files.get_or_init(make)
    }

    /// Reports an image that does not exist; `wanted` is where it would be.
    pub(super) fn report_no_image(
        &self,
        written: &str,
        wanted: &str,
        span: Span,
        sink: &mut Diagnostics,
    ) {
        let images = self.images.get_or_init(|| {
            let files = self.context.tree.files.iter();
            let images =
                files.filter(|file| IMAGE_EXTENSIONS.iter().any(|kind| file.has_extension(kind)));
            Suggester::new(images.map(|file| file.path.as_str()))
        });
        let problem = sink.error(Code::MissingImage, span, format!("no image at `{written}`"));
        problem.help(images.did_you_mean_or(wanted, &format!("put the file at `{wanted}`")));
        let split = |path: &'_ str| {
            path.rsplit_once('/')
                .map(|(folder, name)| (folder.to_owned(), name.to_owned()))
        };
        let near = certain_path(images, wanted).and_then(split);
        if let (Some((folder, name)), Some((near_folder, near))) = (split(wanted), near)
            && folder == near_folder
        {
            self.offer_at(
                problem,
                span,
                &name,
                Replacement {
                    old: &name,
                    new: &near,
                },
            );
        }
    }

    /// The help for another file that does not exist.
    pub(super) fn asset_help(&self, wanted: &str) -> String {
        let files = self.assets.get_or_init(|| {
            let files = self.context.tree.files.iter();
            Suggester::new(files.map(|file| file.path.as_str()))
        });
        files.did_you_mean_or(wanted, &format!("put the file at `{wanted}`"))
    }

    /// Reports a link to a Markdown file that does not exist.
    pub(super) fn report_no_file(&self, link: &ParsedLink<'_>, sink: &mut Diagnostics) {
        let written = &link.path;
        let problem = sink.warn(
            Code::BrokenLink,
            link.span,
            format!("no file at `{written}`"),
        );
        if let Some(file) = self.moved_file(written) {
            let path = relative_path(link.origin.file.folder(), &file.path);
            problem.help(format!("did you mean `{path}`?"));
            return self.offer(problem, link, replace_path(link, &path));
        }
        let folder = link.origin.file.folder();
        let looked_for = join_folder(folder, written).unwrap_or_default();
        let files = self.file_suggester();
        problem.help(suggestion(files, &looked_for));
        if let Some(path) = certain_path(files, &looked_for) {
            let path = relative_path(folder, path);
            self.offer(problem, link, replace_path(link, &path));
        }
    }

    /// The only page file of this name.
    fn moved_file(&self, written: &str) -> Option<&SourceFile> {
        let tree = self.context.tree;
        let names = self.file_names.get_or_init(|| {
            let files = tree.files.iter();
            let pages =
                files.filter(|file| self.targets.page_of_file(self.context, file.id).is_some());
            unique(pages.map(|file| (stem(file.name()).to_lowercase(), file.id)))
        });
        let name = stem(written.rsplit('/').next()?).to_lowercase();
        let is_distinctive = name.len() >= MIN_NAME_LENGTH && name != "readme" && name != "index";
        let file = names.get(&name).filter(|_| is_distinctive)?;
        file.map(|file| tree.file(file))
    }

    /// Reports a link to a path without a page.
    pub(super) fn report_broken(
        &self,
        link: &ParsedLink<'_>,
        route: Option<&RoutePath>,
        sink: &mut Diagnostics,
    ) {
        let certain = self.certain_page(&link.origin, &link.path);
        if certain.is_none()
            && let Some(folder) = find_folder(self.context, &link.origin, &link.path)
        {
            return self.report_folder(link, &folder, sink);
        }
        let decoded = route.map_or_else(|| link.path.clone(), RoutePath::decoded);
        let written = without_base(self.context, &decoded).to_owned();
        let problem = sink.warn(
            Code::BrokenLink,
            link.span,
            format!("no page at `{written}`"),
        );
        if let Some(path) = certain {
            problem.help(format!("did you mean `{path}`?"));
            return self.offer(problem, link, replace_path(link, &path));
        }
        let pages = self.page_suggester();
        problem.help(suggestion(pages, &written));
        if let Some(path) = certain_path(pages, &written) {
            self.offer(problem, link, replace_path(link, path));
        }
    }

    fn report_folder(&self, link: &ParsedLink<'_>, folder: &str, sink: &mut Diagnostics) {
        let message = format!("`{}` is a folder without a page of its own", link.path);
        let problem = sink.warn(Code::LinkToFolder, link.span, message);
        match self.targets.first_page_in_folder(self.context, folder) {
            Some(page) => {
                let path = without_base(self.context, page.as_str());
                problem.help(format!("link to a page in it, such as `{path}`"))
            }
            None => problem.help("link to a page"),
        };
    }

    /// The page that a path certainly means, as the link should be written.
    fn certain_page(&self, origin: &Origin<'_>, path: &str) -> Option<String> {
        let shown = |route: &RoutePath| without_base(self.context, route.as_str()).to_owned();
        let Some(inner) = path.strip_prefix('/') else {
            let file = join_folder(origin.file.folder(), path);
            let file = file.and_then(|path| self.page_file(&path));
            return match file {
                Some(file) => Some(relative_path(origin.file.folder(), &file.path)),
                None => self.page_with_same_name(path).map(shown),
            };
        };
        let by_file = self.page_file(inner);
        let by_file = by_file.and_then(|file| self.targets.page_of_file(self.context, file.id));
        let by_base = || self.other_base(path);
        let route = by_file.cloned().or_else(by_base);
        route
            .as_ref()
            .or_else(|| self.page_with_same_name(path))
            .map(shown)
    }

    /// The file of a page at a path of the tree; the extension may be missing.
    fn page_file(&self, path: &str) -> Option<&SourceFile> {
        let path = path.trim_end_matches('/');
        let stem = stem(path);
        let endings = [".md", ".mdx", "/README.md", "/index.md", "/index.mdx"];
        let mut files = endings
            .iter()
            .filter_map(|ending| self.context.tree.find(&format!("{stem}{ending}")));
        files.find(|file| self.targets.page_of_file(self.context, file.id).is_some())
    }

    /// The only page whose path differs by a route base.
    fn other_base(&self, path: &str) -> Option<RoutePath> {
        let context = self.context;
        let bases = context.versions.iter().map(|version| &version.route_base);
        let bases = bases.chain(context.config.blogs.iter().map(|blog| &blog.route_base));
        let mut found: Vec<RoutePath> = Vec::new();
        for base in bases {
            let base = base.trim_end_matches('/');
            let inner = path.strip_prefix(base).filter(|rest| rest.starts_with('/'));
            for candidate in [Some(format!("{base}{path}")), inner.map(str::to_owned)] {
                let route = candidate.and_then(|path| site_route(context, &escape_percent(&path)));
                found.extend(route.filter(|route| self.targets.has_page(route)));
            }
        }
        found.sort();
        found.dedup();
        found.pop().filter(|_| found.is_empty())
    }

    /// The only page whose path has the same last part.
    fn page_with_same_name(&self, path: &str) -> Option<&RoutePath> {
        let parts = self.last_parts.get_or_init(|| {
            let routes = self.targets.pages_of_files(self.context).into_iter();
            unique(routes.map(|route| (last_part(route.as_str()), route.clone())))
        });
        let last = last_part(path);
        let is_distinctive = last.len() >= MIN_NAME_LENGTH;
        parts.get(&last).filter(|_| is_distinctive)?.as_ref()
    }

    /// The probable path of a page that was at `path`.
    pub(crate) fn likely_page(&self, path: &str) -> Option<String> {
        let same = self.page_with_same_name(path).map(RoutePath::as_str);
        let same = same.map(|route| without_base(self.context, route));
        let near = || self.page_suggester().nearest(path);
        same.or_else(near).map(str::to_owned)
    }

    /// Reports a link that leads to its page by another path; `what` says what the path of the link is.
    pub(super) fn report_detour(
        &self,
        link: &ParsedLink<'_>,
        to: &str,
        what: &str,
        sink: &mut Diagnostics,
    ) {
        let new = without_base(self.context, to);
        let new = if to.starts_with('/') { new } else { to };
        let message = format!("`{}` is {what}", link.path);
        let problem = sink.warn(Code::LinkToRedirect, link.span, message);
        problem.help(format!("link to `{new}`"));
        // A query or fragment of the redirect would have to be joined with those of the link.
        if !to.contains(['?', '#']) || link.target == link.written_path {
            self.offer(problem, link, replace_path(link, new));
        }
    }

    /// Reports a link to the site by its own url.
    pub(super) fn report_own_url(&self, link: &ParsedLink<'_>, path: &str, sink: &mut Diagnostics) {
        let message = "the site's own pages are linked to by path".to_owned();
        let problem = sink.warn(Code::OwnUrl, link.span, message);
        problem.help(format!(
            "write `{path}`: it is checked, and works under any address"
        ));
        let replacement = Replacement {
            old: link.target,
            new: path,
        };
        self.offer(problem, link, replacement);
    }

    /// Reports a link to the site by its own url, for which this build has no page.
    pub(super) fn report_foreign_own_url(
        &self,
        link: &ParsedLink<'_>,
        path: &str,
        sink: &mut Diagnostics,
    ) {
        let message = format!("this site has no page at `{path}`");
        sink.warn(Code::OwnUrl, link.span, message)
            .help("correct the link, unless something else serves that path");
    }

    /// Reports a fragment that its page does not have.
    pub(super) fn report_anchor(
        &self,
        link: &ParsedLink<'_>,
        route: &RoutePath,
        anchors: &BTreeSet<String>,
        sink: &mut Diagnostics,
    ) {
        let Some(fragment) = link.fragment else {
            return;
        };
        let anchor = percent_decode_str(fragment).decode_utf8_lossy();
        let anchor = anchor.as_ref();
        let anchors = anchors.iter().map(String::as_str);
        let path = without_base(self.context, route.as_str());
        let message = format!("no heading `#{anchor}` on `{path}`");
        let problem = sink.warn(Code::BrokenAnchor, link.span, message);
        let Some(near) = nearest(anchor, anchors.clone()) else {
            problem.help("take the id of one of its headings, or link to the page alone");
            return;
        };
        problem.help(format!("did you mean `#{near}`?"));
        if is_certain(anchor, near, anchors) {
            let old = format!("#{fragment}");
            let new = format!("#{near}");
            let replacement = Replacement {
                old: &old,
                new: &new,
            };
            self.offer(problem, link, replacement);
        }
    }

    /// Offers a fix, unless the target is escaped in the source or occurs there twice.
    fn offer(&self, problem: &mut Diagnostic, link: &ParsedLink<'_>, replacement: Replacement<'_>) {
        self.offer_at(problem, link.span, link.target, replacement);
    }

    /// Offers a fix in `target`, which is within `span`.
    fn offer_at(
        &self,
        problem: &mut Diagnostic,
        span: Span,
        target: &str,
        replacement: Replacement<'_>,
    ) {
        let Replacement { old, new } = replacement;
        let text = &self.context.tree.file(span.file).text;
        let spanned = text.get(span.start as usize..span.end as usize);
        let place = spanned.and_then(|spanned| {
            let at = only_place(spanned, target)?;
            let within = target.find(old)?;
            Some(span.start as usize + at + within)
        });
        let is_plain = !new.contains([' ', '(', ')', '<', '>', '"', '\'', '&']);
        if let Some(at) = place.filter(|_| is_plain && !old.is_empty()) {
            problem.fix(Span::new(span.file, at, at + old.len()), new);
        }
    }
}

/// Replaces the path of a link; query and fragment stay.
fn replace_path<'r>(link: &ParsedLink<'r>, new: &'r str) -> Replacement<'r> {
    Replacement {
        old: link.written_path,
        new,
    }
}
