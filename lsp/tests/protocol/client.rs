//! A client of the protocol, over two pipes.

use bindery_lsp::{LspOptions, serve};
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Read, Write, pipe};
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;
use tempfile::TempDir;

/// A content folder, removed when it is dropped.
pub(crate) struct Folder {
    folder: TempDir,
}

impl Folder {
    /// A site with these files below it.
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let folder = Folder {
            folder: tempfile::tempdir().unwrap(),
        };
        let config = "title = \"T\"\nurl = \"https://site.example\"\n\n[[docs]]\n";
        if !files.iter().any(|(name, _)| *name == "site.toml") {
            folder.write("site.toml", config);
        }
        files
            .iter()
            .for_each(|(name, text)| folder.write(name, text));
        folder
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn uri(&self, name: &str) -> String {
        format!("file://{}/{name}", self.folder.path().display())
    }
}

/// A client that is connected to a server of its own.
pub(crate) struct Client {
    output: Option<PipeWriter>,
    input: BufReader<PipeReader>,
    server: Option<JoinHandle<bool>>,
    next_id: i32,
    /// Messages that were read while the client waited for an answer.
    notifications: VecDeque<Value>,
    /// The answer to `initialize`.
    pub(crate) capabilities: Value,
}

impl Client {
    /// A client that has sent nothing.
    pub(crate) fn connect() -> Self {
        let (server_input, output) = pipe().unwrap();
        let (input, mut server_output) = pipe().unwrap();
        let options = LspOptions {
            version: "1".to_owned(),
            find_ui: |_| PathBuf::new(),
            cache: Path::new(env!("CARGO_TARGET_TMPDIR")).join("lsp-tests"),
        };
        let server = std::thread::spawn(move || {
            serve(BufReader::new(server_input), &mut server_output, options).unwrap()
        });
        Client {
            output: Some(output),
            input: BufReader::new(input),
            server: Some(server),
            next_id: 1,
            notifications: VecDeque::new(),
            capabilities: Value::Null,
        }
    }

    /// A client with a folder, and with these capabilities.
    pub(crate) fn initialize(folder: &Folder, capabilities: &Value) -> Self {
        let mut client = Client::connect();
        let uri = format!("file://{}", folder.path().display());
        let params = json!({
            "processId": null,
            "capabilities": capabilities,
            "workspaceFolders": [{"uri": uri, "name": "site"}],
        });
        client.capabilities = client.request("initialize", &params)["result"].take();
        client.notify("initialized", &json!({}));
        client
    }

