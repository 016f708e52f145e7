//! Checks whose errors are only warnings in sites imported from Docusaurus.

use crate::diagnostic::Diagnostics;

/// Runs a check whose errors become warnings when `is_lenient`: Docusaurus checks neither links and images that are
/// written as HTML tags nor social images.
pub(super) fn check_leniently<T>(
    is_lenient: bool,
    sink: &mut Diagnostics,
    check: impl FnOnce(&mut Diagnostics) -> T,
) -> T {
    if !is_lenient {
        return check(sink);
    }
    let mut own = Diagnostics::new();
    let value = check(&mut own);
    sink.absorb_leniently(own);
    value
}
