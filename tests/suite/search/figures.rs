//! Asks for the figures of the library's data in several phrasings: each answer has the value of the data, and no answer has the
//! value of another thing.

mod by_level;

use self::by_level::{constellations, refinements, stats};
use super::answers::answer;
use super::{Case, engine, ensure};
use crate::support::expected::root;
use bindery_server::search::answer::AnswerBody;
use libtest_mimic::Trial;
use serde_json::Value;

const CASES: [Case; 8] = [
    ("the_base_atk_of_each_weapon_is_answered", weapons),
    (
        "charged_attacks_have_the_figures_of_their_data",
        charged_attacks,
    ),
    ("talents_have_the_figures_of_their_data", talents),
    ("artifact_sets_have_the_bonuses_of_their_data", sets),
    ("enemies_have_the_resistances_of_their_data", resistances),
    ("characters_have_the_base_stats_of_their_data", stats),
    ("passives_have_their_figures_by_refinement", refinements),
    ("constellations_have_their_own_figures", constellations),
];

pub(super) fn cases() -> impl Iterator<Item = Trial> {
    CASES
        .iter()
        .map(|(name, case)| Trial::test(format!("search::{name}"), move || Ok(case()?)))
}

/// The answers to some queries, compared with the data.
#[derive(Default)]
struct Comparison {
    asked: usize,
    answered: usize,
    wrong: Vec<String>,
}

impl Comparison {
    /// Asks a query. An answer is right on `page`, a path that may have an anchor, if `is_right` holds for one of its figures.
    fn ask(&mut self, query: &str, page: &str, is_right: impl Fn(&str, &str) -> bool) {
        let is_any_right = |figures: &[(String, String)]| {
            let mut figures = figures.iter();
            figures.any(|(name, value)| is_right(name, value))
        };
        self.compare(query, page, is_any_right);
    }

    /// Asks a query. An answer is right if `is_right` holds for each of its figures.
    fn ask_for_each(&mut self, query: &str, page: &str, is_right: impl Fn(&str, &str) -> bool) {
        let are_right = |figures: &[(String, String)]| {
            let mut figures = figures.iter();
            figures.all(|(name, value)| is_right(name, value))
        };
        self.compare(query, page, are_right);
    }

    fn compare(
        &mut self,
        query: &str,
        page: &str,
        are_right: impl Fn(&[(String, String)]) -> bool,
    ) {
        self.asked += 1;
        let Some((path, figures)) = figures_of(query) else {
            return;
        };
        self.answered += 1;
        let is_page = path.split('#').next() == page.split('#').next();
        if !is_page || !are_right(&figures) {
            self.wrong
                .push(format!("`{query}`: {path}: {:?}", figures_of(query)));
        }
    }

    /// Asks one of three queries, each in turn.
    fn ask_next(
        &mut self,
        queries: [String; 3],
        page: &str,
        is_right: impl Fn(&str, &str) -> bool,
    ) {
        self.ask(&queries[self.asked % queries.len()], page, is_right);
    }

    /// Whether no answer was wrong, and at least a share of the queries, in percent, was answered.
    fn finish(self, least: usize) -> Result<(), String> {
        ensure(self.wrong.is_empty(), || self.wrong.join("\n"))?;
        ensure(self.answered * 100 >= self.asked * least, || {
            format!("{} answers to {} queries", self.answered, self.asked)
        })
    }
}

/// The section that answers a query, without its tab, and the names and values of its figures.
fn figures_of(query: &str) -> Option<(String, Vec<(String, String)>)> {
    let answer = answer(query)?;
    let path = bindery_server::search::record::path(&engine().index, answer.section);
    let figures = match answer.body {
        AnswerBody::Figures(list) => list.into_iter().map(|one| (one.name, one.value)).collect(),
        AnswerBody::Sentence(text) => vec![(String::new(), text.to_owned())],
    };
    Some((path, figures))
}

