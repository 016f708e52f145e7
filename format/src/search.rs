//! The search index: its layout, the tokenizer of its writer and its reader, and the addresses of search nodes.

pub mod layout;
pub mod node_url;
pub mod text;
