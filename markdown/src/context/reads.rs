//! Records what a document reads besides its own text, so that its result can be used again as long as that is the same.
//!
//! A [`crate::MarkdownContext`] has the tree and the data only as [`TreeReader`] and [`DataReader`], so no read is missed.

use bindery_source::data::Data;
use bindery_source::{FileId, SourceFile, SourceTree};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// Records what one document reads.
#[derive(Debug, Default)]
pub struct ReadRecorder(Mutex<ReadList>);

/// The id, the bytes and the text of a file; a function of the configuration may have changed the text.
type FileState = (FileId, Arc<[u8]>, Arc<str>);

#[derive(Debug, Default)]
struct ReadList {
    files: BTreeMap<String, Option<FileState>>,
    data_files: BTreeMap<String, Option<Arc<Value>>>,
    data_folders: BTreeMap<String, Option<Arc<Value>>>,
    /// Whether the names of all files were compared with a wrong one.
    has_searched: bool,
}

impl ReadRecorder {
    /// Whether the same reads of this tree and this data give the same results.
    #[must_use]
    pub fn are_current(&self, tree: &SourceTree, data: &Data) -> bool {
        let list = self.0.lock().expect("BUG: a parser panicked");
        let mut files = list.files.iter();
        let mut data_files = list.data_files.iter();
        let mut folders = list.data_folders.iter();
        !list.has_searched
            && files.all(|(path, known)| is_same_file(tree.find(path), known.as_ref()))
            && data_files.all(|(path, known)| is_same_value(&data.file(path), known))
            && folders.all(|(path, known)| is_same_value(&data.folder(path), known))
    }

    fn change(&self, change: impl FnOnce(&mut ReadList)) {
        change(&mut self.0.lock().expect("BUG: a parser panicked"));
    }
}

fn is_same_file(file: Option<&SourceFile>, known: Option<&FileState>) -> bool {
    match (file, known) {
        (Some(file), Some((id, bytes, text))) => {
            file.id == *id
                && (Arc::ptr_eq(&file.bytes, bytes) || file.bytes == *bytes)
                && (Arc::ptr_eq(&file.text, text) || file.text == *text)
        }
        (None, None) => true,
        _ => false,
    }
}

fn is_same_value(one: &Option<Arc<Value>>, other: &Option<Arc<Value>>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => Arc::ptr_eq(one, other) || one == other,
        (None, None) => true,
        _ => false,
    }
}

/// The content tree, for partials and assets.
#[derive(Clone, Copy, Debug)]
pub struct TreeReader<'c> {
    tree: &'c SourceTree,
    reads: Option<&'c ReadRecorder>,
}

impl<'c> TreeReader<'c> {
    /// A tree whose reads are recorded in `reads`, if given.
    #[must_use]
    pub fn new(tree: &'c SourceTree, reads: Option<&'c ReadRecorder>) -> Self {
        TreeReader { tree, reads }
    }

    /// The file at a path relative to the root.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<&'c SourceFile> {
        let file = self.tree.find(path);
        if let Some(reads) = self.reads {
            let found = file.map(|file| (file.id, Arc::clone(&file.bytes), Arc::clone(&file.text)));
            reads.change(|list| drop(list.files.insert(path.to_owned(), found)));
        }
        file
    }

    /// All files, to find one with a similar name.
    #[must_use]
    pub fn files(&self) -> &'c [SourceFile] {
        if let Some(reads) = self.reads {
            reads.change(|list| list.has_searched = true);
        }
        &self.tree.files
    }
}

/// The parsed data files. A data file of the tree that is missing here has an error, which was reported.
#[derive(Clone, Copy, Debug)]
pub struct DataReader<'c> {
    data: &'c Data,
    reads: Option<&'c ReadRecorder>,
}

impl<'c> DataReader<'c> {
    /// Data whose reads are recorded in `reads`, if given.
    #[must_use]
    pub fn new(data: &'c Data, reads: Option<&'c ReadRecorder>) -> Self {
        DataReader { data, reads }
    }

    /// The value of a file.
    #[must_use]
    pub fn file(&self, path: &str) -> Option<Arc<Value>> {
        let value = self.data.file(path);
        if let Some(reads) = self.reads {
            reads.change(|list| drop(list.data_files.insert(path.to_owned(), value.clone())));
        }
        value
    }

    /// An object of all files in a folder and its subfolders: [`Data::folder`].
    #[must_use]
    pub fn folder(&self, path: &str) -> Option<Arc<Value>> {
        let value = self.data.folder(path);
        if let Some(reads) = self.reads {
            reads.change(|list| drop(list.data_folders.insert(path.to_owned(), value.clone())));
        }
        value
    }

    /// The paths of all files, to find one with a similar name.
    pub fn paths(&self) -> impl Iterator<Item = &'c str> {
        if let Some(reads) = self.reads {
            reads.change(|list| list.has_searched = true);
        }
        self.data.paths()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A function of the configuration gives another text for the same file.
    #[test]
    fn another_processed_text_is_another_read() {
        let data = Data::default();
        let mut tree = SourceTree::from_texts(&[("docs/_part.md", "A {{NAME}}.\n")]);
        let recorder = ReadRecorder::default();
        let found = TreeReader::new(&tree, Some(&recorder)).find("docs/_part.md");
        assert!(found.is_some() && recorder.are_current(&tree, &data));
        tree.files[0].set_processed_text(&"A part.\n".into());
        assert!(!recorder.are_current(&tree, &data));
    }
}
