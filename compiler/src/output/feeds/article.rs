//! Reduces a rendered article to what feed readers show: text, links and images, without controls.

use std::collections::BTreeMap;

/// Elements that are removed with their content.
const DROPPED: [&str; 9] = [
    "button", "input", "label", "noscript", "script", "select", "style", "svg", "template",
];

/// Elements that have no end tag.
const VOID: [&str; 8] = ["br", "col", "hr", "img", "input", "source", "track", "wbr"];

/// Attributes with a meaning outside of the interface. Within formulas all but `class` and `id` have one.
const KEPT: [&str; 22] = [
    "align", "alt", "cite", "colspan", "controls", "datetime", "dir", "height", "href", "lang",
    "media", "open", "poster", "reversed", "rowspan", "scope", "sizes", "src", "srcset", "start",
    "title", "width",
];

/// Attributes that are urls.
const URLS: [&str; 4] = ["cite", "href", "poster", "src"];

/// The article with absolute urls, for `page_url` on `site_url`.
pub(super) fn clean_article(html: &str, site_url: &str, page_url: &str) -> String {
    let mut cleaner = Cleaner {
        site_url,
        page_url,
        out: String::with_capacity(html.len()),
        open: Vec::new(),
        tabs: BTreeMap::new(),
    };
    cleaner.run(html);
    cleaner.out.trim().to_owned()
}

/// What the cleaner does with an open element.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ElementAction {
    Keep,
    /// Leave out its tags, keep its content.
    Unwrap,
    /// Leave it out with its content.
    Drop,
}

struct Cleaner<'c> {
    site_url: &'c str,
    page_url: &'c str,
    out: String,
    open: Vec<(String, ElementAction)>,
    /// The names of tabs by id, to stand above their panels.
    tabs: BTreeMap<String, String>,
}

