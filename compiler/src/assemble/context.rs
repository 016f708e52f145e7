//! The context of one locale: configuration, tree and docs versions. Every part of the assembly reads it.

use super::paths::path_in_folder;
use crate::config::{BlogConfig, DocsConfig, LocaleConfig, PagesConfig, SiteConfig, VersionConfig};
use crate::source::{SourceFile, SourceTree};
use crate::translations::plugin_folder;
use serde_json::{Map, Value, json};

/// One version of a docs instance: what Docusaurus calls a loaded version.
#[derive(Clone, Debug)]
pub(super) struct DocsVersion<'a> {
    /// The instance.
    pub(super) instance: &'a DocsConfig,
    /// The version.
    pub(super) config: &'a VersionConfig,
    /// The path of its pages below the locale's home: `/docs/1.0`; `/` for the site's root.
    pub(super) route_base: String,
}

impl DocsVersion<'_> {
    /// The folder of its translations into a locale.
    pub(super) fn translations(&self, locale: &LocaleConfig) -> String {
        let plugin = plugin_folder("docs", &self.instance.id);
        format!("{}/{plugin}/{}", locale.folder(), self.config.translations)
    }

    /// The key of a document's page in all locales: the folder and the name of its file.
    pub(super) fn identity(&self, folder: &str, name: &str) -> String {
        let (id, version) = (&self.instance.id, &self.config.name);
        format!("docs-{id}/{version}/{folder}/{name}")
    }

    /// The version's tag in the search index, which restricts a search to it.
    pub(super) fn search_tag(&self) -> String {
        format!("docs-{}-{}", self.instance.id, self.config.name)
    }
}

/// What Docusaurus' documents publish for components: the instances with their versions, as far as the configuration has them.
pub(crate) fn published_docs(config: &SiteConfig) -> Value {
    let home = config.base_path.trim_end_matches('/');
    let mut published = Map::new();
    for version in docs_versions(config) {
        let instance = version.instance;
        let path_of = |base: &str| format!("{home}{base}");
        let own = published.entry(instance.id.clone()).or_insert_with(|| {
            json!({"path": path_of(&instance.route_base), "versions": [], "breadcrumbs": instance.breadcrumbs})
        });
        let shown = json!({
            "name": version.config.name,
            "label": version.config.label,
            "isLast": version.config.is_last,
            "path": path_of(&version.route_base),
            "mainDocId": "",
            "docs": [],
            "draftIds": [],
            "sidebars": {},
        });
        if let Some(versions) = own["versions"].as_array_mut() {
            versions.push(shown);
        }
    }
    Value::Object(published)
}

/// The path of the version that a document belongs to, with a slash at its end; `None` for other files.
pub(crate) fn docs_version_path(config: &SiteConfig, file: &str) -> Option<String> {
    let versions = docs_versions(config);
    let above = versions.iter();
    let above = above.filter(|one| path_in_folder(file, &one.config.folder).is_some());
    let version = above.max_by_key(|one| one.config.folder.len())?;
    let home = config.base_path.trim_end_matches('/');
    Some(format!(
        "{home}{}/",
        version.route_base.trim_end_matches('/')
    ))
}

/// All versions of all instances, in the order of the configuration.
pub(super) fn docs_versions(config: &SiteConfig) -> Vec<DocsVersion<'_>> {
    let mut versions = Vec::new();
    for instance in &config.docs {
        for version in &instance.versions {
            let base = instance.route_base.trim_end_matches('/');
            let route_base = match version.path.as_str() {
                "" => instance.route_base.clone(),
                path => format!("{base}/{path}"),
            };
            versions.push(DocsVersion {
                instance,
                config: version,
                route_base,
            });
        }
    }
    versions
}

/// The folder of a blog's translations into a locale.
pub(super) fn blog_translations(blog: &BlogConfig, locale: &LocaleConfig) -> String {
    plugin_translations("blog", &blog.id, locale)
}

/// The folder of the translations of the pages of a folder into a locale.
pub(super) fn page_translations(pages: &PagesConfig, locale: &LocaleConfig) -> String {
    plugin_translations("pages", &pages.id, locale)
}

fn plugin_translations(plugin: &str, id: &str, locale: &LocaleConfig) -> String {
    format!("{}/{}", locale.folder(), plugin_folder(plugin, id))
}

/// The values that all pages of one locale share.
#[derive(Debug)]
pub(super) struct LocaleContext<'a> {
    /// The configuration in the locale's language.
    pub(super) config: &'a SiteConfig,
    /// All files.
    pub(super) tree: &'a SourceTree,
    /// The locale.
    pub(super) locale: &'a LocaleConfig,
    /// The versions of the docs instances; other modules refer to them by number.
    pub(super) versions: Vec<DocsVersion<'a>>,
    /// The path of the locale's home; begins and ends with a slash: `/library/fr/`.
    pub(super) base: String,
    folders: Vec<FolderPair>,
}

/// A content folder and the folder of its translations into the locale.
#[derive(Debug)]
struct FolderPair {
    originals: String,
    translations: String,
}

impl<'a> LocaleContext<'a> {
    /// The context of a locale; `config` is translated into it.
    pub(super) fn new(
        config: &'a SiteConfig,
        tree: &'a SourceTree,
        locale: &'a LocaleConfig,
    ) -> Self {
        let versions = docs_versions(config);
        let pair = |originals: &String, translations: String| FolderPair {
            originals: originals.clone(),
            translations,
        };
        let docs = versions.iter();
        let docs = docs.map(|version| pair(&version.config.folder, version.translations(locale)));
        let blog = config.blogs.iter();
        let blog = blog.map(|blog| pair(&blog.path, blog_translations(blog, locale)));
        let pages = config.pages.iter();
        let pages = pages.map(|pages| pair(&pages.path, page_translations(pages, locale)));
        LocaleContext {
            config,
            tree,
            locale,
            base: locale.home(&config.base_path),
            folders: docs.chain(blog).chain(pages).collect(),
            versions,
        }
    }

    /// The file of a name in the first of some folders that has it.
    pub(super) fn find_in(&self, folders: &[&str], name: &str) -> Option<&'a SourceFile> {
        let paths = folders.iter().map(|folder| format!("{folder}/{name}"));
        let mut files = paths.filter_map(|path| self.tree.find(path.trim_start_matches('/')));
        files.next()
    }

    /// The content folder that a file lies in, and its counterpart: the folder of the originals for a translation, the
    /// folder of the translations for an original.
    pub(super) fn content_folders(&self, file: &SourceFile) -> Option<[&str; 2]> {
        let pairs = self.folders.iter();
        let pairs = pairs.flat_map(|pair| {
            let (originals, translations) = (pair.originals.as_str(), pair.translations.as_str());
            [[translations, originals], [originals, translations]]
        });
        let found = pairs.filter(|[folder, _]| path_in_folder(&file.path, folder).is_some());
        found.max_by_key(|[folder, _]| folder.len())
    }
}
