//! Makes the site's output: all files that are served, among them those for crawlers, feed readers and browsers (the
//! sitemap, `robots.txt`, feeds, the web manifest, `llms.txt`, and a Markdown version of each page, its *twin*).
//!
//! In: the assembled [`Site`] and its rendered pages. Out: a [`crate::pack::SiteOutput`], filled by `collect`.
//! Pure: the same site gives the same files. A file of the content tree silently replaces a generated one at the same
//! path: an author who writes `static/robots.txt` wants that one.

pub(crate) mod carried_files;
mod collect;
mod document;
mod feeds;
pub(crate) mod image_copies;
mod llms;
pub(crate) mod math_font;
mod offline;
mod opensearch;
mod page_styles;
mod policy_sources;
mod robots;
pub mod search;
pub(crate) mod shown_hosts;
mod sitemap;
pub(crate) mod twins;
mod web_manifest;

pub use self::collect::collect_output;
pub use self::document::DocumentCache;
pub(crate) use self::document::anchors;
pub use self::feeds::{link_title, media_type as feed_media_type};
pub(crate) use self::opensearch::{
    MEDIA_TYPE as OPENSEARCH_TYPE, NAME as OPENSEARCH_NAME, search_page,
};
pub use self::twins::twin_path;
pub(crate) use self::web_manifest::NAME as MANIFEST_NAME;

use crate::images::{self, ImageSize};
use crate::model::{Page, PageKind, RoutePath, Site, SiteProps};
use crate::pack::compress::Effort;
use crate::render::bundle::Bundle;
use crate::render::{RenderedPage, SidebarFile};
use crate::source::{SourceFile, SourceTree};
use rayon::prelude::*;

/// The input of the output, besides the rendered pages.
#[derive(Clone, Copy, Debug)]
pub struct OutputSources<'o> {
    /// The site.
    pub site: &'o Site,
    /// The files it was made of.
    pub tree: &'o SourceTree,
    /// The interface.
    pub bundle: &'o Bundle,
    /// The site's sidebars as files.
    pub sidebars: &'o [SidebarFile],
    /// How hard bodies are compressed.
    pub effort: Effort,
    /// The documents of the last build of this process.
    pub cache: Option<&'o DocumentCache>,
}

/// The input of all generated files.
#[derive(Clone, Copy, Debug)]
pub struct OutputContext<'o> {
    /// The site.
    pub site: &'o Site,
    /// The files it was made of.
    pub tree: &'o SourceTree,
    /// One for each of the site's pages, in their order, and the not-found page as the last.
    pub rendered: &'o [RenderedPage],
    /// Path of the icon, base path included.
    pub icon: Option<&'o str>,
}

/// A file that Bindery generates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedFile {
    /// The url path of the file, base path included.
    pub path: RoutePath,
    /// The value of `Content-Type`, charset included.
    pub media_type: String,
    /// The bytes of the file.
    pub body: Vec<u8>,
}

/// The Markdown twins of the site's pages, in their order; none for pages that say nothing, such as search.
#[must_use]
pub fn twins(context: &OutputContext<'_>) -> Vec<Option<GeneratedFile>> {
    let writer = twins::Writer::new(context);
    let pages = context.site.pages.par_iter().zip(context.rendered);
    pages
        .map(|(page, rendered)| {
            Some(GeneratedFile {
                path: writer.twin_of(page)?,
                media_type: twins::MEDIA_TYPE.to_owned(),
                body: writer.twin(page, rendered).into_bytes(),
            })
        })
        .collect()
}

/// All other generated files. Clients revalidate them, so that none needs a hash in its name. `twins` are those of
/// `twins()`.
#[must_use]
pub fn make(context: &OutputContext<'_>, twins: &[Option<GeneratedFile>]) -> Vec<GeneratedFile> {
    let mut files = sitemap::sitemap(context);
    let sitemap = files.first().map(|file| file.path.clone());
    files.extend(robots::robots(context, sitemap.as_ref()));
    files.extend(offline::service_worker(context));
    files.extend(opensearch::opensearch(context));
    files.extend(web_manifest::web_manifest(context));
    files.extend(feeds::feeds(context));
    files.extend(llms::llms(context, twins));
    files
}

impl<'o> OutputContext<'o> {
    /// A file at a path below the base path; none when the path cannot be one.
    fn file(&self, path: &str, media_type: &str, body: String) -> Option<GeneratedFile> {
        let base = self.site.base_path.as_str();
        Some(GeneratedFile {
            path: RoutePath::parse(&format!("{base}{}", path.trim_start_matches('/')))?,
            media_type: media_type.to_owned(),
            body: body.into_bytes(),
        })
    }

    /// The absolute url of a path that includes the base path; urls stay as they are.
    fn absolute(&self, path: &str) -> String {
        if path.starts_with('/') && !path.starts_with("//") {
            format!("{}{path}", self.site.url)
        } else {
            path.to_owned()
        }
    }

    /// The pages that search engines may list, with their rendered HTML.
    fn indexable(&self) -> impl Iterator<Item = (&Page, &RenderedPage)> {
        let pages = self.site.pages.iter().zip(self.rendered);
        pages.filter(|(page, _)| is_indexable(page))
    }

    /// The site in its default language.
    fn default_props(&self) -> Option<&'o SiteProps> {
        let site = self.site;
        let default = site.props.get(&site.not_found.locale);
        default.or_else(|| site.props.values().next())
    }

    /// The size of an image of the content tree, by its path.
    fn image_size(&self, path: &str) -> Option<ImageSize> {
        images::size(&static_file(self.site, self.tree, path)?.bytes)
    }
}

/// The file of the content tree that is served at a path.
fn static_file<'t>(site: &Site, tree: &'t SourceTree, path: &str) -> Option<&'t SourceFile> {
    let route = RoutePath::parse(path)?;
    let files = &site.static_files;
    let at = files
        .binary_search_by(|(known, _)| known.cmp(&route))
        .ok()?;
    Some(tree.file(files[at].1))
}

/// Whether search engines may list a page. They may not list an unlisted page, a page that only repeats the default
/// locale's text, the search page and the not-found page.
#[must_use]
pub fn is_indexable(page: &Page) -> bool {
    !page.props.no_index
        && !page.is_fallback
        && !matches!(page.kind, PageKind::Search | PageKind::NotFound)
}

#[cfg(test)]
mod tests;
