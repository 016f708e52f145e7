//! Writes records as an index (see [`bindery_format::search::layout`]).
//!
//! Page by page: the terms of a page are in memory only until they are in the lists of their terms, which are written as the
//! index has them.

use super::records::{PageRecord, initials, joined};
use super::sections::Section;
use bindery_format::search::layout::{
    ENTITY, Field, HEAD_LEN, MAGIC, NONE, PAGE_WORDS, PARTS, SECTION_WORDS, TOOL, checksum,
    write_number,
};
use bindery_format::search::text::{number_of, tokens};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashMap};

/// The terms of a section, each with its fields or its count.
#[derive(Debug, Default)]
pub(super) struct Terms {
    head: BTreeMap<String, u16>,
    text: BTreeMap<String, u32>,
    head_len: u32,
    text_len: u32,
}

/// The postings of a term: the sections that contain it.
#[derive(Debug, Default)]
struct Places {
    head: Postings,
    text: Postings,
}

/// A list of sections in increasing order, as it is written.
#[derive(Debug, Default)]
struct Postings {
    count: u32,
    last: u32,
    bytes: Vec<u8>,
}

impl Postings {
    /// Adds a section, whose data the caller appends.
    fn add(&mut self, section: u32) -> &mut Vec<u8> {
        write_number(section - self.last, &mut self.bytes);
        self.last = section;
        self.count += 1;
        &mut self.bytes
    }

    fn write(&self, out: &mut Vec<u8>) {
        write_number(self.count, out);
        out.extend_from_slice(&self.bytes);
    }
}

/// Writes an index from the records of its pages.
#[derive(Debug, Default)]
pub(super) struct IndexWriter {
    strings: Strings,
    pages: Vec<PageRow>,
    sections: Vec<u8>,
    section_count: u32,
    places: HashMap<String, Places>,
    languages: Names,
    tags: Names,
    versions: Names,
    /// The elements of pages, by their paths.
    elements: Map<String, Value>,
}

/// A page without the places of its names, which are known at the end.
#[derive(Debug)]
struct PageRow {
    strings: Vec<u32>,
    first_section: u32,
    language: usize,
    tag: usize,
    version: usize,
    weight: u32,
    kind: u32,
}

impl IndexWriter {
    /// Adds a page with the terms of its sections, those of [`analyse`].
    ///
    /// # Errors
    /// When there are more strings than an index can hold.
    pub(super) fn add(&mut self, record: &PageRecord, terms: Vec<Terms>) -> Result<(), String> {
        let at = self.pages.len() as u32;
        let aliases = record.aliases.join(" ");
        let mut strings = Vec::with_capacity(8);
        for text in [&record.url, &record.title, &record.top, &aliases] {
            strings.extend(self.strings.add(text)?);
        }
        self.pages.push(PageRow {
            strings,
            first_section: self.section_count,
            language: self.languages.add(&record.language),
            tag: self.tags.add(&record.tag),
            version: self.versions.add(&record.version),
            weight: record.weight,
            kind: if record.is_entity { ENTITY } else { 0 },
        });
        if let Some(element) = &record.element {
            self.elements
                .insert(record.url.clone(), element.as_str().into());
        }
        let mut above: Vec<(u8, u32)> = Vec::new();
        for (section, terms) in record.sections.iter().zip(terms) {
            let number = self.section_count;
            above.retain(|(level, _)| *level < section.level);
            let parent = above.last().map_or(NONE, |(_, number)| *number);
            above.push((section.level, number));
            let mut words = vec![at, u32::from(section.level), parent];
            for text in [&section.heading, &section.anchor, &section.text] {
                words.extend(self.strings.add(text)?);
            }
            let kind = u32::from(section.is_tool) * TOOL;
            words.extend([terms.head_len, terms.text_len, kind]);
            debug_assert_eq!(words.len(), SECTION_WORDS, "BUG: the layout has changed");
            put(&words, &mut self.sections);
            self.add_terms(terms);
            self.section_count += 1;
        }
        Ok(())
    }

