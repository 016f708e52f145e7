//! Runs targets on inputs that are made by mutating a committed corpus.
//!
//! Each target runs on 20,000 inputs from a fixed seed. With `BINDERY_FUZZ_SECONDS` it runs for that long from a seed
//! that differs each time. A failure prints its input, which should then be added to the corpus.

use crate::mutate::Mutator;
use libtest_mimic::{Arguments, Failed, Trial};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

/// Inputs of a target in an ordinary run.
const INPUTS: usize = 20_000;

/// A target: its name, which is also the name of its corpus' folder, and a check that every input must pass.
pub type Target = (&'static str, fn(&str) -> Result<(), String>);

/// The options that the targets of a crate share.
#[derive(Clone, Copy, Debug)]
pub struct Fuzzing {
    /// The folder of the corpora.
    pub corpus: &'static str,
    /// Texts that mean something to the parsers.
    pub words: &'static [&'static str],
}

/// The `main` of a test without its own harness: replays each target's corpus, then mutates it.
pub fn main(fuzzing: Fuzzing, targets: &[Target]) {
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
        run(&mutator.next_input(), target)?;
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

/// Runs a target on one input; a panic fails it, too.
fn run(input: &str, target: fn(&str) -> Result<(), String>) -> Result<(), Failed> {
    match catch_unwind(AssertUnwindSafe(|| target(input))) {
        Ok(Ok(())) => Ok(()),
        Ok(Err(broken)) => Err(format!("{broken}\nby the input {input:?}").into()),
        Err(_) => Err(format!("a panic by the input {input:?}").into()),
    }
}
