//! Finds markup that the strict content security policy refuses: style attributes, style elements, inline handlers, and
//! inline scripts whose hash the policy does not list.
//!
//! It scans tags without building a tree. Comments, raw text elements and quoted attributes are the places where a `<`
//! begins no tag.

/// Everything that the policy would refuse, one sentence each; `scripts` are the inline scripts that it allows.
#[must_use]
pub fn violations(html: &str, scripts: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            rest = comment.split_once("-->").map_or("", |(_, after)| after);
            continue;
        }
        let Some((tag, after)) = read_tag(rest) else {
            rest = &rest[1..];
            continue;
        };
        rest = after;
        check_attributes(&tag, &mut found);
        if let "script" | "style" | "textarea" | "title" = tag.name.as_str() {
            let close = format!("</{}", tag.name);
            let (text, after) = rest.split_at(rest.find(&close).unwrap_or(rest.len()));
            rest = after;
            check_text(&tag, text, scripts, &mut found);
        }
    }
    found.sort();
    found.dedup();
    found
}

/// The HTML without the attributes of refused tags, and without scripts and style elements.
#[must_use]
pub fn without_violations(html: &str) -> String {
    let mut out = String::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let Some((tag, after)) = read_tag(rest) else {
            out.push_str("&lt;");
            rest = &rest[1..];
            continue;
        };
        let text = &rest[..rest.len() - after.len()];
        rest = after;
        let mut found = Vec::new();
        check_attributes(&tag, &mut found);
        if let "script" | "style" = tag.name.as_str() {
            let close = format!("</{}>", tag.name);
            rest = rest.split_once(&close).map_or("", |(_, after)| after);
        } else if found.is_empty() {
            out.push_str(text);
        } else {
            out.push_str(&format!("<{}>", tag.name));
        }
    }
    out.push_str(rest);
    out
}

struct Tag<'h> {
    name: String,
    attributes: Vec<(String, &'h str)>,
}

fn check_attributes(tag: &Tag<'_>, found: &mut Vec<String>) {
    for (name, value) in &tag.attributes {
        let is_script_url = matches!(name.as_str(), "href" | "src" | "action" | "formaction")
            && value
                .trim_start()
                .to_ascii_lowercase()
                .starts_with("javascript:");
        if name == "style" || (name.starts_with("on") && name.len() > 2) {
            found.push(format!("`<{}>` has the attribute `{name}`", tag.name));
        } else if is_script_url {
            found.push(format!("`<{}>` has a `javascript:` address", tag.name));
        }
    }
}

fn check_text(tag: &Tag<'_>, text: &str, scripts: &[&str], found: &mut Vec<String>) {
    let attribute = |wanted: &str| {
        let mut list = tag.attributes.iter();
        list.find(|(name, _)| name == wanted)
            .map(|(_, value)| *value)
    };
    match tag.name.as_str() {
        "style" => found.push("there is a `<style>` element".to_owned()),
        "script" => {
            let is_data = matches!(
                attribute("type"),
                Some("application/json" | "application/ld+json")
            );
            if !is_data && attribute("src").is_none() && !scripts.contains(&text) {
                found.push("there is an inline script of the page's own".to_owned());
            }
        }
        _ => {}
    }
}

/// The start tag at the beginning of `html` and what follows it; end tags count as tags without attributes.
fn read_tag(html: &str) -> Option<(Tag<'_>, &str)> {
    let after = html.strip_prefix('<')?;
    let is_end = after.starts_with('/');
    let after = after.strip_prefix('/').unwrap_or(after);
    let len = after
        .find(|c: char| c.is_ascii_whitespace() || matches!(c, '>' | '/'))
        .unwrap_or(after.len());
    if !after.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let (name, mut rest) = after.split_at(len);
    let mut attributes = Vec::new();
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '/');
        if let Some(after) = rest.strip_prefix('>') {
            let name = name.to_ascii_lowercase();
            let name = if is_end { format!("/{name}") } else { name };
            return Some((Tag { name, attributes }, after));
        }
        if rest.is_empty() {
            return None;
        }
        let (attribute, after) = read_attribute(rest);
        attributes.push(attribute);
        rest = after;
    }
}

fn read_attribute(html: &str) -> ((String, &str), &str) {
    let ends = |c: char| c.is_ascii_whitespace() || matches!(c, '>' | '/' | '=');
    // A name may begin with `=`, as browsers read it.
    let first = html.chars().next().map_or(0, char::len_utf8);
    let len = html[first..].find(ends).map_or(html.len(), |at| at + first);
    let (name, rest) = html.split_at(len);
    let name = name.to_ascii_lowercase();
    let Some(value) = rest.trim_start().strip_prefix('=') else {
        return ((name, ""), rest);
    };
    let value = value.trim_start();
    for quote in ['"', '\''] {
        if let Some(quoted) = value.strip_prefix(quote) {
            let (own, after) = quoted.split_once(quote).unwrap_or((quoted, ""));
            return ((name, own), after);
        }
    }
    let len = value
        .find(|c: char| c.is_ascii_whitespace() || c == '>')
        .unwrap_or(value.len());
    let (own, after) = value.split_at(len);
    ((name, own), after)
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
        ] {
            assert_eq!(violations(html, &["ok()"]), Vec::<String>::new(), "{html}");
        }
    }
}
