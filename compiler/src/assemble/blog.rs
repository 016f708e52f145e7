//! Posts of the blog: dates, paths and order; and the paths of the lists made of them.

use super::dimensions::Placed;
use super::routes::{Claims, plain, site_route};
use super::{Context, ParsedFile};
use crate::config::BlogConfig;
use crate::diagnostic::{Code, Diagnostics, Level};
use crate::document::Document;
use crate::front_matter::FrontMatter;
use crate::model::RoutePath;
use crate::source::{FileId, Span};

/// Words that a reader reads in a minute.
const WORDS_PER_MINUTE: usize = 200;

/// A published post.
#[derive(Debug)]
pub(super) struct Post {
    /// Its file.
    pub(super) file: FileId,
    /// The original that the file translates.
    pub(super) translates: Option<FileId>,
    /// Whether it is an original in a locale that has no translation of it.
    pub(super) is_fallback: bool,
    /// Its file's path below the blog's folder, or below the one of its translations.
    pub(super) path: String,
    /// Its title.
    pub(super) title: String,
    /// Front matter's description, else the first paragraph.
    pub(super) description: Option<String>,
    /// Its path.
    pub(super) route: RoutePath,
    /// `2022-07-08`.
    pub(super) date: String,
    /// The date and what its file says of the time, to sort by.
    moment: String,
    /// At least 1.
    pub(super) reading_minutes: u32,
    /// Its front matter.
    pub(super) front: FrontMatter,
    /// What it says.
    pub(super) document: Document,
}

/// The blog: posts, newest first, and the paths of its lists.
#[derive(Debug, Default)]
pub(super) struct Blog {
    /// The posts, unlisted ones last.
    pub(super) posts: Vec<Post>,
    /// How many of them are listed.
    pub(super) listed: usize,
    /// The paths of the list pages.
    pub(super) lists: Vec<RoutePath>,
    /// The path of the archive.
    pub(super) archive: Option<RoutePath>,
}

/// What a file's name says of a post.
struct PostName {
    date: Option<String>,
    text: String,
    slug: String,
}

/// Makes a post of a file; `None` of a draft, or when it has no date.
pub(super) fn make_post(
    context: Context<'_>,
    placed: Placed<'_>,
    (file, front, document): ParsedFile,
    sink: &mut Diagnostics,
) -> Option<Post> {
    let config = context.config.blog.as_ref()?;
    if front.draft {
        return None;
    }
    let name = parse_name(placed.path);
    let (date, moment) = post_date(&front, &name, file, sink)?;
    let slug = front.slug.clone().filter(|slug| !slug.is_empty());
    let slug = slug.unwrap_or_else(|| plain(&name.slug));
    let path = format!("{}/{}", config.route_base, slug.trim_start_matches('/'));
    let Some(route) = site_route(context, &path) else {
        let span = front.spans.get("slug").copied();
        let span = span.unwrap_or_else(|| Span::start_of(file));
        sink.error(
            Code::BadFrontMatter,
            span,
            format!("`{slug}` cannot be a path"),
        )
        .help("write a `slug` such as `my-post`");
        return None;
    };
    check_truncated(config, file, &document, sink);
    let excerpt = Some(document.excerpt.clone()).filter(|excerpt| !excerpt.is_empty());
    let minutes = document.words.div_ceil(WORDS_PER_MINUTE).max(1);
    let title = front.title.clone().or(document.content_title.clone());
    Some(Post {
        file,
        translates: placed.translates,
        is_fallback: placed.is_fallback,
        path: placed.path.to_owned(),
        title: title.unwrap_or(name.text),
        description: front.description.clone().or(excerpt),
        route,
        date,
        moment,
        reading_minutes: u32::try_from(minutes).unwrap_or(u32::MAX),
        front,
        document,
    })
}

fn check_truncated(config: &BlogConfig, file: FileId, document: &Document, sink: &mut Diagnostics) {
    if document.truncate_at.is_some() {
        return;
    }
    let message = "the post is shown whole in lists";
    let span = Span::start_of(file);
    let problem = match config.untruncated_posts {
        Level::Ignore => return,
        Level::Warn => sink.warn(Code::UntruncatedPost, span, message),
        Level::Error => sink.error(Code::UntruncatedPost, span, message),
    };
    problem.help("put `<!-- truncate -->` below its first paragraphs");
}

