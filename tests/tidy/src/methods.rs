//! Finds the calls of methods that a module adds to a type of another module.
//!
//! Such a call imports nothing: only the name of the method shows that the caller needs the module that has it. The types
//! of expressions are not known here. A call counts if its receiver is `self`, if its path names the type, or if the
//! module names the type and no other method of the crate has the name.

use crate::lexer::{Token, closing};
use crate::modules::Module;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A call of a method that another module adds to a type.
#[derive(Debug)]
pub struct Call<'m> {
    /// The path of the module that calls.
    pub from: &'m [String],
    /// The path of the module that has the method.
    pub to: &'m [String],
    /// The type and the method, `Renderer::open_block`.
    pub name: String,
    /// The file of the call.
    pub file: &'m str,
    /// The line of the call, counted from 1.
    pub line: usize,
}

/// Names of methods that types of other crates have as well. A call of one counts only if its receiver is `self` or its
/// path names the type.
const AMBIGUOUS: [&str; 3] = ["count", "start", "truncate"];

/// The calls between the modules of a crate.
#[must_use]
pub fn calls(modules: &[Module]) -> Vec<Call<'_>> {
    let index = Index::new(modules);
    let found = (0..modules.len()).flat_map(|caller| index.calls_of(caller));
    found.collect()
}

/// A type: the number of the module that defines it, and its name.
type TypeId<'m> = (usize, &'m str);

/// What the modules of a crate define.
struct Index<'m> {
    modules: &'m [Module],
    /// By the number of the module.
    types: Vec<BTreeSet<&'m str>>,
    /// By the number of the module.
    bodies: Vec<Vec<Body<'m>>>,
    /// How many methods have a name.
    definitions: BTreeMap<&'m str, usize>,
    /// The methods that are not in the module of their type, by name: the type, and the number of the module.
    added: BTreeMap<&'m str, Vec<(TypeId<'m>, usize)>>,
}

impl<'m> Index<'m> {
    fn new(modules: &'m [Module]) -> Self {
        let mut index = Index {
            modules,
            types: modules.iter().map(|it| types(&it.tokens)).collect(),
            bodies: modules.iter().map(|it| bodies(&it.tokens)).collect(),
            definitions: BTreeMap::new(),
            added: BTreeMap::new(),
        };
        for (at, module) in modules.iter().enumerate() {
            for body in &index.bodies[at] {
                let id = index.type_id(at, body.type_name);
                let id = id.filter(|(owner, _)| body.is_inherent && *owner != at);
                for name in functions(&module.tokens[body.range.clone()]) {
                    *index.definitions.entry(name).or_default() += 1;
                    if let Some(id) = id {
                        index.added.entry(name).or_default().push((id, at));
                    }
                }
            }
        }
        index
    }

    /// The type that a module names: its own one, the only one of the crate, or the one that it imports.
    fn type_id(&self, module: usize, name: &'m str) -> Option<TypeId<'m>> {
        let has = |at: &usize| self.types[*at].contains(name);
        let all: Vec<usize> = (0..self.modules.len()).filter(has).collect();
        let owner = match all.as_slice() {
            _ if has(&module) => module,
            [only] => *only,
            _ => {
                let mut imports = self.modules[module].imports.iter();
                let import = imports.find(|import| import.name == name)?;
                let (_, parent) = import.path.split_last()?;
                let mut all = all.into_iter();
                all.find(|at| self.modules[*at].path == parent)?
            }
        };
        Some((owner, name))
    }

    fn calls_of(&self, caller: usize) -> Vec<Call<'m>> {
        let module = &self.modules[caller];
        let mut found = Vec::new();
        for (at, token) in module.tokens.iter().enumerate() {
            let Some(name) = token.word() else { continue };
            let Some(methods) = self.added.get(name) else {
                continue;
            };
            let Some(id) = self.receiver(caller, at, methods[0].0) else {
                continue;
            };
            let method = methods.iter().find(|(owner, _)| *owner == id);
            if let Some((_, callee)) = method.filter(|(_, callee)| *callee != caller) {
                found.push(Call {
                    from: &module.path,
                    to: &self.modules[*callee].path,
                    name: format!("{}::{name}", id.1),
                    file: &module.file,
                    line: token.line,
                });
            }
        }
        found
    }

    /// The type whose method the name at `at` is; `only` is the type that has a method of this name.
    fn receiver(&self, module: usize, at: usize, only: TypeId<'m>) -> Option<TypeId<'m>> {
        let tokens = &self.modules[module].tokens;
        let before = tokens.get(at.checked_sub(2)?)?;
        let is_path = tokens[at - 1].is("::");
        let is_call = tokens
            .get(at + 1)
            .is_some_and(|next| next.is("(") || next.is("::"));
        let is_method = tokens[at - 1].is(".") && is_call;
        if is_path && before.is("Self") || is_method && before.is("self") {
            let mut bodies = self.bodies[module].iter();
            let body = bodies.find(|body| body.range.contains(&at))?;
            return self.type_id(module, body.type_name);
        }
        if is_path {
            return self.type_id(module, before.word()?);
        }
        let name = tokens[at].word()?;
        let is_only = self.definitions.get(name) == Some(&1) && !AMBIGUOUS.contains(&name);
        let is_named = tokens.iter().any(|token| token.is(only.1));
        (is_method && is_only && is_named).then_some(only)
    }
}

/// The body of an `impl` or of a trait.
struct Body<'m> {
    /// The last name in the path of the type; empty for a trait.
    type_name: &'m str,
    /// Whether no trait is implemented.
    is_inherent: bool,
    /// The tokens between its braces.
    range: Range<usize>,
}

