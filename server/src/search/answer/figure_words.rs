//! Matches the words of a query with the name of a figure, which is that of its row, column, table or heading.
//!
//! Numbers are exact here: the number after `level` names a level and nothing else, and a name with a number that the query
//! lacks names another figure (`75% HP`, `C6`, `2-Hit`).

use super::statements::is_number;
use crate::search::query::{Fillers, Query};
use crate::search::rank::name_match::{NameMatch, TermTable};
use bindery_format::search::text::{Token, has_digit, tokens};

/// Words before the number of a level, besides those that the site's synonyms give.
const LEVEL_WORDS: [&str; 3] = ["level", "lv", "lvl"];

/// Words that ask for what is needed, and the words of names and sentences that say it.
const NEED_WORDS: [&str; 4] = ["need", "needs", "require", "requires"];
const COST_WORDS: [&str; 8] = [
    "cost", "costs", "need", "needs", "needed", "require", "requires", "required",
];

/// The words of a query, to be compared with names.
pub(super) struct FigureWords<'q> {
    table: TermTable<'q>,
    levels: Vec<QueryLevel<'q>>,
    /// The words in [`FigureWords::levels`], a bit each.
    level_words: u16,
    /// The last word that is neither a filler nor of a level: it names the figure, as those before it name the thing.
    figure: &'q str,
    /// The bit of [`FigureWords::figure`].
    figure_word: u16,
    /// Whether a row has an answer only if the query has its whole name: without synonyms, a part of a name may be that of another
    /// row (`Poise Damage` of `Skill DMG`).
    pub(super) needs_whole_names: bool,
    /// Whether the query asks for what is needed: `how much ER does Eula need` is not answered by the ER that she has.
    asks_for_need: bool,
}

/// `level 90` in a query.
struct QueryLevel<'q> {
    /// The bit of `level`.
    word: u16,
    /// The bits of both words.
    words: u16,
    number: &'q str,
}

/// How a name matches.
#[derive(Clone, Copy)]
pub(super) struct FoundWords {
    /// The words of the query that it has, a bit each.
    pub(super) words: u16,
    /// The share of the name's words that match; a synonym or a misspelling counts as the word itself.
    pub(super) share: f32,
}

impl FoundWords {
    /// Whether all words of the name match, so that the query names the thing and no other.
    pub(super) fn is_full(&self) -> bool {
        self.share >= 1.0
    }
}

