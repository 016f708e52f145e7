//! Runs the examples of `src/specs/*.txt`, each as a case of its own.
//!
//! `BINDERY_BLESS=1 cargo test -p bindery-compiler --test specs` writes the actual output into the files; review it in
//! the diff.

use bindery_compiler::config::{MarkdownOptions, read_config};
use bindery_compiler::data::Data;
use bindery_compiler::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use bindery_compiler::document::{Document, Segment};
use bindery_compiler::markdown::{
    DataReader, Labels, MarkdownContext, Props, TitleHeading, TreeReader, parse_document,
};
use bindery_compiler::source::{FileId, SourceFile, SourceTree, Span};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const FENCE: &str = "````````````````````````````````";

fn main() {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/specs");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("src/specs exists")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    paths.sort();
    let is_bless = std::env::var_os("BINDERY_BLESS").is_some();
    let mut trials = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("readable");
        let spec = Arc::new(read_spec(&text));
        if is_bless {
            std::fs::write(&path, bless(&text, &spec)).expect("writable");
            continue;
        }
        let name = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        for (number, example) in spec.examples.iter().enumerate() {
            let slug = example
                .name
                .to_lowercase()
                .replace(|c: char| !c.is_ascii_alphanumeric(), "_");
            let (spec, name) = (
                Arc::clone(&spec),
                format!("specs::{name}::{:02}_{slug}", number + 1),
            );
            trials.push(Trial::test(name, move || check(&spec, number)));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// The examples of one file, and the files they refer to.
#[derive(Default)]
struct Spec {
    examples: Vec<Example>,
    files: Vec<(String, String)>,
    components: BTreeSet<String>,
    /// Of the components that are the site's own: `components` declare nothing, files of `components/` what they say.
    props: BTreeMap<String, Option<Props>>,
    front_matter: Value,
    options: MarkdownOptions,
}

struct Example {
    name: String,
    input: String,
    html: String,
    notes: String,
    line: usize,
}

/// Reads a file: prose, and fences of 32 backquotes that say `example NAME`, `file PATH`, `components` or `builtins`.
fn read_spec(text: &str) -> Spec {
    let mut spec = Spec::default();
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let Some(head) = line.strip_prefix(FENCE) else {
            continue;
        };
        let body: Vec<&str> = lines
            .by_ref()
            .map(|(_, line)| line)
            .take_while(|line| *line != FENCE)
            .collect();
        let (kind, name) = head.trim().split_once(' ').unwrap_or((head.trim(), ""));
        match kind {
            "example" => spec.examples.push(read_example(name, &body, number + 1)),
            "components" => {
                let names = || body.iter().map(|name| (*name).to_owned());
                spec.components.extend(names());
                spec.props.extend(names().map(|name| (name, None)));
            }
            "builtins" => spec
                .components
                .extend(body.iter().map(|name| (*name).to_owned())),
            "options" => spec.options = read_options(&body.join("\n")),
            "file" if name == "front-matter.json" => {
                spec.front_matter = serde_json::from_str(&body.join("\n")).expect("JSON");
            }
            "file" => {
                let text = body.join("\n") + "\n";
                let own = name.strip_prefix("components/");
                if let Some(own) = own.and_then(|name| name.strip_suffix(".tsx")) {
                    spec.components.insert(own.to_owned());
                    spec.props
                        .insert(own.to_owned(), Props::of_source(own, &text));
                }
                spec.files.push((name.to_owned(), text));
            }
            _ => panic!("line {}: unknown fence `{kind}`", number + 1),
        }
    }
    spec
}

/// The Markdown options of a `site.toml` with these lines.
fn read_options(lines: &str) -> MarkdownOptions {
    let text = format!("title = \"x\"\nurl = \"https://x.org\"\n{lines}\n");
    let tree = SourceTree::from_texts(&[("site.toml", &text)]);
    let mut sink = Diagnostics::new();
    let options = read_config(&tree, &mut sink).markdown;
    let problems = sink.into_sorted();
    assert!(
        problems.iter().all(|one| one.code != Code::BadConfig),
        "{problems:?}"
    );
    options
}

fn read_example(name: &str, body: &[&str], line: usize) -> Example {
    let mut parts = body.split(|line| *line == ".");
    let mut part = || {
        parts
            .next()
            .unwrap_or_default()
            .iter()
            .fold(String::new(), |text, line| text + line + "\n")
    };
    let input = part()
        .replace('→', "\t")
        .replace("␍", "\r")
        .replace('␀', "\0");
    let (input, end) = (input.clone(), input.strip_suffix("␄\n").map(str::to_owned));
    Example {
        name: name.to_owned(),
        input: end.unwrap_or(input),
        html: part(),
        notes: part(),
        line,
    }
}

fn check(spec: &Spec, number: usize) -> Result<(), Failed> {
    let example = &spec.examples[number];
    let (html, notes) = run(spec, example);
    if html == example.html && notes == example.notes {
        return Ok(());
    }
    Err(format!(
        "line {}\n--- input\n{}--- expected\n{}.\n{}--- found\n{html}.\n{notes}",
        example.line, example.input, example.html, example.notes
    )
    .into())
}

fn bless(text: &str, spec: &Spec) -> String {
    let mut blessed = String::new();
    let mut examples = spec.examples.iter();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        blessed.push_str(line);
        blessed.push('\n');
        if !line.starts_with(&format!("{FENCE} example")) {
            continue;
        }
        let (html, notes) = run(spec, examples.next().expect("as many as were read"));
        let input = lines
            .by_ref()
            .take_while(|line| *line != FENCE)
            .collect::<Vec<_>>();
        for line in input.iter().take_while(|line| **line != ".") {
            blessed.push_str(line);
            blessed.push('\n');
        }
        let separator = if notes.is_empty() { "" } else { ".\n" };
        let _ = writeln!(blessed, ".\n{html}{separator}{notes}{FENCE}");
    }
    blessed
}

