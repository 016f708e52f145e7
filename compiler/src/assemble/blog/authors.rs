//! Authors of posts: the authors file, and the authors of a post.

#[cfg(test)]
mod tests;

use crate::assemble::context::LocaleContext;
use crate::assemble::routes::site_route;
use crate::assemble::tags::kebab_case;
use crate::config::BlogConfig;
use crate::diagnostic::{Code, Diagnostics, Level, Severity, did_you_mean_or};
use crate::front_matter::{AuthorEntry, AuthorFields, AuthorPage, read_author_fields};
use crate::model::{RoutePath, SocialLink};
use crate::source::{FileId, SourceFile, Span};
use crate::value::{Entry, FieldCodes, Fields, NodeValue, parse_yaml};

const FIELD_CODES: FieldCodes = FieldCodes {
    invalid_value: Code::BadData,
    unknown_key: Code::BadData,
    unknown_key_severity: Severity::Warning,
};

/// An author.
#[derive(Clone, Debug)]
pub(crate) struct Author {
    /// The key in the authors' file.
    pub(crate) key: Option<String>,
    /// The name, else the key.
    pub(crate) name: String,
    /// The role of the author.
    pub(crate) title: Option<String>,
    /// The url of a page on another site.
    pub(crate) url: Option<String>,
    /// The e-mail address.
    pub(crate) email: Option<String>,
    /// The picture.
    pub(crate) image: Option<AuthorImage>,
    /// A sentence for the author's page.
    pub(crate) description: Option<String>,
    /// Links to the author on other platforms.
    pub(crate) socials: Vec<SocialLink>,
    /// The page of the author's posts.
    pub(crate) page: Option<RoutePath>,
}

/// The image of an author.
#[derive(Clone, Debug)]
pub(crate) struct AuthorImage {
    /// The path or url as written.
    pub(crate) source: String,
    /// The file that names it.
    pub(crate) file: FileId,
    /// The place.
    pub(crate) span: Span,
}

/// The authors of the blog.
#[derive(Debug)]
pub(crate) struct AuthorIndex<'c> {
    config: &'c BlogConfig,
    /// The path of the file, if there is one.
    file: Option<String>,
    /// The authors of the file, in its order.
    pub(crate) authors: Vec<Author>,
}

impl<'c> AuthorIndex<'c> {
    /// Reads the authors' file in the first of some folders that has one.
    pub(crate) fn read(
        context: &LocaleContext<'_>,
        folders: &[&str],
        config: &'c BlogConfig,
        sink: &mut Diagnostics,
    ) -> Self {
        let name = config.authors_map_path.trim_start_matches("./");
        let file = context.find_in(folders, name);
        let mut authors = Vec::new();
        if let Some(file) = file
            && let Some(node) = parse_yaml(file, 0..file.text.len(), Code::BadData, sink)
        {
            // This reports a root that is not a map.
            Fields::new(&node, FIELD_CODES, sink);
            let entries = node.entries().iter();
            authors.extend(
                entries.filter_map(|entry| read_author(context, config, file, entry, sink)),
            );
        }
        AuthorIndex {
            config,
            file: file.map(|file| file.path.clone()),
            authors,
        }
    }

    /// The authors that a post names.
    pub(crate) fn authors_of(
        &self,
        file: FileId,
        entries: &[AuthorEntry],
        sink: &mut Diagnostics,
    ) -> Vec<Author> {
        let mut authors: Vec<Author> = Vec::new();
        for entry in entries {
            let Some(author) = self.author(file, entry, sink) else {
                continue;
            };
            let is_known = author.key.is_some();
            if is_known && authors.iter().any(|other| other.key == author.key) {
                let message = format!("`{}` is duplicated among the authors", author.name);
                sink.error(Code::BadFrontMatter, entry.span, message)
                    .help("delete one of them");
                continue;
            }
            authors.push(author);
        }
        authors
    }

    fn author(&self, file: FileId, entry: &AuthorEntry, sink: &mut Diagnostics) -> Option<Author> {
        let Some(key) = &entry.key else {
            self.report_inline(entry, sink);
            return Some(make_author(None, &entry.fields, file, None, sink));
        };
        let Some(known) = self
            .authors
            .iter()
            .find(|author| author.key.as_ref() == Some(key))
        else {
            let message = match &self.file {
                Some(file) => format!("no author `{key}` in `{file}`"),
                None => format!("no author `{key}`: there is no file of authors"),
            };
            let keys = self
                .authors
                .iter()
                .filter_map(|author| author.key.as_deref());
            let otherwise = format!("add the author to `{}`", self.config.authors_map_path);
            sink.error(Code::UnknownAuthor, entry.span, message)
                .help(did_you_mean_or(key, keys, &otherwise));
            return None;
        };
        let own = make_author(None, &entry.fields, file, None, sink);
        Some(Author {
            key: known.key.clone(),
            name: entry
                .fields
                .name
                .clone()
                .unwrap_or_else(|| known.name.clone()),
            title: own.title.or_else(|| known.title.clone()),
            url: own.url.or_else(|| known.url.clone()),
            email: own.email.or_else(|| known.email.clone()),
            image: own.image.or_else(|| known.image.clone()),
            description: own.description.or_else(|| known.description.clone()),
            socials: if own.socials.is_empty() {
                known.socials.clone()
            } else {
                own.socials
            },
            page: known.page.clone(),
        })
    }

