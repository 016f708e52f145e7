//! Selects the content files of the tree, and says what each of them is: a document, a post, a page, or the text of an
//! index page.
//!
//! A locale shows the files of the original tree, and those of `i18n/{locale}/` instead of the originals that they
//! translate.

use super::context::{DocsVersion, blog_translations, page_translations};
use super::paths::path_in_folder;
use crate::config::{DocsConfig, LocaleConfig, PagesConfig, SiteConfig};
use crate::document::Document;
use crate::front_matter::FrontMatter;
use crate::pattern::Globs;
use crate::source::{FileId, SourceFile, SourceTree};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The kind of a content file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ContentKind {
    /// A document of the docs version with this number.
    Doc(usize),
    /// A post of the blog with this number.
    Post(usize),
    /// A page of the `[pages]` with this number.
    Page(usize),
    /// The text of an index page of the docs version with this number: a file called [`INDEX_BODY`].
    IndexBody(usize),
}

/// The partial beside a `_category_.json` with the text of the category's index page.
const INDEX_BODY: &str = "_index";

/// A file's kind, its locale, and its name among the files of this kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Classified<'t> {
    /// The content plugin or folder that the file belongs to.
    pub(super) kind: ContentKind,
    /// The number of the locale (in [`SiteConfig::locales`]) that it is a translation into; `None` for an original.
    pub(super) locale: Option<usize>,
    /// The file's path below the folder of its kind: the same for an original and its translations.
    pub(super) path: &'t str,
}

/// A folder whose Markdown files are content.
#[derive(Debug)]
struct ContentFolder {
    path: String,
    kind: ContentKind,
    /// The number of the locale whose translations it holds.
    locale: Option<usize>,
}

/// All folders whose Markdown files are content.
#[derive(Debug)]
pub(super) struct ContentFolders<'c> {
    config: &'c SiteConfig,
    /// The instance of each docs version.
    instances: Vec<&'c DocsConfig>,
    folders: Vec<ContentFolder>,
}

