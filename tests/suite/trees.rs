//! Small content trees with the expected results of the compiler.

pub(crate) mod checked_sites;
pub(crate) mod docusaurus;
