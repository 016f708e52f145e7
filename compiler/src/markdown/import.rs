//! Reads `import … from '…'` lines and finds what they bring in.
//!
//! Data (`.json`), components and partials (`.md`) can be imported. Imports are hoisted: a name may be used above the
//! line that imports it.

use super::MarkdownContext;
use super::expression::{Found, Names};
use crate::diagnostic::{Code, Diagnostics, nearest};
use crate::source::{SourceFile, Span};
use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// The names and braces of a statement take up no more bytes than this.
const MAX_CLAUSE: usize = 4096;

/// An import statement as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Statement<'s> {
    /// The names it binds.
    pub(super) names: Vec<Name<'s>>,
    /// The path, escapes undone.
    pub(super) path: String,
    /// Where the path stands, without its quotes.
    pub(super) path_range: Range<usize>,
    /// The end of the statement.
    pub(super) end: usize,
}

/// A name that a statement binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Name<'s> {
    /// What it is called in this file.
    pub(super) local: &'s str,
    /// What it is called where it comes from; `None` for the whole.
    pub(super) export: Option<&'s str>,
}

/// What an imported name stands for.
#[derive(Clone, Debug)]
pub(super) enum Binding<'s> {
    /// A value from a data file.
    Data(Arc<Value>),
    /// The component of this name.
    Component(String),
    /// A Markdown file to be set in.
    Partial(&'s SourceFile),
    /// An import that failed, and was reported.
    Broken,
}

/// The names one file imports.
#[derive(Clone, Debug, Default)]
pub(super) struct Bindings<'s>(pub(super) BTreeMap<&'s str, Binding<'s>>);

impl Names for Bindings<'_> {
    fn value(&self, name: &str) -> Found<'_> {
        match self.0.get(name) {
            Some(Binding::Data(value)) => Found::Value(value),
            Some(Binding::Broken) => Found::Broken,
            Some(_) => Found::NoValue,
            None => Found::Unknown,
        }
    }

    fn names(&self) -> Vec<&str> {
        self.0.keys().copied().collect()
    }
}

/// Reads the statement that begins at `at`; `None` where the line is prose.
pub(super) fn scan(text: &str, at: usize) -> Option<Statement<'_>> {
    let rest = text.get(at..)?.strip_prefix("import")?;
    if !rest.starts_with([' ', '\t', '{', '\'', '"']) {
        return None;
    }
    let quote = clause_length(rest.as_bytes())?;
    let clause = rest[..quote].trim();
    if clause.contains("\n\n") {
        return None;
    }
    let names = match clause {
        "" => Vec::new(),
        _ => clause_names(clause.strip_suffix("from")?.trim_end())?,
    };
    let start = at + "import".len() + quote + 1;
    let line = text[start..].split('\n').next().unwrap_or("");
    let end = start + line.find(char::from(text.as_bytes()[start - 1]))?;
    let raw = text.get(start..end).filter(|path| !path.is_empty())?;
    let after = &text[end + 1..];
    let line = after.split('\n').next().unwrap_or("");
    let is_done = matches!(line.trim(), "" | ";")
        || line.trim().trim_start_matches(';').trim().starts_with("//");
    is_done.then(|| Statement {
        names,
        path: raw.replace('\\', ""),
        path_range: start..end,
        end: end + 1 + line.len(),
    })
}

/// The paths of the Markdown files a text imports, by name; commented-out lines are read, too.
pub(super) fn partials(text: &str) -> BTreeMap<&str, String> {
    let mut found = BTreeMap::new();
    let mut at = 0;
    while let Some(gap) = text[at..].find("import ") {
        let start = at + gap;
        at = start + 7;
        let is_line_start = start == 0 || text.as_bytes()[start - 1] == b'\n';
        let statement = if is_line_start {
            scan(text, start)
        } else {
            None
        };
        if let Some(Statement { names, path, .. }) = statement
            && let [Name { local, .. }] = names[..]
            && path.ends_with(".md")
        {
            found.insert(local, path);
        }
    }
    found
}

