//! Answers a query that names one figure: `ganyu base atk level 90`.
//!
//! In: the words of a query and its best hits. Out: the figures of the table rows of one section that, with the names above
//! them, have all words of the query; else a sentence with all words and a figure. Nothing is guessed: a query with a word
//! that none of these has gets no answer, and neither has one that may mean several things.

mod body;
mod candidates;
mod figure_words;
mod statements;
mod titles;

pub use self::body::{Answer, AnswerBody, Figure};
use self::candidates::{Candidate, UNNAMED_SHARE, best_figures};
use self::figure_words::{FigureWords, FoundWords};
use self::statements::{has_figure, is_number, is_sentence};
use self::titles::Titles;
use super::budget::{Budget, Stage};
use super::index::{Index, Page};
use super::query::Query;
use super::rank::{Hit, TEXT_PER_VISIT};
use bindery_format::search::rows::{MAX_COLUMNS, Part, Row, parts};
use bindery_format::search::sentences::sentences;
use bindery_format::search::text::has_digit;
use std::ops::Range;

/// Hits that can answer.
const MAX_HITS: usize = 4;
/// How many hits are examined for an answer; their pages also show whether the query names one thing.
const MAX_HITS_COMPARED: usize = 12;
/// Bytes of a text that are read.
const MAX_BYTES: usize = 12_000;
/// The weight of a page that is not for the record only, in hundredths.
const FULL_WEIGHT: u32 = 100;
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
        let Some(reader) = Reader::of(index, words, hit.section, text) else {
            continue;
        };
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

/// The words of the query in the names of a section's page and in the headings above it, its own included. A part of a name may
/// be that of another thing (`Hunter's Path`, `Hunter's Bow`), so that it has no words; below the name of the one thing that a
/// page is about, a heading only describes.
fn names_above(index: &Index, query: &FigureWords<'_>, section: u32) -> u16 {
    let number = index.page_of(section);
    let page = index.page(number);
    let is_entity = index.is_entity(number);
    let title = query.in_heading(page.title);
    let headings = index.hierarchy(section).into_iter().skip(2).flatten();
    let below = headings.map(|heading| query.in_heading(heading));
    let below = below.filter(|found| is_entity || found.is_full());
    let names = below.chain([title].into_iter().filter(FoundWords::is_full));
    let all = names.chain([query.in_heading(page.aliases)]);
    all.fold(0, |words, name| words | name.words)
}

/// Whether a query names the one thing that a page is about: by the whole title, or by another name.
fn names_entity(query: &FigureWords<'_>, page: &Page) -> bool {
    let mut aliases = page.aliases.split(' ');
    query.in_heading(page.title).is_full()
        || aliases.any(|alias| query.in_heading(alias).words != 0)
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

/// Reads the text of one section.
struct Reader<'r> {
    query: &'r FigureWords<'r>,
    text: &'static str,
    /// The words that the names above have.
    names: u16,
    /// Whether the page is about one thing.
    is_entity: bool,
    /// Whether the query names the section, or the one thing that its page is about.
    is_named: bool,
    /// The tabs that the query names; if there are any, others have no answer.
    named_tabs: Vec<usize>,
    /// The words of their titles.
    tab_words: u16,
}

