//! Decides what answers a request.
//!
//! In: the site, the method and the request target as received. Out: a [`Resolution`], from which
//! [`respond`](mod@crate::respond) composes the response. Pure, without header fields. A known path is found by one
//! lookup of its raw bytes. Only an unknown path is decoded and normalised; the result is a redirect or Not Found,
//! never a second url of the same page. The target of a redirect always comes from the table, never from the request.

mod path;

use crate::limits::MAX_TARGET;
use crate::table::{Entry, Page, Resource, Site, Target};
use actix_web::http::Method;
use path::{Normalized, PathError};

/// The prefix, after the base path, of everything that is neither a page nor a file.
const INTERNAL: &str = "_bindery/";

/// The first segment of a page's payload after [`INTERNAL`].
pub(crate) const PAYLOADS: &str = "page";

/// The first segment after [`INTERNAL`] of the path to which clients report the view of a prefetched page.
pub(crate) const VIEWS: &str = "view";

/// The settings of the interface, after [`INTERNAL`].
const SETTINGS: &str = "settings.json";
/// The paths of health checks: liveness and readiness.
pub const HEALTH: [&str; 2] = ["/healthz", READY];

/// The path of the readiness check, which fails while the server is stopping.
pub const READY: &str = "/readyz";

/// The content that answers a request.
#[derive(Clone, Copy, Debug)]
pub enum Resolution<'s, 'r> {
    /// 200: a page, in the media type that the client prefers.
    Page(&'s Page),
    /// 200: a page's payload or a file.
    Found(&'s Resource),
    /// A redirect to `to` with the request's query.
    Redirect {
        /// Path or absolute url from the table.
        to: &'static str,
        /// 301 or 308.
        status: u16,
        /// The request's query without its question mark.
        query: Option<&'r str>,
    },
    /// 200: the payload with the path of a redirect.
    RedirectPayload {
        /// Path or absolute url from the table.
        to: &'static str,
    },
    /// 404 with this representation of the not-found page: its document or its payload.
    NotFound(&'s Resource),
    /// 410 with the document of the not-found page: the content was removed permanently.
    Gone(&'s Resource),
    /// 200: the settings of this deployment for the interface.
    Settings,
    /// 404 as a line of text, for paths of files.
    NotFoundFile,
    /// 200: the process is alive.
    Healthy,
    /// 204 with the allowed methods.
    Options,
    /// 204: the client reports the view of a page, which the counters record.
    Viewed,
    /// 405 with the allowed methods.
    MethodNotAllowed,
    /// 400: malformed request target, with the reason.
    BadTarget(&'static str),
    /// 414: the target is longer than [`MAX_TARGET`].
    TargetTooLong,
}

/// Resolves a method and a request target (path and query as received; RFC 9112, section 3.2).
#[must_use]
pub fn resolve<'s, 'r>(site: &'s Site, method: &Method, target: &'r str) -> Resolution<'s, 'r> {
    if target.len() > MAX_TARGET {
        return Resolution::TargetTooLong;
    }
    match *method {
        Method::GET | Method::HEAD => resolve_target(site, target),
        Method::OPTIONS => Resolution::Options,
        Method::POST if is_view(site, target) => Resolution::Viewed,
        _ => Resolution::MethodNotAllowed,
    }
}

/// The rest of a path after [`INTERNAL`], if it begins with that.
pub(crate) fn internal<'p>(site: &Site, path: &'p str) -> Option<&'p str> {
    path.strip_prefix(site.base_path)?.strip_prefix(INTERNAL)
}

fn is_view(site: &Site, target: &str) -> bool {
    let page = internal(site, target).and_then(|rest| rest.strip_prefix(VIEWS));
    page.is_some_and(|page| page.starts_with('/'))
}

fn resolve_target<'s, 'r>(site: &'s Site, target: &'r str) -> Resolution<'s, 'r> {
    let target = target.split_once('#').map_or(target, |(before, _)| before);
    let (path, query) = match target.split_once('?') {
        Some((path, query)) => (path, Some(query).filter(|query| !query.is_empty())),
        None => (target, None),
    };
    let is_clean = !query.is_some_and(path::has_control);
    if is_clean && let Some(entry) = site.table.lookup(path) {
        return resolve_entry(site, entry, query);
    }
    if !is_clean || path::has_control(path) {
        return Resolution::BadTarget("control characters are not allowed in the request target");
    }
    if path.is_empty() && query.is_some() {
        // The target was a url without a path (RFC 9110, section 4.2.3).
        return resolve_variant(site, "/", query);
    }
    if !path.starts_with('/') {
        return Resolution::BadTarget("the request target must begin with a slash");
    }
    if HEALTH.contains(&path) {
        return Resolution::Healthy;
    }
    match internal(site, path) {
        Some(rest) => resolve_internal(site, rest),
        None => resolve_variant(site, path, query),
    }
}

fn resolve_entry<'s, 'r>(
    site: &'s Site,
    entry: &'s Entry,
    query: Option<&'r str>,
) -> Resolution<'s, 'r> {
    match &entry.target {
        Target::Page(page) => Resolution::Page(page),
        Target::Asset(resource) => Resolution::Found(resource),
        Target::Redirect { to, status } => Resolution::Redirect {
            to,
            status: *status,
            query,
        },
        Target::Gone => Resolution::Gone(&site.not_found.html),
    }
}

/// A path under `/_bindery/`.
fn resolve_internal<'s>(site: &'s Site, rest: &str) -> Resolution<'s, 'static> {
    if rest == SETTINGS {
        return Resolution::Settings;
    }
    let Some(page_path) = rest
        .strip_prefix(PAYLOADS)
        .filter(|path| path.starts_with('/'))
    else {
        return Resolution::NotFoundFile;
    };
    // The path of a payload is relative to the base path, that of an entry is not.
    let base = site.base_path.strip_suffix('/').unwrap_or_default();
    match (base, page_path) {
        (_, "/") => resolve_payload(site, site.base_path),
        ("", path) => resolve_payload(site, path),
        (base, path) => resolve_payload(site, &format!("{base}{path}")),
    }
}

/// The payload of the page at `path`, in any spelling.
fn resolve_payload<'s>(site: &'s Site, path: &str) -> Resolution<'s, 'static> {
    if let Some(entry) = site.table.lookup(path) {
        return match &entry.target {
            Target::Page(Page { payload, .. }) => Resolution::Found(payload),
            Target::Redirect { to, .. } => Resolution::RedirectPayload { to },
            Target::Asset(_) => Resolution::NotFoundFile,
            // The client handles 404 and 410 alike, so it gets 404 for both.
            Target::Gone => Resolution::NotFound(&site.not_found.payload),
        };
    }
    match path::normalize(path) {
        Err(PathError::Malformed(reason)) => Resolution::BadTarget(reason),
        Err(PathError::Unroutable) => Resolution::NotFound(&site.not_found_for(path).payload),
        Ok(normalized) => match find_variant(site, &normalized) {
            Some((to, _)) => Resolution::RedirectPayload { to },
            None => Resolution::NotFound(&site.not_found_for(path).payload),
        },
    }
}

/// Resolves a path that is not in the table as received.
fn resolve_variant<'s, 'r>(
    site: &'s Site,
    path: &str,
    query: Option<&'r str>,
) -> Resolution<'s, 'r> {
    let normalized = match path::normalize(path) {
        Ok(normalized) => normalized,
        Err(PathError::Malformed(reason)) => return Resolution::BadTarget(reason),
        Err(PathError::Unroutable) => return resolve_unknown(site, path),
    };
    match find_variant(site, &normalized) {
        Some((to, status)) => Resolution::Redirect { to, status, query },
        None => resolve_unknown(site, &normalized.path),
    }
}

fn resolve_unknown<'s>(site: &'s Site, path: &str) -> Resolution<'s, 'static> {
    if path::is_asset_path(path, site.base_path) {
        Resolution::NotFoundFile
    } else {
        Resolution::NotFound(&site.not_found_for(path).html)
    }
}

