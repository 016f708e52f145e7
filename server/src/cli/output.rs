//! Writes to standard output and standard error. A closed pipe (`bindery routes | head`) is not an error.

use super::{EXIT_DONE, EXIT_FAILED};
use crate::table::{Body, Site};
use std::io::{self, ErrorKind, Write};

/// Writes to standard output. Returns the exit code.
pub(super) fn print(bytes: &[u8]) -> u8 {
    check_written(io::stdout().lock().write_all(bytes))
}

/// The exit code after something was written to standard output, which is flushed. Reports an error.
pub(super) fn check_written(written: io::Result<()>) -> u8 {
    match written.and_then(|()| io::stdout().flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            print_error(&format!("cannot write to standard output: {error}"));
            EXIT_FAILED
        }
        _ => EXIT_DONE,
    }
}

/// Writes a body that belongs to no resource to standard output.
pub(super) fn print_plain(site: &'static Site, body: &Body) -> u8 {
    match site.plain(body) {
        Some(bytes) => print(&bytes),
        None => {
            print_error("BUG: the table does not belong to the embedded bytes");
            EXIT_FAILED
        }
    }
}

/// Writes an error to standard error.
pub(super) fn print_error(message: &str) {
    let _ = writeln!(io::stderr(), "error: {message}");
}

/// Writes a note to standard error.
#[cfg(feature = "author")]
pub(super) fn print_note(message: &str) {
    let _ = writeln!(io::stderr(), "note: {message}");
}

/// Writes diagnostics, which have their severity in them, to standard error.
#[cfg(feature = "author")]
pub(super) fn print_diagnostics(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// A number with its noun: `1 error`, `2 errors`.
pub(super) fn count(number: usize, noun: &str) -> String {
    match number {
        1 => format!("1 {noun}"),
        _ => format!("{number} {noun}s"),
    }
}

/// Whether standard output takes colours: it is a terminal, and `NO_COLOR` is not set (<https://no-color.org>).
#[cfg(feature = "author")]
pub(super) fn is_coloured() -> bool {
    let is_refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    !is_refused && std::io::IsTerminal::is_terminal(&io::stdout())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_a_kind_is_singular() {
        let texts = [0, 1, 2].map(|number| count(number, "error"));
        assert_eq!(texts, ["0 errors", "1 error", "2 errors"]);
    }
}
