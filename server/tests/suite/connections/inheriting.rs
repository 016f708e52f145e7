//! Listening sockets that the server inherits, as from systemd.

use crate::cli::{Served, bindery, check};
use bindery_server::cli::EXIT_CANNOT_LISTEN;
use rustix::io::{FdFlags, fcntl_setfd};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::fd::{AsFd, AsRawFd};
use std::process::Command;

/// Hands a descriptor over; the number it has is told, because 3 may be taken here.
pub(crate) fn hand_over<'c>(
    command: &'c mut Command,
    socket: &(impl AsFd + AsRawFd),
    name: &str,
) -> &'c mut Command {
    fcntl_setfd(socket.as_fd(), FdFlags::empty()).unwrap();
    command
        .env("LISTEN_FDS", "1")
        .env("LISTEN_FDNAMES", name)
        .env("LISTEN_FDS_FIRST_FD", socket.as_raw_fd().to_string())
}

fn ask(address: std::net::SocketAddr, target: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream
        .write_all(format!("GET {target} HTTP/1.0\r\nhost: localhost\r\n\r\n").as_bytes())
        .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn the_site_is_served_at_a_socket_that_was_handed_over() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    // A connection from before the start is served, too.
    let mut early = TcpStream::connect(address).unwrap();
    early.write_all(b"GET /guide HTTP/1.0\r\n\r\n").unwrap();
    let mut command = bindery(&["serve", "--quiet"]);
    let served = Served::start(hand_over(&mut command, &listener, "web"));
    drop(listener);
    let expected = format!("Serving http://127.0.0.1:{}/", address.port());
    assert!(
        served.greeting().contains(&expected),
        "{}",
        served.greeting()
    );
    let mut answer = String::new();
    early.read_to_string(&mut answer).unwrap();
    assert!(answer.ends_with("<h1>Guide</h1>"), "{answer}");
    assert!(ask(address, "/guide").ends_with("<h1>Guide</h1>"));
}

#[test]
fn the_name_of_a_socket_says_what_it_is_for() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let mut command = bindery(&[
        "serve",
        "--quiet",
        "--port",
        "0",
        "--metrics",
        "127.0.0.1:1",
    ]);
    let _served = Served::start(hand_over(&mut command, &listener, "metrics"));
    let counters = ask(address, "/metrics");
    assert!(counters.contains("bindery_"), "{counters}");
}

#[cfg(feature = "tls")]
#[test]
fn a_socket_named_http_speaks_http_even_where_there_is_a_certificate() {
    let (pem, key) = (
        crate::tls::https::file("one.pem"),
        crate::tls::https::file("one.key"),
    );
    let tls = [
        "--tls-cert",
        pem.to_str().unwrap(),
        "--tls-key",
        key.to_str().unwrap(),
    ];
    for (name, is_plain) in [("http", true), ("https", false)] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let mut command = bindery(&[&["serve", "--quiet"], &tls[..]].concat());
        let _served = Served::start(hand_over(&mut command, &listener, name));
        let answer = ask(address, "/guide");
        assert_eq!(
            answer.starts_with("HTTP/1.0 200 OK\r\n"),
            is_plain,
            "{name}: {answer}"
        );
        assert!(!answer.contains("strict-transport-security"), "{answer}");
    }
}

#[test]
fn a_socket_that_cannot_be_used_is_a_clear_error() {
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    let mut command = bindery(&["serve"]);
    let ran = check(hand_over(&mut command, &socket, "web"), EXIT_CANNOT_LISTEN);
    assert!(ran.stderr.contains("socket 0 (`web`)"), "{}", ran.stderr);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut command = bindery(&["serve", "--port", "0"]);
    let ran = check(
        hand_over(&mut command, &listener, "redirect"),
        EXIT_CANNOT_LISTEN,
    );
    assert!(
        ran.stderr.contains("the socket `redirect` leads to HTTPS"),
        "{}",
        ran.stderr
    );
}
