//! Reads the library for the rules: its sources, its data and its rendered pages.

use crate::markdown::MarkdownPage;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Everything that the rules read.
#[derive(Debug)]
pub struct Library {
    /// The pages in the order of the routes, redirects left out.
    pub pages: Vec<Page>,
    /// The target of each redirect.
    pub redirects: BTreeMap<String, String>,
    /// The sources of the site's components.
    pub components: Vec<String>,
    /// The data files below `data/`, schemas left out, by their path in the content folder.
    pub data: BTreeMap<String, Value>,
}

/// A page: its path, its source and its HTML.
#[derive(Debug)]
pub struct Page {
    /// The path of the page on the site.
    pub path: String,
    /// The kind of the page: `doc`, `category-index`, …
    pub kind: String,
    /// The path of the source file below the content folder; empty for pages without one.
    pub source: String,
    /// The parsed Markdown of the source; empty for pages without a Markdown file.
    pub markdown: MarkdownPage,
    /// The document as it is served.
    pub html: String,
}

impl Library {
    /// Reads the library in `content`; `render` returns the document of a path.
    ///
    /// # Errors
    /// When a file cannot be read or a page cannot be rendered.
    pub fn read(
        content: &Path,
        routes: &Value,
        mut render: impl FnMut(&str) -> Result<String, String>,
    ) -> Result<Library, String> {
        let mut library = Library {
            pages: Vec::new(),
            redirects: BTreeMap::new(),
            components: Vec::new(),
            data: BTreeMap::new(),
        };
        for route in routes.as_array().ok_or("the routes are not a list")? {
            let text = |key: &str| route[key].as_str().unwrap_or_default().to_owned();
            let path = text("path");
            if !path.starts_with('/') {
                continue;
            }
            if let Some(target) = route["redirects_to"].as_str() {
                library.redirects.insert(path, target.to_owned());
                continue;
            }
            let source = text("source");
            let has_markdown = source.ends_with(".md");
            let markdown = if has_markdown {
                read(&content.join(&source))?
            } else {
                String::new()
            };
            library.pages.push(Page {
                html: render(&path)?,
                path,
                kind: text("kind"),
                source,
                markdown: MarkdownPage::parse(&markdown),
            });
        }
        read_sources(&content.join("components"), &mut library.components)?;
        read_data(content, Path::new("data"), &mut library.data)?;
        Ok(library)
    }

    /// The page at a path.
    #[must_use]
    pub fn page(&self, path: &str) -> Option<&Page> {
        self.pages.iter().find(|page| page.path == path)
    }

    /// The data files that a page imports; a folder means all files below it.
    #[must_use]
    pub fn imported(&self, page: &Page) -> Vec<(&str, &Value)> {
        let is_imported = |path: &str| {
            let imports = page.markdown.imports.iter();
            imports
                .into_iter()
                .any(|import| import == path || import.ends_with('/') && path.starts_with(import))
        };
        let files = self.data.iter().filter(|(path, _)| is_imported(path));
        files.map(|(path, value)| (path.as_str(), value)).collect()
    }
}

fn read_sources(folder: &Path, sources: &mut Vec<String>) -> Result<(), String> {
    let entries =
        std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        let is_source = path
            .extension()
            .is_some_and(|end| end == "ts" || end == "tsx");
        if path.is_dir() {
            read_sources(&path, sources)?;
        } else if is_source {
            sources.push(read(&path)?);
        }
    }
    Ok(())
}

fn read_data(
    content: &Path,
    folder: &Path,
    data: &mut BTreeMap<String, Value>,
) -> Result<(), String> {
    let entries = std::fs::read_dir(content.join(folder))
        .map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in entries {
        let name = entry.map_err(|error| error.to_string())?.file_name();
        let path = folder.join(&name);
        let name = name.to_string_lossy();
        if content.join(&path).is_dir() {
            read_data(content, &path, data)?;
        } else if name.ends_with(".json")
            && name != "_schema.json"
            && !name.ends_with(".schema.json")
        {
            let text = read(&content.join(&path))?;
            let value = serde_json::from_str(&text)
                .map_err(|error| format!("{}: {error}", path.display()))?;
            data.insert(path.to_string_lossy().into_owned(), value);
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}
