//! Small trees: golden ones with their expected routes, invalid ones with their expected diagnostics.
//!
//! `UPDATE_SNAPSHOTS=1` rewrites the expectations; look at the difference before you commit it.

use crate::support::executable::bindery;
use crate::support::expected::root;
use bindery_compiler::diagnostic::{Code, Severity, render};
use bindery_compiler::driver::{self, CheckOutcome};
use libtest_mimic::Trial;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// A file of this size must be refused, not read.
const HUGE_BYTES: u64 = 50 * 1024 * 1024;

/// The time between two looks at a process.
#[cfg(target_os = "linux")]
const POLL_INTERVAL: std::time::Duration = std::time::Duration::from_millis(5);

/// Ends a case that hangs; no measure of speed.
#[cfg(target_os = "linux")]
const MAX_POLLS: usize = 12_000;

type Case = (&'static str, fn() -> Result<(), String>);

pub(crate) fn cases() -> Vec<Trial> {
    let mut cases = Vec::new();
    for folder in folders("tests/sites/invalid") {
        let name = format!("sites::invalid::{}", name_of(&folder));
        cases.push(Trial::test(name, move || Ok(check_invalid(&folder)?)));
    }
    for folder in folders("tests/sites/golden") {
        let name = format!("sites::golden::{}", name_of(&folder));
        cases.push(Trial::test(name, move || Ok(check_golden(&folder)?)));
    }
    let made: &[Case] = &[
        ("a_symlink_loop_is_reported_and_ends", symlink_loop),
        ("a_file_of_50_mb_is_refused", huge_file),
        ("an_empty_folder_is_reported", empty_folder),
        ("a_missing_folder_is_reported", missing_folder),
        ("an_unreadable_folder_is_reported", unreadable_folder),
        (
            "a_configuration_that_prints_without_end_is_stopped",
            endless_configuration,
        ),
        #[cfg(target_os = "linux")]
        (
            "what_a_configuration_started_ends_with_it",
            configuration_with_a_child,
        ),
        #[cfg(target_os = "linux")]
        (
            "a_configuration_ends_when_its_check_is_killed",
            killed_check,
        ),
        ("the_library_has_no_error", library_is_sound),
        ("the_library_has_no_new_problem", library_has_no_new_problem),
        ("the_library_lost_no_address", library_lost_no_address),
    ];
    cases.extend(
        made.iter()
            .map(|(name, case)| Trial::test(format!("sites::{name}"), || Ok(case()?))),
    );
    cases
}

fn folders(below: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(below))
        .into_iter()
        .flatten()
        .flatten();
    let mut folders: Vec<_> = entries
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    folders
}

fn name_of(folder: &Path) -> String {
    folder
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// The output of `bindery check` for a tree, with paths relative to the repository, and whether it passed.
fn check(folder: &Path) -> Result<(String, bool), String> {
    let output = bindery(&["check", &folder.to_string_lossy()])?;
    let text = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    if text.contains("panicked") || output.status.code().is_none() {
        return Err(format!("the check crashed: {text}"));
    }
    let here = format!("{}/", root().display());
    Ok((text.replace(&here, ""), output.status.success()))
}

fn check_invalid(folder: &Path) -> Result<(), String> {
    let (text, _) = check(folder)?;
    compare(&folder.with_extension("txt"), &text)
}

fn check_golden(folder: &Path) -> Result<(), String> {
    let (text, is_sound) = check(folder)?;
    if !is_sound {
        return Err(text);
    }
    let checked = driver::check(folder, &root().join("ui"));
    let routes = bindery_compiler::assemble::routes_json(&checked.site, &checked.tree);
    let routes = serde_json::to_string_pretty(&routes).map_err(|error| error.to_string())?;
    let problems = checked.problems.iter();
    let problems = problems.map(|one| bindery_compiler::diagnostic::render(one, &checked.tree));
    compare(&folder.with_extension("json"), &format!("{routes}\n"))
        .map_err(|error| format!("{}{error}", problems.collect::<String>()))
}

/// Compares with the committed expectation, or writes it when asked to.
fn compare(expectation: &Path, found: &str) -> Result<(), String> {
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        return std::fs::write(expectation, found).map_err(|error| error.to_string());
    }
    let wanted = std::fs::read_to_string(expectation);
    let wanted = wanted.map_err(|error| format!("{}: {error}", expectation.display()))?;
    if wanted == found {
        return Ok(());
    }
    let line = wanted
        .lines()
        .zip(found.lines())
        .position(|(a, b)| a != b)
        .unwrap_or(0);
    Err(format!(
        "differs from {} at line {}:\n{found}",
        expectation.display(),
        line + 1
    ))
}

