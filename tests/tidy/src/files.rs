//! Finds the source files of the repository and lines in them.

use std::path::{Path, PathBuf};

/// A text file: its path relative to the repository, and its text.
pub type SourceText = (String, String);

/// The folder of the repository.
#[must_use]
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}

/// The files below `folder` whose names have one of the endings, sorted by path; installed packages and build outputs are
/// left out.
#[must_use]
pub fn files(folder: &str, endings: &[&str]) -> Vec<SourceText> {
    let mut found = Vec::new();
    collect(&root().join(folder), endings, &mut found);
    found.sort();
    found
}

fn collect(folder: &Path, endings: &[&str], found: &mut Vec<SourceText>) {
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
        .unwrap_or(path)
        .to_string_lossy()
        .into_owned()
}

/// `path:line: text` of each line that `is_wrong` finds. Comments and everything from `#[cfg(test)]` on are left out.
#[must_use]
pub fn lines_where(files: &[SourceText], is_wrong: impl Fn(&str) -> bool) -> Vec<String> {
    let mut wrong = Vec::new();
    for (path, text) in files {
        let lines = text.lines().enumerate();
        for (at, line) in lines.take_while(|(_, line)| line.trim() != "#[cfg(test)]") {
            if !line.trim_start().starts_with("//") && is_wrong(line) {
                wrong.push(format!("{path}:{}: {}", at + 1, line.trim()));
            }
        }
    }
    wrong
}
