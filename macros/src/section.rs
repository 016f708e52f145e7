//! Expands `routes!()`: a module with a constant for each page of a section.

use crate::generate::track;
use crate::input::read_input;
use crate::route::did_you_mean;
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
    let mut text = format!("The pages below `{}`.", section.value());
    let mut constants = Vec::new();
    for (name, paths) in found {
        if let [path] = paths.as_slice() {
            let name = format_ident!("{name}");
            let text = format!("`{path}`");
            constants.push(quote!(#[doc = #text] pub const #name: &str = #path;));
        } else {
            text.push_str(&format!(
                "\n\n`{}` have no constant, because each would be `{name}`: use `route!`.",
                paths.join("`, `")
            ));
        }
    }
    Ok(quote! {
        #[doc = #text]
        #[allow(dead_code)]
        #visibility mod #name {
            #tracked
            #(#constants)*
        }
    })
}

/// The pages of a section by the name of their constant. Several pages with one name get none: a number after it would name
/// another page as soon as one is added.
fn constants(manifest: &Manifest, section: &str) -> Result<BTreeMap<String, Vec<String>>, String> {
    if !section.starts_with('/') {
        return Err(format!("a section begins with a slash: `/{section}`"));
    }
    let base = manifest.base_path.trim_end_matches('/');
    let root = format!("{base}{}", section.trim_end_matches('/'));
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut count = 0;
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
        let paths = found.entry(constant_name(inner)).or_default();
        paths.push(route.path.clone());
        count += 1;
    }
    if count > MAX_CONSTANTS {
        return Err(format!(
            "`{section}` has {count} pages; name a section in it with at most {MAX_CONSTANTS}"
        ));
    }
    if found.is_empty() {
        sections.sort_unstable();
        sections.dedup();
        let help = did_you_mean(&nearest_paths(section, sections));
        return Err(format!("no page is below `{section}`{help}"));
    }
    Ok(found)
}

/// `/cryo/ganyu-2` is `CRYO_GANYU_2`, `/指南` is `指南`; the page of the section itself is `INDEX`.
fn constant_name(path: &str) -> String {
    let path = &percent_decoded(path);
    let name = name_of_words(path, char::is_alphanumeric);
    match syn::parse_str::<Ident>(&name) {
        Ok(_) => name,
        // Some letters and numbers, such as `²`, are not allowed in names.
        Err(_) => name_of_words(path, |c| c.is_ascii_alphanumeric()),
    }
}

/// A path of the table with its letters instead of `%E6…`.
fn percent_decoded(path: &str) -> String {
    let mut parts = path.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let code = part
            .get(..2)
            .and_then(|code| u8::from_str_radix(code, 16).ok());
        let (byte, rest) = code.map_or((b'%', part), |byte| (byte, &part[2..]));
        bytes.push(byte);
        bytes.extend_from_slice(rest.as_bytes());
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn name_of_words(path: &str, is_word: fn(char) -> bool) -> String {
    let words: Vec<String> = path
        .split(|c| !is_word(c))
        .filter(|word| !word.is_empty())
        .map(str::to_uppercase)
        .collect();
    match words.join("_") {
        name if name.is_empty() => "INDEX".to_owned(),
        name if name.starts_with(char::is_numeric) => format!("_{name}"),
        name => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bindery_format::manifest::Route;

    fn check(section: &str) -> Result<Vec<(String, String)>, String> {
        let text = include_str!("../tests/fixture/site.manifest.json");
        let found = constants(&Manifest::parse(text).unwrap(), section)?;
        let found = found.into_iter();
        Ok(found.map(|(name, paths)| (name, paths.join(" "))).collect())
    }

    #[test]
    fn pages_with_one_name_have_no_constant() {
        let mut manifest =
            Manifest::parse(include_str!("../tests/fixture/site.manifest.json")).unwrap();
        let is_page = |route: &&Route| matches!(route.target, RouteTarget::Page(_));
        let page = manifest.routes.iter().find(is_page).unwrap().clone();
        for path in ["/lib/x/a-b", "/lib/x/a_b", "/lib/x/c"] {
            let path = path.to_owned();
            manifest.routes.push(Route {
                path,
                ..page.clone()
            });
        }
        let found = constants(&manifest, "/x").unwrap();
        let counts: Vec<_> = found
            .iter()
            .map(|(name, paths)| (name.as_str(), paths.len()))
            .collect();
        assert_eq!(counts, [("A_B", 2), ("C", 1)]);
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
        assert_eq!(constant_name("/%E6%8C%87%E5%8D%97/größe"), "指南_GRÖSSE");
        assert_eq!(constant_name("/a²"), "A");
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
