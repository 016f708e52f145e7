//! The properties of a page, from which the interface renders it.

use super::{PageContent, PageLink, RoutePath, SidebarProps, TagLink};
use crate::config::{Direction, VersionBanner};
use serde::Serialize;
use std::collections::BTreeMap;

/// An entry of the breadcrumbs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Crumb {
    /// The text.
    pub label: String,
    /// The canonical path of the page; absent for a category without a page of its own.
    pub href: Option<String>,
}

/// An entry of the table of contents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TocItem {
    /// The id of the heading.
    pub id: String,
    /// Inline HTML of the heading, without links.
    pub html: String,
    /// The level of the heading, 2 to 6.
    pub level: u8,
}

/// The last change of a page's source.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LastUpdate {
    /// An ISO date, `2024-05-06`.
    pub date: Option<String>,
    /// Who made the change.
    pub author: Option<String>,
}

/// The notice about a page's docs version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct VersionNotice {
    /// The banner above the article.
    pub banner: Option<VersionBanner>,
    /// Whether the page shows the version's label as a badge.
    pub badge: bool,
    /// The label of the version.
    pub label: String,
    /// A CSS class for the page.
    pub class_name: String,
    /// The page's document in the last version; the link's title is that version's label.
    pub latest: Option<PageLink>,
}

/// The language of a page without a translation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LanguageFallback {
    /// The language tag of the text.
    pub lang: String,
    /// The direction of the text.
    pub dir: Direction,
    /// The name of the language.
    pub language: String,
}

/// The properties of a page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PageProps {
    /// The canonical path.
    pub path: RoutePath,
    /// The title.
    pub title: String,
    /// The content of the `title` element, template applied.
    pub head_title: String,
    /// The description for search engines and cards.
    pub description: Option<String>,
    /// The absolute URL.
    pub canonical: String,
    /// Whether search engines must not list the page.
    pub no_index: bool,
    /// `docs-default-current` and the like; the search filters by it.
    pub search_tag: String,
    /// The name of the docs version.
    pub version: Option<String>,
    /// The accent colour of the page, such as `cryo`; the front matter key `element`.
    pub element: Option<String>,
    /// The sidebar of a document.
    pub sidebar: Option<SidebarProps>,
    /// The sidebar categories above the page.
    pub breadcrumbs: Vec<Crumb>,
    /// The table of contents.
    pub toc: Vec<TocItem>,
    /// Whether the table of contents is hidden.
    pub hide_toc: bool,
    /// Whether the footer is hidden.
    pub hide_footer: bool,
    /// The page before it.
    pub previous: Option<PageLink>,
    /// The page after it.
    pub next: Option<PageLink>,
    /// The address at which the source can be edited.
    pub edit_url: Option<String>,
    /// The last change of the source.
    pub last_update: Option<LastUpdate>,
    /// The tags of a document; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<TagLink>,
    /// Absent if the documents have only one version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version_notice: Option<VersionNotice>,
    /// The language of the text, if the page is not translated yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fallback: Option<LanguageFallback>,
    /// Navbar links that lead elsewhere on this page, by their usual address; language links by `lang:` and their code.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub nav: BTreeMap<String, String>,
    /// Whether the article contains a list of cards, which are articles of their own.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub lists_cards: bool,
    /// The number of article slots; slot 0 is the article of documents and posts.
    pub slots: usize,
    /// The properties of the kind of page.
    pub content: PageContent,
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
