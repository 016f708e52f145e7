//! `[[headers]]` and `[policy]`: header fields that a site adds or replaces.
//!
//! In: the tables as written. Out: names in lower case with values that are valid in a header. [`crate::pack::headers`] decides
//! to which paths they apply.

use crate::config::values::FIELD_CODES;
use crate::diagnostic::{Code, Diagnostics, did_you_mean_or};
use crate::pattern::PathPattern;
use crate::source::Span;
use crate::value::{Entry, Fields, Node, NodeValue};

/// `[[headers]]`: header fields of the paths that match.
///
/// ```toml
/// [[headers]]
/// for = ["/embed/*", "/{name}.json"]
/// set = { Referrer-Policy = "no-referrer", Cross-Origin-Opener-Policy = false }
/// policy = { frame-ancestors = ["https://app.example.org"] }
/// ```
///
/// `*` matches any characters, slashes included, and `{name}` a part of a segment. The last rule that sets a field wins;
/// policies add up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeaderRule {
    /// `for`: one pattern or several, without the base path.
    pub patterns: Vec<(PathPattern, Span)>,
    /// `set`: values by the names of fields; `false` removes a field that Bindery sends.
    pub fields: Vec<(String, Option<String>)>,
    /// `policy`: further sources that the Content-Security-Policy allows: `img-src https://…`.
    pub policy: Vec<String>,
}

/// Fields that the server computes from the body, the request or the connection.
const COMPUTED_FIELDS: [&str; 18] = [
    "accept-ranges",
    "age",
    "allow",
    "connection",
    "content-encoding",
    "content-length",
    "content-range",
    "content-type",
    "date",
    "etag",
    "keep-alive",
    "last-modified",
    "location",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "vary",
];

/// Fields with a fixed set of values.
const FIELD_VALUES: [(&str, &[&str]); 6] = [
    (
        "referrer-policy",
        &[
            "no-referrer",
            "no-referrer-when-downgrade",
            "origin",
            "origin-when-cross-origin",
            "same-origin",
            "strict-origin",
            "strict-origin-when-cross-origin",
            "unsafe-url",
        ],
    ),
    (
        "cross-origin-opener-policy",
        &[
            "same-origin",
            "same-origin-allow-popups",
            "noopener-allow-popups",
            "unsafe-none",
        ],
    ),
    (
        "cross-origin-resource-policy",
        &["same-origin", "same-site", "cross-origin"],
    ),
    (
        "cross-origin-embedder-policy",
        &["require-corp", "credentialless", "unsafe-none"],
    ),
    ("x-content-type-options", &["nosniff"]),
    ("x-frame-options", &["DENY", "SAMEORIGIN"]),
];

/// The directives that take a list of sources.
const DIRECTIVES: [&str; 22] = [
    "base-uri",
    "child-src",
    "connect-src",
    "default-src",
    "fenced-frame-src",
    "font-src",
    "form-action",
    "frame-ancestors",
    "frame-src",
    "img-src",
    "manifest-src",
    "media-src",
    "object-src",
    "report-to",
    "report-uri",
    "script-src",
    "script-src-attr",
    "script-src-elem",
    "style-src",
    "style-src-attr",
    "style-src-elem",
    "worker-src",
];

/// The directives that name where browsers send reports.
const REPORTING: [&str; 2] = ["report-to", "report-uri"];

/// The directives of sources that cannot run code, so that `data:` and `blob:` are allowed.
const PASSIVE_DIRECTIVES: [&str; 3] = ["font-src", "img-src", "media-src"];

pub(in crate::config) fn read_headers(node: &Node, sink: &mut Diagnostics) -> HeaderRule {
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    let mut rule = HeaderRule::default();
    let patterns = fields.strings("for|path");
    if patterns.is_empty() {
        let message = "`[[headers]]` needs `for`, the paths that it holds for";
        let problem = fields.sink.error(Code::BadConfig, node.span, message);
        problem.help("write `for = \"/*\"` for all of them");
    }
    for (text, span) in patterns {
        match PathPattern::parse(&text) {
            Ok(pattern) => rule.patterns.push((pattern, span)),
            Err(message) => {
                let problem = fields.sink.error(Code::BadConfig, span, message);
                problem.help("write a path such as `/guide`, `/guide/*` or `/{name}.json`");
            }
        }
    }
    for entry in fields.node("set|values").map_or(&[][..], Node::entries) {
        rule.fields.extend(read_field(entry, fields.sink));
    }
    if let Some(policy) = fields.node("policy") {
        rule.policy = read_policy(policy, fields.sink);
    }
    fields.finish();
    rule
}

