//! The requests: each is a function of a [`Query`] and its parameters.

mod props;

mod data;

mod symbol_at;

mod actions;
mod completion;
mod hover;
mod navigation;
mod rename_files;
mod rename_heading;
mod symbols;

use crate::query::{ClientSupport, Edit, Query};
use lsp_server::ErrorCode;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The result of a request, or the error for the client.
pub(crate) type Answer = Result<Value, (ErrorCode, String)>;

/// Answers a request.
pub(crate) type Handler = fn(&Query<'_>, &Value) -> Answer;

/// The check that a request needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Freshness {
    /// The last check: an author who types does not wait.
    Any,
    /// A check of the present texts, because the answer has places in them.
    Current,
}

/// The function that answers a method.
pub(crate) fn handler_of(method: &str) -> Option<(Freshness, Handler)> {
    let (freshness, handler): (Freshness, Handler) = match method {
        "textDocument/codeAction" => (Freshness::Current, actions::code_actions),
        "textDocument/completion" => (Freshness::Any, completion::completion),
        "textDocument/definition" => (Freshness::Current, navigation::definition),
        "textDocument/hover" => (Freshness::Current, hover::hover),
        "textDocument/prepareRename" => (Freshness::Current, rename_heading::prepare),
        "textDocument/references" => (Freshness::Current, navigation::references),
        "textDocument/rename" => (Freshness::Current, rename_heading::rename),
        "workspace/willRenameFiles" => (Freshness::Current, rename_files::will_rename),
        "textDocument/documentSymbol" => (Freshness::Current, symbols::document_symbols),
        _ => return None,
    };
    Some((freshness, handler))
}

/// What the server can do.
pub(crate) fn capabilities(client: ClientSupport) -> Value {
    json!({
        "positionEncoding": client.encoding.name(),
        "textDocumentSync": {"openClose": true, "change": 2, "save": true},
        "codeActionProvider": {"codeActionKinds": [actions::QUICK_FIX, actions::FIX_ALL]},
        "completionProvider": {"triggerCharacters": ["(", "/", "#", "<", " ", "{", ".", ":", "`", "\""]},
        "definitionProvider": true,
        "documentSymbolProvider": true,
        "hoverProvider": true,
        "referencesProvider": true,
        "renameProvider": {"prepareProvider": true},
        "workspace": {
            "fileOperations": {"willRename": {"filters": [{"scheme": "file", "pattern": {"glob": "**"}}]}},
            "workspaceFolders": {"supported": true, "changeNotifications": true},
        },
    })
}

/// The answer that edits the checked texts.
fn change(query: &Query<'_>, edits: &[Edit]) -> Answer {
    let written = query.written_edits(edits).ok_or_else(|| {
        let message =
            "a text to change is written by `markdown.preprocessor` or `markdown.parseFrontMatter`";
        (ErrorCode::RequestFailed, message.to_owned())
    })?;
    Ok(query.workspace_edit(&written, Vec::new()))
}

fn read<T: DeserializeOwned>(params: &Value) -> Result<T, (ErrorCode, String)> {
    let read = serde_json::from_value(params.clone());
    read.map_err(|error| (ErrorCode::InvalidParams, error.to_string()))
}
