//! Answers a query that names one figure: `ganyu base atk level 90`.
//!
//! In: the words of a query and its best hits. Out: the figures of the table rows of one section that, with the names above
//! them, have all words of the query; else a sentence with all words and a figure. Nothing is guessed: a query with a word
//! that none of these has gets no answer, and neither has one that may mean several things.

mod body;
mod candidates;
mod figure_words;
mod reader;
mod statements;
mod titles;

pub use self::body::{Answer, AnswerBody, Figure};
use self::figure_words::FigureWords;
use self::reader::{Reader, names_entity, other_things};
use super::budget::{Budget, Stage};
use super::index::Index;
use super::query::Query;
use super::rank::{Hit, TEXT_PER_VISIT};
use super::tuning::FULL_WEIGHT;

/// Hits that can answer.
const MAX_HITS: usize = 5;
/// How many hits are examined for an answer; their pages also show whether the query names one thing.
const MAX_HITS_COMPARED: usize = 12;
/// Bytes of a text that are read.
const MAX_BYTES: usize = 12_000;
/// The words of the query that a sentence has and the names above it lack: one word alone may mean anything there.
const MIN_WORDS_OF_SENTENCE: u32 = 2;

/// The answer to a query that names a figure, from the texts of its best hits.
#[must_use]
pub fn find_answer<'i>(
    index: &'i Index,
    query: &Query,
    hits: &[Hit],
    budget: &Budget,
) -> Option<Answer<'i>> {
    let texts = Texts {
        index,
        hits,
        budget,
        typed: FigureWords::typed(query),
    };
    // A synonym may also name something else (`atk` an attack), so that the words themselves come first.
    let own = texts.find(&FigureWords::without_synonyms(query));
    if own.figures.is_some() {
        return own.figures;
    }
    let all = texts.find(&FigureWords::of(query));
    let figures = all.figures.filter(|_| !own.has_several);
    figures.or(all.sentence)
}

/// Where answers are looked for.
struct Texts<'i, 't> {
    index: &'i Index,
    hits: &'t [Hit],
    budget: &'t Budget,
    /// The words as they were typed.
    typed: FigureWords<'t>,
}

/// What the texts say to the words of a query.
#[derive(Default)]
struct Findings<'i> {
    /// An answer with figures.
    figures: Option<Answer<'i>>,
    /// A sentence.
    sentence: Option<Answer<'i>>,
    /// Whether there are figures of which none can be chosen.
    has_several: bool,
}

impl<'i> Texts<'i, '_> {
    fn find(&self, words: &FigureWords<'_>) -> Findings<'i> {
        let mut found = Findings::default();
        if words.count() < 2 {
            return found;
        }
        let is_ambiguous = names_several(self.index, words, self.hits);
        let mut read = 0;
        for hit in self.hits.iter().take(MAX_HITS_COMPARED) {
            if read == MAX_HITS {
                break;
            }
            // Another section of the same page may have the figure of another thing with the very name that was typed.
            let page = self.index.page_of(hit.section);
            let known = found.figures.as_ref();
            if known.is_some_and(|known| self.index.page_of(known.section) != page) {
                continue;
            }
            let text = whole_lines(self.index.section(hit.section).text, MAX_BYTES);
            let visits = 1 + text.len() / TEXT_PER_VISIT;
            if !self.budget.take(Stage::Compose, visits) {
                break;
            }
            let own = if known.is_some() { &self.typed } else { words };
            let Some(mut reader) = Reader::of(self.index, own, hit.section, text) else {
                continue;
            };
            reader.other_things = other_things(self.index, own, hit.section, self.hits);
            read += 1;
            if !(reader.is_entity && is_ambiguous) {
                found.add(&reader, hit.section, self.index);
            }
        }
        found.figures = found.figures.filter(|_| !found.has_several);
        found
    }
}

impl<'i> Findings<'i> {
    /// Adds what a section says.
    fn add(&mut self, reader: &Reader<'i, '_>, section: u32, index: &Index) {
        let rows = reader.figures();
        // Where one section has several figures, a weaker one would answer with what is meant less.
        self.has_several |= rows.is_none();
        if let Some((figures, opens)) = rows.filter(|(figures, _)| !figures.is_empty()) {
            match &self.figures {
                Some(known) => self.has_several |= known.is_told_otherwise(&figures),
                None if self.has_several => {}
                None => self.figures = Some(Answer::with_figures(section, opens, figures)),
            }
        }
        // Only a page about one thing has sentences that are about nothing else; its introduction sums up several figures.
        let is_page = index.section(section).anchor.is_empty();
        let has_any = self.figures.is_some() || self.sentence.is_some();
        if !has_any && reader.is_entity && !is_page {
            self.sentence = reader.sentence().map(|(own, opens)| Answer {
                section,
                opens,
                body: AnswerBody::Sentence(own),
            });
        }
    }
}

/// The lines of a text that end before a number of bytes: a line that is cut may end in the middle of a figure.
fn whole_lines(text: &str, max: usize) -> &str {
    if text.len() <= max {
        return text;
    }
    let start = &text[..text.floor_char_boundary(max)];
    start.rfind('\n').map_or("", |end| &start[..end])
}

/// Whether a query names several things that have all its words: `traveler skill`, where there is one of each element.
fn names_several(index: &Index, query: &FigureWords<'_>, hits: &[Hit]) -> bool {
    let mut things: Vec<&str> = Vec::new();
    for hit in hits.iter().take(MAX_HITS_COMPARED) {
        let number = index.page_of(hit.section);
        let page = index.page(number);
        let can_answer = index.is_entity(number) && page.weight >= FULL_WEIGHT;
        let has_all = query.missing(hit.words) == 0;
        // The page of a group is no other thing than those in the group.
        let is_known = things
            .iter()
            .any(|url| url.starts_with(page.url) || page.url.starts_with(url));
        if can_answer && has_all && !is_known && names_entity(query, &page) {
            things.push(page.url);
        }
    }
    things.len() > 1
}

#[cfg(test)]
mod tests;