    /// A client as most editors are.
    pub(crate) fn open(folder: &Folder) -> Self {
        let capabilities = json!({
            "workspace": {"workspaceEdit": {"documentChanges": true}},
            "textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": true}},
        });
        Client::initialize(folder, &capabilities)
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        self.output.as_mut().unwrap().write_all(bytes).unwrap();
    }

    pub(crate) fn send(&mut self, message: &Value) {
        let body = message.to_string();
        let text = format!("Content-Length: {}\r\n\r\n{body}", body.len());
        self.send_bytes(text.as_bytes());
    }

    pub(crate) fn notify(&mut self, method: &str, params: &Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Sends a request without waiting for its answer.
    pub(crate) fn begin(&mut self, method: &str, params: &Value) -> i32 {
        let id = self.next_id;
        self.next_id += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        id
    }

    /// The answer to a request.
    pub(crate) fn request(&mut self, method: &str, params: &Value) -> Value {
        let id = self.begin(method, params);
        self.answer_to(&json!(id))
    }

    /// The result of a request about a place of a document.
    pub(crate) fn at(&mut self, method: &str, uri: &str, line: u32, character: u32) -> Value {
        let position = json!({"line": line, "character": character});
        let params = json!({"textDocument": {"uri": uri}, "position": position});
        let answer = self.request(method, &params);
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].clone()
    }

    /// The answer with an id; notifications before it are collected.
    pub(crate) fn answer_to(&mut self, id: &Value) -> Value {
        let is_answer =
            |message: &Value| message.get("id") == Some(id) && message.get("method").is_none();
        if let Some(at) = self.notifications.iter().position(is_answer) {
            return self.notifications.remove(at).unwrap();
        }
        loop {
            let message = self.read();
            if is_answer(&message) {
                return message;
            }
            self.notifications.push_back(message);
        }
    }

    /// The parameters of the next notification that `accept` accepts; others are dropped.
    pub(crate) fn wait_for(&mut self, method: &str, accept: impl Fn(&Value) -> bool) -> Value {
        loop {
            let next = self.notifications.pop_front();
            let message = next.unwrap_or_else(|| self.read());
            if message["method"] == method && accept(&message["params"]) {
                return message["params"].clone();
            }
        }
    }

    /// How many messages of a method were read, but not waited for.
    pub(crate) fn unread(&self, method: &str) -> usize {
        let messages = self.notifications.iter();
        messages.filter(|one| one["method"] == method).count()
    }

    /// The codes of the diagnostics that are published next for a document.
    pub(crate) fn diagnostics(&mut self, uri: &str, version: Option<i32>) -> Vec<Value> {
        let is_wanted = |params: &Value| {
            params["uri"] == uri
                && params.get("version").and_then(Value::as_i64) == version.map(i64::from)
        };
        let params = self.wait_for("textDocument/publishDiagnostics", is_wanted);
        params["diagnostics"].as_array().unwrap().clone()
    }

    pub(crate) fn did_open(&mut self, uri: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": "markdown", "version": 1, "text": text});
        self.notify("textDocument/didOpen", &json!({"textDocument": document}));
    }

    /// Replaces the whole text.
    pub(crate) fn did_change(&mut self, uri: &str, version: i32, text: &str) {
        let document = json!({"uri": uri, "version": version});
        let params = json!({"textDocument": document, "contentChanges": [{"text": text}]});
        self.notify("textDocument/didChange", &params);
    }

    fn read(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            let count = self.input.read_line(&mut line).unwrap();
            assert!(count > 0, "the server ended");
            match line.trim_end().split_once(": ") {
                Some(("Content-Length", value)) => length = value.parse().unwrap(),
                _ => break,
            }
        }
        let mut body = vec![0; length];
        self.input.read_exact(&mut body).unwrap();
        serde_json::from_slice(&body).unwrap()
    }

    /// Ends the input; gives whether the server says that it was shut down.
    pub(crate) fn end(mut self) -> bool {
        self.output = None;
        // The server may still write: an unread pipe would block it.
        let mut rest = Vec::new();
        self.input.read_to_end(&mut rest).unwrap();
        self.server.take().unwrap().join().unwrap()
    }
}

/// The codes of diagnostics.
pub(crate) fn codes(diagnostics: &[Value]) -> Vec<&str> {
    let codes = diagnostics.iter().map(|one| one["code"].as_str());
    codes.map(Option::unwrap).collect()
}

/// The texts of the files that an edit changes, by URI.
pub(crate) fn apply(folder: &Folder, edit: &Value) -> BTreeMap<String, String> {
    let changes = edit["documentChanges"].as_array().unwrap().iter();
    let changes = changes.filter(|change| change.get("edits").is_some());
    let changed = changes.map(|change| {
        let uri = change["textDocument"]["uri"].as_str().unwrap();
        let name = uri.strip_prefix(&folder.uri("")).unwrap();
        let mut text = fs::read_to_string(folder.path().join(name)).unwrap();
        let mut edits: Vec<(usize, usize, &str)> = change["edits"]
            .as_array()
            .unwrap()
            .iter()
            .map(|edit| {
                let place = |end: &str| byte(&text, &edit["range"][end]);
                (
                    place("start"),
                    place("end"),
                    edit["newText"].as_str().unwrap(),
                )
            })
            .collect();
        edits.sort_unstable();
        for (start, end, new) in edits.into_iter().rev() {
            text.replace_range(start..end, new);
        }
        (uri.to_owned(), text)
    });
    changed.collect()
}

/// The byte of a position whose column counts UTF-16.
fn byte(text: &str, position: &Value) -> usize {
    let line = usize::try_from(position["line"].as_u64().unwrap()).unwrap();
    let mut column = usize::try_from(position["character"].as_u64().unwrap()).unwrap();
    let mut at: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    for letter in text[at..].chars() {
        if column == 0 {
            break;
        }
        column -= letter.len_utf16();
        at += letter.len_utf8();
    }
    at
}
