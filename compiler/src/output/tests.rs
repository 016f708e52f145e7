use super::*;
use crate::config::{Direction, OfflineMode};
use crate::model::OfflineTexts;
use crate::testing;

/// The files made of a site of these pages, as path and text.
pub(super) fn made(site: &Site) -> Vec<(String, String)> {
    let tree = SourceTree::from_texts(&[]);
    let rendered = vec![RenderedPage::default(); site.pages.len() + 1];
    let context = OutputContext {
        site,
        tree: &tree,
        rendered: &rendered,
        icon: None,
    };
    let twins = twins(&context);
    let files = make(&context, &twins).into_iter();
    files
        .map(|file| (file.path.to_string(), String::from_utf8(file.body).unwrap()))
        .collect()
}

pub(super) fn text(site: &Site, path: &str) -> String {
    let files = made(site);
    let found = files.iter().find(|(known, _)| known == path);
    found.unwrap_or_else(|| panic!("no {path}")).1.clone()
}

fn site() -> Site {
    let mut pages = vec![
        testing::page("/", "Home", Vec::new()),
        testing::page("/a&b", "A & B", Vec::new()),
        testing::page("/hidden", "Hidden", Vec::new()),
        testing::page("/search", "Search", Vec::new()),
    ];
    pages[1].last_modified = Some("2024-05-06".to_owned());
    pages[2].props.no_index = true;
    pages[3].kind = PageKind::Search;
    testing::site(pages)
}