/// The redirect from another spelling of a known path: its final target, in one hop, and its status.
fn find_variant(site: &Site, normalized: &Normalized) -> Option<(&'static str, u16)> {
    let path = normalized.path.as_str();
    if let Some(entry) = lookup_normalized(site, path) {
        let is_folder_of_a_file =
            normalized.had_final_slash && matches!(entry.target, Target::Asset(_));
        return (!is_folder_of_a_file).then(|| destination(entry));
    }
    path::without_html_suffix(path)
        .filter_map(|path| lookup_normalized(site, path))
        .find(|entry| !matches!(entry.target, Target::Asset(_)))
        .map(destination)
}

/// The entry of a path without a final slash. Only home pages have one: the site's and those of its languages.
fn lookup_normalized<'s>(site: &'s Site, path: &str) -> Option<&'s Entry> {
    let below = site.not_found_below.iter().map(|(home, _)| *home);
    let mut homes = [site.base_path].into_iter().chain(below);
    let home = homes.find(|home| home.strip_suffix('/') == Some(path));
    site.table.lookup(home.unwrap_or(path))
}

/// The final path of an entry: its own, or its redirect's target.
fn destination(entry: &Entry) -> (&'static str, u16) {
    match &entry.target {
        Target::Page(_) | Target::Asset(_) | Target::Gone => (entry.path, 308),
        Target::Redirect { to, status } => (to, *status),
    }
}
