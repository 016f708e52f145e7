//! The site as files for other servers: the same bytes, with their compressed copies beside them, and the
//! configuration that makes a host answer as the binary does.
//!
//! In: a [`Site`] and a [`Host`]. Out: a list of files, sorted by path. Pure; writing them is the command's work.
//!
//! A page `/a/b` is `a/b.html`, a home (which ends in a slash) `index.html` in its folder. A payload
//! `/_bindery/page/a/b` is `_bindery/page/a/b.json`, for a path may be a page and a folder at once. Redirects are in the
//! host's configuration; where a host has none (`plain`) each is a small page. The search index is among the files in a
//! form that the reader's browser asks, for there is no server to ask.

mod hosts;
mod nginx;
mod own;

use crate::negotiate::Encoding;
use crate::respond::{Prepared, RequestHead, respond};
use crate::search::LazyEngine;
use crate::search::client_settings::{SearchOverrides, client_settings};
use crate::search::static_files::static_files;
use crate::table::{Entry, Resource, Site, Target};
use actix_web::http::Method;
use actix_web::http::header::HeaderMap;
use percent_encoding::percent_decode_str;
use std::borrow::Cow;

/// Whose configuration is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Host {
    /// Files only
    Plain,
    /// `nginx.conf`
    Nginx,
    /// `Caddyfile`
    Caddy,
    /// `_redirects` and `_headers`
    Netlify,
    /// `_redirects` and `_headers`, within the limits of Cloudflare Pages
    Cloudflare,
}

/// A file to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportFile {
    /// Below the folder, with `/` between names.
    pub path: String,
    /// What it holds.
    pub bytes: Cow<'static, [u8]>,
}

/// A redirect as a host must make it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moved {
    pub(crate) from: &'static str,
    pub(crate) to: &'static str,
    pub(crate) status: u16,
}

/// Why a site cannot be written as files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportFault(pub String);

/// All files of the site for a host.
pub fn export(site: &'static Site, host: Host) -> Result<Vec<ExportFile>, ExportFault> {
    let mut files = Vec::new();
    let mut moved = Vec::new();
    let mut gone = Vec::new();
    let answers = Answers::of(site);
    for entry in sorted_entries(site) {
        match &entry.target {
            Target::Page(page) => {
                add(site, &mut files, &page_file(entry.path), &page.html)?;
                let payload = payload_file(site, entry.path);
                add(site, &mut files, &payload, &page.payload)?;
            }
            Target::Asset(resource) => add(site, &mut files, &decoded(entry.path), resource)?,
            Target::Redirect { to, status } => {
                moved.push(Moved {
                    from: entry.path,
                    to,
                    status: *status,
                });
                let body = answer(site, &payload_path(site, entry.path)).1;
                files.push(ExportFile {
                    path: payload_file(site, entry.path),
                    bytes: Cow::Owned(body),
                });
            }
            Target::Gone => gone.push(entry.path),
        }
    }
    let base = decoded(site.base_path);
    add(
        site,
        &mut files,
        &format!("{base}404.html"),
        &site.not_found.html,
    )?;
    for (home, page) in &site.not_found_below {
        add(
            site,
            &mut files,
            &format!("{}404.html", decoded(home)),
            &page.html,
        )?;
    }
    let search = search_files(site)?;
    let facts = hosts::Facts {
        site,
        search: &search,
        answers: &answers,
        moved: &moved,
        gone: &gone,
    };
    files.extend(hosts::configuration(host, &facts));
    files.extend(search);
    files.sort_by(|a, b| a.path.cmp(&b.path));
    match files.windows(2).find(|pair| pair[0].path == pair[1].path) {
        Some(pair) => Err(ExportFault(format!(
            "two files would be `{}`",
            pair[0].path
        ))),
        None => Ok(files),
    }
}

