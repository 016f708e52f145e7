//! CommonMark's own examples (0.31.2) and GFM's, as the parser crate ships them, each as a case of its own.
//!
//! The examples are read from the sources of `pulldown-cmark` that cargo compiled, so nothing is copied. Where the
//! dialect differs on purpose, `commonmark_differences.txt` says so with the reason; such a case fails once it agrees
//! again, so that the list stays true.

mod html_tokens;

use bindery_compiler::config::MarkdownOptions;
use bindery_compiler::data::Data;
use bindery_compiler::diagnostic::Diagnostics;
use bindery_compiler::document::{Document, Segment};
use bindery_compiler::markdown::{
    DataReader, Labels, MarkdownContext, TitleHeading, TreeReader, parse_document,
};
use bindery_compiler::source::{FileId, SourceFile, SourceTree};
use bindery_html::escape_attribute;
use html_tokens::normalise;
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;

const DIFFERENCES: &str = include_str!("commonmark_differences.txt");

/// The files of examples, and how many each must hold: fewer would mean that they are not read any more.
const SUITES: [(&str, &str, usize); 4] = [
    ("spec", "commonmark", 652),
    ("gfm_strikethrough", "gfm_strikethrough", 3),
    ("gfm_table", "gfm_table", 9),
    ("gfm_tasklist", "gfm_tasklist", 2),
];

fn main() {
    let arguments = Arguments::from_args();
    let folder = parser_sources().join("tests/suite");
    let differences = read_differences();
    let mut trials = Vec::new();
    for (file, name, count) in SUITES {
        let path = folder.join(format!("{file}.rs"));
        let text = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
        let examples = read_examples(&text);
        assert_eq!(examples.len(), count, "examples in {}", path.display());
        for (number, (input, expected)) in examples.into_iter().enumerate() {
            let name = format!("{name}::{:03}", number + 1);
            let reason = differences.get(name.as_str()).copied();
            trials.push(Trial::test(name, move || check(&input, &expected, reason)));
        }
    }
    let known: BTreeSet<&str> = trials.iter().map(Trial::name).collect();
    let unknown: Vec<_> = differences
        .keys()
        .filter(|name| !known.contains(name.as_str()))
        .collect();
    assert!(unknown.is_empty(), "no such examples: {unknown:?}");
    libtest_mimic::run(&arguments, trials).exit();
}

/// The folder of the sources of `pulldown-cmark`.
fn parser_sources() -> PathBuf {
    let version = run("RUSTC", "rustc", &["-vV"]);
    let version = String::from_utf8_lossy(&version);
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    // Of other platforms' packages the sources may be missing.
    let platform = ["--filter-platform", host.expect("rustc names its host")];
    let format = ["metadata", "--format-version", "1", "--offline", "--locked"];
    let output = run("CARGO", "cargo", &[&format[..], &platform].concat());
    let metadata: Value = serde_json::from_slice(&output).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let parser = packages
        .iter()
        .find(|package| package["name"] == "pulldown-cmark")
        .expect("pulldown-cmark is a dependency");
    let manifest = parser["manifest_path"].as_str().expect("a path");
    PathBuf::from(manifest).with_file_name("")
}

/// The output of a tool of the toolchain.
fn run(variable: &str, name: &str, arguments: &[&str]) -> Vec<u8> {
    let program = std::env::var(variable).unwrap_or_else(|_| name.to_owned());
    let output = Command::new(program)
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the toolchain runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name} {arguments:?}: {errors}");
    output.stdout
}

/// The pairs of `r##"…"##` strings after each `#[test]`.
fn read_examples(text: &str) -> Vec<(String, String)> {
    let example = |part: &str| {
        let mut raw = part
            .split("r##\"")
            .skip(1)
            .map(|raw| raw.split("\"##").next().unwrap_or_default().to_owned());
        (
            raw.next().expect("an input"),
            raw.next().expect("an output"),
        )
    };
    text.split("#[test]").skip(1).map(example).collect()
}

/// Reads the list: a line with a reason, then indented lines with names and ranges of numbers.
fn read_differences() -> BTreeMap<String, &'static str> {
    let mut differences = BTreeMap::new();
    let mut reason = "";
    for line in DIFFERENCES.lines().filter(|line| !line.is_empty()) {
        let Some(names) = line.strip_prefix("    ") else {
            reason = line;
            continue;
        };
        for name in names.split_whitespace() {
            differences.insert(name.to_owned(), reason);
        }
    }
    differences
}

fn check(input: &str, expected: &str, reason: Option<&str>) -> Result<(), Failed> {
    let (got, wanted) = (normalise(&to_html(input)), normalise(expected));
    match (got == wanted, reason) {
        (true, None) | (false, Some(_)) => Ok(()),
        (true, Some(reason)) => Err(format!(
            "the example passes now; remove it from the list of differences ({reason})"
        )
        .into()),
        (false, None) => Err(format!("{input}--- expected\n{wanted}\n--- found\n{got}\n").into()),
    }
}

fn to_html(input: &str) -> String {
    let tree = SourceTree::default();
    let data = Data::default();
    let context = MarkdownContext {
        tree: TreeReader::new(&tree, None),
        data: DataReader::new(&data, None),
        components: &BTreeSet::new(),
        props: &BTreeMap::new(),
        labels: &Labels::default(),
        // The specification has no captions.
        options: &MarkdownOptions {
            is_caption_off: true,
            ..MarkdownOptions::default()
        },
        title: TitleHeading::Keep,
    };
    let file = SourceFile::from_text(FileId(0), "docs/page.md", input);
    let mut sink = Diagnostics::new();
    let document = parse_document(&file, 0, &Value::Null, &context, &mut sink);
    sink.discard();
    let mut html = String::new();
    write(&document, &document.body, &mut html);
    html
}

fn write(document: &Document, segments: &[Segment], html: &mut String) {
    for segment in segments {
        match segment {
            Segment::Html(text) => html.push_str(text),
            Segment::LinkAttrs(number) => {
                let link = &document.links[*number];
                let _ = write!(html, " href=\"{}\"", escape_attribute(&link.target));
                if !link.title.is_empty() {
                    let _ = write!(html, " title=\"{}\"", escape_attribute(&link.title));
                }
            }
            Segment::ImageStart(_) | Segment::ImageEnd(_) => {}
            Segment::ImageAttrs(number) => {
                let image = &document.images[*number];
                let (source, alt) = (
                    escape_attribute(&image.source),
                    escape_attribute(&image.alt),
                );
                let _ = write!(html, " src=\"{source}\" alt=\"{alt}\"");
                if !image.title.is_empty() {
                    let _ = write!(html, " title=\"{}\"", escape_attribute(&image.title));
                }
            }
            Segment::Component(tag) => write(document, &tag.children, html),
        }
    }
}
