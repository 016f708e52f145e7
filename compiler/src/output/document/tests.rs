use super::*;
use crate::config::{HeadTag, MetaTag};
use crate::html::policy;
use crate::model::Crumb;
use crate::testing;

fn written(page: &Page) -> (String, String) {
    written_on(&testing::site(Vec::new()), page)
}

fn written_on(site: &Site, page: &Page) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let bundle = testing::bundle(folder.path(), "");
    let context = HtmlContext {
        site,
        static_files: &Vec::new(),
        bundle: &DocumentBundle::of(&bundle),
        icon: Some("/favicon.svg"),
        has_search: true,
    };
    let rendered = RenderedPage {
        shell: "<main>text</main>".into(),
        slots: ["text".to_owned()].into(),
        styles: vec!["assets/tabs-x.css".to_owned()],
        rules: Default::default(),
        ..RenderedPage::default()
    };
    let (html, shell) = write_document(&context, page, &rendered);
    assert_eq!(&html[shell], "<main>text</main>");
    let scripts = [bundle.inline_head_script.as_str()];
    assert_eq!(policy::violations(&html, &scripts), []);
    (html, write_payload(&context, page, &rendered))
}

#[test]
fn a_document_has_what_search_engines_look_for() {
    let mut page = testing::page("/a", "A & B", Vec::new());
    page.props.description = Some("\"quoted\"".to_owned());
    page.props.breadcrumbs = vec![
        Crumb {
            label: "Group".to_owned(),
            href: None,
        },
        Crumb {
            label: "A".to_owned(),
            href: Some("/a".to_owned()),
        },
    ];
    page.image = Some("/img/card.png".to_owned());
    let (html, _) = written(&page);
    for part in [
        "<!doctype html><html lang=\"en\" dir=\"ltr\" data-theme=\"dark\"><head><meta charset=\"utf-8\">",
        "<title>A &amp; B | Site</title>",
        "<meta name=\"description\" content=\"&quot;quoted&quot;\">",
        "<meta property=\"og:url\" content=\"https://example.org/a\">",
        "<meta property=\"og:image\" content=\"https://example.org/img/card.png\">",
        "<meta name=\"docusaurus_tag\" content=\"docs-default-current\">",
        "<link rel=\"canonical\" href=\"https://example.org/a\">",
        "<link rel=\"alternate\" href=\"https://example.org/a\" hreflang=\"x-default\">",
        "<link rel=\"icon\" href=\"/favicon.svg\" type=\"image/svg+xml\">",
        "<link rel=\"stylesheet\" href=\"/assets/shell-x.css\">",
        "<link rel=\"stylesheet\" href=\"/assets/tabs-x.css\">",
        "<script type=\"module\" fetchpriority=\"low\" src=\"/assets/entry-x.js\" async></script>",
        "<script type=\"module\" fetchpriority=\"low\" src=\"/assets/entry-x.js\"></script>",
        "\"item\":\"https://example.org/a\"",
        "<div id=\"__bindery\"><main>text</main></div>",
    ] {
        assert!(html.contains(part), "{part} is missing in {html}");
    }
    assert!(!html.contains("robots"));
    assert_eq!(html.matches("ListItem").count(), 1);
}

#[test]
fn data_cannot_end_its_script() {
    let page = testing::page("/a", "</script><script>alert(1)</script>", Vec::new());
    let (html, payload) = written(&page);
    assert!(!html.contains("<script>alert"));
    let data = html.split_once("id=\"__bindery_data\">").unwrap().1;
    let data = data.split_once("</script>").unwrap().0;
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["page"]["title"], "</script><script>alert(1)</script>");
    assert_eq!(data["site"]["title"], "Site");
    let payload: serde_json::Value = serde_json::from_str(&payload).unwrap();
    assert_eq!(payload["slots"][0], "text");
    assert_eq!(payload["styles"][0], "/assets/tabs-x.css");
    assert_eq!(payload["build"], data["build"]);
}

