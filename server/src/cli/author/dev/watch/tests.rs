//! Each case runs with the system's reports and with polling. It changes files, then some marks, and compares the changed
//! paths up to the last mark with those it expects.

use super::*;
use std::collections::BTreeSet;
use std::fs;
use tempfile::TempDir;

/// How long a change may take to be seen before a case fails; no measure of speed.
const SEEN_WITHIN: Duration = Duration::from_secs(60);

/// The time between two writes of a probe.
const PROBE_INTERVAL: Duration = Duration::from_millis(20);

/// Marks that are written one after the other. Polling reads the folders in any order: what changed before the first mark
/// is reported before the last.
const MARKS: [&str; 3] = ["docs/mark1", "docs/mark2", "docs/mark3"];

/// The number of files of a large folder.
const MANY: usize = 500;

/// Prepares a tree, watches it, changes it, and returns the changed paths.
fn changes(
    watch: fn(&Path) -> ContentWatcher,
    prepare: impl Fn(&Path),
    change: impl Fn(&Path),
) -> BTreeSet<String> {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("docs")).unwrap();
    fs::write(folder.path().join("docs/a.md"), "one").unwrap();
    prepare(folder.path());
    let mut watcher = watch(folder.path());
    change(folder.path());
    let root = watcher.filter.root.clone();
    let mut seen = BTreeSet::new();
    for mark in MARKS {
        fs::write(root.join(mark), mark).unwrap();
        loop {
            let next = watcher.next_change(Some(SEEN_WITHIN)).unwrap();
            let path = next.expect("the change is not reported");
            let path = path.strip_prefix(&root).unwrap().to_str().unwrap();
            if path == mark {
                break;
            }
            seen.insert(path.to_owned());
        }
    }
    // Polling reports the folder as well.
    seen.retain(|path| !MARKS.contains(&path.as_str()) && path != "docs" && !path.is_empty());
    seen
}

/// Both ways to watch.
const WAYS: [fn(&Path) -> ContentWatcher; 2] = [
    |folder| ContentWatcher::start(folder).unwrap(),
    |folder| ContentWatcher::polling(folder, Duration::from_millis(20)).unwrap(),
];

#[track_caller]
fn check(change: impl Fn(&Path), expected: &[&str]) {
    for watch in WAYS {
        let seen = changes(watch, |_| {}, &change);
        let expected = expected.iter().map(|path| (*path).to_owned());
        assert_eq!(seen, expected.collect());
    }
}

#[test]
fn an_edit_is_reported() {
    check(
        |tree| fs::write(tree.join("docs/a.md"), "two").unwrap(),
        &["docs/a.md"],
    );
}

#[test]
fn a_new_file_is_reported() {
    check(
        |tree| fs::write(tree.join("docs/b.md"), "new").unwrap(),
        &["docs/b.md"],
    );
}

#[test]
fn a_deleted_file_is_reported() {
    check(
        |tree| fs::remove_file(tree.join("docs/a.md")).unwrap(),
        &["docs/a.md"],
    );
}

#[test]
fn both_names_of_a_renamed_file_are_reported() {
    check(
        |tree| fs::rename(tree.join("docs/a.md"), tree.join("docs/b.md")).unwrap(),
        &["docs/a.md", "docs/b.md"],
    );
}

/// Editors write a new file and give it the name of the old one.
#[test]
fn an_atomic_save_is_reported() {
    check(
        |tree| {
            let temporary = tree.join("docs/.a.md.tmp");
            fs::write(&temporary, "two").unwrap();
            fs::rename(temporary, tree.join("docs/a.md")).unwrap();
        },
        &["docs/a.md"],
    );
}

#[test]
fn files_of_new_folders_are_reported_later() {
    for watch in WAYS {
        let folder = TempDir::new().unwrap();
        let mut watcher = watch(folder.path());
        for name in ["new", "new/inner", "build", "docs", "docs/target"] {
            let path = watcher.filter.root.join(name);
            fs::create_dir(&path).unwrap();
            wait_for(&mut watcher, &path);
            wait_until_watched(&mut watcher, &path);
            for page in ["one.md", "two.md", "three.md"] {
                fs::write(path.join(page), page).unwrap();
                wait_for(&mut watcher, &path.join(page));
            }
        }
    }
}

/// Writes a probe until it is reported: the system reports a new folder before it watches inside, so the first writes may be
/// missing. A build loses nothing by that: it starts later and reads the whole folder.
#[track_caller]
fn wait_until_watched(watcher: &mut ContentWatcher, folder: &Path) {
    let probe = folder.join("probe");
    let deadline = Instant::now() + SEEN_WITHIN;
    for text in 0.. {
        fs::write(&probe, format!("{text}")).unwrap();
        while let Some(changed) = watcher.next_change(Some(PROBE_INTERVAL)).unwrap() {
            if changed == probe {
                return;
            }
        }
        assert!(Instant::now() < deadline, "the folder is not watched");
    }
}

