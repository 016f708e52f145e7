//! Answers a query that names one figure: `ganyu base atk level 90`.
//!
//! In: the words of a query and its best hits. Out: the figures of the table rows of one section that, with the names above
//! them, have all words of the query; else a sentence with all words and a figure. Nothing is guessed: a query with a word
//! that none of these has gets no answer.

use super::budget::{Budget, Stage};
use super::index::Index;
use super::query::Query;
use super::rank::name_match::{NameMatch, TermTable};
use super::rank::{Hit, TEXT_PER_VISIT};
use bindery_format::search::passage::{Line, lines, sentences};
use std::ops::Range;

/// Hits whose texts are read.
const MAX_HITS: usize = 4;
/// Bytes of a text that are read.
const MAX_BYTES: usize = 12_000;
/// Figures of an answer.
const MAX_FIGURES: usize = 4;
/// Columns that are listed; of more, the first and the last are shown.
const MAX_COLUMNS: usize = 3;
/// A paragraph of at most this many bytes names what follows it.
const MAX_CAPTION: usize = 40;
/// The least share of a row's name that the query has, compared with the row that matches best.
const LEAST_SHARE: f32 = 0.6;

/// The answer to a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The section with the figures.
    pub section: u32,
    /// The figures, with the names of their rows and columns.
    pub figures: Vec<Figure>,
    /// A sentence with the figure, where no table has it.
    pub sentence: Option<&'static str>,
}

/// A figure of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The row, and the column if it has a name.
    pub name: String,
    /// The cell, with its unit.
    pub value: String,
}

/// The answer to a query that names a figure, from the texts of its best hits.
#[must_use]
pub fn find_answer(index: &Index, query: &Query, hits: &[Hit], budget: &Budget) -> Option<Answer> {
    let table = TermTable::of_figures(query);
    if table.required().count_ones() < 2 {
        return None;
    }
    let mut sentence = None;
    for hit in hits.iter().take(MAX_HITS) {
        let section = index.section(hit.section);
        let text = whole_lines(section.text, MAX_BYTES);
        if !budget.take(Stage::Compose, 1 + text.len() / TEXT_PER_VISIT) {
            break;
        }
        let names = names_above(index, &table, hit.section);
        if table.is_whole(names) {
            continue;
        }
        let page = index.page_of(hit.section);
        let title = NameMatch::of(&table, index.page(page).title).words;
        let is_entity = index.is_entity(page) && title != 0;
        let heading = NameMatch::of(&table, section.heading).words;
        let reader = Reader {
            table: &table,
            text,
            names,
            is_named: is_entity || heading != 0,
        };
        let figures = reader.figures();
        if !figures.is_empty() {
            return Some(Answer {
                section: hit.section,
                figures,
                sentence: None,
            });
        }
        // Only a page about one thing has sentences that are about nothing else.
        if sentence.is_none() && is_entity {
            sentence = reader.sentence().map(|own| (hit.section, own));
        }
    }
    sentence.map(|(section, sentence)| Answer {
        section,
        figures: Vec::new(),
        sentence: Some(sentence),
    })
}

/// The lines of a text that end before a number of bytes: a line that is cut may end in the middle of a figure.
fn whole_lines(text: &str, max: usize) -> &str {
    if text.len() <= max {
        return text;
    }
    let start = &text[..text.floor_char_boundary(max)];
    start.rfind('\n').map_or("", |end| &start[..end])
}

/// The words of the query in the names of a section's page and in the headings above it, its own included.
fn names_above(index: &Index, table: &TermTable<'_>, section: u32) -> u16 {
    let page = index.page(index.section(section).page);
    let headings = index.hierarchy(section).into_iter().skip(1).flatten();
    let names = headings.chain([page.aliases]);
    names.fold(0, |words, name| words | NameMatch::of(table, name).words)
}

/// Reads the text of one section.
struct Reader<'r> {
    table: &'r TermTable<'r>,
    text: &'static str,
    /// The words that the names above have.
    names: u16,
    /// Whether the query names the section, or the one thing that its page is about.
    is_named: bool,
}

