//! The machine that builds: files, other programs, and a cache between builds.

pub mod cache;
pub mod files;
pub(crate) mod process;
pub mod progress;

pub use process::end_all as end_processes;
