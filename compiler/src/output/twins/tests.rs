use super::*;
use crate::testing;

/// A writer that knows the twins of two pages.
fn writer() -> Writer<'static> {
    let twin = |path: &str| twin_path(&RoutePath::parse(path).unwrap()).unwrap();
    Writer {
        origin: "https://example.org",
        twins: BTreeMap::from([("/", twin("/")), ("/a/b", twin("/a/b"))]),
    }
}

#[track_caller]
fn check(html: &str, expected: &str) {
    assert_eq!(
        writer().blocks(&bindery_html::tree::parse(html)),
        expected,
        "{html}"
    );
}

#[test]
fn twins_lie_beside_their_pages() {
    for (path, expected) in [
        ("/", "/index.md"),
        ("/a", "/a.md"),
        ("/a/b", "/a/b.md"),
        ("/v1.5", "/v1.5.md"),
    ] {
        let path = RoutePath::parse(path).unwrap();
        assert_eq!(twin_path(&path).unwrap().as_str(), expected);
    }
    let home = RoutePath::home("/lib/").unwrap();
    assert_eq!(twin_path(&home).unwrap().as_str(), "/lib/index.md");
}

#[test]
fn running_text() {
    check("<p>one\n  two</p><p>three</p>", "one two\n\nthree");
    check(
        "<p><strong>b</strong> <em>i</em> <del>d</del> <code>a `b`</code></p>",
        "**b** *i* ~~d~~ `` a `b` ``",
    );
    check("<p>a<strong> b </strong>c</p>", "a **b** c");
    check("<p>a<br>b</p>", "a\\\nb");
    check(
        "<p>x<sup>2</sup> <kbd>Esc</kbd></p>",
        "x<sup>2</sup> <kbd>Esc</kbd>",
    );
    check(
        "<p>&lt;b&gt; &amp;amp; &#x27;q&#39;&nbsp;z</p>",
        "\\<b> \\&amp; 'q'\u{a0}z",
    );
    check("<P>UPPER<BR/>case", "UPPER\\\ncase");
}

#[test]
fn text_that_looks_like_markup_is_escaped() {
    check(
        "<p>*a* _b_ snake_case [c] `d` 2 * 3</p>",
        "\\*a\\* \\_b\\_ snake_case \\[c\\] \\`d\\` 2 * 3",
    );
    check("<p># no heading</p>", "\\# no heading");
    check("<p>- no item</p>", "\\- no item");
    check("<p>1. no item</p>", "1\\. no item");
    check("<p>2024 was</p>", "2024 was");
    check("<p>:::note</p>", "\\:::note");
    check("<p>$10 and $x$</p>", "$10 and \\$x$");
}

#[test]
fn headings_lose_their_links() {
    check(
        "<h2 id=\"a\">A <code>b</code><a class=\"hash-link\" href=\"#a\" aria-label=\"Direct link\"></a></h2>",
        "## A `b`",
    );
}

#[test]
fn links_lead_to_twins_and_others_are_absolute() {
    check(
        "<a href=\"/a/b#x\">t</a>",
        "[t](https://example.org/a/b.md#x)",
    );
    check("<a href=\"/\">t</a>", "[t](https://example.org/index.md)");
    check(
        "<a href=\"/search?q=1\">t</a>",
        "[t](https://example.org/search?q=1)",
    );
    check(
        "<a href=\"/assets/x.pdf\">t</a>",
        "[t](https://example.org/assets/x.pdf)",
    );
    check("<a href=\"#x\">t</a>", "[t](#x)");
    check(
        "<a href=\"https://e.org/a(b)?x=1&amp;y\" target=\"_blank\">t<span class=\"sr-only\"> (opens in new tab)</span></a>",
        "[t](https://e.org/a%28b%29?x=1&y)",
    );
    check(
        "<img src=\"/img/a.png\" alt=\"A [b]\" width=\"2\">",
        "![A \\[b\\]](https://example.org/img/a.png)",
    );
    check(
        "<article class=\"card\"><a href=\"/a/b\"><svg><path/></svg><div><h2>Title</h2><p>About it.</p></div></a></article>",
        "[Title](https://example.org/a/b.md): About it.",
    );
}

