//! What is said of links that lead nowhere or not straight: what was meant, and the change where that is certain.
//!
//! Certain is: the path of a file in the tree written as an address, a path that lacks or has too much of a route base,
//! a link read from the file's folder instead of from the page's address, the only page of that name, the end of a
//! redirect, the only heading within a letter or two. All else is a suggestion.

use super::files::join;
use super::images::IMAGES;
use super::resolve::{Linker, Origin, Parts};
use crate::assemble::routes::{plain, site_route, without_base};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Suggester, nearest};
use crate::model::RoutePath;
use crate::source::{FileId, SourceFile, Span};
use std::cell::OnceCell;
use std::collections::BTreeMap;

/// The way out of a link to nothing like any page.
const CORRECT: &str = "correct the link, or redirect the path in `site.toml`";

/// Names shorter than this say too little to be found elsewhere.
const SHORTEST_NAME: usize = 3;

/// What suggestions of one locale are looked up in, made when the first is needed.
#[derive(Debug, Default)]
pub(crate) struct Lookups {
    pages: OnceCell<Suggester>,
    files: OnceCell<Suggester>,
    images: OnceCell<Suggester>,
    assets: OnceCell<Suggester>,
    /// Pages by the last part of their path; `None` where several have it.
    last_parts: OnceCell<BTreeMap<String, Option<RoutePath>>>,
    /// Files of pages by name; `None` where several have it.
    file_names: OnceCell<BTreeMap<String, Option<FileId>>>,
}

fn unique<K: Ord, V>(pairs: impl Iterator<Item = (K, V)>) -> BTreeMap<K, Option<V>> {
    let mut map = BTreeMap::new();
    for (key, value) in pairs {
        map.entry(key)
            .and_modify(|known| *known = None)
            .or_insert(Some(value));
    }
    map
}