/// A name and its value, or that it is taken away.
fn read_field(entry: &Entry, sink: &mut Diagnostics) -> Option<(String, Option<String>)> {
    let name = entry.key.to_ascii_lowercase();
    if !is_token(&name) {
        let message = format!("`{}` is not the name of a header field", entry.key);
        sink.error(Code::BadConfig, entry.key_span, message)
            .help("write letters, digits and hyphens, such as `Referrer-Policy`");
        return None;
    }
    if name == "content-security-policy" {
        let message =
            "the Content-Security-Policy is generated from the pages and cannot be replaced";
        sink.error(Code::BadConfig, entry.key_span, message)
            .help("add to it: `policy = { img-src = [\"https://images.example.org\"] }`");
        return None;
    }
    if COMPUTED_FIELDS.contains(&name.as_str()) {
        let message = format!("`{}` depends on the body of the response", entry.key);
        sink.error(Code::BadConfig, entry.key_span, message)
            .help("leave it out; the server knows it");
        return None;
    }
    let value = match &entry.node.value {
        NodeValue::Bool(false) => None,
        NodeValue::String(text) => Some(text.as_str()),
        _ => {
            let message = format!("expected a string or `false`, found {}", entry.node.kind());
            sink.error(Code::BadConfig, entry.node.span, message)
                .help("`false` removes the field");
            return None;
        }
    };
    let Some(value) = value.filter(|value| !value.is_empty()) else {
        return Some((name, None));
    };
    match wrong_value(&name, value) {
        None => Some((name, Some(value.to_owned()))),
        Some((message, help)) => {
            let problem = sink.error(Code::BadConfig, entry.node.span, message);
            problem.help(help);
            None
        }
    }
}

/// The message and the help about a value that is wrong.
fn wrong_value(name: &str, value: &str) -> Option<(String, String)> {
    let is_visible = |byte: u8| byte == b' ' || byte.is_ascii_graphic();
    if !value.bytes().all(is_visible) || value.trim() != value {
        let message = format!("this is not allowed in the header field `{name}`");
        let help = "write visible ASCII characters, without spaces at the ends";
        return Some((message, help.to_owned()));
    }
    if let Some((_, words)) = FIELD_VALUES.iter().find(|(known, _)| *known == name) {
        let is_one = words.iter().any(|word| word.eq_ignore_ascii_case(value));
        let message = format!("`{name}` has no value `{value}`");
        let list = format!("one of `{}`", words.join("`, `"));
        let help = did_you_mean_or(value, words.iter().copied(), &list);
        return (!is_one).then_some((message, help));
    }
    if name == "cache-control" {
        let mut directives = value.split(',').map(str::trim);
        let wrong = directives.find(|directive| !is_cache_directive(directive))?;
        let message = format!("`{wrong}` is not a directive of `cache-control`");
        return Some((message, "write, say, `public, max-age=600`".to_owned()));
    }
    None
}

fn is_cache_directive(directive: &str) -> bool {
    let (name, value) = match directive.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (directive, None),
    };
    let is_number =
        |value: &str| !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    match name {
        "max-age" | "s-maxage" | "stale-while-revalidate" | "stale-if-error" => {
            value.is_some_and(is_number)
        }
        "public" | "no-store" | "no-transform" | "must-revalidate" | "proxy-revalidate"
        | "must-understand" | "immutable" => value.is_none(),
        // Extensions.
        _ => is_token(name),
    }
}

/// `img-src = ["https://…"]`: a line for each directive.
pub(in crate::config) fn read_policy(node: &Node, sink: &mut Diagnostics) -> Vec<String> {
    if !matches!(node.value, NodeValue::Map(_)) {
        let message = format!("expected a map of directives, found {}", node.kind());
        sink.error(Code::BadConfig, node.span, message)
            .help("write `img-src = [\"https://images.example.org\"]`");
    }
    let mut lines = Vec::new();
    for entry in node.entries() {
        let directive = entry.key.replace('_', "-");
        if !DIRECTIVES.contains(&directive.as_str()) {
            let message = format!("`{}` is not a directive with sources", entry.key);
            let help = did_you_mean_or(&directive, DIRECTIVES, "write, say, `img-src`");
            let problem = sink.error(Code::BadConfig, entry.key_span, message);
            problem.help(help);
            continue;
        }
        let sources = match &entry.node.value {
            NodeValue::List(items) => items.as_slice(),
            _ => std::slice::from_ref(&entry.node),
        };
        let mut allowed = Vec::new();
        for source in sources {
            match &source.value {
                NodeValue::String(text) if is_source(&directive, text) => {
                    allowed.push(text.as_str())
                }
                NodeValue::String(text) => {
                    let message = format!("`{text}` is not a source that `{directive}` may have");
                    sink.error(Code::BadConfig, source.span, message)
                        .help(help_for_source(text));
                }
                _ => {
                    let message = format!("expected a string, found {}", source.kind());
                    sink.error(Code::BadConfig, source.span, message)
                        .help("write each source as a string, such as `\"https://example.org\"`");
                }
            }
        }
        if !allowed.is_empty() {
            lines.push(format!("{directive} {}", allowed.join(" ")));
        }
    }
    lines
}

