//! Limits for one address, over TLS and HTTP/2.

use crate::tls::https::{client, connect, ordinary, settings, start};
use bindery_server::config::Settings;
use rustls::version::TLS13;
use std::num::NonZeroU32;
use std::time::Duration;

fn with_limits(connections: u32, requests: u32) -> Settings {
    let mut settings = settings();
    settings.limits.connections_per_address = NonZeroU32::new(connections);
    settings.limits.requests_per_second_per_address = NonZeroU32::new(requests);
    settings
}

fn trust_loopback(mut settings: Settings) -> Settings {
    settings.proxies.networks = vec!["127.0.0.0/8".parse().unwrap()];
    settings
}

#[test]
fn one_connection_too_many_of_an_address_is_closed_before_its_handshake() {
    let server = start(with_limits(2, 0));
    let first = ordinary(server.address);
    let second = connect(server.address, client(&[&TLS13], &["h2"])).unwrap();
    assert!(connect(server.address, client(&[&TLS13], &["http/1.1"])).is_err());
    for open in [first, second] {
        drop(open);
        let recovered = (0..600).any(|_| {
            std::thread::sleep(Duration::from_millis(50));
            connect(server.address, client(&[&TLS13], &["http/1.1"])).is_ok()
        });
        assert!(recovered, "the place was not given back");
    }
}

#[test]
fn a_trusted_proxy_has_any_number_of_connections() {
    let server = start(trust_loopback(with_limits(2, 0)));
    let open: Vec<_> = (0..10).map(|_| ordinary(server.address)).collect();
    assert_eq!(open.len(), 10);
}
