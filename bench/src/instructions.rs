//! Counts the cost of one request: instructions with callgrind, system calls with strace.
//!
//! Both are differences of two runs on one persistent connection that differ in their number of requests only, so that
//! start and stop do not count. Every run gives the same figures, even on a busy machine.

use crate::harness::server::{Client, RunningServer, free_address};
use crate::harness::tools::{Tool, find};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// Requests of the shorter and of the longer run.
const RUNS: [u64; 2] = [200, 1200];

/// System calls that transfer bytes.
const COUNTED: [&str; 8] = [
    "read", "readv", "recvfrom", "recvmsg", "write", "writev", "sendto", "sendmsg",
];

/// The maximum number of instructions of a small request, as callgrind counts them.
pub const TARGET: u64 = 12_000;

/// Prints both figures.
pub fn measure(binary: &Path, cache: &Path, path: &str) -> Result<(), String> {
    let instructions = instructions(binary, cache, path)?;
    let verdict = if instructions <= TARGET {
        "PASS"
    } else {
        "short"
    };
    println!("{path}, keep-alive, br, one worker:");
    println!(
        "{instructions:>8} user instructions a request by callgrind (at most {TARGET}: {verdict})"
    );
    let calls = system_calls(binary, cache, path)?;
    let verdict = if calls < 2.05 { "PASS" } else { "short" };
    println!("{calls:>8.2} reads and writes a request by strace (at most 2: {verdict})");
    Ok(())
}

/// User instructions of one request.
pub fn instructions(binary: &Path, cache: &Path, path: &str) -> Result<u64, String> {
    let valgrind = find(Tool::Valgrind, cache)?;
    let command = |file: &Path| {
        let mut command = valgrind.command();
        command
            .arg("--tool=callgrind")
            .arg(format!("--callgrind-out-file={}", file.display()));
        command
    };
    let [few, many] = count(binary, path, command, total)?;
    Ok(many.saturating_sub(few) / (RUNS[1] - RUNS[0]))
}

/// The number of read and write calls of one request. Waits are not counted, because under load one wait serves many
/// requests.
pub fn system_calls(binary: &Path, cache: &Path, path: &str) -> Result<f64, String> {
    let strace = find(Tool::Strace, cache)?;
    let command = |file: &Path| {
        let mut command = strace.command();
        // With `-D` the tracer is a grandchild, so that the child is the server and can be stopped by a signal.
        command.args(["-D", "-f", "-c", "-o"]).arg(file);
        command
    };
    let [few, many] = count(binary, path, command, calls)?;
    Ok((many - few) as f64 / (RUNS[1] - RUNS[0]) as f64)
}

/// The figure that `read` finds in the output file of a tool, for each number of requests.
fn count(
    binary: &Path,
    path: &str,
    tool: impl Fn(&Path) -> Command,
    read: fn(&Path) -> Result<u64, String>,
) -> Result<[u64; RUNS.len()], String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut counted = [0; RUNS.len()];
    for (requests, counted) in RUNS.into_iter().zip(&mut counted) {
        let file = folder.path().join(requests.to_string());
        let address = free_address()?;
        let mut command = tool(&file);
        command
            .arg(binary)
            .args(["serve", "--quiet", "--workers", "1", "--port"])
            .arg(address.port().to_string());
        let served = RunningServer::start(command, address)?;
        send_requests(&served, path, requests)?;
        served.stop();
        *counted = read(&file)?;
    }
    Ok(counted)
}

fn send_requests(served: &RunningServer, path: &str, requests: u64) -> Result<(), String> {
    send_requests_on(&mut Client::connect(served.address)?, path, requests)
}

fn send_requests_on(client: &mut Client, path: &str, requests: u64) -> Result<(), String> {
    for _ in 0..requests {
        let response = client.get(path, "Accept-Encoding: br\r\n")?;
        if response.status != 200 {
            return Err(format!("{path}: {}", response.status));
        }
    }
    Ok(())
}

/// The instructions that callgrind counted.
fn total(file: &Path) -> Result<u64, String> {
    let text =
        std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let line = text.lines().find_map(|line| {
        line.strip_prefix("totals: ")
            .or_else(|| line.strip_prefix("summary: "))
    });
    let total = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    total.ok_or_else(|| format!("{}: no total", file.display()))
}

/// The reads and writes in the table that strace writes when the server has ended.
fn calls(file: &Path) -> Result<u64, String> {
    let began = Instant::now();
    loop {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        if text.trim_end().ends_with(" total") {
            let rows = text
                .lines()
                .map(|line| line.split_whitespace().collect::<Vec<_>>());
            let rows = rows.filter(|row| row.last().is_some_and(|name| COUNTED.contains(name)));
            return Ok(rows.filter_map(|row| row.get(3)?.parse::<u64>().ok()).sum());
        }
        if began.elapsed() > Duration::from_secs(120) {
            return Err("strace wrote no table; may processes be traced here?".to_owned());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}
