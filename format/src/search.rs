//! What the writer and the reader of the search index share: its layout, what a word is, the addresses of its nodes.

pub mod layout;
pub mod node_url;
pub mod text;
