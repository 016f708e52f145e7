//! Elements that a site adds to the head of every page: `[[metadata]]` and `[[head_tags]]`.
//!
//! The Content-Security-Policy allows no scripts and styles in the document, and loads only the site's own files. What
//! it would refuse is reported as an error.

use crate::config::values::FIELD_CODES;
use crate::diagnostic::{Code, Diagnostics};
use crate::value::{Fields, Node, NodeValue};
use bindery_html::is_event_handler;

/// `[[metadata]]`: `name` or `property`, and `content`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetaTag {
    /// `name`, `property` or `http-equiv`: the attribute that holds the key.
    pub attribute: &'static str,
    /// The key: `twitter:site`.
    pub key: String,
    /// `content`.
    pub content: String,
}

/// `[[head_tags]]`: `tag_name` (`meta` or `link`) and `attributes`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadTag {
    /// `meta` or `link`.
    pub name: &'static str,
    /// In their order; `None` for `true`, which has no value in HTML.
    pub attributes: Vec<(String, Option<String>)>,
}

/// The elements that may be added to the head. The Content-Security-Policy refuses scripts and styles of a site's own.
const HEAD_TAGS: [&str; 2] = ["meta", "link"];

/// Relations of links that make a browser load the target.
const LOADING_RELATIONS: [&str; 8] = [
    "stylesheet",
    "icon",
    "apple-touch-icon",
    "mask-icon",
    "manifest",
    "preload",
    "modulepreload",
    "prefetch",
];

/// Reads an entry of `[[metadata]]`.
pub(super) fn read_meta_tag(node: &Node, sink: &mut Diagnostics) -> Option<MetaTag> {
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    let name = fields.string("name").map(|key| ("name", key));
    let property = fields.string("property").map(|key| ("property", key));
    let content = fields.string("content");
    let key = name.or(property);
    if key.is_none() || content.is_none() {
        let message = "an entry of `metadata` needs a `name` or `property`, and `content`";
        fields.sink.error(Code::BadConfig, node.span, message);
    }
    fields.finish();
    let (attribute, key) = key?;
    Some(MetaTag {
        attribute,
        key,
        content: content?,
    })
}

/// Reads an entry of `[[head_tags]]`.
pub(super) fn read_head_tag(node: &Node, sink: &mut Diagnostics) -> Option<HeadTag> {
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    let name = fields.enum_value("tag_name", &HEAD_TAGS);
    let mut tag = HeadTag {
        name: name.unwrap_or("meta"),
        attributes: Vec::new(),
    };
    let attributes = fields.node("attributes");
    if fields.node("tag_name").is_none() || attributes.is_none() {
        let message = "an entry of `head_tags` needs a `tag_name` and `attributes`";
        fields
            .sink
            .error(Code::BadConfig, node.span, message)
            .help("`tag_name` is `meta` or `link`: the content security policy refuses scripts and styles of a site's own");
    }
    fields.finish();
    for entry in attributes?.entries() {
        let value = match &entry.node.value {
            NodeValue::String(text) => Some(text.clone()),
            NodeValue::Integer(number) => Some(number.to_string()),
            NodeValue::Bool(true) => None,
            NodeValue::Bool(false) | NodeValue::Null => continue,
            _ => {
                Fields::new(node, FIELD_CODES, sink).report_mismatch(&entry.node, "a string");
                continue;
            }
        };
        if let Some(reason) = refused(&entry.key, value.as_deref()) {
            sink.error(Code::BadConfig, entry.key_span, reason)
                .help("remove it: the content security policy refuses it");
            return None;
        }
        tag.attributes.push((entry.key.clone(), value));
    }
    if let Some(rel) = loads_from_elsewhere(&tag) {
        let message = format!("`rel=\"{rel}\"` loads something from another host");
        sink.error(Code::BadConfig, node.span, message).help(
            "put the file under `static/`: the content security policy allows only the site's own",
        );
        return None;
    }
    name.map(|_| tag)
}

/// The relation by which a browser would load something from another host, which the policy refuses.
fn loads_from_elsewhere(tag: &HeadTag) -> Option<&str> {
    let get = |wanted: &str| {
        let mut list = tag.attributes.iter();
        let (_, value) = list.find(|(name, _)| name.eq_ignore_ascii_case(wanted))?;
        value.as_deref()
    };
    let href = get("href")?.trim();
    let is_own = !href.starts_with("//") && !href.contains("://");
    let mut relations = get("rel")?.split_ascii_whitespace();
    relations.find(|rel| {
        !is_own
            && LOADING_RELATIONS
                .iter()
                .any(|own| own.eq_ignore_ascii_case(rel))
    })
}

/// The reason why an attribute is not allowed in the head.
fn refused(name: &str, value: Option<&str>) -> Option<String> {
    let lower = name.to_ascii_lowercase();
    let is_name = lower
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b':');
    if !is_name || lower.is_empty() {
        return Some(format!("`{name}` is not the name of an attribute"));
    }
    if lower == "style" || is_event_handler(&lower) {
        return Some(format!("the attribute `{name}` is not allowed"));
    }
    let value = value.unwrap_or_default().trim().to_ascii_lowercase();
    if value.starts_with("javascript:") || value.starts_with("data:") {
        return Some(format!("`{name}` may not hold a script or data"));
    }
    if lower == "http-equiv" && (value == "refresh" || value.starts_with("content-security")) {
        return Some(format!("`{name}` may not be `{value}`"));
    }
    None
}
