//! A parsed link: the page that contains it, its place, and its parts.

use super::href::URL;
use crate::diagnostic::{Code, Diagnostics};
use crate::model::RoutePath;
use crate::source::{SourceFile, SourceTree, Span};
use bindery_format::suggest::{did_you_mean_any, distance};
use percent_encoding::{percent_decode_str, utf8_percent_encode};

/// Schemes that links often have.
const SCHEMES: [&str; 6] = ["https", "http", "mailto", "tel", "ftp", "sms"];

/// Schemes that resemble those, but are others.
const OTHER_SCHEMES: [&str; 5] = ["ftps", "sftp", "tftp", "httpu", "smsto"];

/// Reports a scheme within a letter of a common one. Others may belong to an application.
pub(super) fn check_scheme(link: &ParsedLink<'_>, sink: &mut Diagnostics) {
    let Some((scheme, _)) = link.target.split_once(':') else {
        return;
    };
    let scheme = scheme.to_ascii_lowercase();
    let known = SCHEMES.iter().chain(&OTHER_SCHEMES);
    if scheme.len() < 4 || known.into_iter().any(|known| *known == scheme) {
        return;
    }
    // Not the nearest one: several are a letter away, and one that is further off may belong to an application.
    let near = SCHEMES.iter().filter(|known| distance(&scheme, known) == 1);
    let near: Vec<String> = near.map(|known| format!("{known}:")).collect();
    let names: Vec<&str> = near.iter().map(String::as_str).collect();
    let Some(question) = did_you_mean_any(&names) else {
        return;
    };
    let message = format!("unknown URL scheme `{scheme}:`");
    let problem = sink.warn(Code::BrokenLink, link.span, message);
    problem.help(question);
    let rest = &link.target[scheme.len()..];
    let is_whole = (link.span.end - link.span.start) as usize == link.target.len();
    if let [only] = names[..]
        && rest.starts_with("://")
        && is_whole
    {
        problem.fix(link.span, format!("{only}{}", &rest[1..]));
    }
}

/// The page that contains a link.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin<'o> {
    /// The file of the page.
    pub(crate) file: &'o SourceFile,
    /// The path of the page, base path included.
    pub(crate) route: &'o RoutePath,
    /// Whether links are resolved as if the path ended with a slash, as Docusaurus' path of an index document does.
    pub(crate) is_folder: bool,
}

impl<'o> Origin<'o> {
    /// The page of a link or image that another file holds: a partial that the page includes. As in Docusaurus,
    /// paths of files are relative to that file, and other paths to the page's url.
    pub(super) fn in_file(self, tree: &'o SourceTree, span: Span) -> Origin<'o> {
        Origin {
            file: tree.file(span.file),
            ..self
        }
    }
}

/// A link in its parts.
#[derive(Debug)]
pub(super) struct ParsedLink<'l> {
    /// The page that contains it.
    pub(super) origin: Origin<'l>,
    /// The span that diagnostics about the link name.
    pub(super) span: Span,
    /// The target as written.
    pub(super) target: &'l str,
    /// The path as written.
    pub(super) written_path: &'l str,
    /// The path, decoded by [`decode_path`].
    pub(super) path: String,
    /// With its `?`.
    query: &'l str,
    /// Without its `#`.
    pub(super) fragment: Option<&'l str>,
}

/// A path, percent-decoded. As browsers and Docusaurus do, it takes `\` for `/`, which authors on Windows write.
pub(super) fn decode_path(written: &str) -> String {
    let written = written.replace('\\', "/");
    percent_decode_str(&written)
        .decode_utf8_lossy()
        .into_owned()
}

impl<'l> ParsedLink<'l> {
    pub(super) fn new(origin: &Origin<'l>, target: &'l str, span: Span) -> Self {
        let (rest, fragment) = match target.split_once('#') {
            Some((rest, fragment)) => (rest, Some(fragment)),
            None => (target, None),
        };
        let (path, query) = rest.split_at(rest.find('?').unwrap_or(rest.len()));
        ParsedLink {
            origin: *origin,
            span,
            target,
            written_path: path,
            path: decode_path(path),
            query,
            fragment,
        }
    }

    /// The url of `path` with the query and the fragment of this link.
    pub(super) fn url(&self, path: &str) -> String {
        let query = utf8_percent_encode(self.query, URL);
        match self.fragment {
            Some(fragment) => format!("{path}{query}#{}", utf8_percent_encode(fragment, URL)),
            None => format!("{path}{query}"),
        }
    }
}
