// Generated from `server/src/search/tuning.rs`; do not edit.
// `UPDATE_SNAPSHOTS=1 cargo test -p bindery-server --lib tuning` writes this file.

/** Words of a query; further words are ignored. */
export const MAX_WORDS = 16;
/** Terms that a word expands to. */
export const MAX_EXPANSIONS = 400;
/** Synonyms of several words in a query. */
export const MAX_PHRASES = 32;

/** The weight of an inflection; that of the word itself is 1. */
export const INFLECTION_WEIGHT = 0.85;
/** The weight of a term that two neighbouring words form: `hutao` for `hu tao`. */
export const JOINED_WEIGHT = 0.9;
/** The weight of a synonym of the site. */
export const SYNONYM_WEIGHT = 0.8;
/** Terms that weigh more than this mean the word itself, so that a definition of them defines the word. */
export const MIN_DEFINING_WEIGHT = 0.8;

/** The weight of a completion is this, and a part that grows with the share of the term that was typed. */
export const COMPLETION_WEIGHT = 0.45;
/** That part for a term that was typed as a whole. */
export const COMPLETION_SHARE_WEIGHT = 0.4;
/** Factor of completions of a word that is itself a term: it is less often the prefix of another. */
export const KNOWN_WORD_COMPLETION = 0.7;
/** Factor of completions of a word that is not the last one, and so may abbreviate another. */
export const ABBREVIATION = 0.6;
/** Characters of a prefix from which on it is searched in texts, too. */
export const MIN_CHARS_PREFIX_IN_TEXT = 3;

/** A word in at most this many sections may abbreviate or misspell another word: authors make typos, too. */
export const RARE_SECTIONS = 6;
/** Characters from which on a rare word may be a misspelling. */
export const MIN_CHARS_RESPELLED = 6;
/** Characters from which on a rare word that is not the last one may abbreviate another. */
export const MIN_CHARS_ABBREVIATED = 3;
/** Characters of a word from which on one typo is allowed. */
export const MIN_CHARS_ONE_TYPO = 4;
/** Characters of a word from which on two typos are allowed. */
export const MIN_CHARS_TWO_TYPOS = 8;
/** The weight of a term within one typo of the word. */
export const ONE_TYPO_WEIGHT = 0.7;
/** The weight of a term within two typos of the word. */
export const TWO_TYPOS_WEIGHT = 0.5;
/** How much each further character of a longer term reduces its weight. */
export const EXTRA_CHAR_PENALTY = 0.1;
/** Factor of a term that begins with another character: the first one is seldom wrong. */
export const OTHER_FIRST_CHAR = 0.6;

/** The weight of a term by the field it occurs in, in the order of the bits of `Field`. */
export const FIELD_WEIGHTS = [
  6, // own heading
  3, // page's title
  2, // heading above
  0.7, // part of the site
  2.5, // other name of the page
  4.5, // other name of the section
  4.5, // defined here
  1.5, // keyword
  4, // search term of the author
];
/** The fields of a section's own heading. */
export const HEADING_FIELDS = 1 | 32;
/** The fields that say what a section answers. */
export const ANSWERING_FIELDS = 1 | 32 | 256;
/** The field of a page's title. */
export const TITLE_FIELDS = 2;
/** The fields of a page's name, and of what its author wants it to be found by. */
export const NAME_FIELDS = 2 | 16 | 256;
/** The fields of a section that defines a term. */
export const DEFINING_FIELDS = 64;
/** The weight of a term in the text. */
export const TEXT_WEIGHT = 0.75;
/** The share of that weight which counts if the term occurs in a heading field as well. */
export const TEXT_BESIDE_HEAD = 0.5;
/** BM25's `k1`: how soon further occurrences of a term stop counting. */
export const BM25_K1 = 4;
/** BM25's `b`: how much a long text reduces the weight of a term. */
export const BM25_B = 0.55;
/** The minimum of BM25's length norm: very short texts do not gain more. */
export const MIN_LENGTH_NORM = 0.4;

