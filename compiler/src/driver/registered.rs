//! Reads which components a Docusaurus tree registers for its Markdown: the keys of `src/theme/MDXComponents`.
//!
//! The file is code, which is only read, not run: the keys that are written in it, and the exports of a module of the tree
//! that it spreads. `ui/bundler/registered.mjs` finds their modules.

use crate::source::{SourceFile, SourceTree};
use std::collections::BTreeSet;

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
    let code = plain_code(&file.text);
    let Some(object) = default_object(&code) else {
        return names;
    };
    for entry in entries(object) {
        match entry.strip_prefix("...") {
            Some(name) => names.extend(spread(tree, file, &code, name.trim())),
            None => {
                let end = entry.find([':', '(', '=']).unwrap_or(entry.len());
                let key = entry[..end].trim().trim_matches(['\'', '"']);
                names.extend(Some(key.to_owned()).filter(|key| is_component(key)));
            }
        }
    }
    names
}

fn is_component(name: &str) -> bool {
    let is_word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_word && name.starts_with(|c: char| c.is_ascii_uppercase())
}

fn script<'t>(tree: &'t SourceTree, path: &str) -> Option<&'t SourceFile> {
    let mut forms = FORMS.iter().map(|end| format!("{path}{end}"));
    forms.find_map(|path| tree.find(&path))
}

/// Code without comments.
fn plain_code(code: &str) -> String {
    let mut plain = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(at) = rest.find(['/', '\'', '"', '`']) {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = match rest.as_bytes() {
            [b'/', b'/', ..] => Err(rest.find('\n').unwrap_or(rest.len())),
            [b'/', b'*', ..] => Err(rest.find("*/").map_or(rest.len(), |end| end + 2)),
            [b'/', ..] => Ok(1),
            [quote, ..] => Ok(end_of_string(rest, char::from(*quote))),
            [] => Ok(0),
        };
        if let Ok(end) = end {
            plain.push_str(&rest[..end]);
        }
        rest = &rest[end.unwrap_or_else(|end| end)..];
    }
    plain.push_str(rest);
    plain
}

fn end_of_string(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if c == quote && !is_escaped {
            return at + 1;
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    text.len()
}

/// The inside of the object that is the default export, or that the exported constant is.
fn default_object(code: &str) -> Option<&str> {
    let (_, exported) = code.split_once("export default")?;
    let exported = exported.trim_start().trim_start_matches('(');
    if exported.starts_with('{') {
        return braces(exported);
    }
    let end = exported.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '$');
    let name = &exported[..end.unwrap_or(exported.len())];
    let declared = ["const", "let", "var"].iter().find_map(|word| {
        code.match_indices(&format!("{word} {name}"))
            .map(|(at, text)| &code[at + text.len()..])
            .find(|rest| rest.trim_start().starts_with([':', '=']))
    })?;
    let (_, value) = declared.split_once('=')?;
    braces(value)
}

/// What is between the first brace and its end.
fn braces(code: &str) -> Option<&str> {
    let start = code.find('{')?;
    let mut depth = 0_usize;
    for (at, c) in code[start..].char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(&code[start + 1..start + at]);
        }
    }
    None
}

/// The entries of an object, which commas outside of brackets separate.
fn entries(object: &str) -> Vec<&str> {
    let mut list = Vec::new();
    let (mut depth, mut start) = (0_i32, 0);
    for (at, c) in object.char_indices() {
        match c {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth -= 1,
            ',' if depth == 0 => {
                list.push(object[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    list.push(object[start..].trim());
    list.retain(|entry| !entry.is_empty());
    list
}

/// The components that a module of the tree exports, which `code` in `file` imports as a whole and spreads.
fn spread(tree: &SourceTree, file: &SourceFile, code: &str, name: &str) -> BTreeSet<String> {
    let start = format!("* as {name} from");
    let written = code.split_once(&start).and_then(|(_, rest)| {
        let rest = rest.trim_start();
        let quote = rest.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
        rest[1..].split(quote).next()
    });
    let path = written.and_then(|written| match written.strip_prefix("@site/") {
        Some(path) => Some(path.to_owned()),
        None => below(file.folder(), written),
    });
    let module = path.and_then(|path| script(tree, &path));
    module.map_or_else(BTreeSet::new, |module| exports(&plain_code(&module.text)))
}

/// A relative path from a folder of the tree.
fn below(folder: &str, written: &str) -> Option<String> {
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

fn exports(code: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for rest in code.split("export ").skip(1) {
        let rest = rest.trim_start();
        if rest.starts_with('{') {
            let list = entries(braces(rest).unwrap_or_default());
            names.extend(list.iter().filter_map(|one| one.rsplit(' ').next()));
            continue;
        }
        let mut words = rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        if let Some("const" | "function" | "class" | "let") = words.next() {
            names.extend(words.find(|word| !word.is_empty()));
        }
    }
    names.retain(|name| is_component(name));
    names.into_iter().map(str::to_owned).collect()
}

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
            ["Card", "Last", "Note"]
        );
        let code = "const all: Record<string, {a: 1}> = { Card, h1: (p) => <b a='}' /> };\nexport default all;";
        assert_eq!(
            names(&[("src/theme/MDXComponents/index.tsx", code)]),
            ["Card"]
        );
        assert!(names(&[("src/theme/Other.ts", code)]).is_empty());
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
