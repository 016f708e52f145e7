//! The worker's response: for each document its nodes, or why there are none.

use crate::markdown::document::nodes::{Evaluated, Node};
use crate::source::{SourceTree, Span};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What became of a document.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct DocumentAnswer {
    /// The document's own file, and the others that places name.
    files: Vec<String>,
    #[serde(default)]
    nodes: Vec<Node>,
    #[serde(default, skip_serializing)]
    error: Option<AnsweredError>,
    /// The plugins that failed on it.
    #[serde(default, skip_serializing)]
    failures: Vec<PluginFailure>,
    /// The modules that are not there, of which it uses values.
    #[serde(default, skip_serializing)]
    missing: Vec<MissingModule>,
    /// The files and folders that decide what it becomes, relative to the tree, and the variables, each after `$`; `None`
    /// for an answer that is not to be cached.
    #[serde(default, skip_serializing)]
    pub(super) dependencies: Option<Vec<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct AnsweredError {
    message: String,
    place: RawSpan,
    #[serde(default)]
    is_syntax: bool,
}

/// The reason why a plugin did not change a document.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct PluginFailure {
    /// The name of the plugin.
    pub(super) plugin: String,
    /// One line.
    pub(super) message: String,
    /// Where.
    pub(super) place: RawSpan,
    /// The package that it needs and that is not installed.
    #[serde(default)]
    pub(super) missing: Option<String>,
    /// Whether the plugin did not end, on this document or on others before.
    #[serde(default, rename = "isHung")]
    pub(super) is_hung: bool,
}

/// A place in one of the files of a document: `file:line:column` with the number of the file, or the first of these.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub(super) struct RawSpan(String);

/// An evaluated document.
#[derive(Debug)]
pub(super) struct EvaluatedDocument {
    pub(super) evaluated: Evaluated,
    /// The plugins that failed on it.
    pub(super) failures: Vec<PluginFailure>,
    /// The modules that are not there, of which it uses values.
    pub(super) missing: Vec<MissingModule>,
}

/// A module that an import of a document needs and that is not there.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct MissingModule {
    /// One line.
    pub(super) message: String,
    /// What the author can do.
    pub(super) help: String,
    /// The import.
    pub(super) place: RawSpan,
}

/// The reason why a document could not be evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Failure {
    /// One line.
    pub(super) message: String,
    /// Where.
    pub(super) place: RawSpan,
    /// Whether the text is no MDX.
    pub(super) is_syntax: bool,
    files: Arc<Vec<String>>,
}

impl DocumentAnswer {
    /// The answer for a document that cannot be evaluated at all.
    pub(super) fn failed(path: &str, message: &str) -> Self {
        DocumentAnswer {
            files: vec![path.to_owned()],
            error: Some(AnsweredError {
                message: message.to_owned(),
                place: RawSpan("0".to_owned()),
                is_syntax: false,
            }),
            ..DocumentAnswer::default()
        }
    }

    /// The document, or the reason why it could not be evaluated.
    pub(super) fn into_result(self) -> Result<EvaluatedDocument, Failure> {
        let files = Arc::new(self.files);
        match self.error {
            None => Ok(EvaluatedDocument {
                evaluated: Evaluated {
                    files,
                    own: 0,
                    nodes: self.nodes,
                },
                failures: self.failures,
                missing: self.missing,
            }),
            Some(error) => Err(Failure {
                message: error.message,
                place: error.place,
                is_syntax: error.is_syntax,
                files,
            }),
        }
    }
}

impl Failure {
    /// The span of the failure in the tree.
    pub(super) fn span(&self, tree: &SourceTree) -> Option<Span> {
        self.place.span(&self.files, tree)
    }
}

impl RawSpan {
    /// The place in the tree; `files` are the paths of the numbered files.
    pub(super) fn span(&self, files: &[String], tree: &SourceTree) -> Option<Span> {
        let mut numbers = self.0.split(':').map_while(|one| one.parse::<usize>().ok());
        let file = tree.find(files.get(numbers.next()?)?)?;
        Some(match numbers.next() {
            Some(line) => {
                let at = file.offset_at(line, numbers.next().unwrap_or(1));
                file.letter_at(at)
            }
            None => Span::start_of(file.id),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_javascript_are_places_in_any_text() {
        let tree = SourceTree::from_texts(&[("docs/a.md", "# A\n\n\u{1F600}é {x}\n")]);
        let files = vec!["docs/a.md".to_owned()];
        let letter = |place: &str| {
            let span = RawSpan(place.to_owned()).span(&files, &tree).unwrap();
            &tree.files[0].text[span.start as usize..span.end as usize]
        };
        assert_eq!((letter("0:3:3"), letter("0:3:5")), ("é", "{"));
        assert_eq!((letter("0:3:99"), letter("0:99:1")), ("\n", ""));
    }
}
