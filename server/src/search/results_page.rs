//! The search page for readers without JavaScript: puts the results into the served document.
//!
//! The document has an empty element for the results. The client hydrates the element as it is, and empties it once it
//! shows results of its own.

mod feedback;

use super::Engine;
use super::answer::{Answer, AnswerBody, Figure, find_answer};
use super::budget::{Budget, Stage};
use super::highlight::{Highlighted, Marker, Style};
use super::query::{MatchOptions, Query, suggestions};
use super::rank::{Hit, TEXT_PER_VISIT};
use super::record::{SchemaField, opening_path};
use super::typesense::limits::MAX_QUERY;
use super::typesense::param_map::Param;
use bindery_format::plural::plural_form;
use bindery_html::{Edits, Tag, Token, TokenKind, escape_attribute, tokenize};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use std::fmt::Write as _;

/// The id of the element that receives the results (`ui/src/pages/SearchPage.tsx`).
const RESULTS_ID: &str = "search-served";
/// The id of the link that names the answer.
const ANSWER_ID: &str = "search-answer";
/// The name of the search field.
const FIELD_NAME: &str = "q";
/// Pages in the results.
const MAX_PAGES: usize = 15;
/// The most characters of a query, as in the client.
const MAX_CHARS: usize = 64;
/// How much of a text is shown; the marks are elements.
const STYLE: Style<'static> = Style {
    open: "",
    close: "",
    affix: 12,
    threshold: 30,
};
/// Visits for a result, whatever its text.
const HIT_VISITS: usize = 10;

/// The query in a query string, if any: without control characters, and cut to the length that the client allows.
#[must_use]
pub fn query_of(query: &str) -> Option<String> {
    let map = super::typesense::query_map(query);
    let Some(Param::Text(text)) = map.get("q") else {
        return None;
    };
    let text = without_controls(text);
    let is_asked = !text.trim().is_empty() && text.len() <= MAX_QUERY;
    is_asked.then_some(text)
}

/// The first characters of a query. Line breaks are left out, as by a field of a form (HTML, value sanitization). Any other
/// control character becomes a space: in a page it shows nothing.
fn without_controls(text: &str) -> String {
    let characters = text.chars().filter(|c| !matches!(c, '\r' | '\n'));
    let characters = characters.take(MAX_CHARS);
    let visible = characters.map(|c| if is_control(c) { ' ' } else { c });
    visible.collect()
}

/// Unicode's control characters, separators of lines and paragraphs, and what reverses the direction of a text.
fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The language of the search page at this path; `None` for other pages.
#[must_use]
pub fn language_of<'e>(engine: &'e Engine, page: &str) -> Option<&'e str> {
    let mut pages = engine.index.meta.pages.iter();
    let own = pages.find(|(_, known)| known.as_str() == page);
    own.map(|(language, _)| language.as_str())
}

/// The document with the results of a query, as many as the budget allows.
#[must_use]
pub fn with_results(
    engine: &Engine,
    document: &str,
    language: &str,
    query: &str,
    budget: &Budget,
) -> String {
    let query = &without_controls(query);
    let writer = ResultsWriter {
        engine,
        language,
        query,
        budget,
    };
    let content = SearchContent {
        title: Some(&writer.title()),
        query,
        results: &writer.results(),
    };
    content.insert_into(document)
}

/// The document with a message instead of results. The message is text, not HTML.
#[must_use]
pub fn with_message(document: &str, message: &str, query: &str) -> String {
    let content = SearchContent {
        title: None,
        query: &without_controls(query),
        results: &format!("<p>{}</p>", escape_attribute(message)),
    };
    content.insert_into(document)
}

/// What the document of the search page shows for a query.
struct SearchContent<'c> {
    /// The first part of its title; `None` leaves it as it is.
    title: Option<&'c str>,
    /// The value of the search field.
    query: &'c str,
    /// HTML.
    results: &'c str,
}

