//! Checks that each module of a folder imports only modules that come before it in a list, and calls only methods of these.

use crate::edges::{Edge, Need, edges, graph, route};
use crate::methods::calls;
use crate::modules::{Files, Module, modules};
use std::collections::{BTreeMap, BTreeSet};

/// The order of the modules in one folder, lower layers first.
#[derive(Clone, Copy, Debug)]
pub struct Layers {
    /// The root file of the crate.
    pub root: &'static str,
    /// The module whose children are ordered; empty for the crate itself.
    pub parent: &'static str,
    /// The children.
    pub order: &'static [&'static str],
    /// Items that the parent itself defines and its children may use.
    pub shared: &'static [&'static str],
}

/// The violations of the order, a line each: an import of a module that comes later, a call of a method that a later
/// module adds to a type, an import of an item that the parent itself defines, a module that the order does not list, a
/// listed one that does not exist.
#[must_use]
pub fn violations(files: &Files, layers: &Layers) -> Vec<String> {
    let all = modules(files, layers.root);
    let parent: Vec<String> = std::iter::once("crate")
        .chain(layers.parent.split("::").filter(|name| !name.is_empty()))
        .map(str::to_owned)
        .collect();
    let Some(top) = all.iter().find(|module| module.path == parent) else {
        return vec![format!("{}: no module `{}`", layers.root, layers.parent)];
    };
    let calls = calls(&all);
    let edges = edges(&all, &calls, top);
    let mut wrong = unlisted(layers, top, &edges);
    let graph = graph(&edges);
    let place = |name: &str| layers.order.iter().position(|listed| *listed == name);
    for edge in &edges {
        let (Some(from), Some(to)) = (place(&edge.from), place(&edge.to)) else {
            let item = edge.name.rsplit("::").next().unwrap_or_default();
            if edge.to.is_empty() && !layers.shared.contains(&item) {
                wrong.push(format!(
                    "{}:{}: `{}` imports `{}`, which `{}` itself defines: move it into a module of its own, before `{}`",
                    edge.file, edge.line, edge.from, edge.name, top.file, edge.from
                ));
            }
            continue;
        };
        if to > from {
            let what = match edge.need {
                Need::Import => format!("imports `{}`", edge.to),
                Need::Call => format!("calls `{}` of `{}`", edge.name, edge.to),
            };
            wrong.push(format!(
                "{}:{}: `{}` {what}, which comes later: {}",
                edge.file,
                edge.line,
                edge.from,
                correction(&graph, edge)
            ));
        }
    }
    wrong.dedup();
    wrong
}

/// The cycles of imports and calls between siblings, in every folder of the crate whose root file is `root`: a line for
/// each one that closes a cycle, with the chain that it closes.
#[must_use]
pub fn cycles(files: &Files, root: &str) -> Vec<String> {
    let all = modules(files, root);
    let calls = calls(&all);
    let mut wrong = Vec::new();
    for top in &all {
        let edges = edges(&all, &calls, top);
        let graph = graph(&edges);
        let mut seen = BTreeSet::new();
        for edge in &edges {
            let Some(route) = route(&graph, &edge.to, &edge.from) else {
                continue;
            };
            if seen.insert(route.iter().copied().collect::<BTreeSet<_>>()) {
                wrong.push(format!(
                    "{}:{}: `{}` {} `{}`, which closes the cycle {} -> {}; move what they share into a lower module",
                    edge.file,
                    edge.line,
                    edge.from,
                    edge.need.verb(),
                    edge.name,
                    edge.from,
                    route.join(" -> ")
                ));
            }
        }
    }
    wrong
}

/// A cycle needs a cut; otherwise the order is only written wrongly.
fn correction(graph: &BTreeMap<&str, BTreeSet<&str>>, edge: &Edge<'_>) -> String {
    match route(graph, &edge.to, &edge.from) {
        Some(route) => format!(
            "this closes the cycle {} -> {}; move what they share into a lower module",
            edge.from,
            route.join(" -> ")
        ),
        None => format!("list `{}` before `{}`", edge.to, edge.from),
    }
}

