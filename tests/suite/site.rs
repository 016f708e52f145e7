//! The bound site over HTTP: its routes, the protocol, the files for machines, its export, and the rules of the library.

pub(crate) mod budgets;
pub(crate) mod exported;
pub(crate) mod isolation;
pub(crate) mod machine_files;
pub(crate) mod protocol;
pub(crate) mod routes;
pub(crate) mod rules;
