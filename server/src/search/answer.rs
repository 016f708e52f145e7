//! Answers a query that names one figure: `ganyu base atk level 90`.
//!
//! In: the words of a query and its best hits. Out: the figures of the table rows of one section that, with the names above
//! them, have all words of the query; else a sentence with all words and a figure. Nothing is guessed: a query with a word
//! that none of these has gets no answer.

use super::budget::{Budget, Stage};
use super::index::Index;
use super::query::{Query, is_filler};
use super::rank::name_match::{NameMatch, TermTable};
use super::rank::{Hit, TEXT_PER_VISIT};
use bindery_format::search::rows::{MAX_COLUMNS, Part, Row, parts};
use bindery_format::search::sentences::{has_end, sentences};
use bindery_format::search::text::{has_digit, tokens};
use std::ops::Range;

/// Hits whose texts are read.
const MAX_HITS: usize = 4;
/// Bytes of a text that are read.
const MAX_BYTES: usize = 12_000;
/// Figures of an answer.
const MAX_FIGURES: usize = 4;
/// Bytes of a caption.
const MAX_CAPTION: usize = 40;
/// Captions above a table.
const MAX_CAPTIONS: usize = 2;
/// Bytes of a sentence.
const MAX_SENTENCE: usize = 300;
/// The least share of a row's name that the query has, compared with the row that matches best.
const LEAST_SHARE: f32 = 0.6;

/// The answer to a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The section that has it.
    pub section: u32,
    /// What is shown of the section.
    pub body: AnswerBody,
}

/// What an answer shows.
#[derive(Clone, Debug, PartialEq)]
pub enum AnswerBody {
    /// Figures of a table, with the names of their rows and columns.
    Figures(Vec<Figure>),
    /// A sentence with the figure, where no table has it.
    Sentence(&'static str),
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
                body: AnswerBody::Figures(figures),
            });
        }
        // Only a page about one thing has sentences that are about nothing else.
        if sentence.is_none() && is_entity {
            sentence = reader.sentence().map(|own| Answer {
                section: hit.section,
                body: AnswerBody::Sentence(own),
            });
        }
    }
    sentence
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
    /// The words that only the captions above the row have.
    by_caption: u32,
    /// The share of the row's name that matches.
    share: f32,
    figure: Figure,
}

