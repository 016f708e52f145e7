//! Translates the labels of a sidebar into a locale.

use super::items::{Category, CategoryTarget, Item};
use crate::assemble::context::DocsVersion;

/// Docusaurus' name of a generated sidebar, which imported trees use in their translations.
const GENERATED_SIDEBAR: &str = "defaultSidebar";

/// Translates the labels of a sidebar's categories and links, and the titles of its index pages.
pub(crate) fn translate_labels(version: &DocsVersion<'_>, name: &str, items: &mut [Item]) {
    if version.config.messages.is_empty() {
        return;
    }
    let names = [name, GENERATED_SIDEBAR];
    let translation = |id: &str| {
        let ids = names.iter().map(|name| format!("sidebar.{name}.{id}"));
        let mut texts = ids.filter_map(|id| version.config.messages.get(&id));
        texts.next().cloned()
    };
    translate_items(&translation, items);
}

fn translate_items(translation: &impl Fn(&str) -> Option<String>, items: &mut [Item]) {
    for item in items {
        let (kind, label) = match item {
            Item::Category(category) => {
                translate_category(translation, category);
                translate_items(translation, &mut category.items);
                continue;
            }
            Item::Link(link) => ("link", Some(&mut link.label)),
            Item::Doc(doc) => ("doc", doc.label.as_mut()),
            Item::Html(_) => continue,
        };
        if let Some(label) = label
            && let Some(own) = translation(&format!("{kind}.{label}"))
        {
            *label = own;
        }
    }
}

fn translate_category(translation: &impl Fn(&str) -> Option<String>, category: &mut Category) {
    let id = format!("category.{}", category.label);
    let label = translation(&id);
    if let CategoryTarget::Index(index) = &mut category.target {
        let own = |part: &str| translation(&format!("{id}.link.generated-index.{part}"));
        // An index page without a title has the label as its title.
        let untitled = index.title == category.label;
        let by_label = label.clone().filter(|_| untitled);
        if let Some(title) = own("title").or(by_label) {
            index.title = title;
        }
        if let Some(description) = own("description") {
            index.description = Some(description);
        }
    }
    if let Some(label) = label {
        category.label = label;
    }
}
