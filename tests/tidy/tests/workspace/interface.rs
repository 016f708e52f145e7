//! The order of the interface's folders: which part of `ui/src` may import which, read off the import statements.
//!
//! Imports of types count: a reader has to follow them, too.

use crate::assert_none;
use bindery_tidy::files::files;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path};

/// The top entries of `ui/src`, lower layers first. A file imports from its own folder and from entries before it.
const ORDER: [&str; 18] = [
    "model.ts",
    "lib",
    "env.d.ts",
    "enhancements",
    "hooks",
    "elements",
    "content",
    "docusaurus",
    "search",
    "layout",
    "pages",
    "App.tsx",
    "server",
    "engine",
    "interface.tsx",
    "entry-client.ts",
    "entry-server.tsx",
    "entry-engine.ts",
];

const MAX_SIBLINGS: usize = 20;

/// The bundler takes each file of this folder for a component that Markdown may name, so it cannot have subfolders.
const FLAT: &str = "content";

/// Files by their path below `ui/src`, with those that they import.
type Imports = BTreeMap<String, BTreeSet<String>>;

#[test]
fn the_interface_imports_only_lower_layers() {
    let rank = |file: &str| {
        let top = file.split('/').next().unwrap_or(file);
        ORDER.iter().position(|name| *name == top)
    };
    let mut wrong = Vec::new();
    for (file, targets) in imports() {
        let Some(own) = rank(&file) else {
            wrong.push(format!("`{file}` is not in `ORDER` of {}", file!()));
            continue;
        };
        let higher = targets
            .iter()
            .filter(|target| rank(target).is_some_and(|other| other > own));
        wrong.extend(higher.map(|target| format!("`{file}` imports `{target}` of a higher layer")));
    }
    assert_none(&wrong);
}

#[test]
fn no_files_of_the_interface_import_each_other() {
    let mut rest = imports();
    // Whatever imports nothing that is left is in no cycle, and neither is what nothing left imports.
    loop {
        let names: BTreeSet<String> = rest.keys().cloned().collect();
        let imported: BTreeSet<String> = rest.values().flatten().cloned().collect();
        rest.retain(|name, targets| {
            targets.retain(|target| names.contains(target));
            !targets.is_empty() && imported.contains(name)
        });
        if rest.len() == names.len() {
            break;
        }
    }
    let wrong: Vec<String> = rest
        .iter()
        .map(|(file, targets)| format!("`{file}` is in a cycle; it imports {targets:?}"))
        .collect();
    assert_none(&wrong);
}

#[test]
fn no_folder_of_the_interface_is_crowded() {
    let mut siblings: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (path, _) in files("ui/src", &[""]) {
        let mut path = Path::new(&path);
        while let (Some(folder), Some(name)) = (path.parent(), path.file_name()) {
            let names = siblings
                .entry(folder.to_string_lossy().into_owned())
                .or_default();
            names.insert(name.to_string_lossy().into_owned());
            path = folder;
        }
    }
    let crowded = siblings.iter().filter(|(folder, names)| {
        let is_ours = Path::new(folder).starts_with("ui/src");
        is_ours && !folder.ends_with(FLAT) && names.len() > MAX_SIBLINGS
    });
    let wrong: Vec<String> = crowded
        .map(|(folder, names)| format!("{folder}: {} entries", names.len()))
        .collect();
    assert_none(&wrong);
}

fn imports() -> Imports {
    let sources = files("ui/src", &[".ts", ".tsx"]);
    let name = |path: &str| path.trim_start_matches("ui/src/").to_owned();
    let known: BTreeSet<String> = sources.iter().map(|(path, _)| name(path)).collect();
    let mut imports = Imports::new();
    for (path, text) in &sources {
        let file = name(path);
        let mut targets = BTreeSet::new();
        for specifier in specifiers(text) {
            let target = resolve(&file, specifier, &known);
            let target =
                target.unwrap_or_else(|| panic!("`{specifier}` of {path} leads to no file"));
            targets.insert(target);
        }
        imports.insert(file, targets);
    }
    imports
}

/// The relative module names of `import … from './x'`, `export … from './x'` and `import('./x')`.
fn specifiers(text: &str) -> impl Iterator<Item = &str> {
    let starts = ["from '.", "import('.", "import '."];
    starts.into_iter().flat_map(move |start| {
        text.match_indices(start).filter_map(move |(at, _)| {
            let rest = &text[at + start.len() - 1..];
            rest.split('\'').next()
        })
    })
}

/// The file that `specifier` names in `file`.
fn resolve(file: &str, specifier: &str, known: &BTreeSet<String>) -> Option<String> {
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for component in Path::new(specifier).components() {
        match component {
            Component::ParentDir => {
                parts.pop()?;
            }
            Component::Normal(name) => parts.push(name.to_str()?),
            _ => {}
        }
    }
    let path = parts.join("/");
    [".ts", ".tsx", ""]
        .into_iter()
        .map(|ending| format!("{path}{ending}"))
        .find(|path| known.contains(path))
}
