//! `embed_site!()` and `route!()`: the built site as a static, and its URLs as checked literals.
//!
//! Both read one file: the manifest that the build script names in `BINDERY_MANIFEST`. They list no folders, start no
//! processes and put no bytes into tokens; `bindery-compiler` has done the work before.

mod generate;
mod input;
mod route;

use proc_macro::TokenStream;

/// Emits `pub static SITE`, the built site: a [`LazyLock`](std::sync::LazyLock) over bytes inside the executable,
/// which reads its route table at the first use. `&SITE` is a `&'static bindery_server::table::Site`.
///
/// The crate needs `bindery-server` among its dependencies and a build script that runs `bindery_compiler::driver::build`.
#[proc_macro]
pub fn embed_site(input: TokenStream) -> TokenStream {
    let variable = input::manifest_variable();
    generate::expand_embed_site(input.into(), variable.as_deref()).into()
}

/// A `&'static str` with a URL of the site: `route!("/characters/cryo/ganyu#attacks")`.
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