/// A row that has the words of the query.
struct Candidate {
    share: f32,
    figure: Figure,
}

/// The heads of the columns of a table.
#[derive(Default)]
struct Heads {
    ranges: Vec<Range<usize>>,
    words: Vec<u16>,
}

impl Reader<'_> {
    fn words_in(&self, range: &Range<usize>) -> u16 {
        NameMatch::of(self.table, &self.text[range.clone()]).words
    }

    /// The figures of the rows that match best.
    fn figures(&self) -> Vec<Figure> {
        let mut captions = [0_u16; 2];
        let mut heads = Heads::default();
        let mut candidates: Vec<Candidate> = Vec::new();
        for line in lines(self.text) {
            match line {
                Line::Prose(range) => {
                    let has_letter = self.text[range.clone()].contains(char::is_alphabetic);
                    if range.len() <= MAX_CAPTION && has_letter {
                        captions = [captions[1], self.words_in(&range)];
                    }
                    heads = Heads::default();
                }
                Line::Header(ranges) => {
                    let words = ranges.iter().map(|range| self.words_in(range)).collect();
                    heads = Heads { ranges, words };
                }
                Line::Row(cells) => {
                    let above = self.names | captions[0] | captions[1];
                    candidates.extend(self.candidate(&cells, &heads, above));
                }
            }
        }
        let best = candidates.iter().map(|one| one.share).fold(0.0, f32::max);
        candidates.retain(|one| one.share >= LEAST_SHARE * best);
        let figures = candidates.into_iter().map(|one| one.figure);
        figures.take(MAX_FIGURES).collect()
    }

    /// The figure of a row, if the row, its columns and the names above have all words of the query.
    fn candidate(&self, cells: &[Range<usize>], heads: &Heads, above: u16) -> Option<Candidate> {
        // A row without a name is of no thing that a query can name.
        let (name, values) = cells.split_first().filter(|(name, _)| !name.is_empty())?;
        let row = NameMatch::of(self.table, &self.text[name.clone()]);
        let corner = heads.words.first().copied().unwrap_or_default();
        let known = above | corner | row.words;
        let head_words = |at: usize| heads.words.get(at + 1).copied().unwrap_or_default();
        let is_filled = |at: &usize| !matches!(&self.text[values[*at].clone()], "" | "–" | "-");
        let filled = (0..values.len()).filter(is_filled);
        let named = |at: &usize| (head_words(*at) & !known).count_ones();
        let most = filled.clone().map(|at| named(&at)).max()?;
        let columns: Vec<usize> = filled.filter(|at| named(at) == most).collect();
        let of_columns = if most > 0 { head_words(columns[0]) } else { 0 };
        let own = row.words | of_columns;
        let is_named = self.is_named || (row.words != 0 && of_columns != 0);
        if !self.table.is_whole(known | of_columns) || own & !self.names == 0 || !is_named {
            return None;
        }
        let figure = self.figure(name, values, heads, &columns);
        // A column that the query names may have words.
        let has_digit = figure.value.bytes().any(|byte| byte.is_ascii_digit());
        (has_digit || most > 0).then_some(Candidate {
            share: row.share().max(if of_columns == 0 { 0.0 } else { 0.2 }),
            figure,
        })
    }

    fn figure(
        &self,
        name: &Range<usize>,
        values: &[Range<usize>],
        heads: &Heads,
        columns: &[usize],
    ) -> Figure {
        let text = |range: &Range<usize>| self.text[range.clone()].to_owned();
        let head = |at: usize| heads.ranges.get(at + 1).map(text).unwrap_or_default();
        let corner = heads.ranges.first().map(text).unwrap_or_default();
        let labelled = |at: usize| [head(at), text(&values[at])].join(" ").trim().to_owned();
        let name = text(name).trim_end_matches(':').to_owned();
        let (name, value) = match columns {
            [one] if values.len() > 1 => {
                // `Level 9` and `Base HP`: a number needs the name of its kind.
                let is_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
                let head = head(*one);
                let head = if is_number(&head) {
                    [corner.clone(), head].join(" ")
                } else {
                    head
                };
                let row = if is_number(&name) {
                    [corner, name].join(" ")
                } else {
                    name
                };
                ([row.trim(), head.trim()].join(", "), text(&values[*one]))
            }
            [one] => (name, text(&values[*one])),
            columns if columns.len() <= MAX_COLUMNS => {
                let values: Vec<String> = columns.iter().map(|at| labelled(*at)).collect();
                (name, values.join(", "))
            }
            [first, .., last] => {
                let columns = [corner, [head(*first), head(*last)].join("–")].join(" ");
                let value = [text(&values[*first]), text(&values[*last])].join(" – ");
                ([name.as_str(), columns.trim()].join(", "), value)
            }
            [] => (name, String::new()),
        };
        Figure { name, value }
    }

    /// A sentence with a figure and all words that the names above lack.
    fn sentence(&self) -> Option<&'static str> {
        let paragraphs = lines(self.text).filter_map(|line| match line {
            Line::Prose(range) => Some(range),
            _ => None,
        });
        let all = paragraphs.flat_map(|paragraph| sentences(self.text, paragraph));
        let mut fitting = all.filter(|range| {
            let has_digit = self.text[range.clone()]
                .bytes()
                .any(|byte| byte.is_ascii_digit());
            has_digit && self.table.is_whole(self.names | self.words_in(range))
        });
        fitting.next().map(|range| &self.text[range])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Engine;
    use crate::search::index_writer::{Page, Section, write};
    use crate::search::query::MatchOptions;

    /// An index with one page about one thing.
    fn engine(text: &str) -> Engine {
        let page = Page {
            url: "/eula".to_owned(),
            title: "Eula".to_owned(),
            is_entity: true,
            sections: vec![
                Section::new(1, "Eula", "", "A claymore user."),
                Section::new(2, "Stats", "stats", text),
            ],
            ..Page::default()
        };
        Engine::open(write(&[page], &[&["attack", "atk"]]).leak()).unwrap()
    }

    /// The answer as lines: `name: value`, or the sentence.
    fn answer_of(engine: &Engine, query: &str) -> Vec<String> {
        let found = engine.search(query, MatchOptions::default(), |_| true);
        let budget = Budget::unlimited();
        let Some(answer) = find_answer(&engine.index, &found.query, &found.hits, &budget) else {
            return Vec::new();
        };
        let figures = answer.figures.iter();
        let lines = figures.map(|figure| format!("{}: {}", figure.name, figure.value));
        lines.chain(answer.sentence.map(str::to_owned)).collect()
    }

    fn answer(text: &str, query: &str) -> Vec<String> {
        answer_of(&engine(text), query)
    }

    #[test]
    fn no_figure_is_cut_where_a_long_text_is() {
        let rows: String = (0..)
            .map(|row| format!("Filling row {row}\t1\n"))
            .take(900)
            .collect();
        for len in 11_900..12_000 {
            let text = format!("{}\nBase HP\t15552\nEnd.", &rows[..len - 10]);
            let answer = answer(&text, "eula base hp");
            assert!(
                answer.is_empty() || answer == ["Base HP: 15552"],
                "{len}: {answer:?}"
            );
        }
    }

    #[test]
    fn a_filler_names_nothing() {
        let page = |title: &str, text: &str| Page {
            url: format!("/{title}"),
            title: title.to_owned(),
            sections: vec![
                Section::new(1, title, "", ""),
                Section::new(2, "Level of the Enemy", "level", text),
            ],
            ..Page::default()
        };
        let text = "Base ATK\t46\nBase DEF\t751";
        let engine = Engine::open(write(&[page("Weapons", text)], &[]).leak()).unwrap();
        let none: [&str; 0] = [];
        assert_eq!(answer_of(&engine, "what is the base atk of"), none);
    }
}
