//! Health, counters, the access log, and the client behind a proxy.

mod forged_entries;

use crate::cli::{ServerProcess, bindery, check};
use crate::connections::sockets::read_rest;
use crate::site;
use bindery_server::cli::{EXIT_CANNOT_LISTEN, EXIT_DONE, EXIT_USAGE};
use bindery_server::config::Settings;
use bindery_server::http;
use bindery_server::observe::metrics::MAX_NAMES;
use std::io::Write;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc;

/// A server with counters: its address and that of its metrics.
fn start() -> (SocketAddr, SocketAddr) {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        actix_web::rt::System::new().block_on(async {
            let mut settings = Settings::on("127.0.0.1", 0);
            settings.metrics = Some("127.0.0.1:0".parse().unwrap());
            let running = http::start(site(), &settings).unwrap();
            let addresses = (running.addresses[0], running.metrics_addresses[0]);
            sender.send(addresses).unwrap();
            running.server.await.unwrap();
        });
    });
    receiver.recv().unwrap()
}

pub(crate) fn fetch(address: SocketAddr, head: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let head = format!("{head}\r\nhost: x\r\nconnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    read_rest(&mut stream)
}

#[test]
fn health_and_readiness_are_served_and_not_stored() {
    let (address, _) = start();
    for path in ["/healthz", "/readyz"] {
        let response = fetch(address, &format!("GET {path} HTTP/1.1"));
        assert!(response.starts_with("HTTP/1.1 200 OK\r\n"), "{response}");
        assert!(
            response.contains("\r\ncache-control: no-store\r\n"),
            "{response}"
        );
        assert!(response.ends_with("\r\n\r\nok\n"), "{response}");
    }
}

#[test]
fn requests_are_counted_by_kind_status_encoding_and_path() {
    let (address, metrics) = start();
    for head in [
        "GET /guide HTTP/1.1\r\nreferer: https://org/",
        "GET /guide HTTP/1.1\r\naccept-encoding: br\r\nreferer: https://elsewhere.example/x?y",
        "GET /guide HTTP/1.1\r\nif-none-match: *\r\nreferer: https://example.org/",
        "GET /_bindery/page/guide HTTP/1.1",
        "GET /_bindery/page/guide HTTP/1.1\r\npurpose: prefetch",
        "GET /guide HTTP/1.1\r\nsec-purpose: prefetch;anonymous-client-ip",
        "POST /_bindery/view/guide HTTP/1.1\r\ncontent-length: 0\r\nsec-fetch-site: same-origin",
        "POST /_bindery/view/guide HTTP/1.1\r\ncontent-length: 0\r\nsec-fetch-site: cross-site",
        "POST /_bindery/view/guide HTTP/1.1\r\ncontent-length: 0",
        "POST /_bindery/view/none HTTP/1.1\r\ncontent-length: 0\r\norigin: http://x",
        "GET /old?a=1 HTTP/1.1",
        "GET /robots.txt HTTP/1.1",
        "GET /missing?a=b HTTP/1.1",
        "POST /guide HTTP/1.1\r\ncontent-length: 0",
        "GET /collections/x/documents/search?q=a HTTP/1.1",
        "GET /health HTTP/1.1",
        "nonsense",
    ] {
        fetch(address, head);
    }
    let counters = fetch(metrics, "GET /metrics HTTP/1.1");
    assert!(counters.contains("\r\ncontent-type: text/plain; version=0.0.4; charset=utf-8\r\n"));
    for line in [
        r#"bindery_requests_total{kind="page",status="200",encoding="identity"} 2"#,
        r#"bindery_requests_total{kind="page",status="200",encoding="br"} 1"#,
        r#"bindery_requests_total{kind="page",status="304",encoding="identity"} 1"#,
        r#"bindery_requests_total{kind="payload",status="200",encoding="identity"} 2"#,
        r#"bindery_requests_total{kind="redirect",status="308",encoding="identity"} 1"#,
        r#"bindery_requests_total{kind="asset",status="200",encoding="identity"} 1"#,
        r#"bindery_requests_total{kind="missing",status="404",encoding="identity"} 1"#,
        r#"bindery_requests_total{kind="other",status="405",encoding="identity"} 1"#,
        r#"bindery_refused_total{status="400"} 1"#,
        r#"bindery_requests_total{kind="other",status="204",encoding="identity"} 4"#,
        r#"bindery_page_views_total{path="/guide"} 5"#,
        r#"bindery_redirects_total{path="/old"} 1"#,
        r#"bindery_missing_total{path="/missing"} 1"#,
        r#"bindery_referrers_total{host="elsewhere.example"} 1"#,
        // The end of the site's own host.
        r#"bindery_referrers_total{host="org"} 1"#,
        "bindery_answer_seconds_count 16",
        "bindery_search_seconds_count 1",
    ] {
        assert!(
            counters.lines().any(|known| known == line),
            "no {line} in\n{counters}"
        );
    }
    assert!(
        !counters.contains(r#"host="example.org""#),
        "the site refers to itself"
    );
    assert!(fetch(metrics, "GET /guide HTTP/1.1").starts_with("HTTP/1.1 404"));
    // The client reports views only if the document's `Server-Timing` names `views`.
    let timing = "\r\nserver-timing: views\r\n";
    assert!(fetch(address, "GET /guide HTTP/1.1").contains(timing));
    assert!(!fetch(address, "GET /robots.txt HTTP/1.1").contains(timing));
}

/// Sends HEAD requests for these targets on one connection.
fn head_all(address: SocketAddr, targets: impl Iterator<Item = String>) {
    let mut stream = TcpStream::connect(address).unwrap();
    let mut writing = stream.try_clone().unwrap();
    let requests: String = targets
        .map(|target| format!("HEAD {target} HTTP/1.1\r\nhost: x\r\n\r\n"))
        .collect();
    let writer = std::thread::spawn(move || {
        writing.write_all(requests.as_bytes()).unwrap();
        let last = b"HEAD / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
        writing.write_all(last).unwrap();
    });
    read_rest(&mut stream);
    writer.join().unwrap();
}

#[test]
fn untrusted_clients_cannot_create_unlimited_counters() {
    let (address, metrics) = start();
    head_all(
        address,
        (0..MAX_NAMES + 50).map(|number| format!("/missing-{number}")),
    );
    let counters = fetch(metrics, "GET /metrics HTTP/1.1");
    assert_eq!(
        counters.matches("bindery_missing_total{").count(),
        MAX_NAMES + 1
    );
    assert!(
        counters.contains("bindery_missing_total{path=\"(other)\"} 50\n"),
        "{counters}"
    );
}

#[test]
fn a_path_that_is_often_missed_has_a_counter_after_a_scanner_came() {
    let (address, metrics) = start();
    let scanned = (0..3 * MAX_NAMES).map(|number| format!("/scanned-{number}"));
    let wanted = (0..20).map(|_| "/wanted".to_owned());
    let later = (0..MAX_NAMES).map(|number| format!("/later-{number}"));
    head_all(address, scanned.chain(wanted).chain(later));
    let counters = fetch(metrics, "GET /metrics HTTP/1.1");
    assert!(
        counters.contains("bindery_missing_total{path=\"/wanted\"} 20\n"),
        "{counters}"
    );
}

#[test]
fn a_malformed_request_is_counted_and_leaves_no_message_at_the_default_level() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("stderr");
    let messages = std::fs::File::create(&path).unwrap();
    let arguments = ["--port", "0", "--quiet"];
    let served = ServerProcess::start(bindery(&arguments).stderr(messages));
    for head in [
        "GET / HTTP/9.9",
        "nonsense",
        "GET / HTTP/1.1\r\nhost: a\r\n b",
    ] {
        let mut stream = served.connect();
        stream
            .write_all(format!("{head}\r\n\r\n").as_bytes())
            .unwrap();
        let response = read_rest(&mut stream);
        assert!(response.starts_with("HTTP/1.1 "), "{head}: {response}");
    }
    served.signal("-TERM");
    assert_eq!(served.finish().1, Some(0));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "");
}

