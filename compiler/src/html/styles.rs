//! Turns the style attributes of rendered articles into classes of one generated sheet, as the strict policy allows no
//! style attribute.
//!
//! In: HTML. Out: the same with `class="st-…"`, and the rules. A class is named by its declarations, so equal ones share
//! a rule. Declarations that could end the rule they are put into stay an attribute, which [`crate::html::policy`] reports.

use bindery_html::{Attribute, Edits, Tag, Token, TokenKind, decode, tokenize};
use std::collections::BTreeMap;

/// Declarations by class.
pub type Rules = BTreeMap<String, String>;

/// Replaces style attributes by classes and adds the rules of these classes to `rules`.
#[must_use]
pub fn extract(html: String, rules: &mut Rules) -> String {
    if !html.contains("style") {
        return html;
    }
    let mut edits = Edits::new(&html);
    for token in tokenize(&html) {
        if let TokenKind::StartTag(tag) = &token.kind
            && let Some(style) = tag.attribute("style")
        {
            extract_style(&token, tag, style, &mut edits, rules);
        }
    }
    edits.finish()
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

/// Whether declarations end where the rule around them ends, so that they change no other rule of the sheet.
pub(crate) fn stays_in_rule(declarations: &str) -> bool {
    missing_brackets(declarations).is_some()
}

/// The closing brackets that declarations lack: browsers close what is open at the end of an attribute. `None` for
/// declarations that could end the rule around them.
fn missing_brackets(declarations: &str) -> Option<String> {
    const REFUSED: [char; 9] = ['{', '}', '<', '@', '\\', '\n', '\r', '\u{c}', '\0'];
    let is_refused = declarations.contains(REFUSED) || declarations.contains("/*");
    let open = open_brackets(declarations).filter(|_| !is_refused)?;
    Some(open.into_iter().rev().collect())
}

/// What closes the open brackets, the innermost last; `None` where a string or a `url(…)` of declarations without escapes and
/// line breaks is open, or a bracket closes nothing.
fn open_brackets(declarations: &str) -> Option<Vec<char>> {
    let mut closing = Vec::new();
    let mut at = 0;
    while let Some(letter) = declarations[at..].chars().next() {
        let before = &declarations[..at];
        at += letter.len_utf8();
        let rest = &declarations[at..];
        match letter {
            '"' | '\'' => match rest.find(letter) {
                Some(end) => at += end + 1,
                None => return None,
            },
            // Only a space and a tab are white space here: line breaks are refused, and CSS has no other.
            '(' if ends_in_url(before)
                && !rest
                    .trim_start_matches([' ', '\t'])
                    .starts_with(['"', '\'']) =>
            {
                // Without quotes, `url(…)` is one token: brackets and quotes in it make it invalid.
                match rest.find(['(', ')', '"', '\'']) {
                    Some(end) if rest[end..].starts_with(')') => at += end + 1,
                    _ => return None,
                }
            }
            '(' => closing.push(')'),
            '[' => closing.push(']'),
            ')' | ']' if closing.pop() != Some(letter) => return None,
            _ => {}
        }
    }
    Some(closing)
}

fn ends_in_url(text: &str) -> bool {
    let start = text.len().checked_sub("url".len());
    start
        .and_then(|start| text.get(start..))
        .is_some_and(|name| name.eq_ignore_ascii_case("url"))
}

fn extract_style(
    token: &Token<'_>,
    tag: &Tag<'_>,
    style: &Attribute<'_>,
    edits: &mut Edits<'_>,
    rules: &mut Rules,
) {
    let declarations = decode(style.value);
    let declarations = declarations.trim().trim_end_matches(';');
    let Some(missing) = missing_brackets(declarations) else {
        return;
    };
    let declarations = &format!("{declarations}{missing}");
    if declarations.is_empty() {
        return edits.remove_attribute(tag, style);
    }
    let hash = blake3::hash(declarations.as_bytes()).to_hex();
    let class = format!("st-{}", &hash[..8]);
    match tag.attribute("class") {
        Some(list) if list.range.start < style.range.start => {
            edits.append_to_value(list, &format!(" {class}"));
            edits.remove_attribute(tag, style);
        }
        Some(list) => {
            edits.remove_attribute(tag, style);
            edits.append_to_value(list, &format!(" {class}"));
        }
        None => {
            edits.insert_attributes(token, tag, &format!(" class=\"{class}\""));
            edits.remove_attribute(tag, style);
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
    fn declarations_that_reach_beyond_their_rule_stay_an_attribute() {
        for style in [
            "background:url(x",
            "background:url(x'y)",
            "background:url(a&quot;b)&quot;c)",
            "background:url(\u{a0}&quot;)&quot;)",
            "content:&quot;a",
            "content:'a",
            "content:'a\nb'",
            "width:calc(1px])",
            "width:1px)",
            "color:red&lt;/style",
            "color:red&lt;!--",
            "color:red\\",
            "color:red}b{color:red",
            "color:red/*",
        ] {
            let html = format!("<b style=\"{style}\">");
            assert_eq!(check(&html), (html.clone(), String::new()));
        }
        for style in [
            "background:url(x.png)",
            "background:URL( 'a)b' )",
            "background:url(\t'a')",
            "content:'(' attr(x)",
            "grid:[a] calc((1px + 2px) * 2)",
        ] {
            let (_, css) = check(&format!("<b style=\"{style}\">"));
            assert!(css.ends_with(&format!("{{{style}}}\n")), "{css}");
        }
    }

    #[test]
    fn brackets_are_closed_as_at_the_end_of_an_attribute() {
        for (style, closed) in [
            ("color:var(--purple", "color:var(--purple)"),
            (
                "width:calc((1px + 2px) * (3",
                "width:calc((1px + 2px) * (3))",
            ),
            ("grid-area:[a", "grid-area:[a]"),
        ] {
            let (html, css) = check(&format!("<b style=\"{style}\">"));
            assert!(html.starts_with("<b class=\"st-"), "{html}");
            assert!(css.ends_with(&format!("{{{closed}}}\n")), "{css}");
        }
    }

    #[test]
    fn what_is_no_attribute_stays() {
        for html in [
            "<p title=\"a style=\" id=\"x\">style=\"b\"</p> style=\"c\"",
            "<p data-x=' style=\"a\"'>",
            "<textarea><b style=\"a\"></textarea>",
            "<!-- style=\"a\" -->",
            "<b style=\"a{b}\">",
            "<b style=\"a",
        ] {
            assert_eq!(check(html), (html.to_owned(), String::new()));
        }
    }
}
