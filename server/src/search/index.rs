//! Reads the search index in place: only the metadata of an index in the blob is copied out of it.
//!
//! [`Index::open`] checks all references between the parts of the index once, so that reading cannot fail later. A
//! damaged index, or one of another layout, is refused with a reason.

pub(super) mod fillers;
mod parts;
pub(super) mod postings;
pub(super) mod vocabulary;

use self::fillers::FillersByLanguage;
use self::parts::Parts;
use self::vocabulary::Vocabulary;

use bindery_format::search::layout::{ENTITY, NONE, PAGE_WORDS, SECTION_WORDS, TOOL};
use serde::Deserialize;
use serde_json::Value;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// An opened index: in the blob, or with its own bytes, which are freed with it.
#[derive(Debug)]
pub struct Index {
    strings: Cow<'static, str>,
    pages: Cow<'static, [[u8; PAGE_WORDS * 4]]>,
    sections: Cow<'static, [[u8; SECTION_WORDS * 4]]>,
    /// The terms with the offsets of their postings.
    pub(super) terms: fst::Map<Cow<'static, [u8]>>,
    /// The postings of all terms.
    pub(super) postings: Cow<'static, [u8]>,
    /// The data that all pages share.
    pub meta: Meta,
    /// The synonyms of `meta`.
    pub(super) vocabulary: Vocabulary,
    /// The fillers of `meta` and of English.
    pub(super) fillers: FillersByLanguage,
    /// The mean number of terms in the text of a section.
    pub(super) mean_len: f32,
}

/// The data that all pages share.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Meta {
    /// The collection's name.
    pub collection: String,
    /// The origin of the site, the prefix of absolute URLs.
    pub origin: String,
    /// Codes of locales.
    pub languages: Vec<String>,
    /// Docusaurus' tags.
    pub tags: Vec<String>,
    /// Names of versions; empty for pages without.
    pub versions: Vec<String>,
    /// Lists of words that mean the same.
    pub synonyms: Vec<Vec<String>>,
    /// The `element` of pages that have one, by their paths.
    #[serde(default)]
    pub elements: BTreeMap<String, String>,
    /// For languages other than English, words that say nothing about what is looked for.
    #[serde(default)]
    pub fillers: BTreeMap<String, BTreeSet<String>>,
    /// Words of this site, in all languages, that say nothing about what is looked for.
    #[serde(default)]
    pub own_fillers: BTreeSet<String>,
    /// The search page of each locale.
    pub pages: BTreeMap<String, String>,
    /// Strings of the interface by locale and id that differ from the defaults.
    #[serde(default)]
    pub messages: BTreeMap<String, BTreeMap<String, String>>,
    /// The search settings of the client.
    pub client: Value,
}

/// A page of the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page<'i> {
    /// The path of the page on the site.
    pub url: &'i str,
    /// The title of the page.
    pub title: &'i str,
    /// The part of the site.
    pub top: &'i str,
    /// Other names of the page, folded, with spaces between.
    pub aliases: &'i str,
    /// The number of the page's first section.
    pub first: u32,
    /// The number of the page's language.
    pub language: u32,
    /// The number of the page's tag.
    pub tag: u32,
    /// The number of the page's version.
    pub version: u32,
    /// The weight of the page in hundredths.
    pub weight: u32,
}

/// A section of the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section<'i> {
    /// The number of the section's page.
    pub page: u32,
    /// 1 for the page itself, else the level of its heading.
    pub level: u32,
    /// The section that contains it.
    pub parent: Option<u32>,
    /// The heading of the section; for the page itself its title.
    pub heading: &'i str,
    /// The id of the section's heading; empty for the page itself.
    pub anchor: &'i str,
    /// The text of the section, as lines.
    pub text: &'i str,
    /// The number of terms in the section's text.
    pub text_len: u32,
}

impl Index {
    /// The index in bytes that are never freed.
    ///
    /// # Errors
    /// The reason why they are not an index.
    pub fn open(bytes: &'static [u8]) -> Result<Index, &'static str> {
        Index::new(Parts::of(bytes)?)
    }

    /// The index with a copy of these bytes, which is freed with the index.
    ///
    /// # Errors
    /// The reason why they are not an index.
    pub fn open_copy(bytes: &[u8]) -> Result<Index, &'static str> {
        Index::new(Parts::of(bytes)?.into_owned())
    }

    fn new(parts: Parts<'static>) -> Result<Index, &'static str> {
        let mut index = Index {
            strings: parts.strings,
            pages: parts.pages,
            sections: parts.sections,
            terms: fst::Map::new(parts.terms).map_err(|_| "its list of terms is damaged")?,
            postings: parts.postings,
            meta: parts.meta,
            vocabulary: Vocabulary::default(),
            fillers: FillersByLanguage::default(),
            mean_len: 1.0,
        };
        index.check()?;
        index.vocabulary = Vocabulary::new(&index.meta.synonyms, &index.terms);
        let meta = &index.meta;
        index.fillers = FillersByLanguage::new(&meta.languages, &meta.fillers, &meta.own_fillers);
        let total: u64 = index.all().map(|section| u64::from(section.text_len)).sum();
        index.mean_len = (total as f32 / index.len().max(1) as f32).max(1.0);
        Ok(index)
    }

    /// The number of sections.
    #[must_use]
    pub fn len(&self) -> usize {
        self.sections.len()
    }

    /// Whether the index has no sections.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sections.is_empty()
    }