/// The actual output: the HTML, and the notes that the example has.
fn run(spec: &Spec, example: &Example) -> (String, String) {
    let mut files = vec![("docs/page.md".to_owned(), example.input.clone())];
    files.extend(spec.files.iter().cloned());
    files.sort();
    let number = |at: usize| FileId(u32::try_from(at).expect("few files"));
    let files = files
        .iter()
        .enumerate()
        .map(|(at, (path, text))| SourceFile::from_text(number(at), path, text));
    let tree = SourceTree {
        files: files.collect(),
        ..SourceTree::default()
    };
    let data: BTreeMap<String, Arc<Value>> = tree
        .files
        .iter()
        .filter(|file| file.has_extension("json"))
        .filter_map(|file| {
            Some((
                file.path.clone(),
                Arc::new(serde_json::from_str(&file.text).ok()?),
            ))
        })
        .collect();
    let data = Data::new(data);
    let context = MarkdownContext {
        tree: TreeReader::new(&tree, None),
        data: DataReader::new(&data, None),
        components: &spec.components,
        props: &spec.props,
        labels: &Labels::default(),
        options: &spec.options,
        title: if example.name.contains("dropped") {
            TitleHeading::Drop
        } else {
            TitleHeading::Keep
        },
    };
    let mut sink = Diagnostics::new();
    let file = tree.find("docs/page.md").expect("it was put in");
    let document = parse_document(file, 0, &spec.front_matter, &context, &mut sink);
    let mut notes = facts(&document, &example.notes, &tree);
    for diagnostic in sink.into_sorted() {
        notes.push_str(&describe(&diagnostic, &tree));
    }
    (body(&document).replace('\t', "→").replace('\r', "␍"), notes)
}

