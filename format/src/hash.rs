//! The hash functions of the route table's perfect hash: [`crate::perfect`] places the keys, [`crate::table`] looks them up.
//!
//! Hash and displace: `bucket = hash(key) mod seeds.len()`, `slot = mix(hash(key), seeds[bucket]) mod entries`.
//! Nothing else knows the layout.

/// 64-bit hash of a key: FNV-1a with a final avalanche.
#[must_use]
pub const fn hash(key: &[u8]) -> u64 {
    let mut state: u64 = 0xcbf2_9ce4_8422_2325;
    let mut at = 0;
    while at < key.len() {
        state = (state ^ key[at] as u64).wrapping_mul(0x0000_0100_0000_01b3);
        at += 1;
    }
    avalanche(state)
}

/// The bucket of a hashed key among `buckets` (at least 1).
#[must_use]
pub const fn bucket(hashed: u64, buckets: usize) -> usize {
    ((hashed >> 32) % buckets as u64) as usize
}

/// The slot of a hashed key under its bucket's seed among `slots` (at least 1).
#[must_use]
pub const fn slot(hashed: u64, seed: u32, slots: usize) -> usize {
    (avalanche(hashed ^ (seed as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)) % slots as u64) as usize
}

/// Spreads every input bit over the whole word (the finaliser of `MurmurHash3`).
const fn avalanche(mut word: u64) -> u64 {
    word ^= word >> 33;
    word = word.wrapping_mul(0xff51_afd7_ed55_8ccd);
    word ^= word >> 33;
    word = word.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    word ^ (word >> 33)
}
