//! A bound site as its tests see it: pages with their documents, redirects, and the paths of files.

use bindery_format::table::{Resource, SiteTable, Target};
use bindery_html::{AddressUse, TokenKind, addresses, decode, start_tags, tokenize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A bound site.
#[derive(Clone, Debug)]
pub struct TestedSite {
    /// The pages, sorted by path.
    pub pages: Vec<TestedPage>,
    /// The redirects, sorted by path.
    pub redirects: Vec<TestedRedirect>,
    /// The paths of files.
    pub files: BTreeSet<String>,
    /// Begins and ends with a slash.
    pub base_path: String,
    /// The site's origin.
    pub url: String,
}

/// A page.
#[derive(Clone, Debug)]
pub struct TestedPage {
    /// The path of the page, base path included.
    pub path: String,
    /// The kind of the page as `bindery routes --json` prints it; empty if the list does not have the page.
    pub kind: String,
    /// The title of the page.
    pub title: String,
    /// The path of the source in the content tree; `None` for a generated page.
    pub source: Option<String>,
    /// The document that the server sends.
    pub html: String,
    /// The bytes of the document in brotli, or of the plain one where that is smaller.
    pub bytes: usize,
}

/// A redirect.
#[derive(Clone, Debug)]
pub struct TestedRedirect {
    /// The path that redirects, base path included.
    pub from: String,
    /// The value of `Location`.
    pub to: String,
    /// The status.
    pub status: u16,
}

impl TestedSite {
    /// Reads a bound site. `routes` is the body of `bindery routes --json`; `body` gives the plain bytes of a resource.
    #[must_use]
    pub fn read(
        table: &'static SiteTable,
        routes: &[u8],
        body: impl Fn(&'static Resource) -> Vec<u8>,
    ) -> Self {
        let listed = listed_pages(routes);
        let mut site = TestedSite {
            pages: Vec::new(),
            redirects: Vec::new(),
            files: BTreeSet::new(),
            base_path: table.base_path.to_owned(),
            url: table.url.to_owned(),
        };
        for entry in &table.table.entries {
            let path = entry.path.to_owned();
            match &entry.target {
                Target::Page(page) => {
                    let listed = listed.get(&path).unwrap_or(&Value::Null);
                    let text = |key: &str| listed[key].as_str().map(str::to_owned);
                    site.pages.push(TestedPage {
                        kind: text("kind").unwrap_or_default(),
                        title: text("title").unwrap_or_default(),
                        source: text("source"),
                        html: String::from_utf8_lossy(&body(&page.html)).into_owned(),
                        bytes: smallest(&page.html),
                        path,
                    });
                }
                Target::Asset(_) => {
                    site.files.insert(path);
                }
                Target::Redirect { to, status } => site.redirects.push(TestedRedirect {
                    from: path,
                    to: (*to).to_owned(),
                    status: *status,
                }),
                Target::Gone => {}
            }
        }
        site.pages.sort_by(|a, b| a.path.cmp(&b.path));
        site.redirects.sort_by(|a, b| a.from.cmp(&b.from));
        site
    }

    /// The page at a path.
    #[must_use]
    pub fn page(&self, path: &str) -> Option<&TestedPage> {
        let at = self
            .pages
            .binary_search_by(|page| page.path.as_str().cmp(path));
        at.ok().map(|at| &self.pages[at])
    }

    /// The redirect from a path.
    #[must_use]
    pub fn redirect(&self, path: &str) -> Option<&TestedRedirect> {
        let find = |redirect: &TestedRedirect| redirect.from.as_str().cmp(path);
        let at = self.redirects.binary_search_by(find);
        at.ok().map(|at| &self.redirects[at])
    }
}

/// A code block that its author marked with the word `test`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snippet {
    /// The path of its page, base path included.
    pub page: String,
    /// The language after the fence; empty without one.
    pub language: String,
    /// The code, without magic comments, as readers see it.
    pub code: String,
}

impl TestedPage {
    /// The code blocks marked with `test`, in order.
    #[must_use]
    pub fn snippets(&self) -> Vec<Snippet> {
        let mut found: Vec<Snippet> = Vec::new();
        let mut is_open = false;
        for token in tokenize(&self.html) {
            let tag = match &token.kind {
                TokenKind::StartTag(tag) => tag,
                TokenKind::EndTag(tag) if tag.is("pre") => {
                    is_open = false;
                    continue;
                }
                TokenKind::Text if is_open => {
                    let text = decode(token.source);
                    found.last_mut().expect("BUG: one is open").code += &text;
                    continue;
                }
                _ => continue,
            };
            let class = tag.value("class").unwrap_or_default();
            if tag.is("pre") && class.split_ascii_whitespace().any(|name| name == "tested") {
                is_open = true;
                found.push(Snippet {
                    page: self.path.clone(),
                    language: String::new(),
                    code: String::new(),
                });
            } else if is_open && tag.is("code") {
                let language = class.strip_prefix("language-").map(decode);
                let last = found.last_mut().expect("BUG: one is open");
                last.language = language.unwrap_or_default();
            }
        }
        found
    }

    /// The addresses in it, without duplicates, as they are written: of links, images, scripts, forms and all other
    /// attributes that hold some, but without fragments of what is only loaded.
    #[must_use]
    pub fn links(&self) -> BTreeSet<String> {
        let found = start_tags(&self.html).flat_map(|tag| addresses(&tag));
        let values = found.map(|one| match one.usage {
            AddressUse::Page => one.value,
            AddressUse::File => one.value.split('#').next().unwrap_or_default().to_owned(),
        });
        values.filter(|value| !value.is_empty()).collect()
    }

    /// The ids of its elements.
    #[must_use]
    pub fn ids(&self) -> BTreeSet<String> {
        let ids = start_tags(&self.html).filter_map(|tag| tag.value("id").map(decode));
        ids.collect()
    }
}

/// What `bindery routes --json` prints, by path.
fn listed_pages(routes: &[u8]) -> BTreeMap<String, Value> {
    let list: Vec<Value> = serde_json::from_slice(routes).unwrap_or_default();
    let pages = list.into_iter().filter_map(|page| {
        let path = page["path"].as_str()?.to_owned();
        Some((path, page))
    });
    pages.collect()
}

fn smallest(resource: &Resource) -> usize {
    let body = resource.br.as_ref().unwrap_or(&resource.identity);
    usize::try_from(body.len).unwrap_or(usize::MAX)
}
