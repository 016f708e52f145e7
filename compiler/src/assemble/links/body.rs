//! Resolves the links and images of a document, and fills them into its body.

use super::assets::link_attributes;
use super::component_files::resolve_files;
use super::images::{ImageParts, ideal_image, image_parts};
use super::lenient_check::check_leniently;
use super::link::Origin;
use super::reads::LookUp;
use super::resolve::Linker;
use crate::diagnostic::Diagnostics;
use crate::document::{ComponentTag, DataValue, Document, Image, Segment};
use crate::markdown::{Placeholder, builtin_props};
use crate::source::Span;
use bindery_html::{Edits, TokenKind, decode, escape_attribute, start_tags, tokenize};
use serde_json::Value;
use std::collections::BTreeSet;

/// The attributes of a document's links and images, in order.
#[derive(Debug, Default)]
pub(crate) struct Attributes {
    links: Vec<String>,
    images: Vec<ImageParts>,
}

/// Properties of component tags, and keys of data in them, whose values are links.
const LINK_PROPS: [&str; 6] = ["href", "link", "permalink", "route", "to", "url"];

impl Attributes {
    fn image(&self, at: usize) -> ImageParts {
        self.images.get(at).cloned().unwrap_or_default()
    }
}

/// Resolves every link and image of a document; those in the properties of component tags are replaced in place.
pub(crate) fn resolve_document(
    linker: &mut Linker<'_>,
    origin: &Origin<'_>,
    document: &mut Document,
    sink: &mut Diagnostics,
) -> Attributes {
    let mut attributes = Attributes::default();
    let is_imported = linker.context.config.is_imported;
    let mut in_components = BTreeSet::new();
    if is_imported {
        collect_links(&document.body, false, &mut in_components);
    }
    for (at, link) in document.links.iter().enumerate() {
        let is_lenient = is_imported && link.is_html || in_components.contains(&at);
        let origin = origin.in_file(linker.context.tree, link.span);
        let text = check_leniently(is_lenient, sink, |sink| {
            link_attributes(linker, &origin, link, sink)
        });
        attributes.links.push(text);
    }
    for image in &document.images {
        let is_lenient = linker.context.config.is_imported && image.is_html;
        let origin = origin.in_file(linker.context.tree, image.span);
        let parts = check_leniently(is_lenient, sink, |sink| {
            image_parts(linker, &origin, image, sink)
        });
        attributes.images.push(parts);
    }
    resolve_tags(linker, origin, &mut document.body, sink);
    attributes
}

/// Collects the links inside tags of the site's components. Docusaurus checks those that the component shows at build.
fn collect_links(segments: &[Segment], is_inside: bool, found: &mut BTreeSet<usize>) {
    for segment in segments {
        match segment {
            Segment::LinkAttrs(link) if is_inside => drop(found.insert(*link)),
            Segment::Component(tag) => {
                collect_links(&tag.children, is_inside || !is_builtin(tag), found);
            }
            _ => {}
        }
    }
}

fn is_builtin(tag: &ComponentTag) -> bool {
    builtin_props(&tag.name).is_some()
}

fn resolve_tags(
    linker: &mut Linker<'_>,
    origin: &Origin<'_>,
    segments: &mut [Segment],
    sink: &mut Diagnostics,
) {
    for segment in segments {
        if let Segment::Component(tag) = segment {
            let is_ideal = tag.name == "IdealImage";
            let origin = &origin.in_file(linker.context.tree, tag.span);
            resolve_element(linker, origin, tag, sink);
            resolve_files(linker, origin, tag, sink);
            let resolved = if tag.name == "a" { "href" } else { "" };
            // What a component of the site does with a property is not known.
            let is_lenient = linker.context.config.is_imported && !is_builtin(tag);
            for (key, data) in tag.props.iter_mut().filter(|(key, _)| *key != resolved) {
                let place = PropPlace {
                    origin,
                    span: tag.span,
                };
                let ideal = (is_ideal && key == "img").then(|| ideal(linker, data.value()));
                let value = &*data;
                let changed = check_leniently(is_lenient, sink, |sink| {
                    let mut resolve = |linker: &mut Linker<'_>| {
                        resolve_prop(linker, place, key, value.value(), sink)
                    };
                    ideal.flatten().or_else(|| match value {
                        DataValue::Shared(shared) if !LINK_PROPS.contains(&key.as_str()) => {
                            linker.resolve_data(origin, shared, resolve)
                        }
                        _ => resolve(linker),
                    })
                });
                if let Some(changed) = changed {
                    *data = changed.into();
                }
            }
            resolve_tags(linker, origin, &mut tag.children, sink);
        }
    }
}

