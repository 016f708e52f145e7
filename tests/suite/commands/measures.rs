//! Runs short variants of the benchmarks: they show that the commands work, and compare the figures that do not depend on
//! the machine.

use crate::support::expected;
use bindery_bench::nginx::{self, LoadOptions};
use bindery_bench::{activated, docusaurus, drain, hostile, idle, instructions, soak};
use libtest_mimic::Trial;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

type Case = (&'static str, fn() -> Result<(), String>);

const CASES: [Case; 6] = [
    (
        "a_site_is_compared_with_what_docusaurus_made",
        docusaurus_comparison,
    ),
    ("a_small_request_is_two_system_calls", system_calls),
    ("idle_connections_are_held", idle_smoke),
    (
        "no_answer_fails_when_a_server_is_stopped_under_load",
        drain_smoke,
    ),
    (
        "no_new_connection_is_lost_when_a_socket_activated_server_restarts",
        restart_smoke,
    ),
    ("memory_is_read_while_a_walk_loads_the_server", soak_smoke),
];

/// A page of a few kilobytes in the library.
fn small_page() -> String {
    match expected::is_library() {
        true => "/newsletter".to_owned(),
        false => expected::article(),
    }
}

/// User instructions of a small request, as recorded: where they grow by a twentieth, somebody should know why. Lower them
/// with what makes them less. An unoptimised build has figures of its own.
const RECORDED: u64 = if cfg!(debug_assertions) {
    75_100
} else {
    11_760
};

/// Cases that request pages of the library.
const LIBRARY_CASES: [Case; 4] = [
    (
        "the_most_expensive_searches_are_bounded_in_bytes_and_memory",
        hostile_costs,
    ),
    (
        "readers_are_answered_beside_the_most_expensive_searches",
        hostile_smoke,
    ),
    (
        "a_small_request_costs_the_recorded_instructions",
        instruction_gate,
    ),
    ("nginx_and_a_wrk_are_found_and_answer_alike", nginx_smoke),
];

pub(crate) fn cases() -> Vec<Trial> {
    let of_the_library = LIBRARY_CASES.iter().filter(|_| expected::is_library());
    let trials = CASES
        .iter()
        .chain(of_the_library)
        .map(|(name, case)| Trial::test(format!("measures::{name}"), move || Ok(case()?)));
    trials.collect()
}

fn binary() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_bindery"))
}

/// The folder of unpacked tools.
pub(crate) fn cache() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("bindery-tools")
}

fn instruction_gate() -> Result<(), String> {
    let counted = instructions::instructions(binary(), &cache(), &small_page())?;
    if !cfg!(debug_assertions) && counted > instructions::TARGET {
        return Err(format!(
            "{counted} instructions, at most {} are wanted",
            instructions::TARGET
        ));
    }
    let most = RECORDED + RECORDED / 20;
    match counted <= most {
        true => Ok(()),
        false => Err(format!(
            "{counted} instructions, recorded are {RECORDED}: more than a twentieth above"
        )),
    }
}

fn system_calls() -> Result<(), String> {
    let calls = instructions::system_calls(binary(), &cache(), &small_page())?;
    match calls {
        1.9..=2.05 => Ok(()),
        calls => Err(format!("{calls} reads and writes a request")),
    }
}

fn nginx_smoke() -> Result<(), String> {
    nginx::measure(
        binary(),
        &cache(),
        LoadOptions::SMOKE,
        &["small", "404", "redirect"],
    )
}

fn idle_smoke() -> Result<(), String> {
    let [silent, used, _] = idle::connection_bytes(binary(), 300, &small_page())?;
    match silent.max(used) {
        ..40_000 => Ok(()),
        bytes => Err(format!("{bytes} bytes a connection")),
    }
}

/// The statuses of bounded searches: answered, refused for its parameters, too large, too many.
const BOUNDED: [u16; 4] = [200, 400, 413, 429];

fn hostile_costs() -> Result<(), String> {
    // Each attack runs alone, without limits for clients.
    for (attack, cost) in hostile::costs(binary(), &["--search-share", "0"])? {
        let is_bounded = BOUNDED.contains(&cost.status)
            && cost.bytes <= hostile::MAX_RESPONSE
            && cost.grown <= hostile::MAX_GROWTH;
        if !is_bounded {
            return Err(format!("{}: {cost:?}", attack.name));
        }
    }
    Ok(())
}

fn hostile_smoke() -> Result<(), String> {
    let stats = hostile::run(binary(), Duration::from_secs(2), &[], &small_page())?;
    let is_bounded = stats.attacked.keys().all(|status| BOUNDED.contains(status))
        && !stats.attacked.is_empty()
        && stats.largest <= hostile::MAX_RESPONSE;
    let readers_are_served = stats.failed == 0 && stats.waits.iter().all(|waits| !waits.is_empty());
    match is_bounded && readers_are_served {
        true => Ok(()),
        false => Err(format!(
            "{:?}, {} bytes at most, {} readers' requests failed",
            stats.attacked, stats.largest, stats.failed
        )),
    }
}

fn drain_smoke() -> Result<(), String> {
    let (stats, is_clean) = drain::stop_under_load(binary(), &small_page(), 16, 1_000)?;
    let failed = stats.failed.load(Ordering::Relaxed);
    let whole = stats.whole.load(Ordering::Relaxed);
    match (whole, failed, is_clean) {
        (1.., 0, true) => Ok(()),
        _ => Err(format!(
            "{whole} whole answers, {failed} failed, ended cleanly: {is_clean}"
        )),
    }
}

fn restart_smoke() -> Result<(), String> {
    let options = activated::ActivationOptions {
        restarts: 2,
        connections: 400,
        clients: 8,
    };
    let stats = activated::restart_under_load(binary(), options, &small_page())?;
    match stats.lost() {
        0 => Ok(()),
        _ => Err(format!("{stats:?}")),
    }
}

fn soak_smoke() -> Result<(), String> {
    let [first, last, requests] = soak::memory_growth(binary(), &cache(), 5)?;
    match first > 0 && last > 0 && requests > 0 {
        true => Ok(()),
        false => Err(format!("{first} KiB, {last} KiB, {requests} requests")),
    }
}

/// Two folders written by hand, with each kind of difference.
fn docusaurus_comparison() -> Result<(), String> {
    let folder = expected::root().join("tests/sites/comparison");
    let bound = folder.join("bindery");
    let report =
        docusaurus::compare_sites(&folder.join("docusaurus"), &bound.to_string_lossy(), "/")?;
    let wanted = std::fs::read_to_string(folder.join("report.txt"));
    let wanted = wanted.map_err(|error| error.to_string())?;
    let found = report.to_text();
    match wanted == found {
        true => Ok(()),
        false => Err(format!("differs from report.txt:\n{found}")),
    }
}
