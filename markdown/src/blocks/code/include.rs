//! Reads the code of `file=path#region`: a file of the tree, or a part of one.

use crate::context::reads::TreeReader;
use crate::mdx::expression::ResolveError;
use crate::mdx::import;
use bindery_source::SourceFile;
use bindery_source::diagnostic::{did_you_mean_or, nearest};

/// The code at `written`, relative to `file`.
pub(crate) fn read(
    written: &str,
    file: &SourceFile,
    tree: TreeReader<'_>,
) -> Result<String, ResolveError> {
    let (path, part) = written.split_once('#').unwrap_or((written, ""));
    let found = find(path, file, tree)?;
    // Only files of a few kinds are decoded when they are read.
    let Ok(text) = std::str::from_utf8(&found.bytes) else {
        return Err(ResolveError::new(
            format!("`{path}` is not text"),
            "name a text file".to_owned(),
        ));
    };
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let lines: Vec<&str> = text.lines().collect();
    let chosen = if part.is_empty() {
        lines
            .iter()
            .filter(|line| marker(line).is_none())
            .copied()
            .collect()
    } else if let Some(range) = line_range(part) {
        numbered(range, &lines, path)?
    } else {
        region(part, &lines, path)?
    };
    Ok(without_indentation(&chosen))
}

fn find<'t>(
    path: &str,
    file: &SourceFile,
    tree: TreeReader<'t>,
) -> Result<&'t SourceFile, ResolveError> {
    let outside = || {
        ResolveError::new(
            format!("`{path}` leads out of the content tree"),
            "copy the file into the tree; only files in it can be shown".to_owned(),
        )
    };
    let written = path
        .strip_prefix("<rootDir>/")
        .map(|rest| format!("@site/{rest}"));
    let written = written.as_deref().unwrap_or(path);
    if written.starts_with('/') {
        return Err(outside());
    }
    let path_in_tree = import::tree_path(written, file).ok_or_else(outside)?;
    if let Some(found) = tree.find(&path_in_tree) {
        return Ok(found);
    }
    let paths = tree.files().iter().map(|file| file.path.as_str());
    let help = match nearest(&path_in_tree, paths) {
        Some(near) => format!("did you mean `@site/{near}`?"),
        None => "write `./x.py` for a file beside the page, or `@site/x.py` for one below the tree's root".to_owned(),
    };
    Err(ResolveError::new(format!("no file `{path}`"), help))
}

/// `L3`, `L3-L8`, `L3-8`, `L3-`.
fn line_range(part: &str) -> Option<(usize, Option<usize>)> {
    let (first, last) = match part.split_once('-') {
        Some((first, last)) => (first, Some(last)),
        None => (part, None),
    };
    let number = |text: &str| text.trim_start_matches('L').parse().ok();
    let start: usize = number(first.strip_prefix('L')?)?;
    match last {
        None => Some((start, Some(start))),
        Some("") => Some((start, None)),
        Some(last) => Some((start, Some(number(last)?))),
    }
}

fn numbered<'t>(
    (first, last): (usize, Option<usize>),
    lines: &[&'t str],
    path: &str,
) -> Result<Vec<&'t str>, ResolveError> {
    let last = last.unwrap_or(lines.len());
    if first == 0 || first > last || last > lines.len() {
        return Err(ResolveError::new(
            format!("`{path}` has no lines {first} to {last}"),
            format!(
                "it has {} lines; a region keeps its place when lines are added: `#region name`",
                lines.len()
            ),
        ));
    }
    Ok(lines[first - 1..last].to_vec())
}

