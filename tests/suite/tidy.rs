//! The invariants of ARCHITECTURE.md, read off the sources.

use crate::expected::root;
use libtest_mimic::Trial;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Lines a file may have without its tests.
const MAX_LINES: usize = 400;

type Case = (&'static str, fn() -> Result<(), String>);

const CASES: [Case; 11] = [
    (
        "the_compiler_knows_neither_server_nor_macros",
        compiler_is_alone,
    ),
    (
        "the_macros_read_only_the_manifest",
        macros_read_the_manifest,
    ),
    (
        "the_server_meets_the_compiler_only_in_author_commands",
        server_is_apart,
    ),
    (
        "files_are_read_and_written_in_few_modules",
        io_lives_in_few_modules,
    ),
    ("files_stay_short", files_stay_short),
    ("no_test_is_skipped_and_nothing_is_left_over", no_leftovers),
    ("css_uses_logical_properties", css_is_logical),
    ("components_carry_no_style_attribute", no_style_props),
    ("cargo_lock_names_only_crates_io", cargo_lock),
    ("package_locks_hold_no_addresses", package_locks),
    ("sources_are_formatted", formatted),
];

pub(crate) fn cases() -> Vec<Trial> {
    let trials = CASES
        .iter()
        .map(|(name, case)| Trial::test(format!("tidy::{name}"), move || Ok(case()?)));
    trials.collect()
}

/// The tracked and new files below `folder` with one of the endings: path relative to the root, and text.
pub(crate) fn files(folder: &str, endings: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    collect(&root().join(folder), endings, &mut found);
    found.sort();
    found
}

fn collect(folder: &Path, endings: &[&str], found: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() && !path.is_symlink() {
            if name != "node_modules" && name != "target" && !name.starts_with('.') {
                collect(&path, endings, found);
            }
        } else if endings.iter().any(|ending| name.ends_with(ending)) {
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            found.push((relative(&path), text));
        }
    }
}

fn relative(path: &Path) -> String {
    path.strip_prefix(root())
        .map_or_else(|_| PathBuf::from(path), PathBuf::from)
        .to_string_lossy()
        .into_owned()
}

/// `path:line: text` of the lines that `is_wrong` finds, tests and comments left out.
fn lines_where(files: &[(String, String)], is_wrong: impl Fn(&str) -> bool) -> Vec<String> {
    let mut wrong = Vec::new();
    for (path, text) in files {
        for (at, line) in text
            .lines()
            .enumerate()
            .take_while(|(_, line)| line.trim() != "#[cfg(test)]")
        {
            if !line.trim_start().starts_with("//") && is_wrong(line) {
                wrong.push(format!("{path}:{}: {}", at + 1, line.trim()));
            }
        }
    }
    wrong
}

fn none(wrong: Vec<String>) -> Result<(), String> {
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(wrong.join("\n"))
    }
}

fn compiler_is_alone() -> Result<(), String> {
    let foreign = [
        "bindery_server",
        "bindery_macros",
        "bindery_site",
        "bindery_engine",
        "rquickjs",
        "actix",
        "proc_macro",
    ];
    none(lines_where(&files("compiler/src", &[".rs"]), |line| {
        foreign.iter().any(|name| line.contains(name))
    }))
}

fn macros_read_the_manifest() -> Result<(), String> {
    let is_foreign = |line: &str| {
        let code = line.replace("`bindery_compiler::build`", "");
        code.contains("std::process")
            || code.match_indices("bindery_compiler::").any(|(at, name)| {
                let rest = &code[at + name.len()..];
                !rest.starts_with("manifest")
            })
    };
    none(lines_where(&files("macros/src", &[".rs"]), is_foreign))
}

fn server_is_apart() -> Result<(), String> {
    let files: Vec<_> = files("server/src", &[".rs"])
        .into_iter()
        .filter(|(path, _)| !path.starts_with("server/src/cli/"))
        .collect();
    none(lines_where(&files, |line| {
        line.contains("bindery_compiler")
    }))
}

fn io_lives_in_few_modules() -> Result<(), String> {
    let doors = [
        "source",
        "bundle",
        "install",
        "child",
        "files",
        "prerender/worker",
        "cache",
        "docusaurus/evaluate",
        "build",
        "error",
        "history",
        "manifest",
        "prerender/tests",
    ];
    let pure: Vec<_> = files("compiler/src", &[".rs"])
        .into_iter()
        .filter(|(path, _)| {
            !doors
                .iter()
                .any(|door| path.contains(&format!("src/{door}")))
                && !path.ends_with("tests.rs")
        })
        .collect();
    let wrong = [
        "std::fs",
        "fs::",
        "std::env",
        "SystemTime",
        "Command::new",
        "HashMap",
    ];
    let is_wrong = |line: &str| {
        let is_iteration_free = line.contains("HashMap") && !line.contains("for ");
        wrong.iter().any(|name| line.contains(name))
            && !is_iteration_free
            && !line.contains("CARGO_PKG")
    };
    none(lines_where(&pure, is_wrong))
}

