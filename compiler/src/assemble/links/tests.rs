//! Links and images: their targets, and the diagnostics for broken ones.

use crate::assemble::tests::assemble;
use crate::diagnostic::choose_fixes;

const PAGES: [(&str, &str); 6] = [
    ("docs/README.md", "# Home\n"),
    ("docs/a/one.md", "# One\n## Part\n"),
    (
        "docs/a/two.md",
        "---\nslug: deux\naliases: /zwei\n---\n# Two\n",
    ),
    ("docs/a/data.csv", "1,2\n"),
    ("docs/draft.md", "---\ndraft: true\n---\n# D\n"),
    ("static/files/b.pdf", "pdf"),
];

/// Links from `/a/one`'s neighbour `/a/here` and gives the attributes and problems.
fn link(target: &str) -> (String, Vec<String>) {
    let text = format!("# Here\n## Own\n[x]({target})\n");
    let mut files = PAGES.to_vec();
    files.push(("docs/a/here.md", &text));
    let outcome = assemble(&files);
    let html = outcome.html("/a/here");
    let attributes = html.split("<a").nth(1).unwrap().split('>').next().unwrap();
    (attributes.trim().to_owned(), outcome.problems)
}

#[test]
fn a_link_that_is_a_script_is_reported_at_its_place() {
    for target in [
        "javascript:x",
        "JavaScript:x",
        "pathname://javascript:x",
        "pathname://JavaScript:x",
    ] {
        let (attributes, problems) = link(target);
        assert_eq!(attributes, "href=\"#\"", "{target}");
        assert_eq!(problems.len(), 1, "{problems:?}");
        let place = "docs/a/here.md:3:";
        assert!(problems[0].starts_with(place), "{problems:?}");
        assert!(
            problems[0].contains("warning[refused-markup]"),
            "{problems:?}"
        );
    }
}

#[test]
fn good_links_become_what_a_browser_needs() {
    const OUT: &str = " target=\"_blank\" rel=\"noopener noreferrer\"";
    for (target, url, rest) in [
        ("/a/one", "/a/one", ""),
        ("/a/one/", "/a/one", ""),
        ("/a/one.html", "/a/one", ""),
        ("/index.html", "/", ""),
        ("/a/one.md#part", "/a/one#part", ""),
        ("/", "/", ""),
        ("one", "/a/one", ""),
        ("./one?q=1&r=2#part", "/a/one?q=1&amp;r=2#part", ""),
        ("../", "/", ""),
        ("./one.md", "/a/one", ""),
        ("one.md#part:~:text=a", "/a/one#part:~:text=a", ""),
        ("two.md", "/a/deux", ""),
        (r"a\two.md", "/a/deux", ""),
        ("@site/docs/a/two.md", "/a/deux", ""),
        ("../README.md", "/", ""),
        ("#own", "#own", ""),
        ("#top", "#top", ""),
        ("mailto:a@b.c", "mailto:a@b.c", ""),
        ("https://x.y/a b\"?q", "https://x.y/a%20b%22?q", OUT),
        ("//x.y/z", "//x.y/z", OUT),
        ("/files/b.pdf", "/files/b.pdf", OUT),
        ("pathname:///other/app", "/other/app", OUT),
    ] {
        let (attributes, problems) = link(target);
        assert_eq!(problems, Vec::<String>::new(), "{target}");
        assert_eq!(attributes, format!("href=\"{url}\"{rest}"), "{target}");
    }
}

#[test]
fn files_beside_a_page_get_a_hashed_path() {
    let (attributes, problems) = link("./data.csv");
    assert_eq!(problems, Vec::<String>::new());
    assert!(
        attributes.starts_with("href=\"/assets/data-"),
        "{attributes}"
    );
    assert!(
        attributes.contains(".csv\" target=\"_blank\""),
        "{attributes}"
    );
}

