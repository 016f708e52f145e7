//! Measures a server while some clients send the most expensive searches and others request a page.
//!
//! Each attack of [`attacks`] was measured to be the worst of its kind: filters on texts, many common words, facets,
//! groups, misspelt words, long highlight tags. Eight clients repeat all of them, while readers request the health check
//! and a page. The command prints the readers' waiting times, the largest response and the memory of the server.

use crate::harness::process::{peak_kib, resident_kib};
use crate::harness::server::{Client, RunningServer};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The number of attacking clients.
const ATTACKERS: usize = 8;

/// The maximum size of a search response, in bytes.
pub const MAX_RESPONSE: usize = 2 << 20;

/// The memory that one request may add to the server, in KiB.
pub const MAX_GROWTH: u64 = 8 << 10;

/// The 99th percentiles of the readers' waiting times in milliseconds: for the health check, and for a page.
const TARGETS: [f64; 2] = [20.0, 50.0];

/// A request of an attacker.
#[derive(Clone, Debug)]
pub struct Attack {
    /// The reason why it is expensive.
    pub name: &'static str,
    target: String,
    /// The body of a POST request; without one the request is a GET.
    body: Option<String>,
}

/// The responses to readers and attackers.
#[derive(Debug, Default)]
pub struct ClientStats {
    /// Responses to attacks by status.
    pub attacked: BTreeMap<u16, usize>,
    /// The size of the largest of them, in bytes.
    pub largest: usize,
    /// The readers' waiting times in milliseconds, for the health check and for a page.
    pub waits: [Vec<f64>; 2],
    /// Readers' requests with another response than 200.
    pub failed: usize,
    /// The resident memory in KiB: before, at its peak, and after.
    pub memory: [u64; 3],
}

/// Words that occur in most sections of a text in English.
const COMMON: &str = "the damage of attack and elemental skill a on to in is for with by it";

