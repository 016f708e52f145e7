//! Checks of the assembled site: documents that nothing leads to, and addresses of the ledger that are lost.

mod ledger;
mod orphans;

pub(super) use self::ledger::{check_ledger, published};
pub(super) use self::orphans::report_orphans;
