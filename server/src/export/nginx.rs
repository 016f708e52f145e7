//! The configuration of nginx: the closed table again, as maps.
//!
//! What a path has of its own (file, redirect, each header that not all have) is looked up by the path, so that nginx
//! serves what the table holds and nothing else: neither compressed copies nor the configuration have an address.

use super::hosts::{Facts, plain, quoted};
use super::{
    ExportFile, Moved, answer, decoded, page_file, payload_file, payload_path, sorted_entries,
};
use crate::table::{Site, Target};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Fields that follow from the file itself, or from the request.
const OF_THE_FILE: [&str; 5] = [
    "content-type",
    "content-length",
    "etag",
    "accept-ranges",
    "location",
];

/// What a path may hold as it is.
const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'.')
    .remove(b'-')
    .remove(b'_');

/// The line of text for what is no page.
const NO_FILE: &str = "_bindery/404.txt";
/// The payload of the page for unknown paths.
const NO_PAYLOAD: &str = "_bindery/404.json";

/// What is known of each path, by path.
#[derive(Default)]
struct Known {
    files: BTreeMap<String, String>,
    /// Media types by extension: the first one's.
    types: BTreeMap<String, String>,
    /// Media types of paths that have another than their extension says, or no ranges; and whether they have ranges.
    own_types: BTreeMap<String, (String, bool)>,
    headers: BTreeMap<String, BTreeMap<String, String>>,
}

/// The answers for unknown paths that have no file of their own.
pub(super) fn missing_answers(site: &'static Site) -> Vec<ExportFile> {
    let none = |path: &str| answer(site, &format!("{}{path}", site.base_path)).1;
    let base = decoded(site.base_path);
    let file = |path: &str, bytes: Vec<u8>| ExportFile {
        path: format!("{base}{path}"),
        bytes: Cow::Owned(bytes),
    };
    vec![
        file(NO_FILE, none("assets/none")),
        file(NO_PAYLOAD, none("_bindery/page/none/none")),
    ]
}

pub(super) fn nginx(facts: &Facts<'_>) -> String {
    let site = facts.site;
    let known = know(facts);
    let mut text = "# For the `http` block of nginx; set `root` to this folder, and `listen`. Compressed copies need\n\
         # ngx_http_gzip_static_module, and for `.br` ngx_brotli (Debian: libnginx-mod-http-brotli-static).\n\
         map_hash_max_size 65536;\nmap_hash_bucket_size 1024;\ntypes_hash_max_size 4096;\n"
        .to_owned();
    let files = known
        .files
        .iter()
        .map(|(path, file)| (path.clone(), format!("/{file}")));
    write_map(&mut text, "file", "\"\"", files);
    write_redirects(&mut text, facts);
    write_missing(&mut text, site);
    let names: Vec<String> = write_headers(&mut text, &known);
    let _ = write!(
        text,
        "\nserver {{\n    listen 8080;\n    root .;\n    absolute_redirect off;\n    merge_slashes off;\n    \
         server_tokens off;\n    if_modified_since off;\n    gzip_static on;\n    # brotli_static on;\n    \
         types {{\n"
    );
    for (extension, media_type) in &known.types {
        let _ = writeln!(text, "        {} {extension};", quoted(media_type));
    }
    text.push_str("    }\n    default_type application/octet-stream;\n");
    text.push_str("    # The path as asked for: `$uri` changes on the way to the file.\n    set $bindery_path $uri;\n");
    text.push_str("    add_header last-modified \"\" always;\n");
    for name in names {
        let _ = writeln!(
            text,
            "    add_header {name} $bindery_{} always;",
            variable(&name)
        );
    }
    let _ = write!(
        text,
        "\n    error_page 404 410 $bindery_missing;\n    \
         if ($bindery_308) {{ return 308 $bindery_308$bindery_query$bindery_hash; }}\n    \
         if ($bindery_301) {{ return 301 $bindery_301$bindery_query$bindery_hash; }}\n\n    \
         location / {{\n        try_files $bindery_file =404;\n    }}\n"
    );
    write_locations(&mut text, facts, &known);
    text.push_str("}\n");
    text
}

