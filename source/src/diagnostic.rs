//! Diagnostics: errors and warnings about the content, with a code, a span, help and fixes.
//!
//! A stage takes `&mut Diagnostics`, adds what it finds, and always returns a value. So one run reports the problems of
//! all stages, and only the caller of the stages decides whether the build fails. [`render`] writes a diagnostic as text
//! with an excerpt of the source, [`to_json`] writes a list as JSON. `diagnostic/explain/` explains each code.

mod baseline;
mod cause;
mod escape;
mod explain;
mod fix;
mod github;
mod groups;
mod impact;
mod key_reads;
mod levels;
mod related;
mod render;
mod sarif;

pub use self::baseline::{BASELINE_PATH, Baseline, BaselineComparison, write_baseline};
pub use self::cause::Cause;
pub use self::escape::visible;
pub use self::explain::{Example, Explanation, explain_hint};
pub use self::fix::{Fix, FixedFile, choose_fixes};
pub use self::github::to_github;
pub use self::groups::{DiagnosticGroup, Shown, group_by_cause, render_group};
pub use self::impact::Impact;
pub use self::key_reads::{KeyKind, KeyRead};
pub(crate) use self::levels::REMOVE_KEY;
pub use self::levels::{Level, Levels, apply_levels, excuse_links, soften};
pub use self::related::Related;
pub use self::render::{Paint, paint, render, summary, to_json};
pub use self::sarif::to_sarif;
use crate::letter_case::separate_words;
pub use bindery_format::suggest::{
    Suggester, did_you_mean, did_you_mean_and_names, did_you_mean_one_of, did_you_mean_or, nearest,
    nearest_in_order, only_typo,
};

use crate::Span;
use std::collections::BTreeSet;

/// Whether a diagnostic fails the build.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The build continues.
    Warning,
    /// The build fails after all stages have run.
    Error,
}

macro_rules! codes {
    ($($code:ident,)*) => {
        /// The kind of a diagnostic. Its name is stable and printed in brackets.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        #[allow(
            missing_docs,
            reason = "each name is its own documentation; `bindery explain` has the prose"
        )]
        pub enum Code {
            $($code,)*
        }

        impl Code {
            /// All codes, in alphabetical order.
            pub const ALL: &[Code] = &[$(Code::$code,)*];

            /// The text of `explain/`; a code without one does not compile.
            fn text(self) -> &'static str {
                match self {
                    $(Code::$code => {
                        include_str!(concat!("diagnostic/explain/", stringify!($code), ".txt"))
                    })*
                }
            }
        }
    };
}

codes! {
    BadCodeOption,
    BadConfig,
    BadData,
    BadFrontMatter,
    BadHead,
    BadImage,
    BadInclude,
    BadLedger,
    BadMath,
    BadProp,
    BadSidebar,
    BadTable,
    BadTabs,
    BadTranslation,
    BrokenAnchor,
    BrokenLink,
    ComponentFailed,
    DuplicateId,
    DuplicateRoute,
    EmptyLink,
    EmptyPage,
    EmptySite,
    FileTooLarge,
    ForeignImage,
    InlineAuthor,
    InlineHandler,
    InvalidUtf8,
    LinkToFolder,
    LinkToRedirect,
    LostAnchor,
    LostPath,
    MergeConflict,
    MissingAlt,
    MissingAsset,
    MissingBlankLine,
    MissingContent,
    MissingImage,
    NestingTooDeep,
    NoHistory,
    OrphanPage,
    OutsideCategory,
    OwnUrl,
    RedirectLoop,
    RedirectShadowed,
    RedirectToNothing,
    RefusedMarkup,
    RefusedRequest,
    ReservedPath,
    SecondTitle,
    SkippedHeading,
    StyleAttribute,
    SymlinkLoop,
    UnclosedAdmonition,
    UnclosedEmphasis,
    UnclosedFence,
    UnclosedTag,
    UndefinedReference,
    UnknownAdmonition,
    UnknownAuthor,
    UnknownComponent,
    UnknownFrontMatterKey,
    UnknownImport,
    UnknownLanguage,
    UnknownTag,
    UnknownTranslation,
    UnmarkedIsland,
    UnreadableFile,
    UnsupportedExpression,
    UnsupportedOption,
    UnsupportedPage,
    UntruncatedPost,
    UnusedDefinition,
}

impl Code {
    /// The name as printed: `broken-link`.
    #[must_use]
    pub fn name(self) -> String {
        separate_words(&format!("{self:?}"), '-')
    }

    /// The code with a printed name; underscores are allowed in place of hyphens.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let name = name.replace('_', "-");
        Code::ALL.iter().copied().find(|code| code.name() == name)
    }

    /// Whether the problem makes the whole site unreliable, so that a configuration cannot lower its level.
    #[must_use]
    pub fn is_structural(self) -> bool {
        matches!(
            self,
            Code::BadConfig
                | Code::BadSidebar
                | Code::BadTabs
                | Code::ComponentFailed
                | Code::EmptySite
                | Code::FileTooLarge
                | Code::InvalidUtf8
                | Code::MissingContent
                | Code::OutsideCategory
                | Code::RedirectLoop
                | Code::ReservedPath
                | Code::SymlinkLoop
                | Code::UnreadableFile
        )
    }
}

