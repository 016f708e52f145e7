//! Finds the differences between an assembled site and the output of Docusaurus for the same tree.
//!
//! Paths are compared decoded and without a final slash, which Docusaurus' index documents have and ours do not.

mod items;

use self::items::{item, sidebar_key, their_item};
use bindery_compiler::document::Segment;
use bindery_compiler::model::{Card, Page, PageContent, PageKind, PageLink, Site};
use bindery_html::tree::{self, Element, Node};
use bindery_html::{decode, start_tags};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A part of a site with its own case: its name, and a function that finds the differences.
pub(crate) type Aspect = (&'static str, fn(&Site, &Value) -> Vec<String>);

/// All parts.
pub(crate) const ASPECTS: [Aspect; 7] = [
    ("pages", pages),
    ("headings", headings),
    ("toc", toc),
    ("sidebars", sidebars),
    ("navigation", navigation),
    ("links", links),
    ("redirects", redirects),
];

fn pages(site: &Site, wanted: &Value) -> Vec<String> {
    let titled = |page: &Page| json!(page.props.head_title);
    let found = ours(site)
        .into_iter()
        .map(|(path, page)| (path, titled(page)));
    let wanted = theirs(wanted).map(|(path, page)| (path, page["title"].clone()));
    differences(&wanted.collect(), &found.collect())
}

/// Levels, ids and texts, as the page shows them; a title's id shows in neither.
fn headings(site: &Site, wanted: &Value) -> Vec<String> {
    each_page(
        site,
        wanted,
        &|page| {
            let mut html = String::new();
            let slots = page.slots.iter().flatten();
            slots.for_each(|segment| write_html(segment, &mut html));
            let mut headings = Vec::new();
            collect_headings(&tree::parse(&html), &mut headings);
            Value::Array(headings)
        },
        &|page| {
            let headings = list(&page["headings"]).iter();
            headings
                .map(|one| json!([one[0], one[1].as_str().unwrap_or_default(), one[2]]))
                .collect()
        },
    )
}

fn collect_headings(nodes: &[Node<'_>], headings: &mut Vec<Value>) {
    for node in nodes {
        let Node::Element(element) = node else {
            continue;
        };
        match element.name.strip_prefix('h').map(str::parse::<u8>) {
            Some(Ok(level)) => headings.push(heading(level, element)),
            _ => collect_headings(&element.children, headings),
        }
    }
}

fn heading(level: u8, element: &Element<'_>) -> Value {
    let id = element.get("id").filter(|_| level > 1).unwrap_or_default();
    let mut text = String::new();
    push_heading_text(&element.children, &mut text);
    // What screen readers hear behind links that leave the site.
    let text = text.replace("(opens in new tab)", "");
    json!([level, id, spaced(&text)])
}

/// Pushes the text, with the alternative texts of images.
fn push_heading_text(nodes: &[Node<'_>], out: &mut String) {
    for node in nodes {
        match node {
            Node::Text(text) => out.push_str(text),
            Node::Element(element) => {
                out.push_str(&element.get("alt").unwrap_or_default());
                push_heading_text(&element.children, out);
            }
        }
    }
}

fn write_html(segment: &Segment, out: &mut String) {
    match segment {
        Segment::Html(html) => out.push_str(html),
        Segment::Component(tag) => tag.children.iter().for_each(|child| write_html(child, out)),
        _ => {}
    }
}

fn toc(site: &Site, wanted: &Value) -> Vec<String> {
    each_page(
        site,
        wanted,
        &|page| {
            let toc = page.props.toc.iter().filter(|_| !page.props.hide_toc);
            toc.map(|item| json!(item.id)).collect()
        },
        &|page| page["toc"].clone(),
    )
}

fn navigation(site: &Site, wanted: &Value) -> Vec<String> {
    let link = |link: &Option<PageLink>| match link {
        Some(link) => json!([link.title, plain(&link.href)]),
        None => Value::Null,
    };
    let their_link = |link: &Value| match link["href"].as_str() {
        Some(href) => json!([link["title"], plain(href)]),
        None => Value::Null,
    };
    each_page(
        site,
        wanted,
        &|page| {
            let props = &page.props;
            let crumbs = props.breadcrumbs.iter().map(|crumb| crumb.label.as_str());
            let cards: Vec<&str> = match &props.content {
                PageContent::CategoryIndex { cards, .. } => cards.iter().map(card).collect(),
                _ => Vec::new(),
            };
            json!({
                "previous": link(&props.previous),
                "next": link(&props.next),
                "crumbs": crumbs.collect::<Vec<_>>(),
                "cards": cards,
            })
        },
        &|page| {
            let crumbs = list(&page["breadcrumbs"])
                .iter()
                .filter(|crumb| *crumb != "");
            json!({
                "previous": their_link(&page["previous"]),
                "next": their_link(&page["next"]),
                "crumbs": crumbs.collect::<Vec<_>>(),
                "cards": list(&page["cards"]),
            })
        },
    )
}

fn links(site: &Site, wanted: &Value) -> Vec<String> {
    each_page(
        site,
        wanted,
        &|page| {
            let mut links = Vec::new();
            for segment in page.slots.iter().flatten() {
                collect_links(segment, &mut links);
            }
            links.iter().map(|link| json!(link_target(link))).collect()
        },
        &|page| {
            let links = list(&page["links"]).iter();
            links
                .map(|link| json!(plain(link.as_str().unwrap_or_default())))
                .collect()
        },
    )
}

fn redirects(site: &Site, wanted: &Value) -> Vec<String> {
    let found = site.redirects.iter();
    let found = found.map(|one| (plain(one.from.as_str()), json!(plain(&one.to))));
    let wanted = wanted["redirects"].as_object().into_iter().flatten();
    let wanted =
        wanted.map(|(from, to)| (plain(from), json!(plain(to.as_str().unwrap_or_default()))));
    differences(&wanted.collect(), &found.collect())
}

fn sidebars(site: &Site, wanted: &Value) -> Vec<String> {
    let found = site.sidebars.iter();
    let found = found.map(|(key, items)| (key.clone(), items.iter().map(item).collect()));
    let wanted = wanted["sidebars"].as_object().into_iter().flatten();
    let wanted = wanted.map(|(key, items)| {
        (
            sidebar_key(site, key),
            list(items).iter().filter_map(their_item).collect(),
        )
    });
    differences(&wanted.collect(), &found.collect())
}

fn card(card: &Card) -> &str {
    match card {
        Card::Link { label, .. } | Card::Category { label, .. } => label,
    }
}

/// Compares a value of every page that both have.
fn each_page(
    site: &Site,
    wanted: &Value,
    found_of: &dyn Fn(&Page) -> Value,
    wanted_of: &dyn Fn(&Value) -> Value,
) -> Vec<String> {
    let wanted: BTreeMap<_, _> = theirs(wanted)
        .map(|(path, page)| (path, wanted_of(page)))
        .collect();
    // Neither side knows what a React component renders.
    let found = ours(site)
        .into_iter()
        .filter(|(_, page)| !matches!(page.props.content, PageContent::Component))
        .map(|(path, page)| (path, found_of(page)));
    let found: BTreeMap<_, _> = found
        .filter(|(path, _)| wanted.contains_key(path))
        .collect();
    let wanted = wanted
        .into_iter()
        .filter(|(path, _)| found.contains_key(path));
    differences(&wanted.collect(), &found)
}

fn differences(wanted: &BTreeMap<String, Value>, found: &BTreeMap<String, Value>) -> Vec<String> {
    let mut list = Vec::new();
    for (name, value) in wanted {
        match found.get(name) {
            None => list.push(format!("{name}: missing")),
            Some(other) if other != value => first_difference(name, value, other, &mut list),
            Some(_) => {}
        }
    }
    let extra = found.keys().filter(|name| !wanted.contains_key(*name));
    list.extend(extra.map(|name| format!("{name}: not in Docusaurus' site")));
    list
}

/// Names the innermost places where two values differ.
fn first_difference(name: &str, wanted: &Value, found: &Value, list: &mut Vec<String>) {
    match (wanted, found) {
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (at, (wanted, found)) in a.iter().zip(b).enumerate().filter(|(_, (a, b))| a != b) {
                first_difference(&format!("{name}[{at}]"), wanted, found, list);
            }
        }
        (Value::Object(a), Value::Object(b)) if a.keys().eq(b.keys()) => {
            for (key, wanted) in a
                .iter()
                .filter(|(key, wanted)| b.get(*key) != Some(*wanted))
            {
                first_difference(&format!("{name}.{key}"), wanted, &b[key], list);
            }
        }
        _ => list.push(format!(
            "{name}:\n  Docusaurus: {wanted}\n  ours:       {found}"
        )),
    }
}

fn ours(site: &Site) -> BTreeMap<String, &Page> {
    let pages = site
        .pages
        .iter()
        .filter(|page| page.kind != PageKind::Search);
    pages
        .map(|page| (plain(page.route.as_str()), page))
        .collect()
}

fn theirs(wanted: &Value) -> impl Iterator<Item = (String, &Value)> {
    let pages = wanted["pages"].as_object().into_iter().flatten();
    pages.map(|(path, page)| (plain(path), page))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The targets of the links of an article, those beside headings left out.
fn collect_links(segment: &Segment, links: &mut Vec<String>) {
    match segment {
        Segment::Html(html) => {
            let tags = start_tags(html).filter(|tag| tag.is("a") && !tag.has_class("hash-link"));
            links.extend(tags.filter_map(|tag| tag.value("href").map(decode)));
        }
        Segment::Component(tag) => {
            let href = tag.text("href");
            links.extend(href.map(str::to_owned));
            tag.children
                .iter()
                .for_each(|child| collect_links(child, links));
        }
        _ => {}
    }
}

/// A path or url decoded, without a final slash, and without the hash in the name of an asset.
fn plain(url: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = url.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let code = after.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        let code = code.and_then(|two| u8::from_str_radix(two, 16).ok());
        match code.filter(|_| *first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let end = text.find(['?', '#']).unwrap_or(text.len());
    let (path, tail) = text.split_at(end);
    let path = match path {
        "/" => path,
        _ => path.trim_end_matches('/'),
    };
    match path.split_once("/assets/") {
        Some((_, file)) => format!("asset {}{tail}", without_hash(file)),
        None => format!("{path}{tail}"),
    }
}

/// Docusaurus copies files of `static/` that a page links to; ours stay where they are.
fn link_target(link: &str) -> String {
    let link = plain(link);
    match link
        .split_once("/static-files/")
        .filter(|_| !link.ends_with(".html"))
    {
        Some((_, file)) => format!("asset {file}"),
        None => link,
    }
}

/// `files/table-0123abcd.csv` is `table.csv`.
fn without_hash(file: &str) -> String {
    let name = file.rsplit('/').next().unwrap_or(file);
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    let stem = stem.rsplit_once('-').map_or(stem, |(stem, _)| stem);
    format!("{stem}.{extension}")
}
