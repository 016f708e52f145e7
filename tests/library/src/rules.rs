//! The rules that connect the library's pages: characters and their evidence, elements and their characters, redirects, data,
//! descriptions, numbers. Each rule returns its violations, one line each.

use crate::claims::OMITTED;
use crate::html::read;
use crate::library::{Library, Page};
use crate::numbers::{forms, numbers, plain};
use bindery_html::{TokenKind, decode, start_tags, tokenize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The kinds of pages that need their own description.
const DESCRIBED: [&str; 3] = ["doc", "category-index", "blog-post"];

/// Each character whose facts name an evidence page links to it, and that page links back; the others have none.
#[must_use]
pub fn evidence_and_back(library: &Library) -> Vec<String> {
    let mut broken = Vec::new();
    for (page, facts) in characters(library) {
        let own = format!("/evidence{}", page.path);
        let Some(route) = facts["evidence_route"].as_str() else {
            if library.page(&own).is_some() {
                broken.push(format!(
                    "{}: its facts name no evidence page, but there is {own}",
                    page.path
                ));
            }
            continue;
        };
        match library.page(route) {
            None => broken.push(format!("{}: there is no {route}", page.path)),
            Some(evidence) => {
                broken.extend(missing_link(page, route));
                broken.extend(missing_link(evidence, &page.path));
            }
        }
    }
    broken
}

/// Each element's index and the index of all name every character with a link.
#[must_use]
pub fn elements_list_their_characters(library: &Library) -> Vec<String> {
    let mut broken = Vec::new();
    for (page, _) in characters(library) {
        let element = page.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for index in [element, "/characters"] {
            match library.page(index) {
                Some(list) => broken.extend(missing_link(list, &page.path)),
                None => broken.push(format!("{}: there is no {index}", page.path)),
            }
        }
    }
    broken
}

/// Each redirect leads to a page, in one step, and each character can be reached by its name alone.
#[must_use]
pub fn redirects_lead_to_pages(library: &Library) -> Vec<String> {
    let paths: BTreeSet<&str> = library
        .pages
        .iter()
        .map(|page| page.path.as_str())
        .collect();
    let targets = library.redirects.iter();
    let mut broken: Vec<String> = targets
        .filter(|(_, target)| !paths.contains(target.split(['?', '#']).next().unwrap_or_default()))
        .map(|(from, target)| format!("{from}: leads to {target}, where no page is"))
        .collect();
    for (page, facts) in characters(library) {
        let slug = facts["slug"].as_str().unwrap_or_default();
        for alias in [format!("/{slug}"), format!("/characters/{slug}")] {
            if library.redirects.get(&alias) != Some(&page.path) {
                broken.push(format!("{}: {alias} does not lead to it", page.path));
            }
        }
    }
    broken
}

/// Each data file is imported by a page or by a component.
#[must_use]
pub fn unused_data(library: &Library) -> Vec<String> {
    let used: BTreeSet<&str> = library
        .pages
        .iter()
        .flat_map(|page| library.imported(page))
        .map(|(path, _)| path)
        .collect();
    let is_unused = |path: &&String| {
        let named = format!("/{path}");
        path.as_str() != OMITTED
            && !used.contains(path.as_str())
            && !library
                .components
                .iter()
                .any(|source| source.contains(&named))
    };
    let unused = library.data.keys().filter(is_unused);
    unused
        .map(|path| format!("{path}: neither page nor component imports it"))
        .collect()
}

/// Each page has a description of 50 to 160 letters that no other page has.
#[must_use]
pub fn descriptions(library: &Library) -> Vec<String> {
    let mut broken = Vec::new();
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    for page in library
        .pages
        .iter()
        .filter(|page| DESCRIBED.contains(&page.kind.as_str()))
    {
        let Some(description) = description(&page.html) else {
            broken.push(format!("{}: no description", page.path));
            continue;
        };
        let length = description.chars().count();
        if !(50..=160).contains(&length) {
            broken.push(format!(
                "{}: its description has {length} letters: {description}",
                page.path
            ));
        }
        if let Some(other) = seen.insert(description, &page.path) {
            broken.push(format!("{}: the same description as {other}", page.path));
        }
    }
    broken
}

/// Each number in the prose of a document occurs in the data it imports or in one of its derivations; years and versions are
/// free.
#[must_use]
pub fn numbers_in_prose(library: &Library) -> Vec<String> {
    let mut broken = Vec::new();
    for page in library.pages.iter().filter(|page| page.kind == "doc") {
        let held = numbers_of(library, page);
        for line in &page.markdown.prose {
            for number in numbers(line)
                .into_iter()
                .filter(|number| !is_free(line, number))
            {
                if !held.contains(&plain(number)) {
                    broken.push(format!(
                        "{}: {number} is not in its data: {line}",
                        page.path
                    ));
                }
            }
        }
    }
    broken
}

/// The numbers of the data that a page imports and of its derivations.
fn numbers_of(library: &Library, page: &Page) -> BTreeSet<String> {
    let mut held = BTreeSet::new();
    for (_, data) in library.imported(page) {
        collect(data, &mut held);
    }
    for derivation in &page.markdown.derived {
        for number in numbers(derivation) {
            held.insert(plain(number));
            // `2000 * 1.3` says 30 %, `0.616` says 61.6 %.
            let value: f64 = plain(number).parse().unwrap_or_default();
            held.extend(forms(value * 100.0));
            held.extend(forms((value - 1.0) * 100.0));
        }
    }
    held
}

/// Each line drawing has a description, which says what it states, and each number in it occurs in the data of its page or in
/// one of its derivations.
#[must_use]
pub fn numbers_in_drawings(library: &Library) -> Vec<String> {
    let mut broken = Vec::new();
    for page in &library.pages {
        let descriptions = drawings(&page.html);
        let held = if descriptions.is_empty() {
            BTreeSet::new()
        } else {
            numbers_of(library, page)
        };
        for line in &descriptions {
            let Some(line) = line else {
                broken.push(format!("{}: a drawing has no description", page.path));
                continue;
            };
            let unknown = numbers(line)
                .into_iter()
                .filter(|number| !is_free(line, number) && !held.contains(&plain(number)));
            broken.extend(unknown.map(|number| {
                format!(
                    "{}: {number} of a drawing is not in its data: {line}",
                    page.path
                )
            }));
        }
    }
    broken
}

/// The descriptions of the line drawings of a document; `None` for a drawing without one.
fn drawings(html: &str) -> Vec<Option<String>> {
    let mut found = Vec::new();
    let mut is_drawing = false;
    for token in tokenize(html) {
        match &token.kind {
            TokenKind::StartTag(tag) if tag.is("figure") => {
                let mut classes = tag.value("class").unwrap_or_default().split_whitespace();
                is_drawing = classes.any(|class| class == "drawing");
            }
            TokenKind::EndTag(tag) if tag.is("figure") => is_drawing = false,
            TokenKind::StartTag(tag) if tag.is("svg") && std::mem::take(&mut is_drawing) => {
                let label = tag.value("aria-label").map(decode);
                found.push(label.filter(|label| !label.trim().is_empty()));
            }
            _ => {}
        }
    }
    found
}

/// A year, a version (`4.7` where the line speaks of versions, `1.x`), or digits inside of a word (`C6`, `4-piece`).
fn is_free(line: &str, number: &str) -> bool {
    let start = number.as_ptr() as usize - line.as_ptr() as usize;
    let (before, after) = (&line[..start], &line[start + number.len()..]);
    let is_year = number.len() == 4 && number.starts_with("20") && !number.contains('.');
    let is_in_word = before.ends_with(|c: char| c.is_alphabetic() || c == '-' || c == '_')
        || after.starts_with('-');
    is_year || is_in_word || is_version(line, number, after)
}

fn is_version(line: &str, number: &str, after: &str) -> bool {
    let line = line.to_lowercase();
    let names_version = line.contains("version") || line.contains("patch");
    let has_form = number.len() == 3 && number[1..].starts_with('.') || after.starts_with(".x");
    let has_unit = after.starts_with(|c: char| c.is_alphabetic() || c == '%');
    names_version && has_form && !has_unit
}

fn collect(value: &Value, held: &mut BTreeSet<String>) {
    match value {
        Value::Number(number) => held.extend(forms(number.as_f64().unwrap_or_default())),
        Value::String(text) => held.extend(numbers(text).into_iter().map(plain)),
        Value::Array(items) => items.iter().for_each(|item| collect(item, held)),
        Value::Object(entries) => {
            for (key, value) in entries {
                held.extend(numbers(key).into_iter().map(plain));
                collect(value, held);
            }
        }
        Value::Bool(_) | Value::Null => {}
    }
}

/// The pages of the characters with their facts.
pub(crate) fn characters(library: &Library) -> Vec<(&Page, &Value)> {
    let files = library
        .data
        .iter()
        .filter(|(path, _)| path.starts_with("data/characters/"));
    let pages = files.map(|(_, facts)| {
        let route = facts["route"].as_str().unwrap_or_default();
        library.page(route).map(|page| (page, facts))
    });
    pages.flatten().collect()
}

fn missing_link(page: &Page, target: &str) -> Option<String> {
    let links = read(&page.html).links;
    let leads = |link: &String| link.split(['#', '?']).next() == Some(target);
    (!links.iter().any(leads)).then(|| format!("{}: no link to {target}", page.path))
}

fn description(html: &str) -> Option<String> {
    let mut tags = start_tags(html);
    let meta = tags.find(|tag| tag.is("meta") && tag.value("name") == Some("description"))?;
    meta.value("content").map(decode)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markdown::MarkdownPage;
    use serde_json::json;

    fn page(path: &str, markdown: &str, article: &str) -> Page {
        let description =
            format!("What stands on the page {path}, and nothing that another one says.");
        Page {
            path: path.to_owned(),
            kind: "doc".to_owned(),
            source: format!("docs{path}.md"),
            markdown: MarkdownPage::parse(markdown),
            html: format!(
                "<meta name=\"description\" content=\"{description}\"/><article>{article}</article>"
            ),
        }
    }

    fn library() -> Library {
        let import = "import amber from '@site/data/characters/pyro/amber.json'\n\nHer bow holds ";
        let pages = vec![
            page(
                "/characters",
                "",
                "<a href=\"/characters/pyro/amber\">Amber</a>",
            ),
            page(
                "/characters/pyro",
                "",
                "<a href=\"/characters/pyro/amber\">Amber</a>",
            ),
            page(
                "/characters/pyro/amber",
                &format!("{import}5 arrows since version 1.0 in 2020, 1.x on, at C6."),
                "<a href=\"/evidence/characters/pyro/amber#x\">E</a>",
            ),
            page(
                "/evidence/characters/pyro/amber",
                "",
                "<a href=\"/characters/pyro/amber\">Amber</a>",
            ),
        ];
        let target = "/characters/pyro/amber".to_owned();
        Library {
            pages,
            components: vec!["import x from '../../data/x.json';".to_owned()],
            redirects: BTreeMap::from([
                ("/amber".to_owned(), target.clone()),
                ("/characters/amber".to_owned(), target),
            ]),
            data: BTreeMap::from([
                ("data/x.json".to_owned(), json!({})),
                (
                    "data/characters/pyro/amber.json".to_owned(),
                    json!({"slug": "amber", "route": "/characters/pyro/amber", "evidence_route": "/evidence/characters/pyro/amber", "arrows": 5}),
                ),
            ]),
        }
    }

    const RULES: [fn(&Library) -> Vec<String>; 7] = [
        evidence_and_back,
        elements_list_their_characters,
        redirects_lead_to_pages,
        unused_data,
        descriptions,
        numbers_in_prose,
        numbers_in_drawings,
    ];

    #[test]
    fn a_sound_library_breaks_no_rule() {
        let library = library();
        for rule in RULES {
            assert_eq!(rule(&library), Vec::<String>::new());
        }
    }

    #[test]
    fn each_rule_finds_what_breaks_it() {
        let mut library = library();
        library.pages[1].html = "<article></article>".to_owned();
        library.pages[3].html = "<article></article>".to_owned();
        library
            .redirects
            .insert("/bow".to_owned(), "/nowhere".to_owned());
        library
            .data
            .insert("data/unused.json".to_owned(), json!({}));
        library.pages[2]
            .markdown
            .prose
            .push("Of 7 arrows, each 1.5s".to_owned());
        let drawing = "<figure class=\"wide drawing\"><svg aria-label=\"5 of 9 arrows\"></svg></figure>\
                       <figure class=\"drawing\"></figure><svg aria-label=\"8\"></svg>\
                       <figure class=\"drawing\"><svg></svg></figure>";
        library.pages[2].html.push_str(drawing);
        let found: Vec<String> = RULES.iter().map(|rule| rule(&library).join("; ")).collect();
        assert_eq!(
            found,
            [
                "/evidence/characters/pyro/amber: no link to /characters/pyro/amber",
                "/characters/pyro: no link to /characters/pyro/amber",
                "/bow: leads to /nowhere, where no page is",
                "data/unused.json: neither page nor component imports it",
                "/characters/pyro: no description; /evidence/characters/pyro/amber: no description",
                "/characters/pyro/amber: 7 is not in its data: Of 7 arrows, each 1.5s; \
                 /characters/pyro/amber: 1.5 is not in its data: Of 7 arrows, each 1.5s",
                "/characters/pyro/amber: 9 of a drawing is not in its data: 5 of 9 arrows; \
                 /characters/pyro/amber: a drawing has no description",
            ]
        );
    }
}
