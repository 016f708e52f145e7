//! The search index: its layout, the lines and terms of its texts, and the addresses of search nodes.

pub mod layout;
pub mod node_url;
pub mod passage;
pub mod rows;
pub mod sentences;
pub mod text;
