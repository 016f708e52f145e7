//! Which path belongs to what: places of files, number prefixes, and the book of claimed paths.

use crate::assemble::Context;
use crate::assemble::docs::Doc;
use crate::diagnostic::{Code, Diagnostics};
use crate::front_matter::FrontMatter;
use crate::model::RoutePath;
use crate::source::{FileId, Span};
use std::collections::BTreeMap;

/// First segments of paths that the server answers itself.
const RESERVED: [&str; 7] = [
    "_bindery",
    "assets",
    "collections",
    "health",
    "healthz",
    "multi_search",
    "readyz",
];

/// What follows a folder in a path.
pub(super) fn below<'p>(path: &'p str, folder: &str) -> Option<&'p str> {
    if folder.is_empty() {
        return Some(path);
    }
    path.strip_prefix(folder)?.strip_prefix('/')
}

/// The name without `01-` and the like, and the number. Dates and versions are no such prefix.
pub(super) fn split_number_prefix(name: &str) -> (&str, Option<f64>) {
    let digits = name.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = name.split_at(digits);
    let trimmed = rest.trim_start();
    let suffix = trimmed.trim_start_matches(['-', '_', '.']);
    let is_number_next = trimmed.len() == rest.len()
        && suffix.len() + 1 == rest.len()
        && suffix.starts_with(|c: char| c.is_ascii_digit());
    let has_name = suffix.len() < trimmed.len() && !suffix.trim_start().is_empty();
    if digits == 0 || !has_name || is_number_next {
        return (name, None);
    }
    match number.parse() {
        Ok(number) => (suffix.trim_start(), Some(number)),
        Err(_) => (name, None),
    }
}

/// A path without the number prefixes of its segments.
pub(super) fn strip_number_prefixes(path: &str) -> String {
    let segments = path
        .split('/')
        .map(|segment| split_number_prefix(segment).0);
    segments.collect::<Vec<_>>().join("/")
}

/// The canonical path of a page's path inside the site: the base path and the locale put before it.
pub(super) fn site_route(context: Context<'_>, path: &str) -> Option<RoutePath> {
    route_below(context.base(), path)
}

/// The path of a page below `route_base` by its slug; a slug that cannot be one is told, with one that can.
pub(super) fn page_route(
    context: Context<'_>,
    (file, front): (FileId, &FrontMatter),
    (route_base, slug): (&str, &str),
    example: &str,
    sink: &mut Diagnostics,
) -> Option<RoutePath> {
    let route = site_route(context, &format!("{route_base}/{slug}"));
    if route.is_none() {
        let span = front.spans.get("slug").copied();
        let span = span.unwrap_or_else(|| Span::start_of(file));
        let message = format!("`{slug}` cannot be a path");
        sink.error(Code::BadFrontMatter, span, message)
            .help(format!("write a `slug` such as `{example}`"));
    }
    route
}

/// The canonical path of a file's path inside the site: files are the same in all locales.
pub(super) fn file_route(context: Context<'_>, path: &str) -> Option<RoutePath> {
    route_below(&context.config.base_path, path)
}

fn route_below(base: &str, path: &str) -> Option<RoutePath> {
    let path = path.trim_start_matches('/');
    if path.is_empty() {
        return RoutePath::home(base);
    }
    RoutePath::parse(&format!("{}/{path}", base.trim_end_matches('/')))
}

/// A file name's letters as they stand in a path: a `%` in it is no encoding.
pub(super) fn plain(name: &str) -> String {
    name.replace('%', "%25")
}

/// A route without the base path and the locale, beginning with a slash.
pub(super) fn without_base<'r>(context: Context<'_>, route: &'r str) -> &'r str {
    let bases = [context.base(), &context.config.base_path];
    let mut rests = bases.iter().filter_map(|base| {
        let rest = route.strip_prefix(base.trim_end_matches('/'))?;
        (rest.is_empty() || rest.starts_with('/')).then_some(rest)
    });
    rests.next().filter(|rest| !rest.is_empty()).unwrap_or("/")
}

/// A route without the base path, the locale kept, beginning with a slash.
pub(super) fn without_site_base<'r>(context: Context<'_>, route: &'r str) -> &'r str {
    let base = context.config.base_path.trim_end_matches('/');
    let rest = route.strip_prefix(base).unwrap_or(route);
    if rest.is_empty() { "/" } else { rest }
}

/// Whether the server keeps the path for itself.
pub(super) fn is_reserved(context: Context<'_>, route: &RoutePath) -> bool {
    let base = context.config.base_path.trim_end_matches('/');
    let path = route.as_str().strip_prefix(base).unwrap_or_default();
    let first = path.trim_start_matches('/').split('/').next();
    RESERVED.contains(&first.unwrap_or_default())
}

/// Every path of the site and the file that has it.
#[derive(Debug, Default)]
pub(super) struct Claims {
    owners: BTreeMap<RoutePath, Owner>,
}

