//! Ranges (RFC 9110, section 14).

use crate::support::request::{TestRequest, TestResponse};
use crate::{get, site};

fn ranged(target: &str, range: &str) -> TestResponse {
    TestRequest::get(target).with("range", range).send(site())
}

#[track_caller]
fn check_part(range: &str, content_range: &str, body: &str) {
    let response = ranged("/digits.txt", range);
    assert_eq!(response.status, 206, "for `{range}`");
    assert_eq!(response.header("content-range"), Some(content_range));
    assert_eq!(response.text(), body);
}

#[test]
fn one_range_answers_206_with_that_part() {
    check_part("bytes=0-3", "bytes 0-3/10", "0123");
    check_part("bytes=3-3", "bytes 3-3/10", "3");
    check_part("bytes=4-", "bytes 4-9/10", "456789");
    check_part("bytes=-3", "bytes 7-9/10", "789");
    check_part("bytes=-99", "bytes 0-9/10", "0123456789");
    check_part("bytes=8-99", "bytes 8-9/10", "89");
    check_part("BYTES = 0-0", "bytes 0-0/10", "0");
    check_part("bytes=,0-1,", "bytes 0-1/10", "01");
    check_part(
        "bytes=0-99999999999999999999999",
        "bytes 0-9/10",
        "0123456789",
    );
}

#[test]
fn a_range_outside_the_body_answers_416_with_the_length() {
    for range in [
        "bytes=10-",
        "bytes=10-12",
        "bytes=-0",
        "bytes=99999999999999999999999-",
    ] {
        let response = ranged("/digits.txt", range);
        assert_eq!(response.status, 416, "for `{range}`");
        assert_eq!(response.header("content-range"), Some("bytes */10"));
    }
    assert_eq!(ranged("/empty.txt", "bytes=0-").status, 416);
}

#[test]
fn several_ranges_get_the_whole_body() {
    for range in ["bytes=0-1,4-5", "bytes=0-1, -1", "bytes=99-,98-"] {
        let response = ranged("/digits.txt", range);
        assert_eq!(response.status, 200, "for `{range}`");
        assert_eq!(response.text(), "0123456789");
        assert_eq!(response.header("content-range"), None);
    }
}

#[test]
fn a_malformed_range_is_ignored() {
    for range in [
        "bytes",
        "bytes=",
        "bytes=-",
        "bytes=a-b",
        "bytes=5-2",
        "bytes=1",
        "bytes=+1-2",
        "lines=0-1",
        "bytes=0x1-2",
        "=0-1",
        "bytes=--1",
        "bytes=1-2-3",
        "",
    ] {
        assert_eq!(ranged("/digits.txt", range).status, 200, "for `{range}`");
    }
    let two_lines = TestRequest::get("/digits.txt")
        .with("range", "bytes=0-1")
        .with("range", "bytes=2-3")
        .send(site());
    assert_eq!(two_lines.status, 200);
    assert_eq!(ranged("/empty.txt", "bytes=-5").status, 200);
}

#[test]
fn a_range_is_of_the_encoded_bytes() {
    let whole = TestRequest::get("/guide")
        .with("accept-encoding", "br")
        .send(site());
    let part = TestRequest::get("/guide")
        .with("accept-encoding", "br")
        .with("range", "bytes=1-2")
        .send(site());
    assert_eq!(part.status, 206);
    assert_eq!(part.body, whole.body.slice(1..3));
    let total = whole.body.len();
    assert_eq!(
        part.header("content-range"),
        Some(format!("bytes 1-2/{total}").as_str())
    );
    for name in [
        "content-encoding",
        "etag",
        "vary",
        "cache-control",
        "content-type",
    ] {
        assert_eq!(part.header(name), whole.header(name), "{name}");
    }
}

#[test]
fn if_range_with_the_current_strong_tag_lets_the_range_apply() {
    let tag = get("/digits.txt").header("etag").unwrap().to_owned();
    let statuses = [
        (tag.clone(), 206),
        (format!("W/{tag}"), 200),
        ("\"other\"".to_owned(), 200),
        (format!("{tag}, \"other\""), 200),
        ("Sun, 06 Nov 1994 08:49:37 GMT".to_owned(), 200),
        (String::new(), 200),
    ];
    for (value, status) in statuses {
        let response = TestRequest::get("/digits.txt")
            .with("range", "bytes=0-1")
            .with("if-range", &value)
            .send(site());
        assert_eq!(response.status, status, "for `{value}`");
    }
}

#[test]
fn a_failed_if_range_turns_416_into_200() {
    let response = TestRequest::get("/digits.txt")
        .with("range", "bytes=99-")
        .with("if-range", "\"other\"")
        .send(site());
    assert_eq!(response.status, 200);
}

#[test]
fn if_none_match_is_evaluated_before_the_range() {
    let response = TestRequest::get("/digits.txt")
        .with("range", "bytes=0-1")
        .with("if-none-match", "*")
        .send(site());
    assert_eq!(response.status, 304);
}

#[test]
fn head_ignores_ranges() {
    let response = TestRequest::new("HEAD", "/digits.txt")
        .with("range", "bytes=0-1")
        .send(site());
    assert_eq!(response.status, 200);
    assert_eq!(response.header("content-range"), None);
}

#[test]
fn missing_pages_and_redirects_ignore_ranges() {
    assert_eq!(ranged("/missing", "bytes=0-1").status, 404);
    assert_eq!(ranged("/old", "bytes=0-1").status, 308);
}

#[test]
fn whole_and_partial_responses_have_accept_ranges() {
    assert_eq!(get("/guide").header("accept-ranges"), Some("bytes"));
    let part = ranged("/guide", "bytes=0-0");
    assert_eq!(part.header("accept-ranges"), Some("bytes"));
    let unsatisfiable = ranged("/guide", "bytes=9999-");
    assert_eq!(unsatisfiable.header("vary"), Some("Accept-Encoding"));
}