    /// Adds the present section to the lists of its terms.
    fn add_terms(&mut self, terms: Terms) {
        let section = self.section_count;
        for (term, bits) in terms.head {
            let places = self.places.entry(term).or_default();
            write_number(u32::from(bits), places.head.add(section));
        }
        for (term, count) in terms.text {
            let places = self.places.entry(term).or_default();
            write_number(count, places.text.add(section));
        }
    }

    /// The index; `meta` is what is the same for all pages.
    ///
    /// # Errors
    /// When there are more postings than an index can hold.
    pub(super) fn finish(self, mut meta: Value) -> Result<Vec<u8>, String> {
        let [languages, tags, versions] =
            [self.languages, self.tags, self.versions].map(Names::sorted);
        let mut pages = Vec::with_capacity(self.pages.len() * PAGE_WORDS * 4);
        for page in &self.pages {
            put(&page.strings, &mut pages);
            let words = [
                page.first_section,
                languages.1[page.language],
                tags.1[page.tag],
                versions.1[page.version],
                page.weight,
                page.kind,
            ];
            debug_assert_eq!(page.strings.len() + words.len(), PAGE_WORDS);
            put(&words, &mut pages);
        }
        let (terms, postings) = write_terms(self.places)?;
        meta["languages"] = languages.0.into();
        meta["tags"] = tags.0.into();
        meta["versions"] = versions.0.into();
        meta["elements"] = self.elements.into();
        let parts = [
            self.strings.text.into_bytes(),
            pages,
            self.sections,
            terms,
            postings,
            meta.to_string().into_bytes(),
        ];
        Ok(assemble(&parts))
    }
}

fn assemble(parts: &[Vec<u8>; PARTS]) -> Vec<u8> {
    let mut rest = Vec::with_capacity(parts.iter().map(Vec::len).sum::<usize>() + HEAD_LEN);
    for part in parts {
        rest.extend((part.len() as u32).to_le_bytes());
    }
    for part in parts {
        rest.extend(part);
    }
    let mut bytes = MAGIC.to_vec();
    bytes.extend(checksum(&rest).to_le_bytes());
    bytes.extend(rest);
    bytes
}

fn put(words: &[u32], out: &mut Vec<u8>) {
    for word in words {
        out.extend(word.to_le_bytes());
    }
}

/// Names by the order in which they were added.
#[derive(Debug, Default)]
struct Names(BTreeMap<String, usize>);

impl Names {
    /// The number of a name.
    fn add(&mut self, name: &str) -> usize {
        let next = self.0.len();
        match self.0.get(name) {
            Some(number) => *number,
            None => *self.0.entry(name.to_owned()).or_insert(next),
        }
    }

    /// The names in alphabetical order, and the place of each number among them.
    fn sorted(self) -> (Vec<String>, Vec<u32>) {
        let mut places = vec![0; self.0.len()];
        for (place, number) in self.0.values().enumerate() {
            places[*number] = place as u32;
        }
        (self.0.into_keys().collect(), places)
    }
}

/// All strings, equal ones once.
#[derive(Debug, Default)]
struct Strings {
    text: String,
    /// Offsets by the hash of the string: the strings themselves would be in memory twice.
    known: HashMap<blake3::Hash, u32>,
}

impl Strings {
    /// Offset and length.
    fn add(&mut self, text: &str) -> Result<[u32; 2], String> {
        let too_large = |_| "the texts are longer than 4 GB".to_owned();
        let len = u32::try_from(text.len()).map_err(too_large)?;
        let offset = u32::try_from(self.text.len()).map_err(too_large)?;
        let known = *(self.known)
            .entry(blake3::hash(text.as_bytes()))
            .or_insert(offset);
        if known == offset {
            self.text.push_str(text);
        }
        Ok([known, len])
    }
}

fn write_terms(places: HashMap<String, Places>) -> Result<(Vec<u8>, Vec<u8>), String> {
    let mut list: Vec<(String, Places)> = places.into_iter().collect();
    list.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    let mut map = fst::MapBuilder::memory();
    let mut out = Vec::new();
    for (term, places) in list {
        map.insert(term, out.len() as u64)
            .map_err(|error| error.to_string())?;
        places.head.write(&mut out);
        places.text.write(&mut out);
    }
    let map = map.into_inner().map_err(|error| error.to_string())?;
    Ok((map, out))
}

