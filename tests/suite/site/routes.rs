//! Compares the running site with the expected routes and redirects: all exist, and no others do.

use crate::support::client::{Connection, Response, decode};
use crate::support::expected::{self, ExpectedRedirect, ExpectedRoute};
use crate::support::html::first_heading;
use crate::support::server;
use libtest_mimic::{Failed, Trial};
use std::collections::{BTreeMap, BTreeSet};

/// Suffixes that are redirected to the plain path in one hop.
const VARIANTS: [&str; 3] = ["/", ".html", "/index.html"];

pub(crate) fn cases() -> Vec<Trial> {
    let routes = expected::routes();
    let redirects = expected::redirects();
    let known: BTreeSet<String> = routes
        .iter()
        .map(|r| r.path.clone())
        .chain(redirects.iter().map(|r| r.from.clone()))
        .collect();
    let mut cases = vec![Trial::test(
        "routes::the_table_is_exactly_the_expected_one",
        table_is_exact,
    )];
    for route in routes {
        let known = known.clone();
        let name = format!("routes::page::{}", route.path);
        cases.push(Trial::test(name, move || Ok(check_route(&route, &known)?)));
    }
    for redirect in redirects {
        let known = known.clone();
        let name = format!("routes::redirect::{}", redirect.from);
        cases.push(Trial::test(name, move || {
            Ok(check_redirect(&redirect, &known)?)
        }));
    }
    cases
}

/// Reports the missing and the new routes.
fn table_is_exact() -> Result<(), Failed> {
    let table = routes_json()?;
    let entries = table
        .as_array()
        .ok_or("`bindery routes --json` prints an array")?;
    let mut served = BTreeMap::new();
    for entry in entries {
        let Some(path) = entry["path"].as_str() else {
            continue;
        };
        served.insert(
            path.to_owned(),
            entry["kind"].as_str().unwrap_or("").to_owned(),
        );
    }
    let mut wanted: BTreeMap<String, String> = expected::routes()
        .into_iter()
        .map(|route| (route.path, route.kind))
        .collect();
    wanted.extend(
        expected::redirects()
            .into_iter()
            .map(|redirect| (redirect.from, "redirect".to_owned())),
    );
    let missing: Vec<_> = wanted
        .iter()
        .filter(|(path, kind)| served.get(*path) != Some(kind))
        .collect();
    let new: Vec<_> = served
        .iter()
        .filter(|(path, _)| !wanted.contains_key(*path))
        .collect();
    if missing.is_empty() && new.is_empty() {
        return Ok(());
    }
    Err(format!("missing or of another kind: {missing:#?}\nnew: {new:#?}").into())
}

fn routes_json() -> Result<serde_json::Value, String> {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_bindery"))
        .args(["routes", "--json"])
        .output()
        .map_err(|error| error.to_string())?;
    serde_json::from_slice(&output.stdout).map_err(|error| format!("routes --json: {error}"))
}

fn check_route(route: &ExpectedRoute, known: &BTreeSet<String>) -> Result<(), String> {
    let mut connection = server::connect()?;
    let page = connection.get(&route.path, &[])?;
    check_page(route, &page)?;
    check_round_trips(&mut connection, &route.path, &page)?;
    check_variants(&mut connection, &route.path, &route.path, known)?;
    check_twin(&mut connection, route, &page)?;
    let payload_path = expected::payload_of(&route.path);
    let payload = connection.get(&payload_path, &[])?;
    check_payload(route, &page, &payload)?;
    check_round_trips(&mut connection, &payload_path, &payload)
}

fn check_page(route: &ExpectedRoute, page: &Response) -> Result<(), String> {
    want("status", 200, page.status)?;
    want(
        "media type",
        "text/html; charset=utf-8",
        page.header("content-type"),
    )?;
    want(
        "cache-control is set",
        true,
        !page.header("cache-control").is_empty(),
    )?;
    want("nosniff", "nosniff", page.header("x-content-type-options"))?;
    let policy = page.header("content-security-policy");
    want(
        "no unsafe policy",
        false,
        policy.is_empty() || policy.contains("unsafe"),
    )?;
    let html = page.text()?;
    want("doctype", true, html.starts_with("<!doctype html>"))?;
    let canonical = format!("<link rel=\"canonical\" href=\"{}", own_address(route));
    want("canonical link", true, html.contains(&canonical))?;
    match expected::is_library() {
        true => check_library_page(route, &html),
        false => Ok(()),
    }
}

