//! HTTPS: TLS versions, ALPN, and connections that are refused.

use crate::connections::sockets::read_rest;
use crate::site;
use bindery_server::config::{Hsts, ListenAddress, Settings, TlsSettings};
use bindery_server::http;
use bindery_server::limits::Limits;
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::version::{TLS12, TLS13};
use rustls::{
    ClientConfig, ClientConnection, ProtocolVersion, RootCertStore, StreamOwned,
    SupportedProtocolVersion,
};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::time::Duration;

/// A timeout that a test waits for, long enough for a handshake on a busy machine.
pub(crate) const SHORT: Duration = Duration::from_secs(1);

/// How long a test waits for an event before it fails.
pub(crate) const GUARD: Duration = Duration::from_secs(30);

/// A file among those of `tests/certificates`.
pub(crate) fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/certificates")
        .join(name)
}

pub(crate) fn settings() -> Settings {
    let mut settings = Settings::on("127.0.0.1", 0);
    settings.tls = Some(TlsSettings::with(file("one.pem"), file("one.key")));
    settings
}

fn with_limits(limits: Limits) -> Settings {
    let mut settings = settings();
    settings.limits = limits;
    settings
}

/// A server for one test: its address, the address that redirects to it, and its handle.
pub(crate) struct Started {
    pub(crate) address: SocketAddr,
    pub(crate) redirects: Option<SocketAddr>,
    pub(crate) metrics: Option<SocketAddr>,
    pub(crate) handle: actix_web::dev::ServerHandle,
}

pub(crate) fn start(settings: Settings) -> Started {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        actix_web::rt::System::new().block_on(async {
            let running = http::start(site(), &settings).unwrap();
            let started = Started {
                address: running.addresses[0],
                redirects: running.redirect_addresses.first().copied(),
                metrics: running.metrics_addresses.first().copied(),
                handle: running.server.handle(),
            };
            sender.send(started).unwrap();
            running.server.await.unwrap();
        });
    });
    receiver.recv().unwrap()
}

/// A client configuration with these TLS versions and ALPN protocols.
pub(crate) fn client(
    versions: &[&'static SupportedProtocolVersion],
    protocols: &[&str],
) -> Arc<ClientConfig> {
    let mut roots = RootCertStore::empty();
    for name in ["one.pem", "two.pem", "wildcard.pem"] {
        roots
            .add(CertificateDer::from_pem_file(file(name)).unwrap())
            .unwrap();
    }
    let provider = Arc::new(ring::default_provider());
    let mut config = ClientConfig::builder_with_provider(provider)
        .with_protocol_versions(versions)
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = protocols
        .iter()
        .map(|name| name.as_bytes().to_vec())
        .collect();
    Arc::new(config)
}

pub(crate) type TlsClientStream = StreamOwned<ClientConnection, TcpStream>;

/// Connects and shakes hands with a server that is called `localhost`.
pub(crate) fn connect(
    address: SocketAddr,
    config: Arc<ClientConfig>,
) -> Result<TlsClientStream, std::io::Error> {
    connect_as("localhost", address, config)
}

/// Connects and shakes hands with a server of this name.
pub(crate) fn connect_as(
    name: &str,
    address: SocketAddr,
    config: Arc<ClientConfig>,
) -> Result<TlsClientStream, std::io::Error> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(GUARD))?;
    let name = ServerName::try_from(name.to_owned()).unwrap();
    let mut connection = ClientConnection::new(config, name).unwrap();
    while connection.is_handshaking() {
        connection.complete_io(&mut stream)?;
    }
    Ok(StreamOwned::new(connection, stream))
}

pub(crate) fn ordinary(address: SocketAddr) -> TlsClientStream {
    connect(address, client(&[&TLS13], &["http/1.1"])).unwrap()
}

