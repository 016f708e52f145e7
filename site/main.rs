//! The executable of the site.

use std::process::ExitCode;

fn main() -> ExitCode {
    bindery_server::cli::run(&bindery_site::SITE)
}