fn unlisted(layers: &Layers, top: &Module, edges: &[Edge<'_>]) -> Vec<String> {
    let listed: BTreeSet<&str> = layers.order.iter().copied().collect();
    let present: BTreeSet<&str> = top.children.iter().map(String::as_str).collect();
    let mut wrong = Vec::new();
    for name in present.difference(&listed) {
        wrong.push(format!(
            "{}: add the module `{name}` to its order in tests/tidy",
            top.file
        ));
    }
    for name in listed.difference(&present) {
        wrong.push(format!(
            "{}: the order in tests/tidy lists `{name}`, which is no module",
            top.file
        ));
    }
    if !wrong.is_empty() {
        wrong.push(suggestion(&present, edges));
    }
    wrong
}

/// An order that the imports allow; modules of cycles are left out.
fn suggestion(present: &BTreeSet<&str>, edges: &[Edge<'_>]) -> String {
    let mut order: Vec<&str> = Vec::new();
    let is_ready = |name: &str, order: &[&str]| {
        let mut needed = edges
            .iter()
            .filter(|edge| edge.from == name && present.contains(edge.to.as_str()));
        needed.all(|edge| order.contains(&edge.to.as_str()))
    };
    while let Some(next) = present
        .iter()
        .find(|name| !order.contains(name) && is_ready(name, &order))
    {
        order.push(next);
    }
    let missing: Vec<&str> = present
        .iter()
        .filter(|name| !order.contains(name))
        .copied()
        .collect();
    match missing.is_empty() {
        true => format!("  an order that holds: {order:?}"),
        false => format!("  {order:?} can be ordered; in cycles or above them: {missing:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAYERS: Layers = Layers {
        root: "src/lib.rs",
        parent: "",
        order: &["low", "middle", "top"],
        shared: &["Shared"],
    };

    fn check(layers: &Layers, sources: &[(&str, &str)], expected: &[&str]) {
        let files = sources
            .iter()
            .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
        assert_eq!(violations(&files.collect(), layers), expected);
    }

    const ROOT: (&str, &str) = (
        "src/lib.rs",
        "mod low; mod middle; mod top; pub use middle::M;",
    );

    #[test]
    fn imports_of_lower_modules_are_allowed() {
        check(
            &LAYERS,
            &[
                ROOT,
                (
                    "src/low.rs",
                    "use serde::Value; use self::inner::X; mod inner; #[cfg(test)] use crate::top;",
                ),
                (
                    "src/low/inner.rs",
                    "use super::Y; use crate::low::Z; /// [`crate::top`]\nfn f() {}",
                ),
                ("src/middle.rs", "use crate::{low::{self, X}, middle::own};"),
                (
                    "src/top.rs",
                    "use crate::M; fn f() { super::low::f(); } #[cfg(test)] mod tests;",
                ),
                ("src/top/tests.rs", "use crate::nothing::X;"),
            ],
            &[],
        );
    }

    #[test]
    fn an_import_of_a_later_module_is_refused() {
        check(
            &LAYERS,
            &[
                ROOT,
                ("src/low.rs", ""),
                ("src/middle.rs", "use crate::{\n  low,\n  top::{A, B},\n};"),
                ("src/top.rs", ""),
            ],
            &[
                "src/middle.rs:3: `middle` imports `top`, which comes later: list `top` before `middle`",
            ],
        );
    }

    #[test]
    fn a_cycle_is_refused_with_its_way_back() {
        check(
            &LAYERS,
            &[
                ROOT,
                ("src/low/mod.rs", "mod inner;"),
                ("src/low/inner.rs", "fn f(x: crate::M) {}"),
                ("src/middle.rs", ""),
                ("src/top.rs", "use crate::low;"),
            ],
            &[
                "src/low/inner.rs:1: `low` imports `middle`, which comes later: list `middle` before `low`",
            ],
        );
        check(
            &LAYERS,
            &[
                ROOT,
                ("src/low.rs", "use crate::top::T;"),
                ("src/middle.rs", "use crate::low;"),
                ("src/top.rs", "use crate::middle;"),
            ],
            &[
                "src/low.rs:1: `low` imports `top`, which comes later: this closes the cycle low -> top -> middle -> low; \
               move what they share into a lower module",
            ],
        );
    }

    #[test]
    fn a_call_of_a_method_that_a_later_module_adds_is_refused() {
        let tree = [
            ROOT,
            (
                "src/low.rs",
                "pub struct State; impl State { fn own(&self) {} }",
            ),
            (
                "src/middle.rs",
                "use crate::low::State; impl State { fn line(&self) {\n self.own();\n self.block() } }",
            ),
            (
                "src/top.rs",
                "use crate::low::State; impl State { fn block(&self) { self.line() } }",
            ),
        ];
        check(
            &LAYERS,
            &tree,
            &[
                "src/middle.rs:3: `middle` calls `State::block` of `top`, which comes later: this closes the cycle \
               middle -> top -> middle; move what they share into a lower module",
            ],
        );
        let files = tree.map(|(path, text)| (path.to_owned(), text.to_owned()));
        assert_eq!(
            cycles(&files.into(), "src/lib.rs"),
            [
                "src/middle.rs:3: `middle` calls `State::block`, which closes the cycle middle -> top -> middle; \
                 move what they share into a lower module"
            ]
        );
    }

    #[test]
    fn an_item_of_the_parent_is_refused() {
        check(
            &Layers {
                parent: "top",
                order: &["child"],
                ..LAYERS
            },
            &[
                ROOT,
                (
                    "src/top.rs",
                    "mod child; pub use crate::low::X; pub use child::C; struct Y;",
                ),
                (
                    "src/top/child.rs",
                    "use super::X;\nuse super::{C, Shared};\nuse super::Y;",
                ),
            ],
            &[
                "src/top/child.rs:3: `child` imports `crate::top::Y`, which `src/top.rs` itself defines: move it into a module of its own, before `child`",
            ],
        );
    }

    #[test]
    fn the_order_lists_each_module() {
        check(
            &Layers {
                order: &["low", "gone"],
                ..LAYERS
            },
            &[
                ROOT,
                ("src/low.rs", "use crate::top;"),
                ("src/middle.rs", ""),
                ("src/top.rs", "use crate::middle;"),
            ],
            &[
                "src/lib.rs: add the module `middle` to its order in tests/tidy",
                "src/lib.rs: add the module `top` to its order in tests/tidy",
                "src/lib.rs: the order in tests/tidy lists `gone`, which is no module",
                "  an order that holds: [\"middle\", \"top\", \"low\"]",
            ],
        );
        check(
            &LAYERS,
            &[
                ("src/lib.rs", "mod low; mod top; mod new;"),
                ("src/low.rs", "use crate::new;"),
                ("src/new.rs", "use crate::low;"),
                ("src/top.rs", ""),
            ],
            &[
                "src/lib.rs: add the module `new` to its order in tests/tidy",
                "src/lib.rs: the order in tests/tidy lists `middle`, which is no module",
                "  [\"top\"] can be ordered; in cycles or above them: [\"low\", \"new\"]",
            ],
        );
    }
}
