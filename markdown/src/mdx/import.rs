//! Reads the import statements of MDX.
//!
//! Data, components, assets and partials (`.md`) can be imported; `export const` declares data or a component. All
//! names are hoisted: a name may be used above the statement that binds it. The module `exports` reads exports, `resolve`
//! resolves the paths.

mod exports;
mod resolve;
mod values;

pub(crate) use self::exports::{exported_component, exported_literal, exported_name};
pub(crate) use self::resolve::{
    find as binding, partial_file, require, resolve, svg_component, tree_path,
};

use crate::document::DataValue;
use crate::mdx::expression::{Lookup, Scope};
use bindery_source::SourceFile;
use bindery_source::javascript::{self, Token, TokenKind};
use std::collections::{BTreeMap, BTreeSet};
use std::iter::Peekable;
use std::ops::Range;

/// The maximum length of an import, and of a declaration up to its value, in bytes.
const MAX_STATEMENT: usize = 8192;

/// A parsed import statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ImportStatement<'s> {
    /// The names it binds.
    pub(crate) names: Vec<ImportedName<'s>>,
    /// The path, escapes undone.
    pub(crate) path: String,
    /// The bytes of the path, without its quotes.
    pub(crate) path_range: Range<usize>,
    /// The offset after the statement.
    pub(crate) end: usize,
}

/// A name that a statement binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ImportedName<'s> {
    /// The bound name in this file.
    pub(crate) local: &'s str,
    /// The name of the export; `None` for the default export, `*` for all exports.
    pub(crate) export: Option<&'s str>,
}

/// The value that a name is bound to.
#[derive(Clone, Debug)]
pub(crate) enum Binding<'s> {
    /// A value from a data file.
    Data(DataValue),
    /// The component of this name.
    Component(String),
    /// All exports of a module of components; its name is that of its default component.
    Module(String),
    /// A function of Docusaurus whose result the build knows.
    Function(DocusaurusFunction),
    /// A Markdown file to be included.
    Partial(&'s SourceFile),
    /// A failed import, which was reported.
    Broken,
}

/// A function of Docusaurus that content may call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DocusaurusFunction {
    /// `useBaseUrl('/img/x.png')`.
    BaseUrl,
    /// `useCurrentSidebarCategory()`.
    CurrentCategory,
    /// `useCurrentSidebarSiblings()`.
    CurrentSiblings,
    /// `translate({message: '…'})`.
    Translate,
}

/// The names that the statements of a file bind.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bindings<'s>(pub(crate) BTreeMap<&'s str, Binding<'s>>);

impl Bindings<'_> {
    /// The function of this name.
    pub(crate) fn function(&self, name: &str) -> Option<DocusaurusFunction> {
        match self.0.get(name) {
            Some(Binding::Function(function)) => Some(*function),
            _ => None,
        }
    }
}

impl Scope for Bindings<'_> {
    fn value(&self, name: &str) -> Lookup<'_> {
        match self.0.get(name) {
            Some(Binding::Data(DataValue::Owned(value))) => Lookup::Value(value),
            Some(Binding::Data(DataValue::Shared(shared))) => Lookup::Shared(shared),
            Some(Binding::Broken) => Lookup::Broken,
            Some(_) => Lookup::NotAValue,
            None => Lookup::Unknown,
        }
    }

    fn names(&self) -> Vec<&str> {
        self.0.keys().copied().collect()
    }
}

/// Parses the import statement at `at`; `None` when the line is prose.
pub(crate) fn parse_import(text: &str, at: usize) -> Option<ImportStatement<'_>> {
    let near = text.get(at..text.floor_char_boundary(at + MAX_STATEMENT))?;
    let mut tokens = code_tokens(near);
    tokens.next_if(|token| token.is("import") && token.start == 0)?;
    let names = imported_names(&mut tokens)?;
    if !names.is_empty() {
        tokens.next_if(|token| token.is("from"))?;
    }
    let string = tokens.next()?;
    let is_path = string.kind == TokenKind::String && string.is_finished;
    let path = string.quoted().filter(|path| is_path && !path.is_empty())?;
    let before = &near[..string.start];
    if before.contains("\n\n") || before.contains("\n\r\n") {
        return None;
    }
    let start = at + string.start + 1;
    Some(ImportStatement {
        names,
        path: path.replace('\\', ""),
        path_range: start..start + path.len(),
        end: statement_end(text, at + string.end())?,
    })
}

/// The names of `A`, `{ a, b as c }`, `A, { b }` and `* as d`; none before a path.
fn imported_names<'t>(tokens: &mut CodeTokens<'t>) -> Option<Vec<ImportedName<'t>>> {
    let mut names = Vec::new();
    if let Some(token) = tokens.next_if(|token| token.kind == TokenKind::Word) {
        names.push(ImportedName {
            local: token.text,
            export: None,
        });
        tokens.next_if(|token| token.is(","));
    }
    if let Some(star) = tokens.next_if(|token| token.is("*")) {
        tokens.next_if(|token| token.is("as"))?;
        names.push(ImportedName {
            local: word(tokens)?,
            export: Some(star.text),
        });
    } else if tokens.next_if(|token| token.is("{")).is_some() {
        while tokens.next_if(|token| token.is("}")).is_none() {
            let export = word(tokens)?;
            let local = match tokens.next_if(|token| token.is("as")) {
                Some(_) => word(tokens)?,
                None => export,
            };
            names.push(ImportedName {
                local,
                export: Some(export).filter(|export| *export != "default"),
            });
            let is_last = tokens.peek()?.is("}");
            if !is_last {
                tokens.next_if(|token| token.is(","))?;
            }
        }
    }
    Some(names)
}

