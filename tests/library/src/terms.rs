//! Each thing has one spelling and one name: no sentence of the library contains a word of `terms.txt`.

use crate::Library;
use std::collections::BTreeMap;

const LIST: &str = include_str!("terms.txt");

/// Finds listed words in the prose, the descriptions and the vault's findings, and says what to write instead. Headings are
/// addresses, so their spelling cannot change.
#[must_use]
pub fn terms(library: &Library) -> Vec<String> {
    let list = list();
    let mut broken = Vec::new();
    for page in library.pages.iter().filter(|page| !page.source.is_empty()) {
        let lines = page.markdown.prose.iter().chain(&page.markdown.description);
        for line in lines {
            check(&list, &page.source, line, &mut broken);
        }
    }
    for (path, data) in &library.data {
        let entries = data.get("entries").and_then(|entries| entries.as_object());
        for entry in entries.into_iter().flat_map(|entries| entries.values()) {
            if let Some(finding) = entry.get("finding").and_then(|finding| finding.as_str()) {
                check(&list, path, finding, &mut broken);
            }
        }
    }
    broken
}

fn list() -> BTreeMap<&'static str, &'static str> {
    let lines = LIST.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(' ')).collect()
}

fn check(list: &BTreeMap<&str, &str>, place: &str, line: &str, broken: &mut Vec<String>) {
    for word in line.split(|c: char| !c.is_ascii_alphabetic() && c != '-') {
        if let Some(right) = list.get(word) {
            broken.push(format!("{place}: write `{right}`, not `{word}`: {line}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listed_words_are_found_whole_and_as_written() {
        let list = list();
        let found = |line: &str| {
            let mut broken = Vec::new();
            check(&list, "a.md", line, &mut broken);
            broken.len()
        };
        assert_eq!(found("Its behaviour, and the cryo aura"), 2);
        assert_eq!(found("Its behavior, a Cryo aura, and the cryogunner"), 0);
        assert!(list.iter().all(|(wrong, right)| wrong != right));
    }
}
