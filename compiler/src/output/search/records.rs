//! Makes the search record of a page: its texts, and the names under which it is found.
//!
//! A page has other names: the last segments of redirects to it, two neighbouring words of its title joined, the initials
//! of its title, and its keywords. No rule names a certain page or query.

use super::sections::{Section, collapse_whitespace, sections};
use crate::config::SearchConfig;
use crate::model::{Page, PageContent, PageKind, Site};
use crate::render::RenderedPage;
use bindery_format::search::text::{Token, fold, tokens};
use std::collections::{BTreeMap, BTreeSet};

/// The weight of an ordinary page, in hundredths.
const FULL: u32 = 100;
/// The weight of posts and of pages below the paths of `search.lower`.
const LOWER: u32 = 62;
/// The weight of pages whose front matter has `search: false`.
const MARKED: u32 = 80;

/// Titles of more words are not written as one.
const MAX_JOINED: usize = 5;
/// Names of more words have no initials.
const MAX_INITIALS: usize = 6;

/// A page that can be found.
#[derive(Clone, Debug, Default)]
pub(super) struct PageRecord {
    pub(super) url: String,
    pub(super) title: String,
    /// The part of the site that it belongs to.
    pub(super) top: String,
    /// Other names of the page, folded.
    pub(super) aliases: Vec<String>,
    pub(super) keywords: Vec<String>,
    /// Words by which authors want sections to be found, by anchor; that of the page is empty.
    pub(super) terms: Vec<(String, String)>,
    pub(super) language: String,
    pub(super) tag: String,
    pub(super) version: String,
    /// In hundredths.
    pub(super) weight: u32,
    /// Whether the page is about one thing with a name.
    pub(super) is_entity: bool,
    /// The front matter's `element`, by which hits are marked.
    pub(super) element: Option<String>,
    /// The first one is the page itself.
    pub(super) sections: Vec<Section>,
    /// Other names of sections by anchor, folded.
    pub(super) anchors: Vec<(String, String)>,
}

/// For each page, the last segments of the redirects to it, with the anchors they lead to.
pub(super) type Names<'s> = BTreeMap<&'s str, Vec<(String, String)>>;

/// The names that redirects give to pages.
pub(super) fn names_of_redirects(site: &Site) -> Names<'_> {
    let mut names = Names::new();
    for redirect in &site.redirects {
        let end = redirect.to.find(['?', '#']).unwrap_or(redirect.to.len());
        let (path, rest) = redirect.to.split_at(end);
        let anchor = rest.split_once('#').map_or("", |(_, anchor)| anchor);
        let from = redirect.from.as_str();
        let last = from.rsplit('/').next().unwrap_or_default();
        let last = last.split('.').next().unwrap_or_default();
        let own = path.rsplit('/').next().unwrap_or_default();
        if last.is_empty() || last == own || last == "index" {
            continue;
        }
        let name = (last.to_owned(), anchor.to_owned());
        let known = names.entry(path).or_default();
        if !known.contains(&name) {
            known.push(name);
        }
    }
    names
}

/// Adds what the synonyms of the site call things: a page about one thing has the names that no other thing has. Several words
/// are one name.
pub(super) fn add_names_of_synonyms<'s>(
    names: &mut Names<'s>,
    site: &'s Site,
    config: &SearchConfig,
) {
    let mut things: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    let lists = config.synonyms.iter();
    let lists: Vec<Vec<String>> = lists
        .map(|list| list.iter().map(|name| terms_of(name).concat()).collect())
        .collect();
    let pages = site.pages.iter();
    for page in pages.filter(|page| is_below(page, site, &config.entities)) {
        let title = terms_of(&page.props.title).concat();
        let own = lists.iter().filter(|list| list.contains(&title));
        for name in own.flatten().filter(|name| **name != title) {
            let pages = things.entry(name.clone()).or_default();
            pages.insert(page.route.as_str());
        }
    }
    for (name, pages) in things {
        if let Some(page) = pages.first().filter(|_| pages.len() == 1) {
            names.entry(page).or_default().push((name, String::new()));
        }
    }
}

fn terms_of(text: &str) -> Vec<String> {
    let list = tokens(text).into_iter();
    list.map(|token| token.term).collect()
}

/// Whether a page can be found at all.
pub(super) fn is_found(page: &Page, site: &Site, config: &SearchConfig) -> bool {
    let is_text = matches!(
        page.kind,
        PageKind::Doc | PageKind::CategoryIndex | PageKind::BlogPost | PageKind::Page
    );
    let is_unlisted = page.props.no_index && !site.metadata.no_index;
    is_text && !is_unlisted && (page.is_searchable || !config.excludes_marked)
}

