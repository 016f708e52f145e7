//! The dimensions of a site: which files are pages of which instance, version and locale.
//!
//! A [`DocsSet`] is an instance in one version. An edition is the whole site in one locale; each part of it takes the
//! files of the original tree, and those of `i18n/{locale}/` in place of the originals that they translate.

use crate::assemble::Context;
use crate::assemble::docs::Doc;
use crate::assemble::pages::is_page;
use crate::assemble::routes::below;
use crate::config::{DocsConfig, LocaleConfig, PagesConfig, SiteConfig, VersionConfig};
use crate::source::{FileId, SourceFile, SourceTree};
use crate::translations::plugin_folder;
use std::collections::BTreeMap;

/// The documents of one instance in one version. Numbered in the order of the configuration.
#[derive(Clone, Debug)]
pub(super) struct DocsSet<'a> {
    /// The instance.
    pub(super) config: &'a DocsConfig,
    /// The version.
    pub(super) version: &'a VersionConfig,
    /// Where its pages lie, below the locale's home: `/docs/1.0`; `/` for the site's root.
    pub(super) route_base: String,
}

impl DocsSet<'_> {
    /// The folder of its translations into a locale.
    pub(super) fn translations(&self, locale: &LocaleConfig) -> String {
        let plugin = plugin_folder("docs", &self.config.id);
        format!("{}/{plugin}/{}", locale.folder(), self.version.translations)
    }

    /// What is the same of a document in all locales.
    pub(super) fn identity(&self, doc: &Doc) -> String {
        let (id, version) = (&self.config.id, &self.version.name);
        format!("docs-{id}/{version}/{}/{}", doc.folder, doc.name)
    }

    /// Its tag in the search index.
    pub(super) fn search_tag(&self) -> String {
        format!("docs-{}-{}", self.config.id, self.version.name)
    }
}

/// The folder of the blog's translations into a locale.
pub(super) fn blog_translations(locale: &LocaleConfig) -> String {
    plugin_translations("blog", locale)
}

/// The folder of the pages' translations into a locale.
pub(super) fn page_translations(locale: &LocaleConfig) -> String {
    plugin_translations("pages", locale)
}

fn plugin_translations(plugin: &str, locale: &LocaleConfig) -> String {
    format!("{}/{}", locale.folder(), plugin_folder(plugin, "default"))
}

/// All instances in all their versions.
pub(super) fn make_sets(config: &SiteConfig) -> Vec<DocsSet<'_>> {
    let mut sets = Vec::new();
    for docs in &config.docs {
        for version in &docs.versions {
            let base = docs.route_base.trim_end_matches('/');
            let route_base = match version.path.as_str() {
                "" => docs.route_base.clone(),
                path => format!("{base}/{path}"),
            };
            sets.push(DocsSet {
                config: docs,
                version,
                route_base,
            });
        }
    }
    sets
}

/// A part of the site that is made of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// The documents of the set with this number.
    Docs(usize),
    /// The blog.
    Blog,
    /// The pages of their own.
    Pages,
    /// What stands on the generated indexes of the set with this number: files called [`INDEX_BODY`].
    Indexes(usize),
}

/// The partial beside a `_category_.json` that says more on its generated index than a description does.
const INDEX_BODY: &str = "_index";

/// Where a file belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place<'t> {
    /// The part of the site.
    pub(super) part: Part,
    /// The number of the locale (in [`SiteConfig::locales`]) that it is a translation into; `None` of an original.
    pub(super) locale: Option<usize>,
    /// Its path below the part's folder.
    pub(super) path: &'t str,
}

/// The folders whose Markdown files are pages.
#[derive(Debug)]
pub(super) struct Folders {
    folders: Vec<(String, Part, Option<usize>)>,
    pages: Option<PagesConfig>,
    /// Docusaurus knows no [`INDEX_BODY`]: in its trees such a file is a partial.
    has_bodies: bool,
}

impl Folders {
    /// The folders of all parts and their translations.
    pub(super) fn new(config: &SiteConfig, sets: &[DocsSet<'_>]) -> Self {
        let mut folders = Vec::new();
        for (at, set) in sets.iter().enumerate() {
            folders.push((set.version.folder.clone(), Part::Docs(at), None));
        }
        folders.extend(
            config
                .blog
                .iter()
                .map(|blog| (blog.path.clone(), Part::Blog, None)),
        );
        let pages = config.pages.iter();
        folders.extend(pages.map(|pages| (pages.path.clone(), Part::Pages, None)));
        for (number, locale) in config.locales.iter().enumerate() {
            for (at, set) in sets.iter().enumerate() {
                let folder = set.translations(locale);
                folders.push((folder, Part::Docs(at), Some(number)));
            }
            if config.blog.is_some() {
                folders.push((blog_translations(locale), Part::Blog, Some(number)));
            }
            if config.pages.is_some() {
                let folder = page_translations(locale);
                folders.push((folder, Part::Pages, Some(number)));
            }
        }
        Folders {
            folders,
            pages: config.pages.clone(),
            has_bodies: !config.is_imported,
        }
    }

    /// Where a file belongs; `None` outside of the folders and for partials.
    pub(super) fn place_of<'t>(&self, file: &'t SourceFile) -> Option<Place<'t>> {
        let found = self.folders.iter().filter_map(|(folder, part, locale)| {
            Some(Place {
                part: *part,
                locale: *locale,
                path: below(&file.path, folder)?,
            })
        });
        let mut place = found.min_by_key(|place| place.path.len())?;
        let (folder, name) = place.path.rsplit_once('/').unwrap_or(("", place.path));
        let is_body = name.rsplit_once('.').map(|(stem, _)| stem) == Some(INDEX_BODY);
        if let (Part::Docs(set), true) = (place.part, is_body && self.has_bodies) {
            place.part = Part::Indexes(set);
            let is_partial = folder.split('/').any(|segment| segment.starts_with('_'));
            return (!is_partial).then_some(place);
        }
        let is_partial = place
            .path
            .split('/')
            .any(|segment| segment.starts_with('_'));
        let is_left_out = match &self.pages {
            Some(pages) if place.part == Part::Pages => !is_page(pages, place.path),
            _ => false,
        };
        (!is_partial && !is_left_out).then_some(place)
    }
}

