//! Elements that a site adds to the head of every page: `[[metadata]]`, `[[head_tags]]`, `[[scripts]]` and
//! `[[stylesheets]]`.
//!
//! The Content-Security-Policy allows no scripts and styles in the document, and loads only the site's own files and those
//! of the hosts that `[[scripts]]` and `[[stylesheets]]` name. What it would refuse is reported as an error.

use super::headers::is_origin;
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

/// `[[head_tags]]`: `tag_name` (`meta`, `link`, or `script` for data), `attributes` and `inner_html`; or an entry of
/// `[[scripts]]` or `[[stylesheets]]`: an address, or a table of attributes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeadTag {
    /// `meta`, `link` or `script`.
    pub name: &'static str,
    /// The content of a script of data.
    pub content: Option<String>,
    /// In their order; `None` for `true`, which has no value in HTML.
    pub attributes: Vec<(String, Option<String>)>,
}

/// The elements that may be added to the head. The Content-Security-Policy refuses inline scripts and styles of a site's
/// own, but not data.
const HEAD_TAGS: [&str; 3] = ["meta", "link", "script"];

/// The type of a script that browsers do not run.
const DATA_TYPE: &str = "application/ld+json";

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
        fields
            .sink
            .error(Code::BadConfig, node.span, message)
            .help("write, say, `{ name = \"keywords\", content = \"music\" }`");
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
        content: fields.string("inner_html"),
        attributes: Vec::new(),
    };
    let attributes = fields.node("attributes");
    if fields.node("tag_name").is_none() || attributes.is_none() {
        let message = "an entry of `head_tags` needs a `tag_name` and `attributes`";
        fields
            .sink
            .error(Code::BadConfig, node.span, message)
            .help("`tag_name` is `meta`, `link`, or `script` for data");
    }
    fields.finish();
    tag.attributes = read_attributes(attributes?, sink)?;
    let has_type = |(name, value): &(String, Option<String>)| {
        name == "type" && value.as_deref() == Some(DATA_TYPE)
    };
    let is_data = tag.name == "script" && tag.attributes.iter().any(has_type);
    if (tag.name == "script" || tag.content.is_some()) && !is_data {
        let message = format!("an element with content must be a script of the type `{DATA_TYPE}`");
        sink.error(Code::BadConfig, node.span, message)
            .help("put the script into `static/`, and its path into `[[scripts]]`");
        return None;
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

/// Reads an entry of `[[scripts]]`.
pub(super) fn read_script(node: &Node, sink: &mut Diagnostics) -> Option<HeadTag> {
    read_resource(node, "script", "src", sink)
}

/// Reads an entry of `[[stylesheets]]`.
pub(super) fn read_style_sheet(node: &Node, sink: &mut Diagnostics) -> Option<HeadTag> {
    let mut tag = read_resource(node, "link", "href", sink)?;
    if !tag.attributes.iter().any(|(name, _)| name == "rel") {
        let rel = ("rel".to_owned(), Some("stylesheet".to_owned()));
        tag.attributes.insert(0, rel);
    }
    Some(tag)
}

/// Reads an address, or a table of attributes with an address under `key`.
fn read_resource(
    node: &Node,
    name: &'static str,
    key: &'static str,
    sink: &mut Diagnostics,
) -> Option<HeadTag> {
    let attributes = match &node.value {
        NodeValue::String(address) => vec![(key.to_owned(), Some(address.clone()))],
        _ => read_attributes(node, sink)?,
    };
    let mut addresses = attributes.iter().filter(|(name, _)| name == key);
    let address = addresses.find_map(|(_, value)| value.as_deref());
    if address.is_none_or(|address| address.is_empty() || address.starts_with("http://")) {
        let message = format!("a `{name}` needs an address in `{key}`, by HTTPS or in `static/`");
        sink.error(Code::BadConfig, node.span, message)
            .help(format!("write, say, `{key} = \"/js/own.js\"`"));
        return None;
    }
    if address.is_some_and(|address| is_foreign(address) && origin(address).is_none()) {
        let message = format!("`{key}` has no host that the content security policy can name");
        sink.error(Code::BadConfig, node.span, message)
            .help("write `https://`, the host in ASCII (`xn--…`), and the path");
        return None;
    }
    Some(HeadTag {
        name,
        content: None,
        attributes,
    })
}

/// The attributes of an element; `None` if one of them is not allowed.
fn read_attributes(node: &Node, sink: &mut Diagnostics) -> Option<Vec<(String, Option<String>)>> {
    let mut attributes = Vec::new();
    for entry in node.entries() {
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
        if let Some((reason, help)) = refused(&entry.key, value.as_deref()) {
            sink.error(Code::BadConfig, entry.key_span, reason)
                .help(help);
            return None;
        }
        attributes.push((entry.key.clone(), value));
    }
    Some(attributes)
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

impl HeadTag {
    /// What the Content-Security-Policy must allow for it: `script-src https://host`.
    pub fn policy_source(&self) -> Option<String> {
        let value = |wanted: &str| {
            let mut list = self.attributes.iter();
            list.find(|(name, _)| name == wanted)?.1.as_deref()
        };
        let (directive, address) = match self.name {
            "script" => ("script-src", value("src")?),
            "link" if has_word(value("rel")?, "stylesheet") => ("style-src", value("href")?),
            _ => return None,
        };
        Some(format!("{directive} {}", origin(address)?))
    }
}

fn has_word(list: &str, word: &str) -> bool {
    let mut words = list.split_ascii_whitespace();
    words.any(|one| one.eq_ignore_ascii_case(word))
}

/// Whether a browser loads an address from another host: it has a scheme, or begins with two slashes. Browsers read `\` as
/// `/`, and leave out white space before an address and line ends within it.
fn is_foreign(address: &str) -> bool {
    let address = address.trim_start_matches(|letter: char| letter <= ' ');
    let path = address.split(['/', '?', '#']).next().unwrap_or_default();
    path.contains(':')
        || address.contains(|letter: char| letter == '\\' || letter.is_control())
        || address.starts_with("//")
}

/// `https://host` of an address on another host, if it can be a source in the Content-Security-Policy.
fn origin(address: &str) -> Option<String> {
    let start = address.get(..6).unwrap_or_default();
    let rest = match start.eq_ignore_ascii_case("https:") {
        true => &address[6..],
        false => address,
    };
    let host = rest.strip_prefix("//")?.split(['/', '?', '#']).next()?;
    let origin = format!("https://{host}");
    (is_origin(&origin) && !host.contains('*')).then_some(origin)
}

/// The reason why an attribute is not allowed in the head, and what to do.
fn refused(name: &str, value: Option<&str>) -> Option<(String, &'static str)> {
    let lower = name.to_ascii_lowercase();
    let is_name = lower
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b':');
    if !is_name || lower.is_empty() {
        let reason = format!("`{name}` is not the name of an attribute");
        return Some((reason, "use letters, digits, `-` and `:` only"));
    }
    if lower == "style" || is_event_handler(&lower) {
        let reason = format!("the attribute `{name}` is not allowed");
        return Some((
            reason,
            "put the code or the rules into a file, and its path into `[[scripts]]` or `[[stylesheets]]`",
        ));
    }
    let value = value.unwrap_or_default().trim().to_ascii_lowercase();
    if value.starts_with("javascript:") || value.starts_with("data:") {
        let reason = format!("`{name}` may not hold a `javascript:` or `data:` address");
        return Some((
            reason,
            "put the content into a file in `static/`, and write its path",
        ));
    }
    if lower == "http-equiv" && (value == "refresh" || value.starts_with("content-security")) {
        let reason = format!("`{name}` may not be `{value}`");
        let help = match value.as_str() {
            "refresh" => "remove it, and write a redirect into `[[redirects]]`",
            _ => "remove it: the server sends the policy, and `[policy]` adds hosts to it",
        };
        return Some((reason, help));
    }
    None
}
