//! The built site as a static, and its URLs as checked literals: `embed_site!()`, `route!()`, `redirect!()`, `asset!()` and
//! `routes!()`.
//!
//! All read one file: the manifest that the build script names in `BINDERY_MANIFEST`. They list no folders, start no
//! processes and put no bytes into tokens; `bindery-compiler` has done the work before.
//!
//! ```text
//! // src/lib.rs of a package whose build script runs `bindery_compiler::Script`
//! bindery_macros::embed_site!();
//! ```
//!
//! `embed_site!()` also exports `route!`, `redirect!`, `asset!` and `routes!` from its own crate. Crates without that build
//! script use those: they know the path of the manifest.
//!
//! # Stability
//!
//! The macros on this page follow semantic versioning: before 1.0 a new minor version may change them, and the changelog says
//! so.

mod addresses;
mod generate;
mod input;
mod route;
mod section;

use addresses::AddressKind;
use proc_macro::TokenStream;

/// The hidden lines of an example: one of the macros, for the manifest of the tests. In a package it comes from `embed_site!()`.
macro_rules! fixture {
    ($kind:literal, $end:literal) => {
        concat!(
            "# #[allow(unused_macros)]\n",
            "# macro_rules! ",
            $kind,
            " { ($($t:tt)*) => { bindery_macros::at!(",
            $kind,
            " \"",
            env!("CARGO_MANIFEST_DIR"),
            "/tests/fixture/site.manifest.json\" $($t)*)",
            $end,
            " } }"
        )
    };
}

/// Emits `pub static SITE`, the built site: a [`LazyLock`](std::sync::LazyLock) over bytes inside the executable,
/// which reads its route table at the first use. `&SITE` is a `&'static bindery_server::Site`.
///
/// It also exports the other macros of this crate for all crates that depend on the caller's.
///
/// The crate needs `bindery-server` and `bindery-macros` among its dependencies and a build script that runs
/// `bindery_compiler::Script`.
#[proc_macro]
pub fn embed_site(input: TokenStream) -> TokenStream {
    let variable = input::manifest_variable();
    generate::expand_embed_site(input.into(), variable.as_deref()).into()
}

/// A `&'static str` with a URL of the site: `route!("/characters/cryo/ganyu#attacks")`.
///
/// The path and the anchor must exist, else the build fails at the literal with the nearest ones. The literal is
/// written without the base path; the value has it.
///
/// ```
#[doc = fixture!("route", "")]
/// // The site of this example has the base path `/lib/`.
/// const ATTACKS: &str = route!("/characters/cryo/ganyu#attacks");
/// assert_eq!(ATTACKS, "/lib/characters/cryo/ganyu#attacks");
/// ```
#[proc_macro]
pub fn route(input: TokenStream) -> TokenStream {
    expand(AddressKind::Route, input)
}

/// A `&'static str` with a path that the site redirects: `redirect!("/ganyu")`. A path that is a page, or nothing, is an
/// error at the literal.
///
/// ```
#[doc = fixture!("redirect", "")]
/// assert_eq!(redirect!("/ganyu"), "/lib/ganyu");
/// ```
#[proc_macro]
pub fn redirect(input: TokenStream) -> TokenStream {
    expand(AddressKind::Redirect, input)
}

/// A `&'static str` with the URL of a file that the site serves: `asset!("/img/card.png")`.
///
/// ```
#[doc = fixture!("asset", "")]
/// assert_eq!(asset!("/img/card.png"), "/lib/img/card.png");
/// ```
#[proc_macro]
pub fn asset(input: TokenStream) -> TokenStream {
    expand(AddressKind::Asset, input)
}

/// A module with a constant for each page of a section: `routes!(pub mod cryo in "/characters/cryo");` makes
/// `cryo::GANYU`. `INDEX` is the page of the section itself.
///
/// ```
#[doc = fixture!("routes", ";")]
/// routes!(pub mod cryo in "/characters/cryo");
///
/// assert_eq!(cryo::GANYU, "/lib/characters/cryo/ganyu");
/// ```
#[proc_macro]
pub fn routes(input: TokenStream) -> TokenStream {
    let variable = input::manifest_variable();
    section::expand_section(input.into(), variable.as_deref())
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}

/// The macros that `embed_site!()` exports: `at!(KIND "MANIFEST" ARGUMENTS)`.
#[doc(hidden)]
#[proc_macro]
pub fn at(input: TokenStream) -> TokenStream {
    addresses::expand_at(input.into())
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}

fn expand(kind: AddressKind, input: TokenStream) -> TokenStream {
    let variable = input::manifest_variable();
    addresses::expand_address(kind, input.into(), variable.as_deref())
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}
