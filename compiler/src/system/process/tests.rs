use super::*;
use std::path::PathBuf;

/// Stops a test that hangs; no measure of speed.
const GUARD: Duration = Duration::from_secs(120);

fn check_in(folder: &Path, script: &str, deadline: Duration) -> Result<(), BuildError> {
    let how = Run {
        name: "the tool",
        log: &folder.join("log"),
        deadline,
        max_output: 1 << 20,
        help: "look",
        missing: "install it",
    };
    run(
        Command::new("sh").args(["-c", script]).current_dir(folder),
        &how,
    )
}

fn check(script: &str) -> Result<(), BuildError> {
    let folder = tempfile::tempdir().unwrap();
    check_in(folder.path(), script, GUARD)
}

#[test]
fn a_failure_shows_the_end_of_the_output() {
    assert_eq!(check("exit 0"), Ok(()));
    let error = check("echo why >&2; exit 3").unwrap_err();
    assert!(error.to_string().contains("\n    why"), "{error}");
}

#[test]
fn a_tool_that_is_not_installed_is_named() {
    let how = Run {
        name: "the tool",
        log: &PathBuf::from("/dev/null"),
        deadline: GUARD,
        max_output: 1 << 20,
        help: "look",
        missing: "install it",
    };
    let error = run(&mut Command::new("no-such-tool"), &how).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`no-such-tool` not found; help: install it"
    );
}

#[test]
fn a_tool_that_hangs_is_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let error = check_in(folder.path(), "exec sleep 1000", Duration::from_millis(50)).unwrap_err();
    assert!(error.to_string().contains("did not end"), "{error}");
}

#[test]
fn a_tool_that_prints_without_end_is_stopped_and_its_log_is_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let error = check_in(folder.path(), "yes", GUARD).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("printed more than 1 MB"), "{text}");
    let log = std::fs::metadata(folder.path().join("log")).unwrap();
    assert_eq!(log.len(), 1 << 20);
}

#[test]
fn a_tool_that_prints_too_much_and_ends_at_once_fails() {
    let error = check("head -c 1048577 /dev/zero; exit 0").unwrap_err();
    assert!(error.to_string().contains("more than 1 MB"), "{error}");
    assert_eq!(check("head -c 1048576 /dev/zero"), Ok(()));
}

#[test]
fn one_long_line_makes_no_long_message() {
    let error = check("head -c 1000000 /dev/zero | tr '\\0' x; exit 3").unwrap_err();
    assert!(
        error.to_string().len() < 1_000,
        "{}",
        error.to_string().len()
    );
}

/// The process whose number the script wrote down.
fn noted(folder: &Path) -> u32 {
    let text = std::fs::read_to_string(folder.join("pid")).unwrap();
    text.trim().parse().unwrap()
}

/// Waits until the process is gone or nothing but its exit status is left.
#[cfg(target_os = "linux")]
fn assert_ends(process: u32) {
    let start = Instant::now();
    loop {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        let state = stat.rsplit(") ").next().unwrap_or_default();
        if state.is_empty() || state.starts_with(['Z', 'X']) {
            return;
        }
        assert!(start.elapsed() < GUARD, "process {process} runs: {stat}");
        sleep(Duration::from_millis(5));
    }
}

#[cfg(target_os = "linux")]
const BACKGROUND: &str = "sleep 1000 & echo $! > pid; ";

/// `setsid` leaves the process group and the session, and its parent does not wait for it.
#[cfg(target_os = "linux")]
const DETACHED: &str = "setsid sh -c 'echo $$ > pid; exec sleep 1000' > /dev/null 2>&1 & \
                        while [ ! -s pid ]; do sleep 0.01; done; ";

#[cfg(target_os = "linux")]
#[test]
fn what_a_tool_started_ends_with_it() {
    for start in [BACKGROUND, DETACHED] {
        for (end, is_success) in [("exit 0", true), ("exit 3", false), ("yes", false)] {
            let folder = tempfile::tempdir().unwrap();
            let ended = check_in(folder.path(), &format!("{start}{end}"), GUARD);
            assert_eq!(ended.is_ok(), is_success, "{start}{end}: {ended:?}");
            assert_ends(noted(folder.path()));
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_hanging_tool_started_ends_with_it() {
    for start in [BACKGROUND, DETACHED] {
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new("sh");
        let script = format!("{start}exec sleep 1000");
        command.args(["-c", &script]).current_dir(folder.path());
        let mut tree = ProcessTree::spawn(&mut command).unwrap();
        let begun = Instant::now();
        let is_noted = || {
            let text = std::fs::read(folder.path().join("pid"));
            text.is_ok_and(|text| text.ends_with(b"\n"))
        };
        while !is_noted() {
            assert!(begun.elapsed() < GUARD, "the script wrote nothing");
            sleep(Duration::from_millis(5));
        }
        assert_eq!(tree.try_wait().unwrap(), None);
        let leader = tree.child.id();
        tree.kill();
        assert_ends(leader);
        assert_ends(noted(folder.path()));
    }
}
