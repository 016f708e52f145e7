//! Clients cannot forge entries of the counters and of the log.

use super::{fetch, printed, start};
use crate::cli::{ServerProcess, bindery};
use crate::connections::sockets::read_rest;
use std::io::Write;

#[test]
fn cross_site_requests_and_head_do_not_count_as_views() {
    let (address, metrics) = start();
    let page = "GET /guide HTTP/1.1";
    let payload = "GET /_bindery/page/guide HTTP/1.1";
    for (request, fields) in [
        (page, "sec-fetch-site: cross-site\r\nsec-fetch-dest: image"),
        (page, "sec-fetch-site: cross-site\r\nsec-fetch-dest: empty"),
        (page, "sec-fetch-site: cross-site\r\nsec-fetch-dest: iframe"),
        (page, "sec-fetch-dest: \u{e4}"),
        (
            payload,
            "sec-fetch-site: cross-site\r\nsec-fetch-dest: empty",
        ),
        (payload, "sec-fetch-site: same-site"),
        ("HEAD /guide HTTP/1.1", "accept: */*"),
        ("HEAD /_bindery/page/guide HTTP/1.1", "accept: */*"),
    ] {
        fetch(address, &format!("{request}\r\n{fields}"));
    }
    let counters = fetch(metrics, "GET /metrics HTTP/1.1");
    assert!(
        !counters.contains("bindery_page_views_total{"),
        "{counters}"
    );
    for (request, fields) in [
        (page, "accept: */*"),
        (
            page,
            "sec-fetch-site: cross-site\r\nsec-fetch-dest: document",
        ),
        (
            payload,
            "sec-fetch-site: same-origin\r\nsec-fetch-dest: empty",
        ),
    ] {
        fetch(address, &format!("{request}\r\n{fields}"));
    }
    let counters = fetch(metrics, "GET /metrics HTTP/1.1");
    let views = "bindery_page_views_total{path=\"/guide\"} 3\n";
    assert!(counters.contains(views), "{counters}");
}

#[test]
fn the_log_shows_the_client_that_the_proxy_appended_to_bytes_beyond_ascii() {
    let served = ServerProcess::start(&mut bindery(&[
        "--port",
        "0",
        "--quiet",
        "--access-log",
        "combined",
        "--trusted-proxy",
        "127.0.0.0/8",
    ]));
    let mut stream = served.connect();
    let head = b"GET /guide HTTP/1.1\r\nhost: x\r\nx-forwarded-for: \xff, 192.0.2.7\r\nconnection: close\r\n\r\n";
    stream.write_all(head).unwrap();
    read_rest(&mut stream);
    let line = printed(served, "/guide");
    assert!(line.starts_with("192.0.2.7 - - ["), "{line}");
}
