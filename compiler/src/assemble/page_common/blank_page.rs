//! Creates a page with the properties that every kind of page has; the function for each kind fills in the others.

use crate::assemble::context::LocaleContext;
use crate::assemble::routes::without_base;
use crate::model::{Page, PageContent, PageKind, PageProps, RoutePath};

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
        locale: context.locale.code.clone(),
        identity: without_base(context, route.as_str()).to_owned(),
        ..Page::new(
            kind,
            PageProps {
                head_title: head_title(context, title),
                canonical: format!("{}{route}", config.url),
                no_index: config.metadata.no_index,
                ..PageProps::new(route.clone(), title, content)
            },
        )
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
