//! The user interface: its own tests, its HTML, its rendering, and the cases in a browser.

pub(crate) mod browser;
pub(crate) mod declarations;
pub(crate) mod engines;
pub(crate) mod html;
pub(crate) mod lint;
pub(crate) mod ui;
