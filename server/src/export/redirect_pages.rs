//! Pages that redirect readers, for hosts whose configuration has no redirects.

use super::ExportFile;
use super::config_input::ExportedRedirect;
use super::site_files::{decoded, page_file};
use bindery_html::escape_attribute;
use std::borrow::Cow;

/// A page that redirects by `<meta http-equiv="refresh">`.
pub(super) fn redirect_page(redirect: &ExportedRedirect) -> ExportFile {
    let to = escape_attribute(redirect.to);
    let html = format!(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<title>Moved</title>\n<meta name=\"robots\" content=\"noindex\">\n\
         <meta http-equiv=\"refresh\" content=\"0; url={to}\">\n<link rel=\"canonical\" href=\"{to}\">\n\
         <a href=\"{to}\">This page has moved.</a>\n"
    );
    let path = match decoded(redirect.from) {
        path if path.ends_with(".html") => path,
        _ => page_file(redirect.from),
    };
    ExportFile {
        path,
        bytes: Cow::Owned(html.into_bytes()),
    }
}
