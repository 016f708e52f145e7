//! Measures the time from exec to the first 200, and the server's memory.

use crate::harness::process;
use crate::harness::server::free_address;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Starts the binary `runs` times and prints medians.
pub fn measure(binary: &Path, runs: usize) -> Result<(), String> {
    let mut times = Vec::new();
    let mut idle = Vec::new();
    let mut used = Vec::new();
    for _ in 0..runs.max(1) {
        let address = free_address()?;
        let started = Instant::now();
        let mut child = spawn(binary, address)?;
        let outcome = wait_for_first_response(address);
        times.push(started.elapsed());
        std::thread::sleep(Duration::from_millis(50));
        idle.push(process::resident_kib(child.id()));
        let fetched = outcome.and_then(|()| fetch_all(binary, address));
        used.push(process::resident_kib(child.id()));
        process::end(&mut child);
        fetched?;
    }
    let millis = process::median(&mut times)
        .unwrap_or_default()
        .as_secs_f64()
        * 1000.0;
    println!("exec to first 200: {millis:.1} ms (median of {runs})");
    println!(
        "idle memory: {} KiB",
        process::median(&mut idle).unwrap_or_default()
    );
    println!(
        "memory after every page was fetched: {} KiB",
        process::median(&mut used).unwrap_or_default()
    );
    Ok(())
}

pub(crate) fn spawn(binary: &Path, address: SocketAddr) -> Result<Child, String> {
    let mut command = Command::new(binary);
    command.args(["serve", "--port", &address.port().to_string()]);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
        .spawn()
        .map_err(|error| format!("{}: {error}; build it first", binary.display()))
}

pub(crate) fn wait_for_first_response(address: SocketAddr) -> Result<(), String> {
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(60) {
        if get(address, "/").is_ok() {
            return Ok(());
        }
        std::thread::sleep(Duration::from_micros(200));
    }
    Err(format!("no response from {address}"))
}

fn get(address: SocketAddr, path: &str) -> Result<usize, String> {
    fetch(address, path, "br").map(|response| response.len())
}

/// The body of a page.
pub(crate) fn text(address: SocketAddr, path: &str) -> Result<String, String> {
    let response = fetch(address, path, "identity")?;
    let response = String::from_utf8(response).map_err(|error| format!("{path}: {error}"))?;
    let body = response
        .split_once("\r\n\r\n")
        .map(|(_, body)| body.to_owned());
    body.ok_or_else(|| format!("{path}: no body"))
}

/// The whole response, if its status is 200.
fn fetch(address: SocketAddr, path: &str, coding: &str) -> Result<Vec<u8>, String> {
    let mut stream = TcpStream::connect(address).map_err(|error| error.to_string())?;
    let head = format!(
        "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nAccept-Encoding: {coding}\r\n\r\n"
    );
    stream
        .write_all(head.as_bytes())
        .map_err(|error| error.to_string())?;
    let mut response = Vec::new();
    stream
        .read_to_end(&mut response)
        .map_err(|error| error.to_string())?;
    if response.starts_with(b"HTTP/1.1 200") {
        Ok(response)
    } else {
        Err(format!("{path}: not 200"))
    }
}

/// The output of `routes --json`.
pub(crate) fn routes_json(binary: &Path) -> Result<serde_json::Value, String> {
    let output = Command::new(binary)
        .args(["routes", "--json"])
        .output()
        .map_err(|error| format!("{}: {error}; build it first", binary.display()))?;
    serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())
}

fn fetch_all(binary: &Path, address: SocketAddr) -> Result<(), String> {
    let output = Command::new(binary)
        .arg("routes")
        .output()
        .map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    for path in text.lines().filter(|line| !line.contains("redirect")) {
        if let Some(path) = path.split_whitespace().find(|word| word.starts_with('/')) {
            get(address, path)?;
        }
    }
    Ok(())
}
