//! The quality of search results: tasks in readers' words, the development set, two held-out sets, and the index itself.

use super::{Case, engine, ensure};
use crate::support::expected::root;
use bindery_server::search::Engine;
use bindery_server::search::query::MatchOptions;
use bindery_server::search::record;
use bindery_site::SITE;
use libtest_mimic::Trial;
use serde_json::Value;
use std::collections::BTreeMap;

const CASES: [Case; 15] = [
    ("the_development_queries_find_their_pages", development),
    ("the_held_out_queries_find_their_pages", held_out),
    (
        "the_second_held_out_queries_find_their_pages",
        second_held_out,
    ),
    ("tasks_in_readers_words_find_their_sections", tasks),
    ("questions_nobody_tuned_for_find_their_sections", questions),
    (
        "a_second_set_of_questions_finds_its_sections",
        second_questions,
    ),
    (
        "a_third_set_of_questions_finds_its_sections",
        third_questions,
    ),
    (
        "a_fourth_set_of_questions_finds_its_sections",
        fourth_questions,
    ),
    (
        "a_fifth_set_of_questions_finds_its_sections",
        fifth_questions,
    ),
    (
        "a_sixth_set_of_questions_finds_its_sections",
        sixth_questions,
    ),
    (
        "a_sealed_set_of_questions_finds_its_sections",
        sealed_questions,
    ),
    (
        "questions_by_another_hand_find_their_sections",
        eighth_questions,
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
        let mut shown = shown.map(|hit| record::path(&engine.index, hit.section));
        score.right_sections += usize::from(shown.any(|path| anchors.contains(&path.as_str())));
    }
}

fn development() -> Result<(), String> {
    let score = judge("development.json")?;
    let mean = score.ranks / score.queries as f64;
    ensure(
        score.queries == 31 && score.in_top_three >= 30 && mean >= 0.96,
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
    let is_right = mean >= 0.97
        && score.in_top_three * 77 >= score.queries * 73
        && score.right_sections * 24 >= score.sections * 21
        && score.sections >= 5;
    ensure(is_right, || format!("{mean:.3}: {score:?}"))
}

/// The least mean of each group of a set, and of all of it.
type Floors = [(&'static str, f64)];

const TASKS: &Floors = &[
    ("all", 0.92),
    ("figure", 0.99),
    ("question", 0.86),
    ("reader", 0.87),
    ("short", 0.91),
    ("spelling", 0.99),
    ("tool", 0.99),
    ("words", 0.87),
];

/// Questions that were written before the engine was asked.
const QUESTIONS: &Floors = &[("all", 0.92)];

/// The score at first sight was 0.817.
const SECOND_QUESTIONS: &Floors = &[("all", 0.9)];

/// The score at first sight was 0.668.
const THIRD_QUESTIONS: &Floors = &[("all", 0.9)];

/// The score at first sight was 0.720.
const FOURTH_QUESTIONS: &Floors = &[("all", 0.88)];

/// The scores at first sight were 0.728 and 0.774. Nobody looks at the failures of the sealed half: it was 0.812 after what
/// raised the open half to 0.908.
const FIFTH_QUESTIONS: &Floors = &[("all", 0.85), ("open", 0.89), ("sealed", 0.8)];

/// The score at first sight was 0.832.
const SIXTH_QUESTIONS: &Floors = &[("all", 0.93)];

/// The score at first sight was 0.755. Nobody looks at its failures.
const SEALED_QUESTIONS: &Floors = &[("all", 0.88)];

/// The scores at first sight were 0.793 and 0.771. Nobody looks at the failures of the sealed half.
const EIGHTH_QUESTIONS: &Floors = &[("all", 0.88), ("open", 0.88), ("sealed", 0.87)];

fn tasks() -> Result<(), String> {
    judge_tasks("tasks.json", TASKS)
}

fn questions() -> Result<(), String> {
    judge_tasks("questions.json", QUESTIONS)
}

fn second_questions() -> Result<(), String> {
    judge_tasks("questions-2.json", SECOND_QUESTIONS)
}

fn third_questions() -> Result<(), String> {
    judge_tasks("questions-3.json", THIRD_QUESTIONS)
}

fn fourth_questions() -> Result<(), String> {
    judge_tasks("questions-4.json", FOURTH_QUESTIONS)
}

fn fifth_questions() -> Result<(), String> {
    judge_tasks("questions-5.json", FIFTH_QUESTIONS)
}

fn sixth_questions() -> Result<(), String> {
    judge_tasks("questions-6.json", SIXTH_QUESTIONS)
}

fn sealed_questions() -> Result<(), String> {
    judge_tasks("questions-7.json", SEALED_QUESTIONS)
}

fn eighth_questions() -> Result<(), String> {
    judge_tasks("questions-8.json", EIGHTH_QUESTIONS)
}

/// Asks for tasks in readers' own words. The score of a task is the grade of a section shown, divided by its place in the
/// dialog's list of at most three sections a page: one that answers has grade 2, one that leads to the answer 1.
fn judge_tasks(file: &str, floors: &Floors) -> Result<(), String> {
    let path = root().join("tests/search").join(file);
    let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
    let set: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let mut groups: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    let mut misses = Vec::new();
    for task in set["tasks"].as_array().into_iter().flatten() {
        let score = task_score(task);
        let group = task["group"].as_str().unwrap_or_default();
        let half = task["half"].as_str().unwrap_or("open");
        for name in ["all", group, half] {
            groups.entry(name).or_default().push(score);
        }
        if score < 0.5 && half == "open" {
            misses.push(format!("{}: {score:.2}", task["q"]));
        }
    }
    for (name, least) in floors {
        let scores = groups.remove(name).unwrap_or_default();
        let mean = scores.iter().sum::<f64>() / scores.len().max(1) as f64;
        ensure(mean >= *least, || format!("{name}: {mean:.3}: {misses:?}"))?;
    }
    Ok(())
}

fn task_score(task: &Value) -> f64 {
    let engine = engine();
    let text = task["q"].as_str().unwrap_or_default();
    let found = engine.search(text, MatchOptions::default(), |_| true);
    let groups = engine.by_page(&found.hits, 3);
    let shown = groups.iter().take(10).flat_map(|(page, hits)| {
        let page = engine.index.page(*page).url;
        hits.iter()
            .map(move |hit| (page, record::path(&engine.index, hit.section)))
    });
    let wanted = task["wanted"].as_array();
    let scores = shown.enumerate().map(|(at, (page, section))| {
        let grade = |url: &Value| {
            let is_right = url["url"] == page || url["url"] == section.as_str();
            is_right.then(|| url["grade"].as_f64().unwrap_or_default())
        };
        let grades = wanted.into_iter().flatten().filter_map(grade);
        grades.fold(0.0, f64::max) / 2.0 / (at as f64 + 1.0)
    });
    scores.fold(0.0, f64::max)
}

fn small() -> Result<(), String> {
    let len = SITE.search.len;
    ensure(len > 100_000 && len < 5_000_000, || format!("{len} bytes"))
}

fn damaged() -> Result<(), String> {
    let bytes = SITE.search_index().ok_or("no index")?;
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
