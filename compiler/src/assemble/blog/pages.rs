//! The pages of the blog: posts, lists of them, tags, authors, the archive.

use super::authors::Author;
use super::lists::{Blog, ListOf, PostList};
use super::posts::Post;
use crate::assemble::context::LocaleContext;
use crate::assemble::links::{
    Attributes, Linker, ListedDocument, Origin, fill, ids_in, image_props, rescope,
    resolve_document, social_image,
};
use crate::assemble::messages::{message, plural};
use crate::assemble::page_common::{
    PageSource, ShownUpdate, apply_fallback, apply_front_matter, apply_headings, blank_page,
};
use crate::assemble::tags::{Tag, TagGroup, all_tags, by_letter, group_by_tag, tags_title};
use crate::config::{BlogConfig, TocLevels};
use crate::diagnostic::Diagnostics;
use crate::document::Segment;
use crate::model::{
    AuthorProps, Page, PageContent, PageKind, PageLink, PostLink, PostSummary, PostYear, RoutePath,
};
use crate::source::FileId;
use std::collections::BTreeSet;
use std::sync::Arc;

/// All pages of a blog.
pub(crate) fn make_blog_pages(
    context: &LocaleContext<'_>,
    mut blog: Blog,
    linker: &mut Linker<'_>,
    sink: &mut Diagnostics,
) -> Vec<Page> {
    let config = &context.config.blogs[blog.number];
    let mut attributes = Vec::new();
    let mut authors = Vec::new();
    for post in &mut blog.posts {
        let origin = origin(context, post.file, &post.route);
        attributes.push(resolve_document(
            linker,
            &origin,
            Arc::make_mut(&mut post.document),
            sink,
        ));
        let people = post.authors.iter();
        let people = people.map(|author| author_props(context, author, &post.route, linker, sink));
        authors.push(people.collect());
    }
    let builder = BlogPageBuilder {
        context,
        config,
        blog: &blog,
        attributes: &attributes,
        authors,
        recent: recent_posts(&blog, config, None),
    };
    let mut pages = Vec::new();
    for at in 0..blog.posts.len() {
        let mut page = builder.post(at);
        let post = &blog.posts[at];
        page.image = post.front.image.as_ref().and_then(|image| {
            let span = *post.front.spans.get("image")?;
            let origin = origin(context, post.file, &post.route);
            social_image(linker, &origin, image, span, sink)
        });
        pages.push(page);
    }
    for list in &blog.lists {
        let author = builder.list_author(list, linker, sink);
        let numbered = list.pages.iter().enumerate();
        let numbered = numbered.filter_map(|(at, route)| Some((at, route.as_ref()?)));
        pages.extend(numbered.map(|(at, route)| builder.list(list, at, route, author.clone())));
    }
    pages.extend(blog.archive.iter().map(|route| builder.archive(route)));
    pages.extend(blog.tags.iter().map(|route| builder.tags(route)));
    pages.extend(builder.author_list(linker, sink));
    pages
}

/// The page of a post or list as the origin of links in `file`.
fn origin<'o>(context: &'o LocaleContext<'_>, file: FileId, route: &'o RoutePath) -> Origin<'o> {
    Origin {
        file: context.tree.file(file),
        route,
        is_folder: context.config.trailing_slash == Some(true),
    }
}

/// The posts of the side list by year, the latest year first, or all in one group without a year. An unlisted post is
/// listed on its own page only.
fn recent_posts(blog: &Blog, config: &BlogConfig, current: Option<usize>) -> Vec<PostYear> {
    let posts = blog.posts.iter().enumerate().take(config.sidebar_count);
    let shown = posts.filter(|(at, post)| !post.front.unlisted || current == Some(*at));
    let mut years = by_year(shown.map(|(_, post)| {
        let label = post.front.sidebar_label.as_ref();
        (
            post,
            label
                .filter(|label| !label.is_empty())
                .unwrap_or(&post.title),
        )
    }));
    years.sort_by(|a, b| b.year.cmp(&a.year));
    if !config.groups_by_year {
        let posts = years.into_iter().flat_map(|year| year.posts).collect();
        let year = String::new();
        return vec![PostYear { year, posts }];
    }
    years
}

/// Posts and their titles in groups of a year; the order stays.
fn by_year<'p>(posts: impl Iterator<Item = (&'p Post, &'p String)>) -> Vec<PostYear> {
    let mut years: Vec<PostYear> = Vec::new();
    for (post, title) in posts {
        let date = post.date.iso();
        let year = date.get(..4).unwrap_or_default().to_owned();
        let link = PostLink {
            title: title.clone(),
            href: post.route.to_string(),
            date,
        };
        match years.last_mut() {
            Some(last) if last.year == year => last.posts.push(link),
            _ => years.push(PostYear {
                year,
                posts: vec![link],
            }),
        }
    }
    years
}