impl Cleaner<'_> {
    fn run(&mut self, html: &str) {
        let mut rest = html;
        while let Some(at) = rest.find('<') {
            self.text(&rest[..at]);
            rest = &rest[at..];
            if let Some(comment) = rest.strip_prefix("<!--") {
                rest = comment.find("-->").map_or("", |end| &comment[end + 3..]);
                continue;
            }
            let Some(length) = tag_length(rest) else {
                self.text(rest);
                return;
            };
            let tag = &rest[1..length - 1];
            rest = &rest[length..];
            match tag.strip_prefix('/') {
                Some(name) => self.end(name.trim()),
                None => rest = self.start(tag, rest),
            }
        }
        self.text(rest);
    }

    fn is_dropping(&self) -> bool {
        self.open
            .iter()
            .any(|(_, action)| *action == ElementAction::Drop)
    }

    fn text(&mut self, text: &str) {
        if !self.is_dropping() {
            self.out.push_str(text);
        }
    }

    /// Opens an element; `rest` is what follows its tag, and what is still to be read is returned.
    fn start<'r>(&mut self, tag: &str, rest: &'r str) -> &'r str {
        let (name, attributes) = parse_tag(tag);
        let name = name.to_ascii_lowercase();
        let is_void = VOID.contains(&name.as_str()) || tag.ends_with('/');
        let get = |key: &str| {
            let mut found = attributes.iter().filter(|(name, _)| *name == key);
            found.next().map(|(_, value)| *value)
        };
        if get("role") == Some("tab")
            && let Some(id) = get("id")
        {
            let end = rest.find(&format!("</{name}>")).unwrap_or(rest.len());
            self.tabs.insert(id.to_owned(), plain_text(&rest[..end]));
        }
        let mut action = self.action(&name, &attributes);
        if action == ElementAction::Keep && !self.is_dropping() {
            let kept = self.attributes(&name, &attributes);
            if kept.is_empty() && name == "span" {
                action = ElementAction::Unwrap;
            } else {
                let end = if is_void { "/>" } else { ">" };
                self.out.push_str(&format!("<{name}{kept}{end}"));
            }
            let label = get("aria-labelledby").and_then(|id| self.tabs.get(id));
            if let Some(label) = label.filter(|_| get("role") == Some("tabpanel")) {
                let label = format!("<p><strong>{label}</strong></p>");
                self.out.push_str(&label);
            }
        }
        if !is_void {
            self.open.push((name, action));
        }
        rest
    }

    fn action(&self, name: &str, attributes: &[(&str, &str)]) -> ElementAction {
        let is_hash_link = attributes
            .iter()
            .any(|(key, value)| *key == "class" && value.split(' ').any(|one| one == "hash-link"));
        let is_tab_list = attributes.contains(&("role", "tablist"));
        if DROPPED.contains(&name) || is_hash_link || is_tab_list {
            // The names of tabs are read before they are left out, for their panels.
            return if is_tab_list {
                ElementAction::Unwrap
            } else {
                ElementAction::Drop
            };
        }
        ElementAction::Keep
    }

    fn attributes(&self, name: &str, attributes: &[(&str, &str)]) -> String {
        let in_formula = name == "math" || self.open.iter().any(|(open, _)| open == "math");
        let mut kept = String::new();
        for (key, value) in attributes {
            let is_said = if in_formula {
                !matches!(*key, "class" | "id" | "style" | "tabindex") && !key.starts_with("data-")
            } else {
                KEPT.contains(key)
            };
            if !is_said {
                continue;
            }
            let value = if URLS.contains(key) {
                self.absolute(value)
            } else if *key == "srcset" {
                self.absolute_set(value)
            } else {
                (*value).to_owned()
            };
            kept.push_str(&format!(" {key}=\"{value}\""));
        }
        kept
    }

    fn end(&mut self, name: &str) {
        let name = name.to_ascii_lowercase();
        let Some(at) = self.open.iter().rposition(|(open, _)| *open == name) else {
            return;
        };
        // What was left open inside ends with it.
        while self.open.len() > at {
            let is_dropping = self.is_dropping();
            if let Some((name, ElementAction::Keep)) = self.open.pop()
                && !is_dropping
            {
                self.out.push_str(&format!("</{name}>"));
            }
        }
    }

    /// An absolute url of one as a browser reads it on the page.
    fn absolute(&self, url: &str) -> String {
        if url.starts_with("//") {
            let scheme = self.site_url.split("//").next().unwrap_or("https:");
            return format!("{scheme}{url}");
        }
        if url.starts_with('/') {
            return format!("{}{url}", self.site_url);
        }
        let has_scheme = url
            .split(['/', '?', '#'])
            .next()
            .is_some_and(|first| first.contains(':'));
        if has_scheme {
            return url.to_owned();
        }
        if url.is_empty() || url.starts_with(['#', '?']) {
            return format!("{}{url}", self.page_url);
        }
        let folder = self
            .page_url
            .rsplit_once('/')
            .map_or("", |(folder, _)| folder);
        format!("{folder}/{url}")
    }

    fn absolute_set(&self, set: &str) -> String {
        let candidates = set.split(',').map(|candidate| {
            let candidate = candidate.trim();
            match candidate.split_once(' ') {
                Some((url, width)) => format!("{} {width}", self.absolute(url)),
                None => self.absolute(candidate),
            }
        });
        candidates.collect::<Vec<_>>().join(", ")
    }
}

/// The length of the tag at the start of `text`; a `>` in a quoted attribute does not end it.
fn tag_length(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            (None, b'>') => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// The name and the attributes of a start tag without its angle brackets.
fn parse_tag(tag: &str) -> (&str, Vec<(&str, &str)>) {
    let tag = tag.trim_end_matches('/');
    let (name, mut rest) = tag.split_at(tag.find(char::is_whitespace).unwrap_or(tag.len()));
    let mut attributes = Vec::new();
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            return (name, attributes);
        }
        let end = rest.find(|c: char| c == '=' || c.is_whitespace());
        let (key, after) = rest.split_at(end.unwrap_or(rest.len()));
        let Some(value) = after.strip_prefix('=') else {
            attributes.push((key, ""));
            rest = after;
            continue;
        };
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
        let (value, after) = match quote {
            Some(quote) => value[1..].split_once(quote).unwrap_or((&value[1..], "")),
            None => value.split_at(value.find(char::is_whitespace).unwrap_or(value.len())),
        };
        attributes.push((key, value));
        rest = after;
    }
}

