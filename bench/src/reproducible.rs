//! Builds the repository twice, in two folders of different names and depth, and compares what came out.
//!
//! The blob must be the same bit for bit. So must the executable, with the folders' names mapped to the same ones and
//! without the seconds of the report (`SOURCE_DATE_EPOCH`). Takes as long as two builds from nothing.

use crate::harness::process;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Builds twice and prints whether blobs and executables are the same.
pub fn measure(profile: &str) -> Result<(), String> {
    let above = tempfile::tempdir().map_err(|fault| fault.to_string())?;
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

/// What a build gave.
struct Built {
    content_hash: String,
    bytes: Vec<u8>,
}

/// The files that git knows, as they are now.
fn copy_tracked(folder: &Path) -> Result<(), String> {
    let output = Command::new("git")
        .args(["ls-files", "-z"])
        .stdin(Stdio::null())
        .output();
    let output = output.map_err(|fault| format!("git: {fault}"))?;
    let names = String::from_utf8_lossy(&output.stdout).into_owned();
    for name in names.split('\0').filter(|name| Path::new(name).is_file()) {
        let to = folder.join(name);
        let parent = to.parent().unwrap_or(folder);
        let words = |fault: std::io::Error| format!("{}: {fault}", to.display());
        std::fs::create_dir_all(parent).map_err(words)?;
        std::fs::copy(name, &to).map_err(words)?;
    }
    Ok(())
}

fn build(folder: &Path, profile: &str) -> Result<Built, String> {
    let home = std::env::var("CARGO_HOME")
        .unwrap_or_else(|_| format!("{}/.cargo", std::env::var("HOME").unwrap_or_default()));
    let target = folder.join("target");
    // The encoded form takes folders with blanks, and comes before what the caller's environment says.
    let flags = format!(
        "--remap-path-prefix={}=/bindery\x1f--remap-path-prefix={home}=/cargo",
        folder.display()
    );
    let status = process::cargo_build(profile)
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", &target)
        .env("CARGO_ENCODED_RUSTFLAGS", flags)
        .env("SOURCE_DATE_EPOCH", "0")
        // Each would take the executable, or the tree, from elsewhere.
        .env_remove("CARGO_BUILD_TARGET")
        .env_remove("CARGO_BUILD_BUILD_DIR")
        .env_remove("BINDERY_CONTENT")
        .env_remove("BINDERY_CARRY")
        .stdin(Stdio::null())
        .status()
        .map_err(|fault| format!("cargo: {fault}"))?;
    if !status.success() {
        return Err(format!("the build in {} failed", folder.display()));
    }
    let binary: PathBuf = target
        .join(if profile == "dev" { "debug" } else { profile })
        .join("bindery");
    let output = Command::new(&binary)
        .args(["--version", "--json"])
        .output()
        .map_err(|fault| fault.to_string())?;
    let version: serde_json::Value =
        serde_json::from_slice(&output.stdout).map_err(|fault| fault.to_string())?;
    let content_hash = version.get("content").and_then(|hash| hash.as_str());
    let built = Built {
        content_hash: content_hash
            .ok_or("BUG: `--version --json` names no content hash")?
            .to_owned(),
        bytes: std::fs::read(&binary).map_err(|fault| fault.to_string())?,
    };
    // Gigabytes, which the second build needs again.
    std::fs::remove_dir_all(&target).map_err(|fault| format!("{}: {fault}", target.display()))?;
    Ok(built)
}
