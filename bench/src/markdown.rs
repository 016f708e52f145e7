//! Measures the time from Markdown to HTML on one core, and the peak memory of assembling a large tree.

use crate::harness::process::{peak_kib, resident_kib};
use bindery_compiler::config::MarkdownOptions;
use bindery_compiler::data::Data;
use bindery_compiler::diagnostic::Diagnostics;
use bindery_compiler::driver::check_tree;
use bindery_compiler::front_matter::split_front_matter;
use bindery_compiler::markdown::{
    DataReader, Labels, MarkdownContext, TitleHeading, TreeReader, component_name, parse_document,
};
use bindery_compiler::source::{SourceFile, SourceTree, read_tree};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

/// The minimum duration of the measurement; all files are parsed repeatedly until then.
const MIN_TIME: Duration = Duration::from_secs(3);

/// Prints the speed of the Markdown parser, and the peak memory for a tree of `pages` pages.
///
/// # Errors
/// When the content cannot be read.
pub fn measure(content: &Path, pages: usize) -> Result<(), String> {
    let mut sink = Diagnostics::new();
    let tree = read_tree(content, &mut sink);
    sink.discard();
    let files: Vec<&SourceFile> = tree
        .files
        .iter()
        .filter(|file| file.has_extension("md") || file.has_extension("mdx"))
        .collect();
    if files.is_empty() {
        return Err(format!("no Markdown below {}", content.display()));
    }
    let bytes: usize = files.iter().map(|file| file.text.len()).sum();
    let components = component_names(&tree);
    // The first round also initialises static data, such as the tables of the languages of code.
    let first = timed(|| read_all(&tree, &files, &components));
    let (started, mut rounds) = (Instant::now(), 0);
    while started.elapsed() < MIN_TIME {
        read_all(&tree, &files, &components);
        rounds += 1;
    }
    let seconds = started.elapsed().as_secs_f64();
    println!("{} files, {bytes} bytes of Markdown", files.len());
    println!("first round: {:.1} ms", first.as_secs_f64() * 1e3);
    println!(
        "later rounds: {:.1} MB/s on one core ({rounds} rounds)",
        (bytes * rounds) as f64 / 1e6 / seconds
    );
    measure_memory(&tree, &files, pages);
    Ok(())
}

fn timed(work: impl FnOnce()) -> Duration {
    let started = Instant::now();
    work();
    started.elapsed()
}

fn read_all(tree: &SourceTree, files: &[&SourceFile], components: &BTreeSet<String>) {
    let labels = Labels::default();
    let data = Data::default();
    let context = MarkdownContext {
        tree: TreeReader::new(tree, None),
        data: DataReader::new(&data, None),
        components,
        props: &BTreeMap::new(),
        labels: &labels,
        options: &MarkdownOptions::default(),
        title: TitleHeading::Keep,
    };
    for file in files {
        let mut sink = Diagnostics::new();
        let (front_matter, body) = split_front_matter(file, &mut sink);
        let value = Value::Object(front_matter.value);
        let document = parse_document(file, body, &value, &context, &mut sink);
        std::hint::black_box(document);
        sink.discard();
    }
}

fn component_names(tree: &SourceTree) -> BTreeSet<String> {
    let own = tree.files_in("components").filter_map(|file| {
        let name = component_name(file.path.strip_prefix("components/")?)?;
        Some(name.to_owned())
    });
    own.chain(["Tabs", "TabItem", "Card", "CardGrid", "Details"].map(str::to_owned))
        .collect()
}

/// Assembles a tree of `pages` pages, which repeats the given files.
fn measure_memory(tree: &SourceTree, files: &[&SourceFile], pages: usize) {
    let before = resident_kib(std::process::id());
    let mut texts: Vec<(String, String)> = (0..pages)
        .map(|number| {
            let mut text = format!("# Page {number}\n\n");
            let (_, body) = {
                let mut sink = Diagnostics::new();
                let split = split_front_matter(files[number % files.len()], &mut sink);
                sink.discard();
                split
            };
            let _ = write!(text, "{}", &files[number % files.len()].text[body..]);
            let folder = number / 50;
            (format!("docs/folder-{folder}/page-{number}.md"), text)
        })
        .collect();
    texts.push((
        "site.toml".to_owned(),
        "title = \"T\"\nurl = \"https://example.org\"\n".to_owned(),
    ));
    let data = tree.files.iter().filter(|file| file.has_extension("json"));
    texts.extend(data.map(|file| (file.path.clone(), file.text.to_string())));
    let borrowed: Vec<_> = texts
        .iter()
        .map(|(a, b)| (a.as_str(), b.as_str()))
        .collect();
    let large = SourceTree::from_texts(&borrowed);
    let started = Instant::now();
    let checked = check_tree(large, &component_names(tree));
    println!(
        "{} pages assembled and checked in {:.2} s; {} MiB more in memory than before, {} MiB at the peak",
        checked.site.pages.len(),
        started.elapsed().as_secs_f64(),
        resident_kib(std::process::id()).saturating_sub(before) / 1024,
        peak_kib(std::process::id()) / 1024
    );
}