/// The terms of each section of a page.
pub(super) fn analyse(record: &PageRecord) -> Vec<Terms> {
    let mut above: Vec<&Section> = Vec::new();
    let sections = record.sections.iter().enumerate();
    sections
        .map(|(at, section)| {
            above.retain(|other| other.level < section.level);
            let mut terms = Terms::default();
            terms.inherit(record);
            for other in above.iter().filter(|other| other.level > 1) {
                terms.add(&other.heading, Field::ABOVE);
            }
            terms.add_own(section, record, at == 0);
            above.push(section);
            terms
        })
        .collect()
}

impl Terms {
    fn inherit(&mut self, record: &PageRecord) {
        self.add(&record.title, Field::TITLE);
        self.add(&record.top, Field::TOP);
        for alias in &record.aliases {
            self.mark(alias.clone(), Field::ALIAS);
        }
    }

    fn add_own(&mut self, section: &Section, record: &PageRecord, is_page: bool) {
        self.head_len = self.add(&section.heading, Field::OWN);
        for name in joined(&section.heading) {
            self.mark(name, Field::OWN_ALIAS);
        }
        if is_page {
            for alias in &record.aliases {
                self.mark(alias.clone(), Field::OWN_ALIAS);
            }
            for keyword in &record.keywords {
                self.add(keyword, Field::KEYWORD);
            }
        }
        let is_own = |(anchor, _): &&(String, String)| *anchor == section.anchor;
        for (_, name) in record.anchors.iter().filter(is_own) {
            self.add(name, Field::OWN_ALIAS);
        }
        for (_, words) in record.terms.iter().filter(is_own) {
            self.add(words, Field::SEARCH_TERM);
        }
        for term in &section.defined {
            self.add(term, Field::DEFINED);
            for name in joined(term).into_iter().chain(initials(term)) {
                self.mark(name, Field::DEFINED);
            }
        }
        self.add_text(&section.text);
    }

    /// The number of terms.
    fn add(&mut self, text: &str, field: u16) -> u32 {
        let list = tokens(text);
        let len = list.len() as u32;
        for token in list {
            self.mark(token.term, field);
        }
        len
    }

    fn mark(&mut self, term: String, field: u16) {
        *self.head.entry(term).or_default() |= field;
    }

    fn add_text(&mut self, text: &str) {
        let list = tokens(text);
        self.text_len = list.len() as u32;
        for pair in list.windows(2) {
            // `2.5 s` is found as `2.5s`.
            let is_number = pair[0]
                .term
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b'.');
            let is_unit = pair[1].term.len() <= 2
                && pair[1].term.bytes().all(|byte| byte.is_ascii_alphabetic());
            if is_number && is_unit && pair[1].start == pair[0].end + 1 {
                *self
                    .text
                    .entry(format!("{}{}", pair[0].term, pair[1].term))
                    .or_default() += 1;
            }
        }
        for token in list {
            if let Some(number) = number_of(&token.term) {
                *self.text.entry(number.to_owned()).or_default() += 1;
            }
            *self.text.entry(token.term).or_default() += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn search_terms_are_those_of_their_section_only() {
        let section = |anchor: &str| Section {
            level: if anchor.is_empty() { 1 } else { 2 },
            anchor: anchor.to_owned(),
            text: "stagger".to_owned(),
            ..Section::default()
        };
        let terms = [("", "toughness"), ("force", "push, stagger")];
        let record = PageRecord {
            sections: vec![section(""), section("force"), section("other")],
            terms: terms
                .map(|(anchor, words)| (anchor.to_owned(), words.to_owned()))
                .to_vec(),
            ..PageRecord::default()
        };
        let found = analyse(&record).into_iter().map(|terms| {
            let head = terms.head.into_iter();
            head.filter(|(_, bits)| *bits == Field::SEARCH_TERM)
                .map(|(term, _)| term)
                .collect::<Vec<_>>()
                .join(" ")
        });
        assert_eq!(found.collect::<Vec<_>>(), ["toughness", "push stagger", ""]);
    }
}
