//! Causes of diagnostics that have the same code, for callers that treat them differently.

use super::Diagnostic;

/// What programs need to know of a problem besides its code, so that none reads its message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A value has another type or form than its key needs.
    Mismatch,
    /// No reader asks for a key.
    UnknownKey,
    /// An option is known, and nothing follows from it.
    NoEffect,
    /// A plugin does not run, or a file is missing that a script makes: pages and headings that come from it are missing.
    Incomplete,
}

impl Diagnostic {
    /// Names the cause.
    pub fn because(&mut self, cause: Cause) -> &mut Self {
        self.cause = Some(cause);
        self
    }
}
