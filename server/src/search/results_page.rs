//! The search page for readers without JavaScript: puts the results into the served document.
//!
//! The document has an empty element for the results. The client hydrates the element as it is, and empties it once it
//! shows results of its own.

use super::Engine;
use super::budget::{Budget, Stage};
use super::highlight::{Marker, Style};
use super::query::MatchOptions;
use super::rank::{Hit, TEXT_PER_VISIT};
use super::record::{SchemaField, path};
use super::typesense::limits::MAX_QUERY;
use super::typesense::param_map::Param;
use bindery_format::plural::plural_form;
use std::fmt::Write as _;

/// The element that receives the results (`ui/src/pages/SearchPage.tsx`).
const PLACEHOLDER: &str = "<div id=\"search-served\"></div>";
/// Pages in the results.
const MAX_PAGES: usize = 15;
/// Letters of a query, as in the client.
const MAX_LETTERS: usize = 64;
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

/// The first letters of a query. A control character becomes a space: in a page it shows nothing, and what follows a line
/// break could be taken for the head of another answer.
fn without_controls(text: &str) -> String {
    let letters = text.chars().take(MAX_LETTERS);
    let visible = letters.map(|c| if is_control(c) { ' ' } else { c });
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
    let results = format!("<div id=\"search-served\">{}</div>", writer.results());
    let document = document.replacen(PLACEHOLDER, &results, 1);
    let document = with_value(&document, query);
    with_title(&document, &writer.title())
}

/// The document with a message instead of results. The message is text, not HTML.
#[must_use]
pub fn with_message(document: &str, message: &str, query: &str) -> String {
    let results = format!("<div id=\"search-served\"><p>{}</p></div>", escape(message));
    with_value(
        &document.replacen(PLACEHOLDER, &results, 1),
        &without_controls(query),
    )
}

/// Puts the query into the search field.
fn with_value(document: &str, query: &str) -> String {
    let Some(name) = document.find(" name=\"q\"") else {
        return document.to_owned();
    };
    let start = document[..name].rfind('<').unwrap_or(name);
    let end = document[name..]
        .find('>')
        .map_or(document.len(), |at| name + at);
    let value = format!(" value=\"{}\"", escape(query));
    let tag = &document[start..end];
    let tag = match tag.contains(" value=\"\"") {
        true => tag.replacen(" value=\"\"", &value, 1),
        false => format!("{}{value}", tag.trim_end_matches('/')),
    };
    format!("{}{tag}{}", &document[..start], &document[end..])
}

fn with_title(document: &str, title: &str) -> String {
    let (Some(start), Some(end)) = (document.find("<title>"), document.find("</title>")) else {
        return document.to_owned();
    };
    let own = &document[start + 7..end];
    let rest = own.find([' ', '-', '|']).map_or("", |at| &own[at..]);
    let title = format!("{}{rest}", escape(title));
    format!("{}<title>{title}{}", &document[..start], &document[end..])
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
        let options = MatchOptions::default();
        let found = self
            .engine
            .search_within(self.query, options, self.budget, is_own);
        let groups = self.engine.by_page(&found.hits, 1);
        let mut out = format!("<p>{}</p>", escape(&self.count(groups.len())));
        let marker = Marker::new(&found.words);
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
        let crumbs: Vec<&str> = levels[..section.level as usize]
            .iter()
            .flatten()
            .copied()
            .collect();
        let _ = write!(
            out,
            "<article class=\"hit\"><h2><a href=\"{}\">{}</a></h2>",
            escape(&path(index, hit.section)),
            marked(marker, section.heading, false)
        );
        if !crumbs.is_empty() {
            let _ = write!(
                out,
                "<p class=\"hit-path\">{}</p>",
                escape(&crumbs.join(" › "))
            );
        }
        if !section.text.is_empty() {
            let _ = write!(out, "<p>{}</p>", marked(marker, section.text, true));
        }
        out.push_str("</article>");
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

/// A text with marked matches as HTML: the whole text, or a snippet.
fn marked(marker: &Marker<'_>, text: &str, is_cut: bool) -> String {
    let style = Style {
        affix: 12,
        ..Style::default()
    };
    let Some(marked) = marker.mark(text) else {
        let end = text.char_indices().nth(160).map(|(at, _)| at);
        return match end.filter(|_| is_cut) {
            Some(end) => format!("{}…", escape(&text[..end])),
            None => escape(text),
        };
    };
    let range = if is_cut {
        marked.window(style)
    } else {
        0..text.len()
    };
    let (starts, ends) = (range.start == 0, range.end == text.len());
    let mut out = String::new();
    out.push_str(if starts { "" } else { "…" });
    for (piece, is_match) in marked.pieces(range) {
        match is_match {
            true => out.extend(["<mark>", &escape(piece), "</mark>"]),
            false => out.push_str(&escape(piece)),
        }
    }
    out.push_str(if ends { "" } else { "…" });
    out
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_text_wherever_it_stands() {
        let document = "<title>Search | Site</title><input type=\"search\" name=\"q\" value=\"\"/>";
        let document = with_value(document, "\"><script>");
        assert_eq!(
            with_title(&document, "for <b>"),
            "<title>for &lt;b&gt; | Site</title><input type=\"search\" name=\"q\" value=\"&quot;&gt;&lt;script&gt;\"/>"
        );
    }

    #[test]
    fn no_control_character_of_a_query_is_echoed() {
        let query = query_of("q=a%0d%0ab%00%1b%7f%C2%85%E2%80%A8%E2%80%A9%E2%80%AEc").unwrap();
        assert_eq!(query, "a  b       c");
        assert_eq!(query_of("q=%0d%0a"), None);
        for c in ('\0'..='\u{ffff}').filter(|c| c.is_control()) {
            let typed = format!("a{c}HTTP/1.1 400");
            assert_eq!(without_controls(&typed), "a HTTP/1.1 400");
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
}
