//! The content tree in memory: files sorted by path, with decoded text and an index of lines.
//!
//! [`crate::read`] reads it from a folder.

use crate::history::History;
use crate::line_index::LineIndex;
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The path of the site's configuration in the content tree.
pub const CONFIG_PATH: &str = "site.toml";

/// The largest file that is read, in bytes; larger ones are a diagnostic.
pub const MAX_FILE_BYTES: u64 = 32 * 1024 * 1024;

/// The files to read; by default all below the root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// Names of files and folders that are left out wherever they are, or with a slash before them at the root only.
    pub skipped: Vec<String>,
    /// Folders outside of the root that are read, too: `../docs`. Their files keep such paths.
    pub outside: Vec<String>,
    /// The folders whose problems are reported; all if empty.
    pub content: Vec<String>,
    /// The symbolic links to follow.
    pub links: Links,
}

/// The symbolic links to follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Links {
    /// The links to places in the tree.
    #[default]
    Inside,
    /// All links that do not lead to a folder above them.
    Anywhere,
}

impl Scope {
    /// Whether problems of the file at this path matter.
    pub(crate) fn is_content(&self, path: &str) -> bool {
        let is_below = |folder: &String| {
            let rest = path.strip_prefix(folder.as_str());
            rest.is_some_and(|rest| rest.starts_with('/'))
        };
        self.content.is_empty() || self.content.iter().any(is_below)
    }
}

/// The id of a file of a [`SourceTree`]. Ids have the order of the paths. A file of a tree that is read repeatedly has the same
/// id each time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

impl fmt::Debug for FileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FileId({})", self.0)
    }
}

/// A range of bytes in one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// A span of `file`; offsets beyond 4 GiB are clamped.
    #[must_use]
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span {
            file,
            start: clamp(start),
            end: clamp(end),
        }
    }

    /// The empty span at the start of `file`, for problems of the file as a whole.
    #[must_use]
    pub fn start_of(file: FileId) -> Self {
        Span {
            file,
            start: 0,
            end: 0,
        }
    }
}

/// One file of the tree.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The id of the file in this tree.
    pub id: FileId,
    /// Path relative to the tree's root, with forward slashes: `docs/characters/cryo/ganyu.md`.
    pub path: String,
    /// The path of the file on disk.
    pub disk_path: PathBuf,
    /// The bytes; where they are all of the text they are not kept twice.
    pub bytes: Arc<[u8]>,
    /// The text if the bytes are UTF-8, without a byte order mark; empty for other files.
    pub text: Arc<str>,
    /// Start of each line in `text`.
    pub lines: LineIndex,
    /// Whether the file could be read; the bytes are missing otherwise, which is reported.
    pub is_readable: bool,
    /// The text as it is written, where a function of the configuration made another `text` of it.
    pub written: Option<Arc<str>>,
}

impl SourceFile {
    /// The character that contains a byte; an empty span at the end of the text.
    #[must_use]
    pub fn letter_at(&self, byte: usize) -> Span {
        let mut start = byte.min(self.text.len());
        while !self.text.is_char_boundary(start) {
            start -= 1;
        }
        let letter = self.text[start..].chars().next();
        Span::new(self.id, start, start + letter.map_or(0, char::len_utf8))
    }

    /// The byte at a line and a column in UTF-16 units, both from 1, as tools in JavaScript count. Past the end of a line it
    /// is that end.
    #[must_use]
    pub fn offset_at(&self, line: usize, column: usize) -> usize {
        let start = u32::try_from(line).map_or(0, |line| self.lines.start(line));
        if start == 0 && line > 1 {
            return self.text.len();
        }
        let mut units = 1;
        for (at, c) in self.text[start..].char_indices() {
            if units >= column || c == '\n' {
                return start + at;
            }
            units += c.len_utf16();
        }
        self.text.len()
    }

    /// A text file made in memory, for tests and generated sources.
    #[must_use]
    pub fn from_text(id: FileId, path: &str, text: &str) -> Self {
        let lines = LineIndex::new(text);
        let text: Arc<str> = text.into();
        SourceFile {
            id,
            path: path.to_owned(),
            disk_path: PathBuf::from(path),
            bytes: Arc::clone(&text).into(),
            text,
            lines,
            is_readable: true,
            written: None,
        }
    }

    /// Replaces the text, as if the file had been read with it.
    pub fn set_text(&mut self, text: &Arc<str>) {
        let text = match text.strip_prefix('\u{feff}') {
            Some(rest) => rest.into(),
            None => Arc::clone(text),
        };
        if *self.text != *text {
            self.lines = LineIndex::new(&text);
            self.bytes = Arc::clone(&text).into();
            self.text = text;
            self.is_readable = true;
            self.written = None;
        }
    }