impl<'q> FigureWords<'q> {
    pub(super) fn of(query: &'q Query) -> FigureWords<'q> {
        FigureWords::with_table(query, TermTable::of_figures(query))
    }

    /// The words without synonyms.
    pub(super) fn without_synonyms(query: &'q Query) -> FigureWords<'q> {
        FigureWords {
            needs_whole_names: true,
            ..FigureWords::with_table(query, TermTable::of_own_words(query))
        }
    }

    /// The words as they were typed, without synonyms and corrections.
    pub(super) fn typed(query: &'q Query) -> FigureWords<'q> {
        FigureWords::with_table(query, TermTable::of_typed_words(query))
    }

    fn with_table(query: &'q Query, table: TermTable<'q>) -> FigureWords<'q> {
        let levels: Vec<QueryLevel<'q>> = levels(query).collect();
        let level_words = levels.iter().fold(0, |all, level| all | level.words);
        let mut words = query.words.iter().enumerate().rev();
        let figure = words.find(|(at, word)| !word.is_filler && level_words & (1 << at) == 0);
        // `level` names no figure without its number.
        let figure = figure.filter(|(_, word)| !LEVEL_WORDS.contains(&word.term.as_str()));
        FigureWords {
            table,
            level_words,
            levels,
            figure: figure.map_or("", |(_, word)| word.term.as_str()),
            figure_word: figure.map_or(0, |(at, _)| 1 << at),
            needs_whole_names: false,
            asks_for_need: query
                .words
                .iter()
                .any(|word| NEED_WORDS.contains(&word.term.as_str())),
        }
    }

    /// The number of words that are not fillers.
    pub(super) fn count(&self) -> u32 {
        self.table.required().count_ones()
    }

    /// The number of words that are missing in these.
    pub(super) fn missing(&self, words: u16) -> u32 {
        (self.table.required() & !words).count_ones()
    }

    /// The words in a heading or a title, whatever numbers it has.
    pub(super) fn in_heading(&self, heading: &str) -> FoundWords {
        let own = NameMatch::of(&self.table, heading);
        let levels = self.levels_in(&tokens(heading));
        FoundWords {
            words: (own.words & !self.level_words) | levels,
            share: own.word_share(),
        }
    }

    /// The words in the name of a row, a column or a table; none if it has a number that the query lacks.
    pub(super) fn in_name(&self, name: &str) -> FoundWords {
        let list = tokens(name);
        let is_known = |(at, token): (usize, &Token)| {
            !has_digit(&token.term)
                || self.table.words_with(&token.term) & !self.level_words != 0
                || self.level_at(&list, at) != 0
        };
        match list.iter().enumerate().all(is_known) {
            true => self.in_heading(name),
            false => FoundWords {
                words: 0,
                share: 0.0,
            },
        }
    }

    /// Whether the query has the whole name up to what a comma or a bracket adds: `ATK, highest`.
    pub(super) fn has_first_part(&self, name: &str) -> bool {
        let first = name.split([',', '(']).next().unwrap_or_default();
        self.in_name(first).is_full()
    }

    /// Whether a name has a level that the query names.
    pub(super) fn has_level(&self, name: &str) -> bool {
        self.levels_in(&tokens(name)) != 0
    }

    /// Whether the query has one of the alternatives of a name, but not all: `low plunge` of `Low/High Plunge DMG`, whose value
    /// is that of both.
    pub(super) fn has_one_alternative(&self, name: &str) -> bool {
        let choices = name.split(' ').filter(|part| part.contains('/'));
        choices.into_iter().any(|choice| {
            let all = choice.split('/').map(|one| self.in_name(one).words != 0);
            let (named, others): (Vec<bool>, Vec<bool>) = all.partition(|is_named| *is_named);
            !named.is_empty() && !others.is_empty()
        })
    }

    /// The words of a name that the query lacks.
    pub(super) fn other_words(&self, name: &str) -> Vec<String> {
        let terms = tokens(name).into_iter().map(|token| token.term);
        let fillers = self.fillers();
        let others =
            terms.filter(|term| !fillers.contains(term) && self.table.words_with(term) == 0);
        others.collect()
    }

    /// Whether a sentence has the name of the figure where something is a share of it: `30% of Max HP` is no HP.
    pub(super) fn is_share(&self, sentence: &str) -> bool {
        let list = tokens(sentence);
        let is_asked = |token: &&Token| self.table.words_with(&token.term) != 0;
        let named = (0..list.len()).filter(|at| list[*at].term == self.figure);
        let names = named.map(|at| {
            let before = list[..at].iter().rev().take_while(is_asked).count();
            (before, list[at - before].start)
        });
        let longest = names.max_by_key(|(before, _)| *before);
        longest.is_some_and(|(_, start)| sentence[..start].ends_with("% of "))
    }

    /// Whether a sentence says how large the figure is: a number follows its name (`a cooldown of 12s`, `lasts 8s`,
    /// `I-frames of the burst: 222`), or is before it (`a 12s cooldown`). Elsewhere a number is that of another thing.
    pub(super) fn is_figure_given(&self, sentence: &str) -> bool {
        let list = tokens(sentence);
        let has_number = |at: usize| list.get(at).is_some_and(|own| is_number(&own.term));
        let words_at = |at: usize| self.table.words_with(&list[at].term);
        let mut of_figure = (0..list.len()).filter(|at| words_at(*at) & self.figure_word != 0);
        let is_captioned = sentence.split_once(": ").is_some_and(|(caption, value)| {
            is_number(value) && self.in_heading(caption).words & self.figure_word != 0
        });
        is_captioned
            || of_figure.any(|at| {
                let after = list[at + 1..].iter();
                let joins = after.take_while(|own| self.fillers().contains(&own.term));
                let before = (0..at).rev().take_while(|at| words_at(*at) != 0);
                let first = at - before.count();
                has_number(at + 1 + joins.count()) || (first > 0 && has_number(first - 1))
            })
    }

    /// Whether a sentence is about what belongs to somebody whom the query does not name: `Sucrose's A4`.
    pub(super) fn has_other_owner(&self, sentence: &str) -> bool {
        let words = sentence.split_whitespace();
        let mut owners = words.filter_map(|word| word.strip_suffix('s')?.strip_suffix(['\'', '’']));
        owners
            .any(|owner| owner.starts_with(char::is_uppercase) && self.in_heading(owner).words == 0)
    }

    /// Whether a name or a sentence says what is needed, or the query does not ask for that.
    pub(super) fn says_need(&self, text: &str) -> bool {
        let is_cost = |token: &Token| COST_WORDS.contains(&token.term.as_str());
        !self.asks_for_need || tokens(text).iter().any(is_cost)
    }

    /// Words that say nothing in the language of the query.
    pub(super) fn fillers(&self) -> &'q Fillers {
        self.table.fillers()
    }

    /// The words of the levels that a name has.
    fn levels_in(&self, name: &[Token]) -> u16 {
        (0..name.len()).fold(0, |words, at| words | self.level_at(name, at))
    }

    /// The words of the level whose number is a certain term of a name.
    fn level_at(&self, name: &[Token], at: usize) -> u16 {
        let Some(before) = at.checked_sub(1).map(|before| name[before].term.as_str()) else {
            return 0;
        };
        let is_own = |level: &&QueryLevel<'_>| {
            let is_level_word =
                LEVEL_WORDS.contains(&before) || self.table.words_with(before) & level.word != 0;
            is_level_word && name[at].term == level.number
        };
        let level = self.levels.iter().find(is_own);
        level.map_or(0, |level| level.words)
    }
}

/// The levels that a query names.
fn levels(query: &Query) -> impl Iterator<Item = QueryLevel<'_>> {
    let pairs = query.words.iter().zip(query.words.iter().skip(1));
    let levels = pairs.enumerate().filter(|(_, (word, number))| {
        let is_level_word = LEVEL_WORDS.contains(&word.term.as_str())
            || word
                .expansions
                .iter()
                .any(|one| one.term == LEVEL_WORDS[0] && one.is_same_word());
        is_level_word && number.term.bytes().all(|byte| byte.is_ascii_digit())
    });
    levels.map(|(at, (_, number))| QueryLevel {
        word: 1 << at,
        words: 0b11 << at,
        number: &number.term,
    })
}
