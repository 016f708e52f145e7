//! Exports a site as files for other servers: the bytes that the binary serves, compressed copies beside them, and a
//! configuration that makes the host answer as the binary does.
//!
//! In: a [`Site`] and a [`Host`]. Out: a list of files, sorted by path. Pure; the command writes them.
//!
//! A page `/a/b` becomes `a/b.html`; a home page, whose path ends in a slash, becomes `index.html` in its folder. A
//! payload `/_bindery/page/a/b` becomes `_bindery/page/a/b.json`, because a path may be a page and a folder at once.
//! Redirects are part of the host's configuration; for a host without one (`plain`) each redirect is a small page. The
//! search index is exported in a form that the reader's browser searches without a server.

mod responses;
mod site_files;

mod config_input;
mod header_variants;

mod caddy;
mod netlify;
mod nginx;
mod redirect_pages;

pub(crate) use self::site_files::{decoded, sorted_entries};

use self::caddy::caddyfile;
use self::config_input::{ConfigInput, ExportedRedirect};
use self::redirect_pages::redirect_page;
use self::responses::{Responses, response_to};
use self::site_files::{page_file, payload_file, payload_path};
use crate::negotiate::Encoding;
use crate::search::LazyEngine;
use crate::search::client_settings::{SearchOverrides, client_settings};
use crate::search::static_files::static_files;
use crate::table::{Resource, Site, Storage, Target};
use std::borrow::Cow;

/// The server that the configuration is for.
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

/// A file of the export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportFile {
    /// Relative to the export folder, with `/` as the separator.
    pub path: String,
    /// The content.
    pub bytes: Cow<'static, [u8]>,
}

/// The end of the name of a copy in Zstandard.
const ZSTD_EXTENSION: &str = ".zst";

/// The reason why a site cannot be written as files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportError(pub String);

/// All files of the site for a host.
///
/// ```
/// # let fixture = bindery_fixture::build_site("/", |blob| vec![("/", bindery_fixture::page(blob, "<h1>Home</h1>"))]);
/// # let site = bindery_server::Site::new(fixture.index, fixture.blob, fixture.timings);
/// # let site: &'static bindery_server::Site = Box::leak(Box::new(site));
/// use bindery_server::{ExportError, ExportFile, Host, export};
///
/// let files: Vec<ExportFile> = export(site, Host::Plain)?;
/// assert!(files.iter().any(|file| file.path == "index.html"));
/// # Ok::<(), ExportError>(())
/// ```
///
/// # Errors
/// When two files would have the same path, or the site's index or blob is damaged.
pub fn export(site: &'static Site, host: Host) -> Result<Vec<ExportFile>, ExportError> {
    let TableFiles {
        mut files,
        redirects,
        gone,
    } = table_files(site)?;
    add_not_found_pages(site, &mut files)?;
    let search = search_files(site)?;
    let responses = Responses::of(site);
    let input = ConfigInput {
        site,
        search: &search,
        responses: &responses,
        redirects: &redirects,
        gone: &gone,
    };
    if host == Host::Nginx {
        // nginx has no module that serves them.
        files.retain(|file| !file.path.ends_with(ZSTD_EXTENSION));
    }
    files.extend(configuration(host, &input));
    files.extend(search);
    files.sort_by(|a, b| a.path.cmp(&b.path));
    match files.windows(2).find(|pair| pair[0].path == pair[1].path) {
        Some(pair) => Err(ExportError(format!(
            "two files would be `{}`",
            pair[0].path
        ))),
        None => Ok(files),
    }
}

/// The files and redirects that the entries of the route table become.
#[derive(Default)]
struct TableFiles {
    files: Vec<ExportFile>,
    redirects: Vec<ExportedRedirect>,
    gone: Vec<&'static str>,
}

fn table_files(site: &'static Site) -> Result<TableFiles, ExportError> {
    let mut all = TableFiles::default();
    let files = &mut all.files;
    for entry in sorted_entries(site) {
        match &entry.target {
            Target::Page(page) => {
                add(site, files, &page_file(entry.path), &page.html)?;
                let payload = payload_file(site, entry.path);
                add(site, files, &payload, &page.payload)?;
            }
            Target::Asset(resource) => add(site, files, &decoded(entry.path), resource)?,
            Target::Redirect { to, status } => {
                all.redirects.push(ExportedRedirect {
                    from: entry.path,
                    to,
                    status: *status,
                });
                let (_, body) = response_to(site, &payload_path(site, entry.path));
                files.push(ExportFile {
                    path: payload_file(site, entry.path),
                    bytes: Cow::Owned(body),
                });
            }
            Target::Gone => all.gone.push(entry.path),
        }
    }
    Ok(all)
}

/// Adds the page for unknown paths of the site, and those of its parts.
fn add_not_found_pages(
    site: &'static Site,
    files: &mut Vec<ExportFile>,
) -> Result<(), ExportError> {
    let root = format!("{}404.html", decoded(site.base_path));
    add(site, files, &root, &site.not_found.html)?;
    for (home, page) in &site.not_found_below {
        add(
            site,
            files,
            &format!("{}404.html", decoded(home)),
            &page.html,
        )?;
    }
    Ok(())
}

/// The files of a host's configuration.
fn configuration(host: Host, input: &ConfigInput<'_>) -> Vec<ExportFile> {
    let file = |path: &str, text: String| ExportFile {
        path: path.to_owned(),
        bytes: Cow::Owned(text.into_bytes()),
    };
    match host {
        Host::Plain => input.redirects.iter().map(redirect_page).collect(),
        Host::Nginx => {
            let mut files = vec![file("nginx.conf", nginx::nginx_conf(input))];
            files.extend(nginx::not_found_files(input.site));
            files
        }
        Host::Caddy => vec![file("Caddyfile", caddyfile(input))],
        Host::Netlify | Host::Cloudflare => vec![
            file("_redirects", netlify::redirects(host, input)),
            file("_headers", netlify::headers(host, input)),
        ],
    }
}

/// The files with which the client searches a site that has no server, and the settings that say so.
fn search_files(site: &'static Site) -> Result<Vec<ExportFile>, ExportError> {
    let lazy = LazyEngine::new(site);
    let engine = lazy.open();
    let engine = engine.map_err(|error| ExportError(format!("the search index: {error}")))?;
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

/// Adds a resource and its compressed copies, with the file extensions that servers look for.
fn add(
    site: &'static Site,
    files: &mut Vec<ExportFile>,
    path: &str,
    resource: &'static Resource,
) -> Result<(), ExportError> {
    for encoding in Encoding::ALL {
        let Some(body) = encoding.body(resource) else {
            continue;
        };
        let extension = match encoding {
            Encoding::Br => ".br",
            Encoding::Zstd => ZSTD_EXTENSION,
            Encoding::Gzip => ".gz",
            Encoding::Identity => "",
        };
        // What is in the blob is not copied.
        let stored = site.stored(body).filter(|_| body.storage == Storage::Blob);
        let bytes = match stored {
            Some(bytes) => Cow::Borrowed(bytes),
            None => {
                let made = site.bytes(resource, body);
                Cow::Owned(
                    made.map_err(|error| ExportError(error.to_string()))?
                        .to_vec(),
                )
            }
        };
        files.push(ExportFile {
            path: format!("{path}{extension}"),
            bytes,
        });
    }
    Ok(())
}
