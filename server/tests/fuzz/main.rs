//! Hostile queries, filters and indexes: the search does not panic, and its results satisfy the invariants.
//!
//! Each target runs 20,000 inputs from a fixed seed. `BINDERY_FUZZ_SECONDS=600 cargo test --release -p bindery-server
//! --test fuzz` runs each for that long from a random seed; a failure prints the input.

mod generated_index;
mod hostile;

use bindery_fixture::index_writer;
use bindery_fuzzing::mutate::Mutator;
use bindery_fuzzing::words;
use bindery_server::search::Engine;
use bindery_server::search::answer::find_answer;
use bindery_server::search::budget::{Budget, SearchLimits};
use bindery_server::search::highlight::{Marker, Style};
use bindery_server::search::query::MatchOptions;
use bindery_server::search::record::Record;
use bindery_server::search::static_files::static_files;
use bindery_server::search::typesense::compiled_filter::CompiledFilter;
use bindery_server::search::typesense::filter::Filter;
use bindery_server::search::typesense::{ApiRequest, MAX_RESPONSE, respond_to};
use serde_json::{Value, json};
use std::collections::BTreeSet;
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

/// Filters that read the lists of terms.
const WORD_FILTERS: [&str; 2] = ["content:tao", "hierarchy.lvl2:charged || aliases:egt"];

fn engine() -> Engine {
    Engine::open(generated_index::small().leak()).expect("the small index is whole")
}

/// Calls `run` with mutations of a corpus.
fn fuzz(corpus: &[&str], mut run: impl FnMut(&str) -> Result<(), String>) {
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
        Some(seconds) => started.elapsed() < Duration::from_secs(seconds),
    } {
        let input = mutator.next_input();
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

/// Hits are ordered by score, and marked texts and snippets are parts of the original text.
fn check_search(engine: &Engine, query: &str) -> Result<(), String> {
    let found = engine.search(query, MatchOptions::default(), |_| true);
    let is_ordered = found
        .hits
        .windows(2)
        .all(|pair| pair[0].score >= pair[1].score);
    ensure(is_ordered, "the hits are out of order")?;
    let marker = Marker::new(&found.query);
    for hit in &found.hits {
        ensure(hit.score.is_finite(), "a score is no number")?;
        let text = engine.index.section(hit.section).text;
        if let Some(marked) = marker.mark(text) {
            let whole = marked.whole(Style::default());
            let pieces: String = whole.pieces().map(|(piece, _)| piece).collect();
            ensure(pieces == text, "marking changes the text")?;
            let snippet = marked.snippet(Style {
                open: "",
                close: "",
                ..Style::default()
            });
            ensure(
                text.contains(&snippet.to_string()),
                "a snippet is not of the text",
            )?;
            let _ = marked.passage(Style::default(), &[&marked]).to_string();
        }
        let _ = find_answer(
            &engine.index,
            &found.query,
            &found.hits,
            &Budget::unlimited(),
        );
        let _ = serde_json::to_string(&Record::whole(&engine.index, hit.section));
    }
    Ok(())
}

#[test]
fn query() {
    let engine = engine();
    fuzz(&QUERIES, |query| {
        check_search(&engine, query)?;
        let again = engine.search(query, MatchOptions::default(), |_| true);
        let first = engine.search(query, MatchOptions::default(), |_| true);
        ensure(first.hits == again.hits, "two answers differ")
    });
}

#[test]
fn filter() {
    let engine = engine();
    fuzz(&FILTERS, |text| {
        if let Ok(filter) = Filter::parse(text) {
            let budget = Budget::unlimited();
            let conditions = CompiledFilter::new(&filter, &engine.index, &budget);
            for section in 0..engine.index.len() as u32 {
                let _ = conditions.accepts(section);
            }
        }
        let body = serde_json::json!({ "searches": [{ "collection": "tcl", "q": "tao", "filter_by": text }] });
        let response = respond_to(
            Some(&engine),
            ApiRequest {
                method: "POST",
                path: "multi_search",
                query: "",
                body: body.to_string().as_bytes(),
            },
            &Budget::unlimited(),
        );
        ensure(
            response.status == 200,
            "a filter is answered beside the others",
        )
    });
}

/// Malformed JSON bodies, and search parameters of all kinds.
#[test]
fn body() {
    let engine = engine();
    let corpus = [
        r#"{"searches":[{"collection":"tcl","q":"hu tao","query_by":"content","group_by":"url","per_page":10}]}"#,
        r#"{"searches":[{"collection":"tcl","q":"*","facet_by":"language","sort_by":"item_priority:desc","page":2}]}"#,
    ];
    fuzz(&corpus, |body| {
        let request = |path, query, body| ApiRequest {
            method: "POST",
            path,
            query,
            body,
        };
        let budget = Budget::unlimited();
        let multi = request("multi_search", "", body.as_bytes());
        let _ = respond_to(Some(&engine), multi, &budget);
        let one = request("collections/tcl/documents/search", body, b"");
        let response = respond_to(Some(&engine), one, &budget);
        ensure(
            response.status < 500,
            "the client's error is reported as the server's",
        )
    });
}

/// The ids of the documents in a response.
fn ids(response: &Value) -> BTreeSet<String> {
    let results = response["results"].as_array().into_iter().flatten();
    let hits = results.flat_map(|result| result["hits"].as_array().into_iter().flatten());
    hits.map(|hit| hit["document"]["id"].to_string()).collect()
}

/// No request takes more visits than its limit, no response has more bytes than the maximum, and the hits of a cut
/// response are a subset of those of the whole one.
#[test]
fn budget() {
    let engine = engine();
    let mut round = 0_u32;
    fuzz(&QUERIES, |query| {
        round = round.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let pick = |list: &'static [&'static str]| list[(round >> 8) as usize % list.len()];
        let query: String = query.chars().take(60).collect();
        let search = json!({
            "collection": "tcl",
            "q": query,
            "filter_by": pick(&["", "content:hu", "language:=en", "hierarchy.lvl1:tao || type:=lvl1"]),
            "facet_by": pick(&["", "url", "type,language,hierarchy.lvl2"]),
            "sort_by": pick(&["", "item_priority:asc", "_text_match:asc,item_priority:desc"]),
            "per_page": 250,
        });
        let body = json!({ "searches": [search] }).to_string();
        let send = |visits: u32| {
            let request = ApiRequest {
                method: "POST",
                path: "multi_search",
                query: "",
                body: body.as_bytes(),
            };
            let limits = SearchLimits {
                time: Duration::ZERO,
                visits,
            };
            let budget = Budget::new(limits, || Duration::ZERO);
            let response = respond_to(Some(&engine), request, &budget);
            (response, budget.visits())
        };
        let (whole, visits) = send(0);
        ensure(whole.body.len() <= MAX_RESPONSE, "a response is too long")?;
        let limit = 1 + (round >> 4) % (visits as u32 + 10);
        let (cut, visits) = send(limit);
        ensure(visits <= u64::from(limit), "a request exceeds its visits")?;
        let is_part = ids(&cut.json()).is_subset(&ids(&whole.json()));
        ensure(is_part, "a cut response shows what the whole one does not")
    });
}