    /// Replaces the text by what a function of the configuration makes of it.
    pub fn set_processed_text(&mut self, text: &Arc<str>) {
        let (bytes, written) = (Arc::clone(&self.bytes), Arc::clone(&self.text));
        self.set_text(text);
        if self.text != written {
            self.bytes = bytes;
            self.written = Some(written);
        }
    }

    /// The text as it is written, which editors show.
    #[must_use]
    pub fn written_text(&self) -> &Arc<str> {
        self.written.as_ref().unwrap_or(&self.text)
    }

    /// The range of the written text for one of the text; `None` where it is not in what both have at their start or end.
    #[must_use]
    pub fn written_range(&self, range: Range<usize>) -> Option<Range<usize>> {
        let Some(written) = &self.written else {
            return Some(range);
        };
        let (old, new) = (written.as_bytes(), self.text.as_bytes());
        let common = |(one, other): &(&u8, &u8)| one == other;
        let start = old.iter().zip(new).take_while(common).count();
        if range.end <= start {
            return Some(range);
        }
        let end = old.iter().rev().zip(new.iter().rev());
        let end = end.take_while(common).count();
        let end = end.min(old.len() - start).min(new.len() - start);
        let shift = |at: usize| (at + old.len()) - new.len();
        (range.start >= new.len() - end).then(|| shift(range.start)..shift(range.end))
    }

    /// The bytes of a span of this file in the written text; its start for a part that a function of the configuration wrote.
    #[must_use]
    pub fn written_place(&self, span: Span) -> Range<usize> {
        self.written_range(span.start as usize..span.end as usize)
            .unwrap_or(0..0)
    }

    /// The last segment of the path.
    #[must_use]
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// The folder part of the path, without a final slash; empty at the root.
    #[must_use]
    pub fn folder(&self) -> &str {
        self.path.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// Whether the path ends in `.` + `extension`, in any case.
    #[must_use]
    pub fn has_extension(&self, extension: &str) -> bool {
        Path::new(&self.path)
            .extension()
            .is_some_and(|own| own.eq_ignore_ascii_case(extension))
    }
}

/// All files of a content tree, sorted by path.
#[derive(Clone, Debug, Default)]
pub struct SourceTree {
    /// The folder that was read.
    pub root: PathBuf,
    /// The files, sorted by path and by id.
    pub files: Vec<SourceFile>,
    /// When each was last changed; empty unless the site shows it.
    pub history: History,
}

impl SourceTree {
    /// The file of an id.
    ///
    /// # Panics
    /// When the id is of another tree.
    #[must_use]
    pub fn file(&self, id: FileId) -> &SourceFile {
        // A tree that is read once has its files at their ids.
        let direct = self.files.get(id.0 as usize);
        direct.filter(|file| file.id == id).unwrap_or_else(|| {
            let at = self.files.binary_search_by_key(&id, |file| file.id);
            &self.files[at.expect("BUG: a file of another tree")]
        })
    }

    /// The file at a path relative to the root.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<&SourceFile> {
        let at = self
            .files
            .binary_search_by(|file| file.path.as_str().cmp(path))
            .ok()?;
        self.files.get(at)
    }

    /// Whether a folder of this path holds any file.
    #[must_use]
    pub fn has_folder(&self, folder: &str) -> bool {
        folder.is_empty() || self.files_in(folder).next().is_some()
    }

    /// A tree of text files made in memory, for tests.
    #[must_use]
    pub fn from_texts(files: &[(&str, &str)]) -> Self {
        let mut sorted = files.to_vec();
        sorted.sort_unstable();
        let files = sorted.iter().enumerate().map(|(at, (path, text))| {
            SourceFile::from_text(FileId(u32::try_from(at).unwrap_or(u32::MAX)), path, text)
        });
        SourceTree {
            files: files.collect(),
            ..SourceTree::default()
        }
    }

    /// The files below a folder, in order.
    pub fn files_in<'t>(&'t self, folder: &'t str) -> impl Iterator<Item = &'t SourceFile> {
        let first = self
            .files
            .partition_point(|file| file.path.as_str() < folder);
        let files = self.files.get(first..).unwrap_or_default().iter();
        files
            .take_while(move |file| file.path.starts_with(folder))
            .filter(move |file| folder.is_empty() || file.path[folder.len()..].starts_with('/'))
    }
}
