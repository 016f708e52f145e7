//! The requests that render a page: one for its shell, and one for each component tag that is in no other.

use super::bundle::Bundle;
use super::worker::{Answer, Request};
use super::{Answers, splice, walk};
use crate::document::{ComponentTag, Segment};
use crate::html::escape;
use crate::model::{Page, PageContent, SidebarItem, Site};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// A page with the requests that render it.
pub(super) struct PageRequests<'p> {
    pub(super) page: &'p Page,
    pub(super) shell: Request,
    /// The component tags that are in no other tag.
    pub(super) tags: Vec<&'p ComponentTag>,
    /// One for each of the tags.
    pub(super) components: Vec<Request>,
}

impl PageRequests<'_> {
    /// Whether all tags name components, and all requests have HTML as their answers.
    pub(super) fn are_answered(&self, answers: &Answers, bundle: &Bundle) -> bool {
        let mut are_known = true;
        for tag in &self.tags {
            walk(tag, &mut |tag| {
                are_known &= bundle.components.contains_key(&tag.name);
            });
        }
        let mut requests = [&self.shell].into_iter().chain(&self.components);
        let is_html =
            |request: &Request| matches!(answers.get(&request.key), Some(Answer::Html(_)));
        are_known && requests.all(is_html)
    }

    /// Whether a tag is rendered with the sidebar around its page, in which other pages are described.
    pub(super) fn ask_sidebar(&self, bundle: &Bundle) -> bool {
        let names = component_names(self.tags.iter().copied());
        let mut components = names.iter().filter_map(|name| bundle.components.get(name));
        components.any(|component| component.asks_sidebar)
    }
}

/// The requests of these pages. Of the site they depend on its properties only, but for tags that ask for the sidebar.
pub(super) fn page_requests<'p>(
    site: &Site,
    pages: &[&'p Page],
    bundle: &Bundle,
) -> Vec<PageRequests<'p>> {
    let shells = shell_requests(site, pages);
    let pages = pages.par_iter().zip(shells);
    pages
        .map(|(page, shell)| {
            let tags = outermost_tags(page);
            let components = tags.iter();
            let components = components.map(|tag| tree_request(site, page, tag, bundle));
            PageRequests {
                page,
                shell,
                components: components.collect(),
                tags,
            }
        })
        .collect()
}

fn shell_requests(site: &Site, pages: &[&Page]) -> Vec<Request> {
    let sites = site.props.iter();
    let sites = sites.map(|(locale, props)| (locale.as_str(), escape::to_json(props).into()));
    let sites: BTreeMap<&str, Arc<str>> = sites.collect();
    let items = sidebar_items(pages);
    pages
        .par_iter()
        .map(|page| {
            let mut props = page.props.clone();
            // The description is in the head, which Rust writes. Without it in the request, an edit of the page's first
            // paragraph does not render its shell again. Only lists of posts show theirs.
            let shows_description = matches!(
                props.content,
                PageContent::BlogList { .. } | PageContent::BlogArchive { .. }
            );
            props.description = props.description.filter(|_| shows_description);
            let sidebar = props.sidebar.as_mut();
            let shown = sidebar.and_then(|sidebar| sidebar.items.take());
            let site = sites.get(page.locale.as_str());
            let mut shared = vec![site.map_or_else(|| "null".into(), Arc::clone)];
            shared.extend(shown.map(|shown| Arc::clone(&items[&shown.as_ptr().addr()])));
            let page_json = escape::to_json(&props);
            Request::new(
                page.route.to_string(),
                format!("\"op\":\"shell\",\"page\":{page_json}}}"),
            )
            .with_shared(shared)
        })
        .collect()
}

/// The JSON of the items of the pages' sidebars by their addresses in memory, as most pages of a folder share theirs.
fn sidebar_items(pages: &[&Page]) -> HashMap<usize, Arc<str>> {
    let mut json = HashMap::new();
    for page in pages {
        let sidebar = page.props.sidebar.as_ref();
        if let Some(items) = sidebar.and_then(|sidebar| sidebar.items.as_deref()) {
            let new = || escape::to_json(&items).into();
            json.entry(items.as_ptr().addr()).or_insert_with(new);
        }
    }
    json
}

