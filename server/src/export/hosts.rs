//! The configuration of each host. The headers in it are those that the binary sends, asked of [`crate::respond()`].

use super::nginx::nginx;
use super::{ExportFile, Host, Moved, answer, decoded, page_file, sorted_entries};
use crate::table::{Site, Target};
use std::borrow::Cow;
use std::fmt::Write;

/// Fields that follow from the file itself, or from the request.
const OF_THE_FILE: [&str; 6] = [
    "content-type",
    "content-length",
    "etag",
    "accept-ranges",
    "vary",
    "location",
];

/// What a configuration is made of.
pub(super) struct Facts<'a> {
    pub(super) site: &'static Site,
    pub(super) moved: &'a [Moved],
    pub(super) gone: &'a [&'static str],
}

/// The files of a host's configuration.
pub(super) fn configuration(host: Host, facts: &Facts<'_>) -> Vec<ExportFile> {
    let file = |path: &str, text: String| ExportFile {
        path: path.to_owned(),
        bytes: Cow::Owned(text.into_bytes()),
    };
    match host {
        Host::Plain => facts.moved.iter().map(redirecting_page).collect(),
        Host::Nginx => nginx_files(facts),
        Host::Caddy => vec![file("Caddyfile", caddy(facts))],
        Host::Netlify | Host::Cloudflare => vec![
            file("_redirects", underscore_redirects(host, facts)),
            file("_headers", underscore_headers(host, facts)),
        ],
    }
}

/// The configuration, and what nginx answers where no page or file is known.
fn nginx_files(facts: &Facts<'_>) -> Vec<ExportFile> {
    let mut files = vec![ExportFile {
        path: "nginx.conf".to_owned(),
        bytes: Cow::Owned(nginx(facts).into_bytes()),
    }];
    files.extend(super::nginx::missing_answers(facts.site));
    files
}

/// Headers of a path, those of the file left out.
fn headers_of(site: &'static Site, path: &str) -> Vec<(String, String)> {
    let (headers, _) = answer(site, path);
    let mut fields: Vec<(String, String)> = headers
        .iter()
        .map(|(name, value)| {
            let value = String::from_utf8_lossy(value.as_bytes()).into_owned();
            (name.as_str().to_owned(), value)
        })
        .filter(|(name, _)| !OF_THE_FILE.contains(&name.as_str()))
        .collect();
    fields.sort();
    fields
}

/// The headers that all pages have.
fn page_headers(site: &'static Site) -> Vec<(String, String)> {
    let mut fields = headers_of(site, site.base_path);
    fields.retain(|(name, _)| name != "link");
    fields
}

/// The headers of files that are kept for a year.
fn hashed_headers(site: &'static Site) -> Vec<(String, String)> {
    let folder = format!("{}assets/", site.base_path);
    let is_hashed = |path: &str| path.starts_with(&folder);
    let entries = sorted_entries(site);
    let first = entries.iter().find(|entry| is_hashed(entry.path));
    first
        .map(|entry| headers_of(site, entry.path))
        .unwrap_or_default()
}

/// `Link` by page.
fn links(site: &'static Site) -> Vec<(&'static str, &'static str)> {
    let entries = sorted_entries(site).into_iter();
    let links = entries.filter_map(|entry| match &entry.target {
        Target::Page(page) => Some((entry.path, page.html.link)),
        Target::Asset(resource) => Some((entry.path, resource.link)),
        Target::Redirect { .. } | Target::Gone => None,
    });
    links.filter(|(_, link)| !link.is_empty()).collect()
}

/// A page that sends readers on, for hosts without redirects.
fn redirecting_page(moved: &Moved) -> ExportFile {
    let to = moved.to.replace('&', "&amp;").replace('"', "&quot;");
    let html = format!(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<title>Moved</title>\n<meta name=\"robots\" content=\"noindex\">\n\
         <meta http-equiv=\"refresh\" content=\"0; url={to}\">\n<link rel=\"canonical\" href=\"{to}\">\n\
         <a href=\"{to}\">This page has moved.</a>\n"
    );
    let path = match decoded(moved.from) {
        path if path.ends_with(".html") => path,
        _ => page_file(moved.from),
    };
    ExportFile {
        path,
        bytes: Cow::Owned(html.into_bytes()),
    }
}

pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

pub(super) fn plain(path: &str) -> String {
    format!("/{}", decoded(path))
}

fn caddy(facts: &Facts<'_>) -> String {
    let site = facts.site;
    let base = site.base_path;
    let mut text =
        ":8080 {\n    root * .\n    file_server {\n        precompressed br zstd gzip\n    }\n\n"
            .to_owned();
    for moved in facts.moved {
        let _ = writeln!(
            text,
            "    redir {} {} {}",
            quoted(&plain(moved.from)),
            quoted(moved.to),
            moved.status
        );
    }
    for path in facts.gone {
        let _ = writeln!(text, "    error {} 410", quoted(&plain(path)));
    }
    let _ = writeln!(
        text,
        "\n    @hashed path {base}assets/*\n    header @hashed {{"
    );
    write_caddy_headers(&mut text, &hashed_headers(site));
    let _ = writeln!(
        text,
        "    }}\n    @pages not path {base}assets/* {base}_bindery/*\n    header @pages {{"
    );
    write_caddy_headers(&mut text, &page_headers(site));
    text.push_str("    }\n");
    for (path, link) in links(site) {
        let _ = writeln!(
            text,
            "    header {} link {}",
            quoted(&plain(path)),
            quoted(link)
        );
    }
    let _ = write!(
        text,
        "\n    @payload path {base}_bindery/page/*\n    header @payload content-type application/json\n    \
         try_files {{path}} {{path}}.html {{path}}.json {{path}}index.json\n    \
         handle_errors {{\n        rewrite * {base}404.html\n        file_server\n    }}\n}}\n"
    );
    text
}

fn write_caddy_headers(text: &mut String, fields: &[(String, String)]) {
    for (name, value) in fields {
        let _ = writeln!(text, "        {name} {}", quoted(value));
    }
}

/// Netlify and Cloudflare read the same two files. Cloudflare takes 308 but at most 2,000 plain redirects.
fn underscore_redirects(host: Host, facts: &Facts<'_>) -> String {
    let base = facts.site.base_path;
    let mut text = String::new();
    for moved in facts.moved {
        // Netlify knows no 308.
        let status = match (host, moved.status) {
            (Host::Netlify, 308) => 301,
            (_, status) => status,
        };
        let _ = writeln!(text, "{} {} {status}", moved.from, moved.to);
    }
    let _ = writeln!(
        text,
        "{base}_bindery/page/ {base}_bindery/page/index.json 200"
    );
    let _ = writeln!(
        text,
        "{base}_bindery/page/* {base}_bindery/page/:splat.json 200"
    );
    if host == Host::Netlify {
        for path in facts.gone {
            let _ = writeln!(text, "{path} {base}404.html 410");
        }
    }
    text
}

/// Cloudflare takes 100 rules, so that the pages' own `Link` is left out there.
fn underscore_headers(host: Host, facts: &Facts<'_>) -> String {
    let site = facts.site;
    let base = site.base_path;
    let mut rules = vec![
        (format!("{base}*"), page_headers(site)),
        (format!("{base}assets/*"), hashed_headers(site)),
    ];
    if host == Host::Netlify {
        let links = links(site).into_iter();
        rules.extend(
            links.map(|(path, link)| (path.to_owned(), vec![("link".to_owned(), link.to_owned())])),
        );
    }
    let mut text = String::new();
    for (path, fields) in rules {
        let _ = writeln!(text, "{path}");
        if path.ends_with("assets/*") {
            // Rules add up; the one for all paths said otherwise.
            text.push_str("  ! cache-control\n");
        }
        for (name, value) in fields {
            let _ = writeln!(text, "  {name}: {value}");
        }
    }
    text
}
