//! The interface's own tests: the type checker, and every vitest case of `ui/test`, named one by one.

use crate::support::expected::root;
use bindery_compiler::render::install::{self, Purpose};
use libtest_mimic::Trial;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// Test files by their path below `ui/test`, with the titles that can be read off the source.
type Listing = BTreeMap<String, BTreeSet<String>>;

/// The result of one vitest test: its file, its title, and the failure.
#[derive(Clone, Debug)]
struct Outcome {
    file: String,
    title: String,
    failure: Option<String>,
}

pub(crate) fn cases() -> Vec<Trial> {
    let mut cases = vec![Trial::test("ui::the_types_check", || Ok(check_types()?))];
    for (file, titles) in listing(&root().join("ui/test")) {
        for title in &titles {
            let (name, file, title) = (format!("ui::{file}::{title}"), file.clone(), title.clone());
            cases.push(Trial::test(name, move || Ok(case_passed(&file, &title)?)));
        }
        let name = format!("ui::{file}::(the file as a whole)");
        cases.push(Trial::test(name, move || Ok(file_passed(&file, &titles)?)));
    }
    cases
}

/// Installs the npm packages, those of the tests included.
pub(crate) fn install() -> Result<(), String> {
    static DONE: OnceLock<Result<(), String>> = OnceLock::new();
    let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join("npm-ci.log");
    let install = || install::ensure_modules(&root().join("ui"), Purpose::Test, &log);
    DONE.get_or_init(|| install().map_err(|error| error.to_string()))
        .clone()
}

fn check_types() -> Result<(), String> {
    install()?;
    let output = Command::new(root().join("ui/node_modules/.bin/tsc"))
        .args(["--noEmit", "--pretty", "false"])
        .current_dir(root().join("ui"))
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("tsc: {error}"))?;
    if output.status.success() {
        Ok(())
    } else {
        Err(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

fn case_passed(file: &str, title: &str) -> Result<(), String> {
    let own: Vec<_> = outcomes()?
        .iter()
        .filter(|one| one.file == file && one.title == title)
        .collect();
    if own.is_empty() {
        return Err("vitest did not run this case".to_owned());
    }
    own.into_iter()
        .find_map(|one| one.failure.clone())
        .map_or(Ok(()), Err)
}

/// Covers tests without a literal title (`it.each`), and files that could not be loaded.
fn file_passed(file: &str, titles: &BTreeSet<String>) -> Result<(), String> {
    let own: Vec<_> = outcomes()?.iter().filter(|one| one.file == file).collect();
    if own.is_empty() {
        return Err("vitest ran no case of this file".to_owned());
    }
    let unlisted = own.into_iter().filter(|one| !titles.contains(&one.title));
    let failures: Vec<_> = unlisted
        .filter_map(|one| Some(format!("{}: {}", one.title, one.failure.as_ref()?)))
        .collect();
    if failures.is_empty() {
        Ok(())
    } else {
        Err(failures.join("\n\n"))
    }
}

fn outcomes() -> Result<&'static [Outcome], String> {
    static OUTCOMES: OnceLock<Result<Vec<Outcome>, String>> = OnceLock::new();
    OUTCOMES
        .get_or_init(run_vitest)
        .as_deref()
        .map_err(Clone::clone)
}

fn run_vitest() -> Result<Vec<Outcome>, String> {
    install()?;
    let report =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("vitest-{}.json", std::process::id()));
    let output = Command::new("node")
        .args(["node_modules/vitest/vitest.mjs", "run", "--reporter=json"])
        .arg(format!("--outputFile={}", report.display()))
        .current_dir(root().join("ui"))
        .stdin(Stdio::null())
        .output()
        .map_err(|error| {
            format!("`node` could not be started ({error}); install Node 20 or newer")
        })?;
    let text = std::fs::read_to_string(&report);
    let text =
        text.map_err(|error| format!("{error}\n{}", String::from_utf8_lossy(&output.stderr)))?;
    let _ = std::fs::remove_file(&report);
    let json: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let files = json["testResults"].as_array().cloned().unwrap_or_default();
    Ok(files.iter().flat_map(file_outcomes).collect())
}

fn file_outcomes(result: &Value) -> Vec<Outcome> {
    let path = PathBuf::from(result["name"].as_str().unwrap_or_default());
    let file = path
        .strip_prefix(root().join("ui/test"))
        .unwrap_or(&path)
        .to_string_lossy()
        .into_owned();
    let own = |title: &str, failure: Option<String>| Outcome {
        file: file.clone(),
        title: title.to_owned(),
        failure,
    };
    let cases = result["assertionResults"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    if cases.is_empty() {
        return vec![own(
            "(loading)",
            Some(result["message"].as_str().unwrap_or("no case").to_owned()),
        )];
    }
    let outcome = |case: &Value| {
        let messages: Vec<_> = case["failureMessages"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let is_passed = case["status"] == "passed";
        let failure = (!is_passed).then(|| format!("{}: {}", case["status"], messages.join("\n")));
        own(case["title"].as_str().unwrap_or_default(), failure)
    };
    cases.iter().map(outcome).collect()
}

fn listing(folder: &Path) -> Listing {
    let mut listing = Listing::new();
    for path in test_files(folder) {
        let name = path
            .strip_prefix(folder)
            .unwrap_or(&path)
            .to_string_lossy()
            .into_owned();
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        listing.insert(name, text.lines().filter_map(title_in).collect());
    }
    listing
}

fn test_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    let mut files = Vec::new();
    for path in entries {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if path.is_dir() {
            files.extend(test_files(&path));
        } else if name.ends_with(".test.ts") || name.ends_with(".test.tsx") {
            files.push(path);
        }
    }
    files
}

/// The title in a line such as `it('opens', …`; `None` for other lines and for titles with escapes.
fn title_in(line: &str) -> Option<String> {
    let line = line.trim_start();
    let rest = line
        .strip_prefix("it(")
        .or_else(|| line.strip_prefix("test("))?;
    let quote = rest
        .chars()
        .next()
        .filter(|quote| matches!(quote, '\'' | '"'))?;
    let rest = &rest[1..];
    let end = rest.find(quote)?;
    let title = &rest[..end];
    (!title.contains('\\')).then(|| title.to_owned())
}