#[test]
fn broken_links_say_what_was_meant() {
    for (target, expected) in [
        (
            "/a/onne",
            "warning[broken-link]: no page at `/a/onne`|help: did you mean `/a/one`?",
        ),
        (
            "on",
            "warning[broken-link]: no page at `/a/on`|help: did you mean `/a/one`?",
        ),
        (
            "/quite/elsewhere",
            "warning[broken-link]: no page at `/quite/elsewhere`|",
        ),
        (
            "./tow.md",
            "warning[broken-link]: no file at `./tow.md`|help: did you mean `docs/a/two.md`?",
        ),
        (
            "/nothing.md",
            "warning[broken-link]: no page at `/nothing`|",
        ),
        (
            "../draft.md",
            "warning[broken-link]: `docs/draft.md` is not a published page|help: it is a draft",
        ),
        (
            "/a/one#prat",
            "warning[broken-anchor]: no heading `#prat` on `/a/one`|help: did you mean `#part`?",
        ),
        (
            "one.md#x",
            "warning[broken-anchor]: no heading `#x` on `/a/one`|",
        ),
        (
            "#onw",
            "warning[broken-anchor]: no heading `#onw` on `/a/here`|help: did you mean `#own`?",
        ),
        (
            "/a",
            "warning[link-to-folder]: `/a` is a folder without a page of its own|help: link to a page in it, such as",
        ),
        (
            "./",
            "warning[link-to-folder]: `./` is a folder without a page of its own|help: link to",
        ),
        ("", "warning[broken-link]: the link leads nowhere|"),
    ] {
        assert_broken(target, expected);
    }
}

#[test]
fn links_on_the_wrong_way_say_the_right_one() {
    for (target, expected) in [
        (
            "/zwei",
            "warning[link-to-redirect]: `/zwei` is redirected|help: link to `/a/deux`",
        ),
        (
            "https://s.example/a/one#part",
            "warning[own-url]: the site's own pages are linked to by path|help: write `/a/one#part`",
        ),
        (
            "https://s.example/a/onne",
            "warning[broken-link]: no page at `/a/onne`|help: did you mean `/a/one`?",
        ),
        (
            "/docs/a/one",
            "warning[broken-link]: no page at `/docs/a/one`|help: did you mean `/a/one`?",
        ),
        (
            "a/one",
            "warning[broken-link]: no page at `/a/a/one`|help: did you mean `/a/one`?",
        ),
        (
            "/elsewhere/ONE",
            "warning[broken-link]: no page at `/elsewhere/ONE`|help: did you mean `/a/one`?",
        ),
        (
            "../b/one.md",
            "warning[broken-link]: no file at `../b/one.md`|help: did you mean `./one.md`?",
        ),
    ] {
        assert_broken(target, expected);
    }
}

fn assert_broken(target: &str, expected: &str) {
    let (_, problems) = link(target);
    assert_eq!(problems.len(), 1, "{target}: {problems:?}");
    let (head, help) = expected.split_once('|').unwrap();
    let first = problems[0].lines().next().unwrap();
    assert_eq!(first, format!("docs/a/here.md:3:5: {head}"), "{target}");
    assert!(problems[0].contains(help), "{target}: {}", problems[0]);
}

/// The link after its offered fix; the unchanged link if no fix is offered.
fn fixed(target: &str) -> String {
    let text = format!("# Here\n## Own\n[x]({target})\n");
    let mut files = PAGES.to_vec();
    files.push(("docs/a/here.md", &text));
    let outcome = assemble(&files);
    let (files, _) = choose_fixes(&outcome.list, &outcome.tree);
    let text = match files.as_slice() {
        [] => text.clone(),
        [file] => file.text(&outcome.tree),
        more => panic!("one file, not {more:?}"),
    };
    let (_, rest) = text.split_once("[x](").unwrap();
    rest.trim_end().trim_end_matches(')').to_owned()
}