/// Resolves the link or the image of a component that stands for Markdown's own element.
fn resolve_element(
    linker: &mut Linker<'_>,
    origin: &Origin<'_>,
    tag: &mut ComponentTag,
    sink: &mut Diagnostics,
) {
    let text = |key: &str| tag.text(key).unwrap_or_default().to_owned();
    if tag.name == "a" {
        let url = linker.resolve(origin, &text("href"), tag.span, sink).url;
        tag.props.insert("href".to_owned(), url.into());
    } else if tag.name == "img" {
        let image = Image {
            source: text("src"),
            alt: text("alt"),
            title: text("title"),
            span: tag.span,
            is_html: false,
        };
        let parts = image_parts(linker, origin, &image, sink);
        let has_size = ["height", "width"]
            .iter()
            .any(|key| tag.props.contains_key(*key));
        let html = format!("<img{}>", parts.attributes);
        let attributes = start_tags(&html).flat_map(|tag| tag.attributes);
        for attribute in attributes.filter(|one| !has_size || !is_size(one.name)) {
            let value = decode(attribute.value);
            tag.props.insert(attribute.name.to_owned(), value.into());
        }
    }
}

fn is_size(name: &str) -> bool {
    matches!(name, "height" | "width")
}

/// The place of a property of a component tag.
#[derive(Clone, Copy)]
struct PropPlace<'p> {
    /// The page.
    origin: &'p Origin<'p>,
    /// The tag.
    span: Span,
}

/// The size and the copies of the image that a property names.
fn ideal(linker: &mut Linker<'_>, value: &Value) -> Option<Value> {
    let Some(Placeholder::Asset(path)) = Placeholder::from_value(value) else {
        return None;
    };
    linker.recorder.add(LookUp::Path(path));
    let file = linker.context.tree.find(path)?.id;
    ideal_image(linker, file)
}

