//! Compares the pages with the claims: the statements below `data/claims/`, which are the source of every sentence.
//!
//! A statement counts as shown if a page that imports its file contains its letters and digits in one run.

use crate::html::{read, words};
use crate::library::{Library, Page};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The folder of the claims.
pub(crate) const CLAIMS: &str = "data/claims/";

/// The notes of the source that no claim restates, with reasons.
pub(crate) const OMITTED: &str = "data/omitted-claims.json";

/// The kinds of statements of an entry.
const KINDS: [&str; 8] = [
    "result",
    "notes",
    "setup",
    "method",
    "measured",
    "consequence",
    "figures",
    "status",
];

/// The lists of abilities of a character.
const ABILITIES: [&str; 3] = ["talents", "passives", "constellations"];

/// The length of the word sequences (runs) that are compared.
const RUN: usize = 8;

/// Words that claim ignorance.
const IGNORANCE: [&str; 10] = [
    "not known",
    "unknown",
    "not recorded",
    "nobody knows",
    "remains open",
    "not in the data",
    "not part of the data",
    "not been measured",
    "not been tested",
    "our data",
];

/// Words of claims that allow a page to claim ignorance.
const UNKNOWN: [&str; 3] = ["known", "unsure", "uncertain"];

/// A statement of a claims file.
struct Claimed<'l> {
    /// The path of the claims file below the content folder.
    file: &'l str,
    /// The anchor of its heading, or the ability's name.
    id: &'l str,
    /// `result`, `notes`, `effects`, `tables`, …
    kind: &'static str,
    text: &'l str,
}

/// Each statement of the claims is on a page.
#[must_use]
pub fn claims_are_shown(library: &Library) -> Vec<String> {
    let texts = texts(library);
    let claims = claims(library);
    let missing = claims.iter().filter(|claim| !is_shown(claim, &texts));
    missing
        .map(|claim| {
            format!(
                "{}: {} of `{}` is on no page: {}",
                claim.file, claim.kind, claim.id, claim.text
            )
        })
        .collect()
}

/// No sentence of a page has eight words in a row with a claim that the page does not import.
#[must_use]
pub fn no_claim_is_copied(library: &Library) -> Vec<String> {
    let mut files: BTreeMap<Vec<String>, BTreeSet<&str>> = BTreeMap::new();
    for claim in claims(library) {
        for run in words(claim.text).windows(RUN) {
            files.entry(run.to_vec()).or_default().insert(claim.file);
        }
    }
    let mut broken = Vec::new();
    for page in &library.pages {
        let imported = library.imported(page);
        let is_cited = |file: &&&str| imported.iter().any(|(path, _)| path == *file);
        for line in &page.markdown.prose {
            let of_others = words(line).windows(RUN).find_map(|run| {
                let files = files.get(run)?;
                files.iter().find(is_cited).is_none().then(|| run.join(" "))
            });
            broken.extend(
                of_others.map(|run| format!("{}: `{run}` is of a claim not cited", page.path)),
            );
        }
    }
    broken
}

/// A page says that something is unknown only if one of its claims does.
#[must_use]
pub fn ignorance_is_claimed(library: &Library) -> Vec<String> {
    let mut broken = Vec::new();
    for page in library.pages.iter().filter(|page| page.kind == "doc") {
        let imported = library.imported(page);
        let is_allowed = imported
            .iter()
            .filter(|(path, _)| path.starts_with(CLAIMS))
            .any(|(path, claims)| {
                let mut found = Vec::new();
                statements(path, claims, &mut found);
                let is_unknown = |text: &str| UNKNOWN.iter().any(|word| text.contains(word));
                found.iter().any(|claim| is_unknown(claim.text))
            });
        for line in page.markdown.prose.iter().filter(|_| !is_allowed) {
            let line = line.to_lowercase();
            let word = IGNORANCE.iter().find(|word| line.contains(*word));
            broken.extend(word.map(|word| format!("{}: `{word}`: {line}", page.path)));
        }
    }
    broken
}