/// Sends a request of HTTP/1 and reads to the end.
pub(crate) fn fetch(stream: &mut TlsClientStream, target: &str) -> String {
    let request = format!("GET {target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    response
}

#[test]
fn tls_1_3_and_1_2_are_supported_and_responses_carry_hsts() {
    let server = start(settings());
    for (version, spoken) in [
        (&TLS13, ProtocolVersion::TLSv1_3),
        (&TLS12, ProtocolVersion::TLSv1_2),
    ] {
        let mut stream = connect(server.address, client(&[version], &[])).unwrap();
        assert_eq!(stream.conn.protocol_version(), Some(spoken));
        let response = fetch(&mut stream, "/guide");
        assert!(response.starts_with("HTTP/1.1 200 OK\r\n"), "{response}");
        assert!(response.ends_with("\r\n\r\n<h1>Guide</h1>"));
        let hsts = "\r\nstrict-transport-security: max-age=31536000\r\n";
        assert!(response.contains(hsts), "{response}");
    }
}

/// A `ClientHello` of a client that supports no version above TLS 1.1.
fn hello_of_1_1() -> Vec<u8> {
    let mut body = vec![3, 2];
    body.extend([7; 32]);
    body.extend([0, 0, 4, 0xc0, 0x13, 0xc0, 0x09, 1, 0]);
    // The curves, the forms of points, and signature algorithms.
    let extensions = [
        0, 10, 0, 4, 0, 2, 0, 23, 0, 11, 0, 2, 1, 0, 0, 13, 0, 4, 0, 2, 4, 3,
    ];
    body.extend([0, extensions.len() as u8]);
    body.extend(extensions);
    let mut hello = vec![
        0x16,
        3,
        1,
        0,
        body.len() as u8 + 4,
        1,
        0,
        0,
        body.len() as u8,
    ];
    hello.extend(body);
    hello
}

#[test]
fn tls_1_1_is_refused() {
    let server = start(settings());
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.write_all(&hello_of_1_1()).unwrap();
    let mut response = Vec::new();
    stream.read_to_end(&mut response).unwrap();
    // A fatal alert: `protocol_version`.
    assert_eq!(response, [0x15, 3, 3, 0, 2, 2, 70]);
}

#[test]
fn alpn_selects_the_best_protocol_that_both_support() {
    let server = start(settings());
    for (offered, spoken) in [
        (&["h2", "http/1.1"][..], Some("h2")),
        (&["http/1.1", "h2"], Some("h2")),
        (&["http/1.1"], Some("http/1.1")),
        (&[], None),
    ] {
        let stream = connect(server.address, client(&[&TLS13], offered)).unwrap();
        let protocol = stream.conn.alpn_protocol();
        assert_eq!(protocol, spoken.map(str::as_bytes), "for {offered:?}");
    }
    assert!(connect(server.address, client(&[&TLS13], &["spdy/1"])).is_err());
}

#[test]
fn plain_http_on_the_https_port_gets_a_message_to_use_https() {
    let server = start(settings());
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream
        .write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
        .unwrap();
    let response = read_rest(&mut stream);
    assert!(
        response.starts_with("HTTP/1.1 400 Bad Request\r\n"),
        "{response}"
    );
    assert!(
        response.ends_with("this port speaks HTTPS; write `https://`.\n"),
        "{response}"
    );
    assert!(!response.contains("strict-transport-security"));
}

#[test]
fn a_handshake_that_does_not_complete_is_aborted() {
    let server = start(with_limits(Limits {
        request: SHORT,
        ..Limits::default()
    }));
    for sent in [&b""[..], &[0x16, 3, 1], &hello_of_1_1()[..20], &[0, 1, 2]] {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.set_read_timeout(Some(GUARD)).unwrap();
        stream.write_all(sent).unwrap();
        let mut rest = Vec::new();
        let ended = stream.read_to_end(&mut rest);
        let waited = ended.map_err(|error| error.kind());
        assert_ne!(
            waited.err(),
            Some(std::io::ErrorKind::WouldBlock),
            "{sent:?}"
        );
    }
}

#[test]
fn the_limits_of_http_1_hold_inside_of_tls() {
    let server = start(with_limits(Limits {
        request: SHORT,
        silence: SHORT,
        keep_alive: SHORT,
        write: SHORT,
        ..Limits::default()
    }));
    let mut silent = ordinary(server.address);
    let mut response = String::new();
    silent.read_to_string(&mut response).unwrap();
    assert_eq!(response, "");
    let mut slow = ordinary(server.address);
    slow.write_all(b"GET /guide HTTP/1.1\r\nho").unwrap();
    slow.read_to_string(&mut response).unwrap();
    assert!(response.starts_with("HTTP/1.1 408 "), "{response}");
    let mut greedy = ordinary(server.address);
    greedy
        .write_all(b"GET /huge.bin HTTP/1.1\r\nhost: x\r\n\r\n")
        .unwrap();
    std::thread::sleep(SHORT * 4);
    let mut taken = Vec::new();
    let _ = greedy.read_to_end(&mut taken);
    assert!(
        taken.len() < crate::support::site::HUGE,
        "all {} bytes came",
        taken.len()
    );
}

#[test]
fn one_connection_too_many_is_closed_before_its_handshake() {
    let server = start(with_limits(Limits {
        connections: 1,
        ..Limits::default()
    }));
    let mut first = ordinary(server.address);
    assert!(connect(server.address, client(&[&TLS13], &[])).is_err());
    assert!(fetch(&mut first, "/guide").starts_with("HTTP/1.1 200"));
    drop(first);
    let recovered = (0..600).any(|_| {
        std::thread::sleep(Duration::from_millis(50));
        connect(server.address, client(&[&TLS13], &[])).is_ok()
    });
    assert!(recovered);
}

#[test]
fn the_hsts_field_can_be_changed_and_omitted() {
    for (hsts, line) in [
        (None, None),
        (
            Some("max-age=60; includeSubDomains"),
            Some("max-age=60; includeSubDomains"),
        ),
    ] {
        let mut settings = settings();
        settings.tls.as_mut().unwrap().hsts = Hsts(hsts.map(str::to_owned));
        let server = start(settings);
        let response = fetch(&mut ordinary(server.address), "/old");
        let found = response
            .lines()
            .find_map(|line| line.strip_prefix("strict-transport-security: "));
        assert_eq!(found, line, "{response}");
    }
}

#[test]
fn refusals_also_carry_hsts() {
    let server = start(with_limits(Limits {
        request: SHORT,
        ..Limits::default()
    }));
    let long = "a".repeat(9000);
    let large = "a".repeat(40 << 10);
    for (sent, status) in [
        ("nonsense\r\n\r\n".to_owned(), "400"),
        ("GET /guide HTTP/1.1\r\nho".to_owned(), "408"),
        (format!("GET /{long} HTTP/1.1\r\nhost: x\r\n\r\n"), "414"),
        (format!("GET / HTTP/1.1\r\nx: {large}\r\n\r\n"), "431"),
    ] {
        let mut stream = ordinary(server.address);
        stream.write_all(sent.as_bytes()).unwrap();
        let mut response = String::new();
        let _ = stream.read_to_string(&mut response);
        assert_eq!(response.get(9..12), Some(status), "{response}");
        let head = response.split("\r\n\r\n").next().unwrap();
        let hsts = "\r\nstrict-transport-security: max-age=31536000";
        assert_eq!(head.matches(hsts).count(), 1, "{response}");
    }
}

#[test]
fn a_unix_socket_speaks_http_beside_https() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("site.sock");
    let mut settings = settings();
    settings.listen.push(ListenAddress::Unix(path.clone()));
    let server = start(settings);
    let mut stream = std::os::unix::net::UnixStream::connect(&path).unwrap();
    stream.write_all(b"GET /guide HTTP/1.0\r\n\r\n").unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    assert!(response.ends_with("<h1>Guide</h1>"), "{response}");
    assert!(
        !response.contains("strict-transport-security"),
        "{response}"
    );
    assert!(fetch(&mut ordinary(server.address), "/guide").ends_with("<h1>Guide</h1>"));
}
