//! Reads front matter: the YAML between two `---` lines at the top of a Markdown file, with the keys of Docusaurus.
//!
//! In: a file. Out: its [`FrontMatter`] and the offset of its body. Invalid YAML and wrong types are errors, unknown
//! keys are warnings, each with its span. A problem with one key does not affect the other keys.

mod author_entry;
mod checks;
mod mdx_entry;
mod search_terms;
mod tag_entry;

pub use self::author_entry::{AuthorEntry, AuthorFields, AuthorPage};
pub use self::mdx_entry::{MdxMode, TextFormat};
pub use self::tag_entry::TagEntry;

pub use self::author_entry::read_author_fields;

use bindery_source::diagnostic::{Code, Diagnostics, Severity};
use bindery_source::value::{
    Entry, FieldCodes, Fields, Node, NodeValue, Nulls, infer_schema, parse_yaml,
};
use bindery_source::{SourceFile, Span};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::ops::Range;

/// The diagnostics of front matter.
const FIELD_CODES: FieldCodes = FieldCodes {
    invalid_value: Code::BadFrontMatter,
    unknown_key: Code::UnknownFrontMatterKey,
    unknown_key_severity: Severity::Warning,
};

/// The front matter of a Markdown file. The fields are the keys of Docusaurus and, at the end, a few of Bindery.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrontMatter {
    /// Replaces the file's name in the document's id.
    pub id: Option<String>,
    /// The path, relative to the folder's or from the route base.
    pub slug: Option<String>,
    /// The page's title.
    pub title: Option<String>,
    /// The title in the document's head alone.
    pub title_meta: Option<String>,
    /// The title in the sidebar.
    pub sidebar_label: Option<String>,
    /// The position among its siblings in the sidebar.
    pub sidebar_position: Option<f64>,
    /// A class of its sidebar item.
    pub sidebar_class_name: Option<String>,
    /// Data of its sidebar item for components of the site.
    pub sidebar_custom_props: Option<Map<String, Value>>,
    /// One sentence for search engines and cards.
    pub description: Option<String>,
    /// Keywords for search engines.
    pub keywords: Vec<String>,
    /// The image for social networks.
    pub image: Option<String>,
    /// Tags, by key or label.
    pub tags: Vec<TagEntry>,
    /// Not published.
    pub draft: bool,
    /// Published, but not linked or listed.
    pub unlisted: bool,
    /// No heading is made of the title.
    pub hide_title: bool,
    /// No table of contents.
    pub hide_table_of_contents: bool,
    /// The highest heading of the table of contents.
    pub toc_min_heading_level: Option<u8>,
    /// The lowest heading of the table of contents.
    pub toc_max_heading_level: Option<u8>,
    /// The title in previous/next links.
    pub pagination_label: Option<String>,
    /// The next document's id, or none.
    pub pagination_next: Choice,
    /// The previous document's id, or none.
    pub pagination_prev: Choice,
    /// The edit link's url, or none.
    pub custom_edit_url: Choice,
    /// The sidebar shown, or none.
    pub displayed_sidebar: Choice,
    /// Whether `01-` at the start of names is a position.
    pub parse_number_prefixes: Option<bool>,
    /// Whether the page has full weight in search results.
    pub search: Option<bool>,
    /// No footer.
    pub hide_footer: bool,
    /// A class of the whole body; of pages of their own only.
    pub wrapper_class_name: Option<String>,
    /// The date of a post, not parsed.
    pub date: Option<String>,
    /// The authors of a post, not resolved.
    pub authors: Vec<AuthorEntry>,
    /// When the page was last changed.
    pub last_update_date: Option<String>,
    /// The author of the change.
    pub last_update_author: Option<String>,
    /// A key of Bindery: the accent of the page.
    pub element: Option<String>,
    /// A key of Bindery: how the text is read.
    pub mdx: Option<MdxMode>,
    /// A key of Bindery: words by which search finds the page, besides those of its text.
    pub search_terms: Vec<String>,
    /// A key of Bindery: words by which search finds a section, by the id of its heading.
    pub heading_search_terms: Vec<(String, String)>,
    /// A key of Bindery: paths that redirect to the page.
    pub aliases: Vec<(String, Span)>,
    /// The span of each key's value.
    pub spans: BTreeMap<String, Span>,
    /// The whole front matter as JSON, for `{frontMatter.key}`.
    pub value: Map<String, Value>,
}

/// The value of a key that can be absent, `null` or a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// The key is absent.
    #[default]
    Default,
    /// `null`.
    None,
    /// A name.
    Some(String),
}

