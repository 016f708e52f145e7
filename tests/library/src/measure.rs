//! Measures each document: the figures it shows, its words of prose, and the share of text that other pages have, too.

use crate::claims::CLAIMS;
use crate::figures::{Shown, count};
use crate::html::{Article, read, words};
use crate::library::{Library, Page};
use serde_json::Value;
use std::collections::BTreeMap;

/// The length of the word sequences (runs) that are compared.
const RUN: usize = 8;

/// Paragraphs that begin so only name headings of other pages.
const REFERENCES: [&str; 3] = ["Proof", "See also", "The test"];

/// The subject of a document. Each kind has its own limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A playable character.
    Character,
    /// An enemy.
    Enemy,
    /// A page of the evidence vault.
    Evidence,
    /// How the game works.
    Mechanics,
    /// Weapons, artifacts, gadgets, food.
    Equipment,
    /// Compendiums and tools.
    Resources,
    /// A post of the newsletter.
    Newsletter,
    /// All others.
    Other,
}

impl Kind {
    fn of(page: &Page) -> Kind {
        let kinds = [
            ("docs/characters/", Kind::Character),
            ("docs/enemy-data/", Kind::Enemy),
            ("docs/evidence/", Kind::Evidence),
            ("docs/combat-mechanics/", Kind::Mechanics),
            ("docs/general-mechanics/", Kind::Mechanics),
            ("docs/equipment/", Kind::Equipment),
            ("docs/resources/", Kind::Resources),
            ("newsletter/", Kind::Newsletter),
        ];
        let found = kinds
            .iter()
            .find(|(folder, _)| page.source.starts_with(folder));
        match found {
            Some((_, Kind::Character)) if page.path == "/characters" => Kind::Other,
            Some((_, kind)) => *kind,
            None => Kind::Other,
        }
    }

    /// The kind's name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Character => "characters",
            Kind::Enemy => "enemies",
            Kind::Evidence => "evidence",
            Kind::Mechanics => "mechanics",
            Kind::Equipment => "equipment",
            Kind::Resources => "resources",
            Kind::Newsletter => "newsletter",
            Kind::Other => "other",
        }
    }

    /// The largest share of runs, in percent, that other pages may have, too. The share says nothing of a page with few words.
    #[must_use]
    pub fn max_shared(self) -> usize {
        match self {
            // Two pages may explain the symbols of one formula.
            Kind::Mechanics => 35,
            // The statements of these pages are claims; the sentences around them are the same on all.
            Kind::Evidence | Kind::Newsletter => 100,
            _ => 40,
        }
    }
}

/// The measures of a document.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The path of the document.
    pub path: String,
    /// The subject of the document.
    pub kind: Kind,
    /// The figures that the document shows; `None` for pages without a facts file.
    pub figures: Option<Shown>,
    /// Words of prose outside of tables, lists of facts, code and formulas.
    pub words: usize,
    /// Headings below the title.
    pub headings: usize,
    /// The share of runs, in percent, that another page has, too.
    pub shared: usize,
}

impl Measured {
    /// The share of figures that are shown, in percent; 100 if there are none.
    #[must_use]
    pub fn figures_shown(&self) -> usize {
        match &self.figures {
            Some(Shown { total, shown, .. }) if *total > 0 => shown * 100 / total,
            _ => 100,
        }
    }
}

/// Measures all documents and posts.
#[must_use]
pub fn measure(library: &Library) -> Vec<Measured> {
    let pages: Vec<&Page> = library
        .pages
        .iter()
        .filter(|page| page.source.ends_with(".md"))
        .collect();
    let articles: Vec<Article> = pages.iter().map(|page| read(&page.html)).collect();
    let runs: Vec<Vec<u64>> = articles.iter().map(runs_of).collect();
    let mut pages_with: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (at, runs) in runs.iter().enumerate() {
        for run in runs {
            let with = pages_with.entry(*run).or_default();
            if with.last() != Some(&at) {
                with.push(at);
            }
        }
    }
    let shared = |runs: &[u64]| {
        let shared = runs.iter().filter(|run| pages_with[run].len() > 1).count();
        (shared * 100).checked_div(runs.len()).unwrap_or(0)
    };
    let each = pages.iter().zip(&articles).zip(&runs);
    each.map(|((page, article), runs)| Measured {
        path: page.path.clone(),
        kind: Kind::of(page),
        figures: facts_of(library, page).map(|facts| count(facts, &article.text)),
        words: article.prose.iter().map(|text| words(text).len()).sum(),
        headings: page.markdown.headings,
        shared: shared(runs),
    })
    .collect()
}

/// The facts file of a page: the imported file with the page's name, or with its folder's for a `README`.
fn facts_of<'l>(library: &'l Library, page: &Page) -> Option<&'l Value> {
    let stem = page
        .source
        .strip_suffix(".md")?
        .rsplit_once('/')
        .map(|(_, name)| name)?;
    let folder = page.source.rsplit('/').nth(1)?;
    let mut found = library.imported(page).into_iter().filter(|(path, _)| {
        let mut parts = path.trim_end_matches(".json").rsplit('/');
        let is_named = parts.next() == Some(stem);
        let is_facts = !path.starts_with(CLAIMS);
        is_facts && is_named && (stem != "README" || parts.next() == Some(folder))
    });
    found.next().map(|(_, facts)| facts)
}

/// The runs of a page by their hashes.
fn runs_of(article: &Article) -> Vec<u64> {
    let mut runs = Vec::new();
    let is_own = |text: &&String| {
        !REFERENCES
            .iter()
            .any(|start| text.trim_start().starts_with(start))
    };
    for paragraph in article.prose.iter().filter(is_own) {
        let words = words(paragraph);
        runs.extend(words.windows(RUN).map(hash));
    }
    runs
}

/// FNV-1a over the words: the same on every machine.
fn hash(run: &[String]) -> u64 {
    let bytes = run.iter().flat_map(|word| word.bytes().chain([b' ']));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markdown::MarkdownPage;
    use serde_json::json;

    fn page(path: &str, source: &str, text: &str) -> Page {
        Page {
            path: path.to_owned(),
            kind: "doc".to_owned(),
            source: source.to_owned(),
            markdown: MarkdownPage::parse(&format!(
                "import x from '@site/data/{}.json'\n",
                source.trim_end_matches(".md").trim_start_matches("docs/")
            )),
            html: format!("<article><p>{text}</p></article>"),
        }
    }

    #[test]
    fn words_runs_and_figures_are_counted() {
        let same = "one two three four five six seven eight";
        let library = Library {
            pages: vec![
                page("/a", "docs/characters/a.md", &format!("{same} nine 10")),
                page("/b", "docs/b.md", same),
            ],
            redirects: BTreeMap::new(),
            components: Vec::new(),
            data: BTreeMap::from([(
                "data/characters/a.json".to_owned(),
                json!({"x": 10, "y": 11}),
            )]),
        };
        let measured = measure(&library);
        assert_eq!(
            (
                measured[0].words,
                measured[0].shared,
                measured[0].figures_shown()
            ),
            (10, 33, 50)
        );
        assert_eq!(
            (measured[1].words, measured[1].shared, measured[1].kind),
            (8, 100, Kind::Other)
        );
        assert!(measured[1].figures.is_none());
    }
}