/// Where redirects and other spellings of a path lead.
fn write_redirects(text: &mut String, facts: &Facts<'_>) {
    for status in [308, 301] {
        write_map(text, &status.to_string(), "\"\"", variants(facts, status));
    }
    // A target's own query stays as it is.
    let own_queries = [308, 301]
        .into_iter()
        .flat_map(|status| variants(facts, status));
    let own_queries = own_queries.filter(|(_, to)| to.contains('?'));
    let own_queries = own_queries.map(|(from, _)| (from, String::new()));
    write_map(text, "query", "$is_args$args", own_queries);
    let hashes = facts.moved.iter().filter(|moved| moved.to.contains('#'));
    let hashes = hashes.map(|moved| {
        let hash = moved.to.find('#').unwrap_or_default();
        (plain(moved.from), moved.to[hash..].to_owned())
    });
    write_map(text, "hash", "\"\"", hashes);
}

/// What is gone, what has a media type of its own, and the answers for unknown paths, which nobody may ask for.
fn write_locations(text: &mut String, facts: &Facts<'_>, known: &Known) {
    let (site, base) = (facts.site, facts.site.base_path);
    // No map: its value would be kept for the page that is shown instead, which would then be gone, too.
    for path in facts.gone {
        let _ = writeln!(
            text,
            "    location = {} {{ return 410; }}",
            quoted(&plain(path))
        );
    }
    for (path, (media_type, has_ranges)) in &known.own_types {
        let ranges = if *has_ranges {
            ""
        } else {
            "\n        max_ranges 0;"
        };
        let _ = writeln!(
            text,
            "    location = {} {{\n        types {{ }}\n        default_type {};{ranges}\n        try_files $bindery_file =404;\n    }}",
            quoted(path),
            quoted(media_type)
        );
    }
    let mut missing = vec![
        format!("{base}404.html"),
        format!("{base}{NO_FILE}"),
        format!("{base}{NO_PAYLOAD}"),
    ];
    missing.extend(
        site.not_found_below
            .iter()
            .map(|(home, _)| format!("{home}404.html")),
    );
    for path in missing {
        let _ = writeln!(
            text,
            "    location = {} {{\n        internal;\n        etag off;\n    }}",
            quoted(&plain(&path))
        );
    }
}

/// Asks the binary for everything.
fn know(facts: &Facts<'_>) -> Known {
    let site = facts.site;
    let mut known = Known::default();
    for entry in sorted_entries(site) {
        let payload = payload_path(site, entry.path);
        match entry.target {
            Target::Page(_) => {
                known.add(site, entry.path, page_file(entry.path));
                known.add(site, &payload, payload_file(site, entry.path));
            }
            Target::Asset(_) => known.add(site, entry.path, decoded(entry.path)),
            Target::Redirect { .. } => {
                known.add_headers(site, entry.path, &plain(entry.path));
                known.add(site, &payload, payload_file(site, entry.path));
            }
            Target::Gone => {}
        }
    }
    let base = site.base_path;
    let settings = format!("{base}_bindery/settings.json");
    for file in facts.search {
        let key = format!("/{}", file.path);
        if let Some((media_type, _)) = known.add_headers(site, &settings, &key) {
            let usual = known.types.entry("json".to_owned());
            usual.or_insert(media_type);
        }
        known.files.insert(key, file.path.clone());
    }
    for (asked, file) in [
        ("none/none".to_owned(), "404.html".to_owned()),
        ("assets/none".to_owned(), NO_FILE.to_owned()),
        ("_bindery/page/none/none".to_owned(), NO_PAYLOAD.to_owned()),
    ] {
        known.add_headers(
            site,
            &format!("{base}{asked}"),
            &plain(&format!("{base}{file}")),
        );
    }
    for (home, _) in &site.not_found_below {
        known.add_headers(
            site,
            &format!("{home}none/none"),
            &plain(&format!("{home}404.html")),
        );
    }
    for status in [308, 301] {
        for path in variants(facts, status).into_keys() {
            if !known.headers.contains_key(&path) {
                let asked = utf8_percent_encode(&path, UNRESERVED).to_string();
                known.add_headers(site, &asked, &path);
            }
        }
    }
    known
}

impl Known {
    fn add(&mut self, site: &'static Site, path: &str, file: String) {
        let key = plain(path);
        if let Some((media_type, has_ranges)) = self.add_headers(site, path, &key)
            && let Some((_, extension)) = file.rsplit_once('.')
            && !extension.contains('/')
        {
            let usual = self.types.entry(extension.to_owned());
            let usual = usual.or_insert_with(|| media_type.clone());
            if *usual != media_type || !has_ranges {
                self.own_types.insert(key.clone(), (media_type, has_ranges));
            }
        }
        self.files.insert(key, file);
    }

