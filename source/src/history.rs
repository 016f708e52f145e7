//! When each file of a tree was last changed, and by whom: plain data, which the compiler reads from git.

use std::collections::BTreeMap;

/// The last change of each file of a tree, by its path in the tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// The changes by path in the tree.
    pub changes: BTreeMap<String, Change>,
}

/// The last change of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The day in UTC: `2024-05-06`.
    pub day: String,
    /// The author's name.
    pub author: String,
}

impl History {
    /// The last change of the file at this path of the tree.
    #[must_use]
    pub fn change(&self, path: &str) -> Option<&Change> {
        self.changes.get(path)
    }

    /// Builds a history from paths, days and authors, for tests.
    #[must_use]
    pub fn from_changes(changes: &[(&str, &str, &str)]) -> Self {
        let changes = changes.iter().map(|(path, day, author)| {
            let change = Change {
                day: (*day).to_owned(),
                author: (*author).to_owned(),
            };
            ((*path).to_owned(), change)
        });
        History {
            changes: changes.collect(),
        }
    }
}
