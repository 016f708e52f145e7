//! Renders elements that are written as tags, as JSX has them: components and HTML elements.

pub(crate) mod attribute_names;
pub(crate) mod style;

mod end_of_name;
mod value;

mod code_block;
mod component;
mod head;
mod html;
mod prop_check;
mod tabs;
