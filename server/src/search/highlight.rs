//! Marks the matches of a query in a text: whole words, the typed prefix of a word, two words for one, words with typos.

mod passage;

use self::passage::{best_passage, opening};
use super::query::{Fillers, MatchKind, Phrase, Query};
use bindery_format::search::passage::is_mark;
use bindery_format::search::text::{Token, number_of, tokens};
use serde::{Serialize, Serializer};
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::ops::Range;

/// Bytes of a text in which matches are marked: the words of a text take about ten times its memory.
const MAX_MARKED: usize = 64 << 10;

/// Words of a sentence that is shown whole even where little of a text is asked for.
const MIN_SENTENCE: usize = 12;

/// How matches are marked, and how much of a text a snippet shows.
#[derive(Clone, Copy, Debug)]
pub struct Style<'s> {
    /// Before a match.
    pub open: &'s str,
    /// After it.
    pub close: &'s str,
    /// Words shown before the first match; twice as many after it.
    pub affix: usize,
    /// Texts of at most this many words are shown whole.
    pub threshold: usize,
}

impl Default for Style<'_> {
    fn default() -> Self {
        Style {
            open: "<mark>",
            close: "</mark>",
            affix: 4,
            threshold: 30,
        }
    }
}

impl Style<'_> {
    /// Words of a passage.
    fn max_words(&self) -> usize {
        3 * self.affix + MIN_SENTENCE
    }
}

/// Marks the terms of a query.
#[derive(Debug)]
pub struct Marker<'w> {
    terms: HashMap<&'w str, MatchKind>,
    /// The synonyms of several words by the forms of their first term.
    phrases: HashMap<&'w str, Vec<&'w Phrase>>,
    /// Words of a phrase that are not marked.
    fillers: &'w Fillers,
}

/// A text with its matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marked<'t> {
    text: &'t str,
    words: Vec<Token>,
    /// Start and end of each match in bytes, in order, without overlaps.
    pub matches: Vec<(usize, usize)>,
}

impl<'w> Marker<'w> {
    /// A marker for the terms that the words of a query expand to.
    #[must_use]
    pub fn new(query: &'w Query) -> Self {
        let mut terms = HashMap::new();
        let required = query.words.iter().filter(|word| !word.is_filler);
        let expansions = required.flat_map(|word| &word.expansions);
        for expansion in expansions.filter(|one| !one.is_longer_number()) {
            let known = terms
                .entry(expansion.term.as_str())
                .or_insert(expansion.kind);
            if matches!(known, MatchKind::Prefix(_)) {
                *known = match (*known, expansion.kind) {
                    (MatchKind::Prefix(a), MatchKind::Prefix(b)) => MatchKind::Prefix(a.max(b)),
                    (_, other) => other,
                };
            }
        }
        let mut phrases: HashMap<&str, Vec<&Phrase>> = HashMap::new();
        for phrase in &query.phrases {
            for form in phrase.terms.first().into_iter().flatten() {
                phrases.entry(&form.term).or_default().push(phrase);
            }
        }
        Marker {
            terms,
            phrases,
            fillers: &query.fillers,
        }
    }

    /// The matches in a text; `None` when there are none.
    #[must_use]
    pub fn mark<'t>(&self, text: &'t str) -> Option<Marked<'t>> {
        let marked = self.mark_any(text);
        (!marked.matches.is_empty()).then_some(marked)
    }

    /// The matches in a text, if any.
    #[must_use]
    pub fn mark_any<'t>(&self, text: &'t str) -> Marked<'t> {
        let words = tokens(&text[..text.floor_char_boundary(MAX_MARKED)]);
        let mut matches: Vec<(usize, usize)> = Vec::new();
        let mut phrase_end = 0;
        for (at, token) in words.iter().enumerate() {
            phrase_end = phrase_end.max(at + self.phrase_len(&words[at..]));
            if let Some(end) = self.end_of_match(text, token) {
                matches.push((token.start, end));
            } else if at < phrase_end && !self.fillers.contains(&token.term) {
                matches.push((token.start, token.end));
            } else if let Some(next) = words.get(at + 1)
                && self
                    .terms
                    .contains_key(format!("{}{}", token.term, next.term).as_str())
            {
                matches.push((token.start, token.end));
                matches.push((next.start, next.end));
            }
        }
        matches.dedup_by(|later, earlier| {
            let overlaps = later.0 < earlier.1;
            if overlaps {
                earlier.1 = earlier.1.max(later.1);
            }
            overlaps
        });
        Marked {
            text,
            words,
            matches,
        }
    }

    /// The number of words of the longest phrase that the words begin with. A term of a phrase alone means something else.
    fn phrase_len(&self, words: &[Token]) -> usize {
        let first = words.first().map_or("", |token| token.term.as_str());
        let phrases = self.phrases.get(first).into_iter().flatten();
        let is_here = |phrase: &&&Phrase| {
            let mut terms = phrase.terms.iter().zip(words);
            phrase.terms.len() <= words.len()
                && terms.all(|(forms, token)| forms.iter().any(|form| form.term == token.term))
        };
        let lens = phrases.filter(is_here).map(|phrase| phrase.terms.len());
        lens.max().unwrap_or_default()
    }

    fn end_of_match(&self, text: &str, token: &Token) -> Option<usize> {
        match self.terms.get(token.term.as_str()) {
            Some(MatchKind::Prefix(len)) => {
                let own = &text[token.start..token.end];
                // A character that folds into two cannot be cut.
                let is_plain = own.chars().count() == token.term.chars().count();
                let cut = own.char_indices().nth(*len).map(|(at, _)| at);
                let end = cut.filter(|_| is_plain).unwrap_or(own.len());
                Some(token.start + end)
            }
            Some(_) => Some(token.end),
            None => {
                let number = number_of(&token.term)?;
                let is_asked = self.terms.contains_key(number);
                let is_same = text[token.start..].starts_with(number);
                (is_asked && is_same).then_some(token.start + number.len())
            }
        }
    }
}

