//! Finds the files below a folder.
//!
//! A symbolic link to a folder is followed only inside the tree, and links below it are not followed. So neither loops
//! nor many links to each other make the walk endless.

use crate::diagnostic::{Code, Diagnostics};
use crate::tree::{Links, Scope};
use std::io;
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// The endings of editors' backup files.
const BACKUP_ENDINGS: [&str; 5] = ["~", ".swp", ".swo", ".bak", ".orig"];

/// The only hidden folder that sites serve (RFC 8615).
const WELL_KNOWN: &str = ".well-known";

/// Paths in the tree and on the disk.
pub(super) type Found = Vec<(String, PathBuf)>;

/// The files that a walk found.
pub(super) struct FoundFiles {
    /// Sorted by their paths in the tree.
    pub(super) files: Found,
    /// Whether there was neither a problem nor a symbolic link, and nothing outside of the folder was asked for.
    pub(super) is_plain: bool,
}

/// Finds the files below `root` that `scope` asks for; `canonical_root` is the same folder without links.
pub(super) fn find_files(
    root: &Path,
    canonical_root: &Path,
    scope: &Scope,
    sink: &mut Diagnostics,
) -> FoundFiles {
    let mut problems = Diagnostics::new();
    let mut walk = Walk {
        allowed_root: repository_of(canonical_root),
        scope,
        found: Vec::new(),
        has_links: false,
        sink: &mut problems,
    };
    walk.folder(root, "", LinkState::Outside);
    for folder in &scope.outside {
        walk.folder(&root.join(folder), folder, LinkState::Outside);
    }
    let (mut files, has_links) = (walk.found, walk.has_links);
    files.sort_by(|a, b| a.0.cmp(&b.0));
    let has_problems = problems.iter().next().is_some();
    sink.absorb(problems);
    FoundFiles {
        files,
        is_plain: !has_links && !has_problems && scope.outside.is_empty(),
    }
}

/// Whether the walk is inside a followed link.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LinkState {
    Outside,
    Inside,
}

struct Walk<'s> {
    /// The folder that links lead into.
    allowed_root: PathBuf,
    scope: &'s Scope,
    found: Found,
    has_links: bool,
    sink: &'s mut Diagnostics,
}

/// The git repository that a folder is in; the folder itself if it is in no repository.
fn repository_of(folder: &Path) -> PathBuf {
    let mut above = folder.ancestors();
    let found = above.find(|folder| folder.join(".git").exists());
    found.unwrap_or(folder).to_owned()
}

/// The reason why a link is not followed.
fn refusal(link: &Path, target: &Path, state: LinkState) -> Option<&'static str> {
    let parent = link.parent().and_then(|parent| parent.canonicalize().ok());
    if parent.unwrap_or_default().starts_with(target) {
        Some("leads to a folder that holds it")
    } else if target.is_dir() && state == LinkState::Inside {
        Some("is in a folder that is itself reached by a link")
    } else {
        None
    }
}

impl Walk<'_> {
    /// Collects the files of a folder whose path in the tree is `prefix`.
    fn folder(&mut self, folder: &Path, prefix: &str, state: LinkState) {
        let scope = self.scope;
        let entries = WalkDir::new(folder)
            .min_depth(1)
            .sort_by_file_name()
            .into_iter()
            .filter_entry(|entry| is_wanted(entry) && !is_skipped(entry, prefix, scope));
        for entry in entries {
            match entry {
                Ok(entry) => self.entry(&entry, folder, prefix, state),
                Err(error) => self.unreadable(&error),
            }
        }
    }

    fn entry(&mut self, entry: &DirEntry, folder: &Path, prefix: &str, state: LinkState) {
        let Some(path) = tree_path(entry.path(), folder, prefix) else {
            let name = entry.path().display();
            self.sink
                .error(
                    Code::InvalidUtf8,
                    None,
                    format!("the name `{name}` is not UTF-8"),
                )
                .help("rename it");
            return;
        };
        if entry.path_is_symlink() {
            self.link(entry, path, state);
        } else if entry.file_type().is_file() {
            self.found.push((path, entry.path().to_path_buf()));
        } else if !entry.file_type().is_dir() {
            let message = format!("`{path}` is neither a file nor a folder");
            self.sink
                .error(Code::UnreadableFile, None, message)
                .help("remove it from the content");
        }
    }

    fn link(&mut self, entry: &DirEntry, path: String, state: LinkState) {
        self.has_links = true;
        let target = match entry.path().canonicalize() {
            Ok(target) => target,
            // The system returns an error for a link to itself.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let message = format!("the symbolic link `{path}` leads nowhere");
                self.sink
                    .error(Code::UnreadableFile, None, message)
                    .help("remove the link, or create what it points to");
                return;
            }
            Err(error) => {
                let message = format!("the symbolic link `{path}` cannot be followed: {error}");
                self.sink
                    .error(Code::SymlinkLoop, None, message)
                    .help("remove the link, or point it to a file or folder");
                return;
            }
        };
        if self.scope.links == Links::Inside && !target.starts_with(&self.allowed_root) {
            let message = format!("the symbolic link `{path}` leads out of the repository");
            self.sink
                .error(Code::UnreadableFile, None, message)
                .help("replace the link by the files that it names");
        } else if let Some(reason) = refusal(entry.path(), &target, state) {
            let message = format!("the symbolic link `{path}` {reason}");
            self.sink
                .error(Code::SymlinkLoop, None, message)
                .help("replace the link by the files that it names");
        } else if target.is_dir() {
            self.folder(&target, &path, LinkState::Inside);
        } else {
            self.found.push((path, target));
        }
    }

    fn unreadable(&mut self, error: &walkdir::Error) {
        let path = error.path().unwrap_or(Path::new("")).display().to_string();
        let reason = error
            .io_error()
            .map_or_else(|| error.to_string(), ToString::to_string);
        self.sink
            .error(
                Code::UnreadableFile,
                None,
                format!("`{path}` cannot be read: {reason}"),
            )
            .help("check its permissions");
    }
}

fn is_wanted(entry: &DirEntry) -> bool {
    is_wanted_name(&entry.file_name().to_string_lossy())
}

/// Whether files and folders of this name are read: those that are neither hidden nor backups.
pub(super) fn is_wanted_name(name: &str) -> bool {
    let is_hidden = name.starts_with('.') && name != WELL_KNOWN;
    let is_backup = BACKUP_ENDINGS.iter().any(|ending| name.ends_with(ending))
        || (name.starts_with('#') && name.ends_with('#'));
    !is_hidden && !is_backup
}

fn is_skipped(entry: &DirEntry, prefix: &str, scope: &Scope) -> bool {
    let is_at_root = entry.depth() == 1 && prefix.is_empty();
    is_skipped_at(&entry.file_name().to_string_lossy(), is_at_root, scope)
}

/// Whether the scope leaves out files and folders of this name.
pub(super) fn is_skipped_at(name: &str, is_at_root: bool, scope: &Scope) -> bool {
    let is_named = |skipped: &String| match skipped.strip_prefix('/') {
        Some(at_root) => is_at_root && at_root == name,
        None => *skipped == name,
    };
    scope.skipped.iter().any(is_named)
}

fn tree_path(path: &Path, folder: &Path, prefix: &str) -> Option<String> {
    let mut joined = prefix.to_owned();
    for part in path.strip_prefix(folder).ok()?.components() {
        if !joined.is_empty() {
            joined.push('/');
        }
        joined.push_str(part.as_os_str().to_str()?);
    }
    Some(joined)
}
