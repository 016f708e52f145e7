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

/// The crates of the workspace that products consist of. A crate depends only on crates before it.
const CRATES: [&str; 12] = [
    "format",
    "highlight",
    "html",
    "source",
    "markdown",
    "compression",
    "font",
    "compiler",
    "engine",
    "lsp",
    "macros",
    "server",
];

#[test]
fn each_crate_depends_only_on_lower_ones() {
    let mut wrong = Vec::new();
    for (at, name) in CRATES.iter().enumerate() {
        let dependencies = workspace_dependencies(name);
        let higher = dependencies
            .into_iter()
            .filter(|dependency| !CRATES[..at].contains(&dependency.as_str()));
        wrong.extend(higher.map(|dependency| {
            format!("{name}/Cargo.toml: `{name}` must not depend on `{dependency}`: move what both need to a lower crate")
        }));
    }
    assert_none(&wrong);
}

#[test]
fn macros_depends_on_format_only() {
    assert_eq!(workspace_dependencies("macros"), ["format"]);
}

/// The crates of the workspace that the products of a crate are built with, without the prefix `bindery-`.
fn workspace_dependencies(name: &str) -> Vec<String> {
    let manifests = files(name, &["Cargo.toml"]);
    let manifest = manifests.iter().map(|(_, text)| text.as_str()).next();
    let mut is_of_product = false;
    let mut dependencies = Vec::new();
    for line in manifest.unwrap_or_default().lines() {
        if line.starts_with('[') {
            is_of_product = line.ends_with("dependencies]") && line != "[dev-dependencies]";
        }
        if let Some(rest) = line.strip_prefix("bindery-").filter(|_| is_of_product) {
            let end = rest.find(['.', ' ', '=']).unwrap_or(rest.len());
            dependencies.push(rest[..end].to_owned());
        }
    }
    dependencies
}

/// The modules of each crate below `server` that touch files, the environment, the clock or other programs. Every other module gives
/// the same value for the same input.
const WITH_EFFECTS: [(&str, &[&str]); 11] = [
    ("format", &["manifest"]),
    ("highlight", &[]),
    ("html", &[]),
    ("source", &["read", "read::file_stamp"]),
    ("markdown", &[]),
    ("compression", &[]),
    ("font", &[]),
    (
        "compiler",
        &[
            "docusaurus::evaluate",
            "docusaurus::evaluate::cached",
            "driver::mdx::cache",
            "driver::mdx::worker",
            "driver::report",
            "history",
            "history::repository",
            "output::carried_files",
            "render::bundle",
            "render::bundle::inputs",
            "render::bundle::one_run",
            "render::bundle::session",
            "render::bundle::sources",
            "render::install",
            "render::resident_worker",
            "render::worker",
            "script",
            "script::interface",
            "system::cache",
            "system::cache::store",
            "system::cache::store::pruning",
            "system::files",
            "system::process",
            "system::process::log",
            "system::process::tree",
            "system::progress",
        ],
    ),
    // Its root measures the deadline of an answer.
    ("engine", &[""]),
    ("lsp", &[]),
    ("macros", &["input"]),
];

#[test]
fn only_the_listed_modules_have_effects() {
    let mut wrong = Vec::new();
    for (name, listed) in WITH_EFFECTS {
        check_effects(name, listed, &mut wrong);
    }
    assert_none(&wrong);
}

/// Adds the effects of a crate in modules that are not listed, and the listed modules without effects.
fn check_effects(name: &str, listed: &[&str], wrong: &mut Vec<String>) {
    let files = rust_files(&format!("{name}/src"));
    let mut found = Vec::new();
    for module in modules(&files, &format!("{name}/src/lib.rs")) {
        let path = module.path[1..].join("::");
        let is_listed = listed.contains(&path.as_str());
        let effects = module.imports.iter().filter(|import| is_effect(import));
        for import in effects {
            found.push(path.clone());
            if !is_listed {
                wrong.push(format!(
                    "{}:{}: `{}` in a pure module: take its result as a parameter, or list `{path}` in {}",
                    module.file,
                    import.line,
                    import.path.join("::"),
                    file!()
                ));
            }
        }
    }
    let is_stale = |module: &&&str| !found.contains(&(**module).to_owned());
    wrong.extend(listed.iter().filter(is_stale).map(|module| {
        format!(
            "{}: `{name}`'s `{module}` has no effects any more: remove it",
            file!()
        )
    }));
}

/// Whether an import reaches beyond its inputs. The iteration order of hash maps is random, too, but clippy refuses
/// that.
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
