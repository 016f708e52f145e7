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
pub fn find_answer(index: &Index, query: &Query, hits: &[Hit], budget: &Budget) -> Option<Answer> {
    let (query, typed) = (FigureWords::of(query), FigureWords::typed(query));
    if query.count() < 2 {
        return None;
    }
    let (mut answer, mut sentence, mut has_several) = (None::<Answer>, None, false);
    let is_ambiguous = names_several(index, &query, hits);
    let mut read = 0;
    for hit in hits.iter().take(MAX_HITS_COMPARED) {
        if read == MAX_HITS {
            break;
        }
        // Another section of the same page may have the figure of another thing with the very name that was typed.
        let page = index.page_of(hit.section);
        if (answer.as_ref()).is_some_and(|known| index.page_of(known.section) != page) {
            continue;
        }
        let text = whole_lines(index.section(hit.section).text, MAX_BYTES);
        if !budget.take(Stage::Compose, 1 + text.len() / TEXT_PER_VISIT) {
            break;
        }
        let words = if answer.is_some() { &typed } else { &query };
        let Some(mut reader) = Reader::of(index, words, hit.section, text) else {
            continue;
        };
        reader.other_things = other_things(index, words, hit.section, hits);
        read += 1;
        if reader.is_entity && is_ambiguous {
            continue;
        }
        let found = reader.figures();
        // Where one section has several figures, a weaker one would answer with what is meant less.
        has_several |= found.is_none();
        if let Some((figures, opens)) = found.filter(|(figures, _)| !figures.is_empty()) {
            match &answer {
                Some(known) => has_several |= known.is_told_otherwise(&figures),
                None if has_several => {}
                None => answer = Some(Answer::with_figures(hit.section, opens, figures)),
            }
        }
        // Only a page about one thing has sentences that are about nothing else; its introduction sums up several figures.
        let is_page = index.section(hit.section).anchor.is_empty();
        if answer.is_none() && sentence.is_none() && reader.is_entity && !is_page {
            sentence = reader.sentence().map(|(own, opens)| Answer {
                section: hit.section,
                opens,
                body: AnswerBody::Sentence(own),
            });
        }
    }
    answer.filter(|_| !has_several).or(sentence)
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
