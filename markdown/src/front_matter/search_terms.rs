//! Reads the words by which search finds a page, or a section of it, besides those of its text: `search_terms` for the page and
//! `heading_search_terms` for sections, by the ids of their headings.

use super::FrontMatter;
use bindery_source::value::{Fields, NodeValue};

/// Sets the search terms of a page. That the ids are those of headings is checked when the text is read.
pub(super) fn read_search_terms(fields: &mut Fields<'_, '_>, page: &mut FrontMatter) {
    let own = fields.strings("search_terms").into_iter();
    page.search_terms = own.map(|(text, _)| text).collect();
    let Some(node) = fields.node("heading_search_terms") else {
        return;
    };
    if !matches!(node.value, NodeValue::Map(_)) {
        fields.report_mismatch(node, "a map from ids of headings to words");
    }
    for entry in node.entries() {
        match &entry.node.value {
            NodeValue::String(words) => {
                let words = (entry.key.clone(), words.clone());
                page.heading_search_terms.push(words);
            }
            _ => fields.report_mismatch(&entry.node, "a string"),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::front_matter::split_front_matter;
    use bindery_source::SourceTree;
    use bindery_source::diagnostic::Diagnostics;

    #[test]
    fn terms_are_those_of_the_page_and_of_headings() {
        let read = |yaml: &str| {
            let text = format!("---\n{yaml}---\n");
            let tree = SourceTree::from_texts(&[("docs/a.md", text.as_str())]);
            let mut sink = Diagnostics::new();
            let (page, _) = split_front_matter(&tree.files[0], &mut sink);
            (page, sink.into_sorted().len())
        };
        let (page, problems) = read("search_terms: a b\nheading_search_terms: { x: c d, y: e }\n");
        assert_eq!(problems, 0);
        assert_eq!(page.search_terms, ["a b"]);
        let expected = [("x", "c d"), ("y", "e")];
        let expected = expected.map(|(id, words)| (id.to_owned(), words.to_owned()));
        assert_eq!(page.heading_search_terms, expected);
        let (page, problems) = read("search_terms: [a, b]\nheading_search_terms: { x: [c] }\n");
        assert_eq!((page.search_terms.len(), problems), (2, 1));
        assert_eq!(read("heading_search_terms: x\n").1, 1);
    }
}