/// The canonical url of a page, or its beginning for other trees: an untranslated page names that of its original.
fn own_address(route: &ExpectedRoute) -> String {
    let origin = bindery_site::SITE.url;
    match expected::is_library() {
        true => format!("{origin}{}\"", route.path),
        false => format!("{origin}/"),
    }
}

/// The conventions of the library's authors.
fn check_library_page(route: &ExpectedRoute, html: &str) -> Result<(), String> {
    let h1 = first_heading(html).ok_or("the page has no h1")?;
    let wanted = if route.kind == "search" {
        "Search the documentation"
    } else {
        &route.title
    };
    want("h1", wanted, h1.as_str())?;
    for forbidden in [
        " style=",
        " onclick=",
        " onload=",
        "<style",
        "javascript:",
        "data:image",
    ] {
        want(
            &format!("no `{forbidden}` in the HTML"),
            false,
            html.contains(forbidden),
        )?;
    }
    Ok(())
}

/// A page with a twin varies by `Accept`, because it may be sent as Markdown; a document varies by `Save-Data`, because it
/// names speculation rules only without it.
fn expected_vary(plain: &Response) -> &'static str {
    match (plain.header("link"), plain.header("speculation-rules")) {
        ("", "") => "Accept-Encoding",
        ("", _) => "Accept-Encoding, Save-Data",
        (_, "") => "Accept, Accept-Encoding",
        _ => "Accept, Accept-Encoding, Save-Data",
    }
}

/// Each encoding decodes to the same bytes, and each entity tag comes back as 304.
fn check_round_trips(
    connection: &mut Connection,
    path: &str,
    plain: &Response,
) -> Result<(), String> {
    want(
        "identity has no coding",
        "",
        plain.header("content-encoding"),
    )?;
    let vary = expected_vary(plain);
    let mut tags = BTreeSet::from([plain.header("etag").to_owned()]);
    for coding in ["br", "gzip", "zstd"] {
        let response = connection.get(path, &[("Accept-Encoding", coding)])?;
        want("status", plain.status, response.status)?;
        want("vary", vary, response.header("vary"))?;
        let used = response.header("content-encoding").to_owned();
        want(
            "the coding asked for, or none",
            true,
            used == coding || used.is_empty(),
        )?;
        if decode(&used, &response.body)? != plain.body {
            return Err(format!("{path}: {coding} decodes to other bytes"));
        }
        if used == coding {
            want(
                "own strong entity tag per coding",
                true,
                tags.insert(response.header("etag").to_owned()),
            )?;
        }
        let tag = response.header("etag").to_owned();
        want(
            "strong entity tag",
            true,
            tag.starts_with('"') && tag.len() > 10,
        )?;
        let again = connection.get(
            path,
            &[("Accept-Encoding", coding), ("If-None-Match", &tag)],
        )?;
        want("304 for its own entity tag", 304, again.status)?;
        want(
            "304 repeats the entity tag",
            tag.as_str(),
            again.header("etag"),
        )?;
        want(
            "304 repeats vary",
            response.header("vary"),
            again.header("vary"),
        )?;
    }
    let head = connection.send("HEAD", path, &[])?;
    want("HEAD status", plain.status, head.status)?;
    want(
        "HEAD length",
        plain.header("content-length"),
        head.header("content-length"),
    )?;
    want("HEAD entity tag", plain.header("etag"), head.header("etag"))
}

