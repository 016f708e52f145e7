//! Stops a server under load: every answer that was begun must arrive whole.
//!
//! Clients ask without pause, each on a connection that it keeps. A connection that is closed before a byte of an answer
//! came is none that failed: the server was told to stop in the moment in which the request was on its way, and a client
//! asks again, elsewhere (RFC 9112, section 9.3.1). These are told apart from answers cut short.

use crate::harness::server::{Client, RunningServer};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The answers after which a server is stopped.
const ANSWERS: u64 = 20_000;

/// What the clients saw.
#[derive(Debug, Default)]
pub struct Seen {
    /// Answers that were whole.
    pub whole: AtomicU64,
    /// Answers that broke off, or were not 200.
    pub failed: AtomicU64,
    /// Requests to which no byte was answered.
    pub unanswered: AtomicU64,
}

/// Stops servers under load, several times, and prints what the clients saw.
pub fn measure(binary: &Path, rounds: usize, path: &str) -> Result<(), String> {
    let mut failed = 0;
    for round in 1..=rounds {
        let (seen, is_clean) = stop_under_load(binary, path, 64, ANSWERS)?;
        let [whole, broken, unanswered] = [&seen.whole, &seen.failed, &seen.unanswered]
            .map(|count| count.load(Ordering::Relaxed));
        println!(
            "stop {round}: {whole} whole answers, {broken} failed, {unanswered} to be asked again, exit code 0: {is_clean}"
        );
        failed += broken + u64::from(!is_clean);
    }
    println!(
        "{}",
        if failed == 0 {
            "PASS: no answer failed"
        } else {
            "short: answers failed"
        }
    );
    Ok(())
}

/// One server, stopped once it has given so many answers. Out: what was seen, and whether it ended with 0.
pub fn stop_under_load(
    binary: &Path,
    path: &str,
    clients: usize,
    answers: u64,
) -> Result<(Seen, bool), String> {
    let served = RunningServer::bindery_with(binary, None, &[])?;
    let address = served.address;
    let seen = Seen::default();
    let is_clean = std::thread::scope(|scope| {
        for _ in 0..clients {
            scope.spawn(|| {
                let Ok(mut client) = Client::connect(address) else {
                    seen.failed.fetch_add(1, Ordering::Relaxed);
                    return;
                };
                while ask(&mut client, path, &seen) {}
            });
        }
        let count = |counts: &[&AtomicU64]| -> u64 {
            counts.iter().map(|one| one.load(Ordering::Relaxed)).sum()
        };
        // A client that failed asks no more.
        while count(&[&seen.whole]) < answers && count(&[&seen.failed, &seen.unanswered]) == 0 {
            std::thread::sleep(Duration::from_millis(1));
        }
        served.stop()
    });
    Ok((seen, is_clean))
}

/// One request; whether there may be another on the same connection.
fn ask(client: &mut Client, path: &str, seen: &Seen) -> bool {
    let answer = client.get(path, "Accept-Encoding: br\r\n");
    let count = match &answer {
        Ok(answer) if answer.status == 200 => &seen.whole,
        Err(_) if client.has_nothing() => &seen.unanswered,
        Ok(_) | Err(_) => &seen.failed,
    };
    count.fetch_add(1, Ordering::Relaxed);
    answer.is_ok_and(|answer| answer.field("connection") != Some("close"))
}
