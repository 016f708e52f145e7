//! The configuration of Caddy.

use super::config_input::{ConfigInput, decoded_path, quote};
use super::header_variants::{FileClass, class_headers, header_variants, links};
use super::site_files::sorted_entries;
use crate::table::Target;
use std::fmt::Write;

/// The `Caddyfile`. Everything is inside one `route`, where Caddy keeps the order of the lines: a line for one path overrides
/// a line for all paths, and the path of the request decides which header fields apply.
pub(super) fn caddyfile(input: &ConfigInput<'_>) -> String {
    let base = input.site.base_path;
    let mut text = ":8080 {\n    root * .\n".to_owned();
    let _ = writeln!(
        text,
        "    @hashed path {base}assets/*\n    @payload path {base}_bindery/page/*\n    \
         @pages {{\n        not path {base}assets/* {base}_bindery/*\n    }}\n    \
         @own path {base}404.html {base}Caddyfile *.br *.gz *.zst\n    \
         @slash path_regexp slash ^(.+)/$\n    @html path_regexp html ^(.+)\\.html$\n    route {{"
    );
    caddy_redirects(&mut text, input);
    text.push_str(
        "        header {\n            vary \"Accept-Encoding\"\n            defer\n        }\n",
    );
    for kind in FileClass::ALL {
        let usual = class_headers(input, kind);
        let matcher = match kind {
            FileClass::Page => "pages",
            kind => kind.name(),
        };
        let _ = writeln!(text, "        header @{matcher} {{");
        write_caddy_headers(&mut text, &usual);
        text.push_str("        }\n");
        for one in header_variants(input.responses, kind, &usual) {
            for (path, value) in &one.values {
                let path = quote(&decoded_path(path));
                let _ = match value.as_str() {
                    "" => writeln!(text, "        header {path} -{}", one.name),
                    value => writeln!(text, "        header {path} {} {}", one.name, quote(value)),
                };
            }
        }
    }
    for (path, link) in links(input) {
        let path = quote(&decoded_path(path));
        let _ = writeln!(text, "        header {path} link {}", quote(&link));
    }
    for (path, media_type) in unhashed_files(input) {
        let path = quote(&decoded_path(path));
        let media_type = quote(media_type);
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

/// Redirects with their header fields, redirects from other spellings of page paths, and paths that are gone.
fn caddy_redirects(text: &mut String, input: &ConfigInput<'_>) {
    let first = input.redirects.first();
    let mut fields = first.map_or(Vec::new(), |redirect| {
        input.responses.default_headers(redirect.from)
    });
    fields.retain(|(name, _)| name != "location");
    text.push_str("        header {\n");
    write_caddy_headers(text, &fields);
    text.push_str("        }\n");
    for redirect in input.redirects {
        let _ = writeln!(
            text,
            "        redir {} {} {}",
            quote(&decoded_path(redirect.from)),
            quote(redirect.to),
            redirect.status
        );
    }
    let base = input.site.base_path;
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
    for path in input.gone {
        let _ = writeln!(text, "        error {} 410", quote(&decoded_path(path)));
    }
}

/// Files that are neither hashed nor Markdown copies of pages, and their media types.
fn unhashed_files(input: &ConfigInput<'_>) -> Vec<(&'static str, &'static str)> {
    let hashed = format!("{}assets/", input.site.base_path);
    let entries = sorted_entries(input.site).into_iter();
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
        let _ = writeln!(text, "            {name} {}", quote(value));
    }
}
