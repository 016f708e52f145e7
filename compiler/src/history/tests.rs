use super::*;
use std::fs;

/// Runs git in a folder without the user's settings; `seconds` is the time of commits.
fn git(folder: &Path, seconds: u32, arguments: &[&str]) {
    let date = format!("{seconds} +0900");
    let output = Command::new("git")
        .args(arguments)
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_COMMITTER_DATE", &date)
        .env("GIT_AUTHOR_DATE", &date)
        .output()
        .expect("git is installed");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {errors}");
}

fn commit(folder: &Path, seconds: u32, author: &str, files: &[(&str, &str)]) {
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    git(folder, seconds, &["add", "-A"]);
    let author_name = format!("user.name={author}");
    let email = "user.email=a@example.org";
    let arguments = ["-c", &author_name, "-c", email, "commit", "-qm", "change"];
    git(folder, seconds, &arguments);
}

/// A repository of two commits; the content lies in a folder of it.
fn repository() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    git(folder.path(), 1_700_000_000, &["init", "-q"]);
    // 2024-02-28T23:59:59Z and 2024-02-29T00:00:00Z.
    let first = [("content/docs/a.md", "a"), ("content/docs/é \"b\".md", "b")];
    commit(folder.path(), 1_709_164_799, "Jane Doe", &first);
    commit(
        folder.path(),
        1_709_164_800,
        "Max",
        &[("content/docs/a.md", "a2")],
    );
    folder
}

fn read_with(folder: &Path, store: &Cache) -> (HistoryRead, Vec<String>) {
    let mut sink = Diagnostics::new();
    let logs = folder.join("logs");
    let read = read_history(&folder.join("content"), store, &logs, &mut sink);
    let list = sink.into_sorted().into_iter();
    (read, list.map(|one| one.message).collect())
}

#[test]
fn each_file_has_the_day_and_author_of_its_last_commit() {
    let folder = repository();
    let cache_folder = tempfile::tempdir().unwrap();
    let store = Cache::open(cache_folder.path());
    fs::write(folder.path().join("content/docs/a.md"), "not committed").unwrap();
    fs::write(folder.path().join("content/docs/new.md"), "not committed").unwrap();
    let (read, problems) = read_with(folder.path(), &store);
    assert_eq!(problems, Vec::<String>::new());
    let expected = History::from_changes(&[
        ("docs/a.md", "2024-02-29", "Max"),
        ("docs/é \"b\".md", "2024-02-28", "Jane Doe"),
    ]);
    assert_eq!(read.history, expected);
    assert!(read.watched.iter().any(|path| path.ends_with("logs/HEAD")));
    // The second time nothing runs; a new commit makes it run.
    assert_eq!(read_with(folder.path(), &store).0.history, expected);
    assert_eq!(store.hits(), 1);
    commit(folder.path(), 1_709_251_200, "Max", &[]);
    let (read, _) = read_with(folder.path(), &store);
    assert_eq!(
        read.history.change("docs/new.md").unwrap().day,
        "2024-03-01"
    );
}

#[test]
fn packed_references_and_linked_working_trees_are_found() {
    let folder = repository();
    git(folder.path(), 1_700_000_000, &["pack-refs", "--all"]);
    let found = Repository::find(&folder.path().join("content/docs")).unwrap();
    let head = found.head().unwrap();
    assert_eq!(found.inner, "content/docs");
    let linked = tempfile::tempdir().unwrap();
    let path = linked.path().join("tree");
    let arguments = ["worktree", "add", "-q", path.to_str().unwrap()];
    git(folder.path(), 1_700_000_000, &arguments);
    let other = Repository::find(&path).unwrap();
    assert_eq!(other.head().unwrap(), head);
    assert!(!other.is_shallow());
    assert!(other.watched().iter().any(|path| path.ends_with("HEAD")));
}

#[test]
fn a_shallow_clone_has_no_history() {
    let folder = repository();
    let clone = tempfile::tempdir().unwrap();
    let from = format!("file://{}", folder.path().display());
    let to = clone.path().join("clone");
    let arguments = ["clone", "-q", "--depth", "1", &from, to.to_str().unwrap()];
    git(folder.path(), 1_700_000_000, &arguments);
    let cache_folder = tempfile::tempdir().unwrap();
    let (read, problems) = read_with(&to, &Cache::open(cache_folder.path()));
    assert_eq!(read.history, History::default());
    assert_eq!(
        problems,
        ["the pages' last changes are unavailable: the git clone is shallow"]
    );
    assert!(read.watched.iter().any(|path| path.ends_with("shallow")));
}

#[test]
fn a_folder_outside_of_a_repository_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("content")).unwrap();
    let cache_folder = tempfile::tempdir().unwrap();
    let (read, problems) = read_with(folder.path(), &Cache::open(cache_folder.path()));
    assert_eq!(read.history, History::default());
    assert!(
        problems[0].ends_with("not in a git repository"),
        "{problems:?}"
    );
    assert!(read.watched.is_empty());
}

#[test]
fn days_are_those_of_utc() {
    for (seconds, expected) in [
        (0, "1970-01-01"),
        (-1, "1969-12-31"),
        (86_399, "1970-01-01"),
        (951_782_400, "2000-02-29"),
        (4_102_444_800, "2100-01-01"),
    ] {
        assert_eq!(Timestamp::from_seconds(seconds).day(), expected);
    }
}
