//! JSON-LD (schema.org): breadcrumbs and blog posts.

use super::HtmlContext;
use super::meta::social_image;
use crate::html::escape::escape_json;
use crate::model::{Page, PageContent};
use serde_json::{Value, json};
use std::fmt::Write;

/// Writes the scripts: breadcrumbs for a page that has them, and the data of a post.
pub(super) fn write_json_ld(context: &HtmlContext<'_>, page: &Page, out: &mut String) {
    let list = [breadcrumb_list(context, page), posting(context, page)];
    for data in list.into_iter().flatten() {
        let data = escape_json(&data.to_string());
        let _ = write!(out, "<script type=\"application/ld+json\">{data}</script>");
    }
}

/// The breadcrumbs that lead somewhere; none when there is no trail.
fn breadcrumb_list(context: &HtmlContext<'_>, page: &Page) -> Option<Value> {
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
    (!items.is_empty()).then(|| {
        json!({
            "@context": "https://schema.org",
            "@type": "BreadcrumbList",
            "itemListElement": items,
        })
    })
}

/// A post. Documents have none: without dates and authors it would only repeat title and description.
fn posting(context: &HtmlContext<'_>, page: &Page) -> Option<Value> {
    let PageContent::BlogPost { post, .. } = &page.props.content else {
        return None;
    };
    let url = &page.props.canonical;
    let mut data = json!({
        "@context": "https://schema.org",
        "@type": "BlogPosting",
        "@id": url,
        "mainEntityOfPage": url,
        "url": url,
        "headline": post.title,
        "datePublished": post.date,
        "inLanguage": page.locale,
    });
    if !post.authors.is_empty() {
        let authors = post.authors.iter().map(|author| {
            let mut person = json!({ "@type": "Person", "name": author.name });
            if let Some(href) = &author.href {
                person["url"] = json!(absolute(context, href));
            }
            if let Some(title) = &author.title {
                person["description"] = json!(title);
            }
            person
        });
        data["author"] = authors.collect();
    }
    if let Some(day) = &page.last_modified {
        data["dateModified"] = json!(day);
    }
    if let Some(description) = &page.props.description {
        data["description"] = json!(description);
    }
    if !page.keywords.is_empty() {
        data["keywords"] = json!(page.keywords);
    }
    if let Some(image) = social_image(context, page) {
        let mut object = json!({ "@type": "ImageObject", "url": image.url });
        if let Some(size) = image.size {
            object["width"] = json!(size.width);
            object["height"] = json!(size.height);
        }
        data["image"] = object;
    }
    if let Some(site) = context.site_props(page) {
        data["publisher"] = json!({
            "@type": "Organization",
            "name": site.title,
            "url": format!("{}{}", site.url, site.base_path),
        });
    }
    Some(data)
}

fn absolute(context: &HtmlContext<'_>, href: &str) -> String {
    if href.starts_with('/') && !href.starts_with("//") {
        format!("{}{href}", context.site.url)
    } else {
        href.to_owned()
    }
}
