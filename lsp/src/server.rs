//! The main loop: it reads messages, publishes diagnostics, and answers requests from the last checks.

mod answers;
mod sites;

use crate::LspOptions;
use crate::documents::OpenDocuments;
use crate::params::{DidChange, DidChangeFolders, DidOpen, DocumentParams, InitializeParams};
use crate::position::Encoding;
use crate::query::ClientSupport;
use crate::requests::capabilities;
use crate::snapshot::Snapshot;
use crate::transport::{Frame, read_frame, write_error, write_message};
use crate::uri::path_of;
use crate::worker::{CheckInput, FinishedCheck};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Sender, SyncSender, sync_channel};
use std::thread;

/// Messages of the client that wait; the reader stops meanwhile.
const MAX_QUEUED: usize = 1024;

/// What happens.
#[derive(Debug)]
enum Event {
    Frame(Frame),
    InputEnded,
    Checked(FinishedCheck),
}

/// How far the client is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Uninitialized,
    Running,
    ShutDown,
}

/// A site that is checked.
#[derive(Debug)]
struct SiteState {
    inputs: Sender<CheckInput>,
    snapshot: Option<Arc<Snapshot>>,
    /// Whether a check of the present texts will end later.
    is_checking: bool,
    /// The URIs with diagnostics.
    published: BTreeSet<String>,
}

/// A request that waits for a check.
#[derive(Debug)]
struct Waiting {
    root: PathBuf,
    request: Request,
}

struct Server<'o> {
    options: LspOptions,
    output: &'o mut dyn Write,
    events: SyncSender<Event>,
    phase: Phase,
    client: ClientSupport,
    watches_files: bool,
    folders: Vec<PathBuf>,
    documents: OpenDocuments,
    sites: BTreeMap<PathBuf, SiteState>,
    waiting: Vec<Waiting>,
}

pub(crate) fn serve(
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
    options: LspOptions,
) -> io::Result<bool> {
    let (events, received) = sync_channel(MAX_QUEUED);
    let frames = events.clone();
    // The thread ends with the input or with the receiver.
    thread::Builder::new()
        .name("bindery-input".to_owned())
        .spawn(move || {
            let mut input = input;
            while let Ok(Some(frame)) = read_frame(&mut input) {
                if frames.send(Event::Frame(frame)).is_err() {
                    return;
                }
            }
            let _ = frames.send(Event::InputEnded);
        })?;
    let mut server = Server {
        options,
        output,
        events,
        phase: Phase::Uninitialized,
        client: ClientSupport::default(),
        watches_files: false,
        folders: Vec::new(),
        documents: OpenDocuments::default(),
        sites: BTreeMap::new(),
        waiting: Vec::new(),
    };
    for event in received {
        let goes_on = match event {
            Event::Frame(Frame::Message(message)) => server.receive(message)?,
            Event::Frame(Frame::Invalid(code, message)) => {
                write_error(server.output, code, &message)?;
                true
            }
            Event::InputEnded => false,
            Event::Checked(ended) => {
                let root = ended.root.clone();
                server.finish_check(ended)?;
                server.answer_waiting(&root)?;
                true
            }
        };
        if !goes_on {
            break;
        }
    }
    Ok(server.phase == Phase::ShutDown)
}

