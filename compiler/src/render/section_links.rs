//! Lists below each heading what its section links on certain pages: `[section_links]`.
//!
//! In: the HTML of an article. Out: the same with a folded list behind the headings whose sections have such links. A link that
//! is alone in its list item is not counted, because its section is a list of links already.

use crate::config::SectionLinksConfig;
use crate::model::{Page, Site};
use bindery_html::{Edits, Tag, TokenKind, decode, push_text, tokenize};
use std::collections::HashMap;

/// The headings that links can lead to.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SectionLinks {
    config: SectionLinksConfig,
    /// The path of the linked pages, base path included.
    below: String,
    /// The text of each heading by its address: `/evidence/a#b`.
    titles: HashMap<String, String>,
}

impl SectionLinks {
    /// `None` without `[section_links]`.
    pub(super) fn new(site: &Site) -> Option<Self> {
        let config = site.section_links.clone()?;
        let below = format!("{}{}", site.base_path.trim_end_matches('/'), config.below);
        let mut titles = HashMap::new();
        for page in site.pages.iter().filter(|page| is_below(page, &below)) {
            for heading in &page.headings {
                let address = format!("{}#{}", page.route, heading.id);
                titles.insert(address, heading.text.clone());
            }
        }
        Some(SectionLinks {
            config,
            below,
            titles,
        })
    }

    /// The article of a page with its lists.
    pub(super) fn insert(&self, page: &Page, article: String) -> String {
        if is_below(page, &self.below) || !article.contains(&self.below) {
            return article;
        }
        let mut edits = Edits::new(&article);
        let mut section = Section::default();
        let mut link = None;
        let mut begins_item = false;
        for token in tokenize(&article) {
            if token.kind == TokenKind::Text && token.source.trim().is_empty() {
                continue;
            }
            if let Some((href, begins_item, true)) = link {
                let ends_item = matches!(&token.kind, TokenKind::EndTag(tag) if tag.is("li"));
                let is_whole_item = begins_item && ends_item;
                if !is_whole_item && !section.links.contains(&href) {
                    section.links.push(href);
                }
                link = None;
            }
            match &token.kind {
                // A heading without an anchor is part of a component.
                TokenKind::StartTag(tag)
                    if heading_level(tag).is_some() && tag.value("id").is_some() =>
                {
                    self.write(&mut section, &mut edits);
                    section.in_heading = heading_level(tag) > Some(1);
                }
                TokenKind::EndTag(tag) if section.in_heading && heading_level(tag).is_some() => {
                    section = Section {
                        start: Some(token.range.end),
                        ..Section::default()
                    };
                }
                TokenKind::StartTag(tag) if tag.is("a") => {
                    let href = tag.value("href").unwrap_or_default();
                    link = self
                        .titles
                        .get_key_value(&*decode(href))
                        .map(|_| (href, begins_item, false));
                }
                TokenKind::EndTag(tag) if tag.is("a") => {
                    if let Some((_, _, has_ended)) = &mut link {
                        *has_ended = true;
                    }
                    continue;
                }
                _ => {}
            }
            begins_item = matches!(&token.kind, TokenKind::StartTag(tag) if tag.is("li"));
        }
        self.write(&mut section, &mut edits);
        edits.finish()
    }

    /// Writes the list of a section that ends.
    fn write(&self, section: &mut Section<'_>, edits: &mut Edits<'_>) {
        let Section { start, links, .. } = std::mem::take(section);
        let Some(start) = start.filter(|_| !links.is_empty()) else {
            return;
        };
        let mut html =
            String::from("<details class=\"section-links\" data-generated=\"\"><summary>");
        match links.len() {
            1 => push_text(&mut html, &self.config.one),
            count => push_text(
                &mut html,
                &self.config.many.replace("{count}", &count.to_string()),
            ),
        }
        html.push_str("</summary><ul>");
        for href in links {
            html.push_str("<li><a href=\"");
            html.push_str(href);
            html.push_str("\">");
            push_text(&mut html, &self.titles[&*decode(href)]);
            html.push_str("</a></li>");
        }
        html.push_str("</ul></details>");
        edits.insert(start, &html);
    }
}

#[derive(Default)]
struct Section<'h> {
    /// The end of its heading; `None` above the first heading with an anchor.
    start: Option<usize>,
    in_heading: bool,
    /// The addresses as they are written.
    links: Vec<&'h str>,
}

fn is_below(page: &Page, below: &str) -> bool {
    let rest = page.route.as_str().strip_prefix(below);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn heading_level(tag: &Tag<'_>) -> Option<u8> {
    match tag.name.as_bytes() {
        [b'h' | b'H', digit @ b'1'..=b'6'] => Some(digit - b'0'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PageHeading;
    use crate::testing::{page, site};

    fn listed(article: &str) -> String {
        let mut evidence = page("/evidence/a", "A", Vec::new());
        evidence.headings = [("one", "One & only"), ("two", "Two")]
            .map(|(id, text)| PageHeading {
                level: 3,
                id: id.to_owned(),
                text: text.to_owned(),
                toc: true,
            })
            .into();
        let mut site = site(vec![evidence, page("/ganyu", "Ganyu", Vec::new())]);
        site.section_links = Some(SectionLinksConfig {
            below: "/evidence".to_owned(),
            one: "1 test".to_owned(),
            many: "{count} tests".to_owned(),
        });
        let links = SectionLinks::new(&site).unwrap();
        let page = site
            .pages
            .iter()
            .find(|page| page.route.as_str() == "/ganyu");
        links.insert(page.unwrap(), article.to_owned())
    }

    const LINK: &str = "<a href=\"/evidence/a#one\">x</a>";
    const ONE: &str = "<li><a href=\"/evidence/a#one\">One &amp; only</a></li>";

    fn list(summary: &str, items: &str) -> String {
        format!(
            "<details class=\"section-links\" data-generated=\"\"><summary>{summary}</summary><ul>{items}</ul></details>"
        )
    }

    #[test]
    fn a_section_lists_each_entry_that_it_links_once() {
        let two = "<a href=\"/evidence/a#two\">y</a>";
        let html = format!(
            "<h1 id=\"t\">T</h1><p>{LINK}</p><h2 id=\"a\">A</h2><p>{LINK} {two} {LINK}</p><h2 id=\"b\">B</h2><h3>C</h3><ul><li>z {LINK}</li></ul>"
        );
        let both = format!("{ONE}<li><a href=\"/evidence/a#two\">Two</a></li>");
        let expected = html
            .replace("A</h2>", &format!("A</h2>{}", list("2 tests", &both)))
            .replace("B</h2>", &format!("B</h2>{}", list("1 test", ONE)));
        assert_eq!(listed(&html), expected);
    }

    #[test]
    fn lists_of_links_other_links_and_headings_without_an_anchor_have_no_list() {
        for html in [
            format!("<h2 id=\"a\">A</h2><ul><li>{LINK}</li> <li>\n{LINK} </li></ul>"),
            "<h2 id=\"a\">A</h2><a href=\"/evidence/a\">x</a><a href=\"/evidence/a#none\">x</a>"
                .to_owned(),
            format!("<h2>A</h2><p>{LINK}</p>"),
        ] {
            assert_eq!(listed(&html), html);
        }
    }
}
