//! Runs `REDbot` on one resource of each kind (<https://redbot.org>; `pip install redbot`).
//!
//! `ACCEPTED_NOTES` lists the accepted warnings with their reasons; any other warning is an error.

use crate::harness::server::RunningServer;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// Accepted notes: kind of resource (empty for all kinds), id, and reason.
const ACCEPTED_NOTES: [(&str, &str, &str); 3] = [
    (
        "",
        "SPECULATION_RULE_NOT_SECURE",
        "it asks over plain HTTP here; the address is relative and as secure as the page",
    ),
    (
        "",
        "RANGE_CL_FULL",
        "the file is so short that the part it asks for is all of it",
    ),
    (
        "gone",
        "FRESHNESS_NO_CACHE_NO_VALIDATOR",
        "what is gone has no version to be asked for",
    ),
];

/// Paths that every site has; the others are taken from the inventory.
const FIXED: [(&str, &str); 6] = [
    ("page for unknown paths", "/missing"),
    ("unknown file", "/missing.png"),
    ("settings", "/_bindery/settings.json"),
    ("home's payload", "/_bindery/page/"),
    ("another spelling", "/index.html"),
    ("health", "/healthz"),
];

/// Runs `program` on one resource of each kind.
///
/// # Errors
/// When it cannot be run, or emits a warning that is not accepted.
pub fn measure(binary: &Path, program: &Path) -> Result<(), String> {
    let served = RunningServer::bindery(binary, None)?;
    let origin = format!("http://{}", served.address);
    let mut unexpected = 0;
    for (kind, path) in resources(binary)? {
        let notes = notes(program, &format!("{origin}{path}"))?;
        println!("{kind}: {path}");
        for (level, id, summary) in notes {
            if !["WARN", "BAD"].contains(&level.as_str()) {
                continue;
            }
            let mut accepted = ACCEPTED_NOTES.iter();
            match accepted.find(|(of, known, _)| *known == id && (of.is_empty() || *of == kind)) {
                Some((_, _, why)) => println!("  stays: {summary} ({id}: {why})"),
                None => {
                    unexpected += 1;
                    println!("  {level}: {summary} ({id})");
                }
            }
        }
    }
    match unexpected {
        0 => Ok(()),
        count => Err(format!("{count} warnings that have no reason to stay")),
    }
}

/// One path of each kind that the executable has.
fn resources(binary: &Path) -> Result<Vec<(&'static str, String)>, String> {
    let output = Command::new(binary).arg("inventory").output();
    let output = output.map_err(|error| format!("cannot run {}: {error}", binary.display()))?;
    let inventory: Value =
        serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    let paths = inventory["paths"].as_object().ok_or("no inventory")?;
    let first = |kind: &str, matches: &dyn Fn(&str) -> bool| {
        let mut paths = paths.iter();
        let found = paths.find(|(path, item)| item["kind"] == kind && matches(path));
        found.map(|(path, _)| path.clone())
    };
    let kinds = [
        (
            "page",
            first("page", &|path| path.len() > 1 && path.starts_with('/')),
        ),
        ("redirect", first("redirect", &|_| true)),
        ("gone", first("gone", &|_| true)),
        ("style sheet", first("file", &|path| path.ends_with(".css"))),
        ("script", first("file", &|path| path.ends_with(".js"))),
        ("drawing", first("file", &|path| path.ends_with(".svg"))),
        ("picture", first("file", &|path| path.ends_with(".webp"))),
        ("feed", first("file", &|path| path.ends_with("rss.xml"))),
        (
            "sitemap",
            first("file", &|path| path.ends_with("sitemap.xml")),
        ),
        ("Markdown", first("file", &|path| path.ends_with(".md"))),
        (
            "robots.txt",
            first("file", &|path| path.ends_with("robots.txt")),
        ),
        (
            "results",
            first("page", &|path| path.ends_with("/search")).map(|path| format!("{path}?q=a")),
        ),
    ];
    let kinds = kinds.into_iter();
    let found = kinds.filter_map(|(kind, path)| Some((kind, path?)));
    let fixed = FIXED.iter().map(|(kind, path)| (*kind, (*path).to_owned()));
    Ok(found.chain(fixed).collect())
}

/// Level, id and summary of each note.
fn notes(program: &Path, url: &str) -> Result<Vec<(String, String, String)>, String> {
    let output = Command::new(program).args(["-o", "har", url]).output();
    let output = output.map_err(|error| {
        let name = program.display();
        format!("cannot run {name}: {error}; install it: `pip install redbot`")
    })?;
    let har: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("REDbot said nothing of {url}: {error}"))?;
    let entries = har["log"]["entries"].as_array().into_iter().flatten();
    let notes = entries.flat_map(|entry| entry["_red_messages"].as_array().into_iter().flatten());
    let text = |note: &Value, key: &str| note[key].as_str().unwrap_or_default().to_owned();
    let notes = notes.map(|note| {
        (
            text(note, "level"),
            text(note, "note_id"),
            text(note, "summary"),
        )
    });
    Ok(notes.collect())
}
