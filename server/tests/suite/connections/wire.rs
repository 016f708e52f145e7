//! A table of bytes that are sent over a socket and of the expected responses (`wire.txt`), one named case on each line.

use crate::connections::sockets::exchange;

const TABLE: &str = include_str!("wire.txt");

struct Case {
    name: &'static str,
    send: String,
    status: &'static str,
    wanted: &'static str,
}

/// The cases below `[group]`, or all.
fn cases(group: Option<&str>) -> Vec<Case> {
    let mut current = "";
    let mut cases = Vec::new();
    for line in TABLE.lines() {
        if let Some(name) = line.strip_prefix('[') {
            current = name.trim_end_matches(']');
        } else if !line.is_empty()
            && !line.starts_with('#')
            && group.is_none_or(|group| group == current)
        {
            let parts: Vec<&str> = line.splitn(4, " ::").map(str::trim_ascii_start).collect();
            let [name, send, status, wanted] = parts[..] else {
                panic!("not a case: {line}");
            };
            let send = raw(send);
            cases.push(Case {
                name,
                send,
                status,
                wanted,
            });
        }
    }
    cases
}

/// The bytes to send: a literal with its escapes decoded, or a head made of lines.
fn raw(send: &str) -> String {
    if !send.contains("\\r\\n") {
        let lines: Vec<&str> = send.split('|').chain(["connection: close"]).collect();
        return lines.join("\r\n") + "\r\n\r\n";
    }
    let mut raw = send
        .replace("\\r\\n", "\r\n")
        .replace("\\n", "\n")
        .replace("\\t", "\t");
    for control in ['\u{0}', '\u{1}', '\u{2}', '\u{3}', '\u{16}'] {
        raw = raw.replace(
            &format!("\\x{:02x}", u32::from(control)),
            &control.to_string(),
        );
    }
    raw
}

/// Describes how the response differs from the expected one.
fn mismatches(response: &str, case: &Case) -> Vec<String> {
    let (head, body) = response.split_once("\r\n\r\n").unwrap_or((response, ""));
    let mut mismatches = Vec::new();
    let got = head.split(' ').nth(1).unwrap_or_default();
    if got != case.status {
        mismatches.push(format!("status {got} instead of {}", case.status));
    }
    let fields: Vec<&str> = head.lines().skip(1).collect();
    if !fields.iter().any(|field| field.starts_with("date: ")) {
        mismatches.push("no date".to_owned());
    }
    for wish in case.wanted.split(" & ").filter(|wish| !wish.is_empty()) {
        let is_field = |field: &&&str| field.starts_with(&format!("{}: ", &wish[1..]));
        let is_met = match wish.as_bytes()[0] {
            b'!' => fields.iter().find(is_field).is_none(),
            b'=' => body == &wish[1..],
            b'~' => body.contains(&wish[1..]),
            _ => fields.contains(&wish),
        };
        if !is_met {
            mismatches.push(format!("not `{wish}`"));
        }
    }
    if !mismatches.is_empty() {
        mismatches.push(response.to_owned());
    }
    mismatches
}

#[track_caller]
fn check(group: &str) {
    let cases = cases(Some(group));
    assert!(!cases.is_empty());
    let mut wrong = Vec::new();
    for case in &cases {
        let mismatches = mismatches(&exchange(&case.send), case);
        if !mismatches.is_empty() {
            wrong.push(format!("{}: {}", case.name, mismatches.join("\n    ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn preconditions() {
    check("preconditions");
}

#[test]
fn ranges() {
    check("ranges");
}

#[test]
fn methods() {
    check("methods");
}

#[test]
fn negotiation() {
    check("negotiation");
}

#[test]
fn paths() {
    check("paths");
}

#[test]
fn framing() {
    check("framing");
}

#[test]
fn made() {
    check("made");
}

#[test]
fn own() {
    check("own");
}

#[test]
fn the_table_is_large_and_names_are_unique() {
    let all = cases(None);
    let mut names: Vec<&str> = all.iter().map(|case| case.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all.len());
    assert!(all.len() >= 150, "{} cases", all.len());
}

#[test]
fn a_wrong_response_is_detected() {
    let case = &cases(Some("ranges"))[0];
    let response = "HTTP/1.1 200 OK\r\ndate: x\r\n\r\n0123";
    let found = mismatches(response, case).join(" ");
    assert!(
        found.contains("status 200") && found.contains("not `content-range"),
        "{found}"
    );
}
