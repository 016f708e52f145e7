//! Floods of frames that request nothing: the connection ends with `ENHANCE_YOUR_CALM` (RFC 9113, section 10.5), and other
//! clients are served meanwhile.

use super::*;
use bindery_server::config::Settings;
use rustls::version::TLS12;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A frame of each type that gets no response, with the frames that must precede it.
fn floods() -> Vec<(&'static str, Vec<u8>, Vec<u8>)> {
    let open = frame(HEADERS, END_HEADERS, 1, POST);
    let one = 1_u32.to_be_bytes();
    let padded = [&[255], &b"x"[..], &[0; 255]].concat();
    vec![
        ("PING", vec![], frame(PING, 0, 0, b"12345678")),
        (
            "PING that acknowledges",
            vec![],
            frame(PING, ACK, 0, b"12345678"),
        ),
        ("SETTINGS", vec![], frame(SETTINGS, 0, 0, &[])),
        ("SETTINGS with a table size", vec![], setting(1, 100)),
        ("SETTINGS with a window", vec![], setting(4, 1_000)),
        ("PRIORITY", vec![], frame(PRIORITY, 0, 9, &[0, 0, 0, 1, 9])),
        (
            "PRIORITY_UPDATE",
            vec![],
            frame(0x10, 0, 0, &[0, 0, 0, 1, b'u', b'=', b'1']),
        ),
        ("unknown", vec![], frame(0xee, 0, 0, &[])),
        (
            "unknown on a stream",
            open.clone(),
            frame(0xee, 0, 1, b"payload"),
        ),
        (
            "WINDOW_UPDATE of the connection",
            vec![],
            frame(WINDOW, 0, 0, &one),
        ),
        (
            "WINDOW_UPDATE of a stream",
            open.clone(),
            frame(WINDOW, 0, 1, &one),
        ),
        ("empty DATA", open.clone(), frame(DATA, 0, 1, &[])),
        (
            "padded DATA of one byte",
            search(),
            frame(DATA, PADDED, 1, &padded),
        ),
        ("DATA of one byte", search(), frame(DATA, 0, 1, b" ")),
    ]
}

/// The head of a search, whose body the server reads.
fn search() -> Vec<u8> {
    let path = b"/multi_search";
    let head = [
        b"\x83\x87\x04",
        &[path.len() as u8][..],
        path,
        b"\x01\x09localhost",
    ];
    frame(HEADERS, END_HEADERS, 1, &head.concat())
}

/// A flood of frames: more than any client needs, and fewer bytes than the server reads after a refusal.
fn flood(of: &[u8]) -> Vec<u8> {
    of.repeat((200 << 10) / of.len().max(64))
}

fn hello() -> Vec<u8> {
    [PREFACE, &frame(SETTINGS, 0, 0, &[])].concat()
}

/// The code of GOAWAY after a flood, and how many frames were acknowledged before it.
fn code_and_acknowledgements(
    address: SocketAddr,
    before: &[u8],
    of: &[u8],
) -> (Option<u32>, usize) {
    let mut stream = open(address);
    let mut acknowledged = 0;
    // The write may fail, because the server may have closed the connection.
    let _ = stream.write_all(&[&hello(), before, &flood(of)].concat());
    let _ = stream.flush();
    while let Some(frame) = read_frame(&mut stream) {
        let is_ack = [PING, SETTINGS].contains(&frame.kind) && frame.flags == ACK;
        acknowledged += usize::from(is_ack);
        if frame.kind == GOAWAY {
            return (Some(number(&frame.payload[4..])), acknowledged);
        }
    }
    (None, acknowledged)
}

#[test]
fn frames_that_request_nothing_end_the_connection() {
    let address = address();
    let mut wrong = Vec::new();
    for (name, before, of) in floods() {
        let (code, acknowledged) = code_and_acknowledgements(address, &before, &of);
        // A thousand, and what one read holds of the smallest frames.
        if code != Some(ENHANCE_YOUR_CALM) || acknowledged > 1_000 + 2_000 {
            wrong.push(format!("{name}: {code:?} after {acknowledged}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn requests_that_are_reset_at_once_end_the_connection() {
    let pairs = (0..2_000).flat_map(|at| {
        let stream = at * 2 + 1;
        [get(stream), frame(RESET, 0, stream, &[0, 0, 0, 8])].concat()
    });
    let mut stream = open(address());
    let bytes: Vec<u8> = hello().into_iter().chain(pairs).collect();
    assert_eq!(send_raw(&mut stream, &bytes), Away(ENHANCE_YOUR_CALM));
}

#[test]
fn a_client_that_acknowledges_all_it_is_sent_is_not_ended() {
    let mut stream = open(address());
    stream.write_all(&hello()).unwrap();
    for at in 0..1_500_u32 {
        let id = at * 2 + 1;
        stream.write_all(&get(id)).unwrap();
        stream.flush().unwrap();
        let data = loop {
            let frame = read_frame(&mut stream).expect("the connection goes on");
            assert_ne!(frame.kind, GOAWAY, "after {at} answers");
            if frame.kind == DATA && frame.stream == id {
                break frame;
            }
        };
        assert_eq!(data.flags & END_STREAM, END_STREAM);
        let size = (data.payload.len() as u32).to_be_bytes();
        let update = [
            frame(WINDOW, 0, 0, &size),
            frame(PRIORITY, 0, id, &[0, 0, 0, 0, 9]),
            frame(PING, 0, 0, b"are you "),
        ];
        stream.write_all(&update.concat()).unwrap();
    }
}

/// A server with a single worker.
fn single() -> Settings {
    let mut settings = settings();
    settings.workers = NonZeroUsize::new(1);
    settings
}

#[test]
fn other_clients_are_served_while_every_kind_of_flood_comes_in() {
    let address = start(single()).address;
    let is_over = AtomicBool::new(false);
    let ended = AtomicUsize::new(0);
    let kinds = floods();
    std::thread::scope(|scope| {
        for (_, before, of) in &kinds {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    let (code, _) = code_and_acknowledgements(address, before, of);
                    ended.fetch_add(
                        usize::from(code == Some(ENHANCE_YOUR_CALM)),
                        Ordering::Relaxed,
                    );
                }
            });
        }
        let mut honest = open(address);
        honest.write_all(&hello()).unwrap();
        let mut responses = 0;
        while responses < 200 || ended.load(Ordering::Relaxed) < 2 * kinds.len() {
            let id = responses * 2 + 1;
            honest.write_all(&get(id)).unwrap();
            honest.flush().unwrap();
            while let Some(frame) = read_frame(&mut honest) {
                assert_ne!(frame.kind, GOAWAY);
                if frame.stream == id && frame.flags & END_STREAM != 0 {
                    break;
                }
            }
            responses += 1;
        }
        is_over.store(true, Ordering::Relaxed);
    });
}

#[test]
fn floods_end_over_tls_1_2_too() {
    for (name, before, of) in floods().into_iter().take(3) {
        let mut stream = connect(address(), client(&[&TLS12], &["h2"])).unwrap();
        let bytes = [&hello(), &before[..], &flood(&of)].concat();
        assert_eq!(
            send_raw(&mut stream, &bytes),
            Away(ENHANCE_YOUR_CALM),
            "{name}"
        );
    }
}