/// The values of the JSON files of a folder of `content/data`, or of one file, in the order of their paths.
fn data(folder: &str) -> Result<Vec<Value>, String> {
    let path = root().join("content/data").join(folder);
    let (mut folders, mut files) = match path.is_dir() {
        true => (vec![path], Vec::new()),
        false => (Vec::new(), vec![path]),
    };
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

/// A number as texts have it: `12,068`, `−40`.
fn plain(text: &str) -> String {
    text.replace(',', "").replace('−', "-")
}

/// Whether a text has a number of the data, or one that rounds to it.
fn has_number(text: &str, wanted: &Value) -> bool {
    let plain = plain(text);
    let numbers = plain.split(|c: char| !c.is_ascii_digit() && c != '.' && c != '-');
    let mut numbers = numbers.filter_map(|number| number.parse::<f64>().ok());
    let Some(number) = wanted.as_f64() else {
        return wanted.as_str().is_some_and(|wanted| text.contains(wanted));
    };
    let digits = wanted.to_string();
    let decimals = digits.split_once('.').map_or(0, |(_, rest)| rest.len());
    let half = 0.51 * 10_f64.powi(-(decimals as i32));
    numbers.any(|own| (own - number).abs() < half)
}

/// The base ATK, whatever the second stat is, and for weapons of one star, too, which are rows of a table.
fn weapons() -> Result<(), String> {
    let mut comparison = Comparison::default();
    for file in data("weapons")? {
        let page = file["route"].as_str().unwrap_or_default();
        for weapon in file["weapons"].as_object().into_iter().flatten() {
            let (Some(name), Some(max)) = (
                weapon.1["name"].as_str(),
                weapon.1["base_atk"]["max"].as_f64(),
            ) else {
                continue;
            };
            let level = &weapon.1["max_level"];
            let is_base = |name: &str, value: &str| {
                name.starts_with("Base ATK") && value == format!("{max:.0}")
            };
            comparison.ask(&format!("{name} atk level {level}"), page, is_base);
            comparison.ask(
                &format!("base attack of {name} at lv {level}"),
                page,
                is_base,
            );
            let question = format!("what is the base atk of {name} lvl {level}");
            comparison.ask(&question, page, is_base);
        }
    }
    ensure(comparison.asked > 600, || comparison.asked.to_string())?;
    comparison.finish(90)
}

/// The figures of all talents' rows at level 9. Rows of two talents can have one name, and a row of two figures can be shown as
/// two rows.
fn talents() -> Result<(), String> {
    let mut comparison = Comparison::default();
    for character in data("characters")? {
        let (Some(name), Some(page)) = (character["name"].as_str(), character["route"].as_str())
        else {
            continue;
        };
        let talents = character["talents"].as_array().into_iter().flatten();
        let rows: Vec<(&str, &Value)> = talents
            .flat_map(|talent| talent["rows"].as_array().into_iter().flatten())
            .filter_map(|row| Some((row["name"].as_str()?, row["values"].get(8)?)))
            .filter(|(row, _)| !row.contains('/'))
            .collect();
        for (row, _) in &rows {
            let values = rows.iter().filter(|(other, _)| other == row);
            let values: Vec<&Value> = values.map(|(_, value)| *value).collect();
            let is_right = |_: &str, shown: &str| {
                values.iter().any(|value| match value.as_array() {
                    Some(parts) => parts.iter().any(|part| has_number(shown, part)),
                    None => has_number(shown, value),
                })
            };
            let queries = [
                format!("{name} {row} level 9"),
                format!("what is the {row} of {name} at level 9"),
                format!("{row} {name} lv 9"),
            ];
            comparison.ask_next(queries, page, is_right);
        }
    }
    ensure(comparison.asked > 1000, || comparison.asked.to_string())?;
    comparison.finish(60)
}

/// The bonuses that are figures.
fn sets() -> Result<(), String> {
    let mut comparison = Comparison::default();
    for file in data("artifacts.json")? {
        let sets = file["sets"].as_object().into_iter().flatten();
        for (set, bonus) in sets.flat_map(|(_, set)| {
            let bonuses = set["bonuses"].as_array().into_iter().flatten();
            bonuses.map(move |bonus| (set, bonus))
        }) {
            let (Some(name), Some(stats)) = (set["name"].as_str(), bonus["stats"].as_array())
            else {
                continue;
            };
            if stats.is_empty() {
                continue;
            }
            let pieces = &bonus["pieces"];
            let is_right =
                |_: &str, shown: &str| stats.iter().any(|stat| has_number(shown, &stat["value"]));
            let page = "/equipment/artifacts";
            comparison.ask(&format!("{name} {pieces} pieces"), page, is_right);
            comparison.ask(
                &format!("what does {pieces} piece {name} give"),
                page,
                is_right,
            );
            comparison.ask(&format!("{pieces}pc {name}"), page, is_right);
        }
    }
    ensure(comparison.asked > 100, || comparison.asked.to_string())?;
    comparison.finish(40)
}

/// The resistances of each enemy to each element, in all its forms.
fn resistances() -> Result<(), String> {
    let mut comparison = Comparison::default();
    for enemy in data("enemies")? {
        let (Some(name), Some(page)) = (enemy["name"].as_str(), enemy["route"].as_str()) else {
            continue;
        };
        let forms = enemy["resistances"].as_array().into_iter().flatten();
        let forms: Vec<&Value> = forms.map(|form| &form["percent"]).collect();
        let elements = forms.first().and_then(|form| form.as_object());
        for element in elements.into_iter().flat_map(|form| form.keys()) {
            let is_right =
                |_: &str, shown: &str| forms.iter().any(|form| has_number(shown, &form[element]));
            let queries = [
                format!("{name} {element} resistance"),
                format!("what is the {element} res of {name}"),
                format!("{element} resistance {name}"),
            ];
            comparison.ask_next(queries, page, is_right);
        }
    }
    ensure(comparison.asked > 600, || comparison.asked.to_string())?;
    comparison.finish(90)
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
        let figures = figures_of(&query).map(|(_, figures)| figures);
        for (label, shown) in figures.into_iter().flatten() {
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
