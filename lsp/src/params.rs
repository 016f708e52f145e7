//! The parameters of LSP messages that this server uses.
//!
//! The crate `lsp-types` has all of the protocol, but no release since 2024, and few types are needed here.

use crate::position::{Position, PositionRange};
use serde::Deserialize;
use serde_json::Value;

/// A document by its URI.
#[derive(Debug, Deserialize)]
pub(crate) struct DocumentId {
    pub(crate) uri: String,
}

/// The parameters of requests about a document.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DocumentParams {
    pub(crate) text_document: DocumentId,
}

/// The parameters of requests about a place.
#[derive(Debug, Deserialize)]
pub(crate) struct PositionParams {
    pub(crate) position: Position,
}

/// `textDocument/references`.
#[derive(Debug, Deserialize)]
pub(crate) struct ReferenceParams {
    pub(crate) position: Position,
    #[serde(default)]
    pub(crate) context: ReferenceContext,
}

/// Whether the target itself is in the list.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct ReferenceContext {
    pub(crate) include_declaration: bool,
}

/// `textDocument/rename`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RenameParams {
    pub(crate) new_name: String,
}

/// `workspace/willRenameFiles`.
#[derive(Debug, Deserialize)]
pub(crate) struct RenameFilesParams {
    pub(crate) files: Vec<RenamedFile>,
}

/// A file or folder that the client is about to rename.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RenamedFile {
    pub(crate) old_uri: String,
    pub(crate) new_uri: String,
}

/// `textDocument/codeAction`.
#[derive(Debug, Deserialize)]
pub(crate) struct CodeActionParams {
    pub(crate) range: PositionRange,
    #[serde(default)]
    pub(crate) context: CodeActionContext,
}

/// The kinds that the client asks for.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct CodeActionContext {
    pub(crate) only: Option<Vec<String>>,
}

/// `textDocument/didOpen`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DidOpen {
    pub(crate) text_document: OpenedDocument,
}

/// A document with its text.
#[derive(Debug, Deserialize)]
pub(crate) struct OpenedDocument {
    pub(crate) uri: String,
    pub(crate) version: i32,
    pub(crate) text: String,
}

/// `textDocument/didChange`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DidChange {
    pub(crate) text_document: VersionedDocument,
    pub(crate) content_changes: Vec<ContentChange>,
}

/// A document with the number of its text.
#[derive(Debug, Deserialize)]
pub(crate) struct VersionedDocument {
    pub(crate) uri: String,
    pub(crate) version: i32,
}

/// A change: the new text of a range, or of the whole document.
#[derive(Debug, Deserialize)]
pub(crate) struct ContentChange {
    pub(crate) range: Option<PositionRange>,
    pub(crate) text: String,
}

/// `initialize`.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct InitializeParams {
    pub(crate) root_uri: Option<String>,
    pub(crate) workspace_folders: Option<Vec<DocumentId>>,
    pub(crate) capabilities: Value,
}

/// `workspace/didChangeWorkspaceFolders`.
#[derive(Debug, Deserialize)]
pub(crate) struct DidChangeFolders {
    pub(crate) event: FoldersEvent,
}

/// The folders that were added and removed.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct FoldersEvent {
    pub(crate) added: Vec<DocumentId>,
    pub(crate) removed: Vec<DocumentId>,
}
