//! Compares a page with the one that Docusaurus made at the same path.

use super::page::{Content, NavLink, Page};
use super::text;
use std::collections::BTreeMap;
use std::fmt::Debug;

/// Texts that share at least so many of their words count as equal.
const EQUAL_TEXT: f64 = 0.98;

/// Below it, the page lacks what readers come for.
const BROKEN_TEXT: f64 = 0.8;

/// Differences that are shown of each aspect.
const SHOWN: usize = 3;

/// What is compared, in the order of the summary.
pub(super) const ASPECTS: [&str; 8] = [
    "title",
    "ids",
    "toc",
    "sidebar",
    "breadcrumbs",
    "previous, next",
    "links",
    "text",
];

/// How a page stands beside Docusaurus'.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Verdict {
    /// Every aspect is equal.
    Right,
    /// The text is there, and something is different.
    Degraded,
    /// The page is missing, or a fifth of its text is.
    Broken,
    /// The page is there and another one by design: such pages have no share.
    Expected,
}

/// The differences of one page.
#[derive(Debug)]
pub(super) struct Comparison {
    pub(super) verdict: Verdict,
    /// Aspect and differences.
    pub(super) differences: Vec<(&'static str, String)>,
}

impl Comparison {
    /// A page that the other side does not have.
    pub(super) fn missing(reason: String) -> Comparison {
        Comparison {
            verdict: Verdict::Broken,
            differences: vec![("route", reason)],
        }
    }
}

/// Compares Docusaurus' page with the one of the same path.
pub(super) fn compare(reference: &Page, found: &Page, origin: Option<&str>) -> Comparison {
    let (reference_content, found_content) = match (&reference.article, &found.article) {
        (Some(reference), Some(found)) => (reference, found),
        _ => (&reference.main, &found.main),
    };
    let mut differences = Vec::new();
    let mut note = |aspect: &'static str, difference: Option<String>| {
        differences.extend(difference.map(|difference| (aspect, difference)));
    };
    note("title", unequal(&reference.title, &found.title));
    note("ids", lists(&reference_content.ids, &found_content.ids));
    note("toc", lists(&reference.toc, &found.toc));
    note(
        "sidebar",
        nav_lists(&reference.sidebar, &found.sidebar, origin),
    );
    note(
        "breadcrumbs",
        lists(&reference.breadcrumbs, &found.breadcrumbs),
    );
    let neighbours = |page: &Page| [page.previous.clone(), page.next.clone()];
    note(
        "previous, next",
        unequal(&neighbours(reference), &neighbours(found)),
    );
    note(
        "links",
        links(&reference_content.links, &found_content.links, origin),
    );
    let share = text::shared_words(&reference_content.words.list, &found_content.words.list);
    if share < EQUAL_TEXT {
        note(
            "text",
            Some(text_difference(share, reference_content, found_content)),
        );
    }
    let verdict = match differences.is_empty() {
        true => Verdict::Right,
        false if let Some(reason) = reference.expected => {
            differences = vec![("expected", reason.to_owned())];
            Verdict::Expected
        }
        false if share < BROKEN_TEXT => Verdict::Broken,
        false => Verdict::Degraded,
    };
    Comparison {
        verdict,
        differences,
    }
}

fn text_difference(share: f64, reference: &Content, found: &Content) -> String {
    let (reference, found) = text::first_difference(&reference.words.list, &found.words.list);
    let percent = share * 100.0;
    format!("{percent:.0} % of the words; Docusaurus has `{reference}`, Bindery `{found}`")
}

fn unequal<T: PartialEq + Debug>(reference: &T, found: &T) -> Option<String> {
    (reference != found).then(|| format!("Docusaurus has {reference:?}, Bindery {found:?}"))
}

/// The first places where two lists differ: what one of them lacks, or the order.
fn lists<T: Ord + Debug>(reference: &[T], found: &[T]) -> Option<String> {
    if reference == found {
        return None;
    }
    multisets(reference, found).or_else(|| {
        let mut pairs = reference.iter().zip(found);
        let (reference, found) = pairs.find(|(reference, found)| reference != found)?;
        Some(format!(
            "another order: Docusaurus has {reference:?} where Bindery has {found:?}"
        ))
    })
}

/// What one of two lists lacks; their order does not matter.
fn multisets<T: Ord + Debug>(reference: &[T], found: &[T]) -> Option<String> {
    let mut balance: BTreeMap<&T, i64> = BTreeMap::new();
    for item in reference {
        *balance.entry(item).or_default() += 1;
    }
    for item in found {
        *balance.entry(item).or_default() -= 1;
    }
    let missing = balance.iter().filter(|(_, count)| **count > 0);
    let missing: Vec<_> = missing.map(|(item, _)| item).collect();
    let extra = balance.iter().filter(|(_, count)| **count < 0);
    let extra: Vec<_> = extra.map(|(item, _)| item).collect();
    let mut parts = Vec::new();
    for (word, items) in [("missing", missing), ("extra", extra)] {
        if !items.is_empty() {
            let shown = &items[..items.len().min(SHOWN)];
            parts.push(format!("{} {word}: {shown:?}", items.len()));
        }
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

fn nav_lists(reference: &[NavLink], found: &[NavLink], origin: Option<&str>) -> Option<String> {
    let local = |links: &[NavLink]| {
        let links = links.iter();
        let links = links.map(|(label, href)| (label.clone(), without_origin(href, origin)));
        links.collect::<Vec<_>>()
    };
    lists(&local(reference), &local(found))
}

fn links(reference: &[String], found: &[String], origin: Option<&str>) -> Option<String> {
    let local = |links: &[String]| {
        let links = links.iter().map(|href| without_origin(href, origin));
        links.collect::<Vec<_>>()
    };
    multisets(&local(reference), &local(found))
}

/// An absolute address of the site itself is the same target as its path.
fn without_origin(href: &str, origin: Option<&str>) -> String {
    match origin.and_then(|origin| href.strip_prefix(origin)) {
        Some("") => "/".to_owned(),
        Some(path) if path.starts_with(['/', '#', '?']) => path.to_owned(),
        _ => href.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_is_told_from_a_missing_item() {
        assert_eq!(lists(&[1, 2], &[1, 2]), None);
        assert_eq!(
            lists(&[1, 2, 3], &[1, 3, 2]).as_deref(),
            Some("another order: Docusaurus has 2 where Bindery has 3")
        );
        assert_eq!(
            lists(&[1, 2], &[2, 4]).as_deref(),
            Some("1 missing: [1]; 1 extra: [4]")
        );
    }

    #[test]
    fn an_expected_difference_names_its_reason() {
        let reference = Page {
            title: "Search".to_owned(),
            expected: Some("another search"),
            ..Page::default()
        };
        let same = compare(&reference, &reference, None);
        assert_eq!(same.verdict, Verdict::Right);
        let other = compare(&reference, &Page::default(), None);
        assert_eq!(other.verdict, Verdict::Expected);
        assert_eq!(other.differences[0].1, "another search");
    }

    #[test]
    fn own_addresses_are_paths() {
        let origin = Some("https://site.example");
        assert_eq!(without_origin("https://site.example/a", origin), "/a");
        assert_eq!(without_origin("https://site.example", origin), "/");
        assert_eq!(
            without_origin("https://site.example.org/a", origin),
            "https://site.example.org/a"
        );
    }
}
