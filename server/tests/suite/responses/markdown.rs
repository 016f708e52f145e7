//! Which media type of a page is sent: HTML or Markdown (RFC 9110, section 12.5.1).

use crate::support::request::{TestRequest, TestResponse};
use crate::{get, site};

/// The page with a twin.
const PAGE: &str = "/twinned";

fn accepting(lines: &[&str]) -> TestResponse {
    let request = TestRequest::get(PAGE);
    let request = lines
        .iter()
        .fold(request, |request, line| request.with("accept", line));
    request.send(site())
}

#[track_caller]
fn check(accept: &str, expected: &str) {
    let response = accepting(&[accept]);
    let media_type = format!("text/{expected}; charset=utf-8");
    assert_eq!(response.status, 200);
    assert_eq!(
        response.header("content-type"),
        Some(media_type.as_str()),
        "for `{accept}`"
    );
    assert_eq!(response.header("vary"), Some("Accept, Accept-Encoding"));
}

#[test]
fn browsers_get_html() {
    check(
        "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
        "html",
    );
    check(
        "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        "html",
    );
    check("*/*", "html");
    check("", "html");
    check("text/*", "html");
    check("application/json", "html");
    assert_eq!(
        get(PAGE).header("content-type"),
        Some("text/html; charset=utf-8")
    );
}

#[test]
fn clients_that_accept_markdown_get_it() {
    check("text/markdown", "markdown");
    check("TEXT/Markdown", "markdown");
    check("text/markdown, text/html, */*", "markdown");
    check("text/markdown, text/html;q=0.9", "markdown");
    check("text/markdown;q=0.5", "markdown");
    check(
        "text/markdown;variant=GFM;q=0.8, text/html;q=0.7",
        "markdown",
    );
    check("text/markdown;charset=utf-8", "markdown");
    check("text/markdown;q=0.9, text/*;q=0.8, */*;q=0.1", "markdown");
}

#[test]
fn qualities_are_respected() {
    check("text/markdown;q=0.1, text/html", "html");
    check("text/markdown;q=0.1, text/*", "html");
    check("text/markdown;q=0.1, */*", "html");
    check("text/markdown;q=0", "html");
    check("text/markdown;q=0.0, */*;q=0.5", "html");
    check("text/markdown;q=2, text/html;q=0.1", "html");
    check("text/markdown;q=0.5, text/html;q=0.4, */*", "markdown");
    check("application/markdown", "html");
    check("text/x-markdown", "html");
}

#[test]
fn several_lines_count_as_one() {
    let response = accepting(&["text/html;q=0.2", "text/markdown;q=0.3"]);
    assert_eq!(response.text(), "# Twinned");
    let response = accepting(&["text/markdown;q=0.2", "text/html;q=0.3"]);
    assert_eq!(response.text(), "<h1>Twinned</h1>");
}

#[test]
fn the_document_says_where_its_twin_is() {
    let link = "</twinned.md>; rel=\"alternate\"; type=\"text/markdown\"";
    assert_eq!(get(PAGE).header("link"), Some(link));
    assert_eq!(accepting(&["text/markdown"]).header("link"), None);
    assert_eq!(get("/guide").header("link"), None);
    assert_eq!(get("/twinned.md").header("x-robots-tag"), None);
}

#[test]
fn a_page_without_a_twin_is_html_for_everyone() {
    let response = TestRequest::get("/guide")
        .with("accept", "text/markdown")
        .send(site());
    assert_eq!(
        response.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    assert_eq!(response.header("vary"), Some("Accept-Encoding"));
}

#[test]
fn a_twin_has_its_own_address() {
    let response = TestRequest::get("/twinned.md")
        .with("accept", "text/html")
        .send(site());
    assert_eq!(
        response.header("content-type"),
        Some("text/markdown; charset=utf-8")
    );
    assert_eq!(response.text(), "# Twinned");
}

#[test]
fn tags_and_ranges_are_those_of_the_form_that_is_sent() {
    let html = get(PAGE);
    let markdown = accepting(&["text/markdown"]);
    let (html_tag, tag) = (
        html.header("etag").unwrap(),
        markdown.header("etag").unwrap(),
    );
    assert_ne!(html_tag, tag);
    let asking = |accept: &str, tag: &str| {
        let request = TestRequest::get(PAGE).with("accept", accept);
        request.with("if-none-match", tag).send(site())
    };
    let same = asking("text/markdown", tag);
    assert_eq!(same.status, 304);
    assert_eq!(same.header("vary"), Some("Accept, Accept-Encoding"));
    assert_eq!(same.header("etag"), Some(tag));
    assert_eq!(asking("text/markdown", html_tag).status, 200);
    assert_eq!(asking("text/html", tag).status, 200);
    assert_eq!(asking("text/html", html_tag).status, 304);

    let part = TestRequest::get(PAGE)
        .with("accept", "text/markdown")
        .with("range", "bytes=2-")
        .with("if-range", tag)
        .send(site());
    assert_eq!((part.status, part.text()), (206, "Twinned"));
    let head = TestRequest::new("HEAD", PAGE)
        .with("accept", "text/markdown")
        .send(site());
    assert_eq!(head.header("etag"), Some(tag));
    assert_eq!(
        head.header("content-type"),
        Some("text/markdown; charset=utf-8")
    );
}

#[test]
fn encodings_are_negotiated_as_for_any_other_body() {
    let response = TestRequest::get(PAGE)
        .with("accept", "text/markdown")
        .with("accept-encoding", "br")
        .send(site());
    assert_eq!(response.header("content-encoding"), Some("br"));
    assert_eq!(response.text(), "br:#");
}
