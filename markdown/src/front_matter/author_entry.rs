//! Reads authors, in front matter and in the authors file of a blog.

use crate::front_matter::FIELD_CODES;
use bindery_source::Span;
use bindery_source::diagnostic::{Code, Diagnostics};
use bindery_source::value::{Fields, Node, NodeValue};

/// An author in front matter: a key of the authors file, fields, or both.
#[derive(Clone, Debug, PartialEq)]
pub struct AuthorEntry {
    /// The key in the authors file.
    pub key: Option<String>,
    /// The fields in front matter, which take precedence over those in the authors file.
    pub fields: AuthorFields,
    /// The span of the entry in the front matter.
    pub span: Span,
}

/// The fields of an author, with the keys of Docusaurus.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AuthorFields {
    /// `name`.
    pub name: Option<String>,
    /// `title`: what the author does.
    pub title: Option<String>,
    /// `url`.
    pub url: Option<String>,
    /// `email`.
    pub email: Option<String>,
    /// `image_url` (or `imageURL`), with its span.
    pub image: Option<(String, Span)>,
    /// `description`, on the author's page.
    pub description: Option<String>,
    /// `socials`: platform, value and its span.
    pub socials: Vec<(String, String, Span)>,
    /// `page`: whether the author has a page.
    pub page: AuthorPage,
}

/// The page with the posts of an author.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum AuthorPage {
    /// None.
    #[default]
    None,
    /// Under the author's key.
    Key,
    /// At this path.
    Path(String, Span),
}

/// Reads the fields of an author. The caller reads `key` and reports unknown keys.
pub fn read_author_fields(fields: &mut Fields<'_, '_>) -> AuthorFields {
    AuthorFields {
        name: fields.string("name"),
        title: fields.string("title"),
        url: fields.link("url"),
        email: fields.string("email"),
        image: fields.string_at("image_url|imageURL"),
        description: fields.string("description"),
        socials: read_socials(fields),
        page: read_page(fields),
    }
}

fn read_socials(fields: &mut Fields<'_, '_>) -> Vec<(String, String, Span)> {
    let Some(node) = fields.node("socials") else {
        return Vec::new();
    };
    if !matches!(node.value, NodeValue::Map(_)) {
        fields.report_mismatch(node, "a map");
    }
    let mut socials = Vec::new();
    for entry in node.entries() {
        let text = match &entry.node.value {
            NodeValue::String(text) => text.clone(),
            // Users of Stack Overflow are numbers.
            NodeValue::Integer(number) => number.to_string(),
            NodeValue::Null => continue,
            _ => {
                fields.report_mismatch(&entry.node, "a string");
                continue;
            }
        };
        socials.push((entry.key.clone(), text, entry.node.span));
    }
    socials
}

fn read_page(fields: &mut Fields<'_, '_>) -> AuthorPage {
    let Some(node) = fields.node("page") else {
        return AuthorPage::None;
    };
    match &node.value {
        NodeValue::Bool(true) => AuthorPage::Key,
        NodeValue::Bool(false) => AuthorPage::None,
        NodeValue::Map(_) => match node.get("permalink") {
            Some(Node {
                value: NodeValue::String(path),
                span,
            }) => AuthorPage::Path(path.clone(), *span),
            _ => {
                fields.report_mismatch(node, "`true`, or a map with `permalink`");
                AuthorPage::None
            }
        },
        _ => {
            fields.report_mismatch(node, "`true`, or a map with `permalink`");
            AuthorPage::None
        }
    }
}

/// Reads `authors`, one or several keys or maps, or the legacy keys of Docusaurus for a single author.
pub(super) fn read_authors(fields: &mut Fields<'_, '_>) -> Vec<AuthorEntry> {
    let legacy = read_legacy_author(fields);
    let Some(node) = fields.node("authors") else {
        return legacy.into_iter().collect();
    };
    let items = match &node.value {
        NodeValue::List(items) => items.as_slice(),
        _ => std::slice::from_ref(node),
    };
    let authors: Vec<AuthorEntry> = items
        .iter()
        .filter_map(|item| read_author(item, fields.sink))
        .collect();
    if let Some(legacy) = legacy {
        let message = "`author` and `authors` are both set";
        fields
            .sink
            .error(Code::BadFrontMatter, legacy.span, message)
            .help("write all of them as items of `authors`");
    }
    authors
}

fn read_author(node: &Node, sink: &mut Diagnostics) -> Option<AuthorEntry> {
    if let NodeValue::String(key) = &node.value {
        return Some(AuthorEntry {
            key: Some(key.clone()),
            fields: AuthorFields::default(),
            span: node.span,
        });
    }
    let mut reader = Fields::new(node, FIELD_CODES, sink);
    let key = reader.string("key");
    let fields = read_author_fields(&mut reader);
    reader.finish();
    if key.is_none() && fields.name.is_none() && fields.image.is_none() {
        if matches!(node.value, NodeValue::Map(_)) {
            sink.error(Code::BadFrontMatter, node.span, "the author has no name")
                .help("write a `key` of the authors' file, or a `name`");
        }
        return None;
    }
    Some(AuthorEntry {
        key,
        fields,
        span: node.span,
    })
}

/// `author`, `author_title`, `author_url`, `author_image_url`.
fn read_legacy_author(fields: &mut Fields<'_, '_>) -> Option<AuthorEntry> {
    let name = fields.string_at("author|author_name");
    let title = fields.string_at("author_title|authorTitle");
    let url = fields.link_at("author_url|authorURL");
    let image = fields.string_at("author_image_url|authorImageURL");
    let found = [&name, &title, &url, &image];
    let span = found.into_iter().flatten().map(|(_, span)| *span).next()?;
    Some(AuthorEntry {
        key: None,
        fields: AuthorFields {
            name: name.map(|(name, _)| name),
            title: title.map(|(title, _)| title),
            url: url.map(|(url, _)| url),
            image,
            ..AuthorFields::default()
        },
        span,
    })
}
