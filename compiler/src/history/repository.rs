//! Finds the git repository around a folder and its newest commit, by reading the files in `.git`.
//!
//! Starting git for that would take ten milliseconds in every build; reading the files takes a fraction of one.

use std::fs;
use std::path::{Path, PathBuf};

/// The repository around a folder.
#[derive(Debug)]
pub(super) struct Repository {
    /// The folder of this working tree: `.git`, or the folder that the file `.git` names.
    git: PathBuf,
    /// The folder that all working trees of the repository share.
    common: PathBuf,
    /// The folder's path below the working tree, separated by slashes.
    pub(super) inner: String,
}

impl Repository {
    /// The innermost repository around `folder`.
    pub(super) fn find(folder: &Path) -> Option<Self> {
        let folder = folder.canonicalize().ok()?;
        for root in folder.ancestors() {
            let Some(git) = git_folder(&root.join(".git")) else {
                continue;
            };
            let named = read(&git.join("commondir")).map(|common| git.join(common));
            let inner = folder.strip_prefix(root).ok()?;
            return Some(Repository {
                common: named.unwrap_or_else(|| git.clone()),
                git,
                inner: inner.to_string_lossy().replace('\\', "/"),
            });
        }
        None
    }

    /// Whether this is a shallow clone, which lacks older commits.
    pub(super) fn is_shallow(&self) -> bool {
        self.common.join("shallow").is_file()
    }

    /// The id of the newest commit; `None` when it is stored in a format that this module does not read.
    pub(super) fn head(&self) -> Option<String> {
        let head = read(&self.git.join("HEAD"))?;
        let id = match head.strip_prefix("ref: ") {
            None => head,
            Some(name) => self.resolve(name)?,
        };
        let is_id = id.len() >= 40 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_id.then_some(id)
    }

    fn resolve(&self, name: &str) -> Option<String> {
        read(&self.common.join(name)).or_else(|| {
            let packed = fs::read_to_string(self.common.join("packed-refs")).ok()?;
            let mut lines = packed.lines().filter_map(|line| line.split_once(' '));
            lines
                .find(|(_, known)| *known == name)
                .map(|(id, _)| id.to_owned())
        })
    }

    /// The files that change with every commit and checkout: the log of `HEAD`, or the references where that log is off.
    pub(super) fn watched(&self) -> Vec<PathBuf> {
        let log = self.git.join("logs/HEAD");
        let paths = if log.is_file() {
            vec![self.git.join("HEAD"), log]
        } else {
            let shared = ["refs", "packed-refs"].map(|name| self.common.join(name));
            [self.git.join("HEAD")].into_iter().chain(shared).collect()
        };
        let mut paths: Vec<PathBuf> = paths;
        paths.push(self.common.join("shallow"));
        paths.retain(|path| path.exists());
        paths
    }
}

/// The git folder at `path`: in linked working trees and submodules, `.git` is a file that names it.
fn git_folder(path: &Path) -> Option<PathBuf> {
    if path.is_dir() {
        return path.join("HEAD").is_file().then(|| path.to_owned());
    }
    let named = read(path)?;
    let named = named.strip_prefix("gitdir: ")?;
    Some(path.parent()?.join(named))
}

fn read(path: &Path) -> Option<String> {
    Some(fs::read_to_string(path).ok()?.trim().to_owned())
}
