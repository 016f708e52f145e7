//! `[blog]`, or several `[[blog]]`.

use super::checks::{LEVELS, level};
use super::tag_options::{TagOptions, read_tag_options};
use super::versions::DEFAULT_INSTANCE;
use crate::config::paths::{check_folder, folder, route_base};
use crate::config::values::{FIELD_CODES, is_off, report_second, string_list};
use crate::diagnostic::{Code, Diagnostics, Level};
use crate::pattern::Globs;
use crate::source::{SourceTree, Span};
use crate::value::{Fields, Node, NodeValue};

/// `[blog]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlogConfig {
    /// `id`: `default` by default; the folder of its translations has it.
    pub id: String,
    /// `path`: the folder, `blog` by default.
    pub path: String,
    /// `route_base` (or `route_base_path`): `/` and the folder's name by default.
    pub route_base: String,
    /// `title` of the list pages: `Blog` by default.
    pub title: String,
    /// `description` of the list pages.
    pub description: Option<String>,
    /// `include`: globs of the files that are posts; all Markdown files by default.
    pub include: Globs,
    /// `exclude`: globs of files that are not posts; nor are files with `_` at the start of their name or of a folder's.
    pub exclude: Globs,
    /// `posts_per_page`, or `"all"`; 10 by default.
    pub posts_per_page: usize,
    /// `sidebar_title`: `Recent posts` by default.
    pub sidebar_title: String,
    /// `sidebar_count`: how many posts the side list names, or `"all"`; 5 by default.
    pub sidebar_count: usize,
    /// `group_by_year`: whether the side list has a heading for each year; `true` by default.
    pub groups_by_year: bool,
    /// `untruncated_posts`: the level of posts without `<!-- truncate -->`: `warn` (default), `ignore`, `error`.
    pub untruncated_posts: Level,
    /// `edit_url`: the site's by default.
    pub edit_url: Option<String>,
    /// `show_reading_time`: `true` by default.
    pub show_reading_time: bool,
    /// `show_last_update_time`: `false` by default.
    pub show_last_update_time: bool,
    /// `show_last_update_author`: `false` by default.
    pub show_last_update_author: bool,
    /// `sort_posts`: `descending` (default: the newest first) or `ascending`.
    pub is_ascending: bool,
    /// `page_base_path`: the segment before the number in the paths of further list pages; `page` by default.
    pub page_base_path: String,
    /// `archive_base_path`: `archive` by default; `false` for no archive.
    pub archive_base_path: Option<String>,
    /// `tags`, `tags_base_path`, `on_inline_tags`.
    pub tags: TagOptions,
    /// `authors_map_path`: the file of authors in the blog's folder; `authors.yml` by default.
    pub authors_map_path: String,
    /// `authors_base_path`: `authors` by default.
    pub authors_base_path: String,
    /// `on_inline_authors`: the level of authors who are not in the file: `warn` (default), `ignore`, `error`.
    pub on_inline_authors: Level,
    /// `[blog.feed_options]`.
    pub feed: FeedConfig,
}

/// A format of the feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FeedKind {
    /// RSS 2.0, `rss.xml`.
    Rss,
    /// Atom (RFC 4287), `atom.xml`.
    Atom,
    /// JSON Feed 1.1, `feed.json`.
    Json,
}

impl FeedKind {
    /// The name of the file: `rss.xml`.
    #[must_use]
    pub fn file_name(self) -> &'static str {
        match self {
            FeedKind::Rss => "rss.xml",
            FeedKind::Atom => "atom.xml",
            FeedKind::Json => "feed.json",
        }
    }
}

/// `[blog.feed_options]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedConfig {
    /// `type`: `rss`, `atom`, `json`, a list of them, or `all` (default); `false` for none.
    pub kinds: Vec<FeedKind>,
    /// `title`: the site's and the blog's by default.
    pub title: Option<String>,
    /// `description`.
    pub description: Option<String>,
    /// `copyright`.
    pub copyright: Option<String>,
    /// `language`: the locale's by default.
    pub language: Option<String>,
    /// `limit`: the most posts, 20 by default; `false` for all.
    pub limit: usize,
}

/// `[blog]` as written.
#[derive(Clone, Debug, Default)]
pub enum RawBlog {
    /// Not set: there is a blog if its folder exists.
    #[default]
    Absent,
    /// `blog = false`.
    Off,
    /// `[blog]`, or each `[[blog]]`.
    On(Vec<RawBlogTable>),
}

/// The table `[blog]` as written.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs, reason = "documented at BlogConfig")]
pub struct RawBlogTable {
    pub span: Option<Span>,
    pub id: Option<String>,
    pub path: Option<(String, Span)>,
    pub route_base: Option<(String, Span)>,
    pub title: Option<String>,
    pub description: Option<String>,
    pub include: Vec<String>,
    pub exclude: Vec<String>,
    pub posts_per_page: Option<usize>,
    pub sidebar_title: Option<String>,
    pub sidebar_count: Option<usize>,
    pub group_by_year: Option<bool>,
    pub untruncated_posts: Option<Level>,
    pub edit_url: Option<String>,
    pub show_reading_time: Option<bool>,
    pub show_last_update_time: Option<bool>,
    pub show_last_update_author: Option<bool>,
    pub sort_posts: Option<&'static str>,
    pub page_base_path: Option<String>,
    pub archive_base_path: Option<Option<String>>,
    pub tags: TagOptions,
    pub authors_map_path: Option<String>,
    pub authors_base_path: Option<String>,
    pub on_inline_authors: Option<Level>,
    pub feed: FeedConfig,
}