/// Where the quote stands behind names, commas and one pair of braces.
fn clause_length(bytes: &[u8]) -> Option<usize> {
    let mut braces = 0;
    for (at, byte) in bytes.iter().enumerate().take(MAX_CLAUSE) {
        match byte {
            b'\'' | b'"' => return Some(at),
            b'{' if braces > 0 => return None,
            b'{' => braces += 1,
            b'}' | b',' | b'*' | b'_' | b'$' => {}
            _ if byte.is_ascii_alphanumeric() || byte.is_ascii_whitespace() || *byte >= 0x80 => {}
            _ => return None,
        }
    }
    None
}

/// The names of `A`, `{ a, b as c }`, `A, { b }` and `* as d`.
fn clause_names(clause: &str) -> Option<Vec<Name<'_>>> {
    let is_name = |name: &str| {
        !name.is_empty()
            && name
                .chars()
                .all(|c| c.is_alphanumeric() || c == '_' || c == '$')
    };
    let mut names = Vec::new();
    let braces = clause.find('{').unwrap_or(clause.len());
    for (at, part) in clause
        .split(['{', '}', ','])
        .map(|part| (offset(clause, part), part.trim()))
    {
        if part.is_empty() {
            continue;
        }
        let (export, local) = match part.split_once(" as ") {
            Some((export, local)) => (export.trim(), local.trim()),
            None => (part, part),
        };
        if !is_name(local) || !is_name(export) && export != "*" {
            return None;
        }
        let export = (at > braces && export != "default").then_some(export);
        names.push(Name { local, export });
    }
    (!names.is_empty()).then_some(names)
}

fn offset(whole: &str, part: &str) -> usize {
    part.as_ptr() as usize - whole.as_ptr() as usize
}

/// Finds what a statement of `file` brings in and reports what it does not find.
pub(super) fn resolve<'s>(
    statement: &Statement<'s>,
    file: &SourceFile,
    context: &MarkdownContext<'s>,
    sink: &mut Diagnostics,
) -> Vec<(&'s str, Binding<'s>)> {
    let Range { start, end } = statement.path_range;
    let span = Span::new(file.id, start, end);
    let found = find(&statement.path, file, context);
    if let Err((message, help)) = &found {
        sink.error(Code::UnknownImport, span, message).help(help);
    }
    let mut bind = |name: &Name<'s>| match (&found, name.export) {
        (Err(_), _) => (name.local, Binding::Broken),
        (Ok(Binding::Component(_)), Some(export)) => {
            (name.local, Binding::Component(export.to_owned()))
        }
        (Ok(Binding::Data(value)), Some(export)) => match value.get(export) {
            Some(member) => (name.local, Binding::Data(Arc::new(member.clone()))),
            None => {
                let message = format!("`{}` has no key `{export}`", statement.path);
                let keys = value
                    .as_object()
                    .into_iter()
                    .flat_map(|object| object.keys());
                let near = nearest(export, keys.map(String::as_str));
                let way = format!(
                    "import the whole of it: `import data from '{}'`",
                    statement.path
                );
                let help = near.map_or(way, |near| format!("did you mean `{near}`?"));
                sink.error(Code::BadData, span, message).help(help);
                (name.local, Binding::Broken)
            }
        },
        (Ok(binding), _) => (name.local, binding.clone()),
    };
    statement.names.iter().map(&mut bind).collect()
}

/// The path below the content root that `written` means in `file`.
pub(super) fn tree_path(written: &str, file: &SourceFile) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    let rest = match written.strip_prefix("@site/") {
        Some(rest) => rest,
        None => {
            parts.extend(file.folder().split('/').filter(|part| !part.is_empty()));
            written
        }
    };
    for part in rest.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

type Refusal = (String, String);

