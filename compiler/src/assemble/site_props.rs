//! What is the same on every page: navbar, footer, colours, language.

use super::Context;
use super::docs::{Doc, find_doc, report_unknown_doc};
use super::items::{Item, Link};
use super::links::{Linker, is_url};
use super::sidebars::Sidebars;
use crate::config::{NavbarEntry, Target};
use crate::diagnostic::{Code, Diagnostics, did_you_mean};
use crate::model::{
    ColorModeProps, FooterColumn, FooterItem, FooterProps, LocaleProps, LogoProps, NavbarItem,
    SidebarOptions, SiteProps,
};
use crate::source::Span;

/// Published documents, drafts and sidebars.
type Docs<'d> = (&'d [Doc], &'d [Doc], &'d Sidebars);

/// What is the same on every page of the locale.
pub(super) fn make_site_props(
    context: Context<'_>,
    docs: Docs<'_>,
    linker: &mut Linker<'_>,
    sink: &mut Diagnostics,
) -> SiteProps {
    let config = context.config;
    let locale = context.locale();
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
    props
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
            let (at, doc) = navbar_doc(context, (id, instance), entry.span, docs, sink)?;
            item.kind = "doc".to_owned();
            item.href = doc.route.to_string();
            let sidebar = docs.2.of_doc.get(&at);
            item.sidebar_id = sidebar.map(|number| docs.2.all[*number].id.clone());
            if entry.label.is_none() {
                item.label.clone_from(&doc.title);
            }
        }
        Target::Sidebar { name, instance } => {
            let number = navbar_sidebar(context, (name, instance), entry.span, docs, sink)?;
            let sidebar = &docs.2.all[number];
            let Some((label, href)) = first_link(&sidebar.items, docs.0) else {
                let message = format!("the sidebar `{name}` has no link");
                sink.error(Code::BadConfig, entry.span, message)
                    .help("give it a document, or take the item out");
                return None;
            };
            item.kind = "docSidebar".to_owned();
            item.href = href;
            item.sidebar_id = Some(sidebar.id.clone());
            if entry.label.is_none() {
                item.label = label;
            }
        }
    }
    Some(item)
}

/// The set of an instance's last version.
fn navbar_set(
    context: Context<'_>,
    instance: &str,
    span: Span,
    sink: &mut Diagnostics,
) -> Option<usize> {
    let mut sets = context.sets.iter();
    let found = sets.position(|set| set.config.id == instance && set.version.is_last);
    if found.is_none() {
        let ids = context.config.docs.iter().map(|docs| docs.id.as_str());
        let message = format!("no `[[docs]]` has the id `{instance}`");
        let problem = sink.error(Code::BadConfig, span, message);
        if let Some(help) = did_you_mean(instance, ids) {
            problem.help(help);
        }
    }
    found
}

fn navbar_doc<'d>(
    context: Context<'_>,
    (id, instance): (&str, &str),
    span: Span,
    (docs, drafts, _): Docs<'d>,
    sink: &mut Diagnostics,
) -> Option<(usize, &'d Doc)> {
    let set = navbar_set(context, instance, span, sink)?;
    match find_doc(docs, set, id) {
        // An item of a document that readers should not find vanishes.
        Some(doc) => (!docs[doc].front.unlisted).then_some((doc, &docs[doc])),
        None if find_doc(drafts, set, id).is_some() => None,
        None => {
            report_unknown_doc(docs, set, id, (Code::BadConfig, span), sink);
            None
        }
    }
}

fn navbar_sidebar(
    context: Context<'_>,
    (name, instance): (&str, &str),
    span: Span,
    (_, _, sidebars): Docs<'_>,
    sink: &mut Diagnostics,
) -> Option<usize> {
    let set = navbar_set(context, instance, span, sink)?;
    let found = sidebars.find(set, name);
    if found.is_none() {
        let message = format!("there is no sidebar `{name}`");
        let problem = sink.error(Code::BadConfig, span, message);
        if let Some(help) = did_you_mean(name, sidebars.names(set)) {
            problem.help(help);
        }
    }
    found
}

/// Label and path of a sidebar's first page.
fn first_link(items: &[Item], docs: &[Doc]) -> Option<(String, String)> {
    items.iter().find_map(|item| match item {
        Item::Doc(item) if !item.is_ref => {
            let doc = &docs[item.at];
            let label = item.label.as_ref().unwrap_or(&doc.id);
            Some((label.clone(), doc.route.to_string()))
        }
        Item::Doc(_) | Item::Link(_) | Item::Html(_) => None,
        Item::Category(category) => match &category.link {
            Link::Doc(at) => Some((category.label.clone(), docs[*at].route.to_string())),
            Link::Index(index) => Some((category.label.clone(), index.route.to_string())),
            Link::None => first_link(&category.items, docs),
        },
    })
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
