//! `bindery explain`: the meaning of a diagnostic code, and how to correct the problem.

use crate::cli::EXIT_USAGE;
use crate::cli::output::{print, print_error};
use bindery_compiler::diagnostic::{Code, did_you_mean_or};

/// The flags of `bindery explain`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct ExplainFlags {
    /// The code, as printed in brackets; without it all are listed
    code: Option<String>,
}

pub(super) fn run_explain(flags: &ExplainFlags) -> u8 {
    let Some(name) = &flags.code else {
        return print(list().as_bytes());
    };
    let name = name.trim_matches(['[', ']']).to_lowercase();
    if let Some(code) = Code::from_name(&name) {
        return print(code.explanation().page().as_bytes());
    }
    let names: Vec<String> = Code::ALL.iter().map(|code| code.name()).collect();
    let names = names.iter().map(String::as_str);
    let help = did_you_mean_or(&name, names, "`bindery explain` lists all");
    print_error(&format!("there is no code `{name}`; {help}"));
    EXIT_USAGE
}

/// A line for each code.
fn list() -> String {
    let width = Code::ALL.iter().map(|code| code.name().len()).max();
    let width = width.unwrap_or_default();
    let lines = Code::ALL.iter().map(|code| {
        let summary = code.explanation().summary();
        format!("{:width$}  {summary}\n", code.name())
    });
    lines.collect()
}
