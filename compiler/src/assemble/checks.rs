//! Checks of the assembled site: pages that nothing leads to, and addresses that the ledger lists.

mod ledger;
mod orphans;

pub(crate) use self::ledger::{check_ledger, published};
pub(crate) use self::orphans::report_orphans;
