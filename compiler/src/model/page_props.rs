//! The properties of a page, from which the interface renders it.

use super::{RoutePath, SidebarProps};
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct Crumb {
    pub label: String,
    pub href: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct TocItem {
    pub id: String,
    pub html: String,
    pub level: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct PageLink {
    pub title: String,
    pub href: String,
}

/// A card of a category index.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub enum Card {
    Link {
        label: String,
        href: String,
        description: Option<String>,
        external: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        element: Option<String>,
    },
    Category {
        label: String,
        href: String,
        description: Option<String>,
        count: usize,
        #[serde(skip_serializing_if = "Option::is_none")]
        element: Option<String>,
    },
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct PostSummary {
    pub title: String,
    pub href: String,
    pub date: String,
    pub reading_minutes: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub authors: Vec<AuthorProps>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<TagLink>,
    pub slot: Option<usize>,
    pub truncated: bool,
}

#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct PostYear {
    pub year: String,
    pub posts: Vec<PostLink>,
}

#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct PostLink {
    pub title: String,
    pub href: String,
    pub date: String,
}

/// The properties of one kind of page.
#[derive(Clone, Debug, Serialize)]
#[serde(
    tag = "kind",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub enum PageContent {
    Doc,
    CategoryIndex {
        description: Option<String>,
        cards: Vec<Card>,
        #[serde(skip_serializing_if = "Option::is_none")]
        all: Option<PageLink>,
    },
    BlogList {
        posts: Vec<PostSummary>,
        page: usize,
        total_pages: usize,
        newer: Option<String>,
        older: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        author: Option<Box<AuthorProps>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        all: Option<PageLink>,
        recent: Vec<PostYear>,
        recent_title: String,
    },
    BlogPost {
        post: PostSummary,
        newer: Option<PageLink>,
        older: Option<PageLink>,
        recent: Vec<PostYear>,
        recent_title: String,
    },
    BlogArchive {
        years: Vec<PostYear>,
    },
    BlogAuthors {
        authors: Vec<AuthorProps>,
        recent: Vec<PostYear>,
        recent_title: String,
    },
    Tags {
        letters: Vec<TagLetter>,
        #[serde(skip_serializing_if = "Option::is_none")]
        recent: Option<Vec<PostYear>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        recent_title: Option<String>,
    },
    Page,
    Component,
    Search,
    NotFound,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct TagLink {
    pub label: String,
    pub href: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct TagLetter {
    pub letter: String,
    pub tags: Vec<TagLink>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct SocialLink {
    pub label: String,
    pub href: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct AuthorProps {
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub href: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<Picture>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub socials: Vec<SocialLink>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct Picture {
    pub src: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<u32>,
}

#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct LastUpdate {
    pub date: Option<String>,
    pub author: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct VersionNotice {
    pub banner: Option<String>,
    pub badge: bool,
    pub label: String,
    pub class_name: String,
    pub latest: Option<PageLink>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct Fallback {
    pub lang: String,
    pub dir: String,
    pub language: String,
}

/// The properties of a page.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct PageProps {
    pub path: RoutePath,
    pub title: String,
    pub head_title: String,
    pub description: Option<String>,
    pub canonical: String,
    pub no_index: bool,
    pub search_tag: String,
    pub version: Option<String>,
    pub element: Option<String>,
    pub sidebar: Option<SidebarProps>,
    pub breadcrumbs: Vec<Crumb>,
    pub toc: Vec<TocItem>,
    pub hide_toc: bool,
    pub hide_footer: bool,
    pub previous: Option<PageLink>,
    pub next: Option<PageLink>,
    pub edit_url: Option<String>,
    pub last_update: Option<LastUpdate>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<TagLink>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version_notice: Option<VersionNotice>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fallback: Option<Fallback>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub nav: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub lists_cards: bool,
    pub slots: usize,
    pub content: PageContent,
}