fn made_tree() -> Result<tempfile::TempDir, String> {
    let tree = tempfile::tempdir().map_err(|error| error.to_string())?;
    let write = |name: &str, text: &str| std::fs::write(tree.path().join(name), text);
    std::fs::create_dir(tree.path().join("docs")).map_err(|error| error.to_string())?;
    write(
        "site.toml",
        "title = \"Made\"\nurl = \"https://example.org\"\n",
    )
    .map_err(|error| error.to_string())?;
    write("docs/README.md", "# Home\n").map_err(|error| error.to_string())?;
    Ok(tree)
}

fn expect_code(folder: &Path, code: &str) -> Result<(), String> {
    let (text, _) = check(folder)?;
    if text.contains(&format!("[{code}]")) {
        Ok(())
    } else {
        Err(format!("no [{code}] in: {text}"))
    }
}

#[cfg(unix)]
fn symlink_loop() -> Result<(), String> {
    let tree = made_tree()?;
    let link = tree.path().join("docs/again");
    std::os::unix::fs::symlink("..", link).map_err(|error| error.to_string())?;
    expect_code(tree.path(), "symlink-loop")
}

fn huge_file() -> Result<(), String> {
    let tree = made_tree()?;
    let file = std::fs::File::create(tree.path().join("docs/huge.md"))
        .map_err(|error| error.to_string())?;
    file.set_len(HUGE_BYTES)
        .map_err(|error| error.to_string())?;
    expect_code(tree.path(), "file-too-large")
}

fn empty_folder() -> Result<(), String> {
    let tree = tempfile::tempdir().map_err(|error| error.to_string())?;
    expect_code(tree.path(), "empty-site")
}

fn missing_folder() -> Result<(), String> {
    let tree = tempfile::tempdir().map_err(|error| error.to_string())?;
    let folder = tree.path().join("nowhere");
    let output = bindery(&["check", &folder.to_string_lossy()])?;
    let errors = String::from_utf8_lossy(&output.stderr);
    match output.status.code() == Some(2) && errors.contains("there is no folder") {
        true => Ok(()),
        false => Err(errors.into_owned()),
    }
}

/// A folder without read permission. The superuser can read it nevertheless; the tree must then pass without errors.
#[cfg(unix)]
fn unreadable_folder() -> Result<(), String> {
    use std::os::unix::fs::PermissionsExt;
    let tree = made_tree()?;
    let closed = tree.path().join("docs/closed");
    std::fs::create_dir(&closed).map_err(|error| error.to_string())?;
    let set = |mode| std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(mode));
    set(0o000).map_err(|error| error.to_string())?;
    let is_superuser = std::fs::read_dir(&closed).is_ok();
    let outcome = if is_superuser {
        check(tree.path()).map(|_| ())
    } else {
        expect_code(tree.path(), "unreadable-file")
    };
    set(0o755).map_err(|error| error.to_string())?;
    outcome
}

/// A Docusaurus tree with this configuration, below the folder `ui` whose packages evaluate it.
fn configured_tree(configuration: &str) -> Result<tempfile::TempDir, String> {
    crate::interface::ui::install()?;
    let tree = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR"));
    let tree = tree.map_err(|error| error.to_string())?;
    std::fs::write(tree.path().join("docusaurus.config.js"), configuration)
        .map_err(|error| error.to_string())?;
    std::fs::create_dir(tree.path().join("docs")).map_err(|error| error.to_string())?;
    std::fs::write(tree.path().join("docs/index.md"), "# Home\n")
        .map_err(|error| error.to_string())?;
    Ok(tree)
}

fn endless_configuration() -> Result<(), String> {
    let tree = configured_tree(
        "const line = 'x'.repeat(99) + '\\n';\nfor (;;) process.stdout.write(line.repeat(1000));\n",
    )?;
    let (text, _) = check(tree.path())?;
    match text.contains("printed more than 8 MB") && text.len() < 64 * 1024 {
        true => Ok(()),
        false => Err(text.chars().take(4_000).collect()),
    }
}