#[derive(Debug)]
struct Owner {
    /// What it is, as messages name it.
    name: String,
}

impl Claims {
    /// Takes a path for `name` (a file's path, or a word for what is made by rule), unless it is taken or reserved.
    pub(super) fn claim(
        &mut self,
        context: Context<'_>,
        route: &RoutePath,
        name: String,
        span: Option<Span>,
        sink: &mut Diagnostics,
    ) -> bool {
        let is_file = span.is_some_and(|span| in_static_folder(context, span.file).is_some());
        if is_reserved(context, route) && !(is_file && is_asset(context, route)) {
            let message = format!("the path `{route}` of {name} is reserved");
            sink.error(Code::ReservedPath, span, message)
                .help("move it, or give it another `slug`");
            return false;
        }
        if let Some(owner) = self.owners.get(route) {
            let first = &owner.name;
            let message = format!("the path `{route}` belongs to {first} and to {name}");
            sink.warn(Code::DuplicateRoute, span, message)
                .help(format!("{first} is shown; give the other another `slug`"));
            return false;
        }
        self.owners.insert(route.clone(), Owner { name });
        true
    }

    /// Takes the paths of all documents. Returns those that got theirs, and the files and paths of those that did not.
    pub(super) fn claim_docs(
        &mut self,
        context: Context<'_>,
        docs: Vec<Doc>,
        sink: &mut Diagnostics,
    ) -> (Vec<Doc>, Vec<(FileId, RoutePath)>) {
        let mut kept = Vec::new();
        let mut lost = Vec::new();
        for doc in docs {
            let name = format!("`{}`", context.tree.file(doc.file).path);
            let span = Some(doc.slug_span());
            if self.claim(context, &doc.route, name, span, sink) {
                kept.push(doc);
            } else {
                lost.push((doc.file, doc.route));
            }
        }
        (kept, lost)
    }

    /// Whether a path is taken.
    pub(super) fn has(&self, route: &RoutePath) -> bool {
        self.owners.contains_key(route)
    }

    /// All taken paths.
    pub(super) fn routes(&self) -> impl Iterator<Item = &RoutePath> {
        self.owners.keys()
    }
}

/// The folder whose files are served as they are; of several the first.
pub(super) fn static_folder(context: Context<'_>) -> &str {
    let mut folders = context.config.static_directories.iter();
    folders.next().map_or("static", String::as_str)
}

/// What follows the folder of static files in a file's path; of several folders the first that holds it counts.
pub(super) fn in_static_folder(context: Context<'_>, file: FileId) -> Option<&str> {
    let path = context.tree.file(file).path.as_str();
    let mut folders = context.config.static_directories.iter();
    folders.find_map(|folder| below(path, folder))
}

/// Whether a path lies where the interface's own files do: a site's files may lie there, too.
fn is_asset(context: Context<'_>, route: &RoutePath) -> bool {
    without_base(context, route.as_str()).starts_with("/assets/")
}

/// The files of the static folders by path. Where two have the same, the one of the later folder is served, as
/// Docusaurus copies one folder after the other.
pub(super) fn static_files(
    context: Context<'_>,
    claims: &mut Claims,
    sink: &mut Diagnostics,
) -> BTreeMap<RoutePath, FileId> {
    let mut files = BTreeMap::new();
    for folder in context.config.static_directories.iter().rev() {
        for file in context.tree.below(folder) {
            let rest = below(&file.path, folder).unwrap_or_default();
            let span = Some(Span::start_of(file.id));
            let Some(route) = file_route(context, &plain(rest)) else {
                let message = format!("`{rest}` cannot be a path");
                sink.error(Code::ReservedPath, span, message)
                    .help("rename the file");
                continue;
            };
            let is_hidden = files.contains_key(&route);
            let name = format!("`{}`", file.path);
            if !is_hidden && claims.claim(context, &route, name, span, sink) {
                files.insert(route, file.id);
            }
        }
    }
    files
}

/// Takes the home of a Docusaurus site that has none of its own; returns whether one is to be made.
pub(super) fn claim_home(context: Context<'_>, claims: &mut Claims) -> bool {
    let home = site_route(context, "/").filter(|home| !claims.has(home));
    let Some(home) = home.filter(|_| context.config.is_imported) else {
        return false;
    };
    let name = "the home".to_owned();
    claims.owners.insert(home, Owner { name });
    true
}

/// The path of the search page.
pub(super) fn search_route(context: Context<'_>) -> Option<RoutePath> {
    site_route(context, context.config.search.page_path.as_ref()?)
}

/// Takes the path of the search page.
pub(super) fn claim_search(context: Context<'_>, claims: &mut Claims, sink: &mut Diagnostics) {
    if let Some(route) = search_route(context) {
        let span = context.config.file.map(Span::start_of);
        claims.claim(context, &route, "the search page".to_owned(), span, sink);
    }
}
