//! Folders and addresses of `site.toml` in their normal form.

use crate::diagnostic::{Code, Diagnostics};
use crate::source::{SourceTree, Span};

/// The path with exactly one slash at each end.
pub(super) fn with_slashes(path: &str) -> String {
    match path.trim_matches('/') {
        "" => "/".to_owned(),
        inner => format!("/{inner}/"),
    }
}

/// The path of a folder without slashes at its ends, or the default.
pub(super) fn folder(path: Option<(String, Span)>, default: &str) -> String {
    let path = path.map_or_else(|| default.to_owned(), |(path, _)| path);
    path.trim_start_matches("./").trim_matches('/').to_owned()
}

/// A route with a slash at its start and none at its end.
pub(super) fn route_base(base: &str) -> String {
    format!("/{}", base.trim_matches('/'))
}

/// Reports a folder without content.
pub(super) fn check_folder(
    path: &str,
    span: Option<Span>,
    tree: &SourceTree,
    sink: &mut Diagnostics,
) {
    if !path.is_empty() && !tree.has_folder(path) {
        let message = format!("there is no folder `{path}` with content");
        sink.error(Code::BadConfig, span, message)
            .help("create it, or correct `path`");
    }
}
