//! Lists the components that a Docusaurus tree registers in `src/theme/MDXComponents`, without running that file.
//!
//! It reads the keys of the object, which are names of tags or of HTML elements, and the exports of the modules that are spread
//! into it. `ui/bundler/mdxComponents.mjs` finds their modules.

use crate::source::javascript::{self, Token, TokenKind, code_tokens};
use crate::source::{SourceFile, SourceTree};
use std::collections::{BTreeMap, BTreeSet};

const FORMS: [&str; 8] = [
    ".tsx",
    ".ts",
    ".jsx",
    ".js",
    "/index.tsx",
    "/index.ts",
    "/index.jsx",
    "/index.js",
];

/// The names of tags that the tree's own components have; empty for a tree that registers none.
pub(super) fn registered_components(tree: &SourceTree) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let Some(file) = script(tree, "src/theme/MDXComponents") else {
        return names;
    };
    let code = code_tokens(&file.text);
    let imports: BTreeMap<&str, &str> = default_imports(&code).collect();
    for entry in default_object(&code).map(entries).unwrap_or_default() {
        match entry {
            [sign, name, ..] if sign.is("...") => {
                names.extend(spread(tree, file, &code, name.text))
            }
            [key, rest @ ..] => {
                let is_key = match rest.first() {
                    Some(next) => next.is(":") || next.is("("),
                    None => key.kind == TokenKind::Word,
                };
                let value = rest.get(1).unwrap_or(key);
                let imported = imports.get(value.text).copied().unwrap_or_default();
                let key = key.quoted().unwrap_or(key.text);
                let is_named = is_component(key) || is_element(key) && !is_of_theme(imported);
                names.extend(Some(key.to_owned()).filter(|_| is_key && is_named));
            }
            [] => {}
        }
    }
    names
}

/// The Markdown files among the registered components: names of tags with paths in the form `@site/…`.
pub(super) fn registered_partials(tree: &SourceTree) -> BTreeMap<String, String> {
    let mut partials = BTreeMap::new();
    let Some(file) = script(tree, "src/theme/MDXComponents") else {
        return partials;
    };
    let code = code_tokens(&file.text);
    let imports: BTreeMap<&str, &str> = default_imports(&code).collect();
    for entry in default_object(&code).map(entries).unwrap_or_default() {
        let (key, local) = match entry {
            [key] => (key, key),
            [key, colon, local] if colon.is(":") => (key, local),
            _ => continue,
        };
        let name = key.quoted().unwrap_or(key.text);
        let path = imports.get(local.text).filter(|_| is_component(name));
        let path = path.filter(|path| path.ends_with(".mdx") || path.ends_with(".md"));
        let path = path.and_then(|path| match path.starts_with('.') {
            true => resolve_path(file.folder(), path).map(|path| format!("@site/{path}")),
            false => Some((*path).to_owned()),
        });
        partials.extend(path.map(|path| (name.to_owned(), path)));
    }
    partials
}

/// The names and paths of `import Name from 'path'`.
fn default_imports<'t>(code: &[Token<'t>]) -> impl Iterator<Item = (&'t str, &'t str)> {
    code.windows(4).filter_map(|window| match window {
        [import, name, from, path] if import.is("import") && from.is("from") => {
            Some((name.text, path.quoted()?))
        }
        _ => None,
    })
}

fn is_component(name: &str) -> bool {
    let is_word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_word && name.starts_with(|c: char| c.is_ascii_uppercase())
}

/// The elements that Markdown's syntax makes.
const ELEMENTS: [&str; 27] = [
    "a",
    "blockquote",
    "br",
    "code",
    "del",
    "em",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "img",
    "input",
    "li",
    "ol",
    "p",
    "pre",
    "strong",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "ul",
];

/// Whether a registered name is that of an element, not of a tag.
pub(super) fn is_element(name: &str) -> bool {
    ELEMENTS.contains(&name)
}

/// Whether a module is the theme's own, which changes nothing.
fn is_of_theme(path: &str) -> bool {
    let mut scopes = ["@theme/", "@theme-original/", "@theme-init/"].iter();
    scopes.any(|scope| path.starts_with(scope))
}

/// The script at a path of the tree, which is written without its ending.
pub(super) fn script<'t>(tree: &'t SourceTree, path: &str) -> Option<&'t SourceFile> {
    let mut forms = FORMS.iter().map(|end| format!("{path}{end}"));
    forms.find_map(|path| tree.find(&path))
}

/// What follows a sequence of words and signs.
fn after<'c, 't>(code: &'c [Token<'t>], sequence: &[&str]) -> Option<&'c [Token<'t>]> {
    let is_sequence = |window: &[Token<'_>]| {
        let mut pairs = window.iter().zip(sequence);
        pairs.all(|(token, text)| token.is(text))
    };
    let at = code.windows(sequence.len()).position(is_sequence)?;
    Some(&code[at + sequence.len()..])
}

/// The inside of the object that is the default export, or that the exported constant is.
fn default_object<'c, 't>(code: &'c [Token<'t>]) -> Option<&'c [Token<'t>]> {
    let mut exported = after(code, &["export", "default"])?;
    while let [open, rest @ ..] = exported
        && open.is("(")
    {
        exported = rest;
    }
    let name = exported.first()?;
    if name.is("{") {
        return braces(exported);
    }
    let mut declarations = ["const", "let", "var"].into_iter();
    let declared = declarations.find_map(|word| after(code, &[word, name.text]))?;
    let mut depth = 0;
    let value = declared.iter().position(|token| {
        depth += javascript::depth_change(token);
        depth == 0 && token.is("=")
    })?;
    braces(&declared[value..])
}