/// An index with changed bytes and a matching checksum is refused, or read without a panic. The bytes of the terms are
/// not changed: `fst` reads them, and only the checksum protects them.
#[test]
fn index() {
    let whole = generated_index::small();
    let corpus = [
        "1 2 3 4 5 6 7 8 9",
        "900 0 255 40 7 128",
        "65535 4294967295 1",
    ];
    fuzz(&corpus, |numbers| {
        let mut bytes = whole.clone();
        let numbers: Vec<usize> = numbers
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|number| number.parse().ok())
            .collect();
        for pair in numbers.chunks_exact(2) {
            let at = pair[0] % bytes.len();
            if !generated_index::is_of_terms(&whole, at) {
                bytes[at] ^= pair[1].to_le_bytes()[0];
            }
        }
        if bytes != whole {
            let refused = Engine::open_copy(&bytes).is_err();
            ensure(refused, "a damaged index is taken")?;
        }
        index_writer::write_checksum(&mut bytes);
        let Ok(engine) = Engine::open_copy(&bytes) else {
            return Ok(());
        };
        for query in QUERIES {
            let found = engine.search(query, MatchOptions::default(), |_| true);
            for hit in &found.hits {
                let _ = serde_json::to_string(&Record::whole(&engine.index, hit.section));
            }
        }
        let budget = Budget::unlimited();
        for filter in WORD_FILTERS.iter().flat_map(|text| Filter::parse(text)) {
            let conditions = CompiledFilter::new(&filter, &engine.index, &budget);
            let _ = engine.all_sections(&budget, |section| conditions.accepts(section));
        }
        let _ = static_files(&engine.index);
        Ok(())
    });
}