impl SearchContent<'_> {
    fn insert_into(&self, document: &str) -> String {
        let mut edits = Edits::new(document);
        let mut title = self.title;
        let (mut is_in_title, mut has_field) = (false, false);
        for token in tokenize(document) {
            match &token.kind {
                TokenKind::StartTag(tag) if tag.is("title") => is_in_title = true,
                TokenKind::Text if is_in_title => {
                    if let Some(title) = title.take() {
                        edits.replace(token.range.clone(), &with_site(title, token.source));
                    }
                }
                TokenKind::EndTag(_) => is_in_title = false,
                TokenKind::StartTag(tag) if !has_field && tag.value("name") == Some(FIELD_NAME) => {
                    has_field = true;
                    self.insert_query(&mut edits, &token, tag);
                }
                TokenKind::StartTag(tag) if tag.value("id") == Some(RESULTS_ID) => {
                    edits.insert(token.range.end, self.results);
                    break;
                }
                _ => {}
            }
        }
        edits.finish()
    }

    /// The value of the field. A field that takes the focus scrolls to itself, away from the place that a reload or Back restores.
    fn insert_query(&self, edits: &mut Edits<'_>, token: &Token<'_>, tag: &Tag<'_>) {
        let value = format!("value=\"{}\"", escape_attribute(self.query));
        if tag.attribute("value").is_none() {
            edits.insert_attributes(token, tag, &format!(" {value}"));
        }
        for attribute in &tag.attributes {
            match attribute.name {
                "value" => edits.replace(attribute.range.clone(), &value),
                "autofocus" => edits.remove_attribute(tag, attribute),
                _ => {}
            }
        }
    }
}

/// A title, and what follows the first word of the document's own title: the site's.
fn with_site(title: &str, own: &str) -> String {
    let rest = own.find([' ', '-', '|']).map_or("", |at| &own[at..]);
    format!("{}{rest}", escape_attribute(title))
}

struct ResultsWriter<'w> {
    engine: &'w Engine,
    language: &'w str,
    query: &'w str,
    budget: &'w Budget,
}

