//! The library's files for machines: sitemap, `robots.txt`, the `OpenSearch` description, manifest, `llms.txt` and the Markdown twins.

use crate::support::client::Response;
use crate::support::html::scripts;
use crate::support::{expected, server};
use libtest_mimic::Trial;
use roxmltree::Document;
use std::collections::BTreeSet;

/// The library's origin.
const ORIGIN: &str = "https://library.keqingmains.com";

type Case = (&'static str, fn() -> Result<(), String>);

const CASES: [Case; 7] = [
    ("the_sitemap_lists_exactly_the_indexable_pages", sitemap),
    ("robots_names_the_sitemap", robots),
    ("the_search_description_is_whole", opensearch),
    ("the_manifest_is_whole", manifest),
    ("llms_lists_every_page_once_by_a_twin_that_is_there", llms),
    ("a_twin_has_the_tables_of_components", twin_of_a_character),
    ("json_ld_of_a_post_is_whole", json_ld),
];

pub(crate) fn cases() -> Vec<Trial> {
    let trials = CASES
        .iter()
        .map(|(name, case)| Trial::test(format!("outputs::{name}"), move || Ok(case()?)));
    trials.collect()
}

fn get(path: &str, media_type: &str) -> Result<String, String> {
    let response: Response = server::connect()?.get(path, &[])?;
    if response.status != 200 || response.header("content-type") != media_type {
        let found = response.header("content-type");
        return Err(format!("{path}: {} {found}", response.status));
    }
    response.text()
}

/// The paths of all pages except search; the not-found page has no path.
fn indexable() -> BTreeSet<String> {
    let routes = expected::routes().into_iter();
    routes
        .filter(|route| route.kind != "search")
        .map(|route| route.path)
        .collect()
}

fn same(what: &str, wanted: &BTreeSet<String>, found: &BTreeSet<String>) -> Result<(), String> {
    let missing: Vec<_> = wanted.difference(found).collect();
    let new: Vec<_> = found.difference(wanted).collect();
    if missing.is_empty() && new.is_empty() {
        return Ok(());
    }
    Err(format!("{what}: missing {missing:#?}, new {new:#?}"))
}

fn sitemap() -> Result<(), String> {
    let text = get("/sitemap.xml", "application/xml; charset=utf-8")?;
    let document = Document::parse(&text).map_err(|error| error.to_string())?;
    let urls = document.root_element().children();
    let mut listed = BTreeSet::new();
    for url in urls.filter(roxmltree::Node::is_element) {
        let text_of = |name| {
            let mut parts = url.children().filter(move |part| part.has_tag_name(name));
            parts.next().and_then(|part| part.text())
        };
        let loc = text_of(("http://www.sitemaps.org/schemas/sitemap/0.9", "loc"));
        let path = loc.and_then(|loc| loc.strip_prefix(ORIGIN));
        let path = path.ok_or(format!("{loc:?} is not below {ORIGIN}"))?;
        let day = text_of(("http://www.sitemaps.org/schemas/sitemap/0.9", "lastmod"));
        if path.starts_with("/newsletter/20") && day.is_none_or(|day| day.len() != 10) {
            return Err(format!("the post {path} has the lastmod {day:?}"));
        }
        if !listed.insert(path.to_owned()) {
            return Err(format!("{path} is listed twice"));
        }
    }
    same("sitemap", &indexable(), &listed)
}

fn robots() -> Result<(), String> {
    let text = get("/robots.txt", "text/plain; charset=utf-8")?;
    let wanted = format!("User-agent: *\nDisallow:\n\nSitemap: {ORIGIN}/sitemap.xml\n");
    if text == wanted { Ok(()) } else { Err(text) }
}

fn opensearch() -> Result<(), String> {
    let media_type = "application/opensearchdescription+xml; charset=utf-8";
    let text = get("/opensearch.xml", media_type)?;
    let document = Document::parse(&text).map_err(|error| error.to_string())?;
    let of = |name: &'static str| {
        let name = ("http://a9.com/-/spec/opensearch/1.1/", name);
        let mut nodes = document
            .descendants()
            .filter(move |node| node.has_tag_name(name));
        nodes.next()
    };
    let name = of("ShortName").and_then(|node| node.text()).unwrap_or("");
    let template = of("Url").and_then(|node| node.attribute("template"));
    let wanted = format!("{ORIGIN}/search?q={{searchTerms}}");
    let image = of("Image").and_then(|node| node.text()).unwrap_or("");
    let icon = image.strip_prefix(ORIGIN).unwrap_or(image);
    let has_icon = server::connect()?.get(icon, &[])?.status == 200;
    let home = get("/", "text/html; charset=utf-8")?;
    let is_linked =
        home.contains("<link rel=\"search\" type=\"application/opensearchdescription+xml\"");
    if (1..=16).contains(&name.len()) && template == Some(wanted.as_str()) && has_icon && is_linked
    {
        return Ok(());
    }
    Err(format!("{text}\nlinked: {is_linked}"))
}

