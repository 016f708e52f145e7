//! Listens on Unix sockets: their files, their permissions, and stale sockets of other processes.
//!
//! A file is replaced only if it is a socket without a listener. The new socket is created under a temporary name and
//! moved over the old one, so that there is always a socket, and no client connects before the permissions are set. The
//! file is removed when the server stops, unless another server has replaced it by then.

use crate::config::{Mode, UnixSocketSettings};
use nix::sys::socket::{AddressFamily, SockFlag, SockType, UnixAddr, connect, socket};
use std::fs::{self, Metadata, Permissions};
use std::io::{self, ErrorKind};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, chown};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use tokio::net::UnixSocket;

/// The file of a socket that this process created. Dropping removes it, unless another process has replaced it.
#[derive(Debug)]
pub(in crate::http) struct SocketFile {
    path: PathBuf,
    /// Device and inode, which identify the file.
    identity: (u64, u64),
}

impl SocketFile {
    fn of(path: &Path, metadata: &Metadata) -> SocketFile {
        SocketFile {
            path: path.to_owned(),
            identity: identity(metadata),
        }
    }
}

impl Drop for SocketFile {
    fn drop(&mut self) {
        let found = fs::symlink_metadata(&self.path);
        if found.is_ok_and(|found| identity(&found) == self.identity) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn identity(metadata: &Metadata) -> (u64, u64) {
    (metadata.dev(), metadata.ino())
}

/// The kind of file at the path of a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExistingSocket {
    Absent,
    /// A socket without a listener, such as that of a killed server.
    Stale,
}

/// Listens at a path, with these permissions unless others are configured; needs a running tokio runtime.
///
/// # Errors
/// If somebody listens there, if the file is not a socket, or if the folder cannot be written.
pub(in crate::http) fn listen_at(
    path: &Path,
    default_mode: Mode,
    settings: UnixSocketSettings,
    backlog: u32,
) -> io::Result<(UnixListener, SocketFile)> {
    check_length(path)?;
    let existing = existing_socket(path)?;
    // A process with the same id may have left a socket with this name.
    let temporary = temporary_path(path);
    if matches!(existing_socket(&temporary)?, ExistingSocket::Stale) {
        fs::remove_file(&temporary)?;
    }
    let socket = UnixSocket::new_stream()?;
    socket.bind(&temporary)?;
    let file = SocketFile::of(&temporary, &fs::symlink_metadata(&temporary)?);
    if let Some(group) = settings.group {
        chown(&temporary, None, Some(group.0))?;
    }
    let mode = settings.mode.unwrap_or(default_mode);
    fs::set_permissions(&temporary, Permissions::from_mode(mode.0))?;
    let listener = socket.listen(backlog)?.into_std()?;
    match existing {
        // Unlike a rename, a link fails if another process has created a file there.
        ExistingSocket::Absent => fs::hard_link(&temporary, path)?,
        ExistingSocket::Stale => fs::rename(&temporary, path)?,
    }
    let moved = SocketFile {
        path: path.to_owned(),
        identity: file.identity,
    };
    // Removes the temporary name, which remains after a link.
    drop(file);
    Ok((listener, moved))
}

/// The temporary name of a socket: unique to this process, in the same folder.
fn temporary_path(path: &Path) -> PathBuf {
    path.with_file_name(format!(".bindery-{}", std::process::id()))
}

/// Whether the path and its temporary name are short enough for the system's socket address (unix(7)).
fn check_length(path: &Path) -> io::Result<()> {
    let is_short = |path: &Path| UnixAddr::new(path).is_ok();
    match is_short(path) && is_short(&temporary_path(path)) {
        true => Ok(()),
        false => Err(io::Error::new(
            ErrorKind::InvalidInput,
            "the path of a Unix socket is too long; 90 bytes always fit",
        )),
    }
}

/// Checks that [`listen_at`] could use this path, without creating a socket.
///
/// # Errors
/// Those of [`listen_at`].
pub(in crate::http) fn check_path(path: &Path) -> io::Result<()> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    if !folder.unwrap_or(Path::new(".")).is_dir() {
        return Err(io::Error::new(
            ErrorKind::NotFound,
            "its folder does not exist",
        ));
    }
    check_length(path)?;
    match existing_socket(path) {
        // The running server.
        Err(error) if error.kind() == ErrorKind::AddrInUse => Ok(()),
        found => found.map(drop),
    }
}

fn existing_socket(path: &Path) -> io::Result<ExistingSocket> {
    let metadata = match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(ExistingSocket::Absent),
        found => found?,
    };
    if !metadata.file_type().is_socket() {
        let message = "there is a file that is not a socket; remove it, or name another path";
        return Err(io::Error::new(ErrorKind::AlreadyExists, message));
    }
    match connect_at_once(path).map_err(|error| error.kind()) {
        Err(ErrorKind::ConnectionRefused) => Ok(ExistingSocket::Stale),
        // Another process has removed it.
        Err(ErrorKind::NotFound) => Ok(ExistingSocket::Absent),
        // A full backlog or missing permissions show that a server listens.
        Ok(()) | Err(ErrorKind::WouldBlock | ErrorKind::PermissionDenied) => {
            Err(ErrorKind::AddrInUse.into())
        }
        Err(kind) => Err(kind.into()),
    }
}

/// Connects without waiting if the backlog is full.
fn connect_at_once(path: &Path) -> io::Result<()> {
    let flags = SockFlag::SOCK_NONBLOCK | SockFlag::SOCK_CLOEXEC;
    let socket = socket(AddressFamily::Unix, SockType::Stream, flags, None)?;
    Ok(connect(socket.as_raw_fd(), &UnixAddr::new(path)?)?)
}