fn files_stay_short() -> Result<(), String> {
    let folders = [
        "bench",
        "compiler",
        "engine",
        "macros",
        "server",
        "site",
        "tests",
        "ui/src",
        "content/components",
    ];
    let mut long = Vec::new();
    for (path, text) in folders
        .iter()
        .flat_map(|folder| files(folder, &[".rs", ".ts", ".tsx", ".mjs"]))
    {
        let lines = text
            .lines()
            .take_while(|line| line.trim() != "#[cfg(test)]")
            .count();
        if lines > MAX_LINES {
            long.push(format!("{path}: {lines} lines"));
        }
    }
    none(long)
}

fn no_leftovers() -> Result<(), String> {
    let words = [
        "#[ignore",
        "#[should_panic",
        "todo!(",
        "unimplemented!(",
        "dbg!(",
        "it.skip(",
        "test.skip(",
        ".only(",
    ];
    let folders = [
        "compiler",
        "engine",
        "macros",
        "server",
        "site",
        "ui/src",
        "ui/test",
        "content/components",
    ];
    let sources: Vec<_> = folders
        .iter()
        .flat_map(|folder| files(folder, &[".rs", ".ts", ".tsx", ".mjs"]))
        .collect();
    let is_open_end = |line: &str| line.contains("TODO") && !line.contains("TODO(#");
    none(lines_where(&sources, |line| {
        words.iter().any(|word| line.contains(word)) || is_open_end(line)
    }))
}

fn css_is_logical() -> Result<(), String> {
    let physical = [
        "margin-left",
        "margin-right",
        "padding-left",
        "padding-right",
        "border-left",
        "border-right",
        "text-align:left",
        "text-align:right",
        "text-align: left",
        "text-align: right",
        "float:left",
        "float:right",
        "float: left",
        "float: right",
    ];
    let is_position = |line: &str| {
        let compact = line.replace(' ', "");
        ["left:", "right:"].iter().any(|name| {
            compact
                .match_indices(name)
                .any(|(at, _)| at == 0 || matches!(compact.as_bytes()[at - 1], b'{' | b';'))
        })
    };
    let sheets: Vec<_> = ["ui/src", "content/components"]
        .iter()
        .flat_map(|folder| files(folder, &[".css"]))
        .collect();
    none(lines_where(&sheets, |line| {
        physical.iter().any(|name| line.contains(name)) || is_position(line)
    }))
}

fn no_style_props() -> Result<(), String> {
    let sources: Vec<_> = ["ui/src", "content/components"]
        .iter()
        .flat_map(|folder| files(folder, &[".tsx"]))
        .collect();
    none(lines_where(&sources, |line| {
        line.contains("style={") || line.contains("style=\"")
    }))
}

fn cargo_lock() -> Result<(), String> {
    let text =
        std::fs::read_to_string(root().join("Cargo.lock")).map_err(|error| error.to_string())?;
    let foreign = text.lines().filter(|line| {
        line.starts_with("source = ")
            && !line.contains("registry+https://github.com/rust-lang/crates.io-index")
    });
    none(foreign.map(str::to_owned).collect())
}

fn package_locks() -> Result<(), String> {
    let locks: Vec<_> = ["ui", "tests", "bench"]
        .iter()
        .flat_map(|folder| files(folder, &["package-lock.json"]))
        .collect();
    if locks.len() < 3 {
        return Err(format!(
            "expected the locks of ui, tests and bench, found {}",
            locks.len()
        ));
    }
    let mut wrong = lines_where(&locks, |line| line.contains("\"resolved\""));
    wrong.extend(
        locks
            .iter()
            .filter(|(_, text)| !text.contains("\"integrity\""))
            .map(|(path, _)| path.clone()),
    );
    none(wrong)
}

fn formatted() -> Result<(), String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args(["fmt", "--all", "--check"])
        .current_dir(root())
        .output();
    let output = output.map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!(
        "run `cargo fmt --all`\n{}",
        String::from_utf8_lossy(&output.stdout)
    ))
}
