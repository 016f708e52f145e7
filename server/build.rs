//! Compresses the notices of third parties, which `bindery licences` prints, and the manual, which `bindery manual` binds.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const NOTICES: &str = "embedded/THIRD-PARTY.txt";

/// The manual's tree, and what belongs to it.
const MANUAL: &str = "embedded/manual";
const MANUAL_PARTS: [&str; 3] = ["pages", "site.toml", "static"];

/// The compression level, from 0 to 10; this one takes a tenth of a second.
const LEVEL: u8 = 9;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed={NOTICES}");
    println!("cargo::rerun-if-changed=build.rs");
    let text = fs::read(Path::new(NOTICES))?;
    write("notices.deflate", &text)?;
    // The manual is bound by the compiler, which only the authors' commands have.
    if std::env::var_os("CARGO_FEATURE_AUTHOR").is_some() {
        write("manual.deflate", &manual()?)?;
    }
    Ok(())
}

fn write(name: &str, bytes: &[u8]) -> io::Result<()> {
    let compressed = miniz_oxide::deflate::compress_to_vec(bytes, LEVEL);
    let out = std::env::var_os("OUT_DIR").expect("BUG: cargo sets OUT_DIR");
    fs::write(PathBuf::from(out).join(name), compressed)
}

/// The files in order of path, each as a line with its path, a line with its length, and its bytes.
fn manual() -> io::Result<Vec<u8>> {
    let mut files = Vec::new();
    for part in MANUAL_PARTS {
        let path = Path::new(MANUAL).join(part);
        println!("cargo::rerun-if-changed={}", path.display());
        collect(path, &mut files)?;
    }
    files.sort();
    let mut archive = Vec::new();
    for path in files {
        let bytes = fs::read(&path)?;
        let name = path.strip_prefix(MANUAL).map_err(io::Error::other)?;
        let name = name.to_string_lossy().replace('\\', "/");
        archive.extend_from_slice(format!("{name}\n{}\n", bytes.len()).as_bytes());
        archive.extend_from_slice(&bytes);
    }
    Ok(archive)
}

fn collect(path: PathBuf, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !path.is_dir() {
        files.push(path);
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        collect(entry?.path(), files)?;
    }
    Ok(())
}
