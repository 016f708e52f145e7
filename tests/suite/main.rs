//! The whole gate: every route, redirect, page kind, golden and invalid site, UI test and browser case is a named
//! case of plain `cargo test`.
//!
//! `BINDERY_CONTENT=other-tree cargo test` binds and tests that tree: groups about the library are absent then, and a line
//! says so.
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
mod licences;
mod measures;
mod node;
mod outputs;
mod protocol;
mod routes;
mod rules;
mod search;
mod server;
mod ui;

use libtest_mimic::{Arguments, Trial};
use std::process::ExitCode;

type Group = fn() -> Vec<Trial>;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    // They hold whatever tree is bound.
    let groups: &[Group] = &[
        routes::cases,
        protocol::cases,
        isolation::cases,
        builds::cases,
        checked_sites::cases,
        docusaurus::cases,
        command::cases,
        licences::cases,
        exported::cases,
        measures::cases,
        dev::cases,
        ui::cases,
        html::cases,
        browser::cases,
    ];
    // They are about the library's own pages and texts.
    let of_the_library: &[Group] = &[outputs::cases, rules::cases, drawing::cases, search::cases];
    let mut cases: Vec<Trial> = groups.iter().flat_map(|group| group()).collect();
    if expected::is_library() {
        cases.extend(of_the_library.iter().flat_map(|group| group()));
    } else {
        eprintln!(
            "`{}` ({}) is bound and not the library: the groups outputs, rules, drawing and search do not apply, nor does what protocol, command, builds, measures, html and browser say of the library's pages",
            expected::content().display(),
            bindery_site::SITE.url
        );
    }
    let conclusion = libtest_mimic::run(&arguments, cases);
    server::stop_all();
    conclusion.exit_code()
}
