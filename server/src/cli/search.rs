//! `bindery search`: shows the results of a query with their scores, to tune the ranking.

use super::output::{count, print, print_error};
use super::{EXIT_FAILED, EXIT_USAGE};
use crate::search::Engine;
use crate::search::query::{MatchKind, MatchOptions, Word};
use crate::table::Site;
use std::fmt::Write as _;
use std::time::Instant;

/// Sections shown of each page.
const SECTIONS: usize = 3;

/// The flags of `bindery search`.
#[derive(Debug, clap::Args)]
pub(super) struct SearchFlags {
    /// The query
    #[arg(required = true, value_name = "QUERY")]
    words: Vec<String>,
    /// Number of pages to show
    #[arg(long, default_value_t = 10, value_name = "NUMBER")]
    pages: usize,
    /// Also show the terms of the index that each word matches
    #[arg(long)]
    terms: bool,
}

pub(super) fn run_search(site: &'static Site, flags: &SearchFlags) -> u8 {
    let Some(bytes) = site.search_index() else {
        print_error("this site has no search; give it a `page_path` in `[search]`");
        return EXIT_USAGE;
    };
    let started = Instant::now();
    let engine = match Engine::open(bytes) {
        Ok(engine) => engine,
        Err(error) => {
            print_error(&format!("the search index cannot be used: {error}"));
            return EXIT_FAILED;
        }
    };
    let opened = started.elapsed();
    let query = flags.words.join(" ");
    let started = Instant::now();
    let found = engine.search(&query, MatchOptions::default(), |_| true);
    let groups = engine.by_page(&found.hits, SECTIONS);
    let took = started.elapsed();
    let mut text = String::new();
    if flags.terms {
        found
            .query
            .words
            .iter()
            .for_each(|word| push_word(word, &mut text));
    }
    for (page, hits) in groups.iter().take(flags.pages) {
        let page = engine.index.page(*page);
        let _ = writeln!(text, "{:8.3}  {}  {}", hits[0].score, page.url, page.title);
        for hit in hits {
            let section = engine.index.section(hit.section);
            if !section.anchor.is_empty() {
                let _ = writeln!(
                    text,
                    "    {:8.3}  #{}  {}",
                    hit.score, section.anchor, section.heading
                );
            }
        }
    }
    let _ = writeln!(
        text,
        "{}, {} of {} in {} KB; opened in {:.1} ms, answered in {:.2} ms",
        count(groups.len(), "page"),
        count(found.hits.len(), "section"),
        engine.index.len(),
        bytes.len() / 1024,
        opened.as_secs_f64() * 1e3,
        took.as_secs_f64() * 1e3,
    );
    print(text.as_bytes())
}

fn push_word(word: &Word, text: &mut String) {
    let _ = writeln!(text, "{}:", word.term);
    for expansion in word.expansions.iter().take(20) {
        let label = match expansion.kind {
            MatchKind::Whole => "",
            MatchKind::Prefix(_) => " (prefix)",
            MatchKind::Typo => " (typo)",
            MatchKind::Joined => " (joined)",
            MatchKind::Synonym => " (synonym)",
        };
        let _ = writeln!(text, "  {:.2} {}{label}", expansion.weight, expansion.term);
    }
}
