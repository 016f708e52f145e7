//! What the search says besides its hits: the figure that a query names, what a hit shows, and words that nothing has.

use super::{Case, engine, ensure, respond};
use crate::support::client::Connection;
use crate::support::expected::root;
use crate::support::server;
use bindery_server::search::answer::{Answer, AnswerBody, find_answer};
use bindery_server::search::budget::Budget;
use bindery_server::search::query::MatchOptions;
use bindery_server::search::record;
use libtest_mimic::Trial;
use serde_json::Value;

const CASES: [Case; 6] = [
    ("a_query_that_names_a_figure_gets_it", figures),
    ("an_answer_in_a_tab_opens_the_tab", tabs),
    ("a_query_without_a_figure_gets_no_answer", no_figures),
    ("no_question_gets_the_figure_of_another", questions),
    ("a_hit_shows_a_sentence_or_a_row", passages),
    ("answers_and_unknown_words_need_no_script", without_script),
];

pub(super) fn cases() -> impl Iterator<Item = Trial> {
    CASES
        .iter()
        .map(|(name, case)| Trial::test(format!("search::{name}"), move || Ok(case()?)))
}

pub(super) fn answer(query: &str) -> Option<Answer<'static>> {
    let engine = engine();
    let found = engine.search(query, MatchOptions::default(), |_| true);
    find_answer(
        &engine.index,
        &found.query,
        &found.hits,
        &Budget::unlimited(),
    )
}

/// A query, its section, and what the answer has: the name and the value of a figure, or a part of a sentence.
const FIGURES: [(&str, &str, &str, &str); 5] = [
    (
        "ganyu charged attack level 9",
        "/characters/cryo/ganyu#attacks",
        "Frostflake Arrow + Bloom, Talent level 9",
        "217.6% + 369.92% = 587.52%",
    ),
    (
        "hu tao base hp level 90",
        "/characters/pyro/hu-tao#stats",
        "Level 90, Base HP",
        "15,552",
    ),
    (
        "eula base defence",
        "/characters/cryo/eula#stats",
        "Base DEF",
        "751",
    ),
    (
        "lost prayer base attack",
        "/equipment/weapons/catalysts#lost-prayer-to-the-sacred-winds",
        "Base ATK, Level 1–90",
        "46 – 608",
    ),
    (
        "zhongli shield cooldown",
        "/characters/geo/zhongli#attacks",
        "",
        "12s",
    ),
];

fn figures() -> Result<(), String> {
    for (query, section, name, value) in FIGURES {
        let answer = answer(query).ok_or_else(|| format!("no answer to `{query}`"))?;
        let path = record::path(&engine().index, answer.section);
        let is_right = match &answer.body {
            AnswerBody::Figures(figures) => figures
                .iter()
                .any(|figure| figure.name.contains(name) && figure.value.contains(value)),
            AnswerBody::Sentence(text) => text.contains(value),
        };
        ensure(path == section && is_right, || {
            format!("`{query}`: {path}: {answer:?}")
        })?;
    }
    Ok(())
}

fn tabs() -> Result<(), String> {
    for (query, path) in [
        (
            "zhongli shield cooldown",
            "/characters/geo/zhongli?tab=Skill#attacks",
        ),
        (
            "ganyu charged attack level 9",
            "/characters/cryo/ganyu?tab=Normal%20Attacks#attacks",
        ),
        ("eula base defence", "/characters/cryo/eula#stats"),
    ] {
        let found = answer(query).map(|answer| answer.path(&engine().index));
        ensure(found.as_deref() == Some(path), || {
            format!("`{query}`: {found:?}")
        })?;
    }
    Ok(())
}

fn no_figures() -> Result<(), String> {
    for query in [
        "ganyu",
        "damage formula",
        "reduce enemy defence",
        "catalyst base attack",
        "ganyu charged attack level 99",
        "ganyu umbrella price",
    ] {
        let answer = answer(query);
        ensure(answer.is_none(), || format!("`{query}`: {answer:?}"))?;
    }
    Ok(())
}

