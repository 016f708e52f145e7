//! Times builds of a copy of the content tree, so that the tree itself does not change.

use crate::harness::process::{self, Cost};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds cold, after edits, and without a change, and prints a table.
pub fn measure(profile: &str, runs: usize) -> Result<(), String> {
    let copy = copied_tree(Path::new("content"))?;
    let build = |what: &str| -> Result<Cost, String> {
        let cost = process::run(&mut cargo_build(profile, copy.path()))?;
        println!(
            "{what:<34} {:>7.2} s wall {:>7.2} s cpu {:>6} MB peak",
            cost.wall.as_secs_f64(),
            cost.cpu.as_secs_f64(),
            cost.peak_kib / 1024
        );
        Ok(cost)
    };
    build("warm-up (dependencies compiled)")?;
    remove_cache()?;
    append(copy.path(), "")?;
    build("cold (own cache deleted)")?;
    let mut edits = Vec::new();
    for run in 0..runs {
        append(
            copy.path(),
            &format!("\nAn added sentence, number {run}.\n"),
        )?;
        edits.push(build("one page body edited")?.wall);
    }
    for run in 0..runs {
        let page = copy.path().join(format!("docs/bench-{run}.md"));
        std::fs::write(&page, "# A new page\n\nText.\n").map_err(|error| error.to_string())?;
        build("one page added")?;
        std::fs::remove_file(&page).map_err(|error| error.to_string())?;
        build("one page deleted")?;
    }
    for _ in 0..runs {
        build("no change")?;
    }
    let edit = process::median(&mut edits).unwrap_or_default();
    println!("median of the edits of a body: {:.2} s", edit.as_secs_f64());
    Ok(())
}

fn cargo_build(profile: &str, content: &Path) -> Command {
    let mut command = process::cargo_build(profile);
    command.env("BINDERY_CONTENT", content);
    command
}

/// The page that is edited. A short page would give a better figure than most edits have.
fn append(content: &Path, text: &str) -> Result<(), String> {
    let page = content.join("docs/characters/cryo/ganyu.md");
    let old =
        std::fs::read_to_string(&page).map_err(|error| format!("{}: {error}", page.display()))?;
    std::fs::write(&page, old + text).map_err(|error| error.to_string())
}

fn copied_tree(from: &Path) -> Result<tempfile::TempDir, String> {
    let copy = tempfile::tempdir().map_err(|error| error.to_string())?;
    for entry in walkdir::WalkDir::new(from) {
        let entry = entry.map_err(|error| error.to_string())?;
        let below = entry
            .path()
            .strip_prefix(from)
            .map_err(|error| error.to_string())?;
        let target = copy.path().join(below);
        let done = if entry.file_type().is_dir() {
            std::fs::create_dir_all(&target)
        } else {
            std::fs::copy(entry.path(), &target).map(|_| ())
        };
        done.map_err(|error| format!("{}: {error}", target.display()))?;
    }
    Ok(copy)
}

fn remove_cache() -> Result<(), String> {
    let cache = PathBuf::from("target/bindery-cache");
    match std::fs::remove_dir_all(&cache) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(format!("{}: {error}", cache.display()))
        }
        _ => Ok(()),
    }
}
