//! Sidebars as the interface renders them.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use std::sync::Arc;

/// An entry of a sidebar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(
    tag = "type",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
pub enum SidebarItem {
    /// A link.
    Link {
        /// The text.
        label: String,
        /// The path or url that the link leads to.
        href: String,
        /// Whether the link leads to another site.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        external: bool,
        /// A CSS class.
        #[serde(skip_serializing_if = "Option::is_none")]
        class_name: Option<String>,
        /// `customProps` of the item.
        #[serde(skip_serializing_if = "Option::is_none")]
        custom_props: Option<Map<String, Value>>,
        /// Whether the page is unlisted: only its own sidebar shows it.
        #[serde(skip)]
        is_unlisted: bool,
    },
    /// HTML of the site.
    Html {
        /// The HTML, without what the content security policy refuses.
        value: String,
        /// Whether the item looks like the other items.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        default_style: bool,
        /// A CSS class.
        #[serde(skip_serializing_if = "Option::is_none")]
        class_name: Option<String>,
        /// `customProps` of the item.
        #[serde(skip_serializing_if = "Option::is_none")]
        custom_props: Option<Map<String, Value>>,
    },
    /// A group of items.
    Category {
        /// The text.
        label: String,
        /// The path or url that the label links to; null for a category without a page of its own.
        href: Option<String>,
        /// The first page of a category without a page: the target of its heading without JavaScript.
        #[serde(skip_serializing_if = "Option::is_none")]
        first_href: Option<String>,
        /// Absent means true.
        #[serde(skip_serializing_if = "is_default_true")]
        collapsible: bool,
        /// Whether the category is closed at first; absent means true.
        #[serde(skip_serializing_if = "is_default_true")]
        collapsed: bool,
        /// A CSS class.
        #[serde(skip_serializing_if = "Option::is_none")]
        class_name: Option<String>,
        /// `customProps` of the item.
        #[serde(skip_serializing_if = "Option::is_none")]
        custom_props: Option<Map<String, Value>>,
        /// Absent if the category is closed on this page: the asset of the sidebar holds the items.
        #[serde(skip_serializing_if = "Option::is_none")]
        items: Option<Vec<SidebarItem>>,
        /// The path of its own page, if that is unlisted.
        #[serde(skip)]
        unlisted_href: Option<String>,
    },
}

impl SidebarItem {
    /// The item; a category has `items` instead of its own.
    #[must_use]
    pub fn with_items(&self, items: Option<Vec<SidebarItem>>) -> SidebarItem {
        let SidebarItem::Category {
            label,
            href,
            first_href,
            collapsible,
            collapsed,
            class_name,
            custom_props,
            items: _,
            unlisted_href,
        } = self
        else {
            return self.clone();
        };
        SidebarItem::Category {
            label: label.clone(),
            href: href.clone(),
            first_href: first_href.clone(),
            collapsible: *collapsible,
            collapsed: *collapsed,
            class_name: class_name.clone(),
            custom_props: custom_props.clone(),
            items,
            unlisted_href: unlisted_href.clone(),
        }
    }
}

/// A value that nearly every category has is left out, because each page repeats the categories of its path.
#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands over a reference"
)]
fn is_default_true(value: &bool) -> bool {
    *value
}

/// The sidebar of a page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SidebarProps {
    /// The id of the sidebar, such as `docs`.
    pub id: String,
    /// The URL of the whole sidebar.
    pub asset: String,
    /// The items to render at once: closed categories have none. Null in payloads.
    // An `Arc`, because neighbouring pages share them.
    #[serde(serialize_with = "shared")]
    pub items: Option<Arc<[SidebarItem]>>,
}

fn shared<S: Serializer>(
    items: &Option<Arc<[SidebarItem]>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    items.as_deref().serialize(serializer)
}