/// An author as the interface renders it; the image lies beside the file that names it, or under `static/`.
fn author_props(
    context: &LocaleContext<'_>,
    author: &Author,
    route: &RoutePath,
    linker: &mut Linker<'_>,
    sink: &mut Diagnostics,
) -> AuthorProps {
    let page = author.page.as_ref().map(ToString::to_string);
    let mail = author.email.as_ref().map(|email| format!("mailto:{email}"));
    AuthorProps {
        name: author.name.clone(),
        title: author.title.clone(),
        href: page.or_else(|| author.url.clone()).or(mail),
        image: author.image.as_ref().and_then(|image| {
            let origin = origin(context, image.file, route);
            image_props(linker, &origin, &image.source, image.span, sink)
        }),
        socials: author.socials.clone(),
        count: None,
    }
}

struct BlogPageBuilder<'m> {
    context: &'m LocaleContext<'m>,
    config: &'m BlogConfig,
    blog: &'m Blog,
    attributes: &'m [Attributes],
    /// The authors by the number of the post.
    authors: Vec<Vec<AuthorProps>>,
    recent: Vec<PostYear>,
}

impl BlogPageBuilder<'_> {
    fn post(&self, at: usize) -> Page {
        let post = &self.blog.posts[at];
        let listed = &self.blog.listed;
        let link = |at: &usize| PageLink {
            title: self.blog.posts[*at].title.clone(),
            href: self.blog.posts[*at].route.to_string(),
        };
        let place = listed.iter().position(|other| *other == at);
        let newer = place.and_then(|place| place.checked_sub(1));
        let content = PageContent::BlogPost {
            post: self.summary(at, None),
            newer: newer.and_then(|place| listed.get(place)).map(link),
            older: place.and_then(|place| listed.get(place + 1)).map(link),
            recent: if post.front.unlisted {
                recent_posts(self.blog, self.config, Some(at))
            } else {
                self.recent.clone()
            },
            recent_title: self.config.sidebar_title.clone(),
        };
        let kind = PageKind::BlogPost;
        let mut page = blank_page(self.context, &post.route, kind, &post.title, content);
        let source = PageSource {
            file: post.file,
            front: &post.front,
            edit_base: self.config.edit_url.as_deref(),
            shown: ShownUpdate {
                time: self.config.show_last_update_time,
                author: self.config.show_last_update_author,
            },
        };
        apply_front_matter(self.context, &mut page, &source);
        apply_headings(&mut page, &post.front, &post.document, TocLevels::default());
        let body = body_segments(post, usize::MAX);
        page.slots = vec![fill(body.iter().cloned(), &self.attributes[at]).into()];
        apply_fallback(self.context, &mut page, post.is_fallback);
        page.identity = format!("blog-{}/{}", self.config.id, post.path);
        page.props.slots = page.slots.len();
        page.props.description.clone_from(&post.description);
        page
    }

    fn summary(&self, at: usize, slot: Option<usize>) -> PostSummary {
        let post = &self.blog.posts[at];
        PostSummary {
            title: post.title.clone(),
            href: post.route.to_string(),
            date: post.date.iso(),
            reading_minutes: post.reading_minutes,
            authors: self.authors[at].clone(),
            tags: post.tags.iter().map(Tag::link).collect(),
            slot,
            truncated: slot.is_some() && post.document.truncate_at.is_some(),
        }
    }

    fn list_author(
        &self,
        list: &PostList,
        linker: &mut Linker<'_>,
        sink: &mut Diagnostics,
    ) -> Option<Box<AuthorProps>> {
        let (ListOf::Author(author), Some(route)) = (&list.of, list.pages.iter().flatten().next())
        else {
            return None;
        };
        let props = author_props(self.context, author, route, linker, sink);
        Some(Box::new(props))
    }

    fn list(
        &self,
        list: &PostList,
        at: usize,
        route: &RoutePath,
        author: Option<Box<AuthorProps>>,
    ) -> Page {
        let per_page = self.config.posts_per_page;
        let posts = list.posts.iter().skip(at.saturating_mul(per_page));
        let posts: Vec<usize> = posts.take(per_page).copied().collect();
        let href = |at: usize| list.pages.get(at)?.as_ref().map(ToString::to_string);
        let summaries = posts.iter().enumerate();
        let content = PageContent::BlogList {
            posts: summaries
                .map(|(slot, post)| self.summary(*post, Some(slot)))
                .collect(),
            page: at + 1,
            total_pages: list.pages.len(),
            newer: at.checked_sub(1).and_then(href),
            older: href(at + 1),
            author,
            all: self.all(list),
            recent: self.recent.clone(),
            recent_title: self.config.sidebar_title.clone(),
        };
        let (kind, title) = self.list_title(list);
        let mut page = blank_page(self.context, route, kind, &title, content);
        // As in Docusaurus, headings of posts in lists have their ids; two posts may have the same.
        let mut ids = BTreeSet::new();
        for (slot, at) in posts.iter().enumerate() {
            let post = &self.blog.posts[*at];
            let shown = post.document.truncate_at.unwrap_or(usize::MAX);
            let body = body_segments(post, shown);
            let mut segments = fill(body.iter().cloned(), &self.attributes[*at]);
            let own = ids_in(&segments);
            let document = ListedDocument {
                taken: &ids,
                prefix: &format!("p{slot}-"),
                route: post.route.as_str(),
            };
            rescope(&mut segments, document);
            ids.extend(own);
            page.slots.push(segments.into());
        }
        page.props.slots = page.slots.len();
        self.describe(list, &mut page);
        page
    }

    fn list_title(&self, list: &PostList) -> (PageKind, String) {
        let id = "theme.blog.post.plurals";
        let posts = plural(self.context, id, "One post|{count} posts", list.posts.len());
        let titled = |id: &str, fallback: &str, (key, value): (&str, &str)| {
            let values = [("nPosts", posts.as_str()), (key, value)];
            message(self.context, id, fallback, &values)
        };
        match &list.of {
            ListOf::Blog => (PageKind::BlogList, self.config.title.clone()),
            ListOf::Tag(tag, _) => {
                let form = "{nPosts} tagged with \"{tagName}\"";
                let title = titled("theme.blog.tagTitle", form, ("tagName", &tag.label));
                (PageKind::BlogTag, title)
            }
            ListOf::Author(author) => {
                let form = "{authorName} - {nPosts}";
                let name = ("authorName", author.name.as_str());
                let title = titled("theme.blog.author.pageTitle", form, name);
                (PageKind::BlogAuthor, title)
            }
        }
    }

    fn describe(&self, list: &PostList, page: &mut Page) {
        let props = &mut page.props;
        match &list.of {
            ListOf::Blog => props.description.clone_from(&self.config.description),
            ListOf::Tag(tag, is_unlisted) => {
                props.description.clone_from(&tag.description);
                props.no_index = *is_unlisted;
                "blog_tags_posts".clone_into(&mut props.search_tag);
            }
            ListOf::Author(author) => {
                props.description.clone_from(&author.description);
                "blog_authors_posts".clone_into(&mut props.search_tag);
            }
        }
    }

    /// The link from a list to all lists of its kind.
    fn all(&self, list: &PostList) -> Option<PageLink> {
        match &list.of {
            ListOf::Blog => None,
            ListOf::Tag(..) => Some(all_tags(self.context, self.blog.tags.as_ref()?)),
            ListOf::Author(_) => {
                let (route, _) = self.blog.authors.as_ref()?;
                let id = "theme.blog.authorsList.viewAll";
                Some(PageLink {
                    title: message(self.context, id, "View all authors", &[]),
                    href: route.to_string(),
                })
            }
        }
    }

    fn archive(&self, route: &RoutePath) -> Page {
        let posts = self.blog.listed.iter().map(|at| &self.blog.posts[*at]);
        let mut years = by_year(posts.map(|post| (post, &post.title)));
        // Docusaurus lists the posts of a year in the opposite order of other lists.
        if self.context.config.is_imported {
            years.iter_mut().for_each(|year| year.posts.reverse());
        }
        let content = PageContent::BlogArchive { years };
        let kind = PageKind::BlogArchive;
        let title = message(self.context, "theme.blog.archive.title", "Archive", &[]);
        blank_page(self.context, route, kind, &title, content)
    }

    fn tags(&self, route: &RoutePath) -> Page {
        let posts = self.blog.posts.iter().enumerate();
        let groups: Vec<TagGroup> = group_by_tag(posts.map(|(number, post)| post.tagged(number)));
        let content = PageContent::Tags {
            letters: by_letter(groups.iter()),
            recent: Some(self.recent.clone()),
            recent_title: Some(self.config.sidebar_title.clone()),
        };
        let title = tags_title(self.context);
        let mut page = blank_page(self.context, route, PageKind::BlogTags, &title, content);
        "blog_tags_list".clone_into(&mut page.props.search_tag);
        page
    }

    fn author_list(&self, linker: &mut Linker<'_>, sink: &mut Diagnostics) -> Option<Page> {
        let (route, authors) = self.blog.authors.as_ref()?;
        let authors = authors.iter().map(|(author, posts)| AuthorProps {
            count: Some(*posts),
            ..author_props(self.context, author, route, linker, sink)
        });
        let content = PageContent::BlogAuthors {
            authors: authors.collect(),
            recent: self.recent.clone(),
            recent_title: self.config.sidebar_title.clone(),
        };
        let title = message(
            self.context,
            "theme.blog.authorsList.pageTitle",
            "Authors",
            &[],
        );
        let mut page = blank_page(self.context, route, PageKind::BlogAuthors, &title, content);
        "blog_authors_list".clone_into(&mut page.props.search_tag);
        Some(page)
    }
}

/// The body without its title, up to the segment `end`.
fn body_segments(post: &Post, end: usize) -> &[Segment] {
    let body = &post.document.body;
    let end = end.min(body.len());
    body.get(post.document.title_segments.min(end)..end)
        .unwrap_or_default()
}
