//! Splits a rendered article into sections: a heading and the text up to the next one.
//!
//! In: the article's HTML, with the output of components. Out: plain text with anchors. A term that the author marks is
//! a definition: bold text at the start of a paragraph, the first cell of a row of two, `dt`, a heading without an
//! anchor.

mod elements;
mod math;
mod table;

use self::elements::{is_blank, is_name, is_panel, is_skipped, is_tab_label, is_tool};
use crate::output::twins::inline::is_hidden;
use bindery_format::search::passage::{DETAILS_MARK, HEADER_MARK, TITLE_MARK, TitleLevel};
use bindery_html::tree::{self, Element, Node, is_block};
use std::fmt::Write;

/// A heading and its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Section {
    /// 1 to 6; 1 for the text before the first heading, too.
    pub(super) level: u8,
    /// Plain text; empty before the first heading.
    pub(super) heading: String,
    /// The anchor; empty where the page itself is meant.
    pub(super) anchor: String,
    /// Plain text in lines (see [`bindery_format::search::passage`]), one space between words.
    pub(super) text: String,
    /// The terms that it defines.
    pub(super) defined: Vec<String>,
    /// Whether the section has a tool: an interactive component with a group of controls.
    pub(super) is_tool: bool,
}

/// A defined term has at most this many words.
const MAX_WORDS: usize = 4;

/// A name, as of an ability, has at most this many.
const MAX_WORDS_OF_NAME: usize = 8;

/// The sections of an article; the first one is the page itself.
pub(super) fn sections(html: &str) -> Vec<Section> {
    let mut reader = Reader {
        done: Vec::new(),
        current: Section {
            level: 1,
            ..Section::default()
        },
        is_in_cell: false,
        is_in_details: false,
    };
    reader.read(&tree::parse(html));
    reader.close(Section::default());
    reader.done
}

struct Reader {
    done: Vec<Section>,
    current: Section,
    /// A cell stays on one line.
    is_in_cell: bool,
    /// A `details` in another one is part of it.
    is_in_details: bool,
}

impl Reader {
    fn close(&mut self, next: Section) {
        let mut section = std::mem::replace(&mut self.current, next);
        section.text = collapse_lines(&section.text);
        self.done.push(section);
    }