/// Reads the front matter of a file; also returns the offset of the body.
pub fn split_front_matter(file: &SourceFile, sink: &mut Diagnostics) -> (FrontMatter, usize) {
    let Some(opening) = fence_len(&file.text) else {
        checks::report_toml(file, sink);
        return (FrontMatter::default(), 0);
    };
    let Some((yaml, body)) = find_end(&file.text, opening) else {
        sink.error(
            Code::BadFrontMatter,
            Span::new(file.id, 0, 3),
            "the front matter has no end",
        )
        .help("close it with a line `---`");
        return (FrontMatter::default(), file.text.len());
    };
    let front_matter = match parse_yaml(file, yaml, Code::BadFrontMatter, sink) {
        Some(node) => read_front_matter(&node, sink),
        None => FrontMatter::default(),
    };
    (front_matter, body)
}

/// The offset of the body of a file.
pub fn body_start(file: &SourceFile) -> usize {
    let end = fence_len(&file.text).and_then(|opening| find_end(&file.text, opening));
    end.map_or(0, |(_, body)| body)
}

/// The length of a `---` line at the start of `text`, its line break included.
fn fence_len(text: &str) -> Option<usize> {
    let line = text.split_inclusive('\n').next()?;
    (line.trim_end() == "---").then_some(line.len())
}

/// The range of the YAML and the offset of the body. A line that only begins with three dashes ends it, too, as with
/// Docusaurus; what is behind them is text.
fn find_end(text: &str, opening: usize) -> Option<(Range<usize>, usize)> {
    let mut at = opening;
    for line in text.get(opening..)?.split_inclusive('\n') {
        if let Some(rest) = line.strip_prefix("---") {
            let length = if rest.trim().is_empty() {
                line.len()
            } else {
                3
            };
            return Some((opening..at, at + length));
        }
        at += line.len();
    }
    None
}

/// The JSON Schema of front matter.
#[must_use]
pub fn front_matter_schema() -> Value {
    infer_schema("Front matter of a page", Nulls::Allowed, |node, sink| {
        read_front_matter(node, sink);
    })
}

fn read_front_matter(node: &Node, sink: &mut Diagnostics) -> FrontMatter {
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    let mut page = FrontMatter {
        id: fields.string("id"),
        slug: fields.string("slug"),
        title: fields.string("title"),
        title_meta: fields.string("title_meta"),
        description: fields.string("description"),
        keywords: texts(&mut fields, "keywords"),
        image: fields.string("image"),
        draft: fields.boolean("draft").unwrap_or(false),
        unlisted: fields.boolean("unlisted").unwrap_or(false),
        hide_title: fields.boolean("hide_title").unwrap_or(false),
        hide_table_of_contents: fields.boolean("hide_table_of_contents").unwrap_or(false),
        toc_min_heading_level: heading_level(&mut fields, "toc_min_heading_level"),
        toc_max_heading_level: heading_level(&mut fields, "toc_max_heading_level"),
        custom_edit_url: choice(&mut fields, "custom_edit_url", Fields::link),
        search: fields.boolean("search"),
        hide_footer: fields.boolean("hide_footer|noFooter").unwrap_or(false),
        wrapper_class_name: fields.string("wrapperClassName|wrapper_class_name"),
        date: fields.string("date"),
        element: fields.string("element"),
        aliases: fields.strings("aliases"),
        ..FrontMatter::default()
    };
    read_navigation(&mut fields, &mut page);
    page.tags = tag_entry::read_tags(&mut fields);
    page.authors = author_entry::read_authors(&mut fields);
    read_last_update(&mut fields, &mut page);
    check_heading_aliases(&mut fields);
    search_terms::read_search_terms(&mut fields, &mut page);
    page.mdx = mdx_entry::read_mdx(&mut fields);
    // Docusaurus accepts `sidebar_key`; nothing here depends on it. The same goes for `type`.
    fields.node("sidebar_key");
    fields.string("type");
    fields.finish();
    let spans = node.entries().iter();
    page.spans = spans.map(|e| (e.key.clone(), value_span(e))).collect();
    if let Value::Object(map) = node.to_json() {
        page.value = map;
    }
    checks::check_address(&page, sink);
    page
}

/// Checks `heading_aliases: {old: new}` of Bindery, former ids of headings. Rendering reads them from the JSON value.
fn check_heading_aliases(fields: &mut Fields<'_, '_>) {
    let Some(node) = fields.node("heading_aliases") else {
        return;
    };
    if !matches!(node.value, NodeValue::Map(_)) {
        fields.report_mismatch(node, "a map from old ids to present ones");
    }
    for entry in node.entries() {
        if !matches!(entry.node.value, NodeValue::String(_)) {
            fields.report_mismatch(&entry.node, "a string");
        }
    }
}

