//! Rewrites the HTML of the configuration: announcement, items of navbar, footer and sidebars.
//!
//! It follows the rules for articles: no style attribute, and a link to another origin opens a new tab and says so.

use crate::html::styles::{self, Rules};
use crate::model::{NavbarItem, SidebarItem, Site, SiteProps};
use bindery_html::{Edits, Tag, TokenKind, decode, tokenize};
use std::collections::BTreeMap;
use std::mem::take;
use std::sync::Arc;

/// Rewrites the HTML of all locales; the rules that replace style attributes go into the sheet of every page.
pub(super) fn rewrite(site: &mut Site) {
    let mut rules = Rules::new();
    for props in site.props.values_mut() {
        let note = props.messages.get("theme.common.opensInNewTab");
        let note = note.map_or("(opens in new tab)", String::as_str).to_owned();
        let own = props.url.clone();
        each(props, &mut |html| {
            let plain = styles::extract(take(html), &mut rules);
            *html = with_targets(&plain, &own, &note);
        });
    }
    rewrite_sidebars(site, &mut rules);
    if !rules.is_empty() {
        let sheet = site.styles.all.get_or_insert_default();
        sheet.push_str(&styles::sheet(&rules));
    }
}

fn each(props: &mut SiteProps, change: &mut impl FnMut(&mut String)) {
    let footer = &mut props.footer;
    let items = footer.columns.iter_mut().flat_map(|one| &mut one.items);
    let bar = props.announcement.as_mut().map(|bar| &mut bar.html);
    let parts = bar.into_iter().chain(&mut footer.lines);
    let parts = parts.chain(&mut footer.copyright);
    parts
        .chain(items.filter_map(|item| item.html.as_mut()))
        .for_each(&mut *change);
    each_item(&mut props.navbar, change);
}

fn each_item(items: &mut [NavbarItem], change: &mut impl FnMut(&mut String)) {
    for item in items {
        item.html.iter_mut().for_each(&mut *change);
        each_item(&mut item.items, change);
    }
}

/// Replaces the style attributes of sidebars, in the whole trees and in what pages have of them.
fn rewrite_sidebars(site: &mut Site, rules: &mut Rules) {
    let has_styles = |items: &Vec<SidebarItem>| items.iter().any(has_style);
    if !site.sidebars.values().any(has_styles) {
        return;
    }
    for items in site.sidebars.values_mut() {
        extract_styles(items, rules);
    }
    // Neighbouring pages share their items. Each list is changed once; the old ones stay alive until then, so that no new
    // one gets the address of another.
    let mut changed: BTreeMap<usize, [Arc<[SidebarItem]>; 2]> = BTreeMap::new();
    for page in &mut site.pages {
        let Some(items) = page
            .props
            .sidebar
            .as_mut()
            .and_then(|one| one.items.as_mut())
        else {
            continue;
        };
        let [_, new] = changed.entry(items.as_ptr().addr()).or_insert_with(|| {
            let mut own = items.to_vec();
            extract_styles(&mut own, rules);
            [items.clone(), own.into()]
        });
        *items = new.clone();
    }
}

fn has_style(item: &SidebarItem) -> bool {
    match item {
        SidebarItem::Html { value, .. } => value.contains("style"),
        SidebarItem::Category { items, .. } => items.iter().flatten().any(has_style),
        SidebarItem::Link { .. } => false,
    }
}

fn extract_styles(items: &mut [SidebarItem], rules: &mut Rules) {
    for item in items {
        match item {
            SidebarItem::Html { value, .. } => *value = styles::extract(take(value), rules),
            SidebarItem::Category {
                items: Some(items), ..
            } => extract_styles(items, rules),
            SidebarItem::Category { .. } | SidebarItem::Link { .. } => {}
        }
    }
}

/// Adds `target` and `rel` to links to other origins than the site's `own`, and `note` after their text. A link that
/// has a `target` only gets `rel`.
fn with_targets(html: &str, own: &str, note: &str) -> String {
    let mut edits = Edits::new(html);
    let mut is_new_tab = false;
    for token in tokenize(html) {
        match &token.kind {
            TokenKind::StartTag(tag) if tag.is("a") && is_foreign(tag, own) => {
                let target = tag.value("target");
                is_new_tab = target.is_none_or(|target| target == "_blank");
                if target.is_none() {
                    edits.insert_attributes(&token, tag, " target=\"_blank\"");
                }
                if is_new_tab && tag.attribute("rel").is_none() {
                    edits.insert_attributes(&token, tag, " rel=\"noopener noreferrer\"");
                }
                // The author's `aria-label` replaces the text, so that a note after the text would not be read.
                is_new_tab &= tag.attribute("aria-label").is_none();
            }
            TokenKind::EndTag(tag) if tag.is("a") && is_new_tab => {
                let note = format!(" <span class=\"vh\">{note}</span>");
                edits.insert(token.range.start, &note);
                is_new_tab = false;
            }
            _ => {}
        }
    }
    edits.finish()
}