/// Asks the questions of `answers.json`: each has the box that it gets, empty for none, and may have the first hit.
fn questions() -> Result<(), String> {
    let path = root().join("tests/search/answers.json");
    let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
    let set: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let list = set["questions"].as_array().ok_or("no questions")?;
    let wrong: Vec<String> = list.iter().filter_map(wrong_box).collect();
    ensure(wrong.is_empty(), || wrong.join("\n"))
}

fn wrong_box(question: &Value) -> Option<String> {
    let query = question["q"].as_str().unwrap_or_default();
    let found = engine().search(query, MatchOptions::default(), |_| true);
    let place = |section| record::path(&engine().index, section);
    let first = found.hits.first().map(|hit| place(hit.section));
    if question["first"].is_string() && question["first"].as_str() != first.as_deref() {
        return Some(format!("`{query}` finds {first:?} first"));
    }
    let (mut section, mut lines) = (String::new(), Vec::new());
    if let Some(answer) = answer(query) {
        section = place(answer.section);
        lines = match answer.body {
            AnswerBody::Figures(figures) => figures
                .iter()
                .map(|figure| format!("{}: {}", figure.name, figure.value))
                .collect(),
            AnswerBody::Sentence(text) => vec![text.to_owned()],
        };
    }
    let is_right = question["box"] == Value::from(lines.clone())
        && (lines.is_empty() || question["section"] == section.as_str());
    (!is_right).then(|| format!("`{query}`: {section}: {lines:?}"))
}

/// The snippet of the text of the best hit.
fn snippet(query: &str) -> String {
    let query = format!(
        "q={}&query_by=content&highlight_affix_num_tokens=6&highlight_start_tag=[&highlight_end_tag=]",
        query.replace(' ', "+")
    );
    let response = respond("GET", "collections/tcl/documents/search", &query, b"").json();
    let snippet = &response["hits"][0]["highlight"]["content"]["snippet"];
    snippet.as_str().unwrap_or_default().to_owned()
}

fn passages() -> Result<(), String> {
    let row = snippet("eula base def 90");
    ensure(row.contains("[Base] [DEF]: 751"), || row.clone())?;
    let sentence = snippet("zhongli shield cooldown");
    ensure(
        sentence.starts_with("The [shield] lasts 20s on a hold [cooldown] of 12s."),
        || sentence.clone(),
    )?;
    // Not the row with `ascension`, which alone is no synonym of `passive`; and what the caption names.
    for (query, passive) in [
        (
            "staff of homa passive",
            "Reckless Cinnabar – HP is increased",
        ),
        (
            "amos bow passive",
            "Strong-Willed – Normal and Charged Attack",
        ),
    ] {
        let shown = snippet(query);
        let expected = format!("[Passive]: {passive}");
        ensure(shown.starts_with(&expected), || shown.clone())?;
    }
    // A page shows its description.
    let page = snippet("amplifying reactions");
    ensure(
        page.replace(['[', ']'], "")
            .starts_with("Melt and Vaporize"),
        || page.clone(),
    )?;
    let lines = engine().index.all().map(|section| section.text);
    let mut formulas = lines.filter(|text| text.contains("1400"));
    ensure(
        formulas.any(|text| text.contains("(2.78 × EM)/(1400 + EM)")),
        || "a formula is flattened".to_owned(),
    )
}

fn without_script() -> Result<(), String> {
    let mut connection = Connection::open(server::shared()?.address)?;
    let page = connection.get("/search?q=eula+base+defence", &[])?.text()?;
    ensure(
        page.contains("href=\"/characters/cryo/eula#stats\">Eula: Stats</a>")
            && page.contains("<dt>Base DEF</dt><dd>751</dd>"),
        || page.clone(),
    )?;
    let page = connection.get("/search?q=ganyxqz", &[])?.text()?;
    ensure(
        page.contains("<p>No page has: ganyxqz</p>")
            && page.contains("<a href=\"?q=ganyu\">ganyu</a>"),
        || page.clone(),
    )?;
    let query = "q=ganyxqz&query_by=content";
    let response = respond("GET", "collections/tcl/documents/search", query, b"").json();
    ensure(
        response["unknown"][0]["word"] == "ganyxqz"
            && response["unknown"][0]["nearest"][0] == "ganyu"
            && response.get("answer").is_none(),
        || response.to_string(),
    )
}
