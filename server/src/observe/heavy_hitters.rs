//! Counts the most frequent of unboundedly many names, in bounded memory.
//!
//! This is the Space-Saving algorithm (Metwally, Agrawal and El Abbadi, "Efficient computation of frequent and top-k
//! elements in data streams", 2005): a new name replaces the least frequent one and inherits its count as a possible
//! error. A name that makes up more than 1/capacity of the stream always has an entry, however many other names a scanner
//! requests.

use std::collections::{BTreeSet, HashMap};

/// Bytes of a name that are stored.
const MAX_NAME: usize = 200;

/// Counters of at most `capacity` names.
#[derive(Debug)]
pub(super) struct HeavyHitters {
    capacity: usize,
    entries: Vec<Entry>,
    by_name: HashMap<Box<str>, usize>,
    /// The inherited count and the index of each entry, the least frequent first.
    by_count: BTreeSet<(u64, usize)>,
    total: u64,
}

#[derive(Debug)]
struct Entry {
    name: Box<str>,
    count: u64,
    /// The part of `count` that belongs to earlier names of this entry.
    inherited: u64,
}

impl Entry {
    /// The part of `count` that certainly belongs to this name.
    fn certain(&self) -> u64 {
        self.count - self.inherited
    }
}

impl HeavyHitters {
    /// Creates counters for at most `capacity` names, at least one.
    #[must_use]
    pub(super) fn new(capacity: usize) -> HeavyHitters {
        HeavyHitters {
            capacity: capacity.max(1),
            entries: Vec::new(),
            by_name: HashMap::new(),
            by_count: BTreeSet::new(),
            total: 0,
        }
    }

    /// Counts one occurrence of a name.
    pub(super) fn count(&mut self, name: &str) {
        let name = &name[..name.floor_char_boundary(MAX_NAME)];
        self.total += 1;
        let index = match self.by_name.get(name) {
            Some(index) => *index,
            None if self.entries.len() < self.capacity => self.add(name),
            None => self.replace_least_frequent(name),
        };
        let entry = &mut self.entries[index];
        self.by_count.remove(&(entry.count, index));
        entry.count += 1;
        self.by_count.insert((entry.count, index));
    }

    fn add(&mut self, name: &str) -> usize {
        let index = self.entries.len();
        self.entries.push(Entry {
            name: name.into(),
            count: 0,
            inherited: 0,
        });
        self.by_name.insert(name.into(), index);
        index
    }

    fn replace_least_frequent(&mut self, name: &str) -> usize {
        let (count, index) = *self.by_count.first().expect("BUG: there are no entries");
        let entry = &mut self.entries[index];
        self.by_name.remove(&entry.name);
        entry.name = name.into();
        entry.inherited = count;
        self.by_name.insert(name.into(), index);
        index
    }

    /// The names that have an entry, sorted, each with the number of occurrences that are certain.
    #[must_use]
    pub(super) fn names(&self) -> Vec<(&str, u64)> {
        let entries = self.entries.iter();
        let mut names: Vec<_> = entries
            .map(|entry| (&*entry.name, entry.certain()))
            .collect();
        names.sort_unstable();
        names
    }

    /// Occurrences that belong to no name of [`HeavyHitters::names`]. Never decreases.
    #[must_use]
    pub(super) fn others(&self) -> u64 {
        let certain: u64 = self.entries.iter().map(Entry::certain).sum();
        self.total - certain
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frequent_name_gets_an_entry_after_a_scanner_took_all_of_them() {
        let mut names = HeavyHitters::new(10);
        for number in 0..1000 {
            names.count(&format!("/scanned-{number}"));
        }
        for number in 0..1000 {
            names.count("/wanted");
            names.count(&format!("/scanned-again-{number}"));
        }
        let wanted = names
            .names()
            .into_iter()
            .find(|(name, _)| *name == "/wanted");
        assert!(wanted.is_some_and(|(_, count)| count > 900), "{wanted:?}");
        assert_eq!(names.names().len(), 10);
        let certain: u64 = names.names().iter().map(|(_, count)| count).sum();
        assert_eq!(certain + names.others(), 3000);
    }

    #[test]
    fn others_never_decrease() {
        let mut names = HeavyHitters::new(3);
        let mut before = 0;
        for number in 0..500_u32 {
            names.count(&(number * number % 17).to_string());
            assert!(names.others() >= before);
            before = names.others();
        }
    }

    #[test]
    fn long_names_are_cut_between_characters() {
        let mut names = HeavyHitters::new(3);
        names.count(&"é".repeat(MAX_NAME));
        names.count(&"x".repeat(MAX_NAME + 1));
        let lens: Vec<usize> = names.names().iter().map(|(name, _)| name.len()).collect();
        assert_eq!(lens, [MAX_NAME, MAX_NAME]);
    }
}
