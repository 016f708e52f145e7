//! Paths of content that was removed: 410 (Gone).

use crate::get;

#[test]
fn a_gone_path_answers_410_with_the_not_found_page() {
    let gone = get("/gone");
    let unknown = get("/nowhere");
    assert_eq!((gone.status, unknown.status), (410, 404));
    assert_eq!(gone.text(), unknown.text());
    assert!(gone.text().contains("Page Not Found"));
    for header in [
        "content-type",
        "cache-control",
        "content-security-policy",
        "vary",
    ] {
        assert_eq!(gone.header(header), unknown.header(header), "{header}");
    }
    assert_eq!(gone.header("etag"), None);
}

#[test]
fn other_spellings_lead_to_the_gone_path() {
    for variant in ["/gone/", "/gone.html", "/gone/index.html"] {
        let response = get(variant);
        assert_eq!(response.status, 308, "{variant}");
        assert_eq!(response.header("location"), Some("/gone"), "{variant}");
    }
}

#[test]
fn its_payload_is_that_of_an_unknown_path() {
    let payload = get("/_bindery/page/gone");
    assert_eq!(payload.status, 404);
    assert_eq!(payload.text(), get("/_bindery/page/nowhere").text());
}
