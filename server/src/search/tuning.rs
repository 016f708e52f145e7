//! The constants of query expansion and of ranking, set with the development queries (`tests/search`); none depends on
//! a certain query or page.
//!
//! `ui/src/search/static/tuning.ts` is generated from this file for searches in the browser: each constant is a number or a
//! list of numbers, or bits of `Field`. `UPDATE_SNAPSHOTS=1 cargo test -p bindery-server --lib tuning` writes it.

use bindery_format::search::layout::Field;

/// Words of a query; further words are ignored.
pub(super) const MAX_WORDS: usize = 16;
/// Terms that a word expands to.
pub(super) const MAX_EXPANSIONS: usize = 400;
/// Synonyms of several words in a query.
pub(super) const MAX_PHRASES: usize = 32;

/// The weight of an inflection; that of the word itself is 1.
pub(super) const INFLECTION_WEIGHT: f32 = 0.85;
/// The weight of a term that two neighbouring words form: `hutao` for `hu tao`.
pub(super) const JOINED_WEIGHT: f32 = 0.9;
/// The weight of a synonym of the site.
pub(super) const SYNONYM_WEIGHT: f32 = 0.8;
/// Terms that weigh more than this mean the word itself, so that a definition of them defines the word.
pub(super) const MIN_DEFINING_WEIGHT: f32 = 0.8;

/// The weight of a completion is this, and a part that grows with the share of the term that was typed.
pub(super) const COMPLETION_WEIGHT: f32 = 0.45;
/// That part for a term that was typed as a whole.
pub(super) const COMPLETION_SHARE_WEIGHT: f32 = 0.4;
/// Factor of completions of a word that is itself a term: it is less often the prefix of another.
pub(super) const KNOWN_WORD_COMPLETION: f32 = 0.7;
/// Factor of completions of a word that is not the last one, and so may abbreviate another.
pub(super) const ABBREVIATION: f32 = 0.6;
/// Characters of a prefix from which on it is searched in texts, too.
pub(super) const MIN_CHARS_PREFIX_IN_TEXT: usize = 3;

/// A word in at most this many sections may abbreviate or misspell another word: authors make typos, too.
pub(super) const RARE_SECTIONS: u32 = 6;
/// Characters from which on a rare word may be a misspelling.
pub(super) const MIN_CHARS_RESPELLED: usize = 6;
/// Characters from which on a rare word that is not the last one may abbreviate another.
pub(super) const MIN_CHARS_ABBREVIATED: usize = 3;
/// Characters of a word from which on one typo is allowed.
pub(super) const MIN_CHARS_ONE_TYPO: usize = 4;
/// Characters of a word from which on two typos are allowed.
pub(super) const MIN_CHARS_TWO_TYPOS: usize = 8;
/// The weight of a term within one typo of the word.
pub(super) const ONE_TYPO_WEIGHT: f32 = 0.7;
/// The weight of a term within two typos of the word.
pub(super) const TWO_TYPOS_WEIGHT: f32 = 0.5;
/// How much each further character of a longer term reduces its weight.
pub(super) const EXTRA_CHAR_PENALTY: f32 = 0.1;
/// Factor of a term that begins with another character: the first one is seldom wrong.
pub(super) const OTHER_FIRST_CHAR: f32 = 0.6;

