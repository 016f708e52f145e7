//! The package in `examples/embed`, which uses Bindery's crates from outside of the workspace.

use crate::support::client::Connection;
use crate::support::expected::root;
use crate::support::{folders, server};
use libtest_mimic::Trial;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) fn cases() -> Vec<Trial> {
    vec![Trial::test(
        "example::a_package_with_routes_of_its_own_embeds_a_site",
        || Ok(embeds()?),
    )]
}

fn embeds() -> Result<(), String> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("..");
    let text = run_tests(&target)?;
    for case in ["page::/first-steps", "link::", "redirect::/start"] {
        if !text.contains(case) {
            return Err(format!("no case `{case}` in:\n{text}"));
        }
    }
    let folder = folders::empty_folder()?;
    let running = server::start_with_address(&target.join("debug/embed"), folder)?;
    let mut connection = Connection::open(running.address)?;
    let mut body = |path: &str| {
        let response = connection.get(path, &[])?;
        let text = String::from_utf8_lossy(&response.body).into_owned();
        Ok::<_, String>((response.status, text))
    };
    let own = body("/api/start")?;
    if own != (200, "/first-steps#change-a-number".to_owned()) {
        return Err(format!("the program's route answers {own:?}"));
    }
    // The component is rendered at build.
    let (status, page) = body("/first-steps")?;
    if status != 200 || !page.contains(">42</button>") {
        return Err(format!("{status} without the component:\n{page}"));
    }
    match (body("/start")?.0, body("/no/such/page")?.0) {
        (308, 404) => Ok(()),
        other => Err(format!("a redirect and an unknown page answer {other:?}")),
    }
}

/// The output of the package's tests, which also build its program. Its dependencies are those of the workspace, so that nothing
/// is downloaded; with the same settings, most of them are compiled already.
fn run_tests(target: &Path) -> Result<String, String> {
    let settings = Path::new(env!("CARGO_TARGET_TMPDIR")).join("example-profile.toml");
    std::fs::write(&settings, debug_profile()?).map_err(|error| error.to_string())?;
    let cargo = std::env::var_os("CARGO").map_or_else(|| PathBuf::from("cargo"), PathBuf::from);
    let mut command = Command::new(cargo);
    let own = std::env::vars_os()
        .map(|(name, _)| name)
        .filter(|name| name.to_string_lossy().starts_with("BINDERY_"));
    for name in own {
        command.env_remove(name);
    }
    let output = command
        .args(["test", "--offline", "--locked", "--config"])
        .arg(&settings)
        .current_dir(root().join("examples/embed"))
        .env("CARGO_TARGET_DIR", target)
        .output()
        .map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    match output.status.success() {
        true => Ok(text),
        false => Err(text + &String::from_utf8_lossy(&output.stderr)),
    }
}

/// The sections of the workspace's `Cargo.toml` that set how debug builds are compiled.
fn debug_profile() -> Result<String, String> {
    let path = root().join("Cargo.toml");
    let text =
        std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut profile = String::new();
    for section in text.split("\n[profile.dev").skip(1) {
        let section = section.split("\n[").next().unwrap_or_default();
        profile += &format!("[profile.dev{section}\n");
    }
    match profile.is_empty() {
        true => Err(format!("{} has no `[profile.dev]`", path.display())),
        false => Ok(profile),
    }
}
