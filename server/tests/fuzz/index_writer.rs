//! Writes search indexes in the layout of `bindery_format::search::layout`. The unit tests of the search use it, too.

use bindery_format::search::layout::{
    ENTITY, Field, MAGIC, NONE, PARTS, TOOL, checksum, write_number,
};
use bindery_format::search::text::tokens;
use serde_json::json;
use std::collections::BTreeMap;

/// A page of the index; its first section has level 1.
#[derive(Default)]
pub(crate) struct Page {
    pub(crate) url: String,
    pub(crate) title: String,
    /// Other names, folded, with spaces between.
    pub(crate) aliases: String,
    pub(crate) is_entity: bool,
    pub(crate) sections: Vec<Section>,
}

#[derive(Default)]
pub(crate) struct Section {
    pub(crate) level: u32,
    pub(crate) heading: String,
    pub(crate) anchor: String,
    pub(crate) text: String,
    pub(crate) is_tool: bool,
}

impl Section {
    pub(crate) fn new(level: u32, heading: &str, anchor: &str, text: &str) -> Section {
        Section {
            level,
            heading: heading.to_owned(),
            anchor: anchor.to_owned(),
            text: text.to_owned(),
            is_tool: false,
        }
    }
}

/// The two lists of a term: sections with bits, and sections with counts.
type TermLists = [BTreeMap<u32, u32>; 2];

#[derive(Default)]
struct Writer {
    strings: String,
    pages: Vec<u32>,
    sections: Vec<u32>,
    terms: BTreeMap<String, TermLists>,
    number: u32,
}

/// The index of these pages.
pub(crate) fn write(pages: &[Page], synonyms: &[&[&str]]) -> Vec<u8> {
    let mut writer = Writer::default();
    for (number, page) in pages.iter().enumerate() {
        writer.add_page(number as u32, page);
    }
    let meta = json!({
        "collection": "tcl",
        "origin": "https://example.org",
        "languages": ["en"],
        "tags": ["default"],
        "versions": [""],
        "synonyms": synonyms,
        "pages": { "en": "/search" },
        "client": {},
    });
    writer.finish(meta.to_string().into_bytes())
}

impl Writer {
    fn string(&mut self, text: &str) -> [u32; 2] {
        self.strings.push_str(text);
        [(self.strings.len() - text.len()) as u32, text.len() as u32]
    }

    fn add_page(&mut self, number: u32, page: &Page) {
        for name in [page.url.as_str(), &page.title, "Top", &page.aliases] {
            let string = self.string(name);
            self.pages.extend(string);
        }
        let kind = if page.is_entity { ENTITY } else { 0 };
        self.pages.extend([self.number, 0, 0, 0, 100, kind]);
        let mut above: Vec<(u32, u32, &str)> = Vec::new();
        for section in &page.sections {
            above.retain(|(level, _, _)| *level < section.level);
            let parent = above.last().map_or(NONE, |(_, number, _)| *number);
            self.sections.extend([number, section.level, parent]);
            for name in [&section.heading, &section.anchor, &section.text] {
                let string = self.string(name);
                self.sections.extend(string);
            }
            let names = [
                (page.title.as_str(), Field::TITLE),
                ("Top", Field::TOP),
                (page.aliases.as_str(), Field::ALIAS),
                (section.heading.as_str(), Field::OWN),
            ];
            let parents = above.iter().filter(|(level, _, _)| *level > 1);
            let parents = parents.map(|(_, _, heading)| (*heading, Field::ABOVE));
            for (name, bit) in names.into_iter().chain(parents) {
                for token in tokens(name) {
                    *self.count(token.term, 0) |= u32::from(bit);
                }
            }
            let words = tokens(&section.text);
            let heading_len = tokens(&section.heading).len() as u32;
            let kind = u32::from(section.is_tool) * TOOL;
            self.sections
                .extend([heading_len, words.len() as u32, kind]);
            for token in words {
                *self.count(token.term, 1) += 1;
            }
            above.push((section.level, self.number, &section.heading));
            self.number += 1;
        }
    }

    /// The value of a term for the present section in one of its lists.
    fn count(&mut self, term: String, list: usize) -> &mut u32 {
        let lists = self.terms.entry(term).or_default();
        lists[list].entry(self.number).or_default()
    }

    fn finish(self, meta: Vec<u8>) -> Vec<u8> {
        let (map, postings) = write_terms(&self.terms);
        let bytes = |numbers: Vec<u32>| numbers.into_iter().flat_map(u32::to_le_bytes).collect();
        let parts: [Vec<u8>; PARTS] = [
            self.strings.into_bytes(),
            bytes(self.pages),
            bytes(self.sections),
            map,
            postings,
            meta,
        ];
        let mut bytes = [MAGIC.as_slice(), &[0; 8]].concat();
        for part in &parts {
            bytes.extend((part.len() as u32).to_le_bytes());
        }
        bytes.extend(parts.concat());
        write_checksum(&mut bytes);
        bytes
    }
}

fn write_terms(terms: &BTreeMap<String, TermLists>) -> (Vec<u8>, Vec<u8>) {
    let mut map = fst::MapBuilder::memory();
    let mut postings = Vec::new();
    for (term, lists) in terms {
        map.insert(term, postings.len() as u64).expect("in order");
        for (number, list) in lists.iter().enumerate() {
            write_number(list.len() as u32, &mut postings);
            let mut last = 0;
            for (section, value) in list {
                write_number(section - last, &mut postings);
                match number {
                    0 => postings.push(*value as u8),
                    _ => write_number(*value, &mut postings),
                }
                last = *section;
            }
        }
    }
    (map.into_inner().expect("memory"), postings)
}

/// Writes the checksum of an index into its header.
pub(crate) fn write_checksum(bytes: &mut [u8]) {
    let sum = checksum(&bytes[16..]);
    bytes[8..16].copy_from_slice(&sum.to_le_bytes());
}