#[test]
fn every_metric_follows_the_rules_of_promtool() {
    let (address, metrics) = start();
    fetch(address, "GET /missing HTTP/1.1");
    let counters = fetch(metrics, "GET /metrics HTTP/1.1");
    let (_, text) = counters.split_once("\r\n\r\n").unwrap();
    let mut described = Vec::new();
    for line in text.lines() {
        if let Some(help) = line.strip_prefix("# HELP ") {
            let (name, help) = help.split_once(' ').unwrap();
            assert!(!help.is_empty(), "{name} has no help");
            assert!(!described.contains(&name), "{name} is described twice");
            described.push(name);
        } else if let Some(kind) = line.strip_prefix("# TYPE ") {
            let (name, kind) = kind.split_once(' ').unwrap();
            assert_eq!(described.last(), Some(&name), "TYPE without HELP");
            let is_total = name.ends_with("_total");
            assert_eq!(is_total, kind == "counter", "{name} is a {kind}");
            for unit in ["millis", "micros", "kilobytes", "minutes"] {
                assert!(!name.contains(unit), "{name} has no base unit");
            }
        } else {
            let name = line.split(['{', ' ']).next().unwrap();
            let of = described.last().unwrap();
            let rest = name.strip_prefix(of).unwrap();
            assert!(
                ["", "_bucket", "_sum", "_count"].contains(&rest),
                "{name} below {of}"
            );
            let value = line.rsplit(' ').next().unwrap();
            assert!(value.parse::<f64>().is_ok(), "{line}");
        }
    }
    for name in [
        "process_cpu_seconds_total",
        "process_resident_memory_bytes",
        "process_open_fds",
        "process_max_fds",
        "process_start_time_seconds",
        "bindery_build_info",
        "bindery_log_dropped_total",
        "bindery_messages_dropped_total",
    ] {
        assert!(described.contains(&name), "no {name}");
    }
    assert!(text.contains("content_hash=\"0000000000000000\""), "{text}");
}

