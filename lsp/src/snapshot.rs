//! A checked site with the indexes that requests need.

use bindery_compiler::assemble::ParsedFile;
use bindery_compiler::driver::CheckedSite;
use bindery_compiler::model::Page;
use bindery_compiler::source::{FileId, SourceFile};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A checked site.
#[derive(Debug)]
pub(crate) struct Snapshot {
    /// The tree, its problems and the site.
    pub(crate) checked: CheckedSite,
    /// The client's numbers of the open texts, by URI.
    pub(crate) versions: BTreeMap<String, i32>,
    files: BTreeMap<PathBuf, FileId>,
    /// The positions in the list of documents.
    documents: BTreeMap<FileId, usize>,
}

impl Snapshot {
    pub(crate) fn new(checked: CheckedSite, versions: BTreeMap<String, i32>) -> Self {
        let files = checked.tree.files.iter();
        let files = files.map(|file| (crate::uri::normalize(&file.disk_path), file.id));
        let documents = checked.documents.iter().enumerate();
        Snapshot {
            files: files.collect(),
            documents: documents.map(|(at, one)| (one.file, at)).collect(),
            versions,
            checked,
        }
    }

    /// The file at a path on disk.
    pub(crate) fn file(&self, path: &Path) -> Option<&SourceFile> {
        let id = self.files.get(path)?;
        Some(self.checked.tree.file(*id))
    }

    /// The path of a file, as the client knows it.
    pub(crate) fn disk_path(&self, file: FileId) -> PathBuf {
        crate::uri::normalize(&self.checked.tree.file(file).disk_path)
    }

    /// The parsed document of a page file.
    pub(crate) fn document(&self, file: FileId) -> Option<&Arc<ParsedFile>> {
        self.checked.documents.get(*self.documents.get(&file)?)
    }

    /// The page at a path.
    pub(crate) fn page_at(&self, route: &str) -> Option<&Page> {
        let pages = &self.checked.site.pages;
        let at = pages.binary_search_by(|page| page.route.as_str().cmp(route));
        pages.get(at.ok()?)
    }
}
