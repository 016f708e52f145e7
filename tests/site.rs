//! The bound site as its owner tests it: a case for each page, redirect and link. `BINDERY_CONTENT=mine cargo test --test site`
//! tests another tree.

bindery_site_tests::site_tests!(bindery_site::SITE);
