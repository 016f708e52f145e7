//! The whole gate: every route, redirect, page kind, golden and invalid site, UI test and browser case is a named
//! case of plain `cargo test`.
//!
//! One binary serves itself: the site's own executable is started once, alone in an empty folder with an empty
//! environment, and asked over sockets. Cases that need Node or Chromium fail with the command to run when these are
//! missing; none is skipped silently.

mod browser;
mod builds;
mod checked_sites;
mod client;
mod command;
mod dev;
mod docusaurus;
mod docusaurus_compare;
mod drawing;
mod expected;
mod exported;
mod html;
mod isolation;
mod measures;
mod node;
mod outputs;
mod protocol;
mod routes;
mod rules;
mod search;
mod server;
mod tidy;
mod ui;

use libtest_mimic::{Arguments, Trial};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let groups: &[fn() -> Vec<Trial>] = &[
        tidy::cases,
        routes::cases,
        protocol::cases,
        outputs::cases,
        rules::cases,
        isolation::cases,
        drawing::cases,
        builds::cases,
        checked_sites::cases,
        docusaurus::cases,
        command::cases,
        exported::cases,
        measures::cases,
        search::cases,
        dev::cases,
        ui::cases,
        html::cases,
        browser::cases,
    ];
    let cases = groups.iter().flat_map(|group| group()).collect();
    let conclusion = libtest_mimic::run(&arguments, cases);
    server::stop_all();
    conclusion.exit_code()
}