/// A page's file in one locale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placed<'t> {
    /// The file.
    pub(super) file: FileId,
    /// Its path below the folder of its part: the same in all locales.
    pub(super) path: &'t str,
    /// The original that it translates, where there is one.
    pub(super) translates: Option<FileId>,
    /// Whether it is an original shown for want of a translation.
    pub(super) is_fallback: bool,
}

/// The page files of one locale, by part and path.
pub(super) fn placed_files<'t>(
    (config, tree, folders): (&SiteConfig, &'t SourceTree, &Folders),
    locale: &LocaleConfig,
    files: impl Iterator<Item = FileId>,
) -> Vec<(Part, Placed<'t>)> {
    let mut translations = Vec::new();
    let mut placed: BTreeMap<(Part, &str), Placed<'_>> = BTreeMap::new();
    for file in files {
        let Some(place) = folders.place_of(tree.file(file)) else {
            continue;
        };
        let own = place.locale.map(|number| &config.locales[number].code);
        if own.is_none() {
            let original = Placed {
                file,
                path: place.path,
                translates: None,
                is_fallback: !locale.is_default,
            };
            placed.insert((place.part, place.path), original);
        } else if own == Some(&locale.code) {
            translations.push((file, place));
        }
    }
    for (file, place) in translations {
        let key = (place.part, place.path);
        let original = placed.get(&key).map(|placed| placed.file);
        let translation = Placed {
            file,
            path: place.path,
            translates: original,
            is_fallback: false,
        };
        placed.insert(key, translation);
    }
    let placed = placed.into_iter();
    placed.map(|((part, _), placed)| (part, placed)).collect()
}

/// What is the same for all pages of one locale.
#[derive(Debug)]
pub(super) struct Frame<'a> {
    /// The locale.
    pub(super) locale: &'a LocaleConfig,
    /// The instances in their versions.
    pub(super) sets: Vec<DocsSet<'a>>,
    /// Before the paths of its pages; begins and ends with a slash: `/library/fr/`.
    base: String,
    /// The folders of the translations of each part, and of its originals.
    folders: Vec<(String, String)>,
}

impl<'a> Frame<'a> {
    /// The frame of a locale; the configuration is in its words.
    pub(super) fn new(config: &'a SiteConfig, locale: &'a LocaleConfig) -> Self {
        let sets = make_sets(config);
        let docs = sets.iter();
        let docs = docs.map(|set| (set.translations(locale), set.version.folder.clone()));
        let blog = config.blog.iter();
        let blog = blog.map(|blog| (blog_translations(locale), blog.path.clone()));
        let pages = config.pages.iter();
        let pages = pages.map(|pages| (page_translations(locale), pages.path.clone()));
        Frame {
            locale,
            base: locale.home(&config.base_path),
            folders: docs.chain(blog).chain(pages).collect(),
            sets,
        }
    }
}

impl<'a> Context<'a> {
    /// The locale at hand.
    pub(super) fn locale(&self) -> &'a LocaleConfig {
        self.frame.locale
    }

    /// Before the paths of the locale's pages; begins and ends with a slash.
    pub(super) fn base(&self) -> &'a str {
        &self.frame.base
    }

    /// The file of a name in the first of some folders that has it.
    pub(super) fn find_in(&self, folders: &[&str], name: &str) -> Option<&'a SourceFile> {
        let paths = folders.iter().map(|folder| format!("{folder}/{name}"));
        let mut files = paths.filter_map(|path| self.tree.find(path.trim_start_matches('/')));
        files.next()
    }

    /// The folders of a file's part, and the place of the file in them: first the folder it lies in, then the other
    /// one (the originals of a translation, the translations of an original).
    pub(super) fn content_folders(&self, file: &SourceFile) -> Option<[&'a str; 2]> {
        let pairs = self.frame.folders.iter();
        let pairs = pairs.flat_map(|(own, original)| [[own.as_str(), original], [original, own]]);
        let found = pairs.filter(|[folder, _]| below(&file.path, folder).is_some());
        found.max_by_key(|[folder, _]| folder.len())
    }
}
