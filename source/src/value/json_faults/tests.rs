//! The faults of JSON texts, and that they agree with the parser.

use super::*;
use crate::value::has_duplicate_keys;

/// The text at each fault, and its message.
fn faults(text: &str) -> Vec<(&str, String)> {
    let found = find_json_faults(text).into_iter();
    found
        .map(|fault| (&text[fault.range], fault.message))
        .collect()
}

#[test]
fn what_json_misses_is_named_at_its_place() {
    for (text, place, message) in [
        ("", "", "the file is empty"),
        ("\n ", "", "the file is empty"),
        ("{\"a\": 1,}", ",", "this comma is too many"),
        ("[1, 2,\n]", ",", "this comma is too many"),
        ("{\"a\": 1,, \"b\": 2}", ",", "this comma is too many"),
        (
            "{\n  \"a\": \"x\"\n  \"b\": 2\n}",
            "\"x\"",
            "a comma is missing after this value",
        ),
        ("[1 2]", "1", "a comma is missing after this value"),
        (
            "{\"a\" 1}",
            "\"a\"",
            "a `:` is missing after the key `\"a\"`",
        ),
        ("{\"a\": }", ":", "the value after this `:` is missing"),
        ("[, 1]", ",", "a value is missing before this sign"),
        (
            "{\"a\": \"x,\n\"b\": 2}",
            "\"",
            "this quote is never closed in its line",
        ),
        ("{\"a\": 1", "{", "this `{` is never closed"),
        ("{\"a\": [1, 2", "[", "this `[` is never closed"),
        ("{\"a\": [1, 2}", "}", "`}` closes the `[` of line 1"),
        ("{\"a\": 1}}", "}", "this `}` closes nothing"),
        ("{} {}", "{", "the value of the file ended before this"),
        ("{'a': 1}", "'a'", "a key needs double quotes"),
        ("{a: 1}", "a", "a key needs double quotes"),
        ("{\"a\": 'é'}", "'é'", "a string needs double quotes"),
        ("{\"a\": é}", "é", "a string needs double quotes"),
        ("{\"a\": True}", "True", "`True` is not a value of JSON"),
        ("{\"a\": .5}", ".5", "`.5` is not a number of JSON"),
        ("{\"a\": 01}", "01", "`01` is not a number of JSON"),
        ("{\"a\": 1 // x\n}", "// x", "JSON has no comments"),
        ("/* x */ {}", "/* x */", "JSON has no comments"),
        ("[\"\\q\"]", "\\q", "this is no escape of JSON"),
        ("[\"\\u12\"]", "\\u", "`\\u` needs four hexadecimal digits"),
        ("[\"a\tb\"]", "\t", "a tab cannot be in a string"),
        (
            "{\"a\": 1, \"b\": {\"a\": 2}, \"a\": 3}",
            "\"a\"",
            "the key `\"a\"` is in this object twice",
        ),
    ] {
        assert_eq!(faults(text), [(place, message.to_owned())], "{text}");
    }
}

#[test]
fn json_has_no_faults_where_its_parser_finds_none() {
    let alphabet = b"{}[],:\"\\a1-.e0 tu";
    let mut state: u64 = 7;
    let mut next = |bound: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % bound
    };
    let mut texts: Vec<String> = [
        "{}",
        "[]",
        "0",
        "-0.5e+3",
        "\"\\u00e9\\n\"",
        "null",
        " [true, false]\n",
        "[[[{\"a\":[]}]]]",
    ]
    .map(str::to_owned)
    .to_vec();
    for _ in 0..20_000 {
        let length = next(12);
        let bytes = (0..length).map(|_| alphabet[next(alphabet.len())]);
        texts.push(bytes.map(char::from).collect());
    }
    for text in texts {
        if let Ok(value) = serde_json::from_str(&text) {
            let has_faults = !find_json_faults(&text).is_empty();
            assert_eq!(has_duplicate_keys(&text, &value), has_faults, "{text}");
        }
        let is_right = serde_json::from_str::<serde_json::Value>(&text).is_ok();
        let found = faults(&text);
        let is_accepted = found.iter().all(|(_, message)| message.ends_with("twice"));
        assert_eq!(is_accepted, is_right, "{text} {found:?}");
    }
}

#[test]
fn equal_keys_of_one_object_are_found_by_their_number() {
    for (text, expected) in [
        (
            r#"{"a": {"a": "b\\\"", "b": "a"}, "b": [{"a": ":"}]}"#,
            false,
        ),
        (r#"{"a": 1, "b": [{"c": 1, "c" : 2}]}"#, true),
    ] {
        let value = serde_json::from_str(text).unwrap();
        assert_eq!(has_duplicate_keys(text, &value), expected, "{text}");
    }
}
