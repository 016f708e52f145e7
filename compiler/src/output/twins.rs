//! Writes a page's Markdown twin: the content of the page for programs such as language models.
//!
//! In: a page and its rendered article, which has the tables that components render. Out: Markdown with a front matter
//! of title, url and description. Links to pages of the site lead to the twins of these pages. All links are absolute,
//! so that they work in a copied text.

mod block;
pub(crate) mod grid;
pub(crate) mod inline;
mod table;
mod tex;

use super::OutputContext;
use crate::html::escape::to_json;
use crate::model::{
    AuthorProps, Card, Page, PageContent, PageKind, PostSummary, PostYear, RoutePath, TagLetter,
};
use crate::render::RenderedPage;
use bindery_html::start_tags;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The value of `Content-Type`.
pub(super) const MEDIA_TYPE: &str = "text/markdown; charset=utf-8";

/// The path of a page's twin: the page's path with `.md`, and `index.md` for the home page.
#[must_use]
pub fn twin_path(page: &RoutePath) -> Option<RoutePath> {
    let path = page.as_str();
    match path.strip_suffix('/') {
        Some(folder) => RoutePath::parse(&format!("{folder}/index.md")),
        None => RoutePath::parse(&format!("{path}.md")),
    }
}

/// Whether a page has a twin: the search page and the not-found page have no content.
pub(super) fn has_twin(page: &Page) -> bool {
    !matches!(page.kind, PageKind::Search | PageKind::NotFound)
}

/// Writes the twins of one site.
#[derive(Debug)]
pub(super) struct Writer<'s> {
    origin: &'s str,
    /// Twins by the path of their page.
    twins: BTreeMap<&'s str, RoutePath>,
}

impl<'s> Writer<'s> {
    /// A writer for the pages of a site.
    pub(super) fn new(context: &OutputContext<'s>) -> Self {
        let pages = context.site.pages.iter().filter(|page| has_twin(page));
        Writer {
            origin: &context.site.url,
            twins: pages
                .filter_map(|page| Some((page.route.as_str(), twin_path(&page.route)?)))
                .collect(),
        }
    }

    /// The path of a page's twin; `None` for a page without one.
    pub(super) fn twin_of(&self, page: &Page) -> Option<RoutePath> {
        self.twins.get(page.route.as_str()).cloned()
    }

    /// The twin of a page.
    pub(super) fn twin(&self, page: &Page, rendered: &RenderedPage) -> String {
        let mut out = front_matter(page);
        out.push_str(&self.body(page, rendered));
        out.push('\n');
        out
    }

    /// The twin without its front matter.
    fn body(&self, page: &Page, rendered: &RenderedPage) -> String {
        let article = |slot: usize| {
            let html = rendered.slots.get(slot).map(String::as_str);
            self.blocks(&bindery_html::tree::parse(html.unwrap_or_default()))
        };
        let mut blocks = Vec::new();
        match &page.props.content {
            PageContent::CategoryIndex {
                description, cards, ..
            } => {
                blocks.extend(description.clone());
                blocks.extend((0..rendered.slots.len()).map(article));
                let cards: Vec<String> = cards.iter().map(|card| self.card(card)).collect();
                blocks.push(cards.join("\n"));
            }
            PageContent::BlogList { posts, .. } => {
                for post in posts {
                    blocks.push(self.post_heading(post));
                    blocks.push(post.slot.map(article).unwrap_or_default());
                }
            }
            PageContent::BlogArchive { years } => {
                blocks.extend(years.iter().map(|year| self.year(year)));
            }
            PageContent::BlogAuthors { authors, .. } => {
                let authors: Vec<String> = authors.iter().map(|one| self.author(one)).collect();
                blocks.push(authors.join("\n"));
            }
            PageContent::Tags { letters, .. } => {
                blocks.extend(letters.iter().map(|letter| self.letter(letter)));
            }
            _ => blocks.extend((0..rendered.slots.len()).map(article)),
        }
        blocks.retain(|block| !block.trim().is_empty());
        let is_list = matches!(page.props.content, PageContent::BlogList { .. });
        if is_list || !rendered.slots.iter().any(|html| has_title(html)) {
            blocks.insert(0, format!("# {}", page.props.title));
        }
        blocks.join("\n\n")
    }

    /// The absolute url of a link: of the twin, where it leads to a page of this site.
    fn url(&self, href: &str) -> String {
        let end = href.find(['?', '#']).unwrap_or(href.len());
        let (path, rest) = href.split_at(end);
        if !path.starts_with('/') || path.starts_with("//") {
            return href.to_owned();
        }
        let path = self.twins.get(path).map_or(path, RoutePath::as_str);
        format!("{}{path}{rest}", self.origin)
    }

    fn card(&self, card: &Card) -> String {
        let (label, href, description) = match card {
            Card::Link {
                label,
                href,
                description,
                ..
            }
            | Card::Category {
                label,
                href,
                description,
                ..
            } => (label, href, description),
        };
        let mut line = format!("- [{}]({})", text(label), self.url(href));
        if let Some(description) = description {
            let _ = write!(line, ": {}", text(description));
        }
        line
    }

    fn post_heading(&self, post: &PostSummary) -> String {
        let PostSummary {
            title, href, date, ..
        } = post;
        format!("## [{}]({})\n\n{date}", text(title), self.url(href))
    }

    fn author(&self, author: &AuthorProps) -> String {
        let name = text(&author.name);
        let mut line = match &author.href {
            Some(href) => format!("- [{name}]({})", self.url(href)),
            None => format!("- {name}"),
        };
        if let Some(title) = &author.title {
            let _ = write!(line, ": {}", text(title));
        }
        line
    }

    fn letter(&self, letter: &TagLetter) -> String {
        let tags = letter.tags.iter().map(|tag| {
            let url = self.url(&tag.href);
            format!("- [{}]({url})", text(&tag.label))
        });
        let tags: Vec<String> = tags.collect();
        format!("## {}\n\n{}", text(&letter.letter), tags.join("\n"))
    }

    fn year(&self, year: &PostYear) -> String {
        let posts = year.posts.iter().map(|post| {
            let url = self.url(&post.href);
            format!("- {}: [{}]({url})", post.date, text(&post.title))
        });
        let posts: Vec<String> = posts.collect();
        format!("## {}\n\n{}", year.year, posts.join("\n"))
    }
}

/// Plain text on one line, with brackets escaped, which would end a link's text.
pub(super) fn text(plain: &str) -> String {
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    plain.replace('[', "\\[").replace(']', "\\]")
}

/// Whether an article has a title of its own.
fn has_title(html: &str) -> bool {
    start_tags(html).any(|tag| tag.is("h1"))
}

/// The front matter; its strings are JSON, which is YAML, too.
fn front_matter(page: &Page) -> String {
    let props = &page.props;
    let mut out = "---\n".to_owned();
    let mut line = |key: &str, value: &str| {
        let _ = writeln!(out, "{key}: {}", to_json(&value));
    };
    line("title", &props.title);
    line("url", &props.canonical);
    if let Some(description) = &props.description {
        line("description", description);
    }
    if let PageContent::BlogPost { post, .. } = &props.content {
        line("date", &post.date);
        let names: Vec<&str> = post.authors.iter().map(|one| one.name.as_str()).collect();
        if !names.is_empty() {
            line("authors", &names.join(", "));
        }
    }
    if let Some(day) = &page.last_modified {
        line("last_update", day);
    }
    out.push_str("---\n\n");
    out
}

#[cfg(test)]
mod tests;
