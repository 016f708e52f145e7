//! The assembled site as plain data: what [`crate::assemble`] makes and [`crate::prerender`] draws.
//!
//! The `Props` types are the page's data as the reader's interface sees it (`ui/src/model.ts`; both change together).

use crate::config::FeedKind;
use crate::config::MetadataConfig;
use crate::document::Segment;
use crate::ledger::Published;
use crate::moment::Moment;
use crate::path_segment::PATH_SEGMENT;
use crate::source::{FileId, Span};
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fmt;

/// A canonical path: begins with a slash, percent-encoded as a browser sends it, base path included, no final slash
/// but for the home.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct RoutePath(String);

impl RoutePath {
    /// Canonicalises `path`: decodes, drops `.`/empty segments and a final slash, encodes again. `None` when it does
    /// not begin with a slash, holds `..` or a control character.
    #[must_use]
    pub fn parse(path: &str) -> Option<Self> {
        let decoded = percent_encoding::percent_decode_str(path)
            .decode_utf8()
            .ok()?;
        let rest = decoded.strip_prefix('/')?;
        let mut canonical = String::new();
        for segment in rest
            .split('/')
            .filter(|segment| !segment.is_empty() && *segment != ".")
        {
            if segment == ".." || segment.chars().any(|c| c.is_control() || c == '\\') {
                return None;
            }
            canonical.push('/');
            canonical.extend(percent_encoding::utf8_percent_encode(segment, PATH_SEGMENT));
        }
        if canonical.is_empty() {
            canonical.push('/');
        }
        Some(RoutePath(canonical))
    }

    /// The path of a site's home: its base path, with the final slash.
    #[must_use]
    pub fn home(base_path: &str) -> Option<Self> {
        let mut home = Self::parse(base_path)?;
        if !home.0.ends_with('/') {
            home.0.push('/');
        }
        Some(home)
    }

    /// The path as a browser sends it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The path with percent-encoding undone, for people.
    #[must_use]
    pub fn decoded(&self) -> String {
        percent_encoding::percent_decode_str(&self.0)
            .decode_utf8_lossy()
            .into_owned()
    }
}

impl fmt::Debug for RoutePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for RoutePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The whole site.
#[derive(Clone, Debug)]
pub struct Site {
    /// What is the same on every page, by locale code.
    pub props: BTreeMap<String, SiteProps>,
    /// Pages sorted by path; the not-found page is not among them.
    pub pages: Vec<Page>,
    /// Code of the default locale.
    pub locale: String,
    /// The page for unknown paths, of the default locale.
    pub not_found: Page,
    /// Those of the other locales, by the home below which they answer, such as `/fr/`.
    pub not_found_below: Vec<(String, Page)>,
    /// Redirects sorted by source.
    pub redirects: Vec<Redirect>,
    /// Whole sidebar trees by key (`{locale}-{version}-{id}`, the stem of the asset's name).
    pub sidebars: BTreeMap<String, Vec<SidebarItem>>,
    /// Files served as they are, sorted by path (base path included): those of `static/`, and files beside pages that
    /// pages show or link to, under `/assets/` with a hash in the name.
    pub static_files: Vec<(RoutePath, FileId)>,
    /// Smaller copies of pictures, made when the site is bound.
    pub image_copies: BTreeMap<RoutePath, ImageCopy>,
    /// Absolute origin without a final slash.
    pub url: String,
    /// Begins and ends with a slash.
    pub base_path: String,
    /// Path of the site's own icon, base path included.
    pub favicon: Option<String>,
    /// What the site tells machines of itself.
    pub metadata: MetadataConfig,
    /// The blog's feeds, one of each locale.
    pub feeds: Vec<Feed>,
    /// Style sheets that only some pages need.
    pub styles: PageStyles,
    /// What the ledger holds this site against.
    pub published: Published,
    /// Paths that the ledger says are gone.
    pub gone: Vec<RoutePath>,
}

