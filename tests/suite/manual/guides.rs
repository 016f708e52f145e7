//! The files that a page shows, taken together, are a tree without problems; and so is the manual.

use super::blocks::{blocks, pages};
use crate::support::executable::bindery;
use crate::support::expected::root;
use crate::support::folders;
use bindery_compiler::diagnostic::Code;
use libtest_mimic::Trial;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The first lines of a `site.toml` whose block has other keys only.
const REQUIRED_KEYS: &str = "title = \"T\"\nurl = \"https://t.example\"\n";

/// The page of `explanation/comparison.md`, with the mistakes in its order, and the codes that they have here.
const MISTAKES: &str = "\
[1](./nope.md)\n
[2](/does/not/exist)\n
[3](index.md#no-such-heading)\n
[4](#nowhere)\n
![5](./missing.png)\n
[6][undefined-ref]\n
<a href=\"/html/missing\">7</a>\n";
const CODES: [(Code, usize); 4] = [
    (Code::BrokenLink, 3),
    (Code::BrokenAnchor, 2),
    (Code::MissingImage, 1),
    (Code::UndefinedReference, 1),
];

pub(crate) fn cases() -> Vec<Trial> {
    let mut cases = vec![
        Trial::test("manual::it_is_bound_without_a_problem", || Ok(whole()?)),
        Trial::test("manual::the_seven_mistakes_are_found", || Ok(mistakes()?)),
    ];
    for (path, text) in pages().unwrap_or_default() {
        let files = tree_files(&text);
        if files.is_empty() || path.ends_with("tutorial/first-site.md") {
            continue;
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let name = format!("manual::files_of::{name}");
        cases.push(Trial::test(name, move || Ok(check_files(&files)?)));
    }
    cases
}

/// The files that a page shows by path; blocks of one file follow each other. Markdown without a path is a page.
fn tree_files(page: &str) -> BTreeMap<String, String> {
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for block in blocks(page) {
        let page = format!("docs/example-{}.md", files.len());
        let is_page = block.language == "md" && block.title().is_none();
        let path = block.tree_file().or(is_page.then_some(page.as_str()));
        if let Some(path) = path {
            files
                .entry(path.to_owned())
                .or_default()
                .push_str(&block.text);
        }
    }
    files
}

fn check_files(files: &BTreeMap<String, String>) -> Result<(), String> {
    let folder = folders::empty_folder()?;
    let mut files = files.clone();
    let config = files.entry("site.toml".to_owned()).or_default();
    if !config.contains("title = ") {
        config.insert_str(0, REQUIRED_KEYS);
    }
    if !files.keys().any(|path| path.starts_with("docs/")) {
        files.insert(
            "docs/index.md".to_owned(),
            "---\nslug: /\n---\n\n# T\n".to_owned(),
        );
    }
    for (path, text) in &files {
        write(&folder.join(path), text)?;
    }
    expect_no_problem(&folder)
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let parent = path.parent().ok_or("BUG: a file has a folder")?;
    fs::create_dir_all(parent)
        .and_then(|()| fs::write(path, text))
        .map_err(|error| format!("{}: {error}", path.display()))
}

fn whole() -> Result<(), String> {
    expect_no_problem(&root().join("docs"))
}

fn expect_no_problem(folder: &Path) -> Result<(), String> {
    let output = bindery(&["check", "--all", &folder.to_string_lossy()])?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    match output.status.success() && text.contains("no problems") {
        true => Ok(()),
        false => Err(text + &String::from_utf8_lossy(&output.stderr)),
    }
}

fn mistakes() -> Result<(), String> {
    let folder = folders::empty_folder()?;
    write(&folder.join("site.toml"), REQUIRED_KEYS)?;
    write(
        &folder.join("docs/index.md"),
        "---\nslug: /\n---\n\n# T\n\n[a](./guide.md)\n",
    )?;
    write(
        &folder.join("docs/guide.md"),
        &format!("# Guide\n\n{MISTAKES}"),
    )?;
    let checked = bindery_compiler::driver::check(&folder, Path::new(""));
    for (code, count) in CODES {
        let found = checked.problems.iter().filter(|one| one.code == code);
        if found.count() != count {
            return Err(format!("{}: {:#?}", code.name(), checked.problems));
        }
    }
    let all: usize = CODES.iter().map(|(_, count)| count).sum();
    match checked.problems.len() == all && checked.problems.iter().all(|one| one.span.is_some()) {
        true => Ok(()),
        false => Err(format!("{:#?}", checked.problems)),
    }
}
