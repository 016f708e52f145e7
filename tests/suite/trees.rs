//! Small content trees with what the compiler must make of them.

pub(crate) mod checked_sites;
pub(crate) mod docusaurus;
