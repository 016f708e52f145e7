//! Certificates: which files are accepted, and how they are reloaded.

use crate::cli::{ServerProcess, bindery, check};
use crate::tls::https::{TlsClientStream, fetch, file, ordinary, settings, start};
use bindery_server::cli::EXIT_USAGE;
use bindery_server::config::TlsSettings;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use std::path::{Path, PathBuf};
use std::time::Duration;

fn certificate(stream: &TlsClientStream) -> Vec<u8> {
    stream.conn.peer_certificates().unwrap()[0].to_vec()
}

fn pem(name: &str) -> Vec<u8> {
    CertificateDer::from_pem_file(file(name)).unwrap().to_vec()
}

/// Connects until the server presents this certificate.
#[track_caller]
fn wait_for(expected: &[u8], connect: impl Fn() -> TlsClientStream) {
    let has_come = (0..1_500).any(|_| {
        std::thread::sleep(Duration::from_millis(20));
        certificate(&connect()) == expected
    });
    assert!(has_come, "the certificate stayed the same");
}

fn copy(name: &str, to: &Path) {
    std::fs::write(to, std::fs::read(file(name)).unwrap()).unwrap();
}

/// The first certificate and its key as files that may be changed.
fn first_pair(folder: &tempfile::TempDir) -> (PathBuf, PathBuf) {
    let (pem_file, key_file) = (
        folder.path().join("site.pem"),
        folder.path().join("site.key"),
    );
    copy("one.pem", &pem_file);
    copy("one.key", &key_file);
    (pem_file, key_file)
}

#[test]
fn a_changed_certificate_is_loaded_and_no_connection_is_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let (pem_file, key_file) = first_pair(&folder);
    let mut settings = settings();
    settings.tls = Some(TlsSettings {
        reload_interval: Duration::from_millis(20),
        ..TlsSettings::with(pem_file.clone(), key_file.clone())
    });
    let server = start(settings);
    let mut before = ordinary(server.address);
    assert_eq!(certificate(&before), pem("one.pem"));
    // The key and the certificate do not match yet.
    std::fs::write(&key_file, std::fs::read(file("two.key")).unwrap()).unwrap();
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(certificate(&ordinary(server.address)), pem("one.pem"));
    copy("two.pem", &pem_file);
    wait_for(&pem("two.pem"), || ordinary(server.address));
    assert!(fetch(&mut before, "/guide").starts_with("HTTP/1.1 200"));
    std::fs::write(&pem_file, "nonsense").unwrap();
    std::fs::remove_file(&key_file).unwrap();
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(certificate(&ordinary(server.address)), pem("two.pem"));
}

#[test]
fn sighup_reloads_the_certificate_of_a_running_server() {
    let folder = tempfile::tempdir().unwrap();
    let (pem_file, key_file) = first_pair(&folder);
    let (pem_path, key_path) = (pem_file.to_str().unwrap(), key_file.to_str().unwrap());
    let arguments = ["--port", "0", "--tls-cert", pem_path, "--tls-key", key_path];
    let served = ServerProcess::start(&mut bindery(&arguments));
    assert!(
        served
            .listening_line()
            .contains("Serving https://127.0.0.1:"),
        "{}",
        served.listening_line()
    );
    let address = served.connect().peer_addr().unwrap();
    let mut before = ordinary(address);
    copy("two.pem", &pem_file);
    copy("two.key", &key_file);
    served.signal("-HUP");
    wait_for(&pem("two.pem"), || ordinary(address));
    assert!(fetch(&mut before, "/guide").starts_with("HTTP/1.1 200"));
    served.signal("-TERM");
    assert_eq!(served.finish().1, Some(0));
}

#[test]
fn a_certificate_that_cannot_be_used_is_a_clear_error() {
    let name = |name: &str| file(name).to_str().unwrap().to_owned();
    let readme = name("README.md");
    for (pem, key, expected) in [
        (
            name("none.pem"),
            name("one.key"),
            "none.pem: cannot be read: No such file",
        ),
        (
            name("one.pem"),
            name("none.key"),
            "none.key: cannot be read: No such file",
        ),
        (
            readme.clone(),
            name("one.key"),
            "README.md: holds no certificate; expected `-----BEGIN",
        ),
        (
            name("one.pem"),
            readme,
            "README.md: holds no private key; expected `-----BEGIN",
        ),
        (
            name("one.pem"),
            name("two.key"),
            "two.key: does not belong to the certificate in",
        ),
        (
            name("one.pem"),
            name("encrypted.key"),
            "encrypted.key: is encrypted; write it without",
        ),
    ] {
        for last in ["--quiet", "--check"] {
            let arguments = ["--port", "0", "--tls-cert", &pem, "--tls-key", &key, last];
            let ran = check(&mut bindery(&arguments), EXIT_USAGE);
            assert!(ran.stderr.contains(expected), "{}", ran.stderr);
        }
    }
    for (arguments, expected) in [
        (["--tls-cert", "a.pem"], "`--tls-cert` needs its key"),
        (["--tls-key", "a.key"], "`--tls-key` needs its certificate"),
        (
            ["--redirect-http", "[::]:80"],
            "`--redirect-http` leads to HTTPS",
        ),
        (["--hsts", "soon"], "write seconds"),
    ] {
        let ran = check(&mut bindery(&arguments), EXIT_USAGE);
        assert!(ran.stderr.contains(expected), "{}", ran.stderr);
    }
}

#[test]
fn the_redirect_to_https_has_an_address_of_its_own() {
    let [pem, key] = ["one.pem", "one.key"].map(|name| file(name).to_str().unwrap().to_owned());
    let pair = ["--tls-cert", &pem, "--tls-key", &key];
    let addresses = ["--port", "9443", "--redirect-http", "127.0.0.1:9443"];
    let arguments = [&["serve", "--check"], &pair[..], &addresses[..]].concat();
    let ran = check(&mut bindery(&arguments), EXIT_USAGE);
    let message = "error: `127.0.0.1:9443` is listened on twice; ";
    assert!(ran.stderr.contains(message), "{}", ran.stderr);
}
