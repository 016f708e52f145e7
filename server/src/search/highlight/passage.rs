//! Chooses the sentence or the row of a table that shows best why a text matches.

use super::{Marked, Segment};
use bindery_format::search::passage::{Line, lines, sentences};
use std::ops::Range;

/// Columns shown of a row.
const MAX_COLUMNS: usize = 3;
/// Words of a caption.
const MAX_CAPTION: usize = 5;

/// The best passage, cut to a number of words.
pub(super) fn best_passage(marked: &Marked<'_>, max_words: usize) -> Vec<Segment> {
    let matches = Matches::of(marked);
    let mut heads: Vec<Range<usize>> = Vec::new();
    let mut best: Option<(usize, Passage)> = None;
    let mut offer = |score: usize, passage: Passage| {
        if best.as_ref().is_none_or(|(most, _)| score > *most) {
            best = Some((score, passage));
        }
    };
    for line in lines(marked.text) {
        match line {
            Line::Prose(paragraph) => {
                heads.clear();
                for sentence in sentences(marked.text, paragraph.clone()) {
                    // Of equal passages a sentence comes first, then a row, then a caption.
                    let count = 3 * matches.count(std::slice::from_ref(&sentence));
                    let is_caption = is_caption(&marked.text[sentence.clone()]);
                    let score = count + if is_caption { 0 } else { 2 };
                    offer(score, Passage::Sentence(sentence, paragraph.end));
                }
            }
            Line::Header(list) => heads = list,
            Line::Row(cells) => {
                let own = matches.count(&cells);
                if own > 0 {
                    let all: Vec<Range<usize>> = cells.iter().chain(&heads).cloned().collect();
                    offer(
                        3 * matches.count(&all) + 1,
                        Passage::Row(cells, heads.clone()),
                    );
                }
            }
        }
    }
    match best {
        Some((_, Passage::Sentence(sentence, end))) => sentence_segments(
            marked,
            &matches,
            sentence.start..end,
            sentence.end,
            max_words,
        ),
        Some((_, Passage::Row(cells, heads))) => row_segments(marked, &matches, &cells, &heads),
        None => Vec::new(),
    }
}

/// Whether a line is too short for a sentence.
fn is_caption(line: &str) -> bool {
    !line.ends_with(['.', ':', '?', '!']) && line.split(' ').count() <= MAX_CAPTION
}

/// What can be shown of a text.
enum Passage {
    /// A sentence, and the end of its paragraph.
    Sentence(Range<usize>, usize),
    /// The cells of a row, and the heads of their columns.
    Row(Vec<Range<usize>>, Vec<Range<usize>>),
}

/// The places of the matches in a text, each with its term.
struct Matches<'m> {
    list: Vec<(usize, &'m str)>,
}

impl<'m> Matches<'m> {
    fn of(marked: &'m Marked<'_>) -> Matches<'m> {
        let mut words = marked.words.iter().peekable();
        let mut list = Vec::with_capacity(marked.matches.len());
        for (start, _) in &marked.matches {
            while words.next_if(|word| word.start < *start).is_some() {}
            if let Some(word) = words.peek() {
                list.push((*start, word.term.as_str()));
            }
        }
        Matches { list }
    }

    fn within(&self, range: &Range<usize>) -> &[(usize, &'m str)] {
        let position = |at: usize| self.list.partition_point(|(start, _)| *start < at);
        &self.list[position(range.start)..position(range.end)]
    }

    /// The number of different terms in some ranges.
    fn count(&self, ranges: &[Range<usize>]) -> usize {
        let mut terms: Vec<&str> = Vec::new();
        for (_, term) in ranges.iter().flat_map(|range| self.within(range)) {
            if !terms.contains(term) {
                terms.push(term);
            }
        }
        terms.len()
    }
}

/// A sentence and those that follow it in its paragraph while there is room; of a long one the part around its first match.
fn sentence_segments(
    marked: &Marked<'_>,
    matches: &Matches<'_>,
    rest: Range<usize>,
    end: usize,
    max_words: usize,
) -> Vec<Segment> {
    let words = &marked.words;
    let position = |at: usize| words.partition_point(|word| word.start < at);
    let (first, last) = (position(rest.start), position(end));
    if last - first <= max_words {
        let following = sentences(marked.text, rest.clone()).into_iter().skip(1);
        let fitting = following.take_while(|one| position(one.end) - first <= max_words);
        let end = fitting.last().map_or(end, |one| one.end);
        return vec![Segment::Text(rest.start..end)];
    }
    let found = matches.within(&(rest.start..end)).first();
    let found = found.map_or(first, |(start, _)| position(*start));
    let from = found.saturating_sub(max_words / 3).max(first);
    let to = (from + max_words).min(last);
    let from = to.saturating_sub(max_words).max(first);
    let mut segments = Vec::new();
    if from > first {
        segments.push(Segment::Separator("…"));
    }
    let start = if from == first {
        rest.start
    } else {
        words[from].start
    };
    segments.push(Segment::Text(
        start..if to == last { end } else { words[to - 1].end },
    ));
    if to < last {
        segments.push(Segment::Separator("…"));
    }
    segments
}

/// `Row: value`, or `Row – Column: value, Column: value` with the columns that match, else the first one.
fn row_segments(
    marked: &Marked<'_>,
    matches: &Matches<'_>,
    cells: &[Range<usize>],
    heads: &[Range<usize>],
) -> Vec<Segment> {
    let Some((name, values)) = cells.split_first() else {
        return Vec::new();
    };
    let head = |at: usize| heads.get(at + 1).filter(|head| !head.is_empty());
    let is_match = |at: usize| {
        let own = matches.within(&values[at]);
        let head = head(at).map_or(&[][..], |head| matches.within(head));
        !own.is_empty() || !head.is_empty()
    };
    let filled: Vec<usize> = (0..values.len())
        .filter(|at| !values[*at].is_empty())
        .collect();
    let mut shown: Vec<usize> = filled.iter().copied().filter(|at| is_match(*at)).collect();
    if shown.is_empty() {
        shown.extend(filled.first());
    }
    let has_heads = values.len() > 1 && shown.iter().any(|at| head(*at).is_some());
    let mut segments = vec![Segment::Text(name.clone())];
    for (number, at) in shown.into_iter().take(MAX_COLUMNS).enumerate() {
        segments.push(Segment::Separator(match number {
            0 if name.is_empty() => "",
            0 if has_heads => " – ",
            0 if marked.text[name.clone()].ends_with(':') => " ",
            0 => ": ",
            _ => ", ",
        }));
        if let Some(head) = head(at).filter(|_| has_heads) {
            // `Level 9`: a number needs the head of the row's names.
            let is_number = marked.text[head.clone()].starts_with(|c: char| c.is_ascii_digit());
            if let Some(corner) = heads.first().filter(|own| is_number && !own.is_empty()) {
                segments.extend([Segment::Text(corner.clone()), Segment::Separator(" ")]);
            }
            segments.extend([Segment::Text(head.clone()), Segment::Separator(": ")]);
        }
        segments.push(Segment::Text(values[at].clone()));
    }
    segments
}
