//! Hostile requests, made by mutating a committed corpus: no panic, and what comes out keeps its promises.
//!
//! `BINDERY_FUZZ_SECONDS=600 cargo test --release -p bindery-server --test requests` runs each target for that long. The
//! harness is the compiler's.

#[path = "../../../compiler/tests/fuzz/harness.rs"]
mod harness;
#[path = "../../../compiler/tests/fuzz/mutate.rs"]
mod mutate;
mod site;
mod targets;

use harness::{Fuzzing, Target};

const TARGETS: [Target; 8] = [
    ("target", targets::target),
    ("accept_encoding", targets::accept_encoding),
    ("accept", targets::accept),
    ("range", targets::range),
    ("conditional", targets::conditional),
    ("forwarded", targets::forwarded),
    ("query", targets::query),
    ("head", targets::head),
];

/// Words that mean something to some parser of requests.
const WORDS: &[&str] = &[
    "/",
    "//",
    "\\",
    "..",
    "/../",
    "/./",
    ".",
    "%",
    "%2e",
    "%2f",
    "%5c",
    "%00",
    "%0d%0a",
    "%c3%a9",
    "%C3%A9",
    "%ff",
    "?",
    "#",
    "&",
    "=",
    "+",
    ".html",
    "/index",
    "/index.html",
    "/guide",
    "/old",
    "/lib",
    "http://",
    "https://",
    "//evil.example",
    "@evil.example",
    "evil.example",
    "_bindery/",
    "_bindery/page",
    "/assets/",
    ".md",
    ".png",
    " ",
    "\t",
    "\r\n",
    "\n",
    "\0",
    ",",
    ", ",
    ";",
    "; ",
    ":",
    "\"",
    "\"\"",
    "W/",
    "*",
    "*/*",
    "q=",
    "q=0",
    ";q=0",
    ";q=0.5",
    ";q=1",
    ";q=1.001",
    "q=0.000",
    "br",
    "gzip",
    "x-gzip",
    "zstd",
    "identity",
    "deflate",
    "text/html",
    "text/markdown",
    "text/*",
    "bytes=",
    "bytes",
    "-",
    "0-0",
    "0-",
    "-1",
    "-0",
    "99999999999999999999",
    "for=",
    "by=",
    "[::1]",
    "127.0.0.1",
    "10.0.0.1",
    "unknown",
    "_hidden",
    "host: x",
    "content-length: 0",
    "transfer-encoding: chunked",
    "GET ",
    " HTTP/1.1",
    "if-match: ",
    "if-none-match: ",
    "if-range: ",
    "range: ",
    "é",
    "日本",
    "\u{202e}",
    "\u{feff}",
];

fn main() {
    let fuzzing = Fuzzing {
        corpus: concat!(env!("CARGO_MANIFEST_DIR"), "/tests/requests/corpus"),
        words: WORDS,
    };
    harness::main(fuzzing, &TARGETS);
}
