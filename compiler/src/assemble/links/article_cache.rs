//! The articles of the last assembly, for a process that assembles repeatedly.
//!
//! An article is used again if its document is the same value, the configuration is equal in all languages, and all that was
//! looked up for its links gives the same result: files by their paths, the bytes of those that are no Markdown, the pages
//! that files became, what is at a path of the site, and the anchors of pages. An article with problems is made again after
//! any change of these, because suggestions may name anything.

use super::anchors::anchors_of;
use super::body_wrapper::BodyWrapper;
use super::link::Origin;
use super::reads::{Changes, LookUp, Reads};
use super::results::LinkResults;
use super::targets::Targets;
use crate::config::SiteConfig;
use crate::diagnostic::Diagnostic;
use crate::document::Document;
use crate::model::{RoutePath, Slot};
use crate::source::{FileId, SourceFile, SourceTree};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard};

/// The articles of the last assembly, and the anchors of their documents.
#[derive(Debug, Default)]
pub struct AssemblyCache(Mutex<Cached>);

#[derive(Debug, Default)]
struct Cached {
    inputs: Option<Inputs>,
    last: BTreeMap<RoutePath, Arc<Article>>,
    current: BTreeMap<RoutePath, Arc<Article>>,
    last_anchors: AnchorSets,
    anchors: AnchorSets,
    #[cfg(test)]
    count: u64,
}

/// The anchors of documents by the address of these. The entry holds the document, so that no other one can be at its address.
type AnchorSets = HashMap<usize, (Arc<Document>, Arc<BTreeSet<String>>)>;

/// What links are resolved with.
#[derive(Debug)]
struct Inputs {
    configs: Vec<SiteConfig>,
    files: Vec<ListedFile>,
    targets: Targets,
}

/// A file of the tree.
#[derive(Debug)]
struct ListedFile {
    path: String,
    id: FileId,
    /// `None` for pages: links read only their paths.
    bytes: Option<Arc<[u8]>>,
}

impl ListedFile {
    fn new(file: &SourceFile, targets: &BTreeSet<FileId>) -> Self {
        let is_read = !is_markdown(file) || targets.contains(&file.id);
        ListedFile {
            path: file.path.clone(),
            id: file.id,
            bytes: is_read.then(|| Arc::clone(&file.bytes)),
        }
    }

    fn is_same(&self, file: &SourceFile) -> bool {
        let is_same = |bytes: &Arc<[u8]>| Arc::ptr_eq(bytes, &file.bytes) || *bytes == file.bytes;
        self.id == file.id && self.path == file.path && self.bytes.as_ref().is_none_or(is_same)
    }
}

/// Adds the files that are other ones, or at another path.
fn compare_files(before: &[ListedFile], after: &[SourceFile], changes: &mut Changes) {
    let is_same = |(one, file): (&ListedFile, &SourceFile)| one.is_same(file);
    if before.len() == after.len() && before.iter().zip(after).all(is_same) {
        return;
    }
    let new = after.iter().map(|file| (file.path.as_str(), file));
    let mut new: BTreeMap<&str, &SourceFile> = new.collect();
    let mut add = |path: &str, id: FileId| {
        changes.add(LookUp::Path(path));
        changes.add(LookUp::File(id));
    };
    for file in before {
        match new.remove(file.path.as_str()) {
            Some(now) if file.is_same(now) => {}
            Some(now) => {
                add(&file.path, file.id);
                add(&file.path, now.id);
            }
            None => add(&file.path, file.id),
        }
    }
    for file in new.into_values() {
        add(&file.path, file.id);
    }
}

fn is_markdown(file: &SourceFile) -> bool {
    file.has_extension("md") || file.has_extension("mdx")
}

/// A cached article.
#[derive(Debug)]
pub(super) struct Article {
    pub(super) document: Arc<Document>,
    pub(super) is_folder: bool,
    pub(super) wrapper: BodyWrapper,
    pub(super) slot: Slot,
    pub(super) problems: Vec<Diagnostic>,
    pub(super) results: Arc<LinkResults>,
    pub(super) reads: Reads,
}

