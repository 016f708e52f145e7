//! Makes the names of the regions (`role="region"`) of an article unique: the second `Skill` becomes `Skill (2)`.
//!
//! A table is a scrollable region with the name of the heading above it, and one heading may have several tables. Users
//! of screen readers who move from region to region need a different name for each.

use bindery_html::{Edits, TokenKind, tokenize};
use std::collections::BTreeMap;

/// The HTML of an article with a number behind each repeated region name; `seen` counts the names of the page so far.
#[must_use]
pub fn uniquify_region_labels(html: String, seen: &mut BTreeMap<String, usize>) -> String {
    if !html.contains("region") {
        return html;
    }
    let mut edits = Edits::new(&html);
    for token in tokenize(&html) {
        let TokenKind::StartTag(tag) = &token.kind else {
            continue;
        };
        if let Some(label) = tag.attribute("aria-label")
            && tag.value("role") == Some("region")
        {
            let count = seen.entry(label.value.to_owned()).or_default();
            *count += 1;
            if *count > 1 {
                edits.append_to_value(label, &format!(" ({count})"));
            }
        }
    }
    edits.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_region_of_a_name_has_a_number() {
        let region = |name: &str| format!("<div role=\"region\" aria-label=\"{name}\">a < b</div>");
        let mut seen = BTreeMap::new();
        let first = [region("Skill"), region("Burst"), region("Skill")].concat();
        let expected = [region("Skill"), region("Burst"), region("Skill (2)")].concat();
        assert_eq!(uniquify_region_labels(first, &mut seen), expected);
        // Another article of the same page.
        assert_eq!(
            uniquify_region_labels(region("Skill"), &mut seen),
            region("Skill (3)")
        );
    }

    #[test]
    fn other_names_stay() {
        let html =
            "<p role=\"region\">x</p><nav aria-label=\"A\"></nav><nav aria-label=\"A\"></nav>";
        assert_eq!(
            uniquify_region_labels(html.to_owned(), &mut BTreeMap::new()),
            html
        );
    }
}
