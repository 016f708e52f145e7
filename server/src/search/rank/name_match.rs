//! Compares the words of a query with a name (a heading or a title), and finds adjacent words in a text.

use crate::search::query::{Expansion, Fillers, KnownForm, MatchKind, Phrase, Query};
use crate::search::tuning::{
    HEADING_AND_TITLE_BOOST, HEADING_BOOST, MAX_WORDS, NEAR_WORDS, ORDER_BOOST, PAGE_BOOST,
    PART_HEADING_BOOST, WHOLE_HEADING_AND_TITLE_BOOST, WHOLE_HEADING_BOOST,
};
use bindery_format::search::passage::{Line, lines};
use bindery_format::search::text::{Token, tokens};
use std::collections::HashMap;
use std::ops::Range;

/// The words of the query by term, so that a name is compared with all words at once.
#[derive(Debug)]
pub(in crate::search) struct TermTable<'w> {
    terms: HashMap<&'w str, Vec<TermMatch>>,
    phrases: Vec<&'w Phrase>,
    /// The words that are not fillers, a bit each.
    required: u16,
    fillers: &'w Fillers,
    /// Whether a phrase needs terms of its own in a name: `cd damage` is no `CRIT DMG`, although `cd` stands for both of its words.
    is_strict: bool,
}

/// A word of the query that a term matches.
#[derive(Clone, Copy, Debug)]
struct TermMatch {
    /// The number of the word.
    word: usize,
    weight: f32,
    /// All words that the term replaces, a bit each.
    words: u16,
}