impl Reader<'_> {
    fn words_in(&self, range: &Range<usize>) -> u16 {
        NameMatch::of(self.table, &self.text[range.clone()]).words
    }

    /// The figures of the rows that match best; none if there are too many to name the one that is meant.
    fn figures(&self) -> Vec<Figure> {
        let mut captions = Captions::default();
        let mut candidates: Vec<Candidate> = Vec::new();
        for part in parts(self.text) {
            match part {
                Part::Prose(range) => captions.add(&self.text[range]),
                Part::Row(row) => {
                    let captions = captions.words(self.table);
                    candidates.extend(self.candidate(&row, captions));
                }
            }
        }
        // A table that the query names has the figures, not a row elsewhere with a like name.
        let named = candidates.iter().map(|one| one.by_caption).max();
        candidates.retain(|one| Some(one.by_caption) == named);
        let best = candidates.iter().map(|one| one.share).fold(0.0, f32::max);
        candidates.retain(|one| one.share >= LEAST_SHARE * best);
        if candidates.len() > MAX_FIGURES {
            return Vec::new();
        }
        candidates.into_iter().map(|one| one.figure).collect()
    }

    /// The figure of a row, if the row, its columns and the names above have all words of the query.
    fn candidate(&self, row: &Row, captions: u16) -> Option<Candidate> {
        // A row without a name is of no thing that a query can name.
        if row.header.is_empty() {
            return None;
        }
        let name = NameMatch::of(self.table, &self.text[row.header.clone()]);
        let words = |range: Option<&Range<usize>>| range.map_or(0, |range| self.words_in(range));
        let known_above = self.names | captions | words(row.columns.first());
        let known = known_above | name.words;
        let filled: Vec<usize> = row.filled(self.text).collect();
        let column_words: Vec<u16> = filled.iter().map(|at| words(row.column(*at))).collect();
        let named = |words: &u16| (words & !known).count_ones();
        let most = column_words.iter().map(named).max()?;
        let columns = filled.iter().zip(&column_words);
        let columns = columns.filter(|(_, words)| named(words) == most);
        let (columns, found): (Vec<usize>, Vec<u16>) = columns.unzip();
        let of_columns = if most > 0 { found[0] } else { 0 };
        let own = name.words | of_columns;
        let is_named = self.is_named || (name.words != 0 && of_columns != 0);
        if !self.table.is_whole(known | of_columns) || own & !self.names == 0 || !is_named {
            return None;
        }
        // Where captions and columns have all words, the names of the rows do not choose among them.
        let is_by_row = of_columns == 0 || !self.table.is_whole(known_above | of_columns);
        let figure = self.figure(row, &columns)?;
        // A column that the query names may have words.
        let is_figure = has_digit(&figure.value) || most > 0;
        is_figure.then_some(Candidate {
            by_caption: (captions & !self.names).count_ones(),
            share: if is_by_row { name.share() } else { 0.2 },
            figure,
        })
    }

    /// A row with the values of some columns; `None` if the values have no names.
    fn figure(&self, row: &Row, columns: &[usize]) -> Option<Figure> {
        let text = |range: &Range<usize>| &self.text[range.clone()];
        let join = |ranges: Vec<Range<usize>>| {
            let texts: Vec<&str> = ranges.iter().map(text).collect();
            texts.join(" ")
        };
        let value = |at: usize| text(&row.cells[at]).to_owned();
        let row_name = join(row.row_name(self.text));
        let row_name = row_name.trim_end_matches(':');
        let column_name = |at: usize| join(row.column_name(self.text, at));
        let with_name = |name: &str| match (row_name, name) {
            ("", name) | (name, "") => name.to_owned(),
            (row, name) => format!("{row}, {name}"),
        };
        let has_names = columns.iter().all(|at| row.column(*at).is_some());
        let (name, value) = match columns {
            [one] if has_names || row.cells.len() == 1 => {
                (with_name(&column_name(*one)), value(*one))
            }
            columns if has_names && columns.len() <= MAX_COLUMNS => {
                let values = columns
                    .iter()
                    .map(|at| format!("{} {}", column_name(*at), value(*at)));
                let values: Vec<String> = values.collect();
                (row_name.to_owned(), values.join(", "))
            }
            // The steps of a level; other columns have nothing in common.
            [first, .., last] => {
                let step = |at: usize| row.column(at).map(text).filter(|name| is_number(name));
                let (from, to) = (step(*first)?, step(*last)?);
                let corner = row.columns.first().map_or("", text);
                let steps = format!("{corner} {from}–{to}");
                (
                    with_name(steps.trim()),
                    format!("{} – {}", value(*first), value(*last)),
                )
            }
            _ => return None,
        };
        (!name.is_empty()).then_some(Figure { name, value })
    }

    /// A sentence with a figure and all words that the names above lack.
    fn sentence(&self) -> Option<&'static str> {
        let paragraphs = parts(self.text).filter_map(|part| match part {
            Part::Prose(range) => Some(range),
            Part::Row(_) => None,
        });
        let mut all = paragraphs.flat_map(|paragraph| sentences(self.text, paragraph));
        let found = all.find(|range| {
            is_sentence(&self.text[range.clone()])
                && has_digit(&self.text[range.clone()])
                && self.table.is_whole(self.names | self.words_in(range))
        });
        found.map(|range| &self.text[range])
    }
}

/// Whether a text is longer than a caption, and short enough to be shown.
fn is_sentence(text: &str) -> bool {
    text.len() <= MAX_SENTENCE && (has_end(text) || text.len() > MAX_CAPTION)
}

fn is_number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// The last short lines above a table: its title, and the title of the part that it belongs to.
#[derive(Default)]
struct Captions {
    list: Vec<&'static str>,
}

impl Captions {
    /// Adds a line if it is a caption. A caption ends those of its kind: `Charged Attack` ends `Normal Attack`.
    fn add(&mut self, line: &'static str) {
        // A number at the start is a value that the reader chose, such as a level.
        let first = line.split(' ').next().unwrap_or_default();
        let is_value = !first.contains(char::is_alphabetic);
        let is_caption = line.len() <= MAX_CAPTION && !is_value && !has_end(line);
        if is_caption {
            self.list.retain(|other| !has_common_word(other, line));
            self.list.push(line);
            let surplus = self.list.len().saturating_sub(MAX_CAPTIONS);
            self.list.drain(..surplus);
        }
    }

    /// The words of the query that they have.
    fn words(&self, table: &TermTable<'_>) -> u16 {
        let words = self
            .list
            .iter()
            .map(|line| NameMatch::of(table, line).words);
        words.fold(0, |all, own| all | own)
    }
}

