//! Chooses the sentence or the row of a table that shows best why a text matches.

use super::{Marked, Segment};
use bindery_format::search::rows::{HiddenIn, MAX_COLUMNS, Part, Row, parts};
use bindery_format::search::sentences::{has_end, sentences};
use std::ops::Range;

/// Terms of a caption.
const MAX_CAPTION: usize = 5;

/// The points of a term in a passage.
const TERM: usize = 3;

/// The further points of a term that the names above the passage lack: one is worth more than all others.
const UNNAMED_TERM: usize = 100;

/// What can be shown of a text.
enum Passage {
    /// A sentence, and the end of its paragraph.
    Sentence(Range<usize>, usize),
    /// A caption, and the paragraph that it names.
    Caption(Range<usize>, Range<usize>),
    Row(Row),
}

/// The best passage below some names, cut to a number of words, and what hides it.
pub(super) fn best_passage(
    marked: &Marked<'_>,
    names: &[&Marked<'_>],
    max_words: usize,
) -> (Vec<Segment>, HiddenIn) {
    let writer = SegmentWriter::of(marked, names, max_words);
    let mut best: Option<(usize, Passage, HiddenIn)> = None;
    let mut place = HiddenIn::default();
    let mut list = parts(marked.text).peekable();
    while let Some(part) = list.next() {
        place.advance(&part);
        let following = match list.peek() {
            Some(Part::Prose(paragraph)) => Some(paragraph),
            _ => None,
        };
        for (score, passage) in writer.passages(part, &place) {
            if best.as_ref().is_none_or(|(most, ..)| score > *most) {
                let passage = writer.with_paragraph(passage, following);
                best = Some((score, passage, place.clone()));
            }
        }
    }
    let best = best.map(|(_, passage, place)| (writer.passage(&passage), place));
    best.unwrap_or_default()
}

/// The beginning of a text, cut to a number of words: its first sentences, or its first row.
pub(super) fn opening(marked: &Marked<'_>, max_words: usize) -> Vec<Segment> {
    let writer = SegmentWriter::of(marked, &[], max_words);
    let shown = parts(marked.text).next().map(|part| match part {
        Part::Prose(paragraph) | Part::Title(_, paragraph) | Part::Details(paragraph) => {
            writer.opening(&paragraph)
        }
        Part::Row(row) => writer.row(&row),
    });
    shown.unwrap_or_default()
}

/// A place where a text matches.
#[derive(Clone, Copy)]
struct Match<'m> {
    start: usize,
    term: &'m str,
    /// The points of the term.
    points: usize,
}

/// The places of the matches in a text.
struct Matches<'m> {
    list: Vec<Match<'m>>,
}