impl Linker<'_> {
    fn page_suggester(&self) -> &Suggester {
        let make = || Suggester::new(self.targets.written_paths(self.context));
        self.lookups.pages.get_or_init(make)
    }

    fn file_suggester(&self) -> &Suggester {
        let files = self.context.tree.files.iter();
        let pages = files.filter(|file| self.targets.page_of_file(self.context, file.id).is_some());
        let make = || Suggester::new(pages.map(|file| file.path.as_str()));
        self.lookups.files.get_or_init(make)
    }

    /// The way out of a picture that is not there.
    pub(crate) fn image_help(&self, wanted: &str) -> String {
        let images = self.lookups.images.get_or_init(|| {
            let files = self.context.tree.files.iter();
            let images = files.filter(|file| IMAGES.iter().any(|kind| file.has_extension(kind)));
            Suggester::new(images.map(|file| file.path.as_str()))
        });
        images.did_you_mean_or(wanted, &format!("put the file at `{wanted}`"))
    }

    /// The way out of another file that is not there.
    pub(crate) fn asset_help(&self, wanted: &str) -> String {
        let files = self.lookups.assets.get_or_init(|| {
            let files = self.context.tree.files.iter();
            Suggester::new(files.map(|file| file.path.as_str()))
        });
        files.did_you_mean_or(wanted, &format!("put the file at `{wanted}`"))
    }

    /// A link to a Markdown file that is not there.
    pub(crate) fn report_no_file(
        &self,
        origin: &Origin<'_>,
        parts: &Parts<'_>,
        span: Span,
        sink: &mut Diagnostics,
    ) {
        let written = &parts.path;
        let problem = sink.warn(Code::BrokenLink, span, format!("no file at `{written}`"));
        if let Some(file) = self.moved_file(written) {
            let path = relative_path(origin.file.folder(), &file.path);
            problem.help(format!("did you mean `{path}`?"));
            return self.offer(problem, span, parts.whole, (parts.written_path, &path));
        }
        let looked_for = join(origin.file.folder(), written).unwrap_or_default();
        problem.help(suggestion(self.file_suggester(), &looked_for));
    }

    /// The only page file of this name.
    fn moved_file(&self, written: &str) -> Option<&SourceFile> {
        let tree = self.context.tree;
        let names = self.lookups.file_names.get_or_init(|| {
            let files = tree.files.iter();
            let pages =
                files.filter(|file| self.targets.page_of_file(self.context, file.id).is_some());
            unique(pages.map(|file| (stem(file.name()).to_lowercase(), file.id)))
        });
        let name = stem(written.rsplit('/').next()?).to_lowercase();
        let is_telling = name.len() >= SHORTEST_NAME && name != "readme" && name != "index";
        let file = names.get(&name).filter(|_| is_telling)?;
        file.map(|file| tree.file(file))
    }

    /// A link to a path where nothing is.
    pub(crate) fn report_broken(
        &self,
        origin: &Origin<'_>,
        parts: &Parts<'_>,
        route: Option<&RoutePath>,
        span: Span,
        sink: &mut Diagnostics,
    ) {
        let certain = self.certain_page(origin, &parts.path);
        if certain.is_none()
            && let Some(folder) = self.linked_folder(origin, &parts.path)
        {
            return self.report_folder(parts, &folder, span, sink);
        }
        let decoded = route.map_or_else(|| parts.path.clone(), RoutePath::decoded);
        let written = without_base(self.context, &decoded).to_owned();
        let problem = sink.warn(Code::BrokenLink, span, format!("no page at `{written}`"));
        if let Some(path) = certain {
            problem.help(format!("did you mean `{path}`?"));
            return self.offer(problem, span, parts.whole, (parts.written_path, &path));
        }
        problem.help(suggestion(self.page_suggester(), &written));
    }

    fn report_folder(&self, parts: &Parts<'_>, folder: &str, span: Span, sink: &mut Diagnostics) {
        let message = format!("`{}` is a folder without a page of its own", parts.path);
        let problem = sink.warn(Code::LinkToFolder, span, message);
        match self.targets.first_page_below(self.context, folder) {
            Some(page) => {
                let path = without_base(self.context, page.as_str());
                problem.help(format!("link to a page in it, such as `{path}`"))
            }
            None => problem.help("link to a page"),
        };
    }

    /// What a path must have meant, as it should be written.
    fn certain_page(&self, origin: &Origin<'_>, path: &str) -> Option<String> {
        let shown = |route: &RoutePath| without_base(self.context, route.as_str()).to_owned();
        let Some(inner) = path.strip_prefix('/') else {
            let file = join(origin.file.folder(), path);
            let file = file.and_then(|path| self.page_file(&path));
            return match file {
                Some(file) => Some(relative_path(origin.file.folder(), &file.path)),
                None => self.namesake(path).map(shown),
            };
        };
        let by_file = self.page_file(inner);
        let by_file = by_file.and_then(|file| self.targets.page_of_file(self.context, file.id));
        let by_base = || self.other_base(path);
        let route = by_file.cloned().or_else(by_base);
        route.as_ref().or_else(|| self.namesake(path)).map(shown)
    }

    /// The page's file at a path of the tree, its extension left out.
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
        let bases = context.sets.iter().map(|set| &set.route_base);
        let bases = bases.chain(context.config.blog.iter().map(|blog| &blog.route_base));
        let mut found: Vec<RoutePath> = Vec::new();
        for base in bases {
            let base = base.trim_end_matches('/');
            let inner = path.strip_prefix(base).filter(|rest| rest.starts_with('/'));
            for candidate in [Some(format!("{base}{path}")), inner.map(str::to_owned)] {
                let route = candidate.and_then(|path| site_route(context, &plain(&path)));
                found.extend(route.filter(|route| self.targets.has_page(route)));
            }
        }
        found.sort();
        found.dedup();
        found.pop().filter(|_| found.is_empty())
    }

    /// The only page whose path ends like this one.
    fn namesake(&self, path: &str) -> Option<&RoutePath> {
        let parts = self.lookups.last_parts.get_or_init(|| {
            let routes = self.targets.own_pages(self.context).into_iter();
            unique(routes.map(|route| (last_part(route.as_str()), route.clone())))
        });
        let last = last_part(path);
        let is_telling = last.len() >= SHORTEST_NAME;
        parts.get(&last).filter(|_| is_telling)?.as_ref()
    }

    /// Where a page that was at `path` probably is now.
    pub(crate) fn likely_page(&self, path: &str) -> Option<String> {
        let namesake = self.namesake(path).map(RoutePath::as_str);
        let namesake = namesake.map(|route| without_base(self.context, route));
        let near = || self.page_suggester().nearest(path);
        namesake.or_else(near).map(str::to_owned)
    }

    /// A link that leads to its page by a redirect.
    pub(crate) fn report_redirect(
        &self,
        parts: &Parts<'_>,
        to: &str,
        span: Span,
        sink: &mut Diagnostics,
    ) {
        let new = without_base(self.context, to);
        let new = if to.starts_with('/') { new } else { to };
        let message = format!("`{}` is redirected", parts.path);
        let problem = sink.warn(Code::LinkToRedirect, span, message);
        problem.help(format!("link to `{new}`"));
        // What the redirect says of query and fragment would have to be joined with what the link says.
        if !to.contains(['?', '#']) || parts.whole == parts.written_path {
            self.offer(problem, span, parts.whole, (parts.written_path, new));
        }
    }

    /// A link to the site by its own url.
    pub(crate) fn report_own_url(
        &self,
        target: &str,
        path: &str,
        span: Span,
        sink: &mut Diagnostics,
    ) {
        let message = "the site's own pages are linked to by path".to_owned();
        let problem = sink.warn(Code::OwnUrl, span, message);
        problem.help(format!(
            "write `{path}`: it is checked, and works under any address"
        ));
        self.offer(problem, span, target, (target, path));
    }

    /// A fragment that its page does not have.
    pub(crate) fn report_anchor<'a>(
        &self,
        route: &RoutePath,
        (parts, anchor): (&Parts<'_>, &str),
        anchors: impl Iterator<Item = &'a str> + Clone,
        span: Span,
        sink: &mut Diagnostics,
    ) {
        let path = without_base(self.context, route.as_str());
        let message = format!("no heading `#{anchor}` on `{path}`");
        let problem = sink.warn(Code::BrokenAnchor, span, message);
        let Some(near) = nearest(anchor, anchors.clone()) else {
            problem.help("take the id of one of its headings, or link to the page alone");
            return;
        };
        problem.help(format!("did you mean `#{near}`?"));
        if is_certain(anchor, near, anchors)
            && let Some(fragment) = parts.fragment
        {
            let old = format!("#{fragment}");
            let new = format!("#{near}");
            self.offer(problem, span, parts.whole, (&old, &new));
        }
    }

    /// Offers to replace `old`, a part of the target, where the source shows the target as it is.
    fn offer(&self, problem: &mut Diagnostic, span: Span, target: &str, (old, new): (&str, &str)) {
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

/// The nearest path, when its last part is near, too: pages of one folder are all near each other.
fn suggestion(index: &Suggester, path: &str) -> String {
    let is_alike = |near: &&str| {
        let (near, own) = (last_part(near), last_part(path));
        near == own || nearest(&own, [near.as_str()]).is_some()
    };
    match index.nearest(path).filter(is_alike) {
        Some(near) => format!("did you mean `{near}`?"),
        None => CORRECT.to_owned(),
    }
}

/// Where `part` stands in `text`, when it stands there once.
fn only_place(text: &str, part: &str) -> Option<usize> {
    let mut places = text.match_indices(part).map(|(at, _)| at);
    let first = places.next()?;
    places.next().is_none().then_some(first)
}

/// Whether no other id is as near, and this one so near that nothing else can be meant.
fn is_certain<'a>(anchor: &str, near: &str, anchors: impl Iterator<Item = &'a str>) -> bool {
    let simple = |text: &str| text.to_lowercase().replace(['_', ' '], "-");
    let distance = |other: &str| strsim::osa_distance(&simple(anchor), &simple(other));
    let least = distance(near);
    let most = (anchor.chars().count() / 6).min(2);
    least <= most && anchors.filter(|other| distance(other) <= least).count() == 1
}

