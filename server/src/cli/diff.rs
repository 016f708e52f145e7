//! `bindery diff`: the differences between what this executable serves and what another one serves.

use super::EXIT_FAILED;
use super::inventory::{Inventory, Item, inventory};
use super::other_executable;
use super::output::{print, print_error};
use crate::table::Site;
use std::path::PathBuf;

/// The flags of `bindery diff`.
#[derive(Debug, clap::Args)]
pub(super) struct DiffFlags {
    /// The other executable, of an older or a newer release
    #[arg(value_name = "OTHER")]
    other: PathBuf,
}

pub(super) fn run_diff(site: &'static Site, flags: &DiffFlags) -> u8 {
    match other_inventory(flags) {
        Ok(other) => print(compare(&other, &inventory(site)).as_bytes()),
        Err(message) => {
            print_error(&message);
            EXIT_FAILED
        }
    }
}

fn other_inventory(flags: &DiffFlags) -> Result<Inventory, String> {
    let name = flags.other.display();
    let stdout = other_executable::run(&flags.other, "inventory", &[])?;
    // The executable may print other text before the JSON.
    let from = stdout.iter().position(|byte| *byte == b'{').unwrap_or(0);
    let mut values = serde_json::Deserializer::from_slice(&stdout[from..]).into_iter();
    match values.next() {
        Some(Ok(inventory)) => Ok(inventory),
        _ => Err(format!("{name} printed no inventory")),
    }
}

/// A line for each path that is new, lost or changed, and a summary.
fn compare(old: &Inventory, new: &Inventory) -> String {
    if old.content == new.content && old.paths == new.paths {
        return format!("Both serve the same, content {}.\n", new.content);
    }
    let mut text = format!(
        "content {} -> {}\nbuild {} -> {}\n",
        old.content, new.content, old.build, new.build
    );
    let mut paths: Vec<&String> = old.paths.keys().chain(new.paths.keys()).collect();
    paths.sort_unstable();
    paths.dedup();
    let mut counts = [0_usize; 3];
    for path in paths {
        let (mark, count, line) = match (old.paths.get(path), new.paths.get(path)) {
            (None, Some(item)) => ("+", 0, format!("{} {} bytes", item.kind, item.bytes)),
            (Some(item), None) => ("-", 1, item.kind.clone()),
            (Some(was), Some(is)) if was != is => ("~", 2, changed(was, is)),
            _ => continue,
        };
        counts[count] += 1;
        text.push_str(&format!("{mark} {path}  {line}\n"));
    }
    let sum =
        |inventory: &Inventory| -> u64 { inventory.paths.values().map(|item| item.bytes).sum() };
    let [added, lost, changed] = counts;
    text.push_str(&format!(
        "{added} new, {lost} lost, {changed} changed; {} -> {} bytes\n",
        sum(old),
        sum(new)
    ));
    text
}

fn changed(was: &Item, is: &Item) -> String {
    match (was.kind == is.kind, is.kind.as_str()) {
        (false, _) => format!("{} -> {}", was.kind, is.kind),
        (true, "redirect") => format!("-> {} instead of {}", is.is, was.is),
        (true, kind) => format!("{kind} {} -> {} bytes", was.bytes, is.bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::inventory::item;

    fn inventory(paths: &[(&str, Item)]) -> Inventory {
        Inventory {
            content: paths.len().to_string(),
            build: "b".to_owned(),
            paths: paths
                .iter()
                .map(|(path, item)| ((*path).to_owned(), item.clone()))
                .collect(),
        }
    }

    #[test]
    fn new_lost_and_changed_paths_are_listed() {
        let old = inventory(&[
            ("/a", item("page", "\"1\"", 10)),
            ("/b", item("page", "\"2\"", 20)),
            ("/c", item("redirect", "/a", 0)),
            ("/same", item("file", "\"3\"", 5)),
        ]);
        let new = inventory(&[
            ("/a", item("page", "\"9\"", 12)),
            ("/c", item("redirect", "/d", 0)),
            ("/d", item("page", "\"4\"", 7)),
            ("/same", item("file", "\"3\"", 5)),
        ]);
        let text = compare(&old, &new);
        for line in [
            "~ /a  page 10 -> 12 bytes",
            "- /b  page",
            "~ /c  -> /d instead of /a",
            "+ /d  page 7 bytes",
            "1 new, 1 lost, 2 changed; 35 -> 24 bytes",
        ] {
            assert!(
                text.lines().any(|known| known == line),
                "no {line} in\n{text}"
            );
        }
        assert!(!text.contains("/same"));
        assert!(compare(&new, &new).starts_with("Both serve the same"));
    }
}
