//! The command line: version, routes, ports, signals, exit codes.

use crate::support::executable::{self, bindery};
use crate::support::{expected, server};
use libtest_mimic::Trial;
use std::process::Command;
use std::time::{Duration, Instant};

/// Ends a case that hangs. It does not measure speed.
const END_TIMEOUT: Duration = Duration::from_secs(60);

type Case = (&'static str, fn() -> Result<(), String>);

const CASES: [Case; 8] = [
    ("routes_prints_a_line_for_every_path", routes),
    ("version_carries_the_content_hash", version),
    ("the_build_report_fits_a_screen", report),
    ("a_taken_port_is_a_clear_error", port_taken),
    (
        "two_servers_run_at_once_and_sigterm_ends_one_cleanly",
        sigterm,
    ),
    ("an_unknown_option_exits_with_2", unknown_option),
    ("help_that_cannot_be_written_fails", unwritten_help),
    ("the_operators_binary_links_no_compiler", no_compiler),
];

pub(crate) fn cases() -> Vec<Trial> {
    let trials = CASES
        .iter()
        .map(|(name, case)| Trial::test(format!("command::{name}"), move || Ok(case()?)));
    trials.collect()
}

fn ensure(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

fn version() -> Result<(), String> {
    let output = bindery(&["--version"])?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let hash = text.split_whitespace().any(|word| {
        let word = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        word.len() >= 12 && word.chars().all(|c| c.is_ascii_hexdigit())
    });
    ensure(
        output.status.success() && text.contains(env!("CARGO_PKG_VERSION")) && hash,
        || text.clone(),
    )
}

fn report() -> Result<(), String> {
    let output = bindery(&["build-report"])?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines = text.lines().count();
    ensure(
        output.status.success() && (!expected::is_library() || text.contains("553")),
        || text.clone(),
    )?;
    ensure(lines <= 24, || format!("{lines} lines"))
}

fn routes() -> Result<(), String> {
    let output = bindery(&["routes"])?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    ensure(output.status.success(), || {
        String::from_utf8_lossy(&output.stderr).into_owned()
    })?;
    let wanted = expected::routes().len() + expected::redirects().len() + 1;
    ensure(text.lines().count() == wanted, || {
        format!("{} lines instead of {wanted}", text.lines().count())
    })
}

fn port_taken() -> Result<(), String> {
    let port = server::shared()?.address.port().to_string();
    let output = bindery(&["serve", "--port", &port])?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    ensure(
        !output.status.success() && output.status.code().is_some(),
        || format!("{:?}", output.status),
    )?;
    ensure(text.contains(&port) && text.contains("--port"), || {
        text.clone()
    })
}

fn sigterm() -> Result<(), String> {
    let running = server::start()?;
    let status = Command::new("kill")
        .args(["-TERM", &running.pid.to_string()])
        .status();
    ensure(status.is_ok_and(|status| status.success()), || {
        "kill failed".to_owned()
    })?;
    let started = Instant::now();
    while started.elapsed() < END_TIMEOUT {
        if let Some(status) = server::try_wait(running.pid)? {
            return ensure(status.code() == Some(0), || format!("{status}"));
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    Err("still running after SIGTERM".to_owned())
}

fn unknown_option() -> Result<(), String> {
    let output = bindery(&["serve", "--no-such-option"])?;
    ensure(output.status.code() == Some(2), || {
        format!("{:?}", output.status)
    })
}

fn unwritten_help() -> Result<(), String> {
    for flag in ["--help", "--version"] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
        let full = full.map_err(|error| error.to_string())?;
        let output = executable::command(&[flag]).stdout(full).output();
        let output = output.map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&output.stderr);
        let is_reported = text.starts_with("error: cannot write to standard output: ");
        ensure(output.status.code() == Some(1) && is_reported, || {
            format!("{flag}: {:?}: {text}", output.status)
        })?;
    }
    Ok(())
}

fn no_compiler() -> Result<(), String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let tree = |features: &[&str]| {
        let output = Command::new(&cargo)
            .args([
                "tree",
                "--offline",
                "--edges",
                "normal,no-proc-macro",
                "--prefix",
                "none",
                "--package",
                "bindery",
            ])
            .args(features)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .map_err(|error| error.to_string())?;
        ensure(output.status.success(), || {
            String::from_utf8_lossy(&output.stderr).into_owned()
        })?;
        Ok::<_, String>(String::from_utf8_lossy(&output.stdout).contains("bindery-compiler"))
    };
    ensure(tree(&[])?, || {
        "the author's binary should link the compiler".to_owned()
    })?;
    ensure(!tree(&["--no-default-features"])?, || {
        "the operator's binary links the compiler".to_owned()
    })
}
