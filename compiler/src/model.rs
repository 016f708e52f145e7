//! The assembled site as plain data: [`crate::assemble`] makes it, [`crate::render`] renders it.
//!
//! The `Props` types are serialised for the interface. Its types in `ui/src/model.ts` are generated from them:
//! `UPDATE_SNAPSHOTS=1 cargo test -p bindery-compiler --lib model::` rewrites the file.

mod offline_settings;
mod page_content;
mod page_data;
mod page_props;
mod path;
mod search_settings;
mod sidebar;
mod site_props;
mod slot;
#[cfg(test)]
mod typescript;

pub use self::offline_settings::{OfflineSettings, OfflineTexts};
pub use self::page_content::{
    AuthorProps, Card, ImageProps, PageContent, PageLink, PostLink, PostSummary, PostYear,
    SocialLink, TagLetter, TagLink,
};
pub use self::page_data::{PageData, PagePayload};
pub use self::page_props::{
    Crumb, LanguageFallback, LastUpdate, PageProps, TocItem, VersionNotice,
};
pub use self::path::RoutePath;
pub use self::search_settings::{SearchContext, SearchSettings};
pub use self::sidebar::{SidebarItem, SidebarProps};
pub use self::site_props::{
    AnalyticsProps, AnnouncementProps, ColorModeProps, FooterColumn, FooterItem, FooterProps,
    LocaleProps, LogoProps, NavbarItem, NavbarKind, SidebarOptions, SiteProps, StorageProps,
};
pub use self::slot::Slot;

use crate::config::{FeedKind, MetadataConfig, SectionLinksConfig};
use crate::ledger::Published;
use crate::source::{FileId, Span};
use crate::timestamp::Timestamp;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A document that MDX evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvaluatedFile {
    /// The file.
    pub file: FileId,
    /// Why Bindery's parser was not enough: a few words that other files share.
    pub reason: String,
    /// The components that it names with data, with the bytes of that data.
    pub components: Vec<(String, usize)>,
}

/// The whole site.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    /// The properties that all pages of a locale share, by locale code.
    pub props: BTreeMap<String, SiteProps>,
    /// Pages sorted by path; the not-found page is not among them.
    pub pages: Vec<Page>,
    /// Code of the default locale.
    pub locale: String,
    /// The page for unknown paths, of the default locale.
    pub not_found: Page,
    /// The pages for unknown paths of the other locales, by their home, such as `/fr/`.
    pub not_found_below: Vec<(String, Page)>,
    /// The documents that MDX evaluated, in the order of their paths.
    pub evaluated: Vec<EvaluatedFile>,
    /// Redirects sorted by source.
    pub redirects: Vec<Redirect>,
    /// Whole sidebar trees by key (`{locale}-{version}-{id}`, the stem of the asset's name).
    pub sidebars: BTreeMap<String, Vec<SidebarItem>>,
    /// The keys of the sidebars by the paths of their files; empty until these are known.
    pub sidebar_keys: BTreeMap<String, String>,
    /// Files served as they are, sorted by path (base path included): those of `static/`, and files beside pages that
    /// pages show or link to, under `/assets/` with a hash in the name.
    pub static_files: Vec<(RoutePath, FileId)>,
    /// Smaller copies of images, which the build makes later.
    pub image_copies: BTreeMap<RoutePath, ImageCopy>,
    /// Absolute origin without a final slash.
    pub url: String,
    /// Begins and ends with a slash.
    pub base_path: String,
    /// Path of the site's own icon, base path included.
    pub favicon: Option<String>,
    /// Metadata for crawlers and social networks.
    pub metadata: MetadataConfig,
    /// The blog's feeds, one of each locale.
    pub feeds: Vec<Feed>,
    /// Style sheets that only some pages need.
    pub styles: PageStyles,
    /// The settings of the search.
    pub search: SearchSettings,
    /// The lists of links below headings.
    pub section_links: Option<SectionLinksConfig>,
    /// The service worker.
    pub offline: OfflineSettings,
    /// `{page} | {site}`: how the title of a document is made.
    pub title_template: String,
    /// Whether its configuration could not be read, so that a site with it has other pages.
    pub is_config_broken: bool,
    /// Whether the tree is one of Docusaurus.
    pub is_imported: bool,
    /// The addresses that the site publishes, for the ledger.
    pub published: Published,
    /// Paths that the ledger lists as gone.
    pub gone: Vec<RoutePath>,
    /// The links to pages, sorted; empty unless the configuration records them.
    pub links: Vec<ResolvedLink>,
}

/// A link to a page of the site.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ResolvedLink {
    /// The target as written, or the whole link.
    pub span: Span,
    /// The page.
    pub page: RoutePath,
    /// The anchor, percent-decoded, whether the page has it or not.
    pub anchor: Option<String>,
}

/// Style sheets that only some pages need.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageStyles {
    /// Whether articles may use the class names of Docusaurus' theme.
    pub has_docusaurus_classes: bool,
    /// The text of a sheet for pages with code, if the site has other colour themes than the interface.
    pub code: Option<String>,
    /// The text of a sheet for every page: the colours of the announcement, the styles of the site's own HTML.
    pub all: Option<String>,
    /// Address and integrity of a sheet on another host for pages with formulas.
    pub math: Option<(String, String)>,
}

