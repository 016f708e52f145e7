//! Properties that pages of several kinds share.

mod blank_page;
mod front_matter;
mod last_update;

pub(super) use self::blank_page::{blank_page, head_title};
pub(super) use self::front_matter::{apply_fallback, apply_front_matter, apply_headings};
pub(super) use self::last_update::{PageSource, ShownUpdate, apply_last_update};
