//! The table of protocol errors: a name with its section of RFC 9113, the bytes after the preface, the expected outcome.

use super::Outcome::{Away, Fine, Reset};
use super::*;

type Case = (&'static str, Vec<u8>, Outcome);

const PROTOCOL_ERROR: Outcome = Away(super::PROTOCOL_ERROR);
const FLOW_CONTROL_ERROR: Outcome = Away(3);
const FRAME_SIZE_ERROR: Outcome = Away(6);
const STREAM_CLOSED: u32 = 5;
const MALFORMED: Outcome = Reset(1, super::PROTOCOL_ERROR);

pub(super) fn cases() -> Vec<Case> {
    let mut cases = frames_and_streams();
    cases.extend(frame_kinds());
    cases.extend(heads());
    cases.extend(compression());
    cases
}

/// A head without `END_HEADERS`, and more frames.
fn unfinished_request(more: Vec<u8>) -> Vec<u8> {
    [frame(HEADERS, END_STREAM, 1, GET), more].concat()
}

/// A request without `END_STREAM`, and more frames.
fn post(more: Vec<u8>) -> Vec<u8> {
    [frame(HEADERS, END_HEADERS, 1, POST), more].concat()
}

/// A request whose response exceeds the flow-control window, and more frames.
fn waiting(more: Vec<u8>) -> Vec<u8> {
    [setting(4, 0), get(1), more].concat()
}

fn after_get(more: Vec<u8>) -> Vec<u8> {
    [get(1), more].concat()
}

#[rustfmt::skip]
fn frames_and_streams() -> Vec<Case> {
    let one = [0, 0, 0, 1];
    let continued = |flags, stream, block: &[u8]| frame(CONTINUATION, flags, stream, block);
    let many_streams: Vec<u8> = (0..140).flat_map(|at| get(at * 2 + 1)).collect();
    vec![
        ("4.1 a frame of unknown kind is ignored", frame(0x77, 9, 0, b"1234"), Fine),
        ("4.1 unknown flags are ignored", frame(PING, 0xfe & !ACK, 0, b"12345678"), Fine),
        ("4.1 the reserved bit is ignored", frame(PING, 0, 1 << 31, b"12345678"), Fine),
        ("4.2 too large a frame on a stream", post(frame(DATA, 0, 1, &[0; 16_385])), FRAME_SIZE_ERROR),
        ("4.2 too large a head", frame(HEADERS, WHOLE_REQUESTS, 1, &[0; 16_385]), FRAME_SIZE_ERROR),
        ("4.2 the largest frame is taken", post(frame(DATA, END_STREAM, 1, &[0; 16_384])), Fine),
        ("4.3 an index that is not in the table", frame(HEADERS, WHOLE_REQUESTS, 1, &[0xfe]), PROTOCOL_ERROR),
        ("4.3 a literal that breaks off", frame(HEADERS, WHOLE_REQUESTS, 1, &[0x40, 9, b'a']), PROTOCOL_ERROR),
        ("4.3 a table larger than agreed", frame(HEADERS, WHOLE_REQUESTS, 1, &[0x3f, 0xe1, 0xff, 0x03]), PROTOCOL_ERROR),
        ("4.3 a priority inside of a head", unfinished_request(frame(PRIORITY, 0, 3, &[0, 0, 0, 0, 1])), PROTOCOL_ERROR),
        ("4.3 another head inside of a head", unfinished_request(get(3)), PROTOCOL_ERROR),
        ("4.3 a continuation of another stream", unfinished_request(continued(END_HEADERS, 3, &[])), PROTOCOL_ERROR),
        ("4.3 a frame of unknown kind inside of a head", unfinished_request(frame(0x77, 9, 0, b"1234")), PROTOCOL_ERROR),
        ("4.3 a head in pieces", unfinished_request([continued(0, 1, &field("a", "b")), continued(END_HEADERS, 1, &[])].concat()), Fine),
        ("5.1 data on an idle stream", frame(DATA, 0, 1, b"x"), PROTOCOL_ERROR),
        ("5.1 a reset of an idle stream", frame(RESET, 0, 1, &[0; 4]), PROTOCOL_ERROR),
        ("5.1 a window for an idle stream", frame(WINDOW, 0, 1, &one), PROTOCOL_ERROR),
        ("5.1 a continuation of nothing", continued(END_HEADERS, 1, GET), PROTOCOL_ERROR),
        ("5.1 a priority for an idle stream", frame(PRIORITY, 0, 5, &[0, 0, 0, 0, 1]), Fine),
        ("5.1 data after the end", after_get(frame(DATA, 0, 1, b"x")), PROTOCOL_ERROR),
        ("5.1 a head after the end", after_get(get(1)), PROTOCOL_ERROR),
        ("5.1 a window after the end", after_get(frame(WINDOW, 0, 1, &one)), Fine),
        ("5.1 a reset after the end", after_get(frame(RESET, 0, 1, &[0; 4])), Fine),
        ("5.1 a priority after the end", after_get(frame(PRIORITY, 0, 1, &[0, 0, 0, 0, 1])), Fine),
        ("5.1 a reset, and data", post([frame(RESET, 0, 1, &[0, 0, 0, 8]), frame(DATA, 0, 1, b"x")].concat()), Reset(1, STREAM_CLOSED)),
        ("5.1 a reset, and a head", post([frame(RESET, 0, 1, &[0, 0, 0, 8]), get(1)].concat()), PROTOCOL_ERROR),
        ("5.1.1 an even stream", get(2), PROTOCOL_ERROR),
        ("5.1.1 a stream below the last", [get(5), get(3)].concat(), PROTOCOL_ERROR),
        ("5.1.1 a head on stream 0", get(0), PROTOCOL_ERROR),
        ("5.1.2 more streams than agreed", [setting(4, 0), many_streams].concat(), Reset(279, REFUSED_STREAM)),
        ("5.3 a stream that depends on itself", frame(HEADERS, WHOLE_REQUESTS | PRIORITIZED, 1, &[&[0, 0, 0, 1, 9], GET].concat()), MALFORMED),
        ("5.3 a priority that depends on itself", frame(PRIORITY, 0, 1, &[0, 0, 0, 1, 9]), MALFORMED),
    ]
}

#[rustfmt::skip]
fn frame_kinds() -> Vec<Case> {
    let most = 0x7fff_ffff_u32.to_be_bytes();
    vec![
        ("6.1 data on stream 0", frame(DATA, 0, 0, b"x"), PROTOCOL_ERROR),
        ("6.1 more padding than data", post(frame(DATA, PADDED, 1, &[9, 1])), PROTOCOL_ERROR),
        ("6.1 padding and nothing else", post(frame(DATA, PADDED | END_STREAM, 1, &[3, 0, 0, 0])), Fine),
        ("6.2 more padding than head", frame(HEADERS, WHOLE_REQUESTS | PADDED, 1, &[&[200], GET].concat()), PROTOCOL_ERROR),
        ("6.2 a padded head", frame(HEADERS, WHOLE_REQUESTS | PADDED, 1, &[&[2], GET, &[0, 0]].concat()), Fine),
        ("6.3 a priority of stream 0", frame(PRIORITY, 0, 0, &[0, 0, 0, 1, 9]), PROTOCOL_ERROR),
        ("6.3 a priority of another length", frame(PRIORITY, 0, 1, &[0; 4]), PROTOCOL_ERROR),
        ("6.4 a reset of stream 0", frame(RESET, 0, 0, &[0; 4]), PROTOCOL_ERROR),
        ("6.4 a reset of another length", waiting(frame(RESET, 0, 1, &[0; 3])), PROTOCOL_ERROR),
        ("6.5 a receipt of settings that holds some", frame(SETTINGS, ACK, 0, &[0; 6]), PROTOCOL_ERROR),
        ("6.5 settings of a stream", frame(SETTINGS, 0, 1, &[]), PROTOCOL_ERROR),
        ("6.5 settings that break off", frame(SETTINGS, 0, 0, &[0; 5]), PROTOCOL_ERROR),
        ("6.5 settings nobody knows", setting(0xabc, 7), Fine),
        ("6.5.2 push is neither on nor off", setting(2, 2), PROTOCOL_ERROR),
        ("6.5.2 too large a window", setting(4, 1 << 31), PROTOCOL_ERROR),
        ("6.5.2 too small a frame", setting(5, 16_383), PROTOCOL_ERROR),
        ("6.5.2 too large a frame", setting(5, 1 << 24), PROTOCOL_ERROR),
        ("6.6 a push by a client", frame(PUSH, END_HEADERS, 1, &[&[0, 0, 0, 2], GET].concat()), PROTOCOL_ERROR),
        ("6.7 a ping of a stream", frame(PING, 0, 1, b"12345678"), PROTOCOL_ERROR),
        ("6.7 a ping of another length", frame(PING, 0, 0, b"1234567"), PROTOCOL_ERROR),
        ("6.7 a pong nobody asked for", frame(PING, ACK, 0, b"12345678"), Fine),
        ("6.8 a farewell on a stream", frame(GOAWAY, 0, 1, &[0; 8]), PROTOCOL_ERROR),
        ("6.9 a window of nothing", frame(WINDOW, 0, 0, &[0; 4]), PROTOCOL_ERROR),
        ("6.9 a window of nothing for a stream", waiting(frame(WINDOW, 0, 1, &[0; 4])), PROTOCOL_ERROR),
        ("6.9 a window of another length", frame(WINDOW, 0, 0, &[0; 3]), PROTOCOL_ERROR),
        ("6.9.1 too large a window by sum", frame(WINDOW, 0, 0, &most), FLOW_CONTROL_ERROR),
        ("6.9.1 the same for a stream", waiting([frame(WINDOW, 0, 1, &most), frame(WINDOW, 0, 1, &most)].concat()), Reset(1, 3)),
        ("6.9.2 a window below nothing", after_get([setting(4, 0), setting(4, 100)].concat()), Fine),
        ("6.10 a continuation after the end", after_get(frame(CONTINUATION, END_HEADERS, 1, &[])), PROTOCOL_ERROR),
        ("6.10 a continuation on stream 0", frame(CONTINUATION, END_HEADERS, 0, &[]), PROTOCOL_ERROR),
        ("7 a reset with a code nobody knows", post(frame(RESET, 0, 1, &[0, 0, 0, 0xff])), Fine),
        ("7 a farewell with a code nobody knows", frame(GOAWAY, 0, 0, &[0, 0, 0, 0, 0, 0, 0, 0xff]), Away(0)),
    ]
}

#[rustfmt::skip]
fn heads() -> Vec<Case> {
    let head = |block: &[u8]| frame(HEADERS, WHOLE_REQUESTS, 1, block);
    let with = |name: &str, value: &str| head(&[GET, &field(name, value)].concat());
    let sized = |fields: &[u8], body: &[u8]| {
        let begun = frame(HEADERS, END_HEADERS, 1, &[POST, fields].concat());
        [begun, frame(DATA, END_STREAM, 1, body)].concat()
    };
    let length = field("content-length", "1");
    vec![
        ("8.1 trailers that do not end the stream", post(frame(HEADERS, END_HEADERS, 1, &field("a", "b"))), MALFORMED),
        ("8.1 trailers", post(frame(HEADERS, WHOLE_REQUESTS, 1, &field("a", "b"))), Fine),
        // The crate `h2` silently drops the field.
        ("8.1 a pseudo field in trailers", post(frame(HEADERS, WHOLE_REQUESTS, 1, &field(":method", "POST"))), Fine),
        ("8.1.1 less data than said", sized(&length, b""), MALFORMED),
        ("8.1.1 more data than said", sized(&length, b"12"), MALFORMED),
        ("8.1.1 several lengths", sized(&[length.clone(), field("content-length", "2")].concat(), b"1"), MALFORMED),
        ("8.2.1 a name in capitals", with("Accept", "*/*"), PROTOCOL_ERROR),
        ("8.2.1 a name with a space", with("a b", "c"), PROTOCOL_ERROR),
        ("8.2.1 a value with a line's end", with("a", "b\r\nc: d"), PROTOCOL_ERROR),
        ("8.2.2 a field of connections", with("connection", "close"), MALFORMED),
        ("8.2.2 a transfer coding", with("transfer-encoding", "chunked"), MALFORMED),
        ("8.2.2 te of another kind", with("te", "gzip"), MALFORMED),
        ("8.2.2 te of trailers", with("te", "trailers"), Fine),
        ("8.3 a pseudo field nobody knows", with(":test", "a"), PROTOCOL_ERROR),
        ("8.3 the pseudo field of answers", with(":status", "200"), MALFORMED),
        ("8.3 a pseudo field after others", head(&[&field("a", "b"), GET].concat()), MALFORMED),
        ("8.3 the same pseudo field twice", head(&[&[0x82], GET].concat()), MALFORMED),
        ("8.3.1 no method", head(&GET[1..]), MALFORMED),
        ("8.3.1 no scheme", head(&[&GET[..1], &GET[2..]].concat()), MALFORMED),
        ("8.3.1 no path", head(&[&GET[..2], &GET[3..]].concat()), MALFORMED),
        ("8.3.1 an empty path", head(&[b"\x82\x87", &field(":path", "")[..]].concat()), MALFORMED),
    ]
}

/// Invalid header blocks, which every decoder must refuse (RFC 7541).
#[rustfmt::skip]
fn compression() -> Vec<Case> {
    let after = |block: &[u8]| frame(HEADERS, WHOLE_REQUESTS, 1, &[GET, block].concat());
    vec![
        ("2.3.3 an index behind the tables", after(&[0xc6]), PROTOCOL_ERROR),
        ("2.3.3 a name behind the tables", after(&[0x7f, 7, 0]), PROTOCOL_ERROR),
        ("4.2 a size of the table after fields", after(&[0x21]), PROTOCOL_ERROR),
        ("5.2 padding of a whole byte", after(b"\x00\x85\xf2\xb2\x4a\x84\xff\x84\x49\x50\x9f\xff"), PROTOCOL_ERROR),
        ("5.2 padding of zeros", after(b"\x00\x85\xf2\xb2\x4a\x84\xff\x83\x49\x50\x90"), PROTOCOL_ERROR),
        ("5.2 the end of strings inside of one", after(b"\x00\x85\xf2\xb2\x4a\x84\xff\x87\x49\x51\xff\xff\xff\xfa\x7f"), PROTOCOL_ERROR),
        ("6.1 the index 0", after(&[0x80]), PROTOCOL_ERROR),
    ]
}
