//! Hostile input, made by mutating a committed corpus: no parser panics, and the results satisfy the invariants.
//!
//! `BINDERY_FUZZ_SECONDS=600 cargo test --release -p bindery-compiler --test fuzz` runs each target for that long.

mod targets;

use bindery_fuzzing::harness::{self, Fuzzing, Target};
use bindery_fuzzing::words::WORDS;

const TARGETS: [Target; 5] = [
    ("markdown", targets::markdown),
    ("front_matter", targets::front_matter),
    ("config", targets::config),
    ("site", targets::site),
    ("path", targets::path),
];

fn main() {
    let fuzzing = Fuzzing {
        corpus: concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fuzz/corpus"),
        words: WORDS,
    };
    harness::main(fuzzing, &TARGETS);
}
