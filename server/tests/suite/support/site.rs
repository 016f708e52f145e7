//! The sites that the tests serve.

use bindery_fixture::{
    Blob, CustomHeaders, SiteFixture, asset, build_site_with_headers, hashed_asset, page,
    page_with_twin, redirect, text_asset, with_headers,
};
use bindery_server::table::{HeaderRule, Site, Target};
use std::sync::OnceLock;

/// The length of `/huge.bin`: more bytes than the sockets of both sides hold.
pub(crate) const HUGE: usize = 16 << 20;

/// Header fields for the paths below `/own`, and for one of them.
fn custom_headers() -> CustomHeaders {
    let rules = vec![
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
    ];
    CustomHeaders {
        rules,
        groups: vec![vec![0], vec![0, 1]],
    }
}

/// A site with each kind of route.
pub(crate) fn site() -> &'static Site {
    static SITE: OnceLock<&'static Site> = OnceLock::new();
    SITE.get_or_init(|| leak(build_site_with_headers("/", custom_headers(), routes)))
}

fn routes(blob: &mut Blob) -> Vec<(&'static str, Target)> {
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
}

/// A site under a base path.
pub(crate) fn based_site() -> &'static Site {
    static SITE: OnceLock<&'static Site> = OnceLock::new();
    SITE.get_or_init(|| {
        build_site("/lib/", |blob| {
            vec![
                ("/lib/", page(blob, "<h1>Home</h1>")),
                ("/lib/guide", page(blob, "<h1>Guide</h1>")),
                ("/lib/old", redirect("/lib/guide", 308)),
            ]
        })
    })
}

/// Builds a site that lives as long as the process.
pub(crate) fn build_site(
    base_path: &'static str,
    routes: impl FnOnce(&mut Blob) -> Vec<(&'static str, Target)>,
) -> &'static Site {
    leak(bindery_fixture::build_site(base_path, routes))
}

fn leak(fixture: SiteFixture) -> &'static Site {
    Box::leak(Box::new(Site::new(
        fixture.index,
        fixture.blob,
        fixture.timings,
    )))
}
