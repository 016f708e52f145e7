//! Checks the sources of dependencies in the lock files.

use crate::assert_none;
use bindery_tidy::files::{files, lines_where, root};

#[test]
fn cargo_lock_names_only_crates_io() {
    let text = std::fs::read_to_string(root().join("Cargo.lock")).expect("Cargo.lock");
    let foreign = text.lines().filter(|line| {
        line.starts_with("source = ")
            && !line.contains("registry+https://github.com/rust-lang/crates.io-index")
    });
    assert_none(&foreign.map(str::to_owned).collect::<Vec<_>>());
}

/// A `resolved` address would name one registry, so that mirrors could not serve the package.
#[test]
fn package_locks_hold_hashes_and_no_addresses() {
    let locks: Vec<_> = ["ui", "tests", "bench", "editors"]
        .iter()
        .flat_map(|folder| files(folder, &["package-lock.json"]))
        .collect();
    assert!(
        locks.len() >= 4,
        "the locks of ui, tests, bench and editors, found {}",
        locks.len()
    );
    let mut wrong = lines_where(&locks, |line| line.contains("\"resolved\""));
    let unhashed = locks
        .iter()
        .filter(|(_, text)| !text.contains("\"integrity\""));
    wrong.extend(unhashed.map(|(path, _)| format!("{path}: no `integrity`")));
    assert_none(&wrong);
}
