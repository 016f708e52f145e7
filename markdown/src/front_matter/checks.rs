//! Checks front matter beyond the types of its values.

use super::FrontMatter;
use crate::dates::is_date;
use bindery_source::diagnostic::{Code, Diagnostics};
use bindery_source::{SourceFile, Span};

/// Reports front matter in TOML, as Hugo and Zola have it: it would be shown as text.
pub(super) fn report_toml(file: &SourceFile, sink: &mut Diagnostics) {
    let mut lines = file.text.lines();
    let is_fence = |line: &str| line.trim_end() == "+++";
    if lines.next().is_some_and(is_fence) && lines.any(is_fence) {
        let span = Span::new(file.id, 0, 3);
        let message = "front matter is written in YAML, not in TOML";
        sink.error(Code::BadFrontMatter, span, message)
            .help("write `---` in place of `+++`, and `key: value` in place of `key = value`");
    }
}

/// Reports names that make an address which nobody would choose.
pub(super) fn check_address(page: &FrontMatter, sink: &mut Diagnostics) {
    let span = |key: &str| page.spans.get(key).copied();
    if let Some(id) = page.id.as_deref().filter(|id| id.contains('/')) {
        let message = format!("the id `{id}` has a slash");
        sink.error(Code::BadFrontMatter, span("id"), message)
            .help("an id is one part of the path; set the whole path with `slug: /…`");
    }
    let cut = |slug: &&str| slug.contains(['#', '?']);
    if let Some(slug) = page.slug.as_deref().filter(cut) {
        let message = format!("the slug `{slug}` has a `#` or `?`, which ends a path");
        let path = slug.split(['#', '?']).next().unwrap_or_default();
        let help = match path {
            "" | "/" => "write a path, such as `/guide`".to_owned(),
            path => format!("write `{path}`, or another path"),
        };
        sink.error(Code::BadFrontMatter, span("slug"), message)
            .help(help);
    }
    if let Some(slug) = page
        .slug
        .as_deref()
        .filter(|slug| slug.trim().contains(' '))
    {
        let message = format!("`{slug}` has spaces, which become `%20` in the page's address");
        let words: Vec<&str> = slug.split_whitespace().collect();
        sink.warn(Code::BadFrontMatter, span("slug"), message)
            .help(format!("write `{}`", words.join("-")));
    }
}

/// Reports a date that nothing can read.
pub(super) fn check_date(date: &str, span: Option<Span>, sink: &mut Diagnostics) {
    if !is_date(date) {
        sink.error(
            Code::BadFrontMatter,
            span,
            format!("`{date}` is not a date"),
        )
        .help("write one such as `2026-05-06`");
    }
}
