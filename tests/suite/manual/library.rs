//! The page about the library lists what the roots of the public crates show, and each item is in an example that runs.

use crate::support::expected::root;
use libtest_mimic::Trial;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const CRATES: [&str; 3] = ["compiler", "macros", "server"];

/// Without an example that runs: it needs a bound site, which `site/lib.rs` and `examples/embed` have.
const NO_EXAMPLE: [&str; 1] = ["embed_site"];

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("manual::library_lists_the_public_items", || Ok(listed()?)),
        Trial::test("manual::public_items_have_examples", || Ok(examples()?)),
    ]
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The items that the root of a crate shows.
fn items(name: &str) -> Result<BTreeSet<String>, String> {
    let text = read(&root().join(name).join("src/lib.rs"))?;
    let mut items = BTreeSet::new();
    let mut is_hidden = false;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("#[doc(hidden)]") {
            is_hidden = true;
            continue;
        }
        let mut item = line.to_owned();
        while item.starts_with("pub use") && !item.ends_with(';') {
            item.push_str(lines.next().unwrap_or(";"));
        }
        if line.starts_with("pub ") && !is_hidden {
            items.extend(names(&item)?);
        }
        if !line.starts_with("#[") {
            is_hidden = false;
        }
    }
    Ok(items)
}

/// The names that `pub use a::{B, c as d};` or `pub fn e(` adds to the root.
fn names(item: &str) -> Result<Vec<String>, String> {
    if let Some(rest) = item.strip_prefix("pub fn ") {
        let name = rest.split('(').next().unwrap_or_default();
        return Ok(vec![name.to_owned()]);
    }
    let Some(path) = item.strip_prefix("pub use ") else {
        return Err(format!("`{item}` is not hidden; show single items only"));
    };
    let path = path.trim_end_matches(';');
    let list = match path.split_once('{') {
        Some((_, list)) => list.trim_end_matches('}'),
        None => path.rsplit("::").next().unwrap_or_default(),
    };
    let names = list
        .split(',')
        .map(str::trim)
        .filter(|name| !name.is_empty());
    Ok(names
        .map(|name| name.rsplit(" as ").next().unwrap_or(name).to_owned())
        .collect())
}

fn listed() -> Result<(), String> {
    let page = read(&root().join("docs/pages/reference/library.md"))?;
    let mut count = 0;
    for name in CRATES {
        let heading = format!("## bindery-{name}\n");
        let section = page.split(&heading).nth(1);
        let section = section.ok_or_else(|| format!("no section `{}`", heading.trim()))?;
        let section = section.split("\n## ").next().unwrap_or_default();
        let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
        let found: BTreeSet<String> = rows
            .filter_map(|row| row.split(['`', '!']).next())
            .map(str::to_owned)
            .collect();
        let items = items(name)?;
        if found != items {
            let difference: Vec<_> = found.symmetric_difference(&items).collect();
            return Err(format!(
                "bindery-{name}: the page and the crate differ in {difference:?}"
            ));
        }
        count += items.len();
    }
    match count {
        25..=40 => Ok(()),
        count => Err(format!("{count} items")),
    }
}

fn examples() -> Result<(), String> {
    for name in CRATES {
        let mut code = String::new();
        collect(&root().join(name).join("src"), &mut code)?;
        let words: BTreeSet<&str> = code
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .collect();
        let items = items(name)?;
        let mut items = items
            .iter()
            .filter(|item| !NO_EXAMPLE.contains(&item.as_str()));
        if let Some(item) = items.find(|item| !words.contains(item.as_str())) {
            return Err(format!("bindery-{name}: no example has `{item}`"));
        }
    }
    Ok(())
}

/// Adds the examples in the comments of all files below a folder, without hidden lines and those that are not compiled.
fn collect(folder: &Path, code: &mut String) -> Result<(), String> {
    let entries = fs::read_dir(folder).map_err(|error| error.to_string())?;
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, code)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            add_examples(&read(&path)?, code);
        }
    }
    Ok(())
}

fn add_examples(text: &str, code: &mut String) {
    let mut is_open = false;
    let mut is_compiled = false;
    for line in text.lines().map(str::trim) {
        let Some(line) = line.strip_prefix("///").or(line.strip_prefix("//!")) else {
            continue;
        };
        let line = line.trim();
        if let Some(kind) = line.strip_prefix("```") {
            is_open = !is_open;
            is_compiled = is_open && matches!(kind, "" | "no_run");
        } else if is_compiled && !line.starts_with("# ") {
            code.push_str(line);
            code.push('\n');
        }
    }
}
