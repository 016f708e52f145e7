//! Follows the tutorial: writes its files, runs its commands, and compares what they print.

use super::blocks::{Block, blocks};
use crate::support::client::Connection;
use crate::support::executable::copy_bindery;
use crate::support::expected::root;
use crate::support::{folders, server};
use libtest_mimic::Trial;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The folder that the tutorial makes.
const SITE: &str = "my-site";

pub(crate) fn cases() -> Vec<Trial> {
    vec![Trial::test("manual::the_tutorial_works", || Ok(follow()?))]
}

fn follow() -> Result<(), String> {
    let folder = folders::empty_folder()?;
    copy_bindery(&folder)?;
    let page = fs::read_to_string(root().join("docs/pages/tutorial/first-site.md"));
    let blocks = blocks(&page.map_err(|error| error.to_string())?);
    let mut commands = 0;
    for (at, block) in blocks.iter().enumerate() {
        if let Some(path) = block.tree_file() {
            write(&folder.join(SITE).join(path), block)?;
        } else if block.language == "sh" {
            let next = blocks.get(at + 1);
            let output = next.filter(|next| next.title() == Some("Output"));
            let output = output.map_or("", |block| &block.text);
            commands += run(&folder, &block.text, output)?;
        }
    }
    match commands {
        0 => Err("the tutorial has no commands".to_owned()),
        _ => Ok(()),
    }
}

/// Writes a block to a file, or adds it to the file's end.
fn write(path: &Path, block: &Block) -> Result<(), String> {
    let before = match block.options.contains(" append") {
        true => fs::read_to_string(path).map_err(|error| error.to_string())? + "\n",
        false => String::new(),
    };
    let parent = path.parent().ok_or("BUG: a file has a folder")?;
    fs::create_dir_all(parent)
        .and_then(|()| fs::write(path, before + &block.text))
        .map_err(|error| format!("{}: {error}", path.display()))
}

/// Runs the lines of a block; they must print each line of `output`, in which `…` stands for any text.
fn run(folder: &Path, lines: &str, output: &str) -> Result<usize, String> {
    let mut printed = String::new();
    for line in lines.lines() {
        let (text, is_done) = match server_of(folder, line) {
            Some(started) => (started?, true),
            None => shell(folder, line)?,
        };
        if !is_done && !output.contains(": error[") && !output.contains("error (") {
            return Err(format!("`{line}` fails:\n{text}"));
        }
        printed.push_str(&text);
    }
    let mut wanted = output.lines().filter(|wanted| !wanted.is_empty());
    match wanted.find(|wanted| !printed.lines().any(|line| matches(line, wanted))) {
        Some(missing) => Err(format!(
            "no `{missing}` in the output of `{lines}`:\n{printed}"
        )),
        None => Ok(lines.lines().count()),
    }
}

/// Whether a printed line has the parts of `wanted` between the `…`, in their order.
fn matches(line: &str, wanted: &str) -> bool {
    let mut rest = line;
    wanted.split('…').all(|part| match rest.find(part) {
        Some(at) => {
            rest = &rest[at + part.len()..];
            true
        }
        None => false,
    })
}

fn shell(folder: &Path, line: &str) -> Result<(String, bool), String> {
    let output = Command::new("/bin/sh")
        .args(["-c", line])
        .current_dir(folder)
        .env_clear()
        .env("PATH", format!("{}:/usr/bin:/bin", folder.display()))
        .env("HOME", folder.join("home"))
        .output()
        .map_err(|error| error.to_string())?;
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    Ok((text, output.status.success()))
}

/// Starts the server that a line starts, on a free port, and asks it for the start page.
fn server_of(folder: &Path, line: &str) -> Option<Result<String, String>> {
    let started = match line {
        "bindery dev my-site" => server::start_alone(folder, &["dev", "--port", "0", SITE]),
        "./my-site-server" => server::start_program(&folder.join("my-site-server"), folder),
        _ => return None,
    };
    Some(started.and_then(|running| {
        let page = Connection::open(running.address)?.get("/", &[])?;
        match page.status {
            200 => Ok(running.printed),
            other => Err(format!("`{line}` answers {other}")),
        }
    }))
}
