//! Writes records as an index (see [`bindery_format::search::layout`]).

use super::records::{PageRecord, initials, joined};
use super::sections::Section;
use bindery_format::search::layout::{
    ENTITY, Field, HEAD_LEN, MAGIC, NONE, PAGE_WORDS, PARTS, SECTION_WORDS, TOOL, checksum,
    write_number,
};
use bindery_format::search::text::{number_of, tokens};
use rayon::prelude::*;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};

/// The terms of a section, each with its fields or its count.
#[derive(Debug, Default)]
struct Terms {
    head: BTreeMap<String, u8>,
    text: BTreeMap<String, u32>,
    head_len: u32,
    text_len: u32,
}

/// The postings of a term: the sections that contain it.
#[derive(Debug, Default)]
struct Places {
    head: Vec<(u32, u8)>,
    text: Vec<(u32, u32)>,
}

/// The index of records; `meta` is what is the same for all of them.
///
/// # Errors
/// When there are more strings than an index can hold.
pub(super) fn write(records: &[PageRecord], mut meta: Value) -> Result<Vec<u8>, String> {
    let analysed: Vec<Vec<Terms>> = records.par_iter().map(analyse).collect();
    let languages = names(records, |record| &record.language);
    let tags = names(records, |record| &record.tag);
    let versions = names(records, |record| &record.version);

    let mut strings = Strings::default();
    let (mut pages, mut sections) = (Vec::new(), Vec::new());
    let mut places: HashMap<&str, Places> = HashMap::new();
    let mut number = 0_u32;
    for (at, (record, terms)) in records.iter().zip(&analysed).enumerate() {
        let mut words = Vec::with_capacity(PAGE_WORDS);
        let aliases = record.aliases.join(" ");
        for text in [&record.url, &record.title, &record.top, &aliases] {
            words.extend(strings.add(text)?);
        }
        let place = |list: &[&str], own: &str| list.binary_search(&own).unwrap_or_default() as u32;
        words.extend([
            number,
            place(&languages, &record.language),
            place(&tags, &record.tag),
            place(&versions, &record.version),
            record.weight,
            if record.is_entity { ENTITY } else { 0 },
        ]);
        put(&words, &mut pages);
        let mut above: Vec<(u8, u32)> = Vec::new();
        for (section, terms) in record.sections.iter().zip(terms) {
            above.retain(|(level, _)| *level < section.level);
            let parent = above.last().map_or(NONE, |(_, number)| *number);
            above.push((section.level, number));
            let mut words = vec![at as u32, u32::from(section.level), parent];
            for text in [&section.heading, &section.anchor, &section.text] {
                words.extend(strings.add(text)?);
            }
            let kind = u32::from(section.is_tool) * TOOL;
            words.extend([terms.head_len, terms.text_len, kind]);
            debug_assert_eq!(words.len(), SECTION_WORDS, "BUG: the layout has changed");
            put(&words, &mut sections);
            for (term, bits) in &terms.head {
                places.entry(term).or_default().head.push((number, *bits));
            }
            for (term, count) in &terms.text {
                places.entry(term).or_default().text.push((number, *count));
            }
            number += 1;
        }
    }
    let (terms, postings) = write_terms(places)?;
    meta["languages"] = languages.into();
    meta["tags"] = tags.into();
    meta["versions"] = versions.into();
    let parts = [
        strings.text.into_bytes(),
        pages,
        sections,
        terms,
        postings,
        meta.to_string().into_bytes(),
    ];
    Ok(assemble(&parts))
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

/// Sorted, each once.
fn names<'r>(records: &'r [PageRecord], of: impl Fn(&'r PageRecord) -> &'r String) -> Vec<&'r str> {
    let mut list: Vec<&str> = records.iter().map(|record| of(record).as_str()).collect();
    list.sort_unstable();
    list.dedup();
    list
}

/// All strings, equal ones once.
#[derive(Default)]
struct Strings {
    text: String,
    known: HashMap<String, u32>,
}

impl Strings {
    /// Offset and length.
    fn add(&mut self, text: &str) -> Result<[u32; 2], String> {
        let too_large = |_| "the texts are longer than 4 GB".to_owned();
        let len = u32::try_from(text.len()).map_err(too_large)?;
        if let Some(known) = self.known.get(text) {
            return Ok([*known, len]);
        }
        let offset = u32::try_from(self.text.len()).map_err(too_large)?;
        self.text.push_str(text);
        self.known.insert(text.to_owned(), offset);
        Ok([offset, len])
    }
}

fn write_terms(places: HashMap<&str, Places>) -> Result<(Vec<u8>, Vec<u8>), String> {
    let mut list: Vec<(&str, Places)> = places.into_iter().collect();
    list.sort_unstable_by_key(|(term, _)| *term);
    let mut map = fst::MapBuilder::memory();
    let mut out = Vec::new();
    for (term, places) in list {
        map.insert(term, out.len() as u64)
            .map_err(|error| error.to_string())?;
        write_number(places.head.len() as u32, &mut out);
        let mut last = 0;
        for (section, bits) in places.head {
            write_number(section - last, &mut out);
            out.push(bits);
            last = section;
        }
        write_number(places.text.len() as u32, &mut out);
        let mut last = 0;
        for (section, count) in places.text {
            write_number(section - last, &mut out);
            write_number(count, &mut out);
            last = section;
        }
    }
    let map = map.into_inner().map_err(|error| error.to_string())?;
    Ok((map, out))
}

/// The terms of each section of a page.
fn analyse(record: &PageRecord) -> Vec<Terms> {
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
        for (_, name) in record
            .anchors
            .iter()
            .filter(|(anchor, _)| *anchor == section.anchor)
        {
            self.add(name, Field::OWN_ALIAS);
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
    fn add(&mut self, text: &str, field: u8) -> u32 {
        let list = tokens(text);
        let len = list.len() as u32;
        for token in list {
            self.mark(token.term, field);
        }
        len
    }

    fn mark(&mut self, term: String, field: u8) {
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
