//! Validates every page with html-validate and all rules of its `standard` preset.

use crate::interface::ui;
use crate::support::expected::{self, root};
use crate::support::node::Runner;
use crate::support::server;
use libtest_mimic::Trial;
use std::process::Command;
use std::sync::OnceLock;

/// Pages of `tests/sites/reader` with features that the library does not use: languages, versions, an announcement, images.
const READER: [&str; 8] = [
    "/",
    "/guides/long",
    "/ar/guides/long",
    "/next/guides/crash",
    "/next/guides/pictures",
    "/next/guides/marks",
    "/tour",
    "/ar/count",
];

pub(crate) fn cases() -> Vec<Trial> {
    let pages = pages().into_iter().map(|(name, _)| name);
    let trials = pages.map(|name| Trial::test(name.clone(), move || Ok(runner()?.wait(&name)?)));
    trials.collect()
}

/// Names of cases, and whether the page is the library's, with its path.
fn pages() -> Vec<(String, (bool, String))> {
    let paths = expected::routes().into_iter().map(|route| route.path);
    // The markup of other trees may be invalid: it is not ours.
    let paths = paths.filter(|_| expected::is_library());
    let others = ["/search?q=ganyu", "/no/such/page"].into_iter();
    let others = others.filter(|_| expected::is_library()).map(str::to_owned);
    let library = paths.chain(others).map(|path| (true, path));
    let reader = READER.iter().map(|path| (false, (*path).to_owned()));
    let named = library.chain(reader).map(|(is_library, path)| {
        let site = if is_library { "" } else { "reader" };
        (format!("html::{site}{path}"), (is_library, path))
    });
    named.collect()
}

fn runner() -> Result<&'static Runner, String> {
    static RUNNER: OnceLock<Result<Runner, String>> = OnceLock::new();
    RUNNER.get_or_init(start).as_ref().map_err(Clone::clone)
}

fn start() -> Result<Runner, String> {
    ui::install()?;
    let library = server::shared()?.address;
    let reader = server::reader()?.address;
    let mut command = Command::new("node");
    command.arg(root().join("tests/html/validate.mjs"));
    for (name, (is_library, path)) in pages() {
        let address = if is_library { library } else { reader };
        command.arg(format!("{name}=http://{address}{path}"));
    }
    Runner::start(command)
}
