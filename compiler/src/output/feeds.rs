//! The blog's feeds, with the full text of the posts: RSS 2.0, Atom (RFC 4287) and JSON Feed 1.1.
//!
//! In: a [`Feed`] and the rendered articles of its posts. Out: the files' text. The feed's date is that of its newest post,
//! not that of the build, so that the same posts give the same bytes. Articles lose the parts that only work in the
//! interface, and all their urls become absolute.

mod article;

use self::article::clean_article;
use super::GeneratedFile;
use super::OutputContext;
use crate::config::FeedKind;
use crate::model::{Feed, FeedAuthor, FeedPost, Page, RoutePath};
use crate::render::RenderedPage;
use crate::timestamp::Timestamp;
use bindery_html::escape_attribute;
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// A post with its article for feed readers.
struct Item<'f> {
    post: &'f FeedPost,
    url: String,
    html: String,
}

/// Writes the files of one feed.
struct Writer<'f> {
    site_url: &'f str,
    feed: &'f Feed,
    items: Vec<Item<'f>>,
    updated: Timestamp,
}

/// The media type of a feed, as its `link` element names it.
#[must_use]
pub fn media_type(kind: FeedKind) -> &'static str {
    match kind {
        FeedKind::Rss => "application/rss+xml",
        FeedKind::Atom => "application/atom+xml",
        FeedKind::Json => "application/feed+json",
    }
}

/// The title of links to a feed: `My library RSS Feed`.
#[must_use]
pub fn link_title(feed: &Feed, kind: FeedKind) -> String {
    let name = match kind {
        FeedKind::Rss => "RSS",
        FeedKind::Atom => "Atom",
        FeedKind::Json => "JSON",
    };
    format!("{} {name} Feed", feed.link_title)
}

/// The files of all feeds.
pub(super) fn feeds(context: &OutputContext<'_>) -> Vec<GeneratedFile> {
    let site = context.site;
    let mut files = Vec::new();
    for feed in &site.feeds {
        let articles = feed.posts.iter().map(|post| {
            let at = site
                .pages
                .binary_search_by(|page: &Page| page.route.cmp(&post.page));
            at.ok().and_then(|at| context.rendered.get(at))
        });
        let Some(writer) = Writer::new(&site.url, feed, articles) else {
            continue;
        };
        files.extend(feed.files.iter().map(|(kind, path)| GeneratedFile {
            path: path.clone(),
            media_type: format!("{}; charset=utf-8", media_type(*kind)),
            body: writer.write(*kind, path).into_bytes(),
        }));
    }
    files
}

