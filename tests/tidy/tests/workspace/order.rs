//! The order of modules: each imports only modules that its folder lists before it, so that no cycle can exist.
//!
//! A case names the file and the line of an import that breaks the order, and what to do about it.

mod server;

use crate::{assert_none, rust_files};
use bindery_tidy::order::{Layers, cycles, violations};
pub(crate) use server::SERVER;

#[track_caller]
fn check(folder: &str, layers: &Layers) {
    assert_none(&violations(&rust_files(folder), layers));
}

/// The root files of the crates, and of the packages of tests that have several modules.
const ROOTS: [&str; 16] = [
    "bench/src/main.rs",
    "compiler/src/lib.rs",
    "compression/src/lib.rs",
    "engine/src/lib.rs",
    "font/src/lib.rs",
    "format/src/lib.rs",
    "highlight/src/lib.rs",
    "html/src/lib.rs",
    "lsp/src/lib.rs",
    "macros/src/lib.rs",
    "markdown/src/lib.rs",
    "server/src/lib.rs",
    "source/src/lib.rs",
    "tests/fuzzing/src/lib.rs",
    "tests/owner/src/lib.rs",
    "tests/tidy/src/lib.rs",
];

/// Also in folders without a list of their modules.
#[test]
fn no_siblings_import_each_other() {
    let mut wrong = Vec::new();
    for root in ROOTS {
        let folder = root.rsplit_once('/').map_or(root, |(folder, _)| folder);
        let files = rust_files(folder);
        assert!(files.contains_key(root), "no file `{root}`");
        wrong.extend(cycles(&files, root));
    }
    assert_none(&wrong);
}

const FORMAT: Layers = Layers {
    root: "format/src/lib.rs",
    parent: "",
    order: &[
        "hash",
        "path_segment",
        "perfect",
        "plural",
        "suggest",
        "table",
        "index",
        "carried",
        "manifest",
        "search",
    ],
    shared: &[],
};

#[test]
fn modules_of_the_formats_import_lower_ones() {
    check("format/src", &FORMAT);
}

const HIGHLIGHT: Layers = Layers {
    root: "highlight/src/lib.rs",
    parent: "",
    order: &[
        "lexer",
        "css",
        "line_based",
        "shell",
        "table_driven",
        "grammars",
        "script",
        "markup",
        "markdown",
        "languages",
        "themes",
    ],
    shared: &["Class", "Function", "Keyword", "Number", "Token", "Type"],
};

#[test]
fn modules_of_the_highlighter_import_lower_ones() {
    check("highlight/src", &HIGHLIGHT);
}

const HTML: Layers = Layers {
    root: "html/src/lib.rs",
    parent: "",
    order: &[
        "escape",
        "foreign",
        "raw_text",
        "tokenizer",
        "addresses",
        "edit",
        "reserved_names",
        "void",
        "tree",
    ],
    shared: &[],
};

#[test]
fn modules_of_html_import_lower_ones() {
    check("html/src", &HTML);
}

const FONT: Layers = Layers {
    root: "font/src/lib.rs",
    parent: "",
    order: &["reader", "woff2", "cmap", "glyphs", "math"],
    shared: &["GlyphSet", "Pairs", "to_u16"],
};

#[test]
fn modules_of_the_font_import_lower_ones() {
    check("font/src", &FONT);
}

pub(crate) const SOURCE: Layers = Layers {
    root: "source/src/lib.rs",
    parent: "",
    order: &[
        "history",
        "javascript",
        "letter_case",
        "line_index",
        "tree",
        "diagnostic",
        "read",
        "pattern",
        "url",
        "value",
        "data",
    ],
    shared: &[],
};

#[test]
fn modules_of_the_sources_import_lower_ones() {
    check("source/src", &SOURCE);
}

const MARKDOWN: Layers = Layers {
    root: "markdown/src/lib.rs",
    parent: "",
    order: &[
        "dates",
        "document",
        "front_matter",
        "package_managers",
        "options",
        "placeholder",
        "slug",
        "props",
        "syntax",
        "context",
        "mdx",
        "masked_source",
        "scan",
        "renderer",
        "inline",
        "blocks",
        "elements",
        "render",
        "evaluated",
    ],
    shared: &[],
};

#[test]
fn modules_of_the_markdown_parser_import_lower_ones() {
    check("markdown/src", &MARKDOWN);
}

pub(crate) const COMPILER: Layers = Layers {
    root: "compiler/src/lib.rs",
    parent: "",
    order: &[
        "error",
        "system",
        "timestamp",
        "docusaurus",
        "config",
        "history",
        "ledger",
        "model",
        "translations",
        "images",
        "html",
        "assemble",
        "render",
        "pack",
        "output",
        "driver",
        "script",
    ],
    shared: &[],
};

#[test]
fn modules_of_the_compiler_import_lower_ones() {
    check("compiler/src", &COMPILER);
}

const ASSEMBLE: Layers = Layers {
    root: "compiler/src/lib.rs",
    parent: "assemble",
    order: &[
        "paths",
        "context",
        "messages",
        "routes",
        "content_files",
        "page_common",
        "tags",
        "links",
        "docs",
        "sidebars",
        "doc_pages",
        "blog",
        "pages",
        "site_props",
        "redirects",
        "locales",
        "checks",
        "placeholders",
        "routes_json",
    ],
    shared: &[],
};

#[test]
fn modules_of_assemble_import_lower_ones() {
    check("compiler/src", &ASSEMBLE);
}

const LSP: Layers = Layers {
    root: "lsp/src/lib.rs",
    parent: "",
    order: &[
        "transport",
        "position",
        "params",
        "uri",
        "documents",
        "snapshot",
        "workspace",
        "diagnostics",
        "query",
        "requests",
        "worker",
        "server",
    ],
    shared: &["LspOptions"],
};

#[test]
fn modules_of_the_language_server_import_lower_ones() {
    check("lsp/src", &LSP);
}

const LIBRARY: Layers = Layers {
    root: "tests/library/src/lib.rs",
    parent: "",
    order: &[
        "html",
        "numbers",
        "figures",
        "markdown",
        "library",
        "claims",
        "measure",
        "repeated_tables",
        "report",
        "rules",
        "attack_sums",
        "vault_support",
        "terms",
    ],
    shared: &[],
};

#[test]
fn modules_of_the_librarys_rules_import_lower_ones() {
    check("tests/library/src", &LIBRARY);
}
