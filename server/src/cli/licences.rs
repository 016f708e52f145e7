//! `bindery licences`: the notices of the software in this executable.
//!
//! `THIRD-PARTY.txt` describes an executable with all features. Packages of features that this executable lacks are left
//! out, with the licence texts that no other package has.

use super::output::{print, print_error};
use super::{EXIT_FAILED, features};
use std::collections::BTreeSet;

/// `THIRD-PARTY.txt`, compressed (RFC 1951).
const NOTICES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/notices.deflate"));

/// The maximum size of the decompressed notices, in bytes.
const MAX_NOTICES: usize = 16 << 20;

/// Begins the line above each text.
const TEXT_MARK: &str = "\n======== text ";

pub(super) fn print_licences() -> u8 {
    let bytes = miniz_oxide::inflate::decompress_to_vec_with_limit(NOTICES, MAX_NOTICES);
    let text = bytes.ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let Some(text) = text else {
        print_error("BUG: the embedded notices are unreadable");
        return EXIT_FAILED;
    };
    print(notices_for(&text, &features()).as_bytes())
}

/// The notices of an executable with these features.
fn notices_for(all: &str, features: &[&str]) -> String {
    let (packages, texts) = all.split_at(all.find(TEXT_MARK).unwrap_or(all.len()));
    let mut needed = BTreeSet::new();
    let mut shown = String::new();
    for line in packages.split_inclusive('\n') {
        let Some((scope, numbers)) = scope_and_texts(line) else {
            shown.push_str(line);
            continue;
        };
        if scope
            .split(", ")
            .any(|one| one == "always" || features.contains(&one))
        {
            shown.push_str(line);
            needed.extend(numbers.split_whitespace());
        }
    }
    for text in texts.split(TEXT_MARK).skip(1) {
        let number = text.split(' ').next().unwrap_or_default();
        if needed.contains(number) {
            shown.push_str(TEXT_MARK);
            shown.push_str(text);
        }
    }
    shown
}

/// The features and the numbers in a line such as `cargo h2 0.4.20; MIT; tls; texts 1 2`.
fn scope_and_texts(line: &str) -> Option<(&str, &str)> {
    let mut parts = line.split("; ").skip(2);
    let scope = parts.next()?;
    Some((scope, parts.next()?.strip_prefix("texts ")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: &str = "\
Head; of the; file; text

cargo a 1.0.0; MIT; always; texts 1 2
cargo b 1.0.0; MIT; author, tls; texts 3
cargo c 1.0.0; MIT; tls; texts 4

======== text 1 ========

one

======== text 2 ========

two

======== text 3 ========

three

======== text 4 ========

four
";

    #[test]
    fn all_features_print_the_whole_file() {
        assert_eq!(notices_for(ALL, &["author", "tls"]), ALL);
    }

    #[test]
    fn a_package_of_an_absent_feature_is_left_out_with_its_text() {
        let without_tls = notices_for(ALL, &["author"]);
        assert!(without_tls.contains("cargo b") && without_tls.contains("three"));
        assert!(!without_tls.contains("cargo c") && !without_tls.contains("four"));
        let least = notices_for(ALL, &[]);
        assert!(
            least.contains("cargo a") && least.ends_with("two\n"),
            "{least}"
        );
        assert!(least.starts_with("Head; of the; file; text\n"));
    }
}
