//! Draws the pages that are React components ahead of the others: what such a page says of itself (title, description,
//! whether it has a footer, what belongs into the head, that it only leads on) is known when it is drawn.
//!
//! A drawing tells it in a comment in front, `<!--bindery:page {…}-->`, which no reader gets.

use super::worker::{Answer, Request};
use super::{PrerenderOptions, draw, tree_request};
use crate::diagnostic::{Code, Diagnostics};
use crate::document::{ComponentTag, Segment};
use crate::error::BuildError;
use crate::model::{Page, PageContent, Redirect, RoutePath, Site};
use crate::render::bundle::Bundle;
use crate::source::{FileId, Span};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::mem::take;

const OPEN: &str = "<!--bindery:page ";
const CLOSE: &str = "-->";

/// What a page says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Note {
    title: Option<String>,
    head_title: Option<String>,
    description: Option<String>,
    image: Option<String>,
    keywords: Option<Vec<String>>,
    no_footer: Option<bool>,
    redirect: Option<String>,
    head: Option<String>,
}

/// A drawing without what stands in front of it.
pub(super) fn without_note(html: &str) -> &str {
    split(html).1
}

fn split(html: &str) -> (Note, &str) {
    let note = html.strip_prefix(OPEN);
    let Some((note, html)) = note.and_then(|note| note.split_once(CLOSE)) else {
        return (Note::default(), html);
    };
    (serde_json::from_str(note).unwrap_or_default(), html)
}

/// Puts what they say into the pages. Of one that cannot be drawn, in a browser neither, what stands between its tags is
/// left; one that only leads on becomes a redirect.
///
/// # Errors
/// When nothing can draw, or what draws dies or falls silent.
pub(crate) fn draw_react_pages(
    site: &mut Site,
    bundle: &Bundle,
    options: &PrerenderOptions<'_>,
    sink: &mut Diagnostics,
) -> Result<(), BuildError> {
    let mut stand_ins: BTreeMap<usize, Vec<Segment>> = BTreeMap::new();
    for (at, page) in site.pages.iter_mut().enumerate() {
        let Some(tag) = own_tag(page) else { continue };
        let component = bundle.components.get(&tag.name);
        let is_usable = component.is_some_and(|component| component.fault.is_none());
        let instead = take(&mut tag.children);
        match is_usable {
            true => drop(stand_ins.insert(at, instead)),
            false => give_up(page, instead),
        }
    }
    if stand_ins.is_empty() {
        return Ok(());
    }
    let request = |at: usize| {
        let page = &site.pages[at];
        let tags = super::outermost_tags(page);
        tags.first().map(|tag| tree_request(site, page, tag))
    };
    let requests: BTreeMap<usize, Request> = stand_ins
        .keys()
        .filter_map(|at| Some((*at, request(*at)?)))
        .collect();
    let drawings = draw(bundle, options, requests.values())?;
    let mut moved = BTreeMap::new();
    for (at, request) in &requests {
        match drawings.get(&request.key) {
            Some(Answer::Html(html)) => {
                let (note, _) = split(html);
                let page = &site.pages[*at];
                moved.extend(redirect(page, &note).map(|to| (page.route.clone(), to)));
                apply(site, *at, note);
            }
            Some(Answer::Failed(reason)) if reason.instead().is_none() => {
                let page = &mut site.pages[*at];
                let message = format!("cannot draw the page `{}`: {reason}", page.route.decoded());
                sink.error(Code::ComponentFailed, super::start_of(page), message)
                    .help("put it right; its title and the links of the navbar are shown instead");
                give_up(page, stand_ins.remove(at).unwrap_or_default());
            }
            _ => {}
        }
    }
    lead_on(site, moved);
    Ok(())
}

/// The tag that is all of a page.
fn own_tag(page: &mut Page) -> Option<&mut ComponentTag> {
    if !matches!(page.props.content, PageContent::Component) {
        return None;
    }
    page.slots
        .iter_mut()
        .flatten()
        .find_map(|segment| match segment {
            Segment::Component(tag) => Some(tag),
            _ => None,
        })
}

/// Leaves a stand-in, which nobody looks for.
fn give_up(page: &mut Page, instead: Vec<Segment>) {
    page.slots = vec![instead];
    page.is_searchable = false;
    page.props.content = PageContent::Page;
    page.props.no_index = true;
}