impl<'t> Marked<'t> {
    /// The distinct texts that matched.
    #[must_use]
    pub fn tokens(&self) -> Vec<&'t str> {
        let mut known = HashSet::new();
        let texts = self
            .matches
            .iter()
            .map(|(start, end)| &self.text[*start..*end]);
        texts.filter(|text| known.insert(*text)).collect()
    }

    /// Whether a text is one of the matches, in any case.
    fn has(&self, text: &str) -> bool {
        let own = self.tokens();
        own.iter()
            .any(|known| known.to_lowercase() == text.to_lowercase())
    }

    /// The whole text with its matches marked, without the marks of [`bindery_format::search::passage`].
    #[must_use]
    pub fn whole<'m>(&'m self, style: Style<'m>) -> Highlighted<'m> {
        let mut start = 0;
        let shown = self.text.split(is_mark).map(|shown| {
            let range = start..start + shown.len();
            let mark = self.text[range.end..].chars().next();
            start = range.end + mark.map_or(0, char::len_utf8);
            Segment::Text(range)
        });
        let shown = shown.collect();
        Highlighted::new(self, shown, style)
    }

    /// The part around the best matches, marked; the whole text when it is short.
    #[must_use]
    pub fn snippet<'m>(&'m self, style: Style<'m>) -> Highlighted<'m> {
        Highlighted::new(self, vec![Segment::Text(self.window(style))], style)
    }

    /// The sentence or the row of a table with the best matches, marked; the first sentence when nothing matches. Words that
    /// the names shown above it lack come first. The text has the lines of [`bindery_format::search::passage`].
    #[must_use]
    pub fn passage<'m>(&'m self, style: Style<'m>, names: &[&Marked<'_>]) -> Highlighted<'m> {
        let (segments, place) = best_passage(self, names, style.max_words());
        Highlighted {
            opens: place.names(self.text).collect(),
            ..Highlighted::new(self, segments, style)
        }
    }

    /// The first sentences of a text, or the first row of one that begins with a table, marked.
    #[must_use]
    pub fn opening<'m>(&'m self, style: Style<'m>) -> Highlighted<'m> {
        Highlighted::new(self, opening(self, style.max_words()), style)
    }

    /// The bytes that a snippet shows.
    #[must_use]
    fn window(&self, style: Style<'_>) -> Range<usize> {
        if self.words.len() <= style.threshold.max(1) {
            return 0..self.text.len();
        }
        let width = 3 * style.affix + 1;
        let is_match = |token: &Token| {
            let at = self.matches.partition_point(|(_, end)| *end <= token.start);
            self.matches
                .get(at)
                .is_some_and(|(start, _)| *start < token.end)
        };
        let positions: Vec<usize> = (0..self.words.len())
            .filter(|at| is_match(&self.words[*at]))
            .collect();
        let best = self.richest(&positions, width - style.affix);
        let first = best.saturating_sub(style.affix);
        let last = (best + 2 * style.affix).min(self.words.len() - 1);
        self.words[first].start..self.words[last].end
    }

    /// The position of a match whose following `width` words hold the most different matches; the first of equal ones.
    fn richest(&self, positions: &[usize], width: usize) -> usize {
        let term = |position: usize| self.words[position].term.as_str();
        let mut counts: HashMap<&str, usize> = HashMap::new();
        let (mut best, mut end) = ((0, 0), 0);
        for first in positions {
            while end < positions.len() && positions[end] < first + width {
                *counts.entry(term(positions[end])).or_default() += 1;
                end += 1;
            }
            if counts.len() > best.0 {
                best = (counts.len(), *first);
            }
            if let Some(count) = counts.get_mut(term(*first)) {
                *count -= 1;
                if *count == 0 {
                    counts.remove(term(*first));
                }
            }
        }
        best.1
    }

    /// The pieces of a range in order, each a match or not.
    fn pieces(&self, range: Range<usize>) -> Vec<(&'t str, bool)> {
        let mut pieces = Vec::new();
        let mut at = range.start;
        for (start, end) in &self.matches {
            let (start, end) = ((*start).max(at), (*end).min(range.end));
            if start >= end {
                continue;
            }
            pieces.push((&self.text[at..start], false));
            pieces.push((&self.text[start..end], true));
            at = end;
        }
        pieces.push((&self.text[at.min(range.end)..range.end], false));
        pieces.retain(|(text, _)| !text.is_empty());
        pieces
    }
}

