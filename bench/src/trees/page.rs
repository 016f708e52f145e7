//! The text of a generated page: headings, prose with links, a table, code, an image, formulas and a note.

use super::write::PAGES_IN_FOLDER;
use fastrand::Rng;
use std::fmt::Write;

/// Folders in a folder.
const FOLDERS_IN_FOLDER: usize = 8;

/// Headings of level 2 of each page, which links name.
const SECTIONS: usize = 5;

const WORDS: [&str; 32] = [
    "server", "index", "request", "the", "a", "of", "page", "release", "returns", "reader", "with",
    "table", "each", "value", "option", "and", "folder", "header", "build", "is", "written",
    "cache", "field", "for", "default", "when", "stream", "key", "route", "to", "worker", "locale",
];

/// The path of a folder below the documents; the first folder is the folder of the documents.
pub(super) fn folder_path(folder: usize) -> String {
    if folder == 0 {
        return String::new();
    }
    let parent = folder_path((folder - 1) / FOLDERS_IN_FOLDER);
    let separator = if parent.is_empty() { "" } else { "/" };
    format!("{parent}{separator}part-{folder}")
}

/// The name of a page without its extension.
pub(super) fn page_name(number: usize) -> String {
    format!("page-{number}")
}

/// Makes the texts of one locale's pages.
#[derive(Debug)]
pub(super) struct PageTexts {
    random: Rng,
    pages: usize,
}

impl PageTexts {
    pub(super) fn new(seed: u64, pages: usize) -> Self {
        let random = Rng::with_seed(seed);
        PageTexts { random, pages }
    }

    /// The text of a page, of three to six kilobytes.
    pub(super) fn page(&mut self, number: usize) -> String {
        let mut text = format!(
            "---\nsidebar_position: {}\ntags: [tag-{}]\n---\n\n# Page {number}\n\n",
            number % PAGES_IN_FOLDER + 1,
            number % 12
        );
        self.paragraph(number, &mut text);
        for section in 1..=SECTIONS {
            let _ = write!(text, "## Section {section}\n\n");
            for _ in 0..self.random.usize(1..=2) {
                self.paragraph(number, &mut text);
            }
            self.block(section, &mut text);
        }
        text
    }

    fn paragraph(&mut self, number: usize, text: &mut String) {
        for _ in 0..self.random.usize(2..=4) {
            self.words(14, text);
            self.link(number, text);
            self.words(6, text);
            text.push_str(". ");
        }
        text.push_str("\n\n");
    }

    fn words(&mut self, count: usize, text: &mut String) {
        for _ in 0..count {
            let word = self.random.choice(WORDS).unwrap_or_default();
            text.push_str(word);
            text.push(' ');
        }
    }

    /// A link to a section of the next file of the folder or of any page's path.
    fn link(&mut self, number: usize, text: &mut String) {
        let section = self.random.usize(1..=SECTIONS);
        let neighbour = number + 1;
        let is_near = neighbour < self.pages && !neighbour.is_multiple_of(PAGES_IN_FOLDER);
        let target = if is_near && self.random.bool() {
            format!("./{}.md", page_name(neighbour))
        } else {
            let other = self.random.usize(..self.pages);
            let folder = folder_path(other / PAGES_IN_FOLDER);
            let separator = if folder.is_empty() { "" } else { "/" };
            format!("/docs/{folder}{separator}{}", page_name(other))
        };
        let _ = write!(text, "[section {section}]({target}#section-{section}) ");
    }

    fn block(&mut self, section: usize, text: &mut String) {
        match section {
            1 => self.table(text),
            2 => self.code(text),
            3 => text.push_str("![A pixel](/img/pixel.png)\n\n"),
            4 => {
                let (a, b) = (self.random.u8(2..), self.random.u8(2..));
                let _ = write!(text, "The share is $\\frac{{x_{{{a}}}}}{{{b}}}$.\n\n");
                let _ = write!(text, "$$\ny = \\sqrt{{x^{{{b}}} + {a}}}\n$$\n\n");
            }
            _ => {
                text.push_str(":::note\n\n");
                self.words(20, text);
                text.push_str("\n\n:::\n\n");
            }
        }
    }

    fn table(&mut self, text: &mut String) {
        text.push_str("| name | value | note |\n| --- | ---: | --- |\n");
        for row in 0..self.random.usize(3..=8) {
            let _ = write!(text, "| `row-{row}` | {} | ", self.random.u16(..));
            self.words(4, text);
            text.push_str("|\n");
        }
        text.push('\n');
    }

    fn code(&mut self, text: &mut String) {
        text.push_str("```rust title=\"main.rs\"\nfn main() {\n");
        for line in 0..self.random.usize(4..=10) {
            let _ = writeln!(text, "    let value_{line} = {};", self.random.u32(..));
        }
        text.push_str("}\n```\n\n");
    }
}
