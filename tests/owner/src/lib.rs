//! Tests of a bound site by its owner: each page, redirect, link and marked code block has a case with a name, and rules
//! about the site are small functions.
//!
//! ```toml
//! [[test]]
//! name = "site"
//! harness = false
//! ```
//!
//! ```ignore
//! use bindery_site_tests::{Snippet, TestedSite, site_tests};
//!
//! fn titles_are_short(site: &TestedSite) -> Vec<String> {
//!     let long = site.pages.iter().filter(|page| page.title.chars().count() > 60);
//!     long.map(|page| format!("{}: {}", page.path, page.title)).collect()
//! }
//!
//! fn is_json(snippet: &Snippet) -> Result<(), String> {
//!     serde_json::from_str::<serde_json::Value>(&snippet.code).map(drop).map_err(|error| error.to_string())
//! }
//!
//! site_tests!(
//!     bindery_site::SITE,
//!     rules: [titles_are_short],
//!     budgets: { "doc": 40_000, "post": 60_000 },
//!     snippets: { "json": is_json },
//! );
//! ```
//!
//! The cases are `page::PATH`, `redirect::PATH`, `link::TARGET`, `snippet::PATH::NUMBER`, `rule::NAME` and `budget::KIND`. No
//! case opens a socket. Links are the addresses in all attributes that have some, images and forms included.
//!
//! A code block is a case if its author marks it with `test`: ```` ```json test ````. Most blocks of a manual are parts that do
//! not run alone, so that there is a mark for those that do; rustdoc and mdBook, which take all blocks of Rust, have marks for
//! the others. What a check does with the code is the owner's: parse it, or write it to a file and run a compiler. A marked
//! block of a language without a check fails.

mod cases;
mod site;

pub use self::cases::{Budget, NamedRule, OwnChecks, Rule, SnippetCheck, cases, run};
pub use self::site::{Snippet, TestedPage, TestedRedirect, TestedSite};

/// The `main` of a test without harness: the cases of a bound site. `rules` are functions from a [`TestedSite`] to the
/// violations that they found; `budgets` are the most bytes of a document in brotli, by the kind of page that `bindery routes
/// --json` prints; `snippets` are functions from a [`Snippet`] to a result, by language.
#[macro_export]
macro_rules! site_tests {
    ($site:expr $(, rules: [$($rule:ident),* $(,)?])? $(, budgets: { $($kind:literal: $bytes:expr),* $(,)? })?
        $(, snippets: { $($language:literal: $check:expr),* $(,)? })? $(,)?) => {
        fn main() -> ::std::process::ExitCode {
            let rules: &[$crate::NamedRule] = &[$($((::std::stringify!($rule), $rule)),*)?];
            let budgets: &[$crate::Budget] = &[$($($crate::Budget { kind: $kind, max_bytes: $bytes }),*)?];
            let snippets: &[$crate::SnippetCheck] =
                &[$($($crate::SnippetCheck { language: $language, check: $check }),*)?];
            let routes = $site.plain(&$site.index.routes).unwrap_or_default();
            let site = $crate::TestedSite::read(&$site.index, &routes, |resource| {
                let bytes = $site.bytes(resource, &resource.identity);
                bytes.map(|bytes| bytes.to_vec()).unwrap_or_default()
            });
            $crate::run(site, $crate::OwnChecks { rules, budgets, snippets })
        }
    };
}
