//! Finds the paths that a module names: in `use` declarations and in expressions, types and macros.

use crate::lexer::Token;

/// A path that a module names, absolute: `["crate", "html", "escape"]`, `["std", "fs"]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The segments of the path.
    pub path: Vec<String>,
    /// The name it has in the module; empty for paths in expressions and for globs.
    pub name: String,
    /// The line of its last segment.
    pub line: usize,
}

/// The imports of a module: all of its `use` declarations, and the other paths that begin with `crate`, `self`, `super` or
/// `std`. `module` is the module's own path and begins with `crate`.
#[must_use]
pub fn imports(tokens: &[Token], module: &[String]) -> Vec<Import> {
    let mut reader = Reader {
        tokens,
        at: 0,
        modules: vec![module.to_owned()],
        found: Vec::new(),
    };
    // The depth of the braces at which each inline module ends.
    let mut inline = Vec::new();
    let mut depth = 0_usize;
    while let Some(token) = tokens.get(reader.at) {
        if token.is("{") {
            depth += 1;
            if let Some(name) = reader.inline_module() {
                let mut path = reader.module().to_owned();
                path.push(name);
                reader.modules.push(path);
                inline.push(depth);
            }
        } else if token.is("}") {
            if inline.last() == Some(&depth) {
                inline.pop();
                reader.modules.pop();
            }
            depth = depth.saturating_sub(1);
        } else if token.is("use") && !reader.is_bound() {
            reader.at += 1;
            reader.tree(&[], true);
            continue;
        } else if reader.begins_path() {
            reader.tree(&[], false);
            continue;
        }
        reader.at += 1;
    }
    reader.found
}

struct Reader<'t> {
    tokens: &'t [Token],
    at: usize,
    modules: Vec<Vec<String>>,
    found: Vec<Import>,
}

impl<'t> Reader<'t> {
    fn module(&self) -> &[String] {
        self.modules.last().map_or(&[], Vec::as_slice)
    }

    fn token(&self, offset: isize) -> Option<&'t Token> {
        self.tokens.get(self.at.checked_add_signed(offset)?)
    }

    fn follows(&self, offset: isize, text: &str) -> bool {
        self.token(offset).is_some_and(|token| token.is(text))
    }

    /// The name of the module whose body the brace at hand opens.
    fn inline_module(&self) -> Option<String> {
        let name = self.token(-1)?.word()?;
        self.follows(-2, "mod").then(|| name.to_owned())
    }

    /// `use<'a>` in a type bounds lifetimes and imports nothing.
    fn is_bound(&self) -> bool {
        self.follows(1, "<")
    }

    /// A path of this crate or of the standard library begins here; `pub(in crate::a)` only restricts.
    fn begins_path(&self) -> bool {
        let is_root = ["crate", "self", "super", "std"]
            .iter()
            .any(|root| self.follows(0, root));
        let is_restriction = self.follows(-1, "in") && self.follows(-2, "(");
        is_root && self.follows(1, "::") && !self.follows(-1, "::") && !is_restriction
    }

    /// Reads a tree of paths, `a::{b, c::*}`, below `prefix`; in expressions it is one path.
    fn tree(&mut self, prefix: &[String], is_use: bool) {
        let mut path = prefix.to_owned();
        let mut line = 0;
        // A leading `::` says that a crate follows.
        if self.follows(0, "::") {
            self.at += 1;
        }
        while let Some(token) = self.token(0) {
            line = token.line;
            if is_use && token.is("{") {
                self.group(&path);
                return;
            }
            if is_use && token.is("*") {
                self.at += 1;
                return self.push(path, String::new(), line);
            }
            let Some(word) = token.word() else { break };
            path.push(word.to_owned());
            self.at += 1;
            if !self.follows(0, "::") {
                break;
            }
            self.at += 1;
        }
        let mut name = match path.last() {
            Some(last) if is_use && last == "self" => path.iter().rev().nth(1).cloned(),
            last => last.filter(|_| is_use).cloned(),
        }
        .unwrap_or_default();
        if is_use && self.follows(0, "as") {
            name = self
                .token(1)
                .and_then(Token::word)
                .unwrap_or("_")
                .to_owned();
            self.at += 2;
        }
        self.push(path, name, line);
    }

    fn group(&mut self, path: &[String]) {
        self.at += 1;
        while self.token(0).is_some() && !self.follows(0, "}") {
            self.tree(path, true);
            if !self.follows(0, ",") {
                break;
            }
            self.at += 1;
        }
        self.at += 1;
    }

    fn push(&mut self, mut path: Vec<String>, name: String, line: usize) {
        if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        let path = absolute(&path, self.module());
        if !path.is_empty() {
            self.found.push(Import { path, name, line });
        }
    }
}

/// Resolves `self` and `super`; a path without either is left as it is.
fn absolute(path: &[String], module: &[String]) -> Vec<String> {
    let ups = path
        .iter()
        .skip_while(|segment| *segment == "self")
        .take_while(|segment| *segment == "super")
        .count();
    let relative = path
        .iter()
        .skip_while(|segment| ["self", "super"].contains(&segment.as_str()));
    if path
        .first()
        .is_none_or(|first| first != "self" && first != "super")
    {
        return path.to_owned();
    }
    let base = &module[..module.len().saturating_sub(ups)];
    base.iter().chain(relative).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexer::tokens;

    fn check(text: &str, expected: &[&str]) {
        let module = ["crate", "a", "b"].map(str::to_owned);
        let found = imports(&tokens(text), &module);
        let found: Vec<String> = found
            .iter()
            .map(|import| {
                let path = import.path.join("::");
                let last = import.path.last();
                match import.name.as_str() {
                    name if last.is_some_and(|last| last == name) => path,
                    "" => format!("{path} in an expression"),
                    name => format!("{path} as {name}"),
                }
            })
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn declarations_are_resolved() {
        check("use crate::x::Y;", &["crate::x::Y"]);
        check("pub(crate) use super::c;", &["crate::a::c"]);
        check(
            "use super::super::d::{self, E as F};",
            &["crate::d", "crate::d::E as F"],
        );
        check(
            "use self::g::{h::{I, J}, k};",
            &[
                "crate::a::b::g::h::I",
                "crate::a::b::g::h::J",
                "crate::a::b::g::k",
            ],
        );
        check("use {crate::l, std::fs};", &["crate::l", "std::fs"]);
        check("use ::serde::de;", &["serde::de"]);
        check("use crate::m::*;", &["crate::m in an expression"]);
    }

    #[test]
    fn paths_in_expressions_and_types_are_found() {
        check(
            "fn f(x: &crate::x::Y) -> super::Z { std::fs::read(self::g()); a::super_::b() }",
            &[
                "crate::x::Y in an expression",
                "crate::a::Z in an expression",
                "std::fs::read in an expression",
                "crate::a::b::g in an expression",
            ],
        );
        check("pub(in crate::a) fn f(self) {}", &[]);
        check(
            "for x in crate::list() {}",
            &["crate::list in an expression"],
        );
        check("fn f() -> impl Iterator + use<'a> {}", &[]);
    }

    #[test]
    fn an_inline_module_is_one_level_deeper() {
        check(
            "mod c { use super::x; fn f() { if y {} } } use super::z;",
            &["crate::a::b::x", "crate::a::z"],
        );
    }
}
