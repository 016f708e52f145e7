//! The properties of each kind of page.

use serde::Serialize;

/// A link to another page of the site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PageLink {
    /// The title of the page.
    pub title: String,
    /// The canonical path of the page.
    pub href: String,
}

/// A card of a category index.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Card {
    /// A card of one page.
    Link {
        /// The heading of the card.
        label: String,
        /// The path or url that the card leads to.
        href: String,
        /// The text below the heading.
        description: Option<String>,
        /// Whether the card leads to another site.
        external: bool,
        /// Marks the card as the page is marked (`PageProps.element`).
        #[serde(skip_serializing_if = "Option::is_none")]
        element: Option<String>,
        /// The data of an SVG path.
        #[serde(skip_serializing_if = "Option::is_none")]
        icon: Option<String>,
    },
    /// A card of a sidebar category.
    Category {
        /// The heading of the card.
        label: String,
        /// The path or url that the card leads to.
        href: String,
        /// The text below the heading.
        description: Option<String>,
        /// The number of items in the category.
        count: usize,
        /// Marks the card as the page is marked (`PageProps.element`).
        #[serde(skip_serializing_if = "Option::is_none")]
        element: Option<String>,
        /// The data of an SVG path.
        #[serde(skip_serializing_if = "Option::is_none")]
        icon: Option<String>,
    },
}

/// A blog post, on its own page and in lists.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PostSummary {
    /// The title.
    pub title: String,
    /// The canonical path of the post.
    pub href: String,
    /// An ISO date, `2022-07-08`, or with a time in UTC, `2022-07-08T10:00:00Z`.
    pub date: String,
    /// Whole minutes, rounded up; null if the site does not show them.
    pub reading_minutes: Option<u32>,
    /// Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub authors: Vec<AuthorProps>,
    /// Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<TagLink>,
    /// The slot of the excerpt or of the whole body, on list pages.
    pub slot: Option<usize>,
    /// Whether the slot holds only the part above the truncate marker.
    pub truncated: bool,
}

/// The posts of a year.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PostYear {
    /// The year, `2022`.
    pub year: String,
    /// The posts, the newest first.
    pub posts: Vec<PostLink>,
}

/// A link to a blog post.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PostLink {
    /// The title.
    pub title: String,
    /// The canonical path of the post.
    pub href: String,
    /// An ISO date as in `PostSummary`, with or without a time.
    pub date: String,
}

/// The properties of one kind of page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind")]
#[serde(rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum PageContent {
    /// A document.
    Doc,
    /// The cards of a sidebar category, or the documents of a tag.
    CategoryIndex {
        /// The text above the cards.
        description: Option<String>,
        /// The cards.
        cards: Vec<Card>,
        /// For the documents of a tag: the link to all tags.
        #[serde(skip_serializing_if = "Option::is_none")]
        all: Option<PageLink>,
    },
    /// A page of a list of posts.
    BlogList {
        /// The posts.
        posts: Vec<PostSummary>,
        /// The number of the page, from 1.
        page: usize,
        /// The number of pages of the list.
        total_pages: usize,
        /// The page or post with newer content.
        newer: Option<String>,
        /// The page or post with older content.
        older: Option<String>,
        /// The author, in the list of an author's posts.
        #[serde(skip_serializing_if = "Option::is_none")]
        author: Option<Box<AuthorProps>>,
        /// For the posts of a tag or an author: the link to all tags or authors.
        #[serde(skip_serializing_if = "Option::is_none")]
        all: Option<PageLink>,
        /// The recent posts for the blog's sidebar.
        recent: Vec<PostYear>,
        /// The heading of the recent posts.
        recent_title: String,
    },
    /// A post.
    BlogPost {
        /// The post.
        post: PostSummary,
        /// The page or post with newer content.
        newer: Option<PageLink>,
        /// The page or post with older content.
        older: Option<PageLink>,
        /// The recent posts for the blog's sidebar.
        recent: Vec<PostYear>,
        /// The heading of the recent posts.
        recent_title: String,
    },
    /// All posts by year.
    BlogArchive {
        /// The posts by year.
        years: Vec<PostYear>,
    },
    /// All authors.
    BlogAuthors {
        /// The authors.
        authors: Vec<AuthorProps>,
        /// The recent posts for the blog's sidebar.
        recent: Vec<PostYear>,
        /// The heading of the recent posts.
        recent_title: String,
    },
    /// All tags of the blog or of the documents.
    Tags {
        /// The tags by their first letter.
        letters: Vec<TagLetter>,
        /// The recent posts for the blog's sidebar.
        #[serde(skip_serializing_if = "Option::is_none")]
        recent: Option<Vec<PostYear>>,
        /// The heading of the recent posts.
        #[serde(skip_serializing_if = "Option::is_none")]
        recent_title: Option<String>,
    },
    /// A page of Markdown.
    Page,
    /// A React component of the site, as wide as the window.
    Component,
    /// The search page.
    Search,
    /// The page for unknown paths.
    NotFound,
}

/// A link to the page of a tag.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TagLink {
    /// The name of the tag.
    pub label: String,
    /// The canonical path of the page.
    pub href: String,
    /// A text about the tag.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The number of pages with the tag, in lists of tags.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
}

/// The tags that begin with one letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TagLetter {
    /// The letter.
    pub letter: String,
    /// The tags.
    pub tags: Vec<TagLink>,
}

/// A link to a profile on another site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SocialLink {
    /// The name of the site.
    pub label: String,
    /// The address.
    pub href: String,
}

/// An author of blog posts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename = "Author")]
pub struct AuthorProps {
    /// The name.
    pub name: String,
    /// What the author does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The page of the author's posts, or a page elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub href: Option<String>,
    /// An image of this site.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<ImageProps>,
    /// Profiles on other sites.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub socials: Vec<SocialLink>,
    /// The number of posts, on the page of all authors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
}

/// An image of this site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ImageProps {
    /// The path.
    pub src: String,
    /// In pixels, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<u32>,
    /// In pixels, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<u32>,
}
