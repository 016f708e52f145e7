//! An empty page: what every kind of page starts from.

use crate::assemble::context::LocaleContext;
use crate::assemble::routes::without_base;
use crate::model::{Page, PageContent, PageKind, PageProps, RoutePath};
use std::collections::BTreeMap;

/// The search tag of pages outside of documents.
const DEFAULT_TAG: &str = "default";

/// A page with the properties that every kind has; all others are empty.
pub(crate) fn blank_page(
    context: &LocaleContext<'_>,
    route: &RoutePath,
    kind: PageKind,
    title: &str,
    content: PageContent,
) -> Page {
    let config = context.config;
    Page {
        route: route.clone(),
        kind,
        source: None,
        locale: context.locale.code.clone(),
        version: None,
        is_fallback: false,
        identity: without_base(context, route.as_str()).to_owned(),
        alternates: Vec::new(),
        headings: Vec::new(),
        slots: Vec::new(),
        keywords: Vec::new(),
        image: None,
        is_searchable: true,
        last_modified: None,
        props: PageProps {
            path: route.clone(),
            title: title.to_owned(),
            head_title: head_title(context, title),
            description: None,
            canonical: format!("{}{route}", config.url),
            no_index: config.metadata.no_index,
            search_tag: DEFAULT_TAG.to_owned(),
            version: None,
            element: None,
            sidebar: None,
            breadcrumbs: Vec::new(),
            toc: Vec::new(),
            hide_toc: false,
            hide_footer: false,
            previous: None,
            next: None,
            edit_url: None,
            last_update: None,
            tags: Vec::new(),
            version_notice: None,
            fallback: None,
            nav: BTreeMap::new(),
            lists_cards: false,
            slots: 0,
            content,
        },
    }
}

/// The content of `<title>`: the template with both titles, or the site's title alone.
pub(crate) fn head_title(context: &LocaleContext<'_>, title: &str) -> String {
    let site = &context.config.title;
    if title.is_empty() || title == site {
        return site.clone();
    }
    let template = &context.config.title_template;
    template.replace("{site}", site).replace("{page}", title)
}
