//! Measures the memory of idle connections and of a server without connections, and the time from exec to the first 200.

use crate::harness::process::resident_kib;
use crate::harness::server::{Client, RunningServer, is_open};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::net::TcpStream;
use std::path::Path;
use std::time::{Duration, Instant};

/// Bytes an idle connection may take.
const TARGET: u64 = 12 << 10;

/// KiB that a server without connections may take.
const TARGET_RESIDENT: u64 = 15 << 10;

/// Opens connections and prints their memory: first without a request, then after one response.
pub fn measure(binary: &Path, connections: usize, path: &str) -> Result<(), String> {
    raise_limit(connections)?;
    let [silent, used, resident] = connection_bytes(binary, connections, path)?;
    let verdict = |holds: bool| if holds { "PASS" } else { "short" };
    println!("{connections} connections held, resident memory of the server by each:");
    println!(
        "{silent:>8} bytes when nothing was asked (at most {TARGET}: {})",
        verdict(silent <= TARGET)
    );
    println!(
        "{used:>8} bytes after one response (at most {TARGET}: {})",
        verdict(used <= TARGET)
    );
    println!(
        "{resident:>8} KiB resident before them (at most {TARGET_RESIDENT}: {})",
        verdict(resident <= TARGET_RESIDENT)
    );
    Ok(())
}

/// Bytes by connection, unused and used, and the server's KiB before.
pub fn connection_bytes(binary: &Path, connections: usize, path: &str) -> Result<[u64; 3], String> {
    let served = RunningServer::bindery(binary, None)?;
    // The first responses allocate memory that belongs to no connection.
    for _ in 0..10 {
        Client::connect(served.address)?.get(path, "Accept-Encoding: br\r\n")?;
    }
    settle();
    let before = resident_kib(served.id());
    let mut silent = Vec::new();
    for _ in 0..connections {
        silent.push(TcpStream::connect(served.address).map_err(|error| error.to_string())?);
    }
    until_accepted(served.id(), connections);
    settle();
    let each = |now: u64| now.saturating_sub(before) * 1024 / connections.max(1) as u64;
    let of_silent = each(resident_kib(served.id()));
    all_open(silent.iter().map(is_open))?;
    drop(silent);
    drop(served);
    let served = RunningServer::bindery(binary, None)?;
    for _ in 0..10 {
        Client::connect(served.address)?.get(path, "Accept-Encoding: br\r\n")?;
    }
    settle();
    let mut used = Vec::new();
    for _ in 0..connections {
        let mut client = Client::connect(served.address)?;
        client.get(path, "Accept-Encoding: br\r\n")?;
        used.push(client);
    }
    settle();
    let of_used = each(resident_kib(served.id()));
    all_open(used.iter().map(Client::is_open))?;
    Ok([of_silent, of_used, before])
}

/// Waits until the server has accepted all connections: a client is connected before the server accepts.
fn until_accepted(pid: u32, connections: usize) {
    let began = Instant::now();
    let descriptors = || std::fs::read_dir(format!("/proc/{pid}/fd")).map_or(0, Iterator::count);
    while descriptors() < connections && began.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Fails if the server has closed a connection: the first ones time out if opening all takes too long, and the figure
/// would be wrong.
fn all_open(open: impl Iterator<Item = bool>) -> Result<(), String> {
    match open.filter(|is_open| !is_open).count() {
        0 => Ok(()),
        closed => Err(format!(
            "{closed} connections were closed while others were opened: the machine is too busy to hold so many"
        )),
    }
}

/// Waits until the server has processed all events.
fn settle() {
    std::thread::sleep(Duration::from_millis(300));
}

fn raise_limit(connections: usize) -> Result<(), String> {
    let wanted = connections as u64 + 200;
    let limit = getrlimit(Resource::Nofile);
    if limit.maximum.is_some_and(|maximum| maximum < wanted) {
        return Err(format!(
            "{wanted} descriptors are needed; run `ulimit -Hn {wanted}` as root first, or ask for fewer with --connections"
        ));
    }
    let raised = Rlimit {
        current: Some(wanted.max(limit.current.unwrap_or(u64::MAX))),
        maximum: limit.maximum,
    };
    setrlimit(Resource::Nofile, raised).map_err(|error| error.to_string())
}
