//! Writes the document around a drawn page, and the payload for client navigation.
//!
//! Everything outside `<div id="__bindery">` is written here, so that React never touches the head. No style
//! attribute, no inline handler and no inline script but the one whose hash the policy has: [`crate::markup`] checks.

use crate::bundle::Bundle;
use crate::model::{Page, PageProps, SidebarProps, Site, SiteProps};
use crate::prerender::DrawnPage;
use serde::Serialize;
use serde_json::json;
use std::fmt::Write;

/// What all documents of a site share.
#[derive(Clone, Copy, Debug)]
pub struct HtmlContext<'h> {
    /// The site.
    pub site: &'h Site,
    /// The interface.
    pub bundle: &'h Bundle,
    /// Path of the icon, base path included.
    pub icon: Option<&'h str>,
}

/// The whole document.
#[must_use]
pub fn write_document(context: &HtmlContext<'_>, page: &Page, drawn: &DrawnPage) -> String {
    let site = context.site_props(page);
    let (language, direction, theme) = site.map_or(("en", "ltr", "dark"), |site| {
        (
            site.locale.html_lang.as_str(),
            site.locale.dir.as_str(),
            site.color_mode.default.as_str(),
        )
    });
    let mut out = String::with_capacity(drawn.shell.len() + 16 * 1024);
    let _ = write!(
        out,
        "<!doctype html><html lang=\"{}\" dir=\"{}\" data-theme=\"{}\"><head>",
        escape(language),
        escape(direction),
        escape(theme)
    );
    write_head(context, page, drawn, &mut out);
    out.push_str("</head><body><div id=\"__bindery\">");
    out.push_str(&drawn.shell);
    out.push_str("</div><script type=\"application/json\" id=\"__bindery_data\">");
    let data = format!(
        "{{\"build\":{},\"site\":{},\"page\":{}}}",
        to_json(&context.bundle.build_id),
        to_json(&site),
        to_json(&page.props)
    );
    out.push_str(&escape_json(&data));
    out.push_str("</script></body></html>\n");
    out
}

/// The answer of `/_bindery/page…`.
#[must_use]
pub fn write_payload(context: &HtmlContext<'_>, page: &Page, drawn: &DrawnPage) -> String {
    let sidebar = page.props.sidebar.as_ref().map(|sidebar| SidebarProps {
        items: None,
        ..sidebar.clone()
    });
    let props = PageProps {
        sidebar,
        ..page.props.clone()
    };
    let styles: Vec<String> = drawn.styles.iter().map(|path| context.url(path)).collect();
    format!(
        "{{\"build\":{},\"page\":{},\"slots\":{},\"styles\":{}}}\n",
        to_json(&context.bundle.build_id),
        to_json(&props),
        to_json(&drawn.slots),
        to_json(&styles)
    )
}

impl HtmlContext<'_> {
    fn site_props(&self, page: &Page) -> Option<&SiteProps> {
        self.site.props.get(&page.locale)
    }

    /// The path of a bundle's file.
    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.site.base_path)
    }
}

