//! Prints measures of the library's pages: figures shown, words of prose, text shared with other pages, and claims shown.

use crate::harness::process;
use crate::harness::server;
use crate::start;
use bindery_library::{Library, claims_report, measure as measure_pages, report};
use std::path::Path;

/// Reads every page from `binary`, which serves `content`, and prints the report.
pub fn print(binary: &Path, content: &Path) -> Result<(), String> {
    let routes = start::routes_json(binary)?;
    let address = server::free_address()?;
    let mut child = start::spawn(binary, address)?;
    let outcome = start::wait_for_first_response(address)
        .and_then(|()| Library::read(content, &routes, |path| start::text(address, path)));
    process::end(&mut child);
    let library = outcome?;
    print!(
        "{}{}",
        report(&measure_pages(&library)),
        claims_report(&library)
    );
    Ok(())
}