/// The text of a stretch of HTML, still escaped.
fn plain_text(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        text.push_str(&rest[..at]);
        rest = tag_length(&rest[at..]).map_or("", |length| &rest[at + length..]);
    }
    text.push_str(rest);
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::clean_article;

    fn check(html: &str, expected: &str) {
        let cleaned = clean_article(html, "https://a.example", "https://a.example/blog/x");
        assert_eq!(cleaned, expected, "{html}");
    }

    #[test]
    fn urls_are_made_absolute() {
        check(
            "<a href=\"/b#c\">x</a>",
            "<a href=\"https://a.example/b#c\">x</a>",
        );
        check(
            "<a href=\"#c\">x</a>",
            "<a href=\"https://a.example/blog/x#c\">x</a>",
        );
        check(
            "<a href=\"y?z\">x</a>",
            "<a href=\"https://a.example/blog/y?z\">x</a>",
        );
        check(
            "<a href=\"//b.example/\">x</a>",
            "<a href=\"https://b.example/\">x</a>",
        );
        check(
            "<a href=\"mailto:a@b.c\">x</a>",
            "<a href=\"mailto:a@b.c\">x</a>",
        );
        check(
            "<a href=\"https://b.example/?a=1&amp;b\">x</a>",
            "<a href=\"https://b.example/?a=1&amp;b\">x</a>",
        );
        check(
            "<img src=\"/i.png\" srcset=\"/i-1.png 640w, /i-2.png 960w\" alt=\"A &quot;b&quot;\" loading=\"lazy\">",
            "<img src=\"https://a.example/i.png\" srcset=\"https://a.example/i-1.png 640w, https://a.example/i-2.png 960w\" alt=\"A &quot;b&quot;\"/>",
        );
    }

    #[test]
    fn the_interface_is_left_out() {
        check(
            "<h2 id=\"a\">A<a class=\"hash-link\" href=\"#a\" aria-label=\"Direct link to A\"></a></h2>",
            "<h2>A</h2>",
        );
        check(
            "<pre tabindex=\"0\"><code class=\"language-js\"><span class=\"k\">let</span> a &lt; 1</code></pre><button>Copy<svg><path d=\"x\"/></svg></button>",
            "<pre><code>let a &lt; 1</code></pre>",
        );
        check(
            "<div data-island=\"c0\"><p style=\"x\">a<br>b</p></div>",
            "<div><p>a<br/>b</p></div>",
        );
        check("a<!-- <b> -->c<script>x</script>", "ac");
        check("<p>1 < 2", "<p>1 < 2");
    }

    #[test]
    fn tabs_become_headed_panels() {
        check(
            "<div role=\"tablist\"><button role=\"tab\" id=\"t1\"><b>npm</b></button><button role=\"tab\" id=\"t2\">Yarn</button></div>\
             <div role=\"tabpanel\" aria-labelledby=\"t1\">a</div><div role=\"tabpanel\" aria-labelledby=\"t2\" hidden>b</div>",
            "<div><p><strong>npm</strong></p>a</div><div><p><strong>Yarn</strong></p>b</div>",
        );
    }

    #[test]
    fn formulas_keep_their_attributes() {
        check(
            "<math display=\"block\" class=\"x\"><mo stretchy=\"false\">(</mo></math>",
            "<math display=\"block\"><mo stretchy=\"false\">(</mo></math>",
        );
    }
}