/// The configuration starts a process that leaves the process group and the session.
#[cfg(target_os = "linux")]
fn configuration_with_a_child() -> Result<(), String> {
    let tree = configured_tree(
        "import {spawn} from 'node:child_process';\n\
         import {writeFileSync} from 'node:fs';\n\
         const child = spawn('sleep', ['1000'], {detached: true, stdio: 'ignore'});\n\
         child.unref();\n\
         writeFileSync('child.txt', String(child.pid));\n\
         export default {title: 'Made', url: 'https://example.org', baseUrl: '/'};\n",
    )?;
    let (text, _) = check(tree.path())?;
    let child = std::fs::read_to_string(tree.path().join("child.txt"));
    let child = child.map_err(|error| format!("{error}: {text}"))?;
    expect_end(&child)
}

/// A killed parent cannot end Node, and a configuration in an endless loop runs no timer on Node's main thread.
#[cfg(target_os = "linux")]
fn killed_check() -> Result<(), String> {
    let tree = configured_tree(
        "require('node:fs').writeFileSync('node.txt', String(process.pid) + '.');\nfor (;;);\n",
    )?;
    let mut check = std::process::Command::new(env!("CARGO_BIN_EXE_bindery"))
        .arg("check")
        .arg(tree.path())
        .spawn()
        .map_err(|error| error.to_string())?;
    let node = await_node(&tree.path().join("node.txt"), &mut check);
    check.kill().map_err(|error| error.to_string())?;
    check.wait().map_err(|error| error.to_string())?;
    expect_end(&node?)
}

/// The number in a file that ends in a dot, once the configuration has written it.
#[cfg(target_os = "linux")]
fn await_node(file: &Path, check: &mut std::process::Child) -> Result<String, String> {
    for _ in 0..MAX_POLLS {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        if let Some(number) = text.strip_suffix('.') {
            return Ok(number.to_owned());
        }
        if let Ok(Some(status)) = check.try_wait() {
            return Err(format!("the check ended before: {status}"));
        }
        std::thread::sleep(POLL_INTERVAL);
    }
    Err("the configuration does not start".to_owned())
}

/// Waits until a process has ended: the system takes a moment.
#[cfg(target_os = "linux")]
fn expect_end(process: &str) -> Result<(), String> {
    for _ in 0..MAX_POLLS {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        let state = stat.rsplit(") ").next().unwrap_or_default();
        if state.is_empty() || state.starts_with('Z') {
            return Ok(());
        }
        std::thread::sleep(POLL_INTERVAL);
    }
    Err(format!("the process {process} still runs"))
}

/// The library, checked once for all cases.
static LIBRARY: LazyLock<CheckOutcome> =
    LazyLock::new(|| driver::check(&root().join("content"), &root().join("ui")));

fn library_is_sound() -> Result<(), String> {
    let problems = LIBRARY.problems.iter();
    let errors = problems.filter(|one| one.severity == Severity::Error);
    let errors: Vec<String> = errors.map(|one| render(one, &LIBRARY.tree)).collect();
    match errors.is_empty() {
        true => Ok(()),
        false => Err(errors.join("\n")),
    }
}

/// What is not in `content/known-faults.txt` fails, warnings included; `bindery check --accept` writes that file.
fn library_has_no_new_problem() -> Result<(), String> {
    let content = root().join("content");
    let output = bindery(&["check", &content.to_string_lossy(), "--deny-new"])?;
    if output.status.success() {
        return Ok(());
    }
    Err(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Every path and heading id of `content/ledger.txt` still leads somewhere, and what it says to be gone is.
fn library_lost_no_address() -> Result<(), String> {
    let checked = &*LIBRARY;
    if checked.tree.find("ledger.txt").is_none() {
        return Err("`content/ledger.txt` is missing".to_owned());
    }
    let codes = [Code::LostPath, Code::LostAnchor, Code::BadLedger];
    let lost = checked.problems.iter();
    let lost = lost.filter(|one| codes.contains(&one.code));
    let lost: Vec<String> = lost.map(|one| render(one, &checked.tree)).collect();
    if lost.is_empty() {
        return Ok(());
    }
    Err(lost.join("\n"))
}
