//! The `<meta>` elements of a document: what search engines and social networks read, and what the site adds itself.

use super::HtmlContext;
use crate::images::{self, ImageSize};
use crate::model::{Page, PageContent, PageKind, RoutePath};
use bindery_html::escape_attribute;
use std::fmt::Write;

/// The attribute, the key and the value of one element.
type Meta<'m> = (&'static str, &'m str, String);

/// Writes the elements of a page. The page's own elements come first; those that the site sets for all pages only fill
/// gaps. The kind of the card is a default that the site may change.
pub(super) fn write_metas(context: &HtmlContext<'_>, page: &Page, out: &mut String) {
    let site = &context.site.metadata;
    let mut own = named(page);
    own.extend(open_graph(context, page));
    own.retain(|(_, key, _)| {
        *key != "twitter:card" || !site.tags.iter().any(|tag| tag.key == *key)
    });
    for tag in &site.tags {
        if !own.iter().any(|(_, key, _)| *key == tag.key) {
            own.push((tag.attribute, &tag.key, tag.content.clone()));
        }
    }
    for (attribute, key, value) in &own {
        let (key, value) = (escape_attribute(key), escape_attribute(value));
        let _ = write!(out, "<meta {attribute}=\"{key}\" content=\"{value}\">");
    }
}

/// Writes the elements that the site puts into every head.
pub(super) fn write_head_tags(context: &HtmlContext<'_>, out: &mut String) {
    for tag in &context.site.metadata.head_tags {
        let _ = write!(out, "<{}", tag.name);
        for (name, value) in &tag.attributes {
            let _ = match value {
                Some(value) => write!(out, " {name}=\"{}\"", escape_attribute(value)),
                None => write!(out, " {name}"),
            };
        }
        out.push('>');
        if tag.name == "script" {
            // In JSON, the only script with content, `<` can only be in a string.
            let content = tag.content.as_deref().unwrap_or_default();
            let _ = write!(out, "{}</script>", content.replace('<', "\\u003c"));
        }
    }
}

fn named(page: &Page) -> Vec<Meta<'static>> {
    let props = &page.props;
    let keywords = page.keywords.join(",");
    let version = &props.version;
    let list = [
        ("description", props.description.clone()),
        ("keywords", (!keywords.is_empty()).then_some(keywords)),
        (
            "robots",
            props.no_index.then(|| "noindex, follow".to_owned()),
        ),
        ("twitter:card", Some("summary_large_image".to_owned())),
        ("docusaurus_locale", Some(page.locale.clone())),
        ("docusaurus_version", version.clone()),
        ("docusaurus_tag", Some(props.search_tag.clone())),
        ("docsearch:language", Some(page.locale.clone())),
        ("docsearch:version", version.clone()),
        ("docsearch:docusaurus_tag", Some(props.search_tag.clone())),
    ];
    let list = list.into_iter();
    list.filter_map(|(key, value)| Some(("name", key, value?)))
        .collect()
}

/// Open Graph (ogp.me), and the two of Twitter's own names that do not fall back to it.
fn open_graph(context: &HtmlContext<'_>, page: &Page) -> Vec<Meta<'static>> {
    let props = &page.props;
    let site_name = context.site_props(page).map(|site| site.title.clone());
    let mut list: Vec<Meta<'static>> = Vec::new();
    let mut add = |key, value: String| list.push(("property", key, value));
    add("og:title", props.head_title.clone());
    if let Some(description) = &props.description {
        add("og:description", description.clone());
    }
    add("og:url", props.canonical.clone());
    add("og:locale", page.locale.replace('-', "_"));
    for other in &page.alternates {
        if other.locale != page.locale {
            add("og:locale:alternate", other.locale.replace('-', "_"));
        }
    }
    add("og:type", open_graph_type(page).to_owned());
    if let Some(name) = site_name {
        add("og:site_name", name);
    }
    if let PageContent::BlogPost { post, .. } = &props.content {
        add("article:published_time", post.date.clone());
        if let Some(day) = &page.last_modified {
            add("article:modified_time", day.clone());
        }
        for tag in &post.tags {
            add("article:tag", tag.label.clone());
        }
    }
    if let Some(image) = social_image(context, page) {
        add("og:image", image.url.clone());
        if let Some(size) = image.size {
            add("og:image:width", size.width.to_string());
            add("og:image:height", size.height.to_string());
        }
        add("og:image:alt", props.title.clone());
        list.push(("name", "twitter:image", image.url));
        list.push(("name", "twitter:image:alt", props.title.clone()));
    }
    list
}

fn open_graph_type(page: &Page) -> &'static str {
    match page.kind {
        PageKind::BlogPost => "article",
        _ => "website",
    }
}

/// An image for social networks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SocialImage {
    /// Absolute.
    pub(super) url: String,
    /// When the image is one of the site's own.
    pub(super) size: Option<ImageSize>,
}

/// The page's image, else the site's.
pub(super) fn social_image(context: &HtmlContext<'_>, page: &Page) -> Option<SocialImage> {
    let of_site = || context.site.metadata.image.as_ref().map(|(path, _)| path);
    let path = page.image.as_ref().or_else(of_site)?;
    if !path.starts_with('/') || path.starts_with("//") {
        return Some(SocialImage {
            url: path.clone(),
            size: None,
        });
    }
    Some(SocialImage {
        url: format!("{}{path}", context.site.url),
        size: static_bytes(context, path).and_then(images::size),
    })
}

/// The bytes of the file that is served at a path.
fn static_bytes<'h>(context: &HtmlContext<'h>, path: &str) -> Option<&'h [u8]> {
    let route = RoutePath::parse(path)?;
    let files = context.static_files;
    let at = files
        .binary_search_by(|(known, _)| known.cmp(&route))
        .ok()?;
    Some(&files[at].1)
}
