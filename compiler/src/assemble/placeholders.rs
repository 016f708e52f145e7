//! Fills the placeholders in the properties of component tags with data of the assembled site: pages as items of cards,
//! the items of a sidebar category. Also takes the title of a page from `<Head>`.

use crate::diagnostic::{Code, Diagnostics};
use crate::document::{ComponentTag, DataValue, Segment};
use crate::markdown::Placeholder;
use crate::model::{Page, SidebarItem, Site, Slot};
use crate::source::{FileId, SourceTree, Span};
use bindery_html::tree::{self, Node};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Fills the placeholders of all pages.
pub(super) fn fill_placeholders(site: &mut Site, tree: &SourceTree, sink: &mut Diagnostics) {
    if !site.pages.iter().any(needs_filling) {
        return;
    }
    let cards = Cards::new(site);
    let mut pages = std::mem::take(&mut site.pages);
    for page in pages.iter_mut().filter(|page| needs_filling(page)) {
        let category = cards.category(site, page);
        let mut slots = std::mem::take(&mut page.slots);
        let mut filler = Filler {
            cards: &cards,
            tree,
            locale: &page.locale,
            category: category.as_deref(),
            sink,
            title: None,
            lists_cards: false,
        };
        let changed = slots.iter_mut().filter(|slot| has_placeholders(slot));
        changed.for_each(|slot| filler.segments(slot.to_mut()));
        if let Some(title) = filler.title {
            page.props.head_title = title;
        }
        page.props.lists_cards = filler.lists_cards;
        page.slots = slots;
    }
    site.pages = pages;
}

/// Whether a page has a tag with a placeholder.
fn needs_filling(page: &Page) -> bool {
    page.slots.iter().any(has_placeholders)
}

fn has_placeholders(slot: &Slot) -> bool {
    slot.has_placeholders(|segments| segments.iter().any(needs_filling_in))
}

fn needs_filling_in(segment: &Segment) -> bool {
    matches!(segment, Segment::Component(tag) if has_placeholder(tag))
}

fn has_placeholder(tag: &ComponentTag) -> bool {
    let mut own = tag.props.values().filter_map(DataValue::owned);
    matches!(tag.name.as_str(), "DocCardList" | "Head")
        || own.any(holds_placeholder)
        || tag.children.iter().any(needs_filling_in)
}

fn holds_placeholder(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(holds_placeholder),
        Value::Object(members) => {
            Placeholder::from_value(value).is_some() || members.values().any(holds_placeholder)
        }
        _ => false,
    }
}

/// The cards of pages.
struct Cards {
    /// The cards of pages by file and locale.
    by_file: BTreeMap<(FileId, String), Value>,
    /// The descriptions of pages by path.
    descriptions: BTreeMap<String, String>,
}

impl Cards {
    fn new(site: &Site) -> Self {
        let mut cards = Cards {
            by_file: BTreeMap::new(),
            descriptions: BTreeMap::new(),
        };
        for page in &site.pages {
            let href = page.route.to_string();
            let description = page.props.description.clone();
            if let Some(file) = page.source {
                let mut item = json!({"type": "link", "label": page.props.title, "title": page.props.title, "href": href});
                if let (Some(text), Some(item)) = (&description, item.as_object_mut()) {
                    item.insert("description".to_owned(), Value::from(text.as_str()));
                }
                // Components of Docusaurus sites read these of a required document.
                if let Some(id) = &page.doc_id {
                    item["metadata"] = json!({"id": id, "title": page.props.title, "permalink": href, "description": description});
                }
                cards.by_file.insert((file, page.locale.clone()), item);
            }
            if let Some(text) = description {
                cards.descriptions.insert(href, text);
            }
        }
        cards
    }

    /// The cards of the innermost category that contains a page or is its index page; outside of categories those of the
    /// whole sidebar; `None` outside of sidebars.
    fn category(&self, site: &Site, page: &Page) -> Option<Vec<Value>> {
        let items = site.sidebars.get(&page.props.sidebar.as_ref()?.asset)?;
        let items = innermost(items, page.route.as_str()).unwrap_or(items);
        Some(items.iter().filter_map(|item| self.card(item)).collect())
    }

