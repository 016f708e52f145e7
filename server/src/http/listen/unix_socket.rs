//! Unix sockets: their files, permissions, and what other processes left behind.
//!
//! A file is replaced only when it is a socket that nobody listens on. The new socket is made beside it and moved over
//! it, so that there is no moment without a socket, and nobody connects before the permissions are set. The file is
//! removed again when the server stops, unless another server has replaced it meanwhile.

use crate::config::{Mode, UnixSocketSettings};
use nix::sys::socket::{AddressFamily, SockFlag, SockType, UnixAddr, connect, socket};
use std::fs::{self, Metadata, Permissions};
use std::io::{self, ErrorKind};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, chown};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use tokio::net::UnixSocket;

/// The file of a socket that this process made; removed when dropped, unless another process has replaced it.
#[derive(Debug)]
pub(in crate::http) struct SocketFile {
    path: PathBuf,
    /// Device and inode: by these a file is known.
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

/// What stands at the path of a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Occupant {
    Nothing,
    /// A socket that nobody listens on: what a killed server left behind.
    StaleSocket,
}

/// Listens at a path, with these permissions unless others are configured; needs a running tokio runtime.
///
/// # Errors
/// When somebody listens there, when there is a file that is no socket, or when the folder cannot be written.
pub(in crate::http) fn open(
    path: &Path,
    default_mode: Mode,
    settings: UnixSocketSettings,
    backlog: u32,
) -> io::Result<(UnixListener, SocketFile)> {
    check_length(path)?;
    let occupant = occupant(path)?;
    // What stands there was left behind by a process that had the same id.
    let beside = beside(path);
    if matches!(self::occupant(&beside)?, Occupant::StaleSocket) {
        fs::remove_file(&beside)?;
    }
    let socket = UnixSocket::new_stream()?;
    socket.bind(&beside)?;
    let file = SocketFile::of(&beside, &fs::symlink_metadata(&beside)?);
    if let Some(group) = settings.group {
        chown(&beside, None, Some(group.0))?;
    }
    let mode = settings.mode.unwrap_or(default_mode);
    fs::set_permissions(&beside, Permissions::from_mode(mode.0))?;
    let listener = socket.listen(backlog)?.into_std()?;
    match occupant {
        // Unlike a move, a link fails when a file has come to be there meanwhile.
        Occupant::Nothing => fs::hard_link(&beside, path)?,
        Occupant::StaleSocket => fs::rename(&beside, path)?,
    }
    let moved = SocketFile {
        path: path.to_owned(),
        identity: file.identity,
    };
    // Removes the name beside it, where there still is one.
    drop(file);
    Ok((listener, moved))
}

/// The name under which a socket is made: one of this process' own, in the same folder.
fn beside(path: &Path) -> PathBuf {
    path.with_file_name(format!(".bindery-{}", std::process::id()))
}

/// Whether a socket can have this path, and the one beside it: the system's structure for it is short (unix(7)).
fn check_length(path: &Path) -> io::Result<()> {
    let fits = |path: &Path| UnixAddr::new(path).is_ok();
    match fits(path) && fits(&beside(path)) {
        true => Ok(()),
        false => Err(io::Error::new(
            ErrorKind::InvalidInput,
            "the path of a Unix socket is too long; 90 bytes always fit",
        )),
    }
}

/// Whether [`open`] could take this path, as far as this can be known without making a socket.
///
/// # Errors
/// Those of [`open`].
pub(in crate::http) fn check(path: &Path) -> io::Result<()> {
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
    match occupant(path) {
        // The running server.
        Err(error) if error.kind() == ErrorKind::AddrInUse => Ok(()),
        found => found.map(drop),
    }
}

fn occupant(path: &Path) -> io::Result<Occupant> {
    let metadata = match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Occupant::Nothing),
        found => found?,
    };
    if !metadata.file_type().is_socket() {
        let message = "there is a file that is no socket; remove it, or name another path";
        return Err(io::Error::new(ErrorKind::AlreadyExists, message));
    }
    match connect_at_once(path).map_err(|error| error.kind()) {
        Err(ErrorKind::ConnectionRefused) => Ok(Occupant::StaleSocket),
        // It has gone meanwhile.
        Err(ErrorKind::NotFound) => Ok(Occupant::Nothing),
        // A full backlog and missing permissions are those of a server that lives.
        Ok(()) | Err(ErrorKind::WouldBlock | ErrorKind::PermissionDenied) => {
            Err(ErrorKind::AddrInUse.into())
        }
        Err(kind) => Err(kind.into()),
    }
}

/// Connects without waiting for a place in the backlog.
fn connect_at_once(path: &Path) -> io::Result<()> {
    let flags = SockFlag::SOCK_NONBLOCK | SockFlag::SOCK_CLOEXEC;
    let socket = socket(AddressFamily::Unix, SockType::Stream, flags, None)?;
    Ok(connect(socket.as_raw_fd(), &UnixAddr::new(path)?)?)
}