#[test]
fn the_sitemap_lists_what_may_be_indexed() {
    let text = text(&site(), "/sitemap.xml");
    assert!(text.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset "));
    assert!(text.contains("<url><loc>https://example.org/</loc></url>\n"));
    assert!(text.contains(
        "<url><loc>https://example.org/a&amp;b</loc><lastmod>2024-05-06</lastmod></url>\n"
    ));
    assert_eq!(text.matches("<url>").count(), 2, "{text}");
}

#[test]
fn robots_names_the_sitemap() {
    assert_eq!(
        text(&site(), "/robots.txt"),
        "User-agent: *\nDisallow:\n\nSitemap: https://example.org/sitemap.xml\n"
    );
    let mut site = site();
    site.metadata.sitemap = None;
    assert_eq!(text(&site, "/robots.txt"), "User-agent: *\nDisallow:\n\n");
    site.metadata.robots = None;
    assert!(made(&site).iter().all(|(path, _)| path != "/robots.txt"));
}

#[test]
fn paths_lie_below_the_base_path() {
    let mut site = site();
    site.base_path = "/lib/".to_owned();
    for rule in &mut site.metadata.robots.as_mut().unwrap().rules {
        rule.disallow = vec!["/private".to_owned()];
    }
    let robots = text(&site, "/lib/robots.txt");
    assert!(robots.contains("Disallow: /lib/private\n"), "{robots}");
    assert!(robots.contains("Sitemap: https://example.org/lib/sitemap.xml"));
}

#[test]
fn a_site_that_wants_no_index_names_no_page() {
    let mut site = site();
    site.metadata.no_index = true;
    for page in &mut site.pages {
        page.props.no_index = true;
    }
    let files = made(&site);
    let paths: Vec<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(
        paths,
        ["/robots.txt", "/opensearch.xml", "/manifest.webmanifest"]
    );
    assert!(!files[0].1.contains("Sitemap"));
}

#[test]
fn the_service_worker_follows_the_configuration() {
    let mut site = site();
    assert!(made(&site).iter().all(|(path, _)| path != "/sw.js"));
    site.offline.mode = OfflineMode::Visited;
    site.offline.texts = vec![OfflineTexts {
        home: "/".to_owned(),
        lang: "en".to_owned(),
        dir: Direction::Ltr,
        title: "Offline".to_owned(),
        reason: "Not stored.".to_owned(),
        retry: "Again".to_owned(),
        stored: "Stored".to_owned(),
    }];
    let store = text(&site, "/sw.js");
    let texts =
        "const TEXTS = [{\"home\":\"/\",\"lang\":\"en\",\"dir\":\"ltr\",\"title\":\"Offline\",";
    assert!(store.starts_with(texts), "{store}");
    assert!(store.contains("addEventListener('fetch'"));
    site.base_path = "/lib/".to_owned();
    site.offline.mode = OfflineMode::Remove;
    let remove = text(&site, "/lib/sw.js");
    assert!(remove.contains("registration.unregister()") && !remove.contains("'fetch'"));
}

#[test]
fn the_search_is_described() {
    let mut site = site();
    let text = text(&site, "/opensearch.xml");
    assert!(text.contains("<ShortName>Site</ShortName>\n"), "{text}");
    assert!(text.contains("template=\"https://example.org/search?q={searchTerms}\"/>"));
    site.pages.retain(|page| page.kind != PageKind::Search);
    assert!(
        made(&site)
            .iter()
            .all(|(path, _)| path != "/opensearch.xml")
    );
}

#[test]
fn the_manifest_has_colours_and_icons() {
    let site = site();
    let tree = SourceTree::from_texts(&[]);
    let rendered = vec![RenderedPage::default(); site.pages.len() + 1];
    let context = OutputContext {
        site: &site,
        tree: &tree,
        rendered: &rendered,
        icon: Some("/favicon.svg"),
    };
    let file = web_manifest::web_manifest(&context).unwrap();
    assert_eq!(file.media_type, "application/manifest+json; charset=utf-8");
    let manifest: serde_json::Value = serde_json::from_slice(&file.body).unwrap();
    assert_eq!(manifest["name"], "Site");
    assert_eq!(manifest["start_url"], "/");
    assert_eq!(manifest["theme_color"], "#0e1317");
    assert_eq!(manifest["icons"][0]["src"], "/favicon.svg");
    assert_eq!(manifest["icons"][0]["type"], "image/svg+xml");
    assert_eq!(manifest["icons"][0]["sizes"], "any");
}

#[test]
fn llms_follows_the_sidebars() {
    let mut site = site();
    site.pages[1].props.description = Some("Both.".to_owned());
    let link = |label: &str, href: &str| crate::model::SidebarItem::Link {
        label: label.to_owned(),
        href: href.to_owned(),
        external: false,
        class_name: None,
        custom_props: None,
        is_unlisted: false,
    };
    let category = crate::model::SidebarItem::Category {
        label: "Letters".to_owned(),
        href: None,
        first_href: None,
        collapsible: true,
        collapsed: true,
        class_name: None,
        custom_props: None,
        unlisted_href: None,
        items: Some(vec![link("A & B", "/a&b"), link("Hidden", "/hidden")]),
    };
    site.sidebars
        .insert("en-current-docs".to_owned(), vec![category]);
    assert_eq!(
        text(&site, "/llms.txt"),
        "# Site\n\nAll pages in one file: <https://example.org/llms-full.txt>\n\n## Start\n\n\
         - [Home](https://example.org/index.md)\n\n## Letters\n\n\
         - [A & B](https://example.org/a&b.md): Both.\n"
    );
    let full = text(&site, "/llms-full.txt");
    assert_eq!(full.matches("\nurl: ").count(), 2, "{full}");
    site.metadata.llms.as_mut().unwrap().max_full_bytes = 10;
    assert!(!text(&site, "/llms.txt").contains("llms-full"));
    assert!(made(&site).iter().all(|(path, _)| path != "/llms-full.txt"));
}

#[test]
fn pages_that_say_nothing_have_no_twin() {
    let site = site();
    let tree = SourceTree::from_texts(&[]);
    let rendered = vec![RenderedPage::default(); site.pages.len() + 1];
    let context = OutputContext {
        site: &site,
        tree: &tree,
        rendered: &rendered,
        icon: None,
    };
    let twins = twins(&context);
    let paths: Vec<_> = twins
        .iter()
        .map(|twin| twin.as_ref().map(|twin| twin.path.as_str()))
        .collect();
    assert_eq!(
        paths,
        [Some("/index.md"), Some("/a&b.md"), Some("/hidden.md"), None]
    );
}

#[test]
fn the_sitemap_names_the_page_in_other_languages() {
    let mut site = site();
    let alternate = |locale: &str, path: &str, is_fallback| crate::model::Alternate {
        locale: locale.to_owned(),
        route: RoutePath::parse(path).unwrap(),
        is_fallback,
    };
    site.pages[0].alternates = vec![
        alternate("en", "/", false),
        alternate("de", "/de", false),
        alternate("fr", "/fr", true),
    ];
    site.pages[1].alternates = vec![alternate("en", "/a", false), alternate("fr", "/fr/a", true)];
    let text = text(&site, "/sitemap.xml");
    let links = "<xhtml:link rel=\"alternate\" hreflang=\"de\" href=\"https://example.org/de\"/>\
        <xhtml:link rel=\"alternate\" hreflang=\"en\" href=\"https://example.org/\"/>\
        <xhtml:link rel=\"alternate\" hreflang=\"x-default\" href=\"https://example.org/\"/></url>";
    assert!(text.contains(links), "{text}");
    assert_eq!(text.matches("xhtml:link").count(), 3, "{text}");
}