fn help_for_source(source: &str) -> &'static str {
    match source.trim_matches('\'') {
        word if word.starts_with("unsafe-") || word == "*" => {
            "the policy stays strict; name the hosts"
        }
        _ => "write an origin with its scheme, such as `https://images.example.org`",
    }
}

/// An origin, the site itself, a hash; `data:` where nothing runs; for reports: a path, an origin or a group's name.
fn is_source(directive: &str, source: &str) -> bool {
    let is_clean = !source.is_empty()
        && source
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && !b";,".contains(&byte));
    if !is_clean {
        return false;
    }
    if REPORTING.contains(&directive) {
        return source.starts_with('/') || is_origin(source) || is_token(source);
    }
    let is_hash = ["'sha256-", "'sha384-", "'sha512-"]
        .iter()
        .any(|start| source.starts_with(start) && source.ends_with('\''));
    let is_bytes = ["data:", "blob:"].contains(&source) && PASSIVE_DIRECTIVES.contains(&directive);
    source == "'self'" || is_hash || is_bytes || is_origin(source)
}

/// Whether a source is `https://host`, optionally with a port, a path, and `*.` before the host.
pub(super) fn is_origin(source: &str) -> bool {
    let mut schemes = ["https://", "wss://"].iter();
    let Some(rest) = schemes.find_map(|scheme| source.strip_prefix(scheme)) else {
        return false;
    };
    let host = rest.split('/').next().unwrap_or_default();
    let host = host.strip_prefix("*.").unwrap_or(host);
    let (host, port) = host.split_once(':').unwrap_or((host, "443"));
    let is_label = |byte: u8| byte.is_ascii_alphanumeric() || b"-.".contains(&byte);
    !host.is_empty()
        && host.bytes().all(is_label)
        && (port == "*" || port.parse::<u16>().is_ok())
        && !rest.contains(['?', '#', '\''])
}

fn is_token(text: &str) -> bool {
    let is_one = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !text.is_empty() && text.bytes().all(is_one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_origins_hashes_or_the_site_itself() {
        for (directive, source, expected) in [
            ("img-src", "https://a.example", true),
            ("img-src", "https://*.a.example:8443/pictures/", true),
            ("connect-src", "wss://a.example", true),
            ("img-src", "data:", true),
            ("script-src", "data:", false),
            ("script-src", "'sha256-AAAA'", true),
            ("script-src", "'unsafe-inline'", false),
            ("script-src", "'nonce-x'", false),
            ("img-src", "*", false),
            ("img-src", "http://a.example", false),
            ("img-src", "a.example", false),
            ("img-src", "https://a.example;script-src", false),
            ("img-src", "https://a.example x", false),
            ("img-src", "https://", false),
            ("report-uri", "/csp", true),
            ("report-to", "main", true),
        ] {
            assert_eq!(
                is_source(directive, source),
                expected,
                "{directive} {source}"
            );
        }
    }

    #[test]
    fn values_of_known_fields_are_checked() {
        let wrong = |name, value| wrong_value(name, value).map(|(message, _)| message);
        assert_eq!(wrong("x-robots-tag", "noindex"), None);
        assert_eq!(wrong("cache-control", "public, max-age=600"), None);
        assert_eq!(wrong("cache-control", "max-age=60, private=\"x-a\""), None);
        assert!(wrong("cache-control", "max-age=ten").is_some());
        assert!(wrong("cache-control", "public,,no-cache").is_some());
        assert_eq!(wrong("referrer-policy", "no-referrer"), None);
        let (_, help) = wrong_value("referrer-policy", "no-refferer").unwrap();
        assert!(help.contains("`no-referrer`"), "{help}");
        for value in ["a\nb", "a\u{7f}", "é", " a", "a "] {
            assert!(wrong("x-a", value).is_some(), "{value:?}");
        }
    }
}