fn write_head(context: &HtmlContext<'_>, page: &Page, drawn: &DrawnPage, out: &mut String) {
    let props = &page.props;
    out.push_str("<meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">");
    let _ = write!(out, "<title>{}</title>", escape(&props.head_title));
    write_metas(page, out);
    link(
        out,
        &[("rel", "canonical"), ("href", props.canonical.as_str())],
    );
    for language in [page.locale.as_str(), "x-default"] {
        link(
            out,
            &[
                ("rel", "alternate"),
                ("href", props.canonical.as_str()),
                ("hreflang", language),
            ],
        );
    }
    write_resources(context, drawn, out);
    if let Some(list) = breadcrumb_list(context, page) {
        let _ = write!(
            out,
            "<script type=\"application/ld+json\">{}</script>",
            escape_json(&list)
        );
    }
}

fn write_metas(page: &Page, out: &mut String) {
    let props = &page.props;
    let site_url = props
        .canonical
        .strip_suffix(props.path.as_str())
        .unwrap_or("");
    let image = page.image.as_ref().map(|image| {
        if image.starts_with('/') {
            format!("{site_url}{image}")
        } else {
            image.clone()
        }
    });
    let keywords = page.keywords.join(", ");
    let description = props.description.as_deref();
    let version = props.version.as_deref();
    let named = [
        ("description", description),
        (
            "keywords",
            (!keywords.is_empty()).then_some(keywords.as_str()),
        ),
        ("robots", props.no_index.then_some("noindex, follow")),
        ("twitter:card", Some("summary_large_image")),
        ("twitter:image", image.as_deref()),
        ("docusaurus_locale", Some(page.locale.as_str())),
        ("docusaurus_version", version),
        ("docusaurus_tag", Some(props.search_tag.as_str())),
        ("docsearch:language", Some(page.locale.as_str())),
        ("docsearch:version", version),
        ("docsearch:docusaurus_tag", Some(props.search_tag.as_str())),
    ];
    let properties = [
        ("og:title", Some(props.head_title.as_str())),
        ("og:description", description),
        ("og:url", Some(props.canonical.as_str())),
        ("og:locale", Some(page.locale.as_str())),
        ("og:type", Some(open_graph_type(page))),
        ("og:image", image.as_deref()),
    ];
    for (kind, list) in [("name", &named[..]), ("property", &properties[..])] {
        for (name, value) in list {
            if let Some(value) = value {
                let _ = write!(
                    out,
                    "<meta {kind}=\"{name}\" content=\"{}\">",
                    escape(value)
                );
            }
        }
    }
}

fn open_graph_type(page: &Page) -> &'static str {
    match page.kind {
        crate::model::PageKind::BlogPost => "article",
        _ => "website",
    }
}

fn write_resources(context: &HtmlContext<'_>, drawn: &DrawnPage, out: &mut String) {
    let bundle = context.bundle;
    if let Some(icon) = context.icon {
        let media_type = crate::pack::media_type(icon);
        let kind = media_type.split(';').next().unwrap_or("image/x-icon");
        link(out, &[("rel", "icon"), ("href", icon), ("type", kind)]);
    }
    for font in &bundle.fonts {
        link(
            out,
            &[
                ("rel", "preload"),
                ("as", "font"),
                ("type", "font/woff2"),
                ("href", &context.url(font)),
                ("crossorigin", "anonymous"),
            ],
        );
    }
    for style in bundle.styles.iter().chain(&drawn.styles) {
        link(out, &[("rel", "stylesheet"), ("href", &context.url(style))]);
    }
    let _ = write!(out, "<script>{}</script>", bundle.inline_head_script);
    for module in &bundle.preload {
        link(
            out,
            &[("rel", "modulepreload"), ("href", &context.url(module))],
        );
    }
    let _ = write!(
        out,
        "<script type=\"module\" src=\"{}\" async></script>",
        escape(&context.url(&bundle.entry))
    );
}

/// JSON-LD of the breadcrumbs that lead somewhere; none when there is no trail.
fn breadcrumb_list(context: &HtmlContext<'_>, page: &Page) -> Option<String> {
    let crumbs = page.props.breadcrumbs.iter();
    let items: Vec<_> = crumbs
        .filter_map(|crumb| Some((&crumb.label, crumb.href.as_ref()?)))
        .enumerate()
        .map(|(at, (label, href))| {
            json!({
                "@type": "ListItem",
                "position": at + 1,
                "name": label,
                "item": format!("{}{href}", context.site.url),
            })
        })
        .collect();
    if items.is_empty() {
        return None;
    }
    let list = json!({
        "@context": "https://schema.org",
        "@type": "BreadcrumbList",
        "itemListElement": items,
    });
    Some(list.to_string())
}

fn link(out: &mut String, attributes: &[(&str, &str)]) {
    out.push_str("<link");
    for (name, value) in attributes {
        let _ = write!(out, " {name}=\"{}\"", escape(value));
    }
    out.push('>');
}

/// Text as element content or as a quoted attribute's value.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// JSON as the content of a script element: `<` can only stand inside its strings.
fn escape_json(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// JSON of plain data.
pub(crate) fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("BUG: props are plain data")
}

#[cfg(test)]
#[path = "html_tests.rs"]
mod tests;