#[test]
fn a_payload_leaves_the_sidebar_to_its_asset() {
    let mut page = testing::page("/a", "A", Vec::new());
    page.props.no_index = true;
    page.props.sidebar = Some(SidebarProps {
        id: "docs".to_owned(),
        asset: "/assets/sidebar-x.json".to_owned(),
        items: Some([].into()),
    });
    let (html, payload) = written(&page);
    assert!(html.contains("\"items\":[]"));
    assert!(html.contains("content=\"noindex, follow\""));
    assert!(payload.contains("\"asset\":\"/assets/sidebar-x.json\",\"items\":null"));
}

#[test]
fn the_site_fills_what_the_page_leaves_open() {
    let mut site = testing::site(Vec::new());
    let tag = |attribute, key: &str, content: &str| MetaTag {
        attribute,
        key: key.to_owned(),
        content: content.to_owned(),
    };
    site.metadata.tags = vec![
        tag("name", "description", "the site's"),
        tag("name", "twitter:card", "summary"),
        tag("name", "twitter:site", "@example"),
    ];
    let json = HeadTag {
        name: "script",
        content: Some("{\"a\": \"</script>\"}".to_owned()),
        attributes: vec![("type".to_owned(), Some("application/ld+json".to_owned()))],
    };
    let link = HeadTag {
        name: "link",
        content: None,
        attributes: vec![
            ("rel".to_owned(), Some("preconnect".to_owned())),
            ("href".to_owned(), Some("https://a.example/?a&b".to_owned())),
            ("crossorigin".to_owned(), None),
        ],
    };
    site.metadata.head_tags = vec![link, json];
    let span = crate::source::Span::start_of(crate::source::FileId(0));
    site.metadata.image = Some(("/img/site.png".to_owned(), span));
    let mut page = testing::page("/a", "A", Vec::new());
    page.props.description = Some("the page's".to_owned());
    let (html, _) = written_on(&site, &page);
    for part in [
        "<meta name=\"description\" content=\"the page's\">",
        "<meta name=\"twitter:card\" content=\"summary\">",
        "<meta name=\"twitter:site\" content=\"@example\">",
        "<meta property=\"og:image\" content=\"https://example.org/img/site.png\">",
        "<meta name=\"twitter:image\" content=\"https://example.org/img/site.png\">",
        "<meta property=\"og:site_name\" content=\"Site\">",
        "<link rel=\"preconnect\" href=\"https://a.example/?a&amp;b\" crossorigin>",
        "<script type=\"application/ld+json\">{\"a\": \"\\u003c/script>\"}</script>",
        "<link rel=\"search\" type=\"application/opensearchdescription+xml\" title=\"Site\" href=\"/opensearch.xml\">",
        "<link rel=\"manifest\" href=\"/manifest.webmanifest\">",
    ] {
        assert!(html.contains(part), "{part} is missing in {html}");
    }
    assert_eq!(html.matches("name=\"description\"").count(), 1);
    assert_eq!(html.matches("twitter:card").count(), 1);
}

