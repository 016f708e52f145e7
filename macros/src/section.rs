//! Expands `routes!()`: a module with a constant for each page of a section.

use crate::generate::track;
use crate::input::read_input;
use bindery_format::manifest::{Manifest, RouteTarget};
use bindery_format::suggest::nearest_paths;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::collections::BTreeMap;
use syn::parse::{ParseStream, Parser};
use syn::{Error, Ident, LitStr, Token, Visibility};

/// The most constants of one section: each costs rustc half a millisecond.
const MAX_CONSTANTS: usize = 2_000;

/// The module of `pub mod name in "/section"`.
pub(crate) fn expand_section(
    input: TokenStream,
    variable: Option<&str>,
) -> Result<TokenStream, Error> {
    let parse = |input: ParseStream<'_>| {
        let visibility: Visibility = input.parse()?;
        input.parse::<Token![mod]>()?;
        let name: Ident = input.parse()?;
        input.parse::<Token![in]>()?;
        Ok((visibility, name, input.parse::<LitStr>()?))
    };
    let (visibility, name, section) = parse.parse2(input).map_err(|error| {
        let message =
            "`routes!` takes a module and a section: `routes!(pub mod guide in \"/guide\");`";
        Error::new(error.span(), message)
    })?;
    let at_section = |message: String| Error::new(section.span(), message);
    let read = read_input(variable).map_err(at_section)?;
    let found = constants(&read.manifest, &section.value()).map_err(at_section)?;
    let tracked = track(&read);
    let constants = found.into_iter().map(|(name, path)| {
        let name = format_ident!("{name}");
        let text = format!("`{path}`");
        quote!(#[doc = #text] pub const #name: &str = #path;)
    });
    let text = format!("The pages below `{}`.", section.value());
    Ok(quote! {
        #[doc = #text]
        #[allow(dead_code)]
        #visibility mod #name {
            #tracked
            #(#constants)*
        }
    })
}

/// The pages of a section by the name of their constant.
fn constants(manifest: &Manifest, section: &str) -> Result<BTreeMap<String, String>, String> {
    if !section.starts_with('/') {
        return Err(format!("a section begins with a slash: `/{section}`"));
    }
    let base = manifest.base_path.trim_end_matches('/');
    let root = format!("{base}{}", section.trim_end_matches('/'));
    let mut found = BTreeMap::new();
    let mut sections = Vec::new();
    for route in &manifest.routes {
        if !matches!(route.target, RouteTarget::Page(_)) {
            continue;
        }
        let own = route.path.strip_prefix(base).unwrap_or(&route.path);
        sections.extend(own.rsplit_once('/').map(|(above, _)| above));
        let inner = route.path.strip_prefix(&root);
        let Some(inner) = inner.filter(|rest| rest.is_empty() || rest.starts_with('/')) else {
            continue;
        };
        let name = constant_name(inner);
        let mut unique = name.clone();
        let mut number = 2;
        while found.contains_key(&unique) {
            unique = format!("{name}_{number}");
            number += 1;
        }
        found.insert(unique, route.path.clone());
    }
    if found.len() > MAX_CONSTANTS {
        return Err(format!(
            "`{section}` has {} pages; name a section in it with at most {MAX_CONSTANTS}",
            found.len()
        ));
    }
    if found.is_empty() {
        sections.sort_unstable();
        sections.dedup();
        let near: Vec<String> = nearest_paths(section, sections)
            .iter()
            .map(|path| format!("`{path}`"))
            .collect();
        let help = match near.is_empty() {
            true => String::new(),
            false => format!("; did you mean {}?", near.join(" or ")),
        };
        return Err(format!("no page is below `{section}`{help}"));
    }
    Ok(found)
}

/// `/cryo/ganyu-2` is `CRYO_GANYU_2`; the page of the section itself is `INDEX`.
fn constant_name(path: &str) -> String {
    let path = path.trim_matches('/');
    let is_word = |c: char| c.is_ascii_alphanumeric();
    let words: Vec<String> = path
        .split(|c| !is_word(c))
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_uppercase)
        .collect();
    match words.join("_") {
        name if name.is_empty() => "INDEX".to_owned(),
        name if name.starts_with(|c: char| c.is_ascii_digit()) => format!("_{name}"),
        name => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(section: &str) -> Result<Vec<(String, String)>, String> {
        let text = include_str!("../tests/fixture/site.manifest.json");
        let found = constants(&Manifest::parse(text).unwrap(), section)?;
        Ok(found.into_iter().collect())
    }

    #[test]
    fn pages_are_constants() {
        let own = |name: &str, path: &str| (name.to_owned(), path.to_owned());
        let ganyu = "/lib/characters/cryo/ganyu";
        assert_eq!(check("/characters/cryo"), Ok(vec![own("GANYU", ganyu)]));
        let all = vec![own("CHARACTERS_CRYO_GANYU", ganyu), own("INDEX", "/lib/")];
        assert_eq!(check("/"), Ok(all));
        assert_eq!(constant_name("/a/2-b"), "A_2_B");
        assert_eq!(constant_name("/2.1"), "_2_1");
    }

    #[test]
    fn a_section_without_pages_is_an_error() {
        let message = "no page is below `/characters/cro`; did you mean `/characters/cryo`?";
        assert_eq!(check("/characters/cro"), Err(message.to_owned()));
        assert!(
            check("characters")
                .unwrap_err()
                .contains("begins with a slash")
        );
    }
}