    fn card(&self, item: &SidebarItem) -> Option<Value> {
        let mut card = match item {
            SidebarItem::Link { label, href, .. } => {
                json!({"type": "link", "label": label, "href": href})
            }
            SidebarItem::Category {
                label,
                href,
                first_href,
                items,
                ..
            } => {
                let shown = href.as_ref().or(first_href.as_ref())?;
                let count = items.as_ref().map_or(0, Vec::len);
                let card =
                    json!({"type": "category", "label": label, "href": shown, "count": count});
                // The description of the first page is not that of the category.
                if href.is_none() {
                    return Some(card);
                }
                card
            }
            #[allow(unreachable_patterns, reason = "other items are no cards")]
            _ => return None,
        };
        let description = card.get("href").and_then(Value::as_str);
        let description = description
            .and_then(|href| self.descriptions.get(href))
            .cloned();
        if let (Some(text), Some(card)) = (description, card.as_object_mut()) {
            card.insert("description".to_owned(), Value::from(text));
        }
        Some(card)
    }
}

/// The items of the innermost category above a path.
fn innermost<'i>(items: &'i [SidebarItem], path: &str) -> Option<&'i [SidebarItem]> {
    items.iter().find_map(|item| match item {
        SidebarItem::Category {
            href,
            items: Some(inner),
            ..
        } => {
            let is_own = href.as_deref() == Some(path);
            let holds =
                |item: &SidebarItem| matches!(item, SidebarItem::Link { href, .. } if href == path);
            innermost(inner, path).or_else(|| (is_own || inner.iter().any(holds)).then_some(inner))
        }
        _ => None,
    })
}

struct Filler<'f> {
    cards: &'f Cards,
    tree: &'f SourceTree,
    locale: &'f str,
    category: Option<&'f [Value]>,
    sink: &'f mut Diagnostics,
    title: Option<String>,
    lists_cards: bool,
}

impl Filler<'_> {
    fn segments(&mut self, segments: &mut [Segment]) {
        for segment in segments {
            if let Segment::Component(tag) = segment {
                self.tag(tag);
                self.segments(&mut tag.children);
            }
        }
    }

    fn tag(&mut self, tag: &mut ComponentTag) {
        if tag.name == "Head" {
            let html = tag.text("html").unwrap_or_default();
            self.title = title_of(html).or(self.title.take());
        }
        self.lists_cards |= tag.name == "DocCardList";
        if tag.name == "DocCardList" && !tag.props.contains_key("items") {
            let items = Placeholder::CategoryItems.to_value();
            tag.props.insert("items".to_owned(), items.into());
        }
        let name = tag.name.clone();
        for value in tag.props.values_mut() {
            if holds_placeholder(value.value()) {
                self.value(value.to_mut(), &name, tag.span);
            }
        }
    }

    fn value(&mut self, value: &mut Value, name: &str, span: Span) {
        let filled = match Placeholder::from_value(value) {
            Some(Placeholder::Page(path)) => {
                let file = self.tree.find(path).map(|file| file.id);
                let key = file.map(|file| (file, self.locale.to_owned()));
                let page = key.and_then(|key| self.cards.by_file.get(&key)).cloned();
                if page.is_none() {
                    let message = format!("`{path}` is not a published page");
                    self.sink
                        .warn(Code::BrokenLink, span, message)
                        .help("it is a draft, a partial or outside of the content folders: publish it, or name another page");
                }
                Some(page.unwrap_or_default())
            }
            Some(Placeholder::CategoryItems) => {
                if self.category.is_none() {
                    let message = format!(
                        "`<{name}>` lists the page's sidebar category, but the page is in no sidebar"
                    );
                    self.sink
                        .error(Code::OutsideCategory, span, message)
                        .help("give it `items={[…]}`, or put the page into a sidebar");
                }
                Some(Value::Array(self.category.unwrap_or_default().to_vec()))
            }
            Some(Placeholder::Asset(_) | Placeholder::Toc) | None => None,
        };
        match (filled, value) {
            (Some(filled), value) => *value = filled,
            (None, Value::Array(items)) => {
                items
                    .iter_mut()
                    .for_each(|item| self.value(item, name, span));
            }
            (None, Value::Object(members)) => {
                members
                    .values_mut()
                    .for_each(|member| self.value(member, name, span));
            }
            (None, _) => {}
        }
    }
}

/// The text of the `<title>` in the content of a `<Head>`.
fn title_of(html: &str) -> Option<String> {
    tree::parse(html).iter().find_map(|node| match node {
        Node::Element(element) if element.name == "title" => Some(element.text()),
        _ => None,
    })
}
