//! The configuration of each host. The headers in it are those that the binary sends, asked of [`crate::respond()`].

use super::nginx::nginx;
use super::own::{Kind, value_of, varied};
use super::{Answers, ExportFile, Host, Moved, decoded, page_file, sorted_entries};
use crate::table::{HeaderRule, Site, Target};
use std::borrow::Cow;
use std::fmt::Write;

/// What a configuration is made of.
pub(super) struct Facts<'a> {
    pub(super) site: &'static Site,
    pub(super) answers: &'a Answers,
    /// What the search of a site without a server reads.
    pub(super) search: &'a [ExportFile],
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

/// The headers that all files of a kind have.
fn usual_headers(facts: &Facts<'_>, kind: Kind) -> Vec<(String, String)> {
    let site = facts.site;
    let folder = format!("{}assets/", site.base_path);
    let mut fields = match kind {
        Kind::Page => facts.answers.usual(site.base_path),
        Kind::Hashed => {
            let entries = sorted_entries(site);
            let mut entries = entries.iter();
            let first = entries.find(|entry| entry.path.starts_with(&folder));
            first.map_or(Vec::new(), |entry| facts.answers.usual(entry.path))
        }
        Kind::Payload => {
            let path = format!("{}_bindery/page/", site.base_path);
            facts.answers.usual(&path)
        }
    };
    fields.retain(|(name, _)| name != "link");
    fields
}

