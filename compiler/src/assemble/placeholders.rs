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
    let wanted = site.pages.iter().enumerate();
    let mut wanted = wanted.filter(|(_, page)| needs_filling(page)).peekable();
    if wanted.peek().is_none() {
        return;
    }
    let cards = Cards::new(site);
    let filled = wanted.map(|(at, page)| (at, fill_page(&cards, page, tree, sink)));
    let filled: Vec<(usize, FilledPage)> = filled.collect();
    for (at, filled) in filled {
        let page = &mut site.pages[at];
        page.slots = filled.slots;
        page.props.lists_cards = filled.lists_cards;
        if let Some(title) = filled.title {
            page.props.head_title = title;
        }
    }
}

/// What changes in a page.
struct FilledPage {
    slots: Vec<Slot>,
    title: Option<String>,
    lists_cards: bool,
}

fn fill_page(
    cards: &Cards<'_>,
    page: &Page,
    tree: &SourceTree,
    sink: &mut Diagnostics,
) -> FilledPage {
    let category = cards.category(page);
    let mut slots = page.slots.clone();
    let mut filler = Filler {
        cards,
        tree,
        page: (version_of(page), &page.locale),
        category: category.as_deref(),
        sink,
        title: None,
        lists_cards: false,
    };
    let changed = slots.iter_mut().filter(|slot| has_placeholders(slot));
    changed.for_each(|slot| filler.segments(slot.to_mut()));
    let Filler {
        title, lists_cards, ..
    } = filler;
    FilledPage {
        slots,
        title,
        lists_cards,
    }
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
    matches!(tag.name.as_str(), "DocCard" | "DocCardList" | "Head")
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

/// The pages that cards show.
struct Cards<'s> {
    site: &'s Site,
    /// By file and locale.
    by_file: BTreeMap<(FileId, &'s str), &'s Page>,
    /// The descriptions of pages by path.
    descriptions: BTreeMap<&'s str, &'s str>,
    /// The descriptions of documents by version, id and locale.
    of_documents: BTreeMap<DocumentKey<'s>, &'s str>,
}

/// The version of a document, its id and its locale.
type DocumentKey<'s> = (Option<&'s str>, &'s str, &'s str);

impl<'s> Cards<'s> {
    fn new(site: &'s Site) -> Self {
        let mut cards = Cards {
            site,
            by_file: BTreeMap::new(),
            descriptions: BTreeMap::new(),
            of_documents: BTreeMap::new(),
        };
        for page in &site.pages {
            if let Some(file) = page.source {
                cards.by_file.insert((file, &page.locale), page);
            }
            if let Some(text) = &page.props.description {
                cards.descriptions.insert(page.route.as_str(), text);
                if let Some(id) = &page.doc_id {
                    let key = (version_of(page), id.as_str(), page.locale.as_str());
                    cards.of_documents.insert(key, text);
                }
            }
        }
        cards
    }

    /// The card of the page that a file became.
    fn of_file(&self, file: FileId, locale: &str) -> Option<Value> {
        let page = self.by_file.get(&(file, locale))?;
        let (title, description) = (&page.props.title, &page.props.description);
        let href = page.route.as_str();
        let mut card = json!({"type": "link", "label": title, "title": title, "href": href});
        if let Some(text) = description {
            card["description"] = Value::from(text.as_str());
        }
        // Components of Docusaurus sites read these of a required document.
        if let Some(id) = &page.doc_id {
            card["metadata"] =
                json!({"id": id, "title": title, "permalink": href, "description": description});
        }
        Some(card)
    }

    /// Gives the items of cards that name a document by `docId` its description, if they have none.
    fn describe(&self, value: &mut Value, page: (Option<&str>, &str)) {
        match value {
            Value::Array(items) => items.iter_mut().for_each(|item| self.describe(item, page)),
            Value::Object(item) if !item.contains_key("description") => {
                let id = item.get("docId").and_then(Value::as_str);
                let text = id.and_then(|id| self.of_documents.get(&(page.0, id, page.1)));
                if let Some(text) = text {
                    item.insert("description".to_owned(), Value::from(*text));
                }
            }
            _ => {}
        }
    }

    /// The cards of the innermost category that contains a page or is its index page; outside of categories those of the
    /// whole sidebar; `None` outside of sidebars.
    fn category(&self, page: &Page) -> Option<Vec<Value>> {
        let items = (self.site.sidebars).get(&page.props.sidebar.as_ref()?.asset)?;
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
            .copied();
        if let (Some(text), Some(card)) = (description, card.as_object_mut()) {
            card.insert("description".to_owned(), Value::from(text));
        }
        Some(card)
    }
}

/// The version whose document a page is.
fn version_of(page: &Page) -> Option<&str> {
    page.props.version.as_deref()
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
    cards: &'f Cards<'f>,
    tree: &'f SourceTree,
    /// The version and the locale of the page.
    page: (Option<&'f str>, &'f str),
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
        let key = match name.as_str() {
            "DocCardList" => "items",
            "DocCard" => "item",
            _ => return,
        };
        if let Some(value) = tag.props.get_mut(key) {
            self.cards.describe(value.to_mut(), self.page);
        }
    }

    fn value(&mut self, value: &mut Value, name: &str, span: Span) {
        let filled = match Placeholder::from_value(value) {
            Some(Placeholder::Page(path)) => {
                let file = self.tree.find(path).map(|file| file.id);
                let page = file.and_then(|file| self.cards.of_file(file, self.page.1));
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