    fn read(&mut self, nodes: &[Node<'_>]) {
        let mut is_after_name = false;
        for node in nodes {
            // A style sheet puts them apart.
            let is_own = matches!(node, Node::Element(element) if is_name(element));
            let is_element = matches!(node, Node::Element(_));
            if is_element && (is_own || is_after_name) {
                self.push_text(" ");
            }
            is_after_name = is_own;
            match node {
                Node::Text(text) => self.push_text(text),
                Node::Element(element) if is_skipped(element) => {}
                Node::Element(element) => self.read_element(element),
            }
        }
    }

    fn read_element(&mut self, element: &Element<'_>) {
        self.current.is_tool |= is_tool(element);
        match element.name.as_ref() {
            "h1" if self.done.is_empty() && self.current.heading.is_empty() => {
                self.current.heading = heading_text(element);
                return;
            }
            name @ ("h1" | "h2" | "h3" | "h4" | "h5" | "h6") => {
                if let Some(anchor) = element.get("id").filter(|id| !id.is_empty()) {
                    let next = Section {
                        // Level 1 is the page's.
                        level: (name.as_bytes()[1] - b'0').max(2),
                        heading: heading_text(element),
                        anchor: anchor.into_owned(),
                        ..Section::default()
                    };
                    self.close(next);
                    return;
                }
                // What a component renders has no anchor of its own, but a name.
                self.add_name(heading_text(element));
                return self.read_title(TitleLevel::Heading, element);
            }
            "caption" => return self.read_title(TitleLevel::Caption, element),
            "p" if is_tab_label(element) => return self.read_title(TitleLevel::Tab, element),
            "p" | "li" => self.define(element),
            "table" => return self.read_table(element),
            "dt" | "dd" => return self.read_pair(element),
            "details" if !self.is_in_cell && !self.is_in_details => {
                return self.read_details(element);
            }
            "math" => return self.push_text(&math::linear(element)),
            "img" => {
                if let Some(text) = element.get("alt") {
                    self.push_text(" ");
                    self.push_text(&text);
                    self.push_text(" ");
                }
            }
            "br" => self.push_text(" "),
            _ => {}
        }
        let is_cell = matches!(element.name.as_ref(), "td" | "th");
        let is_apart = is_cell || is_block(&element.name);
        if is_apart {
            self.end_line();
        }
        self.read(&element.children);
        if is_apart {
            self.end_line();
        }
        if is_panel(element) && !self.is_in_cell {
            self.current.text.push(TITLE_MARK);
            self.end_line();
        }
    }

    /// A line with a title that has no anchor. In a cell it is text as any other.
    fn read_title(&mut self, level: TitleLevel, element: &Element<'_>) {
        self.end_line();
        if !self.is_in_cell {
            let marks = std::iter::repeat_n(TITLE_MARK, level as usize);
            self.current.text.extend(marks);
        }
        self.read(&element.children);
        self.end_line();
    }

    /// Text that is hidden until the reader opens it, unless it is open at first.
    fn read_details(&mut self, element: &Element<'_>) {
        let mut children = element.elements();
        let summary = children.find(|child| child.name == "summary");
        let summary = summary.map(heading_text).unwrap_or_default();
        self.end_line();
        if summary.is_empty() || element.get("open").is_some() {
            self.read(&element.children);
            return self.end_line();
        }
        self.is_in_details = true;
        self.current.text.push(DETAILS_MARK);
        self.push_text(&summary);
        self.end_line();
        let is_summary =
            |child: &Node<'_>| matches!(child, Node::Element(child) if child.name == "summary");
        for children in element.children.split(is_summary) {
            self.read(children);
        }
        self.end_line();
        self.current.text.push(DETAILS_MARK);
        self.end_line();
        self.is_in_details = false;
    }

    /// Text of a document; its line breaks are spaces.
    fn push_text(&mut self, text: &str) {
        let characters = text
            .chars()
            .map(|c| if c.is_whitespace() { ' ' } else { c });
        self.current.text.extend(characters);
    }

    fn end_line(&mut self) {
        let end = if self.is_in_cell { ' ' } else { '\n' };
        self.current.text.push(end);
    }

    /// `**ICD:** …`, `**ICD** = …`, a `dt`.
    fn define(&mut self, element: &Element<'_>) {
        if element.name == "dt" {
            return self.add_definition(&element.text());
        }
        let mut children = element.children.iter().filter(|child| !is_blank(child));
        let Some(Node::Element(first)) = children.next() else {
            return;
        };
        if !matches!(first.name.as_ref(), "strong" | "b") {
            return;
        }
        let term = first.text();
        let is_led_in = term.trim_end().ends_with([':', '.', '='])
            || matches!(children.next(), Some(Node::Text(text)) if text.trim_start().starts_with([':', '=', '–', '—', '-']));
        if is_led_in {
            self.add_definition(&term);
        }
    }

    /// A row of two cells: a term and its meaning in words.
    fn define_row(&mut self, row: &Element<'_>) {
        let cells: Vec<&Element<'_>> = row.elements().collect();
        let [term, meaning] = cells.as_slice() else {
            return;
        };
        let words = meaning.text();
        let words = words.split_whitespace();
        let words = words.filter(|word| word.chars().all(char::is_alphabetic));
        if meaning.name == "td" && words.count() >= 2 {
            self.add_definition(&term.text());
        }
    }

    /// A name stays whole.
    fn add_name(&mut self, name: String) {
        if !name.is_empty() && name.split(' ').count() <= MAX_WORDS_OF_NAME {
            self.current.defined.push(name);
        }
    }

    /// `Resistance/RES Shred` defines both.
    fn add_definition(&mut self, term: &str) {
        for part in term.split(['/', '(', ')', ',']) {
            let part = collapse_whitespace(part);
            let part = part.trim_matches(|c: char| !c.is_alphanumeric());
            let words = part.split(' ').count();
            if !part.is_empty() && words <= MAX_WORDS {
                self.current.defined.push(part.to_owned());
            }
        }
    }
}

/// Without the link to itself.
fn heading_text(element: &Element<'_>) -> String {
    fn push(element: &Element<'_>, out: &mut String) {
        for child in &element.children {
            match child {
                Node::Text(text) => out.push_str(text),
                Node::Element(child) if is_hidden(child) => {}
                Node::Element(child) => push(child, out),
            }
        }
    }
    let mut text = String::new();
    push(element, &mut text);
    collapse_whitespace(&text)
}

/// Squeezes each line and each cell, and drops lines without text. The end of a table remains where a row without another
/// header follows.
fn collapse_lines(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut has_header, mut is_ended) = (false, false);
    let mut is_in_tab = false;
    for line in text.split('\n') {
        if let Some(title) = line.strip_prefix(TITLE_MARK) {
            if let Some(title) = collapse_title(title, &mut is_in_tab) {
                (has_header, is_ended) = (false, false);
                out.extend([if out.is_empty() { "" } else { "\n" }, &title]);
            }
            continue;
        }
        if let Some(summary) = line.strip_prefix(DETAILS_MARK) {
            (has_header, is_ended) = (false, false);
            let start = if out.is_empty() { "" } else { "\n" };
            let _ = write!(out, "{start}{DETAILS_MARK}{}", collapse_whitespace(summary));
            continue;
        }
        let header = line.strip_prefix(HEADER_MARK);
        let cells: Vec<String> = header
            .unwrap_or(line)
            .split('\t')
            .map(collapse_whitespace)
            .collect();
        if cells.iter().all(String::is_empty) {
            is_ended |= has_header && header.is_some();
            continue;
        }
        let is_row = cells.len() > 1;
        let is_header = is_row && header.is_some();
        if is_row && !is_header && is_ended {
            out.extend(['\n', HEADER_MARK]);
        }
        has_header = is_header || (is_row && has_header && !is_ended);
        is_ended = false;
        if !out.is_empty() {
            out.push('\n');
        }
        if is_header {
            out.push(HEADER_MARK);
        }
        out.push_str(&cells.join("\t"));
    }
    out
}

