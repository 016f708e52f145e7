//! Reads `import … from '…'` lines and finds what they bring in.
//!
//! Data (`.json`), components and partials (`.md`) can be imported. Imports are hoisted: a name may be used above the
//! line that imports it.

use super::MarkdownContext;
use super::expression::{Found, Names};
use super::nearest::nearest;
use crate::diagnostic::{Code, Diagnostics};
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
    pub(super) names: Vec<&'s str>,
    /// The path, escapes undone.
    pub(super) path: String,
    /// Where the path stands, without its quotes.
    pub(super) path_range: Range<usize>,
    /// The end of the statement.
    pub(super) end: usize,
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
    let near = &rest[..rest.floor_char_boundary(MAX_CLAUSE)];
    let quote = near.find(['\'', '"'])?;
    let clause = near[..quote].trim();
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
            && let [name] = names[..]
            && path.ends_with(".md")
        {
            found.insert(name, path);
        }
    }
    found
}

/// The names of `A`, `{ a, b as c }`, `A, { b }` and `* as d`.
fn clause_names(clause: &str) -> Option<Vec<&str>> {
    let mut names = Vec::new();
    for part in clause.split(['{', '}', ',']) {
        let name = part.rsplit(" as ").next().unwrap_or(part).trim();
        if name.is_empty() {
            continue;
        }
        let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        if !name.chars().all(is_name) || part.trim().starts_with('*') && !part.contains(" as ") {
            return None;
        }
        names.push(name);
    }
    (!names.is_empty()).then_some(names)
}

/// Finds what a statement of `file` brings in and reports what it does not find.
pub(super) fn resolve<'s>(
    statement: &Statement<'s>,
    file: &SourceFile,
    context: &MarkdownContext<'s>,
    sink: &mut Diagnostics,
) -> Vec<(&'s str, Binding<'s>)> {
    let span = Span::new(
        file.id,
        statement.path_range.start,
        statement.path_range.end,
    );
    let found = find(&statement.path, file, context);
    if let Err((message, help)) = &found {
        sink.error(Code::UnknownImport, span, message).help(help);
    }
    let is_single = statement.names.len() == 1;
    let bind = |name: &&'s str| match &found {
        Ok(Binding::Component(_)) if !is_single => (*name, Binding::Component((*name).to_owned())),
        Ok(binding) => (*name, binding.clone()),
        Err(_) => (*name, Binding::Broken),
    };
    statement.names.iter().map(bind).collect()
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
    let path = tree_path(written, file).ok_or_else(|| missing(written, ""))?;
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
    let near = nearest(path, context.data.keys().map(String::as_str));
    Err(missing(
        written,
        &near.map_or(String::new(), |near| {
            format!("did you mean `@site/{near}`?")
        }),
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
    let near = nearest(path, files.map(|file| file.path.as_str()));
    Err(missing(
        written,
        &near.map_or(String::new(), |near| {
            format!("did you mean `@site/{near}`?")
        }),
    ))
}

fn missing(written: &str, help: &str) -> Refusal {
    let help = match help {
        "" => "paths begin with `@site/` (the content folder), `./` or `../`",
        _ => help,
    };
    (format!("no file `{written}`"), help.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::FileId;

    fn names(text: &str) -> Option<(Vec<&str>, String)> {
        scan(text, 0).map(|statement| (statement.names, statement.path))
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
