//! Writes the document around a rendered page, and the payload for client navigation.
//!
//! This module writes everything outside `<div id="__bindery">`, so that React never touches the head. A document has
//! no style attribute, no inline handler, and no inline script except those whose hash the policy lists;
//! [`crate::html::policy`] checks it.

mod document_bundle;
mod document_cache;
mod json_ld;
mod meta;
mod pages;

pub(super) use self::document_bundle::DocumentBundle;
pub use self::document_cache::DocumentCache;
pub(crate) use self::pages::anchors;
pub(super) use self::pages::{static_files, write_documents};

use super::feeds;
use crate::document::Segment;
use crate::html::escape::{escape_json, to_json};
use crate::model::{Page, PageData, PagePayload, PageProps, SidebarProps, Site, SiteProps};
use crate::render::RenderedPage;
use bindery_html::{TokenKind, escape_attribute, tokenize};
use document_cache::StaticFiles;
use std::fmt::Write;
use std::ops::Range;

/// The values that all documents of a site share. There is nothing else of the site, so that a document can be cached
/// as long as these are equal.
#[derive(Clone, Copy, Debug)]
pub(super) struct HtmlContext<'h> {
    /// The site without its pages: [`Site::shared_part`].
    pub(super) site: &'h Site,
    /// The files that are served as they are.
    pub(super) static_files: &'h StaticFiles,
    /// The interface.
    pub(super) bundle: &'h DocumentBundle,
    /// Path of the icon, base path included.
    pub(super) icon: Option<&'h str>,
    /// Whether there is a search page.
    pub(super) has_search: bool,
}

/// The whole document, and where the shell is in it.
#[must_use]
pub(super) fn write_document(
    context: &HtmlContext<'_>,
    page: &Page,
    rendered: &RenderedPage,
) -> (String, Range<usize>) {
    let site = context.site_props(page);
    let mut out = String::with_capacity(rendered.shell.read(str::len) + 16 * 1024);
    out.push_str("<!doctype html>");
    write_root(site, &mut out);
    out.push_str("<head>");
    write_head(context, page, rendered, &mut out);
    out.push_str("</head><body><div id=\"__bindery\">");
    let start = out.len();
    rendered.shell.read(|shell| out.push_str(shell));
    let shell = start..out.len();
    out.push_str("</div>");
    if let Some(site) = site {
        out.push_str("<script type=\"application/json\" id=\"__bindery_data\">");
        let data = to_json(&PageData {
            build: &context.build_id(page),
            site,
            page: &page.props,
        });
        out.push_str(&escape_json(&data));
        out.push_str("</script>");
    }
    write_base_banner(context, page, &mut out);
    out.push_str("</body></html>\n");
    (out, shell)
}

/// Writes the root element with the attributes that the script in the head reads.
fn write_root(site: Option<&SiteProps>, out: &mut String) {
    let Some(site) = site else {
        return out.push_str("<html lang=\"en\" dir=\"ltr\" data-theme=\"dark\">");
    };
    let (locale, mode) = (&site.locale, &site.color_mode);
    let _ = write!(
        out,
        "<html lang=\"{}\" dir=\"{}\" data-theme=\"{}\"",
        escape_attribute(&locale.html_lang),
        locale.dir.name(),
        mode.default.name()
    );
    if mode.respect_prefers_color_scheme {
        out.push_str(" data-theme-choice=\"system\"");
    }
    if mode.disable_switch {
        out.push_str(" data-theme-switch=\"off\"");
    }
    if site.storage.is_session {
        out.push_str(" data-storage=\"session\"");
    }
    if !site.storage.suffix.is_empty() {
        let suffix = escape_attribute(&site.storage.suffix);
        let _ = write!(out, " data-storage-suffix=\"{suffix}\"");
    }
    if let Some(bar) = &site.announcement {
        let _ = write!(out, " data-announcement=\"{}\"", escape_attribute(&bar.id));
    }
    out.push('>');
}

/// Writes, on the home page, the script that warns of a wrong base path when no file of the interface could be loaded.
fn write_base_banner(context: &HtmlContext<'_>, page: &Page, out: &mut String) {
    let script = &context.bundle.inline_base_script;
    let is_home = page.route.as_str() == context.site.base_path;
    if is_home && context.site.metadata.has_base_banner && !script.is_empty() {
        let _ = write!(out, "<script>{script}</script>");
    }
}

