//! `bindery lsp` as editors start it. `lsp/tests/protocol` has the cases of each request.

use libtest_mimic::Trial;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("lsp::answers_on_standard_streams", || Ok(answers()?)),
        Trial::test("lsp::the_extension_starts_the_server", || {
            Ok(extension_starts()?)
        }),
        Trial::test("lsp::the_extension_can_be_packaged", || {
            Ok(extension_packages()?)
        }),
    ]
}

fn extension() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("editors/vscode")
}

fn extension_starts() -> Result<(), String> {
    let script = "tests/suite/commands/lsp/extension.cjs";
    for (set, expected) in [(None, "bindery"), (Some("/opt/bindery"), "/opt/bindery")] {
        let mut command = Command::new("node");
        command
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join(script))
            .arg(extension().join("extension.js"));
        command.envs(set.map(|path| ("bindery.path", path)));
        let output = command.output().map_err(|error| {
            format!("`node` could not be started ({error}); install Node 20 or newer")
        })?;
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let started: Value = serde_json::from_str(&printed)
            .map_err(|_| String::from_utf8_lossy(&output.stderr).into_owned())?;
        let server = &started[0]["server"];
        if *server != json!({"command": expected, "args": ["lsp"]}) || started[1] != "stop" {
            return Err(format!("the extension starts {started}"));
        }
    }
    Ok(())
}

/// What the packager refuses, as far as it can be checked without it.
fn extension_packages() -> Result<(), String> {
    let read = |name: &str| -> Result<Value, String> {
        let text = std::fs::read_to_string(extension().join(name)).map_err(to_text)?;
        serde_json::from_str(&text).map_err(|error| format!("{name}: {error}"))
    };
    let (manifest, lock) = (read("package.json")?, read("package-lock.json")?);
    for key in [
        "name",
        "displayName",
        "version",
        "publisher",
        "main",
        "license",
    ] {
        if !manifest[key].is_string() {
            return Err(format!("package.json has no `{key}`"));
        }
    }
    for name in manifest["files"].as_array().into_iter().flatten() {
        let name = name.as_str().unwrap_or_default();
        if name != "node_modules" && !extension().join(name).exists() {
            return Err(format!("there is no file `{name}` to package"));
        }
    }
    let locked = &lock["packages"];
    if locked[""]["dependencies"] != manifest["dependencies"] {
        return Err("package-lock.json has other dependencies; run `npm install`".to_owned());
    }
    for (name, version) in manifest["dependencies"].as_object().into_iter().flatten() {
        let package = &locked[format!("node_modules/{name}")];
        if package["version"] != *version || !package["integrity"].is_string() {
            return Err(format!("`{name}` is locked as {package}"));
        }
        // The library needs at least the version of the editor that the extension asks for.
        if package["engines"]["vscode"] != manifest["engines"]["vscode"] {
            return Err(format!("`{name}` needs {}", package["engines"]));
        }
    }
    if manifest["version"] != env!("CARGO_PKG_VERSION") {
        return Err("the extension has another version than Bindery".to_owned());
    }
    Ok(())
}

/// The server and the client's ends of its streams.
struct Session {
    server: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

fn answers() -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(to_text)?;
    std::fs::write(folder.path().join("site.toml"), CONFIG).map_err(to_text)?;
    std::fs::create_dir(folder.path().join("docs")).map_err(to_text)?;
    std::fs::write(folder.path().join("docs/a.md"), "# A\n").map_err(to_text)?;
    let root = format!("file://{}", folder.path().display());
    let mut session = Session::start()?;
    session.send(
        &json!({"id": 1, "method": "initialize", "params": {"rootUri": root, "capabilities": {}}}),
    )?;
    let version = session.wait(|message| message["id"] == 1)?["result"]["serverInfo"].take();
    if version["version"] != env!("CARGO_PKG_VERSION") {
        return Err(format!("the server is `{version}`"));
    }
    let uri = format!("{root}/docs/a.md");
    let text = "# A\n\n[b](missing.md)\n";
    let document = json!({"uri": uri, "languageId": "markdown", "version": 7, "text": text});
    session
        .send(&json!({"method": "textDocument/didOpen", "params": {"textDocument": document}}))?;
    let published = session.wait(|message| message["params"]["version"] == 7)?;
    let code = &published["params"]["diagnostics"][0]["code"];
    if code != "broken-link" {
        return Err(format!("no broken link is reported: {published}"));
    }
    session.send(&json!({"id": 2, "method": "shutdown"}))?;
    session.wait(|message| message["id"] == 2)?;
    session.send(&json!({"method": "exit"}))?;
    let status = session.server.wait().map_err(to_text)?;
    match status.code() {
        Some(0) => Ok(()),
        _ => Err(format!("the server ended with {status}")),
    }
}

const CONFIG: &str = "title = \"T\"\nurl = \"https://site.example\"\n\n[[docs]]\n";

impl Session {
    fn start() -> Result<Self, String> {
        let mut server = Command::new(env!("CARGO_BIN_EXE_bindery"))
            .args(["lsp", "--stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(to_text)?;
        let input = server.stdin.take().ok_or("no standard input")?;
        let output = server.stdout.take().ok_or("no standard output")?;
        Ok(Session {
            server,
            input,
            output: BufReader::new(output),
        })
    }

    fn send(&mut self, message: &Value) -> Result<(), String> {
        let mut message = message.clone();
        message["jsonrpc"] = json!("2.0");
        let body = message.to_string();
        let text = format!("Content-Length: {}\r\n\r\n{body}", body.len());
        self.input.write_all(text.as_bytes()).map_err(to_text)
    }

    /// The next message that `accept` accepts.
    fn wait(&mut self, accept: impl Fn(&Value) -> bool) -> Result<Value, String> {
        loop {
            let mut length = 0;
            loop {
                let mut line = String::new();
                if self.output.read_line(&mut line).map_err(to_text)? == 0 {
                    return Err("the server ended early".to_owned());
                }
                match line.trim_end().split_once(": ") {
                    Some((_, value)) => length = value.parse().map_err(|_| line.clone())?,
                    None => break,
                }
            }
            let mut body = vec![0; length];
            self.output.read_exact(&mut body).map_err(to_text)?;
            let message = serde_json::from_slice(&body).map_err(|error| error.to_string())?;
            if accept(&message) {
                return Ok(message);
            }
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // It has ended already if the case passed.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn to_text(error: std::io::Error) -> String {
    error.to_string()
}
