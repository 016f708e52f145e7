//! `bindery assets`: the hashed files that a release passes to the next one.

use crate::cli::{bindery, check};
use bindery_format::carried::{CarriedList, LIST_NAME};
use bindery_server::cli::{EXIT_DONE, EXIT_USAGE};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

fn list(folder: &Path) -> CarriedList {
    serde_json::from_slice(&fs::read(folder.join(LIST_NAME)).unwrap()).unwrap()
}

/// An earlier release that copies the files in `files`.
fn release(folder: &Path, name: &str, files: &Path) -> String {
    let path = folder.join(name);
    let script = format!(
        "#!/bin/sh\nmkdir -p \"$3\" && cp -r {}/. \"$3\"\n",
        files.display()
    );
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.to_string_lossy().into_owned()
}

fn write(folder: &Path) {
    check(
        &mut bindery(&["assets", "write", &folder.to_string_lossy()]),
        EXIT_DONE,
    );
}

#[test]
fn hashed_files_are_written_with_their_list() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path());
    let list = list(folder.path());
    let names: Vec<&str> = list.files.keys().map(String::as_str).collect();
    assert_eq!(names, ["assets/app-1a2b.js", "assets/large-3c4d.js"]);
    let script = &list.files["assets/app-1a2b.js"];
    assert_eq!(script.media_type, "text/javascript; charset=utf-8");
    assert_eq!(script.age, 0);
    assert!(!script.hash.contains('"'));
    let written = fs::read(folder.path().join("assets/app-1a2b.js")).unwrap();
    assert_eq!(written, b"let app = 1;");
}

#[test]
fn files_of_several_releases_age_and_are_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let files = folder.path().join("files");
    write(&files);
    // The older release itself carried a file of an even older one.
    let older = folder.path().join("older");
    write(&older);
    let mut own = list(&older);
    own.files.get_mut("assets/large-3c4d.js").unwrap().age = 2;
    let mut strange = own.files["assets/app-1a2b.js"].clone();
    strange.age = 0;
    own.files
        .insert("assets/../../strange".to_owned(), strange.clone());
    own.files.insert("assets/old-5e6f.js".to_owned(), strange);
    fs::copy(
        older.join("assets/app-1a2b.js"),
        older.join("assets/old-5e6f.js"),
    )
    .unwrap();
    fs::write(older.join(LIST_NAME), serde_json::to_string(&own).unwrap()).unwrap();
    let releases = [
        release(folder.path(), "newer.sh", &files),
        release(folder.path(), "older.sh", &older),
    ];
    let into = folder.path().join("carried");
    let into_name = into.to_string_lossy().into_owned();
    let arguments = [
        "assets",
        "carry",
        &releases[0],
        &releases[1],
        "--into",
        &into_name,
    ];
    let ran = check(&mut bindery(&arguments), EXIT_DONE);
    assert!(
        ran.stdout.contains("3 hashed files; 1 were too old"),
        "{}",
        ran.stdout
    );
    let ages = |list: CarriedList| -> Vec<(String, u32)> {
        let files = list.files.into_iter();
        files.map(|(path, file)| (path, file.age)).collect()
    };
    let expected = [
        ("assets/app-1a2b.js", 1),
        ("assets/large-3c4d.js", 1),
        ("assets/old-5e6f.js", 2),
    ];
    let expected = expected.map(|(path, age)| (path.to_owned(), age));
    assert_eq!(ages(list(&into)), expected);
    assert_eq!(
        fs::read(into.join("assets/old-5e6f.js")).unwrap(),
        b"let app = 1;"
    );
    // A second run with the newer release alone rewrites the folder.
    check(
        &mut bindery(&["assets", "carry", &releases[0], "--into", &into_name]),
        EXIT_DONE,
    );
    assert_eq!(list(&into).files.len(), 2);
    assert!(!into.join("assets/old-5e6f.js").exists());
}

#[test]
fn a_folder_with_other_files_is_not_changed() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("precious.txt"), "x").unwrap();
    let into = folder.path().to_string_lossy().into_owned();
    let ran = check(
        &mut bindery(&["assets", "carry", "/bin/true", "--into", &into]),
        EXIT_USAGE,
    );
    assert!(
        ran.stderr.contains("was not written by this command"),
        "{}",
        ran.stderr
    );
    assert!(folder.path().join("precious.txt").exists());
}
