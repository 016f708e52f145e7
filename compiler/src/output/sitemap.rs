//! The sitemap (sitemaps.org, protocol 0.9): one file, or an index and its parts when one would be too large.

use super::{GeneratedFile, OutputContext};
use crate::config::{Lastmod, SitemapConfig};
use crate::model::{Page, PageContent};
use bindery_html::escape_attribute;
use std::fmt::Write;

/// The protocol's limits for one file.
const LIMITS: Limits = Limits {
    urls: 50_000,
    bytes: 50 * 1024 * 1024,
};

const MEDIA_TYPE: &str = "application/xml; charset=utf-8";
const START: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n";
const END: &str = "</urlset>\n";

struct Limits {
    urls: usize,
    bytes: usize,
}

/// The sitemap's files; `robots.txt` names the first one. There are none when the sitemap is turned off.
pub(super) fn sitemap(context: &OutputContext<'_>) -> Vec<GeneratedFile> {
    let metadata = &context.site.metadata;
    let Some(config) = metadata.sitemap.as_ref().filter(|_| !metadata.no_index) else {
        return Vec::new();
    };
    let urls: Vec<String> = context
        .indexable()
        .filter(|(page, _)| !is_ignored(context, config, page))
        .map(|(page, _)| url(context, config, page))
        .collect();
    let parts = split(&urls, &LIMITS);
    let [only] = parts.as_slice() else {
        return parted(context, config, &parts);
    };
    let file = context.file(&config.filename, MEDIA_TYPE, only.clone());
    file.into_iter().collect()
}

fn url(context: &OutputContext<'_>, config: &SitemapConfig, page: &Page) -> String {
    let mut out = format!(
        "<url><loc>{}</loc>",
        escape_attribute(&page.props.canonical)
    );
    if config.lastmod != Lastmod::Off
        && let Some(day) = last_modified(page)
    {
        let _ = write!(out, "<lastmod>{}</lastmod>", escape_attribute(day));
    }
    if let Some(frequency) = config.change_frequency {
        let _ = write!(out, "<changefreq>{frequency}</changefreq>");
    }
    if let Some(priority) = config.priority {
        let _ = write!(out, "<priority>{priority:.1}</priority>");
    }
    for (locale, url) in alternates(context, page) {
        let url = escape_attribute(&url);
        let _ = write!(
            out,
            "<xhtml:link rel=\"alternate\" hreflang=\"{locale}\" href=\"{url}\"/>"
        );
    }
    out.push_str("</url>\n");
    out
}

/// The addresses of the page in all languages, itself included, and of the `x-default` version; none for a page in one
/// language. A page that only repeats the default language's text does not count.
fn alternates(context: &OutputContext<'_>, page: &Page) -> Vec<(String, String)> {
    let own = page.alternates.iter().filter(|one| !one.is_fallback);
    let mut list: Vec<(String, String)> = Vec::new();
    for one in own {
        let props = context.site.props.get(&one.locale);
        let language = props.map_or(&one.locale, |props| &props.locale.html_lang);
        let url = context.absolute(one.route.as_str());
        if one.locale == context.site.not_found.locale {
            list.push(("x-default".to_owned(), url.clone()));
        }
        list.push((escape_attribute(language), url));
    }
    if list.len() < 3 {
        list.clear();
    }
    list.sort();
    list
}

/// The day of the last change; for a post that was never changed, the day of its publication.
fn last_modified(page: &Page) -> Option<&str> {
    let known = page.last_modified.as_deref();
    known.or(match &page.props.content {
        PageContent::BlogPost { post, .. } => post.date.get(..10),
        _ => None,
    })
}

/// Splits the urls into files within the limits; without urls there is one empty file.
fn split(urls: &[String], limits: &Limits) -> Vec<String> {
    let mut parts = Vec::new();
    let mut part = START.to_owned();
    let mut count = 0;
    for url in urls {
        let is_full = count == limits.urls || part.len() + url.len() + END.len() > limits.bytes;
        if is_full && count > 0 {
            parts.push(std::mem::replace(&mut part, START.to_owned()) + END);
            count = 0;
        }
        part.push_str(url);
        count += 1;
    }
    parts.push(part + END);
    parts
}

/// The index and the parts: `sitemap.xml`, `sitemap-1.xml` and so on.
fn parted(
    context: &OutputContext<'_>,
    config: &SitemapConfig,
    parts: &[String],
) -> Vec<GeneratedFile> {
    let stem = config.filename.strip_suffix(".xml");
    let stem = stem.unwrap_or(&config.filename);
    let made = parts.iter().enumerate().filter_map(|(at, part)| {
        let name = format!("{stem}-{}.xml", at + 1);
        context.file(&name, MEDIA_TYPE, part.clone())
    });
    let made: Vec<GeneratedFile> = made.collect();
    let mut index = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n".to_owned();
    for file in &made {
        let url = context.absolute(file.path.as_str());
        let _ = writeln!(
            index,
            "<sitemap><loc>{}</loc></sitemap>",
            escape_attribute(&url)
        );
    }
    index.push_str("</sitemapindex>\n");
    let index = context.file(&config.filename, MEDIA_TYPE, index);
    index.into_iter().chain(made).collect()
}

fn is_ignored(context: &OutputContext<'_>, config: &SitemapConfig, page: &Page) -> bool {
    let base = context.site.base_path.trim_end_matches('/');
    let path = page.route.as_str();
    let path = path.strip_prefix(base).unwrap_or(path);
    config.ignore_patterns.matches(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_sitemap_is_split() {
        let urls: Vec<String> = (0..5).map(|n| format!("<url>{n}</url>\n")).collect();
        let limits = |urls, bytes| Limits { urls, bytes };
        assert_eq!(split(&urls, &limits(5, 1 << 20)).len(), 1);
        let parts = split(&urls, &limits(2, 1 << 20));
        let counts: Vec<usize> = parts
            .iter()
            .map(|part| part.matches("<url>").count())
            .collect();
        assert_eq!(counts, [2, 2, 1]);
        let most = START.len() + END.len() + 2 * urls[0].len();
        let parts = split(&urls, &limits(50_000, most));
        assert_eq!(parts.len(), 3);
        assert!(parts.iter().all(|part| part.len() <= most));
        assert_eq!(split(&[], &LIMITS), [format!("{START}{END}")]);
    }
}
