//! The commands of the executable and of the benchmarks, and complete builds.

pub(crate) mod builds;
pub(crate) mod command_line;
pub(crate) mod dev;
pub(crate) mod example;
pub(crate) mod licences;
pub(crate) mod lsp;
pub(crate) mod measures;
pub(crate) mod progress;
pub(crate) mod release;
pub(crate) mod replicas;
pub(crate) mod standalone;