fn apply(site: &mut Site, at: usize, note: Note) {
    let page = &mut site.pages[at];
    let Some(own) = site.props.get(&page.locale) else {
        return;
    };
    let is_home = page.route.as_str() == own.home.as_ref().unwrap_or(&site.base_path);
    let props = &mut page.props;
    if let Some(title) = note.title.filter(|title| !title.is_empty()) {
        let template = &site.title_template;
        props.head_title = match title == own.title {
            true => title.clone(),
            false => template
                .replace("{site}", &own.title)
                .replace("{page}", &title),
        };
        if !is_home {
            props.title = title;
        }
    }
    if let Some(title) = note.head_title {
        props.head_title = title;
    }
    if note.description.is_some() {
        props.description = note.description;
    }
    props.hide_footer = note.no_footer.unwrap_or(props.hide_footer);
    page.keywords = note.keywords.unwrap_or_default();
    let is_usable = |image: &String| image.starts_with('/') || image.starts_with("https://");
    page.image = note.image.filter(is_usable);
    if let Some(html) = note.head {
        let span = Span::start_of(page.source.unwrap_or(FileId(0)));
        page.slots[0].push(Segment::Component(ComponentTag {
            name: "Head".to_owned(),
            props: BTreeMap::from([("html".to_owned(), Value::from(html).into())]),
            children: Vec::new(),
            span,
        }));
    }
}

/// Where a page leads on to, unless that is itself.
fn redirect(page: &Page, note: &Note) -> Option<String> {
    let to = note.redirect.as_ref()?;
    let path = to.split(['?', '#']).next().unwrap_or_default();
    let is_elsewhere = RoutePath::parse(path).as_ref() != Some(&page.route);
    is_elsewhere.then(|| to.clone())
}

/// Makes redirects of these pages.
fn lead_on(site: &mut Site, moved: BTreeMap<RoutePath, String>) {
    if moved.is_empty() {
        return;
    }
    site.pages.retain(|page| !moved.contains_key(&page.route));
    for page in &mut site.pages {
        let here = |route: &RoutePath| !moved.contains_key(route);
        page.alternates.retain(|alternate| here(&alternate.route));
    }
    let redirects = moved.into_iter().map(|(from, to)| Redirect {
        from,
        to,
        status: 308,
        span: None,
    });
    site.redirects.extend(redirects);
    site.redirects.sort_by(|a, b| a.from.cmp(&b.from));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    fn check(note: &str) -> Site {
        let mut page = testing::page("/a", "A", Vec::new());
        page.props.content = PageContent::Component;
        let mut site = testing::site(vec![page]);
        let html = format!("<!--bindery:page {note}--><p>text</p>");
        let (note, rest) = split(&html);
        assert_eq!(rest, "<p>text</p>");
        apply(&mut site, 0, note);
        site
    }

    #[test]
    fn a_page_says_its_title_in_both_forms() {
        let site = check(r#"{"title":"B","description":"D","noFooter":true}"#);
        let props = &site.pages[0].props;
        assert_eq!(
            (props.title.as_str(), props.head_title.as_str()),
            ("B", "B | Site")
        );
        assert_eq!(props.description.as_deref(), Some("D"));
        assert!(props.hide_footer);
        let site = check(r#"{"title":"B","headTitle":"Whole"}"#);
        assert_eq!(site.pages[0].props.head_title, "Whole");
        assert_eq!(
            check(r#"{"title":"Site"}"#).pages[0].props.head_title,
            "Site"
        );
    }

    #[test]
    fn what_belongs_into_the_head_is_a_tag_of_the_page() {
        let site = check(r#"{"head":"\u003cmeta name=\"x\"\u003e"}"#);
        let tags = super::super::outermost_tags(&site.pages[0]);
        let html = tags[0].text("html");
        assert_eq!(
            (tags[0].name.as_str(), html),
            ("Head", Some("<meta name=\"x\">"))
        );
    }

    #[test]
    fn a_page_that_leads_on_is_a_redirect() {
        let mut site = check("{}");
        let note = |to: &str| Note {
            redirect: Some(to.to_owned()),
            ..Note::default()
        };
        assert_eq!(redirect(&site.pages[0], &note("/a?x")), None);
        let to = redirect(&site.pages[0], &note("/b#c")).unwrap();
        let route = site.pages[0].route.clone();
        lead_on(&mut site, BTreeMap::from([(route, to)]));
        assert!(site.pages.is_empty());
        assert_eq!(
            (site.redirects[0].to.as_str(), site.redirects[0].status),
            ("/b#c", 308)
        );
    }

    #[test]
    fn a_drawing_without_a_note_is_whole() {
        assert_eq!(without_note("<p>a</p>"), "<p>a</p>");
        assert_eq!(without_note("<!--bindery:page {}--><p>a</p>"), "<p>a</p>");
    }
}
