//! The pages of the blog: posts, lists of them, the archive.

use super::Context;
use super::blog::{Blog, Post};
use super::body::{Attributes, fill, rescope, resolve_document};
use super::links::{Linker, Origin};
use super::pages::{apply_front_matter, apply_headings, blank_page};
use crate::config::BlogConfig;
use crate::diagnostic::Diagnostics;
use crate::document::Segment;
use crate::model::{
    Page, PageContent, PageKind, PageLink, PostLink, PostSummary, PostYear, RoutePath,
};

/// Heading levels of a post's table of contents.
const TOC_LEVELS: (u8, u8) = (2, 3);

/// All pages of the blog.
pub(super) fn make_blog_pages(
    context: Context<'_>,
    mut blog: Blog,
    linker: &mut Linker<'_>,
    sink: &mut Diagnostics,
) -> Vec<Page> {
    let Some(config) = &context.config.blog else {
        return Vec::new();
    };
    let mut attributes = Vec::new();
    for post in &mut blog.posts {
        let origin = Origin {
            file: context.tree.file(post.file),
            route: &post.route,
        };
        attributes.push(resolve_document(linker, &origin, &mut post.document, sink));
    }
    let maker = Maker {
        context,
        config,
        blog: &blog,
        attributes: &attributes,
        recent: by_year(recent_posts(&blog, config)),
    };
    let mut pages = Vec::new();
    for at in 0..blog.posts.len() {
        let mut page = maker.post(at);
        let post = &blog.posts[at];
        let origin = Origin {
            file: context.tree.file(post.file),
            route: &post.route,
        };
        page.image = post.front.image.as_ref().and_then(|image| {
            let span = *post.front.spans.get("image")?;
            linker.social_image(&origin, image, span, sink)
        });
        pages.push(page);
    }
    let lists = blog.lists.iter().enumerate();
    pages.extend(lists.map(|(at, route)| maker.list(at, route)));
    pages.extend(blog.archive.iter().map(|route| maker.archive(route)));
    pages
}

fn recent_posts<'b>(blog: &'b Blog, config: &BlogConfig) -> &'b [Post] {
    &blog.posts[..blog.listed.min(config.sidebar_count)]
}

/// Posts in groups of a year, in the order they come in.
fn by_year(posts: &[Post]) -> Vec<PostYear> {
    let mut years: Vec<PostYear> = Vec::new();
    for post in posts {
        let year = post.date.get(..4).unwrap_or_default();
        let link = PostLink {
            title: post.title.clone(),
            href: post.route.to_string(),
            date: post.date.clone(),
        };
        match years.last_mut() {
            Some(last) if last.year == year => last.posts.push(link),
            _ => years.push(PostYear {
                year: year.to_owned(),
                posts: vec![link],
            }),
        }
    }
    years
}

struct Maker<'m> {
    context: Context<'m>,
    config: &'m BlogConfig,
    blog: &'m Blog,
    attributes: &'m [Attributes],
    recent: Vec<PostYear>,
}

impl Maker<'_> {
    fn post(&self, at: usize) -> Page {
        let post = &self.blog.posts[at];
        let listed = &self.blog.posts[..self.blog.listed];
        let link = |post: &Post| PageLink {
            title: post.title.clone(),
            href: post.route.to_string(),
        };
        let is_listed = at < listed.len();
        let newer = at.checked_sub(1).filter(|_| is_listed);
        let content = PageContent::BlogPost {
            post: summary(post, None),
            newer: newer.and_then(|at| listed.get(at)).map(link),
            older: listed.get(at + 1).filter(|_| is_listed).map(link),
            recent: self.recent.clone(),
            recent_title: self.config.sidebar_title.clone(),
        };
        let kind = PageKind::BlogPost;
        let mut page = blank_page(self.context, &post.route, kind, &post.title, content);
        let edit_base = self.config.edit_url.as_deref();
        apply_front_matter(self.context, &mut page, (post.file, &post.front), edit_base);
        apply_headings(&mut page, &post.front, &post.document, TOC_LEVELS);
        let body = body_segments(post, usize::MAX);
        page.slots = vec![fill(body.iter().cloned(), &self.attributes[at])];
        page.is_fallback = post.is_fallback;
        page.identity = format!("blog/{}", post.path);
        page.props.slots = page.slots.len();
        page.props.description.clone_from(&post.description);
        page
    }

    fn list(&self, at: usize, route: &RoutePath) -> Page {
        let per_page = self.config.posts_per_page;
        let first = at * per_page;
        let last = (first + per_page).min(self.blog.listed);
        let posts = &self.blog.posts[first..last];
        let lists = &self.blog.lists;
        let summaries = posts.iter().enumerate();
        let content = PageContent::BlogList {
            posts: summaries
                .map(|(slot, post)| summary(post, Some(slot)))
                .collect(),
            page: at + 1,
            total_pages: lists.len(),
            newer: at
                .checked_sub(1)
                .and_then(|at| lists.get(at))
                .map(ToString::to_string),
            older: lists.get(at + 1).map(ToString::to_string),
            recent: self.recent.clone(),
            recent_title: self.config.sidebar_title.clone(),
        };
        let title = &self.config.title;
        let mut page = blank_page(self.context, route, PageKind::BlogList, title, content);
        for (slot, post) in posts.iter().enumerate() {
            let shown = post.document.truncate_at.unwrap_or(usize::MAX);
            let body = body_segments(post, shown);
            let mut segments = fill(body.iter().cloned(), &self.attributes[first + slot]);
            rescope(&mut segments, &format!("p{slot}-"), post.route.as_str());
            page.slots.push(segments);
        }
        page.props.slots = page.slots.len();
        page.props.description.clone_from(&self.config.description);
        page
    }

    fn archive(&self, route: &RoutePath) -> Page {
        let content = PageContent::BlogArchive {
            years: by_year(&self.blog.posts[..self.blog.listed]),
        };
        let kind = PageKind::BlogArchive;
        blank_page(self.context, route, kind, "Archive", content)
    }
}

/// The body without its title, up to the segment `end`.
fn body_segments(post: &Post, end: usize) -> &[Segment] {
    let body = &post.document.body;
    let end = end.min(body.len());
    body.get(post.document.title_segments.min(end)..end)
        .unwrap_or_default()
}

fn summary(post: &Post, slot: Option<usize>) -> PostSummary {
    PostSummary {
        title: post.title.clone(),
        href: post.route.to_string(),
        date: post.date.clone(),
        reading_minutes: post.reading_minutes,
        slot,
        truncated: slot.is_some() && post.document.truncate_at.is_some(),
    }
}