/// A part of a text with its matches marked, written piece by piece: marks can be many times as long as the text.
#[derive(Clone, Debug)]
pub struct Highlighted<'m> {
    marked: &'m Marked<'m>,
    segments: Vec<Segment>,
    style: Style<'m>,
    opens: Vec<&'m str>,
}

/// A piece of what is shown: bytes of the text, or what joins them.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Segment {
    Text(Range<usize>),
    Separator(&'static str),
}

impl<'m> Highlighted<'m> {
    fn new(marked: &'m Marked<'m>, segments: Vec<Segment>, style: Style<'m>) -> Highlighted<'m> {
        Highlighted {
            marked,
            segments,
            style,
            opens: Vec::new(),
        }
    }

    /// The titles of the tab and the `details` that hide the passage, if it has a match that some other names lack.
    #[must_use]
    pub fn opens(&self, names: &[&Marked<'_>]) -> &[&'m str] {
        let is_named = |text: &str| names.iter().any(|name| name.has(text));
        let mut matches = self.pieces().filter(|(_, is_match)| *is_match);
        match matches.any(|(text, _)| !is_named(text)) {
            true => &self.opens,
            false => &[],
        }
    }

    /// The pieces in order, each a match or not.
    pub fn pieces(&self) -> impl Iterator<Item = (&'m str, bool)> {
        self.segments.iter().flat_map(|segment| match segment {
            Segment::Text(range) => self.marked.pieces(range.clone()),
            Segment::Separator(text) => vec![(*text, false)],
        })
    }
}

impl fmt::Display for Highlighted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (text, is_match) in self.pieces() {
            if is_match {
                f.write_str(self.style.open)?;
                f.write_str(text)?;
                f.write_str(self.style.close)?;
            } else {
                f.write_str(text)?;
            }
        }
        Ok(())
    }
}

