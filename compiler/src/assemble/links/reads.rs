//! What resolving links looked up, as short hashes, and what of it has changed since.
//!
//! Two look-ups may have the same hash: an article is then made again although nothing that it looked up has changed.

use crate::model::RoutePath;
use crate::source::FileId;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Something that is looked up.
#[derive(Clone, Copy, Debug, Hash)]
pub(super) enum LookUp<'l> {
    /// The file at a path of the tree.
    Path(&'l str),
    /// The bytes of a file, or the page that it became.
    File(FileId),
    /// The page, redirect or static file at a path of the site.
    Route(&'l RoutePath),
    /// The anchors of a page.
    Anchors(&'l RoutePath),
}

impl LookUp<'_> {
    fn hash(self) -> u32 {
        let mut hasher = DefaultHasher::new();
        Hash::hash(&self, &mut hasher);
        // The upper half is as good as the whole.
        (hasher.finish() >> 32) as u32
    }
}

/// The look-ups so far, in their order.
#[derive(Debug, Default)]
pub(super) struct Recorder(RefCell<Vec<u32>>);

impl Recorder {
    pub(super) fn add(&self, what: LookUp<'_>) {
        self.0.borrow_mut().push(what.hash());
    }

    /// The number of look-ups.
    pub(super) fn len(&self) -> usize {
        self.0.borrow().len()
    }

    /// The look-ups after the first `start`.
    pub(super) fn since(&self, start: usize) -> Reads {
        let mut reads = self.0.borrow()[start..].to_vec();
        reads.sort_unstable();
        reads.dedup();
        Reads(reads.into())
    }

    /// Repeats look-ups whose result is known.
    pub(super) fn repeat(&self, reads: &Reads) {
        self.0.borrow_mut().extend_from_slice(&reads.0);
    }

    /// Forgets the look-ups after the first `start`.
    pub(super) fn truncate(&self, start: usize) {
        self.0.borrow_mut().truncate(start);
    }
}

/// The numbers of look-ups, sorted.
#[derive(Debug, Default)]
pub(super) struct Reads(Box<[u32]>);

impl Reads {
    /// Whether one of them may have another result now.
    pub(super) fn has_any(&self, changes: &Changes) -> bool {
        let mut changes = changes.0.iter();
        changes.any(|change| self.0.binary_search(change).is_ok())
    }
}

/// The look-ups that have another result than at the last assembly.
#[derive(Debug, Default)]
pub(crate) struct Changes(BTreeSet<u32>);

impl Changes {
    pub(super) fn add(&mut self, what: LookUp<'_>) {
        self.0.insert(what.hash());
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The keys with another value, or none, in one of two maps.
pub(super) fn changed_keys<'m, K: Ord, V: PartialEq>(
    before: &'m BTreeMap<K, V>,
    after: &'m BTreeMap<K, V>,
) -> Vec<&'m K> {
    if before == after {
        return Vec::new();
    }
    let changed = before.iter();
    let changed = changed.filter(|(key, value)| after.get(key) != Some(value));
    let new = after.iter().filter(|(key, _)| !before.contains_key(key));
    changed.chain(new).map(|(key, _)| key).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_have_what_was_looked_up_and_nothing_else() {
        let route = RoutePath::parse("/a").unwrap();
        let recorder = Recorder::default();
        recorder.add(LookUp::Path("a.md"));
        let first = recorder.len();
        recorder.add(LookUp::Route(&route));
        recorder.repeat(&recorder.since(0));
        let has = |reads: &Reads, what| {
            let mut changes = Changes::default();
            changes.add(what);
            reads.has_any(&changes)
        };
        let all = recorder.since(0);
        assert!(has(&all, LookUp::Path("a.md")) && has(&all, LookUp::Route(&route)));
        assert!(!has(&all, LookUp::Anchors(&route)) && !has(&all, LookUp::Path("/a")));
        recorder.truncate(first);
        assert!(!has(&recorder.since(0), LookUp::Route(&route)));
    }

    #[test]
    fn changed_keys_are_those_of_either_map() {
        let before = BTreeMap::from([(1, "a"), (2, "b"), (3, "c")]);
        let after = BTreeMap::from([(2, "b"), (3, "d"), (4, "e")]);
        assert_eq!(changed_keys(&before, &after), [&1, &3, &4]);
        assert!(changed_keys(&before, &before).is_empty());
    }
}
