//! Errors of the machine: a missing tool, a full disk, an unreadable folder. Each names the next command.
//!
//! Problems of the content are [`crate::diagnostic`]s instead, and never stop a stage.

use std::fmt;
use std::io;
use std::path::Path;

/// The reason why a build stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildError {
    message: String,
    help: String,
}

impl BuildError {
    /// A message and its help, both in lower case without a full stop.
    #[must_use]
    pub fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        BuildError {
            message: message.into(),
            help: help.into(),
        }
    }

    /// The message.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The help: what the user can do about it.
    #[must_use]
    pub fn help(&self) -> &str {
        &self.help
    }

    /// A file that could not be read or written; `verb` as in "cannot write".
    #[must_use]
    pub fn io(verb: &str, path: &Path, error: &io::Error) -> Self {
        let help = match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                "the disk is full; free some space and build again"
            }
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                "give the user who builds access to it, and build again"
            }
            _ => "look at that path and build again",
        };
        BuildError::new(format!("cannot {verb} `{}`: {error}", path.display()), help)
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; help: {}", self.message, self.help)
    }
}

impl std::error::Error for BuildError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_says_so() {
        let error = BuildError::io(
            "write",
            Path::new("x/site.blob"),
            &io::Error::from(io::ErrorKind::StorageFull),
        );
        assert!(error.to_string().contains("the disk is full"));
        assert!(error.to_string().contains("x/site.blob"));
    }
}