/// Each link of a statement to a page of the library leads to a heading.
#[must_use]
pub fn links_of_claims_lead_somewhere(library: &Library) -> Vec<String> {
    let mut broken = Vec::new();
    let claims = library
        .data
        .iter()
        .filter(|(path, _)| path.starts_with(CLAIMS));
    for (path, value) in claims {
        let mut links = Vec::new();
        own_links(value, &mut links);
        for link in links {
            let (target, id) = link.split_once('#').unwrap_or((link, ""));
            let leads = library
                .page(target)
                .is_some_and(|page| id.is_empty() || page.html.contains(&format!("id=\"{id}\"")));
            if !leads {
                broken.push(format!("{path}: {link} leads nowhere"));
            }
        }
    }
    broken
}

/// A Markdown table: for each area of the claims, how many statements of each kind the pages show.
#[must_use]
pub fn claims_report(library: &Library) -> String {
    let texts = texts(library);
    let mut areas: BTreeMap<(&str, &str), (usize, usize)> = BTreeMap::new();
    for claim in claims(library) {
        let area = claim.file[CLAIMS.len()..]
            .split('/')
            .next()
            .unwrap_or_default();
        let (shown, all) = areas.entry((area, claim.kind)).or_default();
        *shown += usize::from(is_shown(&claim, &texts));
        *all += 1;
    }
    let mut out = "\n| area | kind | statements | shown |\n|---|---|---|---|\n".to_owned();
    for ((area, kind), (shown, all)) in areas {
        let share = 100.0 * ratio(shown, all);
        let _ = writeln!(out, "| {area} | {kind} | {all} | {shown} ({share:.1} %) |");
    }
    out
}

#[allow(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
fn ratio(part: usize, all: usize) -> f64 {
    part as f64 / all.max(1) as f64
}

/// All statements of the claims.
fn claims(library: &Library) -> Vec<Claimed<'_>> {
    let mut found = Vec::new();
    for (path, value) in &library.data {
        if path.starts_with(CLAIMS) {
            statements(path, value, &mut found);
        }
    }
    found
}

fn statements<'l>(file: &'l str, value: &'l Value, found: &mut Vec<Claimed<'l>>) {
    for (id, entry) in objects(&value["entries"]) {
        for kind in KINDS {
            lines(&entry[kind], |text| {
                found.push(Claimed {
                    file,
                    id,
                    kind,
                    text,
                })
            });
        }
        table_texts(&entry["tables"], &mut |text| {
            found.push(Claimed {
                file,
                id,
                kind: "tables",
                text,
            });
        });
    }
    for (id, item) in objects(&value["items"]) {
        let mut push = |text| {
            found.push(Claimed {
                file,
                id,
                kind: "effects",
                text,
            })
        };
        lines(&item["text"], &mut push);
        for bonus in item["bonuses"].as_array().into_iter().flatten() {
            lines(&bonus["text"], &mut push);
        }
    }
    for ability in ABILITIES
        .iter()
        .flat_map(|list| value[list].as_array().into_iter().flatten())
    {
        let id = ability["name"].as_str().unwrap_or_default();
        lines(&ability["effects"], |text| {
            found.push(Claimed {
                file,
                id,
                kind: "effects",
                text,
            })
        });
    }
    for (id, notes) in objects(&value["notes"]) {
        lines(notes, |text| {
            found.push(Claimed {
                file,
                id,
                kind: "notes",
                text,
            })
        });
    }
}

fn objects(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let entries = value.as_object().into_iter().flatten();
    entries.map(|(key, value)| (key.as_str(), value))
}

/// The texts of a list of statements: strings, or objects with a `text`.
fn lines<'l>(list: &'l Value, mut push: impl FnMut(&'l str)) {
    for line in list.as_array().into_iter().flatten() {
        if let Some(text) = line.as_str().or_else(|| line["text"].as_str()) {
            push(text);
        }
    }
}

