//! Parses the feeds, with parsers of other projects where they exist, and checks their content.

use super::*;
use crate::model::{Feed, FeedAuthor, FeedPost};

fn route(path: &str) -> RoutePath {
    RoutePath::parse(path).unwrap()
}

fn feed() -> Feed {
    let post = |path: &str, date: &str| FeedPost {
        page: route(path),
        title: "A & <b>".to_owned(),
        description: Some("One \"sentence\".".to_owned()),
        date: Timestamp::parse(date).unwrap(),
        authors: vec![
            FeedAuthor {
                name: "Jane".to_owned(),
                url: Some("/about".to_owned()),
                email: None,
            },
            FeedAuthor {
                name: "Joe".to_owned(),
                url: None,
                email: Some("joe@a.example".to_owned()),
            },
        ],
        tags: vec!["Q&A".to_owned()],
    };
    Feed {
        locale: "en".to_owned(),
        files: vec![(FeedKind::Rss, route("/blog/rss.xml"))],
        link_title: "Site".to_owned(),
        title: "Site Blog".to_owned(),
        description: "News & more".to_owned(),
        language: "en".to_owned(),
        copyright: Some("© Site".to_owned()),
        home: route("/blog"),
        posts: vec![
            post("/blog/b", "2022-07-08T10:00"),
            post("/blog/a", "2021-01-02"),
        ],
    }
}

fn write(kind: FeedKind) -> String {
    let feed = feed();
    let rendered = RenderedPage {
        slots: ["<p>See <a href=\"/c\">C &amp; D</a> ]]> \u{8}</p>".to_owned()].into(),
        styles: Vec::new(),
        ..RenderedPage::default()
    };
    let rendered = [Some(&rendered), None];
    let writer = Writer::new("https://a.example", &feed, rendered.into_iter()).unwrap();
    writer.write(kind, &route("/blog/file"))
}

#[test]
fn rss_has_what_its_specification_asks_for() {
    let rss = write(FeedKind::Rss);
    for line in [
        "<title>Site Blog</title>",
        "<link>https://a.example/blog</link>",
        "<description>News &amp; more</description>",
        "<copyright>© Site</copyright>",
        "<lastBuildDate>Fri, 08 Jul 2022 10:00:00 GMT</lastBuildDate>",
        "<atom:link href=\"https://a.example/blog/file\" rel=\"self\" type=\"application/rss+xml\"/>",
        "<title>A &amp; &lt;b&gt;</title>",
        "<guid>https://a.example/blog/b</guid>",
        "<pubDate>Sat, 02 Jan 2021 00:00:00 GMT</pubDate>",
        "<dc:creator>Jane</dc:creator>",
        "<author>joe@a.example (Joe)</author>",
        "<category>Q&amp;A</category>",
        "<content:encoded>&lt;p&gt;See &lt;a href=&quot;https://a.example/c&quot;&gt;C &amp;amp; D&lt;/a&gt; ]]&gt; &lt;/p&gt;</content:encoded>",
    ] {
        assert!(rss.contains(&format!("{line}\n")), "no {line} in\n{rss}");
    }
    assert_eq!(rss.matches("<item>").count(), 2);
    assert_balanced(&rss);
}

#[test]
fn atom_has_what_rfc_4287_asks_for() {
    let atom = write(FeedKind::Atom);
    for line in [
        "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"en\">",
        "<id>https://a.example/blog</id>",
        "<updated>2022-07-08T10:00:00Z</updated>",
        "<link rel=\"self\" type=\"application/atom+xml\" href=\"https://a.example/blog/file\"/>",
        "<rights>© Site</rights>",
        "<id>https://a.example/blog/a</id>",
        "<published>2021-01-02T00:00:00Z</published>",
        "<uri>https://a.example/about</uri>",
        "<email>joe@a.example</email>",
        "<category term=\"Q&amp;A\" label=\"Q&amp;A\"/>",
        "<summary>One &quot;sentence&quot;.</summary>",
        "<content type=\"html\"></content>",
    ] {
        assert!(atom.contains(&format!("{line}\n")), "no {line} in\n{atom}");
    }
    assert_balanced(&atom);
}

#[test]
fn the_json_feed_is_of_version_1_1() {
    let json: Value = serde_json::from_str(&write(FeedKind::Json)).unwrap();
    assert_eq!(json["version"], "https://jsonfeed.org/version/1.1");
    assert_eq!(json["home_page_url"], "https://a.example/blog");
    assert_eq!(json["feed_url"], "https://a.example/blog/file");
    let item = &json["items"][0];
    assert_eq!(item["id"], "https://a.example/blog/b");
    assert_eq!(item["title"], "A & <b>");
    assert_eq!(item["date_published"], "2022-07-08T10:00:00Z");
    assert_eq!(item["authors"][0]["url"], "https://a.example/about");
    assert_eq!(item["tags"][0], "Q&A");
    assert!(
        item["content_html"]
            .as_str()
            .unwrap()
            .contains("https://a.example/c")
    );
}

#[test]
fn a_feed_without_posts_has_no_files() {
    let feed = Feed {
        posts: Vec::new(),
        ..feed()
    };
    assert!(Writer::new("https://a.example", &feed, std::iter::empty()).is_none());
}

/// Each start tag has its end tag, in order; it contains no character that XML 1.0 refuses.
fn assert_balanced(xml: &str) {
    assert!(!xml.contains('\u{8}'));
    let mut open = Vec::new();
    for tag in xml.split('<').skip(1) {
        let tag = tag.split('>').next().unwrap();
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name), "{xml}"),
            None if tag.starts_with('?') || tag.ends_with('/') => {}
            None => open.push(tag.split(' ').next().unwrap()),
        }
    }
    assert!(open.is_empty(), "{open:?}");
}
