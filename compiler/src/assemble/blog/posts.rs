//! Posts of the blog: dates, paths, authors, tags.

use super::authors::{Author, AuthorIndex};
use super::reading_time::reading_minutes;
use crate::assemble::content_files::{ContentFile, ParsedFile, is_selected};
use crate::assemble::context::{LocaleContext, blog_translations};
use crate::assemble::paths::escape_percent;
use crate::assemble::routes::{PageSlug, page_route};
use crate::assemble::tags::{Tag, TagIndex, TaggedItem};
use crate::config::BlogConfig;
use crate::diagnostic::{Code, Diagnostics, Level};
use crate::document::Document;
use crate::front_matter::FrontMatter;
use crate::model::RoutePath;
use crate::source::{FileId, Span};
use crate::timestamp::Timestamp;
use std::sync::Arc;

/// A published post.
#[derive(Debug)]
pub(crate) struct Post {
    /// The Markdown file of the post.
    pub(crate) file: FileId,
    /// The original that the file translates.
    pub(crate) translates: Option<FileId>,
    /// Whether the post is an original in a locale that has no translation of it.
    pub(crate) is_fallback: bool,
    /// The path of its file in the blog's folder or in the folder of translations.
    pub(crate) path: String,
    /// The title of the front matter, else of the content, else the words of the file's name.
    pub(crate) title: String,
    /// The description of the front matter, else the first paragraph.
    pub(crate) description: Option<String>,
    /// The path of the post's page, base path included.
    pub(crate) route: RoutePath,
    /// The date of the post, which sorts the lists.
    pub(crate) date: Timestamp,
    /// The whole minutes to read it, if the blog shows them.
    pub(crate) reading_minutes: Option<u32>,
    /// The authors of the post, in the order of the front matter.
    pub(crate) authors: Vec<Author>,
    /// The tags of the post, in the order of the front matter.
    pub(crate) tags: Vec<Tag>,
    /// The front matter of the file.
    pub(crate) front: Arc<FrontMatter>,
    /// The parsed Markdown of the file.
    pub(crate) document: Arc<Document>,
}

impl Post {
    /// The span that declares its path: its slug, else the start of the file.
    pub(crate) fn slug_span(&self) -> Span {
        let slug = self.front.spans.get("slug").copied();
        slug.unwrap_or_else(|| Span::start_of(self.file))
    }

    /// The post with this number, for lists of tags.
    pub(crate) fn tagged(&self, number: usize) -> TaggedItem<'_> {
        TaggedItem {
            number,
            tags: &self.tags,
            is_unlisted: self.front.unlisted,
        }
    }
}

/// The authors and tags that posts name by keys.
#[derive(Debug)]
pub(crate) struct BlogIndexes<'c> {
    /// The number of the blog.
    pub(crate) number: usize,
    /// The configuration of the blog.
    pub(crate) config: &'c BlogConfig,
    /// The authors file.
    pub(crate) authors: AuthorIndex<'c>,
    /// The tags file.
    pub(crate) tags: TagIndex<'c>,
}

/// Reads the files of authors and tags of each blog.
pub(crate) fn read_indexes<'c>(
    context: &'c LocaleContext<'c>,
    sink: &mut Diagnostics,
) -> Vec<BlogIndexes<'c>> {
    let blogs = context.config.blogs.iter().enumerate();
    let indexes = blogs.map(|(number, config)| {
        let translations = blog_translations(config, context.locale);
        let folders = [translations.as_str(), &config.path];
        let (base, tags) = (&config.route_base, &config.tags);
        BlogIndexes {
            number,
            config,
            authors: AuthorIndex::read(context, &folders, config, sink),
            tags: TagIndex::read(context, &folders, base, tags, sink),
        }
    });
    indexes.collect()
}

/// The date, title and slug that a file's name gives a post.
struct PostName {
    date: Option<Timestamp>,
    /// The start of the name if it has the form of a date that no calendar has: `2026-02-30`.
    impossible_date: Option<String>,
    text: String,
    slug: String,
}

/// Makes a post of a file; `None` for a draft and for a file that the configuration excludes.
pub(crate) fn make_post(
    context: &LocaleContext<'_>,
    indexes: &BlogIndexes<'_>,
    content: ContentFile<'_>,
    parsed: ParsedFile,
    sink: &mut Diagnostics,
) -> Option<Post> {
    let ParsedFile {
        file,
        front,
        document,
    } = parsed;
    let config = indexes.config;
    let is_included = is_selected(&config.include, &config.exclude, content.path);
    let is_draft = front.draft && !context.config.shows_drafts;
    if is_draft || !is_included {
        return None;
    }
    let name = parse_name(content.path);
    let date = post_date(&front, &name, file, sink);
    let slug = front.slug.clone().filter(|slug| !slug.is_empty());
    let slug = slug.unwrap_or_else(|| escape_percent(&name.slug));
    let page = PageSlug {
        file,
        front: &front,
        route_base: &config.route_base,
        slug: slug.trim_start_matches('/'),
        example: "my-post",
    };
    let route = page_route(context, page, sink)?;
    check_truncated(config, file, &document, sink);
    let excerpt = Some(document.excerpt.clone()).filter(|excerpt| !excerpt.is_empty());
    let minutes = || reading_minutes(context.tree.file(file));
    let title = front.title.clone().or(document.content_title.clone());
    Some(Post {
        file,
        translates: content.translates,
        is_fallback: content.is_fallback,
        path: content.path.to_owned(),
        title: title.unwrap_or(name.text),
        description: front.description.clone().or(excerpt),
        route,
        date,
        reading_minutes: config.show_reading_time.then(minutes),
        authors: indexes.authors.authors_of(file, &front.authors, sink),
        tags: indexes.tags.tags(context, &front.tags, sink),
        front,
        document,
    })
}

