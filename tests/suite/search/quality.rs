//! The quality of search results: the development set, two held-out sets, and the index itself.

use super::{Case, engine, ensure};
use crate::support::expected::root;
use bindery_server::search::Engine;
use bindery_server::search::query::MatchOptions;
use bindery_site::SITE;
use libtest_mimic::Trial;
use serde_json::Value;

const CASES: [Case; 6] = [
    ("the_development_queries_find_their_pages", development),
    ("the_held_out_queries_find_their_pages", held_out),
    (
        "the_second_held_out_queries_find_their_pages",
        second_held_out,
    ),
    ("index_and_text_stay_small", small),
    ("a_damaged_index_is_refused", damaged),
    ("marked_pages_come_after_others", marked),
];

pub(super) fn cases() -> impl Iterator<Item = Trial> {
    CASES
        .iter()
        .map(|(name, case)| Trial::test(format!("search::{name}"), move || Ok(case()?)))
}

/// The results of a set of queries.
#[derive(Debug, Default)]
struct Score {
    queries: usize,
    /// Sum of 1/rank within the first ten.
    ranks: f64,
    in_top_three: usize,
    sections: usize,
    right_sections: usize,
    misses: Vec<String>,
}

fn judge(file: &str) -> Result<Score, String> {
    let path = root().join("tests/search").join(file);
    let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
    let set: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let mut score = Score::default();
    for query in set["queries"].as_array().into_iter().flatten() {
        judge_one(query, &mut score);
    }
    Ok(score)
}

fn judge_one(query: &Value, score: &mut Score) {
    let engine = engine();
    let text = query["q"].as_str().unwrap_or_default();
    let strings = |name: &str| -> Vec<&str> {
        let list = query[name].as_array();
        list.into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect()
    };
    let (pages, anchors) = (strings("pages"), strings("anchors"));
    let found = engine.search(text, MatchOptions::default(), |_| true);
    let groups = engine.by_page(&found.hits, 3);
    score.queries += 1;
    if pages.is_empty() {
        match groups.is_empty() {
            true => {
                score.ranks += 1.0;
                score.in_top_three += 1;
            }
            false => score.misses.push(format!("`{text}` finds something")),
        }
        return;
    }
    let is_right = |page: u32| pages.contains(&engine.index.page(page).url);
    let rank = groups.iter().take(10).position(|(page, _)| is_right(*page));
    score.ranks += rank.map_or(0.0, |rank| 1.0 / (rank as f64 + 1.0));
    match rank {
        Some(0..3) => score.in_top_three += 1,
        _ => score.misses.push(format!("`{text}`: {rank:?}")),
    }
    if !anchors.is_empty() {
        score.sections += 1;
        let shown = groups.iter().take(3).flat_map(|(_, hits)| hits);
        let mut shown =
            shown.map(|hit| bindery_server::search::record::path(&engine.index, hit.section));
        score.right_sections += usize::from(shown.any(|path| anchors.contains(&path.as_str())));
    }
}

fn development() -> Result<(), String> {
    let score = judge("development.json")?;
    let mean = score.ranks / score.queries as f64;
    ensure(
        score.queries == 31 && score.in_top_three >= 30 && mean >= 0.9,
        || format!("{mean:.3}: {score:?}"),
    )
}

fn held_out() -> Result<(), String> {
    check_held_out("held-out.json")
}

/// Queries of other kinds: synonyms of a mechanic, evidence, issues of the newsletter, two topics in one query.
fn second_held_out() -> Result<(), String> {
    check_held_out("held-out-2.json")
}

fn check_held_out(file: &str) -> Result<(), String> {
    let score = judge(file)?;
    let mean = score.ranks / score.queries as f64;
    let is_right = mean >= 0.9
        && score.in_top_three * 77 >= score.queries * 73
        && score.right_sections * 24 >= score.sections * 21
        && score.sections >= 5;
    ensure(is_right, || format!("{mean:.3}: {score:?}"))
}

fn small() -> Result<(), String> {
    let len = SITE.search.len;
    ensure(len > 100_000 && len < 5_000_000, || format!("{len} bytes"))
}

fn damaged() -> Result<(), String> {
    let bytes = SITE.stored(&SITE.search).ok_or("no index")?;
    let step = bytes.len() / 64;
    for at in (0..bytes.len()).step_by(step) {
        let mut other = bytes.to_vec();
        other[at] ^= 0x55;
        ensure(Engine::open(other.leak()).is_err(), || {
            format!("byte {at} may be anything")
        })?;
        let cut = &bytes[..at];
        ensure(Engine::open(cut).is_err(), || {
            format!("{at} bytes are enough")
        })?;
    }
    Ok(())
}

fn marked() -> Result<(), String> {
    let found = engine().search("ganyu", MatchOptions::default(), |_| true);
    let groups = engine().by_page(&found.hits, 1);
    let place = |url: &str| {
        groups
            .iter()
            .position(|(page, _)| engine().index.page(*page).url == url)
    };
    let (page, evidence) = (
        place("/characters/cryo/ganyu"),
        place("/evidence/characters/cryo/ganyu"),
    );
    ensure(page < evidence && evidence.is_some(), || {
        format!("{page:?}, {evidence:?}")
    })
}