#[track_caller]
fn wait_for(watcher: &mut ContentWatcher, path: &Path) {
    loop {
        let next = watcher.next_change(Some(SEEN_WITHIN)).unwrap();
        if next.expect("the change is not reported") == path {
            return;
        }
    }
}

#[test]
fn each_file_of_a_large_folder_is_reported() {
    for watch in WAYS {
        let seen = changes(
            watch,
            |_| {},
            |tree| {
                for at in 0..MANY {
                    fs::write(tree.join(format!("docs/{at}.md")), "new").unwrap();
                }
            },
        );
        let files = seen.iter().filter(|path| path.ends_with(".md")).count();
        assert!(files >= MANY, "{files} of {MANY}");
    }
}

#[test]
fn hidden_and_installed_files_are_ignored() {
    let ignored = [
        ".git",
        "docs/.obsidian",
        "node_modules/react",
        "docs/node_modules",
    ];
    for watch in WAYS {
        let seen = changes(
            watch,
            |tree| {
                for name in ignored {
                    fs::create_dir_all(tree.join(name)).unwrap();
                }
            },
            |tree| {
                for name in ignored {
                    fs::write(tree.join(name).join("x.md"), "new").unwrap();
                }
            },
        );
        assert_eq!(seen, BTreeSet::new());
    }
}

/// A build reads all files; it must not cause the next one.
#[test]
fn reading_is_no_change() {
    let read = |tree: &Path| {
        fs::read_dir(tree).unwrap().for_each(drop);
        fs::read(tree.join("docs/a.md")).unwrap();
    };
    for watch in WAYS {
        assert_eq!(changes(watch, |_| {}, read), BTreeSet::new());
    }
}

#[test]
fn only_the_output_of_docusaurus_is_ignored() {
    let folder = TempDir::new().unwrap();
    let page = |filter: &PathFilter, path: &str| filter.is_content(&filter.root.join(path));
    let plain = PathFilter::new(folder.path()).unwrap();
    assert!(page(&plain, "build/a.md"));
    fs::write(folder.path().join("docusaurus.config.js"), "").unwrap();
    let docusaurus = PathFilter::new(folder.path()).unwrap();
    assert!(!page(&docusaurus, "build/a.md"));
    assert!(page(&docusaurus, "docs/build/a.md"));
    assert!(page(&docusaurus, ".well-known/security.txt"));
}

#[test]
fn several_changes_are_one_wake_up() {
    let folder = TempDir::new().unwrap();
    let mut sender = None;
    let watcher = ContentWatcher::new(folder.path(), |own| {
        sender = Some(own);
        Ok(Box::new(notify::NullWatcher))
    });
    let mut watcher = watcher.unwrap();
    let root = watcher.filter.root.clone();
    for at in 0..300 {
        let event = Event::new(EventKind::Modify(ModifyKind::Any));
        let event = event.add_path(root.join(format!("{at}.md")));
        sender.as_ref().unwrap().send(Ok(event)).unwrap();
    }
    let Some(ChangedPaths::Only(changed)) = watcher.wait(None).unwrap() else {
        panic!("it is known what changed");
    };
    assert_eq!(changed.len(), 300);
    assert_eq!(watcher.wait(Some(Duration::ZERO)).unwrap(), None);
    assert!(watcher.next_change(Some(Duration::ZERO)).unwrap().is_none());
}

#[test]
fn a_wait_ends_when_git_has_written_all_files() {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join(".git")).unwrap();
    let mut sender = None;
    let watcher = ContentWatcher::new(folder.path(), |own| {
        sender = Some(own);
        Ok(Box::new(notify::NullWatcher))
    });
    let (mut watcher, sender) = (watcher.unwrap(), sender.unwrap());
    let root = watcher.filter.root.clone();
    let (lock, last) = (root.join(".git/index.lock"), root.join("last.md"));
    let event = |path: &Path| Event::new(EventKind::Modify(ModifyKind::Any)).add_path(path.into());
    fs::write(&lock, "").unwrap();
    sender.send(Ok(event(&root.join("first.md")))).unwrap();
    let written = event(&last);
    let git = std::thread::spawn(move || {
        std::thread::sleep(2 * QUIET_OF_EMPTY);
        sender.send(Ok(written)).unwrap();
        fs::remove_file(lock).unwrap();
    });
    let changed = watcher.wait(None).unwrap();
    git.join().unwrap();
    assert!(matches!(changed, Some(ChangedPaths::Only(changed)) if changed.contains(&last)));
}