fn region<'t>(name: &str, lines: &[&'t str], path: &str) -> Result<Vec<&'t str>, ResolveError> {
    let is_start = |line: &&str| marker(line) == Some(Marker::Start(name));
    let Some(start) = lines.iter().position(is_start) else {
        let names = lines.iter().filter_map(|line| match marker(line) {
            Some(Marker::Start(name)) => Some(name),
            _ => None,
        });
        let otherwise = format!("mark it in the file: `#region {name}` above, `#endregion` below");
        return Err(ResolveError::new(
            format!("`{path}` has no region `{name}`"),
            did_you_mean_or(name, names, &otherwise),
        ));
    };
    let mut depth = 0_usize;
    let mut chosen = Vec::new();
    for line in &lines[start + 1..] {
        match marker(line) {
            None => chosen.push(*line),
            Some(Marker::Start(_)) => depth += 1,
            Some(Marker::End(own)) if own == name || own.is_empty() && depth == 0 => {
                return Ok(chosen);
            }
            Some(Marker::End(_)) => depth = depth.saturating_sub(1),
        }
    }
    Err(ResolveError::new(
        format!("the region `{name}` of `{path}` has no end"),
        "write `#endregion` in a comment below it".to_owned(),
    ))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Marker<'t> {
    Start(&'t str),
    End(&'t str),
}

/// `#region x` and `ANCHOR: x` in a comment of any language.
fn marker(line: &str) -> Option<Marker<'_>> {
    let line = line.trim();
    let words = line.trim_start_matches(|c: char| "/*#<!-;%'{( ".contains(c));
    let has_sign = line[..line.len() - words.len()].contains('#');
    let words = words.strip_prefix("pragma ").unwrap_or(words);
    if let Some(name) = text_after("ANCHOR:", words) {
        return Some(Marker::Start(name)).filter(|_| !name.is_empty());
    }
    if let Some(name) = text_after("ANCHOR_END:", words) {
        return Some(Marker::End(name));
    }
    if !has_sign {
        return None;
    }
    match text_after("region", words) {
        Some("") => None,
        Some(name) => Some(Marker::Start(name)),
        None => text_after("endregion", words).map(Marker::End),
    }
}

/// The text after a word, without the end of the comment.
fn text_after<'t>(word: &str, words: &'t str) -> Option<&'t str> {
    let rest = words.strip_prefix(word)?;
    let is_whole = word.ends_with(':')
        || rest.is_empty()
        || rest.starts_with(|c: char| c.is_whitespace() || "*-".contains(c));
    let name = rest.trim().trim_end_matches(['*', '/', '-', '>', '}', ')']);
    is_whole.then_some(name.trim())
}

/// Removes the indentation that all lines have in common.
fn without_indentation(lines: &[&str]) -> String {
    let indent = |line: &&&str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let filled = lines.iter().filter(|line| !line.trim().is_empty());
    let common = filled.clone().map(|line| indent(&line)).min().unwrap_or(0);
    let first = filled.clone().next().map_or("", |line| &line[..common]);
    // Tabs in one line and spaces in another have no common indentation.
    let common = if filled.clone().all(|line| line.starts_with(first)) {
        common
    } else {
        0
    };
    let mut text = String::new();
    for line in lines {
        text.push_str(line.get(common..).unwrap_or(""));
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_regions_are_read_in_many_languages() {
        for line in [
            "// #region a-b",
            "//#region a-b",
            "# region a-b",
            "#region a-b",
            "<!-- #region a-b -->",
            "/* #region a-b */",
            "#pragma region a-b",
            "  # ANCHOR: a-b",
            "// ANCHOR: a-b",
        ] {
            assert_eq!(marker(line), Some(Marker::Start("a-b")), "{line}");
        }
        for line in ["// #endregion", "#endregion", "<!-- #endregion -->"] {
            assert_eq!(marker(line), Some(Marker::End("")), "{line}");
        }
        assert_eq!(marker("// ANCHOR_END: a"), Some(Marker::End("a")));
        for line in [
            "region = 1",
            "# regional",
            "// region",
            "#region",
            "ANCHORS: x",
        ] {
            assert!(!matches!(marker(line), Some(Marker::Start(_))), "{line}");
        }
    }

    #[test]
    fn line_numbers_are_read() {
        assert_eq!(line_range("L3"), Some((3, Some(3))));
        assert_eq!(line_range("L3-L8"), Some((3, Some(8))));
        assert_eq!(line_range("L3-8"), Some((3, Some(8))));
        assert_eq!(line_range("L3-"), Some((3, None)));
        assert_eq!(line_range("name"), None);
    }

    #[test]
    fn common_indentation_goes() {
        assert_eq!(without_indentation(&["  a", "", "    b"]), "a\n\n  b\n");
        assert_eq!(without_indentation(&["\ta", "  b"]), "\ta\n  b\n");
    }
}
