//! The state that requests are answered from: a document as it is in the editor, and the last check of its site.

use crate::documents::OpenDocuments;
use crate::position::{Encoding, Lines, Position};
use crate::snapshot::Snapshot;
use crate::uri::uri_of;
use bindery_compiler::source::{FileId, SourceFile, Span};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ops::Range;

/// What the client can do, as far as answers depend on it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ClientSupport {
    /// The unit of columns.
    pub(crate) encoding: Encoding,
    /// Edits may name the versions of documents, and make and rename files.
    pub(crate) document_changes: bool,
    /// Symbols may have children.
    pub(crate) nested_symbols: bool,
}

/// A question about a document.
#[derive(Debug)]
pub(crate) struct Query<'q> {
    /// The last check.
    pub(crate) snapshot: &'q Snapshot,
    /// The documents that are open.
    pub(crate) documents: &'q OpenDocuments,
    /// The document's file in the checked tree.
    pub(crate) file: Option<&'q SourceFile>,
    /// The text in the editor, perhaps newer than that of the check.
    pub(crate) text: &'q str,
    /// What the client can do.
    pub(crate) client: ClientSupport,
}

/// The replacement of a range of bytes in a file of the tree.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Edit {
    /// The text to replace.
    pub(crate) span: Span,
    /// The new text.
    pub(crate) text: String,
}

impl Query<'_> {
    /// The byte of a position in the editor's text.
    pub(crate) fn byte(&self, position: Position) -> usize {
        self.lines(self.text).byte(position)
    }

    pub(crate) fn lines<'t>(&self, text: &'t str) -> Lines<'t> {
        Lines::new(text, self.client.encoding)
    }

    /// The range of bytes of the editor's text as positions.
    pub(crate) fn range(&self, bytes: Range<usize>) -> Value {
        json!(self.lines(self.text).range(bytes))
    }

    /// The URI of a file, as the client wrote it if it is open.
    pub(crate) fn uri(&self, file: FileId) -> String {
        let path = self.snapshot.disk_path(file);
        let mut open = self.documents.iter();
        let open = open.find(|(_, document)| document.path == path);
        open.map_or_else(|| uri_of(&path), |(uri, _)| uri.to_owned())
    }

    /// A place of the tree as a `Location`.
    pub(crate) fn location(&self, span: Span) -> Value {
        let file = self.snapshot.checked.tree.file(span.file);
        let range = self
            .lines(file.written_text())
            .range(file.written_place(span));
        json!({"uri": self.uri(span.file), "range": range})
    }

    /// Edits of the checked texts as edits of the texts as they are written; `None` if one is in a part that a function of the
    /// configuration wrote.
    pub(crate) fn written_edits(&self, edits: &[Edit]) -> Option<Vec<Edit>> {
        let written = edits.iter().map(|Edit { span, text }| {
            let file = self.snapshot.checked.tree.file(span.file);
            let range = file.written_range(span.start as usize..span.end as usize)?;
            Some(Edit {
                span: Span::new(span.file, range.start, range.end),
                text: text.clone(),
            })
        });
        written.collect()
    }

    /// Edits of the texts as they are written as a `WorkspaceEdit`; `operations` on files are made after them.
    pub(crate) fn workspace_edit(&self, edits: &[Edit], operations: Vec<Value>) -> Value {
        let mut by_file: BTreeMap<FileId, Vec<&Edit>> = BTreeMap::new();
        for edit in edits {
            by_file.entry(edit.span.file).or_default().push(edit);
        }
        let changes = by_file.into_iter().map(|(file, edits)| {
            let lines = self.lines(self.snapshot.checked.tree.file(file).written_text());
            let edits = edits.into_iter().map(|edit| {
                let range = lines.range(edit.span.start as usize..edit.span.end as usize);
                json!({"range": range, "newText": edit.text})
            });
            (self.uri(file), edits.collect::<Vec<Value>>())
        });
        if !self.client.document_changes {
            let changes: BTreeMap<String, Vec<Value>> = changes.collect();
            return json!({"changes": changes});
        }
        let changes = changes.map(|(uri, edits)| {
            let version = self.snapshot.versions.get(&uri);
            json!({"textDocument": {"uri": uri, "version": version}, "edits": edits})
        });
        let changes: Vec<Value> = changes.chain(operations).collect();
        json!({"documentChanges": changes})
    }
}