/// The entries in the order of their paths.
#[must_use]
pub fn sorted_entries(site: &'static Site) -> Vec<&'static Entry> {
    let mut entries: Vec<&Entry> = site.table.entries.iter().collect();
    entries.sort_by_key(|entry| entry.path);
    entries
}

/// What the search of a site without a server reads, and the word that there is none.
fn search_files(site: &'static Site) -> Result<Vec<ExportFile>, ExportFault> {
    let lazy = LazyEngine::of(site);
    let engine = lazy.open();
    let engine = engine.map_err(|fault| ExportFault(format!("the search index: {fault}")))?;
    let meta = engine.map(|engine| &engine.index.meta);
    let mut settings = client_settings(meta, &SearchOverrides::default());
    let mut files = Vec::new();
    if let Some(engine) = engine {
        settings["search"]["static"] = true.into();
        files = static_files(&engine.index);
    }
    let settings = settings.to_string().into_bytes();
    let files = files.into_iter();
    let files = files.map(|(name, bytes)| (format!("search/{name}"), bytes));
    let files = files.chain([("settings.json".to_owned(), settings)]);
    let base = format!("{}_bindery/", decoded(site.base_path));
    let files = files.map(|(name, bytes)| ExportFile {
        path: format!("{base}{name}"),
        bytes: Cow::Owned(bytes),
    });
    Ok(files.collect())
}

/// A resource and its compressed copies, by the endings that servers look for.
fn add(
    site: &'static Site,
    files: &mut Vec<ExportFile>,
    path: &str,
    resource: &'static Resource,
) -> Result<(), ExportFault> {
    for encoding in Encoding::ALL {
        let Some(body) = encoding.body(resource) else {
            continue;
        };
        let ending = match encoding {
            Encoding::Br => ".br",
            Encoding::Zstd => ".zst",
            Encoding::Gzip => ".gz",
            Encoding::Identity => "",
        };
        let bytes = site.stored(body);
        let bytes =
            bytes.ok_or_else(|| ExportFault("BUG: a body lies outside the blob".to_owned()))?;
        files.push(ExportFile {
            path: format!("{path}{ending}"),
            bytes: Cow::Borrowed(bytes),
        });
    }
    Ok(())
}

/// Fields that follow from the file itself, or from the request.
const OF_THE_FILE: [&str; 6] = [
    "content-type",
    "content-length",
    "etag",
    "accept-ranges",
    "vary",
    "location",
];

/// What the binary answers, with the site's own header fields and without.
#[derive(Debug)]
pub(crate) struct Answers {
    site: &'static Site,
    prepared: Prepared,
    bare: Prepared,
}

impl Answers {
    fn of(site: &'static Site) -> Answers {
        let prepared = Prepared::new(site);
        Answers {
            site,
            bare: prepared.without_custom_headers(),
            prepared,
        }
    }

    /// Headers and body.
    fn answer(&self, target: &str) -> (HeaderMap, Vec<u8>) {
        answer_of(&self.prepared, target)
    }

    /// The headers of a path, those of the file left out.
    fn own(&self, path: &str) -> Vec<(String, String)> {
        fields(&self.answer(path).0)
    }

    /// The same as if the site set none of its own.
    fn usual(&self, path: &str) -> Vec<(String, String)> {
        fields(&answer_of(&self.bare, path).0)
    }
}

/// What the binary answers to a plain GET: its headers and its body.
pub(crate) fn answer(site: &'static Site, target: &str) -> (HeaderMap, Vec<u8>) {
    answer_of(&Prepared::new(site), target)
}

/// What a site answers to a plain GET.
fn answer_of(prepared: &Prepared, target: &str) -> (HeaderMap, Vec<u8>) {
    let head = RequestHead {
        method: &Method::GET,
        target,
        headers: &HeaderMap::new(),
    };
    let response = respond(prepared, &head);
    (response.headers().clone(), response.into_body().to_vec())
}

fn fields(headers: &HeaderMap) -> Vec<(String, String)> {
    let fields = headers.iter().map(|(name, value)| {
        let value = String::from_utf8_lossy(value.as_bytes()).into_owned();
        (name.as_str().to_owned(), value)
    });
    let mut fields: Vec<_> = fields
        .filter(|(name, _)| !OF_THE_FILE.contains(&name.as_str()))
        .collect();
    fields.sort();
    fields
}

/// The file of a page's document.
pub(crate) fn page_file(path: &str) -> String {
    match decoded(path) {
        home if home.is_empty() || home.ends_with('/') => format!("{home}index.html"),
        page => format!("{page}.html"),
    }
}

pub(crate) fn payload_path(site: &Site, path: &str) -> String {
    let below = path.strip_prefix(site.base_path).unwrap_or(path);
    format!("{}_bindery/page/{below}", site.base_path)
}

pub(crate) fn payload_file(site: &Site, path: &str) -> String {
    match decoded(&payload_path(site, path)) {
        home if home.ends_with('/') => format!("{home}index.json"),
        page => format!("{page}.json"),
    }
}

/// A path as files are named: without its first slash, percent-encoding undone.
pub(crate) fn decoded(path: &str) -> String {
    let path = path.strip_prefix('/').unwrap_or(path);
    percent_decode_str(path).decode_utf8_lossy().into_owned()
}
