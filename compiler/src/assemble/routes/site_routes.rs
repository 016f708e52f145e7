//! The paths of pages and files in the site.

use crate::assemble::context::LocaleContext;
use crate::assemble::paths::{path_in_folder, resolve_path};
use crate::diagnostic::{Code, Diagnostics};
use crate::front_matter::FrontMatter;
use crate::model::RoutePath;
use crate::source::{FileId, Span};

/// The first segments of paths that the server answers itself.
const RESERVED: [&str; 7] = [
    "_bindery",
    "assets",
    "collections",
    "health",
    "healthz",
    "multi_search",
    "readyz",
];

/// The canonical path of a page by its path in the locale: base path and locale are put before it.
pub(crate) fn site_route(context: &LocaleContext<'_>, path: &str) -> Option<RoutePath> {
    prefixed_route(&context.base, path)
}

/// The canonical path of a file by its path in the site; all locales share files.
pub(crate) fn file_route(context: &LocaleContext<'_>, path: &str) -> Option<RoutePath> {
    prefixed_route(&context.config.base_path, path)
}

fn prefixed_route(base: &str, path: &str) -> Option<RoutePath> {
    let path = path.trim_start_matches('/');
    if path.is_empty() {
        return RoutePath::home(base);
    }
    RoutePath::parse(&format!("{}/{path}", base.trim_end_matches('/')))
}

/// The slug of a page, and where it comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageSlug<'s> {
    /// The page's file.
    pub(crate) file: FileId,
    /// The page's front matter.
    pub(crate) front: &'s FrontMatter,
    /// The path before the slug.
    pub(crate) route_base: &'s str,
    /// The slug.
    pub(crate) slug: &'s str,
    /// A slug for the help of the diagnostic.
    pub(crate) example: &'s str,
}

/// The path of a page; a slug that is not a valid path is reported.
pub(crate) fn page_route(
    context: &LocaleContext<'_>,
    page: PageSlug<'_>,
    sink: &mut Diagnostics,
) -> Option<RoutePath> {
    let slug = page.slug;
    let route = site_route(context, &format!("{}/{slug}", page.route_base));
    if route.is_none() {
        let span = page.front.spans.get("slug").copied();
        let span = span.unwrap_or_else(|| Span::start_of(page.file));
        let message = format!("`{slug}` is not a valid path");
        sink.error(Code::BadFrontMatter, span, message)
            .help(format!("write a `slug` such as `{}`", page.example));
    }
    route
}

/// A route without base path and locale, beginning with a slash.
pub(crate) fn without_base<'r>(context: &LocaleContext<'_>, route: &'r str) -> &'r str {
    let bases = [&context.base, &context.config.base_path];
    let mut rests = bases.iter().filter_map(|base| {
        let rest = route.strip_prefix(base.trim_end_matches('/'))?;
        (rest.is_empty() || rest.starts_with('/')).then_some(rest)
    });
    rests.next().filter(|rest| !rest.is_empty()).unwrap_or("/")
}

/// The route for which a browser asks at a link on the page `from`; `is_folder`: a relative path goes into the page's own folder.
pub(crate) fn asked_route(
    context: &LocaleContext<'_>,
    from: &RoutePath,
    is_folder: bool,
    path: &str,
) -> Option<RoutePath> {
    if !path.starts_with('/') {
        let slash = ["", "/"][usize::from(is_folder)];
        let asked = |from: &str| match from.ends_with('/') {
            true => resolve_path(from, path),
            false => resolve_path(&format!("{from}{slash}"), path),
        };
        // A path may leave the site and come back by the base path; one that only leaves it ends at the site's root.
        let with_base = asked(from.as_str());
        let in_site = match has_base(context, &with_base) {
            true => without_base(context, &with_base).to_owned(),
            false => asked(without_base(context, from.as_str())),
        };
        return site_route(context, &in_site);
    }
    // A path that has the base path already gets no second one.
    if has_base(context, path) {
        return RoutePath::parse(path);
    }
    let path = path.strip_suffix(".md").unwrap_or(path);
    site_route(context, path.strip_suffix(".mdx").unwrap_or(path))
}

/// Whether a path begins with the base path of the locale.
fn has_base(context: &LocaleContext<'_>, path: &str) -> bool {
    let base = &context.base;
    base != "/" && (path.starts_with(base) || path == base.trim_end_matches('/'))
}

/// A route without the base path but with the locale, beginning with a slash.
pub(crate) fn without_site_base<'r>(context: &LocaleContext<'_>, route: &'r str) -> &'r str {
    let base = context.config.base_path.trim_end_matches('/');
    let rest = route.strip_prefix(base).unwrap_or(route);
    if rest.is_empty() { "/" } else { rest }
}

/// Whether the server answers the path itself.
pub(crate) fn is_reserved(context: &LocaleContext<'_>, route: &RoutePath) -> bool {
    let base = context.config.base_path.trim_end_matches('/');
    let path = route.as_str().strip_prefix(base).unwrap_or_default();
    let first = path.trim_start_matches('/').split('/').next();
    // A page may have the name of the folder of the interface's files.
    path != "/assets" && RESERVED.contains(&first.unwrap_or_default())
}

/// The first of the folders whose files are served as they are.
pub(crate) fn static_folder<'c>(context: &LocaleContext<'c>) -> &'c str {
    let mut folders = context.config.static_directories.iter();
    folders.next().map_or("static", String::as_str)
}

/// The path of a file in the first static folder that holds it.
pub(crate) fn in_static_folder<'c>(context: &LocaleContext<'c>, file: FileId) -> Option<&'c str> {
    let path = context.tree.file(file).path.as_str();
    let mut folders = context.config.static_directories.iter();
    folders.find_map(|folder| path_in_folder(path, folder))
}

/// The path of the search page.
pub(crate) fn search_route(context: &LocaleContext<'_>) -> Option<RoutePath> {
    site_route(context, context.config.search.page_path.as_ref()?)
}