/// Whether two captions have a word in common, in the singular or the plural.
fn has_common_word(one: &str, other: &str) -> bool {
    let words = |line: &str| -> Vec<String> {
        let terms = tokens(line).into_iter().map(|token| token.term);
        let terms = terms.filter(|term| !is_filler(term));
        let terms = terms.map(|term| term.strip_suffix('s').unwrap_or(&term).to_owned());
        terms.collect()
    };
    let others = words(other);
    words(one).iter().any(|word| others.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Engine;
    use crate::search::index_writer::{Page, Section, write};
    use crate::search::query::MatchOptions;
    use bindery_format::search::passage::HEADER_MARK;

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
        match answer.body {
            AnswerBody::Figures(figures) => figures
                .iter()
                .map(|figure| format!("{}: {}", figure.name, figure.value))
                .collect(),
            AnswerBody::Sentence(sentence) => vec![sentence.to_owned()],
        }
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

    /// Two tables of attacks, as pages about one person have them.
    fn attacks() -> String {
        [
            "Normal Attacks",
            "The arrow takes 113 frames until the next attack.",
            "Archery",
            &format!("{HEADER_MARK}Level\t1\t9"),
            "1-Hit DMG\t31%\t58%",
            "Aimed Shot\t43%\t80%",
            "Notes on the charged attack",
            "The bloom counts as a charged attack. It is good.",
            "Normal Attack",
            &format!("{HEADER_MARK}String\tLevel 9\tFrames"),
            "1-Hit\t58.3%\t19",
            "Charged Attack",
            &format!("{HEADER_MARK}Type\tLevel 9\tFrames"),
            "Aimed Shot\t80.58%\t25",
            "Charge Level 1\t210%\t85",
            "Frost Arrow\t217%\t–",
        ]
        .join("\n")
    }

    #[test]
    fn a_table_that_the_query_names_answers_with_its_rows() {
        assert_eq!(
            answer(&attacks(), "eula charged attack level 9"),
            [
                "Aimed Shot, Level 9: 80.58%",
                "Charge Level 1, Level 9: 210%",
                "Frost Arrow, Level 9: 217%"
            ]
        );
        let none: [&str; 0] = [];
        assert_eq!(answer(&attacks(), "eula charged attack level 5"), none);
    }

    #[test]
    fn more_rows_than_can_be_shown_are_no_answer() {
        let rows = |count: usize| -> String {
            let rows = (0..count)
                .map(|row| format!("Hit {}\t{row}%\t5%\n", ["a", "b", "c", "d", "e"][row]));
            format!(
                "Slash\n{HEADER_MARK}Level\t8\t9\n{}",
                rows.collect::<String>()
            )
        };
        assert_eq!(answer(&rows(4), "eula slash level 9").len(), 4);
        assert_eq!(answer(&rows(5), "eula slash level 9").len(), 0);
    }

    #[test]
    fn a_level_that_was_chosen_is_no_caption() {
        let text =
            format!("90, ascension 6\n{HEADER_MARK}Level\tBase HP\n80\t100\n90\t200\nEnd of it.");
        assert_eq!(answer(&text, "eula base hp level 90"), ["Level 90: 200"]);
    }

    #[test]
    fn a_value_without_a_name_is_no_answer() {
        assert_eq!(answer("Slash\t1\t2\t3", "eula slash"), Vec::<String>::new());
        assert_eq!(answer("Slash\t1\t–", "eula slash"), Vec::<String>::new());
        assert_eq!(answer("Slash:\t12s", "eula slash"), ["Slash: 12s"]);
        let unnamed = format!("Slash\n{HEADER_MARK}Level\t1\t9\n\t5%\t6%\nEnd.");
        assert_eq!(answer(&unnamed, "eula slash level 9"), Vec::<String>::new());
    }

    #[test]
    fn columns_are_listed_or_the_steps_of_a_level() {
        let table = |columns: &str| format!("{HEADER_MARK}{columns}\nSlash\t1\t2\t–\t4");
        let steps = table("Level\t1\t2\t3\t90");
        assert_eq!(
            answer(&steps, "eula slash"),
            ["Slash: Level 1 1, Level 2 2, Level 90 4"]
        );
        let steps = steps.replace('–', "3");
        assert_eq!(answer(&steps, "eula slash"), ["Slash, Level 1–90: 1 – 4"]);
        let others = table("Level\tDMG\tFrames\tUnits\tCD").replace('–', "3");
        assert_eq!(answer(&others, "eula slash"), Vec::<String>::new());
        assert_eq!(answer(&others, "eula slash frames"), ["Slash, Frames: 2"]);
    }

    #[test]
    fn a_sentence_answers_where_no_table_does() {
        let text = "Her shield lasts long. The shield has a cooldown of 12s. End.";
        assert_eq!(
            answer(text, "eula shield cooldown"),
            ["The shield has a cooldown of 12s."]
        );
        assert_eq!(answer("C2", "eula c2"), Vec::<String>::new());
        let long = text.replace("The shield", &format!("The {} shield", "very ".repeat(60)));
        assert_eq!(answer(&long, "eula shield cooldown"), Vec::<String>::new());
    }
}
