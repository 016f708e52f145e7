//! Checks the style sheets of the interface.

use crate::assert_none;
use bindery_tidy::files::{SourceText, files, lines_where};

fn interface(ending: &str) -> Vec<SourceText> {
    let folders = ["ui/src", "content/components"];
    folders
        .iter()
        .flat_map(|folder| files(folder, &[ending]))
        .collect()
}

/// `margin-inline-start` holds for languages of both directions, `margin-left` for one.
#[test]
fn css_uses_logical_properties() {
    let physical = [
        "margin-left",
        "margin-right",
        "padding-left",
        "padding-right",
        "border-left",
        "border-right",
        "text-align:left",
        "text-align:right",
        "float:left",
        "float:right",
    ];
    let is_position = |compact: &str| {
        ["left:", "right:"].iter().any(|name| {
            let mut found = compact.match_indices(name);
            found.any(|(at, _)| at == 0 || matches!(compact.as_bytes()[at - 1], b'{' | b';'))
        })
    };
    assert_none(&lines_where(&interface(".css"), |line| {
        let compact = line.replace(' ', "");
        physical.iter().any(|name| compact.contains(name)) || is_position(&compact)
    }));
}

/// The policy of the site forbids style attributes.
#[test]
fn components_carry_no_style_attribute() {
    assert_none(&lines_where(&interface(".tsx"), |line| {
        line.contains("style={") || line.contains("style=\"")
    }));
}