/// A property with its links resolved; `None` when nothing changes, so that shared data stays shared.
fn resolve_prop(
    linker: &mut Linker<'_>,
    place: PropPlace<'_>,
    key: &str,
    value: &Value,
    sink: &mut Diagnostics,
) -> Option<Value> {
    if let Some(Placeholder::Asset(path)) = Placeholder::from_value(value) {
        linker.recorder.add(LookUp::Path(path));
        let file = linker.context.tree.find(path).map(|file| file.id);
        let served = file.and_then(|file| linker.serve(file));
        return Some(served.map_or(Value::Null, |route| Value::from(route.to_string())));
    }
    match value {
        Value::String(target) if is_link(key, target) => {
            let url = linker.resolve_in_property(place.origin, target, place.span, sink);
            url.map(Value::from)
        }
        Value::Array(items) => {
            let mut own = None;
            for (at, item) in items.iter().enumerate() {
                if let Some(item) = resolve_prop(linker, place, key, item, sink) {
                    own.get_or_insert_with(|| items.clone())[at] = item;
                }
            }
            own.map(Value::Array)
        }
        Value::Object(members) => {
            let mut own = None;
            for (key, member) in members {
                if let Some(member) = resolve_prop(linker, place, key, member, sink) {
                    own.get_or_insert_with(|| members.clone())
                        .insert(key.clone(), member);
                }
            }
            own.map(Value::Object)
        }
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

fn is_link(key: &str, target: &str) -> bool {
    let mut starts = ["/", "./", "../", "#"].iter();
    starts.any(|start| target.starts_with(start)) && LINK_PROPS.contains(&key)
}

/// The segments with the attributes filled in: only HTML and components remain.
pub(crate) fn fill(
    segments: impl IntoIterator<Item = Segment>,
    attributes: &Attributes,
) -> Vec<Segment> {
    let mut filled = Vec::new();
    for segment in segments {
        match segment {
            Segment::Html(html) => push_html(&mut filled, html),
            Segment::LinkAttrs(at) => {
                push_html(
                    &mut filled,
                    attributes.links.get(at).cloned().unwrap_or_default(),
                );
            }
            Segment::ImageAttrs(at) => {
                push_html(&mut filled, attributes.image(at).attributes);
            }
            Segment::ImageStart(at) => {
                if let Some(source) = attributes.image(at).source {
                    push_html(&mut filled, format!("<picture>{source}"));
                }
            }
            Segment::ImageEnd(at) => {
                if attributes.image(at).source.is_some() {
                    push_html(&mut filled, "</picture>".to_owned());
                }
            }
            Segment::Component(mut tag) => {
                tag.children = fill(tag.children, attributes);
                filled.push(Segment::Component(tag));
            }
        }
    }
    filled
}

fn push_html(segments: &mut Vec<Segment>, html: String) {
    if let Some(Segment::Html(last)) = segments.last_mut() {
        last.push_str(&html);
    } else if !html.is_empty() {
        segments.push(Segment::Html(html));
    }
}

/// The title of a document as a heading of level 1.
pub(crate) fn title_heading(title: &str) -> String {
    format!("<h1>{}</h1>\n", escape_attribute(title))
}

/// Attributes whose values are ids.
const ID_ATTRIBUTES: [&str; 4] = ["aria-describedby", "aria-labelledby", "for", "id"];

/// A document on a page that shows several.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ListedDocument<'d> {
    /// The ids that a document above it has, too.
    pub(crate) taken: &'d BTreeSet<String>,
    /// The prefix that these get.
    pub(crate) prefix: &'d str,
    /// The path of the document's own page.
    pub(crate) route: &'d str,
}

/// Prepares filled segments for a page that shows several documents: links to anchors lead to the document's own page.
pub(crate) fn rescope(segments: &mut [Segment], document: ListedDocument<'_>) {
    for segment in segments {
        match segment {
            Segment::Html(html) => *html = rescope_html(html, document),
            Segment::Component(tag) => rescope(&mut tag.children, document),
            Segment::LinkAttrs(_)
            | Segment::ImageStart(_)
            | Segment::ImageAttrs(_)
            | Segment::ImageEnd(_) => {}
        }
    }
}

fn rescope_html(html: &str, document: ListedDocument<'_>) -> String {
    let route = escape_attribute(document.route);
    let own_id = |id: &str| match document.taken.contains(&*bindery_html::decode(id)) {
        true => format!("{}{id}", document.prefix),
        false => id.to_owned(),
    };
    let mut edits = Edits::new(html);
    for token in tokenize(html) {
        let TokenKind::StartTag(tag) = &token.kind else {
            continue;
        };
        for attribute in &tag.attributes {
            let is = |name: &&str| attribute.name.eq_ignore_ascii_case(name);
            if is(&"href") && attribute.value.starts_with('#') {
                edits.insert(attribute.value_range.start, &route);
            } else if ID_ATTRIBUTES.iter().any(is) {
                let ids = attribute.value.split_ascii_whitespace();
                let ids: Vec<String> = ids.map(own_id).collect();
                edits.replace(attribute.value_range.clone(), &ids.join(" "));
            }
        }
    }
    edits.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assemble::tests::assemble_with;
    use crate::diagnostic::Code;

    #[test]
    fn links_in_properties_of_a_sites_components_fail_no_build_of_docusaurus() {
        let is_lenient = |shape: &str| {
            let config = format!("title = \"x\"\nurl = \"https://x.org\"\n{shape}");
            let files = [("docs/a.md", "# A\n<X href=\"/none\"/>\n")];
            let outcome = assemble_with(&config, &files);
            let mut problems = outcome.list.iter();
            let found = problems.find(|one| one.code == Code::BrokenLink);
            found.map(|one| one.is_lenient)
        };
        assert_eq!(is_lenient(""), Some(false));
        assert_eq!(is_lenient("shape = \"docusaurus\"\n"), Some(true));
    }

    #[test]
    fn anchors_of_a_listed_post_lead_to_the_post() {
        for (html, expected) in [
            (
                "<h2 id=\"x\">X<a href=\"#x\"></a></h2>",
                "<h2 id=\"p1-x\">X<a href=\"/blog/a#x\"></a></h2>",
            ),
            (
                "<div aria-labelledby=\"a b\" data-id=\"c\">",
                "<div aria-labelledby=\"p1-a p1-b\" data-id=\"c\">",
            ),
            (
                "<label\nfor='a'> id=\"b\"</label><i id>",
                "<label\nfor='p1-a'> id=\"b\"</label><i id>",
            ),
            ("<h2 id=\"only\">", "<h2 id=\"only\">"),
        ] {
            let taken = ["x", "a", "b"].map(str::to_owned).into();
            let document = ListedDocument {
                taken: &taken,
                prefix: "p1-",
                route: "/blog/a",
            };
            assert_eq!(rescope_html(html, document), expected);
        }
    }
}
