//! `embed_site!()` and `route!()`: the bound site as a static, and its addresses as checked literals.
//!
//! Both read one file, the manifest that the build script names in `BINDERY_MANIFEST`. They list no folder, spawn
//! nothing and put no bytes into tokens; the work is done before, by `bindery-compiler`.

mod generate;
mod input;
mod route;

use proc_macro::TokenStream;

/// Emits `pub static SITE`, the bound site: a [`LazyLock`](std::sync::LazyLock) over bytes inside the executable,
/// which reads its route table at the first use. `&SITE` is a `&'static bindery_server::table::Site`.
///
/// The crate needs `bindery-server` among its dependencies and a build script that runs `bindery_compiler::build`.
#[proc_macro]
pub fn embed_site(input: TokenStream) -> TokenStream {
    let variable = input::manifest_variable();
    generate::expand_embed_site(input.into(), variable.as_deref()).into()
}

/// A `&'static str` that is an address of the site: `route!("/characters/cryo/ganyu#attacks")`.
///
/// The path and the anchor must exist, else the build fails at the literal with the nearest ones. The literal is
/// written without the base path; the value has it.
#[proc_macro]
pub fn route(input: TokenStream) -> TokenStream {
    let variable = input::manifest_variable();
    generate::expand_route(input.into(), variable.as_deref())
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}
