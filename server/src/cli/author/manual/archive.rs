//! The files of the manual, which the build script put into one compressed archive.

use bindery_compiler::diagnostic::did_you_mean_or;

/// The archive, compressed (RFC 1951).
const ARCHIVE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/manual.deflate"));

/// The maximum size of the archive, in bytes.
const MAX_ARCHIVE: usize = 16 << 20;

/// The folder of the pages.
const PAGES: &str = "pages/";

/// A file of the manual.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ManualFile {
    /// The path below the manual's folder.
    pub(super) path: String,
    /// The content.
    pub(super) bytes: Vec<u8>,
}

impl ManualFile {
    /// The topic of a page: `how-to/deploy`; `how-to` for the page of a folder, `start` for the first page.
    pub(super) fn topic(&self) -> Option<&str> {
        let path = self.path.strip_prefix(PAGES)?.strip_suffix(".md")?;
        match path {
            "README" => Some("start"),
            path => Some(path.strip_suffix("/README").unwrap_or(path)),
        }
    }

    /// The page without its front matter.
    pub(super) fn text(&self) -> String {
        let text = String::from_utf8_lossy(&self.bytes);
        let body = text
            .strip_prefix("---\n")
            .and_then(|text| text.split_once("\n---\n"));
        let body = body.map_or(&*text, |(_, body)| body);
        // The mark of the test that writes the tables.
        body.trim_start().replace("<!-- generated -->\n\n", "")
    }

    /// The value of a key of the front matter that is one line.
    pub(super) fn description(&self) -> String {
        let text = String::from_utf8_lossy(&self.bytes);
        let header = text.split("\n---\n").next().unwrap_or_default();
        let mut lines = header.lines();
        let line = lines.find_map(|line| line.strip_prefix("description: "));
        line.unwrap_or_default().to_owned()
    }
}

/// All files, in order of path.
pub(super) fn files() -> Vec<ManualFile> {
    let bytes = miniz_oxide::inflate::decompress_to_vec_with_limit(ARCHIVE, MAX_ARCHIVE);
    let bytes = bytes.expect("BUG: the build script compressed the manual");
    let mut rest = bytes.as_slice();
    let mut files = Vec::new();
    while !rest.is_empty() {
        let path = take_line(&mut rest);
        let len: usize = take_line(&mut rest)
            .parse()
            .expect("BUG: the build script wrote the length");
        let (bytes, after) = rest.split_at(len);
        rest = after;
        files.push(ManualFile {
            path,
            bytes: bytes.to_vec(),
        });
    }
    files
}

fn take_line(rest: &mut &[u8]) -> String {
    let end = rest.iter().position(|&byte| byte == b'\n');
    let (line, after) = rest.split_at(end.expect("BUG: the build script ended the line"));
    *rest = &after[1..];
    String::from_utf8_lossy(line).into_owned()
}

/// The page of a topic, named whole or by its last part. A section without a page of its own is named by its only page.
///
/// # Errors
/// A message with the pages of the section, or with the nearest topic.
pub(super) fn find<'f>(files: &'f [ManualFile], topic: &str) -> Result<&'f ManualFile, String> {
    let wanted = topic.trim_matches('/').trim_end_matches(".md");
    let wanted = wanted.to_lowercase();
    let wanted = wanted.as_str();
    let pages = || files.iter().filter_map(|file| Some((file.topic()?, file)));
    let is_end = |known: &str| known.rsplit('/').next() == Some(wanted);
    let found = pages().find(|(known, _)| *known == wanted);
    let found = found.or_else(|| pages().find(|(known, _)| is_end(known)));
    if let Some((_, file)) = found {
        return Ok(file);
    }
    let section_of = |known: &'f str| known.split_once('/').map(|(section, _)| section);
    let section: Vec<_> = pages()
        .filter(|(known, _)| section_of(known) == Some(wanted))
        .collect();
    let help = match section.as_slice() {
        [(_, only)] => return Ok(only),
        [] => did_you_mean_or(
            wanted,
            pages().flat_map(|(known, _)| {
                let last = known.rsplit('/').next().unwrap_or(known);
                [known, last].into_iter().chain(section_of(known))
            }),
            "`bindery manual --list` lists all",
        ),
        many => {
            let names: Vec<_> = many.iter().map(|(known, _)| *known).collect();
            format!("the pages below it are `{}`", names.join("`, `"))
        }
    };
    Err(format!("the manual has no page `{topic}`; {help}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_found_by_topic_and_by_its_last_part() {
        let files = files();
        let path = |topic: &str| find(&files, topic).map(|file| file.path.as_str());
        assert_eq!(path("how-to/deploy"), Ok("pages/how-to/deploy.md"));
        assert_eq!(path("deploy"), Ok("pages/how-to/deploy.md"));
        assert_eq!(path("how-to"), Ok("pages/how-to/README.md"));
        assert_eq!(path("start"), Ok("pages/README.md"));
        assert_eq!(path("tutorial"), Ok("pages/tutorial/first-site.md"));
        assert_eq!(path("Tutorial/"), Ok("pages/tutorial/first-site.md"));
        let error = path("tutorials").expect_err("no such page");
        assert!(error.contains("did you mean `tutorial`?"), "{error}");
        let error = path("deplou").expect_err("no such page");
        assert!(error.contains("did you mean `deploy`?"), "{error}");
    }

    #[test]
    fn a_page_is_printed_without_its_front_matter() {
        let files = files();
        for file in files.iter().filter(|file| file.topic().is_some()) {
            assert!(file.text().starts_with("# "), "{}", file.path);
            assert!(!file.description().is_empty(), "{}", file.path);
        }
    }
}
