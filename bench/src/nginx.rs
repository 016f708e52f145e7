//! Compares requests a second with nginx, which serves the output of `bindery export --for nginx`: the same bytes with the
//! same header fields.
//!
//! Each server has one worker, pinned to one core; wrk is pinned to the other and opens 64 connections. The servers are
//! measured in turns, so that other load of the machine affects all of them; the results are medians. nginx runs with and
//! without sendfile, and the better result of each case counts. First the command checks that both servers send the same
//! responses.

pub use crate::harness::load::LoadOptions;
use crate::harness::load::{Case, Load, Slice, cases, cores, pages};
use crate::harness::nginx_server::{Nginx, SendMode};
use crate::harness::server::{Client, Response, RunningServer, pinned};
use crate::harness::tools::{Tool, find};
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;

/// Header fields that differ between servers.
pub const OWN: [&str; 4] = ["date", "server", "etag", "connection"];

/// Measures all cases and prints a table; `only` names the cases to run.
pub fn measure(
    binary: &Path,
    cache: &Path,
    plan: LoadOptions,
    only: &[&str],
) -> Result<(), String> {
    let wrk = find(Tool::Wrk, cache)?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let site = crate::harness::nginx_server::export(binary, folder.path())?;
    let [ours_core, wrk_core] = cores();
    let ours = RunningServer::bindery(binary, ours_core)?;
    let nginx = [SendMode::On, SendMode::Off]
        .map(|sendfile| Nginx::start(&site, cache, sendfile, ours_core));
    let [on, off] = nginx;
    let (on, off) = (on?, off?);
    let pages = pages(binary, &site.folder)?;
    println!(
        "one worker on core {}, wrk on core {}, {} connections, {} slices of {} s in turn; nginx {}, brotli {}",
        name_core(ours_core),
        name_core(wrk_core),
        plan.connections,
        plan.rounds,
        plan.seconds,
        on.version,
        on.brotli
    );
    println!(
        "{:<22} {:>9} {:>9} {:>9} {:>7}  p99 us: ours, nginx",
        "requests/s (median)", "ours", "sendfile", "without", "ratio"
    );
    let load = Load {
        wrk: &wrk,
        core: wrk_core,
        plan,
        folder: folder.path(),
    };
    for case in cases(&pages)
        .iter()
        .filter(|case| only.is_empty() || only.contains(&case.name))
    {
        if case.name == "floor" {
            compare_with_epoll_loop(&load, &ours, case)?;
            continue;
        }
        let servers = [ours.address, on.served.address, off.served.address];
        compare(servers[0], servers[1], case)?;
        run(&load, servers, case)?;
    }
    Ok(())
}

fn name_core(core: Option<usize>) -> String {
    core.map_or("any".to_owned(), |core| core.to_string())
}

/// A response without the parts that differ between servers: nginx offers no ranges of compressed copies, and sends a
/// line of HTML with each redirect.
#[must_use]
pub fn comparable(mut response: Response) -> Response {
    let is_encoded = response.field("content-encoding").is_some();
    let is_redirect = matches!(response.status, 301 | 308);
    response.fields.retain(|(name, _)| match name.as_str() {
        "accept-ranges" => !is_encoded,
        "content-type" | "content-length" => !is_redirect,
        name => !OWN.contains(&name),
    });
    if is_redirect {
        response.body.clear();
    }
    response
}

/// Describes the difference between the responses of both servers; `None` if they are equal.
#[must_use]
pub fn difference(ours: &Response, theirs: &Response) -> Option<String> {
    let only = |one: &Response, other: &Response| {
        let own = one
            .fields
            .iter()
            .filter(|field| !other.fields.contains(field));
        let own: Vec<String> = own
            .map(|(name, value)| format!("{name}: {value}"))
            .collect();
        format!(
            "{} with {} bytes, {}",
            one.status,
            one.body.len(),
            own.join("; ")
        )
    };
    (ours != theirs).then(|| {
        format!(
            "    ours:    {}\n    nginx's: {}",
            only(ours, theirs),
            only(theirs, ours)
        )
    })
}

