//! The executable alone, in an empty folder with an empty environment, serves everything and reads nothing.

use crate::support::client::Connection;
use crate::support::{expected, server};
use libtest_mimic::Trial;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// The bytes that a server may read from files while it serves, for wake-ups of its event loop; far less than one page.
const READ_ALLOWANCE: u64 = 64 * 1024;

pub(crate) fn cases() -> Vec<Trial> {
    vec![Trial::test(
        "isolation::the_binary_alone_serves_every_route_and_opens_no_file",
        || Ok(serves_alone()?),
    )]
}

fn serves_alone() -> Result<(), String> {
    let running = server::start()?;
    let process = format!("/proc/{}", running.pid);
    let before = bytes_read(&process)?;
    let is_done = AtomicBool::new(false);
    let (served, opened) = std::thread::scope(|scope| {
        let watcher = scope.spawn(|| watch_files(&process, &is_done));
        let served = fetch_everything(&running);
        is_done.store(true, Ordering::Release);
        (served, watcher.join())
    });
    let opened = opened.map_err(|_| "BUG: the watcher panicked")?;
    let served = served?;
    let foreign: Vec<_> = opened
        .iter()
        .filter(|path| !is_allowed(path, &running.folder))
        .collect();
    if !foreign.is_empty() {
        return Err(format!("the server holds files: {foreign:?}"));
    }
    let read = bytes_read(&process)? - before;
    if read > READ_ALLOWANCE {
        return Err(format!(
            "the server read {read} bytes from files while it served {served}"
        ));
    }
    let left: Vec<_> = std::fs::read_dir(&running.folder)
        .map_err(|error| error.to_string())?
        .collect();
    if left.len() == 1 {
        Ok(())
    } else {
        Err(format!("the server wrote files: {left:?}"))
    }
}

fn fetch_everything(running: &server::Running) -> Result<usize, String> {
    let mut connection = Connection::open(running.address)?;
    let mut served = 0;
    for route in expected::routes() {
        let response = connection.get(&route.path, &[])?;
        if response.status != 200 {
            return Err(format!("{}: {}", route.path, response.status));
        }
        served += response.body.len();
    }
    Ok(served)
}

/// The bytes that read calls returned from files; sockets do not count.
fn bytes_read(process: &str) -> Result<u64, String> {
    let text =
        std::fs::read_to_string(format!("{process}/io")).map_err(|error| error.to_string())?;
    let line = text.lines().find_map(|line| line.strip_prefix("rchar: "));
    line.and_then(|count| count.trim().parse().ok())
        .ok_or_else(|| format!("no rchar in {text}"))
}

/// Every regular file that the process has open or mapped until `is_done` is set.
fn watch_files(process: &str, is_done: &AtomicBool) -> BTreeSet<String> {
    let mut stats = BTreeSet::new();
    loop {
        let last = is_done.load(Ordering::Acquire);
        for entry in std::fs::read_dir(format!("{process}/fd"))
            .into_iter()
            .flatten()
            .flatten()
        {
            if let Ok(target) = std::fs::read_link(entry.path()) {
                stats.insert(target.to_string_lossy().into_owned());
            }
        }
        let maps = std::fs::read_to_string(format!("{process}/maps")).unwrap_or_default();
        stats.extend(
            maps.lines()
                .filter_map(|line| line.find('/').map(|at| line[at..].to_owned())),
        );
        if last {
            return stats;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

fn is_allowed(path: &str, folder: &Path) -> bool {
    let system = ["/dev/", "/lib", "/usr/lib", "/proc/", "/etc/", "/sys/"];
    !path.starts_with('/')
        || Path::new(path).starts_with(folder)
        || system.iter().any(|prefix| path.starts_with(prefix))
}
