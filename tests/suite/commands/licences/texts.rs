//! Collects the texts of the packages' licences, each once.

use super::packages::Package;
use spdx::Expression;
use std::path::{Path, PathBuf};

/// The depth below a package's folder to which licences of included code are searched.
const MAX_DEPTH: usize = 5;

/// Beginnings of the names of files that hold a licence or a notice, in lower case.
const NAMES: [&str; 6] = [
    "license",
    "licence",
    "copying",
    "notice",
    "unlicense",
    "copyright",
];

/// Files that are no texts of a licence.
const CODE: [&str; 6] = ["rs", "c", "h", "js", "py", "sh"];

/// Texts in the order in which they were first met.
#[derive(Debug, Default)]
pub(super) struct Texts {
    all: Vec<String>,
}

impl Texts {
    /// The numbers of a package's texts, from 1.
    pub(super) fn of(&mut self, package: &Package) -> Result<Vec<usize>, String> {
        let paths = paths(package);
        let mut texts = paths
            .iter()
            .map(|path| read(path))
            .collect::<Result<Vec<_>, _>>()?;
        // Files in subfolders belong to code that the package includes.
        let is_own = |path: &PathBuf| {
            package.source.as_deref() == path.parent() || package.source.as_ref() == Some(path)
        };
        if !paths.iter().any(is_own) {
            texts.extend(standard(package)?);
        }
        let mut numbers: Vec<usize> = texts.into_iter().map(|text| self.number(text)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        Ok(numbers)
    }

    fn number(&mut self, text: String) -> usize {
        if let Some(at) = self.all.iter().position(|known| *known == text) {
            return at + 1;
        }
        self.all.push(text);
        self.all.len()
    }

    pub(super) fn numbered(&self) -> impl Iterator<Item = (usize, &String)> {
        (1..).zip(&self.all)
    }
}

/// The files with licences in the package's sources.
fn paths(package: &Package) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    match &package.source {
        Some(source) if source.is_file() => paths.push(source.clone()),
        Some(source) => collect(source, 0, &mut paths),
        None => {}
    }
    paths.sort();
    paths
}

fn read(path: &Path) -> Result<String, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(tidied(&String::from_utf8_lossy(&bytes)))
}

fn collect(folder: &Path, depth: usize, paths: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let entries: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    let names = |path: &Path| {
        let name = path.file_name().unwrap_or_default();
        name.to_string_lossy().to_lowercase()
    };
    for path in &entries {
        let name = names(path);
        if path.is_dir() {
            let is_apart = matches!(name.as_str(), "node_modules" | "tests" | "target");
            if depth < MAX_DEPTH && !is_apart {
                collect(path, depth + 1, paths);
            }
            continue;
        }
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        let is_text =
            NAMES.iter().any(|begin| name.starts_with(begin)) && !CODE.contains(&ending.as_ref());
        // `zstd` has two licences, `LICENSE` (BSD) and `COPYING` (GPL); Bindery uses it under the first.
        let is_other_choice =
            name == "copying" && entries.iter().any(|other| names(other) == "license");
        if is_text && !is_other_choice {
            paths.push(path.clone());
        }
    }
}

/// The standard text of a licence, for packages that ship none.
fn standard(package: &Package) -> Result<Vec<String>, String> {
    let Package {
        name,
        version,
        licence,
        authors,
        ..
    } = package;
    let expression = Expression::parse(licence);
    let expression = expression.map_err(|error| format!("{name}: `{licence}`: {error}"))?;
    let ids = expression
        .requirements()
        .filter_map(|one| one.req.license.id());
    let ids: Vec<_> = ids.collect();
    let is_mit = |id: &&spdx::LicenseId| id.name == "MIT";
    let chosen = ids.iter().find(is_mit).or(ids.first());
    let id = chosen.ok_or_else(|| format!("{name} {version} has no licence"))?;
    let authors = match authors.is_empty() {
        true => format!("the authors of {name}"),
        false => authors.join(", "),
    };
    let text = tidied(id.text());
    Ok(vec![format!(
        "({name} is used under {}. The package has no file with the licence's text; this is the standard one.\nCopyright (c) {authors})\n\n{text}",
        id.name
    )])
}

/// The text with plain line ends, without blanks at the ends of lines and of the text.
fn tidied(text: &str) -> String {
    let lines = text.trim_start_matches('\u{feff}').lines();
    let lines: Vec<&str> = lines.map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}
