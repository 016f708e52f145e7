//! Tests of a bound site by its owner: each page, redirect and link has a case with a name, and rules about the site are
//! small functions.
//!
//! ```toml
//! [[test]]
//! name = "site"
//! harness = false
//! ```
//!
//! ```ignore
//! use bindery_site_tests::{TestedSite, site_tests};
//!
//! fn titles_are_short(site: &TestedSite) -> Vec<String> {
//!     let long = site.pages.iter().filter(|page| page.title.chars().count() > 60);
//!     long.map(|page| format!("{}: {}", page.path, page.title)).collect()
//! }
//!
//! site_tests!(
//!     bindery_site::SITE,
//!     rules: [titles_are_short],
//!     budgets: { "doc": 40_000, "post": 60_000 },
//! );
//! ```
//!
//! The cases are `page::PATH`, `redirect::PATH`, `link::TARGET`, `rule::NAME` and `budget::KIND`. No case opens a socket.

mod cases;
mod site;

pub use self::cases::{Budget, NamedRule, Rule, cases, run};
pub use self::site::{TestedPage, TestedRedirect, TestedSite};

/// The `main` of a test without harness: the cases of a bound site. `rules` are functions from a [`TestedSite`] to the
/// violations that they found; `budgets` are the most bytes of a document in brotli, by the kind of page that `bindery routes
/// --json` prints.
#[macro_export]
macro_rules! site_tests {
    ($site:expr $(, rules: [$($rule:ident),* $(,)?])? $(, budgets: { $($kind:literal: $bytes:expr),* $(,)? })? $(,)?) => {
        fn main() -> ::std::process::ExitCode {
            let rules: &[$crate::NamedRule] = &[$($((::std::stringify!($rule), $rule)),*)?];
            let budgets: &[$crate::Budget] = &[$($($crate::Budget { kind: $kind, max_bytes: $bytes }),*)?];
            let routes = $site.stored(&$site.index.routes).unwrap_or_default();
            let site = $crate::TestedSite::read(&$site.index, routes, |resource| {
                let bytes = $site.bytes(resource, &resource.identity);
                bytes.map(|bytes| bytes.to_vec()).unwrap_or_default()
            });
            $crate::run(site, rules, budgets)
        }
    };
}
