//! The properties that all pages of a locale share: navbar, footer, colour mode, language.

mod navbar;
mod offline;

#[cfg(test)]
mod tests;

pub(super) use self::navbar::NavbarTargets;
pub(super) use self::offline::offline_settings;

use self::navbar::make_navbar;
use crate::assemble::context::LocaleContext;
use crate::assemble::docs::{Doc, DocReference, find_doc, report_unknown_doc};
use crate::assemble::links::{Linker, find_static, image_size, is_shown, is_url};
use crate::assemble::routes::search_route;
use crate::config::{MetadataConfig, Namespace, OfflineMode, RawLogo, SiteConfig};
use crate::diagnostic::{Code, Diagnostics};
use crate::html::fragment::filter_fragment;
use crate::images::ImageSize;
use crate::model::{
    AnalyticsProps, AnnouncementProps, ColorModeProps, FooterColumn, FooterItem, FooterProps,
    LocaleProps, LogoProps, SidebarOptions, SiteProps, StorageProps,
};
use crate::source::{FileId, Span};
use crate::translations::interface_messages;
use md5::{Digest, Md5};
use std::collections::BTreeMap;

/// Makes the properties that all pages of the locale share.
pub(super) fn make_site_props(
    context: &LocaleContext<'_>,
    targets: NavbarTargets<'_>,
    linker: &mut Linker<'_>,
    sink: &mut Diagnostics,
) -> SiteProps {
    let config = context.config;
    let locale = context.locale;
    let props = SiteProps {
        title: config.title.clone(),
        tagline: config.tagline.clone(),
        url: config.url.clone(),
        base_path: config.base_path.clone(),
        home: (!locale.is_default).then(|| context.base.clone()),
        search: search_route(context).map(|route| route.to_string()),
        locale: LocaleProps {
            code: locale.code.clone(),
            label: locale.label.clone(),
            dir: locale.direction,
            html_lang: locale.html_lang.clone(),
            calendar: locale.calendar.clone(),
        },
        navbar_title: config.navbar_title.clone(),
        navbar: make_navbar(context, targets, linker, sink),
        logo: logo(context, linker, sink),
        announcement: config.announcement.as_ref().map(|bar| AnnouncementProps {
            id: bar.id.clone(),
            html: filter_fragment(&bar.content, bar.span, sink),
            closeable: bar.is_closeable,
        }),
        hide_on_scroll: config.navbar_options.hide_on_scroll,
        footer: footer(context, linker, sink),
        color_mode: ColorModeProps {
            default: config.color_mode.default,
            disable_switch: config.color_mode.disable_switch,
            respect_prefers_color_scheme: config.color_mode.respect_prefers_color_scheme,
        },
        storage: StorageProps {
            is_session: config.storage.is_session,
            suffix: storage_suffix(config),
        },
        sidebar: SidebarOptions {
            hideable: config.sidebar.hideable,
            auto_collapse_categories: config.sidebar.auto_collapse_categories,
        },
        versions: versions(context),
        report: config.report_url.clone(),
        analytics: config.analytics.as_ref().map(|analytics| AnalyticsProps {
            provider: analytics.provider.clone(),
            id: analytics.id.clone(),
        }),
        offline: config.offline == OfflineMode::Visited && !config.shows_drafts,
        messages: interface_messages(&config.messages),
    };
    check_main_docs(context, targets.docs, sink);
    props
}

/// The suffix of all keys in the browser's storage.
fn storage_suffix(config: &SiteConfig) -> String {
    match &config.storage.namespace {
        None => String::new(),
        Some(Namespace::Named(name)) => format!("-{name}"),
        Some(Namespace::Own) => {
            let address = format!("{}{}", config.url, config.base_path);
            // This is Docusaurus' suffix, so that readers of a moved site keep their choices.
            let hash = Md5::digest(address.as_bytes());
            format!("-{:02x}{:x}", hash[0], hash[1] >> 4)
        }
    }
}

fn check_main_docs(context: &LocaleContext<'_>, docs: &[Doc], sink: &mut Diagnostics) {
    for (number, version) in context.versions.iter().enumerate() {
        if let Some((id, span)) = &version.instance.main_doc
            && version.config.is_last
            && find_doc(docs, number, id).is_none()
        {
            let reference = DocReference {
                version: number,
                id,
                code: Code::BadConfig,
                span: *span,
            };
            report_unknown_doc(docs, reference, sink);
        }
    }
}

/// The logo; without an image its `src` is empty, and the interface shows its own.
fn logo(
    context: &LocaleContext<'_>,
    linker: &mut Linker<'_>,
    sink: &mut Diagnostics,
) -> Option<LogoProps> {
    let logo = context.config.logo.as_ref()?;
    let src = logo.src.as_ref().map(|src| logo_url(src, linker, sink));
    let dark = logo.src_dark.as_ref();
    Some(LogoProps {
        alt: logo.alt.clone(),
        src: src.unwrap_or_default(),
        src_dark: dark.map(|src| logo_url(src, linker, sink)),
        href: target(logo.href.as_ref(), linker, sink),
        width: logo.width,
        height: logo.height,
    })
}