#[test]
fn lists() {
    check(
        "<ul>\n<li>a</li>\n<li>b<ul><li>c</li></ul></li>\n</ul>",
        "- a\n- b\n  - c",
    );
    check("<ol start=\"3\"><li>a</li><li>b</li></ol>", "3. a\n4. b");
    check(
        "<ul><li><p>a</p><p>b</p></li><li><p>c</p></li></ul>",
        "- a\n\n  b\n\n- c",
    );
    check(
        "<ul><li><input type=\"checkbox\" disabled checked> done</li><li><input disabled type=\"checkbox\"> open</li></ul>",
        "- [x] done\n- [ ] open",
    );
    check(
        "<dl><div><dt>Weapon</dt><dd>Bow</dd></div><dt>Cost</dt><dd>60</dd></dl>",
        "- **Weapon**: Bow\n- **Cost**: 60",
    );
    check("<ul><li>a<li>b</ul>", "- a\n- b");
}

#[test]
fn code_keeps_its_language_and_lines() {
    check(
        "<div class=\"code-block\"><div class=\"code-title\">a.rs</div><pre tabindex=\"0\"><code class=\"language-rust\"><span class=\"line\">fn <span class=\"k\">a</span>() {</span>\n<span class=\"line\">  &lt;b&gt; *c*</span></code></pre></div>",
        "```rust title=\"a.rs\"\nfn a() {\n  <b> *c*\n```",
    );
    check("<pre><code>```\n</code></pre>", "````\n```\n````");
}

#[test]
fn boxes() {
    check(
        "<div class=\"admonition admonition-tip\" role=\"note\"><p class=\"admonition-title\">tip</p><div>\n<p>a</p>\n<ul><li>b</li></ul></div></div>",
        "> **Tip**\n>\n> a\n>\n> - b",
    );
    check(
        "<div class=\"admonition admonition-warning\"><p class=\"admonition-title\">Mind <em>this</em></p><div><p>a</p></div></div>",
        "> **Warning: Mind *this***\n>\n> a",
    );
    check("<blockquote><p>a</p><p>b</p></blockquote>", "> a\n>\n> b");
    check(
        "<details open=\"\"><summary>More</summary><div class=\"details-b\"><p>a</p></div></details>",
        "**More**\n\na",
    );
    check(
        "<div class=\"tabs-box\"><div class=\"tabs\" role=\"tablist\" inert=\"\"><button role=\"tab\">One</button></div><div role=\"tabpanel\"><p class=\"tab-label\">One</p><p>a</p></div></div>",
        "**One**\n\na",
    );
    check(
        "<hr><iframe src=\"https://e.org/v\" title=\"Film\"></iframe>",
        "---\n\n[Film](https://e.org/v)",
    );
}

#[test]
fn tables() {
    check(
        "<div class=\"table-scroll\"><table><caption>All</caption><thead><tr><th scope=\"col\">A</th><th class=\"al-end\">B</th></tr></thead><tbody><tr><th scope=\"row\">a|b</th><td class=\"al-end\">1<br>2</td></tr></tbody></table></div>",
        "All\n\n| A | B |\n| --- | --: |\n| a\\|b | 1<br>2 |",
    );
    check(
        "<table><tr><td rowspan=\"2\">a</td><td colspan=\"2\">b</td></tr><tr><td>c</td><td>d</td></tr></table>",
        "| | | |\n| --- | --- | --- |\n| a | b | |\n| | c | d |",
    );
    check(
        "<table><tr><th>h</th></tr><tr><td><ul><li>x</li><li>y</li></ul></td></tr></table>",
        "| h |\n| --- |\n| • x<br>• y |",
    );
}

