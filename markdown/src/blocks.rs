//! Renders blocks: each module adds methods to [`Renderer`](crate::renderer::Renderer) that write one kind of block.

pub(crate) mod admonition;
pub(crate) mod code;
pub(crate) mod excerpt;
mod footnote;
mod heading;
mod list;
mod math;
mod paragraph;
mod table;
pub(crate) mod title;
pub(crate) mod toc;