/// The line of a title, from what follows its first mark; `None` for a title without text that ends no tab.
fn collapse_title(rest: &str, is_in_tab: &mut bool) -> Option<String> {
    let title = collapse_whitespace(rest);
    let own = rest.trim_start_matches(TITLE_MARK);
    let is_tab = own.len() == rest.len();
    if title.is_empty() && !(is_tab && *is_in_tab) {
        return None;
    }
    if is_tab {
        *is_in_tab = !title.is_empty();
    }
    let mut line = TITLE_MARK.to_string();
    line.push_str(&rest[..rest.len() - own.len()]);
    line.push_str(&title);
    Some(line)
}

/// One space between words, none around them.
pub(super) fn collapse_whitespace(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(html: &str) -> Vec<String> {
        let list = sections(html).into_iter().map(|one| {
            format!(
                "{}|{}|{}|{}|{}",
                one.level,
                one.heading,
                one.anchor,
                one.text,
                one.defined.join("+")
            )
        });
        list.collect()
    }

    #[test]
    fn a_heading_begins_a_section() {
        let html = "<h1>Hu Tao</h1><p>First.</p><h2 id=\"a\">Attacks<a class=\"hash-link\" href=\"#a\">#</a></h2>\
                    <table><tr><td>1-Hit</td><td>46%</td></tr></table><h3 id=\"b\">C<sub>6</sub></h3>";
        assert_eq!(
            cut(html),
            ["1|Hu Tao||First.|", "2|Attacks|a|1-Hit\t46%|", "3|C6|b||"]
        );
    }

    #[test]
    fn what_is_only_seen_is_left_out() {
        let html = "<p>a<svg><title>x</title></svg><button>Copy</button></p><div role=\"tabpanel\" hidden>b</div>";
        assert_eq!(cut(html), ["1|||a\nb|"]);
    }

    #[test]
    fn a_link_or_a_date_is_no_part_of_a_word() {
        let html = "<ul><li><a href=\"/a\">Zhongli Pillar</a><time>June 3</time><span>stale</span></li></ul>\
                    <dl><dt>Supports</dt><dd><a>Attacks</a><a>Stats</a></dd></dl><p><a>Link</a>s and <b>a</b><i>b</i></p>";
        let text = &sections(html)[0].text;
        assert_eq!(
            text,
            "Zhongli Pillar June 3 stale\nSupports\tAttacks Stats\nLinks and ab"
        );
    }

    #[test]
    fn terms_are_marked_by_their_authors() {
        let html = "<p><strong>ICD:</strong> Internal cooldown</p><ul><li><b>Hitlag</b> = frozen</li><li><b>Note</b> this</li></ul>\
                    <table><tr><th>Term</th><th>Meaning</th></tr><tr><td>CV</td><td>a value of crit</td></tr><tr><td>HP</td><td>12 000</td></tr></table>\
                    <dl><dt>Resistance/RES Shred</dt><dd>less</dd></dl>";
        assert_eq!(
            sections(html)[0].defined,
            ["ICD", "Hitlag", "CV", "Resistance", "RES Shred"]
        );
    }

    #[test]
    fn headings_without_anchors_are_names_within_a_section() {
        let html = "<h2 id=\"a\">Attacks</h2><h3>Spirit Reins, Shadow Hunt</h3><p>Text.</p>";
        assert_eq!(
            cut(html),
            [
                "1||||",
                "2|Attacks|a|\u{b}\u{b}Spirit Reins, Shadow Hunt\nText.|Spirit Reins, Shadow Hunt"
            ]
        );
    }

    #[test]
    fn a_component_with_a_group_of_controls_is_a_tool() {
        let is_tool = |html: &str| sections(html)[0].is_tool;
        assert!(is_tool(
            "<div data-island=\"A\"><div><fieldset></fieldset></div></div>"
        ));
        assert!(!is_tool("<div data-island=\"A\"><input></div>"));
        assert!(!is_tool("<fieldset></fieldset>"));
    }

    #[test]
    fn a_tab_has_a_title_and_an_end() {
        let html = "<div role=\"tabpanel\"><p class=\"tab-label\">Skill</p><p>a</p></div>\
                    <div role=\"tabpanel\" hidden><p>b</p></div>\
                    <table><caption> The  hits </caption><tr><td>1</td><td>2</td></tr></table>";
        assert_eq!(
            cut(html),
            ["1|||\u{b}Skill\na\n\u{b}\nb\n\u{b}\u{b}\u{b}The hits\n1\t2|"]
        );
    }

    #[test]
    fn a_closed_fold_has_a_summary_and_an_end() {
        let html = "<details><summary>An <b>example</b></summary><p>a</p>\
                    <details><summary>more</summary>b</details></details>c\
                    <details open><summary>d</summary>e</details>";
        assert_eq!(
            cut(html),
            ["1|||\u{85}An example\na\nmore\nb\n\u{85}\nc\nd\ne|"]
        );
    }
}