fn check_truncated(config: &BlogConfig, file: FileId, document: &Document, sink: &mut Diagnostics) {
    if document.truncate_at.is_some() {
        return;
    }
    let message = "the post has no truncation marker, so lists of posts show all of its text";
    let span = Span::start_of(file);
    let problem = match config.untruncated_posts {
        Level::Ignore => return,
        Level::Warn => sink.warn(Code::UntruncatedPost, span, message),
        Level::Error => sink.error(Code::UntruncatedPost, span, message),
    };
    problem.help("put `<!-- truncate -->` below its first paragraphs");
}

/// The date of a post: that of its front matter, else of its name.
fn post_date(
    front: &FrontMatter,
    name: &PostName,
    file: FileId,
    sink: &mut Diagnostics,
) -> Timestamp {
    if let Some(written) = &front.date {
        if let Some(date) = Timestamp::parse(written) {
            return date;
        }
        let span = front.spans.get("date").copied();
        let message = format!("`{written}` is not a date");
        sink.error(Code::BadFrontMatter, span, message)
            .help("write it as `2022-07-08` or `2022-07-08T10:00:00+02:00`");
    } else if name.date.is_none() {
        let span = Span::start_of(file);
        if let Some(written) = &name.impossible_date {
            let message = format!("`{written}` in the file's name is not a date");
            sink.warn(Code::BadFrontMatter, span, message)
                .help("correct the day, or write the date into the front matter");
            return Timestamp::default();
        }
        sink.warn(Code::BadFrontMatter, span, "the post has no date")
            .help("write `date: 2022-07-08`, or begin the file's name with the date");
    }
    name.date.unwrap_or_default()
}

/// Reads `2022-07-08-patch-2.7.md`, `2022/07/08/patch-2.7/index.md` and names without a date.
fn parse_name(path: &str) -> PostName {
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    let stem = stem.strip_suffix("/index").unwrap_or(stem);
    // The last date of the path counts, as with Docusaurus' greedy expression.
    let starts = stem.char_indices().rev().map(|(at, _)| at);
    let dated = starts.filter_map(|at| {
        let (date, rest) = Timestamp::parse_date(&stem[at..])?;
        Some((at, date, rest))
    });
    let Some((at, date, rest)) = dated.into_iter().next() else {
        return PostName {
            date: None,
            impossible_date: impossible_date(stem),
            text: stem.to_owned(),
            slug: stem.to_owned(),
        };
    };
    let folder = &stem[..at];
    let written = &stem[at..stem.len() - rest.len()];
    let text = rest.strip_prefix(['-', '/']).unwrap_or(rest);
    PostName {
        slug: format!("{}/{folder}{text}", written.replace('-', "/")),
        text: text.to_owned(),
        date: Some(date),
        impossible_date: None,
    }
}

/// A file's name up to the end of four, two and two digits.
fn impossible_date(stem: &str) -> Option<String> {
    let name = stem.rsplit('/').next()?;
    let date = name.get(..10)?;
    let is_form = date.bytes().enumerate().all(|(at, byte)| match at {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    is_form.then(|| date.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_give_date_and_slug() {
        let check = |path: &str, date: Option<&str>, text: &str, slug: &str| {
            let name = parse_name(path);
            let found = name.date.map(Timestamp::iso);
            assert_eq!(found.as_deref(), date, "{path}");
            assert_eq!(
                (name.text.as_str(), name.slug.as_str()),
                (text, slug),
                "{path}"
            );
        };
        check(
            "2022-07-08-patch-2.7.md",
            Some("2022-07-08"),
            "patch-2.7",
            "2022/07/08/patch-2.7",
        );
        check(
            "2022/7/8/patch/index.mdx",
            Some("2022-07-08"),
            "patch",
            "2022/7/8/patch",
        );
        check("2022-07-08/index.md", Some("2022-07-08"), "", "2022/07/08/");
        check(
            "news/2022-07-08-a.md",
            Some("2022-07-08"),
            "a",
            "2022/07/08/news/a",
        );
        check("welcome.md", None, "welcome", "welcome");
        check("2022-13-01-x.md", None, "2022-13-01-x", "2022-13-01-x");
    }
}
