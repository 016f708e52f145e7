//! The formatter and linter of all scripts and style sheets: those of the interface, of the site's components, and those that
//! the compiler, the server and the tests use.

use super::ui::install;
use crate::support::expected::root;
use bindery_tidy::files::paths;
use libtest_mimic::Trial;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};

/// The endings of the files that Biome checks.
const ENDINGS: [&str; 9] = [
    ".cjs", ".css", ".cts", ".js", ".jsx", ".mjs", ".mts", ".ts", ".tsx",
];

pub(crate) fn cases() -> Vec<Trial> {
    vec![Trial::test(
        "ui::the_sources_are_formatted_and_linted",
        || Ok(lint()?),
    )]
}

/// Folders at the root that a release writes; git ignores them.
const OUTPUTS: [&str; 3] = ["carried/", "carried.new/", "static-files/"];

/// Also fails for a file that Biome does not check, so that a new folder is not forgotten.
fn lint() -> Result<(), String> {
    install()?;
    let output = Command::new("npm")
        .args(["run", "--silent", "lint", "--"])
        .args(["--colors=off", "--verbose"])
        .current_dir(root().join("ui"))
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("npm: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        return Err(format!(
            "run `npm run format` in ui/, then correct what `npm run lint` reports\n{text}{}",
            String::from_utf8_lossy(&output.stderr)
        ));
    }
    let checked: BTreeSet<&str> = text.lines().filter_map(checked_file).collect();
    let missing: Vec<String> = paths("")
        .into_iter()
        .filter(|path| ENDINGS.iter().any(|ending| path.ends_with(ending)))
        .filter(|path| !OUTPUTS.iter().any(|folder| path.starts_with(folder)))
        .filter(|path| !is_of_tree(path) && !is_checked(path, &checked))
        .collect();
    match missing.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "`files` of biome.jsonc leaves out {}",
            missing.join(", ")
        )),
    }
}

/// The path in a line of the list of checked files.
fn checked_file(line: &str) -> Option<&str> {
    line.strip_prefix("  - ").map(str::trim_end)
}

/// Whether Biome lists a file: relative to `ui/` if it is inside, else absolute.
fn is_checked(path: &str, checked: &BTreeSet<&str>) -> bool {
    match path.strip_prefix("ui/") {
        Some(path) => checked.contains(path),
        None => checked.iter().any(|own| {
            let own = Path::new(own);
            own.is_absolute() && own.ends_with(path)
        }),
    }
}

/// Whether a file belongs to a tree that stands for one of a user, who writes as they like.
fn is_of_tree(path: &str) -> bool {
    path.strip_prefix("tests/sites/")
        .is_some_and(|path| path.starts_with("reader/") || path.matches('/').count() > 1)
}
