//! Writes search indexes in the layout of `bindery_format::search::layout`: a small one, and one as large as a library's.

use bindery_format::search::layout::{Field, HEAD_LEN, MAGIC, NONE, PARTS, checksum, write_number};
use bindery_format::search::text::tokens;
use std::collections::BTreeMap;
use std::fmt::Write as _;

const META: &str = r#"{"collection":"tcl","origin":"https://example.org","languages":["en"],"tags":["default"],
"versions":[""],"synonyms":[["mc","traveler"]],"pages":{"en":"/search"},"client":{}}"#;

/// A page of the index; its first section has level 1.
struct Page {
    url: String,
    title: String,
    sections: Vec<Section>,
}

struct Section {
    level: u32,
    heading: String,
    anchor: String,
    text: String,
}

impl Section {
    fn new(level: u32, heading: &str, anchor: &str, text: &str) -> Section {
        Section {
            level,
            heading: heading.to_owned(),
            anchor: anchor.to_owned(),
            text: text.to_owned(),
        }
    }
}

/// Two pages and three sections.
pub(crate) fn small() -> Vec<u8> {
    let hu_tao = vec![
        Section::new(
            1,
            "Hu Tao",
            "",
            "Hu Tao doesn’t hit for 2.5s, 12,345 times: 胡桃だ.",
        ),
        Section::new(
            2,
            "Charged Attack",
            "charged",
            "N2C after an étude of the Œuvre.",
        ),
    ];
    let text = "Zhongli and elemental gauges.";
    let gauge = vec![Section::new(1, "Elemental Gauge Theory", "", text)];
    write(&[
        Page {
            url: "/hu-tao".to_owned(),
            title: "Hu Tao".to_owned(),
            sections: hu_tao,
        },
        Page {
            url: "/gauge".to_owned(),
            title: "Elemental Gauge Theory".to_owned(),
            sections: gauge,
        },
    ])
}

/// Words that nearly every section of [`large`] has.
pub(crate) const COMMON: [&str; 16] = [
    "damage", "attack", "skill", "energy", "burst", "talent", "weapon", "party", "enemy", "level",
    "bonus", "crit", "rate", "mastery", "reaction", "charge",
];

/// 1,325 pages with four sections each, 5,300 in all, some 60 words in each; one page in a hundred has a long text.
pub(crate) fn large() -> Vec<u8> {
    let mut random = Random(7);
    let pages: Vec<Page> = (0..1_325)
        .map(|number| {
            let title = format!("{} {}", random.word(), random.word());
            let sections = (0..4).map(|at| {
                let heading = match at {
                    0 => title.clone(),
                    _ => format!("{} {}", COMMON[random.below(16)], random.word()),
                };
                let anchor = match at {
                    0 => String::new(),
                    _ => format!("part-{at}"),
                };
                let words = if at == 3 && number % 100 == 0 {
                    6_000
                } else {
                    60
                };
                Section::new([1, 2, 3, 2][at], &heading, &anchor, &random.text(words))
            });
            Page {
                url: format!("/pages/{number}"),
                sections: sections.collect(),
                title: title.clone(),
            }
        })
        .collect();
    write(&pages)
}

struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    /// One of some 20,000 words.
    fn word(&mut self) -> String {
        const SYLLABLES: [&str; 28] = [
            "ka", "mi", "to", "ren", "sol", "vi", "dra", "lu", "ne", "quo", "sta", "pre", "con",
            "tri", "bel", "gor", "hal", "ix", "jun", "zep", "mor", "fa", "ul", "ory", "est", "pan",
            "dis", "ell",
        ];
        let count = 2 + self.below(2);
        (0..count).map(|_| SYLLABLES[self.below(28)]).collect()
    }

    fn text(&mut self, words: usize) -> String {
        let mut text = String::new();
        for _ in 0..words {
            let _ = match self.below(2) {
                0 => write!(text, "{} ", COMMON[self.below(16)]),
                _ => write!(text, "{} ", self.word()),
            };
        }
        text
    }
}

/// The two lists of a term: sections with bits, and sections with counts.
type MetadataOffsets = [BTreeMap<u32, u32>; 2];

fn write(list: &[Page]) -> Vec<u8> {
    let mut strings = String::new();
    let mut string = |text: &str| {
        strings.push_str(text);
        [(strings.len() - text.len()) as u32, text.len() as u32]
    };
    let (mut pages, mut sections) = (Vec::new(), Vec::new());
    let mut terms: BTreeMap<String, MetadataOffsets> = BTreeMap::new();
    let mut number = 0;
    for (page_number, page) in list.iter().enumerate() {
        for name in [page.url.as_str(), &page.title, "Top", "hutao egt"] {
            pages.extend(string(name));
        }
        pages.extend([number, 0, 0, 0, 100, 0]);
        let mut above: Vec<(u32, u32, &str)> = Vec::new();
        for section in &page.sections {
            above.retain(|(level, _, _)| *level < section.level);
            let parent = above.last().map_or(NONE, |(_, number, _)| *number);
            sections.extend([page_number as u32, section.level, parent]);
            for name in [&section.heading, &section.anchor, &section.text] {
                sections.extend(string(name));
            }
            let heads = [
                (page.title.as_str(), Field::TITLE),
                ("Top", Field::TOP),
                ("hutao egt", Field::ALIAS),
                (section.heading.as_str(), Field::OWN),
            ];
            let parents = above.iter().filter(|(level, _, _)| *level > 1);
            let parents = parents.map(|(_, _, heading)| (*heading, Field::ABOVE));
            for (name, bit) in heads.into_iter().chain(parents) {
                for token in tokens(name) {
                    *terms.entry(token.term).or_default()[0]
                        .entry(number)
                        .or_default() |= u32::from(bit);
                }
            }
            let words = tokens(&section.text);
            sections.extend([tokens(&section.heading).len() as u32, words.len() as u32]);
            for token in words {
                *terms.entry(token.term).or_default()[1]
                    .entry(number)
                    .or_default() += 1;
            }
            above.push((section.level, number, &section.heading));
            number += 1;
        }
    }
    assemble(strings, [pages, sections], &terms)
}

fn assemble(
    strings: String,
    tables: [Vec<u32>; 2],
    terms: &BTreeMap<String, MetadataOffsets>,
) -> Vec<u8> {
    let (map, postings) = write_index(terms);
    let [pages, sections] =
        tables.map(|numbers| numbers.into_iter().flat_map(u32::to_le_bytes).collect());
    let parts: [Vec<u8>; PARTS] = [
        strings.into_bytes(),
        pages,
        sections,
        map,
        postings,
        META.as_bytes().to_vec(),
    ];
    let mut bytes = [MAGIC.as_slice(), &[0; 8]].concat();
    for part in &parts {
        bytes.extend((part.len() as u32).to_le_bytes());
    }
    bytes.extend(parts.concat());
    write_checksum(&mut bytes);
    bytes
}

fn write_index(terms: &BTreeMap<String, MetadataOffsets>) -> (Vec<u8>, Vec<u8>) {
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

/// Whether a byte belongs to the map of terms or to its offset.
pub(crate) fn is_of_terms(bytes: &[u8], at: usize) -> bool {
    let len = |part: usize| {
        let first = 16 + 4 * part;
        let bytes: [u8; 4] = bytes[first..first + 4].try_into().expect("four bytes");
        u32::from_le_bytes(bytes) as usize
    };
    let start = HEAD_LEN + (0..3).map(len).sum::<usize>();
    (16..16 + 4 * 4).contains(&at) || (start..start + len(3)).contains(&at)
}
