//! Runs the cases of `tests/browser` in Chromium against the running executable.

use crate::interface::ui;
use crate::support::expected::{is_library, root};
use crate::support::node::{self, Runner};
use crate::support::{folders, server};
use libtest_mimic::Trial;
use std::process::Command;
use std::sync::OnceLock;

pub(crate) fn cases() -> Vec<Trial> {
    let group = if is_library() { "all" } else { "any-tree" };
    let names = match node::list(&root().join("tests/browser/run.mjs"), group) {
        Ok(names) => names,
        Err(error) => return node::broken_group("browser::the_cases_can_be_listed", error),
    };
    let trials = names.into_iter().map(|name| {
        Trial::test(format!("browser::{name}"), move || {
            Ok(runner()?.wait(&name)?)
        })
    });
    trials.collect()
}

/// The start of the runner, as a case of its own that can run long before the others.
pub(crate) fn runner_cases() -> Vec<Trial> {
    let start = || Ok(runner().map(drop)?);
    vec![Trial::test("browser::the_runner_starts", start)]
}

fn runner() -> Result<&'static Runner, String> {
    static RUNNER: OnceLock<Result<Runner, String>> = OnceLock::new();
    RUNNER.get_or_init(start).as_ref().map_err(Clone::clone)
}

fn start() -> Result<Runner, String> {
    ui::install()?;
    let mut command = Command::new("node");
    command
        .env("BINDERY_EXECUTABLE", env!("CARGO_BIN_EXE_bindery"))
        .env("TMPDIR", folders::temporary()?)
        .arg(root().join("tests/browser/run.mjs"))
        .arg(format!("http://{}", server::shared()?.address))
        .arg(env!("CARGO_TARGET_TMPDIR"))
        .arg(format!("http://{}", server::reader()?.address))
        .arg(if is_library() { "all" } else { "any-tree" });
    Runner::start(command)
}
