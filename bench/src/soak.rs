//! Half load for a long time: memory must stay flat.
//!
//! A second of all that wrk can ask, a random walk over all pages, a second of rest, again and again; the server's memory
//! is read after each. What it holds after the first tenth of the time is compared with what it holds in the last.

use crate::harness::load::{Plan, Walk};
use crate::harness::process::{median, resident_kib};
use crate::harness::server::RunningServer;
use std::path::Path;
use std::time::{Duration, Instant};

/// KiB by which memory may grow and still be called flat.
const FLAT: u64 = 1024;

/// Loads the server for `seconds` and prints its memory.
pub fn measure(binary: &Path, cache: &Path, seconds: u64) -> Result<(), String> {
    let [first, last, requests] = grow(binary, cache, seconds)?;
    let grown = last.saturating_sub(first);
    println!(
        "{seconds} s, {requests} requests: {first} KiB resident after the first tenth, {last} KiB in the last (at most {FLAT} more: {})",
        if grown <= FLAT { "PASS" } else { "short" }
    );
    Ok(())
}

/// KiB at first and at last, and how many requests were answered.
pub fn grow(binary: &Path, cache: &Path, seconds: u64) -> Result<[u64; 3], String> {
    let walk = Walk::over(binary, cache)?;
    let served = RunningServer::bindery(binary, walk.server_core())?;
    let began = Instant::now();
    let mut sizes = Vec::new();
    let mut requests = 0.0;
    while began.elapsed() < Duration::from_secs(seconds) {
        requests += walk.load(
            served.address,
            Plan {
                seconds: 1,
                rounds: 1,
                connections: 64,
            },
        )?;
        sizes.push(resident_kib(served.id()));
        std::thread::sleep(Duration::from_secs(1));
    }
    let tenth = (sizes.len() / 10).max(1);
    let warm = tenth.min(sizes.len().saturating_sub(1));
    let first =
        median(&mut sizes[warm..(warm + tenth).min(sizes.len())].to_vec()).unwrap_or_default();
    let end = sizes.len();
    let last = median(&mut sizes[end - tenth..].to_vec()).unwrap_or_default();
    Ok([first, last, requests as u64])
}
