//! Finds markup that the strict content security policy refuses: style attributes and elements, inline handlers, `javascript:`
//! URLs, and scripts whose hash the policy does not list.

use bindery_html::{Tag, TokenKind, decode, tokenize};

/// The attributes that browsers follow or load, and that may contain a `javascript:` URL.
const URLS: [&str; 6] = ["action", "data", "formaction", "href", "src", "xlink:href"];

/// What the policy would refuse, one sentence each; `scripts` are the inline scripts it allows.
#[must_use]
pub fn violations(html: &str, scripts: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let mut tokens = tokenize(html).peekable();
    while let Some(token) = tokens.next() {
        let TokenKind::StartTag(tag) = &token.kind else {
            continue;
        };
        check_attributes(tag, &mut found);
        if tag.is("style") {
            found.push("there is a `<style>` element".to_owned());
        } else if tag.is("script") {
            // A script in SVG has markup for content, which no allowed script has.
            let content = tokens.next_if(|next| next.kind == TokenKind::RawText);
            let text = content.map_or("", |content| content.source);
            if !is_allowed_script(tag, text, scripts) {
                found.push("there is an inline script of the page's own".to_owned());
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

/// The HTML without what [`violations`] finds: scripts and style sheets go as a whole, other refused tags lose all their
/// attributes. Comments and unfinished tags cannot hide what follows the HTML.
#[must_use]
pub fn without_violations(html: &str) -> String {
    let mut out = String::new();
    let mut removed: Option<&str> = None;
    for token in tokenize(html) {
        if let Some(name) = removed {
            if matches!(&token.kind, TokenKind::EndTag(tag) if tag.name.eq_ignore_ascii_case(name))
            {
                removed = None;
            }
            continue;
        }
        match &token.kind {
            TokenKind::StartTag(tag) if tag.is("script") || tag.is("style") => {
                removed = Some(tag.name);
            }
            TokenKind::StartTag(tag) => {
                let mut found = Vec::new();
                check_attributes(tag, &mut found);
                match found.is_empty() {
                    true => out.push_str(token.source),
                    false => out.push_str(&format!("<{}>", tag.name.to_ascii_lowercase())),
                }
            }
            TokenKind::EndTag(_) => out.push_str(token.source),
            TokenKind::Comment | TokenKind::Doctype => {}
            TokenKind::Text | TokenKind::RawText | TokenKind::Cdata | TokenKind::Dropped => {
                out.push_str(&token.source.replace('<', "&lt;"));
            }
        }
    }
    out
}

fn check_attributes(tag: &Tag<'_>, found: &mut Vec<String>) {
    let element = tag.name.to_ascii_lowercase();
    for attribute in &tag.attributes {
        let name = attribute.name.to_ascii_lowercase();
        if name == "style" || (name.starts_with("on") && name.len() > 2) {
            found.push(format!("`<{element}>` has the attribute `{name}`"));
        } else if URLS.contains(&name.as_str()) && is_script_url(attribute.value) {
            found.push(format!("`<{element}>` has a `javascript:` address"));
        }
    }
}

/// Whether browsers read a value as a `javascript:` URL: they skip control characters and spaces before it, and tabs and line
/// breaks in it (URL, section 4.4).
fn is_script_url(value: &str) -> bool {
    let url = decode(value);
    let url = url.trim_start_matches(|c: char| c <= ' ');
    let letters = url.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r'));
    let scheme: String = letters.take("javascript:".len()).collect();
    scheme.eq_ignore_ascii_case("javascript:")
}

fn is_allowed_script(tag: &Tag<'_>, text: &str, scripts: &[&str]) -> bool {
    let is_data = matches!(
        tag.value("type"),
        Some("application/json" | "application/ld+json")
    );
    is_data || tag.attribute("src").is_some() || scripts.contains(&text)
}

#[cfg(test)]
mod tests {
    use super::{violations, without_violations};

    #[test]
    fn what_is_refused_can_be_left_out() {
        let clean = |html: &str| {
            let clean = without_violations(html);
            assert_eq!(violations(&clean, &[]), Vec::<String>::new());
            clean
        };
        assert_eq!(
            clean("a <b class=\"x\">b</b> < c"),
            "a <b class=\"x\">b</b> &lt; c"
        );
        assert_eq!(
            clean("<hr style=\"a\"/><i onclick=\"x\">i</i>"),
            "<hr><i>i</i>"
        );
        assert_eq!(clean("a<script>b</script><style>c</style>d"), "ad");
        assert_eq!(clean("a<SCRIPT>b</script x>d<!-- e -->f<b"), "adf&lt;b");
    }

    #[test]
    fn refused_markup_is_found() {
        for (html, expected) in [
            ("<p style=\"color:red\">", "`<p>` has the attribute `style`"),
            ("<P STYLE=x>", "`<p>` has the attribute `style`"),
            (
                "<a\nhref=x\nonclick='y'>",
                "`<a>` has the attribute `onclick`",
            ),
            ("<img/onerror=x>", "`<img>` has the attribute `onerror`"),
            ("<style>a{}</style>", "there is a `<style>` element"),
            (
                "<script>alert(1)</script>",
                "there is an inline script of the page's own",
            ),
            (
                "<a href=' javascript:x'>",
                "`<a>` has a `javascript:` address",
            ),
            (
                "<a href=&#106;ava&Tab;script&colon;x>",
                "`<a>` has a `javascript:` address",
            ),
            ("<!--><p style=x>", "`<p>` has the attribute `style`"),
            (
                "<STYLE></p style=x></STYLE>",
                "there is a `<style>` element",
            ),
            (
                "<svg><title><b style=x></title></svg>",
                "`<b>` has the attribute `style`",
            ),
        ] {
            assert_eq!(violations(html, &["ok()"]), [expected], "{html}");
        }
    }

    #[test]
    fn what_only_looks_like_it_is_let_through() {
        for html in [
            "style=\"x\" <p title='style=\"x\"' data-style=\"x\">a < b onclick=x</p>",
            "<!-- <p style=\"x\"> --><script>ok()</script>",
            "<script type=\"application/json\">{\"a\":\"<p style='x'>\"}</script>",
            "<title><p style=x></title><p on=\"1\">",
            "<script src=\"/a.js\"></script>",
            "<",
            "<p",
            "<p a=\"",
            "<iframe><p style=x></iframe><script src=a><p style=x></script >",
        ] {
            assert_eq!(violations(html, &["ok()"]), Vec::<String>::new(), "{html}");
        }
    }
}
