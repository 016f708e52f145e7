//! Reads the figures and the sentences of one section.

mod row_words;

use super::body::Figure;
use super::candidates::{Candidate, best_figures};
use super::figure_words::{FigureWords, FoundWords};
use super::statements::{is_number, is_sentence};
use super::titles::Titles;
use super::{MAX_HITS_COMPARED, MIN_WORDS_OF_SENTENCE};
use crate::search::index::{Index, Page};
use crate::search::rank::Hit;
use crate::search::tuning::FULL_WEIGHT;
use bindery_format::search::rows::{MAX_COLUMNS, Part, Row, parts};
use bindery_format::search::sentences::sentences;
use std::ops::Range;

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
pub(super) fn names_entity(query: &FigureWords<'_>, page: &Page<'_>) -> bool {
    let mut aliases = page.aliases.split(' ');
    query.in_heading(page.title).is_full()
        || aliases.any(|alias| query.in_heading(alias).words != 0)
}

/// The name of a column without what it adds to the name of a stat: the HP at a level are the `Base HP`.
fn plain_name(name: &str) -> &str {
    name.strip_prefix("Base ").unwrap_or(name)
}

/// The words of the headings on a section's page that the query has in full and that are not above the section, a set of bits
/// each: those of `Pyro Slime` at the table of all slimes.
pub(super) fn other_things(
    index: &Index,
    query: &FigureWords<'_>,
    section: u32,
    hits: &[Hit],
) -> Vec<u16> {
    let page = index.page_of(section);
    let names = names_above(index, query, section);
    let beside = hits.iter().take(MAX_HITS_COMPARED).map(|hit| hit.section);
    let beside = beside.filter(|other| *other != section && index.page_of(*other) == page);
    let headings = beside.map(|other| query.in_heading(index.section(other).heading));
    let things = headings.filter(|found| found.is_full() && found.words & !names != 0);
    things.map(|found| found.words).collect()
}

/// Reads the text of one section.
pub(super) struct Reader<'i, 'r> {
    query: &'r FigureWords<'r>,
    text: &'i str,
    /// The words that the names above have.
    names: u16,
    /// Whether the page is about one thing.
    pub(super) is_entity: bool,
    /// The words of the query that the name of the page's thing has.
    page_names: u16,
    /// Whether the query names the section, or the one thing that its page is about.
    is_named: bool,
    /// The tabs that the query names; if there are any, others have no answer.
    named_tabs: Vec<usize>,
    /// The words of their titles.
    tab_words: u16,
    /// The words of what else the query names on the page, a set of bits each.
    pub(super) other_things: Vec<u16>,
}

impl<'i, 'r> Reader<'i, 'r> {
    /// `None` for a section that cannot answer: of a page for the record, of a thing that the query does not name, with all
    /// words in the names above, or with a tool, whose figures follow from its controls.
    pub(super) fn of(
        index: &Index,
        query: &'r FigureWords<'r>,
        section: u32,
        text: &'i str,
    ) -> Option<Reader<'i, 'r>> {
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
            page_names: query.in_heading(page.title).words | query.in_heading(page.aliases).words,
            is_named: is_entity || heading.is_full(),
            named_tabs: Vec::new(),
            tab_words: 0,
            other_things: Vec::new(),
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
    fn read(&self, mut visit: impl FnMut(&Titles<'_, 'i>, Part)) {
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

    fn is_in_named_tab(&self, titles: &Titles<'_, 'i>) -> bool {
        self.named_tabs.is_empty() || self.named_tabs.contains(&titles.tab())
    }

    /// The figures of the rows that match best, if any, and what hides them; `None` if the query may mean another row.
    pub(super) fn figures(&self) -> Option<(Vec<Figure>, Vec<&'i str>)> {
        let mut candidates: Vec<Candidate<'i>> = Vec::new();
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

    /// The filled columns with the most words that are not known, and the words of the first one.
    fn columns(&self, row: &Row, known: u16) -> Option<(Vec<usize>, u16)> {
        let filled = row.filled(self.text).map(|at| {
            let name = self.join(row.whole_column_name(self.text, at));
            let is_own = self.is_named && self.query.has_level(&name);
            let is_own = is_own || self.query.has_first_part(plain_name(&name));
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
    pub(super) fn sentence(&self) -> Option<(&'i str, Vec<&'i str>)> {
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
                    let is_statement = is_sentence(text) && self.query.says_need(text);
                    let is_answer = is_statement && self.query.is_figure_given(text);
                    let is_other = self.query.is_share(text) || self.query.has_other_owner(text);
                    is_answer && self.query.missing(words) == 0 && !is_other
                });
                found = own.map(|range| (&self.text[range], titles.opens()));
            }
        });
        found
    }
}