/// The weight of a term by the field it occurs in, in the order of the bits of `Field`.
pub(super) const FIELD_WEIGHTS: [f32; Field::ALL.len()] = [
    6.0, // own heading
    3.0, // page's title
    2.0, // heading above
    0.7, // part of the site
    2.5, // other name of the page
    4.5, // other name of the section
    4.5, // defined here
    1.5, // keyword
    4.0, // search term of the author
];
/// The fields of a section's own heading.
pub(super) const HEADING_FIELDS: u16 = Field::OWN | Field::OWN_ALIAS;
/// The fields that say what a section answers.
pub(super) const ANSWERING_FIELDS: u16 = Field::OWN | Field::OWN_ALIAS | Field::SEARCH_TERM;
/// The field of a page's title.
pub(super) const TITLE_FIELDS: u16 = Field::TITLE;
/// The fields of a page's name, and of what its author wants it to be found by.
pub(super) const NAME_FIELDS: u16 = Field::TITLE | Field::ALIAS | Field::SEARCH_TERM;
/// The fields of a section that defines a term.
pub(super) const DEFINING_FIELDS: u16 = Field::DEFINED;
/// The weight of a term in the text.
pub(super) const TEXT_WEIGHT: f32 = 0.75;
/// The share of that weight which counts if the term occurs in a heading field as well.
pub(super) const TEXT_BESIDE_HEAD: f32 = 0.5;
/// BM25's `k1`: how soon further occurrences of a term stop counting.
pub(super) const BM25_K1: f32 = 4.0;
/// BM25's `b`: how much a long text reduces the weight of a term.
pub(super) const BM25_B: f32 = 0.55;
/// The minimum of BM25's length norm: very short texts do not gain more.
pub(super) const MIN_LENGTH_NORM: f32 = 0.4;

/// When at least this many pages have all words, pages that lack a word are left out.
pub(super) const ENOUGH_PAGES: usize = 10;
/// Queries of more words than this are sentences: pages that lack a word are never left out.
pub(super) const MAX_KEYWORDS: u32 = 3;
/// So are queries with at least this many fillers: `how do i get more energy for my burst`.
pub(super) const MIN_FILLERS_OF_SENTENCE: usize = 3;
/// Sections whose headings have at least this share of the query, by rarity, are not left out.
pub(super) const MIN_HEADED_SHARE: f32 = 0.4;
/// The factor of a page about one thing when the query does not name the thing.
pub(super) const UNNAMED_ENTITY: f32 = 0.5;
/// The factor of the rarity of a word that no heading has: a verb of a reader is rare in texts, but they are about other words.
pub(super) const PROSE_WORD: f32 = 0.4;
/// The factor of a section with a tool that has all words: who names what a tool does wants to use it.
pub(super) const TOOL_BOOST: f32 = 1.4;
/// The factor of the terms of a phrase in a text: they need not be adjacent.
pub(super) const PHRASE_IN_TEXT: f32 = 0.6;
/// The minimum share of the query, by rarity, that a section has.
pub(super) const MIN_SECTION_SHARE: f32 = 0.34;
/// The minimum share of the query that its page has: with less than half, it does not answer the query.
pub(super) const MIN_PAGE_SHARE: f32 = 0.5;
/// The minimum share that counts for a page about one thing whose whole title the query has.
pub(super) const SUBJECT_SHARE: f32 = 0.8;
/// The factor of a page about one thing when the query has the whole title of another one: `Primo Geovishap` for `geovishap`.
pub(super) const OTHER_SUBJECT: f32 = 0.7;
/// The part of a section's own share in the factor of a section that lacks words.
pub(super) const SECTION_SHARE_WEIGHT: f32 = 0.75;
/// The part of its page's share.
pub(super) const PAGE_SHARE_WEIGHT: f32 = 0.25;
/// The power of both shares in it: a section that lacks words has a lower score than its share alone would give it.
pub(super) const SHARE_POWER: f32 = 1.25;

