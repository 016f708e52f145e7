//! The reference's tables, made of the code that they describe: schemas, comments, help, explanations, and responses.
//!
//! What follows the line [`MARK`] of a page is generated. `UPDATE_SNAPSHOTS=1 cargo test --test suite manual::` writes it.

mod comments;
mod components;
mod keys;
mod program;
mod responses;

use crate::support::expected::root;
use libtest_mimic::Trial;

/// The line above what is generated.
pub(super) const MARK: &str = "<!-- generated -->\n";

type Generator = fn() -> Result<String, String>;

const PAGES: [(&str, Generator); 10] = [
    ("site-toml", keys::site),
    ("front-matter", keys::front_matter),
    ("category-json", keys::category),
    ("components", components::table),
    ("command-line", program::command_line),
    ("environment", program::variables),
    ("diagnostics", program::diagnostics),
    ("http", responses::examples),
    ("search-api", responses::first_hit),
    ("metrics", responses::metrics),
];

pub(crate) fn cases() -> Vec<Trial> {
    let case = |(name, generate): (&'static str, Generator)| {
        Trial::test(
            format!("manual::reference_is_what_the_code_says::{name}"),
            move || Ok(compare(name, &generate()?)?),
        )
    };
    let mut cases: Vec<Trial> = PAGES.into_iter().map(case).collect();
    cases.push(Trial::test("manual::schemas_describe_each_key", || {
        Ok(compare_descriptions()?)
    }));
    cases
}

/// The descriptions in the schemas are those of the reference.
fn compare_descriptions() -> Result<(), String> {
    for (schema, lines) in keys::descriptions()? {
        let path = root().join(format!("compiler/src/driver/schemas/{schema}.txt"));
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            std::fs::write(&path, &lines).map_err(|error| error.to_string())?;
        }
        let found = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
        if found != lines {
            return Err(format!(
                "{} is out of date; run `UPDATE_SNAPSHOTS=1 cargo test --test suite manual::`",
                path.display()
            ));
        }
    }
    Ok(())
}

fn compare(name: &str, generated: &str) -> Result<(), String> {
    let path = root().join(format!("docs/pages/reference/{name}.md"));
    let page = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
    let (written, found) = page.split_once(MARK).ok_or("the page has no mark")?;
    let generated = format!("\n{}\n", generated.trim());
    if found == generated {
        return Ok(());
    }
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        let page = format!("{written}{MARK}{generated}");
        return std::fs::write(&path, page).map_err(|error| error.to_string());
    }
    let mut lines = found.lines().zip(generated.lines());
    let first = lines.find(|(one, other)| one != other);
    Err(format!(
        "{} is out of date: {first:?}; run `UPDATE_SNAPSHOTS=1 cargo test --test suite manual::`",
        path.display()
    ))
}

/// Text for a cell of a table.
fn cell(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.replace('|', "\\|")
}
