//! Renders the pages that are React components before all others, because only rendering yields their title,
//! description, footer, head elements, and whether they redirect.
//!
//! The renderer puts this into a comment at the start, `<!--bindery:page {…}-->`, which no reader gets.

use super::worker::{Answer, Request};
use super::{RenderOptions, html_of, render_requests, tree_request};
use crate::diagnostic::{Code, Diagnostics};
use crate::document::{ComponentTag, Segment};
use crate::error::BuildError;
use crate::model::{Page, PageContent, Redirect, RoutePath, Site, Slot};
use crate::render::bundle::Bundle;
use crate::source::{FileId, Span};
use bindery_html::{TokenKind, tokenize};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::mem::take;

const OPEN: &str = "<!--bindery:page ";
const CLOSE: &str = "-->";

/// The properties that a page sets through `@theme/Layout`, `Head` and `Redirect`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct PageMetadata {
    title: Option<String>,
    head_title: Option<String>,
    description: Option<String>,
    image: Option<String>,
    keywords: Option<Vec<String>>,
    no_footer: Option<bool>,
    redirect: Option<String>,
    head: Option<String>,
}

/// The HTML without that comment.
pub(super) fn strip_metadata(html: &str) -> &str {
    split(html).1
}

fn split(html: &str) -> (PageMetadata, &str) {
    let comment = tokenize(html)
        .next()
        .filter(|token| token.kind == TokenKind::Comment);
    let json = comment.and_then(|token| token.source.strip_prefix(OPEN)?.strip_suffix(CLOSE));
    let Some(json) = json else {
        return (PageMetadata::default(), html);
    };
    let rest = &html[OPEN.len() + json.len() + CLOSE.len()..];
    (serde_json::from_str(json).unwrap_or_default(), rest)
}

/// Puts the metadata of these pages into the site. A page that neither the engine nor a browser can render shows the
/// content between its tags; one that redirects becomes a redirect.
///
/// # Errors
/// When no engine can render, or the engine stops or does not answer in time.
pub(super) fn render_react_pages(
    site: &mut Site,
    bundle: &Bundle,
    options: &RenderOptions<'_>,
    sink: &mut Diagnostics,
) -> Result<(), BuildError> {
    let mut fallbacks: BTreeMap<usize, Vec<Segment>> = BTreeMap::new();
    for (at, page) in site.pages.iter_mut().enumerate() {
        let Some(tag) = page_component(page) else {
            continue;
        };
        let component = bundle.components.get(&tag.name);
        let is_usable = component.is_some_and(|component| component.error.is_none());
        let fallback = take_fallback(tag);
        match is_usable {
            true => drop(fallbacks.insert(at, fallback)),
            false => use_fallback(page, fallback),
        }
    }
    if fallbacks.is_empty() {
        return Ok(());
    }
    let request = |at: usize| {
        let page = &site.pages[at];
        let tags = super::outermost_tags(page);
        tags.first()
            .map(|tag| tree_request(site, page, tag, bundle))
    };
    let requests: BTreeMap<usize, Request> = fallbacks
        .keys()
        .filter_map(|at| Some((*at, request(*at)?)))
        .collect();
    let answers = render_requests(bundle, options, requests.values())?;
    let mut moved = BTreeMap::new();
    for (at, request) in &requests {
        match answers.get(&request.key) {
            Some(Answer::Failed(reason)) if reason.fallback().is_none() => {
                let page = &mut site.pages[*at];
                let message = format!(
                    "cannot render the page `{}`: {reason}",
                    page.route.decoded()
                );
                sink.error(Code::ComponentFailed, super::start_of(page), message)
                    .help("fix the error; until then the page shows only its title and the navbar's links");
                use_fallback(page, fallbacks.remove(at).unwrap_or_default());
            }
            // What is left of a page in which a component fails sets its properties, too.
            Some(_) => {
                let (metadata, _) = split(html_of(&answers, request).unwrap_or_default());
                let page = &site.pages[*at];
                moved.extend(redirect(page, &metadata).map(|to| (page.route.clone(), to)));
                apply(site, *at, metadata);
            }
            None => {}
        }
    }
    add_redirects(site, moved);
    Ok(())
}

