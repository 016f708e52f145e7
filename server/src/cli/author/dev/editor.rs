//! Opens a file of the content tree in the author's editor, when the author clicks a position in the overlay.
//!
//! A request must come from a page of this server in a browser on this machine: it carries the token of the inserted script,
//! the `Origin` of this host, and a `Host` that no foreign DNS record can stand for.

use actix_web::http::StatusCode;
use actix_web::http::header::{HOST, ORIGIN};
use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The header field with the token.
const TOKEN_FIELD: &str = "x-bindery-token";

/// The variable with the editor's name or command.
const VARIABLE: &str = "BINDERY_EDITOR";

/// What the requests are checked against.
#[derive(Debug)]
pub(super) struct EditorAccess {
    /// The content folder, absolute and without symbolic links.
    folder: PathBuf,
    /// Not known to other sites.
    token: String,
}

/// A position in a file, both numbers from 1.
#[derive(Debug, Deserialize)]
pub(super) struct SourcePosition {
    file: PathBuf,
    line: u32,
    column: u32,
}

impl EditorAccess {
    /// Access to the files of a folder, with a new token.
    ///
    /// # Errors
    /// When the folder cannot be found.
    pub(super) fn new(folder: &Path) -> std::io::Result<Self> {
        // The standard library seeds these hashers with random keys of the system.
        let random = || RandomState::new().hash_one(0_u8);
        Ok(EditorAccess {
            folder: folder.canonicalize()?,
            token: format!("{:016x}{:016x}", random(), random()),
        })
    }

    /// The token, for the pages of this server.
    pub(super) fn token(&self) -> &str {
        &self.token
    }

    /// The absolute path of a file, if it is one of the content folder.
    fn find(&self, file: &Path) -> Option<PathBuf> {
        let found = file.canonicalize().ok()?;
        (found.starts_with(&self.folder) && found.is_file()).then_some(found)
    }
}

/// Opens the editor at a position; answers with a reason when it does not.
pub(super) async fn open_editor(
    request: HttpRequest,
    position: Json<SourcePosition>,
    access: Data<EditorAccess>,
) -> HttpResponse {
    if !is_own_page(&request, access.token()) {
        return refuse(
            StatusCode::FORBIDDEN,
            "not allowed; load the page again, in a browser on this machine",
        );
    }
    let Some(file) = access.find(&position.file) else {
        return refuse(StatusCode::NOT_FOUND, "no such file in the content folder");
    };
    let Ok(editor) = std::env::var(VARIABLE) else {
        let message = "set BINDERY_EDITOR, for example to `code`, `zed` or `myeditor {file}:{line}`, and start `bindery dev` again";
        return refuse(StatusCode::NOT_IMPLEMENTED, message);
    };
    let Some((program, arguments)) = command_line(&editor, &file, &position) else {
        return refuse(StatusCode::NOT_IMPLEMENTED, "BINDERY_EDITOR is empty");
    };
    let mut command = Command::new(&program);
    command.args(arguments);
    match start(&mut command) {
        Ok(()) => HttpResponse::NoContent().finish(),
        Err(error) => {
            let message = format!("cannot start `{program}`: {error}; correct BINDERY_EDITOR");
            refuse(StatusCode::INTERNAL_SERVER_ERROR, &message)
        }
    }
}

/// Starts a program without a terminal, and waits for its end in the background.
pub(super) fn start(command: &mut Command) -> std::io::Result<()> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut child = command.spawn()?;
    std::thread::spawn(move || child.wait());
    Ok(())
}

fn refuse(status: StatusCode, reason: &str) -> HttpResponse {
    HttpResponse::build(status)
        .content_type("text/plain; charset=utf-8")
        .body(reason.to_owned())
}

/// Whether a page of this server asks, in a browser on this machine.
fn is_own_page(request: &HttpRequest, token: &str) -> bool {
    let field = |name: &str| request.headers().get(name)?.to_str().ok();
    let is_local = request
        .peer_addr()
        .is_some_and(|peer| peer.ip().to_canonical().is_loopback());
    let Some(host) = field(HOST.as_str()) else {
        return false;
    };
    let origin = field(ORIGIN.as_str());
    is_local
        && is_fixed_host(host)
        && origin == Some(format!("http://{host}").as_str())
        && field(TOKEN_FIELD) == Some(token)
}

/// Whether a `Host` is an address or `localhost`: other names may be made to lead here (DNS rebinding).
fn is_fixed_host(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost") || address.parse::<IpAddr>().is_ok()
}

/// The program and its arguments. No shell reads them.
fn command_line(
    editor: &str,
    file: &Path,
    position: &SourcePosition,
) -> Option<(String, Vec<String>)> {
    let mut words = split_words(editor);
    if !words.iter().any(|word| word.contains("{file}")) {
        let name = Path::new(words.first()?).file_stem()?.to_str()?;
        words.extend(arguments_of(name).iter().map(|&word| word.to_owned()));
    }
    let (line, column) = (
        position.line.max(1).to_string(),
        position.column.max(1).to_string(),
    );
    let file = file.to_str()?;
    let filled = words.into_iter().map(|word| {
        let word = word.replace("{line}", &line).replace("{column}", &column);
        word.replace("{file}", file)
    });
    let mut filled = filled.collect::<Vec<_>>().into_iter();
    Some((filled.next()?, filled.collect()))
}

/// The arguments that open a position, by the editor's name.
fn arguments_of(name: &str) -> &'static [&'static str] {
    match name {
        "code" | "code-insiders" | "codium" | "cursor" | "windsurf" => {
            &["--goto", "{file}:{line}:{column}"]
        }
        "zed" | "subl" => &["{file}:{line}:{column}"],
        "idea" | "webstorm" | "phpstorm" | "pycharm" | "rustrover" | "goland" => {
            &["--line", "{line}", "--column", "{column}", "{file}"]
        }
        "emacsclient" => &["--no-wait", "+{line}:{column}", "{file}"],
        "gvim" => &["+{line}", "{file}"],
        "kate" => &["--line", "{line}", "--column", "{column}", "{file}"],
        "gedit" => &["+{line}:{column}", "{file}"],
        "nvim" => &["--remote", "{file}"],
        _ => &["{file}"],
    }
}

/// Words between spaces; double or single quotes hold words together.
fn split_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = None::<String>;
    let mut quote = None;
    for c in text.chars() {
        match quote {
            Some(end) if c == end => quote = None,
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests;
