//! Runs Lighthouse on a few pages with its settings for slow mobile devices, and prints medians of several runs.
//!
//! Lighthouse is installed with npm below the target folder at the first use, from the lock file of `bench/lighthouse`.
//! Chromium is the one on `PATH`, or the one that `BINDERY_CHROMIUM` names.

use crate::harness::server::RunningServer;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The pages that are measured unless others are named.
pub const PATHS: [&str; 6] = [
    "/",
    "/characters/cryo/ganyu",
    "/combat-mechanics/elemental-effects/elemental-gauge-theory",
    "/equipment/weapons/catalysts",
    "/enemy-data",
    "/evidence/characters/cryo/ganyu",
];

/// The number of attempts for a page before its report counts as failed.
const MAX_ATTEMPTS: u32 = 3;

/// The flags of a headless browser without background requests.
const FLAGS: &str = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
                     --disable-component-update --disable-sync";

/// The values that are read from a report: name, JSON pointer, and factor.
const REPORT_VALUES: [(&str, &str, f64); 5] = [
    ("performance", "/categories/performance/score", 100.0),
    ("accessibility", "/categories/accessibility/score", 100.0),
    (
        "LCP ms",
        "/audits/largest-contentful-paint/numericValue",
        1.0,
    ),
    ("TBT ms", "/audits/total-blocking-time/numericValue", 1.0),
    (
        "CLS x 1000",
        "/audits/cumulative-layout-shift/numericValue",
        1000.0,
    ),
];

/// Measures the pages and prints a line for each.
pub fn measure(binary: &Path, cache: &Path, runs: usize, paths: &[String]) -> Result<(), String> {
    let cache = &std::path::absolute(cache).map_err(|error| error.to_string())?;
    let program = install(cache)?;
    let served = RunningServer::bindery_with(binary, None, &[])?;
    let paths: Vec<&str> = match paths.is_empty() {
        true => PATHS.to_vec(),
        false => paths.iter().map(String::as_str).collect(),
    };
    println!("lighthouse 12, mobile, medians of {runs} runs (least and most in brackets)");
    for path in paths {
        let mut read: [Vec<f64>; REPORT_VALUES.len()] = Default::default();
        for _ in 0..runs.max(1) {
            let url = format!("http://{}{path}", served.address);
            // Some browsers' first trace is empty.
            let report = (1..MAX_ATTEMPTS).find_map(|_| report(&program, &url, cache).ok());
            let report = report.map_or_else(|| self::report(&program, &url, cache), Ok)?;
            for ((name, place, factor), values) in REPORT_VALUES.iter().zip(&mut read) {
                let value = report.pointer(place).and_then(Value::as_f64);
                values.push(
                    value.ok_or_else(|| format!("{path}: the report has no {name}"))? * factor,
                );
            }
        }
        let columns = REPORT_VALUES
            .iter()
            .zip(&mut read)
            .map(|((name, ..), values)| {
                values.sort_by(f64::total_cmp);
                let [least, most] = [values[0], values[values.len() - 1]];
                format!(
                    "{name} {:.0} ({least:.0}-{most:.0})",
                    values[values.len() / 2]
                )
            });
        println!("{path:<42} {}", columns.collect::<Vec<_>>().join(", "));
    }
    Ok(())
}

/// Installs Lighthouse where it is not yet.
fn install(cache: &Path) -> Result<PathBuf, String> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("lighthouse");
    let home = cache.join("tools/lighthouse");
    let program = home.join("node_modules/lighthouse/cli/index.js");
    let words = |error: std::io::Error| format!("{}: {error}", home.display());
    std::fs::create_dir_all(&home).map_err(words)?;
    let lock = std::fs::read(own.join("package-lock.json")).map_err(words)?;
    if program.is_file()
        && std::fs::read(home.join("package-lock.json")).is_ok_and(|known| known == lock)
    {
        return Ok(program);
    }
    for name in ["package.json", ".npmrc", "package-lock.json"] {
        std::fs::copy(own.join(name), home.join(name)).map_err(words)?;
    }
    let status = Command::new("npm")
        .args([
            "ci",
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
            "--loglevel=error",
        ])
        .current_dir(&home)
        .stdin(Stdio::null())
        .status();
    match status
        .map_err(|error| format!("npm: {error}; install Node 20"))?
        .success()
    {
        true => Ok(program),
        false => Err(format!(
            "`npm ci` failed in {}; run it there to see why",
            home.display()
        )),
    }
}

fn report(program: &Path, url: &str, cache: &Path) -> Result<Value, String> {
    let mut command = Command::new("node");
    command.arg(program).arg(url);
    command.args([
        "--quiet",
        "--output=json",
        "--only-categories=performance,accessibility",
    ]);
    command.arg(format!("--chrome-flags={FLAGS}"));
    if let Some(chromium) = chromium() {
        command.env("CHROME_PATH", chromium);
    }
    let output = command.current_dir(cache).stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("node: {error}; install Node 20"))?;
    serde_json::from_slice(&output.stdout).map_err(|_| {
        format!(
            "{url}: no report:\n{}",
            String::from_utf8_lossy(&output.stderr)
        )
    })
}

fn chromium() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("BINDERY_CHROMIUM") {
        return Some(named.into());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let mut programs =
        std::env::split_paths(&path).flat_map(|folder| names.map(|name| folder.join(name)));
    programs.find(|program| program.is_file())
}
