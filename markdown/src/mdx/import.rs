//! Reads the import and export statements of MDX.
//!
//! Data, components, assets and partials (`.md`) can be imported; `export const` declares data or a component. All
//! names are hoisted: a name may be used above the statement that binds it. The module `resolve` resolves the paths.

mod resolve;
mod values;

pub(crate) use self::resolve::{
    find as binding, partial_file, require, resolve, svg_component, tree_path,
};

use crate::document::DataValue;
use crate::mdx::expression::{self, Lookup, Scope};
use bindery_source::SourceFile;
use bindery_source::javascript;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The maximum length of the names and braces of a statement, in bytes.
const MAX_CLAUSE: usize = 4096;

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
    let rest = text.get(at..)?.strip_prefix("import")?;
    if !rest.starts_with([' ', '\t', '\n', '\r', '{', '\'', '"', '*']) {
        return None;
    }
    let quote = clause_length(rest.as_bytes())?;
    if ["\n\n", "\n\r\n"]
        .iter()
        .any(|gap| rest[..quote].contains(gap))
    {
        return None;
    }
    let clause = rest[..quote].trim();
    let names = match clause {
        "" => Vec::new(),
        _ => clause_names(clause.strip_suffix("from")?.trim_end())?,
    };
    let start = at + "import".len() + quote + 1;
    let near = &text[start..text.floor_char_boundary(start + MAX_CLAUSE)];
    let end = near.find([char::from(text.as_bytes()[start - 1]), '\n'])? + start;
    let raw = text.get(start..end).filter(|path| !path.is_empty())?;
    Some(ImportStatement {
        names,
        path: raw.replace('\\', ""),
        path_range: start..end,
        end: statement_end(text, end)?,
    })
}

/// The offset after a statement whose last quote is at `quote`: of the next statement on its line, else of the line's
/// end. `None` when other text follows.
fn statement_end(text: &str, quote: usize) -> Option<usize> {
    if text[quote..].starts_with('\n') {
        return None;
    }
    let after = &text[quote + 1..];
    let rest = after.trim_start_matches([' ', '\t', ';', '\r']);
    let skipped = &after[..after.len() - rest.len()];
    let at = quote + 1 + skipped.len();
    if rest.is_empty() || rest.starts_with('\n') {
        return Some(at);
    }
    if rest.starts_with("//") {
        return Some(at + rest.find('\n').unwrap_or(rest.len()));
    }
    let is_statement = ["import ", "import\n", "import{", "import*", "export "];
    let is_next = is_statement.iter().any(|start| rest.starts_with(start));
    (is_next && skipped.contains(';')).then_some(at)
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

/// The name that an `export` declares: `export const NAME`, `export function NAME`.
pub(crate) fn exported_name(text: &str) -> Option<&str> {
    let mut rest = text.strip_prefix("export ")?.trim_start();
    rest = rest.strip_prefix("async ").unwrap_or(rest);
    let words = ["const ", "let ", "var ", "function ", "class "];
    rest = words.iter().find_map(|word| rest.strip_prefix(word))?;
    let rest = rest.trim_start();
    let name = javascript::identifier(rest);
    (!name.is_empty()).then_some(name)
}

/// The name of the component that an `export` declares: a function or class whose name begins with a capital letter.
pub(crate) fn exported_component(text: &str) -> Option<&str> {
    let name = exported_name(text).filter(|name| name.starts_with(char::is_uppercase))?;
    let rest = &text[text.find(name)? + name.len()..];
    let is_declared = text.starts_with("export function ")
        || text.starts_with("export async ")
        || text.starts_with("export class ");
    let value = rest
        .split_once('=')
        .map_or("", |(_, value)| value)
        .trim_start();
    let calls = ["(", "function", "React.", "memo(", "forwardRef("];
    let line = value.lines().next().unwrap_or_default();
    let is_function = calls.iter().any(|call| value.starts_with(call)) || line.contains("=>");
    (is_declared || is_function).then_some(name)
}

/// The value that `export const name = …` declares and the offset after the statement; `None` unless it is a literal.
pub(crate) fn exported_literal(text: &str, names: &dyn Scope) -> Option<(DataValue, usize)> {
    let name = exported_name(text)?;
    let equals = text.find('=')?;
    let is_plain = text[..equals].trim_end().ends_with(name);
    let start = equals + 1;
    let (value, length) = is_plain.then(|| expression::evaluate_start(&text[start..], names))??;
    let rest = &text[start + length..];
    let line = rest.split('\n').next().unwrap_or("");
    let end = start + length + line.len();
    let after = line.trim().trim_start_matches(';').trim();
    (after.is_empty() || after.starts_with("//")).then_some((value, end))
}

/// The length of an import clause: names, commas and at most one pair of braces up to the quote of the path.
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
fn clause_names(clause: &str) -> Option<Vec<ImportedName<'_>>> {
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
        if !javascript::is_identifier(local) || !javascript::is_identifier(export) && export != "*"
        {
            return None;
        }
        let is_named = at > braces && export != "default" || export == "*";
        let export = is_named.then_some(export);
        names.push(ImportedName { local, export });
    }
    (!names.is_empty()).then_some(names)
}

fn offset(whole: &str, part: &str) -> usize {
    part.as_ptr() as usize - whole.as_ptr() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use bindery_source::FileId;
    use serde_json::json;

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
    fn literals_can_be_declared() {
        let names = Bindings::default();
        let check = |text| exported_literal(text, &names).map(|(data, _)| data.into_value());
        assert_eq!(
            check("export const a = {b: [1, 'c'],\n};\n"),
            Some(json!({"b": [1, "c"]}))
        );
        assert_eq!(check("export const a = () => 1\n"), None);
        assert_eq!(check("export const a = 1 + 2\n"), None);
        assert_eq!(check("export function a() {}\n"), None);
    }

    #[test]
    fn functions_and_classes_in_upper_case_are_components() {
        for text in [
            "export const A = ({children}) => <b/>",
            "export const A = (\n  {b},\n) => {",
            "export const A = props => <b/>",
            "export function A() {",
            "export const A = React.memo(",
        ] {
            assert_eq!(exported_component(text), Some("A"), "{text}");
        }
        for text in [
            "export const a = () => 1",
            "export const A = 1 + 2",
            "export {A}",
        ] {
            assert_eq!(exported_component(text), None, "{text}");
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
