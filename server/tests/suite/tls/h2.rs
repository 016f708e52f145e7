//! HTTP/2 with an ordinary client: the same responses as over HTTP/1.1, limits, and a server that stops.

mod limits;

use crate::tls::https::{GUARD, Started, client, connect, settings, start};
use h2::client::SendRequest;
use http::{HeaderMap, Request, Version};
use rustls::pki_types::ServerName;
use rustls::version::TLS13;
use std::future::Future;
use std::io::{Read, Write};
use std::net::SocketAddr;
use tokio_rustls::TlsConnector;

type Body = actix_web::web::Bytes;

/// A response in a form that does not depend on the version of HTTP.
#[derive(Debug, PartialEq, Eq)]
struct Response {
    status: u16,
    /// Sorted; without those that differ by time or belong to a connection.
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

/// Method, path, fields and body of a request.
type RequestCase<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)], &'a str);

fn comparable(name: &str) -> bool {
    !["date", "connection", "keep-alive"].contains(&name)
}

fn run<F: Future>(future: F) -> F::Output {
    actix_web::rt::System::new().block_on(future)
}

/// Opens a connection. Returns its sender, and the task that drives the connection.
async fn connect_h2(
    address: SocketAddr,
    builder: &h2::client::Builder,
) -> (
    SendRequest<Body>,
    actix_web::rt::task::JoinHandle<Result<(), h2::Error>>,
) {
    let connector = TlsConnector::from(client(&[&TLS13], &["h2"]));
    let stream = tokio::net::TcpStream::connect(address).await.unwrap();
    let name = ServerName::try_from("localhost").unwrap();
    let stream = connector.connect(name, stream).await.unwrap();
    let (sender, connection) = builder.handshake(stream).await.unwrap();
    (sender, actix_web::rt::spawn(connection))
}

/// Checks that the server closed the connection without an error.
#[track_caller]
fn assert_clean_end(ended: Result<(), h2::Error>) {
    if let Err(error) = ended {
        assert_eq!(error.reason(), Some(h2::Reason::NO_ERROR), "{error:?}");
    }
}

fn request(method: &str, path: &str, fields: &[(&str, &str)]) -> Request<()> {
    let mut request = Request::builder()
        .method(method)
        .version(Version::HTTP_2)
        .uri(format!("https://localhost{path}"));
    for (name, value) in fields {
        request = request.header(*name, *value);
    }
    request.body(()).unwrap()
}

async fn read(mut body: h2::RecvStream) -> Result<Vec<u8>, h2::Error> {
    let mut all = Vec::new();
    while let Some(piece) = body.data().await {
        let piece = piece?;
        body.flow_control().release_capacity(piece.len())?;
        all.extend_from_slice(&piece);
    }
    Ok(all)
}

async fn fetch(sender: &mut SendRequest<Body>, request: Request<()>, sent: &str) -> Response {
    let (response, mut stream) = sender.send_request(request, sent.is_empty()).unwrap();
    if !sent.is_empty() {
        stream
            .send_data(Body::copy_from_slice(sent.as_bytes()), true)
            .unwrap();
    }
    let (head, body) = response.await.unwrap().into_parts();
    Response {
        status: head.status.as_u16(),
        headers: sorted(&head.headers),
        body: read(body).await.unwrap(),
    }
}

fn sorted(headers: &HeaderMap) -> Vec<(String, String)> {
    let fields = headers
        .iter()
        .map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()));
    let mut fields: Vec<_> = fields.filter(|(name, _)| comparable(name)).collect();
    fields.sort();
    fields
}