/// `Link` by path.
fn links(facts: &Facts<'_>) -> Vec<(&'static str, String)> {
    let entries = sorted_entries(facts.site).into_iter();
    let links = entries.filter_map(|entry| {
        let resource = match &entry.target {
            Target::Page(page) => &page.html,
            Target::Asset(resource) => resource,
            Target::Redirect { .. } | Target::Gone => return None,
        };
        let link = match resource.headers {
            0 => resource.link.to_owned(),
            _ => value_of(&facts.answers.own(entry.path), "link").to_owned(),
        };
        Some((entry.path, link))
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

/// Everything stands in one `route`, where the order is that of the lines: what holds for one path goes over what holds
/// for all, and the fields are chosen by the path that was asked for.
fn caddy(facts: &Facts<'_>) -> String {
    let base = facts.site.base_path;
    let mut text = ":8080 {\n    root * .\n".to_owned();
    let _ = writeln!(
        text,
        "    @hashed path {base}assets/*\n    @payload path {base}_bindery/page/*\n    \
         @pages {{\n        not path {base}assets/* {base}_bindery/*\n    }}\n    \
         @own path {base}404.html {base}Caddyfile *.br *.gz *.zst\n    \
         @slash path_regexp slash ^(.+)/$\n    @html path_regexp html ^(.+)\\.html$\n    route {{"
    );
    caddy_redirects(&mut text, facts);
    text.push_str(
        "        header {\n            vary \"Accept-Encoding\"\n            defer\n        }\n",
    );
    for kind in Kind::ALL {
        let usual = usual_headers(facts, kind);
        let matcher = match kind {
            Kind::Page => "pages",
            kind => kind.name(),
        };
        let _ = writeln!(text, "        header @{matcher} {{");
        write_caddy_headers(&mut text, &usual);
        text.push_str("        }\n");
        for one in varied(facts.answers, kind, &usual) {
            for (path, value) in &one.values {
                let path = quoted(&plain(path));
                let _ = match value.as_str() {
                    "" => writeln!(text, "        header {path} -{}", one.name),
                    value => writeln!(text, "        header {path} {} {}", one.name, quoted(value)),
                };
            }
        }
    }
    for (path, link) in links(facts) {
        let path = quoted(&plain(path));
        let _ = writeln!(text, "        header {path} link {}", quoted(&link));
    }
    for (path, media_type) in files_beside_pages(facts) {
        let path = quoted(&plain(path));
        let media_type = quoted(media_type);
        let _ = writeln!(text, "        header {path} content-type {media_type}");
    }
    let _ = write!(
        text,
        "        header @payload content-type application/json\n        \
         try_files {{path}} {{path}}.html {{path}}.json {{path}}index.json\n        \
         file_server {{\n            precompressed br zstd gzip\n        }}\n    }}\n    \
         handle_errors {{\n        header cache-control no-cache\n        rewrite * {base}404.html\n        file_server {{\n            \
         precompressed br zstd gzip\n        }}\n    }}\n}}\n"
    );
    text
}

/// Redirects with their own fields, those of other spellings of pages, and what is gone.
fn caddy_redirects(text: &mut String, facts: &Facts<'_>) {
    let first = facts.moved.first();
    let mut fields = first.map_or(Vec::new(), |moved| facts.answers.usual(moved.from));
    fields.retain(|(name, _)| name != "location");
    text.push_str("        header {\n");
    write_caddy_headers(text, &fields);
    text.push_str("        }\n");
    for moved in facts.moved {
        let _ = writeln!(
            text,
            "        redir {} {} {}",
            quoted(&plain(moved.from)),
            quoted(moved.to),
            moved.status
        );
    }
    let base = facts.site.base_path;
    let _ = writeln!(
        text,
        "        error @own 404\n        redir {base}index.html {base} 308"
    );
    for name in ["slash", "html"] {
        let _ = writeln!(
            text,
            "        route @{name} {{\n            @{name}_page file {{re.{name}.1}}.html\n            \
             redir @{name}_page {{re.{name}.1}} 308\n        }}"
        );
    }
    for path in facts.gone {
        let _ = writeln!(text, "        error {} 410", quoted(&plain(path)));
    }
}

/// Files that are neither hashed nor twins of pages, and their media types.
fn files_beside_pages(facts: &Facts<'_>) -> Vec<(&'static str, &'static str)> {
    let hashed = format!("{}assets/", facts.site.base_path);
    let entries = sorted_entries(facts.site).into_iter();
    let files = entries.filter_map(|entry| match &entry.target {
        Target::Asset(resource) => Some((entry.path, resource.media_type)),
        _ => None,
    });
    files
        .filter(|(path, _)| !path.starts_with(&hashed) && !path.ends_with(".md"))
        .collect()
}

fn write_caddy_headers(text: &mut String, fields: &[(String, String)]) {
    for (name, value) in fields {
        let _ = writeln!(text, "            {name} {}", quoted(value));
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
    let base = facts.site.base_path;
    let pages = usual_headers(facts, Kind::Page);
    let mut text = String::new();
    let mut write = |path: &str, removed: &[&str], fields: &[(String, String)]| {
        let _ = writeln!(text, "{path}");
        // Rules add up; another one may have said otherwise.
        for name in removed {
            let _ = writeln!(text, "  ! {name}");
        }
        for (name, value) in fields {
            let _ = writeln!(text, "  {name}: {value}");
        }
    };
    write(&format!("{base}*"), &[], &pages);
    let hashed = usual_headers(facts, Kind::Hashed);
    write(&format!("{base}assets/*"), &["cache-control"], &hashed);
    if host == Host::Netlify {
        for (path, link) in links(facts) {
            write(path, &[], &[("link".to_owned(), link)]);
        }
    }
    for (number, rule) in facts.site.header_rules.iter().enumerate() {
        let mut removed: Vec<&str> = rule.fields.iter().map(|(name, _)| *name).collect();
        let fields = rule.fields.iter().filter(|(_, value)| !value.is_empty());
        let mut fields: Vec<(String, String)> = fields
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        if let Some(policy) = policy_of(facts, number, rule) {
            removed.push(POLICY);
            fields.push((POLICY.to_owned(), policy));
        }
        for pattern in &rule.patterns {
            write(&splat(pattern), &removed, &fields);
        }
    }
    text
}

const POLICY: &str = "content-security-policy";

/// The policy of a page for which a rule holds, where the rule allows more.
fn policy_of(facts: &Facts<'_>, number: usize, rule: &HeaderRule) -> Option<String> {
    if rule.policy.is_empty() {
        return None;
    }
    let holds = |headers: u16| {
        let group = usize::from(headers).checked_sub(1)?;
        let numbers = facts.site.header_groups.get(group)?;
        let is_there = numbers.iter().any(|one| usize::from(*one) == number);
        is_there.then_some(())
    };
    let entries = sorted_entries(facts.site).into_iter();
    let mut pages = entries.filter(|entry| match &entry.target {
        Target::Page(page) => holds(page.html.headers).is_some(),
        _ => false,
    });
    let own = facts.answers.own(pages.next()?.path);
    Some(value_of(&own, POLICY).to_owned())
}

/// A pattern as these hosts write it: a placeholder is a whole segment.
fn splat(pattern: &str) -> String {
    let segments = pattern.split('/').map(|segment| {
        let name = segment
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}'));
        match (name, segment.split_once('{')) {
            (Some(name), _) if !name.contains('{') => format!(":{name}"),
            (_, Some((before, _))) => format!("{before}*"),
            _ => segment.to_owned(),
        }
    });
    segments.collect::<Vec<_>>().join("/")
}
