//! The attributes that hold addresses, and the addresses in them.
//!
//! The table follows the index of attributes in the HTML standard, with SVG's references. `base` is left out, because it
//! leads nowhere itself, and so are `itemid` and `itemtype`, which are names.

use crate::escape::decode;
use crate::tokenizer::Tag;

/// What a browser does with an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AddressUse {
    /// The browser goes to the address: a page, whose fragment names an element.
    Page,
    /// The browser loads the file at the address.
    File,
}

/// An address in a tag.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Address {
    /// The name of the element.
    pub element: &'static str,
    /// The name of the attribute.
    pub attribute: &'static str,
    /// What a browser does with the address.
    pub usage: AddressUse,
    /// The address, with its character references decoded, without spaces around it.
    pub value: String,
}

/// How an attribute holds addresses.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// One.
    One,
    /// Several, separated by spaces.
    Spaced,
    /// Images with widths or densities.
    Candidates,
    /// `5; url=/x`, if `http-equiv` is `refresh`.
    Refresh,
}

struct Row(&'static str, &'static [&'static str], AddressUse, Form);

const TABLE: [Row; 15] = [
    Row("action", &["form"], AddressUse::Page, Form::One),
    Row(
        "cite",
        &["blockquote", "del", "ins", "q"],
        AddressUse::Page,
        Form::One,
    ),
    Row("content", &["meta"], AddressUse::Page, Form::Refresh),
    Row("data", &["object"], AddressUse::File, Form::One),
    Row(
        "formaction",
        &["button", "input"],
        AddressUse::Page,
        Form::One,
    ),
    Row("href", &["a", "area"], AddressUse::Page, Form::One),
    Row(
        "href",
        &["image", "link", "use"],
        AddressUse::File,
        Form::One,
    ),
    Row("imagesrcset", &["link"], AddressUse::File, Form::Candidates),
    Row("ping", &["a", "area"], AddressUse::Page, Form::Spaced),
    Row("poster", &["video"], AddressUse::File, Form::One),
    Row("src", &["iframe"], AddressUse::Page, Form::One),
    Row(
        "src",
        &[
            "audio", "embed", "img", "input", "script", "source", "track", "video",
        ],
        AddressUse::File,
        Form::One,
    ),
    Row(
        "srcset",
        &["img", "source"],
        AddressUse::File,
        Form::Candidates,
    ),
    Row("xlink:href", &["a"], AddressUse::Page, Form::One),
    Row("xlink:href", &["image", "use"], AddressUse::File, Form::One),
];

/// The addresses in a tag.
#[must_use]
pub fn addresses(tag: &Tag<'_>) -> Vec<Address> {
    let mut found = Vec::new();
    for Row(attribute, elements, usage, form) in TABLE {
        let Some(element) = elements.iter().find(|name| tag.is(name)) else {
            continue;
        };
        let Some(value) = tag.value(attribute).map(decode) else {
            continue;
        };
        let mut add = |value: &str| {
            found.push(Address {
                element,
                attribute,
                usage,
                value: value.trim().to_owned(),
            });
        };
        match form {
            Form::One => add(&value),
            Form::Spaced => value.split_ascii_whitespace().for_each(add),
            Form::Candidates => image_candidates(&value).for_each(add),
            Form::Refresh => {
                let kind = tag.value("http-equiv").unwrap_or_default();
                if kind.trim().eq_ignore_ascii_case("refresh") {
                    refresh_address(&value).into_iter().for_each(add);
                }
            }
        }
    }
    found
}

/// The addresses of a `srcset`. An address may contain commas, but not end with one.
pub fn image_candidates(list: &str) -> impl Iterator<Item = &str> {
    let mut rest = list;
    std::iter::from_fn(move || {
        rest =
            rest.trim_start_matches(|letter: char| letter.is_ascii_whitespace() || letter == ',');
        let end = rest.find(|letter: char| letter.is_ascii_whitespace());
        let (address, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = match address.ends_with(',') {
            true => after,
            false => after.find(',').map_or("", |comma| &after[comma..]),
        };
        let address = address.trim_end_matches(',');
        (!address.is_empty()).then_some(address)
    })
}

/// The address in `5; url='/x'`, as browsers read it: the time, a separator, and perhaps `url =` and quotes.
fn refresh_address(content: &str) -> Option<&str> {
    let rest = content.trim_start();
    let after_time =
        rest.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
    if after_time.len() == rest.len() {
        return None;
    }
    let rest = after_time.trim_start();
    let rest = rest.strip_prefix([';', ',']).unwrap_or(rest).trim_start();
    let named = rest
        .get(..3)
        .filter(|name| name.eq_ignore_ascii_case("url"));
    let named = named.and_then(|_| rest[3..].trim_start().strip_prefix('='));
    let address = named.map_or(rest, str::trim_start);
    let address = match address.chars().next() {
        Some(quote @ ('"' | '\'')) => address[1..].split(quote).next().unwrap_or_default(),
        _ => address,
    };
    let address = address.trim();
    (!address.is_empty()).then_some(address)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokenizer::start_tags;

    fn found(html: &str) -> Vec<String> {
        let tags = start_tags(html).flat_map(|tag| addresses(&tag));
        tags.map(|one| format!("{} {} {}", one.element, one.attribute, one.value))
            .collect()
    }

    #[test]
    fn each_attribute_of_the_table_is_read() {
        for Row(attribute, elements, _, form) in TABLE {
            for element in elements {
                let value = match form {
                    Form::Refresh => "0; url=/x",
                    _ => "/x",
                };
                let html = format!("<{element} {attribute}=\"{value}\" http-equiv=Refresh>");
                assert_eq!(found(&html), [format!("{element} {attribute} /x")]);
            }
        }
        assert_eq!(
            found("<base href='/x'><p data-href='/x' title='/x'>"),
            [""; 0]
        );
        assert_eq!(found("<meta name='a' content='0; url=/x'>"), [""; 0]);
    }

    #[test]
    fn lists_have_several_addresses() {
        assert_eq!(
            found("<a href='/a?b&amp;c' ping='/p  /q'><img srcset='a,b.png 1x,/c 2x, /d'>"),
            [
                "a href /a?b&c",
                "a ping /p",
                "a ping /q",
                "img srcset a,b.png",
                "img srcset /c",
                "img srcset /d"
            ]
        );
    }

    #[test]
    fn addresses_of_refreshes_are_found_as_browsers_find_them() {
        for (content, expected) in [
            ("0; url=/x", Some("/x")),
            ("0;URL = '/x' y", Some("/x")),
            ("0.5,/x", Some("/x")),
            ("5 /x", Some("/x")),
            ("0; url=\"/x", Some("/x")),
            ("0; urls", Some("urls")),
            ("5", None),
            ("url=/x", None),
            ("", None),
        ] {
            assert_eq!(refresh_address(content), expected, "{content}");
        }
    }
}
