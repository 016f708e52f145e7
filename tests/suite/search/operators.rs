//! The search for operators: exporting its records, using another search server, and clients of Typesense.

use super::{Case, engine, ensure};
use crate::interface::ui;
use crate::support::client::Connection;
use crate::support::expected::root;
use crate::support::server;
use libtest_mimic::Trial;
use serde_json::Value;
use std::process::Command;

const CASES: [Case; 4] = [
    ("records_can_be_exported", export),
    (
        "what_is_given_at_start_reaches_interface_and_policy",
        at_start,
    ),
    ("unmodified_clients_are_satisfied", clients),
    ("an_exported_site_finds_as_well", exported),
];

pub(super) fn cases() -> impl Iterator<Item = Trial> {
    CASES
        .iter()
        .map(|(name, case)| Trial::test(format!("search::{name}"), move || Ok(case()?)))
}

fn export() -> Result<(), String> {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("export-search");
    let output =
        crate::support::executable::bindery(&["export-search", &folder.to_string_lossy()])?;
    ensure(output.status.success(), || {
        String::from_utf8_lossy(&output.stderr).into_owned()
    })?;
    let read = |name: &str| {
        std::fs::read_to_string(folder.join(name)).map_err(|error| format!("{name}: {error}"))
    };
    let schema: Value =
        serde_json::from_str(&read("schema.json")?).map_err(|error| error.to_string())?;
    let name = schema["name"].as_str().unwrap_or_default();
    ensure(
        name.starts_with("tcl_") && read("README.md")?.contains(name),
        || name.to_owned(),
    )?;
    let known: Vec<&str> = schema["fields"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|field| field["name"].as_str())
        .collect();
    let records = read("records.jsonl")?;
    ensure(records.lines().count() == engine().index.len(), || {
        records.lines().count().to_string()
    })?;
    let mut ids = std::collections::BTreeSet::new();
    for line in records.lines() {
        let record: Value =
            serde_json::from_str(line).map_err(|error| format!("{line}: {error}"))?;
        let names = record
            .as_object()
            .into_iter()
            .flatten()
            .map(|(name, _)| name.as_str());
        let mut extra =
            names.filter(|name| !known.contains(name) && !["id", "docusaurus_tag"].contains(name));
        ensure(extra.next().is_none(), || line.to_owned())?;
        ensure(ids.insert(record["id"].to_string()), || {
            format!("two records of one id: {line}")
        })?;
    }
    let synonyms: Value =
        serde_json::from_str(&read("synonyms.json")?).map_err(|error| error.to_string())?;
    ensure(synonyms["items"].is_array(), || synonyms.to_string())
}

/// The search flags of `bindery serve` change the interface's settings and the policy.
fn at_start() -> Result<(), String> {
    let output =
        crate::support::executable::bindery(&["serve", "--search-nodes", "search.example.org"])?;
    ensure(output.status.code() == Some(2), || format!("{output:?}"))?;
    let running = server::start_with(&[
        "--search-nodes",
        "https://search.example.org,http://other.example.org:8108/ts",
        "--search-key",
        "only-search",
        "--search-collection",
        "moved",
    ])?;
    let mut connection = Connection::open(running.address)?;
    let page = connection.get("/", &[])?;
    let policy = page.header("content-security-policy");
    ensure(
        policy.contains(
            "connect-src 'self' https://search.example.org:443 http://other.example.org:8108;",
        ),
        || policy.to_owned(),
    )?;
    let settings = connection.get("/_bindery/settings.json", &[])?.text()?;
    let settings: Value = serde_json::from_str(&settings).map_err(|error| error.to_string())?;
    let search = &settings["search"];
    ensure(
        search["engine"] == "typesense"
            && search["nodes"][0]["port"] == 443
            && search["nodes"][1]["path"] == "/ts"
            && search["apiKey"] == "only-search"
            && search["collection"] == "moved"
            && search["ownCollection"] == "tcl"
            && search["fallback"] == true,
        || settings.to_string(),
    )?;
    // The settings that the interface uses by default.
    let own = connection.get(
        "/collections/tcl/documents/search?q=ganyu&query_by=content",
        &[],
    )?;
    ensure(own.status == 200, || format!("{own:?}"))?;
    let page = connection.get("/search?q=hutao", &[])?.text()?;
    ensure(page.contains("href=\"/characters/pyro/hu-tao\""), || page)
}

/// The unmodified packages `typesense` and `typesense-instantsearch-adapter` work.
fn clients() -> Result<(), String> {
    ui::install()?;
    let output = Command::new("node")
        .arg(root().join("tests/search/clients.mjs"))
        .arg(format!("http://{}", server::shared()?.address))
        .output()
        .map_err(|error| format!("node: {error}"))?;
    ensure(output.status.success(), || {
        String::from_utf8_lossy(&output.stderr).into_owned()
    })
}

/// Runs the browser's search engine in Node: on a static host the same queries find the same pages.
fn exported() -> Result<(), String> {
    ui::install()?;
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("exported-search");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
    }
    let output = crate::support::executable::bindery(&["export", &folder.to_string_lossy()])?;
    ensure(output.status.success(), || {
        String::from_utf8_lossy(&output.stderr).into_owned()
    })?;
    let output = Command::new("node")
        .arg(root().join("tests/search/static.mjs"))
        .arg(&folder)
        .output()
        .map_err(|error| format!("node: {error}"))?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let sets: Value = serde_json::from_str(&printed)
        .map_err(|error| format!("{error}: {}", String::from_utf8_lossy(&output.stderr)))?;
    for (name, set) in sets.as_object().into_iter().flatten() {
        let mean = set["mean"].as_f64().unwrap_or_default();
        let share = set["inTopThree"].as_f64().unwrap_or_default()
            / set["queries"].as_f64().unwrap_or(f64::INFINITY);
        ensure(mean >= 0.9 && share >= 73.0 / 77.0, || {
            format!("{name}: {set}")
        })?;
    }
    let site = std::fs::metadata(folder.join("_bindery/search/site.json"));
    let len = site.map_err(|error| error.to_string())?.len();
    ensure(len < 720_000, || format!("site.json: {len} bytes"))
}