/// Takes the fallback out of a page's tag, or out of the innermost one of nested routes.
fn take_fallback(tag: &mut ComponentTag) -> Vec<Segment> {
    match tag.children.as_mut_slice() {
        [Segment::Component(inner)] => take_fallback(inner),
        _ => take(&mut tag.children),
    }
}

/// The tag that is all of a page.
fn page_component(page: &mut Page) -> Option<&mut ComponentTag> {
    if !matches!(page.props.content, PageContent::Component) {
        return None;
    }
    page.slots
        .iter_mut()
        .flat_map(Slot::to_mut)
        .find_map(|segment| match segment {
            Segment::Component(tag) => Some(tag),
            _ => None,
        })
}

/// Shows the fallback, which search engines and the site's search leave out.
fn use_fallback(page: &mut Page, fallback: Vec<Segment>) {
    page.slots = vec![fallback.into()];
    page.is_searchable = false;
    page.props.content = PageContent::Page;
    page.props.no_index = true;
}

fn apply(site: &mut Site, at: usize, metadata: PageMetadata) {
    let page = &mut site.pages[at];
    let Some(own) = site.props.get(&page.locale) else {
        return;
    };
    let is_home = page.route.as_str() == own.home.as_ref().unwrap_or(&site.base_path);
    let props = &mut page.props;
    if let Some(title) = metadata.title.filter(|title| !title.is_empty()) {
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
    if let Some(title) = metadata.head_title {
        props.head_title = title;
    }
    if metadata.description.is_some() {
        props.description = metadata.description;
    }
    props.hide_footer = metadata.no_footer.unwrap_or(props.hide_footer);
    page.keywords = metadata.keywords.unwrap_or_default();
    let is_usable = |image: &String| image.starts_with('/') || image.starts_with("https://");
    page.image = metadata.image.filter(is_usable);
    if let Some(html) = metadata.head {
        let span = Span::start_of(page.source.unwrap_or(FileId(0)));
        page.slots[0]
            .to_mut()
            .push(Segment::Component(ComponentTag {
                name: "Head".to_owned(),
                props: BTreeMap::from([("html".to_owned(), Value::from(html).into())]),
                children: Vec::new(),
                span,
            }));
    }
}

/// The target of a page's redirect, unless that is the page itself.
fn redirect(page: &Page, metadata: &PageMetadata) -> Option<String> {
    let to = metadata.redirect.as_ref()?;
    let path = to.split(['?', '#']).next().unwrap_or_default();
    let is_elsewhere = RoutePath::parse(path).as_ref() != Some(&page.route);
    is_elsewhere.then(|| to.clone())
}

/// Makes redirects of these pages.
fn add_redirects(site: &mut Site, moved: BTreeMap<RoutePath, String>) {
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

    fn check(metadata: &str) -> Site {
        let mut page = testing::page("/a", "A", Vec::new());
        page.props.content = PageContent::Component;
        let mut site = testing::site(vec![page]);
        let html = format!("<!--bindery:page {metadata}--><p>text</p>");
        let (metadata, rest) = split(&html);
        assert_eq!(rest, "<p>text</p>");
        apply(&mut site, 0, metadata);
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
        let metadata = |to: &str| PageMetadata {
            redirect: Some(to.to_owned()),
            ..PageMetadata::default()
        };
        assert_eq!(redirect(&site.pages[0], &metadata("/a?x")), None);
        let to = redirect(&site.pages[0], &metadata("/b#c")).unwrap();
        let route = site.pages[0].route.clone();
        add_redirects(&mut site, BTreeMap::from([(route, to)]));
        assert!(site.pages.is_empty());
        assert_eq!(
            (site.redirects[0].to.as_str(), site.redirects[0].status),
            ("/b#c", 308)
        );
    }

    #[test]
    fn html_without_metadata_is_whole() {
        assert_eq!(strip_metadata("<p>a</p>"), "<p>a</p>");
        assert_eq!(strip_metadata("<!--bindery:page {}--><p>a</p>"), "<p>a</p>");
    }
}
