//! Compares the responses of the executable with those of Debian's nginx, which serves `bindery export --for nginx`.
//!
//! Status, fields and body of every page, redirect and payload, of files, and of unknown paths are equal. These parts
//! differ:
//!
//! - `Date`, `Server`, `Connection` and the value of `ETag` are each server's own; nginx sends a line of HTML with a redirect.
//! - nginx offers no ranges of compressed copies.
//! - nginx has no zstd, and takes brotli before gzip whatever `q` says. Without the brotli module it sends gzip.
//! - The maps of nginx ignore case: `/Characters` is a page there, and unknown here.
//! - nginx does not send Markdown for `Accept`, does not know other spellings of a payload's path, and has no search API:
//!   `_bindery/settings.json` makes the interface search in the browser.

use crate::support::{expected, server};
use bindery_bench::harness::nginx_server::{self, Nginx, SendMode};
use bindery_bench::harness::server::Client;
use bindery_bench::nginx::{comparable, difference};
use libtest_mimic::Trial;
use std::path::Path;

/// One of this number of pages is requested in every encoding.
const SAMPLE: usize = 20;

/// Unknown paths, other spellings of pages, and files that clients must not reach.
const OTHERS: [&str; 15] = [
    "/no/such/page",
    "/no-such-file.png",
    "/assets/none.js",
    "/_bindery/page/none",
    "/characters/",
    "/characters.html",
    "/characters/index.html",
    "/index.html",
    "/ganyu/",
    "/characters?a=b",
    "/404.html",
    "/nginx.conf",
    "/characters.html.br",
    "/robots.txt",
    "/sitemap.xml",
];

pub(crate) fn cases() -> Vec<Trial> {
    let case = || Ok(answers_alike()?);
    vec![Trial::test(
        "export::nginx_answers_every_route_as_the_executable_does",
        case,
    )]
}

fn answers_alike() -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let binary = Path::new(env!("CARGO_BIN_EXE_bindery"));
    let site = nginx_server::export(binary, folder.path())?;
    let nginx = Nginx::start(
        &site,
        &crate::commands::measures::cache(),
        SendMode::On,
        None,
    )?;
    let mut both = [
        Client::connect(server::shared()?.address)?,
        Client::connect(nginx.served.address)?,
    ];
    let pages = expected::routes();
    let redirects = expected::redirects();
    let mut paths: Vec<String> = pages.iter().map(|page| page.path.clone()).collect();
    paths.extend(
        pages
            .iter()
            .map(|page| format!("/_bindery/page{}", page.path)),
    );
    paths.extend(redirects.iter().map(|redirect| redirect.from.clone()));
    paths.extend(OTHERS.map(str::to_owned));
    paths.extend(files(&site.folder.join("assets"))?);
    let codings: &[&str] = match nginx.brotli.starts_with("by") {
        true => &["gzip", "br", "br, gzip"],
        false => &["gzip"],
    };
    let mut differences = Vec::new();
    for (index, path) in paths.iter().enumerate() {
        differences.extend(compare(&mut both, path, "identity")?);
        if index % SAMPLE == 0 {
            for coding in codings {
                differences.extend(compare(&mut both, path, coding)?);
            }
        }
    }
    let count = differences.len();
    differences.truncate(8);
    match count {
        0 => Ok(()),
        count => Err(format!(
            "{count} of {} answers differ:\n{}",
            paths.len(),
            differences.join("\n")
        )),
    }
}

/// The paths of hashed files.
fn files(assets: &Path) -> Result<Vec<String>, String> {
    let entries = assets.read_dir().map_err(|error| error.to_string())?;
    let names = entries
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok());
    let plain = names.filter(|name| {
        ![".br", ".gz", ".zst"]
            .iter()
            .any(|ending| name.ends_with(ending))
    });
    let mut paths: Vec<String> = plain.map(|name| format!("/assets/{name}")).collect();
    paths.sort();
    Ok(paths)
}

fn compare(both: &mut [Client; 2], path: &str, coding: &str) -> Result<Option<String>, String> {
    let fields = format!("Accept-Encoding: {coding}\r\n");
    let [ours, theirs] = both;
    let ours = comparable(ours.get(path, &fields)?);
    let theirs = comparable(theirs.get(path, &fields)?);
    let difference = difference(&ours, &theirs);
    Ok(difference.map(|difference| format!("{path} in {coding}\n{difference}")))
}
