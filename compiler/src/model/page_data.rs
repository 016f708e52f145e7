//! The JSON that carries a page to the interface.

use super::{PageProps, SiteProps};
use serde::Serialize;

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
