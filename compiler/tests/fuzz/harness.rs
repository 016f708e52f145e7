//! Runs targets on inputs made by mutating a committed corpus. Used by this crate and, by its path, by the server.
//!
//! Each target runs 20,000 inputs from a fixed seed, or for `BINDERY_FUZZ_SECONDS` from a seed of its own; a failure prints
//! the input, which then belongs into the corpus.

use crate::mutate::Mutator;
use libtest_mimic::{Arguments, Failed, Trial};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

/// Inputs of a target in an ordinary run.
const INPUTS: usize = 20_000;

/// A target: its name, which is its corpus' folder, and what is to hold for every input.
pub(crate) type Target = (&'static str, fn(&str) -> Result<(), String>);

/// What a crate's targets have in common.
#[derive(Clone, Copy)]
pub(crate) struct Fuzzing {
    /// The folder of the corpora.
    pub(crate) corpus: &'static str,
    /// Pieces that the parsers care for.
    pub(crate) words: &'static [&'static str],
}

pub(crate) fn main(fuzzing: Fuzzing, targets: &[Target]) {
    let arguments = Arguments::from_args();
    let trials = targets.iter().flat_map(|&(name, target)| {
        [
            Trial::test(format!("fuzz::{name}::corpus"), move || {
                replay(fuzzing, name, target)
            }),
            Trial::test(format!("fuzz::{name}::mutations"), move || {
                mutate(fuzzing, name, target)
            }),
        ]
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

/// The files of a target's corpus, sorted by name.
fn corpus(fuzzing: Fuzzing, name: &str) -> Vec<String> {
    let folder = Path::new(fuzzing.corpus).join(name);
    let mut paths: Vec<_> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("cannot read {}: {error}", folder.display()))
        .map(|entry| entry.expect("readable").path())
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "{} is empty", folder.display());
    paths
        .iter()
        .map(|path| std::fs::read_to_string(path).expect("UTF-8"))
        .collect()
}

fn replay(
    fuzzing: Fuzzing,
    name: &str,
    target: fn(&str) -> Result<(), String>,
) -> Result<(), Failed> {
    for seed in corpus(fuzzing, name) {
        run(&seed, target)?;
        // Every file also without its end, as an editor may save it.
        for (at, _) in seed.char_indices() {
            run(&seed[..at], target)?;
        }
    }
    Ok(())
}

fn mutate(
    fuzzing: Fuzzing,
    name: &str,
    target: fn(&str) -> Result<(), String>,
) -> Result<(), Failed> {
    let seconds = std::env::var("BINDERY_FUZZ_SECONDS").ok();
    let seconds = seconds.map(|text| text.parse().expect("BINDERY_FUZZ_SECONDS is a number"));
    let seed = match seconds {
        None => 0x2545_f491_4f6c_dd1d,
        Some(_) => 0x9e37_79b9_7f4a_7c15 ^ u64::from(std::process::id()),
    };
    let mut mutator = Mutator::new(corpus(fuzzing, name), fuzzing.words, seed);
    let started = Instant::now();
    let mut inputs = 0;
    while match seconds {
        None => inputs < INPUTS,
        Some(seconds) => started.elapsed() < Duration::from_secs(seconds),
    } {
        run(&mutator.next(), target)?;
        inputs += 1;
    }
    if seconds.is_some() {
        println!(
            "{name}: {inputs} inputs in {} s",
            started.elapsed().as_secs()
        );
    }
    Ok(())
}

fn run(input: &str, target: fn(&str) -> Result<(), String>) -> Result<(), Failed> {
    match catch_unwind(AssertUnwindSafe(|| target(input))) {
        Ok(Ok(())) => Ok(()),
        Ok(Err(broken)) => Err(format!("{broken}\nby the input {input:?}").into()),
        Err(_) => Err(format!("a panic by the input {input:?}").into()),
    }
}