#[test]
fn a_referring_host_cannot_be_named_other() {
    let (address, metrics) = start();
    fetch(address, "GET /guide HTTP/1.1\r\nreferer: http://(other)/");
    let counters = fetch(metrics, "GET /metrics HTTP/1.1");
    assert!(!counters.contains("host=\"(other)\""), "{counters}");
}

/// The first printed line that has `word`.
fn printed(served: ServerProcess, word: &str) -> String {
    served.signal("-TERM");
    let (rest, _) = served.finish();
    let line = rest.lines().find(|line| line.contains(word));
    line.unwrap_or_else(|| panic!("no {word} in {rest}"))
        .to_owned()
}

#[test]
fn the_log_shows_the_client_behind_a_trusted_proxy_in_the_combined_form() {
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
    let head = "GET /guide?a=b HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 192.0.2.7\r\nuser-agent: a\"b\r\nconnection: close\r\n\r\n";
    stream.write_all(head.as_bytes()).unwrap();
    read_rest(&mut stream);
    let line = printed(served, "/guide");
    assert!(line.starts_with("192.0.2.7 - - ["), "{line}");
    assert!(
        line.contains(" +0000] \"GET /guide?a=b HTTP/1.1\" 200 14 \"-\" \"a\\x22b\""),
        "{line}"
    );
}

