//! Builds the repository twice, in two folders of different names and depth, and compares the results.
//!
//! The blob must be the same bit for bit. So must the executable, if the paths of the folders are remapped and the report
//! has no durations (`SOURCE_DATE_EPOCH`). The command takes as long as two clean builds.

use crate::harness::process;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Builds twice and prints whether blobs and executables are the same.
pub fn measure(profile: &str) -> Result<(), String> {
    let above = tempfile::tempdir().map_err(|error| error.to_string())?;
    let folders = ["a", "another/folder/further/down"].map(|name| above.path().join(name));
    let mut built = Vec::new();
    for folder in &folders {
        copy_tracked(folder)?;
        built.push(build(folder, profile)?);
        println!("built in {}", folder.display());
    }
    let blobs = built
        .iter()
        .map(|built| &built.content_hash)
        .collect::<Vec<_>>();
    println!(
        "content hash of the blob: {} and {}: {}",
        blobs[0],
        blobs[1],
        verdict(blobs[0] == blobs[1])
    );
    let same = built[0].bytes == built[1].bytes;
    println!(
        "executables of {} and {} bytes: {}",
        built[0].bytes.len(),
        built[1].bytes.len(),
        verdict(same)
    );
    if !same {
        let pairs = built[0].bytes.iter().zip(&built[1].bytes);
        let differing = pairs.filter(|(one, other)| one != other).count();
        println!("{differing} bytes differ; look with `cmp -l` at builds of your own");
    }
    match same && blobs[0] == blobs[1] {
        true => Ok(()),
        false => Err("two builds of the same sources differ".to_owned()),
    }
}

fn verdict(same: bool) -> &'static str {
    if same { "PASS" } else { "short" }
}

/// The result of a build.
struct Built {
    content_hash: String,
    bytes: Vec<u8>,
}

/// Copies the files that git tracks, with uncommitted changes.
fn copy_tracked(folder: &Path) -> Result<(), String> {
    let output = Command::new("git")
        .args(["ls-files", "-z"])
        .stdin(Stdio::null())
        .output();
    let output = output.map_err(|error| format!("git: {error}"))?;
    let names = String::from_utf8_lossy(&output.stdout).into_owned();
    for name in names.split('\0').filter(|name| Path::new(name).is_file()) {
        let to = folder.join(name);
        let parent = to.parent().unwrap_or(folder);
        let words = |error: std::io::Error| format!("{}: {error}", to.display());
        std::fs::create_dir_all(parent).map_err(words)?;
        std::fs::copy(name, &to).map_err(words)?;
    }
    Ok(())
}

fn build(folder: &Path, profile: &str) -> Result<Built, String> {
    let home = std::env::var("CARGO_HOME")
        .unwrap_or_else(|_| format!("{}/.cargo", std::env::var("HOME").unwrap_or_default()));
    let target = folder.join("target");
    // The encoded form allows folders with blanks, and overrides `RUSTFLAGS` of the caller.
    let flags = format!(
        "--remap-path-prefix={}=/bindery\x1f--remap-path-prefix={home}=/cargo",
        folder.display()
    );
    let status = process::cargo_build(profile)
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", &target)
        .env("CARGO_ENCODED_RUSTFLAGS", flags)
        .env("SOURCE_DATE_EPOCH", "0")
        // Each of these variables would build another tree or write elsewhere.
        .env_remove("CARGO_BUILD_TARGET")
        .env_remove("CARGO_BUILD_BUILD_DIR")
        .env_remove("BINDERY_CONTENT")
        .env_remove("BINDERY_CARRY")
        .stdin(Stdio::null())
        .status()
        .map_err(|error| format!("cargo: {error}"))?;
    if !status.success() {
        return Err(format!("the build in {} failed", folder.display()));
    }
    let binary: PathBuf = target
        .join(if profile == "dev" { "debug" } else { profile })
        .join("bindery");
    let output = Command::new(&binary)
        .args(["--version", "--json"])
        .output()
        .map_err(|error| error.to_string())?;
    let version: serde_json::Value =
        serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    let content_hash = version.get("content").and_then(|hash| hash.as_str());
    let built = Built {
        content_hash: content_hash
            .ok_or("BUG: `--version --json` names no content hash")?
            .to_owned(),
        bytes: std::fs::read(&binary).map_err(|error| error.to_string())?,
    };
    // Frees gigabytes for the second build.
    std::fs::remove_dir_all(&target).map_err(|error| format!("{}: {error}", target.display()))?;
    Ok(built)
}
