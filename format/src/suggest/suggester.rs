//! Suggestions among very many names.
//!
//! [`super::nearest`] compares with every candidate, which is fast enough for the keys of a table. For a thousand broken
//! links and the paths of five thousand pages it would take minutes. So a [`Suggester`] indexes names by their trigrams,
//! and compares only the names that share the most trigrams.

use super::{nearest, only_typo};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The maximum number of names that are all compared, without the index.
const MAX_UNINDEXED: usize = 48;

/// How many names are compared for one query at most.
const MAX_COMPARED: usize = 32;

/// How many entries of the index are read for one query at most.
const MAX_READ: usize = 4096;

type Gram = [char; 3];

/// An index over names.
#[derive(Debug, Default)]
pub struct Suggester {
    names: Vec<String>,
    grams: BTreeMap<Gram, Vec<u32>>,
    compared: AtomicUsize,
}

impl Suggester {
    /// Indexes names.
    #[must_use]
    pub fn new<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
        let mut grams: BTreeMap<Gram, Vec<u32>> = BTreeMap::new();
        if names.len() > MAX_UNINDEXED {
            for (at, name) in names.iter().enumerate() {
                let at = u32::try_from(at).unwrap_or(u32::MAX);
                for gram in grams_of(name) {
                    let entries = grams.entry(gram).or_default();
                    if entries.last() != Some(&at) {
                        entries.push(at);
                    }
                }
            }
        }
        Suggester {
            names,
            grams,
            compared: AtomicUsize::new(0),
        }
    }

    /// The name nearest to `name`, if it is near enough to be a typo of it (see [`super::nearest`]).
    #[must_use]
    pub fn nearest(&self, name: &str) -> Option<&str> {
        let candidates = self.candidates(name);
        self.compared.fetch_add(candidates.len(), Ordering::Relaxed);
        nearest(name, candidates)
    }

    /// The name that was certainly meant (see [`super::only_typo`]).
    #[must_use]
    pub fn only_typo(&self, name: &str) -> Option<&str> {
        only_typo(name, self.candidates(name))
    }

    /// The sentence ``did you mean `x`?`` for the nearest name, or another help.
    #[must_use]
    pub fn did_you_mean_or(&self, name: &str, fallback: &str) -> String {
        match self.nearest(name) {
            Some(near) => format!("did you mean `{near}`?"),
            None => fallback.to_owned(),
        }
    }

    /// How many comparisons were made so far.
    #[must_use]
    pub fn compared(&self) -> usize {
        self.compared.load(Ordering::Relaxed)
    }

    /// The names that share the most trigrams, looked up from the rarest trigram on.
    fn candidates(&self, name: &str) -> Vec<&str> {
        if self.names.len() <= MAX_UNINDEXED {
            return self.names.iter().map(String::as_str).collect();
        }
        let mut lists: Vec<&Vec<u32>> = grams_of(name)
            .into_iter()
            .filter_map(|gram| self.grams.get(&gram))
            .collect();
        lists.sort_by_key(|list| list.len());
        let mut shared: BTreeMap<u32, u32> = BTreeMap::new();
        let mut read = 0;
        for list in lists {
            read += list.len();
            if read > MAX_READ {
                break;
            }
            for at in list {
                *shared.entry(*at).or_default() += 1;
            }
        }
        let mut best: Vec<(u32, u32)> = shared.into_iter().map(|(at, count)| (count, at)).collect();
        best.sort_by_key(|(count, at)| (std::cmp::Reverse(*count), *at));
        best.truncate(MAX_COMPARED);
        let names = best
            .iter()
            .filter_map(|(_, at)| self.names.get(*at as usize));
        names.map(String::as_str).collect()
    }
}

/// The trigrams of a name in lower case, padded so that its ends count as well.
fn grams_of(name: &str) -> Vec<Gram> {
    let characters: Vec<char> = ['\0', '\0']
        .into_iter()
        .chain(name.to_lowercase().chars())
        .chain(['\0', '\0'])
        .collect();
    let mut grams: Vec<Gram> = characters
        .windows(3)
        .map(|run| [run[0], run[1], run[2]])
        .collect();
    grams.sort_unstable();
    grams.dedup();
    grams
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(count: usize) -> Vec<String> {
        let kinds = ["characters", "weapons", "enemies", "mechanics"];
        let path = |n: usize| {
            format!(
                "/{}/group-{}/page-{}",
                kinds[n % 4],
                n / 40,
                n * 7919 % 100_003
            )
        };
        (0..count).map(path).collect()
    }

    #[test]
    fn a_thousand_queries_among_five_thousand_names_stay_cheap() {
        let names = paths(5_000);
        let index = Suggester::new(names.iter().map(String::as_str));
        let mut found = 0;
        for name in names.iter().step_by(5) {
            let typo = name.replacen("group", "gruop", 1);
            found += usize::from(index.nearest(&typo) == Some(name));
        }
        assert_eq!(found, 1_000);
        assert!(
            index.compared() <= 1_000 * MAX_COMPARED,
            "{}",
            index.compared()
        );
    }

    #[test]
    fn few_names_are_all_compared() {
        let index = Suggester::new(["/characters/geo/albedo", "title"]);
        assert_eq!(
            index.nearest("/charcters/geo/albedo"),
            Some("/characters/geo/albedo")
        );
        assert_eq!(index.nearest("tilte"), Some("title"));
        assert_eq!(index.nearest("description"), None);
        assert_eq!(Suggester::default().nearest("x"), None);
        assert_eq!(index.compared(), 6);
    }

    #[test]
    fn typos_at_both_ends_are_found_among_many() {
        let mut names = paths(500);
        names.push("/ganyu".to_owned());
        let index = Suggester::new(names.iter().map(String::as_str));
        for typo in ["/gnayu", "/gany", "/Ganyu", "ganyu", "/ganyuu"] {
            assert_eq!(index.nearest(typo), Some("/ganyu"), "{typo}");
        }
        assert_eq!(index.nearest("/quite/elsewhere/and/far"), None);
    }
}
