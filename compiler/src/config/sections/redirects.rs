//! `[[redirects]]` and `[[redirect_rules]]`.

use crate::config::values::FIELD_CODES;
use crate::diagnostic::{Code, Diagnostics};
use crate::pattern::NamePattern;
use crate::source::Span;
use crate::value::{Fields, Node, NodeValue};

/// `[[redirects]]`: `from` (one or several) and `to`, both paths without the base path; `to` may be a url.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RedirectConfig {
    /// The path that redirects.
    pub from: String,
    /// The target of the redirect: a path without the base path, or a url.
    pub to: String,
    /// `status`: 308 (default) or 301.
    pub status: u16,
    /// The span of `from`.
    pub from_span: Span,
    /// The span of `to`.
    pub to_span: Span,
}

/// `[[redirect_rules]]`: redirects to each document whose path matches.
///
/// ```toml
/// [[redirect_rules]]
/// for = "/characters/{element}/{name}"
/// except = "traveler-*"
/// from = ["/{name}", "/characters/{name}"]
/// ```
///
/// A placeholder matches a segment of a path or a part of one (`traveler-{e}`); in `from`, `{e:1}` is its first character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RedirectRule {
    /// `for`: the pattern of the paths.
    pub pattern: String,
    /// `except`: patterns with `*` that the last segment must not match.
    pub except: Vec<NamePattern>,
    /// `from`: the paths that redirect, with their spans.
    pub from: Vec<(String, Span)>,
    /// `status`: 308 (default) or 301.
    pub status: u16,
    /// The span of `for`.
    pub span: Span,
}

/// Reads one table; `from` may be a list, which makes one redirect of each.
pub(in crate::config) fn read_redirects(
    node: &Node,
    sink: &mut Diagnostics,
) -> Vec<RedirectConfig> {
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    let from = fields.strings("from");
    let has_target = fields.node("to").is_some();
    let to = fields.link_at("to");
    let status = read_status(&mut fields);
    if from.is_empty() || !has_target {
        let message = "a redirect needs `from` and `to`";
        fields
            .sink
            .error(Code::BadConfig, node.span, message)
            .help("write, say, `from = \"/old\"` and `to = \"/new\"`");
    }
    fields.finish();
    let Some((to, to_span)) = to else {
        return Vec::new();
    };
    let redirects = from.into_iter().map(|(from, from_span)| RedirectConfig {
        from,
        to: to.clone(),
        status,
        from_span,
        to_span,
    });
    redirects.collect()
}

pub(in crate::config) fn read_redirect_rules(
    node: &Node,
    sink: &mut Diagnostics,
) -> Option<RedirectRule> {
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    let pattern = fields.string_at("for|pattern");
    let except = fields.strings("except");
    let from = fields.strings("from");
    let status = read_status(&mut fields);
    if from.is_empty() || pattern.is_none() {
        let message = "a redirect rule needs `for` and `from`";
        fields
            .sink
            .error(Code::BadConfig, node.span, message)
            .help("write, say, `for = \"/guide/{name}\"` and `from = \"/{name}\"`");
    }
    fields.finish();
    let (pattern, span) = pattern?;
    Some(RedirectRule {
        pattern,
        except: except
            .iter()
            .map(|(pattern, _)| NamePattern::new(pattern))
            .collect(),
        from,
        status,
        span,
    })
}

fn read_status(fields: &mut Fields<'_, '_>) -> u16 {
    let Some(node) = fields.node("status") else {
        return 308;
    };
    match node.value {
        NodeValue::Integer(301) => 301,
        NodeValue::Integer(308) => 308,
        _ => {
            fields.report_mismatch(node, "301 or 308");
            308
        }
    }
}
