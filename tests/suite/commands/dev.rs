//! The authors' loop: `bindery new` writes a tree that builds without changes, `bindery dev` serves it while it is edited.

use crate::support::client::Connection;
use crate::support::executable::bindery;
use crate::support::expected::root;
use crate::support::{folders, server};
use libtest_mimic::Trial;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How long a case waits for a change before it fails. It does not measure speed.
const CHANGE_TIMEOUT: Duration = Duration::from_secs(300);

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("dev::new_writes_a_tree_without_problems", || Ok(starter()?)),
        Trial::test("dev::new_keeps_what_is_there", || Ok(taken()?)),
        Trial::test(
            "dev::pages_of_plugins_have_their_data_and_their_parents",
            || Ok(plugin_pages()?),
        ),
        Trial::test("dev::a_saved_page_is_served_and_announced", || Ok(edits()?)),
        Trial::test(
            "dev::a_branch_switch_is_built_once",
            || Ok(branch_switch()?),
        ),
        Trial::test("dev::sigterm_ends_it_with_its_processes", || Ok(sigterm()?)),
        Trial::test("dev::sigterm_ends_a_first_build_with_its_processes", || {
            Ok(early_sigterm()?)
        }),
    ]
}

fn new_tree(name: &str) -> Result<PathBuf, String> {
    let folder = folders::empty_folder()?.join(name);
    let output = bindery(&["new", &folder.to_string_lossy()])?;
    match output.status.success() {
        true => Ok(folder),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

fn starter() -> Result<(), String> {
    let tree = new_tree("starter")?;
    let output = bindery(&["check", &tree.to_string_lossy()])?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let is_clean = !text.contains("warning[") && !text.contains("error[");
    match output.status.success() && is_clean {
        true => Ok(()),
        false => Err(text),
    }
}

fn taken() -> Result<(), String> {
    let folder = folders::empty_folder()?;
    fs::write(folder.join("mine.txt"), "mine").map_err(|error| error.to_string())?;
    let output = bindery(&["new", &folder.to_string_lossy()])?;
    let files: Vec<_> = fs::read_dir(&folder)
        .map_err(|error| error.to_string())?
        .flatten()
        .map(|entry| entry.file_name())
        .collect();
    match output.status.code() == Some(2) && files == ["mine.txt"] {
        true => Ok(()),
        false => Err(format!("{:?}, {files:?}", output.status)),
    }
}

fn edits() -> Result<(), String> {
    // The bundle would fail if packages were replaced meanwhile.
    crate::interface::ui::install()?;
    let tree = new_tree("edits")?;
    let running = server::start_dev(&tree)?;
    let mut open = || Connection::open(running.address);
    let page = "/guide/first-page";
    let served = open()?.get(page, &[])?.text()?;
    expect(
        &served,
        &[
            "Your first page",
            "<script type=\"module\" src=\"/_bindery/dev/overlay.js\" data-site=\"",
        ],
    )?;
    let overlay = open()?.get("/_bindery/dev/overlay.js", &[])?;
    expect(overlay.header("content-type"), &["text/javascript"])?;

    let file = tree.join("docs/guide/first-page.md");
    wait_for(|| {
        let found = open()?.get("/search?q=tables", &[])?.text()?;
        Ok(found.contains("/guide/first-page#tables"))
    })?;
    edit(&file, "## Tables", "## Tabulated")?;
    wait_for(|| Ok(open()?.get(page, &[])?.text()?.contains("Tabulated")))?;
    // The index is built when somebody searches. A search that waits too long gets the one before.
    wait_for(|| {
        let found = open()?.get("/search?q=tabulated", &[])?.text()?;
        Ok(found.contains("/guide/first-page#tabulated"))
    })?;

    // An error is shown, and the page is still served.
    let state = |open: &mut dyn FnMut() -> Result<Connection, String>| {
        open()?.get("/_bindery/dev/state", &[])?.text()
    };
    expect(&state(&mut open)?, &["\"problems\":[]"])?;
    edit(&file, "../README.md", "../RAEDME.md")?;
    wait_for(|| Ok(state(&mut open)?.contains("broken-link")))?;
    expect(&open()?.get(page, &[])?.text()?, &["Tabulated"])?;

    // With a broken configuration no build is possible; the last good site is still served.
    let config = tree.join("site.toml");
    let kept = fs::read_to_string(&config).map_err(|error| error.to_string())?;
    fs::write(&config, "title = ").map_err(|error| error.to_string())?;
    wait_for(|| Ok(state(&mut open)?.contains("bad-config")))?;
    expect(&open()?.get("/", &[])?.text()?, &["Welcome"])?;
    fs::write(&config, kept).map_err(|error| error.to_string())?;

    // `bindery dev` shows drafts.
    let draft = "---\ndraft: true\n---\n# A draft\n";
    fs::write(tree.join("docs/draft.md"), draft).map_err(|error| error.to_string())?;
    wait_for(|| Ok(open()?.get("/draft", &[])?.text()?.contains("A draft")))?;
    Ok(())
}

/// The pages whose text differs between two branches.
const SWITCHED_PAGES: usize = 400;

/// git replaces several hundred files, and the last good pages are served meanwhile.
fn branch_switch() -> Result<(), String> {
    crate::interface::ui::install()?;
    let tree = new_tree("switched")?;
    let write = |branch: &str| {
        (0..SWITCHED_PAGES).try_for_each(|number| {
            let text = format!("# Page {number}\n\nOn the branch {branch}.\n");
            let file = tree.join(format!("docs/switched-{number}.md"));
            fs::write(file, text).map_err(|error| error.to_string())
        })
    };
    write("one")?;
    git(&tree, &["init", "--quiet", "--initial-branch=one"])?;
    commit(&tree, "one")?;
    git(&tree, &["switch", "--quiet", "--create", "two"])?;
    write("two")?;
    commit(&tree, "two")?;
    git(&tree, &["switch", "--quiet", "one"])?;

    let running = server::start_dev(&tree)?;
    let text = |path: &str| Connection::open(running.address)?.get(path, &[])?.text();
    let page = |number: usize| text(&format!("/switched-{number}"));
    let build = || build_number(&text("/_bindery/dev/state")?);
    expect(&page(0)?, &["On the branch one."])?;
    let before = build()?;
    git(&tree, &["switch", "--quiet", "two"])?;
    wait_for(|| {
        let shown = page(SWITCHED_PAGES - 1)?;
        let (is_old, is_new) = (shown.contains("branch one."), shown.contains("branch two."));
        match is_old || is_new {
            true => Ok(is_new),
            false => Err(format!("neither branch is served:\n{shown}")),
        }
    })?;
    for number in 0..SWITCHED_PAGES {
        expect(&page(number)?, &["On the branch two."])?;
    }
    // Another build would come before that of this edit.
    edit(&tree.join("docs/switched-0.md"), "branch two.", "desk.")?;
    wait_for(|| Ok(page(0)?.contains("On the desk.")))?;
    match build()? - before {
        2 => Ok(()),
        builds => Err(format!("{builds} builds for a switch and an edit")),
    }
}

fn commit(tree: &Path, message: &str) -> Result<(), String> {
    git(tree, &["add", "--all"])?;
    git(tree, &["commit", "--quiet", "--message", message])
}

fn git(tree: &Path, arguments: &[&str]) -> Result<(), String> {
    let status = Command::new("git")
        .arg("-C")
        .arg(tree)
        .args(["-c", "user.name=A", "-c", "user.email=a@example.org"])
        .args([
            "-c",
            "commit.gpgsign=false",
            "-c",
            "core.hooksPath=/dev/null",
        ])
        .args(arguments)
        .status();
    match status {
        Ok(status) if status.success() => Ok(()),
        other => Err(format!("git {arguments:?}: {other:?}")),
    }
}

/// The number of the last build.
fn build_number(state: &str) -> Result<u64, String> {
    let state: serde_json::Value =
        serde_json::from_str(state).map_err(|error| error.to_string())?;
    (state["version"].as_u64()).ok_or_else(|| format!("no number in {state}"))
}

/// A tree whose component is bundled by Node.
fn tree_with_component(name: &str) -> Result<PathBuf, String> {
    crate::interface::ui::install()?;
    let tree = new_tree(name)?;
    let component = "export default () => <p>A note.</p>;\n";
    let page = "# Note\n\n<Note />\n";
    for (path, text) in [("components/Note.tsx", component), ("docs/note.md", page)] {
        let path = tree.join(path);
        let folder = path.parent().ok_or("BUG: a file has a folder")?;
        fs::create_dir_all(folder).map_err(|error| error.to_string())?;
        fs::write(path, text).map_err(|error| error.to_string())?;
    }
    Ok(tree)
}

/// The bundler stays for the next edit of a component.
fn sigterm() -> Result<(), String> {
    let running = server::start_dev(&tree_with_component("sigterm")?)?;
    wait_for(|| Ok(!started_by(running.pid).is_empty()))?;
    terminate(running.pid)?;
    wait_for(|| Ok(server::try_wait(running.pid)?.is_some()))?;
    let left = started_by(running.pid);
    let status = server::try_wait(running.pid)?.and_then(|status| status.code());
    match (status, left.as_slice()) {
        (Some(0), []) => Ok(()),
        other => Err(format!("status and processes left: {other:?}")),
    }
}

/// A signal before there is anything to serve, while Node runs.
fn early_sigterm() -> Result<(), String> {
    let tree = tree_with_component("early-sigterm")?;
    // A module that is loaded for long keeps the bundler busy.
    let busy =
        "const end = Date.now() + 60_000;\nwhile (Date.now() < end);\nexport default () => null;\n";
    fs::write(tree.join("components/Busy.tsx"), busy).map_err(|error| error.to_string())?;
    let mut child = Command::new(env!("CARGO_BIN_EXE_bindery"))
        .args(["dev", "--port", "0"])
        .arg(&tree)
        .current_dir(root())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| error.to_string())?;
    let ended = wait_for(|| Ok(!started_by(child.id()).is_empty()))
        .and_then(|()| terminate(child.id()))
        .and_then(|()| wait_for(|| Ok(matches!(child.try_wait(), Ok(Some(_))))));
    let left = started_by(child.id());
    let _ = child.kill();
    let status = child.wait().map_err(|error| error.to_string())?;
    ended?;
    match (status.code(), left.as_slice()) {
        (Some(0), []) => Ok(()),
        other => Err(format!("status and processes left: {other:?}")),
    }
}

fn terminate(pid: u32) -> Result<(), String> {
    let status = Command::new("kill")
        .args(["-TERM", &pid.to_string()])
        .status();
    match status {
        Ok(status) if status.success() => Ok(()),
        other => Err(format!("kill: {other:?}")),
    }
}

/// The running processes that a `bindery` started: they carry its number in their environment.
fn started_by(pid: u32) -> Vec<String> {
    let mark = format!("BINDERY_PROCESS_TREE={pid}.");
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let is_marked = |number: &String| {
        let environment = fs::read(format!("/proc/{number}/environ")).unwrap_or_default();
        let mut parts = environment.windows(mark.len());
        parts.any(|part| part == mark.as_bytes())
    };
    numbers.filter(is_marked).collect()
}

/// Nested routes of a plugin, the data that it sets, and the script that it adds, and cards of the sidebar's category, in the
/// golden tree that has them.
fn plugin_pages() -> Result<(), String> {
    crate::interface::ui::install()?;
    let tree = root().join("tests/sites/golden/docusaurus-functions");
    let running = server::start_dev(&tree)?;
    let text_of = |path| Connection::open(running.address)?.get(path, &[])?.text();
    expect(
        &text_of("/base/team/lead")?,
        &["<section class=\"team\"><p>The team: 1</p><h1>Ada</h1></section>"],
    )?;
    expect(
        &text_of("/base/guides/start")?,
        &["<article class=\"card plain\"><a href=\"/base/guides/start\">"],
    )
}

fn expect(text: &str, parts: &[&str]) -> Result<(), String> {
    match parts.iter().find(|part| !text.contains(**part)) {
        None => Ok(()),
        Some(part) => Err(format!("no `{part}` in:\n{text}")),
    }
}

fn edit(file: &Path, from: &str, to: &str) -> Result<(), String> {
    let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
    if !text.contains(from) {
        return Err(format!("no `{from}` in {}", file.display()));
    }
    fs::write(file, text.replace(from, to)).map_err(|error| error.to_string())
}

fn wait_for(mut is_so: impl FnMut() -> Result<bool, String>) -> Result<(), String> {
    let started = Instant::now();
    while !is_so()? {
        if started.elapsed() > CHANGE_TIMEOUT {
            return Err("the change was not seen in time".to_owned());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}