/// Style sheets that only some pages need.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageStyles {
    /// The text of a sheet for pages with code: the colours of themes that are not the interface's own.
    pub code: Option<String>,
    /// Address and integrity of a sheet on another host for pages with formulas.
    pub math: Option<(String, String)>,
}

/// What the blog's feed files say, but for the text of the posts, which is drawn later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feed {
    /// Locale code of the pages that name it.
    pub locale: String,
    /// The files.
    pub files: Vec<(FeedKind, RoutePath)>,
    /// What links to the files are called, before ` RSS Feed` and the like.
    pub link_title: String,
    /// Its title.
    pub title: String,
    /// One sentence.
    pub description: String,
    /// The language's code.
    pub language: String,
    /// Who has the rights.
    pub copyright: Option<String>,
    /// The first list page.
    pub home: RoutePath,
    /// The posts in the order of the list.
    pub posts: Vec<FeedPost>,
}

/// A post of a [`Feed`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedPost {
    /// Its page.
    pub page: RoutePath,
    /// Its title.
    pub title: String,
    /// One sentence.
    pub description: Option<String>,
    /// Its date.
    pub date: Moment,
    /// Its authors: name, url, address.
    pub authors: Vec<(String, Option<String>, Option<String>)>,
    /// The labels of its tags.
    pub tags: Vec<String>,
}

impl Site {
    /// The pages in the order in which they are drawn: those with a path, then the not-found pages, the default
    /// locale's as the last.
    pub fn drawn_pages(&self) -> impl Iterator<Item = &Page> {
        let below = self.not_found_below.iter().map(|(_, page)| page);
        self.pages.iter().chain(below).chain([&self.not_found])
    }
}

/// A smaller copy of a picture of the tree, as WebP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageCopy {
    /// The picture.
    pub file: FileId,
    /// In pixels.
    pub width: u32,
    /// 1 to 100.
    pub quality: u32,
}

/// A redirect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redirect {
    /// The path that is answered.
    pub from: RoutePath,
    /// Where it leads: a path of this site (perhaps with query or hash) or an absolute url.
    pub to: String,
    /// 301 or 308.
    pub status: u16,
    /// Where it was declared.
    pub span: Option<Span>,
}

/// A page: what the reader's interface gets, and what only the build needs.
#[derive(Clone, Debug)]
pub struct Page {
    /// Its canonical path.
    pub route: RoutePath,
    /// `doc`, `category-index`, …
    pub kind: PageKind,
    /// The source file.
    pub source: Option<FileId>,
    /// Locale code: the key of [`Site::props`].
    pub locale: String,
    /// The name of its documents' version; `None` outside of documents.
    pub version: Option<String>,
    /// Whether it shows the default locale's text for want of a translation.
    pub is_fallback: bool,
    /// The same for what is one page in several locales, and for no other page.
    pub identity: String,
    /// The page in all locales, itself included, in the order of the configuration; empty where the site has only one.
    pub alternates: Vec<Alternate>,
    /// What the interface draws. `props.sidebar.asset` holds the key of [`Site::sidebars`] until packed.
    pub props: PageProps,
    /// All headings of the article.
    pub headings: Vec<PageHeading>,
    /// The article slots, links resolved: only `Html` and `Component` segments remain.
    pub slots: Vec<Vec<Segment>>,
    /// Keywords of the front matter.
    pub keywords: Vec<String>,
    /// Absolute path or url of the social image, if any.
    pub image: Option<String>,
    /// Whether search lists it with full weight.
    pub is_searchable: bool,
    /// The day of its last change (`2024-05-06`), where it is known.
    pub last_modified: Option<String>,
}

/// A page in one of the site's locales.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternate {
    /// Locale code.
    pub locale: String,
    /// Its path there.
    pub route: RoutePath,
    /// Whether it only repeats the default locale's text there.
    pub is_fallback: bool,
}

/// What kind of page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names are the kinds' names")]
pub enum PageKind {
    Doc,
    CategoryIndex,
    BlogList,
    BlogPost,
    BlogArchive,
    BlogTags,
    BlogTag,
    BlogAuthors,
    BlogAuthor,
    DocTags,
    DocTag,
    Page,
    Search,
    NotFound,
}