impl<'w> TermTable<'w> {
    pub(in crate::search) fn new(query: &'w Query) -> TermTable<'w> {
        TermTable::filtered(query, |_| true, |_| true)
    }

    /// A table for figures: a word is no prefix, because a longer word may name another thing, and a phrase has its own words,
    /// because a like phrase can have a separate figure (`aimed shot`, `charged attack`), unless it is the long form of the same
    /// name.
    pub(in crate::search) fn of_figures(query: &'w Query) -> TermTable<'w> {
        let table = TermTable::filtered(
            query,
            |one| !matches!(one.kind, MatchKind::Prefix(_)),
            |phrase| phrase.words.count_ones() == 1 || is_long_form(query, phrase),
        );
        TermTable {
            is_strict: true,
            ..table
        }
    }

    /// [`TermTable::of_figures`] without synonyms.
    pub(in crate::search) fn of_own_words(query: &'w Query) -> TermTable<'w> {
        let is_own =
            |one: &Expansion| !matches!(one.kind, MatchKind::Prefix(_) | MatchKind::Synonym);
        TermTable::filtered(query, is_own, |_| false)
    }

    /// A table for figures that has the words of the query only as they were typed, or inflected.
    pub(in crate::search) fn of_typed_words(query: &'w Query) -> TermTable<'w> {
        TermTable::filtered(query, |one| one.kind == MatchKind::Whole, |_| false)
    }

    fn filtered(
        query: &'w Query,
        is_used: impl Fn(&Expansion) -> bool,
        is_phrase_used: impl Fn(&Phrase) -> bool,
    ) -> TermTable<'w> {
        let mut terms: HashMap<&str, Vec<TermMatch>> = HashMap::new();
        for (number, word) in query.words.iter().enumerate() {
            for expansion in word.expansions.iter().filter(|one| is_used(one)) {
                let list = terms.entry(expansion.term.as_str()).or_default();
                list.push(TermMatch {
                    word: number,
                    weight: expansion.weight,
                    words: expansion.words,
                });
            }
        }
        TermTable {
            terms,
            phrases: query
                .phrases
                .iter()
                .filter(|own| is_phrase_used(own))
                .collect(),
            required: query.required(),
            fillers: &query.fillers,
            is_strict: false,
        }
    }

    /// Words that say nothing in the language of the query.
    pub(in crate::search) fn fillers(&self) -> &'w Fillers {
        self.fillers
    }

    /// The words that are not fillers, a bit each.
    pub(in crate::search) fn required(&self) -> u16 {
        self.required
    }

    /// Whether these are all words that are not fillers.
    pub(in crate::search) fn is_whole(&self, words: u16) -> bool {
        self.required & !words == 0
    }

    /// The words that a term matches, a bit each.
    pub(in crate::search) fn words_with(&self, term: &str) -> u16 {
        let matches = self.words_of(term).iter();
        matches.fold(0, |words, own| words | own.words)
    }

    /// The words that a term matches, in their order.
    fn words_of(&self, term: &str) -> &[TermMatch] {
        self.terms.get(term).map_or(&[], Vec::as_slice)
    }
}

/// Whether a phrase has all words of the query that it replaces: `Lost Prayer to the Sacred Winds` for `lost prayer`.
fn is_long_form(query: &Query, phrase: &Phrase) -> bool {
    let words = query.words.iter().enumerate();
    let mut replaced = words.filter(|(at, _)| phrase.words & (1 << at) != 0);
    let is_part = |term: &str| {
        let mut forms = phrase.terms.iter().flatten();
        forms.any(|form| form.term == term)
    };
    replaced.all(|(_, word)| is_part(&word.term))
}

/// How the words of a query match a name.
pub(in crate::search) struct NameMatch {
    /// The words of the query that the name has, a bit each; no fillers.
    pub(in crate::search) words: u16,
    /// Whether the name has all words that are not fillers.
    pub(super) is_whole: bool,
    /// Whether the words have the order of the query.
    pub(super) in_order: bool,
    /// The sum of the weights of the terms that match.
    matched: f32,
    /// The number of terms that match.
    count: usize,
    /// The number of words that are not fillers.
    len: usize,
}

impl NameMatch {
    pub(in crate::search) fn of(table: &TermTable<'_>, name: &str) -> NameMatch {
        let list = tokens(name);
        let is_filler = |token: &Token| table.fillers.contains(&token.term);
        let mut weights = vec![0.0_f32; list.len()];
        let mut words = vec![0_u16; list.len()];
        let mut result = NameMatch {
            words: 0,
            is_whole: false,
            matched: 0.0,
            count: 0,
            len: list.iter().filter(|token| !is_filler(token)).count(),
            in_order: true,
        };
        let mut last = None;
        let mut before = String::new();
        for (at, token) in list.iter().enumerate() {
            let next = list.get(at + 1);
            let joined =
                next.map_or_else(String::new, |next| format!("{}{}", token.term, next.term));
            let spellings = [token.term.as_str(), joined.as_str(), before.as_str()];
            let matches = spellings.into_iter().flat_map(|term| table.words_of(term));
            let best =
                matches.max_by(|a, b| a.weight.total_cmp(&b.weight).then(a.word.cmp(&b.word)));
            if let Some(best) = best {
                result.in_order &= last.is_none_or(|last| best.word >= last);
                last = Some(best.word);
                result.words |= best.words;
                words[at] = best.words;
                if !is_filler(token) {
                    weights[at] = best.weight;
                }
            }
            before = joined;
        }
        for phrase in &table.phrases {
            let positions = positions_of(phrase, &list);
            let is_used = |at: &usize| words[*at] & !phrase.words != 0;
            if !table.is_strict || !positions.iter().any(is_used) {
                result.add_phrase(phrase, &positions, &mut weights, |at| is_filler(&list[at]));
            }
        }
        // A filler names nothing.
        result.words &= table.required;
        result.matched = weights.iter().sum();
        result.count = weights.iter().filter(|weight| **weight > 0.0).count();
        result.is_whole = table.is_whole(result.words);
        result
    }

    /// Counts a phrase that a name has.
    fn add_phrase(
        &mut self,
        phrase: &Phrase,
        positions: &[usize],
        weights: &mut [f32],
        is_filler: impl Fn(usize) -> bool,
    ) {
        for at in positions {
            self.words |= phrase.words;
            if !is_filler(*at) {
                weights[*at] = weights[*at].max(phrase.weight);
            }
        }
    }

    /// The share of the words of the name, without its fillers, that match.
    pub(in crate::search) fn word_share(&self) -> f32 {
        self.count as f32 / self.len.max(1) as f32
    }

    /// The weighted share of the name, without its fillers, that matches.
    pub(in crate::search) fn share(&self) -> f32 {
        self.matched / self.len.max(1) as f32
    }
}

/// Where the terms of a phrase are in a name; empty unless it has all of them.
fn positions_of(phrase: &Phrase, name: &[Token]) -> Vec<usize> {
    let is_form = |form: &KnownForm, token: &Token| form.term == token.term;
    let position = |forms: &Vec<KnownForm>| {
        name.iter()
            .position(|token| forms.iter().any(|form| is_form(form, token)))
    };
    let positions: Option<Vec<usize>> = phrase.terms.iter().map(position).collect();
    positions.unwrap_or_default()
}

/// How near the words of the query are in a text.
pub(super) struct Proximity {
    /// The largest number of words that are adjacent, in the order of the query.
    pub(super) run: usize,
    /// The largest share of the query's words among [`NEAR_WORDS`] neighbouring words of the text.
    pub(super) share: f32,
}

impl Proximity {
    /// In a table, a row and the headers of all columns are near each other.
    pub(super) fn of(table: &TermTable<'_>, text: &str) -> Proximity {
        let mut window = Window::new(table);
        let mut of_columns = 0;
        for line in lines(text) {
            if !matches!(line, Line::Row(_)) {
                of_columns = 0;
            }
            for token in tokens(&text[range_of(&line)]) {
                let words = window.add(&token.term, of_columns);
                if matches!(line, Line::Header(_)) {
                    of_columns |= words;
                }
            }
        }
        let all = table.required.count_ones().max(1) as f32;
        Proximity {
            run: window.longest,
            share: window.most as f32 / all,
        }
    }
}

/// All of a line but its mark.
fn range_of(line: &Line) -> Range<usize> {
    match line {
        Line::Prose(range) | Line::Title(_, range) | Line::Details(range) => range.clone(),
        Line::Header(cells) | Line::Row(cells) => match (cells.first(), cells.last()) {
            (Some(first), Some(last)) => first.start..last.end,
            _ => 0..0,
        },
    }
}

/// The words of the query that were seen last in a text.
struct Window<'w> {
    table: &'w TermTable<'w>,
    /// The length of the present run of adjacent words, and the word that would continue it.
    run: usize,
    expected: usize,
    longest: usize,
    /// The number of words of the text until here.
    position: usize,
    /// For each word of the query the position where it was last seen, 0 for nowhere.
    seen: [usize; MAX_WORDS],
    /// The largest number of words near each other.
    most: u32,
}

impl<'w> Window<'w> {
    fn new(table: &'w TermTable<'w>) -> Window<'w> {
        Window {
            table,
            run: 0,
            expected: 0,
            longest: 0,
            position: 0,
            seen: [0; MAX_WORDS],
            most: 0,
        }
    }

