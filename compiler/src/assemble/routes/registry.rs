//! The registry of routes: which page or file each path of the site belongs to.

use super::site_routes::{
    file_route, in_static_folder, is_reserved, search_route, site_route, without_base,
};
use crate::assemble::context::LocaleContext;
use crate::assemble::paths::{escape_percent, path_in_folder};
use crate::diagnostic::{Code, Diagnostics};
use crate::model::RoutePath;
use crate::source::{FileId, SourceFile, Span};
use std::collections::BTreeMap;

/// The page or file that has a path.
#[derive(Debug)]
pub(crate) struct RouteOwner {
    /// The page or file as diagnostics name it.
    name: String,
    /// The span that declares its path.
    span: Option<Span>,
}

impl RouteOwner {
    /// A page or file made of a file of the tree.
    pub(crate) fn file(file: &SourceFile, span: Span) -> Self {
        RouteOwner {
            name: format!("`{}`", file.path),
            span: Some(span),
        }
    }

    /// A generated page, such as a list of tags.
    pub(crate) fn generated(name: impl Into<String>, span: Option<Span>) -> Self {
        RouteOwner {
            name: name.into(),
            span,
        }
    }
}

/// The paths of the site with the names of their owners.
#[derive(Debug, Default)]
pub(crate) struct RouteRegistry {
    owners: BTreeMap<RoutePath, RouteOwner>,
}

impl RouteRegistry {
    /// Registers a path; returns whether it is neither reserved nor taken, and reports it otherwise.
    pub(crate) fn claim(
        &mut self,
        context: &LocaleContext<'_>,
        route: &RoutePath,
        owner: RouteOwner,
        sink: &mut Diagnostics,
    ) -> bool {
        let RouteOwner { name, span } = owner;
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
            // Without a slug of its own, the page has its path by its id.
            let key = match span.is_some_and(|span| span.start > 0) {
                true => "`slug`",
                false => "`id` or `slug`",
            };
            sink.warn(Code::DuplicateRoute, span, message)
                .help(format!("{first} is shown; give the other another {key}"))
                .relate(owner.span, format!("{first} has the path `{route}`"));
            return false;
        }
        self.owners.insert(route.clone(), RouteOwner { name, span });
        true
    }

    /// Whether a path is taken.
    pub(crate) fn has(&self, route: &RoutePath) -> bool {
        self.owners.contains_key(route)
    }

    /// All registered paths.
    pub(crate) fn routes(&self) -> impl Iterator<Item = &RoutePath> {
        self.owners.keys()
    }
}

/// Whether a path lies under `/assets/`. The path is reserved for the interface's files, but a static folder may add
/// its own.
fn is_asset(context: &LocaleContext<'_>, route: &RoutePath) -> bool {
    without_base(context, route.as_str()).starts_with("/assets/")
}

/// Registers the files of the static folders. Of two files with one path that of the later folder is served, as
/// Docusaurus copies one folder after the other.
pub(crate) fn claim_static_files(
    context: &LocaleContext<'_>,
    registry: &mut RouteRegistry,
    sink: &mut Diagnostics,
) -> BTreeMap<RoutePath, FileId> {
    let mut files = BTreeMap::new();
    for folder in context.config.static_directories.iter().rev() {
        for file in context.tree.files_in(folder) {
            let rest = path_in_folder(&file.path, folder).unwrap_or_default();
            let span = Span::start_of(file.id);
            let Some(route) = file_route(context, &escape_percent(rest)) else {
                let message = format!("`{rest}` is not a valid path");
                sink.error(Code::ReservedPath, span, message)
                    .help("rename the file");
                continue;
            };
            let owner = RouteOwner::file(file, span);
            let is_hidden = files.contains_key(&route);
            report_page_beside(registry, &route, file, sink);
            if !is_hidden && registry.claim(context, &route, owner, sink) {
                files.insert(route, file.id);
            }
        }
    }
    files
}

/// Reports `/blog.html` beside the page `/blog`: the page has both addresses on most servers.
fn report_page_beside(
    registry: &RouteRegistry,
    route: &RoutePath,
    file: &SourceFile,
    sink: &mut Diagnostics,
) {
    let stem = route.as_str().strip_suffix(".html");
    let page = stem.and_then(|stem| RoutePath::parse(stem.strip_suffix("/index").unwrap_or(stem)));
    let Some((page, owner)) =
        page.and_then(|page| Some((page.clone(), &registry.owners.get(&page)?.name)))
    else {
        return;
    };
    let message = format!("`{route}` hides the page `{page}` of {owner} on static file servers");
    sink.warn(Code::DuplicateRoute, Span::start_of(file.id), message)
        .help("rename the file, or give the page another `slug`");
}

/// Registers the home of a Docusaurus site that has none of its own; returns whether one is to be made.
pub(crate) fn claim_home(context: &LocaleContext<'_>, registry: &mut RouteRegistry) -> bool {
    let home = site_route(context, "/").filter(|home| !registry.has(home));
    let Some(home) = home.filter(|_| context.config.is_imported) else {
        return false;
    };
    registry
        .owners
        .insert(home, RouteOwner::generated("the home", None));
    true
}

/// Registers the search page.
pub(crate) fn claim_search_page(
    context: &LocaleContext<'_>,
    registry: &mut RouteRegistry,
    sink: &mut Diagnostics,
) {
    if let Some(route) = search_route(context) {
        let span = context.config.file.map(Span::start_of);
        let owner = RouteOwner::generated("the search page", span);
        registry.claim(context, &route, owner, sink);
    }
}
