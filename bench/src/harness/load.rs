//! Generates load: the requests of each case, and wrk, which sends them.

use crate::harness::server::{Client, pinned};
use crate::harness::tools::{Found, Tool, find};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// The duration and the number of runs.
#[derive(Clone, Copy, Debug)]
pub struct LoadOptions {
    /// Seconds of a slice.
    pub seconds: u32,
    /// Slices of each server in each case.
    pub rounds: usize,
    /// Concurrent connections.
    pub connections: u32,
}

impl LoadOptions {
    /// A plan whose figures may be quoted.
    pub const FULL: LoadOptions = LoadOptions {
        seconds: 3,
        rounds: 5,
        connections: 64,
    };

    /// A short plan, which only shows that the command works.
    pub const SMOKE: LoadOptions = LoadOptions {
        seconds: 1,
        rounds: 1,
        connections: 8,
    };
}

/// The requests that a slice repeats.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) paths: Vec<String>,
    pub(crate) coding: &'static str,
    /// Whether requests send the entity tag of the server that they are for.
    pub(crate) knows_tag: bool,
    /// The target ratio of our requests a second to nginx's.
    pub(crate) target: f64,
}

/// The wait for a response after which wrk counts an error. Its default of two seconds makes a pause of the machine one.
const TIMEOUT: &str = "60s";

/// The longest run of wrk.
const MAX_SLICE_SECONDS: u32 = 64;

/// The result of one run of wrk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slice {
    pub(crate) requests: f64,
    pub(crate) p99_micros: f64,
}

/// The pages that both servers serve, and the folder that they came from.
#[derive(Debug)]
pub(crate) struct Pages {
    /// Paths and the lengths of their documents in brotli and as they are.
    pub(crate) pages: Vec<(String, u64, u64)>,
    pub(crate) redirect: String,
}

/// The cores of the server and of the load generator; none on a machine with a single core.
pub(crate) fn cores() -> [Option<usize>; 2] {
    match std::thread::available_parallelism() {
        Ok(cores) if cores.get() > 1 => [Some(0), Some(1)],
        _ => [None, None],
    }
}

pub(crate) fn cases(pages: &Pages) -> Vec<Case> {
    let near = |wish: u64, len: fn(&(String, u64, u64)) -> u64| {
        let nearest = pages
            .pages
            .iter()
            .min_by_key(|page| len(page).abs_diff(wish));
        nearest
            .map(|page| (page.0.clone(), len(page)))
            .unwrap_or_default()
    };
    let (small, _) = near(3_000, |page| page.1);
    let (big_br, len) = near(25_000, |page| page.1);
    let (big, coding) = match len.abs_diff(25_000) < 5_000 {
        true => (big_br, "br"),
        false => (near(25_000, |page| page.2).0, "identity"),
    };
    let case = |name, path: &str, coding, target| Case {
        name,
        paths: vec![path.to_owned()],
        coding,
        knows_tag: false,
        target,
    };
    vec![
        case("small", &small, "br", 1.3),
        Case {
            paths: pages.pages.iter().map(|page| page.0.clone()).collect(),
            ..case("walk", "", "br", 1.3)
        },
        case("big", &big, coding, 0.95),
        Case {
            knows_tag: true,
            ..case("304", &small, "br", 1.1)
        },
        case("404", "/no/such/page", "br", 1.3),
        case("redirect", &pages.redirect, "br", 1.1),
        case("floor", &small, "br", 0.8),
    ]
}

/// A configured load generator.
pub(crate) struct Load<'a> {
    pub(crate) wrk: &'a Found,
    pub(crate) core: Option<usize>,
    pub(crate) plan: LoadOptions,
    pub(crate) folder: &'a Path,
}

/// Load that requests all pages in random order.
#[derive(Debug)]
pub struct RandomWalk {
    wrk: Found,
    folder: tempfile::TempDir,
    case: Case,
}

impl RandomWalk {
    /// A walk over the pages of a site.
    pub fn over(binary: &Path, cache: &Path) -> Result<RandomWalk, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let site = crate::harness::nginx_server::export(binary, folder.path())?;
        let pages = pages(binary, &site.folder)?;
        let case = cases(&pages).into_iter().find(|case| case.name == "walk");
        Ok(RandomWalk {
            wrk: find(Tool::Wrk, cache)?,
            case: case.ok_or("BUG: no walk")?,
            folder,
        })
    }

    /// The core that the load leaves to the server.
    #[must_use]
    pub fn server_core(&self) -> Option<usize> {
        cores()[0]
    }

    /// Loads a server. Returns about how many requests it answers in the plan's seconds.
    pub fn load(&self, server: SocketAddr, plan: LoadOptions) -> Result<f64, String> {
        let load = Load {
            wrk: &self.wrk,
            core: cores()[1],
            plan,
            folder: self.folder.path(),
        };
        let slice = load.slice(server, &self.case)?;
        Ok(slice.requests * f64::from(plan.seconds))
    }
}

