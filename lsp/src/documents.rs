//! The documents that the client has open, whose texts take the place of the files.

use crate::params::ContentChange;
use crate::position::{Encoding, Lines};
use crate::uri::path_of;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// An open document.
#[derive(Clone, Debug)]
pub(crate) struct OpenDocument {
    /// The file.
    pub(crate) path: PathBuf,
    /// The client's number of this text.
    pub(crate) version: i32,
    /// The text.
    pub(crate) text: Arc<str>,
}

/// The open documents by their URIs, as the client writes them.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpenDocuments {
    list: BTreeMap<String, OpenDocument>,
}

impl OpenDocuments {
    /// Opens a document; `false` if it is no file.
    pub(crate) fn open(&mut self, uri: &str, version: i32, text: &str) -> bool {
        let Some(path) = path_of(uri) else {
            return false;
        };
        let document = OpenDocument {
            path,
            version,
            text: text.into(),
        };
        self.list.insert(uri.to_owned(), document);
        true
    }

    /// Applies the changes in their order; `false` for a document that is not open.
    pub(crate) fn change(
        &mut self,
        uri: &str,
        version: i32,
        changes: &[ContentChange],
        encoding: Encoding,
    ) -> bool {
        let Some(document) = self.list.get_mut(uri) else {
            return false;
        };
        let mut text = document.text.to_string();
        for change in changes {
            match change.range {
                Some(range) => {
                    let bytes = Lines::new(&text, encoding).bytes(range);
                    text.replace_range(bytes, &change.text);
                }
                None => text.clone_from(&change.text),
            }
        }
        document.text = text.into();
        document.version = version;
        true
    }

    pub(crate) fn close(&mut self, uri: &str) -> Option<OpenDocument> {
        self.list.remove(uri)
    }

    pub(crate) fn find(&self, uri: &str) -> Option<&OpenDocument> {
        self.list.get(uri)
    }

    /// All documents with their URIs.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &OpenDocument)> {
        self.list.iter().map(|(uri, one)| (uri.as_str(), one))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{Position, PositionRange};

    #[test]
    fn changes_apply_in_their_order_and_out_of_range_ones_are_clamped() {
        let mut documents = OpenDocuments::default();
        assert!(documents.open("file:///a.md", 1, "a𝒳b\r\nc"));
        assert!(!documents.open("untitled:1", 1, ""));
        let change = |start: (u32, u32), end: (u32, u32), text: &str| ContentChange {
            range: Some(PositionRange {
                start: Position {
                    line: start.0,
                    character: start.1,
                },
                end: Position {
                    line: end.0,
                    character: end.1,
                },
            }),
            text: text.to_owned(),
        };
        let changes = [
            change((0, 3), (0, 4), "é"),
            change((0, 4), (1, 0), " "),
            change((9, 9), (99, 0), "!"),
        ];
        let encoding = Encoding::Utf16;
        assert!(documents.change("file:///a.md", 2, &changes, encoding));
        let open = documents.find("file:///a.md").unwrap();
        assert_eq!((&*open.text, open.version), ("a𝒳é c!", 2));
        assert!(!documents.change("file:///b.md", 2, &changes, encoding));
        assert!(documents.close("file:///a.md").is_some());
        assert_eq!(documents.iter().count(), 0);
    }
}
