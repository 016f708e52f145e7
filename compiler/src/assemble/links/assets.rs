//! The attributes of HTML tags that lead to pages or load files: `href`, `src`, `poster`, `data`, `srcset`.

use super::files::find_file;
use super::href::is_url;
use super::link::Origin;
use super::resolve::Linker;
use super::served_files::static_route;
use crate::assemble::paths::join_folder;
use crate::assemble::routes::static_folder;
use crate::diagnostic::{Code, Diagnostics};
use crate::document::{Link, LinkKind};
use crate::model::RoutePath;
use crate::source::Span;
use crate::source::url::is_script_url;
use bindery_html::escape_attribute;
use percent_encoding::percent_decode_str;

/// The HTML attribute of a link of a document, with the attributes that follow from its target.
pub(crate) fn link_attributes(
    linker: &mut Linker<'_>,
    origin: &Origin<'_>,
    link: &Link,
    sink: &mut Diagnostics,
) -> String {
    let Link { target, span, .. } = link;
    match link.kind {
        LinkKind::Anchor => {
            let href = linker.resolve(origin, target, *span, sink);
            href.attributes(&link.title)
        }
        LinkKind::Page(name) => {
            let href = linker.resolve(origin, target, *span, sink);
            format!(" {name}=\"{}\"", escape_attribute(&href.url))
        }
        LinkKind::File(name) => {
            let url = file_url(linker, origin, target, *span, sink);
            format!(" {name}=\"{}\"", escape_attribute(&url))
        }
        LinkKind::Files => {
            let files = target.split(',').map(|candidate| {
                let candidate = candidate.trim();
                let (file, size) = candidate
                    .split_once(char::is_whitespace)
                    .unwrap_or((candidate, ""));
                let url = file_url(linker, origin, file, *span, sink);
                format!("{url} {size}").trim().to_owned()
            });
            let files: Vec<String> = files.collect();
            format!(" srcset=\"{}\"", escape_attribute(&files.join(", ")))
        }
    }
}

/// The url of a file that a page loads; a missing file is reported.
pub(super) fn file_url(
    linker: &mut Linker<'_>,
    origin: &Origin<'_>,
    written: &str,
    span: Span,
    sink: &mut Diagnostics,
) -> String {
    if is_script_url(written) {
        sink.warn(Code::RefusedMarkup, span, "the file is a `javascript:` URL")
            .help("it is left out; make it a component under `components/`");
        return String::new();
    }
    if written.is_empty() || written.starts_with('#') || is_url(written) {
        return written.to_owned();
    }
    let end = written.find(['?', '#']).unwrap_or(written.len());
    let (path, rest) = written.split_at(end);
    let path = percent_decode_str(path).decode_utf8_lossy();
    if let Some(route) = loaded_file(linker, origin, &path) {
        return format!("{route}{rest}");
    }
    let wanted = match path.strip_prefix('/') {
        Some(inner) => format!("{}/{inner}", static_folder(linker.context)),
        None => join_folder(origin.file.folder(), &path).unwrap_or_default(),
    };
    let message = format!("no file at `{written}`");
    let problem = sink.warn(Code::MissingAsset, span, message);
    problem.help(linker.reporter.asset_help(&wanted));
    written.to_owned()
}

fn loaded_file(linker: &mut Linker<'_>, origin: &Origin<'_>, path: &str) -> Option<RoutePath> {
    if path.starts_with('/') {
        return static_route(linker.context, linker.targets, &linker.recorder, path);
    }
    let file = find_file(linker.context, &linker.recorder, origin.file, path)?.id;
    linker.serve(file)
}