#[test]
fn the_log_shows_only_the_address_in_the_field_of_the_proxy() {
    let arguments = [
        "--port",
        "0",
        "--quiet",
        "--access-log",
        "combined",
        "--trusted-proxy",
        "127.0.0.0/8",
    ];
    let both =
        "x-forwarded-for: 192.0.2.7\r\nforwarded: for=6.6.6.6\r\ncf-connecting-ip: 192.0.2.8";
    for (field, expected) in [
        ("x-forwarded-for", "192.0.2.7 "),
        ("forwarded", "6.6.6.6 "),
        ("CF-Connecting-IP", "192.0.2.8 "),
        ("x-real-ip", "127.0.0.1 "),
    ] {
        let arguments = [&arguments[..], &["--client-field", field]].concat();
        let served = ServerProcess::start(&mut bindery(&arguments));
        let mut stream = served.connect();
        let head = format!("GET /guide HTTP/1.1\r\nhost: x\r\n{both}\r\nconnection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        read_rest(&mut stream);
        let line = printed(served, "/guide");
        assert!(line.starts_with(expected), "{field}: {line}");
    }
}

#[test]
fn the_log_can_be_lines_of_json_and_ignores_untrusted_clients() {
    let served = ServerProcess::start(
        bindery(&["--port", "0", "--quiet"]).env("BINDERY_ACCESS_LOG", "json"),
    );
    let mut stream = served.connect();
    let head = "HEAD /guide HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 192.0.2.7\r\nconnection: close\r\n\r\n";
    stream.write_all(head.as_bytes()).unwrap();
    read_rest(&mut stream);
    let line = printed(served, "/guide");
    let line: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!(line["client"], "127.0.0.1");
    assert_eq!(line["status"], 200);
    assert_eq!(line["bytes"], 0);
    assert!(line["time_ms"].as_u64().unwrap() > 1_700_000_000_000);
}

#[test]
fn a_stopping_server_answers_a_half_sent_readiness_request_with_503() {
    let served = ServerProcess::start(&mut bindery(&["--port", "0", "--quiet"]));
    let mut half = served.connect();
    half.write_all(b"GET /readyz HTTP/1.1\r\nho").unwrap();
    std::thread::sleep(std::time::Duration::from_millis(200));
    served.signal("-TERM");
    std::thread::sleep(std::time::Duration::from_millis(300));
    half.write_all(b"st: x\r\n\r\n").unwrap();
    let response = read_rest(&mut half);
    assert!(
        response.starts_with("HTTP/1.1 503 Service Unavailable\r\n"),
        "{response}"
    );
    assert_eq!(served.finish().1, Some(0));
}

#[test]
fn a_configuration_is_checked_without_serving() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    for (flag, port, code) in [
        ("--check", "0", EXIT_DONE),
        ("--check", &port, EXIT_DONE),
        ("--check-listen", "0", EXIT_DONE),
        ("--check-listen", &port, EXIT_CANNOT_LISTEN),
    ] {
        let ran = check(&mut bindery(&["serve", flag, "--port", port]), code);
        let is_valid = ran.stdout.contains("The configuration is valid.\n");
        assert_eq!(is_valid, code == EXIT_DONE, "{flag} {port}");
    }
    for second in ["--bind", "--metrics"] {
        let address = "127.0.0.1:9100";
        let arguments = ["serve", "--check", "--bind", address, second, address];
        let ran = check(&mut bindery(&arguments), EXIT_USAGE);
        let message = "error: `127.0.0.1:9100` is listened on twice; ";
        assert!(ran.stderr.contains(message), "{second}: {}", ran.stderr);
    }
    for wrong in [
        ["--bind", "nowhere"],
        ["--metrics", "9100"],
        ["--trusted-proxy", "10.0.0.0/99"],
        ["--access-log", "xml"],
    ] {
        check(&mut bindery(&wrong), EXIT_USAGE);
    }
}

#[test]
fn server_timing_is_sent_only_if_it_is_configured() {
    let timing = |arguments: &[&str]| {
        let mut arguments = arguments.to_vec();
        arguments.splice(0..0, ["serve", "--port", "0"]);
        let served = ServerProcess::start(&mut bindery(&arguments));
        let mut stream = served.connect();
        stream
            .write_all(b"GET /guide HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
            .unwrap();
        let response = read_rest(&mut stream);
        assert!(response.starts_with("HTTP/1.1 200 OK\r\n"), "{response}");
        response.contains("\r\nserver-timing: compose;dur=")
    };
    assert!(!timing(&[]));
    assert!(timing(&["--server-timing"]));
}
