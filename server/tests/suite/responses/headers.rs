//! Security headers and media types.

use crate::build_site;
use crate::support::request::TestRequest;
use crate::{get, site};
use bindery_fixture::{asset, empty_table, page};
use bindery_server::table::Site;

const POLICY: &str = "default-src 'none'; script-src 'self' 'sha256-AAAA'; style-src 'self'; img-src 'self'; \
    font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; \
    object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

#[test]
fn documents_carry_the_strict_policy_with_the_hashes_of_the_site() {
    for target in ["/", "/guide", "/missing", "/exact.html"] {
        let response = get(target);
        assert_eq!(
            response.header("content-security-policy"),
            Some(POLICY),
            "for `{target}`"
        );
        assert!(!POLICY.contains("unsafe"));
    }
}

#[test]
fn svg_files_run_no_scripts() {
    let response = get("/img/logo.svg");
    let policy = response.header("content-security-policy").unwrap();
    assert!(policy.contains("script-src 'none'"));
}

#[test]
fn every_response_with_a_body_forbids_sniffing_and_limits_the_referrer() {
    for target in [
        "/",
        "/missing",
        "/missing.png",
        "/robots.txt",
        "/assets/app-1a2b.js",
        "/old",
        "/..",
        "/_bindery/page/old",
    ] {
        let response = get(target);
        assert_eq!(
            response.header("x-content-type-options"),
            Some("nosniff"),
            "for `{target}`"
        );
        assert_eq!(
            response.header("referrer-policy"),
            Some("strict-origin-when-cross-origin")
        );
    }
}

#[test]
fn the_media_type_is_that_of_the_table_in_every_encoding() {
    for encoding in ["br", "identity"] {
        let response = TestRequest::get("/assets/app-1a2b.js")
            .with("accept-encoding", encoding)
            .send(site());
        assert_eq!(
            response.header("content-type"),
            Some("text/javascript; charset=utf-8")
        );
    }
}

#[test]
fn bodies_are_slices_of_the_blob() {
    let response = get("/assets/large-3c4d.js");
    let blob = site().blob.as_ptr_range();
    assert!(blob.contains(&response.body.as_ptr()));
}

#[test]
fn a_site_without_pages_answers_404() {
    assert_eq!(TestRequest::get("/").send(leak(empty_site())).status, 404);
}

#[test]
fn a_table_that_does_not_match_its_blob_is_a_server_error_and_no_panic() {
    use bindery_server::table::{Body, Resource, Storage};
    const OUTSIDE_ASSETS: Body = Body {
        offset: u64::MAX,
        len: 2,
        etag: "\"x\"",
        storage: Storage::Blob,
    };
    let mut site = empty_site();
    let outside = |resource: &mut Resource| resource.identity = OUTSIDE_ASSETS;
    outside(&mut site.index.not_found.html);
    outside(&mut site.index.not_found.payload);
    let response = TestRequest::get("/").send(leak(site));
    assert_eq!(response.status, 500);
    assert!(response.text().starts_with("BUG"));
}

#[test]
fn documents_whose_fields_depend_on_save_data_say_so_to_caches() {
    let site = build_site("/", |blob| {
        vec![
            ("/guide", page(blob, "<h1>Guide</h1>")),
            (
                "/_bindery/rules.speculationrules",
                asset(blob, "application/speculationrules+json", b"{}"),
            ),
            ("/a.txt", asset(blob, "text/plain; charset=utf-8", b"a")),
        ]
    });
    for (save_data, rules) in [("on", None), ("off", Some(())), ("", Some(()))] {
        let request = TestRequest::get("/guide").with("save-data", save_data);
        let response = request.send(site);
        assert_eq!(response.header("speculation-rules").map(drop), rules);
        let vary = response.header("vary").unwrap_or_default();
        assert!(vary.ends_with("Save-Data"), "{save_data}: {vary}");
    }
    let file = TestRequest::get("/a.txt").send(site);
    assert_eq!(file.header("vary"), None);
    let without = TestRequest::get("/guide").send(crate::site());
    assert_eq!(without.header("vary"), Some("Accept-Encoding"));
}

fn empty_site() -> Site {
    Site::new(empty_table(), &[], "")
}

fn leak(site: Site) -> &'static Site {
    Box::leak(Box::new(site))
}
