//! Generates the tokens of the macros.

use crate::input::{Input, read_input};
use crate::route;
use bindery_format::manifest::{BLOB_NAME, TIMINGS_NAME};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use std::path::Path;
use syn::{Error, LitStr};

/// The static of `embed_site!()`. On an error it is an empty site of the right type, so that only our message shows.
pub(crate) fn expand_embed_site(input: TokenStream, variable: Option<&str>) -> TokenStream {
    let result = if input.is_empty() {
        read_input(variable).map_err(|message| Error::new(Span::call_site(), message))
    } else {
        Err(Error::new_spanned(input, "`embed_site!()` takes nothing"))
    };
    let (error, open) = match result {
        Ok(input) => (TokenStream::new(), open_site(&input)),
        Err(error) => (error.to_compile_error(), quote!(::std::unreachable!())),
    };
    quote! {
        #error
        /// The bound site.
        pub static SITE: ::std::sync::LazyLock<::bindery_server::table::Site> =
            ::std::sync::LazyLock::new(|| #open);
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

/// The literal of `route!()`.
pub(crate) fn expand_route(
    input: TokenStream,
    variable: Option<&str>,
) -> Result<TokenStream, Error> {
    if input.is_empty() {
        let message = "`route!` takes an address: `route!(\"/\")`";
        return Err(Error::new(Span::call_site(), message));
    }
    let address: LitStr = syn::parse2(input.clone())
        .map_err(|_| Error::new_spanned(input, "`route!` takes one string literal"))?;
    let read = read_input(variable).map_err(|message| Error::new(address.span(), message))?;
    let value = route::find_route(&read.manifest, &address.value())
        .map_err(|message| Error::new(address.span(), message))?;
    let tracked = track(&read);
    let value = LitStr::new(&value, address.span());
    Ok(quote!({ #tracked #value }))
}

/// Makes rustc expand the macro again when the manifest changes.
fn track(input: &Input) -> TokenStream {
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
        assert!(text.len() < 1_500, "{text}");
    }

    #[test]
    fn without_a_manifest_the_message_names_the_next_command() {
        let text = expand_embed_site(TokenStream::new(), None).to_string();
        assert!(text.contains("compile_error") && text.contains("`cargo build`"));
        assert!(
            text.contains("static SITE"),
            "the static is there all the same"
        );
        let error = expand_route(quote!("/"), None).unwrap_err().to_string();
        assert!(
            error.starts_with("`BINDERY_MANIFEST` is not set"),
            "{error}"
        );
        let error = expand_route(quote!("/"), Some("/nowhere")).unwrap_err();
        assert!(error.to_string().contains("cannot read the manifest"));
    }

    #[test]
    fn a_route_is_its_literal() {
        let tokens = expand_route(quote!("/characters/cryo/ganyu#attacks"), Some(FIXTURE));
        assert!(
            tokens
                .unwrap()
                .to_string()
                .contains("\"/lib/characters/cryo/ganyu#attacks\"")
        );
    }
}
