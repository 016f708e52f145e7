//! The system's figures about this process, with the standard names of Prometheus' client libraries
//! (<https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics>).
//!
//! Read from `/proc/self` on Linux; elsewhere, and where it cannot be read, a figure is left out.

use rustix::param::{clock_ticks_per_second, page_size};
use rustix::process::{Resource, getrlimit};
use std::fs;

/// The figures at one time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ProcessFigures {
    /// Seconds of all cores, in user and system mode.
    pub cpu_seconds: Option<f64>,
    /// Bytes of memory that are resident.
    pub resident_bytes: Option<u64>,
    /// Bytes of the address space.
    pub virtual_bytes: Option<u64>,
    /// Descriptors that are open.
    pub open_fds: Option<u64>,
    /// Descriptors that may be open; absent for no limit.
    pub max_fds: Option<u64>,
}

impl ProcessFigures {
    /// Reads the current figures.
    #[must_use]
    pub(super) fn read() -> ProcessFigures {
        let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
        ProcessFigures {
            open_fds: open_fds(),
            max_fds: getrlimit(Resource::Nofile).current,
            ..from_stat(&stat)
        }
    }
}

/// CPU time and memory from the line of `proc_pid_stat(5)`: fields 14, 15 (ticks), 23 (bytes) and 24 (pages).
fn from_stat(line: &str) -> ProcessFigures {
    // The name of the executable is in brackets, and may hold spaces and brackets.
    let rest = line.rsplit_once(')').map_or("", |(_, rest)| rest);
    let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
    // The first of these is field 3.
    let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
    let ticks = field(14).zip(field(15)).map(|(user, system)| user + system);
    #[allow(
        clippy::cast_precision_loss,
        reason = "2^53 ticks are millions of years"
    )]
    let seconds = |ticks: u64| ticks as f64 / clock_ticks_per_second() as f64;
    ProcessFigures {
        cpu_seconds: ticks.map(seconds),
        virtual_bytes: field(23),
        resident_bytes: field(24).map(|pages| pages * page_size() as u64),
        ..ProcessFigures::default()
    }
}

/// Since Linux 6.2 the size of the folder is the number of descriptors; before, it is counted.
fn open_fds() -> Option<u64> {
    let folder = "/proc/self/fd";
    match fs::metadata(folder).ok()?.len() {
        0 => u64::try_from(fs::read_dir(folder).ok()?.count()).ok(),
        known => Some(known),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_brackets_does_not_shift_the_fields() {
        let line = "7 (a) b (c) S 1 2 3 4 5 6 7 8 9 10 200 50 0 0 20 0 4 0 99 4096000 25 0";
        let figures = from_stat(line);
        let ticks = clock_ticks_per_second() as f64;
        assert_eq!(figures.cpu_seconds, Some(250.0 / ticks));
        assert_eq!(figures.virtual_bytes, Some(4_096_000));
        assert_eq!(figures.resident_bytes, Some(25 * page_size() as u64));
        assert_eq!(from_stat("nonsense").cpu_seconds, None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_figures_of_this_process_are_there() {
        let figures = ProcessFigures::read();
        assert!(figures.cpu_seconds.is_some());
        assert!(figures.resident_bytes.is_some_and(|bytes| bytes > 1 << 20));
        assert!(figures.open_fds.is_some_and(|open| open >= 3));
    }
}
