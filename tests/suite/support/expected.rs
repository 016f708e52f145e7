//! The routes and redirects that must exist: for the library those of committed tables, which no build generates, and for
//! another tree (`BINDERY_CONTENT`) those that the executable prints.

use bindery_site::SITE;
use std::path::{Path, PathBuf};

/// The origin of the library.
pub(crate) const LIBRARY_URL: &str = "https://library.keqingmains.com";

/// Whether the library of this repository is bound, and not another tree.
pub(crate) fn is_library() -> bool {
    SITE.url == LIBRARY_URL && SITE.base_path == "/"
}

/// The folder of the bound tree.
pub(crate) fn content() -> PathBuf {
    let named = option_env!("BINDERY_CONTENT").filter(|folder| !folder.is_empty());
    root().join(named.unwrap_or("content"))
}

/// Adds the base path of the bound site to a path.
pub(crate) fn at(path: &str) -> String {
    format!("{}{}", SITE.base_path, path.trim_start_matches('/'))
}

/// The path of a page's payload.
pub(crate) fn payload_of(path: &str) -> String {
    let below = path.strip_prefix(SITE.base_path).unwrap_or(path);
    at(&format!("_bindery/page/{below}"))
}

/// The path of an article of the bound site.
pub(crate) fn article() -> String {
    if is_library() {
        return "/characters/cryo/ganyu".to_owned();
    }
    let routes = routes();
    let article = routes
        .iter()
        .find(|route| route.kind == "doc" && route.path != at(""));
    article
        .or(routes.first())
        .map_or_else(|| at(""), |route| route.path.clone())
}

/// A line of `tests/expected/routes.tsv`, or a page that the executable names.
#[derive(Clone, Debug)]
pub(crate) struct ExpectedRoute {
    pub(crate) path: String,
    pub(crate) title: String,
    pub(crate) kind: String,
}

/// A line of `tests/expected/redirects.tsv`, or a redirect that the executable names.
#[derive(Clone, Debug)]
pub(crate) struct ExpectedRedirect {
    pub(crate) from: String,
    pub(crate) to: String,
}

/// The repository's root.
pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The routes, the not-found page left out (it has no path).
pub(crate) fn routes() -> Vec<ExpectedRoute> {
    if !is_library() {
        return embedded_routes();
    }
    let rows = rows("tests/expected/routes.tsv").into_iter();
    let routes = rows.map(|cells| match cells.as_slice() {
        [path, title, kind] => ExpectedRoute {
            path: path.clone(),
            title: title.clone(),
            kind: kind.clone(),
        },
        _ => panic!("routes.tsv has three columns: {cells:?}"),
    });
    routes.filter(|route| route.path.starts_with('/')).collect()
}

/// The redirects.
pub(crate) fn redirects() -> Vec<ExpectedRedirect> {
    if !is_library() {
        return embedded_redirects();
    }
    let rows = rows("tests/expected/redirects.tsv").into_iter();
    let redirects = rows.map(|cells| match cells.as_slice() {
        [from, to] => ExpectedRedirect {
            from: from.clone(),
            to: to.clone(),
        },
        _ => panic!("redirects.tsv has two columns: {cells:?}"),
    });
    redirects.collect()
}

/// The list that `bindery routes --json` prints.
fn embedded() -> Vec<serde_json::Value> {
    let bytes = SITE
        .plain(&SITE.routes)
        .expect("the site has a list of its routes");
    serde_json::from_slice(&bytes).expect("the list is JSON")
}

fn embedded_routes() -> Vec<ExpectedRoute> {
    let entries = embedded().into_iter();
    let pages =
        entries.filter(|entry| !matches!(entry["kind"].as_str(), Some("redirect" | "gone")));
    let routes = pages.filter_map(|entry| {
        Some(ExpectedRoute {
            path: entry["path"].as_str()?.to_owned(),
            title: entry["title"].as_str().unwrap_or_default().to_owned(),
            kind: entry["kind"].as_str()?.to_owned(),
        })
    });
    routes.collect()
}

fn embedded_redirects() -> Vec<ExpectedRedirect> {
    let redirects = embedded().into_iter().filter_map(|entry| {
        Some(ExpectedRedirect {
            from: entry["path"].as_str()?.to_owned(),
            to: entry["redirects_to"].as_str()?.to_owned(),
        })
    });
    redirects.collect()
}

fn rows(path: &str) -> Vec<Vec<String>> {
    let path = root().join(Path::new(path));
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = text.lines().skip(1).filter(|line| !line.is_empty());
    lines
        .map(|line| line.split('\t').map(str::to_owned).collect())
        .collect()
}