/// The weight of a page that is not for the record, in hundredths.
pub(super) const FULL_WEIGHT: u32 = 100;
/// The minimum score of a section, as a share of that of the record about its page, with which it comes before the record.
pub(super) const RECORD_SHARE: f32 = 0.4;
/// The minimum score of a section, as a share of its page's, with which it comes before the page.
pub(super) const SECTION_OF_PAGE_SHARE: f32 = 0.6;
/// That share for a section of a page about one thing, with words that the thing's name has not.
pub(super) const SECTION_OF_ENTITY_SHARE: f32 = 0.2;
/// That share for a section with more words of the query than its page.
pub(super) const SECTION_WITH_MORE_WORDS_SHARE: f32 = 0.3;
/// The part of the scores of a page's further hits that is added to all of its hits: several good sections speak for the page.
pub(super) const FURTHER_HITS_SHARE: f32 = 0.05;
/// How many further hits of a page count so.
pub(super) const FURTHER_HITS: usize = 2;
/// Hits whose headings and titles are compared with the query.
pub(super) const RERANKED_HITS: usize = 120;
/// The factor of a heading that has all words.
pub(super) const HEADING_BOOST: f32 = 1.25;
/// Added to it for a heading that has no other words.
pub(super) const WHOLE_HEADING_BOOST: f32 = 0.75;
/// Added to the factor of a heading that has a part of the words and no others.
pub(super) const PART_HEADING_BOOST: f32 = 0.9;
/// Added to it if the words have the order of the query.
pub(super) const ORDER_BOOST: f32 = 0.2;
/// The factor of a page over a section with the same heading.
pub(super) const PAGE_BOOST: f32 = 1.2;
/// Added to the factor of a section whose heading and page's title have all words together.
pub(super) const HEADING_AND_TITLE_BOOST: f32 = 0.1;
/// Added to it if neither has other words.
pub(super) const WHOLE_HEADING_AND_TITLE_BOOST: f32 = 0.5;
/// The minimum factor of a page with the query as its other name.
pub(super) const ALIAS_BOOST: f32 = 1.9;
/// The minimum factor of a section that defines all words.
pub(super) const DEFINITION_BOOST: f32 = 1.6;
/// Hits whose texts are searched for adjacent words.
pub(super) const PROXIMITY_HITS: usize = 12;
/// How much of each text is searched: bytes here, UTF-16 units in the browser.
pub(super) const PROXIMITY_TEXT: usize = 6_000;
/// Added to the factor of a hit for each further word of the longest run of adjacent words.
pub(super) const ADJACENT_WORD_BOOST: f32 = 0.12;
/// Neighbouring words of a text that count as near each other, as those of a sentence.
pub(super) const NEAR_WORDS: usize = 20;
/// Added to the factor of a hit for the largest share of the query among such words.
pub(super) const NEAR_WORDS_BOOST: f32 = 0.5;

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write;

    const HEAD: &str = "\
// Generated from `server/src/search/tuning.rs`; do not edit.
// `UPDATE_SNAPSHOTS=1 cargo test -p bindery-server --lib tuning` writes this file.
";

    const FILE: &str = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../ui/src/search/static/tuning.ts"
    );

    #[test]
    fn the_browser_ranks_with_the_same_constants() {
        let expected = typescript(include_str!("tuning.rs"));
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            std::fs::write(FILE, &expected).unwrap();
        }
        let found = std::fs::read_to_string(FILE).unwrap_or_default();
        assert!(
            found.replace("\r\n", "\n") == expected,
            "{FILE} is out of date: `UPDATE_SNAPSHOTS=1 cargo test -p bindery-server --lib tuning`"
        );
    }

    /// The constants of a Rust source with their comments, as TypeScript.
    fn typescript(source: &str) -> String {
        let end = source.find("#[cfg(test)]").unwrap_or(source.len());
        let mut out = HEAD.to_owned();
        for line in source[..end]
            .lines()
            .filter(|line| !line.starts_with("//!") && !line.starts_with("use "))
        {
            if let Some(comment) = line.strip_prefix("/// ") {
                let _ = writeln!(out, "/** {comment} */");
            } else if let Some(declaration) = line.strip_prefix("pub(super) const ") {
                let (name, _) = declaration.split_once(':').unwrap();
                let (_, value) = declaration.split_once(" = ").unwrap();
                let _ = writeln!(out, "export const {name} = {}", number(value));
            } else {
                let _ = writeln!(out, "{}", number(line.strip_prefix("  ").unwrap_or(line)));
            }
        }
        out.trim_end().replace("\n\n\n", "\n\n") + "\n"
    }

    /// Numbers as the formatter of the interface writes them: `4`, not `4.0`. A field is its bit.
    fn number(text: &str) -> String {
        let text = text.replace(".0,", ",").replace(".0;", ";");
        let mut fields = Field::ALL;
        // No name may be replaced as the beginning of a longer one.
        fields.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        fields.iter().fold(text, |text, (name, bit)| {
            text.replace(&format!("Field::{name}"), &bit.to_string())
        })
    }
}
