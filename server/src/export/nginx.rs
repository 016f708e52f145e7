//! The configuration of nginx: the route table as maps.
//!
//! nginx looks up the file, the redirect and the header fields of a path by the path. It serves the paths of the table and
//! nothing else: clients can request neither the compressed copies nor the configuration.

use super::ExportFile;
use super::config_input::{ConfigInput, ExportedRedirect, decoded_path, quote};
use super::responses::response_to;
use super::site_files::{decoded, page_file, payload_file, payload_path, sorted_entries};
use crate::table::{Site, Target};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Header fields that nginx derives from the file or from the request.
const FILE_HEADERS: [&str; 5] = [
    "content-type",
    "content-length",
    "etag",
    "accept-ranges",
    "location",
];

/// Characters that are not percent-encoded in a path.
const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'.')
    .remove(b'-')
    .remove(b'_');

/// The plain text response for unknown paths that are not pages.
const NO_FILE: &str = "_bindery/404.txt";
/// The payload of the page for unknown paths.
const NO_PAYLOAD: &str = "_bindery/404.json";

/// The responses of this server by path.
#[derive(Default)]
struct PathTable {
    files: BTreeMap<String, String>,
    /// Media types by file extension: that of the first file.
    types: BTreeMap<String, String>,
    /// Paths whose media type differs from that of their extension, or that have no ranges: the type, and whether they have
    /// ranges.
    type_overrides: BTreeMap<String, (String, bool)>,
    headers: BTreeMap<String, BTreeMap<String, String>>,
}

