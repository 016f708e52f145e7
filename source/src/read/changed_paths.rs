//! What may have changed in a folder since it was last read.

use std::collections::BTreeSet;
use std::path::PathBuf;

/// The files that may have changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ChangedPaths {
    /// Any, also of folders outside of the one that is read.
    #[default]
    Any,
    /// Those at these paths, which are absolute and without links. A folder among them stands for all that is in it.
    Only(BTreeSet<PathBuf>),
}
