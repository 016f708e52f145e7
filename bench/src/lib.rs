//! Measures what the closing notes quote, by commands that anybody can repeat: one module a command.
//!
//! The commands print what was measured, medians, spread and whether the targets are met. Nothing here is a test: times
//! depend on the machine. The suite runs short variants that only show that the machinery works, and the figures that are
//! the same everywhere: instructions, system calls, answers.

pub mod activated;
pub mod build;
pub mod content;
pub mod drain;
pub mod floor;
pub mod hostile;
pub mod idle;
pub mod instructions;
pub mod lighthouse;
pub mod load;
pub mod markdown;
mod measure;
pub mod nginx;
pub mod origin;
pub mod redbot;
pub mod reproducible;
pub mod served;
pub mod soak;
pub mod start;
pub mod tools;
