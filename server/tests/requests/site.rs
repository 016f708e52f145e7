//! A site with each kind of route, at the root and below a base path.

use bindery_fixture::{Blob, asset, page, page_with_twin, redirect, text_asset};
use bindery_server::table::{Site, Target};
use std::sync::OnceLock;

/// The entity tag of `/guide` without a content encoding.
pub(crate) fn tag() -> &'static str {
    match site().table.lookup("/guide").map(|entry| &entry.target) {
        Some(Target::Page(page)) => page.html.identity.etag,
        _ => "",
    }
}

pub(crate) fn site() -> &'static Site {
    static SITE: OnceLock<&'static Site> = OnceLock::new();
    SITE.get_or_init(|| {
        build_site("/", |blob| {
            vec![
                ("/", page(blob, "<h1>Home</h1>")),
                ("/fr/", page(blob, "<h1>Accueil</h1>")),
                ("/guide", page(blob, "<h1>Guide</h1>")),
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
                ("/old", redirect("/guide", 308)),
                ("/older.html", redirect("/guide/first-steps?a=1#top", 301)),
                ("/gone", Target::Gone),
                ("/abroad", redirect("https://example.com/x", 308)),
                ("/evil.example", redirect("/guide", 308)),
                (
                    "/digits.txt",
                    asset(blob, "text/plain; charset=utf-8", b"0123456789"),
                ),
                (
                    "/assets/a-1.js",
                    text_asset(blob, "text/javascript; charset=utf-8", "let a = 1;"),
                ),
            ]
        })
    })
}

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

fn build_site(
    base_path: &'static str,
    routes: impl FnOnce(&mut Blob) -> Vec<(&'static str, Target)>,
) -> &'static Site {
    let fixture = bindery_fixture::build_site(base_path, routes);
    Box::leak(Box::new(Site::new(
        fixture.index,
        fixture.blob,
        fixture.timings,
    )))
}