#[test]
fn formulas_are_tex() {
    check(
        "<p>so <math><mfrac><mn>190</mn><mrow><mn>190</mn><mo>+</mo><mn>190</mn></mrow></mfrac><mo>=</mo><mn>0.5</mn></math>.</p>",
        "so $\\frac{190}{190 + 190} = 0.5$.",
    );
    check(
        "<div class=\"math-display\"><math display=\"block\"><mtext>Base DMG</mtext><mo>×</mo><msub><mi>x</mi><mi>max</mi></msub><mo>⋅</mo><msqrt><mn>2</mn></msqrt></math></div>",
        "$$\n\\text{Base DMG} \\times x_{\\mathrm{max}} \\cdot \\sqrt{2}\n$$",
    );
    check(
        "<math><semantics><mn>1</mn><annotation encoding=\"application/x-tex\">\\alpha &lt; 1</annotation></semantics></math>",
        "$\\alpha < 1$",
    );
    check(
        "<p><code class=\"math-source\">\\bad{</code></p>",
        "$\\bad{$",
    );
}

#[test]
fn footnotes() {
    check(
        "<p>a<sup><a href=\"#user-content-fn-1\" id=\"user-content-fnref-1\" data-footnote-ref>1</a></sup></p><section class=\"footnotes\" data-footnotes><h2 class=\"visually-hidden\" id=\"footnote-label\">Footnotes</h2>\n<ol>\n<li id=\"user-content-fn-1\">\n<p>b <a href=\"#user-content-fnref-1\" data-footnote-backref>↩</a></p>\n</li></ol></section>",
        "a[^1]\n\n[^1]: b",
    );
}

#[test]
fn what_is_only_seen_is_left_out() {
    check(
        "<p><svg aria-hidden=\"true\"><text>x</text></svg><button>Copy</button>a</p>",
        "a",
    );
    check(
        "<script>alert('</p>')</script><style>a{}</style><p>a<!-- c --></p>",
        "a",
    );
    check("<p></p><div> </div><p>a</p>", "a");
}

#[test]
fn broken_html_ends() {
    check("a < b </i> <", "a < b <");
    check("<p", "<p");
    check("<p a=\"", "<p a=\"");
    check("</div><p>a</b></p>", "a");
    let deep = "<div>".repeat(100_000);
    check(&format!("{deep}a"), "a");
    let many = "<b>".repeat(20_000);
    assert!(
        writer()
            .blocks(&bindery_html::tree::parse(&many))
            .is_empty()
    );
}

#[test]
fn a_twin_begins_with_what_the_page_is() {
    let mut page = testing::page("/a/b", "A \"b\"", Vec::new());
    page.props.description = Some("About: it".to_owned());
    page.last_modified = Some("2024-05-06".to_owned());
    let rendered = RenderedPage {
        slots: ["<h1 id=\"a\">A</h1><p>text</p>".to_owned()].into(),
        ..RenderedPage::default()
    };
    assert_eq!(
        writer().twin(&page, &rendered),
        "---\ntitle: \"A \\\"b\\\"\"\nurl: \"https://example.org/a/b\"\ndescription: \"About: it\"\nlast_update: \"2024-05-06\"\n---\n\n# A\n\ntext\n"
    );
    page.props.content = PageContent::CategoryIndex {
        description: Some("All of them.".to_owned()),
        all: None,
        cards: vec![
            Card::Link {
                label: "B".to_owned(),
                href: "/a/b".to_owned(),
                description: Some("Of [b].".to_owned()),
                external: false,
                element: None,
                icon: None,
            },
            Card::Category {
                label: "C".to_owned(),
                href: "/c".to_owned(),
                description: None,
                count: 2,
                element: None,
                icon: None,
            },
        ],
    };
    let body = writer().body(&page, &RenderedPage::default());
    assert_eq!(
        body,
        "# A \"b\"\n\nAll of them.\n\n- [B](https://example.org/a/b.md): Of \\[b\\].\n- [C](https://example.org/c)"
    );
}