    /// Adds a term of the text, near which there are some words besides. Returns the words of the query that it matches.
    fn add(&mut self, term: &str, beside: u16) -> u16 {
        self.position += 1;
        let words = self.table.words_of(term);
        let expected = self.expected;
        if self.run > 0 && words.iter().any(|own| own.word == expected) {
            self.run += 1;
            self.expected += 1;
        } else if let Some(first) = words.first() {
            self.run = 1;
            self.expected = first.word + 1;
        } else {
            self.run = 0;
            return 0;
        }
        self.longest = self.longest.max(self.run);
        let own = words.iter().fold(0, |all, own| all | 1 << own.word) & self.table.required;
        for (at, seen) in self.seen.iter_mut().enumerate() {
            if own & (1 << at) != 0 {
                *seen = self.position;
            }
        }
        let seen = self.seen.iter().enumerate();
        let near = seen.filter(|(_, last)| **last > 0 && **last + NEAR_WORDS > self.position);
        let near = near.fold(beside, |all, (at, _)| all | 1 << at);
        self.most = self.most.max(near.count_ones());
        own
    }
}

/// 1 to 2.64: how much of the query and of a heading and its page's title are the same.
pub(super) fn name_boost(table: &TermTable<'_>, heading: &str, title: &str, is_page: bool) -> f32 {
    let own = NameMatch::of(table, heading);
    if own.is_whole {
        let whole = own.share();
        let in_order = if own.in_order { ORDER_BOOST } else { 0.0 };
        let boost = HEADING_BOOST + WHOLE_HEADING_BOOST * whole * whole + in_order;
        return if is_page { PAGE_BOOST * boost } else { boost };
    }
    let part = own.words.count_ones() as f32 / table.required().count_ones().max(1) as f32;
    let part = 1.0 + PART_HEADING_BOOST * part * own.share() * own.share();
    if is_page {
        return part;
    }
    let above = NameMatch::of(table, title);
    let both = own.words | above.words;
    let is_name_match = table.is_whole(both) && own.words & !above.words != 0;
    if !is_name_match {
        return part;
    }
    let both = WHOLE_HEADING_AND_TITLE_BOOST * own.share() * above.share();
    part + HEADING_AND_TITLE_BOOST + both
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Engine;
    use crate::search::query::MatchOptions;
    use crate::search::tuning::SYNONYM_WEIGHT;
    use bindery_fixture::index_writer::{Page, Section, write};

    #[test]
    fn fillers_of_a_name_are_no_part_of_it() {
        let page = Page {
            title: "Life".to_owned(),
            sections: vec![Section::new(
                1,
                "Life",
                "",
                "The bond of life, and to start.",
            )],
            ..Page::default()
        };
        let bytes = write(&[page], &[&["bol", "bond of life"]]).leak();
        let engine = Engine::open(bytes).unwrap();
        let share = |query: &str, name: &str| {
            let found = engine.search(query, MatchOptions::default(), |_| true);
            let own = NameMatch::of(&TermTable::new(&found.query), name);
            own.share()
        };
        assert_eq!(share("how do i start", "How to Start"), 1.0);
        assert_eq!(share("bond of life", "The Bond of Life"), 1.0);
        assert_eq!(share("bol", "Bond of Life"), SYNONYM_WEIGHT);
        assert_eq!(share("life", "Of the"), 0.0);
    }

    #[test]
    fn fillers_are_not_near_each_other() {
        let text = "How the formula of damage works.";
        let page = Page {
            title: "Combat".to_owned(),
            sections: vec![Section::new(1, "Combat", "", text)],
            ..Page::default()
        };
        let engine = Engine::open(write(&[page], &[]).leak()).unwrap();
        let query = "how does the damage formula work";
        let found = engine.search(query, MatchOptions::default(), |_| true);
        let table = TermTable::new(&found.query);
        assert_eq!(Proximity::of(&table, "how to use the map").share, 0.0);
        assert_eq!(Proximity::of(&table, "how the damage is shown").share, 0.5);
        assert_eq!(Proximity::of(&table, text).share, 1.0);
    }

    #[test]
    fn a_row_is_near_the_headers_of_its_columns() {
        let rows = "\n1\t5\t6".repeat(30);
        let text = format!("\u{c}Level\tHP\tATK{rows}\n90\t7\t8\nThe end.");
        let page = Page {
            title: "Stats".to_owned(),
            sections: vec![Section::new(1, "Stats", "", &text)],
            ..Page::default()
        };
        let engine = Engine::open(write(&[page], &[]).leak()).unwrap();
        let share = |query: &str, text: &str| {
            let found = engine.search(query, MatchOptions::default(), |_| true);
            Proximity::of(&TermTable::new(&found.query), text).share
        };
        assert_eq!(share("hp level 90", &text), 1.0);
        assert_eq!(share("hp level end", &text), 2.0 / 3.0);
        // Without columns the words are too far apart.
        assert_eq!(share("hp level 90", &text.replace('\u{c}', "")), 2.0 / 3.0);
    }
}