fn table_texts<'l>(value: &'l Value, push: &mut impl FnMut(&'l str)) {
    match value {
        Value::String(text) => push(text),
        Value::Array(items) => items.iter().for_each(|item| table_texts(item, push)),
        Value::Object(entries) => entries.values().for_each(|item| table_texts(item, push)),
        _ => {}
    }
}

fn own_links<'l>(value: &'l Value, found: &mut Vec<&'l str>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| own_links(item, found)),
        Value::Object(entries) => {
            for (key, item) in entries {
                let links = item.as_array().filter(|_| key == "links");
                let links = links.into_iter().flatten().filter_map(Value::as_str);
                found.extend(links.filter(|link| link.starts_with('/')));
                own_links(item, found);
            }
        }
        _ => {}
    }
}

/// The letters and digits of the pages that import a claims file, by file.
fn texts(library: &Library) -> BTreeMap<&str, String> {
    let mut texts: BTreeMap<&str, String> = BTreeMap::new();
    let is_claims = |path: &&str| path.starts_with(CLAIMS);
    for page in &library.pages {
        let files: Vec<&str> = library
            .imported(page)
            .into_iter()
            .map(|(path, _)| path)
            .collect();
        let text = if files.iter().any(is_claims) {
            text_of(page)
        } else {
            String::new()
        };
        for file in files.into_iter().filter(is_claims) {
            texts.entry(file).or_default().push_str(&text);
        }
    }
    texts
}

fn text_of(page: &Page) -> String {
    letters(&read(&page.html).text)
}

fn is_shown(claim: &Claimed<'_>, texts: &BTreeMap<&str, String>) -> bool {
    texts
        .get(claim.file)
        .is_some_and(|text| text.contains(&letters(claim.text)))
}

/// Letters and digits in lower case; a page may break, mark and punctuate them in any way.
fn letters(text: &str) -> String {
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markdown::MarkdownPage;
    use serde_json::json;

    fn library(prose: &str, article: &str) -> Library {
        let markdown = format!("import claims from '@site/data/claims/a.json'\n\n{prose}\n");
        Library {
            pages: vec![Page {
                path: "/a".to_owned(),
                kind: "doc".to_owned(),
                source: "docs/a.md".to_owned(),
                markdown: MarkdownPage::parse(&markdown),
                html: format!("<article>{article}</article>"),
            }],
            redirects: BTreeMap::new(),
            components: Vec::new(),
            data: BTreeMap::from([
                (
                    "data/claims/a.json".to_owned(),
                    json!({"entries": {"x": {
                        "result": ["The burst lasts 12 s.", {"text": "It heals.", "links": ["/a#x"]}],
                        "tables": [{"columns": ["Hit"], "rows": [["5"]]}],
                    }}}),
                ),
                (
                    "data/claims/b.json".to_owned(),
                    json!({"talents": [{"name": "Bow", "effects": ["Charged: one two three four five six seven eight."]}]}),
                ),
            ]),
        }
    }

    #[test]
    fn a_statement_on_no_page_is_found() {
        let found = claims_are_shown(&library(
            "",
            "<p>The <b>burst</b> lasts 12 s. It heals.</p>Hit",
        ));
        assert_eq!(
            found,
            [
                "data/claims/a.json: tables of `x` is on no page: 5",
                "data/claims/b.json: effects of `Bow` is on no page: Charged: one two three four five six seven eight.",
            ]
        );
        let report = claims_report(&library("", "The burst lasts 12 s. It heals."));
        assert!(
            report.contains("| a.json | result | 2 | 2 (100.0 %) |"),
            "{report}"
        );
    }

    #[test]
    fn copies_ignorance_and_lost_links_are_found() {
        let library = library(
            "One two three four five six seven eight. The range is not known.",
            "<h2 id=\"y\">Y</h2>",
        );
        assert_eq!(
            no_claim_is_copied(&library),
            ["/a: `one two three four five six seven eight` is of a claim not cited"]
        );
        assert_eq!(ignorance_is_claimed(&library).len(), 1);
        assert_eq!(
            links_of_claims_lead_somewhere(&library),
            ["data/claims/a.json: /a#x leads nowhere"]
        );
    }
}