/// The responses for unknown paths that are not files of the export yet.
pub(super) fn not_found_files(site: &'static Site) -> Vec<ExportFile> {
    let none = |path: &str| response_to(site, &format!("{}{path}", site.base_path)).1;
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

/// The file `nginx.conf`.
pub(super) fn nginx_conf(input: &ConfigInput<'_>) -> String {
    let site = input.site;
    let known = path_table(input);
    let mut text = "# For the `http` block of nginx; set `root` to this folder, and `listen`. Compressed copies need\n\
         # ngx_http_gzip_static_module, and for `.br` ngx_brotli (Debian: libnginx-mod-http-brotli-static).\n\
         map_hash_max_size 65536;\nmap_hash_bucket_size 1024;\ntypes_hash_max_size 4096;\n"
        .to_owned();
    let files = known
        .files
        .iter()
        .map(|(path, file)| (path.clone(), format!("/{file}")));
    write_map(&mut text, "file", "\"\"", files);
    write_redirects(&mut text, input);
    write_missing(&mut text, site);
    let names: Vec<String> = write_headers(&mut text, &known);
    let _ = write!(
        text,
        "\nserver {{\n    listen 8080;\n    root .;\n    absolute_redirect off;\n    merge_slashes off;\n    \
         server_tokens off;\n    if_modified_since off;\n    gzip_static on;\n    # brotli_static on;\n    \
         types {{\n"
    );
    for (extension, media_type) in &known.types {
        let _ = writeln!(text, "        {} {extension};", quote(media_type));
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
    write_locations(&mut text, input, &known);
    text.push_str("}\n");
    text
}

/// Maps from redirects and other spellings of a path to their targets.
fn write_redirects(text: &mut String, input: &ConfigInput<'_>) {
    for status in [308, 301] {
        write_map(
            text,
            &status.to_string(),
            "\"\"",
            path_targets(input, status),
        );
    }
    // A target with a query keeps that query and drops the one of the request.
    let own_queries = [308, 301]
        .into_iter()
        .flat_map(|status| path_targets(input, status));
    let own_queries = own_queries.filter(|(_, to)| to.contains('?'));
    let own_queries = own_queries.map(|(from, _)| (from, String::new()));
    write_map(text, "query", "$is_args$args", own_queries);
    let hashes = input
        .redirects
        .iter()
        .filter(|redirect| redirect.to.contains('#'));
    let hashes = hashes.map(|redirect| {
        let hash = redirect.to.find('#').unwrap_or_default();
        (decoded_path(redirect.from), redirect.to[hash..].to_owned())
    });
    write_map(text, "hash", "\"\"", hashes);
}

/// Locations for paths that are gone, for paths with a special media type, and for the not-found responses, which clients
/// cannot request directly.
fn write_locations(text: &mut String, input: &ConfigInput<'_>, known: &PathTable) {
    let (site, base) = (input.site, input.site.base_path);
    // A map does not work here: nginx would keep its value for the error page, which would then be gone, too.
    for path in input.gone {
        let _ = writeln!(
            text,
            "    location = {} {{ return 410; }}",
            quote(&decoded_path(path))
        );
    }
    for (path, (media_type, has_ranges)) in &known.type_overrides {
        let ranges = if *has_ranges {
            ""
        } else {
            "\n        max_ranges 0;"
        };
        let _ = writeln!(
            text,
            "    location = {} {{\n        types {{ }}\n        default_type {};{ranges}\n        try_files $bindery_file =404;\n    }}",
            quote(path),
            quote(media_type)
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
            quote(&decoded_path(&path))
        );
    }
}

/// Collects the responses of this server to every path.
fn path_table(input: &ConfigInput<'_>) -> PathTable {
    let site = input.site;
    let mut known = PathTable::default();
    for entry in sorted_entries(site) {
        let payload = payload_path(site, entry.path);
        match entry.target {
            Target::Page(_) => {
                known.add(site, entry.path, page_file(entry.path));
                known.add(site, &payload, payload_file(site, entry.path));
            }
            Target::Asset(_) => known.add(site, entry.path, decoded(entry.path)),
            Target::Redirect { .. } => {
                known.add_headers(site, entry.path, &decoded_path(entry.path));
                known.add(site, &payload, payload_file(site, entry.path));
            }
            Target::Gone => {}
        }
    }
    let base = site.base_path;
    let settings = format!("{base}_bindery/settings.json");
    for file in input.search {
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
            &decoded_path(&format!("{base}{file}")),
        );
    }
    for (home, _) in &site.not_found_below {
        known.add_headers(
            site,
            &format!("{home}none/none"),
            &decoded_path(&format!("{home}404.html")),
        );
    }
    for status in [308, 301] {
        for path in path_targets(input, status).into_keys() {
            if !known.headers.contains_key(&path) {
                let asked = utf8_percent_encode(&path, UNRESERVED).to_string();
                known.add_headers(site, &asked, &path);
            }
        }
    }
    known
}

impl PathTable {
    fn add(&mut self, site: &'static Site, path: &str, file: String) {
        let key = decoded_path(path);
        if let Some((media_type, has_ranges)) = self.add_headers(site, path, &key)
            && let Some((_, extension)) = file.rsplit_once('.')
            && !extension.contains('/')
        {
            let usual = self.types.entry(extension.to_owned());
            let usual = usual.or_insert_with(|| media_type.clone());
            if *usual != media_type || !has_ranges {
                self.type_overrides
                    .insert(key.clone(), (media_type, has_ranges));
            }
        }
        self.files.insert(key, file);
    }

    /// Records the header fields of `path` under `key`. Returns its media type, and whether it supports ranges.
    fn add_headers(
        &mut self,
        site: &'static Site,
        path: &str,
        key: &str,
    ) -> Option<(String, bool)> {
        let (headers, _) = response_to(site, path);
        let text = |value: &[u8]| String::from_utf8_lossy(value).into_owned();
        let fields = headers
            .iter()
            .filter(|(name, _)| !FILE_HEADERS.contains(&name.as_str()));
        let fields = fields.map(|(name, value)| (name.as_str().to_owned(), text(value.as_bytes())));
        self.headers.insert(key.to_owned(), fields.collect());
        let media_type = headers.get("content-type")?;
        Some((
            text(media_type.as_bytes()),
            headers.contains_key("accept-ranges"),
        ))
    }
}

/// The targets of redirects with a status, and those of other spellings of paths: with a trailing slash, or as a file name.
fn path_targets(input: &ConfigInput<'_>, status: u16) -> BTreeMap<String, String> {
    let known = sorted_entries(input.site).into_iter();
    let paths: BTreeSet<String> = known
        .clone()
        .map(|entry| decoded_path(entry.path))
        .collect();
    let mut targets = BTreeMap::new();
    let without_hash = |to: &'static str| to.split('#').next().unwrap_or_default().to_owned();
    for ExportedRedirect {
        from,
        to,
        status: own,
    } in input.redirects
    {
        if *own == status {
            targets.insert(decoded_path(from), without_hash(to));
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
        let path = decoded_path(entry.path);
        let stem = path.strip_suffix('/').unwrap_or(&path);
        for ending in ["/", ".html", "/index", "/index.html"] {
            let variant = format!("{stem}{ending}");
            if variant != ".html" && !paths.contains(&variant) {
                targets.entry(variant).or_insert_with(|| to.clone());
            }
        }
    }
    targets
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
    // nginx compares the keys of a map without regard to case.
    let mut seen = BTreeSet::new();
    for (key, value) in pairs {
        if seen.insert(key.to_ascii_lowercase()) {
            let _ = writeln!(text, "    {} {};", quote(&key), quote(&value));
        }
    }
    text.push_str("}\n");
}

/// The not-found response by path.
fn write_missing(text: &mut String, site: &Site) {
    let base = site.base_path;
    let _ = writeln!(
        text,
        "\nmap $bindery_path $bindery_missing {{\n    default {};\n    {} {};\n    {} {};\n    {} {};",
        quote(&decoded_path(&format!("{base}404.html"))),
        quote(&format!("~^{base}_bindery/page/")),
        quote(&format!("{base}{NO_PAYLOAD}")),
        quote(&format!("~^{base}(assets|_bindery)/")),
        quote(&format!("{base}{NO_FILE}")),
        quote("~\\.(?!html$)[A-Za-z][A-Za-z0-9]*$"),
        quote(&format!("{base}{NO_FILE}")),
    );
    for (home, _) in &site.not_found_below {
        let _ = writeln!(
            text,
            "    {} {};",
            quote(&format!("~^{home}")),
            quote(&decoded_path(&format!("{home}404.html")))
        );
    }
    text.push_str("}\n");
}

/// Writes a map for each header field, with its most frequent value as the default. Returns the names of the fields.
fn write_headers(text: &mut String, known: &PathTable) -> Vec<String> {
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
        let most_frequent = counts.iter().max_by_key(|(_, count)| **count);
        let most_frequent = most_frequent
            .map(|(value, _)| value.clone())
            .unwrap_or_default();
        let others = known
            .headers
            .iter()
            .map(|(path, fields)| (path.clone(), value_of(fields)));
        let others: Vec<_> = others
            .filter(|(_, value)| *value != most_frequent)
            .collect();
        write_map(text, &variable(name), &quote(&most_frequent), others);
    }
    names.into_iter().collect()
}

fn variable(header: &str) -> String {
    header.replace('-', "_")
}
