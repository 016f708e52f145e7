//! The JSON that carries a page to the interface.

use super::{PageContent, PageProps, RoutePath, SiteProps};
use serde::Serialize;
use std::collections::BTreeMap;

/// The data in a document, inside `<script type="application/json" id="__bindery_data">`.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PageData<'a> {
    /// Identifies the client bundle and the locale.
    pub build: &'a str,
    /// The properties that all pages of the locale share.
    pub site: &'a SiteProps,
    /// The properties of the page.
    pub page: &'a PageProps,
}

/// The payload of a page for client navigation, at `/_bindery/page…`.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PagePayload<'a> {
    /// Identifies the client bundle and the locale.
    pub build: &'a str,
    /// The properties of the page, without the items of its sidebar.
    pub page: &'a PageProps,
    /// The HTML of the article slots.
    pub slots: &'a [String],
    /// The style sheets of the page.
    pub styles: &'a [String],
    /// The elements of the document's head that belong to the page.
    pub head: &'a str,
}

impl PageProps {
    /// The properties of a page about which only this is known; all others are empty.
    pub fn new(path: RoutePath, title: &str, content: PageContent) -> Self {
        PageProps {
            path,
            title: title.to_owned(),
            head_title: title.to_owned(),
            description: None,
            canonical: String::new(),
            no_index: false,
            search_tag: "default".to_owned(),
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
        }
    }
}
