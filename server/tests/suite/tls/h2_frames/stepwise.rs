//! Frames that are sent one step at a time, each after the server has processed the previous one: request bodies, and
//! windows for responses.

use super::*;

/// A connection that waits after each step until the server has processed it.
struct SteppedConnection(TlsClientStream);

/// A server that drains bodies for longer than a busy machine needs for a step.
fn start_draining() -> SocketAddr {
    static ADDRESS: OnceLock<SocketAddr> = OnceLock::new();
    *ADDRESS.get_or_init(|| {
        let mut settings = settings();
        settings.limits.linger = Duration::from_secs(60);
        start(settings).address
    })
}

impl SteppedConnection {
    fn open() -> SteppedConnection {
        SteppedConnection::open_at(start_draining())
    }

    fn open_at(address: SocketAddr) -> SteppedConnection {
        let mut connection = SteppedConnection(super::open(address));
        connection.step(&[PREFACE, &frame(SETTINGS, 0, 0, &[])].concat());
        connection
    }

    /// Sends bytes, and returns the frames that the server sends for them.
    fn step(&mut self, piece: &[u8]) -> Vec<Frame> {
        self.0.write_all(piece).unwrap();
        self.0.write_all(&frame(PING, 0, 0, PING_PAYLOAD)).unwrap();
        self.0.flush().unwrap();
        let frames = listen(&mut self.0);
        // The last acknowledged PING, which is not part of the result.
        assert!(read_frame(&mut self.0).is_some_and(|frame| frame.is_ping_ack()));
        frames
    }
}

fn kinds(frames: &[Frame]) -> Vec<u8> {
    let of_stream = frames.iter().filter(|frame| frame.stream == 1);
    of_stream.map(|frame| frame.kind).collect()
}

fn data_lens(frames: &[Frame]) -> Vec<usize> {
    let data = frames.iter().filter(|frame| frame.kind == DATA);
    data.map(|frame| frame.payload.len()).collect()
}

fn post(fields: &[u8]) -> Vec<u8> {
    frame(HEADERS, END_HEADERS, 1, &[POST, fields].concat())
}

#[test]
fn a_malformed_body_is_refused_although_its_head_is_valid() {
    let most = 0x7fff_ffff_u32.to_be_bytes();
    let one = field("content-length", "1");
    let trailers = frame(HEADERS, END_HEADERS, 1, &field("a", "b"));
    for (name, head, rest, code) in [
        (
            "a window too large",
            post(&[]),
            frame(WINDOW, 0, 1, &most),
            3,
        ),
        (
            "more data",
            post(&one),
            frame(DATA, END_STREAM, 1, b"12"),
            1,
        ),
        ("less data", post(&one), frame(DATA, END_STREAM, 1, b""), 1),
        ("endless trailers", post(&[]), trailers, 1),
    ] {
        let mut connection = SteppedConnection::open();
        assert!(kinds(&connection.step(&head)).is_empty(), "{name}");
        let reset = connection.step(&rest);
        assert_eq!(kinds(&reset), [RESET], "{name}");
        let reset = reset.iter().find(|frame| frame.kind == RESET).unwrap();
        assert_eq!(number(&reset.payload), code, "{name}");
    }
}

#[test]
fn an_unneeded_body_is_drained_and_its_stream_ends_without_a_reset() {
    let mut connection = SteppedConnection::open();
    assert!(kinds(&connection.step(&post(&[]))).is_empty());
    assert!(kinds(&connection.step(&frame(DATA, 0, 1, b"body"))).is_empty());
    let ended = connection.step(&frame(HEADERS, WHOLE_REQUESTS, 1, &field("a", "b")));
    assert_eq!(kinds(&ended), [HEADERS, DATA]);
}

#[test]
fn expect_100_continue_gets_an_immediate_response_and_no_timeout() {
    let mut connection = SteppedConnection::open();
    let response = connection.step(&post(&field("expect", "100-continue")));
    assert_eq!(kinds(&response), [HEADERS, DATA]);
}