impl ResultsWriter<'_> {
    fn results(&self) -> String {
        let index = &self.engine.index;
        let mut languages = index.meta.languages.iter();
        let own = languages.position(|code| code == self.language);
        let is_own = |section| {
            let number = SchemaField::Language.number(index, section);
            number.map(|number| number as usize) == own
        };
        self.budget.begin_search();
        let options = MatchOptions {
            language: own.map(|number| number as u32),
            ..MatchOptions::default()
        };
        let found = self
            .engine
            .search_within(self.query, options, self.budget, is_own);
        let groups = self.engine.by_page(&found.hits, 1);
        let mut out = String::new();
        let _ = write!(
            out,
            "<p>{}</p>",
            escape_attribute(&self.count(groups.len()))
        );
        if groups.is_empty() {
            self.push_unknown(&found.query, is_own, &mut out);
        }
        if let Some(answer) = find_answer(index, &found.query, &found.hits, self.budget) {
            self.push_answer(&answer, &mut out);
        }
        let marker = Marker::new(&found.query);
        for (_, hits) in groups.iter().take(MAX_PAGES) {
            let bytes = index.section(hits[0].section).text.len();
            let visits = HIT_VISITS + bytes / TEXT_PER_VISIT;
            if !self.budget.take(Stage::Compose, visits) {
                break;
            }
            self.push_hit(&hits[0], &marker, &mut out);
        }
        out
    }

    fn push_hit(&self, hit: &Hit, marker: &Marker<'_>, out: &mut String) {
        let index = &self.engine.index;
        let section = index.section(hit.section);
        let levels = index.hierarchy(hit.section);
        let heading = marker.mark_any(section.heading);
        let page = index.page(section.page);
        let title = marker.mark_any(page.title);
        let title_before = match section.anchor.is_empty() {
            true => String::new(),
            false => format!("{}: ", html(&title.whole(STYLE))),
        };
        let marked = marker.mark_any(section.text);
        let names = [&heading, &title];
        let summary = match section.anchor.is_empty() {
            true => marked.opening(STYLE),
            false => marked.passage(STYLE, &names),
        };
        let opens = summary.opens(&names);
        let above = levels[..section.level as usize].iter().enumerate();
        // The title names the page.
        let above = above.filter(|(level, _)| *level != 1 || title_before.is_empty());
        let crumbs: Vec<&str> = above.filter_map(|(_, name)| *name).collect();
        let _ = write!(
            out,
            "<article class=\"hit\"{}><h2><a href=\"{}\">{}{}</a>{}</h2>",
            self.element_attribute(page.url),
            escape_attribute(&opening_path(index, hit.section, opens)),
            title_before,
            html(&heading.whole(STYLE)),
            self.tool_mark(hit.section)
        );
        if !crumbs.is_empty() {
            let _ = write!(
                out,
                "<p class=\"hit-path\">{}</p>",
                escape_attribute(&crumbs.join(" › "))
            );
        }
        if !section.text.is_empty() {
            let _ = write!(out, "<p>{}</p>", html(&summary));
        }
        out.push_str("</article>");
    }

    /// The attribute that gives a hit the colour of its page.
    fn element_attribute(&self, page: &str) -> String {
        let element = self.engine.index.meta.elements.get(page);
        element.map_or_else(String::new, |element| {
            format!(" data-element=\"{}\"", escape_attribute(element))
        })
    }

    /// The mark of a section with a tool.
    fn tool_mark(&self, section: u32) -> String {
        if !self.engine.index.is_tool(section) {
            return String::new();
        }
        let label = self.message("theme.SearchPage.toolLabel", "Tool");
        format!(
            "<span class=\"hit-kind\"> {}</span>",
            escape_attribute(&label)
        )
    }

    /// The figure that the query names, with a link to its section.
    fn push_answer(&self, answer: &Answer<'_>, out: &mut String) {
        let index = &self.engine.index;
        let section = index.section(answer.section);
        let title = index.page(section.page).title;
        let name = match section.anchor {
            "" => title.to_owned(),
            _ => format!("{title}: {}", section.heading),
        };
        let _ = write!(
            out,
            "<section class=\"hit-answer\" aria-labelledby=\"{ANSWER_ID}\"><a id=\"{ANSWER_ID}\" href=\"{}\">{}</a>",
            escape_attribute(&answer.path(index)),
            escape_attribute(&name)
        );
        match &answer.body {
            AnswerBody::Sentence(sentence) => {
                let _ = write!(out, "<p>{}</p>", escape_attribute(sentence));
            }
            AnswerBody::Figures(figures) => {
                out.push_str("<dl>");
                for Figure { name, value } in figures {
                    let (name, value) = (escape_attribute(name), escape_attribute(value));
                    let _ = write!(out, "<div><dt>{name}</dt><dd>{value}</dd></div>");
                }
                out.push_str("</dl>");
            }
        }
        out.push_str("</section>");
    }

    /// The words that the index does not have, and links to searches for the nearest ones.
    fn push_unknown(&self, query: &Query, accepts: impl Fn(u32) -> bool, out: &mut String) {
        let index = &self.engine.index;
        let Some(found) = suggestions(index, query, self.budget, accepts) else {
            return;
        };
        let mut suggestions = Vec::new();
        if !found.unknown.is_empty() {
            let unknown = found.unknown.iter();
            let names: Vec<&str> = unknown.map(|(word, _)| word.as_str()).collect();
            let text = self.message("theme.SearchPage.unknownWords", "No page has: {words}");
            let text = text.replace("{words}", &names.join(", "));
            let _ = write!(out, "<p>{}</p>", escape_attribute(&text));
            suggestions.push(found.understood);
        }
        suggestions.extend(found.unknown.into_iter().flat_map(|(_, nearest)| nearest));
        suggestions.retain(|suggestion| !suggestion.is_empty());
        if !suggestions.is_empty() {
            out.push_str("<ul>");
            for query in suggestions {
                let value = utf8_percent_encode(&query, NON_ALPHANUMERIC);
                let text = escape_attribute(&query);
                let _ = write!(out, "<li><a href=\"?q={value}\">{text}</a></li>");
            }
            out.push_str("</ul>");
        }
        self.push_feedback(out);
    }

    fn message(&self, id: &str, fallback: &str) -> String {
        self.translation(id).unwrap_or(fallback).to_owned()
    }

    fn translation(&self, id: &str) -> Option<&str> {
        let messages = self.engine.index.meta.messages.get(self.language)?;
        messages.get(id).map(String::as_str)
    }

    fn title(&self) -> String {
        let title = self.message(
            "theme.SearchPage.existingResultsTitle",
            "Search results for \"{query}\"",
        );
        title.replace("{query}", self.query)
    }

    fn count(&self, count: usize) -> String {
        if count == 0 {
            return self.message("theme.SearchPage.noResultsText", "No results were found");
        }
        let translation = self.translation("theme.SearchPage.documentsFound.plurals");
        let (language, forms) = match translation {
            Some(forms) => (self.language, forms),
            None => ("en", "One document found|{count} documents found"),
        };
        let forms: Vec<&str> = forms.split('|').collect();
        let at = plural_form(language, count).min(forms.len() - 1);
        forms[at].replace("{count}", &count.to_string())
    }
}