fn compare(ours: SocketAddr, theirs: SocketAddr, case: &Case) -> Result<(), String> {
    let fields = format!("Accept-Encoding: {}\r\n", case.coding);
    let path = &case.paths[0];
    let ask = |address| -> Result<Response, String> {
        Ok(comparable(Client::connect(address)?.get(path, &fields)?))
    };
    match difference(&ask(ours)?, &ask(theirs)?) {
        None => Ok(()),
        Some(difference) => Err(format!("{path} is not answered alike:\n{difference}")),
    }
}

fn run(load: &Load<'_>, servers: [SocketAddr; 3], case: &Case) -> Result<(), String> {
    let mut slices: [Vec<Slice>; 3] = Default::default();
    for _ in 0..load.plan.rounds {
        for (server, slices) in servers.iter().zip(&mut slices) {
            slices.push(load.slice(*server, case)?);
        }
    }
    let [ours, on, off] = slices.map(|mut slices| median_slice(&mut slices));
    let best = if on.0.requests >= off.0.requests {
        on
    } else {
        off
    };
    let ratio = ours.0.requests / best.0.requests;
    println!(
        "{:<22} {:>9.0} {:>9.0} {:>9.0} {ratio:>7.2}  {:.0}, {:.0}   spread {:.0}-{:.0} and {:.0}-{:.0}   {}",
        label(case),
        ours.0.requests,
        on.0.requests,
        off.0.requests,
        ours.0.p99_micros,
        best.0.p99_micros,
        ours.1,
        ours.2,
        best.1,
        best.2,
        verdict(ratio, case.target, ours.0.p99_micros <= best.0.p99_micros),
    );
    Ok(())
}

fn label(case: &Case) -> String {
    match case.paths.len() {
        1 => format!("{} {}", case.name, case.paths[0]),
        many => format!("{} over {many} pages", case.name),
    }
}

fn verdict(ratio: f64, target: f64, is_prompt: bool) -> String {
    let speed = if ratio >= target { "PASS" } else { "short" };
    let tail = if is_prompt { "" } else { ", p99 above nginx's" };
    format!("{speed} (at least {target}{tail})")
}

/// The median slice, and the minimum and the maximum of requests.
fn median_slice(slices: &mut [Slice]) -> (Slice, f64, f64) {
    slices.sort_by(|a, b| a.requests.total_cmp(&b.requests));
    let mut tails: Vec<f64> = slices.iter().map(|slice| slice.p99_micros).collect();
    tails.sort_by(f64::total_cmp);
    let median_slice = slices.len() / 2;
    let slice = Slice {
        requests: slices[median_slice].requests,
        p99_micros: tails[median_slice],
    };
    (slice, slices[0].requests, slices[slices.len() - 1].requests)
}

/// Compares the server with an event loop that only sends the same number of bytes.
fn compare_with_epoll_loop(
    load: &Load<'_>,
    ours: &RunningServer,
    case: &Case,
) -> Result<(), String> {
    let fields = format!("Accept-Encoding: {}\r\n", case.coding);
    let response = Client::connect(ours.address)?.get(&case.paths[0], &fields)?;
    let address = crate::harness::server::free_address()?;
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let head: String = response
        .fields
        .iter()
        .map(|(name, value)| format!("{name}: {value}\\r\\n"))
        .collect();
    let mut command = Command::new(own);
    command.args([
        "floor",
        &address.to_string(),
        &format!("HTTP/1.1 200 OK\\r\\n{head}\\r\\n"),
        &response.body.len().to_string(),
    ]);
    let floor = RunningServer::start(pinned(command, cores()[0]), address)?;
    let mut slices: [Vec<Slice>; 2] = Default::default();
    for _ in 0..load.plan.rounds {
        for (server, slices) in [ours.address, floor.address].into_iter().zip(&mut slices) {
            slices.push(load.slice(server, case)?);
        }
    }
    let [ours, floor] = slices.map(|mut slices| median_slice(&mut slices));
    let ratio = ours.0.requests / floor.0.requests;
    println!(
        "{:<22} {:>9.0} {:>9.0} {:>9} {ratio:>7.2}  {:.0}, {:.0}   spread {:.0}-{:.0} and {:.0}-{:.0}   {}",
        "bare epoll loop",
        ours.0.requests,
        floor.0.requests,
        "",
        ours.0.p99_micros,
        floor.0.p99_micros,
        ours.1,
        ours.2,
        floor.1,
        floor.2,
        verdict(ratio, case.target, true)
    );
    Ok(())
}