impl Server<'_> {
    /// Handles a message; `false` at the end.
    fn receive(&mut self, message: Message) -> io::Result<bool> {
        match message {
            Message::Request(request) => self.request(request)?,
            Message::Notification(notification) if notification.method == "exit" => {
                return Ok(false);
            }
            Message::Notification(notification) => {
                if self.phase == Phase::Running {
                    self.notification(notification)?;
                }
            }
            // The answers to requests of the server say nothing that it needs.
            Message::Response(_) => {}
        }
        Ok(true)
    }

    fn request(&mut self, request: Request) -> io::Result<()> {
        match (request.method.as_str(), self.phase) {
            ("initialize", Phase::Uninitialized) => {
                let params = serde_json::from_value(request.params).unwrap_or_default();
                let result = self.initialize(params);
                self.respond(request.id, Ok(result))
            }
            (_, Phase::Uninitialized) => {
                let message = "the first request must be `initialize`";
                self.refuse(request.id, ErrorCode::ServerNotInitialized, message)
            }
            ("initialize", _) => {
                let message = "the server is initialized already";
                self.refuse(request.id, ErrorCode::InvalidRequest, message)
            }
            (_, Phase::ShutDown) => {
                let message = "the server is shut down; only `exit` may follow";
                self.refuse(request.id, ErrorCode::InvalidRequest, message)
            }
            ("shutdown", Phase::Running) => {
                self.phase = Phase::ShutDown;
                self.sites.clear();
                for one in std::mem::take(&mut self.waiting) {
                    let message = "the server shuts down";
                    self.refuse(one.request.id, ErrorCode::RequestCanceled, message)?;
                }
                self.respond(request.id, Ok(Value::Null))
            }
            (_, Phase::Running) => self.answer(request),
        }
    }

    fn initialize(&mut self, params: InitializeParams) -> Value {
        let capability = |path: &str| params.capabilities.pointer(path);
        let is_set = |path: &str| capability(path).and_then(Value::as_bool).unwrap_or(false);
        let encodings = capability("/general/positionEncodings").and_then(Value::as_array);
        let encodings = encodings.into_iter().flatten().filter_map(Value::as_str);
        self.client = ClientSupport {
            encoding: Encoding::choose(encodings),
            document_changes: is_set("/workspace/workspaceEdit/documentChanges"),
            nested_symbols: is_set(
                "/textDocument/documentSymbol/hierarchicalDocumentSymbolSupport",
            ),
        };
        self.watches_files = is_set("/workspace/didChangeWatchedFiles/dynamicRegistration");
        let folders = params.workspace_folders.unwrap_or_default().into_iter();
        let mut uris: Vec<String> = folders.map(|folder| folder.uri).collect();
        if uris.is_empty() {
            uris.extend(params.root_uri);
        }
        self.folders = uris.iter().filter_map(|uri| path_of(uri)).collect();
        self.phase = Phase::Running;
        json!({
            "capabilities": capabilities(self.client),
            "serverInfo": {"name": "bindery", "version": self.options.version},
        })
    }

    fn notification(&mut self, notification: Notification) -> io::Result<()> {
        let Notification { method, params } = notification;
        match method.as_str() {
            "initialized" => {
                self.watch_files()?;
                self.check_folders(&self.folders.clone());
            }
            "textDocument/didOpen" => {
                if let Some(DidOpen { text_document }) = read(params) {
                    let one = text_document;
                    if self.documents.open(&one.uri, one.version, &one.text) {
                        self.check_sites_of(&one.uri);
                    }
                }
            }
            "textDocument/didChange" => {
                if let Some(change) = read::<DidChange>(params) {
                    let (id, changes) = (change.text_document, change.content_changes);
                    let encoding = self.client.encoding;
                    if self
                        .documents
                        .change(&id.uri, id.version, &changes, encoding)
                    {
                        self.check_sites_of(&id.uri);
                    }
                }
            }
            "textDocument/didClose" => {
                if let Some(DocumentParams { text_document }) = read(params)
                    && self.documents.close(&text_document.uri).is_some()
                {
                    self.check_sites_of(&text_document.uri);
                }
            }
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => {
                let roots: Vec<PathBuf> = self.sites.keys().cloned().collect();
                roots.iter().for_each(|root| self.check(root));
            }
            "workspace/didChangeWorkspaceFolders" => {
                if let Some(DidChangeFolders { event }) = read(params) {
                    self.change_folders(&event.added, &event.removed)?;
                    self.refuse_orphaned()?;
                }
            }
            "$/cancelRequest" => {
                let id = params.get("id").cloned().and_then(read::<RequestId>);
                id.map_or(Ok(()), |id| self.cancel(&id))?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Asks the client to report changes on the disk, which other programs make.
    fn watch_files(&mut self) -> io::Result<()> {
        if !self.watches_files {
            return Ok(());
        }
        let watchers = json!([{"globPattern": "**/*"}]);
        let registration = json!({
            "id": "files",
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": {"watchers": watchers},
        });
        let request = Request::new(
            RequestId::from("watch-files".to_owned()),
            "client/registerCapability".to_owned(),
            json!({"registrations": [registration]}),
        );
        write_message(self.output, &request.into())
    }
}

/// Parameters of a notification; `None` if they are not as the protocol has them, since a notification has no answer.
fn read<T: DeserializeOwned>(params: Value) -> Option<T> {
    serde_json::from_value(params).ok()
}
