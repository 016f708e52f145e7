//! Compares and writes paths and anchors as authors write them.

use bindery_format::suggest::{Suggester, distance, nearest};

/// The help for a link that resembles no page.
const CORRECT: &str = "correct the link, or redirect the path in `site.toml`";

/// Shorter parts of paths resemble too many others.
const MIN_PART_LENGTH: usize = 4;

/// The path that was certainly meant: only it differs by a letter, in one of its parts, which is no short one.
pub(super) fn certain_path<'s>(paths: &'s Suggester, written: &str) -> Option<&'s str> {
    let near = paths.only_typo(written)?;
    let (mut own, mut other) = (written.split('/'), near.split('/'));
    let is_certain = own.clone().count() == other.clone().count()
        && own.all(|part| other.next() == Some(part) || stem(part).len() >= MIN_PART_LENGTH);
    is_certain.then_some(near)
}

/// The nearest path whose last part is near, too: the paths of one folder are all near each other.
pub(super) fn suggestion(index: &Suggester, path: &str) -> String {
    let is_alike = |near: &&str| {
        let (near, own) = (last_part(near), last_part(path));
        near == own || nearest(&own, [near.as_str()]).is_some()
    };
    match index.nearest(path).filter(is_alike) {
        Some(near) => format!("did you mean `{near}`?"),
        None => CORRECT.to_owned(),
    }
}

/// The position of `part` in `text`, when it occurs once.
pub(super) fn only_place(text: &str, part: &str) -> Option<usize> {
    let mut places = text.match_indices(part).map(|(at, _)| at);
    let first = places.next()?;
    places.next().is_none().then_some(first)
}

/// Whether `near` is within a letter or two of the anchor, and no other id is as near.
pub(super) fn is_certain<'a>(
    anchor: &str,
    near: &str,
    anchors: impl Iterator<Item = &'a str>,
) -> bool {
    let simple = |text: &str| text.to_lowercase().replace(['_', ' '], "-");
    let distance_to = |other: &str| distance(&simple(anchor), &simple(other));
    let least = distance_to(near);
    let max = (anchor.chars().count() / 6).min(2);
    least <= max && anchors.filter(|other| distance_to(other) <= least).count() == 1
}

/// A name or path without `.md` or `.mdx`.
pub(super) fn stem(path: &str) -> &str {
    let stem = path.strip_suffix(".md").or(path.strip_suffix(".mdx"));
    stem.unwrap_or(path)
}

pub(super) fn last_part(path: &str) -> String {
    let path = stem(path.trim_end_matches('/'));
    path.rsplit('/').next().unwrap_or_default().to_lowercase()
}

/// The relative path of a file from a folder of the tree.
pub(super) fn relative_path(folder: &str, path: &str) -> String {
    let from: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    let to: Vec<&str> = path.split('/').collect();
    let same = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let same = same.min(to.len() - 1);
    let ups = "../".repeat(from.len() - same);
    let start = if ups.is_empty() { "./" } else { &ups };
    format!("{start}{}", to[same..].join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_from_a_folder() {
        for (folder, path, expected) in [
            ("docs/a", "docs/a/b.md", "./b.md"),
            ("docs/a", "docs/c/b.md", "../c/b.md"),
            ("docs", "docs/c/b.md", "./c/b.md"),
            ("", "docs/b.md", "./docs/b.md"),
            ("docs/a/b", "tcg/x.md", "../../../tcg/x.md"),
        ] {
            assert_eq!(relative_path(folder, path), expected, "{folder} {path}");
        }
    }

    #[test]
    fn only_near_and_lonely_ids_are_certain() {
        let check = |anchor, near, ids: &[&str]| is_certain(anchor, near, ids.iter().copied());
        assert!(check(
            "Gauge_Theory",
            "gauge-theory",
            &["gauge-theory", "talents"]
        ));
        assert!(check("talent", "talents", &["talents", "passives"]));
        assert!(!check(
            "talents-3",
            "talents-1",
            &["talents-1", "talents-2"]
        ));
        assert!(!check("abc", "abd", &["abd"]), "short ids say little");
    }
}
