//! The addresses of pages that move: redirects, and the ids of documents in sidebars.

use super::Moves;
use crate::query::{Edit, Query};
use bindery_compiler::ledger::LEDGER_PATH;
use bindery_compiler::model::Page;
use bindery_compiler::source::{CONFIG_PATH, SourceFile, Span};
use serde_json::Value;
use std::collections::BTreeSet;

/// A page whose address follows its file.
#[derive(Debug)]
pub(super) struct MovedPage<'p> {
    pub(super) page: &'p Page,
    /// The address without the base path.
    old_route: String,
    /// The new one.
    pub(super) new_route: String,
    /// The old and the new id of the document.
    doc_ids: Option<(String, String)>,
}

impl<'p> MovedPage<'p> {
    /// `None` where the address does not follow the file, as with a `slug`.
    pub(super) fn new(
        page: &'p Page,
        file: &SourceFile,
        moves: &Moves,
        base: &str,
    ) -> Option<Self> {
        let (old, new) = (stem(&file.path), stem(moves.path(file)));
        let route = page.route.as_str();
        let old_route = route.strip_prefix(base).unwrap_or(route);
        let new_route = replace_end(old_route, old, new)?;
        let doc_ids = page.doc_id.as_ref().and_then(|id| {
            let new_id = replace_end(id, old, new)?;
            Some((id.clone(), new_id))
        });
        Some(MovedPage {
            page,
            old_route: old_route.to_owned(),
            new_route,
            doc_ids,
        })
    }
}

/// A path without extension, and without the name of an index document.
fn stem(path: &str) -> &str {
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    let (folder, name) = stem.rsplit_once('/').unwrap_or(("", stem));
    match name.to_ascii_lowercase().as_str() {
        "index" | "readme" => folder,
        _ => stem,
    }
}

/// An address or id that ends with a path's last names, with those of another path. `None` if their first names differ, or
/// nothing is the same.
fn replace_end(address: &str, old: &str, new: &str) -> Option<String> {
    let bare = address.trim_end_matches('/');
    let slash = &address[bare.len()..];
    let parts: Vec<&str> = bare.split('/').collect();
    let old: Vec<&str> = old.split('/').collect();
    let new: Vec<&str> = new.split('/').collect();
    let pairs = parts.iter().rev().zip(old.iter().rev());
    let same = pairs.take_while(|(one, other)| one == other).count();
    let before = &old[..old.len() - same];
    let rest = new.strip_prefix(before)?;
    let kept = &parts[..parts.len() - same];
    let is_certain = same > 0 && !rest.is_empty();
    let joined: Vec<&str> = kept.iter().chain(rest).copied().collect();
    is_certain.then(|| format!("{}{slash}", joined.join("/")))
}

/// The changes of `site.toml` and of sidebars.
pub(super) fn address_edits(query: &Query<'_>, moved: &[MovedPage<'_>], edits: &mut Vec<Edit>) {
    let tree = &query.snapshot.checked.tree;
    let changed = moved.iter();
    let changed = changed.map(|one| (one.old_route.clone(), one.new_route.clone()));
    let changed: BTreeSet<(String, String)> = changed.filter(|(old, new)| old != new).collect();
    if let Some(config) = tree.find(CONFIG_PATH) {
        let ledger = tree.find(LEDGER_PATH).map(|file| &*file.text);
        let published = changed.iter().filter(|(old, _)| is_published(ledger, old));
        let redirects = published.map(|(old, new)| {
            let (old, new) = (Value::from(old.as_str()), Value::from(new.as_str()));
            format!("\n[[redirects]]\nfrom = {old}\nto = {new}\n")
        });
        let mut text: String = redirects.collect();
        if !text.is_empty() && !config.text.ends_with('\n') {
            text.insert(0, '\n');
        }
        let end = config.text.len();
        if !text.is_empty() {
            let span = Span::new(config.id, end, end);
            edits.push(Edit { span, text });
        }
        for (old, new) in &changed {
            // Redirects to the page lead to its new address at once.
            edits.extend(quoted_edits(config, old, new, |before| {
                before.trim_end().ends_with("to =")
            }));
        }
    }
    let ids = moved.iter().filter_map(|one| one.doc_ids.as_ref());
    let ids: BTreeSet<&(String, String)> = ids.filter(|(old, new)| old != new).collect();
    let sidebars = tree.files.iter().filter(|file| {
        let is_code = ["js", "ts", "mjs", "cjs", "json", "toml"];
        file.name().contains("sidebar") && is_code.iter().any(|one| file.has_extension(one))
    });
    for file in sidebars {
        for (old, new) in &ids {
            edits.extend(quoted_edits(file, old, new, |_| true));
        }
    }
}

/// Whether readers may know an address: it is in the ledger, or the site has no ledger.
fn is_published(ledger: Option<&str>, path: &str) -> bool {
    ledger.is_none_or(|text| {
        let mut lines = text.lines();
        lines.any(|line| line.split_whitespace().next() == Some(path))
    })
}

/// The replacements of a quoted text where what is before it on its line is accepted.
fn quoted_edits(
    file: &SourceFile,
    old: &str,
    new: &str,
    accept: impl Fn(&str) -> bool,
) -> Vec<Edit> {
    let places = file.text.match_indices(old);
    let edits = places.filter_map(|(at, _)| {
        let (before, after) = (&file.text[..at], &file.text[at + old.len()..]);
        let quote = before
            .chars()
            .next_back()
            .filter(|one| "\"'`".contains(*one))?;
        let line = before.rsplit('\n').next()?.trim_end_matches(quote);
        let is_meant = after.starts_with(quote) && accept(line);
        is_meant.then(|| Edit {
            span: Span::new(file.id, at, at + old.len()),
            text: new.to_owned(),
        })
    });
    edits.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_follow_the_names_that_they_have_in_common_with_paths() {
        let check = |address: &str, old: &str, new: &str, expected: Option<&str>| {
            assert_eq!(
                replace_end(address, stem(old), stem(new)).as_deref(),
                expected
            );
        };
        check("/docs/a/b", "docs/a/b.md", "docs/c.md", Some("/docs/c"));
        check(
            "/b/docs/a/",
            "docs/a.mdx",
            "docs/x/y.mdx",
            Some("/b/docs/x/y/"),
        );
        check(
            "/guide/a",
            "docs/guide/a.md",
            "docs/other/a.md",
            Some("/other/a"),
        );
        check("/slug", "docs/a.md", "docs/b.md", None);
        check("/a", "docs/a.md", "blog/a.md", None);
        check(
            "/docs/a",
            "docs/a/index.md",
            "docs/b/README.md",
            Some("/docs/b"),
        );
        check("a/b", "docs/a/b.md", "docs/a/c.md", Some("a/c"));
    }
}
