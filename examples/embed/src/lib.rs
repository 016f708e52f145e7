//! The site as a static, and `route!` for its URLs.

bindery_macros::embed_site!();