#[test]
fn what_is_certain_can_be_changed_by_a_program() {
    for (target, wanted) in [
        ("/zwei?q=1#two", "/a/deux?q=1#two"),
        ("https://s.example/a/one#part", "/a/one#part"),
        ("/docs/a/one#part", "/a/one#part"),
        ("/b/one", "/a/one"),
        ("../b/one.md#part", "./one.md#part"),
        ("a/one", "/a/one"),
        ("one#Part", "one#part"),
        ("/a/onne#part", "/a/one#part"),
        // Only suggestions.
        ("./tow.md", "./tow.md"),
        ("#onw", "#onw"),
        ("/quite/elsewhere", "/quite/elsewhere"),
    ] {
        assert_eq!(fixed(target), wanted, "{target}");
        assert_eq!(fixed(wanted), wanted, "again: {wanted}");
    }
}

#[test]
fn a_scheme_is_corrected_only_where_one_alone_is_near() {
    for scheme in ["sftp", "ftps", "tftp"] {
        let target = format!("{scheme}://h.example/x");
        assert_eq!(link(&target).1, Vec::<String>::new());
    }
    assert_eq!(fixed("htps://h.example/x"), "https://h.example/x");
    assert_eq!(fixed("htts://h.example/x"), "htts://h.example/x");
    assert!(link("htts://h.example/x").1[0].contains("`https:` or `http:`?"));
}

#[test]
fn links_read_from_the_files_folder_are_found() {
    let outcome = assemble(&[
        ("docs/a/README.md", "# A\n[x](one)\n[y](../b)\n"),
        ("docs/a/one.md", "---\nslug: /eins\n---\n# One\n"),
        ("docs/b.md", "---\nslug: /zwei\n---\n# B\n"),
    ]);
    let (files, solved) = choose_fixes(&outcome.list, &outcome.tree);
    assert_eq!(solved, 2, "{:?}", outcome.problems);
    let text = files[0].text(&outcome.tree);
    assert_eq!(text, "# A\n[x](./one.md)\n[y](../b.md)\n");
}

#[test]
fn pages_made_by_rule_have_no_anchors() {
    let outcome = assemble(&[("docs/a.md", "# A\n[x](/search#x)\n")]);
    let wanted = "docs/a.md:2:5: warning[broken-anchor]: no heading `#x` on `/search`";
    assert_eq!(outcome.heads(), [wanted]);
}

#[test]
fn a_redirect_keeps_the_anchor_so_it_must_be_there() {
    let (_, problems) = link("/zwei#nothing");
    assert!(
        problems[0].contains("no heading `#nothing` on `/a/deux`"),
        "{problems:?}"
    );
}

#[test]
fn links_in_component_properties_are_checked() {
    let outcome = assemble(&[
        (
            "docs/a.md",
            "# A\n<X href=\"./b.md#part\"/>\n<X href=\"/c\"/>\n<X href=\"word\"/>\n",
        ),
        ("docs/b.md", "# B\n## Part\n"),
    ]);
    assert!(outcome.html("/a").contains("[X {\"href\":\"/b#part\"}]"));
    assert!(outcome.html("/a").contains("[X {\"href\":\"word\"}]"));
    assert_eq!(
        outcome.heads(),
        ["docs/a.md:3:1: warning[broken-link]: no page at `/c`"]
    );
}

#[test]
fn html_ids_are_anchors_too() {
    let outcome = assemble(&[("docs/a.md", "# A\n<b id=\"own\"></b>\n[x](#own)\n")]);
    outcome.assert_clean();
}

#[test]
fn images_lie_in_static_or_beside_the_page() {
    let svg = "<svg viewBox=\"0 0 3 4\"></svg>";
    let outcome = assemble(&[
        (
            "docs/a/p.md",
            "# P\n![one](/img/x.svg)\n![two](.\\y.svg)\n![three](https://h/z.png)\n",
        ),
        ("docs/a/y.svg", svg),
        ("static/img/x.svg", svg),
    ]);
    let html = outcome.assert_clean().html("/a/p");
    let first = "<img src=\"/img/x.svg\" alt=\"one\" width=\"3\" height=\"4\" loading=\"lazy\" decoding=\"async\">";
    assert!(html.contains(first), "{html}");
    assert!(html.contains("<img src=\"/assets/y-"), "{html}");
    assert!(html.contains(
        "<img src=\"https://h/z.png\" alt=\"three\" loading=\"lazy\" decoding=\"async\">"
    ));
    let files: Vec<&str> = outcome
        .site
        .static_files
        .iter()
        .map(|(route, _)| route.as_str())
        .collect();
    assert_eq!(files.len(), 2);
    assert!(files[0].starts_with("/assets/y-") && files[1] == "/img/x.svg");
}