/// The answer of `/_bindery/page…`.
#[must_use]
pub(super) fn write_payload(
    context: &HtmlContext<'_>,
    page: &Page,
    rendered: &RenderedPage,
) -> String {
    let sidebar = page.props.sidebar.as_ref().map(|sidebar| SidebarProps {
        items: None,
        ..sidebar.clone()
    });
    let props = PageProps {
        sidebar,
        ..page.props.clone()
    };
    let styles: Vec<String> = rendered
        .styles
        .iter()
        .map(|path| context.url(path))
        .collect();
    let mut head = String::new();
    write_page_head(context, page, &mut head);
    let payload = PagePayload {
        build: &context.build_id(page),
        page: &props,
        slots: &rendered.slots,
        styles: &styles,
        head: &head,
    };
    format!("{}\n", to_json(&payload))
}

impl HtmlContext<'_> {
    fn site_props(&self, page: &Page) -> Option<&SiteProps> {
        self.site.props.get(&page.locale)
    }

    /// The hash of the client bundle, with the locale where that is not the default one. Another locale has another
    /// navbar and other strings, so that the client must load the whole document of such a page.
    fn build_id(&self, page: &Page) -> String {
        let own = &self.bundle.build_id;
        if page.locale == self.site.locale {
            own.clone()
        } else {
            format!("{own}-{}", page.locale)
        }
    }

    /// The path of a bundle's file.
    fn url(&self, path: &str) -> String {
        if path.starts_with("https://") {
            return path.to_owned();
        }
        format!("{}{path}", self.site.base_path)
    }
}

