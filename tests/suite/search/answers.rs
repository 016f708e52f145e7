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

const CASES: [Case; 8] = [
    ("a_query_that_names_a_figure_gets_it", figures),
    ("the_base_atk_of_each_weapon_is_answered", weapons),
    (
        "charged_attacks_have_the_figures_of_their_data",
        charged_attacks,
    ),
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

fn answer(query: &str) -> Option<Answer> {
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

/// The values of the JSON files of a folder of `content/data`, in the order of their paths.
fn data(folder: &str) -> Result<Vec<Value>, String> {
    let mut folders = vec![root().join("content/data").join(folder)];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).map_err(|error| error.to_string())? {
            let path = entry.map_err(|error| error.to_string())?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "json") {
                files.push(path);
            }
        }
    }
    files.sort();
    let texts = files.into_iter().map(std::fs::read_to_string);
    texts
        .map(|text| {
            let text = text.map_err(|error| error.to_string())?;
            serde_json::from_str(&text).map_err(|error| error.to_string())
        })
        .collect()
}

/// The names and values of the figures that a query gets.
fn figures_of(query: &str) -> Vec<(String, String)> {
    match answer(query).map(|answer| answer.body) {
        Some(AnswerBody::Figures(list)) => list
            .into_iter()
            .map(|figure| (figure.name, figure.value))
            .collect(),
        _ => Vec::new(),
    }
}

/// `NAME atk level 90` has the base ATK, whatever the second stat is.
fn weapons() -> Result<(), String> {
    let mut wrong = Vec::new();
    let (mut asked, mut answered) = (0, 0);
    for file in data("weapons")? {
        let Some(weapons) = file["weapons"].as_object() else {
            continue;
        };
        for weapon in weapons.values() {
            let (Some(name), Some(max)) =
                (weapon["name"].as_str(), weapon["base_atk"]["max"].as_f64())
            else {
                continue;
            };
            // Weapons of one and two stars share the words of their names with others.
            if weapon["rarity"].as_u64() < Some(3) {
                continue;
            }
            let query = format!("{name} atk level {}", weapon["max_level"]);
            let figures = figures_of(&query);
            asked += 1;
            answered += usize::from(!figures.is_empty());
            let is_base = |(name, value): &(String, String)| {
                name.starts_with("Base ATK") && *value == format!("{max:.0}")
            };
            if !figures.is_empty() && !figures.first().is_some_and(is_base) {
                wrong.push(format!("`{query}`: {max}: {figures:?}"));
            }
        }
    }
    ensure(wrong.is_empty(), || wrong.join("\n"))?;
    ensure(asked > 200 && answered * 10 >= asked * 9, || {
        format!("{answered} answers to {asked} queries")
    })
}

/// The rows of a character's table of charged attacks, with the values of the talent's level 9.
fn charged_rows(character: &Value) -> Vec<(&str, &str)> {
    let tables = character["tables"].as_array().into_iter().flatten();
    let charged = tables.filter(|table| {
        let path = table["path"].as_array().and_then(|path| path.last());
        path.is_some_and(|last| last == "Charged Attack") && table["columns"][1] == "Talent 9%"
    });
    let rows = charged
        .filter_map(|table| table["rows"].as_array())
        .flatten();
    rows.filter_map(|row| Some((row[0].as_str()?, row[1].as_str()?)))
        .collect()
}

fn charged_attacks() -> Result<(), String> {
    let mut wrong = Vec::new();
    let mut compared = 0;
    for character in data("characters")? {
        let rows = charged_rows(&character);
        let Some(name) = character["name"].as_str() else {
            continue;
        };
        for (row, value) in &rows {
            if row.matches(" + ").count() > value.matches('+').count() {
                wrong.push(format!(
                    "{name}: `{row}` has parts without a figure: {value}"
                ));
            }
        }
        let query = format!("{name} charged attack level 9");
        for (label, shown) in figures_of(&query) {
            let label = label.trim_end_matches(", Talent level 9");
            let Some((_, value)) = rows.iter().find(|(row, _)| *row == label) else {
                continue;
            };
            compared += 1;
            if shown != *value && !shown.starts_with(&format!("{value} = ")) {
                wrong.push(format!("`{query}`: {label}: {shown} instead of {value}"));
            }
        }
    }
    ensure(wrong.is_empty(), || wrong.join("\n"))?;
    ensure(compared > 50, || format!("{compared} figures"))
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
        page.contains("href=\"/characters/cryo/eula#stats\">Stats, Eula</a>")
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
