//! Compresses the notices of third parties, which `bindery licences` prints.

use std::path::{Path, PathBuf};

const NOTICES: &str = "../THIRD-PARTY.txt";

/// The compression level, from 0 to 10; this one takes a tenth of a second.
const LEVEL: u8 = 9;

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed={NOTICES}");
    println!("cargo::rerun-if-changed=build.rs");
    let text = std::fs::read(Path::new(NOTICES))?;
    let out = std::env::var_os("OUT_DIR").expect("BUG: cargo sets OUT_DIR");
    let compressed = miniz_oxide::deflate::compress_to_vec(&text, LEVEL);
    std::fs::write(PathBuf::from(out).join("notices.deflate"), compressed)
}
