//! Checks of the assembled site: documents that nothing links to, damaged images, and lost addresses of the
//! ledger.

mod images;
mod lost_causes;

mod ledger;
mod orphans;

pub(super) use self::images::check_images;
pub(super) use self::ledger::{check_ledger, published};
pub(super) use self::orphans::report_orphans;
