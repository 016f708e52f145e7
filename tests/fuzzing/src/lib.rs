//! Helpers for tests with hostile input: a harness for targets with a committed corpus, a source of mutated inputs, and a
//! measure of how work grows with its input.
//!
//! Only tests depend on this package.

pub mod growth;
pub mod harness;
pub mod mutate;
pub mod words;
