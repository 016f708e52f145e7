//! Preconditions (RFC 9110, section 13).

use crate::support::request::{TestRequest, TestResponse};
use crate::{get, site};

fn tag(target: &str) -> String {
    get(target).header("etag").unwrap().to_owned()
}

fn with(name: &str, value: &str) -> TestResponse {
    TestRequest::get("/guide").with(name, value).send(site())
}

#[test]
fn if_none_match_with_the_current_tag_answers_304() {
    let tag = tag("/guide");
    for value in [
        tag.clone(),
        format!("W/{tag}"),
        format!("\"other\", {tag}"),
        format!("\"with,comma\",W/\"weak\" ,\t{tag} , \"more\""),
        format!(",, {tag}"),
        "*".to_owned(),
        " * ".to_owned(),
    ] {
        assert_eq!(with("if-none-match", &value).status, 304, "for `{value}`");
    }
}

#[test]
fn if_none_match_without_the_current_tag_answers_200() {
    let tag = tag("/guide");
    let bare = tag.trim_matches('"');
    for value in [
        "\"other\"".to_owned(),
        bare.to_owned(),
        format!("\"{bare}"),
        format!("w/{tag}"),
        format!("\"a\"x, {tag}"),
        format!("junk, {tag}"),
        String::new(),
    ] {
        assert_eq!(with("if-none-match", &value).status, 200, "for `{value}`");
    }
}

#[test]
fn if_none_match_may_come_in_several_lines() {
    let response = TestRequest::get("/guide")
        .with("if-none-match", "\"other\"")
        .with("if-none-match", &tag("/guide"))
        .send(site());
    assert_eq!(response.status, 304);
}

#[test]
fn a_304_has_tag_vary_and_cache_control_and_nothing_about_a_body() {
    let response = with("if-none-match", "*");
    let mut names: Vec<_> = response
        .headers
        .iter()
        .map(|(name, _)| name.as_str())
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["cache-control", "etag", "vary"]);
    assert!(response.body.is_empty());
}

#[test]
fn the_tag_of_another_encoding_does_not_match() {
    let tag = tag("/guide");
    let response = TestRequest::get("/guide")
        .with("accept-encoding", "br")
        .with("if-none-match", &tag)
        .send(site());
    assert_eq!(response.status, 200);
}

#[test]
fn every_encoding_is_revalidated_by_its_own_tag() {
    for encoding in ["br", "zstd", "gzip", "identity"] {
        let request = TestRequest::get("/guide").with("accept-encoding", encoding);
        let tag = request.send(site()).header("etag").unwrap().to_owned();
        let response = request.with("if-none-match", &tag).send(site());
        assert_eq!(response.status, 304, "for {encoding}");
        assert_eq!(response.header("etag"), Some(tag.as_str()));
    }
}

#[test]
fn head_is_revalidated_like_get() {
    let response = TestRequest::new("HEAD", "/guide")
        .with("if-none-match", "*")
        .send(site());
    assert_eq!(response.status, 304);
}

#[test]
fn if_match_without_the_current_tag_answers_412() {
    let tag = tag("/guide");
    for value in ["\"other\"".to_owned(), format!("W/{tag}"), String::new()] {
        let response = with("if-match", &value);
        assert_eq!(response.status, 412, "for `{value}`");
        assert_eq!(response.header("vary"), Some("Accept-Encoding"));
        assert_eq!(response.header("content-encoding"), None);
    }
}

#[test]
fn if_match_with_the_current_tag_answers_200() {
    let tag = tag("/guide");
    for value in [tag.clone(), format!("\"other\", {tag}"), "*".to_owned()] {
        assert_eq!(with("if-match", &value).status, 200, "for `{value}`");
    }
}

#[test]
fn if_match_is_evaluated_before_if_none_match() {
    let response = TestRequest::get("/guide")
        .with("if-match", "\"other\"")
        .with("if-none-match", &tag("/guide"))
        .send(site());
    assert_eq!(response.status, 412);
}

#[test]
fn dates_are_ignored_because_resources_have_none() {
    let date = "Sun, 06 Nov 2044 08:49:37 GMT";
    assert_eq!(with("if-modified-since", date).status, 200);
    assert_eq!(
        with("if-unmodified-since", "Sun, 06 Nov 1994 08:49:37 GMT").status,
        200
    );
    assert_eq!(get("/guide").header("last-modified"), None);
}

#[test]
fn preconditions_do_not_apply_to_redirects_and_missing_pages() {
    for (target, status) in [("/old", 308), ("/missing", 404), ("/missing.png", 404)] {
        for (name, value) in [("if-none-match", "*"), ("if-match", "\"other\"")] {
            let response = TestRequest::get(target).with(name, value).send(site());
            assert_eq!(response.status, status, "for {target} with {name}");
        }
    }
}
