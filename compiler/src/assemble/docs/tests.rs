//! Ids, paths and titles of documents.

use crate::assemble::tests::{assemble, assemble_with};

#[test]
fn files_get_the_paths_that_docusaurus_gives_them() {
    let outcome = assemble(&[
        ("docs/README.md", "# Home\n"),
        ("docs/01-first.md", "# First\n"),
        ("docs/02-guide/index.mdx", "# Guide\n"),
        ("docs/02-guide/3-step.md", "# Step\n"),
        ("docs/tools/Tools.md", "# Tools\n"),
        ("docs/own/a.md", "---\nslug: /elsewhere/\n---\n# A\n"),
        ("docs/own/b.md", "---\nslug: ../up\n---\n# B\n"),
        ("docs/own/c.md", "---\nid: see\n---\n# C\n"),
        ("docs/own/100% é.md", "# Percent\n"),
        ("docs/own/_part.md", "# Part\n"),
        ("docs/_hidden/x.md", "# X\n"),
        ("docs/draft.md", "---\ndraft: true\n---\n# D\n"),
        ("docs/2021-01-02-note.md", "# N\n"),
        ("other/x.md", "# Other\n"),
    ]);
    assert_eq!(
        outcome.assert_clean().paths(),
        [
            "/",
            "/2021-01-02-note",
            "/elsewhere",
            "/first",
            "/guide",
            "/guide/step",
            "/own/100%25%20%C3%A9",
            "/own/see",
            "/search",
            "/tools",
            "/up",
        ]
    );
}

#[test]
fn globs_say_which_files_are_documents() {
    let outcome = assemble_with(
        "title = \"S\"\nurl = \"https://s.example\"\n[[docs]]\n\
         include = [\"**/*.mdx\", \"guide/**\"]\nexclude = [\"**/*.wip.*\", \"old/**\"]\n",
        &[
            ("docs/a.md", "# A\n"),
            ("docs/b.mdx", "# B\n"),
            ("docs/b.wip.mdx", "# B\n"),
            ("docs/guide/_part.md", "# Part\n"),
            ("docs/guide/c.md", "# C\n"),
            ("docs/old/d.mdx", "# D\n"),
        ],
    );
    assert_eq!(
        outcome.assert_clean().paths(),
        ["/docs/b", "/docs/guide/c", "/search"]
    );
}

#[test]
fn titles_come_from_front_matter_heading_or_name() {
    let outcome = assemble(&[
        ("docs/a.md", "---\ntitle: Front\n---\n# Heading\n"),
        ("docs/b.md", "---\ntitle: A < B\n---\ntext\n"),
        ("docs/c.md", "text\n"),
        ("docs/d.md", "---\ntitle: D\nhide_title: true\n---\ntext\n"),
        ("docs/e.md", "---\ntitle_meta: Meta\n---\n# S\n"),
        ("docs/f.md", "# S\n"),
    ]);
    outcome.assert_clean();
    let title = |path| outcome.page(path).props.title.as_str();
    assert_eq!(
        [title("/a"), title("/b"), title("/c")],
        ["Front", "A < B", "c"]
    );
    assert!(outcome.html("/a").starts_with("<h1 id=\"heading\">Heading"));
    assert_eq!(outcome.html("/b"), "<h1>A &lt; B</h1>\n<p>text</p>");
    assert_eq!(outcome.html("/d"), "<p>text</p>");
    assert_eq!(outcome.page("/e").props.head_title, "Meta | S");
    assert_eq!(outcome.page("/f").props.head_title, "S");
}