#[test]
fn an_endless_body_is_reset_only_after_its_response_was_sent() {
    let body = [post(&[]), frame(DATA, 0, 1, &[0; 16_384]).repeat(2)].concat();
    assert_eq!(
        kinds(&SteppedConnection::open().step(&body)),
        [HEADERS, DATA]
    );
    let mut settings = settings();
    settings.limits.linger = SHORT;
    let mut connection = SteppedConnection::open_at(start(settings).address);
    connection.0.write_all(&body).unwrap();
    let reset =
        std::iter::from_fn(|| read_frame(&mut connection.0)).find(|frame| frame.kind == RESET);
    assert_eq!(number(&reset.unwrap().payload), 0);
}

#[test]
fn responses_use_the_open_flow_control_window() {
    let sizes =
        |connection: &mut SteppedConnection, piece: &[u8]| data_lens(&connection.step(piece));
    let mut grown = SteppedConnection::open();
    let begun = [setting(4, 0), get(1)].concat();
    assert!(sizes(&mut grown, &begun).is_empty());
    assert_eq!(sizes(&mut grown, &setting(4, 1)), [1]);
    let mut shrunk = SteppedConnection::open();
    let begun = [setting(4, 3), get(1)].concat();
    assert_eq!(sizes(&mut shrunk, &begun), [3]);
    assert!(sizes(&mut shrunk, &setting(4, 2)).is_empty());
    let two = frame(WINDOW, 0, 1, &[0, 0, 0, 2]);
    assert_eq!(sizes(&mut shrunk, &two), [1]);
    let mut twice = SteppedConnection::open();
    let values = [0, 4, 0, 0, 0, 100, 0, 4, 0, 0, 0, 1];
    let begun = [frame(SETTINGS, 0, 0, &values), get(1)].concat();
    assert_eq!(sizes(&mut twice, &begun), [1]);
}

#[test]
fn each_form_of_a_head_is_answered() {
    let whole = |block: &[u8]| frame(HEADERS, WHOLE_REQUESTS, 1, block);
    let after = |block: &[u8]| whole(&[GET, block].concat());
    let prioritized = |about: [u8; 5]| {
        let block = [&about, GET].concat();
        frame(HEADERS, WHOLE_REQUESTS | PRIORITIZED, 1, &block)
    };
    let priority = |of: u32, about: [u8; 5]| [frame(PRIORITY, 0, of, &about), get(1)].concat();
    let mut forms = vec![
        get(1),
        prioritized([0, 0, 0, 0, 255]),
        prioritized([0x80, 0, 0, 0, 0]),
        priority(1, [0x80, 0, 0, 0, 0]),
        priority(3, [0, 0, 0, 1, 255]),
        // The split is in the middle of a field.
        [
            frame(HEADERS, END_STREAM, 1, &GET[..5]),
            frame(CONTINUATION, 0, 1, &GET[5..9]),
            frame(CONTINUATION, END_HEADERS, 1, &GET[9..]),
        ]
        .concat(),
        // An index of the entry that was just added.
        after(b"\x40\x01a\x01b\xbe"),
        // Updates of the table's size: zero, and zero followed by 4096.
        whole(&[b"\x20", GET].concat()),
        whole(&[b"\x20\x3f\xe1\x1f", GET].concat()),
    ];
    // With indexing, without, never indexed: a name of the table (19), a name, a name and a value in Huffman's code.
    for (form, known) in [(0x40, &[0x53][..]), (0, &[0x0f, 4]), (0x10, &[0x1f, 4])] {
        let coded = b"\x85\xf2\xb2\x4a\x84\xff\x84\x9c\x48\xac\xa4";
        forms.extend([
            after(&[known, b"\x01b"].concat()),
            after(&[&[form], &b"\x06x-test\x01b"[..]].concat()),
            after(&[&[form], &coded[..]].concat()),
        ]);
    }
    for form in forms {
        let response = kinds(&SteppedConnection::open().step(&form));
        assert_eq!(response, [HEADERS, DATA], "for {form:x?}");
    }
}
