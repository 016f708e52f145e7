//! The payloads of client navigation: `{base}_bindery/page{path}`.

use crate::support::request::{TestRequest, TestResponse};
use crate::{based_site, get, site};

#[track_caller]
fn check_redirect(response: &TestResponse, to: &str) {
    assert_eq!(response.status, 200);
    let expected = format!(r#"{{"build":"build-0","redirect":"{to}"}}"#);
    assert_eq!(response.text(), expected);
    assert_eq!(response.header("content-type"), Some("application/json"));
    assert_eq!(response.header("cache-control"), Some("no-cache"));
}

#[test]
fn a_page_has_a_payload() {
    for (path, title) in [
        ("/", "Home"),
        ("/guide", "Guide"),
        ("/caf%C3%A9", "Café"),
        ("/guide?a=1", "Guide"),
    ] {
        let response = get(&format!("/_bindery/page{path}"));
        assert_eq!(response.status, 200, "for `{path}`");
        assert!(response.text().contains(title));
        assert_eq!(response.header("content-type"), Some("application/json"));
        assert_eq!(response.header("vary"), Some("Accept-Encoding"));
    }
}

#[test]
fn a_payload_is_negotiated_and_revalidated() {
    let request = TestRequest::get("/_bindery/page/guide").with("accept-encoding", "br");
    let response = request.send(site());
    assert_eq!(response.header("content-encoding"), Some("br"));
    let tag = response.header("etag").unwrap();
    assert_eq!(request.with("if-none-match", tag).send(site()).status, 304);
}

#[test]
fn the_payload_of_a_redirect_names_its_target() {
    check_redirect(&get("/_bindery/page/old"), "/guide");
    check_redirect(&get("/_bindery/page/old?a=1"), "/guide");
    check_redirect(&get("/_bindery/page/with-both"), "/guide?tab=2#top");
    check_redirect(&get("/_bindery/page/abroad"), "https://example.com/x");
}

#[test]
fn the_payload_of_another_spelling_names_the_canonical_path() {
    for path in [
        "/guide/",
        "/guide.html",
        "//guide",
        "/guide/index.html",
        "/old/",
        "/%67uide",
    ] {
        check_redirect(&get(&format!("/_bindery/page{path}")), "/guide");
    }
    check_redirect(&get("/_bindery/page/index.html"), "/");
    check_redirect(&get("/_bindery/page//"), "/");
}

#[test]
fn the_payload_of_a_redirect_has_a_tag() {
    let response = get("/_bindery/page/old");
    let tag = response.header("etag").unwrap();
    let other = get("/_bindery/page/abroad");
    assert_ne!(Some(tag), other.header("etag"));
    let revalidated = TestRequest::get("/_bindery/page/old")
        .with("if-none-match", tag)
        .send(site());
    assert_eq!(revalidated.status, 304);
    assert_eq!(revalidated.header("etag"), Some(tag));
}

#[test]
fn the_payload_of_an_unknown_path_is_that_of_the_not_found_page() {
    for path in ["/missing", "/missing/", "/%ff", "/missing.png"] {
        let response = get(&format!("/_bindery/page{path}"));
        assert_eq!(response.status, 404, "for `{path}`");
        assert!(response.text().contains("Page Not Found"));
        assert_eq!(response.header("content-type"), Some("application/json"));
        assert_eq!(response.header("vary"), Some("Accept-Encoding"));
    }
}

#[test]
fn everything_else_under_bindery_is_a_plain_404() {
    for target in [
        "/_bindery/",
        "/_bindery/page",
        "/_bindery/pages/guide",
        "/_bindery/x.json",
        "/_bindery/page/robots.txt",
        "/_bindery/unknown.json",
    ] {
        let response = get(target);
        assert_eq!(response.status, 404, "for `{target}`");
        assert_eq!(
            response.header("content-type"),
            Some("text/plain; charset=utf-8")
        );
    }
}

#[test]
fn refused_paths_are_refused_in_payloads_too() {
    assert_eq!(get("/_bindery/page/../../x").status, 400);
    assert_eq!(get("/_bindery/page/%00").status, 400);
}

#[test]
fn payloads_are_below_the_base_path_and_name_paths_without_it() {
    let fetch = |target| TestRequest::get(target).send(based_site());
    assert!(fetch("/lib/_bindery/page/").text().contains("Home"));
    assert!(fetch("/lib/_bindery/page/guide").text().contains("Guide"));
    check_redirect(&fetch("/lib/_bindery/page/old"), "/lib/guide");
    check_redirect(&fetch("/lib/_bindery/page/guide/"), "/lib/guide");
    let outside = fetch("/_bindery/page/guide");
    assert_eq!(
        outside.header("content-type"),
        Some("text/html; charset=utf-8")
    );
}