fn write_head(context: &HtmlContext<'_>, page: &Page, rendered: &RenderedPage, out: &mut String) {
    out.push_str("<meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">");
    let _ = write!(
        out,
        "<title>{}</title>",
        escape_attribute(&page.props.head_title)
    );
    meta::write_head_tags(context, out);
    write_site_links(context, page, out);
    write_feed_links(context.site, page, out);
    write_resources(context, rendered, out);
    let (start, end) = PAGE_HEAD;
    out.push_str(start);
    write_page_head(context, page, out);
    out.push_str(end);
}

/// The comments around the part of the head that a client navigation replaces (`ui/src/lib/browser/head.ts`).
const PAGE_HEAD: (&str, &str) = ("<!--bindery:head-->", "<!--/bindery:head-->");

/// Writes the part of the head that belongs to this page, without its title.
fn write_page_head(context: &HtmlContext<'_>, page: &Page, out: &mut String) {
    meta::write_metas(context, page, out);
    write_own_head(page, out);
    let canonical = page.props.canonical.as_str();
    link(out, &[("rel", "canonical"), ("href", canonical)]);
    write_alternates(context, page, out);
    json_ld::write_json_ld(context, page, out);
}

/// Writes the elements of the article's `<Head>` tags, without their title, which is the page's already.
fn write_own_head(page: &Page, out: &mut String) {
    for segment in page.slots.iter().flatten() {
        let Segment::Component(tag) = segment else {
            continue;
        };
        let html = tag.text("html");
        let Some(html) = html.filter(|_| tag.name == "Head") else {
            continue;
        };
        let mut is_in_title = false;
        for token in tokenize(html) {
            match &token.kind {
                TokenKind::StartTag(tag) if tag.is("title") => is_in_title = true,
                TokenKind::EndTag(tag) if tag.is("title") => is_in_title = false,
                _ if is_in_title => {}
                _ => out.push_str(token.source),
            }
        }
    }
}

/// Writes the links to the page in each language; `x-default` is the one in the default language.
fn write_alternates(context: &HtmlContext<'_>, page: &Page, out: &mut String) {
    let site = context.site;
    let mut urls: Vec<(&str, String)> = Vec::new();
    for alternate in &page.alternates {
        let url = format!("{}{}", site.url, alternate.route);
        urls.push((&alternate.locale, url));
    }
    if page.alternates.is_empty() {
        urls.push((&page.locale, page.props.canonical.clone()));
    }
    let default = urls.iter().find(|(locale, _)| *locale == site.locale);
    let default = default
        .or(urls.first())
        .map(|(_, url)| ("x-default", url.clone()));
    for (language, url) in urls.into_iter().chain(default) {
        let language = site
            .props
            .get(language)
            .map_or(language, |props| &props.locale.html_lang);
        let attributes = [
            ("rel", "alternate"),
            ("href", url.as_str()),
            ("hreflang", language),
        ];
        link(out, &attributes);
    }
}

/// Writes the links to the search description and to the web manifest.
fn write_site_links(context: &HtmlContext<'_>, page: &Page, out: &mut String) {
    let site = context.site;
    if context.has_search {
        let title = context.site_props(page).map_or("", |site| &site.title);
        link(
            out,
            &[
                ("rel", "search"),
                ("type", super::OPENSEARCH_TYPE),
                ("title", title),
                ("href", &context.url(super::OPENSEARCH_NAME)),
            ],
        );
    }
    if site.metadata.manifest.is_some() {
        let url = context.url(super::MANIFEST_NAME);
        link(out, &[("rel", "manifest"), ("href", &url)]);
    }
}

/// Writes the links to the feeds of the page's language, with root-relative paths.
fn write_feed_links(site: &Site, page: &Page, out: &mut String) {
    let feeds = site.feeds.iter();
    for feed in feeds.filter(|feed| feed.locale == page.locale) {
        for (kind, path) in &feed.files {
            link(
                out,
                &[
                    ("rel", "alternate"),
                    ("type", feeds::media_type(*kind)),
                    ("href", path.as_str()),
                    ("title", &feeds::link_title(feed, *kind)),
                ],
            );
        }
    }
}

fn write_resources(context: &HtmlContext<'_>, rendered: &RenderedPage, out: &mut String) {
    let bundle = context.bundle;
    if let Some(icon) = context.icon {
        let media_type = crate::pack::media_type(icon);
        let kind = media_type.split(';').next().unwrap_or("image/x-icon");
        link(out, &[("rel", "icon"), ("href", icon), ("type", kind)]);
    }
    // The first paint waits for the style sheet alone, so that on a slow connection everything else has low priority.
    let late = ("fetchpriority", "low");
    for font in &bundle.fonts {
        link(
            out,
            &[
                ("rel", "preload"),
                ("as", "font"),
                ("type", "font/woff2"),
                ("href", &context.url(font)),
                ("crossorigin", "anonymous"),
                late,
            ],
        );
    }
    // An inline script behind a style sheet would wait for it, and the parser for the script.
    let _ = write!(out, "<script>{}</script>", bundle.inline_head_script);
    write_styles(context, rendered, out);
    for module in &bundle.preload {
        let href = context.url(module);
        link(out, &[("rel", "modulepreload"), ("href", &href), late]);
    }
    // The same module twice, which is fetched and run once, as soon as it is there. Chromium lays out a document when its parser
    // ends, without a sheet that has not come. For a deferred script, such as the second one, the parser waits until the sheets are there.
    let entry = escape_attribute(&context.url(&bundle.entry));
    for mode in [" async", ""] {
        let _ = write!(
            out,
            "<script type=\"module\" fetchpriority=\"low\" src=\"{entry}\"{mode}></script>",
        );
    }
}

/// Writes the links to the sheets of every page and those of this one. One file replaces two sheets where the page
/// needs both; its `data-holds` names them, so that a client navigation does not load them again.
fn write_styles(context: &HtmlContext<'_>, rendered: &RenderedPage, out: &mut String) {
    let styles = context.bundle.styles.iter().chain(&rendered.styles);
    let wanted: Vec<&String> = styles.collect();
    let both = context.bundle.combined_styles.as_ref();
    let both = both.filter(|both| both.holds.iter().all(|held| wanted.contains(&held)));
    if let Some(both) = both {
        let held: Vec<String> = both.holds.iter().map(|path| context.url(path)).collect();
        let (url, held) = (context.url(&both.path), held.join(" "));
        link(
            out,
            &[("rel", "stylesheet"), ("href", &url), ("data-holds", &held)],
        );
    }
    for style in wanted {
        if !both.is_some_and(|both| both.holds.contains(style)) {
            write_style(context, style, out);
        }
    }
}

/// Writes the link to a style sheet. An address on another host has its integrity hash as its fragment.
fn write_style(context: &HtmlContext<'_>, style: &str, out: &mut String) {
    let url = context.url(style);
    let Some((address, integrity)) = url.split_once('#') else {
        return link(out, &[("rel", "stylesheet"), ("href", &url)]);
    };
    link(
        out,
        &[
            ("rel", "stylesheet"),
            ("href", address),
            ("integrity", integrity),
            ("crossorigin", "anonymous"),
        ],
    );
}

fn link(out: &mut String, attributes: &[(&str, &str)]) {
    out.push_str("<link");
    for (name, value) in attributes {
        let _ = write!(out, " {name}=\"{}\"", escape_attribute(value));
    }
    out.push('>');
}

#[cfg(test)]
mod tests;