impl PageKind {
    /// The name as serialised: `category-index`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            PageKind::Doc => "doc",
            PageKind::CategoryIndex => "category-index",
            PageKind::BlogList => "blog-list",
            PageKind::BlogPost => "blog-post",
            PageKind::BlogArchive => "blog-archive",
            PageKind::BlogTags => "blog-tags",
            PageKind::BlogTag => "blog-tag",
            PageKind::BlogAuthors => "blog-authors",
            PageKind::BlogAuthor => "blog-author",
            PageKind::DocTags => "doc-tags",
            PageKind::DocTag => "doc-tag",
            PageKind::Page => "page",
            PageKind::Search => "search",
            PageKind::NotFound => "not-found",
        }
    }
}

/// A heading of a page, as `bindery routes --json` prints it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PageHeading {
    /// 1 to 6.
    pub level: u8,
    /// The anchor.
    pub id: String,
    /// Plain text.
    pub text: String,
    /// Whether the table of contents lists it.
    pub toc: bool,
}

/// What is the same on every page of one locale.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct SiteProps {
    pub title: String,
    pub tagline: String,
    pub url: String,
    pub base_path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub home: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
    pub locale: LocaleProps,
    pub logo: Option<LogoProps>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub navbar_title: Option<String>,
    pub navbar: Vec<NavbarItem>,
    pub footer: FooterProps,
    pub color_mode: ColorModeProps,
    pub sidebar: SidebarOptions,
    pub messages: BTreeMap<String, String>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct LocaleProps {
    pub code: String,
    pub label: String,
    pub dir: String,
    pub html_lang: String,
    pub calendar: String,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct LogoProps {
    pub alt: String,
    pub src: String,
    pub width: u32,
    pub height: u32,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct NavbarItem {
    #[serde(rename = "type")]
    pub kind: NavbarKind,
    pub label: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    pub position: String,
    pub href: String,
    pub external: bool,
    pub sidebar_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lang: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class_name: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<NavbarItem>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub enum NavbarKind {
    Link,
    Doc,
    Version,
    Versions,
    Locales,
    Dropdown,
    Html,
    Search,
}

#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct FooterProps {
    pub columns: Vec<FooterColumn>,
    pub copyright: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct FooterColumn {
    pub title: String,
    pub items: Vec<FooterItem>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct FooterItem {
    pub label: String,
    pub href: String,
    pub external: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct ColorModeProps {
    pub default: String,
    pub disable_switch: bool,
    pub respect_prefers_color_scheme: bool,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct SidebarOptions {
    pub hideable: bool,
    pub auto_collapse_categories: bool,
}

/// An entry of a sidebar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(
    tag = "type",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub enum SidebarItem {
    Link {
        label: String,
        href: String,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        external: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        class_name: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        custom_props: Option<Map<String, Value>>,
        #[serde(skip)]
        is_unlisted: bool,
    },
    Html {
        value: String,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        default_style: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        class_name: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        custom_props: Option<Map<String, Value>>,
    },
    Category {
        label: String,
        href: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        first_href: Option<String>,
        #[serde(skip_serializing_if = "is_default_true")]
        collapsible: bool,
        #[serde(skip_serializing_if = "is_default_true")]
        collapsed: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        class_name: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        custom_props: Option<Map<String, Value>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        items: Option<Vec<SidebarItem>>,
        /// The path of its own page where that is unlisted.
        #[serde(skip)]
        unlisted_href: Option<String>,
    },
}

/// What is the same for nearly every category is left out: a page repeats the categories above it.
#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands over a reference"
)]
fn is_default_true(value: &bool) -> bool {
    *value
}

/// The sidebar of a page.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct SidebarProps {
    pub id: String,
    pub asset: String,
    pub items: Option<Vec<SidebarItem>>,
}

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

/// What only one kind of page has.
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

/// What the interface draws a page from.
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
    pub slots: usize,
    pub content: PageContent,
}
