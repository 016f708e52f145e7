//! What pages of every kind have in common.

mod last_update;

pub(crate) use self::last_update::{ShownUpdate, apply_last_update};
