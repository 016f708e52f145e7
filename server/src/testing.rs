//! Sites for unit tests.

use crate::table::{Site, Target};
use bindery_fixture::{Blob, SiteFixture};

/// Builds a site that lives as long as the process.
pub(crate) fn build_site(
    routes: impl FnOnce(&mut Blob) -> Vec<(&'static str, Target)>,
) -> &'static Site {
    let SiteFixture {
        index,
        blob,
        timings,
    } = bindery_fixture::build_site("/", routes);
    Box::leak(Box::new(Site::new(index, blob, timings)))
}
