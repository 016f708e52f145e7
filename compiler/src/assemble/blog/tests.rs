//! Posts, lists, archive.

use crate::assemble::tests::{Outcome, assemble_with, html};
use crate::model::PageContent;

const CONFIG: &str = "title = \"S\"\nurl = \"https://s.example\"\n";

fn blog(config: &str) -> Outcome {
    assemble_with(
        &format!("{CONFIG}[blog]\npath = \"news\"\ntitle = \"News\"\nposts_per_page = 2\n{config}"),
        &[
            (
                "news/2022-07-08-patch-2.7.md",
                "# Patch 2.7\nAbove.\n## Part\n[x](#part)\n<!-- truncate -->\nBelow.\n",
            ),
            (
                "news/2021-01-02-a.md",
                "---\nslug: own\n---\n# A\nw w w\n<!-- truncate -->\n",
            ),
            (
                "news/b/index.md",
                "---\ndate: 2021-03-04T10:00\ntitle: B\n---\n<!-- truncate -->\n",
            ),
            (
                "news/2020-01-01-u.md",
                "---\nunlisted: true\n---\n# U\n<!-- truncate -->\n",
            ),
            ("news/_part.md", "x\n"),
        ],
    )
}

#[test]
fn posts_have_paths_dates_and_neighbours() {
    let outcome = blog("");
    assert_eq!(
        outcome.assert_clean().paths(),
        [
            "/news",
            "/news/2020/01/01/u",
            "/news/2022/07/08/patch-2.7",
            "/news/archive",
            "/news/b",
            "/news/own",
            "/news/page/2",
            "/search",
        ]
    );
    let page = outcome.page("/news/b");
    let PageContent::BlogPost {
        post, newer, older, ..
    } = &page.props.content
    else {
        panic!("a post");
    };
    assert_eq!(
        (post.title.as_str(), post.date.as_str()),
        ("B", "2021-03-04T10:00:00Z")
    );
    assert_eq!(post.reading_minutes, Some(1));
    assert_eq!(newer.as_ref().unwrap().title, "Patch 2.7");
    assert_eq!(older.as_ref().unwrap().href, "/news/own");
    assert_eq!(page.props.search_tag, "default");
}

#[test]
fn lists_show_the_text_above_the_marker() {
    let outcome = blog("");
    let page = outcome.page("/news");
    let PageContent::BlogList {
        posts,
        page: number,
        total_pages,
        newer,
        older,
        recent,
        recent_title,
        ..
    } = &page.props.content
    else {
        panic!("a list");
    };
    assert_eq!(posts.len(), 2);
    assert!(posts[0].truncated && posts[0].slot == Some(0));
    assert_eq!((*number, *total_pages), (1, 2));
    assert_eq!(
        (newer.as_deref(), older.as_deref()),
        (None, Some("/news/page/2"))
    );
    assert_eq!(recent_title, "Recent posts");
    let years: Vec<&str> = recent.iter().map(|year| year.year.as_str()).collect();
    assert_eq!(years, ["2022", "2021"]);
    assert_eq!(page.props.title, "News");
    assert_eq!(page.props.slots, 2);
    // Several posts with the same ids are on one page; anchors lead to the post.
    assert_eq!(
        html(&page.slots[0]),
        "<p>Above.</p><h2 id=\"part\">Part</h2><a href=\"/news/2022/07/08/patch-2.7#part\"></a>"
    );
    let post = outcome.html("/news/2022/07/08/patch-2.7");
    assert!(post.starts_with("<p>Above.</p><h2 id=\"part\">"), "{post}");
    assert!(post.ends_with("<p>Below.</p>"));
    let PageContent::BlogArchive { years } = &outcome.page("/news/archive").props.content else {
        panic!("the archive");
    };
    assert_eq!(years[1].posts.len(), 2);
}

#[test]
fn the_archive_of_a_docusaurus_site_has_the_oldest_post_of_a_year_first() {
    for (shape, expected) in [
        ("", ["/b", "/a"]),
        ("shape = \"docusaurus\"\n", ["/a", "/b"]),
    ] {
        let outcome = assemble_with(
            &format!("{shape}{CONFIG}"),
            &[
                ("blog/2021-01-02-a.md", "---\nslug: a\n---\n# A\n"),
                ("blog/2021-03-04-b.md", "---\nslug: b\n---\n# B\n"),
                ("blog/2020-03-04-c.md", "---\nslug: c\n---\n# C\n"),
            ],
        );
        let PageContent::BlogArchive { years } = &outcome.page("/blog/archive").props.content
        else {
            panic!("the archive");
        };
        let posts = years[0].posts.iter();
        let posts: Vec<_> = posts.map(|post| post.href.replace("/blog", "")).collect();
        assert_eq!((years[0].year.as_str(), years.len()), ("2021", 2));
        assert_eq!(posts, expected);
    }
}

#[test]
fn posts_without_date_or_marker_are_reported() {
    let outcome = assemble_with(
        CONFIG,
        &[
            ("blog/a.md", "# A\n"),
            ("blog/2020-01-01-b.md", "# B\n"),
            ("blog/c.md", "---\ndate: soon\n---\n# C\n"),
        ],
    );
    let heads = outcome.heads();
    assert_eq!(
        heads[0],
        "blog/2020-01-01-b.md: warning[untruncated-post]: the post has no truncation marker, so lists of posts show all of its text"
    );
    assert_eq!(
        heads[1],
        "blog/a.md: warning[bad-front-matter]: the post has no date"
    );
    assert_eq!(
        heads[4],
        "blog/c.md:2:7: error[bad-front-matter]: `soon` is not a date"
    );
    assert_eq!(outcome.paths().first(), Some(&"/blog"));
}

#[test]
fn the_side_list_has_as_many_posts_as_configured() {
    let outcome = blog("sidebar_count = 1\nsidebar_title = \"All\"\n");
    let PageContent::BlogList {
        recent,
        recent_title,
        ..
    } = &outcome.page("/news").props.content
    else {
        panic!("a list");
    };
    assert_eq!(recent.len(), 1);
    assert_eq!(recent_title, "All");
}

#[test]
fn two_blogs_share_nothing() {
    let post =
        |author: &str| format!("---\ntags: [x]\nauthors: {author}\n---\n# P\n<!-- truncate -->\n");
    let people = |author: &str| format!("{author}:\n  name: N\n  page: true\n");
    let outcome = assemble_with(
        &format!(
            "{CONFIG}[[blog]]\npath = \"news\"\n[[blog]]\nid = \"two\"\npath = \"two\"\narchive_base_path = false\n"
        ),
        &[
            ("news/2022-07-08-a.md", &post("ada")),
            ("news/authors.yml", &people("ada")),
            ("two/2022-07-09-a.md", &post("bob")),
            ("two/authors.yml", &people("bob")),
        ],
    );
    assert_eq!(
        outcome.assert_clean().paths(),
        [
            "/news",
            "/news/2022/07/08/a",
            "/news/archive",
            "/news/authors",
            "/news/authors/ada",
            "/news/tags",
            "/news/tags/x",
            "/search",
            "/two",
            "/two/2022/07/09/a",
            "/two/authors",
            "/two/authors/bob",
            "/two/tags",
            "/two/tags/x",
        ]
    );
    let feeds = outcome.site.feeds.iter();
    let feeds: Vec<_> = feeds
        .map(|feed| (feed.home.as_str(), feed.posts.len()))
        .collect();
    assert_eq!(feeds, [("/news", 1), ("/two", 1)]);
}
