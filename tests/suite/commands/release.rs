//! `deploy/release`: the archive of a release.

use crate::support::executable::write_executable;
use crate::support::expected::root;
use crate::support::folders;
use libtest_mimic::Trial;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What an archive holds, below its own folder.
const FILES: [&str; 11] = [
    "CHANGELOG.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "THIRD-PARTY.txt",
    "bindery",
    "deploy/bindery.service",
    "deploy/image.Dockerfile",
    "sbom.cdx.json",
    "share/bash-completion/completions/bindery",
    "share/man/man1/bindery.1",
];

pub(crate) fn cases() -> Vec<Trial> {
    vec![Trial::test(
        "release::the_archive_is_whole_and_reproducible",
        || Ok(release()?),
    )]
}

fn release() -> Result<(), String> {
    let folder = folders::empty_folder()?;
    // A script in place of the executable, so that little is compressed.
    let binary = folder.join("program");
    let script = format!(
        "#!/bin/sh\nexec '{}' \"$@\"\n",
        env!("CARGO_BIN_EXE_bindery")
    );
    write_executable(&binary, Path::new("/bin/sh"), script.as_bytes())?;
    let first = make(&binary, &folder.join("first"))?;
    let second = make(&binary, &folder.join("second"))?;
    let name = Path::new(&first).file_name().ok_or("no archive")?;
    if fs::read(&first).map_err(words)? != fs::read(&second).map_err(words)? {
        return Err("two archives of one executable differ".to_owned());
    }
    let out = folder.join("first");
    run(Command::new("sha256sum")
        .args(["--check", "SHA256SUMS"])
        .current_dir(&out))?;
    run(Command::new("tar").arg("-xzf").arg(name).current_dir(&out))?;
    let top = name.to_string_lossy();
    let top = out.join(top.trim_end_matches(".tar.gz"));
    for file in FILES {
        let len = fs::metadata(top.join(file)).map_or(0, |file| file.len());
        if len == 0 {
            return Err(format!("the archive has no `{file}`, or it is empty"));
        }
    }
    let version = run(Command::new(top.join("bindery")).arg("--version"))?;
    if !version.contains(env!("CARGO_PKG_VERSION")) {
        return Err(format!("the archive's executable says `{version}`"));
    }
    let list = fs::read(top.join("sbom.cdx.json")).map_err(words)?;
    let list: serde_json::Value =
        serde_json::from_slice(&list).map_err(|error| error.to_string())?;
    match list["metadata"]["component"]["name"] == "bindery" {
        true => Ok(()),
        false => Err("the list of packages is not that of `bindery`".to_owned()),
    }
}

/// Runs the script; gives the path of the archive.
fn make(binary: &Path, out: &Path) -> Result<String, String> {
    let mut script = Command::new(root().join("deploy/release"));
    script
        .arg("--binary")
        .arg(binary)
        .arg("--out")
        .arg(out)
        .env("SOURCE_DATE_EPOCH", "1000000000");
    Ok(run(&mut script)?.trim().to_owned())
}

fn words(error: std::io::Error) -> String {
    error.to_string()
}

fn run(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(words)?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}
