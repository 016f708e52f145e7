//! The manual's guide to several replicas: behind nginx, four of them are replaced one after the other, and no request
//! gets 404 or parts of two releases.

mod proxy;

use crate::support::client::{Connection, Response};
use crate::support::executable::copy_bindery;
use crate::support::{folders, server};
use bindery_bench::harness::server::{RunningServer, free_address};
use libtest_mimic::Trial;
use proxy::Proxy;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The replicas.
const REPLICAS: usize = 4;

/// Pages of both releases.
const PAGES: [&str; 3] = ["/", "/guide/first-page", "/blog/2026/01/01/hello"];

/// What a page of a release says.
const MARKS: [&str; 2] = ["This is release one.", "This is release two."];

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("replicas::an_upgrade_behind_nginx_is_not_noticed", || {
            Ok(upgrade()?)
        }),
        Trial::test("replicas::one_replica_behind_nginx_is_served", || {
            Ok(single()?)
        }),
    ]
}

/// The two releases: their executables, and a server of each that nginx does not know.
struct Releases {
    programs: [PathBuf; 2],
    alone: [RunningServer; 2],
}

fn upgrade() -> Result<(), String> {
    let folder = folders::empty_folder()?;
    let releases = build(&folder)?;
    let addresses = addresses()?;
    let start = |release: usize, address| start(&releases.programs[release], address);
    let mut replicas: Vec<RunningServer> = Vec::new();
    for address in &addresses {
        replicas.push(start(0, *address)?);
    }
    let shown = (1..).map(|at| format!("10.0.0.{at}:8080"));
    let shown: Vec<_> = shown.zip(addresses.iter().copied()).collect();
    let proxy = Proxy::start("how-to/replicas.md", &shown, &folder)?;
    let mut reader = Reader::new(proxy.address, &releases)?;
    reader.read(&[0])?;
    for (at, address) in addresses.iter().enumerate() {
        let old = replicas.remove(0);
        // Requests arrive while the replica is stopped and started.
        let fresh = while_reading(proxy.address, || {
            if !old.stop() {
                return Err("a replica did not stop cleanly".to_owned());
            }
            start(1, *address)
        })?;
        replicas.push(fresh);
        let expected: &[usize] = if at + 1 < REPLICAS { &[0, 1] } else { &[1] };
        reader.read(expected)?;
    }
    reader.expect_files_of_both()
}

/// The configuration of the guide to deployment.
fn single() -> Result<(), String> {
    let folder = folders::empty_folder()?;
    let site = server::shared()?;
    let shown = [("127.0.0.1:8080".to_owned(), site.address)];
    let proxy = Proxy::start("how-to/deploy.md", &shown, &folder)?;
    let page = Connection::open(site.address)?
        .get("/search", &[])?
        .text()?;
    match Connection::open(proxy.address)?
        .get("/search", &[])?
        .text()?
        == page
    {
        true => Ok(()),
        false => Err("nginx answers with another page".to_owned()),
    }
}

fn words(error: std::io::Error) -> String {
    error.to_string()
}

/// Builds the starter twice; the second release carries the files of the first.
fn build(folder: &Path) -> Result<Releases, String> {
    copy_bindery(folder)?;
    run(folder, &["new", "tree"])?;
    let programs = [folder.join("one"), folder.join("two")];
    write_release(folder, 0)?;
    run(
        folder,
        &["build", "tree", "--effort", "fast", "--out", "one"],
    )?;
    write_release(folder, 1)?;
    let one = programs[0].to_string_lossy();
    run(folder, &["assets", "carry", &one])?;
    let second = [
        "build", "tree", "--effort", "fast", "--carry", "carried", "--out", "two",
    ];
    run(folder, &second)?;
    let alone = [
        start(&programs[0], free_address()?)?,
        start(&programs[1], free_address()?)?,
    ];
    Ok(Releases { programs, alone })
}

fn run(folder: &Path, arguments: &[&str]) -> Result<(), String> {
    let mut command = Command::new(folder.join("bindery"));
    let output = command.args(arguments).current_dir(folder).output();
    let output = output.map_err(words)?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// Gives all pages the mark of a release. The second one has a page more, which changes the hashed file of the sidebar.
fn write_release(folder: &Path, release: usize) -> Result<(), String> {
    let tree = folder.join("tree");
    for page in [
        "docs/README.md",
        "docs/guide/first-page.md",
        "blog/2026-01-01-hello.md",
    ] {
        let path = tree.join(page);
        let text = fs::read_to_string(&path).map_err(words)?;
        let text = match release {
            0 => format!("{}\n\n{}\n", text.trim_end(), MARKS[0]),
            _ => text.replace(MARKS[0], MARKS[1]),
        };
        fs::write(&path, text).map_err(words)?;
    }
    match release {
        0 => Ok(()),
        _ => fs::write(tree.join("docs/guide/second-page.md"), "# A second page\n").map_err(words),
    }
}

/// Starts a replica in its own empty environment.
fn start(program: &Path, address: SocketAddr) -> Result<RunningServer, String> {
    let mut command = Command::new(program);
    command
        .args([
            "serve",
            "--quiet",
            "--workers",
            "1",
            "--bind",
            &address.to_string(),
        ])
        .env_clear();
    RunningServer::start(command, address)
}

fn addresses() -> Result<Vec<SocketAddr>, String> {
    let mut addresses = BTreeSet::new();
    while addresses.len() < REPLICAS {
        addresses.insert(free_address()?);
    }
    Ok(addresses.into_iter().collect())
}

/// Runs a function while another thread requests pages, each of which must be answered.
fn while_reading<T>(
    proxy: SocketAddr,
    run: impl FnOnce() -> Result<T, String>,
) -> Result<T, String> {
    let is_done = AtomicBool::new(false);
    let answered = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let reading = scope.spawn(|| {
            let mut connection = Connection::open(proxy)?;
            while !is_done.load(Ordering::Relaxed) {
                for page in PAGES {
                    let status = connection.get(page, &[])?.status;
                    if status != 200 {
                        return Err(format!("{page}: {status} while a replica was replaced"));
                    }
                    answered.fetch_add(1, Ordering::Relaxed);
                }
            }
            Ok(())
        });
        while answered.load(Ordering::Relaxed) == 0 && !reading.is_finished() {
            std::thread::yield_now();
        }
        let result = run();
        is_done.store(true, Ordering::Relaxed);
        let read = reading
            .join()
            .map_err(|_| "the reader panicked".to_owned())?;
        read.and(result)
    })
}

