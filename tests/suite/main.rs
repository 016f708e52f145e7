//! Tests the bound site and everything that makes it. Each route, redirect, kind of page, small tree, UI test and browser
//! case is a case with a name of its own, so that `cargo test routes::` runs a group.
//!
//! With `BINDERY_CONTENT=other-tree` the suite binds and tests that tree; the groups about the library's pages are absent
//! then, and the suite says so.
//!
//! The executable is started once, alone in an empty folder with an empty environment, and tested over sockets. Cases that
//! need Node or Chromium fail with the command to run when these are missing; no case is skipped silently.

mod commands;
mod interface;
mod manual;
mod search;
mod site;
mod support;
mod trees;

use commands::{
    builds, command_line, dev, example, licences, lsp, measures, progress, release, replicas,
    standalone,
};
use interface::{browser, declarations, engines, html, lint, ui};
use libtest_mimic::{Arguments, Trial};
use site::{budgets, exported, isolation, machine_files, protocol, routes, rules};
use std::process::ExitCode;
use support::{expected, folders, server};
use trees::{checked_sites, docusaurus};

type Group = fn() -> Vec<Trial>;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    // These cases must pass for every tree.
    let groups: &[Group] = &[
        // Chromium runs its cases one after another while the other groups run; `waiting` collects the results.
        browser::runner_cases,
        routes::cases,
        protocol::cases,
        isolation::cases,
        builds::cases,
        example::cases,
        standalone::cases,
        release::cases,
        replicas::cases,
        checked_sites::cases,
        docusaurus::cases,
        command_line::cases,
        licences::cases,
        exported::cases,
        measures::cases,
        dev::cases,
        progress::cases,
        lsp::cases,
        manual::cases,
    ];
    // These cases are about the pages of the library in `content/`.
    let of_the_library: &[Group] = &[
        machine_files::cases,
        budgets::cases,
        rules::cases,
        engines::cases,
        search::cases,
    ];
    // These cases wait for the results of scripts, for every tree.
    let waiting: &[Group] = &[
        ui::cases,
        lint::cases,
        declarations::cases,
        html::cases,
        browser::cases,
    ];
    let mut cases: Vec<Trial> = groups.iter().flat_map(|group| group()).collect();
    if expected::is_library() {
        cases.extend(of_the_library.iter().flat_map(|group| group()));
    } else {
        eprintln!(
            "`{}` ({}) is bound instead of the library: the groups outputs, budgets, rules, engines and search are absent, and so are the library's cases of protocol, command, builds, measures, html and browser",
            expected::content().display(),
            bindery_site::SITE.url
        );
    }
    cases.extend(waiting.iter().flat_map(|group| group()));
    // The build installs fewer packages than the tests need, and `npm ci` removes what is there: no case may run meanwhile.
    // The cases that need the packages report a failure.
    if !arguments.list {
        let _ = ui::install();
    }
    let conclusion = libtest_mimic::run(&arguments, cases);
    server::stop_all();
    folders::remove_temporary();
    conclusion.exit_code()
}
