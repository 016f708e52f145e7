//! Translates the texts of the configuration: navbar, footer and the blog's lists.

use super::Messages;
use crate::config::{BlogConfig, FooterConfig, NavbarEntry, SiteConfig, Target};
use crate::diagnostic::Diagnostics;

pub(super) fn translate_navbar(config: &mut SiteConfig, navbar: &Messages, sink: &mut Diagnostics) {
    let mut known = vec!["title".to_owned(), "logo.alt".to_owned()];
    let id = |label: &str| format!("item.label.{label}");
    let mut labels = Vec::new();
    visit_labels(&mut config.navbar, &mut |label| labels.push(label.clone()));
    known.extend(labels.iter().map(|label| id(label)));
    navbar.report_unknown(&known, sink);
    if let Some(title) = navbar.get("title") {
        config.navbar_title = Some(title.to_owned());
    }
    if let Some(logo) = &mut config.logo {
        navbar.replace("logo.alt", &mut logo.alt);
    }
    visit_labels(&mut config.navbar, &mut |label| {
        navbar.replace(&id(label), label)
    });
}

/// Visits the labels of items and of their children.
fn visit_labels(entries: &mut [NavbarEntry], visit: &mut impl FnMut(&mut String)) {
    for entry in entries {
        if let Some(label) = &mut entry.label {
            visit(label);
        }
        match &mut entry.target {
            Target::Dropdown(items) => visit_labels(items, visit),
            Target::Versions { before, after, .. } | Target::Locales { before, after, .. } => {
                visit_labels(before, visit);
                visit_labels(after, visit);
            }
            _ => {}
        }
    }
}

pub(super) fn translate_footer(
    footer: &mut FooterConfig,
    messages: &Messages,
    sink: &mut Diagnostics,
) {
    let title_id = |title: &str| format!("link.title.{title}");
    let label_id = |label: &str| format!("link.item.label.{label}");
    let mut known = vec!["copyright".to_owned(), "logo.alt".to_owned()];
    for column in &footer.columns {
        known.push(title_id(&column.title));
        known.extend(column.items.iter().map(|item| label_id(&item.label)));
    }
    messages.report_unknown(&known, sink);
    for column in &mut footer.columns {
        messages.replace(&title_id(&column.title), &mut column.title);
        for item in &mut column.items {
            messages.replace(&label_id(&item.label), &mut item.label);
        }
    }
    if let Some((copyright, _)) = &mut footer.copyright {
        messages.replace("copyright", copyright);
    }
}

pub(super) fn translate_blog(blog: &mut BlogConfig, options: &Messages, sink: &mut Diagnostics) {
    let known = ["title", "description", "sidebar.title"].map(str::to_owned);
    options.report_unknown(&known, sink);
    options.replace("title", &mut blog.title);
    options.replace("sidebar.title", &mut blog.sidebar_title);
    if let Some(description) = options.get("description") {
        blog.description = Some(description.to_owned());
    }
}
