//! The attributes of raw HTML that lead to pages or load files: `src`, `poster`, `data`, `srcset`.

use super::files::join;
use super::href::{escape, is_url};
use super::resolve::{Linker, Origin};
use crate::assemble::routes::{file_route, plain, static_folder};
use crate::diagnostic::{Code, Diagnostics};
use crate::document::{Link, LinkKind};
use crate::model::RoutePath;
use crate::source::Span;
use percent_encoding::percent_decode_str;

impl Linker<'_> {
    /// The attributes that a link of a document becomes.
    pub(crate) fn link_attributes(
        &mut self,
        origin: &Origin<'_>,
        link: &Link,
        sink: &mut Diagnostics,
    ) -> String {
        let Link { target, span, .. } = link;
        match link.kind {
            LinkKind::Anchor => {
                let href = self.resolve(origin, target, *span, sink);
                href.attributes(&link.title)
            }
            LinkKind::Page(name) => {
                let href = self.resolve(origin, target, *span, sink);
                format!(" {name}=\"{}\"", escape(&href.url))
            }
            LinkKind::File(name) => {
                let url = self.file_url(origin, target, *span, sink);
                format!(" {name}=\"{}\"", escape(&url))
            }
            LinkKind::Files => {
                let files = target.split(',').map(|candidate| {
                    let candidate = candidate.trim();
                    let (file, size) = candidate
                        .split_once(char::is_whitespace)
                        .unwrap_or((candidate, ""));
                    let url = self.file_url(origin, file, *span, sink);
                    format!("{url} {size}").trim().to_owned()
                });
                let files: Vec<String> = files.collect();
                format!(" srcset=\"{}\"", escape(&files.join(", ")))
            }
        }
    }

    /// Where a file that a page loads is served.
    fn file_url(
        &mut self,
        origin: &Origin<'_>,
        written: &str,
        span: Span,
        sink: &mut Diagnostics,
    ) -> String {
        if written.is_empty() || written.starts_with('#') || is_url(written) {
            return written.to_owned();
        }
        let end = written.find(['?', '#']).unwrap_or(written.len());
        let (path, rest) = written.split_at(end);
        let path = percent_decode_str(path).decode_utf8_lossy();
        if let Some(route) = self.loaded_file(origin, &path) {
            return format!("{route}{rest}");
        }
        let wanted = match path.strip_prefix('/') {
            Some(inner) => format!("{}/{inner}", static_folder(self.context)),
            None => join(origin.file.folder(), &path).unwrap_or_default(),
        };
        let message = format!("no file at `{written}`");
        let problem = sink.warn(Code::MissingAsset, span, message);
        problem.help(self.asset_help(&wanted));
        written.to_owned()
    }

    fn loaded_file(&mut self, origin: &Origin<'_>, path: &str) -> Option<RoutePath> {
        if path.starts_with('/') {
            let route = file_route(self.context, &plain(path))?;
            return self.targets.statics.contains_key(&route).then_some(route);
        }
        let file = self.find_file(origin.file, path)?.id;
        self.serve(file)
    }
}
