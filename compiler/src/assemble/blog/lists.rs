//! The lists of posts: their order, and the paths of the pages made of them.

use super::authors::{Author, AuthorIndex};
use super::posts::{BlogIndexes, Post};
use crate::assemble::context::LocaleContext;
use crate::assemble::routes::{RouteOwner, RouteRegistry, site_route};
use crate::assemble::tags::{Tag, group_by_tag};
use crate::config::{BlogConfig, FeedKind};
use crate::diagnostic::Diagnostics;
use crate::model::{Feed, FeedAuthor, FeedPost, RoutePath};
use crate::source::Span;

/// A blog: its posts, and the paths of its lists.
#[derive(Debug, Default)]
pub(crate) struct Blog {
    /// The blog's index in the configured blogs, from 0.
    pub(crate) number: usize,
    /// The posts in the order of the lists.
    pub(crate) posts: Vec<Post>,
    /// The numbers of the listed posts.
    pub(crate) listed: Vec<usize>,
    /// The lists: of all posts, of each tag, of each author.
    pub(crate) lists: Vec<PostList>,
    /// The path of the archive.
    pub(crate) archive: Option<RoutePath>,
    /// The path of all tags.
    pub(crate) tags: Option<RoutePath>,
    /// The path of all authors, and the authors with the number of their listed posts.
    pub(crate) authors: Option<(RoutePath, Vec<(Author, usize)>)>,
    /// The feed's files.
    pub(crate) feed_files: Vec<(FeedKind, RoutePath)>,
}

/// A list of posts in pages.
#[derive(Debug)]
pub(crate) struct PostList {
    /// The tag, author or whole blog that its posts share.
    pub(crate) of: ListOf,
    /// Numbers of the posts.
    pub(crate) posts: Vec<usize>,
    /// The paths of its pages; `None` for a path that belongs to another page.
    pub(crate) pages: Vec<Option<RoutePath>>,
}

/// The tag, author or whole blog that the posts of a list share.
#[derive(Debug)]
pub(crate) enum ListOf {
    /// Nothing: the list of all posts.
    Blog,
    /// A tag, and whether none of its posts is listed.
    Tag(Tag, bool),
    /// An author.
    Author(Box<Author>),
}

/// Sorts the posts and registers the paths of the blog.
pub(crate) fn make_blog(
    context: &LocaleContext<'_>,
    indexes: BlogIndexes<'_>,
    posts: Vec<Post>,
    registry: &mut RouteRegistry,
    sink: &mut Diagnostics,
) -> Blog {
    let config = indexes.config;
    let mut blog = Blog {
        number: indexes.number,
        ..Blog::default()
    };
    for post in posts {
        let owner = RouteOwner::file(context.tree.file(post.file), post.slug_span());
        if registry.claim(context, &post.route, owner, sink) {
            blog.posts.push(post);
        }
    }
    blog.posts.sort_by_key(|post| std::cmp::Reverse(post.date));
    if config.is_ascending {
        blog.posts.reverse();
    }
    let posts = blog.posts.iter().enumerate();
    let listed = posts.filter(|(_, post)| !post.front.unlisted);
    blog.listed = listed.map(|(at, _)| at).collect();
    let mut builder = BlogListBuilder {
        context,
        config,
        registry,
        sink,
    };
    builder.blog_pages(&mut blog);
    builder.tag_pages(&mut blog, &indexes.tags.base);
    builder.author_pages(&mut blog, indexes.authors);
    builder.feed_files(&mut blog);
    blog
}

struct BlogListBuilder<'m, 'c> {
    context: &'m LocaleContext<'m>,
    config: &'m BlogConfig,
    registry: &'c mut RouteRegistry,
    sink: &'c mut Diagnostics,
}

impl BlogListBuilder<'_, '_> {
    fn claim(&mut self, path: &str, name: String) -> Option<RoutePath> {
        let route = site_route(self.context, path)?;
        self.claim_route(route, name)
    }

    fn claim_route(&mut self, route: RoutePath, name: String) -> Option<RoutePath> {
        let span = self.context.config.file.map(Span::start_of);
        let owner = RouteOwner::generated(name, span);
        let is_free = self.registry.claim(self.context, &route, owner, self.sink);
        is_free.then_some(route)
    }

    /// The paths of a list's pages; there is at least one, as in Docusaurus.
    fn pages(&mut self, first: RoutePath, posts: usize, name: &str) -> Vec<Option<RoutePath>> {
        let count = posts.div_ceil(self.config.posts_per_page).max(1);
        let further = first.as_str().trim_end_matches('/').to_owned();
        let mut pages = vec![self.claim_route(first, name.to_owned())];
        for page in 2..=count {
            let path = format!("{further}/{}/{page}", self.config.page_base_path);
            let route = RoutePath::parse(&path);
            let route =
                route.and_then(|route| self.claim_route(route, format!("page {page} of {name}")));
            pages.push(route);
        }
        pages
    }

