//! Turns the style attributes of rendered articles into classes of one generated sheet, as the strict policy allows no
//! style attribute.
//!
//! In: HTML as Markdown and React write it, attributes in double quotes. Out: the same with `class="st-…"`, and the
//! rules. A class is named by its declarations, so equal ones share a rule. Declarations that could
//! end the rule they are put into stay an attribute, which [`crate::html::policy`] reports.

use crate::html::rewrite::{attribute, rewrite_tags};
use std::collections::BTreeMap;

/// Declarations by class.
pub type Rules = BTreeMap<String, String>;

/// Replaces style attributes by classes and adds the rules of these classes to `rules`.
#[must_use]
pub fn extract(html: String, rules: &mut Rules) -> String {
    if !html.contains(" style=\"") {
        return html;
    }
    rewrite_tags(&html, |tag, out| rewrite(tag, out, rules))
}

/// The sheet of all rules. Each selector repeats its class three times: a style attribute overrides the rules of the
/// element's other classes, and only a selector of higher specificity does the same.
#[must_use]
pub fn sheet(rules: &Rules) -> String {
    let rule = |(class, declarations): (&String, &String)| {
        format!(".{class}.{class}.{class}{{{declarations}}}\n")
    };
    rules.iter().map(rule).collect()
}

fn rewrite(tag: &str, out: &mut String, rules: &mut Rules) {
    let Some((start, end)) = attribute(tag, "style") else {
        return out.push_str(tag);
    };
    let written = tag[start..end]
        .split_once("=\"")
        .map_or("", |(_, value)| value);
    let declarations = bindery_html::decode(written.trim_end_matches('"'));
    let declarations = declarations.trim().trim_end_matches(';');
    if declarations.contains(['{', '}', '<', '@', '\\']) || declarations.contains("/*") {
        return out.push_str(tag);
    }
    let rest = format!("{}{}", &tag[..start], &tag[end..]);
    if declarations.is_empty() {
        return out.push_str(&rest);
    }
    let hash = blake3::hash(declarations.as_bytes()).to_hex();
    let class = format!("st-{}", &hash[..8]);
    match attribute(&rest, "class") {
        Some((_, end)) => {
            out.push_str(&rest[..end - 1]);
            out.push_str(&format!(" {class}\""));
            out.push_str(&rest[end..]);
        }
        None => {
            let name = rest[1..].find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
            let (head, tail) = rest.split_at(name.map_or(rest.len(), |at| at + 1));
            out.push_str(&format!("{head} class=\"{class}\"{tail}"));
        }
    }
    rules.insert(class, declarations.to_owned());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(html: &str) -> (String, String) {
        let mut rules = Rules::new();
        let html = extract(html.to_owned(), &mut rules);
        (html, sheet(&rules))
    }

    #[test]
    fn attributes_become_classes() {
        let (html, css) = check(
            "<b style=\"color:red;\">x</b><i class=\"a\" style=\"color:red\" id=\"b\">a < b</i>",
        );
        let class = html[10..21].to_owned();
        assert_eq!(
            html,
            format!("<b class=\"{class}\">x</b><i class=\"a {class}\" id=\"b\">a < b</i>")
        );
        assert_eq!(css, format!(".{class}.{class}.{class}{{color:red}}\n"));
    }

    #[test]
    fn what_is_no_attribute_stays() {
        for html in [
            "<p title=\"a style=\" id=\"x\">style=\"b\"</p> style=\"c\"",
            "<p data-x=' style=\"a\"'>",
            "<!-- style=\"a\" -->",
            "<b style=\"a{b}\">",
            "<b style=\"a",
        ] {
            assert_eq!(check(html), (html.to_owned(), String::new()));
        }
    }
}