/// The facts of a document that the notes of an example name.
fn facts(document: &Document, wanted: &str, tree: &SourceTree) -> String {
    let mut notes = String::new();
    let wants = |fact: &str| wanted.lines().any(|line| line.starts_with(fact));
    if wants("title:") {
        let _ = writeln!(
            notes,
            "title: {}",
            document.content_title.as_deref().unwrap_or("none")
        );
    }
    if wants("excerpt:") {
        let _ = writeln!(notes, "excerpt: {}", document.excerpt);
    }
    if wants("anchor:") {
        document
            .anchors
            .iter()
            .for_each(|id| notes.push_str(&format!("anchor: {id}\n")));
    }
    if wants("heading:") {
        for heading in &document.headings {
            let place = place(heading.span, tree);
            let _ = writeln!(
                notes,
                "heading: {} {} {:?} {:?} at {place}",
                heading.level, heading.id, heading.text, heading.html
            );
        }
    }
    if wants("link:") {
        for link in &document.links {
            let _ = writeln!(notes, "link: {} at {}", link.target, place(link.span, tree));
        }
    }
    if wants("image:") {
        for image in &document.images {
            let _ = writeln!(
                notes,
                "image: {} at {}",
                image.source,
                place(image.span, tree)
            );
        }
    }
    notes
}

fn describe(diagnostic: &Diagnostic, tree: &SourceTree) -> String {
    let severity = if diagnostic.severity == Severity::Error {
        "error"
    } else {
        "warning"
    };
    let place = diagnostic
        .span
        .map_or(String::new(), |span| place(span, tree));
    let help = diagnostic.help.as_deref().unwrap_or("no help");
    format!(
        "{place}: {severity}[{}]: {}; {help}\n",
        diagnostic.code.name(),
        diagnostic.message
    )
}

/// `line:col` and the text there; the file, too, when it is not the example's.
fn place(span: Span, tree: &SourceTree) -> String {
    let file = tree.file(span.file);
    let (line, column) = file.lines.line_col(&file.text, span.start);
    let text = file
        .text
        .get(span.start as usize..span.end as usize)
        .unwrap_or("BROKEN SPAN");
    let path = if file.path == "docs/page.md" {
        String::new()
    } else {
        format!("{}:", file.path)
    };
    format!("{path}{line}:{column} `{}`", text.escape_debug())
}

fn body(document: &Document) -> String {
    let mut out = String::new();
    write_segments(&mut out, &document.body, document, document.truncate_at);
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
    out
}

fn write_segments(out: &mut String, segments: &[Segment], document: &Document, cut: Option<usize>) {
    for (at, segment) in segments.iter().enumerate() {
        if cut == Some(at) {
            out.push_str("=== truncated here ===\n");
        }
        match segment {
            Segment::Html(html) => out.push_str(html),
            Segment::LinkAttrs(number) => {
                let link = &document.links[*number];
                let title = if link.title.is_empty() {
                    String::new()
                } else {
                    format!(" title={:?}", link.title)
                };
                let _ = write!(out, " href={:?}{title}", link.target);
            }
            Segment::ImageStart(_) | Segment::ImageEnd(_) => {}
            Segment::ImageAttrs(number) => {
                let image = &document.images[*number];
                let title = if image.title.is_empty() {
                    String::new()
                } else {
                    format!(" title={:?}", image.title)
                };
                let _ = write!(out, " src={:?} alt={:?}{title}", image.source, image.alt);
            }
            Segment::Component(tag) => {
                let _ = write!(out, "<{}", tag.name);
                for (name, value) in &tag.props {
                    let _ = match value.value() {
                        Value::String(text) => write!(out, " {name}={text:?}"),
                        other => write!(out, " {name}={{{other}}}"),
                    };
                }
                if tag.children.is_empty() {
                    out.push_str(" />");
                } else {
                    out.push('>');
                    write_segments(out, &tag.children, document, None);
                    let _ = write!(out, "</{}>", tag.name);
                }
            }
        }
    }
    if cut == Some(segments.len()) {
        out.push_str("=== truncated here ===\n");
    }
}