    fn list(&mut self, blog: &mut Blog, first: RoutePath, of: ListOf, posts: Vec<usize>) {
        let name = match &of {
            ListOf::Blog => "the blog's list".to_owned(),
            ListOf::Tag(tag, _) => format!("the tag `{}`", tag.label),
            ListOf::Author(author) => format!("the author `{}`", author.name),
        };
        let pages = self.pages(first, posts.len(), &name);
        blog.lists.push(PostList { of, posts, pages });
    }

    fn blog_pages(&mut self, blog: &mut Blog) {
        if let Some(first) = site_route(self.context, &self.config.route_base) {
            let posts = blog.listed.clone();
            self.list(blog, first, ListOf::Blog, posts);
        }
        if let Some(archive) = &self.config.archive_base_path
            && !blog.listed.is_empty()
        {
            let path = format!("{}/{archive}", self.config.route_base);
            blog.archive = self.claim(&path, "the blog's archive".to_owned());
        }
    }

    fn tag_pages(&mut self, blog: &mut Blog, base: &str) {
        let posts = blog.posts.iter().enumerate();
        let groups = group_by_tag(posts.map(|(number, post)| post.tagged(number)));
        if !groups.is_empty() {
            blog.tags = self.claim(base, "the list of tags".to_owned());
        }
        for group in groups {
            let first = group.tag.route.clone();
            let of = ListOf::Tag(group.tag, group.is_unlisted);
            self.list(blog, first, of, group.items);
        }
    }

    fn author_pages(&mut self, blog: &mut Blog, index: AuthorIndex<'_>) {
        if index.authors.is_empty() {
            return;
        }
        let base = format!(
            "{}/{}",
            self.config.route_base, self.config.authors_base_path
        );
        let mut counted = Vec::new();
        for author in index.authors {
            let is_author = |at: &usize| {
                let authors = &blog.posts[*at].authors;
                authors.iter().any(|other| other.key == author.key)
            };
            let posts: Vec<usize> = blog.listed.iter().copied().filter(is_author).collect();
            counted.push((author.clone(), posts.len()));
            if let Some(page) = author.page.clone() {
                self.list(blog, page, ListOf::Author(Box::new(author)), posts);
            }
        }
        let route = self.claim(&base, "the list of authors".to_owned());
        blog.authors = route.map(|route| (route, counted));
    }

    fn feed_files(&mut self, blog: &mut Blog) {
        if blog.listed.is_empty() {
            return;
        }
        for kind in &self.config.feed.kinds {
            let path = format!("{}/{}", self.config.route_base, kind.file_name());
            let route = self.claim(&path, format!("the feed `{}`", kind.file_name()));
            blog.feed_files.extend(route.map(|route| (*kind, route)));
        }
    }
}

impl Blog {
    /// The feed, if it has a file.
    pub(crate) fn feed(&self, context: &LocaleContext<'_>) -> Option<Feed> {
        let blog = context.config.blogs.get(self.number)?;
        let (site, feed) = (&context.config.title, &blog.feed);
        if self.feed_files.is_empty() {
            return None;
        }
        let locale = context.locale;
        let named = || format!("{site} Blog");
        let posts = self.listed.iter().take(feed.limit);
        Some(Feed {
            locale: locale.code.clone(),
            files: self.feed_files.clone(),
            link_title: feed.title.clone().unwrap_or_else(|| site.clone()),
            title: feed.title.clone().unwrap_or_else(named),
            description: feed.description.clone().unwrap_or_else(named),
            language: feed
                .language
                .clone()
                .unwrap_or_else(|| locale.html_lang.clone()),
            copyright: feed.copyright.clone(),
            home: site_route(context, &blog.route_base)?,
            posts: posts.map(|at| feed_post(&self.posts[*at])).collect(),
        })
    }
}

fn feed_post(post: &Post) -> FeedPost {
    let authors = post.authors.iter();
    FeedPost {
        page: post.route.clone(),
        title: post.title.clone(),
        description: post.description.clone(),
        date: post.date,
        authors: authors
            .map(|author| FeedAuthor {
                name: author.name.clone(),
                url: author.url.clone(),
                email: author.email.clone(),
            })
            .collect(),
        tags: post.tags.iter().map(|tag| tag.label.clone()).collect(),
    }
}
