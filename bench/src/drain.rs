//! Stops a server under load: every response that has begun must arrive completely.
//!
//! Clients send requests without pause, each on one persistent connection. A connection that closes before the first byte
//! of a response is not a failure: the request was sent while the server stopped, and a client repeats it on another
//! connection (RFC 9112, section 9.3.1). These requests are counted separately from truncated responses.

use crate::harness::server::{Client, RunningServer};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The number of responses after which a server is stopped.
const RESPONSES: u64 = 20_000;

/// The outcomes of the clients' requests.
#[derive(Debug, Default)]
pub struct ClientStats {
    /// Complete responses.
    pub whole: AtomicU64,
    /// Responses that were truncated or had another status than 200.
    pub failed: AtomicU64,
    /// Requests without a byte of a response.
    pub unanswered: AtomicU64,
}

/// Stops several servers under load, and prints the outcomes of the clients' requests.
pub fn measure(binary: &Path, rounds: usize, path: &str) -> Result<(), String> {
    let mut failed = 0;
    for round in 1..=rounds {
        let (stats, is_clean) = stop_under_load(binary, path, 64, RESPONSES)?;
        let [whole, broken, unanswered] = [&stats.whole, &stats.failed, &stats.unanswered]
            .map(|count| count.load(Ordering::Relaxed));
        println!(
            "stop {round}: {whole} complete responses, {broken} failed, {unanswered} to be repeated, exit code 0: {is_clean}"
        );
        failed += broken + u64::from(!is_clean);
    }
    println!(
        "{}",
        if failed == 0 {
            "PASS: no response failed"
        } else {
            "short: responses failed"
        }
    );
    Ok(())
}

/// Stops one server after a number of responses. Returns the outcomes, and whether its exit code was 0.
pub fn stop_under_load(
    binary: &Path,
    path: &str,
    clients: usize,
    responses: u64,
) -> Result<(ClientStats, bool), String> {
    let served = RunningServer::bindery_with(binary, None, &[])?;
    let address = served.address;
    let stats = ClientStats::default();
    let is_clean = std::thread::scope(|scope| {
        for _ in 0..clients {
            scope.spawn(|| {
                let Ok(mut client) = Client::connect(address) else {
                    stats.failed.fetch_add(1, Ordering::Relaxed);
                    return;
                };
                while request(&mut client, path, &stats) {}
            });
        }
        let count = |counts: &[&AtomicU64]| -> u64 {
            counts.iter().map(|one| one.load(Ordering::Relaxed)).sum()
        };
        // A client stops at its first failure.
        while count(&[&stats.whole]) < responses && count(&[&stats.failed, &stats.unanswered]) == 0
        {
            std::thread::sleep(Duration::from_millis(1));
        }
        served.stop()
    });
    Ok((stats, is_clean))
}

/// Sends one request. Returns whether the connection can be used for another.
fn request(client: &mut Client, path: &str, stats: &ClientStats) -> bool {
    let response = client.get(path, "Accept-Encoding: br\r\n");
    let count = match &response {
        Ok(response) if response.status == 200 => &stats.whole,
        Err(_) if client.is_response_empty() => &stats.unanswered,
        Ok(_) | Err(_) => &stats.failed,
    };
    count.fetch_add(1, Ordering::Relaxed);
    response.is_ok_and(|response| response.field("connection") != Some("close"))
}