/// The reason why a search is expensive, how often a request contains it, and its parameters. `COMMON`, `VALUES`, `FEW`,
/// `MISSPELT`, `TAG` and `LONG` are placeholders for long texts.
const SEARCHES: [(&str, usize, &str); 11] = [
    (
        "40 values of a filter on texts",
        1,
        r#""q":"*","per_page":0,"filter_by":"content:[VALUES]""#,
    ),
    (
        "10 x 16 values of a filter on texts",
        10,
        r#""q":"*","per_page":0,"filter_by":"content:[FEW]""#,
    ),
    ("10 x 16 common words", 10, r#""q":"COMMON""#),
    (
        "16 common words, 250 hits",
        1,
        r#""q":"COMMON","per_page":250"#,
    ),
    (
        "16 common words, 250 groups of 99",
        1,
        r#""q":"COMMON","per_page":250,"group_by":"url","group_limit":99"#,
    ),
    (
        "one facet 50 times",
        1,
        r#""q":"*","facet_by":"FACETS","per_page":10"#,
    ),
    (
        "10 searches with 3 facets",
        10,
        r#""q":"*","per_page":10,"facet_by":"url,hierarchy.lvl1,hierarchy.lvl2","max_facet_values":250"#,
    ),
    ("10 x 16 misspelt words", 10, r#""q":"MISSPELT""#),
    (
        "highlight tags of 4,000 bytes",
        1,
        r#""q":"COMMON","per_page":250,"highlight_start_tag":"LONG","highlight_end_tag":"LONG","highlight_affix_num_tokens":200,"snippet_threshold":99999"#,
    ),
    (
        "highlight tags of 64 bytes",
        4,
        r#""q":"COMMON","per_page":25,"highlight_start_tag":"TAG","highlight_end_tag":"TAG","snippet_threshold":99999,"highlight_full_fields":"content""#,
    ),
    ("10 prefixes of one letter", 10, r#""q":"a","per_page":25"#),
];

/// The attacks on a site whose search has the collection `collection`.
#[must_use]
pub fn attacks(collection: &str) -> Vec<Attack> {
    let values = |count: usize| (0..count).map(|n| format!("a{n}")).collect::<Vec<_>>();
    let misspelt: Vec<String> = (0..16).map(|n| format!("elementalsklil{n:01x}")).collect();
    let fill = |parameters: &str| {
        parameters
            .replace("COMMON", COMMON)
            .replace("VALUES", &values(40).join(","))
            .replace("FEW", &values(16).join(","))
            .replace("MISSPELT", &misspelt.join(" "))
            .replace("FACETS", &["url"; 50].join(","))
            .replace("TAG", &"x".repeat(64))
            .replace("LONG", &"x".repeat(4000))
    };
    let posted = SEARCHES.iter().map(|(name, count, parameters)| {
        let search = format!("{{\"collection\":\"{collection}\",{}}}", fill(parameters));
        let searches = vec![search; *count].join(",");
        Attack {
            name,
            target: "/multi_search".to_owned(),
            body: Some(format!("{{\"searches\":[{searches}]}}")),
        }
    });
    let page = Attack {
        name: "the search page without script",
        target: format!("/search?q={}", COMMON.replace(' ', "+")),
        body: None,
    };
    posted.chain([page]).collect()
}

/// The name of the collection that the site's search has.
fn collection(address: SocketAddr) -> Result<String, String> {
    let settings = Client::connect(address)?.get("/_bindery/settings.json", "")?;
    let settings: serde_json::Value =
        serde_json::from_slice(&settings.body).map_err(|error| error.to_string())?;
    let name = settings.pointer("/search/collection");
    let name = name.or_else(|| settings.get("collection"));
    let name = name.and_then(|name| name.as_str());
    name.map(str::to_owned)
        .ok_or_else(|| format!("the settings name no collection: {settings}"))
}

/// Attacks the server for `seconds` and prints the readers' waiting times.
pub fn measure(binary: &Path, seconds: u64, flags: &[&str], page: &str) -> Result<(), String> {
    let stats = run(binary, Duration::from_secs(seconds), flags, page)?;
    println!(
        "{ATTACKERS} clients sent the worst searches for {seconds} s: {:?} by status",
        stats.attacked
    );
    println!(
        "largest response: {} bytes (at most {MAX_RESPONSE})",
        stats.largest
    );
    for ((name, waits), target) in ["/healthz", page].iter().zip(&stats.waits).zip(TARGETS) {
        let [p50, p99, max] = [0.5, 0.99, 1.0].map(|part| quantile(waits, part));
        println!(
            "{name}: {} requests, p50 {p50:.2} ms, p99 {p99:.2} ms (under {target}: {}), longest {max:.2} ms",
            waits.len(),
            if p99 < target { "PASS" } else { "short" }
        );
    }
    let [before, peak, after] = stats.memory;
    println!(
        "resident: {before} KiB before, {peak} at most, {after} after; {} readers' requests failed",
        stats.failed
    );
    println!();
    println!("| attack | status | ms | bytes | KiB grown |\n|---|---|---|---|---|");
    for (attack, cost) in costs(binary, flags)? {
        let Cost {
            status,
            millis,
            bytes,
            grown,
        } = cost;
        println!(
            "| {} | {status} | {millis:.1} | {bytes} | {grown} |",
            attack.name
        );
    }
    Ok(())
}

/// Attacks the server for a time.
pub fn run(
    binary: &Path,
    time: Duration,
    flags: &[&str],
    page: &str,
) -> Result<ClientStats, String> {
    let served = RunningServer::bindery_with(binary, None, flags)?;
    let address = served.address;
    let attacks = attacks(&collection(address)?);
    let stats = Mutex::new(ClientStats::default());
    let is_over = AtomicBool::new(false);
    let before = resident_kib(served.id());
    std::thread::scope(|scope| {
        for first in 0..ATTACKERS {
            let (attacks, stats, is_over) = (&attacks, &stats, &is_over);
            scope.spawn(move || attack(address, attacks, first, stats, is_over));
        }
        for (number, path) in ["/healthz", page].into_iter().enumerate() {
            let (stats, is_over) = (&stats, &is_over);
            scope.spawn(move || read(address, path, number, stats, is_over));
        }
        std::thread::sleep(time);
        is_over.store(true, Ordering::Relaxed);
    });
    let mut stats = stats.into_inner().unwrap_or_else(PoisonError::into_inner);
    stats.memory = [before, peak_kib(served.id()), resident_kib(served.id())];
    Ok(stats)
}

fn attack(
    address: SocketAddr,
    attacks: &[Attack],
    first: usize,
    stats: &Mutex<ClientStats>,
    is_over: &AtomicBool,
) {
    let mut next = first;
    while !is_over.load(Ordering::Relaxed) {
        let Ok(mut client) = Client::connect(address) else {
            continue;
        };
        while !is_over.load(Ordering::Relaxed) {
            let attack = &attacks[next % attacks.len()];
            next += 1;
            let Ok(response) = send(&mut client, attack) else {
                break;
            };
            let mut stats = stats.lock().unwrap_or_else(PoisonError::into_inner);
            *stats.attacked.entry(response.0).or_default() += 1;
            stats.largest = stats.largest.max(response.1);
        }
    }
}

/// The status of the response, and its length.
fn send(client: &mut Client, attack: &Attack) -> Result<(u16, usize), String> {
    let response = match &attack.body {
        Some(body) => client.post(&attack.target, body),
        None => client.get(&attack.target, ""),
    }?;
    Ok((response.status, response.body.len()))
}

fn read(
    address: SocketAddr,
    path: &str,
    number: usize,
    stats: &Mutex<ClientStats>,
    is_over: &AtomicBool,
) {
    let mut client = Client::connect(address);
    while !is_over.load(Ordering::Relaxed) {
        let began = Instant::now();
        let response = client.as_mut().map_err(|error| error.clone());
        let response = response.and_then(|client| client.get(path, ""));
        let wait = began.elapsed().as_secs_f64() * 1000.0;
        {
            let mut stats = stats.lock().unwrap_or_else(PoisonError::into_inner);
            stats.waits[number].push(wait);
            stats.failed += usize::from(
                !response
                    .as_ref()
                    .is_ok_and(|response| response.status == 200),
            );
        }
        if response.is_err() {
            client = Client::connect(address);
        }
        std::thread::sleep(Duration::from_millis(4));
    }
}

/// The cost of one attack without other load.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// The status of its response.
    pub status: u16,
    /// The time until the response, in milliseconds.
    pub millis: f64,
    /// Bytes of its body.
    pub bytes: usize,
    /// The growth of the server's peak memory, in KiB.
    pub grown: u64,
}

/// Measures each attack alone, after the server has answered an ordinary search.
pub fn costs(binary: &Path, flags: &[&str]) -> Result<Vec<(Attack, Cost)>, String> {
    let mut costs = Vec::new();
    let collection = {
        let served = RunningServer::bindery_with(binary, None, flags)?;
        collection(served.address)?
    };
    for attack in attacks(&collection) {
        let served = RunningServer::bindery_with(binary, None, flags)?;
        let mut client = Client::connect(served.address)?;
        let search =
            format!("{{\"searches\":[{{\"collection\":\"{collection}\",\"q\":\"the\"}}]}}");
        client.post("/multi_search", &search)?;
        let before = peak_kib(served.id());
        let began = Instant::now();
        let (status, bytes) = send(&mut client, &attack)?;
        let cost = Cost {
            status,
            millis: began.elapsed().as_secs_f64() * 1000.0,
            bytes,
            grown: peak_kib(served.id()).saturating_sub(before),
        };
        costs.push((attack, cost));
    }
    Ok(costs)
}

fn quantile(waits: &[f64], part: f64) -> f64 {
    let mut sorted = waits.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().saturating_sub(1);
    sorted
        .get((last as f64 * part) as usize)
        .copied()
        .unwrap_or_default()
}