fn bodies(tokens: &[Token]) -> Vec<Body<'_>> {
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        // `impl Trait` in a type follows another sign.
        let begins_item = at == 0
            || ["}", ";", "]", "{", "unsafe"]
                .iter()
                .any(|sign| tokens[at - 1].is(sign));
        let is_impl = token.is("impl") && begins_item;
        if !is_impl && !token.is("trait") {
            continue;
        }
        let Some(length) = tokens[at..].iter().position(|token| token.is("{")) else {
            continue;
        };
        let open = at + length;
        let (type_name, is_inherent) = match is_impl {
            true => implemented(&tokens[at + 1..open]),
            false => ("", false),
        };
        found.push(Body {
            type_name,
            is_inherent,
            range: open + 1..closing(tokens, open).saturating_sub(1),
        });
    }
    found
}

/// The name of the type in the head of an `impl`, and whether the head names no trait.
fn implemented(head: &[Token]) -> (&str, bool) {
    let mut depth = 0_usize;
    let (mut name, mut is_inherent) = ("", true);
    for (at, token) in head.iter().enumerate() {
        let is_arrow = at > 0 && (head[at - 1].is("-") || head[at - 1].is("="));
        if token.is("<") {
            depth += 1;
        } else if token.is(">") && !is_arrow {
            depth = depth.saturating_sub(1);
        } else if depth == 0 && token.is("where") {
            break;
        } else if depth == 0 && token.is("for") {
            is_inherent = false;
        } else if let Some(word) = token.word().filter(|_| depth == 0) {
            name = word;
        }
    }
    (name, is_inherent)
}

/// The names of the functions in the body of an `impl`, without those within functions.
fn functions(body: &[Token]) -> Vec<&str> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(token) = body.get(at) {
        if token.is("{") {
            at = closing(body, at);
            continue;
        }
        if token.is("fn") {
            found.extend(body.get(at + 1).and_then(Token::word));
        }
        at += 1;
    }
    found
}

/// The names of the types that the module defines.
fn types(tokens: &[Token]) -> BTreeSet<&str> {
    let is_type = |two: &&[Token]| two[0].is("struct") || two[0].is("enum");
    let definitions = tokens.windows(2).filter(is_type);
    definitions.filter_map(|two| two[1].word()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modules::modules;

    const ROOT: (&str, &str) = ("src/lib.rs", "mod state; mod low; mod high;");

    #[track_caller]
    fn check(sources: &[(&str, &str)], expected: &[&str]) {
        let files = [ROOT].iter().chain(sources);
        let files = files.map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
        let modules = modules(&files.collect(), "src/lib.rs");
        let found: Vec<String> = calls(&modules)
            .iter()
            .map(|call| {
                let to = call.to.join("::");
                format!("{}:{} {} of {to}", call.file, call.line, call.name)
            })
            .collect();
        assert_eq!(found, expected);
    }

    const STATE: (&str, &str) = (
        "src/state.rs",
        "pub struct State<'s>(&'s str); impl State<'_> { pub fn own(&self) {} }",
    );
    const HIGH: (&str, &str) = (
        "src/high.rs",
        "use crate::state::State; impl<'s> State<'s> where 's: 's { pub fn added(&self) { fn nested() {} } }",
    );

    #[test]
    fn a_call_of_an_added_method_is_found() {
        let low = "use crate::state::State;\nimpl State<'_> { fn low(&self) {\n self.added();\n self.own() } }\n\
                   fn f(state: &State<'_>) { state.added::<u8>(); state.field.added() }\n\
                   const A: fn(&State<'_>) = State::added; impl Trait for State<'_> { fn g() { Self::added } }";
        check(
            &[STATE, ("src/low.rs", low), HIGH],
            &[
                "src/low.rs:3 State::added of crate::high",
                "src/low.rs:5 State::added of crate::high",
                "src/low.rs:5 State::added of crate::high",
                "src/low.rs:6 State::added of crate::high",
                "src/low.rs:6 State::added of crate::high",
            ],
        );
    }

    #[test]
    fn other_methods_of_the_name_are_not_taken_for_it() {
        let fields =
            "use crate::state::State; fn f(x: &State<'_>) { x.added; added(x); other::added(x) }";
        check(&[STATE, ("src/low.rs", fields), HIGH], &[]);
        let unnamed = "fn f(x: &Other) { x.added() }";
        check(&[STATE, ("src/low.rs", unnamed), HIGH], &[]);
        let own = "use crate::state::State; struct Own; impl Own { fn added(&self) { self.added() } } fn f(x: &State<'_>) { x.added() }";
        check(&[STATE, ("src/low.rs", own), HIGH], &[]);
        let own_state = "struct State; impl State { fn f(&self) { self.added() } }";
        check(&[STATE, ("src/low.rs", own_state), HIGH], &[]);
        let tests =
            "#[cfg(test)] mod tests { use crate::state::State; fn f(x: &State<'_>) { x.added() } }";
        check(&[STATE, ("src/low.rs", tests), HIGH], &[]);
    }

    #[test]
    fn a_type_is_the_one_that_the_module_imports() {
        let other = "mod inner; struct State; impl State { fn f(&self) {} }";
        let inner = "use super::State; impl State { fn added(&self) {} }";
        let low = "use crate::state::State; impl State<'_> { fn low(&self) { self.added() } }";
        let root = ("src/lib.rs", "mod state; mod low; mod high; mod other;");
        check(
            &[
                root,
                STATE,
                HIGH,
                ("src/low.rs", low),
                ("src/other.rs", other),
                ("src/other/inner.rs", inner),
            ],
            &["src/low.rs:1 State::added of crate::high"],
        );
    }
}