#[test]
fn front_matter_shapes_the_page() {
    let config = "title = \"S\"\nurl = \"https://s\"\nedit_url = \"https://git/edit/\"\n\
                  [[docs]]\nroute_base = \"/\"\ntoc_levels = [2, 2]\n";
    let outcome = assemble_with(
        config,
        &[
            ("docs/a.md", "# A\n## Two\n### Three\n"),
            (
                "docs/b.md",
                "---\ntoc_max_heading_level: 4\ncustom_edit_url: null\nelement: cryo\nsearch: false\nunlisted: true\n\
                 description: D\nkeywords: [k]\nlast_update: {date: 2020-01-01}\nimage: /i.svg\n---\n# B\n## Two\n### Three\n",
            ),
            (
                "docs/c.md",
                "---\nhide_table_of_contents: true\n---\n## Two\n",
            ),
            ("static/i.svg", "<svg/>"),
        ],
    );
    outcome.assert_clean();
    let a = outcome.page("/a");
    assert_eq!(
        a.props.edit_url.as_deref(),
        Some("https://git/edit/docs/a.md")
    );
    assert_eq!(a.props.toc.len(), 1);
    let listed: Vec<bool> = a.headings.iter().map(|heading| heading.toc).collect();
    assert_eq!(listed, [false, true, false]);
    let b = outcome.page("/b");
    assert_eq!(b.props.edit_url, None);
    assert_eq!(b.props.toc.len(), 2);
    assert_eq!(b.props.element.as_deref(), Some("cryo"));
    assert!(b.props.no_index && !b.is_searchable);
    assert_eq!(b.props.description.as_deref(), Some("D"));
    assert_eq!(b.image.as_deref(), Some("/i.svg"));
    assert!(outcome.page("/c").props.toc.is_empty() && outcome.page("/c").props.hide_toc);
}

#[test]
fn the_first_of_two_pages_at_one_path_wins() {
    let outcome = assemble(&[
        ("docs/a.md", "# First\n"),
        ("docs/b.md", "---\nslug: /a\n---\n# Second\n"),
        ("docs/c.md", "# C\n[second](./b.md)\n"),
    ]);
    assert_eq!(
        outcome.problems,
        [
            "docs/b.md:2:7: warning[duplicate-route]: the path `/a` belongs to `docs/a.md` and to `docs/b.md`\n    \
             2 | slug: /a\n      |       ^^ help: `docs/a.md` is shown; give the other another `slug`"
        ]
    );
    assert_eq!(outcome.page("/a").props.title, "First");
    assert!(outcome.html("/c").contains("href=\"/a\""));
}

#[test]
fn reserved_paths_are_refused() {
    let outcome = assemble(&[
        ("docs/assets/a.md", "# A\n"),
        ("docs/assets/index.md", "# Its name is that of a folder\n"),
        ("docs/health.md", "# H\n"),
        ("docs/healthy.md", "# Fine\n"),
        ("static/_bindery/x.js", "x"),
    ]);
    assert_eq!(
        outcome.heads(),
        [
            "docs/assets/a.md: error[reserved-path]: the path `/assets/a` of `docs/assets/a.md` is reserved",
            "docs/health.md: error[reserved-path]: the path `/health` of `docs/health.md` is reserved",
            "static/_bindery/x.js: error[reserved-path]: the path `/_bindery/x.js` of `static/_bindery/x.js` is reserved",
        ]
    );
    assert_eq!(outcome.paths(), ["/assets", "/healthy", "/search"]);
}

#[test]
fn the_listing_names_pages_and_redirects() {
    let outcome = assemble(&[
        ("docs/README.md", "---\naliases: /old\n---\n# Home\n"),
        ("docs/a/one.md", "# One\n## Part\n"),
    ]);
    let routes = outcome.assert_clean().routes();
    let kinds: Vec<_> = routes
        .iter()
        .map(|route| (route["path"].as_str(), route["kind"].as_str().unwrap()))
        .collect();
    assert_eq!(
        kinds,
        [
            (Some("/"), "doc"),
            (Some("/a/one"), "doc"),
            (Some("/search"), "search"),
            (None, "not-found"),
            (Some("/old"), "redirect"),
        ]
    );
    let one = &routes[1];
    assert_eq!(one["source"], "docs/a/one.md");
    assert_eq!(one["headings"][1]["id"], "part");
    assert_eq!(one["headings"][1]["toc"], true);
    assert_eq!(one["prev"]["href"], "/");
    assert_eq!(one["sidebar"], "docs");
    assert_eq!(one["breadcrumbs"][0]["label"], "a");
    assert_eq!(routes[4]["redirects_to"], "/");
}
