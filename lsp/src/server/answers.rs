//! The answers to requests, now or after a check.

use super::sites::is_current;
use super::{Server, Waiting};
use crate::params::{DocumentParams, RenameFilesParams};
use crate::query::Query;
use crate::requests::{Answer, Freshness, Handler, handler_of};
use crate::snapshot::Snapshot;
use crate::transport::write_message;
use crate::uri::path_of;
use lsp_server::{ErrorCode, Request, RequestId, Response};
use serde_json::Value;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

impl Server<'_> {
    pub(super) fn cancel(&mut self, id: &RequestId) -> io::Result<()> {
        let count = self.waiting.len();
        self.waiting.retain(|one| one.request.id != *id);
        if self.waiting.len() == count {
            return Ok(());
        }
        self.refuse(id.clone(), ErrorCode::RequestCanceled, "canceled")
    }

    /// Answers a request about a document, now or after the next check.
    pub(super) fn answer(&mut self, request: Request) -> io::Result<()> {
        let Some((freshness, handler)) = handler_of(&request.method) else {
            let message = format!("the server has no method `{}`", request.method);
            return self.refuse(request.id, ErrorCode::MethodNotFound, &message);
        };
        let Some(uri) = document_of(&request.params) else {
            let message = "the parameters name no document";
            return self.refuse(request.id, ErrorCode::InvalidParams, message);
        };
        let Some(root) = self.root_of(&uri) else {
            return self.respond(request.id, Ok(Value::Null));
        };
        if !self.sites.contains_key(&root) {
            self.check(&root);
        }
        let Some(site) = self.sites.get(&root) else {
            return self.respond(request.id, Ok(Value::Null));
        };
        let is_usable = match freshness {
            Freshness::Any => site.snapshot.is_some(),
            Freshness::Current => {
                let snapshot = site.snapshot.as_ref();
                snapshot.is_some_and(|one| is_current(one, &self.documents))
            }
        };
        if !is_usable && site.is_checking {
            self.waiting.push(Waiting { root, request });
            return Ok(());
        }
        let snapshot = site.snapshot.clone().filter(|_| is_usable);
        let result = match snapshot {
            Some(snapshot) => self.run(handler, &snapshot, &uri, &request.params),
            None => Ok(Value::Null),
        };
        self.respond(request.id, result)
    }

    /// Answers the requests that wait for the check of a site that just ended.
    pub(super) fn answer_waiting(&mut self, root: &Path) -> io::Result<()> {
        if !self.sites.contains_key(root) {
            return Ok(());
        }
        for one in std::mem::take(&mut self.waiting) {
            if one.root == root {
                self.answer(one.request)?;
            } else {
                self.waiting.push(one);
            }
        }
        Ok(())
    }

    /// Refuses the requests that wait for the check of a site that is no longer checked.
    pub(super) fn refuse_orphaned(&mut self) -> io::Result<()> {
        for one in std::mem::take(&mut self.waiting) {
            if self.sites.contains_key(&one.root) {
                self.waiting.push(one);
            } else {
                let message = "the folder was removed from the workspace";
                self.refuse(one.request.id, ErrorCode::RequestCanceled, message)?;
            }
        }
        Ok(())
    }

    pub(super) fn run(
        &self,
        handler: Handler,
        snapshot: &Snapshot,
        uri: &str,
        params: &Value,
    ) -> Answer {
        let path = path_of(uri);
        let file = path.and_then(|path| snapshot.file(&path));
        let open = self.documents.find(uri).map(|one| &*one.text);
        // A folder that is renamed has no text.
        let text = open.or(file.map(|file| &*file.text)).unwrap_or_default();
        let query = Query {
            snapshot,
            documents: &self.documents,
            file,
            text,
            client: self.client,
        };
        // An error of one answer must not end the editor's session.
        let result = catch_unwind(AssertUnwindSafe(|| handler(&query, params)));
        result.unwrap_or_else(|_| {
            let message = "internal error while answering; this is a bug in Bindery".to_owned();
            Err((ErrorCode::InternalError, message))
        })
    }

    pub(super) fn respond(&mut self, id: RequestId, result: Answer) -> io::Result<()> {
        match result {
            Ok(result) => write_message(self.output, &Response::new_ok(id, result).into()),
            Err((code, message)) => self.refuse(id, code, &message),
        }
    }

    pub(super) fn refuse(
        &mut self,
        id: RequestId,
        code: ErrorCode,
        message: &str,
    ) -> io::Result<()> {
        let response = Response::new_err(id, code as i32, message.to_owned());
        write_message(self.output, &response.into())
    }
}

/// The document that a request is about, or the first file to rename.
fn document_of(params: &Value) -> Option<String> {
    if let Ok(params) = serde_json::from_value::<DocumentParams>(params.clone()) {
        return Some(params.text_document.uri);
    }
    let params: RenameFilesParams = serde_json::from_value(params.clone()).ok()?;
    params.files.into_iter().next().map(|file| file.old_uri)
}
