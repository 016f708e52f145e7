//! Finds the paths that documents and comments name in backquotes, and checks that they exist.

use std::collections::BTreeSet;

/// Endings of source files. A path with one of them is a path of the repository.
const SOURCES: [&str; 4] = [".rs", ".ts", ".tsx", ".mjs"];

/// What stands for a part that differs: `tests/sites/TREE.json`.
const VARIABLES: [&str; 3] = ["CODE", "NAME", "TREE"];

/// The files and folders of a repository.
#[derive(Clone, Debug)]
pub struct RepositoryPaths {
    all: BTreeSet<String>,
    /// The folders at the root.
    top: BTreeSet<String>,
}

impl RepositoryPaths {
    /// From the paths of all files.
    #[must_use]
    pub fn new(files: Vec<String>) -> Self {
        let mut all = BTreeSet::new();
        let mut top = BTreeSet::new();
        for file in files {
            let folders = file.match_indices('/').map(|(at, _)| &file[..at]);
            top.extend(folders.clone().next().map(str::to_owned));
            all.extend(folders.map(str::to_owned));
            all.insert(file);
        }
        Self { all, top }
    }

    /// The paths in the backquotes of a line that are neither paths of the repository nor the ends of some: `lib/a.ts` is
    /// short for `ui/src/lib/a.ts`.
    #[must_use]
    pub fn missing<'l>(&self, line: &'l str) -> Vec<&'l str> {
        let quoted = line.split('`').skip(1).step_by(2);
        quoted.filter(|text| self.is_missing(text)).collect()
    }

    fn is_missing(&self, text: &str) -> bool {
        let path = text.trim_end_matches('/');
        let Some((first, _)) = text.split_once('/') else {
            return false;
        };
        let is_named = self.top.contains(first) || SOURCES.iter().any(|end| path.ends_with(end));
        let is_part = |c: char| c.is_ascii_alphanumeric() || "_-./@".contains(c);
        let is_variable = VARIABLES.iter().any(|word| path.contains(word));
        let is_end = |one: &String| {
            one.strip_suffix(path)
                .is_some_and(|rest| rest.ends_with('/'))
        };
        is_named
            && path.chars().all(is_part)
            && !is_variable
            && !self.all.contains(path)
            && !self.all.iter().any(is_end)
    }
}

/// The comment in a line of Rust, TypeScript, CSS or TOML.
#[must_use]
pub fn comment(line: &str) -> Option<&str> {
    let text = line.trim_start();
    let starts = ["//", "/*", "*", "#"];
    let is_attribute = text.starts_with("#[") || text.starts_with("#!");
    if starts.iter().any(|start| text.starts_with(start)) && !is_attribute {
        return Some(text);
    }
    line.split_once(" // ").map(|(_, comment)| comment)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_do_not_exist_are_found() {
        let files = ["ui/src/lib/a.ts", "tests/sites/b.json", "README.md"];
        let paths = RepositoryPaths::new(files.map(str::to_owned).into());
        let check = |line: &str, expected: &[&str]| assert_eq!(paths.missing(line), expected);
        check("`ui/src/lib/a.ts`, `lib/a.ts`, `ui/src/`, `src/lib`", &[]);
        check("`lib/b.ts` and `ui/lib`", &["lib/b.ts", "ui/lib"]);
        check("`ui/src/a.ts` `b/a.ts`", &["ui/src/a.ts", "b/a.ts"]);
        check(
            "`a.ts`, `text/html`, `/ui/x`, `ui/*.ts`, `tests/TREE.json`",
            &[],
        );
    }

    #[test]
    fn comments_of_all_languages_are_found() {
        assert_eq!(comment("    /// `a`"), Some("/// `a`"));
        assert_eq!(comment(" * `a`"), Some("* `a`"));
        assert_eq!(comment("# `a`"), Some("# `a`"));
        assert_eq!(comment("let a = 1; // `a`"), Some("`a`"));
        assert_eq!(comment("#[doc = \"`a`\"]"), None);
        assert_eq!(comment("let a = `b`;"), None);
    }
}
