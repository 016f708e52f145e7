//! Checks the dependencies of each crate, and which modules touch the machine.

use crate::{assert_none, rust_files};
use bindery_tidy::files::{files, lines_where};
use bindery_tidy::imports::Import;
use bindery_tidy::modules::modules;

#[test]
fn the_compiler_knows_neither_server_nor_macros() {
    let foreign = [
        "bindery_server",
        "bindery_macros",
        "bindery_site",
        "bindery_engine",
        "rquickjs",
        "actix",
        "proc_macro",
    ];
    assert_none(&lines_where(&files("compiler/src", &[".rs"]), |line| {
        foreign.iter().any(|name| line.contains(name))
    }));
}

/// A command must run without the compiler, but for those of authors.
#[test]
fn the_server_uses_the_compiler_only_in_the_authors_commands() {
    let sources = files("server/src", &[".rs"]);
    let others: Vec<_> = sources
        .into_iter()
        .filter(|(path, _)| !path.starts_with("server/src/cli/"))
        .collect();
    assert_none(&lines_where(&others, |line| {
        line.contains("bindery_compiler")
    }));
}

/// The modules that touch files, the environment, the clock or other programs. Every other module gives the same value for
/// the same input.
const WITH_EFFECTS: [&str; 14] = [
    "docusaurus::evaluate",
    "driver::content",
    "driver::report",
    "history",
    "history::repository",
    "output::carried_files",
    "render::bundle",
    "render::install",
    "render::worker",
    "system::cache",
    "system::files",
    "system::process",
    "system::process::log",
    "system::process::tree",
];

#[test]
fn only_few_modules_of_the_compiler_have_effects() {
    let files = rust_files("compiler/src");
    let all = modules(&files, "compiler/src/lib.rs");
    let mut wrong = Vec::new();
    let mut found = Vec::new();
    for module in &all {
        let name = module.path[1..].join("::");
        let effects = module.imports.iter().filter(|import| is_effect(import));
        let mut effects = effects.peekable();
        if effects.peek().is_some() {
            found.push(name.clone());
        }
        if WITH_EFFECTS.contains(&name.as_str()) {
            continue;
        }
        wrong.extend(effects.map(|import| {
            format!(
                "{}:{}: `{}` in a pure module: take its result as a parameter, or list `{name}` in {}",
                module.file,
                import.line,
                import.path.join("::"),
                file!()
            )
        }));
    }
    let stale = WITH_EFFECTS
        .iter()
        .filter(|name| !found.contains(&(**name).to_owned()));
    wrong.extend(
        stale.map(|name| format!("{}: `{name}` has no effects any more: remove it", file!())),
    );
    assert_none(&wrong);
}

/// Whether an import reaches beyond its inputs. The iteration order of hash maps is random, too, but clippy refuses that.
fn is_effect(import: &Import) -> bool {
    const EFFECTS: [&[&str]; 6] = [
        &["std", "env"],
        &["std", "fs"],
        &["std", "net"],
        &["std", "process", "Command"],
        &["std", "time", "Instant"],
        &["std", "time", "SystemTime"],
    ];
    let has_prefix = |prefix: &&[&str]| {
        let mut pairs = prefix.iter().zip(&import.path);
        import.path.len() >= prefix.len() && pairs.all(|(name, segment)| name == segment)
    };
    EFFECTS.iter().any(has_prefix)
}
