//! Searches a perfect hash: the seeds of [`crate::hash`] with which no two keys share a slot.
//!
//! The method is "hash and displace": keys are hashed into buckets of about four. Each bucket, the fullest first, tries
//! seeds until all its keys have free slots. A bucket has 2^32 seeds, so the search ends. A search for a single seed
//! for all keys would not end with a thousand keys.

use crate::hash;
use std::fmt;

/// The average number of keys in a bucket.
const BUCKET_LOAD: usize = 4;

/// A table without collisions that has as many slots as keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Displacement of each bucket; never empty.
    pub seeds: Vec<u32>,
    /// For each slot the index of its key.
    pub slots: Vec<usize>,
}

/// The reason why no placement exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlacementError {
    /// A key occurs twice.
    Duplicate(String),
    /// Two keys have the same 64-bit hash.
    Collision(String, String),
}

impl fmt::Display for PlacementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlacementError::Duplicate(key) => write!(f, "`{key}` is duplicated in the table"),
            PlacementError::Collision(one, other) => {
                write!(f, "`{one}` and `{other}` have the same hash")
            }
        }
    }
}

/// Finds a placement of `keys`.
///
/// # Errors
/// When a key occurs twice or two keys have the same hash.
pub fn place(keys: &[&str]) -> Result<Placement, PlacementError> {
    let hashes = distinct_hashes(keys)?;
    let mut buckets = vec![Vec::new(); keys.len().div_ceil(BUCKET_LOAD).max(1)];
    for (key, hashed) in hashes.iter().enumerate() {
        let at = hash::bucket(*hashed, buckets.len());
        buckets[at].push(key);
    }
    let mut order: Vec<usize> = (0..buckets.len()).collect();
    order.sort_by_key(|at| (std::cmp::Reverse(buckets[*at].len()), *at));

    let mut seeds = vec![0; buckets.len()];
    let mut slots = vec![None; keys.len()];
    for at in order {
        if !buckets[at].is_empty() {
            seeds[at] = find_seed(&buckets[at], &hashes, &mut slots);
        }
    }
    let slots = slots
        .into_iter()
        .map(|slot| slot.expect("BUG: as many slots as keys"))
        .collect();
    Ok(Placement { seeds, slots })
}

/// Finds the first seed that gives all keys of a bucket free slots, and takes these slots.
fn find_seed(bucket: &[usize], hashes: &[u64], slots: &mut [Option<usize>]) -> u32 {
    let mut taken = Vec::with_capacity(bucket.len());
    for seed in 0..=u32::MAX {
        taken.clear();
        let is_free = bucket.iter().all(|key| {
            let slot = hash::slot(hashes[*key], seed, slots.len());
            let is_free = slots[slot].is_none() && !taken.contains(&slot);
            taken.push(slot);
            is_free
        });
        if is_free {
            for (key, slot) in bucket.iter().zip(taken) {
                slots[slot] = Some(*key);
            }
            return seed;
        }
    }
    unreachable!("BUG: no seed of 2^32 fits a bucket of distinct hashes")
}

fn distinct_hashes(keys: &[&str]) -> Result<Vec<u64>, PlacementError> {
    let hashes: Vec<u64> = keys.iter().map(|key| hash::hash(key.as_bytes())).collect();
    let mut sorted: Vec<usize> = (0..keys.len()).collect();
    sorted.sort_by_key(|key| hashes[*key]);
    for pair in sorted.windows(2) {
        let (one, other) = (pair[0], pair[1]);
        if keys[one] == keys[other] {
            return Err(PlacementError::Duplicate(keys[one].to_owned()));
        }
        if hashes[one] == hashes[other] {
            let (one, other) = (keys[one].to_owned(), keys[other].to_owned());
            return Err(PlacementError::Collision(one, other));
        }
    }
    Ok(hashes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(count: usize) -> Placement {
        let keys: Vec<String> = (0..count)
            .map(|n| format!("/characters/{}/{n}", n % 7))
            .collect();
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        let placement = place(&keys).unwrap();
        assert_eq!(placement.slots.len(), count);
        for (at, key) in keys.iter().enumerate() {
            let hashed = hash::hash(key.as_bytes());
            let seed = placement.seeds[hash::bucket(hashed, placement.seeds.len())];
            assert_eq!(placement.slots[hash::slot(hashed, seed, count)], at);
        }
        placement
    }

    #[test]
    fn every_key_finds_its_slot() {
        for count in [1, 2, 3, 5, 100, 1_000, 1_003, 20_000] {
            check(count);
        }
    }

    #[test]
    fn two_hundred_thousand_keys_take_few_tries() {
        let placement = check(200_000);
        let tries: u64 = placement
            .seeds
            .iter()
            .map(|seed| u64::from(*seed) + 1)
            .sum();
        assert!(tries < 200_000 * 64, "took {tries} tries");
    }

    #[test]
    fn no_keys_have_a_seed_all_the_same() {
        let placement = place(&[]).unwrap();
        assert_eq!((placement.seeds.len(), placement.slots.len()), (1, 0));
    }

    #[test]
    fn a_duplicate_key_is_reported() {
        let error = place(&["/a", "/b", "/a"]).unwrap_err();
        assert_eq!(error.to_string(), "`/a` is duplicated in the table");
    }
}