/// Checks the Markdown twin: at its own path, and at the page's path for clients that prefer Markdown.
fn check_twin(
    connection: &mut Connection,
    route: &ExpectedRoute,
    page: &Response,
) -> Result<(), String> {
    if route.kind == "search" {
        return want("search has no twin", "", page.header("link"));
    }
    // Pages that are not articles have no twin.
    if !expected::is_library() && page.header("link").is_empty() {
        return Ok(());
    }
    let path = match route.path.strip_suffix('/') {
        Some(folder) => format!("{folder}/index.md"),
        None => format!("{}.md", route.path),
    };
    let link = format!("<{path}>; rel=\"alternate\"; type=\"text/markdown\"");
    want("link to the twin", link.as_str(), page.header("link"))?;
    let twin = connection.get(&path, &[])?;
    want("status of the twin", 200, twin.status)?;
    let media_type = "text/markdown; charset=utf-8";
    want("type of the twin", media_type, twin.header("content-type"))?;
    let text = twin.text()?;
    let url = format!("url: \"{}", own_address(route));
    want("the twin names its page", true, text.contains(&url))?;
    let negotiated = connection.get(&route.path, &[("Accept", "text/markdown")])?;
    want(
        "negotiated type",
        media_type,
        negotiated.header("content-type"),
    )?;
    want("negotiated body", true, negotiated.body == twin.body)?;
    let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    let html = connection.get(&route.path, &[("Accept", browser)])?;
    want(
        "browsers get HTML",
        page.header("etag"),
        html.header("etag"),
    )
}

fn check_variants(
    connection: &mut Connection,
    path: &str,
    target: &str,
    known: &BTreeSet<String>,
) -> Result<(), String> {
    let stem = path.trim_end_matches('/');
    for suffix in VARIANTS {
        let variant = format!("{stem}{suffix}");
        // The path of a home page has no last segment that could end in `.html`.
        let is_home = path.ends_with('/');
        if variant == path || known.contains(&variant) || (is_home && suffix == ".html") {
            continue;
        }
        let response = connection.get(&format!("{variant}?a=1&b=%20"), &[])?;
        want(&format!("{variant}: status"), 308, response.status)?;
        want(
            &format!("{variant}: location"),
            &format!("{target}?a=1&b=%20"),
            &response.header("location").to_owned(),
        )?;
    }
    Ok(())
}

fn check_payload(route: &ExpectedRoute, page: &Response, payload: &Response) -> Result<(), String> {
    want("payload status", 200, payload.status)?;
    want(
        "payload media type",
        true,
        payload
            .header("content-type")
            .starts_with("application/json"),
    )?;
    let json: serde_json::Value =
        serde_json::from_slice(&payload.body).map_err(|error| error.to_string())?;
    want(
        "payload path",
        Some(route.path.as_str()),
        json["page"]["path"].as_str(),
    )?;
    want(
        "payload title",
        Some(route.title.as_str()),
        json["page"]["title"].as_str(),
    )?;
    let html = page.text()?;
    for slot in json["slots"].as_array().ok_or("the payload has slots")? {
        let slot = slot.as_str().ok_or("a slot is a string")?;
        want(
            "the payload's article is the page's",
            true,
            html.contains(slot),
        )?;
    }
    Ok(())
}

fn check_redirect(redirect: &ExpectedRedirect, known: &BTreeSet<String>) -> Result<(), String> {
    let mut connection = server::connect()?;
    let response = connection.get(&redirect.from, &[])?;
    want(
        "location",
        redirect.to.as_str(),
        response.header("location"),
    )?;
    if !expected::is_library() {
        // Other trees may set another status, and may redirect to anchors.
        return want("status", true, (300..400).contains(&response.status));
    }
    want("status", 308, response.status)?;
    let with_query = connection.get(&format!("{}?ability=q", redirect.from), &[])?;
    want(
        "query is kept",
        format!("{}?ability=q", redirect.to).as_str(),
        with_query.header("location"),
    )?;
    let head = connection.send("HEAD", &redirect.from, &[])?;
    want(
        "HEAD location",
        redirect.to.as_str(),
        head.header("location"),
    )?;
    check_variants(&mut connection, &redirect.from, &redirect.to, known)?;
    let payload = connection.get(&format!("/_bindery/page{}", redirect.from), &[])?;
    want("payload status", 200, payload.status)?;
    let json: serde_json::Value =
        serde_json::from_slice(&payload.body).map_err(|error| error.to_string())?;
    want(
        "payload names the new path",
        Some(redirect.to.as_str()),
        json["redirect"].as_str(),
    )
}

fn want<T: PartialEq + std::fmt::Debug>(what: &str, wanted: T, found: T) -> Result<(), String> {
    if wanted == found {
        Ok(())
    } else {
        Err(format!("{what}: wanted {wanted:?}, found {found:?}"))
    }
}