/// The logo of the footer, if it has an image.
fn footer_logo(
    logo: &RawLogo,
    linker: &mut Linker<'_>,
    sink: &mut Diagnostics,
) -> Option<LogoProps> {
    let image = find_logo(logo.src.as_ref()?, linker, sink);
    let size = image.file.and_then(|file| image_size(linker, file));
    let dark = logo.src_dark.as_ref();
    let shown = logo_size(logo, size);
    Some(LogoProps {
        alt: logo.alt.clone().unwrap_or_default(),
        src: image.url,
        src_dark: dark.map(|src| logo_url(src, linker, sink)),
        href: target(logo.href.as_ref(), linker, sink),
        width: shown.width,
        height: shown.height,
    })
}

/// The configured size of a logo; what is missing follows from the size of its file, and 0 is unknown.
fn logo_size(config: &RawLogo, file: Option<ImageSize>) -> ImageSize {
    // A length in an image that is resized so that its side `from` becomes `to`.
    let scale = |to: u32, length: u32, from: u32| {
        let [to, length, from] = [to, length, from].map(u64::from);
        let scaled = (to * length + from / 2).checked_div(from);
        scaled
            .and_then(|length| u32::try_from(length).ok())
            .unwrap_or(0)
    };
    match (config.width, config.height, file) {
        (Some(width), None, Some(file)) => {
            ImageSize::new(width, scale(width, file.height, file.width))
        }
        (None, Some(height), Some(file)) => {
            ImageSize::new(scale(height, file.width, file.height), height)
        }
        (None, None, Some(file)) => file,
        (width, height, _) => ImageSize::new(width.unwrap_or(0), height.unwrap_or(0)),
    }
}

/// The path of an image below `static/`; one of another host keeps its url, and is reported if browsers do not show it.
fn logo_url(src: &(String, Span), linker: &Linker<'_>, sink: &mut Diagnostics) -> String {
    find_logo(src, linker, sink).url
}

/// An image that the configuration names.
struct LogoImage {
    url: String,
    /// The file of the image; `None` if it is missing or on another host.
    file: Option<FileId>,
}

fn find_logo(
    (src, span): &(String, Span),
    linker: &Linker<'_>,
    sink: &mut Diagnostics,
) -> LogoImage {
    if is_url(src) {
        is_shown(linker, src, *span, sink);
        return LogoImage {
            url: src.clone(),
            file: None,
        };
    }
    let path = with_slash(src);
    match find_static(linker, &path, *span, sink) {
        Some(image) => LogoImage {
            url: image.route.to_string(),
            file: Some(image.file),
        },
        None => LogoImage {
            url: path,
            file: None,
        },
    }
}

fn target(
    href: Option<&(String, Span)>,
    linker: &mut Linker<'_>,
    sink: &mut Diagnostics,
) -> Option<String> {
    let (href, span) = href?;
    Some(linker.resolve_site_link(href, *span, sink).url)
}

/// The versions of each instance by name, the last one first.
fn versions(context: &LocaleContext<'_>) -> BTreeMap<String, Vec<String>> {
    let mut versions: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for version in &context.versions {
        let names = versions.entry(version.instance.id.clone()).or_default();
        let at = if version.config.is_last {
            0
        } else {
            names.len()
        };
        names.insert(at, version.config.name.clone());
    }
    versions
}

/// The path of the site's own icon.
pub(super) fn favicon(
    context: &LocaleContext<'_>,
    linker: &Linker<'_>,
    sink: &mut Diagnostics,
) -> Option<String> {
    let (path, span) = context.config.favicon.as_ref()?;
    if is_url(path) {
        return is_shown(linker, path, *span, sink).then(|| path.clone());
    }
    let image = find_static(linker, &with_slash(path), *span, sink)?;
    Some(image.route.to_string())
}

/// The metadata of the site, with the served path of its picture.
pub(super) fn metadata(
    context: &LocaleContext<'_>,
    linker: &Linker<'_>,
    sink: &mut Diagnostics,
) -> MetadataConfig {
    let mut metadata = context.config.metadata.clone();
    metadata.image = metadata.image.and_then(|(path, span)| {
        if is_url(&path) {
            return Some((path, span));
        }
        let image = find_static(linker, &with_slash(&path), span, sink)?;
        Some((image.route.to_string(), span))
    });
    metadata
}

/// Adds the first slash, which Docusaurus leaves out in such paths.
fn with_slash(path: &str) -> String {
    format!("/{}", path.trim_start_matches('/'))
}

fn footer(
    context: &LocaleContext<'_>,
    linker: &mut Linker<'_>,
    sink: &mut Diagnostics,
) -> FooterProps {
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
            html: item
                .html
                .as_ref()
                .map(|html| filter_fragment(html, item.span, sink)),
        });
        columns.push(FooterColumn {
            title: column.title.clone(),
            items: items.collect(),
        });
    }
    let mut filter = |(html, span): &(String, Span)| filter_fragment(html, *span, sink);
    let lines = footer.lines.iter().map(&mut filter).collect();
    let copyright = footer.copyright.as_ref().map(&mut filter);
    FooterProps {
        columns,
        dark: footer.style == "dark",
        simple: footer.is_simple,
        logo: footer
            .logo
            .as_ref()
            .and_then(|logo| footer_logo(logo, linker, sink)),
        lines,
        copyright,
    }
}
