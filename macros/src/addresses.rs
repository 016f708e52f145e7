//! Expands the macros that take one address, and those that other crates use.

use crate::generate::track;
use crate::input::read_input;
use crate::route;
use crate::section::expand_section;
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::parse::{ParseStream, Parser};
use syn::{Error, Ident, LitStr};

/// What an address must lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AddressKind {
    /// A page or a file.
    Route,
    /// A redirect.
    Redirect,
    /// A file.
    Asset,
}

impl AddressKind {
    /// The name of the macro, and an example of its argument.
    fn name(self) -> (&'static str, &'static str) {
        match self {
            AddressKind::Route => ("route", "/"),
            AddressKind::Redirect => ("redirect", "/old"),
            AddressKind::Asset => ("asset", "/img/logo.svg"),
        }
    }
}

/// The literal of `route!()`, `redirect!()` or `asset!()`.
pub(crate) fn expand_address(
    kind: AddressKind,
    input: TokenStream,
    variable: Option<&str>,
) -> Result<TokenStream, Error> {
    let (name, example) = kind.name();
    if input.is_empty() {
        let message = format!("`{name}!` takes an address: `{name}!(\"{example}\")`");
        return Err(Error::new(Span::call_site(), message));
    }
    let address: LitStr = syn::parse2(input.clone())
        .map_err(|_| Error::new_spanned(input, format!("`{name}!` takes one string literal")))?;
    let read = read_input(variable).map_err(|message| Error::new(address.span(), message))?;
    let found = match kind {
        AddressKind::Route => route::find_route(&read.manifest, &address.value()),
        AddressKind::Redirect => route::find_redirect(&read.manifest, &address.value()),
        AddressKind::Asset => route::find_asset(&read.manifest, &address.value()),
    };
    let value = found.map_err(|message| Error::new(address.span(), message))?;
    let tracked = track(&read);
    let value = LitStr::new(&value, address.span());
    Ok(quote!({ #tracked #value }))
}

/// Expands `KIND "MANIFEST" ARGUMENTS`, which the macros of a bound site pass on.
pub(crate) fn expand_at(input: TokenStream) -> Result<TokenStream, Error> {
    let parse = |input: ParseStream<'_>| {
        let kind: Ident = input.parse()?;
        let manifest: LitStr = input.parse()?;
        Ok((kind, manifest, input.parse::<TokenStream>()?))
    };
    let (kind, manifest, arguments) = parse.parse2(input)?;
    let manifest = Some(manifest.value());
    let kind = match kind.to_string().as_str() {
        "redirect" => AddressKind::Redirect,
        "asset" => AddressKind::Asset,
        "routes" => return expand_section(arguments, manifest.as_deref()),
        _ => AddressKind::Route,
    };
    expand_address(kind, arguments, manifest.as_deref())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIXTURE: &str = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/fixture/site.manifest.json"
    );

    fn expand(kind: AddressKind, input: TokenStream) -> String {
        let tokens = expand_address(kind, input, Some(FIXTURE));
        tokens.map_or_else(|error| error.to_string(), |tokens| tokens.to_string())
    }

    #[test]
    fn an_address_is_its_literal() {
        let text = expand(AddressKind::Route, quote!("/characters/cryo/ganyu#attacks"));
        assert!(
            text.contains("\"/lib/characters/cryo/ganyu#attacks\""),
            "{text}"
        );
        let text = expand(AddressKind::Redirect, quote!("/ganyu"));
        assert!(text.contains("\"/lib/ganyu\""), "{text}");
        let text = expand(AddressKind::Asset, quote!("/img/card.png"));
        assert!(text.contains("\"/lib/img/card.png\""), "{text}");
    }

    #[test]
    fn other_crates_name_the_manifest() {
        let text = expand_at(quote!(route #FIXTURE "/")).unwrap().to_string();
        assert!(text.contains("\"/lib/\""), "{text}");
        let error = expand_at(quote!(asset #FIXTURE "/ganyu")).unwrap_err();
        assert!(error.to_string().contains("redirect"), "{error}");
    }

    #[test]
    fn without_a_manifest_the_message_names_the_next_command() {
        let error = expand_address(AddressKind::Route, quote!("/"), None).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("`BINDERY_MANIFEST` is not set"),
            "{error}"
        );
        let error = expand_address(AddressKind::Route, quote!("/"), Some("/nowhere")).unwrap_err();
        assert!(error.to_string().contains("cannot read the manifest"));
    }
}