impl<'f> Writer<'f> {
    /// A writer of a feed, given the rendered HTML of its posts; none of a feed without posts.
    fn new<'d>(
        site_url: &'f str,
        feed: &'f Feed,
        rendered: impl Iterator<Item = Option<&'d RenderedPage>>,
    ) -> Option<Self> {
        let posts = feed.posts.iter().zip(rendered);
        let items = posts.map(|(post, rendered)| {
            let url = format!("{site_url}{}", post.page);
            let article = rendered.and_then(|rendered| rendered.slots.first());
            let html = article.map_or_else(String::new, |html| clean_article(html, site_url, &url));
            Item { post, url, html }
        });
        Some(Writer {
            site_url,
            feed,
            items: items.collect(),
            updated: feed.posts.iter().map(|post| post.date).max()?,
        })
    }

    fn write(&self, kind: FeedKind, path: &RoutePath) -> String {
        let own = format!("{}{path}", self.site_url);
        match kind {
            FeedKind::Rss => self.rss(&own),
            FeedKind::Atom => self.atom(&own),
            FeedKind::Json => self.json(&own),
        }
    }

    fn home(&self) -> String {
        format!("{}{}", self.site_url, self.feed.home)
    }

    /// A path of the site or a url.
    fn absolute(&self, url: &str) -> String {
        if url.starts_with('/') && !url.starts_with("//") {
            format!("{}{url}", self.site_url)
        } else {
            url.to_owned()
        }
    }

    fn rss(&self, own: &str) -> String {
        let feed = self.feed;
        let mut out = String::from(
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<rss version=\"2.0\" \
             xmlns:atom=\"http://www.w3.org/2005/Atom\" xmlns:content=\"http://purl.org/rss/1.0/modules/content/\" \
             xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n<channel>\n",
        );
        element(&mut out, "title", &feed.title);
        element(&mut out, "link", &self.home());
        element(&mut out, "description", &feed.description);
        element(&mut out, "language", &feed.language);
        if let Some(copyright) = &feed.copyright {
            element(&mut out, "copyright", copyright);
        }
        element(&mut out, "lastBuildDate", &self.updated.rfc822());
        element(
            &mut out,
            "docs",
            "https://www.rssboard.org/rss-specification",
        );
        element(&mut out, "generator", GENERATOR);
        let _ = writeln!(
            out,
            "<atom:link href=\"{}\" rel=\"self\" type=\"application/rss+xml\"/>",
            xml(own)
        );
        for item in &self.items {
            self.rss_item(item, &mut out);
        }
        out.push_str("</channel>\n</rss>\n");
        out
    }

    fn rss_item(&self, item: &Item<'_>, out: &mut String) {
        let post = item.post;
        out.push_str("<item>\n");
        element(out, "title", &post.title);
        element(out, "link", &item.url);
        element(out, "guid", &item.url);
        element(out, "pubDate", &post.date.rfc822());
        if let Some(description) = &post.description {
            element(out, "description", description);
        }
        for FeedAuthor { name, email, .. } in &post.authors {
            // RSS wants an address in `author`; names alone go into Dublin Core's element.
            match email {
                Some(email) => element(out, "author", &format!("{email} ({name})")),
                None => element(out, "dc:creator", name),
            }
        }
        for tag in &post.tags {
            element(out, "category", tag);
        }
        if !item.html.is_empty() {
            element(out, "content:encoded", &item.html);
        }
        out.push_str("</item>\n");
    }

    fn atom(&self, own: &str) -> String {
        let feed = self.feed;
        let mut out = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
        let _ = writeln!(
            out,
            "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{}\">",
            xml(&feed.language)
        );
        element(&mut out, "id", &self.home());
        element(&mut out, "title", &feed.title);
        element(&mut out, "updated", &self.updated.rfc3339());
        element(&mut out, "generator", GENERATOR);
        link(&mut out, &self.home(), "alternate", "text/html");
        link(&mut out, own, "self", "application/atom+xml");
        element(&mut out, "subtitle", &feed.description);
        if let Some(copyright) = &feed.copyright {
            element(&mut out, "rights", copyright);
        }
        // RFC 4287, section 4.1.1: an entry without an author takes the feed's.
        out.push_str("<author>\n");
        element(&mut out, "name", &feed.link_title);
        out.push_str("</author>\n");
        for item in &self.items {
            self.atom_entry(item, &mut out);
        }
        out.push_str("</feed>\n");
        out
    }

    fn atom_entry(&self, item: &Item<'_>, out: &mut String) {
        let post = item.post;
        out.push_str("<entry>\n");
        element(out, "id", &item.url);
        element(out, "title", &post.title);
        link(out, &item.url, "alternate", "text/html");
        element(out, "updated", &post.date.rfc3339());
        element(out, "published", &post.date.rfc3339());
        for FeedAuthor { name, url, email } in &post.authors {
            out.push_str("<author>\n");
            element(out, "name", name);
            if let Some(url) = url {
                element(out, "uri", &self.absolute(url));
            }
            if let Some(email) = email {
                element(out, "email", email);
            }
            out.push_str("</author>\n");
        }
        for tag in &post.tags {
            let _ = writeln!(out, "<category term=\"{0}\" label=\"{0}\"/>", xml(tag));
        }
        if let Some(description) = &post.description {
            element(out, "summary", description);
        }
        let _ = writeln!(out, "<content type=\"html\">{}</content>", xml(&item.html));
        out.push_str("</entry>\n");
    }

    fn json(&self, own: &str) -> String {
        let feed = self.feed;
        let items: Vec<Value> = self.items.iter().map(|item| self.json_item(item)).collect();
        let feed = json!({
            "version": "https://jsonfeed.org/version/1.1",
            "title": feed.title,
            "home_page_url": self.home(),
            "feed_url": own,
            "description": feed.description,
            "language": feed.language,
            "items": items,
        });
        format!("{feed:#}\n")
    }

    fn json_item(&self, item: &Item<'_>) -> Value {
        let post = item.post;
        let mut value = Map::new();
        let mut put = |key: &str, entry: Value| value.insert(key.to_owned(), entry);
        put("id", item.url.as_str().into());
        put("url", item.url.as_str().into());
        put("title", post.title.as_str().into());
        if let Some(description) = &post.description {
            put("summary", description.as_str().into());
        }
        put("content_html", item.html.as_str().into());
        put("date_published", post.date.rfc3339().into());
        if !post.authors.is_empty() {
            let authors = post
                .authors
                .iter()
                .map(|FeedAuthor { name, url, .. }| match url {
                    Some(url) => json!({"name": name, "url": self.absolute(url)}),
                    None => json!({ "name": name }),
                });
            put("authors", authors.collect());
        }
        if !post.tags.is_empty() {
            put("tags", json!(post.tags));
        }
        Value::Object(value)
    }
}

const GENERATOR: &str = "Bindery";

fn element(out: &mut String, name: &str, text: &str) {
    let _ = writeln!(out, "<{name}>{}</{name}>", xml(text));
}

fn link(out: &mut String, href: &str, rel: &str, media_type: &str) {
    let href = xml(href);
    let _ = writeln!(
        out,
        "<link rel=\"{rel}\" type=\"{media_type}\" href=\"{href}\"/>"
    );
}

/// Escapes text for XML 1.0, attributes included, without the characters that XML does not allow.
fn xml(text: &str) -> String {
    let is_allowed = |character: &char| {
        let is_control = *character < ' ' && !matches!(character, '\t' | '\n' | '\r');
        !is_control && !matches!(character, '\u{fffe}' | '\u{ffff}')
    };
    let allowed: String = text.chars().filter(is_allowed).collect();
    escape_attribute(&allowed)
}

#[cfg(test)]
mod tests;
