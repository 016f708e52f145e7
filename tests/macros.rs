//! `route!()` as a user of the bound site writes it. The crate `macros` tests its error messages.

use bindery_site::SITE;

// `A_ROUTE`, a `route!()` of the bound site; the build script writes it.
include!(concat!(env!("OUT_DIR"), "/a_route.rs"));

#[test]
fn a_route_of_any_tree_is_in_the_table() {
    assert!(SITE.table.lookup(A_ROUTE).is_some(), "{A_ROUTE}");
}

/// These tests need pages of the library. The build script sets `has_library_pages` if the bound tree has them.
#[cfg(has_library_pages)]
mod library {
    use bindery_site::{SITE, route};

    #[test]
    fn a_route_is_its_canonical_path() {
        assert_eq!(route!("/characters/cryo/ganyu"), "/characters/cryo/ganyu");
        assert_eq!(route!("/"), "/");
    }

    #[test]
    fn an_anchor_that_exists_is_kept() {
        let address = route!("/characters/cryo/ganyu#attacks");
        assert!(address.ends_with("#attacks"));
    }

    #[test]
    fn every_route_literal_is_in_the_table() {
        for path in [route!("/newsletter"), route!("/tcg"), route!("/search")] {
            assert!(SITE.table.lookup(path).is_some(), "{path}");
        }
    }
}
