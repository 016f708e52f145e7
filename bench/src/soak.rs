//! Measures whether the server's memory stays constant under half load for a long time.
//!
//! The command repeats a second of full load, a random walk over all pages, and a second of rest, and reads the server's
//! memory after each. It compares the memory after the first tenth of the time with that in the last tenth.

use crate::harness::load::{LoadOptions, RandomWalk};
use crate::harness::process::{median, resident_kib};
use crate::harness::server::RunningServer;
use std::path::Path;
use std::time::{Duration, Instant};

/// The growth of memory that still counts as constant, in KiB.
const MAX_GROWTH_KIB: u64 = 1024;

/// Loads the server for `seconds` and prints its memory.
pub fn measure(binary: &Path, cache: &Path, seconds: u64) -> Result<(), String> {
    let [first, last, requests] = memory_growth(binary, cache, seconds)?;
    let grown = last.saturating_sub(first);
    println!(
        "{seconds} s, {requests} requests: {first} KiB resident after the first tenth, {last} KiB in the last (at most {MAX_GROWTH_KIB} more: {})",
        if grown <= MAX_GROWTH_KIB {
            "PASS"
        } else {
            "short"
        }
    );
    Ok(())
}

/// The memory in KiB after the first tenth and in the last, and the number of answered requests.
pub fn memory_growth(binary: &Path, cache: &Path, seconds: u64) -> Result<[u64; 3], String> {
    let walk = RandomWalk::over(binary, cache)?;
    let served = RunningServer::bindery(binary, walk.server_core())?;
    let began = Instant::now();
    let mut sizes = Vec::new();
    let mut requests = 0.0;
    while began.elapsed() < Duration::from_secs(seconds) {
        requests += walk.load(
            served.address,
            LoadOptions {
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
