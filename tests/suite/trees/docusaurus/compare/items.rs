//! Converts the sidebars of both sides to one form.

use super::{list, plain};
use bindery_compiler::model::{SidebarItem, Site};
use serde_json::{Value, json};

/// `default/current/main` as our trees are named: with the instance where two have a sidebar of this name.
pub(super) fn sidebar_key(site: &Site, key: &str) -> String {
    let mut parts = key.splitn(3, '/');
    let (instance, version, name) = (parts.next(), parts.next(), parts.next());
    let name = match (instance, name) {
        (Some("default"), Some("defaultSidebar")) => "docs",
        (Some(instance), Some("defaultSidebar")) => instance,
        (_, name) => name.unwrap_or_default(),
    };
    let version = version.unwrap_or_default();
    let long = format!("en-{version}-{}-{name}", instance.unwrap_or_default());
    match site.sidebars.contains_key(&long) {
        true => long,
        false => format!("en-{version}-{name}"),
    }
}

pub(super) fn item(item: &SidebarItem) -> Value {
    match item {
        SidebarItem::Link {
            label,
            href,
            class_name,
            custom_props,
            ..
        } => json!({
            "type": "link", "label": label, "href": plain(href), "class": class_name, "props": custom_props,
        }),
        SidebarItem::Html {
            value,
            default_style,
            class_name,
            ..
        } => json!({
            "type": "html", "html": value, "default": default_style, "class": class_name,
        }),
        SidebarItem::Category {
            label,
            href,
            collapsible,
            collapsed,
            class_name,
            custom_props,
            items,
            ..
        } => json!({
            "type": "category", "label": label, "href": href.as_deref().map(plain), "class": class_name,
            "props": custom_props, "collapsible": collapsible, "collapsed": collapsed,
            "items": items.iter().flatten().map(self::item).collect::<Vec<_>>(),
        }),
    }
}

/// As [`item`], of Docusaurus' JSON; `None` for an item that readers do not see.
pub(super) fn their_item(item: &Value) -> Option<Value> {
    let is_unlisted = item["unlisted"] == true;
    let href = item["href"].as_str().filter(|_| !is_unlisted).map(plain);
    let mut found = json!({"type": item["type"], "class": item["className"]});
    match item["type"].as_str()? {
        "link" if is_unlisted => return None,
        "html" => {
            found["html"] = item["html"].clone();
            found["default"] = json!(item["defaultStyle"] == true);
        }
        kind => {
            found["label"] = item["label"].clone();
            found["href"] = json!(href);
            found["props"] = item["customProps"].clone();
            if kind == "category" {
                let items: Vec<Value> =
                    list(&item["items"]).iter().filter_map(their_item).collect();
                if items.is_empty() && href.is_none() {
                    return None;
                }
                found["collapsible"] = item["collapsible"].clone();
                found["collapsed"] = item["collapsed"].clone();
                found["items"] = json!(items);
            }
        }
    }
    Some(found)
}