impl<'m> Matches<'m> {
    fn of(marked: &'m Marked<'_>, names: &[&Marked<'_>]) -> Matches<'m> {
        let named: Vec<String> = names
            .iter()
            .flat_map(|name| name.tokens())
            .map(str::to_lowercase)
            .collect();
        let mut words = marked.words.iter().peekable();
        let mut list = Vec::with_capacity(marked.matches.len());
        for (start, end) in &marked.matches {
            while words.next_if(|word| word.start < *start).is_some() {}
            let Some(word) = words.peek() else { break };
            let is_named = named.contains(&marked.text[*start..*end].to_lowercase());
            list.push(Match {
                start: *start,
                term: &word.term,
                points: TERM + if is_named { 0 } else { UNNAMED_TERM },
            });
        }
        Matches { list }
    }

    fn within(&self, range: &Range<usize>) -> &[Match<'m>] {
        let position = |at: usize| self.list.partition_point(|one| one.start < at);
        &self.list[position(range.start)..position(range.end)]
    }

    /// The points of the different terms in some ranges.
    fn points(&self, ranges: &[Range<usize>]) -> usize {
        let mut terms: Vec<&Match<'_>> = Vec::new();
        for one in ranges.iter().flat_map(|range| self.within(range)) {
            if !terms.iter().any(|known| known.term == one.term) {
                terms.push(one);
            }
        }
        terms.iter().map(|one| one.points).sum()
    }
}

/// Writes a passage with at most a number of words in a sentence or a cell.
struct SegmentWriter<'m> {
    marked: &'m Marked<'m>,
    matches: Matches<'m>,
    max_words: usize,
}

impl<'m> SegmentWriter<'m> {
    fn of(marked: &'m Marked<'_>, names: &[&Marked<'_>], max_words: usize) -> SegmentWriter<'m> {
        SegmentWriter {
            marked,
            matches: Matches::of(marked, names),
            max_words,
        }
    }

    /// What can be shown of a part, and how well it matches: points for each term, those of the tab's title included. Of equal
    /// passages a sentence comes first, then a row, then a caption.
    fn passages(&self, part: Part, place: &HiddenIn) -> Vec<(usize, Passage)> {
        let points = |mut ranges: Vec<Range<usize>>| {
            ranges.extend(place.tab.clone());
            self.matches.points(&ranges)
        };
        match part {
            Part::Prose(paragraph) | Part::Title(_, paragraph) | Part::Details(paragraph) => {
                let all = sentences(self.marked.text, paragraph.clone()).into_iter();
                let passages = all.map(|sentence| {
                    let kind = if self.is_caption(&sentence) { 0 } else { 2 };
                    let score = points(vec![sentence.clone()]) + kind;
                    (score, Passage::Sentence(sentence, paragraph.end))
                });
                passages.collect()
            }
            Part::Row(row) => {
                let mut all = vec![row.header.clone()];
                all.extend(row.cells.iter().cloned());
                if self.matches.points(&all) == 0 {
                    return Vec::new();
                }
                all.extend(row.columns.iter().cloned());
                vec![(points(all) + 1, Passage::Row(row))]
            }
        }
    }

    /// The number of the first word at or after a byte.
    fn word_at(&self, at: usize) -> usize {
        self.marked.words.partition_point(|word| word.start < at)
    }

    /// Whether a line is too short for a sentence.
    fn is_caption(&self, line: &Range<usize>) -> bool {
        let text = &self.marked.text[line.clone()];
        let words = self.word_at(line.end) - self.word_at(line.start);
        words <= MAX_CAPTION && !has_end(text) && !text.ends_with(':')
    }

    /// A caption says nothing alone: it is shown with the paragraph after it.
    fn with_paragraph(&self, passage: Passage, following: Option<&Range<usize>>) -> Passage {
        match (passage, following) {
            (Passage::Sentence(line, _), Some(paragraph))
                if self.is_caption(&line) && !self.is_caption(paragraph) =>
            {
                Passage::Caption(line, paragraph.clone())
            }
            (passage, _) => passage,
        }
    }

    /// The first sentences of a paragraph.
    fn opening(&self, paragraph: &Range<usize>) -> Vec<Segment> {
        let first = sentences(self.marked.text, paragraph.clone())
            .into_iter()
            .next();
        self.sentence(first.as_ref().unwrap_or(paragraph), paragraph.end)
    }

    fn passage(&self, passage: &Passage) -> Vec<Segment> {
        match passage {
            Passage::Sentence(sentence, end) => self.sentence(sentence, *end),
            Passage::Caption(caption, paragraph) => {
                let mut segments = self.cut(caption);
                segments.push(Segment::Separator(" – "));
                segments.extend(self.opening(paragraph));
                segments
            }
            Passage::Row(row) => self.row(row),
        }
    }

    /// A sentence and those that follow it in its paragraph while there is room.
    fn sentence(&self, sentence: &Range<usize>, end: usize) -> Vec<Segment> {
        let first = self.word_at(sentence.start);
        if self.word_at(sentence.end) - first > self.max_words {
            return self.cut(sentence);
        }
        let following = sentences(self.marked.text, sentence.start..end);
        let shown = following.into_iter().skip(1);
        let shown = shown.take_while(|one| self.word_at(one.end) - first <= self.max_words);
        let end = shown.last().map_or(sentence.end, |one| one.end);
        vec![Segment::Text(sentence.start..end)]
    }

    /// The part of a long text around its first match; all of a short one.
    fn cut(&self, range: &Range<usize>) -> Vec<Segment> {
        let words = &self.marked.words;
        let (first, last) = (self.word_at(range.start), self.word_at(range.end));
        if last - first <= self.max_words {
            return vec![Segment::Text(range.clone())];
        }
        let found = self.matches.within(range).first();
        let found = found.map_or(first, |one| self.word_at(one.start));
        let from = found.saturating_sub(self.max_words / 3).max(first);
        let to = (from + self.max_words).min(last);
        let from = to.saturating_sub(self.max_words).max(first);
        let mut segments = Vec::new();
        let mut shown = range.clone();
        if from > first {
            segments.push(Segment::Separator("…"));
            shown.start = words[from].start;
        }
        if to < last {
            shown.end = words[to - 1].end;
        }
        segments.push(Segment::Text(shown));
        if to < last {
            segments.push(Segment::Separator("…"));
        }
        segments
    }

    /// `Row: value`, or `Row – Column: value, Column: value` with the columns that match, else the first one.
    fn row(&self, row: &Row) -> Vec<Segment> {
        let text = self.marked.text;
        let is_match = |at: &usize| {
            let column = row.column(*at);
            let column = column.map_or(&[][..], |column| self.matches.within(column));
            !self.matches.within(&row.cells[*at]).is_empty() || !column.is_empty()
        };
        let filled: Vec<usize> = row.filled(text).collect();
        let mut shown: Vec<usize> = filled.iter().copied().filter(is_match).collect();
        if shown.is_empty() {
            shown.extend(filled.first());
        }
        let has_columns = shown
            .iter()
            .any(|at| !row.column_name(text, *at).is_empty());
        let mut segments = self.joined(row.row_name(text));
        for (number, at) in shown.into_iter().take(MAX_COLUMNS).enumerate() {
            segments.push(Segment::Separator(match number {
                0 if row.header.is_empty() => "",
                0 if has_columns => " – ",
                0 if text[row.header.clone()].ends_with(':') => " ",
                0 => ": ",
                _ => ", ",
            }));
            let column = row.column_name(text, at);
            if !column.is_empty() {
                segments.extend(self.joined(column));
                segments.push(Segment::Separator(": "));
            }
            segments.extend(self.cut(&row.cells[at]));
        }
        segments
    }

    /// Texts with spaces between them.
    fn joined(&self, texts: Vec<Range<usize>>) -> Vec<Segment> {
        let mut segments = Vec::new();
        for range in texts {
            if !segments.is_empty() {
                segments.push(Segment::Separator(" "));
            }
            segments.extend(self.cut(&range));
        }
        segments
    }
}

#[cfg(test)]
mod tests {
    use crate::search::highlight::tests::{marker, passage};
    use crate::search::highlight::{Marker, Style};
    use crate::search::query::MatchKind;
    use bindery_format::search::passage::HEADER_MARK;

    fn opening(list: &[(&str, MatchKind)], text: &str) -> String {
        let words = marker(list);
        let marked = Marker::new(&words).mark_any(text);
        let style = Style {
            affix: 1,
            ..Style::default()
        };
        marked.opening(style).to_string()
    }

    #[test]
    fn the_opening_is_short_and_has_no_tabs() {
        let row = format!("{HEADER_MARK}Level\t1\t9\nHP\t43\t74\nEnd.");
        assert_eq!(opening(&[], &row), "HP – Level 1: 43");
        assert_eq!(
            opening(&[("9", MatchKind::Whole)], &row),
            "HP – Level <mark>9</mark>: 74"
        );
        let long = "a ".repeat(60);
        assert_eq!(opening(&[], &long).matches('a').count(), 15);
        assert_eq!(opening(&[], "One. Two.\nThree."), "One. Two.");
    }

    #[test]
    fn a_caption_is_shown_with_its_paragraph() {
        let passive = [("passive", MatchKind::Whole)];
        for (text, expected) in [
            (
                "Passive: Will\nDamage is increased. It lasts.\n\u{c}Level\t1\nATK\t5",
                "<mark>Passive</mark>: Will – Damage is increased. It lasts.",
            ),
            ("Passive: Will\nOther\nA.", "<mark>Passive</mark>: Will"),
            ("Passive: Will\nATK\t5", "<mark>Passive</mark>: Will"),
        ] {
            assert_eq!(passage(&passive, text), expected);
        }
    }

    #[test]
    fn a_passage_has_words_that_its_names_lack() {
        let query = marker(&[
            ("hu", MatchKind::Whole),
            ("tao", MatchKind::Whole),
            ("snapshot", MatchKind::Whole),
        ]);
        let text = "Consumes HP of Hu Tao.\n\u{c}Attribute\tBlossom\nSnapshot\tDynamic";
        let marker = Marker::new(&query);
        let marked = marker.mark_any(text);
        let shown = |names: &[&str]| {
            let names: Vec<_> = names.iter().map(|name| marker.mark_any(name)).collect();
            let names: Vec<_> = names.iter().collect();
            marked.passage(Style::default(), &names).to_string()
        };
        assert_eq!(
            shown(&["hu TAO", "Attacks"]),
            "<mark>Snapshot</mark>: Dynamic"
        );
        let sentence = "Consumes HP of <mark>Hu</mark> <mark>Tao</mark>.";
        assert_eq!(shown(&[]), sentence);
        assert_eq!(shown(&["Snapshot, Hu Tao"]), sentence);
    }

    #[test]
    fn a_long_cell_is_cut_around_its_match() {
        let row = format!("Note\t{}hit {}end", "a ".repeat(60), "b ".repeat(60));
        let shown = passage(&[("hit", MatchKind::Whole)], &row);
        assert!(
            shown.starts_with("Note: …a") && shown.ends_with("b…"),
            "{shown}"
        );
        assert!(shown.len() < 100, "{shown}");
    }

    #[test]
    fn a_japanese_paragraph_has_sentences() {
        let text = "最初の文はここで終わります。次の文は胡桃について書かれています。";
        let word = [("胡桃", MatchKind::Whole)];
        let shown = passage(&word, text);
        assert_eq!(shown, "次の文は<mark>胡桃</mark>について書かれています。");
    }
}
