//! Compares Bindery with other generators, which build the same generated pages.
//!
//! Each generator gets the pages with the smallest configuration that shows them. It builds from nothing several times, then
//! once without a change and once after an edit of one page. Formulas, notes and tables are shown by those that know them
//! without further packages; Hugo's layout has neither sidebar nor search. A generator that is not installed has a row that
//! says so.

mod first_load;
mod generators;

use super::write;
use crate::harness::process::{self, Cost};
use first_load::first_load_bytes;
use generators::{GENERATORS, Generator, PreparedSite};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is built.
#[derive(Clone, Debug, clap::Args)]
pub struct PeerOptions {
    /// Pages of each tree.
    #[arg(long, value_delimiter = ',', default_value = "500")]
    pub pages: Vec<usize>,
    /// Builds from nothing, whose median is printed.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..))]
    pub runs: u8,
    /// The folder of the other generators: the program `hugo`, and `docusaurus`, `vitepress` and `starlight`, each with
    /// `node_modules`.
    #[arg(long)]
    pub tools: PathBuf,
    /// Bindery's executable.
    #[arg(long, default_value = "target/release/bindery")]
    pub binary: PathBuf,
    /// Only these: `bindery`, `bindery-fast`, `hugo`, `docusaurus`, `docusaurus-faster`, `vitepress`, `starlight`.
    #[arg(long, value_delimiter = ',')]
    pub only: Vec<String>,
}

/// Bytes of Markdown that are compressed for comparison.
const FIXED_WORK: usize = 4_000_000;

/// Builds the trees of a plan with each generator, and prints a row for each.
///
/// # Errors
/// When a tree cannot be written, or nothing is measured because no generator has one of the names.
pub fn measure(plan: &PeerOptions) -> Result<(), String> {
    let is_wanted =
        |one: &&Generator| plan.only.is_empty() || plan.only.iter().any(|name| name == one.name);
    let wanted: Vec<Generator> = GENERATORS.iter().filter(is_wanted).copied().collect();
    if wanted.is_empty() {
        return Err("no generator has one of these names".to_owned());
    }
    for &pages in &plan.pages {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let tree = folder.path().join("tree");
        let bytes = write::write_tree(&tree, pages, &super::one_locale())?;
        let fixed = process::run(Command::new(this_program()?).arg("fixed-work").arg(&tree))?;
        let megabytes = bytes.min(FIXED_WORK) as f64 / 1e6;
        let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
        println!(
            "{pages} pages, {:.1} MB of Markdown; brotli -q 10 of {megabytes:.1} MB: {:.2} CPU s; load {}",
            bytes as f64 / 1e6,
            fixed.cpu.as_secs_f64(),
            load.split(' ').next().unwrap_or_default()
        );
        println!(
            "                     wall s    CPU s  ms/page  /brotli  peak MB  output MB  first load KB  unchanged CPU s  edit CPU s  edit wall s"
        );
        for generator in &wanted {
            match measure_one(plan, generator, &tree, folder.path()) {
                Ok(row) => println!("{}", row.text(generator, pages, &fixed)),
                Err(reason) => println!("{:<18} {reason}", generator.name),
            }
        }
    }
    Ok(())
}

/// The measures of one generator.
struct Row {
    cold: Cost,
    unchanged: Cost,
    edit: Cost,
    output: u64,
    first_load: usize,
}

impl Row {
    fn text(&self, generator: &Generator, pages: usize, fixed: &Cost) -> String {
        let cpu = self.cold.cpu.as_secs_f64();
        format!(
            "{:<18} {:>8.1} {cpu:>8.1} {:>8.2} {:>8.1} {:>8} {:>10.1} {:>14.1} {:>16.2} {:>11.2} {:>12.2}",
            generator.name,
            self.cold.wall.as_secs_f64(),
            cpu * 1e3 / pages as f64,
            cpu / fixed.cpu.as_secs_f64().max(0.01),
            self.cold.peak_kib / 1024,
            self.output as f64 / 1e6,
            self.first_load as f64 / 1e3,
            self.unchanged.cpu.as_secs_f64(),
            self.edit.cpu.as_secs_f64(),
            self.edit.wall.as_secs_f64()
        )
    }
}

fn measure_one(
    plan: &PeerOptions,
    generator: &Generator,
    tree: &Path,
    folder: &Path,
) -> Result<Row, String> {
    let prepared = (generator.prepare)(plan, tree, &folder.join(generator.name))?;
    let mut colds = Vec::new();
    for _ in 0..plan.runs {
        for path in &prepared.results {
            remove(path)?;
        }
        colds.push(run(&prepared)?);
    }
    let cold = median_cost(&colds);
    let unchanged = run(&prepared)?;
    let text = fs::read_to_string(&prepared.edited).map_err(|error| error.to_string())?;
    fs::write(&prepared.edited, format!("{text}\nAn added sentence.\n"))
        .map_err(|error| error.to_string())?;
    let edit = run(&prepared)?;
    // Bindery's tree is the first one, which further generators copy.
    fs::write(&prepared.edited, text).map_err(|error| error.to_string())?;
    let site = (prepared.files)()?;
    Ok(Row {
        cold,
        unchanged,
        edit,
        output: (prepared.output)(),
        first_load: first_load_bytes(&site)?,
    })
}

fn run(prepared: &PreparedSite) -> Result<Cost, String> {
    process::run(&mut (prepared.command)()).map_err(|error| {
        let mut lines = error.lines().filter(|line| !line.trim().is_empty());
        let first = lines.nth(1).unwrap_or("without a message").trim();
        format!("failed: {}", first.chars().take(120).collect::<String>())
    })
}

/// The run with the median of the CPU times.
fn median_cost(costs: &[Cost]) -> Cost {
    let mut sorted = costs.to_vec();
    sorted.sort_by_key(|cost| cost.cpu);
    sorted[sorted.len() / 2]
}

fn remove(path: &Path) -> Result<(), String> {
    let removed = match path.is_dir() {
        true => fs::remove_dir_all(path),
        false if path.exists() => fs::remove_file(path),
        false => Ok(()),
    };
    removed.map_err(|error| format!("{}: {error}", path.display()))
}

fn this_program() -> Result<PathBuf, String> {
    std::env::current_exe().map_err(|error| error.to_string())
}

/// Compresses the first megabytes of a tree's Markdown, in the process that is measured: a work that is the same on every
/// machine, to compare machines by.
///
/// # Errors
/// When the tree cannot be read.
pub fn fixed_work(tree: &Path) -> Result<(), String> {
    let mut text = Vec::new();
    for entry in walkdir::WalkDir::new(tree.join("docs")).sort_by_file_name() {
        let entry = entry.map_err(|error| error.to_string())?;
        if entry.file_type().is_file() && text.len() < FIXED_WORK {
            text.extend(fs::read(entry.path()).map_err(|error| error.to_string())?);
        }
    }
    text.truncate(FIXED_WORK);
    match bindery_compression::brotli(10, &text).is_empty() {
        true => Err("there is no Markdown".to_owned()),
        false => Ok(()),
    }
}
