//! Checks the items of `<Tabs>`.

use crate::document::{ComponentTag, Segment};
use crate::renderer::Renderer;
use crate::renderer::open_element::OpenTagKind;
use bindery_source::Span;
use bindery_source::diagnostic::{Code, did_you_mean_or};
use serde_json::Value;

impl Renderer<'_, '_, '_> {
    /// Reports tabs without items, with other content, with a value used twice or with an unknown default.
    pub(crate) fn check_tabs(&mut self, tabs: &ComponentTag) {
        let items: Vec<&ComponentTag> = tabs
            .children
            .iter()
            .filter_map(|segment| match segment {
                Segment::Component(tag) if tag.name == "TabItem" => Some(tag),
                _ => None,
            })
            .collect();
        if items.is_empty() {
            let help = "write `<TabItem value=\"…\">` between its tags";
            return self.refuse_tabs(tabs.span, "`<Tabs>` has no `<TabItem>`", help);
        }
        let has_other = tabs.children.iter().any(|segment| match segment {
            Segment::Html(html) => !html.trim().is_empty(),
            Segment::Component(tag) => tag.name != "TabItem",
            _ => true,
        });
        if has_other {
            let help = "move it into one of the items, or out of the tabs";
            self.refuse_tabs(
                tabs.span,
                "`<Tabs>` holds something besides `<TabItem>`",
                help,
            );
        }
        self.check_tab_values(tabs, &items);
        let has_unnamed_query = tabs.prop("queryString") == Some(&Value::Bool(true));
        if has_unnamed_query && !tabs.props.contains_key("groupId") {
            let message = "`queryString` without a name needs a `groupId`";
            let help = "write `queryString=\"name\"`, or add a `groupId`";
            self.refuse_tabs(tabs.span, message, help);
        }
    }

    /// Reports an item outside of `<Tabs>`: no button would show it. A component of the site may put its children into tabs.
    pub(crate) fn check_tab_item(&mut self, item: &ComponentTag) {
        let props = self.context.props;
        let may_be_tabs = |kind: &OpenTagKind| match kind {
            OpenTagKind::Component(tag) => {
                tag.name == "Tabs"
                    || tag.name.starts_with("@site/")
                    || props.contains_key(&tag.name)
            }
            // The component has an error of its own.
            OpenTagKind::ChildrenOnly => true,
            _ => false,
        };
        if !self.is_in(may_be_tabs) {
            let help = "write `<Tabs>` and `</Tabs>` around the items";
            self.refuse_tabs(item.span, "`<TabItem>` is not in `<Tabs>`", help);
        }
    }

    /// The values of the items are unique, and the default is one of them.
    fn check_tab_values(&mut self, tabs: &ComponentTag, items: &[&ComponentTag]) {
        let values: Vec<&str> = items.iter().filter_map(|item| item.text("value")).collect();
        for (at, item) in items.iter().enumerate() {
            let Some(value) = item.text("value") else {
                continue;
            };
            if items[..at]
                .iter()
                .any(|above| above.text("value") == Some(value))
            {
                let message = format!("these tabs have the value `{value}` twice");
                self.refuse_tabs(
                    item.span,
                    &message,
                    "give each `<TabItem>` a value of its own",
                );
            }
        }
        let default = tabs.text("defaultValue");
        if let Some(default) = default.filter(|default| !values.contains(default)) {
            let message = format!("these tabs have no value `{default}` for their default");
            let help = did_you_mean_or(default, values, "name the value of one of the items");
            self.refuse_tabs(tabs.span, &message, &help);
        }
    }

    fn refuse_tabs(&mut self, span: Span, message: &str, help: &str) {
        self.sink.error(Code::BadTabs, span, message).help(help);
    }
}
