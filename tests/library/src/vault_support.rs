//! Finds the sections that link an entry of the vault, and compares them with what the entry says it supports.

use crate::library::Library;
use bindery_html::{TokenKind, decode, tokenize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The folder of the vault's data.
const VAULT: &str = "data/evidence/";

/// The section of a page that lists its entries of the vault.
const LISTED: &str = "#evidence-vault";

/// An entry: the path of its page and its anchor.
type Entry = (String, String);

/// A section: its address and its name, such as `Frames: Swap`.
type Section = (String, String);

/// Each entry of the vault names the sections that link it, and no others.
#[must_use]
pub fn entries_name_what_they_support(library: &Library) -> Vec<String> {
    let mut found = sections_by_entry(library);
    let mut broken = Vec::new();
    for (path, vault) in library
        .data
        .iter()
        .filter(|(path, _)| path.starts_with(VAULT))
    {
        let route = vault["route"].as_str().unwrap_or_default();
        for (id, entry) in vault["entries"].as_object().into_iter().flatten() {
            let key = (route.to_owned(), id.clone());
            let sections = found.remove(&key).unwrap_or_default();
            let supports = supported(&entry["supports"]);
            broken.extend(sections.difference(&supports).map(|(to, label)| {
                format!(
                    "{path}: `supports` of `{id}` lacks {{\"to\": \"{to}\", \"label\": \"{label}\"}}"
                )
            }));
            broken.extend(supports.difference(&sections).map(|(to, label)| {
                format!(
                    "{path}: `supports` of `{id}` has `{label}` ({to}), which has no link to it"
                )
            }));
        }
    }
    broken
}

fn supported(value: &Value) -> BTreeSet<Section> {
    let text = |section: &Value, key: &str| section[key].as_str().unwrap_or_default().to_owned();
    let sections = value.as_array().into_iter().flatten();
    sections
        .map(|section| (text(section, "to"), text(section, "label")))
        .collect()
}

/// The sections of documents outside of the vault, by the entry that they link. The home page lists new entries, and a section
/// `Evidence Vault` lists those about its page: they prove nothing by them.
fn sections_by_entry(library: &Library) -> BTreeMap<Entry, BTreeSet<Section>> {
    let mut found: BTreeMap<Entry, BTreeSet<Section>> = BTreeMap::new();
    let is_main = |path: &str, kind: &str| {
        kind == "doc" && path != "/" && !path.split('/').any(|part| part == "evidence")
    };
    for page in &library.pages {
        if !is_main(&page.path, &page.kind) {
            continue;
        }
        for (section, link) in links(&page.html) {
            if let Some((route, id)) = link.split_once('#')
                && section.0 != LISTED
            {
                let section = (format!("{}{}", page.path, section.0), section.1);
                let entry = (route.to_owned(), id.to_owned());
                found.entry(entry).or_default().insert(section);
            }
        }
    }
    found
}

/// The links of an article to other pages, each with the anchor and the name of its section.
fn links(html: &str) -> Vec<(Section, String)> {
    let mut reader = Reader::default();
    for token in tokenize(html) {
        match &token.kind {
            TokenKind::StartTag(tag) if tag.is("article") => reader.is_inside = true,
            TokenKind::EndTag(tag) if tag.is("article") => break,
            TokenKind::StartTag(tag) if is_heading(tag.name) => {
                reader.open(tag.value("id").unwrap_or_default());
            }
            TokenKind::EndTag(tag) if is_heading(tag.name) => reader.in_heading = false,
            // The link of a heading to itself is no part of its name.
            TokenKind::StartTag(tag) if tag.is("a") => {
                reader.in_anchor = reader.in_heading;
                reader.link(&decode(tag.value("href").unwrap_or_default()));
            }
            TokenKind::EndTag(tag) if tag.is("a") => reader.in_anchor = false,
            TokenKind::Text => reader.text(&decode(token.source)),
            _ => {}
        }
    }
    reader.found
}

fn is_heading(name: &str) -> bool {
    matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
}

#[derive(Default)]
struct Reader {
    found: Vec<(Section, String)>,
    is_inside: bool,
    in_heading: bool,
    in_anchor: bool,
    title: String,
    /// The anchor of the present heading with its `#`; empty above the first section.
    anchor: String,
    heading: String,
}

impl Reader {
    /// Headings without an anchor, which are part of a component, are no sections.
    fn open(&mut self, id: &str) {
        let is_title = self.title.is_empty();
        if self.is_inside && (is_title || !id.is_empty()) {
            self.in_heading = true;
            self.anchor = if is_title {
                String::new()
            } else {
                format!("#{id}")
            };
            self.heading.clear();
        }
    }

    fn text(&mut self, text: &str) {
        if self.in_heading && !self.in_anchor {
            self.heading.push_str(text);
            if self.anchor.is_empty() {
                self.title.push_str(text);
            }
        }
    }

    fn link(&mut self, target: &str) {
        if self.is_inside && target.starts_with('/') {
            let (title, heading) = (self.title.trim(), self.heading.trim());
            let name = if self.anchor.is_empty() {
                title.to_owned()
            } else {
                format!("{title}: {heading}")
            };
            self.found
                .push(((self.anchor.clone(), name), target.to_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::Page;
    use crate::markdown::MarkdownPage;
    use serde_json::json;

    fn check(supports: &Value) -> Vec<String> {
        let html = "<nav><a href=\"/evidence/a#x\">No</a></nav><article><h1 id=\"a\">A &amp; B</h1>\
                    <h2 id=\"c\"><b>C</b><a href=\"#c\">#</a></h2><h3>D</h3><p><a href=\"/evidence/a#x\">x</a></p>\
                    <h2 id=\"evidence-vault\">V</h2><a href=\"/evidence/a#x\">x</a></article>";
        entries_name_what_they_support(&Library {
            pages: vec![Page {
                path: "/a".to_owned(),
                kind: "doc".to_owned(),
                source: "docs/a.md".to_owned(),
                markdown: MarkdownPage::parse(""),
                html: html.to_owned(),
            }],
            redirects: BTreeMap::new(),
            components: Vec::new(),
            data: BTreeMap::from([(
                "data/evidence/a.json".to_owned(),
                json!({"route": "/evidence/a", "entries": {"x": {"supports": supports}}}),
            )]),
        })
    }

    #[test]
    fn missing_and_wrong_sections_are_found() {
        let right = json!([{"to": "/a#c", "label": "A & B: C"}]);
        assert_eq!(check(&right), [""; 0]);
        assert_eq!(
            check(&json!([{"to": "/a#d", "label": "D"}])),
            [
                "data/evidence/a.json: `supports` of `x` lacks {\"to\": \"/a#c\", \"label\": \"A & B: C\"}",
                "data/evidence/a.json: `supports` of `x` has `D` (/a#d), which has no link to it",
            ]
        );
    }
}
