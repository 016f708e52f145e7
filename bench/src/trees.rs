//! The cost of checking trees of several sizes: a page of a large tree must cost as much as one of a small tree.
//!
//! The trees are generated from a seed, so that everybody measures the same ones.

mod page;
pub mod peers;
mod write;

use crate::harness::process;
use bindery_compiler::diagnostic::Severity;
use bindery_compiler::driver::check;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What kind of trees are measured.
#[derive(Clone, Debug, clap::Args)]
pub struct TreeOptions {
    /// Pages of each tree, in one locale.
    #[arg(long, value_delimiter = ',', default_value = "500,5000,50000")]
    pub pages: Vec<usize>,
    /// Locales; those after the first translate every second page.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=3))]
    pub locales: u8,
    /// The seed of the texts.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Write the trees below this folder and keep them, instead of a temporary folder.
    #[arg(long)]
    pub keep: Option<PathBuf>,
}

/// Writes and checks the trees of a plan, and prints a row for each.
///
/// # Errors
/// When a tree cannot be written, or a check fails.
pub fn measure(plan: &TreeOptions) -> Result<(), String> {
    let temporary = tempfile::tempdir().map_err(|error| error.to_string())?;
    let folder = plan.keep.as_deref().unwrap_or(temporary.path());
    println!("  pages  Markdown  CPU s  ms/page  peak MB  KB/page");
    for &pages in &plan.pages {
        let tree = folder.join(format!("pages-{pages}"));
        let bytes = write::write_tree(&tree, pages, plan)?;
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let cost = process::run(Command::new(program).arg("check-tree").arg(&tree))?;
        let all = (pages * usize::from(plan.locales)).max(1) as f64;
        println!(
            "{pages:>7} {:>6.1} MB {:>6.2} {:>8.3} {:>8} {:>8.1}",
            bytes as f64 / 1e6,
            cost.cpu.as_secs_f64(),
            cost.cpu.as_secs_f64() * 1e3 / all,
            cost.peak_kib / 1024,
            cost.peak_kib as f64 / all
        );
    }
    Ok(())
}

/// Writes one tree of `pages` pages in one locale.
///
/// # Errors
/// When it cannot be written.
pub fn write_one(tree: &Path, pages: usize) -> Result<(), String> {
    write::write_tree(tree, pages, &one_locale()).map(drop)
}

/// The plan of trees in one locale.
fn one_locale() -> TreeOptions {
    TreeOptions {
        pages: Vec::new(),
        locales: 1,
        seed: 1,
        keep: None,
    }
}

/// Checks one tree, in the process that is measured.
///
/// # Errors
/// When the check finds an error, because then parts of the work were left out.
pub fn check_one(tree: &Path) -> Result<(), String> {
    let checked = check(tree, Path::new("ui"));
    let mut problems = checked.problems.iter();
    match problems.find(|problem| problem.severity == Severity::Error) {
        Some(problem) => Err(problem.message.clone()),
        None => Ok(()),
    }
}
