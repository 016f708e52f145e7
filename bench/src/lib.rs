//! Benchmarks of builds and of the server: one module for each command, which anybody can repeat.
//!
//! Each command prints its measures, medians and spread, and whether the targets are met. Nothing here is a test, because
//! times depend on the machine. The suite runs short variants, which show that the commands work, and compares only what is
//! the same everywhere: instructions, system calls, responses.

pub mod activated;
pub mod build;
pub mod content;
pub mod docusaurus;
pub mod drain;
pub mod edits;
pub mod harness;
pub mod hostile;
pub mod idle;
pub mod instructions;
pub mod lighthouse;
pub mod markdown;
pub mod nginx;
pub mod redbot;
pub mod reproducible;
pub mod soak;
pub mod start;
pub mod trees;