impl Reader<'_> {
    /// `None` for a section that cannot answer: of a page for the record, of a thing that the query does not name, with all
    /// words in the names above, or with a tool, whose figures follow from its controls.
    fn of<'r>(
        index: &Index,
        query: &'r FigureWords<'r>,
        section: u32,
        text: &'static str,
    ) -> Option<Reader<'r>> {
        let number = index.page_of(section);
        let page = index.page(number);
        let is_entity = index.is_entity(number);
        let names = names_above(index, query, section);
        let is_other_thing = is_entity && !names_entity(query, &page);
        let is_apart = page.weight < FULL_WEIGHT || index.is_tool(section);
        if is_apart || is_other_thing || query.missing(names) == 0 {
            return None;
        }
        let heading = query.in_heading(index.section(section).heading);
        let mut reader = Reader {
            query,
            text,
            names,
            is_entity,
            is_named: is_entity || heading.is_full(),
            named_tabs: Vec::new(),
            tab_words: 0,
        };
        let (mut tabs, mut tab_words) = (Vec::new(), 0);
        reader.read(|titles, part| {
            if matches!(part, Part::Title(..)) && titles.is_tab_named(query) {
                tabs.push(titles.tab());
                tab_words |= titles.tab_words(query);
            }
        });
        (reader.named_tabs, reader.tab_words) = (tabs, tab_words);
        Some(reader)
    }

    /// Calls a function with each part of the text, and the titles above it.
    fn read(&self, mut visit: impl FnMut(&Titles<'_>, Part)) {
        let mut titles = Titles::new(self.query.fillers());
        for part in parts(self.text) {
            match &part {
                Part::Title(level, range) => titles.add(*level, &self.text[range.clone()]),
                Part::Prose(range) => titles.add_line(&self.text[range.clone()]),
                Part::Details(range) => titles.add_details(&self.text[range.clone()]),
                Part::Row(_) => {}
            }
            visit(&titles, part);
        }
    }

    fn is_in_named_tab(&self, titles: &Titles<'_>) -> bool {
        self.named_tabs.is_empty() || self.named_tabs.contains(&titles.tab())
    }

    /// The figures of the rows that match best, if any, and what hides them; `None` if the query may mean another row.
    fn figures(&self) -> Option<(Vec<Figure>, Vec<&'static str>)> {
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut is_ambiguous = false;
        self.read(|titles, part| {
            if let Part::Row(row) = part {
                match self.is_in_named_tab(titles) {
                    true => candidates.extend(self.candidate(&row, titles)),
                    false => is_ambiguous |= self.has_tab_words(&row),
                }
            }
        });
        if is_ambiguous {
            return None;
        }
        best_figures(candidates)
    }

    /// Whether the query has the whole name of a row, and in it the words that also name a tab: `Riptide Burst DMG`, a row of the
    /// skill.
    fn has_tab_words(&self, row: &Row) -> bool {
        let name = self.query.in_name(&self.join(row.row_name(self.text)));
        name.is_full() && name.words & self.tab_words != 0
    }

    /// The figure of a row, if the row, its columns and the names above have all words of the query.
    fn candidate(&self, row: &Row, titles: &Titles<'_>) -> Option<Candidate> {
        // A row without a name is of no thing that a query can name.
        if row.header.is_empty() {
            return None;
        }
        let row_name = self.join(row.row_name(self.text));
        let name = self.query.in_name(&row_name);
        let is_own = self.is_named || self.query.has_first_part(&row_name);
        let titles_above = titles.words(self.query, self.is_named);
        let corner = row
            .columns
            .first()
            .map_or("", |corner| &self.text[corner.clone()]);
        let known_above = self.names | titles_above | self.query.in_name(corner).words;
        let known = known_above | name.words;
        let (columns, of_columns) = self.columns(row, known)?;
        let has_columns = of_columns & !known != 0;
        let own = name.words | if has_columns { of_columns } else { 0 };
        let is_named = self.is_named || (name.words != 0 && has_columns);
        if self.query.missing(known | own) > 0 || own & !self.names == 0 || !is_named || !is_own {
            return None;
        }
        // Where titles and columns have all words, the names of the rows do not choose among them.
        let is_by_row = !has_columns || self.query.missing(known_above | of_columns) > 0;
        let figure = self.figure(row, &columns)?;
        // A column that the query names may have words.
        let mut values = columns.iter().map(|at| self.value(row, *at));
        let is_figure = has_columns || values.all(|value| has_digit(&value));
        is_figure.then(|| Candidate {
            by_title: (titles_above & !self.names).count_ones(),
            tab: titles.tab(),
            opens: titles.opens(),
            table: row.columns.first().map(|corner| corner.start),
            share: if is_by_row { name.share } else { UNNAMED_SHARE },
            is_first_part_named: self.query.has_first_part(&row_name),
            is_of_several: self.query.has_one_alternative(&row_name),
            other_words: self.query.other_words(&row_name),
            figure,
            by_column: self.by_column(row, &columns),
        })
    }

    /// The filled columns with the most words that are not known, and the words of the first one.
    fn columns(&self, row: &Row, known: u16) -> Option<(Vec<usize>, u16)> {
        let filled = row.filled(self.text).map(|at| {
            let name = self.join(row.whole_column_name(self.text, at));
            let is_own = self.is_named && self.query.has_level(&name);
            let is_own = is_own || self.query.has_first_part(&name);
            // `Poise Damage` is no `damage`.
            let own = is_own.then(|| self.query.in_name(&name).words);
            (at, own.unwrap_or_default())
        });
        let filled: Vec<(usize, u16)> = filled.collect();
        let named = |words: u16| (words & !known).count_ones();
        let most = filled.iter().map(|(_, words)| named(*words)).max()?;
        let best = filled.iter().filter(|(_, words)| named(*words) == most);
        let first = best.clone().next()?.1;
        Some((best.map(|(at, _)| *at).collect(), first))
    }

    fn join(&self, ranges: Vec<Range<usize>>) -> String {
        let texts: Vec<&str> = ranges.into_iter().map(|range| &self.text[range]).collect();
        texts.join(" ")
    }

    fn value(&self, row: &Row, cell: usize) -> String {
        self.text[row.cells[cell].clone()].to_owned()
    }

    /// The name of a row as it is shown.
    fn row_name(&self, row: &Row) -> String {
        let name = self.join(row.row_name(self.text));
        name.trim_end_matches(':').to_owned()
    }

    /// A figure for each of a few cells that have the name of a column.
    fn by_column(&self, row: &Row, columns: &[usize]) -> Vec<Figure> {
        let row_name = self.row_name(row);
        let figures = columns.iter().map(|at| {
            let column = self.join(row.whole_column_name(self.text, *at));
            let value = self.value(row, *at);
            (!column.is_empty()).then(|| Figure {
                name: format!("{row_name}, {column}"),
                value,
            })
        });
        let figures: Option<Vec<Figure>> = figures.collect();
        figures
            .filter(|list| list.len() <= MAX_COLUMNS)
            .unwrap_or_default()
    }

    /// A row with the values of some columns; `None` if the values have no names.
    fn figure(&self, row: &Row, columns: &[usize]) -> Option<Figure> {
        let row_name = self.row_name(row);
        let row_name = row_name.as_str();
        let column_name = |at: usize| self.join(row.column_name(self.text, at));
        let with_name = |name: &str| match (row_name, name) {
            ("", name) | (name, "") => name.to_owned(),
            (row, name) => format!("{row}, {name}"),
        };
        let has_names = columns.iter().all(|at| row.column(*at).is_some());
        let (name, value) = match columns {
            [one] if has_names || row.cells.len() == 1 => {
                (with_name(&column_name(*one)), self.value(row, *one))
            }
            columns if has_names && columns.len() <= MAX_COLUMNS => {
                let values = columns
                    .iter()
                    .map(|at| format!("{} {}", column_name(*at), self.value(row, *at)));
                let values: Vec<String> = values.collect();
                (row_name.to_owned(), values.join(", "))
            }
            // The steps of a level; other columns have nothing in common.
            [first, .., last] => {
                let header = |at: usize| row.column(at).map(|name| &self.text[name.clone()]);
                let step = |at: usize| header(at).filter(|name| is_number(name));
                let (from, to) = (step(*first)?, step(*last)?);
                let corner = row
                    .columns
                    .first()
                    .map_or("", |own| &self.text[own.clone()]);
                let steps = format!("{corner} {from}–{to}");
                let values = [*first, *last].map(|at| self.value(row, at));
                (with_name(steps.trim()), values.join(" – "))
            }
            _ => return None,
        };
        (!name.is_empty()).then_some(Figure { name, value })
    }

    /// A sentence with a figure and all words that the names above lack, and what hides it.
    fn sentence(&self) -> Option<(&'static str, Vec<&'static str>)> {
        if self.query.missing(self.names) < MIN_WORDS_OF_SENTENCE {
            return None;
        }
        let mut found = None;
        self.read(|titles, part| {
            if let Part::Prose(paragraph) = part
                && found.is_none()
                && self.is_in_named_tab(titles)
            {
                let mut all = sentences(self.text, paragraph).into_iter();
                let own = all.find(|range| {
                    let text = &self.text[range.clone()];
                    let words = self.names | self.query.in_heading(text).words;
                    is_sentence(text) && has_figure(text) && self.query.missing(words) == 0
                });
                found = own.map(|range| (&self.text[range], titles.opens()));
            }
        });
        found
    }
}

#[cfg(test)]
mod tests;
