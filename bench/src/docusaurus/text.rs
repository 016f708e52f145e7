//! The words of an article, and how many of them two articles share.

use bindery_html::tree::{Element, Node};
use std::collections::HashMap;

/// Elements whose text no reader sees, or that belong to the interface.
const SKIPPED_ELEMENTS: [&str; 7] = [
    "aside", "nav", "noscript", "script", "style", "svg", "template",
];

/// Classes of what is around an article's text (links to headings, texts for screen readers, tables of contents, edit links), and
/// of diagrams, which Docusaurus draws in the browser.
const SKIPPED_CLASSES: [&str; 14] = [
    "after",
    "hash-link",
    "katex-html",
    "mermaid",
    "sr-only",
    "tab-label",
    "table-of-contents",
    "theme-doc-footer",
    "theme-doc-toc-mobile",
    "theme-edit-this-page",
    "theme-last-updated",
    "toc-m",
    "vh",
    "visually-hidden",
];

/// Whether an element is no part of the article's text.
pub(super) fn is_skipped(element: &Element<'_>) -> bool {
    let is_button = element.name == "button" && element.get("role").as_deref() != Some("tab");
    is_button
        || element.has("data-mermaid")
        || SKIPPED_ELEMENTS.contains(&element.name.as_ref())
        || SKIPPED_CLASSES.iter().any(|class| element.has_class(class))
}

/// Pushes the words of some nodes in lower case. A formula counts as one word, because both sides write it in their own markup.
pub(super) fn push_words(nodes: &[Node<'_>], words: &mut Words) {
    for node in nodes {
        match node {
            Node::Text(text) => words.push_text(text),
            Node::Element(element) if element.name == "math" => words.push_word("(formula)"),
            Node::Element(element) if is_skipped(element) => {}
            Node::Element(element) if is_icon_link(element) => {
                words.push_text(&element.get("title").unwrap_or_default());
            }
            Node::Element(element) => {
                let separates = !is_inline(&element.name);
                words.is_open &= !separates;
                push_words(&element.children, words);
                words.is_open &= !separates;
            }
        }
    }
}

/// Whether a link shows a drawing, so that its `title` is its name.
fn is_icon_link(element: &Element<'_>) -> bool {
    let is_named = element.name == "a" && element.has("title");
    is_named && element.find("svg").is_some() && element.text().trim().is_empty()
}

fn is_inline(name: &str) -> bool {
    let of_text = [
        "a", "abbr", "b", "bdi", "code", "del", "em", "i", "ins", "mark", "s", "small", "span",
        "strong", "sub", "sup", "u",
    ];
    of_text.contains(&name)
}

/// The words of a text that is read piece by piece.
#[derive(Debug, Default)]
pub(super) struct Words {
    pub(super) list: Vec<String>,
    /// Whether the next letter continues the last word.
    is_open: bool,
}

impl Words {
    /// The words of one element.
    #[cfg(test)]
    pub(super) fn of(html: &str) -> Vec<String> {
        let mut words = Words::default();
        push_words(&bindery_html::tree::parse(html), &mut words);
        words.list
    }

    fn push_text(&mut self, text: &str) {
        for letter in text.chars() {
            let is_letter = letter.is_alphanumeric();
            match self.list.last_mut() {
                Some(word) if is_letter && self.is_open => word.extend(letter.to_lowercase()),
                _ if is_letter => self.list.push(letter.to_lowercase().collect()),
                _ => {}
            }
            self.is_open = is_letter;
        }
    }

    fn push_word(&mut self, word: &str) {
        self.list.push(word.to_owned());
        self.is_open = false;
    }
}

/// The share of words that both texts have, each as often as the other, from 0 to 1.
pub(super) fn shared_words(left: &[String], right: &[String]) -> f64 {
    if left.is_empty() && right.is_empty() {
        return 1.0;
    }
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for word in left {
        *counts.entry(word).or_default() += 1;
    }
    let mut common = 0_u32;
    for word in right {
        if let Some(count) = counts.get_mut(word.as_str()).filter(|count| **count > 0) {
            *count -= 1;
            common += 1;
        }
    }
    let total = u32::try_from(left.len() + right.len()).unwrap_or(u32::MAX);
    f64::from(2 * common) / f64::from(total)
}

/// The words of each side from the first difference on.
pub(super) fn first_difference(left: &[String], right: &[String]) -> (String, String) {
    const SHOWN: usize = 10;
    let mut pairs = left.iter().zip(right);
    let at = pairs
        .position(|(left, right)| left != right)
        .unwrap_or(left.len().min(right.len()));
    let excerpt = |words: &[String]| {
        let shown = words.iter().skip(at.saturating_sub(2)).take(SHOWN);
        shown.map(String::as_str).collect::<Vec<_>>().join(" ")
    };
    (excerpt(left), excerpt(right))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_end_at_blocks_and_not_at_inline_elements() {
        let words = Words::of("<p>Two <b>wo</b>rds</p><p>here<br>now</p>");
        assert_eq!(words, ["two", "words", "here", "now"]);
    }

    #[test]
    fn the_interface_is_no_text() {
        let html = r##"<h2>Title<a class="hash-link" href="#t">#</a></h2><button>Copy</button>
            <button role="tab">npm</button><svg><text>x</text></svg><nav>Docs</nav>"##;
        assert_eq!(Words::of(html), ["title", "npm"]);
    }

    #[test]
    fn a_linked_drawing_has_the_words_of_its_title() {
        let icon = r#"<div><a href="/x" title="GitHub"><svg></svg></a></div>"#;
        assert_eq!(Words::of(icon), Words::of(r#"<a href="/x">GitHub</a>"#));
        let text = r#"<a href="/x" title="More"><svg></svg>Text</a>"#;
        assert_eq!(Words::of(text), ["text"]);
    }

    #[test]
    fn a_formula_is_one_word_in_either_markup() {
        let katex = r#"<span class="katex"><span class="katex-mathml"><math><mi>x</mi></math></span>
            <span class="katex-html" aria-hidden="true">x</span></span>"#;
        assert_eq!(
            Words::of(katex),
            Words::of("<math><mi>x</mi><mo>+</mo></math>")
        );
    }

    #[test]
    fn a_word_is_shared_as_often_as_both_have_it() {
        let left = Words::of("<p>a a b c</p>");
        let right = Words::of("<p>a b d e</p>");
        assert!((shared_words(&left, &right) - 0.5).abs() < f64::EPSILON);
        assert!((shared_words(&[], &[]) - 1.0).abs() < f64::EPSILON);
    }
}
