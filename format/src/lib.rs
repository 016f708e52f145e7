//! The formats that the compiler writes and the macros and the server read.
//!
//! A format's types, its writer and its reader are in one place, so that the two sides cannot differ. Knows no
//! particular site; the only input or output is [`manifest::Manifest::read`].
//!
//! Modules are listed from the lowest layer to the highest: each uses only those above it.

pub mod hash;
pub mod path_segment;
pub mod perfect;
pub mod plural;
pub mod suggest;

pub mod table;

pub mod index;

pub mod carried;
pub mod manifest;

pub mod search;
