//! Generates the tokens of the macros.

use crate::input::{Input, read_input};
use bindery_format::manifest::{BLOB_NAME, TIMINGS_NAME};
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use std::path::Path;
use syn::{Error, LitStr};

/// The static of `embed_site!()`. On an error it is an empty site of the right type, so that only our message shows.
pub(crate) fn expand_embed_site(input: TokenStream, variable: Option<&str>) -> TokenStream {
    let result = if input.is_empty() {
        read_input(variable).map_err(|message| Error::new(Span::call_site(), message))
    } else {
        Err(Error::new_spanned(input, "`embed_site!()` takes nothing"))
    };
    let (error, open, exported) = match result {
        Ok(input) => (
            TokenStream::new(),
            open_site(&input),
            export_macros(Some(&input)),
        ),
        Err(error) => {
            let open = quote!(::std::unreachable!());
            (error.to_compile_error(), open, export_macros(None))
        }
    };
    quote! {
        #error
        #exported
        /// The bound site.
        pub static SITE: ::std::sync::LazyLock<::bindery_server::table::Site> =
            ::std::sync::LazyLock::new(|| #open);
    }
}

/// The macros that other crates use. Without a manifest they accept everything, so that only the error of the site shows.
fn export_macros(input: Option<&Input>) -> TokenStream {
    let macros = [
        (
            "route",
            "A URL of the site as a checked literal: `route!(\"/path#anchor\")`.",
        ),
        (
            "redirect",
            "A path that the site redirects, as a checked literal.",
        ),
        (
            "asset",
            "The URL of a file of the site as a checked literal.",
        ),
        (
            "routes",
            "Constants for the pages of a section: `routes!(pub mod guide in \"/guide\");`.",
        ),
    ];
    let manifest = input.map(|input| literal(&input.path));
    let exported = macros.iter().map(|(name, text)| {
        let ident = format_ident!("{name}");
        let body = match (&manifest, *name) {
            (Some(manifest), _) => {
                quote!($crate::__bindery_macros::at!(#ident #manifest $($input)*))
            }
            (None, "routes") => TokenStream::new(),
            (None, _) => quote!(""),
        };
        quote! {
            #[doc = #text]
            #[macro_export]
            macro_rules! #ident {
                ($($input:tt)*) => { #body };
            }
        }
    });
    quote! {
        #[doc(hidden)]
        pub use ::bindery_macros as __bindery_macros;
        #(#exported)*
    }
}

fn open_site(input: &Input) -> TokenStream {
    let beside = |name: &str| literal(&input.path.with_file_name(name));
    let (blob, timings) = (beside(BLOB_NAME), beside(TIMINGS_NAME));
    let tracked = track(input);
    let offset = input.manifest.index_offset;
    quote! {{
        #tracked
        static BLOB: &[u8] = ::std::include_bytes!(#blob);
        ::bindery_server::table::Site::open(BLOB, #offset, ::std::include_str!(#timings))
    }}
}

/// Makes rustc expand the macro again when the manifest changes.
pub(crate) fn track(input: &Input) -> TokenStream {
    let manifest = literal(&input.path);
    quote!(
        const _: &[::core::primitive::u8] = ::std::include_bytes!(#manifest);
    )
}

fn literal(path: &Path) -> LitStr {
    LitStr::new(&path.to_string_lossy(), Span::call_site())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIXTURE: &str = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/fixture/site.manifest.json"
    );

    #[test]
    fn the_number_of_tokens_does_not_depend_on_the_site() {
        let tokens = expand_embed_site(TokenStream::new(), Some(FIXTURE));
        let text = tokens.to_string();
        assert!(
            text.contains("site.blob") && text.contains("4711u64"),
            "{text}"
        );
        assert!(text.len() < 3_500, "{text}");
    }

    #[test]
    fn without_a_manifest_the_message_names_the_next_command() {
        let text = expand_embed_site(TokenStream::new(), None).to_string();
        assert!(text.contains("compile_error") && text.contains("`cargo build`"));
        assert!(
            text.contains("static SITE"),
            "the static is there all the same"
        );
    }
}
