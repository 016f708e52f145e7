//! Limits for ordinary HTTP/2 clients: idle, slow, with large requests, or with too many.

use super::*;
use crate::tls::https::SHORT;
use std::num::NonZeroU32;

#[test]
fn an_idle_connection_gets_goaway_and_a_busy_one_does_not() {
    let server = start({
        let mut settings = settings();
        settings.limits.keep_alive = SHORT;
        settings.limits.linger = SHORT;
        settings
    });
    run(async {
        let builder = h2::client::Builder::new();
        let (mut busy, busy_carried) = connect_h2(server.address, &builder).await;
        let huge = request("GET", "/huge.bin", &[]);
        let (response, _) = busy.send_request(huge, true).unwrap();
        let body = response.await.unwrap().into_body();
        let (idle, carried) = connect_h2(server.address, &builder).await;
        let ended = actix_web::rt::time::timeout(GUARD, carried).await;
        assert_clean_end(ended.expect("an idle connection was kept").unwrap());
        drop(idle);
        // The busy connection is older than the idle one, and still accepts requests.
        let other = fetch(&mut busy, request("HEAD", "/guide", &[]), "").await;
        assert_eq!(other.status, 200);
        assert_eq!(read(body).await.unwrap().len(), crate::support::site::HUGE);
        let ended = actix_web::rt::time::timeout(GUARD, busy_carried).await;
        assert_clean_end(ended.expect("an idle connection was kept").unwrap());
        drop(busy);
    });
}

#[test]
fn a_response_that_is_not_read_is_reset_and_the_others_are_not() {
    let mut settings = settings();
    settings.limits.write = SHORT * 3;
    let server = start(settings);
    run(async {
        let mut builder = h2::client::Builder::new();
        builder.initial_window_size(10);
        let (mut sender, _) = connect_h2(server.address, &builder).await;
        let (response, _) = sender
            .send_request(request("GET", "/guide", &[]), true)
            .unwrap();
        let mut body = response.await.unwrap().into_body();
        let first = body.data().await.unwrap().unwrap();
        assert_eq!(first.len(), 10);
        let rest = actix_web::rt::time::timeout(GUARD, body.data()).await;
        let rest = rest.expect("the stream makes no progress").unwrap();
        assert_eq!(rest.unwrap_err().reason(), Some(h2::Reason::CANCEL));
        sender = sender.ready().await.unwrap();
        let other = fetch(&mut sender, request("GET", "/guide", &[]), "").await;
        assert_eq!(other.body, b"<h1>Guide</h1>");
    });
}

#[test]
fn a_body_that_is_not_sent_or_stalls_gets_408() {
    let mut settings = settings();
    settings.limits.request = SHORT;
    let server = start(settings);
    run(async {
        for part in ["", "{\"searches\":"] {
            let (mut sender, _) = connect_h2(server.address, &h2::client::Builder::new()).await;
            let post = request("POST", "/multi_search", &[]);
            let (response, mut stream) = sender.send_request(post, false).unwrap();
            stream.send_data(part.into(), false).unwrap();
            let response = actix_web::rt::time::timeout(GUARD, response).await;
            let response = response.expect("the server waits").unwrap();
            assert_eq!(response.status().as_u16(), 408, "after {part:?}");
        }
    });
}

#[test]
fn an_unread_body_delays_its_response_only_briefly() {
    let mut settings = settings();
    settings.limits.linger = SHORT;
    let server = start(settings);
    run(async {
        for len in [0, 65_535] {
            let (mut sender, _) = connect_h2(server.address, &h2::client::Builder::new()).await;
            let post = request("POST", "/guide", &[]);
            let (response, mut stream) = sender.send_request(post, false).unwrap();
            stream.send_data(vec![0; len].into(), false).unwrap();
            let response = actix_web::rt::time::timeout(GUARD, response).await;
            assert_eq!(response.expect("it waits").unwrap().status().as_u16(), 405);
        }
    });
}

#[test]
fn a_head_that_is_too_large_is_431() {
    let server = start(settings());
    run(async {
        let (mut sender, _) = connect_h2(server.address, &h2::client::Builder::new()).await;
        let long = "a".repeat(40 << 10);
        let large = request("GET", "/guide", &[("x-large", &long)]);
        let (response, _) = sender.send_request(large, true).unwrap();
        assert_eq!(response.await.unwrap().status().as_u16(), 431);
        sender = sender.ready().await.unwrap();
        assert_eq!(
            fetch(&mut sender, request("GET", "/guide", &[]), "")
                .await
                .status,
            200
        );
    });
}

#[test]
fn a_head_of_many_tiny_fields_is_431() {
    let server = start(settings());
    run(async {
        let (mut sender, _) = connect_h2(server.address, &h2::client::Builder::new()).await;
        // Each counts for its name, its value and 32 bytes (RFC 9113, section 6.5.2).
        let names: Vec<String> = (0..1_100).map(|at| format!("x{at}")).collect();
        let fields: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "")).collect();
        let (response, _) = sender
            .send_request(request("GET", "/guide", &fields), true)
            .unwrap();
        assert_eq!(response.await.unwrap().status().as_u16(), 431);
        let next = fetch(&mut sender, request("GET", "/guide", &[]), "").await;
        assert_eq!(next.status, 200);
    });
}

#[test]
fn a_target_that_is_too_long_is_414() {
    let server = start(settings());
    run(async {
        let (mut sender, _) = connect_h2(server.address, &h2::client::Builder::new()).await;
        let long = format!("/{}", "a".repeat(9000));
        let response = fetch(&mut sender, request("GET", &long, &[]), "").await;
        assert_eq!(response.status, 414);
        assert_eq!(response.body, b"The request target is too long.\n");
    });
}

/// Requests a page as a client behind a proxy until the status is not 200. Returns the number of 200s and the last
/// response.
async fn fetch_until_refused(sender: &mut SendRequest<Body>, client: &str) -> (usize, Response) {
    let mut answered = 0;
    loop {
        *sender = sender.clone().ready().await.unwrap();
        let fields = [("x-forwarded-for", client)];
        let response = fetch(sender, request("GET", "/guide", &fields), "").await;
        if response.status != 200 || answered == 10_000 {
            return (answered, response);
        }
        answered += 1;
    }
}

#[test]
fn requests_beyond_the_rate_of_an_address_are_429_and_other_clients_are_served() {
    let server = start({
        let mut settings = settings();
        settings.limits.requests_per_second_per_address = NonZeroU32::new(2);
        settings.proxies.networks = vec!["127.0.0.1".parse().unwrap()];
        settings
    });
    run(async {
        let (mut sender, _) = connect_h2(server.address, &h2::client::Builder::new()).await;
        for client in ["192.0.2.1", "192.0.2.2"] {
            let (answered, refused) = fetch_until_refused(&mut sender, client).await;
            assert!(answered >= 8, "{client}: four seconds' worth at once");
            assert_eq!(refused.status, 429, "{client}");
            assert_eq!(refused.body, b"Too many requests; try again soon.\n");
            let retry = ("retry-after".to_owned(), "1".to_owned());
            assert!(refused.headers.contains(&retry), "{:?}", refused.headers);
        }
    });
}
