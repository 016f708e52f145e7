//! Documents that MDX evaluates in Node: what becomes of a golden tree, and that Bindery's parser gives the same for every
//! text that it knows.

mod trees;

use bindery_compiler::document::{Document, Segment};
use bindery_compiler::docusaurus::EvaluateOptions;
use bindery_compiler::driver::{self, ComparedDocument};
use serde_json::Value;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The trees whose documents are parsed by both parsers.
const TREES: [&str; 11] = [
    "content",
    "tests/sites/blog/full",
    "tests/sites/docusaurus/text",
    "tests/sites/docusaurus/typical",
    "tests/sites/golden/docusaurus",
    "tests/sites/golden/docusaurus-code",
    "tests/sites/golden/docusaurus-functions",
    "tests/sites/golden/locales",
    "tests/sites/golden/small",
    "tests/sites/golden/versions",
    "tests/sites/reader",
];

/// Documents with a tag of a line alone on its line: the parser makes a paragraph of it, MDX does not.
const EXCEPTIONS: [&str; 2] = [
    "tests/sites/golden/docusaurus-code/docs/guide/deep/page.mdx",
    "tests/sites/docusaurus/typical/docs/index.mdx",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A value in which 1.0 is 1: JavaScript has one type of numbers.
fn with_whole_numbers(value: Value) -> Value {
    let is_whole = |number: &f64| number.fract() == 0.0 && number.abs() < 1e15;
    match value {
        Value::Number(number) => match number.as_f64().filter(is_whole) {
            #[expect(clippy::cast_possible_truncation, reason = "it is whole and small")]
            Some(whole) => Value::from(whole as i64),
            None => Value::Number(number),
        },
        Value::Array(items) => items.into_iter().map(with_whole_numbers).collect(),
        Value::Object(map) => {
            let entries = map.into_iter();
            entries
                .map(|(key, value)| (key, with_whole_numbers(value)))
                .collect()
        }
        other => other,
    }
}

/// The HTML of a body, with its components as tags.
fn write_body(segments: &[Segment], out: &mut String) {
    for segment in segments {
        let _ = match segment {
            Segment::Html(html) => write!(out, "{html}"),
            Segment::LinkAttrs(number) => write!(out, " link={number}"),
            Segment::ImageAttrs(number) => write!(out, " image={number}"),
            Segment::ImageStart(number) => write!(out, "<!--image {number}-->"),
            Segment::ImageEnd(number) => write!(out, "<!--/image {number}-->"),
            Segment::Component(tag) => {
                let props = serde_json::to_value(&tag.props).expect("properties are JSON");
                let props = with_whole_numbers(props);
                let _ = write!(out, "\n<{} {props}>\n", tag.name);
                write_body(&tag.children, out);
                write!(out, "\n</{}>\n", tag.name)
            }
        };
    }
}

/// A document as text: its body, headings, links and images.
fn text_of(document: &Document) -> String {
    let mut out = String::new();
    write_body(&document.body, &mut out);
    for heading in &document.headings {
        let (level, id) = (heading.level, &heading.id);
        let _ = write!(
            out,
            "\nheading {level} {id} {} {}",
            heading.text, heading.html
        );
    }
    for link in &document.links {
        let _ = write!(
            out,
            "\nlink {} {:?} {:?}",
            link.target, link.title, link.kind
        );
    }
    for image in &document.images {
        let _ = write!(
            out,
            "\nimage {} {:?} {:?}",
            image.source, image.alt, image.title
        );
    }
    let _ = write!(
        out,
        "\nanchors {:?}\ntitle {:?} {}",
        document.anchors, document.content_title, document.has_title
    );
    let _ = write!(
        out,
        "\nexcerpt {:?}\ntruncate {:?}",
        document.excerpt,
        document.truncate_at.is_some()
    );
    out
}

/// Two lines from shortly before where they differ.
fn first_difference(parsed: Option<&str>, evaluated: Option<&str>) -> String {
    let (a, b) = (parsed.unwrap_or("nothing"), evaluated.unwrap_or("nothing"));
    let same = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    let part = |line: &str| {
        let start = line.floor_char_boundary(same.saturating_sub(60).min(line.len()));
        let end = line.floor_char_boundary((same + 160).min(line.len()));
        line[start..end].to_owned()
    };
    format!("  parser {:?}\n  MDX    {:?}", part(a), part(b))
}

/// The documents of a tree that the parser knows and that differ, as text.
fn differences(tree: &str) -> (usize, Vec<String>) {
    let (content, ui) = (root().join(tree), root().join("ui"));
    let reading = EvaluateOptions {
        content: &content,
        ui: &ui,
        cache: None,
    };
    let documents = driver::compare_parsers(reading).expect("the worker runs");
    let known: Vec<ComparedDocument> = documents.into_iter().filter(|one| one.is_known).collect();
    let differs = known.iter().filter_map(|one| {
        let parsed = text_of(&one.parsed);
        let evaluated = one.evaluated.as_ref().map(text_of);
        let evaluated = evaluated.unwrap_or_else(|error| format!("error: {error}"));
        let (mut left, mut right) = (parsed.lines(), evaluated.lines());
        let line = loop {
            match (left.next(), right.next()) {
                (None, None) => return None,
                (a, b) if a != b => break first_difference(a, b),
                _ => {}
            }
        };
        Some(format!("{}\n{line}", one.path))
    });
    (known.len(), differs.collect())
}

#[test]
fn both_parsers_give_the_same_document() {
    let mut total = 0;
    let mut all = Vec::new();
    for tree in TREES {
        let (known, differs) = differences(tree);
        total += known;
        all.extend(differs.into_iter().map(|one| format!("{tree}/{one}")));
    }
    all.retain(|one| !EXCEPTIONS.iter().any(|path| one.starts_with(path)));
    assert!(
        all.is_empty(),
        "{} of {total}\n{}",
        all.len(),
        all.join("\n")
    );
    assert!(total > 500, "only {total} documents were compared");
}

/// The names of the documents that were evaluated, and of those that failed. Each document writes its name to a file.
fn evaluated_names(content: &Path, cache: &Path) -> (String, Vec<String>) {
    let log = content.join("log.txt");
    let _ = std::fs::remove_file(&log);
    let reading = EvaluateOptions {
        content,
        ui: &root().join("ui"),
        cache: Some(cache),
    };
    let documents = driver::compare_parsers(reading).expect("the worker runs");
    let failed = documents.iter().filter_map(|one| {
        let error = one.evaluated.as_ref().err()?;
        Some(format!("{}: {error}", one.path))
    });
    let failed = failed.collect();
    let log = std::fs::read_to_string(log).unwrap_or_default();
    let mut names: Vec<&str> = log.split_whitespace().collect();
    names.sort_unstable();
    (names.join(" "), failed)
}

fn write(content: &Path, path: &str, text: &str) {
    let path = content.join(path);
    std::fs::create_dir_all(path.parent().expect("it has a folder")).expect("it is writable");
    std::fs::write(path, text).expect("it is writable");
}

/// A configuration with these options of the documents.
fn config(docs: &str) -> String {
    format!(
        "export default {{title: 'Site', url: 'https://a.example', baseUrl: '/', \
         presets: [['classic', {{docs: {docs}, blog: false}}]]}};\n"
    )
}

#[test]
fn documents_are_evaluated_again_when_what_they_depend_on_changes() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let content = folder.path().join("tree");
    let cache = folder.path().join("cache");
    let write = |path: &str, text: &str| write(&content, path, text);
    let evaluated = || evaluated_names(&content, &cache);
    let nothing = (String::new(), Vec::new());
    let log = "import {log} from '@site/src/log';\n";
    write("docusaurus.config.js", &config("{}"));
    write(
        "src/log.js",
        "import {appendFileSync} from 'node:fs';\nimport {end} from './end';\n\
         export const log = (name) => { appendFileSync('log.txt', `${name} `); return name + end; };\n",
    );
    write("src/end.js", "export const end = '.';\n");
    write("docs/_part.mdx", "A part.\n");
    write("docs/names.yaml", "- a\n");
    write(
        "docs/a.mdx",
        &format!("{log}import Part from './_part.mdx';\n\n{{log('a')}}\n\n<Part />\n"),
    );
    write(
        "docs/b.mdx",
        &format!(
            "{log}import names from '@site/docs/names.yaml';\n\n{{log('b')}}{{names.join()}}\n"
        ),
    );
    write("docs/c.mdx", &format!("{log}\n{{log('c')}}\n"));
    assert_eq!(evaluated(), ("a b c".to_owned(), Vec::new()));
    assert_eq!(evaluated(), nothing);
    write("docs/_part.mdx", "Another part.\n");
    assert_eq!(evaluated().0, "a", "a partial");
    write("docs/names.yaml", "- b\n");
    assert_eq!(evaluated().0, "b", "data");
    write("src/end.js", "export const end = '!';\n");
    assert_eq!(evaluated().0, "a b c", "a module of a module");
    write("docs/_part.mdx", "A part {nobody.knows}.\n");
    let failed = (
        "a".to_owned(),
        vec!["docs/a.mdx: nobody is not defined".to_owned()],
    );
    assert_eq!(evaluated(), failed, "a failure");
    assert_eq!(evaluated(), failed, "a failure is not cached");
    write("docs/_part.mdx", "A third part.\n");
    assert_eq!(
        evaluated(),
        ("a".to_owned(), Vec::new()),
        "a failure whose cause is gone"
    );
    assert_eq!(evaluated(), nothing);
}
