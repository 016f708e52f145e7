//! The executable of the site.

use bindery_server::cli::{self, AuthorTools};
use std::process::ExitCode;

/// The compiler allocates and frees millions of small values, which takes a third of its time with the system's allocator.
#[cfg(feature = "author")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

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