    /// The fields that the binary sends for `path`. Out: its media type, and whether it has ranges.
    fn add_headers(
        &mut self,
        site: &'static Site,
        path: &str,
        key: &str,
    ) -> Option<(String, bool)> {
        let (headers, _) = answer(site, path);
        let text = |value: &[u8]| String::from_utf8_lossy(value).into_owned();
        let fields = headers
            .iter()
            .filter(|(name, _)| !OF_THE_FILE.contains(&name.as_str()));
        let fields = fields.map(|(name, value)| (name.as_str().to_owned(), text(value.as_bytes())));
        self.headers.insert(key.to_owned(), fields.collect());
        let media_type = headers.get("content-type")?;
        Some((
            text(media_type.as_bytes()),
            headers.contains_key("accept-ranges"),
        ))
    }
}

/// Where each path of a status leads, and the other spellings of what is known: with a slash at the end, as a file.
fn variants(facts: &Facts<'_>, status: u16) -> BTreeMap<String, String> {
    let known = sorted_entries(facts.site).into_iter();
    let paths: BTreeSet<String> = known.clone().map(|entry| plain(entry.path)).collect();
    let mut leading = BTreeMap::new();
    let without_hash = |to: &'static str| to.split('#').next().unwrap_or_default().to_owned();
    for Moved {
        from,
        to,
        status: own,
    } in facts.moved
    {
        if *own == status {
            leading.insert(plain(from), without_hash(to));
        }
    }
    for entry in known {
        let (to, own) = match &entry.target {
            Target::Page(_) => (entry.path.to_owned(), 308),
            Target::Redirect { to, status } if !to.contains('#') => ((*to).to_owned(), *status),
            Target::Redirect { .. } | Target::Asset(_) | Target::Gone => continue,
        };
        if own != status {
            continue;
        }
        let path = plain(entry.path);
        let stem = path.strip_suffix('/').unwrap_or(&path);
        for ending in ["/", ".html", "/index", "/index.html"] {
            let variant = format!("{stem}{ending}");
            if variant != ".html" && !paths.contains(&variant) {
                leading.entry(variant).or_insert_with(|| to.clone());
            }
        }
    }
    leading
}

fn write_map(
    text: &mut String,
    name: &str,
    default: &str,
    pairs: impl IntoIterator<Item = (String, String)>,
) {
    let _ = writeln!(
        text,
        "\nmap $bindery_path $bindery_{name} {{\n    default {default};"
    );
    // Its keys know no case.
    let mut seen = BTreeSet::new();
    for (key, value) in pairs {
        if seen.insert(key.to_ascii_lowercase()) {
            let _ = writeln!(text, "    {} {};", quoted(&key), quoted(&value));
        }
    }
    text.push_str("}\n");
}

/// Which answer an unknown path gets.
fn write_missing(text: &mut String, site: &Site) {
    let base = site.base_path;
    let _ = writeln!(
        text,
        "\nmap $bindery_path $bindery_missing {{\n    default {};\n    {} {};\n    {} {};\n    {} {};",
        quoted(&plain(&format!("{base}404.html"))),
        quoted(&format!("~^{base}_bindery/page/")),
        quoted(&format!("{base}{NO_PAYLOAD}")),
        quoted(&format!("~^{base}(assets|_bindery)/")),
        quoted(&format!("{base}{NO_FILE}")),
        quoted("~\\.(?!html$)[A-Za-z][A-Za-z0-9]*$"),
        quoted(&format!("{base}{NO_FILE}")),
    );
    for (home, _) in &site.not_found_below {
        let _ = writeln!(
            text,
            "    {} {};",
            quoted(&format!("~^{home}")),
            quoted(&plain(&format!("{home}404.html")))
        );
    }
    text.push_str("}\n");
}

/// A map for each header, its most frequent value the default. Out: their names.
fn write_headers(text: &mut String, known: &Known) -> Vec<String> {
    let names: BTreeSet<String> = known
        .headers
        .values()
        .flat_map(|fields| fields.keys().cloned())
        .collect();
    for name in &names {
        let value_of =
            |fields: &BTreeMap<String, String>| fields.get(name).cloned().unwrap_or_default();
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for fields in known.headers.values() {
            *counts.entry(value_of(fields)).or_default() += 1;
        }
        let most = counts.iter().max_by_key(|(_, count)| **count);
        let most = most.map(|(value, _)| value.clone()).unwrap_or_default();
        let others = known
            .headers
            .iter()
            .map(|(path, fields)| (path.clone(), value_of(fields)));
        let others: Vec<_> = others.filter(|(_, value)| *value != most).collect();
        write_map(text, &variable(name), &quoted(&most), others);
    }
    names.into_iter().collect()
}

fn variable(header: &str) -> String {
    header.replace('-', "_")
}