#[test]
fn after_lost_reports_any_file_may_have_changed() {
    let folder = TempDir::new().unwrap();
    let mut watcher = ContentWatcher::start(folder.path()).unwrap();
    let page = watcher.filter.root.join("a.md");
    fs::write(&page, "new").unwrap();
    let changed = watcher.wait(None).unwrap();
    let only = ChangedPaths::Only(BTreeSet::from([page.clone()]));
    assert_eq!(changed, Some(only));
    fs::write(&page, "newer").unwrap();
    watcher.waker()();
    assert_eq!(watcher.wait(None).unwrap(), Some(ChangedPaths::Any));
    let mut polling = ContentWatcher::polling(folder.path(), Duration::from_millis(20)).unwrap();
    fs::write(&page, "newest").unwrap();
    assert_eq!(polling.wait(None).unwrap(), Some(ChangedPaths::Any));
}

#[test]
fn a_build_waits_longer_for_empty_and_for_many_files() {
    let folder = TempDir::new().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let saved = BTreeSet::from([file("a.md", "new"), folder.path().join("a.md~")]);
    assert_eq!(quiet_after(&saved), QUIET);
    let truncated = BTreeSet::from([file("b.md", "")]);
    assert_eq!(quiet_after(&truncated), QUIET_OF_EMPTY);
    let switched = (0..=FEW).map(|at| file(&format!("{at}.md"), "new"));
    assert_eq!(quiet_after(&switched.collect()), QUIET_OF_MANY);
}

#[test]
fn polling_takes_over_when_the_system_refuses() {
    let folder = TempDir::new().unwrap();
    let mut watcher = ContentWatcher::start(folder.path()).unwrap();
    let error = Error::new(ErrorKind::MaxFilesWatch);
    let changed = watcher.fall_back(&error).unwrap();
    assert_eq!(changed, watcher.filter.root);
    let page = watcher.filter.root.join("a.md");
    fs::write(&page, "new").unwrap();
    wait_for(&mut watcher, &page);
}

#[test]
fn a_waker_ends_the_wait_also_of_a_watcher_that_polls() {
    let folder = TempDir::new().unwrap();
    let mut watcher = ContentWatcher::start(folder.path()).unwrap();
    let wake = watcher.waker();
    wake();
    let root = watcher.filter.root.clone();
    assert_eq!(watcher.next_change(None).unwrap(), Some(root.clone()));
    let error = Error::new(ErrorKind::MaxFilesWatch);
    watcher.fall_back(&error).unwrap();
    wake();
    assert_eq!(watcher.next_change(None).unwrap(), Some(root));
}

#[test]
fn edits_of_the_interface_are_reported() {
    for start in WAYS {
        let (folder, interface) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        let mut watcher = start(folder.path());
        let source = interface.path().canonicalize().unwrap();
        watcher.watch_interface([source.clone(), source.join("missing")]);
        let source = source.join("a.ts");
        fs::write(&source, "new").unwrap();
        wait_for(&mut watcher, &source);
    }
}

/// A page in a new folder `name` of another folder.
fn new_folder(outer: &Path, name: &str) -> PathBuf {
    let folder = outer.canonicalize().unwrap().join(name);
    fs::create_dir(&folder).unwrap();
    folder.join("a.md")
}

#[test]
fn a_folder_in_the_place_of_the_watched_one_is_watched() {
    let outer = TempDir::new().unwrap();
    let page = new_folder(outer.path(), "site");
    let folder = page.parent().unwrap();
    let mut watcher = ContentWatcher::start(folder).unwrap();
    fs::rename(folder, outer.path().join("old")).unwrap();
    new_folder(outer.path(), "site");
    assert_eq!(watcher.wait(None).unwrap(), Some(ChangedPaths::Any));
    fs::write(&page, "new").unwrap();
    wait_for(&mut watcher, &page);
}

#[test]
fn a_removed_folder_is_watched_again_when_it_returns() {
    let outer = TempDir::new().unwrap();
    let page = new_folder(outer.path(), "site");
    let folder = page.parent().unwrap();
    let mut watcher = ContentWatcher::start(folder).unwrap();
    fs::remove_dir(folder).unwrap();
    assert_eq!(watcher.wait(None).unwrap(), Some(ChangedPaths::Any));
    // Something beside it is no change.
    fs::write(outer.path().join("beside.md"), "new").unwrap();
    new_folder(outer.path(), "site");
    assert_eq!(watcher.wait(None).unwrap(), Some(ChangedPaths::Any));
    fs::write(&page, "new").unwrap();
    wait_for(&mut watcher, &page);
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_to_another_folder_is_followed() {
    let outer = TempDir::new().unwrap();
    let pages = ["one", "two"].map(|name| new_folder(outer.path(), name));
    let link = outer.path().join("site");
    let lead_to = |name: &str| {
        let next = outer.path().join("next");
        std::os::unix::fs::symlink(name, &next).unwrap();
        fs::rename(next, &link).unwrap();
    };
    lead_to("one");
    let mut watcher = ContentWatcher::start(&link).unwrap();
    lead_to("two");
    assert_eq!(watcher.wait(None).unwrap(), Some(ChangedPaths::Any));
    fs::write(&pages[1], "new").unwrap();
    wait_for(&mut watcher, &pages[1]);
}
