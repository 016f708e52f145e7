//! Hostile queries, filters and indexes: no panic, and what comes out keeps its promises.
//!
//! Each target runs 20,000 inputs from a fixed seed. `BINDERY_FUZZ_SECONDS=600 cargo test --release -p bindery-server
//! --test fuzz` runs each for that long from a seed of its own; a failure prints the input.

#[path = "../../../compiler/tests/fuzz/mutate.rs"]
mod mutate;
mod small_index;
#[path = "../../../compiler/tests/fuzz/words.rs"]
mod words;

use bindery_server::search::filter::Filter;
use bindery_server::search::highlight::{Marker, Style};
use bindery_server::search::query::Leniency;
use bindery_server::search::static_files::static_files;
use bindery_server::search::wire::{WireRequest, respond_to};
use bindery_server::search::{Engine, fields};
use mutate::Mutator;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// Inputs of a target in an ordinary run.
const INPUTS: usize = 20_000;

const QUERIES: [&str; 6] = [
    "hu tao",
    "elemntal gauge 2.5s",
    "don\u{2019}t N2C 12,345",
    "胡桃 e\u{301}tude ŒUVRE",
    "\"a\" -b *",
    "zhongl",
];
const FILTERS: [&str; 6] = [
    "language:=en && docusaurus_tag:=[default,docs-default-current]",
    "(language:en || version:!=`1.0`) && type:=[lvl1, lvl2]",
    "item_priority:>=100",
    "item_priority:[1..3, 7]",
    "anchor:=`a && b`",
    "((((language:=[en]))))",
];

fn engine() -> Engine {
    Engine::open(small_index::bytes().leak()).expect("the small index is whole")
}

/// Indexes of a longer run: each stays in memory.
const MOST_INDEXES: usize = 200_000;

/// Calls `run` with mutations of a corpus, at most so many.
fn fuzz(corpus: &[&str], most: usize, mut run: impl FnMut(&str) -> Result<(), String>) {
    let seconds = std::env::var("BINDERY_FUZZ_SECONDS").ok();
    let seconds = seconds.map(|text| text.parse().expect("BINDERY_FUZZ_SECONDS is a number"));
    let seed = match seconds {
        None => 0x2545_f491_4f6c_dd1d,
        Some(_) => 0x9e37_79b9_7f4a_7c15 ^ u64::from(std::process::id()),
    };
    let corpus = corpus.iter().map(|text| (*text).to_owned()).collect();
    let mut mutator = Mutator::new(corpus, words::WORDS, seed);
    let started = Instant::now();
    let mut inputs = 0;
    while match seconds {
        None => inputs < INPUTS,
        Some(seconds) => inputs < most && started.elapsed() < Duration::from_secs(seconds),
    } {
        let input = mutator.next();
        match catch_unwind(AssertUnwindSafe(|| run(&input))) {
            Ok(Ok(())) => {}
            Ok(Err(broken)) => panic!("{broken}\nby the input {input:?}"),
            Err(_) => panic!("a panic by the input {input:?}"),
        }
        inputs += 1;
    }
}

fn ensure(holds: bool, broken: &str) -> Result<(), String> {
    if holds {
        Ok(())
    } else {
        Err(broken.to_owned())
    }
}

/// What is found is in order, and what is shown of it is what is there.
fn ask(engine: &Engine, query: &str) -> Result<(), String> {
    let found = engine.search(query, Leniency::default(), |_| true);
    let is_ordered = found
        .hits
        .windows(2)
        .all(|pair| pair[0].score >= pair[1].score);
    ensure(is_ordered, "the hits are out of order")?;
    let marker = Marker::new(&found.words);
    for hit in &found.hits {
        ensure(hit.score.is_finite(), "a score is no number")?;
        let text = engine.index.section(hit.section).text;
        if let Some(marked) = marker.mark(text) {
            let pieces: String = marked
                .pieces(0..text.len())
                .map(|(piece, _)| piece)
                .collect();
            ensure(pieces == text, "marking changes the text")?;
            let snippet = marked.snippet(Style {
                open: "",
                close: "",
                ..Style::default()
            });
            ensure(text.contains(&snippet), "a snippet is not of the text")?;
        }
        let _ = fields::document(&engine.index, hit.section);
    }
    Ok(())
}

#[test]
fn query() {
    let engine = engine();
    fuzz(&QUERIES, usize::MAX, |query| {
        ask(&engine, query)?;
        let again = engine.search(query, Leniency::default(), |_| true);
        let first = engine.search(query, Leniency::default(), |_| true);
        ensure(first.hits == again.hits, "two answers differ")
    });
}

#[test]
fn filter() {
    let engine = engine();
    fuzz(&FILTERS, usize::MAX, |text| {
        if let Ok(filter) = Filter::parse(text) {
            for section in 0..engine.index.len() as u32 {
                let _ = filter.accepts(&engine.index, section);
            }
        }
        let body = serde_json::json!({ "searches": [{ "collection": "tcl", "q": "tao", "filter_by": text }] });
        let answer = respond_to(
            Some(&engine),
            WireRequest {
                method: "POST",
                path: "multi_search",
                query: "",
                body: body.to_string().as_bytes(),
            },
        );
        ensure(
            answer.status == 200,
            "a filter is answered beside the others",
        )
    });
}

/// Bodies that are hardly JSON, and search parameters of all kinds.
#[test]
fn body() {
    let engine = engine();
    let corpus = [
        r#"{"searches":[{"collection":"tcl","q":"hu tao","query_by":"content","group_by":"url","per_page":10}]}"#,
        r#"{"searches":[{"collection":"tcl","q":"*","facet_by":"language","sort_by":"item_priority:desc","page":2}]}"#,
    ];
    fuzz(&corpus, usize::MAX, |body| {
        let request = |path, query, body| WireRequest {
            method: "POST",
            path,
            query,
            body,
        };
        let _ = respond_to(Some(&engine), request("multi_search", "", body.as_bytes()));
        let answer = respond_to(
            Some(&engine),
            request("collections/tcl/documents/search", body, b""),
        );
        ensure(
            answer.status < 500,
            "the client's fault is told as the server's",
        )
    });
}

/// Bytes changed under a checksum that fits: refused, or read without a panic. What the terms are is `fst`'s to read,
/// and only the checksum protects it.
#[test]
fn index() {
    let whole = small_index::bytes();
    let corpus = [
        "1 2 3 4 5 6 7 8 9",
        "900 0 255 40 7 128",
        "65535 4294967295 1",
    ];
    fuzz(&corpus, MOST_INDEXES, |numbers| {
        let mut bytes = whole.clone();
        let numbers: Vec<usize> = numbers
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|number| number.parse().ok())
            .collect();
        for pair in numbers.chunks_exact(2) {
            let at = pair[0] % bytes.len();
            if !small_index::is_of_terms(&whole, at) {
                bytes[at] ^= pair[1].to_le_bytes()[0];
            }
        }
        if bytes != whole {
            let refused = Engine::open(bytes.clone().leak()).is_err();
            ensure(refused, "a damaged index is taken")?;
        }
        small_index::seal(&mut bytes);
        let Ok(engine) = Engine::open(bytes.leak()) else {
            return Ok(());
        };
        for query in QUERIES {
            let found = engine.search(query, Leniency::default(), |_| true);
            for hit in &found.hits {
                let _ = fields::document(&engine.index, hit.section);
            }
        }
        let _ = static_files(&engine.index);
        Ok(())
    });
}
