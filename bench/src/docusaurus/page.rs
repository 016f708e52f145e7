//! The parts of a document that are compared: its title, the ids of its headings, its navigation, its links and its words.

mod bindery;
mod reference;

pub(super) use self::bindery::read_bindery;
pub(super) use self::reference::read_reference;

use super::text::{self, Words};
use bindery_html::decode;
use bindery_html::tree::{Element, Node};

/// A link of the navigation: its label and its target.
pub(super) type NavLink = (String, String);

/// One document.
#[derive(Debug, Default)]
pub(super) struct Page {
    pub(super) title: String,
    /// Ids of the headings in the table of contents.
    pub(super) toc: Vec<String>,
    pub(super) sidebar: Vec<NavLink>,
    pub(super) breadcrumbs: Vec<String>,
    pub(super) previous: Option<NavLink>,
    pub(super) next: Option<NavLink>,
    /// What its Markdown became; none on a page without Markdown.
    pub(super) article: Option<Content>,
    /// Everything between the navbar and the footer.
    pub(super) main: Content,
    /// The targets of all links of the document, for a crawl.
    pub(super) all_links: Vec<String>,
    /// Why the other side's page is another one by design.
    pub(super) expected: Option<&'static str>,
}

/// The content of a document, or of a part of it.
#[derive(Debug, Default)]
pub(super) struct Content {
    /// Ids of the headings from the second level on.
    pub(super) ids: Vec<String>,
    pub(super) links: Vec<String>,
    pub(super) words: Words,
}

