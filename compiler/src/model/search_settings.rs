//! The settings of the search.

use crate::config::SearchConfig;

/// The settings of the search, which are the same for all pages.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SearchSettings {
    /// `[search]`.
    pub config: SearchConfig,
    /// The instances of documents, each with its versions.
    pub contexts: Vec<SearchContext>,
}

/// An instance of documents: its tags by version.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchContext {
    /// The id of the instance.
    pub id: String,
    /// The version that readers should read.
    pub last: String,
    /// Names and tags.
    pub versions: Vec<(String, String)>,
}