/// A name or path without `.md` or `.mdx`.
fn stem(path: &str) -> &str {
    let stem = path.strip_suffix(".md").or(path.strip_suffix(".mdx"));
    stem.unwrap_or(path)
}

fn last_part(path: &str) -> String {
    let path = stem(path.trim_end_matches('/'));
    path.rsplit('/').next().unwrap_or_default().to_lowercase()
}

/// How a file is named from a folder of the tree.
fn relative_path(folder: &str, path: &str) -> String {
    let from: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    let to: Vec<&str> = path.split('/').collect();
    let same = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let same = same.min(to.len() - 1);
    let ups = "../".repeat(from.len() - same);
    let start = if ups.is_empty() { "./" } else { &ups };
    format!("{start}{}", to[same..].join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_from_a_folder() {
        for (folder, path, expected) in [
            ("docs/a", "docs/a/b.md", "./b.md"),
            ("docs/a", "docs/c/b.md", "../c/b.md"),
            ("docs", "docs/c/b.md", "./c/b.md"),
            ("", "docs/b.md", "./docs/b.md"),
            ("docs/a/b", "tcg/x.md", "../../../tcg/x.md"),
        ] {
            assert_eq!(relative_path(folder, path), expected, "{folder} {path}");
        }
    }

    #[test]
    fn only_near_and_lonely_ids_are_certain() {
        let check = |anchor, near, ids: &[&str]| is_certain(anchor, near, ids.iter().copied());
        assert!(check(
            "Gauge_Theory",
            "gauge-theory",
            &["gauge-theory", "talents"]
        ));
        assert!(check("talent", "talents", &["talents", "passives"]));
        assert!(!check(
            "talents-3",
            "talents-1",
            &["talents-1", "talents-2"]
        ));
        assert!(!check("abc", "abd", &["abd"]), "short ids say little");
    }
}
