//! Unix sockets: which files a server removes, their permissions, and which files remain after a stop.

use crate::cli::{ServerProcess, bindery, check};
use bindery_server::cli::{EXIT_CANNOT_LISTEN, EXIT_DONE};
use std::io::{Read, Write};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A path for a socket in a new folder.
fn socket_path() -> (TempDir, PathBuf, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bindery.sock");
    let place = format!("unix:{}", path.display());
    (folder, path, place)
}

fn start(place: &str, more: &[&str]) -> ServerProcess {
    let arguments = ["--quiet", "--bind", "127.0.0.1:0", "--bind", place];
    ServerProcess::start(&mut bindery(&[&arguments[..], more].concat()))
}

fn fetch(path: &Path) -> String {
    let mut stream = UnixStream::connect(path).unwrap();
    stream.write_all(b"GET /guide HTTP/1.0\r\n\r\n").unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    response
}

fn mode_of(path: &Path) -> u32 {
    path.metadata().unwrap().permissions().mode() & 0o777
}

fn names(folder: &TempDir) -> Vec<String> {
    let entries = folder.path().read_dir().unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.collect()
}

#[test]
fn a_unix_socket_is_served_beside_an_address() {
    let (folder, path, place) = socket_path();
    let served = start(&place, &[]);
    for _ in 0..2 {
        let response = fetch(&path);
        assert!(response.ends_with("<h1>Guide</h1>"), "{response}");
    }
    let ran = check(&mut bindery(&["--bind", &place]), EXIT_CANNOT_LISTEN);
    assert!(
        ran.stderr.contains("another program listens on the socket"),
        "{}",
        ran.stderr
    );
    assert!(
        fetch(&path).ends_with("<h1>Guide</h1>"),
        "it was left alone"
    );
    // A killed process leaves its socket behind.
    drop(served);
    assert!(path.exists());
    let again = start(&place, &[]);
    assert!(
        fetch(&path).ends_with("<h1>Guide</h1>"),
        "a socket left behind"
    );
    assert_eq!(names(&folder), ["bindery.sock"]);
    drop(again);
}

#[test]
fn a_file_that_is_not_a_socket_is_never_removed() {
    let (folder, path, place) = socket_path();
    std::fs::write(&path, "text").unwrap();
    for arguments in [
        &["serve", "--bind", &place][..],
        &["serve", "--check", "--port", "0", "--metrics", &place],
        &[
            "serve",
            "--check-listen",
            "--port",
            "0",
            "--metrics",
            &place,
        ],
    ] {
        let ran = check(&mut bindery(arguments), EXIT_CANNOT_LISTEN);
        assert!(ran.stderr.contains("is not a socket"), "{}", ran.stderr);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "text");
    }
    let link = folder.path().join("link");
    symlink(&path, &link).unwrap();
    let place = format!("unix:{}", link.display());
    check(
        &mut bindery(&["serve", "--bind", &place]),
        EXIT_CANNOT_LISTEN,
    );
    assert!(link.is_symlink() && path.is_file());
}

#[test]
fn the_socket_of_a_live_server_with_a_full_backlog_is_not_replaced() {
    let (_folder, path, place) = socket_path();
    // Nobody accepts, so that the backlog fills up.
    let listener = tokio_listener(&path);
    let mut waiting = Vec::new();
    while let Some(stream) = connect_at_once(&path) {
        waiting.push(stream);
    }
    let before = path.metadata().unwrap().ino();
    let ran = check(
        &mut bindery(&["serve", "--bind", &place]),
        EXIT_CANNOT_LISTEN,
    );
    assert!(
        ran.stderr.contains("another program listens"),
        "{}",
        ran.stderr
    );
    assert_eq!(path.metadata().unwrap().ino(), before);
    drop(listener);
}

/// A listener with the smallest backlog.
fn tokio_listener(path: &Path) -> UnixListener {
    actix_web::rt::System::new().block_on(async {
        let socket = tokio::net::UnixSocket::new_stream().unwrap();
        socket.bind(path).unwrap();
        socket.listen(1).unwrap().into_std().unwrap()
    })
}

/// A connection, unless the backlog is full. A connect without waiting ends at once in tokio.
fn connect_at_once(path: &Path) -> Option<UnixStream> {
    actix_web::rt::System::new().block_on(async {
        tokio::net::UnixStream::connect(path)
            .await
            .ok()?
            .into_std()
            .ok()
    })
}

#[test]
fn a_check_changes_nothing() {
    let (folder, path, place) = socket_path();
    let arguments = ["serve", "--check", "--port", "0", "--bind", &place];
    check(&mut bindery(&arguments), EXIT_DONE);
    assert!(names(&folder).is_empty());
    let stale = UnixListener::bind(&path).unwrap();
    let before = path.symlink_metadata().unwrap().ino();
    drop(stale);
    check(&mut bindery(&arguments), EXIT_DONE);
    assert_eq!(path.symlink_metadata().unwrap().ino(), before);
    let served = start(&place, &[]);
    check(&mut bindery(&arguments), EXIT_DONE);
    assert!(fetch(&path).ends_with("<h1>Guide</h1>"));
    drop(served);
    let nowhere = format!("unix:{}/none/a.sock", folder.path().display());
    let ran = check(
        &mut bindery(&["serve", "--check", "--bind", &nowhere]),
        EXIT_CANNOT_LISTEN,
    );
    assert!(
        ran.stderr.contains("folder does not exist"),
        "{}",
        ran.stderr
    );
}

#[test]
fn socket_modes_admit_everybody_to_the_site_and_the_group_to_the_metrics() {
    let (folder, path, place) = socket_path();
    let counters = folder.path().join("counters.sock");
    let metrics = format!("unix:{}", counters.display());
    let served = start(&place, &["--metrics", &metrics]);
    assert_eq!((mode_of(&path), mode_of(&counters)), (0o666, 0o660));
    drop(served);
    let own_group = folder.path().metadata().unwrap().gid().to_string();
    let flags = [
        "--metrics",
        &metrics,
        "--unix-mode",
        "0620",
        "--unix-group",
        &own_group,
    ];
    let served = start(&place, &flags);
    for socket in [&path, &counters] {
        assert_eq!(mode_of(socket), 0o620);
        assert_eq!(socket.metadata().unwrap().gid().to_string(), own_group);
    }
    drop(served);
}

#[test]
fn a_stop_removes_the_socket_unless_another_server_has_replaced_it() {
    let (folder, path, place) = socket_path();
    let served = start(&place, &[]);
    assert!(path.metadata().unwrap().file_type().is_socket());
    served.signal("-TERM");
    assert_eq!(served.finish().1, Some(0));
    assert!(names(&folder).is_empty());

    let served = start(&place, &[]);
    std::fs::remove_file(&path).unwrap();
    let other = UnixListener::bind(&path).unwrap();
    served.signal("-TERM");
    assert_eq!(served.finish().1, Some(0));
    assert!(path.exists(), "it belongs to another server");
    drop(other);
}

#[test]
fn a_path_that_no_socket_can_have_is_an_error_of_the_check() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["s".repeat(120), format!("{}/s", "f".repeat(95))] {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let mut settings = bindery_server::config::Settings::on("127.0.0.1", 0);
        settings.listen = vec![bindery_server::config::ListenAddress::Unix(path)];
        let error = bindery_server::http::check(&settings).unwrap_err();
        assert!(error.to_string().contains("too long"), "{error}");
    }
}
