//! Debian's nginx, where it is installed, serves the export with the same responses as the executable, except for the
//! header fields that nginx derives from files.

use crate::site;
use crate::support::request::{TestRequest, TestResponse};
use bindery_server::export::{Host, export};
use bindery_server::table::Target;
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const NGINX: &str = "/usr/sbin/nginx";

/// Header fields that nginx derives from the file.
const FILE_FIELDS: [&str; 2] = ["etag", "vary"];

struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Writes the export and starts nginx on it.
fn start(folder: &Path, port: u16) -> Running {
    for file in export(site(), Host::Nginx).unwrap() {
        let path = folder.join("site").join(&file.path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, &file.bytes).unwrap();
    }
    let here = folder.display();
    let own = std::fs::read_to_string(folder.join("site/nginx.conf")).unwrap();
    let own = own
        .replace("listen 8080;", &format!("listen 127.0.0.1:{port};"))
        .replace("root .;", &format!("root {here}/site;"));
    let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .iter()
        .map(|name| format!("{name}_temp_path {here}/{name};\n"))
        .collect();
    let text = format!(
        "daemon off; master_process off; pid {here}/pid; error_log {here}/log;\nevents {{ worker_connections 64; }}\n\
         http {{ access_log off; include /etc/nginx/mime.types; types {{ text/markdown md; }}\n{temporary}{own} }}\n"
    );
    let configuration = folder.join("main.conf");
    std::fs::write(&configuration, text).unwrap();
    let child = Command::new(NGINX)
        .args(["-e", "stderr", "-c"])
        .arg(&configuration)
        .stdin(Stdio::null())
        .spawn()
        .unwrap();
    let running = Running(child);
    for _ in 0..2_400 {
        if TcpStream::connect(("127.0.0.1", port)).is_ok() {
            return running;
        }
        std::thread::sleep(Duration::from_millis(25));
    }
    let log = std::fs::read_to_string(folder.join("log")).unwrap_or_default();
    panic!("nginx does not listen: {log}");
}

struct Response {
    status: u16,
    fields: BTreeMap<String, String>,
    body: Vec<u8>,
}

fn fetch(port: u16, path: &str) -> Response {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let end = bytes
        .windows(4)
        .position(|four| four == b"\r\n\r\n")
        .unwrap();
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let fields = head
        .lines()
        .skip(1)
        .filter_map(|line| line.split_once(": "));
    Response {
        status: head[9..12].parse().unwrap(),
        fields: fields
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
            .collect(),
        body: bytes[end + 4..].to_vec(),
    }
}

/// Describes the differences between two responses.
fn differences(path: &str, own: &TestResponse, other: &Response) -> Vec<String> {
    let mut found = Vec::new();
    if other.status != own.status {
        found.push(format!(
            "{path}: {} instead of {}",
            other.status, own.status
        ));
    }
    let is_redirect = matches!(own.status, 301 | 308);
    if !is_redirect && other.body != own.body {
        found.push(format!("{path}: another body"));
    }
    for (name, value) in &own.headers {
        let is_left_out = FILE_FIELDS.contains(&name.as_str())
            || (is_redirect && name != "location")
            // nginx sends no ranges of the page for unknown paths.
            || (own.status != 200 && name == "accept-ranges");
        let got = other.fields.get(name).map_or("", String::as_str);
        // Debian's list of types has the older name.
        let got = got.replace("application/javascript", "text/javascript");
        if !is_left_out && got != *value {
            found.push(format!("{path}: {name} is {got:?} instead of {value:?}"));
        }
    }
    for name in [
        "x-own",
        "referrer-policy",
        "speculation-rules",
        "content-security-policy",
    ] {
        // Files outside `/assets/` share the pages' configuration.
        let is_ours = own
            .header("content-type")
            .is_some_and(|kind| kind.starts_with("text/html"));
        if is_ours && own.header(name).is_none() && other.fields.contains_key(name) {
            found.push(format!("{path}: {name} is there"));
        }
    }
    found
}

#[test]
fn nginx_answers_the_export_as_the_binary_does() {
    if !Path::new(NGINX).exists() {
        println!("not looked at: {NGINX} is not installed");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let port = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let _running = start(folder.path(), port);
    let mut paths: Vec<String> = Vec::new();
    for entry in &site().table.entries {
        paths.push(entry.path.to_owned());
        if matches!(entry.target, Target::Page(_)) {
            paths.push(format!("/_bindery/page{}", entry.path));
        }
    }
    paths.extend(["/missing", "/fr/missing", "/404"].map(str::to_owned));
    let mut found = Vec::new();
    for path in &paths {
        let own = TestRequest::get(path).send(site());
        found.extend(differences(path, &own, &fetch(port, path)));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    for (path, to) in [
        ("/guide/", "/guide"),
        ("/guide.html", "/guide"),
        ("/guide/index.html", "/guide"),
        ("/index.html", "/"),
        ("/fr/index.html", "/fr/"),
    ] {
        let response = fetch(port, path);
        assert_eq!(
            (response.status, response.fields["location"].as_str()),
            (308, to),
            "{path}"
        );
    }
    assert_eq!(fetch(port, "/fr/").status, 200);
    assert_eq!(fetch(port, "/assets/missing.js").body, b"Not found.\n");
}
