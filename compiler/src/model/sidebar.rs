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
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub enum SidebarItem {
    Link {
        label: String,
        href: String,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        external: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        class_name: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        custom_props: Option<Map<String, Value>>,
        #[serde(skip)]
        is_unlisted: bool,
    },
    Html {
        value: String,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        default_style: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        class_name: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        custom_props: Option<Map<String, Value>>,
    },
    Category {
        label: String,
        href: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        first_href: Option<String>,
        #[serde(skip_serializing_if = "is_default_true")]
        collapsible: bool,
        #[serde(skip_serializing_if = "is_default_true")]
        collapsed: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        class_name: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        custom_props: Option<Map<String, Value>>,
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
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct SidebarProps {
    pub id: String,
    pub asset: String,
    /// Neighbouring pages share them.
    #[serde(serialize_with = "shared")]
    pub items: Option<Arc<[SidebarItem]>>,
}

fn shared<S: Serializer>(
    items: &Option<Arc<[SidebarItem]>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    items.as_deref().serialize(serializer)
}