fn manifest() -> Result<(), String> {
    let media_type = "application/manifest+json; charset=utf-8";
    let text = get("/manifest.webmanifest", media_type)?;
    let manifest: serde_json::Value =
        serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let icons = manifest["icons"].as_array().ok_or("icons is a list")?;
    for icon in icons {
        let src = icon["src"].as_str().ok_or("an icon has a src")?;
        let kind = icon["type"].as_str().ok_or("an icon has a type")?;
        let response = server::connect()?.get(src, &[])?;
        if response.status != 200 || !response.header("content-type").starts_with(kind) {
            return Err(format!("{src}: {}", response.status));
        }
    }
    let is_complete = manifest["name"] == "KQM TCL"
        && manifest["start_url"] == "/"
        && manifest["theme_color"] == manifest["background_color"]
        && !icons.is_empty();
    if is_complete { Ok(()) } else { Err(text) }
}

fn llms() -> Result<(), String> {
    let text = get("/llms.txt", "text/markdown; charset=utf-8")?;
    if !text.starts_with("# KQM TCL\n\n> ") {
        return Err(text);
    }
    let mut listed = BTreeSet::new();
    let mut connection = server::connect()?;
    for line in text.lines().filter(|line| line.starts_with("- [")) {
        let (_, rest) = line.split_once("](").ok_or("a line is a link")?;
        let url = rest.split(')').next().unwrap_or_default();
        let path = url.strip_prefix(ORIGIN).ok_or(line)?;
        if connection.send("HEAD", path, &[])?.status != 200 {
            return Err(format!("{path} is not there"));
        }
        let page = path.strip_suffix(".md").unwrap_or(path);
        let page = page.strip_suffix("/index").map_or(page, |_| "/");
        if !listed.insert(page.to_owned()) {
            return Err(format!("{page} is listed twice"));
        }
    }
    let is_list = |path: &String| {
        let kind = expected::routes()
            .into_iter()
            .find(|route| route.path == *path);
        kind.is_some_and(|route| matches!(route.kind.as_str(), "blog-list" | "blog-archive"))
    };
    let wanted: BTreeSet<String> = indexable()
        .into_iter()
        .filter(|path| !is_list(path))
        .collect();
    same("llms.txt", &wanted, &listed)
}

fn twin_of_a_character() -> Result<(), String> {
    let text = get("/characters/cryo/ganyu.md", "text/markdown; charset=utf-8")?;
    let parts = [
        "---\ntitle: \"Ganyu\"\nurl: \"https://library.keqingmains.com/characters/cryo/ganyu\"\n",
        "\n# Ganyu\n",
        "- **Weapon**: Bow\n",
        "\n| Level | Ascension | Base HP |",
        "\n## Attacks\n",
        "\n**Normal Attacks**\n",
    ];
    for part in parts {
        if !text.contains(part) {
            return Err(format!("{part:?} is missing in {text}"));
        }
    }
    match text
        .lines()
        .find(|line| line.contains("</") || line.contains("class="))
    {
        Some(line) => Err(format!("there is markup in the twin: {line}")),
        None => Ok(()),
    }
}

fn json_ld() -> Result<(), String> {
    let routes = expected::routes();
    let post = routes.iter().find(|route| route.kind == "blog-post");
    let post = post.ok_or("the library has posts")?;
    let html = get(&post.path, "text/html; charset=utf-8")?;
    for json in scripts(&html, |tag| {
        tag.value("type") == Some("application/ld+json")
    }) {
        let data: serde_json::Value =
            serde_json::from_str(json).map_err(|error| format!("{error}: {json}"))?;
        if data["@type"] == "BlogPosting" {
            let is_complete = data["headline"] == post.title.as_str()
                && data["url"] == format!("{ORIGIN}{}", post.path)
                && data["datePublished"]
                    .as_str()
                    .is_some_and(|day| day.len() >= 10);
            return if is_complete {
                Ok(())
            } else {
                Err(json.to_owned())
            };
        }
    }
    Err(format!("{} has no BlogPosting", post.path))
}
