//! Matches one row of a section with the words of the query.

use super::{Reader, plain_name};
use crate::search::answer::candidates::{Candidate, UNNAMED_SHARE, VAGUE_SHARE};
use crate::search::answer::figure_words::FoundWords;
use crate::search::answer::titles::Titles;
use bindery_format::search::rows::Row;
use bindery_format::search::sentences::has_end;
use bindery_format::search::text::has_digit;

/// The words of the query that a row, its columns and what is above it have, a bit each.
struct RowWords {
    /// The row's name.
    name: FoundWords,
    /// Whether the query has the whole name, up to a comma or a bracket at least.
    is_whole: bool,
    /// Whether the query has no more than half of the name.
    is_part: bool,
    /// The words of the titles above.
    by_titles: u16,
    /// The words of all that is above: titles, the section's names, the head of the first column.
    above: u16,
    /// The columns with the figure.
    columns: Vec<usize>,
    /// The words of the columns' names.
    of_columns: u16,
    /// Whether the names of the columns have words that nothing else has.
    has_columns: bool,
    /// The words of the row and of its columns.
    own: u16,
}

impl<'i> Reader<'i, '_> {
    /// The figure of a row, if the row, its columns and the names above have all words of the query.
    pub(super) fn candidate(&self, row: &Row, titles: &Titles<'_, 'i>) -> Option<Candidate<'i>> {
        // A row without a name is of no thing that a query can name.
        if row.header.is_empty() {
            return None;
        }
        let row_name = self.join(row.row_name(self.text));
        let words = self.row_words(row, &row_name, titles)?;
        if !self.query.says_need(&row_name) || self.is_of_another(row, titles, &words) {
            return None;
        }
        // Where titles and columns have all words, the names of the rows do not choose among them.
        let is_by_row =
            !words.has_columns || self.query.missing(words.above | words.of_columns) > 0;
        let figure = self.figure(row, &words.columns)?;
        // A part of a name may be that of another thing, which a sentence is about; a column that the query names may have words.
        let is_part = words.name.words != 0 && !words.is_whole;
        let is_value = |value: String| has_digit(&value) && !(is_part && has_end(&value));
        let mut values = words.columns.iter().map(|at| self.value(row, *at));
        let is_figure = words.has_columns || values.all(is_value);
        is_figure.then(|| Candidate {
            by_title: (words.by_titles & !self.names).count_ones(),
            tab: titles.tab(),
            opens: titles.opens(),
            table: row.columns.first().map(|corner| corner.start),
            share: match is_by_row {
                true => words.name.share,
                false => UNNAMED_SHARE,
            },
            is_first_part_named: self.query.has_first_part(&row_name),
            is_of_several: self.query.has_one_alternative(&row_name),
            other_words: self.query.other_words(&row_name),
            figure,
            by_column: self.by_column(row, &words.columns),
        })
    }

    /// The words of a row; `None` unless it has all that the names above lack.
    fn row_words(&self, row: &Row, row_name: &str, titles: &Titles<'_, 'i>) -> Option<RowWords> {
        let name = self.query.in_name(row_name);
        let is_first_part = self.query.has_first_part(row_name);
        let by_titles = titles.words(self.query, self.is_named);
        let corner = row.columns.first();
        let corner = corner.map_or("", |corner| &self.text[corner.clone()]);
        let above = self.names | by_titles | self.query.in_name(corner).words;
        let known = above | name.words;
        let (columns, of_columns) = self.columns(row, known)?;
        let has_columns = of_columns & !known != 0;
        let own = name.words | if has_columns { of_columns } else { 0 };
        let is_named = self.is_named || (name.words != 0 && has_columns && is_first_part);
        let has_all = self.query.missing(known | own) == 0 && own & !self.names != 0;
        let is_whole = name.is_full() || is_first_part;
        (has_all && is_named).then_some(RowWords {
            name,
            is_whole,
            is_part: name.words != 0 && name.share <= VAGUE_SHARE && !is_whole,
            by_titles,
            above,
            columns,
            of_columns,
            has_columns,
            own,
        })
    }

    /// Whether the words may be those of another figure.
    fn is_of_another(&self, row: &Row, titles: &Titles<'_, 'i>, words: &RowWords) -> bool {
        if self.query.needs_whole_names && words.name.words != 0 && !words.is_whole {
            // The base of a stat is the stat.
            let row_name = self.join(row.row_name(self.text));
            if !self.query.has_first_part(plain_name(&row_name)) {
                return true;
            }
        }
        // Half a title and half a name are no name: `charged shot` is no `Aimed Shot` of `Charged Attack`. And half a name in a
        // tab that the query does not name is that of other things, too: `hp` is no `Inherited HP`.
        let whole_titles = titles.words(self.query, false);
        let by_parts = words.by_titles & !whole_titles & !words.own & !self.names;
        let is_in_any_tab = titles.tab() != 0 && self.named_tabs.is_empty();
        let is_unnamed_tab = is_in_any_tab && words.by_titles & !self.names == 0;
        if words.is_part && (by_parts != 0 || is_unnamed_tab) {
            return true;
        }
        let has_level = self.has_level(row, &words.columns);
        let is_head_only =
            words.name.words == 0 && (words.own & !words.above).count_ones() == 1 && !has_level;
        if is_head_only && self.is_entity && words.above & !self.page_names == 0 {
            return true;
        }
        // Columns that are listed are asked for only if the query names their table: `charged attack` is no row of frames.
        let mut levels = words.columns.iter().map(|at| self.is_level(row, *at));
        let is_list =
            words.columns.len() > 1 && !words.has_columns && !levels.all(|is_level| is_level);
        let by_table = (self.names | words.by_titles) & !self.page_names & !words.name.words;
        let is_table_named = by_table != 0;
        (is_list && !is_table_named) || self.is_of_other_thing(words.own)
    }

    /// Whether a column names the figures of a level, as `R5` does. Otherwise one word in the head of a table names what its figures
    /// are for, and none of the figures: `burst` of frames.
    fn has_level(&self, row: &Row, columns: &[usize]) -> bool {
        columns.iter().any(|at| self.is_level(row, *at))
    }

    /// Whether the name of a column has a number, as that of a level.
    fn is_level(&self, row: &Row, column: usize) -> bool {
        has_digit(&self.join(row.column_name(self.text, column)))
    }

    /// Whether a figure takes one word of a thing's name for its own, and the names above it have another: `Pyro` of the slimes'
    /// table has not the resistance of a `Pyro Slime`.
    fn is_of_other_thing(&self, own: u16) -> bool {
        let is_split = |thing: &u16| thing & own & !self.names != 0 && thing & self.names != 0;
        self.other_things.iter().any(is_split)
    }
}
