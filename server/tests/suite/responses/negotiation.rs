//! Which encoding is sent (RFC 9110, section 12.5.3).

use crate::support::request::{TestRequest, TestResponse};
use crate::{get, site};

fn accepting(lines: &[&str]) -> TestResponse {
    let request = TestRequest::get("/guide");
    let request = lines.iter().fold(request, |request, line| {
        request.with("accept-encoding", line)
    });
    request.send(site())
}

#[track_caller]
fn check(accept_encoding: &str, expected: &str) {
    let response = accepting(&[accept_encoding]);
    let chosen = response.header("content-encoding").unwrap_or("identity");
    assert_eq!(chosen, expected, "for `{accept_encoding}`");
    assert_eq!(response.header("vary"), Some("Accept-Encoding"));
    assert_eq!(response.status, 200);
}

#[test]
fn the_smallest_body_wins_among_equally_liked_encodings() {
    check("gzip, deflate, br, zstd", "br");
    check("gzip, zstd", "gzip");
    check("zstd;q=0.5, gzip;q=0.5", "gzip");
    check("identity, br", "br");
    check("*", "br");
}

#[test]
fn a_higher_quality_beats_a_smaller_body() {
    check("br;q=0.5, zstd;q=0.8, gzip;q=0.2", "zstd");
    check("br;q=0.999, gzip", "gzip");
    check("gzip;q=0.001", "gzip");
    check("identity;q=0.5, gzip;q=0.4", "identity");
    check("*;q=0.5, gzip", "gzip");
    check("br;q=0, *;q=0.5", "gzip");
}

#[test]
fn names_and_parameters_are_read_without_regard_to_case_and_space() {
    check("BR", "br");
    check("GZip ; Q=1.000 ,br;q=0.9", "gzip");
    check("x-gzip", "gzip");
    check("\tbr\t;\tq=1", "br");
}

#[test]
fn identity_is_sent_when_nothing_else_is_acceptable() {
    check("", "identity");
    check("deflate", "identity");
    check("identity", "identity");
    check("br;q=0, gzip;q=0.000", "identity");
    check("*;q=0", "identity");
    check("identity;q=0", "identity");
    check("identity;q=0, *;q=0", "identity");
    assert_eq!(get("/guide").header("content-encoding"), None);
}

#[test]
fn refusing_identity_asks_for_another_encoding() {
    check("identity;q=0, *", "br");
    check("identity;q=0, zstd", "zstd");
}

#[test]
fn malformed_list_members_are_ignored() {
    check("br;q=2, gzip", "gzip");
    check("br;q=0.1234, gzip", "gzip");
    check("br;q=, gzip", "gzip");
    check("br;q=-1, gzip", "gzip");
    check(",,;q=1,gzip,;", "gzip");
    check("br;level=4;q=0.5, gzip;q=0.4", "br");
}

#[test]
fn several_lines_count_as_one() {
    let response = accepting(&["gzip;q=0.5", "br;q=0.4", "zstd;q=0.9"]);
    assert_eq!(response.header("content-encoding"), Some("zstd"));
}

#[test]
fn a_resource_without_variants_is_sent_plain_and_without_vary() {
    let response = TestRequest::get("/robots.txt")
        .with("accept-encoding", "br, gzip")
        .send(site());
    assert_eq!(response.header("content-encoding"), None);
    assert_eq!(response.header("vary"), None);
}

#[test]
fn each_encoding_has_a_tag_of_its_own() {
    let mut tags: Vec<_> = ["br", "zstd", "gzip", "identity"]
        .iter()
        .map(|encoding| accepting(&[encoding]).header("etag").unwrap().to_owned())
        .collect();
    tags.sort();
    tags.dedup();
    assert_eq!(tags.len(), 4);
}

/// Arbitrary headers always get a response, and never a refused encoding.
#[test]
fn the_chosen_encoding_is_always_acceptable() {
    let pieces = [
        "br", "gzip", "zstd", "identity", "*", "deflate", ";", ";q=", "q=0", "=", "0", "0.5", "1",
        "1.0", ",", ", ", " ", "\t", "\"", "x-gzip", "BR",
    ];
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    for _ in 0..20_000 {
        let mut header = String::new();
        for _ in 0..random % 12 {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            header.push_str(pieces[(random >> 33) as usize % pieces.len()]);
        }
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(99);
        let response = accepting(&[&header]);
        assert_eq!(response.status, 200);
        let chosen = response.header("content-encoding");
        if let Some(chosen) = chosen {
            assert!(is_accepted(&header, chosen), "`{header}` got {chosen}");
        }
    }
}

/// A simpler reading than the server's: some member is the encoding or `*`, with a quality above zero.
fn is_accepted(header: &str, encoding: &str) -> bool {
    let header = header.to_ascii_lowercase().replace([' ', '\t'], "");
    header.split(',').any(|member| {
        let (name, parameters) = member.split_once(';').unwrap_or((member, ""));
        let is_named = name == encoding || name == "*" || (name == "x-gzip" && encoding == "gzip");
        let is_refused = ["q=0", "q=0.0", "q=0.00", "q=0.000"].contains(&parameters);
        is_named && !is_refused
    })
}
