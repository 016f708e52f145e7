//! Checks a tree again and again in one process, with texts that are not saved yet: for editors.
//!
//! The problems are those of [`super::check`]. Only what changed is read and parsed again.

use super::documents::{DocumentParser, ParseCache};
use super::{SiteSource, content, final_list, functions, read_site_with};
use crate::assemble::ParsedFile;
use crate::config::SiteConfig;
use crate::data::Data;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::docusaurus::EvaluateOptions;
use crate::markdown::Props;
use crate::model::Site;
use crate::source::{self, ChangedPaths, FileCache, Scope, SourceTree};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The texts that take the place of files, by the paths on disk below the content folder as it was given.
pub type OpenTexts = BTreeMap<PathBuf, Arc<str>>;

/// The state that stays in memory from one check to the next.
#[derive(Debug)]
pub struct Checker {
    content: PathBuf,
    ui: PathBuf,
    cache: PathBuf,
    documents: ParseCache,
    files: FileCache,
}

/// A checked tree with all that an editor asks about it.
#[derive(Debug)]
pub struct CheckedSite {
    /// The tree, with the open texts in it.
    pub tree: SourceTree,
    /// All problems in order of place.
    pub problems: Vec<Diagnostic>,
    /// The site as far as it could be assembled, with its links recorded.
    pub site: Site,
    /// The configuration.
    pub config: SiteConfig,
    /// The page files as they were parsed.
    pub documents: Vec<Arc<ParsedFile>>,
    /// The values of data files.
    pub data: Arc<Data>,
    /// The components that tags may name, with the properties that they declare.
    pub components: BTreeMap<String, Option<Props>>,
}

impl Checker {
    /// A checker of a content folder. `ui` is the folder of the interface, empty for none; `cache` has what Node found out
    /// about a Docusaurus configuration.
    #[must_use]
    pub fn new(content: &Path, ui: &Path, cache: &Path) -> Self {
        Checker {
            content: content.to_owned(),
            ui: ui.to_owned(),
            cache: cache.to_owned(),
            documents: ParseCache::default(),
            files: FileCache::default(),
        }
    }

    /// Checks the tree as it is now, with these texts in place of their files. Texts of files that the tree does not have are
    /// ignored.
    #[must_use]
    pub fn check(&mut self, open: &OpenTexts) -> CheckedSite {
        let mut sink = Diagnostics::new();
        let reading = EvaluateOptions {
            content: &self.content,
            ui: &self.ui,
            cache: Some(&self.cache),
        };
        let files = &mut self.files;
        let mut read = |root: &Path, scope: &Scope, sink: &mut Diagnostics| {
            let mut tree = source::read_again(root, scope, files, &ChangedPaths::Any, sink);
            put_texts(&mut tree, open);
            tree
        };
        let SiteSource { tree, mut config } = read_site_with(reading, &mut read, &mut sink);
        config.records_links = true;
        let names = content::component_names(&tree, None);
        let extended = functions::extend_config(&tree, &config, &names, reading, &mut sink);
        let config = extended.unwrap_or(config);
        let cache = Some(&self.documents);
        let parser = DocumentParser::new(&tree, &config, &names, cache, &mut sink);
        let site = functions::compile(&parser, reading, &mut sink);
        let documents = self.documents.documents_of(&tree, &parser.files);
        let data = Arc::clone(&parser.data);
        let declared = |name: String| {
            let props = parser.props_of(&name);
            (name, props)
        };
        let components = names.iter().cloned().map(declared).collect();
        let problems = final_list(sink, &config);
        CheckedSite {
            problems,
            site,
            documents,
            data,
            components,
            tree,
            config,
        }
    }

    /// How many documents were parsed so far.
    #[cfg(test)]
    fn parsed_count(&self) -> u64 {
        self.documents.count()
    }
}

fn put_texts(tree: &mut SourceTree, open: &OpenTexts) {
    for file in tree.files.iter_mut().filter(|_| !open.is_empty()) {
        if let Some(text) = open.get(&file.disk_path) {
            file.set_text(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;
    use std::fs;

    fn codes(checked: &CheckedSite) -> Vec<Code> {
        checked.problems.iter().map(|one| one.code).collect()
    }

    #[test]
    fn open_texts_take_the_place_of_files_and_only_they_are_parsed_again() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        fs::create_dir(folder.path().join("docs")).unwrap();
        write(
            "site.toml",
            "title = \"T\"\nurl = \"https://a.example\"\n[[docs]]\n",
        );
        write("docs/a.md", "# A\n\n[b](b.md#one)\n");
        write("docs/b.md", "# B\n\n## One\n\n[a](a.md)\n");
        let cache = tempfile::tempdir().unwrap();
        let mut checker = Checker::new(folder.path(), Path::new(""), cache.path());
        let first = checker.check(&OpenTexts::new());
        assert!(!codes(&first).contains(&Code::BrokenAnchor));
        assert_eq!((first.documents.len(), checker.parsed_count()), (2, 2));
        let to_one = |link: &&crate::model::ResolvedLink| link.anchor.as_deref() == Some("one");
        let link = first.site.links.iter().find(to_one).unwrap();
        assert!(link.page.as_str().ends_with("/b"), "{link:?}");
        let text = &first.tree.file(link.span.file).text;
        let written = &text[link.span.start as usize..link.span.end as usize];
        assert_eq!(written, "b.md#one");
        let mut open = OpenTexts::new();
        open.insert(folder.path().join("docs/b.md"), "# B\n\n## Two\n".into());
        let second = checker.check(&open);
        assert!(codes(&second).contains(&Code::BrokenAnchor));
        assert_eq!(checker.parsed_count(), 3);
        let third = checker.check(&OpenTexts::new());
        assert_eq!(third.problems, first.problems);
        assert_eq!(third.site, first.site);
    }
}
