//! Compares the blog and the tags of golden trees with the output of Docusaurus (`tests/sites/blog/TREE.json`).
//!
//! `tests/sites/blog/reference.mjs` regenerates these files. This test has no other expectations.

use bindery_compiler::model::{Page, PageContent, PageKind};
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

/// A path of the repository.
fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

#[test]
fn blogs_and_tags_are_those_of_docusaurus() {
    let entries = std::fs::read_dir(repository("tests/sites/blog")).unwrap();
    let trees = entries.map(|entry| entry.unwrap().path());
    let mut trees: Vec<PathBuf> = trees.filter(|path| path.is_dir()).collect();
    trees.sort();
    assert!(!trees.is_empty());
    for tree in trees {
        let problems = problems(&tree);
        assert!(
            problems.is_empty(),
            "{}:\n{}",
            tree.display(),
            problems.join("\n")
        );
    }
}

fn problems(tree: &Path) -> Vec<String> {
    let wanted = std::fs::read(tree.with_extension("json")).expect("the expectation is there");
    let wanted: Value = serde_json::from_slice(&wanted).expect("the expectation is JSON");
    let wanted = wanted["pages"].as_object().expect("it has pages");
    let checked = bindery_compiler::driver::check(tree, &repository("ui"));
    // Docusaurus needs no home; where a tree has none, one is made here.
    let pages = checked
        .site
        .pages
        .iter()
        .filter(|page| page.route.as_str() != "/");
    let found: Map<String, Value> = pages
        .map(|page| (page.route.to_string(), describe(page)))
        .collect();
    let mut problems = Vec::new();
    for path in wanted.keys().chain(found.keys()) {
        if !wanted.contains_key(path) || !found.contains_key(path) {
            let which = if found.contains_key(path) {
                "too much"
            } else {
                "missing"
            };
            problems.push(format!("{path}: {which}"));
        }
    }
    for (path, wanted) in wanted {
        let (Some(wanted), Some(found)) = (wanted.as_object(), found.get(path)) else {
            continue;
        };
        for (aspect, wanted) in wanted {
            if *wanted != found[aspect] {
                problems.push(format!(
                    "{path}: {aspect}: wanted {wanted}, found {}",
                    found[aspect]
                ));
            }
        }
    }
    problems
}

/// The page in the words of `reference.mjs`.
fn describe(page: &Page) -> Value {
    let props = serde_json::to_value(&page.props).unwrap_or_default();
    let content = &props["content"];
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let posts = list(&content["posts"]);
    let shown: Vec<Value> = match &page.props.content {
        PageContent::BlogPost { .. } => vec![content["post"].clone()],
        _ => posts.clone(),
    };
    let mut authors: Vec<Value> = list(&content["authors"]);
    authors.extend(content.get("author").cloned());
    authors.extend(shown.iter().flat_map(|post| list(&post["authors"])));
    let mut tags = list(&props["tags"]);
    tags.extend(shown.iter().flat_map(|post| list(&post["tags"])));
    for letter in list(&content["letters"]) {
        tags.extend(list(&letter["tags"]));
    }
    let cards = match page.kind {
        PageKind::DocTag => list(&content["cards"]),
        _ => posts.clone(),
    };
    let neighbour = |key: &str, of_docs: &str| match &content[key] {
        Value::Object(link) => link["href"].clone(),
        Value::Null => props[of_docs].get("href").cloned().unwrap_or(Value::Null),
        href => href.clone(),
    };
    let years = list(&content["recent"]).into_iter();
    let recent = years.flat_map(|year| list(&year["posts"]));
    let cut = shown.iter().filter(|post| post["truncated"] == true);
    json!({
        "title": page.props.head_title,
        "posts": fields(&cards, "href"),
        "readMore": cut.map(|post| post["href"].clone()).collect::<Vec<_>>(),
        "dates": shown.iter().map(|post| full_date(&post["date"])).collect::<Vec<_>>(),
        "reading": shown.iter().map(reading).collect::<Vec<_>>(),
        "authors": authors.iter().map(|author| counted(author, "name")).collect::<Vec<_>>(),
        "authorLinks": fields(&authors, "href"),
        "socials": authors
            .iter()
            .flat_map(|author| list(&author["socials"]))
            .map(|link| json!([link["label"], link["href"]]))
            .collect::<Vec<_>>(),
        "tags": tags.iter().map(|tag| json!([counted(tag, "label"), tag["href"]])).collect::<Vec<_>>(),
        "recent": recent.map(|post| json!([post["title"], post["href"]])).collect::<Vec<_>>(),
        "newer": neighbour("newer", "previous"),
        "older": neighbour("older", "next"),
    })
}

/// A field of those items that have it.
fn fields(items: &[Value], key: &str) -> Vec<Value> {
    let fields = items.iter().filter_map(|item| item.get(key));
    fields.filter(|field| !field.is_null()).cloned().collect()
}

/// A name with the number behind it, as its elements' text reads.
fn counted(item: &Value, key: &str) -> String {
    let name = item[key].as_str().unwrap_or_default();
    let count = item.get("count").map_or_else(String::new, Value::to_string);
    format!("{name}{count}")
}

fn full_date(date: &Value) -> String {
    let date = date.as_str().unwrap_or_default();
    match date.strip_suffix('Z') {
        Some(date) => format!("{date}.000Z"),
        None => format!("{date}T00:00:00.000Z"),
    }
}

fn reading(post: &Value) -> Value {
    match post["readingMinutes"].as_u64() {
        None => Value::Null,
        Some(1) => "One min read".into(),
        Some(minutes) => format!("{minutes} min read").into(),
    }
}