/// Reads `blog`: a table, a list of tables, or `false`.
pub(in crate::config) fn read_blog(node: &Node, sink: &mut Diagnostics) -> RawBlog {
    match &node.value {
        NodeValue::Bool(false) => RawBlog::Off,
        NodeValue::String(path) => {
            let help =
                format!("write `path = \"{path}\"` below `[blog]`, or `blog = false` for no blog");
            let message = "expected a table, found a string";
            sink.error(Code::BadConfig, node.span, message).help(help);
            RawBlog::Absent
        }
        NodeValue::List(items) => {
            RawBlog::On(items.iter().map(|item| read_table(item, sink)).collect())
        }
        _ => RawBlog::On(vec![read_table(node, sink)]),
    }
}

fn read_table(node: &Node, sink: &mut Diagnostics) -> RawBlogTable {
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    let mut blog = RawBlogTable {
        span: Some(node.span),
        id: fields.string("id"),
        path: fields.string_at("path"),
        route_base: fields.string_at("route_base|route_base_path"),
        title: fields.string("title|blog_title"),
        description: fields.string("description|blog_description"),
        include: string_list(&mut fields, "include"),
        exclude: string_list(&mut fields, "exclude"),
        posts_per_page: count(&mut fields, "posts_per_page", 1),
        sidebar_title: fields.string("sidebar_title|blog_sidebar_title"),
        sidebar_count: count(&mut fields, "sidebar_count|blog_sidebar_count", 0),
        group_by_year: fields.boolean("group_by_year"),
        edit_url: fields.link("edit_url"),
        show_reading_time: fields.boolean("show_reading_time"),
        show_last_update_time: fields.boolean("show_last_update_time"),
        show_last_update_author: fields.boolean("show_last_update_author"),
        sort_posts: fields.enum_value("sort_posts", &["descending", "ascending"]),
        page_base_path: fields.string("page_base_path"),
        archive_base_path: path_or_none(&mut fields, "archive_base_path"),
        tags: read_tag_options(&mut fields),
        authors_map_path: fields.string("authors_map_path"),
        authors_base_path: fields.string("authors_base_path"),
        on_inline_authors: fields.enum_value("on_inline_authors", &LEVELS).map(level),
        ..RawBlogTable::default()
    };
    if let Some(node) = fields.node("feed_options") {
        blog.feed = read_feed(node, fields.sink);
    }
    report_edit_localized_files(&mut fields);
    blog.untruncated_posts = fields
        .enum_value("untruncated_posts|on_untruncated_blog_posts", &LEVELS)
        .map(level);
    fields.finish();
    blog
}

/// Warns of Docusaurus' option: an edit link always leads to the file of the text that the page shows.
fn report_edit_localized_files(fields: &mut Fields<'_, '_>) {
    let key = "edit_localized_files";
    if fields.boolean(key) == Some(true)
        && let Some(entry) = fields.entry(key)
    {
        let message = format!("`{key}` has no effect: an edit link leads to the file of the page");
        fields
            .sink
            .warn(Code::BadConfig, entry.key_span, message)
            .help(format!("remove `{key}`"));
    }
}

/// A number, or `"all"` for any number.
fn count(fields: &mut Fields<'_, '_>, keys: &'static str, least: i64) -> Option<usize> {
    let node = fields.node(keys)?;
    match &node.value {
        NodeValue::Integer(count) if *count >= least => usize::try_from(*count).ok(),
        NodeValue::String(text) if text.eq_ignore_ascii_case("all") => Some(usize::MAX),
        _ => {
            fields.report_mismatch(node, &format!("a number from {least}, or `all`"));
            None
        }
    }
}

/// A path; `Some(None)` for `false`.
fn path_or_none(fields: &mut Fields<'_, '_>, key: &'static str) -> Option<Option<String>> {
    if is_off(fields, key) {
        return Some(None);
    }
    Some(Some(fields.string(key)?))
}

fn read_feed(node: &Node, sink: &mut Diagnostics) -> FeedConfig {
    let default = FeedConfig::default();
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    let kinds = feed_kinds(&mut fields).unwrap_or(default.kinds);
    let limit = if is_off(&mut fields, "limit") {
        usize::MAX
    } else {
        count(&mut fields, "limit", 0).unwrap_or(default.limit)
    };
    let feed = FeedConfig {
        kinds,
        limit,
        title: fields.string("title"),
        description: fields.string("description"),
        copyright: fields.string("copyright").filter(|text| !text.is_empty()),
        language: fields.string("language"),
    };
    if let Some(xslt) = fields.node("xslt")
        && !matches!(xslt.value, NodeValue::Bool(false))
    {
        let message = "feeds have no style sheet here";
        fields
            .sink
            .warn(Code::BadConfig, xslt.span, message)
            .help("remove `xslt`");
    }
    fields.finish();
    feed
}

