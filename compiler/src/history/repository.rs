//! Finds a repository and its newest commit by reading git's files: that takes a fraction of a millisecond, a process
//! takes ten.

use std::fs;
use std::path::{Path, PathBuf};

/// The repository that a folder lies in.
#[derive(Debug)]
pub(super) struct Repository {
    /// The working tree's own folder: `.git`, or what the file `.git` names.
    git: PathBuf,
    /// What all working trees of a repository share.
    common: PathBuf,
    /// The folder's path below the working tree, slashes between.
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

    /// Whether older commits were left behind when it was cloned.
    pub(super) fn is_shallow(&self) -> bool {
        self.common.join("shallow").is_file()
    }

    /// The id of the newest commit; `None` when it is kept in a way that is not known here.
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

    /// What changes with every commit and checkout: the log of `HEAD`, or where that is turned off, the references.
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

/// The folder that `.git` is or, of a linked working tree or submodule, names.
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
