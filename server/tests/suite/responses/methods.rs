//! Methods other than GET.

use crate::site;
use crate::support::request::TestRequest;

#[test]
fn head_has_the_headers_of_get() {
    for target in [
        "/",
        "/guide",
        "/old",
        "/missing",
        "/missing.png",
        "/assets/app-1a2b.js",
        "/_bindery/page/old",
    ] {
        let get = TestRequest::new("GET", target).send(site());
        let head = TestRequest::new("HEAD", target).send(site());
        assert_eq!(head.status, get.status);
        assert_eq!(head.headers, get.headers, "for `{target}`");
    }
}

#[test]
fn other_methods_answer_405_and_name_the_allowed_ones() {
    for method in [
        "POST", "PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "PROPFIND", "get",
    ] {
        for target in ["/guide", "/missing", "/old", "/_bindery/page/guide", "*"] {
            let response = TestRequest::new(method, target).send(site());
            assert_eq!(response.status, 405, "for {method} {target}");
            assert_eq!(response.header("allow"), Some("GET, HEAD"));
        }
    }
}

#[test]
fn options_answers_204_and_names_the_allowed_ones() {
    for target in ["*", "/guide", "/missing"] {
        let response = TestRequest::new("OPTIONS", target).send(site());
        assert_eq!(response.status, 204);
        assert_eq!(response.header("allow"), Some("GET, HEAD"));
        assert!(response.body.is_empty());
    }
}
