//! The cases of a small site with one mistake of each kind.

use bindery_fixture::{Blob, SiteFixture, asset, build_site, page, redirect};
use bindery_format::table::Target;
use bindery_site_tests::{Budget, NamedRule, TestedSite, cases};
use libtest_mimic::Arguments;

const BUDGETS: [Budget; 1] = [Budget {
    kind: "doc",
    max_bytes: 0,
}];

const RULES: [NamedRule; 2] = [
    ("no_page_is_long", no_page_is_long),
    ("all_is_well", |_| Vec::new()),
];

fn no_page_is_long(site: &TestedSite) -> Vec<String> {
    let long = site.pages.iter().filter(|page| page.html.len() > 200);
    long.map(|page| page.path.clone()).collect()
}

fn routes(blob: &mut Blob) -> Vec<(&'static str, Target)> {
    let links = [
        "/lib/a",
        "/lib/a#one",
        "/lib/a#two",
        "/lib/gone",
        "/lib/logo.svg",
        "/lib/old",
        "https://example.org/x",
        "#here",
        "#there",
    ];
    let links: String = links
        .iter()
        .map(|href| format!("<a href=\"{href}\">x</a>"))
        .collect();
    let home = format!("<title>Home</title><h1 id=\"here\">Home</h1>{links}");
    vec![
        ("/lib/", page(blob, &home)),
        (
            "/lib/a",
            page(blob, "<title>A</title><h2 id=\"one\">One</h2>"),
        ),
        ("/lib/untitled", page(blob, "<p>text</p>")),
        ("/lib/logo.svg", asset(blob, "image/svg+xml", b"<svg/>")),
        ("/lib/old", redirect("/lib/a", 301)),
        ("/lib/older", redirect("/lib/nowhere", 301)),
        ("/lib/out", redirect("https://example.org/", 301)),
        ("/lib/round", redirect("/lib/round", 301)),
    ]
}

#[test]
fn each_mistake_fails_a_case_of_its_own() {
    let site: &'static SiteFixture = Box::leak(Box::new(build_site("/lib/", routes)));
    let site = TestedSite::read(&site.index, b"[]", |resource| {
        let first = usize::try_from(resource.identity.offset).unwrap();
        let length = usize::try_from(resource.identity.len).unwrap();
        site.blob[first..first + length].to_vec()
    });
    let quiet = Arguments {
        quiet: true,
        ..Arguments::default()
    };
    let (mut passed, mut failed) = (Vec::new(), Vec::new());
    for case in cases(site, &RULES, &BUDGETS) {
        let name = case.name().to_owned();
        match libtest_mimic::run(&quiet, vec![case]).has_failed() {
            true => failed.push(name),
            false => passed.push(name),
        }
    }
    assert_eq!(
        failed,
        [
            "page::/lib/untitled",
            "redirect::/lib/older",
            "redirect::/lib/round",
            "link::/lib/#there",
            "link::/lib/a#two",
            "link::/lib/gone",
            "rule::no_page_is_long",
            "budget::doc",
        ]
    );
    assert_eq!(
        passed,
        [
            "page::/lib/",
            "page::/lib/a",
            "redirect::/lib/old",
            "redirect::/lib/out",
            "link::/lib/#here",
            "link::/lib/a",
            "link::/lib/a#one",
            "link::/lib/logo.svg",
            "link::/lib/old",
            "rule::all_is_well",
        ]
    );
}
