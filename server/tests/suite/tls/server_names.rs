//! Several certificates on one server: which one a client gets (SNI), how each is reloaded, and expiry warnings.

use crate::cli::{bindery, check};
use crate::tls::https::{client, connect, connect_as, file, ordinary, settings, start};
use bindery_server::cli::{EXIT_DONE, EXIT_USAGE};
use bindery_server::config::{CertificateFiles, Settings, TlsSettings};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::version::{TLS12, TLS13};
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

fn files(name: &str) -> CertificateFiles {
    CertificateFiles {
        certificate: file(&format!("{name}.pem")),
        key: file(&format!("{name}.key")),
    }
}

fn settings_with(certificates: Vec<CertificateFiles>) -> Settings {
    let mut settings = settings();
    settings.tls = Some(TlsSettings {
        certificates,
        reload_interval: Duration::from_millis(20),
        ..TlsSettings::with(file("one.pem"), file("one.key"))
    });
    settings
}

fn pem(name: &str) -> Vec<u8> {
    CertificateDer::from_pem_file(file(name)).unwrap().to_vec()
}

/// The certificate that a client gets for this server name.
fn certificate_for(address: SocketAddr, name: &str) -> Vec<u8> {
    let stream = connect_as(name, address, client(&[&TLS13], &["http/1.1"])).unwrap();
    stream.conn.peer_certificates().unwrap()[0].to_vec()
}

#[test]
fn the_certificate_is_chosen_by_the_requested_server_name() {
    let server = start(settings_with(vec![files("one"), files("wildcard")]));
    for (name, expected) in [
        ("localhost", "one.pem"),
        ("example.test", "wildcard.pem"),
        ("www.example.test", "wildcard.pem"),
        ("WWW.Example.Test", "wildcard.pem"),
        // A client that connects to an address sends no server name.
        ("127.0.0.1", "one.pem"),
    ] {
        let certificate = certificate_for(server.address, name);
        assert!(certificate == pem(expected), "{name} gets another one");
    }
    let wildcard = connect_as(
        "www.example.test",
        server.address,
        client(&[&TLS12], &["h2"]),
    );
    assert!(wildcard.is_ok(), "the same over TLS 1.2");
}

#[test]
fn an_unknown_name_gets_the_first_certificate() {
    for (first, second, presented) in [
        ("one", "wildcard", "localhost"),
        ("wildcard", "one", "example.test"),
    ] {
        let server = start(settings_with(vec![files(first), files(second)]));
        for name in ["other.test", "a.www.example.test"] {
            let refused = connect_as(name, server.address, client(&[&TLS13], &["http/1.1"]));
            let message = refused.err().unwrap().to_string();
            assert!(
                message.contains(&format!("{presented:?}")),
                "{name}: {message}"
            );
        }
    }
}

fn copy(name: &str, to: &Path) {
    std::fs::write(to, std::fs::read(file(name)).unwrap()).unwrap();
}

#[test]
fn each_of_several_certificates_is_reloaded_separately() {
    let folder = tempfile::tempdir().unwrap();
    let in_folder = |name: &str| CertificateFiles {
        certificate: folder.path().join(format!("{name}.pem")),
        key: folder.path().join(format!("{name}.key")),
    };
    let (first, second) = (in_folder("first"), in_folder("second"));
    copy("wildcard.pem", &first.certificate);
    copy("wildcard.key", &first.key);
    copy("one.pem", &second.certificate);
    copy("one.key", &second.key);
    let server = start(settings_with(vec![first.clone(), second.clone()]));
    assert!(certificate_for(server.address, "localhost") == pem("one.pem"));
    std::fs::write(&first.certificate, "nonsense").unwrap();
    copy("two.pem", &second.certificate);
    copy("two.key", &second.key);
    while certificate_for(server.address, "localhost") != pem("two.pem") {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(certificate_for(server.address, "example.test") == pem("wildcard.pem"));
}

/// `--tls-cert` and `--tls-key` of these certificates.
fn flags(names: &[&str]) -> Vec<String> {
    let pairs = names.iter().map(|name| files(name));
    let flags = pairs.flat_map(|files| {
        [
            "--tls-cert".to_owned(),
            files.certificate.display().to_string(),
            "--tls-key".to_owned(),
            files.key.display().to_string(),
        ]
    });
    flags.chain(["--port", "0"].map(str::to_owned)).collect()
}

fn arguments(flags: &[String]) -> Vec<&str> {
    flags.iter().map(String::as_str).collect()
}

#[test]
fn a_check_lists_each_certificate_with_its_names() {
    let flags = flags(&["one", "wildcard"]);
    let mut arguments = arguments(&flags);
    arguments.push("--check");
    let ran = check(&mut bindery(&arguments), EXIT_DONE);
    for line in [
        "one.pem: certificate for localhost, valid until Tue, 29 Oct 2126 02:21:27 GMT\n",
        "wildcard.pem: certificate for example.test, *.example.test, valid until Tue, 29 Oct 2126",
        "The configuration is valid.\n",
    ] {
        assert!(ran.stdout.contains(line), "{}", ran.stdout);
    }
    assert_eq!(ran.stderr, "");
}

#[test]
fn several_certificates_are_named_in_a_file_or_a_variable_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| file(name).display().to_string();
    let (certificates, keys) = (
        [path("one.pem"), path("wildcard.pem")],
        [path("one.key"), path("wildcard.key")],
    );
    let config = folder.path().join("bindery.toml");
    let text = format!("port = 0\ntls-cert = {certificates:?}\ntls-key = {keys:?}\n");
    std::fs::write(&config, text).unwrap();
    let by_file = ["--config", config.to_str().unwrap(), "--check"];
    let mut by_variable = bindery(&["--port", "0", "--check"]);
    by_variable
        .env("BINDERY_TLS_CERT", certificates.join(","))
        .env("BINDERY_TLS_KEY", keys.join(","));
    for command in [&mut bindery(&by_file), &mut by_variable] {
        let ran = check(command, EXIT_DONE);
        let count = ran.stdout.matches(": certificate for ").count();
        assert_eq!(count, 2, "{}", ran.stdout);
    }
}

