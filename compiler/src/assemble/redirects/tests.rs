//! Redirects: pairs, rules, aliases, and their problems.

use crate::assemble::tests::{CONFIG, Outcome, assemble_with};

fn redirect(config: &str) -> Outcome {
    assemble_with(
        &format!("{CONFIG}{config}"),
        &[
            ("docs/README.md", "# Home\n"),
            (
                "docs/c/cryo/ganyu.md",
                "---\naliases: [/goat]\n---\n# Ganyu\n## Attacks\n",
            ),
            ("docs/c/geo/albedo.md", "# Albedo\n"),
            ("docs/c/geo/traveler-geo.md", "# Traveler\n"),
            ("docs/albedo.md", "# Taken\n"),
            ("static/file.txt", "x"),
        ],
    )
}

fn pairs(outcome: &Outcome) -> Vec<String> {
    let redirects = outcome.site.redirects.iter();
    redirects
        .map(|redirect| format!("{} {} {}", redirect.from, redirect.to, redirect.status))
        .collect()
}

#[test]
fn rules_make_redirects_of_existing_pages() {
    let outcome = redirect(
        "[[redirects]]\nfrom = \"/ganyu\"\nto = \"/c/geo/albedo\"\nstatus = 301\n\
         [[redirect_rules]]\nfor = \"/c/{element}/{name}\"\nexcept = \"traveler-*\"\nfrom = [\"/{name}\", \"/c//{name}\"]\n\
         [[redirect_rules]]\nfor = \"/c/{element}/traveler-{e}\"\nfrom = [\"/{e:1}mc\", \"/c/{element}/traveler\"]\n",
    );
    // `/albedo` is a page and `/ganyu` an exact pair: the rule is silent.
    assert_eq!(
        pairs(outcome.assert_clean()),
        [
            "/c/albedo /c/geo/albedo 308",
            "/c/ganyu /c/cryo/ganyu 308",
            "/c/geo/traveler /c/geo/traveler-geo 308",
            "/ganyu /c/geo/albedo 301",
            "/gmc /c/geo/traveler-geo 308",
            "/goat /c/cryo/ganyu 308",
        ]
    );
}

#[test]
fn targets_may_be_chains_anchors_files_and_urls() {
    let outcome = redirect(
        "[[redirects]]\nfrom = [\"/1\", \"/one/\"]\nto = \"/2\"\n[[redirects]]\nfrom = \"/2\"\nto = \"/goat#attacks\"\n\
         [[redirects]]\nfrom = \"/3\"\nto = \"https://x.y/\"\n[[redirects]]\nfrom = \"/4\"\nto = \"/file.txt\"\n",
    );
    assert_eq!(
        pairs(outcome.assert_clean()),
        [
            "/1 /c/cryo/ganyu#attacks 308",
            "/2 /c/cryo/ganyu#attacks 308",
            "/3 https://x.y/ 308",
            "/4 /file.txt 308",
            "/goat /c/cryo/ganyu 308",
            "/one /c/cryo/ganyu#attacks 308",
        ]
    );
}

/// Checks the first problem of each configuration, and that the other redirects are still made.
fn check_problems(cases: &[(&str, &str)]) {
    for &(config, expected) in cases {
        let outcome = redirect(config);
        assert_eq!(outcome.heads()[0], expected, "{:?}", outcome.problems);
        let mut redirects = outcome.site.redirects.iter();
        assert!(redirects.any(|one| one.from.as_str() == "/goat"));
    }
}

#[test]
fn pairs_that_cannot_redirect_are_reported() {
    check_problems(&[
        (
            "[[redirects]]\nfrom = \"/a\"\nto = \"/b\"\n[[redirects]]\nfrom = \"/b\"\nto = \"/a\"\n",
            "site.toml:7:8: error[redirect-loop]: redirect loop: `/a` to `/b` to `/a`",
        ),
        (
            "[[redirects]]\nfrom = \"/a\"\nto = \"/a\"\n",
            "site.toml:7:8: error[redirect-loop]: redirect loop: `/a` to `/a`",
        ),
        (
            "[[redirects]]\nfrom = \"/a\"\nto = \"/c/cryo/gany\"\n",
            "site.toml:8:6: error[redirect-to-nothing]: the redirect leads to `/c/cryo/gany`, where no page is",
        ),
        (
            "[[redirects]]\nfrom = \"/albedo\"\nto = \"/\"\n",
            "site.toml:7:8: warning[redirect-shadowed]: `/albedo` is a page; the redirect has no effect",
        ),
        (
            "[[redirects]]\nfrom = \"/a\"\nto = \"/\"\n[[redirects]]\nfrom = \"/a/\"\nto = \"/albedo\"\n",
            "site.toml:10:8: error[redirect-shadowed]: `/a/` is redirected to `/` already",
        ),
        (
            "[[redirects]]\nfrom = \"/health\"\nto = \"/\"\n",
            "site.toml:7:8: error[reserved-path]: the path `/health` is reserved",
        ),
        (
            "[[redirects]]\nfrom = \"a?b\"\nto = \"/\"\n",
            "site.toml:7:8: error[bad-config]: `a?b` is not a path that can be redirected",
        ),
        (
            "[[redirects]]\nfrom = \"/a%2fb\"\nto = \"/\"\n",
            "site.toml:7:8: error[bad-config]: `/a%2fb` is not a path that can be redirected",
        ),
        (
            "[[redirects]]\nfrom = \"/a\"\nto = \"/c/cryo/ganyu#atacks\"\n",
            "site.toml:8:6: warning[broken-anchor]: no heading `#atacks` on `/c/cryo/ganyu`",
        ),
    ]);
}

#[test]
fn rules_that_cannot_redirect_are_reported() {
    check_problems(&[
        (
            "[[redirect_rules]]\nfor = \"/c/{e}/{name}\"\nfrom = \"/{nam}\"\n",
            "site.toml:8:8: error[bad-config]: `for` has no placeholder `{nam}`",
        ),
        (
            "[[redirect_rules]]\nfor = \"/c/{e\"\nfrom = \"/{e}\"\n",
            "site.toml:7:7: error[bad-config]: a `{` of `{e` has no end",
        ),
        (
            "[[redirect_rules]]\nfor = \"/k/{e}\"\nfrom = \"/{e}\"\n",
            "site.toml:7:7: warning[redirect-to-nothing]: no page matches `/k/{e}`",
        ),
        (
            "[[redirect_rules]]\nfor = \"/c/geo/{n}\"\nfrom = \"/same\"\n",
            "site.toml:8:8: warning[redirect-shadowed]: two rules redirect `/same`: to `/c/geo/albedo` and to \
             `/c/geo/traveler-geo`; the first is used",
        ),
    ]);
}

#[test]
fn extensions_make_redirects_of_all_pages() {
    let outcome = assemble_with(
        &format!(
            "redirect_from_extensions = [\"html\", \"htm\"]\nredirect_to_extensions = [\"x\"]\n{CONFIG}"
        ),
        &[
            ("docs/README.md", "# Home\n"),
            ("docs/a.md", "# A\n"),
            ("docs/b.x.md", "# B\n"),
            ("docs/c.htm.md", "# C\n"),
        ],
    );
    assert_eq!(
        pairs(outcome.assert_clean()),
        [
            "/a.htm /a 308",
            "/a.html /a 308",
            "/b /b.x 308",
            "/b.x.htm /b.x 308",
            "/b.x.html /b.x 308",
            "/search.htm /search 308",
            "/search.html /search 308"
        ]
    );
}