/// The request for a component tag.
pub(super) fn tree_request(
    site: &Site,
    page: &Page,
    tag: &ComponentTag,
    bundle: &Bundle,
) -> Request {
    let tree = splice::tree(tag);
    // An English site that changes no messages needs neither: its requests stay short.
    let words = site.props.get(&page.locale).map_or(String::new(), |props| {
        let locale = &props.locale;
        let is_default =
            locale.code == "en" && locale.calendar == "gregory" && props.messages.is_empty();
        if is_default {
            return String::new();
        }
        let (locale, messages) = (escape::to_json(locale), escape::to_json(&props.messages));
        format!(",\"locale\":{locale},\"messages\":{messages}")
    });
    let home = site
        .props
        .get(&page.locale)
        .and_then(|props| props.home.as_ref());
    let home = home.map_or(String::new(), |home| {
        format!(",\"home\":{}", escape::to_json(home))
    });
    let names = component_names([tag]);
    let components = names.iter().filter_map(|name| bundle.components.get(name));
    let asks_page = components.clone().any(|component| component.asks_page);
    let asks_sidebar = components.clone().any(|component| component.asks_sidebar);
    let category = asks_sidebar.then(|| category_of(site, page)).flatten();
    // Without them, equal tags of several pages are one request.
    let path = match page.props.content {
        PageContent::Component => path(page),
        _ if asks_page => path(page) + &doc(page, category),
        _ => String::new(),
    };
    Request::new(
        format!("{} (component `{}`)", page.route, tag.name),
        format!("\"op\":\"component\",\"tree\":{tree}{words}{home}{path}}}"),
    )
    .with_components(names)
}

/// The names of these tags and of all tags inside them.
pub(super) fn component_names<'t>(
    tags: impl IntoIterator<Item = &'t ComponentTag>,
) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for tag in tags {
        walk(tag, &mut |tag| {
            if !names.contains(&tag.name) {
                names.insert(tag.name.clone());
            }
        });
    }
    names
}

fn path(page: &Page) -> String {
    format!(",\"path\":{}", escape::to_json(&page.route))
}

/// The document for components that ask for it; empty on other pages.
fn doc(page: &Page, category: Option<Value>) -> String {
    let (Some(id), PageContent::Doc) = (&page.doc_id, &page.props.content) else {
        return String::new();
    };
    let toc = page
        .props
        .toc
        .iter()
        .map(|item| json!({"id": item.id, "value": item.html, "level": item.level}));
    let doc = json!({
        "id": id,
        "title": page.props.title,
        "description": page.props.description,
        "permalink": page.route,
        "version": page.version,
        "editUrl": page.props.edit_url,
        "frontMatter": page.front_matter.as_deref(),
        "toc": toc.collect::<Vec<_>>(),
        "category": category,
    });
    format!(",\"doc\":{}", escape::to_json(&doc))
}

/// The innermost category of the sidebar that contains a page or is its index page, with the descriptions of its pages; all
/// of the sidebar outside of categories.
pub(super) fn category_of(site: &Site, page: &Page) -> Option<Value> {
    let asset = &page.props.sidebar.as_ref()?.asset;
    let key = site.sidebar_keys.get(asset).unwrap_or(asset);
    let items = site.sidebars.get(key)?.as_slice();
    let whole = || json!({"type": "category", "label": "", "items": items});
    let innermost = innermost(items, page.route.as_str());
    let mut category = innermost.map_or_else(whole, |category| json!(category));
    let pages = site.pages.iter().filter(|one| one.locale == page.locale);
    let described =
        pages.filter_map(|one| Some((one.route.as_str(), one.props.description.as_deref()?)));
    describe(&mut category["items"], &described.collect());
    Some(category)
}

/// The innermost category above a path.
fn innermost<'i>(items: &'i [SidebarItem], path: &str) -> Option<&'i SidebarItem> {
    items.iter().find_map(|item| match item {
        SidebarItem::Category {
            href,
            items: Some(inner),
            ..
        } => {
            let holds =
                |one: &SidebarItem| matches!(one, SidebarItem::Link { href, .. } if href == path);
            let is_meant = href.as_deref() == Some(path) || inner.iter().any(holds);
            innermost(inner, path).or(is_meant.then_some(item))
        }
        _ => None,
    })
}

/// Gives items the descriptions of their pages.
fn describe(items: &mut Value, descriptions: &BTreeMap<&str, &str>) {
    for item in items.as_array_mut().into_iter().flatten() {
        let found = item["href"]
            .as_str()
            .and_then(|href| descriptions.get(href));
        if let Some(text) = found {
            item["description"] = Value::from(*text);
        }
        if let Some(items) = item.get_mut("items") {
            describe(items, descriptions);
        }
    }
}

/// The component tags that are in no other tag.
pub(super) fn outermost_tags(page: &Page) -> Vec<&ComponentTag> {
    page.slots
        .iter()
        .flatten()
        .filter_map(|segment| match segment {
            Segment::Component(tag) => Some(tag),
            _ => None,
        })
        .collect()
}