/// The cached articles that hold, as far as that does not depend on their documents.
#[derive(Debug)]
pub(crate) enum Reuse {
    /// The articles for which none of these was looked up.
    Without(Changes),
    /// No article.
    Nothing,
}

/// The cache of articles, and which of them hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CachedArticles<'c> {
    pub(crate) cache: &'c AssemblyCache,
    pub(crate) reuse: &'c Reuse,
}

impl AssemblyCache {
    fn lock(&self) -> MutexGuard<'_, Cached> {
        self.0.lock().expect("BUG: an assembly panicked")
    }

    /// Compares what links are resolved with to that of the last assembly.
    pub(crate) fn begin(
        &self,
        configs: &[SiteConfig],
        tree: &SourceTree,
        targets: &Targets,
    ) -> Reuse {
        let mut cached = self.lock();
        cached.last = std::mem::take(&mut cached.current);
        let Some(inputs) = &cached.inputs else {
            return Reuse::Nothing;
        };
        if inputs.configs != configs {
            return Reuse::Nothing;
        }
        let mut changes = Changes::default();
        compare_files(&inputs.files, &tree.files, &mut changes);
        targets.compare(&inputs.targets, &mut changes);
        Reuse::Without(changes)
    }

    /// Stores what links were resolved with. Forgets the articles and documents that this assembly did not have.
    pub(crate) fn end(&self, configs: Vec<SiteConfig>, tree: &SourceTree, targets: Targets) {
        let mut guard = self.lock();
        let cached = &mut *guard;
        let statics: BTreeSet<FileId> = targets.statics.values().copied().collect();
        let files = tree.files.iter();
        let old = (
            std::mem::take(&mut cached.last),
            std::mem::replace(
                &mut cached.last_anchors,
                std::mem::take(&mut cached.anchors),
            ),
            cached.inputs.replace(Inputs {
                configs,
                files: files.map(|file| ListedFile::new(file, &statics)).collect(),
                targets,
            }),
        );
        drop(guard);
        drop(old);
    }

    /// The article of a page, if the assembly would make an equal one.
    pub(super) fn find(
        &self,
        reuse: &Reuse,
        origin: &Origin<'_>,
        document: &Arc<Document>,
        wrapper: &BodyWrapper,
    ) -> Option<Arc<Article>> {
        let Reuse::Without(changed) = reuse else {
            return None;
        };
        let mut cached = self.lock();
        let article = cached.last.get(origin.route)?;
        let is_same = Arc::ptr_eq(&article.document, document)
            && article.is_folder == origin.is_folder
            && article.wrapper == *wrapper;
        let is_untouched = changed.is_empty()
            || article.problems.is_empty()
                && !article.reads.has_any(changed)
                && !article.results.is_outdated(changed);
        if !is_same || !is_untouched {
            return None;
        }
        let article = Arc::clone(article);
        let entry = (origin.route.clone(), Arc::clone(&article));
        cached.current.extend([entry]);
        Some(article)
    }

    /// Adds an article, unless its page shows a file whose changes are not noticed here.
    pub(super) fn insert(&self, tree: &SourceTree, origin: &Origin<'_>, article: Article) {
        let has_markdown = article
            .results
            .served()
            .any(|file| is_markdown(tree.file(file)));
        if has_markdown {
            return;
        }
        let mut cached = self.lock();
        cached
            .current
            .insert(origin.route.clone(), Arc::new(article));
        #[cfg(test)]
        (cached.count += 1);
    }

    /// The anchors of a document.
    pub(crate) fn anchors_of(&self, document: &Arc<Document>) -> Arc<BTreeSet<String>> {
        let address = Arc::as_ptr(document).addr();
        let mut cached = self.lock();
        let known = cached.anchors.get(&address);
        let known = known.or_else(|| cached.last_anchors.get(&address));
        let anchors = match known {
            Some((_, anchors)) => Arc::clone(anchors),
            None => Arc::new(anchors_of(document)),
        };
        let entry = (Arc::clone(document), Arc::clone(&anchors));
        cached.anchors.insert(address, entry);
        anchors
    }

    /// How many articles were made so far.
    #[cfg(test)]
    pub(crate) fn count(&self) -> u64 {
        self.lock().count
    }
}