fn find<'s>(
    written: &str,
    file: &SourceFile,
    context: &MarkdownContext<'s>,
) -> Result<Binding<'s>, Refusal> {
    let name = written.rsplit('/').next().unwrap_or(written);
    if written.starts_with("@theme/") {
        return Ok(Binding::Component(name.to_owned()));
    }
    if !written.starts_with(['.', '/']) && !written.starts_with("@site/") {
        let help = "import data, components or partials of this tree: `'@site/data/….json'`";
        return Err((
            format!("packages such as `{written}` cannot be imported"),
            help.to_owned(),
        ));
    }
    let path = tree_path(written, file).ok_or_else(|| missing(written, None))?;
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "json" => data(written, &path, context),
        "md" | "mdx" => partial(written, &path, context),
        "" | "js" | "jsx" | "ts" | "tsx" => {
            let name = name.split('.').next().unwrap_or(name);
            Ok(Binding::Component(name.to_owned()))
        }
        _ => {
            let help = "import `.json` data, components or `.md` partials; write images as `![…](./x.png)`";
            Err((format!("`{written}` cannot be imported"), help.to_owned()))
        }
    }
}

fn data<'s>(
    written: &str,
    path: &str,
    context: &MarkdownContext<'s>,
) -> Result<Binding<'s>, Refusal> {
    if let Some(value) = context.data.get(path) {
        return Ok(Binding::Data(Arc::clone(value)));
    }
    if context.tree.find(path).is_some() {
        return Ok(Binding::Broken);
    }
    Err(missing(
        written,
        nearest_file(path, context.data.keys().map(String::as_str)),
    ))
}

fn partial<'s>(
    written: &str,
    path: &str,
    context: &MarkdownContext<'s>,
) -> Result<Binding<'s>, Refusal> {
    if let Some(file) = context.tree.find(path) {
        return Ok(Binding::Partial(file));
    }
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let files = context
        .tree
        .below(folder)
        .filter(|file| file.has_extension("md"));
    Err(missing(
        written,
        nearest_file(path, files.map(|file| file.path.as_str())),
    ))
}

/// The path that has the same file name in another folder, or the nearest.
fn nearest_file<'n>(path: &str, paths: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let paths: Vec<&str> = paths.collect();
    let name = |path: &'n str| path.rsplit('/').next().unwrap_or(path);
    let wanted = path.rsplit('/').next().unwrap_or(path);
    let near = match paths.iter().any(|path| name(path) == wanted) {
        true => wanted,
        false => nearest(wanted, paths.iter().copied().map(name))?,
    };
    paths.into_iter().find(|path| name(path) == near)
}

fn missing(written: &str, near: Option<&str>) -> Refusal {
    let help = match near {
        Some(near) => format!("did you mean `@site/{near}`?"),
        None => "paths begin with `@site/` (the content folder), `./` or `../`".to_owned(),
    };
    (format!("no file `{written}`"), help)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::FileId;

    fn names(text: &str) -> Option<(Vec<&str>, String)> {
        let statement = scan(text, 0)?;
        Some((
            statement.names.iter().map(|name| name.local).collect(),
            statement.path,
        ))
    }

    #[test]
    fn statements_are_read() {
        assert_eq!(
            names("import a from '@site/a.json';"),
            Some((vec!["a"], "@site/a.json".into()))
        );
        assert_eq!(
            names("import {a,\n b as c} from \"./x\"\n"),
            Some((vec!["a", "c"], "./x".into()))
        );
        assert_eq!(
            names("import A, { b } from 'x' // why"),
            Some((vec!["A", "b"], "x".into()))
        );
        assert_eq!(
            names("import '../\\_common/x.md'"),
            Some((vec![], "../_common/x.md".into()))
        );
    }

    #[test]
    fn prose_is_no_statement() {
        for prose in [
            "import taxes rose",
            "important",
            "import 'a' is text",
            "import x from y",
            "imports 'x'",
        ] {
            assert_eq!(names(prose), None, "{prose}");
        }
    }

    #[test]
    fn relative_paths_stay_below_the_root() {
        let file = SourceFile::from_text(FileId(0), "docs/a/b.md", "");
        assert_eq!(tree_path("../_x.md", &file), Some("docs/_x.md".into()));
        assert_eq!(
            tree_path("@site/data/x.json", &file),
            Some("data/x.json".into())
        );
        assert_eq!(tree_path("../../../x", &file), None);
    }
}
