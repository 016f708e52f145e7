//! An index by hand: two pages and three sections, laid out as `server/src/search/format.rs` says.

use bindery_server::search::format::{Field, HEAD_LEN, MAGIC, NONE, PARTS, checksum, write_number};
use bindery_server::search::text::tokens;
use std::collections::BTreeMap;

const META: &str = r#"{"collection":"tcl","origin":"https://example.org","languages":["en"],"tags":["default"],
"versions":[""],"synonyms":[["mc","traveler"]],"pages":{"en":"/search"},"client":{}}"#;

/// Page, level, parent, heading, anchor, text.
const SECTIONS: [(u32, u32, u32, &str, &str, &str); 3] = [
    (
        0,
        1,
        NONE,
        "Hu Tao",
        "",
        "Hu Tao doesn’t hit for 2.5s, 12,345 times: 胡桃だ.",
    ),
    (
        0,
        2,
        0,
        "Charged Attack",
        "charged",
        "N2C after an étude of the Œuvre.",
    ),
    (
        1,
        1,
        NONE,
        "Elemental Gauge Theory",
        "",
        "Zhongli and elemental gauges.",
    ),
];

/// The whole index.
pub(crate) fn bytes() -> Vec<u8> {
    let mut strings = String::new();
    let mut text = |text: &str| {
        strings.push_str(text);
        [(strings.len() - text.len()) as u32, text.len() as u32]
    };
    let (mut pages, mut sections) = (Vec::new(), Vec::new());
    for (url, title, first) in [
        ("/hu-tao", "Hu Tao", 0),
        ("/gauge", "Elemental Gauge Theory", 2),
    ] {
        for name in [url, title, "Top", "hutao egt"] {
            pages.extend(text(name));
        }
        pages.extend([first, 0, 0, 0, 100, 0]);
    }
    let mut terms: BTreeMap<String, [Vec<(u32, u32)>; 2]> = BTreeMap::new();
    for (number, (page, level, parent, heading, anchor, body)) in SECTIONS.into_iter().enumerate() {
        sections.extend([page, level, parent]);
        for name in [heading, anchor, body] {
            sections.extend(text(name));
        }
        sections.extend([2, 8]);
        for (list, source) in [heading, body].into_iter().enumerate() {
            for token in tokens(source) {
                let places = &mut terms.entry(token.term).or_default()[list];
                if places
                    .last()
                    .is_none_or(|(section, _)| *section != number as u32)
                {
                    places.push((number as u32, u32::from(Field::OWN)));
                }
            }
        }
    }
    let (map, postings) = lay_out(&terms);
    let numbers = |list: Vec<u32>| list.into_iter().flat_map(u32::to_le_bytes).collect();
    let parts: [Vec<u8>; PARTS] = [
        strings.into_bytes(),
        numbers(pages),
        numbers(sections),
        map,
        postings,
        META.as_bytes().to_vec(),
    ];
    let mut bytes = [MAGIC.as_slice(), &[0; 8]].concat();
    for part in &parts {
        bytes.extend((part.len() as u32).to_le_bytes());
    }
    bytes.extend(parts.concat());
    seal(&mut bytes);
    bytes
}

fn lay_out(terms: &BTreeMap<String, [Vec<(u32, u32)>; 2]>) -> (Vec<u8>, Vec<u8>) {
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

/// Writes the checksum of what is there.
pub(crate) fn seal(bytes: &mut [u8]) {
    let sum = checksum(&bytes[16..]);
    bytes[8..16].copy_from_slice(&sum.to_le_bytes());
}

/// Whether a byte belongs to the map of terms, or says where it lies.
pub(crate) fn is_of_terms(bytes: &[u8], at: usize) -> bool {
    let len = |part: usize| {
        let first = 16 + 4 * part;
        let bytes: [u8; 4] = bytes[first..first + 4].try_into().expect("four bytes");
        u32::from_le_bytes(bytes) as usize
    };
    let start = HEAD_LEN + (0..3).map(len).sum::<usize>();
    (16..16 + 4 * 4).contains(&at) || (start..start + len(3)).contains(&at)
}
