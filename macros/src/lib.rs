//! `embed_site!()` and `route!()`.