    fn report_inline(&self, entry: &AuthorEntry, sink: &mut Diagnostics) {
        let path = &self.config.authors_map_path;
        let name = entry.fields.name.as_deref().unwrap_or("the author");
        let message = format!("`{name}` is not in `{path}`");
        let problem = match self.config.on_inline_authors {
            Level::Ignore => return,
            Level::Warn => sink.warn(Code::InlineAuthor, entry.span, message),
            Level::Error => sink.error(Code::InlineAuthor, entry.span, message),
        };
        problem.help("describe the author there and write the key");
    }
}

fn read_author(
    context: &LocaleContext<'_>,
    config: &BlogConfig,
    file: &SourceFile,
    entry: &Entry,
    sink: &mut Diagnostics,
) -> Option<Author> {
    let mut fields = Fields::new(&entry.node, FIELD_CODES, sink);
    // Docusaurus allows further keys here.
    let own = read_author_fields(&mut fields);
    if own.name.is_none() && own.image.is_none() {
        if matches!(entry.node.value, NodeValue::Map(_) | NodeValue::Null) {
            sink.error(Code::BadData, entry.key_span, "the author has no name")
                .help("give it a `name`");
        }
        return None;
    }
    let page = match &own.page {
        AuthorPage::None => None,
        AuthorPage::Key => Some((kebab_case(&entry.key), entry.key_span)),
        AuthorPage::Path(path, span) => Some((path.clone(), *span)),
    };
    let page = page.and_then(|(path, span)| {
        let base = format!("{}/{}", config.route_base, config.authors_base_path);
        let route = site_route(context, &format!("{base}/{}", path.trim_start_matches('/')));
        if route.is_none() {
            let message = format!("`{path}` is not a valid path");
            sink.error(Code::BadData, span, message)
                .help("write a path such as `/jane-doe`");
        }
        route
    });
    Some(make_author(Some(&entry.key), &own, file.id, page, sink))
}

fn make_author(
    key: Option<&str>,
    own: &AuthorFields,
    file: FileId,
    page: Option<RoutePath>,
    sink: &mut Diagnostics,
) -> Author {
    let name = own.name.as_deref().or(key);
    let socials = own.socials.iter();
    Author {
        key: key.map(str::to_owned),
        name: name.unwrap_or_default().to_owned(),
        title: own.title.clone(),
        url: own.url.clone(),
        email: own.email.clone(),
        image: own.image.as_ref().map(|(source, span)| AuthorImage {
            source: source.clone(),
            file,
            span: *span,
        }),
        description: own.description.clone(),
        socials: socials
            .filter_map(|(platform, value, span)| social(platform, value, *span, sink))
            .collect(),
        page,
    }
}

/// Platforms: key, name, and the text before and after the user's name in a url.
const PLATFORMS: [(&str, &str, &str, &str); 12] = [
    ("bluesky", "Bluesky", "https://bsky.app/profile/", ""),
    ("email", "Email", "mailto:", ""),
    ("github", "GitHub", "https://github.com/", ""),
    ("instagram", "Instagram", "https://www.instagram.com/", ""),
    ("linkedin", "LinkedIn", "https://www.linkedin.com/in/", "/"),
    ("mastodon", "Mastodon", "https://mastodon.social/@", ""),
    (
        "stackoverflow",
        "Stack Overflow",
        "https://stackoverflow.com/users/",
        "",
    ),
    ("threads", "Threads", "https://www.threads.net/@", ""),
    ("twitch", "Twitch", "https://twitch.tv/", ""),
    ("twitter", "Twitter", "https://twitter.com/", ""),
    ("x", "X", "https://x.com/", ""),
    ("youtube", "YouTube", "https://youtube.com/@", ""),
];

/// The link to an author on a platform, made of a whole url or of a user's name as Docusaurus does.
fn social(platform: &str, value: &str, span: Span, sink: &mut Diagnostics) -> Option<SocialLink> {
    let known = PLATFORMS
        .iter()
        .find(|(key, ..)| platform.eq_ignore_ascii_case(key));
    let label = known.map_or(platform, |(_, label, ..)| label).to_owned();
    let is_url = ["http://", "https://", "mailto:"]
        .iter()
        .any(|scheme| value.starts_with(scheme));
    if is_url {
        let href = value.to_owned();
        return Some(SocialLink { label, href });
    }
    match known {
        Some((_, _, before, after)) if !value.contains('/') => {
            let href = format!("{before}{value}{after}");
            Some(SocialLink { label, href })
        }
        _ => {
            let message = format!("`{value}` is not a user of `{platform}` or a url");
            sink.error(Code::BadData, span, message)
                .help("write the user's name alone, or a whole `https://` address");
            None
        }
    }
}