fn fetch_http1(
    server: &Started,
    method: &str,
    path: &str,
    fields: &[(&str, &str)],
    sent: &str,
) -> Response {
    let mut stream = connect(server.address, client(&[&TLS13], &["http/1.1"])).unwrap();
    let mut head = format!("{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n");
    for (name, value) in fields {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    if !sent.is_empty() {
        head.push_str(&format!("content-length: {}\r\n", sent.len()));
    }
    stream
        .write_all(format!("{head}\r\n{sent}").as_bytes())
        .unwrap();
    let mut response = Vec::new();
    stream.read_to_end(&mut response).unwrap();
    let end = response
        .windows(4)
        .position(|four| four == b"\r\n\r\n")
        .unwrap();
    let head = std::str::from_utf8(&response[..end]).unwrap();
    let mut lines = head.lines();
    let status = lines.next().unwrap()[9..12].parse().unwrap();
    let fields = lines.map(|line| {
        let (name, value) = line.split_once(": ").unwrap();
        (name.to_owned(), value.to_owned())
    });
    let mut headers: Vec<_> = fields.filter(|(name, _)| comparable(name)).collect();
    headers.sort();
    Response {
        status,
        headers,
        body: response[end + 4..].to_vec(),
    }
}

#[test]
fn responses_are_the_same_as_over_http_1_1() {
    let server = start(settings());
    let cases: Vec<RequestCase<'_>> = vec![
        ("GET", "/", &[], ""),
        (
            "GET",
            "/guide",
            &[("accept-encoding", "br, gzip;q=0.5")],
            "",
        ),
        ("HEAD", "/guide", &[], ""),
        ("HEAD", "/missing", &[], ""),
        ("GET", "/guide?a=b", &[], ""),
        ("GET", "/guide/", &[], ""),
        ("GET", "/old?x=y", &[], ""),
        ("GET", "/older.html", &[], ""),
        ("GET", "/gone", &[], ""),
        ("GET", "/missing", &[], ""),
        ("GET", "/missing.png", &[], ""),
        ("GET", "/abroad", &[], ""),
        ("GET", "/guide", &[("if-none-match", "*")], ""),
        ("GET", "/digits.txt", &[("range", "bytes=2-4")], ""),
        ("GET", "/digits.txt", &[("range", "bytes=20-")], ""),
        ("GET", "/empty.txt", &[], ""),
        ("GET", "/twinned", &[("accept", "text/markdown")], ""),
        ("GET", "/assets/large-3c4d.js", &[], ""),
        ("GET", "/_bindery/page/guide", &[], ""),
        ("GET", "/_bindery/settings.json", &[], ""),
        ("GET", "/caf%c3%a9", &[], ""),
        ("GET", "//evil.example/", &[], ""),
        ("GET", "/healthz", &[], ""),
        ("GET", "/readyz", &[], ""),
        ("OPTIONS", "/guide", &[], ""),
        ("DELETE", "/guide", &[], ""),
        ("POST", "/guide", &[], "body"),
        ("POST", "/multi_search", &[], "{}"),
        ("POST", "/multi_search", &[], "nonsense"),
    ];
    run(async {
        let (mut sender, _) = connect_h2(server.address, &h2::client::Builder::new()).await;
        for (method, path, fields, sent) in cases {
            sender = sender.ready().await.unwrap();
            let over_2 = fetch(&mut sender, request(method, path, fields), sent).await;
            let over_1 = fetch_http1(&server, method, path, fields, sent);
            assert_eq!(over_2, over_1, "{method} {path} {fields:?}");
            let hsts = over_2
                .headers
                .iter()
                .any(|(name, _)| name == "strict-transport-security");
            assert!(hsts, "{method} {path}");
        }
    });
}

#[test]
fn many_concurrent_responses_all_arrive() {
    let server = start(settings());
    run(async {
        let (mut sender, _) = connect_h2(server.address, &h2::client::Builder::new()).await;
        // Before the first response a client does not know how many streams it may open.
        fetch(&mut sender, request("GET", "/guide", &[]), "").await;
        let mut waiting = Vec::new();
        for at in 0..300 {
            sender = sender.ready().await.unwrap();
            let path = ["/guide", "/huge.bin", "/assets/large-3c4d.js"]
                [if at < 2 { 1 } else { at % 2 * 2 }];
            let (response, _) = sender
                .send_request(request("GET", path, &[]), true)
                .unwrap();
            waiting.push(actix_web::rt::spawn(async move {
                read(response.await.unwrap().into_body())
                    .await
                    .unwrap()
                    .len()
            }));
        }
        let mut lens = Vec::new();
        for one in waiting {
            lens.push(one.await.unwrap());
        }
        let count = |len: usize| lens.iter().filter(|other| **other == len).count();
        assert_eq!(
            (count(crate::support::site::HUGE), count(14), count(300_000)),
            (2, 149, 149)
        );
    });
}

#[test]
fn a_host_is_needed_and_must_be_the_authority() {
    let server = start(settings());
    run(async {
        let (mut sender, _) = connect_h2(server.address, &h2::client::Builder::new()).await;
        for (host, status) in [
            ("localhost", 200),
            ("LOCALHOST", 200),
            ("evil.example", 400),
        ] {
            sender = sender.ready().await.unwrap();
            let response =
                fetch(&mut sender, request("GET", "/guide", &[("host", host)]), "").await;
            assert_eq!(response.status, status, "{host}");
        }
    });
}

#[test]
fn a_stopping_server_sends_goaway_and_finishes_its_responses() {
    let server = start(settings());
    run(async {
        let (idle, idle_carried) = connect_h2(server.address, &h2::client::Builder::new()).await;
        let (mut sender, carried) = connect_h2(server.address, &h2::client::Builder::new()).await;
        let (response, _) = sender
            .send_request(request("GET", "/huge.bin", &[]), true)
            .unwrap();
        let body = response.await.unwrap().into_body();
        let stopping = actix_web::rt::spawn(server.handle.stop(true));
        let ended = actix_web::rt::time::timeout(GUARD, idle_carried).await;
        assert_clean_end(ended.expect("an idle connection was kept").unwrap());
        drop(idle);
        assert_eq!(read(body).await.unwrap().len(), crate::support::site::HUGE);
        drop(sender);
        assert_clean_end(carried.await.unwrap());
        stopping.await.unwrap();
    });
}
