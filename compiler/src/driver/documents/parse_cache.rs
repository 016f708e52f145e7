//! A cache of the parsed documents of the last build, for a process that builds repeatedly.
//!
//! A document is used again if its file, what all documents are parsed with, and each file and each value that it read
//! are equal to those of the last build. The parser records these reads itself (`markdown/src/context/reads.rs`).

use super::{DocumentParser, ParsedPage, SharedInputs, TextCache};
use crate::assemble::{AssemblyCache, PageFile, ParsedFile};
use crate::config::SiteConfig;
use crate::data::{self, Data, RootFiles};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::markdown::{Props, ReadRecorder};
use crate::source::{FileId, SourceFile, SourceTree};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard};

/// The parsed documents and the data of the last build, and what was assembled from them.
#[derive(Debug, Default)]
pub(in crate::driver) struct ParseCache {
    documents: Mutex<Documents>,
    data: Mutex<Option<CachedData>>,
    assembled: AssemblyCache,
    props: TextCache<Option<Props>>,
}

#[derive(Debug, Default)]
struct Documents {
    shared: Option<SharedInputs>,
    pages: BTreeMap<String, Arc<Entry>>,
    #[cfg(test)]
    count: u64,
}

/// A page file with all that its document was made of.
#[derive(Debug)]
struct Entry {
    id: FileId,
    text: Arc<str>,
    is_post: bool,
    locale: String,
    parsed: Arc<ParsedFile>,
    body: usize,
    front_problems: Vec<Diagnostic>,
    problems: Vec<Diagnostic>,
    reads: ReadRecorder,
}

impl Entry {
    fn is_of(&self, page: PageFile<'_>, file: &SourceFile) -> bool {
        let is_same_text = Arc::ptr_eq(&self.text, &file.text) || self.text == file.text;
        (self.id, self.is_post, self.locale.as_str()) == (file.id, page.is_post(), page.locale)
            && is_same_text
    }
}

/// The data of the files that it was read from.
#[derive(Debug)]
struct CachedData {
    files: Vec<(String, FileId, Arc<[u8]>)>,
    statics: Vec<String>,
    root_files: RootFiles,
    data: Arc<Data>,
}

impl ParseCache {
    fn documents(&self) -> MutexGuard<'_, Documents> {
        self.documents.lock().expect("BUG: a parser panicked")
    }

    /// What was assembled from the documents.
    pub(in crate::driver) fn assembled(&self) -> &AssemblyCache {
        &self.assembled
    }

    /// The properties that components declare.
    pub(in crate::driver) fn props(&self) -> &TextCache<Option<Props>> {
        &self.props
    }

    /// Forgets the documents of files that are gone, and all if the shared inputs changed.
    pub(in crate::driver) fn begin(
        &self,
        shared: &SharedInputs,
        tree: &SourceTree,
        files: &[PageFile<'_>],
    ) {
        let mut documents = self.documents();
        if documents.shared.as_ref() != Some(shared) {
            documents.shared = Some(shared.clone());
            documents.pages.clear();
        }
        if documents.pages.len() > files.len() {
            let paths = files.iter().map(|page| tree.file(page.id).path.as_str());
            let paths: BTreeSet<&str> = paths.collect();
            documents
                .pages
                .retain(|path, _| paths.contains(path.as_str()));
        }
    }

    /// The cached document of a page file, if parsing it would give an equal one.
    pub(in crate::driver) fn find(
        &self,
        page: PageFile<'_>,
        file: &SourceFile,
        parser: &DocumentParser<'_>,
    ) -> Option<ParsedPage> {
        let entry = self.documents().pages.get(&file.path).cloned()?;
        let is_current =
            entry.is_of(page, file) && entry.reads.are_current(parser.tree, &parser.data);
        is_current.then(|| ParsedPage {
            parsed: (*entry.parsed).clone(),
            body: entry.body,
            front_problems: to_list(&entry.front_problems),
            problems: to_list(&entry.problems),
        })
    }

    /// Adds a document with what it read.
    pub(in crate::driver) fn insert(
        &self,
        page: PageFile<'_>,
        file: &SourceFile,
        parsed: &ParsedPage,
        reads: ReadRecorder,
    ) {
        let entry = Entry {
            id: file.id,
            text: Arc::clone(&file.text),
            is_post: page.is_post(),
            locale: page.locale.to_owned(),
            parsed: Arc::new(parsed.parsed.clone()),
            body: parsed.body,
            front_problems: parsed.front_problems.iter().cloned().collect(),
            problems: parsed.problems.iter().cloned().collect(),
            reads,
        };
        let mut documents = self.documents();
        documents.pages.insert(file.path.clone(), Arc::new(entry));
        #[cfg(test)]
        (documents.count += 1);
    }

    /// The cached documents of these files, in their order.
    pub(in crate::driver) fn documents_of(
        &self,
        tree: &SourceTree,
        files: &[PageFile<'_>],
    ) -> Vec<Arc<ParsedFile>> {
        let documents = self.documents();
        let find = |page: &PageFile<'_>| documents.pages.get(&tree.file(page.id).path);
        let entries = files.iter().filter_map(find);
        entries.map(|entry| Arc::clone(&entry.parsed)).collect()
    }

    /// How many documents were cached so far.
    #[cfg(test)]
    pub(in crate::driver) fn count(&self) -> u64 {
        self.documents().count
    }

    /// The data of a tree, from the cache if its files are equal. Data with problems is read again, so that each build
    /// reports them.
    pub(in crate::driver) fn read_data(
        &self,
        tree: &SourceTree,
        config: &SiteConfig,
        sink: &mut Diagnostics,
    ) -> Arc<Data> {
        let extensions = ["json", "toml", "csv", "yaml", "yml"];
        let files = tree.files.iter();
        let files = files.filter(|file| extensions.iter().any(|one| file.has_extension(one)));
        let files = files.map(|file| (file.path.clone(), file.id, Arc::clone(&file.bytes)));
        let files: Vec<(String, FileId, Arc<[u8]>)> = files.collect();
        let (statics, root_files) = (&config.static_directories, root_files(config));
        let mut cached = self.data.lock().expect("BUG: a reader of data panicked");
        if let Some(known) = cached.as_ref()
            && (&known.statics, known.root_files) == (statics, root_files)
            && are_equal(&known.files, &files)
        {
            return Arc::clone(&known.data);
        }
        let mut own = Diagnostics::new();
        let data = Arc::new(data::read_data(tree, statics, root_files, &mut own));
        *cached = own.iter().next().is_none().then(|| CachedData {
            files,
            statics: statics.clone(),
            root_files,
            data: Arc::clone(&data),
        });
        sink.absorb(own);
        data
    }
}

/// What the JSON files in the root folder of a site are.
pub(super) fn root_files(config: &SiteConfig) -> RootFiles {
    match config.is_imported {
        true => RootFiles::ToolSettings,
        false => RootFiles::Data,
    }
}

fn are_equal(one: &[(String, FileId, Arc<[u8]>)], other: &[(String, FileId, Arc<[u8]>)]) -> bool {
    let mut pairs = one.iter().zip(other);
    one.len() == other.len()
        && pairs.all(|((path, id, bytes), (path_2, id_2, bytes_2))| {
            (path, id) == (path_2, id_2) && (Arc::ptr_eq(bytes, bytes_2) || bytes == bytes_2)
        })
}

fn to_list(found: &[Diagnostic]) -> Diagnostics {
    let mut list = Diagnostics::new();
    list.extend(found.iter().cloned());
    list
}
