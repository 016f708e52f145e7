//! The maxima of a request: how many searches, hits, fields and bytes it may ask for.

/// Hits or groups of a page (`per_page`).
pub const MAX_PER_PAGE: usize = 250;
/// Hits of all searches of a request: `per_page` times `group_limit`, over all searches. Interfaces ask for some 50.
pub const MAX_HITS: usize = 1_000;
/// Bytes of a query.
pub const MAX_QUERY: usize = 256;
/// Bytes of a tag that is put around matches: it is repeated for each of them.
pub const MAX_TAG: usize = 64;
/// Fields of a `facet_by`.
pub const MAX_FACETS: usize = 3;
/// Words before and after a match.
pub(super) const MAX_AFFIX: usize = 200;
/// Hits of a group.
pub(super) const MAX_PER_GROUP: usize = 99;
/// Bytes of any other parameter.
pub(super) const MAX_VALUE: usize = 8 * 1024;