    /// A page by its number. Panics beyond the last one.
    #[must_use]
    pub fn page(&self, number: u32) -> Page<'_> {
        let words = &self.pages[number as usize];
        Page {
            url: self.text(words, 0),
            title: self.text(words, 2),
            top: self.text(words, 4),
            aliases: self.text(words, 6),
            first: word(words, 8),
            language: word(words, 9),
            tag: word(words, 10),
            version: word(words, 11),
            weight: word(words, 12),
        }
    }

    /// A section by its number. Panics beyond the last one.
    #[must_use]
    pub fn section(&self, number: u32) -> Section<'_> {
        let words = &self.sections[number as usize];
        Section {
            page: word(words, 0),
            level: word(words, 1),
            parent: Some(word(words, 2)).filter(|parent| *parent != NONE),
            heading: self.text(words, 3),
            anchor: self.text(words, 5),
            text: self.text(words, 7),
            text_len: word(words, 10),
        }
    }

    /// The number of a section's page.
    pub(super) fn page_of(&self, section: u32) -> u32 {
        word(&self.sections[section as usize], 0)
    }

    /// The number of terms in a section's text.
    pub(super) fn text_len(&self, section: u32) -> u32 {
        word(&self.sections[section as usize], 10)
    }

    /// The weight of a page.
    pub(super) fn weight(&self, page: u32) -> f32 {
        word(&self.pages[page as usize], 12) as f32 / 100.0
    }

    /// Whether a page is about one thing with a name, such as a person (`search.entities` of the configuration).
    pub(super) fn is_entity(&self, page: u32) -> bool {
        word(&self.pages[page as usize], 13) == ENTITY
    }

    /// Whether a section has a tool, such as a calculator.
    #[must_use]
    pub fn is_tool(&self, section: u32) -> bool {
        word(&self.sections[section as usize], 11) == TOOL
    }

    /// Language, tag and version of a page.
    pub(super) fn facets(&self, page: u32) -> [u32; 3] {
        let words = &self.pages[page as usize];
        [word(words, 9), word(words, 10), word(words, 11)]
    }

    /// All sections in order.
    pub fn all(&self) -> impl Iterator<Item = Section<'_>> {
        (0..self.sections.len() as u32).map(|number| self.section(number))
    }

    /// The number of pages.
    #[must_use]
    pub fn page_count(&self) -> usize {
        self.pages.len()
    }

    /// The headings from the page down to a section, itself included: at most one of each level.
    #[must_use]
    pub fn hierarchy(&self, number: u32) -> [Option<&str>; 7] {
        let section = self.section(number);
        let page = self.page(section.page);
        let mut levels = [None; 7];
        let mut next = Some((number, section));
        while let Some((number, section)) = next {
            if let Some(level) = levels.get_mut(section.level as usize) {
                *level = Some(section.heading);
            }
            let parent = section.parent.filter(|parent| *parent < number);
            next = parent.map(|parent| (parent, self.section(parent)));
        }
        levels[0] = Some(page.top).filter(|top| !top.is_empty());
        levels[1] = Some(page.title);
        levels
    }

    fn text(&self, words: &[u8], at: usize) -> &str {
        let first = word(words, at) as usize;
        let end = first.saturating_add(word(words, at + 1) as usize);
        self.strings.get(first..end).unwrap_or_default()
    }

    fn has_text(&self, words: &[u8], at: usize) -> bool {
        let first = word(words, at) as usize;
        let end = first.saturating_add(word(words, at + 1) as usize);
        self.strings.get(first..end).is_some()
    }

    /// Whether all that is named is there.
    fn check(&self) -> Result<(), &'static str> {
        let (pages, sections) = (self.pages.len() as u32, self.sections.len() as u32);
        let known = [
            self.meta.languages.len(),
            self.meta.tags.len(),
            self.meta.versions.len(),
        ];
        let is_page = |words: &[u8; PAGE_WORDS * 4]| {
            (0..4).all(|at| self.has_text(words, 2 * at))
                && word(words, 8) < sections
                && (0..3).all(|at| (word(words, 9 + at) as usize) < known[at])
        };
        let is_section = |(number, words): (usize, &[u8; SECTION_WORDS * 4])| {
            let parent = word(words, 2);
            word(words, 0) < pages
                && (1..7).contains(&word(words, 1))
                && (parent == NONE || (parent as usize) < number)
                && (0..3).all(|at| self.has_text(words, 3 + 2 * at))
        };
        let is_whole =
            self.pages.iter().all(is_page) && self.sections.iter().enumerate().all(is_section);
        is_whole
            .then_some(())
            .ok_or("it has a reference outside its parts")
    }
}

fn word(words: &[u8], at: usize) -> u32 {
    let bytes = words.get(4 * at..).and_then(|rest| rest.first_chunk());
    bytes.map_or(0, |bytes| u32::from_le_bytes(*bytes))
}
