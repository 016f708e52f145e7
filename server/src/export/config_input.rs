//! The input of a host's configuration, and the syntax of paths and values in it.

use super::ExportFile;
use super::responses::Responses;
use super::site_files::decoded;
use crate::table::Site;

/// The input of a configuration.
pub(super) struct ConfigInput<'a> {
    pub(super) site: &'static Site,
    pub(super) responses: &'a Responses,
    /// The files of the search.
    pub(super) search: &'a [ExportFile],
    pub(super) redirects: &'a [ExportedRedirect],
    pub(super) gone: &'a [&'static str],
}

/// A redirect that the host must answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ExportedRedirect {
    pub(super) from: &'static str,
    pub(super) to: &'static str,
    pub(super) status: u16,
}

/// A value in double quotes, as nginx and Caddy read it.
pub(super) fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A path with its percent-encoding undone.
pub(super) fn decoded_path(path: &str) -> String {
    format!("/{}", decoded(path))
}
