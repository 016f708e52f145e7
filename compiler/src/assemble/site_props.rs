//! What is the same on every page: navbar, footer, colours, language.

use super::Context;
use super::docs::Doc;
use super::links::{Linker, is_url};
use super::sidebars::{find_doc, report_unknown_doc};
use crate::config::{NavbarEntry, Target};
use crate::diagnostic::{Code, Diagnostics, did_you_mean};
use crate::model::{
    ColorModeProps, FooterColumn, FooterItem, FooterProps, LocaleProps, LogoProps, NavbarItem,
    SidebarOptions, SiteProps,
};
use crate::source::Span;
use std::collections::BTreeMap;

/// Published documents and drafts.
type Docs<'d> = (&'d [Doc], &'d [Doc]);

/// The site's properties by locale code.
pub(super) fn make_site_props(
    context: Context<'_>,
    docs: Docs<'_>,
    linker: &mut Linker<'_>,
    sink: &mut Diagnostics,
) -> BTreeMap<String, SiteProps> {
    let config = context.config;
    let locale = &config.locale;
    let navbar = config.navbar.iter();
    let navbar = navbar.filter_map(|entry| navbar_item(context, entry, docs, linker, sink));
    let props = SiteProps {
        title: config.title.clone(),
        tagline: config.tagline.clone(),
        url: config.url.clone(),
        base_path: config.base_path.clone(),
        locale: LocaleProps {
            code: locale.code.clone(),
            label: locale.label.clone(),
            dir: locale.direction.clone(),
            html_lang: locale.html_lang.clone(),
            calendar: locale.calendar.clone(),
        },
        navbar: navbar.collect(),
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
        messages: config.messages.clone(),
    };
    check_main_docs(context, docs.0, sink);
    BTreeMap::from([(locale.code.clone(), props)])
}

fn navbar_item(
    context: Context<'_>,
    entry: &NavbarEntry,
    docs: Docs<'_>,
    linker: &mut Linker<'_>,
    sink: &mut Diagnostics,
) -> Option<NavbarItem> {
    let mut item = NavbarItem {
        kind: "link".to_owned(),
        label: entry.label.clone().unwrap_or_default(),
        position: entry.position.to_owned(),
        href: String::new(),
        external: false,
        sidebar_id: None,
        icon: entry.icon.clone(),
    };
    match &entry.target {
        Target::Url(url) => {
            item.href = linker.resolve_site_link(url, entry.span, sink).url;
            item.external = is_url(url);
        }
        Target::Doc { id, instance } => {
            let (config_at, doc) = navbar_doc(context, (id, instance), entry.span, docs, sink)?;
            item.kind = "doc".to_owned();
            item.href = doc.route.to_string();
            item.sidebar_id = Some(context.config.docs[config_at].sidebar_id.clone());
            if entry.label.is_none() {
                item.label.clone_from(&doc.title);
            }
        }
    }
    Some(item)
}

fn navbar_doc<'d>(
    context: Context<'_>,
    (id, instance): (&str, &str),
    span: Span,
    (docs, drafts): Docs<'d>,
    sink: &mut Diagnostics,
) -> Option<(usize, &'d Doc)> {
    let mut instances = context.config.docs.iter();
    let Some(at) = instances.position(|docs| docs.id == instance) else {
        let ids = context.config.docs.iter().map(|docs| docs.id.as_str());
        let message = format!("no `[[docs]]` has the id `{instance}`");
        let problem = sink.error(Code::BadConfig, span, message);
        if let Some(help) = did_you_mean(instance, ids) {
            problem.help(help);
        }
        return None;
    };
    match find_doc(docs, at, id) {
        // An item of a document that readers should not find vanishes.
        Some(doc) => (!docs[doc].front.unlisted).then_some((at, &docs[doc])),
        None if find_doc(drafts, at, id).is_some() => None,
        None => {
            report_unknown_doc(docs, at, id, (Code::BadConfig, span), sink);
            None
        }
    }
}

fn check_main_docs(context: Context<'_>, docs: &[Doc], sink: &mut Diagnostics) {
    for (instance, config) in context.config.docs.iter().enumerate() {
        if let Some((id, span)) = &config.main_doc
            && find_doc(docs, instance, id).is_none()
        {
            report_unknown_doc(docs, instance, id, (Code::BadConfig, *span), sink);
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
            href: linker.resolve_site_link(&item.target, item.span, sink).url,
            external: is_url(&item.target),
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