#[test]
fn certificates_and_keys_that_do_not_match_are_errors_that_name_the_files() {
    let name = |name: &str| file(name).display().to_string();
    let [one, one_key] = [name("one.pem"), name("one.key")];
    let [two, two_key] = [name("two.pem"), name("two.key")];
    let cert = "--tls-cert";
    let key = "--tls-key";
    for (arguments, expected) in [
        (
            vec![cert, &one, cert, &two, key, &one_key],
            "two.pem with `--tls-key`",
        ),
        (
            vec![cert, &one, key, &one_key, key, &two_key],
            "two.key with `--tls-cert`",
        ),
        (
            vec![cert, &one, cert, &two, key, &two_key, key, &one_key],
            "two.key: does not belong to the certificate in",
        ),
        (
            vec![cert, &one, cert, &one, key, &one_key, key, &one_key],
            "one.pem twice",
        ),
    ] {
        let ran = check(&mut bindery(&arguments), EXIT_USAGE);
        assert!(ran.stderr.contains(expected), "{}", ran.stderr);
    }
}

#[test]
fn an_expired_certificate_is_warned_about() {
    let flags = flags(&["one", "expired"]);
    let mut arguments = arguments(&flags);
    arguments.push("--check");
    let ran = check(&mut bindery(&arguments), EXIT_DONE);
    let warning = "expired.pem: the certificate for expired.test expired ";
    assert_eq!(ran.stderr.matches(warning).count(), 1, "{}", ran.stderr);
    assert!(!ran.stderr.contains("one.pem"), "{}", ran.stderr);
    assert!(ran.stdout.contains("The configuration is valid."));
}

#[test]
fn a_server_warns_of_an_expired_certificate_at_its_start_and_at_a_refresh() {
    use std::io::{BufRead, BufReader};
    let folder = tempfile::tempdir().unwrap();
    let certificate = folder.path().join("site.pem");
    let key = folder.path().join("site.key");
    copy("expired.pem", &certificate);
    copy("expired.key", &key);
    let (certificate, key) = (certificate.to_str().unwrap(), key.to_str().unwrap());
    let arguments = ["--port", "0", "--tls-cert", certificate, "--tls-key", key];
    let mut child = bindery(&arguments).spawn().unwrap();
    let mut messages = BufReader::new(child.stderr.take().unwrap());
    for moment in ["start", "refresh"] {
        let mut line = String::new();
        messages.read_line(&mut line).unwrap();
        assert!(line.contains("expired.test expired "), "{moment}: {line}");
        if moment == "start" {
            // A signal before the server listens for it would end the server.
            let mut listening_line = String::new();
            let mut stdout = BufReader::new(child.stdout.take().unwrap());
            while !listening_line.contains("Serving https") {
                assert_ne!(
                    stdout.read_line(&mut listening_line).unwrap(),
                    0,
                    "{listening_line}"
                );
            }
            let pid = child.id().to_string();
            let mut kill = std::process::Command::new("kill");
            assert!(kill.args(["-HUP", &pid]).status().unwrap().success());
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn the_counters_say_when_each_certificate_expires() {
    let mut settings = settings_with(vec![files("one"), files("wildcard")]);
    settings.metrics = Some("127.0.0.1:0".parse().unwrap());
    let server = start(settings);
    assert!(ordinary(server.address).conn.alpn_protocol().is_some());
    let text = crate::observability::fetch(server.metrics.unwrap(), "GET /metrics HTTP/1.1");
    let family = "bindery_certificate_expiration_timestamp_seconds";
    assert!(text.contains(&format!("# TYPE {family} gauge\n")), "{text}");
    for (name, pem, not_after) in [
        ("localhost", "one.pem", 4_948_914_087_u64),
        ("example.test", "wildcard.pem", 4_948_963_723),
    ] {
        let pem = file(pem);
        let line = format!(
            "{family}{{name=\"{name}\",file=\"{}\"}} {not_after}\n",
            pem.display()
        );
        assert!(text.contains(&line), "{text}");
    }
}

#[test]
fn http_2_is_supported_over_tls_1_2_and_1_3() {
    let server = start(settings());
    for version in [&TLS12, &TLS13] {
        let stream = connect(server.address, client(&[version], &["h2", "http/1.1"])).unwrap();
        assert_eq!(stream.conn.alpn_protocol(), Some(&b"h2"[..]));
    }
}