/// The record of a rendered page.
pub(super) fn record(
    page: &Page,
    rendered: &RenderedPage,
    names: &Names<'_>,
    site: &Site,
    config: &SearchConfig,
) -> PageRecord {
    let mut list = sections(&rendered.slots.concat());
    let first = &mut list[0];
    if let PageContent::CategoryIndex { description, .. } = &page.props.content {
        first.text = collapse_whitespace(description.as_deref().unwrap_or_default());
    }
    add_description(page, first);
    if first.heading.is_empty() {
        first.heading.clone_from(&page.props.title);
    }
    let title = first.heading.clone();
    let named = names.get(page.route.as_str());
    let (of_page, of_anchors): (Vec<_>, Vec<_>) = named
        .into_iter()
        .flatten()
        .cloned()
        .partition(|(_, anchor)| anchor.is_empty());
    let mut aliases = joined(&title);
    for (name, _) in of_page {
        aliases.extend(tokens(&name).into_iter().map(|token| token.term));
        aliases.extend(joined(&name));
    }
    aliases.extend(initials(&title));
    aliases.sort();
    aliases.dedup();
    PageRecord {
        url: page.route.to_string(),
        top: top(page, site, &title),
        title,
        aliases,
        keywords: page.keywords.clone(),
        terms: terms(page, site, config),
        language: page.locale.clone(),
        tag: page.props.search_tag.clone(),
        version: page.version.clone().unwrap_or_default(),
        weight: weight(page, site, config),
        is_entity: is_below(page, site, &config.entities),
        element: page.props.element.clone(),
        sections: list,
        anchors: of_anchors
            .into_iter()
            .map(|(name, anchor)| (anchor, fold(&name)))
            .collect(),
    }
}

/// The words of the front matter for the page and for its sections, and those of the configuration, by anchor.
fn terms(page: &Page, site: &Site, config: &SearchConfig) -> Vec<(String, String)> {
    let of_site = config.heading_terms.iter();
    let of_site = of_site.filter(|terms| is_below(page, site, std::slice::from_ref(&terms.path)));
    let of_page = page.search_terms.iter();
    let of_page = of_page.map(|words| (String::new(), words.clone()));
    of_page
        .chain(page.heading_search_terms.iter().cloned())
        .chain(of_site.map(|terms| (terms.anchor.clone(), terms.words.clone())))
        .collect()
}

/// Puts the description of a page before its text, so that it is found and shown, unless the text has it.
fn add_description(page: &Page, section: &mut Section) {
    if page.is_described_by_excerpt {
        return;
    }
    let description = collapse_whitespace(page.props.description.as_deref().unwrap_or_default());
    let mut lines = section.text.lines();
    if !description.is_empty() && !lines.any(|line| line.starts_with(&description)) {
        let text = std::mem::take(&mut section.text);
        section.text = [description, text].join("\n").trim_end().to_owned();
    }
}

/// Two neighbouring words as one, and all of them: `hutao`.
pub(super) fn joined(text: &str) -> Vec<String> {
    let terms: Vec<String> = tokens(text).into_iter().map(|token| token.term).collect();
    if terms.len() < 2 || terms.len() > MAX_JOINED {
        return Vec::new();
    }
    let mut list: Vec<String> = terms.windows(2).map(<[String]>::concat).collect();
    list.push(terms.concat());
    list.dedup();
    list
}

/// The first letters of three words or more, `egt`; once more without words in small letters: `totm` and `ttm`.
pub(super) fn initials(text: &str) -> Vec<String> {
    let terms = tokens(text);
    let is_large = |token: &&Token| text[token.start..].starts_with(|c: char| !c.is_lowercase());
    let first = |token: &Token| token.term.chars().next();
    let all: String = terms.iter().filter_map(first).collect();
    let large: String = terms.iter().filter(is_large).filter_map(first).collect();
    let mut list = vec![all, large];
    list.retain(|name| (3..=MAX_INITIALS).contains(&name.chars().count()));
    list.dedup();
    list
}

