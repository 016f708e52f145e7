//! Reads the titles above the rows of a section that have no anchor: of tabs, of headings of components, of tables.

use super::figure_words::FigureWords;
use crate::search::query::Fillers;
use bindery_format::search::passage::TitleLevel;
use bindery_format::search::sentences::has_end;
use bindery_format::search::text::tokens;

/// Bytes of a paragraph that is taken for a title.
const MAX_LINE: usize = 40;
/// Paragraphs above a table that are taken for its titles.
const MAX_LINES: usize = 2;
/// The least share of a tab's title that the query has to name the tab.
const NAMED_SHARE: f32 = 0.65;

/// The titles at one place of a section.
pub(super) struct Titles<'q, 't> {
    fillers: &'q Fillers,
    titles: Vec<(TitleLevel, &'t str)>,
    /// The last short paragraphs: authors write titles as text, too.
    lines: Vec<&'t str>,
    /// The number of tabs until here.
    tabs: usize,
    /// The summary of the `details`, if there is one.
    details: Option<&'t str>,
}

impl<'q, 't> Titles<'q, 't> {
    /// No titles yet; titles are compared without these words.
    pub(super) fn new(fillers: &'q Fillers) -> Titles<'q, 't> {
        Titles {
            fillers,
            titles: Vec::new(),
            lines: Vec::new(),
            tabs: 0,
            details: None,
        }
    }

    /// The number of the tab, from 1; 0 outside of tabs.
    pub(super) fn tab(&self) -> usize {
        self.tab_title().map_or(0, |_| self.tabs)
    }

    /// The title of the tab; `None` outside of tabs.
    pub(super) fn tab_title(&self) -> Option<&'t str> {
        let first = self.titles.first();
        let tab = first.filter(|(level, _)| *level == TitleLevel::Tab);
        tab.map(|(_, title)| *title)
    }

    /// The titles of what hides this place.
    pub(super) fn opens(&self) -> Vec<&'t str> {
        [self.tab_title(), self.details]
            .into_iter()
            .flatten()
            .collect()
    }

    /// Begins a `details`, or ends it if its summary is empty. What is in it gives no title to what follows.
    pub(super) fn add_details(&mut self, summary: &'t str) {
        self.details = (!summary.is_empty()).then_some(summary);
        match self.details {
            Some(_) => self.add_line(summary),
            None => {
                let titles = &mut self.titles;
                titles.retain(|(level, _)| *level < TitleLevel::Caption);
                self.lines.clear();
            }
        }
    }

    /// Adds a title, which ends those of its level and of later ones. One without text only ends them. It also ends the heading of
    /// a thing with another number: a table `C4` is not about `C6`, the last heading above it.
    pub(super) fn add(&mut self, level: TitleLevel, title: &'t str) {
        self.titles.retain(|(known, other)| {
            *known < level && (*known == TitleLevel::Tab || !have_other_numbers(other, title))
        });
        self.lines.clear();
        if !title.is_empty() {
            self.tabs += usize::from(level == TitleLevel::Tab);
            self.titles.push((level, title));
        }
    }

    /// Adds a paragraph. It ends the title of a table, and its own title if it is one: `Charged Attack` ends `Normal Attack`.
    pub(super) fn add_line(&mut self, line: &'t str) {
        self.titles
            .retain(|(level, _)| *level < TitleLevel::Caption);
        // A number at the start is a value that the reader chose, such as a level.
        let first = line.split(' ').next().unwrap_or_default();
        let is_value = !first.contains(char::is_alphabetic);
        // After a colon there is what a name stands for, as in the legend of a plot.
        let is_pair = line.contains(": ");
        if line.len() <= MAX_LINE && !is_value && !is_pair && !has_end(line) {
            let fillers = self.fillers;
            (self.lines).retain(|other| !has_common_word(other, line, fillers));
            self.lines.push(line);
            let surplus = self.lines.len().saturating_sub(MAX_LINES);
            self.lines.drain(..surplus);
        }
    }

    /// The words of the query that they have: those of whole titles, and of parts of titles if `takes_parts`.
    pub(super) fn words(&self, query: &FigureWords<'_>, takes_parts: bool) -> u16 {
        let titles = self.titles.iter().map(|(_, title)| *title);
        let all = titles.chain(self.lines.iter().copied());
        let found = all.map(|title| query.in_name(title));
        let found = found.filter(|found| takes_parts || found.is_full());
        found.fold(0, |words, found| words | found.words)
    }

    /// The words of the query that the tab's title has.
    pub(super) fn tab_words(&self, query: &FigureWords<'_>) -> u16 {
        let title = self.tab_title();
        title.map_or(0, |title| query.in_name(title).words)
    }

    /// Whether the query names the tab.
    pub(super) fn is_tab_named(&self, query: &FigureWords<'_>) -> bool {
        let tab = self.tab_title();
        tab.is_some_and(|title| query.in_name(title).share >= NAMED_SHARE)
    }
}

/// Whether two titles have the same letter with different numbers.
fn have_other_numbers(one: &str, other: &str) -> bool {
    let numbered = |title: &str| -> Vec<(String, String)> {
        let terms = tokens(title).into_iter().map(|token| token.term);
        let parts = terms.filter_map(|term| {
            let (letters, digits) = term.split_at(term.find(|c: char| c.is_ascii_digit())?);
            let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
            (is_number && !letters.is_empty()).then(|| (letters.to_owned(), digits.to_owned()))
        });
        parts.collect()
    };
    let others = numbered(other);
    let differs = |(letters, digits): &(String, String)| {
        let mut same = others.iter().filter(|(other, _)| other == letters);
        same.any(|(_, other)| other != digits)
    };
    numbered(one).iter().any(differs)
}

/// Whether two titles have a word in common, in the singular or the plural.
fn has_common_word(one: &str, other: &str, fillers: &Fillers) -> bool {
    let words = |line: &str| -> Vec<String> {
        let terms = tokens(line).into_iter().map(|token| token.term);
        let terms = terms.filter(|term| !fillers.contains(term));
        let terms = terms.map(|term| term.strip_suffix('s').unwrap_or(&term).to_owned());
        terms.collect()
    };
    let others = words(other);
    words(one).iter().any(|word| others.contains(word))
}
