//! The levels that a site's configuration gives to diagnostics.

use super::{Cause, Code, Diagnostic, Severity};
use std::collections::BTreeMap;

/// The help for a key that resembles no known one.
pub(crate) const REMOVE_KEY: &str = "remove it";

/// How a site's configuration treats the diagnostics of one code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Not reported.
    Ignore,
    /// Reported; the build continues.
    Warn,
    /// Reported; the build fails.
    Error,
}

/// Levels by code. Diagnostics of other codes have the severity with which they were reported.
pub type Levels = BTreeMap<Code, Level>;

/// Turns errors into warnings, except those that leave no site: for trees that Docusaurus builds without complaint. The
/// site's levels can make errors of them again. What Docusaurus allows and nobody has to change is left out.
#[must_use]
pub fn soften(mut list: Vec<Diagnostic>) -> Vec<Diagnostic> {
    list.retain(|one| !is_allowed(one));
    let is_fatal = |code| matches!(code, Code::EmptySite | Code::MissingContent);
    for diagnostic in list.iter_mut().filter(|one| !is_fatal(one.code)) {
        diagnostic.severity = Severity::Warning;
    }
    list
}

/// Whether a diagnostic is about what authors of Docusaurus sites do on purpose: keys of front matter for their own components,
/// unless one looks like a misspelt key, and components that hydrate without a declaration that is Bindery's.
fn is_allowed(one: &Diagnostic) -> bool {
    match one.code {
        Code::UnmarkedIsland => true,
        Code::UnknownFrontMatterKey => one.help.as_deref() == Some(REMOVE_KEY),
        _ => false,
    }
}

/// Makes broken links lenient where a part of the site is missing ([`Cause::Incomplete`]): they may lead to what it would make.
#[must_use]
pub fn excuse_links(mut list: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut causes = list.iter().map(|one| one.cause);
    if causes.any(|cause| cause == Some(Cause::Incomplete)) {
        let is_link = |code| {
            matches!(
                code,
                Code::BrokenLink | Code::BrokenAnchor | Code::LinkToFolder
            )
        };
        for diagnostic in list.iter_mut().filter(|one| is_link(one.code)) {
            diagnostic.is_lenient = true;
        }
    }
    list
}

/// Sets severities by the levels of the site's configuration, and removes ignored diagnostics.
#[must_use]
pub fn apply_levels(mut list: Vec<Diagnostic>, levels: &Levels) -> Vec<Diagnostic> {
    let level = |diagnostic: &Diagnostic| match levels.get(&diagnostic.code) {
        Some(Level::Ignore | Level::Warn) if diagnostic.code.is_structural() => None,
        level => level.copied(),
    };
    list.retain(|diagnostic| level(diagnostic) != Some(Level::Ignore));
    for diagnostic in &mut list {
        match level(diagnostic) {
            Some(Level::Warn) => diagnostic.severity = Severity::Warning,
            Some(Level::Error) if !diagnostic.is_lenient => diagnostic.severity = Severity::Error,
            Some(Level::Error | Level::Ignore) | None => {}
        }
    }
    list
}

#[cfg(test)]
mod tests {
    use super::super::Diagnostics;
    use super::*;

    #[test]
    fn trees_of_docusaurus_have_keys_and_islands_of_their_own() {
        let mut sink = Diagnostics::new();
        for help in [REMOVE_KEY, "did you mean `title`?"] {
            sink.warn(Code::UnknownFrontMatterKey, None, help)
                .help(help);
        }
        sink.warn(Code::UnmarkedIsland, None, "c");
        sink.error(Code::MissingImage, None, "d");
        let list = soften(sink.into_sorted());
        let mut found: Vec<_> = list.iter().map(|one| (one.code, one.severity)).collect();
        found.sort();
        let expected = [Code::MissingImage, Code::UnknownFrontMatterKey];
        assert_eq!(found, expected.map(|code| (code, Severity::Warning)));
    }

    #[test]
    fn links_are_excused_where_a_part_of_the_site_is_missing() {
        let severity = |is_missing: bool| {
            let mut sink = Diagnostics::new();
            sink.warn(Code::BrokenLink, None, "a");
            if is_missing {
                sink.warn(Code::UnsupportedOption, None, "b")
                    .because(Cause::Incomplete);
            }
            let levels = Levels::from([(Code::BrokenLink, Level::Error)]);
            let list = apply_levels(excuse_links(sink.into_sorted()), &levels);
            let link = list.iter().find(|one| one.code == Code::BrokenLink);
            link.map(|one| one.severity)
        };
        assert_eq!(severity(false), Some(Severity::Error));
        assert_eq!(severity(true), Some(Severity::Warning));
    }

    #[test]
    fn levels_change_content_problems_only() {
        let mut sink = Diagnostics::new();
        sink.warn(Code::BrokenLink, None, "a");
        sink.warn(Code::BrokenAnchor, None, "b");
        sink.error(Code::ReservedPath, None, "c");
        let levels = Levels::from([
            (Code::BrokenLink, Level::Error),
            (Code::BrokenAnchor, Level::Ignore),
            (Code::ReservedPath, Level::Ignore),
        ]);
        let left: Vec<_> = apply_levels(sink.into_sorted(), &levels)
            .into_iter()
            .map(|d| (d.code, d.severity))
            .collect();
        assert_eq!(
            left,
            [
                (Code::BrokenLink, Severity::Error),
                (Code::ReservedPath, Severity::Error)
            ]
        );
    }
}
