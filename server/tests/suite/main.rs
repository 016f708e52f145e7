//! Integration tests of the server against a small site that [`site`] builds, one module for each concern.

#![allow(
    clippy::unwrap_used,
    reason = "a test's helpers may panic like the test"
)]

mod carrying;
#[cfg(feature = "author")]
mod check_command;
mod cli;
mod configuring;
mod connections;
mod exporting;
mod exporting_nginx;
mod observing;
mod responses;
#[cfg(feature = "tls")]
mod tls;

use bindery_server::table::{HeaderRule, Site, Target};
use bindery_server::testing::{
    TestRequest, TestResponse, asset, bind, bind_with_headers, hashed_asset, page, page_with_twin,
    redirect, text_asset, with_headers,
};
use std::sync::OnceLock;

/// More bytes than the sockets of both sides hold.
const HUGE: usize = 16 << 20;

/// Header fields of the site's own: for all of its paths but most, and for one.
fn own_headers() -> Vec<HeaderRule> {
    vec![
        HeaderRule {
            patterns: vec!["/own*"],
            fields: vec![
                ("x-own", "a"),
                ("cache-control", "public, max-age=60"),
                ("referrer-policy", ""),
                ("speculation-rules", ""),
            ],
            policy: vec!["img-src https://a.example"],
        },
        HeaderRule {
            patterns: vec!["/own/embed"],
            fields: vec![("x-own", "b")],
            policy: vec!["frame-ancestors https://b.example"],
        },
    ]
}

/// A site with one of each kind.
fn site() -> &'static Site {
    static SITE: OnceLock<&'static Site> = OnceLock::new();
    SITE.get_or_init(|| {
        bind_with_headers("/", (own_headers(), vec![vec![0], vec![0, 1]]), |blob| {
            vec![
                ("/", page(blob, "<h1>Home</h1>")),
                ("/own", with_headers(page(blob, "<h1>Own</h1>"), 1)),
                ("/own/embed", with_headers(page(blob, "<h1>Embed</h1>"), 2)),
                (
                    "/own.txt",
                    with_headers(asset(blob, "text/plain; charset=utf-8", b"own text"), 1),
                ),
                ("/guide", page(blob, "<h1>Guide</h1>")),
                ("/fr/", page(blob, "<h1>Accueil</h1>")),
                ("/guide/first-steps", page(blob, "<h1>First steps</h1>")),
                (
                    "/twinned",
                    page_with_twin(blob, "<h1>Twinned</h1>", "/twinned.md"),
                ),
                (
                    "/twinned.md",
                    text_asset(blob, "text/markdown; charset=utf-8", "# Twinned"),
                ),
                ("/caf%C3%A9", page(blob, "<h1>Café</h1>")),
                ("/a%20b", page(blob, "<h1>A b</h1>")),
                ("/old", redirect("/guide", 308)),
                ("/older.html", redirect("/guide/first-steps", 301)),
                ("/with-query", redirect("/guide?tab=2", 308)),
                ("/with-hash", redirect("/guide#top", 308)),
                ("/with-both", redirect("/guide?tab=2#top", 301)),
                ("/gone", Target::Gone),
                ("/abroad", redirect("https://example.com/x", 308)),
                ("/evil.example", redirect("/guide", 308)),
                (
                    "/exact.html",
                    asset(blob, "text/html; charset=utf-8", b"<p>As it is</p>"),
                ),
                (
                    "/robots.txt",
                    asset(blob, "text/plain; charset=utf-8", b"User-agent: *\n"),
                ),
                (
                    "/digits.txt",
                    asset(blob, "text/plain; charset=utf-8", b"0123456789"),
                ),
                ("/empty.txt", asset(blob, "text/plain; charset=utf-8", b"")),
                (
                    "/huge.bin",
                    asset(blob, "application/octet-stream", &vec![0; HUGE]),
                ),
                ("/img/logo.svg", asset(blob, "image/svg+xml", b"<svg/>")),
                (
                    "/assets/app-1a2b.js",
                    hashed_asset(blob, "text/javascript; charset=utf-8", "let app = 1;"),
                ),
                (
                    "/assets/large-3c4d.js",
                    hashed_asset(blob, "text/javascript; charset=utf-8", &"x".repeat(300_000)),
                ),
            ]
        })
    })
}

/// The same kinds under a base path.
fn based_site() -> &'static Site {
    static SITE: OnceLock<&'static Site> = OnceLock::new();
    SITE.get_or_init(|| {
        bind("/lib/", |blob| {
            vec![
                ("/lib/", page(blob, "<h1>Home</h1>")),
                ("/lib/guide", page(blob, "<h1>Guide</h1>")),
                ("/lib/old", redirect("/lib/guide", 308)),
            ]
        })
    })
}

fn get(target: &str) -> TestResponse {
    TestRequest::get(target).send(site())
}