fn read_navigation(fields: &mut Fields<'_, '_>, page: &mut FrontMatter) {
    page.sidebar_label = fields.string("sidebar_label");
    page.sidebar_position = fields.number("sidebar_position");
    page.sidebar_class_name = fields.string("sidebar_class_name");
    if let Some(node) = fields.node("sidebar_custom_props") {
        match node.to_json() {
            Value::Object(map) => page.sidebar_custom_props = Some(map),
            _ => fields.report_mismatch(node, "a map"),
        }
    }
    page.displayed_sidebar = choice(fields, "displayed_sidebar", Fields::string);
    page.parse_number_prefixes = fields.boolean("parse_number_prefixes");
    page.pagination_label = fields.string("pagination_label");
    page.pagination_next = choice(fields, "pagination_next", Fields::string);
    page.pagination_prev = choice(fields, "pagination_prev", Fields::string);
}

/// The span of a value, or of its key if the value is empty.
fn value_span(entry: &Entry) -> Span {
    if entry.node.value == NodeValue::Null {
        entry.key_span
    } else {
        entry.node.span
    }
}

fn texts(fields: &mut Fields<'_, '_>, key: &'static str) -> Vec<String> {
    let texts = fields.strings(key).into_iter();
    texts.map(|(text, _)| text).collect()
}

fn heading_level(fields: &mut Fields<'_, '_>, key: &'static str) -> Option<u8> {
    let level = fields.integer(key, 2, 6)?;
    u8::try_from(level).ok()
}

