//! The cases of a small site with one mistake of each kind.

use bindery_fixture::{Blob, SiteFixture, asset, build_site, page, redirect};
use bindery_format::table::Target;
use bindery_site_tests::{Budget, NamedRule, OwnChecks, Snippet, SnippetCheck, TestedSite, cases};
use libtest_mimic::Arguments;

const BUDGETS: [Budget; 1] = [Budget {
    kind: "doc",
    max_bytes: 0,
}];

const RULES: [NamedRule; 2] = [
    ("no_page_is_long", no_page_is_long),
    ("all_is_well", |_| Vec::new()),
];

const OWN: OwnChecks<'_> = OwnChecks {
    rules: &RULES,
    budgets: &BUDGETS,
    snippets: &[SnippetCheck {
        language: "json",
        check: is_number,
    }],
};

fn is_number(snippet: &Snippet) -> Result<(), String> {
    let number = snippet.code.parse::<f64>();
    number.map(drop).map_err(|error| error.to_string())
}

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
    let block = |class: &str, language: &str, code: &str| {
        format!(
            "<pre class=\"{class}\"><code class=\"language-{language}\"><span class=\"line\">{code}</span></code></pre>"
        )
    };
    let code = [
        block("tested", "json", "<span class=\"n\">1</span>2"),
        block("wrap", "json", "text"),
        block("wrap tested", "json", "&lt;"),
        block("tested", "python", "1"),
    ];
    let code = format!(
        "<title>Code</title>{}<img src=\"/lib/none.png\">",
        code.concat()
    );
    vec![
        ("/lib/", page(blob, &home)),
        ("/lib/code", page(blob, &code)),
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
    for case in cases(site, OWN) {
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
            "link::/lib/none.png",
            "snippet::/lib/code::2",
            "snippet::/lib/code::3",
            "rule::no_page_is_long",
            "budget::doc",
        ]
    );
    assert_eq!(
        passed,
        [
            "page::/lib/",
            "page::/lib/a",
            "page::/lib/code",
            "redirect::/lib/old",
            "redirect::/lib/out",
            "link::/lib/#here",
            "link::/lib/a",
            "link::/lib/a#one",
            "link::/lib/logo.svg",
            "link::/lib/old",
            "snippet::/lib/code::1",
            "rule::all_is_well",
        ]
    );
}
