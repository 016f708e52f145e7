//! Responses of a server with the site that `bindery new` writes.

use super::cell;
use crate::support::client::Connection;
use crate::support::executable::bindery;
use crate::support::folders;
use crate::support::server::{self, Running};
use serde_json::Value;
use std::process::Command;
use std::sync::LazyLock;

/// A request: method, path, and a field with its value.
type Request = (
    &'static str,
    &'static str,
    Option<(&'static str, &'static str)>,
);

const REQUESTS: [Request; 7] = [
    ("GET", "/guide/first-page", Some(("Accept-Encoding", "br"))),
    (
        "GET",
        "/guide/first-page",
        Some(("Accept", "text/markdown")),
    ),
    ("GET", "/img/favicon.svg", None),
    ("GET", "/guide/first-page.html", None),
    ("GET", "/nowhere", None),
    ("GET", "/nowhere.png", None),
    ("DELETE", "/", None),
];

/// Fields that differ from build to build.
const VARYING: [&str; 2] = ["date", "content-length"];

/// The counters' socket in the folder of the server.
const SOCKET: &str = "metrics.sock";

static SITE: LazyLock<Result<Running, String>> = LazyLock::new(|| {
    let folder = folders::empty_folder()?;
    let tree = folder.join("tree").display().to_string();
    let program = folder.join("tree-server");
    let out = program.display().to_string();
    for arguments in [
        &["new", tree.as_str()][..],
        &["build", &tree, "--effort", "fast", "--out", &out],
    ] {
        let output = bindery(arguments)?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
    }
    let mut command = Command::new(program);
    command
        .args([
            "serve",
            "--port",
            "0",
            "--metrics",
            &format!("unix:{SOCKET}"),
        ])
        .current_dir(&folder)
        .env_clear();
    server::start_command(&mut command, folder)
});

pub(super) fn examples() -> Result<String, String> {
    let site = SITE.as_ref()?;
    let mut connection = Connection::open(site.address)?;
    let mut text = String::new();
    for (method, path, field) in REQUESTS {
        let fields: Vec<(&str, &str)> = field.into_iter().collect();
        let response = connection.send(method, path, &fields)?;
        text.push_str(&format!("```http\n{method} {path} HTTP/1.1\n"));
        for (name, value) in fields {
            text.push_str(&format!("{name}: {value}\n"));
        }
        text.push_str(&format!("\nHTTP/1.1 {}\n", response.status));
        for (name, value) in &response.headers {
            if !VARYING.contains(&name.as_str()) {
                text.push_str(&format!("{name}: {}\n", without_hashes(name, value)));
            }
        }
        text.push_str("```\n\n");
    }
    Ok(text)
}

/// Hashes of the content are replaced by an ellipsis.
fn without_hashes(name: &str, value: &str) -> String {
    if name == "etag" {
        return "\"…\"".to_owned();
    }
    let mut parts = value.split("'sha256-");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let rest = part.split_once('\'').map_or("", |(_, rest)| rest);
        format!("{text}'sha256-…'{rest}")
    })
}

pub(super) fn first_hit() -> Result<String, String> {
    let site = SITE.as_ref()?;
    let path = "/collections/site/documents/search?q=formulas";
    let response = Connection::open(site.address)?.get(path, &[])?;
    let answer: Value =
        serde_json::from_slice(&response.decoded()?).map_err(|error| error.to_string())?;
    let mut document = answer["hits"][0]["document"].clone();
    // These depend on the rules of ranking.
    let fields = document.as_object_mut().ok_or("no hit")?;
    for name in ["id", "item_priority"] {
        fields.remove(name).ok_or_else(|| format!("no `{name}`"))?;
    }
    Ok(format!(
        "```http\nGET {path} HTTP/1.1\n```\n\n```json\n{document:#}\n```\n"
    ))
}

pub(super) fn metrics() -> Result<String, String> {
    let site = SITE.as_ref()?;
    let body = server::get_over_socket(&site.folder.join(SOCKET), "/metrics")?;
    let mut text = "| name | kind | meaning |\n|---|---|---|\n".to_owned();
    let mut help = ("", "");
    for line in body.lines() {
        if let Some(line) = line.strip_prefix("# HELP ") {
            help = line.split_once(' ').unwrap_or((line, ""));
        } else if let Some((name, kind)) = line
            .strip_prefix("# TYPE ")
            .and_then(|line| line.split_once(' '))
            && name == help.0
        {
            text.push_str(&format!("| `{name}` | {kind} | {} |\n", cell(help.1)));
        }
    }
    Ok(text)
}
