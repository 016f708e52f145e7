//! Authors and tags of posts, and their options in `[blog]`.

use crate::assemble::tests::{Outcome, assemble_with};

const CONFIG: &str = "title = \"S\"\nurl = \"https://s.example\"\n";

const AUTHORS: &str = "jane:\n  name: Jane Doe\n  title: Editor\n  page: true\n  socials: {github: jane, x: 'https://x.com/j', site: 'https://j.example'}\n  image_url: /img/jane.svg\n\
                       joe:\n  name: Joe\n  url: https://joe.example\n  page: {permalink: /mr-joe}\n";

fn people(files: &[(&str, &str)]) -> Outcome {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"64\" height=\"48\"/>";
    let mut all = vec![("blog/authors.yml", AUTHORS), ("static/img/jane.svg", svg)];
    all.extend(files);
    assemble_with(&format!("{CONFIG}[blog]\nposts_per_page = 1\n"), &all)
}

/// A blog with three posts of two authors; one post is unlisted.
fn blog_of_two_authors() -> Outcome {
    let post = |date: &str, front: &str| {
        let path = format!("blog/2022-07-{date}.md");
        (
            path,
            format!("---\n{front}\n---\nText.\n<!-- truncate -->\n"),
        )
    };
    let posts = [
        post("01-a", "authors: jane"),
        post("02-b", "authors: [jane, {key: joe, title: Guest}]"),
        post("03-c", "authors: joe\nunlisted: true"),
    ];
    let posts: Vec<(&str, &str)> = posts
        .iter()
        .map(|(a, b)| (a.as_str(), b.as_str()))
        .collect();
    people(&posts)
}

#[test]
fn authors_have_bylines_and_pages() {
    let outcome = blog_of_two_authors();
    let paths = outcome.assert_clean().paths();
    let paths: Vec<_> = paths
        .iter()
        .filter(|path| path.contains("authors"))
        .collect();
    assert_eq!(
        paths,
        [
            &"/blog/authors",
            &"/blog/authors/jane",
            &"/blog/authors/jane/page/2",
            &"/blog/authors/mr-joe"
        ]
    );
    let page = outcome.page("/blog/2022/07/02/b");
    let content = serde_json::to_value(&page.props.content).unwrap();
    assert_eq!(
        content["post"]["authors"],
        serde_json::json!([
            {
                "name": "Jane Doe", "title": "Editor", "href": "/blog/authors/jane",
                "image": {"src": "/img/jane.svg", "width": 64, "height": 48},
                "socials": [
                    {"label": "GitHub", "href": "https://github.com/jane"},
                    {"label": "X", "href": "https://x.com/j"},
                    {"label": "site", "href": "https://j.example"},
                ],
            },
            {"name": "Joe", "title": "Guest", "href": "/blog/authors/mr-joe"},
        ])
    );
    let page = outcome.page("/blog/authors/jane");
    assert_eq!(page.props.title, "Jane Doe - 2 posts");
    let content = serde_json::to_value(&page.props.content).unwrap();
    assert_eq!(content["author"]["name"], "Jane Doe");
    assert_eq!(content["all"]["href"], "/blog/authors");
    assert_eq!(
        outcome.page("/blog/authors/mr-joe").props.title,
        "Joe - One post"
    );
    let list = serde_json::to_value(&outcome.page("/blog/authors").props.content).unwrap();
    assert_eq!(
        (&list["authors"][0]["count"], &list["authors"][1]["count"]),
        (&2.into(), &1.into())
    );
}

#[test]
fn problems_of_authors_are_reported_with_their_span() {
    let outcome = people(&[
        (
            "blog/2022-07-01-a.md",
            "---\nauthors: [jnae, jane, jane]\n---\n<!-- truncate -->\n",
        ),
        (
            "blog/2022-07-02-b.md",
            "---\nauthor: Ann\n---\n<!-- truncate -->\n",
        ),
        (
            "blog/2022-07-03-c.md",
            "---\nauthors: {key: joe, image_url: 'https://x.example/j.png', socials: {x: a/b}}\n---\n<!-- truncate -->\n",
        ),
    ]);
    assert_eq!(
        outcome.heads(),
        [
            "blog/2022-07-01-a.md:2:11: error[unknown-author]: no author `jnae` in `blog/authors.yml`",
            "blog/2022-07-01-a.md:2:23: error[bad-front-matter]: `Jane Doe` is duplicated among the authors",
            "blog/2022-07-02-b.md:2:9: warning[inline-author]: `Ann` is not in `authors.yml`",
            "blog/2022-07-03-c.md:2:32: warning[foreign-image]: the image `https://x.example/j.png` of another host is not shown",
            "blog/2022-07-03-c.md:2:72: error[bad-data]: `a/b` is not a user of `x` or a url",
        ]
    );
    assert!(outcome.problems[0].contains("did you mean `jane`?"));
}