fn feed_kinds(fields: &mut Fields<'_, '_>) -> Option<Vec<FeedKind>> {
    if is_off(fields, "type") {
        return Some(Vec::new());
    }
    fields.node("type")?;
    let mut kinds = Vec::new();
    for (word, span) in fields.strings("type") {
        match word.as_str() {
            "rss" => kinds.push(FeedKind::Rss),
            "atom" => kinds.push(FeedKind::Atom),
            "json" => kinds.push(FeedKind::Json),
            "all" => kinds.extend(ALL_FEEDS),
            _ => {
                let message = format!("unknown feed `{word}`");
                let problem = fields.sink.error(Code::BadConfig, span, message);
                problem.help("one of `rss`, `atom`, `json`, `all`");
            }
        }
    }
    kinds.sort_unstable();
    kinds.dedup();
    Some(kinds)
}

const ALL_FEEDS: [FeedKind; 3] = [FeedKind::Rss, FeedKind::Atom, FeedKind::Json];

/// Fills in the defaults. Without `[blog]` there is a blog if the folder `blog` exists; `edit_url` is the site's.
pub(in crate::config) fn resolve_blogs(
    raw: RawBlog,
    edit_url: Option<&String>,
    tree: &SourceTree,
    sink: &mut Diagnostics,
) -> Vec<BlogConfig> {
    let tables = match raw {
        RawBlog::Off => return Vec::new(),
        RawBlog::Absent if !tree.has_folder("blog") => return Vec::new(),
        RawBlog::Absent => vec![RawBlogTable::default()],
        RawBlog::On(tables) => tables,
    };
    for (path, span) in tables.iter().filter_map(|table| table.path.as_ref()) {
        let path = folder(Some((path.clone(), *span)), "blog");
        check_folder(&path, Some(*span), tree, sink);
    }
    let mut blogs: Vec<BlogConfig> = Vec::new();
    for table in tables {
        let span = table.path.as_ref().map(|(_, span)| *span).or(table.span);
        let blog = resolve_table(table, edit_url);
        if blogs.iter().any(|other| other.id == blog.id) {
            let help = "give each a different `id`: translations and alternates are found by it";
            report_second(["blog", "id"], &blog.id, span, help, sink);
        } else if blogs.iter().any(|other| other.path == blog.path) {
            let help = "give each a different `path`: a post is in one blog";
            report_second(["blog", "path"], &blog.path, span, help, sink);
        }
        blogs.push(blog);
    }
    blogs
}

fn resolve_table(table: RawBlogTable, edit_url: Option<&String>) -> BlogConfig {
    let path = folder(table.path, "blog");
    let word = |value: Option<String>, default: &str| {
        let value = value.unwrap_or_else(|| default.to_owned());
        value.trim_matches('/').to_owned()
    };
    BlogConfig {
        id: table.id.unwrap_or_else(|| DEFAULT_INSTANCE.to_owned()),
        route_base: route_base(table.route_base.as_ref().map_or(&path, |(base, _)| base)),
        title: table.title.unwrap_or_else(|| "Blog".to_owned()),
        description: table.description,
        include: Globs::new(&table.include),
        exclude: Globs::new(&table.exclude),
        posts_per_page: table.posts_per_page.unwrap_or(10),
        sidebar_title: table
            .sidebar_title
            .unwrap_or_else(|| "Recent posts".to_owned()),
        sidebar_count: table.sidebar_count.unwrap_or(5),
        groups_by_year: table.group_by_year.unwrap_or(true),
        untruncated_posts: table.untruncated_posts.unwrap_or(Level::Warn),
        edit_url: table.edit_url.or_else(|| edit_url.cloned()),
        show_reading_time: table.show_reading_time.unwrap_or(true),
        show_last_update_time: table.show_last_update_time.unwrap_or(false),
        show_last_update_author: table.show_last_update_author.unwrap_or(false),
        is_ascending: table.sort_posts == Some("ascending"),
        page_base_path: word(table.page_base_path, "page"),
        archive_base_path: match table.archive_base_path {
            None => Some("archive".to_owned()),
            Some(path) => path.map(|path| word(Some(path), "")),
        },
        tags: table.tags,
        authors_map_path: word(table.authors_map_path, "authors.yml"),
        authors_base_path: word(table.authors_base_path, "authors"),
        on_inline_authors: table.on_inline_authors.unwrap_or(Level::Warn),
        feed: table.feed,
        path,
    }
}

impl Default for FeedConfig {
    fn default() -> Self {
        FeedConfig {
            kinds: ALL_FEEDS.to_vec(),
            title: None,
            description: None,
            copyright: None,
            language: None,
            limit: 20,
        }
    }
}
