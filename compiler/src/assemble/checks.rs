//! Checks of the assembled site: documents that nothing links to, and lost addresses of the ledger.

mod ledger;
mod orphans;

pub(super) use self::ledger::{check_ledger, published};
pub(super) use self::orphans::report_orphans;
