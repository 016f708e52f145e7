//! The scores of sections while a query runs, word by word.

use crate::search::budget::Budget;
use crate::search::index::Index;
use crate::search::tuning::{
    BM25_B, BM25_K1, MIN_LENGTH_NORM, PROSE_WORD, TEXT_BESIDE_HEAD, TEXT_WEIGHT,
};

/// The scores of all sections while a query runs.
pub(super) struct ScoreBoard<'i> {
    pub(super) index: &'i Index,
    pub(super) budget: &'i Budget,
    pub(super) scores: Vec<f32>,
    pub(super) words: Vec<u16>,
    pub(super) defined: Vec<u16>,
    /// The words in the own heading or another name of each section.
    pub(super) headed: Vec<u16>,
    /// The words in the own heading, another name or the author's search terms of each section.
    pub(super) answered: Vec<u16>,
    /// Whether a word of the query names the page of a section, by its title or another name.
    pub(super) named: Vec<bool>,
    pub(super) matched_sections: Vec<u32>,
    /// The weights of the current word by section.
    pub(super) counts: Vec<f32>,
    pub(super) counted: Vec<u32>,
    /// Whether a heading of a page that is not for the record has the current word.
    pub(super) is_topic: bool,
    /// Whether a word that no other pages have in their titles asks for the page of a section, which is for the record.
    pub(super) requested: Vec<bool>,
    /// Whether the title of a page that is not for the record has the current word.
    pub(super) is_titled: bool,
    /// The sections of pages for the record whose titles have the current word.
    pub(super) titled_records: Vec<u32>,
}

impl<'i> ScoreBoard<'i> {
    pub(super) fn new(index: &'i Index, budget: &'i Budget) -> ScoreBoard<'i> {
        let len = index.len();
        ScoreBoard {
            index,
            budget,
            scores: vec![0.0; len],
            words: vec![0; len],
            defined: vec![0; len],
            headed: vec![0; len],
            answered: vec![0; len],
            named: vec![false; len],
            matched_sections: Vec::new(),
            counts: vec![0.0; len],
            counted: Vec::new(),
            is_topic: false,
            requested: vec![false; len],
            is_titled: false,
            titled_records: Vec::new(),
        }
    }

    /// Raises the weight of the current word in a section to that of a term.
    #[inline]
    pub(super) fn count(&mut self, section: u32, weight: f32) {
        let Some(count) = self.counts.get_mut(section as usize) else {
            return;
        };
        if *count == 0.0 {
            self.counted.push(section);
        }
        *count = count.max(weight);
    }

    /// Counts a term in the text of a section.
    #[inline]
    pub(super) fn count_text(&mut self, section: u32, times: u32, weight: f32) {
        let Some(count) = self.counts.get(section as usize) else {
            return;
        };
        let len = self.index.text_len(section);
        let norm = 1.0 - BM25_B + BM25_B * len as f32 / self.index.mean_len;
        let times = 1.0 + (times as f32).ln();
        let weight = TEXT_WEIGHT * times / norm.max(MIN_LENGTH_NORM) * weight;
        // The same term in a heading field adds to it.
        let head = *count;
        self.count(
            section,
            head.max(weight).max(head + TEXT_BESIDE_HEAD * weight),
        );
    }

    /// Counts the title of a section's page, which has the current word.
    pub(super) fn count_title(&mut self, section: u32) {
        match self.index.weight(self.index.page_of(section)) < 1.0 {
            true => self.titled_records.push(section),
            false => self.is_titled = true,
        }
    }

    /// Adds the weights of the current word to the scores. Returns the rarity of the word (its inverse document frequency).
    pub(super) fn finish_word(&mut self, at: usize) -> f32 {
        let is_request = !std::mem::take(&mut self.is_titled);
        for section in self.titled_records.drain(..) {
            if let Some(requested) = self.requested.get_mut(section as usize) {
                *requested |= is_request;
            }
        }
        let found = self.counted.len() as f32;
        let all = self.index.len() as f32;
        let mut rarity = (1.0 + (all - found + 0.5).max(0.5) / (found + 0.5)).ln();
        if !std::mem::take(&mut self.is_topic) {
            rarity *= PROSE_WORD;
        }
        for section in self.counted.drain(..) {
            let number = section as usize;
            let count = std::mem::take(&mut self.counts[number]);
            if self.words[number] == 0 {
                self.matched_sections.push(section);
            }
            self.words[number] |= 1 << at;
            self.scores[number] += rarity * count / (BM25_K1 + count);
        }
        if found == 0.0 { 0.0 } else { rarity }
    }
}
