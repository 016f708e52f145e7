//! Whether git is writing files: it holds a lock while it changes the branch.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A lock that is older was left by a git that crashed, or is that of a commit whose message is being written.
const MAX_AGE: Duration = Duration::from_secs(10);

/// The lock of the repository that a folder is in.
#[derive(Debug)]
pub(super) struct GitLock(Option<PathBuf>);

impl GitLock {
    /// The lock for a folder; `None` outside of repositories.
    pub(super) fn of(folder: &Path) -> GitLock {
        let git = folder.ancestors().find_map(git_folder);
        GitLock(git.map(|git| git.join("index.lock")))
    }

    /// Whether git is writing files now.
    pub(super) fn is_held(&self) -> bool {
        let lock = self.0.as_ref().and_then(|path| fs::metadata(path).ok());
        let modified = lock.and_then(|lock| lock.modified().ok());
        // A time in the future is that of a lock that was just made.
        modified.is_some_and(|time| time.elapsed().unwrap_or_default() < MAX_AGE)
    }
}

/// The folder with git's data of a work tree: `.git`, or the folder that a file of this name has (`gitdir: ../repository/.git`).
fn git_folder(folder: &Path) -> Option<PathBuf> {
    let git = folder.join(".git");
    if git.is_dir() {
        return Some(git);
    }
    let text = fs::read_to_string(&git).ok()?;
    let target = text.strip_prefix("gitdir:")?;
    Some(folder.join(target.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::FileTimes;

    #[test]
    fn a_lock_is_found_in_the_repository_of_a_work_tree() {
        let outer = tempfile::tempdir().unwrap();
        let git = outer.path().join("repository/.git/worktrees/one");
        let content = outer.path().join("one/content");
        for folder in [&git, &content] {
            fs::create_dir_all(folder).unwrap();
        }
        let link = "gitdir: ../repository/.git/worktrees/one\n";
        fs::write(outer.path().join("one/.git"), link).unwrap();
        let repository = outer.path().join("repository");
        let locks = [GitLock::of(&content), GitLock::of(&repository)];
        let held = || locks.each_ref().map(GitLock::is_held);
        assert_eq!(held(), [false, false]);
        fs::write(git.join("index.lock"), "").unwrap();
        assert_eq!(held(), [true, false]);
        fs::write(repository.join(".git/index.lock"), "").unwrap();
        assert_eq!(held(), [true, true]);
    }

    #[test]
    fn an_old_lock_does_not_count() {
        let outer = tempfile::tempdir().unwrap();
        fs::create_dir(outer.path().join(".git")).unwrap();
        let lock = fs::File::create(outer.path().join(".git/index.lock")).unwrap();
        let git = GitLock::of(outer.path());
        assert!(git.is_held());
        let modified = lock.metadata().unwrap().modified().unwrap();
        let times = FileTimes::new().set_modified(modified - 2 * MAX_AGE);
        lock.set_times(times).unwrap();
        assert!(!git.is_held());
    }
}
