//! Redirects of the table, and from other spellings of known paths.

use crate::support::request::TestRequest;
use crate::{based_site, get, site};

#[track_caller]
fn check(target: &str, status: u16, location: &str) {
    let response = get(target);
    assert_eq!(
        (response.status, response.header("location")),
        (status, Some(location)),
        "for `{target}`"
    );
    assert!(response.body.is_empty());
    assert_eq!(response.header("cache-control"), Some("no-cache"));
}

#[test]
fn a_redirect_keeps_the_status_of_the_table() {
    check("/old", 308, "/guide");
    check("/older.html", 301, "/guide/first-steps");
    check("/abroad", 308, "https://example.com/x");
}

#[test]
fn a_redirect_keeps_the_query() {
    check("/old?a=1&b=%20", 308, "/guide?a=1&b=%20");
    check("/old?a=1?b", 308, "/guide?a=1?b");
    check("/old?", 308, "/guide");
    check("/abroad?a=1", 308, "https://example.com/x?a=1");
}

#[test]
fn a_target_keeps_its_own_query_and_a_hash_stays_last() {
    check("/with-query?a=1", 308, "/guide?tab=2");
    check("/with-hash?a=1", 308, "/guide?a=1#top");
    check("/with-both?a=1", 301, "/guide?tab=2#top");
    check("/with-both", 301, "/guide?tab=2#top");
}

#[test]
fn other_spellings_of_a_page_redirect_to_it() {
    for target in [
        "/guide/",
        "/guide//",
        "//guide",
        "/./guide",
        "/x/../guide",
        "/guide.html",
        "/guide/index.html",
        "/guide/index",
        "/%67uide",
        "/guide/index.html/",
        "/guide.html/",
        "/x/%2e%2E/guide",
        "/guide/.",
    ] {
        check(target, 308, "/guide");
    }
    for target in ["//", "/index.html", "/index", "/.", "/x/..", "/index/"] {
        check(target, 308, "/");
    }
    check("/guide/?a=1", 308, "/guide?a=1");
}

#[test]
fn other_spellings_of_a_redirect_lead_to_the_end_in_one_hop() {
    for target in ["/old/", "/old.html", "/old/index.html", "//old", "/%6Fld"] {
        check(target, 308, "/guide");
    }
    check("/with-both/?a=1", 301, "/guide?tab=2#top");
    check("/older.html/", 301, "/guide/first-steps");
}

#[test]
fn percent_encoding_and_unicode_have_one_spelling() {
    check("/caf%c3%a9", 308, "/caf%C3%A9");
    check("/café", 308, "/caf%C3%A9");
    check("/a b", 308, "/a%20b");
    check("/a%20b/", 308, "/a%20b");
    assert_eq!(get("/caf%C3%A9").status, 200);
}

#[test]
fn an_exact_route_wins_over_its_reading_as_a_variant() {
    assert_eq!(get("/exact.html").status, 200);
    assert_eq!(get("/exact.html?a=1").status, 200);
}

#[test]
fn a_file_has_no_html_variants() {
    for target in ["/robots.txt/", "/robots.txt.html", "/robots.txt/index.html"] {
        assert_eq!(get(target).status, 404, "for `{target}`");
    }
    check("//robots.txt", 308, "/robots.txt");
    check("/assets/../robots.txt", 308, "/robots.txt");
}

#[test]
fn no_request_chooses_the_host_of_its_redirect() {
    for target in [
        "//evil.example",
        "///evil.example",
        "/\\evil.example",
        "/%5Cevil.example",
        "/%2F/evil.example",
        "//evil.example/",
        "//evil.example/%2e%2e",
        "/.//evil.example",
        "//evil.example?//x",
        "/%09/evil.example",
    ] {
        let response = get(target);
        let location = response.header("location").unwrap_or("/");
        let is_local = location.starts_with('/') && !location.starts_with("//");
        assert!(
            is_local && !location.contains('\\'),
            "`{target}` led to {location}"
        );
    }
}

#[test]
fn only_known_paths_redirect() {
    for target in [
        "/missing/",
        "/missing.html",
        "//missing",
        "/missing/index.html",
    ] {
        let response = get(target);
        assert_eq!(response.status, 404, "for `{target}`");
        assert_eq!(response.header("location"), None);
    }
}

#[test]
fn a_query_cannot_break_out_of_the_header() {
    check(
        "/old?a=%0d%0aset-cookie:x",
        308,
        "/guide?a=%0d%0aset-cookie:x",
    );
    check("/old?ä b", 308, "/guide?%C3%A4%20b");
    assert_eq!(get("/old?a\r\nb").status, 400);
}

#[test]
fn variants_work_under_a_base_path() {
    for (target, location) in [
        ("/lib", "/lib/"),
        ("/lib/index.html", "/lib/"),
        ("/lib/guide/", "/lib/guide"),
        ("/lib/old/", "/lib/guide"),
    ] {
        let response = TestRequest::get(target).send(based_site());
        assert_eq!(response.status, 308);
        assert_eq!(
            response.header("location"),
            Some(location),
            "for `{target}`"
        );
    }
}

#[test]
fn head_is_redirected_like_get() {
    let response = TestRequest::new("HEAD", "/old").send(site());
    assert_eq!(response.header("location"), Some("/guide"));
}