#[test]
fn a_post_is_described_as_one() {
    let mut page = testing::page("/blog/a", "A", Vec::new());
    page.kind = crate::model::PageKind::BlogPost;
    page.image = Some("https://other.example/a.png".to_owned());
    page.last_modified = Some("2024-05-07".to_owned());
    page.props.content = crate::model::PageContent::BlogPost {
        post: crate::model::PostSummary {
            title: "A </script>".to_owned(),
            href: "/blog/a".to_owned(),
            date: "2024-05-06".to_owned(),
            reading_minutes: Some(1),
            authors: vec![crate::model::AuthorProps {
                name: "Jane".to_owned(),
                title: None,
                href: Some("/blog/authors/jane".to_owned()),
                image: None,
                socials: Vec::new(),
                count: None,
            }],
            tags: Vec::new(),
            slot: None,
            truncated: false,
        },
        newer: None,
        older: None,
        recent: Vec::new(),
        recent_title: String::new(),
    };
    let (html, _) = written(&page);
    let data = html
        .split_once("<script type=\"application/ld+json\">")
        .unwrap()
        .1;
    let data = data.split_once("</script>").unwrap().0;
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["@type"], "BlogPosting");
    assert_eq!(data["headline"], "A </script>");
    assert_eq!(data["author"][0]["name"], "Jane");
    assert_eq!(
        data["author"][0]["url"],
        "https://example.org/blog/authors/jane"
    );
    assert_eq!(data["datePublished"], "2024-05-06");
    assert_eq!(data["dateModified"], "2024-05-07");
    assert_eq!(data["image"]["url"], "https://other.example/a.png");
    assert_eq!(data["mainEntityOfPage"], "https://example.org/blog/a");
    assert!(html.contains("<meta property=\"article:published_time\" content=\"2024-05-06\">"));
    assert!(html.contains("<meta property=\"og:type\" content=\"article\">"));
}

#[test]
fn the_head_names_the_feeds_of_its_language() {
    let path = |path: &str| crate::model::RoutePath::parse(path).unwrap();
    let mut site = testing::site(Vec::new());
    let feed = |locale: &str, file: &str| crate::model::Feed {
        locale: locale.to_owned(),
        files: vec![(crate::config::FeedKind::Rss, path(file))],
        link_title: "S & T".to_owned(),
        title: String::new(),
        description: String::new(),
        language: locale.to_owned(),
        copyright: None,
        home: path("/blog"),
        posts: Vec::new(),
    };
    site.feeds = vec![feed("en", "/blog/rss.xml"), feed("fr", "/fr/blog/rss.xml")];
    let mut out = String::new();
    write_feed_links(&site, &testing::page("/a", "A", Vec::new()), &mut out);
    assert_eq!(
        out,
        "<link rel=\"alternate\" type=\"application/rss+xml\" href=\"/blog/rss.xml\" title=\"S &amp; T RSS Feed\">"
    );
}

#[test]
fn a_page_of_another_locale_names_its_language_and_its_twins() {
    let mut site = testing::site(Vec::new());
    let mut french = site.props["en"].clone();
    french.locale.html_lang = "fr-FR".to_owned();
    french.locale.dir = crate::config::Direction::Rtl;
    site.props.insert("fr".to_owned(), french);
    let alternate = |locale: &str, path: &str, is_fallback| crate::model::Alternate {
        locale: locale.to_owned(),
        route: crate::model::RoutePath::parse(path).unwrap(),
        is_fallback,
    };
    let mut page = testing::page("/fr/a", "A", Vec::new());
    page.locale = "fr".to_owned();
    page.alternates = vec![
        alternate("en", "/a", false),
        alternate("fr", "/fr/a", false),
        alternate("de", "/de/a", true),
    ];
    let (html, payload) = written_on(&site, &page);
    for part in [
        "<html lang=\"fr-FR\" dir=\"rtl\"",
        "<link rel=\"alternate\" href=\"https://example.org/a\" hreflang=\"en\">",
        "<link rel=\"alternate\" href=\"https://example.org/fr/a\" hreflang=\"fr-FR\">",
        "<link rel=\"alternate\" href=\"https://example.org/de/a\" hreflang=\"de\">",
        "<link rel=\"alternate\" href=\"https://example.org/a\" hreflang=\"x-default\">",
        "<meta property=\"og:locale\" content=\"fr\">",
        "<meta property=\"og:locale:alternate\" content=\"en\">",
        "<meta property=\"og:locale:alternate\" content=\"de\">",
    ] {
        assert!(html.contains(part), "{part} in {html}");
    }
    // Another build than the default locale's: its navbar and strings are other ones.
    let (_, english) = written_on(&site, &testing::page("/a", "A", Vec::new()));
    let build = |text: &str| text.split(",\"page\"").next().unwrap().to_owned();
    assert_ne!(build(&payload), build(&english));
}
