//! Each code block of the manual is tried by a case, or listed here with the reason why not.

use super::blocks::{Block, blocks, pages};
use bindery_compiler::diagnostic::{Code, Diagnostics};
use bindery_compiler::source::SourceTree;
use bindery_compiler::value::{parse_toml, parse_yaml};
use libtest_mimic::Trial;
use std::path::Path;

/// Programs of the system in blocks of commands, which `command_lines` does not try.
const PROGRAMS: [&str; 10] = [
    "cargo",
    "code",
    "cp",
    "curl",
    "install",
    "mv",
    "npm",
    "npx",
    "systemctl",
    "docker",
];

/// Blocks without a case: the page, the language and the first words, and the reason.
const NOT_TRIED: [(&str, &str, &str, &str); 9] = [
    (
        "pages/README.md",
        "diagnostics",
        "docs/a.md:3:22",
        "the file is not shown",
    ),
    (
        "how-to/data-and-schemas.md",
        "diagnostics",
        "docs/spark.md:8:19",
        "the message for a change of a shown file",
    ),
    (
        "how-to/data-and-schemas.md",
        "diagnostics",
        "data/elements/spark.json:1:29",
        "the message for a change of a shown file",
    ),
    (
        "how-to/deploy.md",
        "dockerfile",
        "FROM",
        "an image needs a registry",
    ),
    (
        "how-to/deploy.md",
        "text",
        "library.example.org",
        "Caddy is not among the tools of the tests; it was run by hand",
    ),
    (
        "how-to/editors.md",
        "lua",
        "vim.lsp.config",
        "an editor is needed",
    ),
    (
        "how-to/embed.md",
        "toml",
        "[dependencies]",
        "`example::` builds a package with these dependencies",
    ),
    (
        "how-to/embed.md",
        "rust",
        "bindery_macros::embed_site!",
        "`example::` builds a package with this line",
    ),
    (
        "how-to/deploy.md",
        "nginx",
        "upstream bindery",
        "`replicas::` runs it",
    ),
];

pub(crate) fn cases() -> Vec<Trial> {
    vec![Trial::test("manual::each_code_block_is_tried", || {
        Ok(check()?)
    })]
}

fn check() -> Result<(), String> {
    let mut used = [false; NOT_TRIED.len()];
    let mut wrong = Vec::new();
    for (path, text) in pages()? {
        // `reference` compares what is generated.
        let written = text
            .split(super::reference::MARK)
            .next()
            .unwrap_or_default();
        for block in blocks(written) {
            let listed = NOT_TRIED.iter().position(|(page, language, start, _)| {
                path.ends_with(page) && block.language == *language && block.text.starts_with(start)
            });
            if let Some(at) = listed {
                used[at] = true;
            } else if let Err(reason) = try_block(&path, &block) {
                let start = block.text.lines().next().unwrap_or_default();
                wrong.push(format!("{}: `{start}`: {reason}", path.display()));
            }
        }
    }
    let unused = NOT_TRIED.iter().zip(used).filter(|(_, used)| !used);
    wrong.extend(unused.map(|(block, _)| format!("{block:?} of NOT_TRIED is no block")));
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(wrong.join("\n")),
    }
}

/// Whether a case tries a block, or it can be read here.
fn try_block(path: &Path, block: &Block) -> Result<(), String> {
    let is_page = |name: &str| path.ends_with(name);
    match block.language.as_str() {
        // `tutorial` writes the files, runs the commands and compares what they print.
        _ if is_page("tutorial/first-site.md") => Ok(()),
        // `guides` checks the files of a page as a tree.
        _ if block.tree_file().is_some() || block.language == "md" => Ok(()),
        "sh" => known_programs(block),
        // The documentation tests of the server have the guide's Rust.
        "rust" if is_page("how-to/embed.md") && block.options != "ignore" => Ok(()),
        // `replicas` runs nginx with it, and `command_lines` knows the keys.
        "nginx" if is_page("how-to/replicas.md") => Ok(()),
        "toml" if block.title() == Some("/etc/bindery.toml") => Ok(()),
        "json" => serde_json::from_str::<serde_json::Value>(&block.text)
            .map(drop)
            .map_err(|error| error.to_string()),
        "toml" | "yaml" => parse(block),
        _ => Err("no case tries this block; add one, or a reason in `tried.rs`".to_owned()),
    }
}

/// `command_lines` tries the commands of the executable.
fn known_programs(block: &Block) -> Result<(), String> {
    let program = |line: &str| {
        let mut words = line.split(' ');
        let word = words.find(|word| !word.contains('=') && !word.ends_with('"'));
        word.unwrap_or_default().to_owned()
    };
    let is_known = |program: &String| {
        let is_ours = program == "bindery" || program.starts_with("./");
        is_ours || PROGRAMS.contains(&program.as_str())
    };
    let mut programs = block.text.lines().map(program);
    match programs.find(|program| !is_known(program)) {
        Some(program) => Err(format!("`{program}` is no known program")),
        None => Ok(()),
    }
}

fn parse(block: &Block) -> Result<(), String> {
    let tree = SourceTree::from_texts(&[("block", &block.text)]);
    let mut sink = Diagnostics::new();
    let file = &tree.files[0];
    if block.language == "toml" {
        parse_toml(file, &mut sink);
    } else {
        parse_yaml(file, 0..block.text.len(), Code::BadData, &mut sink);
    }
    let problems = sink.into_sorted();
    match problems.first() {
        Some(problem) => Err(problem.message.clone()),
        None => Ok(()),
    }
}