/** When at least this many pages have all words, pages that lack a word are left out. */
export const ENOUGH_PAGES = 10;
/** Queries of more words than this are sentences: pages that lack a word are never left out. */
export const MAX_KEYWORDS = 3;
/** So are queries with at least this many fillers: `how do i get more energy for my burst`. */
export const MIN_FILLERS_OF_SENTENCE = 3;
/** Sections whose headings have at least this share of the query, by rarity, are not left out. */
export const MIN_HEADED_SHARE = 0.4;
/** The factor of a page about one thing when the query does not name the thing. */
export const UNNAMED_ENTITY = 0.5;
/** The factor of the rarity of a word that no heading has: a verb of a reader is rare in texts, but they are about other words. */
export const PROSE_WORD = 0.4;
/** The factor of a section with a tool that has all words: who names what a tool does wants to use it. */
export const TOOL_BOOST = 1.4;
/** The factor of the terms of a phrase in a text: they need not be adjacent. */
export const PHRASE_IN_TEXT = 0.6;
/** The minimum share of the query, by rarity, that a section has. */
export const MIN_SECTION_SHARE = 0.34;
/** The minimum share of the query that its page has: with less than half, it does not answer the query. */
export const MIN_PAGE_SHARE = 0.5;
/** The minimum share that counts for a page about one thing whose whole title the query has. */
export const SUBJECT_SHARE = 0.8;
/** The factor of a page about one thing when the query has the whole title of another one: `Primo Geovishap` for `geovishap`. */
export const OTHER_SUBJECT = 0.7;
/** The part of a section's own share in the factor of a section that lacks words. */
export const SECTION_SHARE_WEIGHT = 0.75;
/** The part of its page's share. */
export const PAGE_SHARE_WEIGHT = 0.25;
/** The power of both shares in it: a section that lacks words has a lower score than its share alone would give it. */
export const SHARE_POWER = 1.25;

/** The weight of a page that is not for the record, in hundredths. */
export const FULL_WEIGHT = 100;
/** The minimum score of a section, as a share of that of the record about its page, with which it comes before the record. */
export const RECORD_SHARE = 0.4;
/** The minimum score of a section, as a share of its page's, with which it comes before the page. */
export const SECTION_OF_PAGE_SHARE = 0.6;
/** That share for a section of a page about one thing, with words that the thing's name has not. */
export const SECTION_OF_ENTITY_SHARE = 0.2;
/** That share for a section with more words of the query than its page. */
export const SECTION_WITH_MORE_WORDS_SHARE = 0.3;
/** The part of the scores of a page's further hits that is added to all of its hits: several good sections speak for the page. */
export const FURTHER_HITS_SHARE = 0.05;
/** How many further hits of a page count so. */
export const FURTHER_HITS = 2;
/** Hits whose headings and titles are compared with the query. */
export const RERANKED_HITS = 120;
/** The factor of a heading that has all words. */
export const HEADING_BOOST = 1.25;
/** Added to it for a heading that has no other words. */
export const WHOLE_HEADING_BOOST = 0.75;
/** Added to the factor of a heading that has a part of the words and no others. */
export const PART_HEADING_BOOST = 0.9;
/** Added to it if the words have the order of the query. */
export const ORDER_BOOST = 0.2;
/** The factor of a page over a section with the same heading. */
export const PAGE_BOOST = 1.2;
/** Added to the factor of a section whose heading and page's title have all words together. */
export const HEADING_AND_TITLE_BOOST = 0.1;
/** Added to it if neither has other words. */
export const WHOLE_HEADING_AND_TITLE_BOOST = 0.5;
/** The minimum factor of a page with the query as its other name. */
export const ALIAS_BOOST = 1.9;
/** The minimum factor of a section that defines all words. */
export const DEFINITION_BOOST = 1.6;
/** Hits whose texts are searched for adjacent words. */
export const PROXIMITY_HITS = 12;
/** How much of each text is searched: bytes here, UTF-16 units in the browser. */
export const PROXIMITY_TEXT = 6_000;
/** Added to the factor of a hit for each further word of the longest run of adjacent words. */
export const ADJACENT_WORD_BOOST = 0.12;
/** Neighbouring words of a text that count as near each other, as those of a sentence. */
export const NEAR_WORDS = 20;
/** Added to the factor of a hit for the largest share of the query among such words. */
export const NEAR_WORDS_BOOST = 0.5;
