//! Serves a bound site from one closed table.

pub mod hash;
pub mod index;
pub mod table;
