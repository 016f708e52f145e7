//! Runs a command to its end and reads what the kernel accounted for it.

use rustix::process::{Pid, Signal};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The cost of one run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cost {
    pub(crate) wall: Duration,
    /// User and system time of the process and all it waited for.
    pub(crate) cpu: Duration,
    /// Largest resident memory of the process and all below it, in KiB, sampled every 20 ms.
    pub(crate) peak_kib: u64,
}

/// Runs `command`; an error when it cannot be started or fails.
pub(crate) fn run(command: &mut Command) -> Result<Cost, String> {
    let before = children_cpu();
    let started = Instant::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{command:?}: {error}"))?;
    let stderr = child.stderr.take().ok_or("BUG: stderr is piped")?;
    let complaints =
        std::thread::spawn(move || std::io::read_to_string(stderr).unwrap_or_default());
    let mut peak_kib = 0;
    let status = loop {
        peak_kib = peak_kib.max(tree_kib(child.id()));
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            break status;
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let wall = started.elapsed();
    let complaints = complaints.join().unwrap_or_default();
    if !status.success() {
        return Err(format!("{command:?} failed:\n{complaints}"));
    }
    Ok(Cost {
        wall,
        cpu: children_cpu().saturating_sub(before),
        peak_kib,
    })
}

/// CPU time of all children waited for so far.
fn children_cpu() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let fields: Vec<u64> = after_name
        .split_whitespace()
        .map(|field| field.parse().unwrap_or(0))
        .collect();
    let ticks = fields.get(13).unwrap_or(&0) + fields.get(14).unwrap_or(&0);
    Duration::from_millis(ticks * 1000 / rustix::param::clock_ticks_per_second())
}

/// Resident memory of a process and all below it, in KiB.
pub(crate) fn tree_kib(root: u32) -> u64 {
    let mut total = 0;
    let mut pending = vec![root];
    while let Some(pid) = pending.pop() {
        total += resident_kib(pid);
        let children = std::fs::read_dir(format!("/proc/{pid}/task"))
            .into_iter()
            .flatten()
            .flatten();
        for task in children {
            let list = std::fs::read_to_string(task.path().join("children")).unwrap_or_default();
            pending.extend(
                list.split_whitespace()
                    .filter_map(|pid| pid.parse::<u32>().ok()),
            );
        }
    }
    total
}

/// `VmRSS` of one process, in KiB.
pub(crate) fn resident_kib(pid: u32) -> u64 {
    status_kib(pid, "VmRSS:")
}

/// `VmHWM` of one process: the most that was ever resident, in KiB.
pub(crate) fn peak_kib(pid: u32) -> u64 {
    status_kib(pid, "VmHWM:")
}

fn status_kib(pid: u32, name: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|rest| rest.split_whitespace().next()?.parse().ok())
        .unwrap_or(0)
}

/// Ends a process by its id and reaps it.
pub(crate) fn end(child: &mut std::process::Child) -> Option<std::process::ExitStatus> {
    if let Ok(Some(status)) = child.try_wait() {
        return Some(status);
    }
    if let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = rustix::process::kill_process(pid, Signal::TERM);
    }
    child.wait().ok()
}

/// The middle of the sorted values.
pub(crate) fn median<T: Copy + Ord>(values: &mut [T]) -> Option<T> {
    values.sort_unstable();
    values.get(values.len() / 2).copied()
}

/// The command that builds the executable.
pub(crate) fn cargo_build(profile: &str) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["build", "--package", "bindery", "--bin", "bindery"]);
    command.args(["--profile", profile]);
    command
}
