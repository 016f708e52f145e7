//! Which paths are found, unknown or refused.

use crate::support::request::TestRequest;
use crate::{based_site, get, site};

#[test]
fn pages_and_files_are_found_whatever_the_query() {
    for target in [
        "/",
        "/?a=1",
        "/guide",
        "/guide?",
        "/robots.txt?v=2",
        "/guide#top",
    ] {
        assert_eq!(get(target).status, 200, "for `{target}`");
    }
}

#[test]
fn an_unknown_path_answers_404_with_the_page_for_it() {
    for target in [
        "/missing",
        "/missing/",
        "/guide/missing.html",
        "/Guide",
        "/missing?x=.png",
        "/%ff",
        "/a%2Fb",
        "/newsletter/version-1.5",
        "/missing.HTML",
        "/missing.",
    ] {
        let response = get(target);
        assert_eq!(response.status, 404, "for `{target}`");
        assert_eq!(response.text(), "<h1>Page Not Found</h1>");
        assert_eq!(
            response.header("content-type"),
            Some("text/html; charset=utf-8")
        );
        assert_eq!(response.header("vary"), Some("Accept-Encoding"));
        assert_eq!(response.header("cache-control"), Some("no-cache"));
    }
}

#[test]
fn the_page_for_unknown_paths_is_negotiated_too() {
    let response = TestRequest::get("/missing")
        .with("accept-encoding", "gzip")
        .send(site());
    assert_eq!(response.status, 404);
    assert_eq!(response.header("content-encoding"), Some("gzip"));
}

#[test]
fn an_unknown_file_answers_404_with_a_line_of_text() {
    for target in [
        "/assets/gone-1a2b.js",
        "/assets/x",
        "/assets/x.html",
        "/missing.png",
        "/guide/missing.json",
        "/.env",
        "/wp-login.php",
        "/%2e%2e.txt",
        "//missing.png",
        "/robots.txt/x.css",
    ] {
        let response = get(target);
        assert_eq!(response.status, 404, "for `{target}`");
        assert_eq!(
            response.header("content-type"),
            Some("text/plain; charset=utf-8")
        );
        assert!(response.body.len() < 20);
    }
}

#[test]
fn a_path_above_the_root_is_refused() {
    for target in [
        "/..",
        "/../etc/passwd",
        "/x/../../guide",
        "/%2e%2e/guide",
        "/%2E./guide",
    ] {
        let response = get(target);
        assert_eq!(response.status, 400, "for `{target}`");
        assert!(response.text().contains("above the root"));
    }
}

#[test]
fn control_characters_are_refused() {
    for target in [
        "/a\u{1}b",
        "/a%00b",
        "/guide%0d%0a",
        "/a%7F",
        "/\n",
        "/guide/%1b",
    ] {
        assert_eq!(get(target).status, 400, "for {target:?}");
    }
}

#[test]
fn a_target_that_is_not_a_path_is_refused() {
    for target in ["", "*", "guide", "http://example.org/guide"] {
        assert_eq!(get(target).status, 400, "for `{target}`");
    }
}

#[test]
fn asset_paths_are_counted_from_the_base_path() {
    let content_type = |target| {
        let response = TestRequest::get(target).send(based_site());
        assert_eq!(response.status, 404);
        response.header("content-type").unwrap().to_owned()
    };
    assert_eq!(content_type("/lib/assets/x"), "text/plain; charset=utf-8");
    assert_eq!(content_type("/assets/x"), "text/html; charset=utf-8");
    assert_eq!(content_type("/"), "text/html; charset=utf-8");
}

/// Arbitrary targets always get a response, and never a server error.
#[test]
fn no_target_is_too_strange_to_be_answered() {
    let pieces = [
        "/", "//", "..", ".", "%2e", "%2f", "%", "%ff", "%00", "?", "#", "guide", ".html", "index",
        "old", "é", "\\", "\u{7f}", "&", "assets", "_bindery", "page", "*", " ",
    ];
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    for _ in 0..50_000 {
        let mut target = String::new();
        for _ in 0..(random >> 40) % 9 {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            target.push_str(pieces[(random >> 33) as usize % pieces.len()]);
        }
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(77);
        let response = get(&target);
        assert!(
            [200, 301, 308, 400, 404].contains(&response.status),
            "`{target}` got {}",
            response.status
        );
        if let Some(location) = response.header("location") {
            let location = location.split(['?', '#']).next().unwrap();
            assert_eq!(get(location).status, 200, "`{target}` led to {location}");
        }
    }
}

#[cfg(feature = "author")]
#[test]
fn paths_are_spelled_as_the_compiler_spells_them() {
    use bindery_compiler::model::RoutePath;
    use bindery_fixture::page;
    for decoded in [
        "/plain",
        "/a b",
        "/café",
        "/a[1]|^`{}",
        "/100%",
        "/q?x#y",
        "/a+b&c=d;e@f:g!$'()*,~-_",
    ] {
        let encoded: String = decoded
            .bytes()
            .map(|byte| {
                if byte == b'/' {
                    "/".to_owned()
                } else {
                    format!("%{byte:02x}")
                }
            })
            .collect();
        let canonical = RoutePath::parse(&encoded).unwrap().as_str().to_owned();
        let canonical: &'static str = canonical.leak();
        let site = crate::build_site("/", |blob| vec![(canonical, page(blob, "x"))]);
        let response = TestRequest::get(&encoded).send(site);
        assert_eq!(
            response.header("location"),
            Some(canonical),
            "for `{decoded}`"
        );
    }
}

#[test]
fn unknown_paths_below_another_language_get_its_404_page() {
    for target in ["/fr/missing", "/fr/missing/", "/fr/guide/x"] {
        let response = get(target);
        assert_eq!(response.status, 404, "for `{target}`");
        assert_eq!(response.text(), "<h1>Page introuvable</h1>");
    }
    assert_eq!(get("/french").text(), "<h1>Page Not Found</h1>");
    let payload = get("/_bindery/page/fr/missing");
    assert!(payload.text().contains("Page introuvable"));
}

#[test]
fn the_home_of_another_language_ends_in_a_slash_too() {
    assert_eq!(get("/fr/").status, 200);
    for target in ["/fr", "/fr/index.html", "/fr//"] {
        let response = get(target);
        assert_eq!(response.status, 308, "for `{target}`");
        assert_eq!(response.header("location"), Some("/fr/"));
    }
}
