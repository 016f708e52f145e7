//! Reduces a rendered article to what feed readers show: text, links and images, without controls.

use bindery_html::{Tag, TokenKind, requote, tokenize};
use std::collections::BTreeMap;

/// Elements that are removed with their content.
const DROPPED: [&str; 9] = [
    "button", "input", "label", "noscript", "script", "select", "style", "svg", "template",
];

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
        open_tab: None,
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

/// A tab whose label is being read.
struct Tab {
    id: String,
    element: String,
    /// Still escaped.
    label: String,
}

struct Cleaner<'c> {
    site_url: &'c str,
    page_url: &'c str,
    out: String,
    open: Vec<(String, ElementAction)>,
    /// The names of tabs by id, which are written above their panels.
    tabs: BTreeMap<String, String>,
    open_tab: Option<Tab>,
}

impl Cleaner<'_> {
    fn run(&mut self, html: &str) {
        for token in tokenize(html) {
            match &token.kind {
                TokenKind::Text | TokenKind::RawText => self.text(token.source),
                TokenKind::StartTag(tag) => self.start(tag),
                TokenKind::EndTag(tag) => self.end(tag.name),
                TokenKind::Comment | TokenKind::Doctype | TokenKind::Cdata | TokenKind::Dropped => {
                }
            }
        }
    }

    fn is_dropping(&self) -> bool {
        self.open
            .iter()
            .any(|(_, action)| *action == ElementAction::Drop)
    }

    fn text(&mut self, text: &str) {
        if let Some(tab) = &mut self.open_tab {
            tab.label.push_str(text);
        }
        if !self.is_dropping() {
            self.out.push_str(text);
        }
    }

    /// Opens an element.
    fn start(&mut self, tag: &Tag<'_>) {
        let name = tag.name.to_ascii_lowercase();
        let is_void = bindery_html::is_void(&name) || tag.is_self_closing;
        if tag.value("role") == Some("tab")
            && let Some(id) = tag.value("id")
        {
            self.open_tab = Some(Tab {
                id: id.to_owned(),
                element: name.clone(),
                label: String::new(),
            });
        }
        let mut action = action(&name, tag);
        if action == ElementAction::Keep && !self.is_dropping() {
            let kept = self.attributes(tag);
            if kept.is_empty() && name == "span" {
                action = ElementAction::Unwrap;
            } else {
                let end = if is_void { "/>" } else { ">" };
                self.out.push_str(&format!("<{name}{kept}{end}"));
            }
            let label = tag
                .value("aria-labelledby")
                .and_then(|id| self.tabs.get(id));
            if let Some(label) = label.filter(|_| tag.value("role") == Some("tabpanel")) {
                let label = format!("<p><strong>{label}</strong></p>");
                self.out.push_str(&label);
            }
        }
        if !is_void {
            self.open.push((name, action));
        }
    }

    fn attributes(&self, tag: &Tag<'_>) -> String {
        let in_formula = tag.is("math") || self.open.iter().any(|(open, _)| open == "math");
        let mut kept = String::new();
        for attribute in &tag.attributes {
            let (key, value) = (attribute.name, attribute.value);
            let is_kept = if in_formula {
                !matches!(key, "class" | "id" | "style" | "tabindex") && !key.starts_with("data-")
            } else {
                KEPT.contains(&key)
            };
            if !is_kept {
                continue;
            }
            let value = if URLS.contains(&key) {
                self.absolute(value)
            } else if key == "srcset" {
                self.absolute_set(value)
            } else {
                value.to_owned()
            };
            kept.push_str(&format!(" {key}=\"{}\"", requote(&value)));
        }
        kept
    }

    fn end(&mut self, name: &str) {
        let name = name.to_ascii_lowercase();
        if let Some(tab) = self.open_tab.take_if(|tab| tab.element == name) {
            self.tabs.insert(tab.id, tab.label.trim().to_owned());
        }
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

/// What the cleaner does with an element.
fn action(name: &str, tag: &Tag<'_>) -> ElementAction {
    if tag.value("role") == Some("tablist") {
        // The labels of the tabs are read before the tabs are left out, for their panels.
        return ElementAction::Unwrap;
    }
    if DROPPED.contains(&name) || tag.has_class("hash-link") || tag.has_class("section-links") {
        return ElementAction::Drop;
    }
    ElementAction::Keep
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
        check("<p title='\"x'>a</p", "<p title=\"&quot;x\">a");
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