impl Serialize for Highlighted<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::query::{Expansion, KnownForm, Word};

    pub(super) fn marker(list: &[(&str, MatchKind)]) -> Query {
        let expansions = list.iter().map(|(term, kind)| Expansion {
            term: (*term).to_owned(),
            postings_offset: 0,
            weight: 1.0,
            kind: *kind,
            words: 1,
        });
        let word = Word {
            term: String::new(),
            expansions: expansions.collect(),
            is_filler: false,
        };
        Query {
            words: vec![word],
            ..Query::default()
        }
    }

    fn whole(list: &[(&str, MatchKind)], text: &str) -> String {
        let words = marker(list);
        let marked = Marker::new(&words).mark(text);
        marked.map_or_else(
            || text.to_owned(),
            |marked| marked.whole(Style::default()).to_string(),
        )
    }

    #[test]
    fn what_was_typed_is_marked() {
        assert_eq!(
            whole(
                &[
                    ("elemental", MatchKind::Typo),
                    ("gauges", MatchKind::Prefix(5))
                ],
                "Elemental Gauges"
            ),
            "<mark>Elemental</mark> <mark>Gauge</mark>s"
        );
        assert_eq!(
            whole(&[("cafe", MatchKind::Whole)], "Le Café."),
            "Le <mark>Café</mark>."
        );
        assert_eq!(
            whole(&[("hutao", MatchKind::Whole)], "Hu Tao"),
            "<mark>Hu</mark> <mark>Tao</mark>"
        );
        assert_eq!(
            whole(&[("2.5", MatchKind::Whole)], "2.5s"),
            "<mark>2.5</mark>s"
        );
        assert_eq!(
            whole(&[("mussig", MatchKind::Prefix(2))], "Müßig"),
            "<mark>Müßig</mark>"
        );
        assert_eq!(whole(&[("x", MatchKind::Whole)], "<b>y</b>"), "<b>y</b>");
    }

    #[test]
    fn a_synonym_of_several_words_is_marked_as_a_whole() {
        let form = |term: &str| KnownForm {
            term: term.to_owned(),
            postings_offset: 0,
            weight: 1.0,
        };
        let phrase = Phrase {
            terms: [
                vec![form("ascension")],
                vec![form("passive"), form("passives")],
            ]
            .into(),
            weight: 1.0,
            words: 1,
        };
        let query = Query {
            phrases: vec![phrase],
            ..Query::default()
        };
        let marked = Marker::new(&query).mark_any("Passives by ascension. Ascension passives.");
        assert_eq!(
            marked.whole(Style::default()).to_string(),
            "Passives by ascension. <mark>Ascension</mark> <mark>passives</mark>."
        );
    }

    #[test]
    fn marks_of_lines_are_not_shown() {
        let text = "\u{85}Hits\nA hit.\n\u{85}\n\u{b}\u{b}End";
        assert_eq!(
            whole(
                &[("hit", MatchKind::Whole), ("end", MatchKind::Whole)],
                text
            ),
            "Hits\nA <mark>hit</mark>.\n\n<mark>End</mark>"
        );
    }

    #[test]
    fn a_snippet_is_the_best_place() {
        let text = format!("hit {}hit lag {}", "a ".repeat(40), "b ".repeat(40));
        let words = marker(&[("hit", MatchKind::Whole), ("lag", MatchKind::Whole)]);
        let marker = Marker::new(&words);
        let marked = marker.mark(&text).unwrap();
        assert_eq!(
            marked
                .snippet(Style {
                    affix: 2,
                    ..Style::default()
                })
                .to_string(),
            "a a <mark>hit</mark> <mark>lag</mark> b b b"
        );
        assert_eq!(marked.tokens(), ["hit", "lag"]);
    }

    pub(super) fn passage(list: &[(&str, MatchKind)], text: &str) -> String {
        let words = marker(list);
        let marked = Marker::new(&words).mark_any(text);
        marked.passage(Style::default(), &[]).to_string()
    }

    #[test]
    fn a_passage_is_a_sentence_or_a_row() {
        let text = "A bow is used. It needs charge. It hits.\n\u{c}Level\t1\t9\nAimed Shot\t43.9%\t74.6%\nCharge Level 1\t124%\t211%";
        let charge = [("charge", MatchKind::Whole)];
        assert_eq!(
            passage(&charge, text),
            "It needs <mark>charge</mark>. It hits."
        );
        let aimed = [("aimed", MatchKind::Whole), ("9", MatchKind::Whole)];
        assert_eq!(
            passage(&aimed, text),
            "<mark>Aimed</mark> Shot – Level <mark>9</mark>: 74.6%"
        );
        let shot = [("shot", MatchKind::Whole)];
        assert_eq!(
            passage(&shot, text),
            "Aimed <mark>Shot</mark> – Level 1: 43.9%"
        );
        assert_eq!(
            passage(&[], text),
            "A bow is used. It needs charge. It hits."
        );
    }

    #[test]
    fn column_headers_end_with_their_table() {
        let text = "\u{c}\tPyro\tCryo\nSlime\t10%\t20%\n\tnone\t5%\n\u{c}\nCooldown\t12s\t15s";
        for (term, expected) in [
            ("slime", "<mark>Slime</mark> – Pyro: 10%"),
            ("none", "Pyro: <mark>none</mark>"),
            ("cooldown", "<mark>Cooldown</mark>: 12s"),
        ] {
            assert_eq!(passage(&[(term, MatchKind::Whole)], text), expected);
        }
    }

    #[test]
    fn a_long_sentence_is_cut_around_its_match() {
        let text = format!("{}hit {}end.", "a ".repeat(60), "b ".repeat(60));
        let shown = passage(&[("hit", MatchKind::Whole)], &text);
        assert!(
            shown.starts_with("…a a") && shown.ends_with("b b…"),
            "{shown}"
        );
        assert!(shown.contains("a <mark>hit</mark> b"), "{shown}");
    }

    #[test]
    fn a_joined_word_with_a_digit_is_marked() {
        assert_eq!(
            whole(&[("c6", MatchKind::Joined)], "At C 6"),
            "At <mark>C</mark> <mark>6</mark>"
        );
        assert_eq!(whole(&[("90", MatchKind::Prefix(1))], "At 90"), "At 90");
    }
}