impl Load<'_> {
    /// One run of wrk. A run in which nothing was answered, since the machine had no time for it, is repeated with twice the
    /// seconds.
    pub(crate) fn slice(&self, server: SocketAddr, case: &Case) -> Result<Slice, String> {
        let script = self.script(server, case)?;
        let mut seconds = self.plan.seconds;
        loop {
            let said = self.run_wrk(server, &script, seconds)?;
            match read_slice(&said) {
                Some(slice) if slice.requests > 0.0 => return Ok(slice),
                Some(_) if seconds < MAX_SLICE_SECONDS => seconds *= 2,
                _ => return Err(format!("wrk said:\n{said}")),
            }
        }
    }

    /// What wrk writes.
    fn run_wrk(&self, server: SocketAddr, script: &Path, seconds: u32) -> Result<String, String> {
        let mut command = pinned(self.wrk.command(), self.core);
        command
            .args(["-t1", "--latency", "--timeout", TIMEOUT])
            .arg(format!("-c{}", self.plan.connections))
            .arg(format!("-d{seconds}s"))
            .arg("-s")
            .arg(script)
            .arg(format!("http://{server}/"));
        let output = command
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("wrk: {error}"))?;
        let [text, errors] =
            [&output.stdout, &output.stderr].map(|said| String::from_utf8_lossy(said));
        Ok(format!("{text}{errors}"))
    }

    /// Writes the script with the requests, which are generated before the time is measured. Those of a walk are in a
    /// pseudorandom order. A single request needs no script: a script costs wrk so much for each request that all fast
    /// servers would look alike.
    fn script(&self, server: SocketAddr, case: &Case) -> Result<PathBuf, String> {
        let mut fields = format!("[\"Accept-Encoding\"]=\"{}\"", case.coding);
        if case.knows_tag {
            let asked = format!("Accept-Encoding: {}\r\n", case.coding);
            let response = Client::connect(server)?.get(&case.paths[0], &asked)?;
            let tag = response
                .field("etag")
                .ok_or("no entity tag")?
                .replace('"', "\\\"");
            fields.push_str(&format!(", [\"If-None-Match\"]=\"{tag}\""));
        }
        let text = match case.paths.as_slice() {
            [path] => format!(
                "wrk.path = \"{path}\"\nfor name, value in pairs({{{fields}}}) do wrk.headers[name] = value end\n"
            ),
            paths => walk_script(paths, &fields),
        };
        let file = self.folder.join(format!("{}.lua", case.name));
        std::fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        Ok(file)
    }
}

/// A script that requests one path after another with some header fields.
fn walk_script(paths: &[String], fields: &str) -> String {
    let paths: Vec<String> = paths.iter().map(|path| format!("\"{path}\"")).collect();
    format!(
        "local paths = {{{}}}\nlocal fields = {{{fields}}}\nlocal requests = {{}}\n\
         init = function(args)\n  math.randomseed(1)\n  for i = 1, #paths do requests[i] = wrk.format(\"GET\", paths[i], fields) end\n\
         end\nrequest = function() return requests[math.random(#requests)] end\n",
        paths.join(",")
    )
}

/// Requests a second and the 99th percentile; `None` after a failed request.
fn read_slice(text: &str) -> Option<Slice> {
    if text.contains("Socket errors") {
        return None;
    }
    let after = |name: &str| {
        text.lines()
            .find_map(|line| line.trim().strip_prefix(name))
            .map(str::trim)
    };
    Some(Slice {
        requests: after("Requests/sec:")?.parse().ok()?,
        p99_micros: micros(after("99%")?)?,
    })
}

fn micros(text: &str) -> Option<f64> {
    let units = [("us", 1.0), ("ms", 1_000.0), ("s", 1_000_000.0)];
    let (number, unit) = units
        .iter()
        .find_map(|(name, unit)| Some((text.strip_suffix(name)?, unit)))?;
    number.parse::<f64>().ok().map(|number| number * unit)
}

/// The pages in the exported folder, and a redirect.
pub(crate) fn pages(binary: &Path, folder: &Path) -> Result<Pages, String> {
    let routes = crate::start::routes_json(binary)?;
    let routes = routes
        .as_array()
        .or_else(|| routes.get("routes")?.as_array());
    let routes = routes.ok_or("BUG: `routes --json` is no list")?;
    let mut pages = Vec::new();
    let mut redirect = None;
    for route in routes {
        let text = |key: &str| route.get(key).and_then(|value| value.as_str());
        let Some(path) = text("path") else { continue };
        if text("kind") == Some("redirect") {
            redirect = redirect.or(Some(path.to_owned()));
            continue;
        }
        let file = folder.join(match path.trim_start_matches('/') {
            "" => "index.html".to_owned(),
            below if below.ends_with('/') => format!("{below}index.html"),
            below => format!("{below}.html"),
        });
        let len = |path: &Path| path.metadata().map(|data| data.len());
        if let (Ok(plain), Ok(brotli)) = (len(&file), len(&file.with_extension("html.br"))) {
            pages.push((path.to_owned(), brotli, plain));
        }
    }
    Ok(Pages {
        pages,
        redirect: redirect.ok_or("the site has no redirect")?,
    })
}
