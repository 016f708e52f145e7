//! Names that HTML in a page's content cannot use, because they act on the document around it.

/// The prefix of the ids by which the interface finds its own elements.
pub const RESERVED_ID: &str = "__bindery";

/// Whether an element in the body acts on the whole document: `<base>` changes its links, `<meta http-equiv>` leaves it,
/// `<link>` loads for it, `<title>` names it, `<plaintext>` makes text of all that follows, and browsers copy the attributes of
/// `<html>` and `<body>` to the document's own.
///
/// `name` is in lower case; `has_attribute` returns whether the element has an attribute. Microdata (`itemprop`) is the one use
/// of `<meta>` and `<link>` that HTML allows in the body.
#[must_use]
pub fn acts_on_document(name: &str, has_attribute: impl Fn(&str) -> bool) -> bool {
    match name {
        "base" | "body" | "html" | "plaintext" | "title" => true,
        "link" => !has_attribute("itemprop") || has_attribute("rel"),
        "meta" => !has_attribute("itemprop") || has_attribute("http-equiv"),
        _ => false,
    }
}

/// Whether an attribute of this name is an event handler: `onclick`.
#[must_use]
pub fn is_event_handler(name: &str) -> bool {
    name.len() > 2
        && name
            .get(..2)
            .is_some_and(|start| start.eq_ignore_ascii_case("on"))
}

#[cfg(test)]
mod tests {
    use super::{acts_on_document, is_event_handler};

    #[test]
    fn event_handlers_begin_with_on() {
        assert!(is_event_handler("onclick") && is_event_handler("onClick"));
        assert!(!is_event_handler("on") && !is_event_handler("open") && !is_event_handler("aéb"));
    }

    #[test]
    fn only_microdata_is_let_through() {
        let check = |name: &str, attributes: &[&str]| {
            acts_on_document(name, |wanted| attributes.contains(&wanted))
        };
        assert!(check("plaintext", &[]) && check("base", &["href"]) && check("title", &[]));
        assert!(check("body", &["class"]) && check("html", &[]));
        assert!(check("meta", &["http-equiv", "content"]));
        assert!(check("meta", &["http-equiv", "itemprop"]));
        assert!(check("link", &["rel", "href", "itemprop"]));
        assert!(!check("meta", &["itemprop", "content"]));
        assert!(!check("link", &["itemprop", "href"]));
        assert!(!check("a", &["href"]));
    }
}
