//! What each crate may use.

use crate::assert_none;
use bindery_tidy::files::{files, lines_where};

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
