//! Hashes of the code that renders each component: rendered HTML with the same hash is not rendered again.

use super::Bundle;
use crate::system::cache;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// Hashes of the code that renders pages.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct CodeHashes {
    /// Of what all pages need.
    pub shared: String,
    /// Of each component, with what it imports.
    pub components: BTreeMap<String, String>,
}

impl Bundle {
    /// The hash of the code that renders tags of these components, or the shells of pages if there are none.
    #[must_use]
    pub fn code_hash(&self, components: &BTreeSet<String>) -> cache::Key {
        let Some(code) = &self.code else {
            return self.ssr_hash;
        };
        let mut parts = vec![code.shared.as_bytes()];
        for name in components {
            let hash = code.components.get(name).map_or("", String::as_str);
            parts.extend([name.as_bytes(), hash.as_bytes()]);
        }
        cache::key(&parts)
    }
}
