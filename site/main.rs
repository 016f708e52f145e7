//! The executable of the site.

use bindery_server::cli::{self, AuthorTools};
use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run_standalone(&bindery_site::SITE, author_tools())
}

#[cfg(feature = "author")]
fn author_tools() -> AuthorTools {
    AuthorTools {
        interface: include_bytes!(concat!(env!("OUT_DIR"), "/interface.pack")),
        render: Some(bindery_engine::render),
    }
}

#[cfg(not(feature = "author"))]
fn author_tools() -> AuthorTools {
    AuthorTools::default()
}