#[test]
fn smaller_copies_of_pictures_are_offered() {
    // The header of a WebP image of 800 to 300 pixels, all of it ASCII.
    let picture = "RIFF\0\0\0\0WEBPVP8X\u{a}\0\0\0\0\0\0\0\u{1f}\u{3}\0\u{2b}\u{1}\0";
    let page = "# P\n![one](./a,b.webp)\n## S\n![two](/img/a.webp)\n![three](/img/a.webp)\n";
    let outcome = assemble(&[
        ("docs/p.md", page),
        ("docs/a,b.webp", picture),
        ("static/img/a.webp", picture),
    ]);
    let html = outcome.assert_clean().html("/p");
    let hash = &blake3::hash(picture.as_bytes()).to_hex()[..12];
    assert!(
        html.contains(&format!(
            "<picture><source type=\"image/webp\" srcset=\"/assets/a-b-{hash}-640.webp 640w, \
             /assets/a-b-{hash}-800.webp 800w\" sizes=\"auto, (max-width: 996px) 100vw, 800px\">\
             <img src=\"/assets/a,b-{hash}.webp\" alt=\"one\" width=\"800\" height=\"300\" \
             loading=\"lazy\" decoding=\"async\"></picture>"
        )),
        "{html}"
    );
    let copies: Vec<_> = outcome
        .site
        .image_copies
        .iter()
        .map(|(route, copy)| (route.as_str(), copy.width, copy.quality))
        .collect();
    assert_eq!(
        copies,
        [
            (format!("/assets/a-{hash}-640.webp").as_str(), 640, 85),
            (&format!("/assets/a-{hash}-800.webp"), 800, 85),
            (&format!("/assets/a-b-{hash}-640.webp"), 640, 85),
            (&format!("/assets/a-b-{hash}-800.webp"), 800, 85),
        ]
    );
}

#[test]
fn missing_images_are_errors() {
    let outcome = assemble(&[
        ("docs/p.md", "# P\n![a](/img/y.svg)\n![b](./none.png)\n"),
        ("static/img/x.svg", "<svg/>"),
    ]);
    assert_eq!(
        outcome.problems,
        [
            "docs/p.md:2:6: error[missing-image]: no image at `/img/y.svg`\n    2 | ![a](/img/y.svg)\n      |      \
             ^^^^^^^^^^ help: did you mean `static/img/x.svg`?",
            "docs/p.md:3:6: error[missing-image]: no image at `./none.png`\n    3 | ![b](./none.png)\n      |      \
             ^^^^^^^^^^ help: put the file at `docs/none.png`",
        ]
    );
}

#[test]
fn links_of_index_documents_lead_below_them() {
    let files = [
        ("docs/g/index.md", "# G\n[x](x)\n[a](../a)\n"),
        ("docs/g/x.md", "# X\n[y](y)\n"),
        ("docs/g/y.md", "# Y\n"),
        ("docs/a.md", "# A\n"),
    ];
    let outcome = assemble(&files);
    assert!(outcome.assert_clean().html("/g").contains("href=\"/g/x\""));
    assert!(outcome.html("/g").contains("href=\"/a\""));
    assert!(outcome.html("/g/x").contains("href=\"/g/y\""));
    let outcome = crate::assemble::tests::assemble_with(
        &format!("trailing_slash = true\n{}", crate::assemble::tests::CONFIG),
        &files,
    );
    assert!(outcome.html("/g").contains("href=\"/g/x\""));
    assert!(outcome.html("/g/x").contains("href=\"/g/x/y\""));
    let outcome = crate::assemble::tests::assemble_with(
        &format!("trailing_slash = false\n{}", crate::assemble::tests::CONFIG),
        &files,
    );
    assert!(outcome.html("/g").contains("href=\"/x\""));
}
