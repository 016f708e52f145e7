//! `bindery build-report`: the report of the build that made this executable. Cargo hides the output of build scripts, so the
//! binary contains the report.

use super::output::print;
use crate::table::Site;

/// Prints the report.
pub(super) fn print_report(site: &'static Site) -> u8 {
    print(&report_of(site))
}

/// The report and, below it, the line with the build's seconds.
pub(super) fn report_of(site: &'static Site) -> Vec<u8> {
    let mut report = site.stored(&site.report).unwrap_or_default().to_vec();
    let timings = site.timings.trim_ascii();
    if !timings.is_empty() {
        report.extend_from_slice(timings.as_bytes());
        report.push(b'\n');
    }
    report
}