/// What is between the first brace and its end.
fn braces<'c, 't>(code: &'c [Token<'t>]) -> Option<&'c [Token<'t>]> {
    let start = code.iter().position(|token| token.is("{"))?;
    let mut depth = 0;
    let length = code[start..].iter().position(|token| {
        depth += javascript::depth_change(token);
        depth == 0
    })?;
    Some(&code[start + 1..start + length])
}

/// The entries of an object, which commas outside of brackets separate.
fn entries<'c, 't>(object: &'c [Token<'t>]) -> Vec<&'c [Token<'t>]> {
    let mut depth = 0;
    let entries = object.split(|token| {
        depth += javascript::depth_change(token);
        depth == 0 && token.is(",")
    });
    entries.filter(|entry| !entry.is_empty()).collect()
}

/// The components that a module of the tree exports, which `code` in `file` imports as a whole and spreads.
fn spread(
    tree: &SourceTree,
    file: &SourceFile,
    code: &[Token<'_>],
    name: &str,
) -> BTreeSet<String> {
    let imported = after(code, &["*", "as", name, "from"]);
    let written = imported.and_then(|rest| rest.first()?.quoted());
    let path = written.and_then(|written| match written.strip_prefix("@site/") {
        Some(path) => Some(path.to_owned()),
        None => resolve_path(file.folder(), written),
    });
    let module = path.and_then(|path| script(tree, &path));
    module.map_or_else(BTreeSet::new, |module| exports(&code_tokens(&module.text)))
}

/// A relative path from a folder of the tree.
pub(super) fn resolve_path(folder: &str, written: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in written.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()?),
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

fn exports(code: &[Token<'_>]) -> BTreeSet<String> {
    let mut names: Vec<&Token<'_>> = Vec::new();
    let mut rest = code;
    while let Some(exported) = after(rest, &["export"]) {
        rest = exported;
        match exported {
            [open, ..] if open.is("{") => {
                let list = entries(braces(exported).unwrap_or_default());
                names.extend(list.iter().filter_map(|entry| entry.last()));
            }
            [word, ..] if DECLARATIONS.contains(&word.text) => {
                let mut words = exported
                    .iter()
                    .filter(|token| token.kind == TokenKind::Word);
                names.extend(words.find(|token| !DECLARATIONS.contains(&token.text)));
            }
            _ => {}
        }
    }
    let names = names.into_iter().map(|token| token.text);
    names
        .filter(|name| is_component(name))
        .map(str::to_owned)
        .collect()
}

/// The words before the name that an export declares.
const DECLARATIONS: [&str; 5] = ["async", "class", "const", "function", "let"];

#[cfg(test)]
mod tests {
    use super::*;

    fn names(files: &[(&str, &str)]) -> Vec<String> {
        let tree = SourceTree::from_texts(files);
        registered_components(&tree).into_iter().collect()
    }

    #[test]
    fn keys_of_the_exported_object_are_names() {
        let code = "import Base from '@theme-original/MDXComponents'; // {a, B}\n\
            import Card from './Card';\n\
            export default { ...Base, Card, 'Note': (p) => <i>{p, Inner}</i>, table: T, Last };";
        assert_eq!(
            names(&[("src/theme/MDXComponents.ts", code)]),
            ["Card", "Last", "Note", "table"]
        );
        let code = "const all: Record<string, {a: 1}> = { Card, h1: (p) => <b a='}' /> };\nexport default all;";
        assert_eq!(
            names(&[("src/theme/MDXComponents/index.tsx", code)]),
            ["Card", "h1"]
        );
        assert!(names(&[("src/theme/Other.ts", code)]).is_empty());
    }

    #[test]
    fn keys_of_elements_are_names_unless_they_are_the_themes() {
        let code = "import Base from '@theme-original/MDXComponents';\nimport Img from '@theme/MDXComponents/Img';\n\
            import Link from './Link';\nexport default {...Base, a: Link, img: Img, h2: Base.h2, 'table': (props) => 1, head: 1, code};";
        assert_eq!(
            names(&[("src/theme/MDXComponents.ts", code)]),
            ["a", "code", "table"]
        );
    }

    #[test]
    fn brackets_in_literals_and_comments_are_no_entries() {
        let code = "// export default { Comment }\nconst note = 'export default { No }';\n\
            export default { A: () => '}, B', C: `{, D: ${'}'}`, /* , E */ F: /[{'],/, \
            G: () => <i>, H: (</i>, I };";
        assert_eq!(
            names(&[("src/theme/MDXComponents.js", code)]),
            ["A", "C", "F", "G", "I"]
        );
    }

    #[test]
    fn markdown_files_are_partials() {
        let code = "import Base from '@theme-original/MDXComponents';\nimport Note from '@site/docs/_note.mdx'\n\
            import Text from \"../../parts/text.md\";\nimport Card from './Card';\n\
            export default { ...Base, Note, Words: Text, Card };";
        let tree = SourceTree::from_texts(&[("src/theme/MDXComponents.js", code)]);
        let found: Vec<(String, String)> = registered_partials(&tree).into_iter().collect();
        let expected = [
            ("Note", "@site/docs/_note.mdx"),
            ("Words", "@site/parts/text.md"),
        ];
        assert_eq!(
            found,
            expected.map(|(name, path)| (name.to_owned(), path.to_owned()))
        );
    }

    #[test]
    fn exports_of_a_spread_module_are_names() {
        let code = "import * as icons from '../icons';\nexport default {...icons, A};";
        let icons = "export function Up() {}\nexport const Down = 1, other = 2;\nexport { default as Left, x as Right } from './x';";
        let found = names(&[
            ("src/theme/MDXComponents.js", code),
            ("src/icons/index.tsx", icons),
        ]);
        assert_eq!(found, ["A", "Down", "Left", "Right", "Up"]);
    }
}
