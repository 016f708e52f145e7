//! Search indexes for the fuzz cases: a small one, and one as large as a library's.

use bindery_fixture::index_writer::{Page, Section, write};
use bindery_format::search::layout::HEAD_LEN;
use std::fmt::Write as _;

/// The synonyms of both indexes.
const SYNONYMS: &[&[&str]] = &[&["mc", "traveler"]];

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
    write(
        &[
            page("/hu-tao".to_owned(), "Hu Tao".to_owned(), hu_tao),
            page(
                "/gauge".to_owned(),
                "Elemental Gauge Theory".to_owned(),
                gauge,
            ),
        ],
        SYNONYMS,
    )
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
            page(
                format!("/pages/{number}"),
                title.clone(),
                sections.collect(),
            )
        })
        .collect();
    write(&pages, SYNONYMS)
}

fn page(url: String, title: String, sections: Vec<Section>) -> Page {
    Page {
        url,
        title,
        aliases: "hutao egt".to_owned(),
        sections,
        ..Page::default()
    }
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

    /// A word of two or three syllables, one of some 20,000.
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
