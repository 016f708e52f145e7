//! Reads the modules of a crate: from its root file along the `mod` declarations, without test code.

use crate::imports::{Import, imports};
use crate::lexer::{Token, tokens, without_tests};
use std::collections::BTreeMap;

/// The files of a crate: text by path. A tree in memory serves tests.
pub type Files = BTreeMap<String, String>;

/// A module that a product of the crate contains.
#[derive(Debug)]
pub struct Module {
    /// The path of the module: `["crate", "html"]`.
    pub path: Vec<String>,
    /// The path of the module's file, relative to the repository.
    pub file: String,
    /// The paths that the module imports.
    pub imports: Vec<Import>,
    /// The names of the modules it declares in files of their own.
    pub children: Vec<String>,
    /// The tokens of the module's file, without test code.
    pub tokens: Vec<Token>,
}

/// The modules of the crate whose root is `root` (`compiler/src/lib.rs`), parents before their children.
#[must_use]
pub fn modules(files: &Files, root: &str) -> Vec<Module> {
    let mut found = Vec::new();
    let folder = root.rsplit_once('/').map_or("", |(folder, _)| folder);
    read(files, vec!["crate".to_owned()], root, folder, &mut found);
    found
}

/// Reads the module in `file`, whose children are in `folder`.
fn read(files: &Files, path: Vec<String>, file: &str, folder: &str, found: &mut Vec<Module>) {
    let Some(text) = files.get(file) else { return };
    let tokens = without_tests(&tokens(text));
    let children = declared(&tokens);
    found.push(Module {
        imports: imports(&tokens, &path),
        path: path.clone(),
        file: file.to_owned(),
        children: children.clone(),
        tokens,
    });
    for child in children {
        let below = format!("{folder}/{child}");
        let nested = format!("{below}/mod.rs");
        let plain = format!("{below}.rs");
        let file = if files.contains_key(&plain) {
            plain
        } else {
            nested
        };
        let mut path = path.clone();
        path.push(child);
        read(files, path, &file, &below, found);
    }
}

/// The names of `mod name;`.
fn declared(tokens: &[Token]) -> Vec<String> {
    let declarations = tokens
        .windows(3)
        .filter(|three| three[0].is("mod") && three[2].is(";"));
    let names = declarations.filter_map(|three| three[1].word());
    names.map(str::to_owned).collect()
}
