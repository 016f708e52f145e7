//! Finds which modules of a folder need which others: by an import, or by a call of a method.

use crate::imports::Import;
use crate::methods::Call;
use crate::modules::Module;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// One module needs another of the same folder.
#[derive(Debug)]
pub struct Edge<'m> {
    /// The module.
    pub from: String,
    /// The other one; empty for an item of their parent.
    pub to: String,
    /// How the module needs the other.
    pub need: Need,
    /// What the import or the call names.
    pub name: String,
    /// The file of the import or the call.
    pub file: &'m str,
    /// The line of the import or the call, counted from 1.
    pub line: usize,
}

/// How a module needs another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// The module imports from the other.
    Import,
    /// The module calls a method that the other adds to a type.
    Call,
}

impl Need {
    /// As a verb.
    #[must_use]
    pub fn verb(self) -> &'static str {
        match self {
            Need::Import => "imports",
            Need::Call => "calls",
        }
    }
}

/// The imports and the calls between the children of `top`; an empty target is an item of `top` itself.
#[must_use]
pub fn edges<'m>(all: &'m [Module], calls: &[Call<'m>], top: &'m Module) -> Vec<Edge<'m>> {
    let mut found = Vec::new();
    for module in all {
        for import in &module.imports {
            if let (Some(from), Some(to)) = (child(&module.path, top), target(import, top)) {
                found.push(Edge {
                    from,
                    to,
                    need: Need::Import,
                    name: import.path.join("::"),
                    file: &module.file,
                    line: import.line,
                });
            }
        }
    }
    for call in calls {
        if let (Some(from), Some(to)) = (child(call.from, top), child(call.to, top)) {
            found.push(Edge {
                from,
                to,
                need: Need::Call,
                name: call.name.clone(),
                file: call.file,
                line: call.line,
            });
        }
    }
    found.retain(|edge| edge.from != edge.to);
    found
}

/// The child of `top` that the module of a path is or is in.
fn child(path: &[String], top: &Module) -> Option<String> {
    path.strip_prefix(top.path.as_slice())?.first().cloned()
}

/// The child of `top` that a path leads to, through what `top` re-exports; nothing for paths elsewhere.
fn target(import: &Import, top: &Module) -> Option<String> {
    let mut path = import.path.clone();
    // A name can be re-exported under another one; a bound ends what refers to itself.
    for _ in 0..4 {
        let rest = path.strip_prefix(top.path.as_slice())?;
        let Some(name) = rest.first() else {
            return Some(String::new());
        };
        if top.children.contains(name) {
            return Some(name.clone());
        }
        let mut exports = top.imports.iter();
        let Some(export) = exports.find(|export| export.name == *name) else {
            return Some(String::new());
        };
        let is_child = export
            .path
            .first()
            .is_some_and(|first| top.children.contains(first));
        let mut next = if is_child {
            top.path.clone()
        } else {
            Vec::new()
        };
        next.extend(export.path.iter().cloned());
        path = next;
    }
    None
}

/// The modules that each module needs.
#[must_use]
pub fn graph<'e>(edges: &'e [Edge<'_>]) -> BTreeMap<&'e str, BTreeSet<&'e str>> {
    let mut graph: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for edge in edges.iter().filter(|edge| !edge.to.is_empty()) {
        graph.entry(&edge.from).or_default().insert(&edge.to);
    }
    graph
}

/// The shortest chain of needs from one module to another, both included.
#[must_use]
pub fn route<'g>(
    graph: &BTreeMap<&'g str, BTreeSet<&'g str>>,
    from: &str,
    to: &str,
) -> Option<Vec<&'g str>> {
    let (&from, _) = graph.get_key_value(from)?;
    let mut queue = VecDeque::from([vec![from]]);
    let mut seen = BTreeSet::from([from]);
    while let Some(route) = queue.pop_front() {
        let last = route.last()?;
        if *last == to {
            return Some(route);
        }
        for next in graph.get(last).into_iter().flatten() {
            if seen.insert(next) {
                let mut longer = route.clone();
                longer.push(next);
                queue.push_back(longer);
            }
        }
    }
    None
}