/// One problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind of problem.
    pub code: Code,
    /// `Error` fails the build; `Warning` does not.
    pub severity: Severity,
    /// The source; `None` for a problem of the tree as a whole.
    pub span: Option<Span>,
    /// The problem: in lower case, without a full stop, with names in backquotes.
    pub message: String,
    /// How to solve the problem.
    pub help: Option<String>,
    /// Changes that together solve the problem and that a program can make without asking.
    pub fixes: Vec<Fix>,
    /// Whether the problem remains a warning if its level is `error`: Docusaurus does not check such places, or `check` cannot.
    pub is_lenient: bool,
    /// The cause of the problem, where a program decides by it.
    pub cause: Option<Cause>,
    /// Other places that belong to the problem, for editors: where an id was given first, for example.
    pub related: Vec<Related>,
}

impl Diagnostic {
    /// Adds how to solve the problem.
    pub fn help(&mut self, help: impl Into<String>) -> &mut Self {
        self.help = Some(help.into());
        self
    }

    /// Adds a change that `bindery check --fix` makes. Only for changes that are certainly intended.
    pub fn fix(&mut self, span: Span, replacement: impl Into<String>) -> &mut Self {
        self.fixes.push(Fix {
            span,
            replacement: replacement.into(),
        });
        self
    }
}

/// The problems found so far. Panics when dropped unread, so that none is lost.
#[derive(Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    is_read: bool,
    /// The keys that readers ask for, if they are recorded.
    key_reads: Option<Vec<KeyRead>>,
}

impl Diagnostics {
    /// An empty list.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty list that also records the keys that readers of maps ask for.
    #[must_use]
    pub fn recording() -> Self {
        let mut list = Self::default();
        list.key_reads = Some(Vec::new());
        list
    }

    /// Records a key, if this list records any.
    pub(crate) fn record(&mut self, read: impl FnOnce() -> KeyRead) {
        if let Some(reads) = &mut self.key_reads {
            reads.push(read());
        }
    }

    /// The recorded keys.
    pub(crate) fn take_key_reads(&mut self) -> Vec<KeyRead> {
        self.key_reads.take().unwrap_or_default()
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
            fixes: Vec::new(),
            is_lenient: false,
            cause: None,
            related: Vec::new(),
        });
        &mut self.list[at]
    }

    /// Adds the diagnostics of another list.
    pub fn absorb(&mut self, mut other: Diagnostics) {
        other.is_read = true;
        self.list.append(&mut other.list);
    }

    /// Adds diagnostics that were found before.
    pub fn extend(&mut self, found: impl IntoIterator<Item = Diagnostic>) {
        self.list.extend(found);
    }

    /// Adds the diagnostics of another list, except those whose code and span are in this list already.
    pub fn absorb_new(&mut self, mut other: Diagnostics) {
        other.is_read = true;
        let known: BTreeSet<(Code, Option<Span>)> =
            self.list.iter().map(|one| (one.code, one.span)).collect();
        let found = std::mem::take(&mut other.list).into_iter();
        self.list
            .extend(found.filter(|one| !known.contains(&(one.code, one.span))));
    }

    /// Adds the diagnostics of another list as lenient ones: see [`Diagnostic::is_lenient`].
    pub fn absorb_leniently(&mut self, mut other: Diagnostics) {
        for problem in &mut other.list {
            problem.is_lenient = true;
        }
        self.absorb(other);
    }

    /// Adds the diagnostics of another list as warnings of one code: those of a configuration that was translated. An
    /// unknown key is known to the program that the configuration was written for, so that nobody should remove it.
    pub fn absorb_as(&mut self, code: Code, mut other: Diagnostics) {
        for problem in &mut other.list {
            if problem.cause == Some(Cause::UnknownKey) {
                problem.help = None;
            }
            // A correction of the translated key would not fit the configuration, which has another key.
            problem.fixes.clear();
            problem.code = code;
            problem.severity = Severity::Warning;
        }
        self.absorb(other);
    }

    /// Drops the list: for problems that only follow from one that is reported already.
    pub fn discard(mut self) {
        self.is_read = true;
    }

    /// The diagnostics so far, in the order in which they were reported.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// Removes those that `keep` does not accept.
    pub fn retain(&mut self, keep: impl FnMut(&Diagnostic) -> bool) {
        self.list.retain(keep);
    }

    /// Whether the list has a diagnostic with this code.
    #[must_use]
    pub fn has(&self, code: Code) -> bool {
        self.list.iter().any(|one| one.code == code)
    }

    /// Whether the list has no diagnostics.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The diagnostics in order of their spans, without duplicates.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_of_a_translated_configuration_has_no_correction() {
        let mut own = Diagnostics::new();
        let span = Span::new(crate::FileId(0), 0, 1);
        own.error(Code::BadConfig, span, "x")
            .because(Cause::UnknownKey)
            .help("did you mean `y`?")
            .fix(span, "y");
        let mut sink = Diagnostics::new();
        sink.absorb_as(Code::UnsupportedOption, own);
        let list = sink.into_sorted();
        assert_eq!(list[0].code, Code::UnsupportedOption);
        assert_eq!((&list[0].help, list[0].fixes.len()), (&None, 0));
    }

    #[test]
    fn codes_are_in_alphabetical_order() {
        assert!(Code::ALL.is_sorted_by_key(|code| code.name()));
    }

    #[test]
    fn names_go_both_ways() {
        for code in Code::ALL {
            assert_eq!(Code::from_name(&code.name()), Some(*code));
        }
        assert_eq!(Code::from_name("broken_link"), Some(Code::BrokenLink));
        assert_eq!(Code::from_name("broken"), None);
    }

    #[test]
    fn unread_problems_are_never_lost() {
        let outcome = std::panic::catch_unwind(|| {
            let mut sink = Diagnostics::new();
            sink.warn(Code::BadData, None, "x");
        });
        assert!(outcome.is_err());
    }
}
