//! Where documents come from: a folder that Docusaurus or `bindery export` wrote, or a running server.

use super::page::{refresh_target, target};
use crate::harness::server::Client;
use std::collections::BTreeMap;
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// What a path answers.
#[derive(Debug)]
pub(super) enum Answer {
    Document(String),
    /// A redirect with its target, a path or an absolute url.
    Redirect(String),
    Missing,
}

/// A site that is compared with Docusaurus'.
#[derive(Debug)]
pub(super) enum Site {
    Folder(PathBuf),
    Server(Box<Client>),
}

impl Site {
    /// `http://127.0.0.1:8080`, or a folder.
    pub(super) fn open(place: &str) -> Result<Site, String> {
        let Some(address) = place.strip_prefix("http://") else {
            let folder = PathBuf::from(place);
            return match folder.is_dir() {
                true => Ok(Site::Folder(folder)),
                false => Err(format!(
                    "`{place}` is neither a folder nor `http://ADDRESS`"
                )),
            };
        };
        let address = address
            .trim_end_matches('/')
            .replace("localhost", "127.0.0.1");
        let address: SocketAddr = address
            .parse()
            .map_err(|_| format!("`{place}`: expected an address like `http://127.0.0.1:8080`"))?;
        Ok(Site::Server(Box::new(Client::connect(address)?)))
    }

    /// The answer to a path without final slash.
    pub(super) fn get(&mut self, path: &str) -> Result<Answer, String> {
        match self {
            Site::Folder(folder) => Ok(file_answer(folder, path)),
            Site::Server(client) => server_answer(client, path),
        }
    }

    /// The paths of its documents, as far as they are known without reading pages.
    pub(super) fn paths(&self) -> Vec<String> {
        match self {
            Site::Folder(folder) => documents(folder, "/").into_keys().collect(),
            Site::Server(_) => Vec::new(),
        }
    }
}

fn file_answer(folder: &Path, path: &str) -> Answer {
    let relative = path.trim_matches('/');
    let candidates = [format!("{relative}.html"), format!("{relative}/index.html")];
    let html = candidates
        .iter()
        .find_map(|name| fs::read_to_string(folder.join(name.trim_start_matches('/'))).ok());
    html.map_or(Answer::Missing, classify)
}

fn server_answer(client: &mut Client, path: &str) -> Result<Answer, String> {
    let mut path = encoded(path);
    for _ in 0..2 {
        let response = client.get(&path, "Accept: text/html\r\n")?;
        let location = response.field("location").unwrap_or_default().to_owned();
        match response.status {
            200 if response.field("content-type").is_some_and(is_html) => {
                return Ok(classify(
                    String::from_utf8_lossy(&response.body).into_owned(),
                ));
            }
            // Another spelling of the same path: the home page of a locale ends in a slash.
            300..=399 if target(&location) == target(&path) => path = location,
            300..=399 => return Ok(Answer::Redirect(target(&location))),
            _ => return Ok(Answer::Missing),
        }
    }
    Ok(Answer::Missing)
}

fn is_html(media_type: &str) -> bool {
    media_type.starts_with("text/html")
}

fn classify(html: String) -> Answer {
    match refresh_target(&html) {
        Some(target) => Answer::Redirect(target),
        None => Answer::Document(html),
    }
}

/// Escapes what may not stand in a request line.
fn encoded(path: &str) -> String {
    let mut encoded = String::new();
    for &byte in path.as_bytes() {
        match byte {
            b'!' | b'$'..=b';' | b'=' | b'@'..=b'Z' | b'_' | b'a'..=b'z' | b'~' => {
                encoded.push(char::from(byte));
            }
            _ => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    encoded
}

/// Every `.html` file of a folder by its path in the site, `404.html` left out.
pub(super) fn documents(folder: &Path, base: &str) -> BTreeMap<String, PathBuf> {
    let files = WalkDir::new(folder).into_iter().flatten();
    let files = files.filter(|entry| entry.file_type().is_file());
    let documents = files.filter_map(|entry| {
        let relative = entry.path().strip_prefix(folder).ok()?.to_str()?;
        let stem = relative.strip_suffix(".html")?;
        if stem == "404" || stem.ends_with("/404") {
            return None;
        }
        let path = match stem {
            "index" => "",
            _ => stem.strip_suffix("/index").unwrap_or(stem),
        };
        let path = format!("{}/{path}", base.trim_end_matches('/'));
        Some((target(&path), entry.path().to_owned()))
    });
    documents.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_by_their_paths() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        fs::create_dir(folder.path().join("docs"))?;
        for name in [
            "index.html",
            "404.html",
            "docs/index.html",
            "docs/a.html",
            "docs/b.txt",
        ] {
            fs::write(folder.path().join(name), "")?;
        }
        let paths: Vec<String> = documents(folder.path(), "/base/").into_keys().collect();
        assert_eq!(paths, ["/base", "/base/docs", "/base/docs/a"]);
        Ok(())
    }

    #[test]
    fn request_lines_have_no_spaces() {
        assert_eq!(encoded("/a b/ü"), "/a%20b/%C3%BC");
    }
}