/// Marked text as HTML.
fn html(text: &Highlighted<'_>) -> String {
    let mut out = String::new();
    for (piece, is_match) in text.pieces() {
        match is_match {
            true => out.extend(["<mark>", &escape_attribute(piece), "</mark>"]),
            false => out.push_str(&escape_attribute(piece)),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::budget::SearchLimits;
    use bindery_fixture::index_writer::{Page, Section, write};
    use std::time::Duration;

    #[test]
    fn a_query_is_text_wherever_it_stands() {
        let field = "<input type=\"search\" name=\"q\" autofocus=\"\" value=\"\"/>";
        let document =
            &format!("<title>Search | Site</title>{field}<div id=\"search-served\"></div>");
        let content = SearchContent {
            title: Some("for <b>"),
            query: "\"><script>",
            results: "<p></p>",
        };
        assert_eq!(
            content.insert_into(document),
            "<title>for &lt;b&gt; | Site</title><input type=\"search\" name=\"q\" value=\"&quot;&gt;&lt;script&gt;\"/>\
             <div id=\"search-served\"><p></p></div>"
        );
    }

    #[test]
    fn no_control_character_of_a_query_is_echoed() {
        let query = query_of("q=a%0d%0ab%00%1b%7f%C2%85%E2%80%A8%E2%80%A9%E2%80%AEc").unwrap();
        assert_eq!(query, "ab       c");
        assert_eq!(query_of("q=%0d%0a"), None);
        for c in ('\0'..='\u{ffff}').filter(|c| c.is_control()) {
            let typed = format!("a{c}HTTP/1.1 400");
            let space = if matches!(c, '\r' | '\n') { "" } else { " " };
            assert_eq!(without_controls(&typed), format!("a{space}HTTP/1.1 400"));
        }
    }

    #[test]
    fn only_a_question_is_one() {
        assert_eq!(query_of("q=hu+tao%21"), Some("hu tao!".to_owned()));
        assert_eq!(query_of("q=+"), None);
        assert_eq!(query_of("x=1"), None);
        assert_eq!(
            query_of(&format!("q={}", "a".repeat(100))).map(|text| text.len()),
            Some(64)
        );
    }

    fn results(query: &str, budget: &Budget) -> String {
        let page = Page {
            url: "/ganyu".to_owned(),
            title: "Ganyu".to_owned(),
            is_entity: true,
            sections: vec![Section::new(1, "Ganyu", "", "Frostflake.\nBase HP\t9797")],
            ..Page::default()
        };
        let engine = Engine::open(write(&[page], &[]).leak()).unwrap();
        let writer = ResultsWriter {
            engine: &engine,
            language: "en",
            query,
            budget,
        };
        writer.results()
    }

    #[test]
    fn the_path_of_a_section_leaves_out_the_page_that_its_title_names() {
        let page = Page {
            url: "/ganyu".to_owned(),
            title: "Ganyu".to_owned(),
            sections: vec![
                Section::new(1, "Ganyu", "", "An archer."),
                Section::new(2, "Attacks", "attacks", "Arrows."),
                Section::new(3, "Charged", "charged", "Frostflake."),
            ],
            ..Page::default()
        };
        let engine = Engine::open(write(&[page], &[]).leak()).unwrap();
        let shown = |query| {
            let writer = ResultsWriter {
                engine: &engine,
                language: "en",
                query,
                budget: &Budget::unlimited(),
            };
            writer.results()
        };
        for (query, expected) in [
            ("archer", "Ganyu</a></h2><p class=\"hit-path\">Top</p>"),
            (
                "arrows",
                "Ganyu: Attacks</a></h2><p class=\"hit-path\">Top</p>",
            ),
            (
                "frostflake",
                "Ganyu: Charged</a></h2><p class=\"hit-path\">Top › Attacks</p>",
            ),
        ] {
            let shown = shown(query);
            assert!(shown.contains(expected), "{shown}");
        }
    }

    #[test]
    fn a_tool_is_marked() {
        let mut page = Page {
            title: "Damage".to_owned(),
            sections: vec![Section::new(1, "Damage", "", "Compare weapons.")],
            ..Page::default()
        };
        page.sections[0].is_tool = true;
        let engine = Engine::open(write(&[page], &[]).leak()).unwrap();
        let writer = ResultsWriter {
            engine: &engine,
            language: "en",
            query: "weapons",
            budget: &Budget::unlimited(),
        };
        let shown = writer.results();
        assert!(
            shown.contains("</a><span class=\"hit-kind\"> Tool</span></h2>"),
            "{shown}"
        );
    }

    #[test]
    fn unknown_words_are_listed_with_the_nearest_ones() {
        let shown = results("ganyxqz", &Budget::unlimited());
        assert!(shown.contains("No page has: ganyxqz"), "{shown}");
        assert!(
            shown.contains("<ul><li><a href=\"?q=ganyu\">ganyu</a></li></ul>"),
            "{shown}"
        );
    }

    #[test]
    fn a_list_of_nearest_words_has_items() {
        let shown = results("zzqx", &Budget::unlimited());
        assert!(
            shown.contains("No page has: zzqx") && !shown.contains("<ul>"),
            "{shown}"
        );
    }

    #[test]
    fn a_filler_is_not_listed_as_unknown() {
        let shown = results("does xyzzy", &Budget::unlimited());
        assert!(shown.contains("No page has: xyzzy<"), "{shown}");
    }

    #[test]
    fn a_word_that_was_not_searched_is_not_called_unknown() {
        let limits = SearchLimits {
            time: Duration::ZERO,
            visits: 1,
        };
        let shown = results("ganyu", &Budget::new(limits, || Duration::ZERO));
        assert!(!shown.contains("No page has"), "{shown}");
    }

    #[test]
    fn an_answer_is_a_named_section_after_the_count() {
        let shown = results("ganyu base hp", &Budget::unlimited());
        let count = shown.find("<p>One document found</p>");
        let answer = shown.find("<section class=\"hit-answer\" aria-labelledby=\"search-answer\">");
        assert!(count.is_some() && count < answer, "{shown}");
        assert!(
            shown.contains("<a id=\"search-answer\" href=\"/ganyu\">Ganyu</a>"),
            "{shown}"
        );
        assert!(shown.contains("<dt>Base HP</dt><dd>9797</dd>"), "{shown}");
    }
}