/// The blog's feed, without the texts of the posts, which are rendered later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feed {
    /// Locale code of the pages that link to it.
    pub locale: String,
    /// The files.
    pub files: Vec<(FeedKind, RoutePath)>,
    /// The title of links to the files, before ` RSS Feed` and the like.
    pub link_title: String,
    /// The title of the feed.
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
    /// The path of the post's page.
    pub page: RoutePath,
    /// The title of the post.
    pub title: String,
    /// One sentence.
    pub description: Option<String>,
    /// The date of the post.
    pub date: Timestamp,
    /// The authors of the post.
    pub authors: Vec<FeedAuthor>,
    /// The labels of its tags.
    pub tags: Vec<String>,
}

/// An author of a [`FeedPost`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedAuthor {
    /// The name.
    pub name: String,
    /// The author's page.
    pub url: Option<String>,
    /// The e-mail address.
    pub email: Option<String>,
}

impl Site {
    /// All pages in the order in which they are rendered: those with a path, then the not-found pages, the default
    /// locale's last.
    pub fn pages_to_render(&self) -> impl Iterator<Item = &Page> {
        let below = self.not_found_below.iter().map(|(_, page)| page);
        self.pages.iter().chain(below).chain([&self.not_found])
    }

    /// What all pages are rendered with: the site without its pages and without the lists of what it serves.
    #[must_use]
    pub fn shared_part(&self) -> Site {
        Site {
            props: self.props.clone(),
            pages: Vec::new(),
            locale: self.locale.clone(),
            not_found: self.not_found.clone(),
            not_found_below: Vec::new(),
            evaluated: Vec::new(),
            redirects: Vec::new(),
            sidebars: BTreeMap::new(),
            sidebar_keys: BTreeMap::new(),
            static_files: Vec::new(),
            image_copies: BTreeMap::new(),
            url: self.url.clone(),
            base_path: self.base_path.clone(),
            favicon: self.favicon.clone(),
            metadata: self.metadata.clone(),
            feeds: self.feeds.clone(),
            styles: self.styles.clone(),
            search: self.search.clone(),
            section_links: self.section_links.clone(),
            offline: self.offline.clone(),
            title_template: self.title_template.clone(),
            is_config_broken: self.is_config_broken,
            is_imported: self.is_imported,
            published: Published::new(),
            gone: Vec::new(),
            links: Vec::new(),
        }
    }
}

/// A smaller copy of an image of the tree, as WebP.
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
    /// The target of the redirect: a path of this site (perhaps with query or hash) or an absolute url.
    pub to: String,
    /// 301 or 308.
    pub status: u16,
    /// The declaration of the redirect in a file, if a file declares it.
    pub span: Option<Span>,
}

/// A page: the properties for the interface, and the data of the build.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// The canonical path of the page.
    pub route: RoutePath,
    /// `doc`, `category-index`, …
    pub kind: PageKind,
    /// The source file.
    pub source: Option<FileId>,
    /// Locale code: the key of [`Site::props`].
    pub locale: String,
    /// The name of its docs version; `None` for other pages.
    pub version: Option<String>,
    /// The id of its document; `None` for other pages.
    pub doc_id: Option<String>,
    /// The front matter of a document of a Docusaurus tree, for components that ask for it.
    pub front_matter: Option<Arc<serde_json::Map<String, serde_json::Value>>>,
    /// Whether the page shows the default locale's text because there is no translation.
    pub is_fallback: bool,
    /// Identifies the page in all locales.
    pub identity: String,
    /// The page in all locales, itself included, in the order of the configuration; empty in a site with one locale.
    pub alternates: Vec<Alternate>,
    /// The properties that the interface renders. `props.sidebar.asset` is the key of the page's sidebar until its file has a path.
    pub props: PageProps,
    /// Whether its description is the first paragraph of the article.
    pub is_described_by_excerpt: bool,
    /// All headings of the article.
    pub headings: Vec<PageHeading>,
    /// The article slots, links resolved: only `Html` and `Component` segments remain.
    pub slots: Vec<Slot>,
    /// Keywords of the front matter.
    pub keywords: Vec<String>,
    /// Words by which search finds the page, besides those of its text.
    pub search_terms: Vec<String>,
    /// Such words for sections, by the ids of their headings.
    pub heading_search_terms: Vec<(String, String)>,
    /// Absolute path or url of the social image, if any.
    pub image: Option<String>,
    /// Whether search lists it with full weight.
    pub is_searchable: bool,
    /// The day of its last change (`2024-05-06`), where it is known.
    pub last_modified: Option<String>,
}

impl Page {
    /// A page with these properties. All other data is empty; search lists the page.
    #[must_use]
    pub fn new(kind: PageKind, props: PageProps) -> Self {
        Page {
            route: props.path.clone(),
            kind,
            source: None,
            locale: String::new(),
            version: None,
            doc_id: None,
            front_matter: None,
            is_fallback: false,
            identity: props.path.as_str().to_owned(),
            alternates: Vec::new(),
            props,
            is_described_by_excerpt: false,
            headings: Vec::new(),
            slots: Vec::new(),
            keywords: Vec::new(),
            search_terms: Vec::new(),
            heading_search_terms: Vec::new(),
            image: None,
            is_searchable: true,
            last_modified: None,
        }
    }
}

/// A page in one of the site's locales.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternate {
    /// Locale code.
    pub locale: String,
    /// The path of the page in that locale.
    pub route: RoutePath,
    /// Whether the page only repeats the default locale's text in that locale.
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
