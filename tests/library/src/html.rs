//! Reads a rendered page: the text of its article, and its prose.

/// Elements whose text is not prose: figures, code, formulas, controls, headings.
const NOT_PROSE: [&str; 19] = [
    "table", "dl", "pre", "code", "math", "svg", "nav", "button", "label", "output", "select",
    "script", "h1", "h2", "h3", "h4", "h5", "h6", "time",
];

/// Elements without an end tag.
const VOID: [&str; 6] = ["br", "hr", "img", "input", "wbr", "source"];

/// The attribute with which a component marks text that comes from data and is not prose.
const FROM_DATA: &str = "data-drawn";

/// The text of a page's article.
#[derive(Debug, Default)]
pub(crate) struct Article {
    /// All of its text, with dates as in the data and the arithmetic behind derived figures.
    pub(crate) text: String,
    /// The prose of its paragraphs and list items.
    pub(crate) prose: Vec<String>,
    /// The targets of its links.
    pub(crate) links: Vec<String>,
}

struct Open {
    name: String,
    is_prose: bool,
    is_block: bool,
}

/// Reads the `<article>` of a document, or its `<main>` if it has no article.
pub(crate) fn read(html: &str) -> Article {
    let inside = |name: &str| {
        let start = html.find(&format!("<{name}"))?;
        let end = html[start..].rfind(&format!("</{name}>"))?;
        Some(&html[start..start + end])
    };
    let mut reader = Reader::default();
    reader.read(
        inside("article")
            .or_else(|| inside("main"))
            .unwrap_or_default(),
    );
    reader.article
}

#[derive(Default)]
struct Reader {
    article: Article,
    open: Vec<Open>,
}

impl Reader {
    fn read(&mut self, html: &str) {
        let mut rest = html;
        while !rest.is_empty() {
            let Some(start) = rest.find('<') else {
                self.text(rest);
                return;
            };
            self.text(&rest[..start]);
            let Some(length) = rest[start..].find('>') else {
                return;
            };
            self.tag(&rest[start + 1..start + length]);
            rest = &rest[start + length + 1..];
        }
    }

    fn text(&mut self, text: &str) {
        let text = decoded(text);
        self.article.text.push_str(&text);
        let is_prose = self.open.iter().all(|open| open.is_prose)
            && self.open.iter().any(|open| open.is_block);
        if is_prose && let Some(last) = self.article.prose.last_mut() {
            last.push_str(&text);
        }
    }

    fn tag(&mut self, tag: &str) {
        if tag.starts_with('!') {
            return;
        }
        if let Some(name) = tag.strip_prefix('/') {
            if let Some(at) = self.open.iter().rposition(|open| open.name == name) {
                self.open.truncate(at);
            }
            self.space();
            return;
        }
        let name: &str = tag.split([' ', '/']).next().unwrap_or_default();
        if let Some(target) = attribute_of(tag, "href").filter(|_| name == "a") {
            self.article.links.push(decoded(target));
        }
        // The date as in the data, and the arithmetic of a derived figure, which a tooltip shows.
        for (element, attribute) in [
            ("time", "dateTime"),
            ("time", "datetime"),
            ("data", "title"),
        ] {
            if let Some(value) = attribute_of(tag, attribute).filter(|_| name == element) {
                self.article.text.push_str(&format!(" {value} "));
            }
        }
        if VOID.contains(&name) || tag.ends_with('/') {
            self.space();
            return;
        }
        let is_block = matches!(name, "p" | "li");
        if is_block {
            self.article.prose.push(String::new());
        }
        self.space();
        let is_prose = !NOT_PROSE.contains(&name) && !tag.contains(FROM_DATA);
        self.open.push(Open {
            name: name.to_owned(),
            is_prose,
            is_block,
        });
    }

    /// Separates the texts of neighbouring cells and lines.
    fn space(&mut self) {
        self.article.text.push(' ');
    }
}

fn attribute_of<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let start = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    tag[start..].split('"').next()
}

/// Decodes the entities that the interface writes.
#[must_use]
pub fn decoded(text: &str) -> String {
    let entities = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#x27;", "'"),
        ("&#39;", "'"),
        ("&amp;", "&"),
    ];
    if !text.contains('&') {
        return text.to_owned();
    }
    entities
        .iter()
        .fold(text.to_owned(), |text, (entity, letter)| {
            text.replace(entity, letter)
        })
}

/// The words of a text in lower case.
pub(crate) fn words(text: &str) -> Vec<String> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '’' | '\'' | '%' | '-');
    let words = text
        .split(|c: char| !is_part(c))
        .filter(|word| word.chars().any(char::is_alphanumeric));
    words.map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_excludes_figures_and_code() {
        let html = "<main><nav><p>No</p></nav><article><h1>T</h1><p>One <b>two</b> <data value=\"6\" title=\"12 - 6\">6</data> <code>x</code> &amp; three</p>\
                    <table><tr><td><p>4</p></td><td>5</td></tr></table><ul><li>six</li></ul>\
                    <ul data-drawn=\"\"><li>seven</li></ul><dl><dd>8 <time dateTime=\"2022-07-08\">July</time></dd></dl>\
                    <p><a href=\"/x#y\">nine</a></p></article></main>";
        let article = read(html);
        let prose: Vec<String> = article
            .prose
            .iter()
            .map(|text| words(text).join(" "))
            .collect();
        assert_eq!(prose, ["one two 6 three", "", "six", "", "nine"]);
        assert_eq!(article.links, ["/x#y"]);
        assert!(
            article.text.contains("2022-07-08")
                && article.text.contains(" 12 - 6 ")
                && article.text.contains("4  ")
                && !article.text.contains("No")
        );
    }
}