/// A text that `read` returns, or `null`.
fn choice<'n, 's>(
    fields: &mut Fields<'n, 's>,
    key: &'static str,
    read: fn(&mut Fields<'n, 's>, &'static str) -> Option<String>,
) -> Choice {
    match fields.entry(key).map(|entry| &entry.node.value) {
        None => Choice::Default,
        Some(NodeValue::Null) => Choice::None,
        Some(_) => read(fields, key).map_or(Choice::Default, Choice::Some),
    }
}

fn read_last_update(fields: &mut Fields<'_, '_>, page: &mut FrontMatter) {
    let Some(node) = fields.node("last_update") else {
        return;
    };
    if let NodeValue::String(_) = node.value {
        let message = "`last_update` is a map of `date` and `author`";
        fields
            .report_value(node, message)
            .help("write `last_update: { date: 2026-05-06 }`");
        return;
    }
    let mut fields = Fields::new(node, FIELD_CODES, fields.sink);
    page.last_update_author = fields.string("author");
    page.last_update_date = fields.string("date");
    let span = fields.entry("date").map(value_span);
    if let Some(date) = &page.last_update_date {
        checks::check_date(date, span, fields.sink);
    }
    fields.finish();
}

#[cfg(test)]
mod tests {
    use super::*;
    use bindery_source::SourceTree;
    use bindery_source::diagnostic::render;
    use serde_json::json;

    fn split(text: &str) -> (FrontMatter, String, Vec<String>) {
        let tree = SourceTree::from_texts(&[("docs/a.md", text)]);
        let mut sink = Diagnostics::new();
        let (page, body) = split_front_matter(&tree.files[0], &mut sink);
        let list = sink.into_sorted();
        let problems = list.iter().map(|one| render(one, &tree));
        (page, text[body..].to_owned(), problems.collect())
    }

    #[test]
    fn the_body_begins_after_the_closing_line() {
        let check = |text: &str, title: Option<&str>, body: &str| {
            let (page, rest, problems) = split(text);
            assert_eq!(problems, Vec::<String>::new(), "{text:?}");
            assert_eq!(page.title.as_deref(), title, "{text:?}");
            assert_eq!(rest, body, "{text:?}");
        };
        check("---\ntitle: A\n---\n# A\n", Some("A"), "# A\n");
        check("---\r\ntitle: A\r\n---\r\n# A\r\n", Some("A"), "# A\r\n");
        check("---\ntitle: A\n---", Some("A"), "");
        check("---\n---\nbody", None, "body");
        check("---\n\n# note\n---\nbody", None, "body");
        check("--- \ntitle: A\n---  \nbody", Some("A"), "body");
        check("# A\n", None, "# A\n");
        check("----\ntitle: A\n---\n", None, "----\ntitle: A\n---\n");
        check("---\ntitle: A\n------\nbody", Some("A"), "---\nbody");
        check("", None, "");
    }

    #[test]
    fn keys_are_read_with_their_types() {
        let text = "---\nid: x\nslug: /y\nsidebar_position: 2.5\ntags: [a, {label: b, permalink: /b}, 3]\n\
                    keywords: [k]\npagination_next: null\npagination_prev: z\ndraft: true\nelement: cryo\n\
                    date: 2022-07-08\naliases: /old\nlast_update: {date: 2020-01-02, author: me}\n\
                    toc_max_heading_level: 4\nsearch: false\n---\n";
        let (page, _, problems) = split(text);
        assert_eq!(problems, Vec::<String>::new());
        assert_eq!(page.sidebar_position, Some(2.5));
        let tags: Vec<_> = page.tags.iter().map(|tag| tag.label.as_str()).collect();
        assert_eq!(tags, ["a", "b", "3"]);
        assert_eq!(page.tags[1].permalink.as_deref(), Some("/b"));
        assert!(page.tags[0].is_key && !page.tags[1].is_key);
        assert_eq!(page.pagination_next, Choice::None);
        assert_eq!(page.pagination_prev, Choice::Some("z".into()));
        assert_eq!(page.displayed_sidebar, Choice::Default);
        assert_eq!(page.aliases[0].0, "/old");
        assert_eq!(page.last_update_date.as_deref(), Some("2020-01-02"));
        assert_eq!(page.toc_max_heading_level, Some(4));
        assert_eq!(page.search, Some(false));
        assert_eq!(page.value["element"], json!("cryo"));
        let span = page.spans["slug"];
        assert_eq!(&text[span.start as usize..span.end as usize], "/y");
    }

    #[test]
    fn problems_stand_at_their_place() {
        let (page, _, problems) = split("---\nsidbar_label: A\ntitle: 2.7\nid: ok\n---\n");
        assert_eq!(page.id.as_deref(), Some("ok"));
        assert_eq!(
            problems,
            [
                "docs/a.md:2:1: warning[unknown-front-matter-key]: unknown key `sidbar_label`\n    2 | sidbar_label: A\n      \
                 | ^^^^^^^^^^^^ help: did you mean `sidebar_label`?",
                "docs/a.md:3:8: error[bad-front-matter]: expected a string, found a number\n    3 | title: 2.7\n      \
                 |        ^^^ help: put it in quotes",
            ]
        );
    }

    #[test]
    fn authors_are_keys_maps_or_a_single_older_one() {
        let names = |text: &str| {
            let (page, _, problems) = split(&format!("---\n{text}---\n"));
            let name = |author: &AuthorEntry| {
                let key = author
                    .key
                    .as_deref()
                    .map_or(String::new(), |key| format!("#{key}"));
                format!("{key}{}", author.fields.name.as_deref().unwrap_or_default())
            };
            let names: Vec<String> = page.authors.iter().map(name).collect();
            (names.join(" "), problems)
        };
        let check = |text: &str, expected: &str| {
            assert_eq!(names(text), (expected.to_owned(), Vec::new()), "{text}");
        };
        check("authors: jane\n", "#jane");
        check(
            "authors: [jane, {key: joe, name: J}, {name: Ann}]\n",
            "#jane #joeJ Ann",
        );
        check(
            "authors: {name: Ann, socials: {x: a, stackoverflow: 82609}}\n",
            "Ann",
        );
        check(
            "author: Ann\nauthor_title: T\nauthor_image_url: /a.png\n",
            "Ann",
        );
        let (_, problems) = names("authors: jane\nauthor: Ann\n");
        assert!(
            problems[0].contains("`author` and `authors` are both set"),
            "{problems:?}"
        );
        let (_, problems) = names("authors: [{title: T}]\n");
        assert!(
            problems[0].contains("the author has no name"),
            "{problems:?}"
        );
    }

    #[test]
    fn scripts_are_no_links() {
        let check = |text: &str| {
            let (page, _, problems) = split(&format!("---\n{text}---\n"));
            assert_eq!(problems.len(), 1, "{problems:?}");
            assert!(problems[0].contains("a `javascript:` URL is not allowed"));
            page
        };
        let page = check("custom_edit_url: \"javascript:x\"\n");
        assert_eq!(page.custom_edit_url, Choice::Default);
        let page = check("authors: {name: Ann, url: ' javascript:x'}\n");
        assert_eq!(page.authors[0].fields.url, None);
        let page = check("author: Ann\nauthor_url: JavaScript:x\n");
        assert_eq!(page.authors[0].fields.url, None);
    }

    #[test]
    fn bad_yaml_and_a_missing_end_are_errors() {
        let (_, _, problems) = split("---\ntitle: [a\n---\nbody\n");
        assert!(
            problems[0].contains("bad-front-matter]: bad YAML"),
            "{problems:?}"
        );
        let (_, body, problems) = split("---\ntitle: a\nbody\n");
        assert!(problems[0].contains("the front matter has no end"));
        assert_eq!(body, "");
        let (_, _, problems) = split("---\n- a\n---\n");
        assert!(problems[0].contains("expected a map, found a list"));
    }
}
