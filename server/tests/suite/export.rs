//! The site as files for other servers.

use crate::support::request::TestRequest;
use crate::{based_site, site};
use bindery_server::export::{ExportFile, Host, export};
use bindery_server::table::{Site, Target};
use std::collections::BTreeMap;

fn exported(site: &'static Site, host: Host) -> BTreeMap<String, Vec<u8>> {
    let files = export(site, host).unwrap();
    let files = files
        .into_iter()
        .map(|ExportFile { path, bytes }| (path, bytes.into_owned()));
    files.collect()
}

/// A static file server: a path's file, with `.html` or as a folder.
fn serve<'f>(files: &'f BTreeMap<String, Vec<u8>>, path: &str) -> Option<&'f Vec<u8>> {
    let name = percent_encoding::percent_decode_str(path.trim_start_matches('/'));
    let name = name.decode_utf8().unwrap();
    [
        name.to_string(),
        format!("{name}.html"),
        format!("{name}index.html"),
    ]
    .iter()
    .find_map(|name| files.get(name.as_str()))
}

#[test]
fn every_route_of_the_table_is_a_file_with_the_same_bytes() {
    for site in [site(), based_site()] {
        let files = exported(site, Host::Plain);
        for entry in &site.table.entries {
            let response = TestRequest::get(entry.path).send(site);
            match &entry.target {
                Target::Page(_) | Target::Asset(_) => {
                    assert_eq!(
                        serve(&files, entry.path),
                        Some(&response.body.to_vec()),
                        "{}",
                        entry.path
                    );
                }
                Target::Redirect { to, .. } => {
                    let page =
                        String::from_utf8(serve(&files, entry.path).unwrap().clone()).unwrap();
                    assert!(page.contains(&format!("content=\"0; url={to}\"")), "{page}");
                }
                Target::Gone => assert_eq!(serve(&files, entry.path), None),
            }
        }
    }
}

#[test]
fn compressed_copies_are_beside_their_files() {
    let files = exported(site(), Host::Plain);
    for (encoding, extension) in [("br", "br"), ("zstd", "zst"), ("gzip", "gz")] {
        let response = TestRequest::get("/guide")
            .with("accept-encoding", encoding)
            .send(site());
        assert_eq!(
            files[&format!("guide.html.{extension}")],
            response.body.to_vec()
        );
    }
}

#[test]
fn nginx_gets_no_copies_that_it_cannot_serve() {
    let files = exported(site(), Host::Nginx);
    let count = |end: &str| files.keys().filter(|path| path.ends_with(end)).count();
    assert_eq!(count(".zst"), 0);
    assert!(count(".br") > 0 && count(".gz") > 0);
}

#[test]
fn pages_and_redirects_have_payloads_for_the_client() {
    let files = exported(site(), Host::Plain);
    for (file, path) in [
        ("_bindery/page/index.json", "/_bindery/page/"),
        ("_bindery/page/guide.json", "/_bindery/page/guide"),
        (
            "_bindery/page/guide/first-steps.json",
            "/_bindery/page/guide/first-steps",
        ),
        ("_bindery/page/old.json", "/_bindery/page/old"),
    ] {
        let response = TestRequest::get(path).send(site());
        assert_eq!(files[file], response.body.to_vec(), "{file}");
    }
}

#[test]
fn unknown_paths_have_a_page_in_each_language() {
    let files = exported(site(), Host::Plain);
    assert_eq!(
        files["404.html"],
        TestRequest::get("/missing").send(site()).body.to_vec()
    );
    assert_eq!(
        files["fr/404.html"],
        TestRequest::get("/fr/missing").send(site()).body.to_vec()
    );
}

#[test]
fn each_host_is_configured_with_every_redirect_and_the_policy() {
    for (host, name) in [
        (Host::Nginx, "nginx.conf"),
        (Host::Caddy, "Caddyfile"),
        (Host::Netlify, "_redirects"),
        (Host::Cloudflare, "_redirects"),
    ] {
        let files = exported(site(), host);
        let text = String::from_utf8(files[name].clone()).unwrap();
        for from in ["/old", "/older.html", "/with-both"] {
            assert!(text.contains(from), "{name} lacks {from}:\n{text}");
        }
        let headers = files.get("_headers").unwrap_or(&files[name]);
        let headers = String::from_utf8(headers.clone()).unwrap();
        let policy = TestRequest::get("/guide").send(site());
        let policy = policy.header("content-security-policy").unwrap();
        assert!(
            headers.contains(policy),
            "{name} lacks the policy:\n{headers}"
        );
        assert!(headers.contains("max-age=31536000, immutable"), "{headers}");
        assert!(!headers.contains("add_header etag"), "{headers}");
        assert!(!headers.contains("etag:"), "{headers}");
        assert!(!files.contains_key("old.html"), "the host redirects");
    }
}

#[test]
fn braces_of_the_nginx_configuration_match() {
    let text =
        String::from_utf8(exported(based_site(), Host::Nginx)["nginx.conf"].clone()).unwrap();
    let unquoted: String = text.split('"').step_by(2).collect();
    assert_eq!(
        unquoted.matches('{').count(),
        unquoted.matches('}').count(),
        "{text}"
    );
    assert!(text.contains("\"/lib/old\" \"/lib/guide\";"), "{text}");
}

#[test]
fn each_host_is_configured_with_the_custom_headers() {
    let text = |host, name: &str| String::from_utf8(exported(site(), host)[name].clone()).unwrap();
    let policy = TestRequest::get("/own/embed").send(site());
    let policy = policy.header("content-security-policy").unwrap();
    for (host, name, lines) in [
        (Host::Nginx, "nginx.conf", vec!["add_header x-own "]),
        (
            Host::Caddy,
            "Caddyfile",
            vec![
                "header \"/own\" x-own \"a\"",
                "header \"/own\" -referrer-policy",
            ],
        ),
        (
            Host::Netlify,
            "_headers",
            vec![
                "\n/own*\n",
                "\n  ! referrer-policy\n",
                "\n  x-own: a\n",
                "\n/own/embed\n",
                "\n  x-own: b\n",
            ],
        ),
        (
            Host::Cloudflare,
            "_headers",
            vec!["\n/own*\n", "\n  x-own: b\n"],
        ),
    ] {
        let text = text(host, name);
        for line in lines.into_iter().chain([policy]) {
            assert!(text.contains(line), "{name} lacks {line}:\n{text}");
        }
    }
}