#[test]
fn tags_have_pages_of_their_posts() {
    let outcome = assemble_with(
        &format!("{CONFIG}[blog]\nposts_per_page = 1\n"),
        &[
            (
                "blog/tags.yml",
                "setup:\n  label: Setting up\n  permalink: /first\n  description: D.\nnews:\n",
            ),
            (
                "blog/2022-07-01-a.md",
                "---\ntags: [setup, news]\n---\n<!-- truncate -->\n",
            ),
            (
                "blog/2022-07-02-b.md",
                "---\ntags: [setup, {label: Own, permalink: x/y}]\n---\n<!-- truncate -->\n",
            ),
            (
                "blog/2022-07-03-c.md",
                "---\ntags: [newz]\nunlisted: true\n---\n<!-- truncate -->\n",
            ),
        ],
    );
    assert_eq!(
        outcome.heads(),
        [
            "blog/2022-07-02-b.md:2:15: warning[unknown-tag]: the tag `Own` is not in `blog/tags.yml`",
            "blog/2022-07-03-c.md:2:8: warning[unknown-tag]: the tag `newz` is not in `blog/tags.yml`",
        ]
    );
    assert!(outcome.problems[1].contains("did you mean `news`?"));
    let paths = outcome.paths();
    let paths: Vec<_> = paths.iter().filter(|path| path.contains("tags")).collect();
    assert_eq!(
        paths,
        [
            &"/blog/tags",
            &"/blog/tags/first",
            &"/blog/tags/first/page/2",
            &"/blog/tags/news",
            &"/blog/tags/newz",
            &"/blog/tags/x/y"
        ]
    );
    let page = outcome.page("/blog/tags/first");
    assert_eq!(page.props.title, "2 posts tagged with \"Setting up\"");
    assert_eq!(page.props.description.as_deref(), Some("D."));
    assert!(outcome.page("/blog/tags/newz").props.no_index);
    let list = serde_json::to_value(&outcome.page("/blog/tags").props.content).unwrap();
    let letters: Vec<_> = list["letters"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["letter"])
        .collect();
    assert_eq!(letters, ["N", "O", "S"]);
    assert_eq!(list["letters"][2]["tags"][0]["count"], 2);
}

#[test]
fn documents_have_tags_too() {
    let outcome = assemble_with(
        &format!("{CONFIG}[[docs]]\npath = \"docs\"\nroute_base = \"/\"\n"),
        &[
            ("docs/a.md", "---\ntags: [Web API]\n---\n# B\nText.\n"),
            ("docs/b.md", "---\ntags: [Web API]\n---\n# A\n"),
            (
                "docs/c.md",
                "---\ntags: [Hidden]\nunlisted: true\n---\n# C\n",
            ),
        ],
    );
    assert_eq!(
        outcome.assert_clean().paths(),
        [
            "/a",
            "/b",
            "/c",
            "/search",
            "/tags",
            "/tags/hidden",
            "/tags/web-api"
        ]
    );
    assert_eq!(outcome.page("/a").props.tags[0].href, "/tags/web-api");
    let page = outcome.page("/tags/web-api");
    assert_eq!(page.props.title, "2 docs tagged with \"Web API\"");
    let content = serde_json::to_value(&page.props.content).unwrap();
    assert_eq!(content["cards"][0]["label"], "A");
    assert_eq!(content["all"]["title"], "View all tags");
    assert_eq!(
        outcome.page("/tags/hidden").props.title,
        "One doc tagged with \"Hidden\""
    );
}

#[test]
fn posts_follow_the_options_of_the_blog() {
    let outcome = assemble_with(
        &format!(
            "{CONFIG}[blog]\nroute_base = \"/\"\nposts_per_page = 1\npage_base_path = \"seite\"\narchive_base_path = false\n\
             sort_posts = \"ascending\"\nshow_reading_time = false\n[blog.feed_options]\ntype = \"atom\"\n"
        ),
        &[
            ("blog/2022-07-01-a.md", "Text.\n<!-- truncate -->\n"),
            (
                "blog/2022-07-02-b.md",
                "---\nsidebar_label: Bee\ndate: 2022-07-02T23:00:00-05:00\n---\n<!-- truncate -->\n",
            ),
        ],
    );
    assert_eq!(
        outcome.assert_clean().paths(),
        ["/", "/2022/07/01/a", "/2022/07/02/b", "/search", "/seite/2"]
    );
    let content = serde_json::to_value(&outcome.page("/2022/07/02/b").props.content).unwrap();
    assert_eq!(content["post"]["date"], "2022-07-03T04:00:00Z");
    assert_eq!(content["post"]["readingMinutes"], serde_json::Value::Null);
    assert_eq!(content["newer"]["href"], "/2022/07/01/a");
    assert_eq!(content["recent"][0]["posts"][1]["title"], "Bee");
    let feed = &outcome.site.feeds[0];
    assert_eq!(feed.files.len(), 1);
    assert_eq!(feed.files[0].1.as_str(), "/atom.xml");
    assert_eq!(feed.posts[0].page.as_str(), "/2022/07/01/a");
}

#[test]
fn a_blog_without_posts_has_its_list() {
    let outcome = assemble_with(
        &format!("{CONFIG}[blog]\n[[docs]]\n"),
        &[("docs/a.md", "# A\n")],
    );
    assert_eq!(
        outcome.assert_clean().paths(),
        ["/blog", "/docs/a", "/search"]
    );
    assert!(outcome.site.feeds.is_empty());
}

#[test]
fn globs_say_which_files_are_posts() {
    let post = "<!-- truncate -->\n";
    let outcome = assemble_with(
        &format!("{CONFIG}[blog]\ninclude = [\"**/*.mdx\"]\nexclude = [\"old/**\"]\n"),
        &[
            ("blog/2022-01-01-a.md", post),
            ("blog/2022-01-01-b.mdx", post),
            ("blog/old/2022-01-01-c.mdx", post),
        ],
    );
    assert_eq!(
        outcome.assert_clean().paths(),
        ["/blog", "/blog/2022/01/01/b", "/blog/archive", "/search"]
    );
}
