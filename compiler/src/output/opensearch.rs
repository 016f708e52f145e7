//! Makes `opensearch.xml`, with which browsers search the site from their address bar.

use super::{GeneratedFile, OutputContext};
use crate::model::{Page, PageKind};
use bindery_html::escape_attribute;
use std::fmt::Write;

/// The value of `Content-Type`.
pub(crate) const MEDIA_TYPE: &str = "application/opensearchdescription+xml";

/// The file's name.
pub(crate) const NAME: &str = "opensearch.xml";

/// The maximum length of `ShortName` in characters (`OpenSearch` 1.1).
const MAX_SHORT_NAME: usize = 16;

/// The description; `None` for a site without a search page.
pub(super) fn opensearch(context: &OutputContext<'_>) -> Option<GeneratedFile> {
    let site = context.site;
    let page = search_page(&site.pages)?;
    let props = context.default_props()?;
    let short: String = props.title.chars().take(MAX_SHORT_NAME).collect();
    let mut out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<OpenSearchDescription xmlns=\"http://a9.com/-/spec/opensearch/1.1/\">\n".to_owned();
    let _ = writeln!(
        out,
        "<ShortName>{}</ShortName>",
        escape_attribute(short.trim())
    );
    let _ = writeln!(
        out,
        "<LongName>{}</LongName>",
        escape_attribute(&props.title)
    );
    let about = if props.tagline.is_empty() {
        &props.title
    } else {
        &props.tagline
    };
    let _ = writeln!(
        out,
        "<Description>{}</Description>",
        escape_attribute(about)
    );
    let _ = writeln!(out, "<InputEncoding>UTF-8</InputEncoding>");
    if let Some(icon) = context.icon {
        let media_type = crate::pack::media_type(icon);
        let kind = media_type.split(';').next().unwrap_or("image/x-icon");
        let url = escape_attribute(&context.absolute(icon));
        let _ = writeln!(
            out,
            "<Image width=\"16\" height=\"16\" type=\"{kind}\">{url}</Image>"
        );
    }
    let url = escape_attribute(&format!("{}?q=", page.props.canonical));
    let _ = writeln!(
        out,
        "<Url type=\"text/html\" template=\"{url}{{searchTerms}}\"/>"
    );
    out.push_str("</OpenSearchDescription>\n");
    context.file(NAME, &format!("{MEDIA_TYPE}; charset=utf-8"), out)
}

/// The search page, of the default locale if there are several.
pub(crate) fn search_page(pages: &[Page]) -> Option<&Page> {
    let mut searches = pages.iter().filter(|page| page.kind == PageKind::Search);
    searches.next()
}
