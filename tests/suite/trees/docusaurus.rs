//! Trees that Docusaurus built elsewhere: what it made of each is committed beside it as `NAME.json`, and every part of
//! that is a case here. `tests/sites/docusaurus/reference.mjs` makes the files anew.

mod compare;

use self::compare::{ASPECTS, Aspect};
use crate::support::expected::root;
use bindery_compiler::driver::check;
use libtest_mimic::Trial;
use serde_json::Value;
use std::path::{Path, PathBuf};

pub(crate) fn cases() -> Vec<Trial> {
    let mut cases = Vec::new();
    for tree in trees() {
        let name = tree
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        for aspect in ASPECTS {
            let tree = tree.clone();
            let case = move || Ok(compare(&tree, aspect)?);
            cases.push(Trial::test(
                format!("sites::docusaurus::{name}::{}", aspect.0),
                case,
            ));
        }
    }
    cases
}

fn trees() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join("tests/sites/docusaurus"));
    let entries = entries.into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let mut trees: Vec<_> = paths.filter(|path| path.is_dir()).collect();
    trees.sort();
    trees
}

fn compare(tree: &Path, (_, differences): Aspect) -> Result<(), String> {
    let wanted =
        std::fs::read_to_string(tree.with_extension("json")).map_err(|error| error.to_string())?;
    let wanted: Value = serde_json::from_str(&wanted).map_err(|error| error.to_string())?;
    let checked = check(tree, &root().join("ui"));
    let list = differences(&checked.site, &wanted);
    if list.is_empty() {
        return Ok(());
    }
    Err(format!("{} differences:\n{}", list.len(), list.join("\n")))
}
