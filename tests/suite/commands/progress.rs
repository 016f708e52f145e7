//! The lines about the stages of a build: on terminals only.

use crate::support::executable::bindery;
use crate::support::folders;
use libtest_mimic::Trial;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use std::ffi::OsStr;
use std::fs::OpenOptions;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("progress::a_terminal_shows_the_first_stage", || {
            Ok(terminal()?)
        }),
        Trial::test("progress::a_pipe_gets_no_stages", || Ok(pipe()?)),
    ]
}

fn new_tree() -> Result<PathBuf, String> {
    let folder = folders::empty_folder()?.join("tree");
    let output = bindery(&["new", &folder.to_string_lossy()])?;
    match output.status.success() {
        true => Ok(folder),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

fn pipe() -> Result<(), String> {
    let output = bindery(&["check", &new_tree()?.to_string_lossy()])?;
    match String::from_utf8_lossy(&output.stderr).as_ref() {
        "" => Ok(()),
        text => Err(text.to_owned()),
    }
}

/// The first stage is named before anything else.
fn terminal() -> Result<(), String> {
    let words = |error: rustix::io::Errno| error.to_string();
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).map_err(words)?;
    grantpt(&terminal)
        .and_then(|()| unlockpt(&terminal))
        .map_err(words)?;
    let name = ptsname(&terminal, Vec::new()).map_err(words)?;
    let mut options = OpenOptions::new();
    let options = options.read(true).write(true);
    let stderr = options.open(OsStr::from_bytes(name.to_bytes()));
    let stderr = stderr.map_err(|error| error.to_string())?;
    let mut child = Command::new(env!("CARGO_BIN_EXE_bindery"))
        .arg("check")
        .arg(new_tree()?)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(stderr)
        .spawn()
        .map_err(|error| error.to_string())?;
    let mut shown = Vec::new();
    // The end of a terminal whose programs have ended is an error on Linux.
    let _ = std::fs::File::from(terminal).read_to_end(&mut shown);
    let status = child.wait().map_err(|error| error.to_string())?;
    let shown = String::from_utf8_lossy(&shown);
    match status.success() && shown.starts_with("Reading the tree") {
        true => Ok(()),
        false => Err(format!("{status}: {shown}")),
    }
}