impl<'c> ContentFolders<'c> {
    /// The folders that the configuration names, and those of their translations.
    pub(super) fn new(config: &'c SiteConfig, versions: &[DocsVersion<'c>]) -> Self {
        let mut folders = Vec::new();
        let mut add = |path: String, kind, locale| {
            folders.push(ContentFolder { path, kind, locale });
        };
        for (number, version) in versions.iter().enumerate() {
            add(
                version.config.folder.clone(),
                ContentKind::Doc(number),
                None,
            );
        }
        for (number, blog) in config.blogs.iter().enumerate() {
            add(blog.path.clone(), ContentKind::Post(number), None);
        }
        for (number, pages) in config.pages.iter().enumerate() {
            add(pages.path.clone(), ContentKind::Page(number), None);
        }
        for (at, locale) in config.locales.iter().enumerate() {
            for (number, version) in versions.iter().enumerate() {
                let folder = version.translations(locale);
                add(folder, ContentKind::Doc(number), Some(at));
            }
            for (number, blog) in config.blogs.iter().enumerate() {
                let folder = blog_translations(blog, locale);
                add(folder, ContentKind::Post(number), Some(at));
            }
            for (number, pages) in config.pages.iter().enumerate() {
                let folder = page_translations(pages, locale);
                add(folder, ContentKind::Page(number), Some(at));
            }
        }
        ContentFolders {
            config,
            instances: versions.iter().map(|version| version.instance).collect(),
            folders,
        }
    }

    /// The kind of a file; `None` outside of the content folders and for partials.
    pub(super) fn classify<'t>(&self, file: &'t SourceFile) -> Option<Classified<'t>> {
        let found = self.folders.iter().filter_map(|folder| {
            Some(Classified {
                kind: folder.kind,
                locale: folder.locale,
                path: path_in_folder(&file.path, &folder.path)?,
            })
        });
        // Of nested folders the innermost counts.
        let mut found = found.min_by_key(|found| found.path.len())?;
        let (folder, name) = found.path.rsplit_once('/').unwrap_or(("", found.path));
        let is_body = name.rsplit_once('.').map(|(stem, _)| stem) == Some(INDEX_BODY);
        // Docusaurus has no such bodies: in its trees the file is a partial.
        let has_bodies = !self.config.is_imported;
        if let (ContentKind::Doc(version), true) = (found.kind, is_body && has_bodies) {
            found.kind = ContentKind::IndexBody(version);
            let is_excluded = self.instances[version].exclude.matches(found.path);
            return (!is_partial(folder) && !is_excluded).then_some(found);
        }
        let is_selected = match found.kind {
            ContentKind::Doc(version) => {
                let docs = self.instances[version];
                is_selected(&docs.include, &docs.exclude, found.path)
            }
            ContentKind::Page(number) => is_page(&self.config.pages[number], found.path),
            _ => true,
        };
        (!is_partial(found.path) && is_selected).then_some(found)
    }

    /// The content of one locale among some files, sorted by kind and path: its translations, and the originals that
    /// it has no translation of. Docusaurus ignores a translation without an original.
    pub(super) fn of_locale<'t>(
        &self,
        tree: &'t SourceTree,
        locale: &LocaleConfig,
        files: impl Iterator<Item = FileId>,
    ) -> Vec<ContentFile<'t>> {
        let mut translations = Vec::new();
        let mut chosen: BTreeMap<(ContentKind, &str), ContentFile<'_>> = BTreeMap::new();
        for file in files {
            let Some(found) = self.classify(tree.file(file)) else {
                continue;
            };
            let code = found.locale.map(|number| &self.config.locales[number].code);
            if code.is_none() {
                let original = ContentFile {
                    file,
                    kind: found.kind,
                    path: found.path,
                    translates: None,
                    is_fallback: !locale.is_default,
                };
                chosen.insert((found.kind, found.path), original);
            } else if code == Some(&locale.code) {
                translations.push((file, found));
            }
        }
        for (file, found) in translations {
            let key = (found.kind, found.path);
            if self.config.is_imported && !chosen.contains_key(&key) {
                continue;
            }
            let translation = ContentFile {
                file,
                kind: found.kind,
                path: found.path,
                translates: chosen.get(&key).map(|original| original.file),
                is_fallback: false,
            };
            chosen.insert(key, translation);
        }
        chosen.into_values().collect()
    }
}

/// Whether a file or one of its folders has the underscore of partials, which are no pages.
fn is_partial(path: &str) -> bool {
    path.split('/').any(|segment| segment.starts_with('_'))
}

/// Whether the configuration of `[pages]` includes a file, by its path below the folder of pages.
pub(super) fn is_page(config: &PagesConfig, path: &str) -> bool {
    is_selected(&config.include, &config.exclude, path)
}

/// Whether `include` and `exclude` select a file, by its path below the folder that they are about.
pub(super) fn is_selected(include: &Globs, exclude: &Globs, path: &str) -> bool {
    (include.is_empty() || include.matches(path)) && !exclude.matches(path)
}

/// A content file as one locale shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ContentFile<'t> {
    /// The file.
    pub(super) file: FileId,
    /// The content plugin or folder that the file belongs to.
    pub(super) kind: ContentKind,
    /// The file's path below the folder of its kind: the same in all locales.
    pub(super) path: &'t str,
    /// The original that it translates, if there is one.
    pub(super) translates: Option<FileId>,
    /// Whether the file is an original that is shown because the locale has no translation of it.
    pub(super) is_fallback: bool,
}

/// A content file in its two parts.
#[derive(Clone, Debug)]
pub struct ParsedFile {
    /// The file.
    pub file: FileId,
    /// The front matter, which is empty in a file without one.
    pub front: Arc<FrontMatter>,
    /// The parsed Markdown after the front matter.
    pub document: Arc<Document>,
}