/// The date of a post and what to sort it by.
fn post_date(
    front: &FrontMatter,
    name: &PostName,
    file: FileId,
    sink: &mut Diagnostics,
) -> Option<(String, String)> {
    if let Some(written) = &front.date {
        if let Some((date, rest)) = parse_date(written) {
            return Some((date.clone(), format!("{date}{rest}")));
        }
        let span = front.spans.get("date").copied();
        sink.error(
            Code::BadFrontMatter,
            span,
            format!("`{written}` is no date"),
        )
        .help("write it as `2022-07-08`");
    }
    if let Some(date) = &name.date {
        return Some((date.clone(), date.clone()));
    }
    if front.date.is_none() {
        sink.error(
            Code::BadFrontMatter,
            Span::start_of(file),
            "the post has no date",
        )
        .help("write `date: 2022-07-08`, or begin the file's name with the date");
    }
    None
}

/// Parses `2022-07-08`, `2022/7/8` and what may follow; gives the date in ISO form and what follows.
fn parse_date(text: &str) -> Option<(String, &str)> {
    let year = text.get(..4)?;
    let (month, rest) = one_or_two_digits(text.get(4..)?)?;
    let (day, rest) = one_or_two_digits(rest)?;
    let is_year = year.bytes().all(|byte| byte.is_ascii_digit());
    let is_date = is_year && (1..=12).contains(&month) && (1..=31).contains(&day);
    is_date.then(|| (format!("{year}-{month:02}-{day:02}"), rest))
}

/// A separator and the number after it.
fn one_or_two_digits(text: &str) -> Option<(u32, &str)> {
    let rest = text.strip_prefix(['-', '/'])?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count().min(2);
    Some((rest.get(..digits)?.parse().ok()?, &rest[digits..]))
}

/// Reads `2022-07-08-patch-2.7.md`, `2022/07/08/patch-2.7/index.md` and names without a date.
fn parse_name(path: &str) -> PostName {
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    let stem = stem.strip_suffix("/index").unwrap_or(stem);
    // The last date of the path counts, as with Docusaurus' greedy expression.
    let starts = stem.char_indices().rev().map(|(at, _)| at);
    let dated = starts.filter_map(|at| {
        let (date, rest) = parse_date(&stem[at..])?;
        Some((at, date, rest))
    });
    let Some((at, date, rest)) = dated.into_iter().next() else {
        return PostName {
            date: None,
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
    }
}

/// Sorts the posts and takes the paths of the blog.
pub(super) fn make_blog(
    context: Context<'_>,
    posts: Vec<Post>,
    claims: &mut Claims,
    sink: &mut Diagnostics,
) -> Blog {
    let Some(config) = &context.config.blog else {
        return Blog::default();
    };
    let mut blog = Blog::default();
    for post in posts {
        let name = format!("`{}`", context.tree.file(post.file).path);
        let span = post.front.spans.get("slug").copied();
        let span = span.unwrap_or_else(|| Span::start_of(post.file));
        if claims.claim(context, &post.route, name, Some(span), sink) {
            blog.posts.push(post);
        }
    }
    blog.posts.sort_by(|a, b| {
        let by_listing = a.front.unlisted.cmp(&b.front.unlisted);
        by_listing.then_with(|| b.moment.cmp(&a.moment))
    });
    let listed = blog.posts.iter().filter(|post| !post.front.unlisted);
    blog.listed = listed.count();
    if blog.listed == 0 {
        return blog;
    }
    let mut claim = |path: String, name: String| {
        let route = site_route(context, &path)?;
        let span = context.config.file.map(Span::start_of);
        claims
            .claim(context, &route, name, span, sink)
            .then_some(route)
    };
    for page in 1..=blog.listed.div_ceil(config.posts_per_page) {
        let path = match page {
            1 => config.route_base.clone(),
            _ => format!("{}/page/{page}", config.route_base),
        };
        blog.lists
            .extend(claim(path, format!("page {page} of the blog's list")));
    }
    let archive = format!("{}/archive", config.route_base);
    blog.archive = claim(archive, "the blog's archive".to_owned());
    blog
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_give_date_and_slug() {
        let check = |path: &str, date: Option<&str>, text: &str, slug: &str| {
            let name = parse_name(path);
            assert_eq!(name.date.as_deref(), date, "{path}");
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
