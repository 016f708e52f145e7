//! Freshness (RFC 9111).

use crate::support::request::TestRequest;
use crate::{get, site};

#[test]
fn hashed_files_are_cached_for_a_year() {
    let response = get("/assets/app-1a2b.js");
    assert_eq!(
        response.header("cache-control"),
        Some("max-age=31536000, immutable")
    );
}

#[test]
fn everything_else_is_revalidated() {
    for target in [
        "/guide",
        "/robots.txt",
        "/_bindery/page/guide",
        "/missing",
        "/missing.png",
        "/old",
    ] {
        assert_eq!(
            get(target).header("cache-control"),
            Some("no-cache"),
            "for `{target}`"
        );
    }
}

#[test]
fn vary_is_sent_with_every_response_for_a_resource_with_variants() {
    let requests = [
        (TestRequest::get("/guide"), 200),
        (
            TestRequest::get("/guide").with("accept-encoding", "br"),
            200,
        ),
        (
            TestRequest::get("/guide").with("accept-encoding", "identity"),
            200,
        ),
        (TestRequest::get("/guide").with("if-none-match", "*"), 304),
        (TestRequest::get("/guide").with("range", "bytes=0-0"), 206),
        (TestRequest::get("/guide").with("range", "bytes=999-"), 416),
        (TestRequest::get("/guide").with("if-match", "\"x\""), 412),
        (TestRequest::get("/missing"), 404),
        (TestRequest::get("/_bindery/page/missing"), 404),
    ];
    for (request, status) in requests {
        let response = request.send(site());
        assert_eq!(response.status, status);
        assert_eq!(
            response.header("vary"),
            Some("Accept-Encoding"),
            "with {status}"
        );
    }
}
