//! The load: what is asked for, and wrk that asks for it.

use crate::harness::server::{Client, pinned};
use crate::harness::tools::{Found, Tool, find};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// How long and how often.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Seconds of a slice.
    pub seconds: u32,
    /// Slices of each server in each case.
    pub rounds: usize,
    /// Connections at once.
    pub connections: u32,
}

impl Plan {
    /// What figures may be quoted from.
    pub const FULL: Plan = Plan {
        seconds: 3,
        rounds: 5,
        connections: 64,
    };

    /// Shows that everything works.
    pub const SMOKE: Plan = Plan {
        seconds: 1,
        rounds: 1,
        connections: 8,
    };
}

/// What is asked for, again and again.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) paths: Vec<String>,
    pub(crate) coding: &'static str,
    /// Whether each server is told its own entity tag.
    pub(crate) knows_tag: bool,
    /// Our requests a second by nginx's.
    pub(crate) target: f64,
}

/// One slice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slice {
    pub(crate) requests: f64,
    pub(crate) p99_micros: f64,
}

/// What both serve, and the folder it came from.
#[derive(Debug)]
pub(crate) struct Pages {
    /// Paths and the lengths of their documents in brotli and as they are.
    pub(crate) pages: Vec<(String, u64, u64)>,
    pub(crate) redirect: String,
}

/// The server's core, and that of who asks; none on a machine with a single one.
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

/// What makes the load.
pub(crate) struct Load<'a> {
    pub(crate) wrk: &'a Found,
    pub(crate) core: Option<usize>,
    pub(crate) plan: Plan,
    pub(crate) folder: &'a Path,
}

/// A random walk over all pages, for whoever wants load.
#[derive(Debug)]
pub struct Walk {
    wrk: Found,
    folder: tempfile::TempDir,
    case: Case,
}

impl Walk {
    /// Over the pages of a site.
    pub fn over(binary: &Path, cache: &Path) -> Result<Walk, String> {
        let folder = tempfile::tempdir().map_err(|fault| fault.to_string())?;
        let site = crate::harness::nginx_server::export(binary, folder.path())?;
        let pages = pages(binary, &site.folder)?;
        let case = cases(&pages).into_iter().find(|case| case.name == "walk");
        Ok(Walk {
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

    /// Loads a server. Out: the requests that it answered.
    pub fn load(&self, server: SocketAddr, plan: Plan) -> Result<f64, String> {
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
    /// One run of wrk.
    pub(crate) fn slice(&self, server: SocketAddr, case: &Case) -> Result<Slice, String> {
        let script = self.script(server, case)?;
        let mut command = pinned(self.wrk.command(), self.core);
        command
            .args([
                "-t1",
                "--latency",
                &format!("-c{}", self.plan.connections),
                &format!("-d{}s", self.plan.seconds),
                "-s",
            ])
            .arg(script)
            .arg(format!("http://{server}/"));
        let output = command
            .stdin(Stdio::null())
            .output()
            .map_err(|fault| format!("wrk: {fault}"))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let slice = read_slice(&text);
        slice.ok_or_else(|| {
            format!(
                "wrk said:\n{text}{}",
                String::from_utf8_lossy(&output.stderr)
            )
        })
    }

    /// The requests, made before the clock runs. Those of a walk follow one another in an order that looks like none; a
    /// single one is left to wrk, whose script would cost it so much a request that fast servers all looked alike.
    fn script(&self, server: SocketAddr, case: &Case) -> Result<PathBuf, String> {
        let mut fields = format!("[\"Accept-Encoding\"]=\"{}\"", case.coding);
        if case.knows_tag {
            let asked = format!("Accept-Encoding: {}\r\n", case.coding);
            let answer = Client::connect(server)?.get(&case.paths[0], &asked)?;
            let tag = answer
                .field("etag")
                .ok_or("no entity tag")?
                .replace('"', "\\\"");
            fields.push_str(&format!(", [\"If-None-Match\"]=\"{tag}\""));
        }
        let text = match case.paths.as_slice() {
            [path] => format!(
                "wrk.path = \"{path}\"\nfor name, value in pairs({{{fields}}}) do wrk.headers[name] = value end\n"
            ),
            paths => walk(paths, &fields),
        };
        let file = self.folder.join(format!("{}.lua", case.name));
        std::fs::write(&file, text).map_err(|fault| format!("{}: {fault}", file.display()))?;
        Ok(file)
    }
}

/// A script that asks for one path after another, with a table's fields.
fn walk(paths: &[String], fields: &str) -> String {
    let paths: Vec<String> = paths.iter().map(|path| format!("\"{path}\"")).collect();
    format!(
        "local paths = {{{}}}\nlocal fields = {{{fields}}}\nlocal requests = {{}}\n\
         init = function(args)\n  math.randomseed(1)\n  for i = 1, #paths do requests[i] = wrk.format(\"GET\", paths[i], fields) end\n\
         end\nrequest = function() return requests[math.random(#requests)] end\n",
        paths.join(",")
    )
}

/// Requests a second and the 99th percentile; nothing when something went wrong on the way.
fn read_slice(text: &str) -> Option<Slice> {
    if text.contains("Socket errors") {
        return None;
    }
    let after = |name: &str| {
        text.lines()
            .find_map(|line| line.trim().strip_prefix(name))
            .map(str::trim)
    };
    let requests = after("Requests/sec:")?
        .parse()
        .ok()
        .filter(|requests| *requests > 0.0)?;
    Some(Slice {
        requests,
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