impl Content {
    fn of(elements: &[&Element<'_>]) -> Content {
        let mut content = Content::default();
        for element in elements {
            content.collect(&element.children);
            text::push_words(&element.children, &mut content.words);
        }
        content
    }

    /// A link right after one to the same target is its image or its name, and one of them is enough.
    fn push_link(&mut self, target: String) {
        if self.links.last() != Some(&target) {
            self.links.push(target);
        }
    }

    fn collect(&mut self, nodes: &[Node<'_>]) {
        for element in nodes.iter().filter_map(as_element) {
            if text::is_skipped(element) {
                continue;
            }
            if matches!(element.name.as_ref(), "h2" | "h3" | "h4" | "h5" | "h6")
                && let Some(id) = element.get("id")
            {
                self.ids.push(id.into_owned());
            }
            if element.name == "a"
                && let Some(href) = element.get("href")
            {
                self.push_link(target(&href));
            }
            self.collect(&element.children);
        }
    }
}

fn as_element<'n, 'h>(node: &'n Node<'h>) -> Option<&'n Element<'h>> {
    match node {
        Node::Element(element) => Some(element),
        Node::Text(_) => None,
    }
}

/// The outermost elements that `is_wanted` accepts, in document order.
fn outermost<'n, 'h>(
    nodes: &'n [Node<'h>],
    is_wanted: &dyn Fn(&Element<'h>) -> bool,
) -> Vec<&'n Element<'h>> {
    let mut found = Vec::new();
    for element in nodes.iter().filter_map(as_element) {
        if is_wanted(element) {
            found.push(element);
        } else {
            found.extend(outermost(&element.children, is_wanted));
        }
    }
    found
}

fn with_class<'n, 'h>(nodes: &'n [Node<'h>], class: &str) -> Vec<&'n Element<'h>> {
    outermost(nodes, &|element| element.has_class(class))
}

/// The text of an element as readers see it, with single spaces.
fn visible_text(element: &Element<'_>) -> String {
    let mut text = String::new();
    push_visible(&element.children, &mut text);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn push_visible(nodes: &[Node<'_>], out: &mut String) {
    for node in nodes {
        match node {
            Node::Text(text) => out.push_str(&text.replace('\u{200b}', "")),
            Node::Element(element) if text::is_skipped(element) => {}
            Node::Element(element) => push_visible(&element.children, out),
        }
    }
}

/// The links below some elements, with their labels.
fn nav_links(elements: &[&Element<'_>]) -> Vec<NavLink> {
    let mut links = Vec::new();
    for element in elements {
        for link in outermost(&element.children, &|element| element.name == "a") {
            let href = link.get("href").unwrap_or_default();
            links.push((visible_text(link), target(&href)));
        }
    }
    links
}

fn document_title(nodes: &[Node<'_>]) -> String {
    let title = outermost(nodes, &|element| element.name == "title");
    title.first().map(|title| title.text()).unwrap_or_default()
}

/// The ids that a table of contents names.
fn toc_ids(elements: &[&Element<'_>]) -> Vec<String> {
    let links = nav_links(elements).into_iter();
    let ids = links.filter_map(|(_, href)| Some(href.strip_prefix('#')?.to_owned()));
    ids.collect()
}

fn all_links(nodes: &[Node<'_>]) -> Vec<String> {
    let links = outermost(nodes, &|element| element.name == "a");
    let targets = links
        .iter()
        .filter_map(|link| Some(target(&link.get("href")?)));
    targets.collect()
}

/// A link's target as both sides write it: decoded, without a final slash, and without the hash in an asset's name.
pub(super) fn target(href: &str) -> String {
    let href = percent_decoded(&decode(href));
    let at = href.find(['#', '?']).unwrap_or(href.len());
    let (path, rest) = href.split_at(at);
    let path = match path.strip_suffix('/') {
        Some("") if rest.is_empty() => "/",
        Some(shorter) => shorter,
        None => path,
    };
    match path.rsplit_once('/') {
        // Docusaurus copies each linked file; ours are served from where they are.
        Some((folder, name)) if folder.contains("/assets") || is_file(path) => {
            format!("file {}{rest}", without_hash(name))
        }
        _ => format!("{path}{rest}"),
    }
}

/// Whether a path of the site names a file that is no document.
fn is_file(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    let is_short = |extension: &str| (2..=5).contains(&extension.len());
    // `/patch-1.5b` is a document.
    let is_name =
        |extension: &str| extension == "7z" || extension.as_bytes()[0].is_ascii_alphabetic();
    path.starts_with('/')
        && extension.is_some_and(|own| is_short(own) && is_name(own))
        && !matches!(extension, Some("html" | "md" | "mdx"))
}

/// `guide-0a1b2c3d.pdf` → `guide.pdf`.
fn without_hash(name: &str) -> String {
    let Some((stem, extension)) = name.rsplit_once('.') else {
        return name.to_owned();
    };
    match stem.rsplit_once('-') {
        Some((own, hash)) if hash.len() >= 8 => format!("{own}.{extension}"),
        _ => name.to_owned(),
    }
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        let escaped = tail.get(..2).filter(|_| byte == b'%');
        let escaped = escaped.and_then(|digits| std::str::from_utf8(digits).ok());
        match escaped.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(decoded) => {
                bytes.push(decoded);
                rest = &tail[2..];
            }
            None => {
                bytes.push(byte);
                rest = tail;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// Where a document redirects by `<meta http-equiv="refresh">`.
pub(super) fn refresh_target(html: &str) -> Option<String> {
    let head = html.get(..2048).unwrap_or(html);
    let mut tags = bindery_html::start_tags(head);
    let refresh = tags.find(|tag| {
        tag.is("meta")
            && tag
                .value("http-equiv")
                .is_some_and(|value| value.eq_ignore_ascii_case("refresh"))
    })?;
    let content = refresh.value("content")?;
    let (_, url) = content.split_once("url=")?;
    Some(target(url.trim_matches(['\'', '"'])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_compared_decoded_and_without_final_slash() {
        assert_eq!(target("/docs/a%20b/?x=1#y"), "/docs/a b?x=1#y");
        assert_eq!(target("/"), "/");
        assert_eq!(target("#top"), "#top");
        assert_eq!(
            target("/assets/files/guide-0a1b2c3d4e.pdf"),
            target("/guides/guide.pdf")
        );
        assert_ne!(target("/docs/v1.2"), target("/docs/old/v1.2"));
        assert_eq!(target("/notes/patch-1.5b"), "/notes/patch-1.5b");
    }

    #[test]
    fn a_linked_picture_beside_its_linked_name_is_one_link() {
        let nodes = bindery_html::tree::parse(
            r#"<div><a href="/a"><img src="a.png"></a><a href="/a">A</a> <a href="/b">B</a> <a href="/a">A</a></div>"#,
        );
        let elements: Vec<_> = nodes.iter().filter_map(as_element).collect();
        assert_eq!(Content::of(&elements).links, ["/a", "/b", "/a"]);
    }

    #[test]
    fn a_redirect_page_names_its_target() {
        let html = r#"<!doctype html><meta http-equiv="refresh" content="0; url=/new/">"#;
        assert_eq!(refresh_target(html).as_deref(), Some("/new"));
        assert_eq!(refresh_target("<title>A page</title>"), None);
    }
}