/// A reader who keeps all documents open.
struct Reader {
    through: Connection,
    alone: [Connection; 2],
    /// The hashed files that documents of each release named, with their bytes.
    files: [BTreeMap<String, Vec<u8>>; 2],
}

impl Reader {
    fn new(proxy: SocketAddr, releases: &Releases) -> Result<Reader, String> {
        let [one, two] = &releases.alone;
        Ok(Reader {
            through: Connection::open(proxy)?,
            alone: [
                Connection::open(one.address)?,
                Connection::open(two.address)?,
            ],
            files: [BTreeMap::new(), BTreeMap::new()],
        })
    }

    /// Requests all pages until each of these releases has answered each of them, and the files of all documents so far.
    fn read(&mut self, expected: &[usize]) -> Result<(), String> {
        for page in PAGES {
            for path in [page.to_owned(), format!("/_bindery/page{page}")] {
                let mut seen = BTreeSet::new();
                // nginx asks its replicas in turn.
                for _ in 0..2 * REPLICAS {
                    seen.insert(self.read_page(&path)?);
                }
                if !seen.iter().eq(expected) {
                    return Err(format!("{path}: answered by {seen:?}, not by {expected:?}"));
                }
            }
        }
        for path in self
            .files
            .iter()
            .flat_map(BTreeMap::keys)
            .cloned()
            .collect::<Vec<_>>()
        {
            for _ in 0..REPLICAS {
                self.read_file(&path)?;
            }
        }
        Ok(())
    }

    /// Requests a document or a payload, and gives its release. It is that release's, byte for byte, and so are its files.
    fn read_page(&mut self, path: &str) -> Result<usize, String> {
        let text = ok(path, self.through.get(path, &[])?)?.text()?;
        let release = MARKS.iter().position(|mark| text.contains(mark));
        let release = release.ok_or_else(|| format!("{path} has no mark"))?;
        if ok(path, self.alone[release].get(path, &[])?)?.text()? != text {
            return Err(format!("{path} is not that of release {release}"));
        }
        for file in files_in(&text) {
            if !self.files[release].contains_key(&file) {
                let bytes = ok(&file, self.alone[release].get(&file, &[])?)?.body;
                self.files[release].insert(file, bytes);
            }
        }
        Ok(release)
    }

    fn read_file(&mut self, path: &str) -> Result<(), String> {
        let found = ok(path, self.through.get(path, &[])?)?.body;
        let known = self.files.iter().find_map(|files| files.get(path));
        match known.is_some_and(|bytes| *bytes == found) {
            true => Ok(()),
            false => Err(format!("{path} has other bytes than its release gives it")),
        }
    }

    /// Both releases have files that the other lacks, or the case would show nothing; the second carries those of the first.
    fn expect_files_of_both(&mut self) -> Result<(), String> {
        let [one, two] = &self.files;
        let old = one.keys().find(|path| !two.contains_key(*path));
        let new = two.keys().find(|path| !one.contains_key(*path));
        let (Some(old), Some(new)) = (old, new) else {
            return Err("the releases have the same files".to_owned());
        };
        let statuses = (
            self.alone[1].get(old, &[])?.status,
            self.alone[0].get(new, &[])?.status,
        );
        match statuses {
            (200, 404) => Ok(()),
            other => Err(format!(
                "{old} of release two and {new} of release one: {other:?}"
            )),
        }
    }
}

fn ok(path: &str, response: Response) -> Result<Response, String> {
    match response.status {
        200 => Ok(response),
        status => Err(format!("{path}: {status}")),
    }
}

/// The addresses below `/assets/` in a document or a payload.
fn files_in(text: &str) -> Vec<String> {
    let parts = text.split("/assets/").skip(1);
    let is_end = |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/'));
    let names = parts.map(|rest| rest.split(is_end).next().unwrap_or_default());
    names
        .filter(|name| name.contains('.'))
        .map(|name| format!("/assets/{name}"))
        .collect()
}