/// The tokens of a text without comments.
type CodeTokens<'t> = Peekable<Box<dyn Iterator<Item = Token<'t>> + 't>>;

fn code_tokens(text: &str) -> CodeTokens<'_> {
    let tokens = javascript::tokens(text).filter(|token| token.kind != TokenKind::Comment);
    let tokens: Box<dyn Iterator<Item = Token<'_>>> = Box::new(tokens);
    tokens.peekable()
}

fn word<'t>(tokens: &mut CodeTokens<'t>) -> Option<&'t str> {
    let token = tokens.next_if(|token| token.kind == TokenKind::Word)?;
    Some(token.text)
}

/// The offset after a statement whose last token ends at `at`: of the next statement on its line, else of the line's end.
/// `None` when other text follows.
fn statement_end(text: &str, at: usize) -> Option<usize> {
    let line = text[at..].split('\n').next().unwrap_or_default();
    let mut is_separate = false;
    for token in javascript::tokens(line) {
        let rest = &text[at + token.start..];
        match token.kind {
            TokenKind::Comment if token.is_finished => {}
            _ if token.is(";") => is_separate = true,
            _ if is_separate
                && (javascript::begins_import(rest) || javascript::begins_export(rest)) =>
            {
                return Some(at + token.start);
            }
            _ => return None,
        }
    }
    Some(at + line.len())
}

/// The names that statements anywhere in a file bind. Statements in comments count, too: this is a cheap search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hoisted<'s> {
    /// All names.
    pub(crate) names: BTreeSet<&'s str>,
    /// The paths of imported Markdown files by name.
    pub(crate) partials: BTreeMap<&'s str, String>,
}

/// Searches a text for import and export statements.
pub(crate) fn hoist_names(text: &str) -> Hoisted<'_> {
    let mut found = Hoisted::default();
    for ImportStatement { names, path, .. } in statements(text) {
        found.names.extend(names.iter().map(|name| name.local));
        let is_partial = path.ends_with(".md") || path.ends_with(".mdx");
        if let [ImportedName { local, .. }] = names[..]
            && is_partial
        {
            found.partials.insert(local, path);
        }
    }
    for start in lines_starting_with(text, "export ") {
        found.names.extend(exported_name(&text[start..]));
    }
    found
}

/// The paths of the modules whose default exports a text imports, by the names of these in the text.
#[must_use]
pub fn default_imports(text: &str) -> BTreeMap<&str, String> {
    let mut found = BTreeMap::new();
    for ImportStatement { names, path, .. } in statements(text) {
        let mut defaults = names.iter().filter(|name| name.export.is_none());
        found.extend(defaults.next().map(|name| (name.local, path)));
    }
    found
}

/// The ranges of the paths in the import statements of a text, without their quotes.
#[must_use]
pub fn import_paths(text: &str) -> Vec<Range<usize>> {
    statements(text)
        .map(|statement| statement.path_range)
        .collect()
}

/// The import statements that begin lines, and those behind them on the same lines.
fn statements(text: &str) -> impl Iterator<Item = ImportStatement<'_>> {
    lines_starting_with(text, "import").flat_map(move |start| {
        let next = move |statement: &ImportStatement<'_>| parse_import(text, statement.end);
        std::iter::successors(parse_import(text, start), next)
    })
}

/// The offsets of the lines that begin with `word`.
fn lines_starting_with<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = usize> + 't {
    let is_line_start = |at: usize| at == 0 || text.as_bytes()[at - 1] == b'\n';
    text.match_indices(word)
        .map(|(at, _)| at)
        .filter(move |at| is_line_start(*at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bindery_source::FileId;

    fn names(text: &str) -> Option<(Vec<&str>, String)> {
        let statement = parse_import(text, 0)?;
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
            names("import a /* why */, {b, // c\n d} from 'x' /* why */;"),
            Some((vec!["a", "b", "d"], "x".into()))
        );
        assert_eq!(
            names("import '../\\_common/x.md'"),
            Some((vec![], "../_common/x.md".into()))
        );
    }

    #[test]
    fn statements_may_share_a_line_or_be_broken() {
        let text =
            "import a from 'a'; import {b} from 'b';import\n  c\n  from 'c'\nimport d from 'd'";
        let names: Vec<&str> = hoist_names(text).names.into_iter().collect();
        assert_eq!(names, ["a", "b", "c", "d"]);
        assert_eq!(
            parse_import(text, 0).map(|statement| statement.end),
            Some(19)
        );
    }

    #[test]
    fn prose_is_no_statement() {
        for prose in [
            "import taxes rose",
            "important",
            "import 'a' is text",
            "import x from y",
            "import x from 'y\n'",
            "import\n\nx from 'y'",
            "imports 'x'",
        ] {
            assert_eq!(names(prose), None, "{prose}");
        }
    }

    #[test]
    fn names_are_hoisted() {
        let text = "import a, {b as c} from './x'\ntext {d}\nexport const d = 1\n import e from 'e'\nexport default f\n";
        assert_eq!(hoist_names(text).names, BTreeSet::from(["a", "c", "d"]));
    }

    #[test]
    fn default_imports_have_paths() {
        let text = "import a from './a.json'; import B, {c} from \"b\";\n\
            import {\n  default as d,\n} from 'd' // why\nimport {e} from 'e'\nimport f from 'f\n";
        let found = default_imports(text);
        let found: Vec<_> = found
            .iter()
            .map(|(name, path)| (*name, path.as_str()))
            .collect();
        assert_eq!(found, [("B", "b"), ("a", "./a.json"), ("d", "d")]);
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
