//! Finds the source files of the repository and lines in them.

use crate::lexer::{test_lines, tokens};
use std::path::{Path, PathBuf};

/// A text file: its path relative to the repository, and its text.
pub type SourceText = (String, String);

/// The folder of the repository. Cargo names the folder of the package whose test it runs, which may be the repository itself;
/// the folder at compile time may be another one, if the target folder was copied.
#[must_use]
pub fn root() -> PathBuf {
    let here = std::env::var_os("CARGO_MANIFEST_DIR");
    let here = here.map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    let is_root = |folder: &&Path| folder.join("tests/tidy/src").is_dir();
    here.ancestors().find(is_root).unwrap_or(&here).to_owned()
}

/// The files below `folder` whose names have one of the endings, sorted by path; installed packages and build outputs are
/// left out.
#[must_use]
pub fn files(folder: &str, endings: &[&str]) -> Vec<SourceText> {
    let paths = paths(folder).into_iter();
    let paths = paths.filter(|path| endings.iter().any(|ending| path.ends_with(ending)));
    let read = |path: String| {
        let text = std::fs::read_to_string(root().join(&path)).unwrap_or_default();
        (path, text)
    };
    paths.map(read).collect()
}

/// The paths of the files below `folder`, sorted; installed packages and build outputs are left out.
#[must_use]
pub fn paths(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    collect(&root().join(folder), &mut found);
    found.sort();
    found
}

fn collect(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() && !path.is_symlink() {
            if name != "node_modules" && name != "target" && !name.starts_with('.') {
                collect(&path, found);
            }
        } else {
            found.push(relative(&path));
        }
    }
}

fn relative(path: &Path) -> String {
    path.strip_prefix(root())
        .unwrap_or(path)
        .to_string_lossy()
        .into_owned()
}

/// `path:line: text` of each line that `is_wrong` finds. Comments and items under `#[cfg(test)]` are left out.
#[must_use]
pub fn lines_where(files: &[SourceText], is_wrong: impl Fn(&str) -> bool) -> Vec<String> {
    let lines = files.iter().flat_map(|(path, text)| {
        let lines = product_lines(path, text).into_iter();
        lines.map(move |(number, line)| (path, number, line))
    });
    report(lines, is_wrong)
}

/// As [`lines_where`], with the test code.
#[must_use]
pub fn all_lines_where(files: &[SourceText], is_wrong: impl Fn(&str) -> bool) -> Vec<String> {
    let lines = files.iter().flat_map(|(path, text)| {
        let lines = text.lines().enumerate();
        lines.map(move |(at, line)| (path, at + 1, line))
    });
    report(lines, is_wrong)
}

fn report<'f>(
    lines: impl Iterator<Item = (&'f String, usize, &'f str)>,
    is_wrong: impl Fn(&str) -> bool,
) -> Vec<String> {
    let is_comment = |line: &str| line.trim_start().starts_with("//");
    lines
        .filter(|(_, _, line)| !is_comment(line) && is_wrong(line))
        .map(|(path, number, line)| format!("{path}:{number}: {}", line.trim()))
        .collect()
}

/// The lines of a file and their numbers from 1; of Rust, without the items under `#[cfg(test)]`.
#[must_use]
pub fn product_lines<'t>(path: &str, text: &'t str) -> Vec<(usize, &'t str)> {
    let tests = match path.ends_with(".rs") {
        true => test_lines(&tokens(text)),
        false => Vec::new(),
    };
    let is_test = |number: usize| tests.iter().any(|lines| lines.contains(&number));
    let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
    lines.filter(|(number, _)| !is_test(*number)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_behind_a_module_of_tests_are_read() {
        let text = "#[cfg(test)]\nmod tests;\n\nfn a() {}\n#[cfg(test)]\nmod b {\n    fn a() {}\n}\nfn ab() {}\n// a\n";
        let files = [("x.rs".to_owned(), text.to_owned())];
        let found = lines_where(&files, |line| line.contains("fn a"));
        assert_eq!(found, ["x.rs:4: fn a() {}", "x.rs:9: fn ab() {}"]);
        assert_eq!(all_lines_where(&files, |line| line.contains('a')).len(), 3);
    }
}
