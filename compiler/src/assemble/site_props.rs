//! What is the same on every page: navbar, footer, colours, language.

use super::Context;
use super::docs::{Doc, find_doc, report_unknown_doc};
use super::href::is_url;
use super::links::Linker;
use super::navbar::{Shown, make_navbar};
use super::routes::search_route;
use crate::config::MetadataConfig;
use crate::diagnostic::{Code, Diagnostics};
use crate::model::{
    ColorModeProps, FooterColumn, FooterItem, FooterProps, LocaleProps, LogoProps, SidebarOptions,
    SiteProps,
};
use crate::translations::of_the_interface;

/// What is the same on every page of the locale.
pub(super) fn make_site_props(
    context: Context<'_>,
    shown: Shown<'_>,
    linker: &mut Linker<'_>,
    sink: &mut Diagnostics,
) -> SiteProps {
    let config = context.config;
    let locale = context.locale();
    let props = SiteProps {
        title: config.title.clone(),
        tagline: config.tagline.clone(),
        url: config.url.clone(),
        base_path: config.base_path.clone(),
        home: (!locale.is_default).then(|| context.base().to_owned()),
        search: search_route(context).map(|route| route.to_string()),
        locale: LocaleProps {
            code: locale.code.clone(),
            label: locale.label.clone(),
            dir: locale.direction.clone(),
            html_lang: locale.html_lang.clone(),
            calendar: locale.calendar.clone(),
        },
        navbar_title: config.navbar_title.clone(),
        navbar: make_navbar(context, shown, linker, sink),
        logo: logo(context, linker, sink),
        footer: footer(context, linker, sink),
        color_mode: ColorModeProps {
            default: config.color_mode.default.to_owned(),
            disable_switch: config.color_mode.disable_switch,
            respect_prefers_color_scheme: config.color_mode.respect_prefers_color_scheme,
        },
        sidebar: SidebarOptions {
            hideable: config.sidebar.hideable,
            auto_collapse_categories: config.sidebar.auto_collapse_categories,
        },
        messages: of_the_interface(&config.messages),
    };
    check_main_docs(context, shown.docs, sink);
    props
}

fn check_main_docs(context: Context<'_>, docs: &[Doc], sink: &mut Diagnostics) {
    for (number, set) in context.sets.iter().enumerate() {
        if let Some((id, span)) = &set.config.main_doc
            && set.version.is_last
            && find_doc(docs, number, id).is_none()
        {
            report_unknown_doc(docs, number, id, (Code::BadConfig, *span), sink);
        }
    }
}

/// The logo; its `src` is empty where the reader's own mark is to be shown.
fn logo(context: Context<'_>, linker: &Linker<'_>, sink: &mut Diagnostics) -> Option<LogoProps> {
    let logo = context.config.logo.as_ref()?;
    let src = logo.src.as_ref().map(|(src, span)| {
        let path = with_slash(src);
        match linker.find_static(&path, *span, sink) {
            Some((route, _)) => route.to_string(),
            None => path,
        }
    });
    Some(LogoProps {
        alt: logo.alt.clone(),
        src: src.unwrap_or_default(),
        width: logo.width,
        height: logo.height,
    })
}

/// The path of the site's own icon.
pub(super) fn favicon(
    context: Context<'_>,
    linker: &Linker<'_>,
    sink: &mut Diagnostics,
) -> Option<String> {
    let (path, span) = context.config.favicon.as_ref()?;
    let (route, _) = linker.find_static(&with_slash(path), *span, sink)?;
    Some(route.to_string())
}

/// What the site tells machines of itself, its picture's path as it is served.
pub(super) fn metadata(
    context: Context<'_>,
    linker: &Linker<'_>,
    sink: &mut Diagnostics,
) -> MetadataConfig {
    let mut metadata = context.config.metadata.clone();
    metadata.image = metadata.image.and_then(|(path, span)| {
        if is_url(&path) {
            return Some((path, span));
        }
        let (route, _) = linker.find_static(&with_slash(&path), span, sink)?;
        Some((route.to_string(), span))
    });
    metadata
}

/// Docusaurus writes such paths without their first slash.
fn with_slash(path: &str) -> String {
    format!("/{}", path.trim_start_matches('/'))
}

fn footer(context: Context<'_>, linker: &mut Linker<'_>, sink: &mut Diagnostics) -> FooterProps {
    let footer = &context.config.footer;
    let mut columns = Vec::new();
    for column in &footer.columns {
        let items = column.items.iter().map(|item| FooterItem {
            label: item.label.clone(),
            href: match item.html {
                Some(_) => String::new(),
                None => linker.resolve_site_link(&item.target, item.span, sink).url,
            },
            external: is_url(&item.target),
            html: item.html.clone(),
        });
        columns.push(FooterColumn {
            title: column.title.clone(),
            items: items.collect(),
        });
    }
    FooterProps {
        columns,
        copyright: footer.copyright.clone(),
    }
}