/// The first of its breadcrumbs, else the item of the navbar above it, else what Docusaurus calls it.
fn top(page: &Page, site: &Site, title: &str) -> String {
    let crumbs = &page.props.breadcrumbs;
    if crumbs.len() > 1 || (crumbs.len() == 1 && page.kind == PageKind::CategoryIndex) {
        return crumbs[0].label.clone();
    }
    let props = site.props.get(&page.locale);
    let items = props.map(|props| props.navbar.as_slice());
    let route = page.route.as_str();
    let above = items.unwrap_or_default().iter().filter(|item| {
        let rest = route.strip_prefix(item.href.as_str());
        !item.label.is_empty()
            && !item.href.ends_with('/')
            && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    });
    let nearest = above.max_by_key(|item| item.href.len());
    match nearest {
        Some(item) => item.label.clone(),
        None if crumbs.len() == 1 && crumbs[0].label != title => crumbs[0].label.clone(),
        None => "Documentation".to_owned(),
    }
}

/// Whether a page is at one of these paths, or below it.
fn is_below(page: &Page, site: &Site, paths: &[String]) -> bool {
    let without_base_path = page.route.as_str().strip_prefix(site.base_path.as_str());
    let path = format!("/{}", without_base_path.unwrap_or_default());
    paths.iter().any(|prefix| {
        let rest = path.strip_prefix(prefix.trim_end_matches('/'));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}

fn weight(page: &Page, site: &Site, config: &SearchConfig) -> u32 {
    let is_lower = is_below(page, site, &config.lower);
    let mut weight = FULL;
    if is_lower || page.kind == PageKind::BlogPost {
        weight = weight * LOWER / FULL;
    }
    if !page.is_searchable {
        weight = weight * MARKED / FULL;
    }
    weight
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::HeadingTerms;
    use crate::testing;

    #[test]
    fn headings_of_each_page_below_a_path_have_the_terms_of_the_site() {
        let config = SearchConfig {
            heading_terms: vec![HeadingTerms {
                path: "/enemies".to_owned(),
                anchor: "stats".to_owned(),
                words: "health".to_owned(),
            }],
            ..SearchConfig::default()
        };
        let site = testing::site(Vec::new());
        let below = |route: &str| {
            let mut page = testing::page(route, "A", Vec::new());
            page.heading_search_terms = vec![("stats".to_owned(), "life".to_owned())];
            terms(&page, &site, &config).len()
        };
        assert_eq!(
            ["/enemies/slime", "/enemies", "/other"].map(below),
            [2, 2, 1]
        );
    }

    #[test]
    fn a_description_that_the_text_has_is_not_repeated() {
        let mut page = testing::page("/a", "A", Vec::new());
        page.props.description = Some("Deals damage to all.".to_owned());
        let described = |page: &Page, text: &str| {
            let mut section = Section {
                text: text.to_owned(),
                ..Section::default()
            };
            add_description(page, &mut section);
            section.text
        };
        assert_eq!(described(&page, "More."), "Deals damage to all.\nMore.");
        let text = "A figure\nDeals damage to all. More.";
        assert_eq!(described(&page, text), text);
        // The excerpt is without formulas.
        page.is_described_by_excerpt = true;
        let text = "A figure\nDeals 1/2 damage to all.";
        assert_eq!(described(&page, text), text);
    }

    #[test]
    fn synonyms_of_one_thing_are_its_names() {
        let synonyms = [
            vec!["hu tao", "walnut"],
            vec!["Hu Tao", "Funeral Director"],
            vec!["hu tao", "girl"],
            vec!["Klee", "girl"],
        ];
        let owned = |list: &Vec<&str>| list.iter().map(|name| (*name).to_owned()).collect();
        let config = SearchConfig {
            synonyms: synonyms.iter().map(owned).collect(),
            entities: vec!["/a".to_owned()],
            ..SearchConfig::default()
        };
        let pages = [
            ("/a/hu-tao", "Hu Tao"),
            ("/a/klee", "Klee"),
            ("/b", "Hu Tao"),
        ];
        let pages = pages.map(|(route, title)| testing::page(route, title, Vec::new()));
        let site = testing::site(pages.to_vec());
        let mut names = Names::new();
        add_names_of_synonyms(&mut names, &site, &config);
        let name = |name: &str| (name.to_owned(), String::new());
        let expected = vec![name("funeraldirector"), name("walnut")];
        assert_eq!(names, Names::from([("/a/hu-tao", expected)]));
    }

    #[test]
    fn initials_are_those_of_all_words_and_of_large_ones() {
        assert_eq!(initials("Elemental Gauge Theory"), ["egt"]);
        assert_eq!(
            initials("Thrilling Tales of Dragon Slayers"),
            ["ttods", "ttds"]
        );
        // Two letters are too few.
        assert_eq!(initials("Heart of Depth"), ["hod"]);
        assert!(initials("Hu Tao").is_empty());
        assert!(initials("one two three four five six seven").is_empty());
    }
}
