//! The length, times and inode of a file, which show whether it may have changed without reading it.
//!
//! Times have the resolution of the system's clock, so that a file can change twice at the same time. The stamp of a file that
//! was among the last to change when it was read therefore says nothing: it is not *settled*.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

/// Files that changed within so many seconds before the last one are read again. Some file systems count whole or even seconds.
const RESOLUTION: i64 = 2;

/// What changes when a file changes: its length, its times and its place on the disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileStamp {
    disk_path: PathBuf,
    len: u64,
    /// Seconds and nanoseconds of the last change of the file or of its entry.
    changed: (i64, i64),
    modified: (i64, i64),
    /// Device and number.
    place: (u64, u64),
}

impl FileStamp {
    #[cfg(unix)]
    fn new(disk_path: &Path, metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        FileStamp {
            disk_path: disk_path.to_owned(),
            len: metadata.len(),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
            place: (metadata.dev(), metadata.ino()),
        }
    }

    #[cfg(not(unix))]
    fn new(disk_path: &Path, metadata: &Metadata) -> Self {
        let modified = metadata.modified().ok();
        let since = modified.and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
        let since = since.unwrap_or_default();
        let seconds = i64::try_from(since.as_secs()).unwrap_or(i64::MAX);
        let modified = (seconds, i64::from(since.subsec_nanos()));
        FileStamp {
            disk_path: disk_path.to_owned(),
            len: metadata.len(),
            changed: modified,
            modified,
            place: (0, 0),
        }
    }

    /// The stamp of a file as it is now; `None` if it cannot be found.
    #[must_use]
    pub fn of(disk_path: &Path) -> Option<Self> {
        let metadata = fs::metadata(disk_path).ok()?;
        Some(FileStamp::new(disk_path, &metadata))
    }

    /// The second of the file's last change, to be compared by [`Self::is_settled`].
    #[must_use]
    pub fn second(&self) -> i64 {
        self.changed.0
    }

    /// Whether an equal stamp later means an equal file; `newest` is the second of the last change that is known of any file of the
    /// same disk.
    #[must_use]
    pub fn is_settled(&self, newest: i64) -> bool {
        self.changed.0 < newest.saturating_sub(RESOLUTION)
    }
}