fn is_foreign(tag: &Tag<'_>, own: &str) -> bool {
    let Some(href) = tag.value("href") else {
        return false;
    };
    let href = decode(href.trim_ascii());
    let is_absolute = ["https://", "http://", "//"]
        .iter()
        .any(|start| href.starts_with(start));
    let rest = href.strip_prefix(own);
    is_absolute && !rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{AnnouncementProps, SidebarProps};
    use crate::testing;

    fn check(html: &str) -> (String, Option<String>) {
        let mut site = testing::site(Vec::new());
        let props = site.props.get_mut("en").unwrap();
        props.announcement = Some(AnnouncementProps {
            id: "x".to_owned(),
            html: html.to_owned(),
            closeable: true,
        });
        rewrite(&mut site);
        let html = site.props["en"].announcement.as_ref().unwrap().html.clone();
        (html, site.styles.all)
    }

    #[test]
    fn links_that_lead_away_open_a_new_tab_and_say_so() {
        let note = " <span class=\"vh\">(opens in new tab)</span></a>";
        let rel = "rel=\"noopener noreferrer\"";
        for (written, made) in [
            (
                "<a href=\"https://x.example\">X</a> & <i>y</i>",
                format!("<a target=\"_blank\" {rel} href=\"https://x.example\">X{note} & <i>y</i>"),
            ),
            (
                "<a href=\"//x.example\" target=\"_blank\">X</a>",
                format!("<a {rel} href=\"//x.example\" target=\"_blank\">X{note}"),
            ),
            (
                "<a href=\"https://x.example\" aria-label=\"X\"><b>x</b></a>",
                format!(
                    "<a target=\"_blank\" {rel} href=\"https://x.example\" aria-label=\"X\"><b>x</b></a>"
                ),
            ),
        ] {
            assert_eq!(check(written), (made, None));
        }
    }

    #[test]
    fn other_links_stay_as_they_are() {
        for html in [
            "<a href=\"/docs\">X</a>",
            "<a href=\"https://example.org/docs\">X</a>",
            "<a href=\"mailto:a@x.example\">X</a>",
            "<abbr title=\"https://x.example\">X</abbr><a id=\"y\">Y</a>",
            "1 < 2",
        ] {
            assert_eq!(check(html), (html.to_owned(), None));
        }
        let (html, _) = check("<a href=\"https://x.example\" target=\"_self\">X</a>");
        assert!(!html.contains("rel=") && !html.contains("vh"), "{html}");
    }

    #[test]
    fn style_attributes_of_sidebars_become_rules_in_the_trees_and_in_the_pages() {
        let mut site = testing::site(vec![
            testing::page("/a", "A", Vec::new()),
            testing::page("/b", "B", Vec::new()),
        ]);
        let html = SidebarItem::Html {
            value: "<i style=\"color: red\">x</i>".to_owned(),
            default_style: false,
            class_name: None,
            custom_props: None,
        };
        let shared: Arc<[SidebarItem]> = vec![html.clone()].into();
        for page in &mut site.pages {
            page.props.sidebar = Some(SidebarProps {
                id: "docs".to_owned(),
                asset: "docs".to_owned(),
                items: Some(shared.clone()),
            });
        }
        site.sidebars.insert("docs".to_owned(), vec![html]);
        rewrite(&mut site);
        let of = |page: usize| {
            let sidebar: &SidebarProps = site.pages[page].props.sidebar.as_ref().unwrap();
            sidebar.items.clone().unwrap()
        };
        let SidebarItem::Html { value, .. } = &site.sidebars["docs"][0] else {
            panic!("HTML");
        };
        assert!(value.starts_with("<i class=\"st-"), "{value}");
        assert_eq!(of(0)[0], site.sidebars["docs"][0]);
        assert!(Arc::ptr_eq(&of(0), &of(1)));
        assert!(site.styles.all.unwrap().ends_with("{color: red}\n"));
    }

    #[test]
    fn style_attributes_become_rules_of_every_page() {
        let (html, sheet) = check("<hr style=\"margin: 0.3rem 0;\">");
        assert!(html.starts_with("<hr class=\"st-"), "{html}");
        assert!(sheet.unwrap().ends_with("{margin: 0.3rem 0}\n"));
    }
}
