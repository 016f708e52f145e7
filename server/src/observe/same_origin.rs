//! Decides whether a request comes from a page of the site itself, and whether it fetches a document.
//!
//! In: the header fields of a request. Out: yes or no. Over HTTPS, browsers always send `Sec-Fetch-Site` (W3C "Fetch
//! Metadata Request Headers", section 2.3). Over plain HTTP they do not, but each POST has an `Origin` (Fetch, section
//! "`Origin` header"; RFC 6454, section 7), and often a `Referer`.

use actix_web::http::header::{HOST, HeaderMap, HeaderName, ORIGIN, REFERER};

static SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
static SEC_FETCH_DEST: HeaderName = HeaderName::from_static("sec-fetch-dest");

/// Whether the page that sent this request has the origin that the request was sent to. Without `Host`, only
/// `Sec-Fetch-Site` counts, which browsers always send with HTTP/2.
#[must_use]
pub(super) fn is_same_origin(headers: &HeaderMap) -> bool {
    let field = |name: &HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = headers.get(&SEC_FETCH_SITE) {
        return site == "same-origin";
    }
    let Some(host) = field(&HOST) else {
        return false;
    };
    let sender = field(&ORIGIN).or_else(|| field(&REFERER));
    let sender = sender.and_then(authority_of);
    sender.is_some_and(|sender| sender.eq_ignore_ascii_case(host))
}

/// Whether the request may fetch the document of a tab, and not an image, frame or script (W3C "Fetch Metadata Request
/// Headers", section 2.1). Only browsers send this field; without it the answer is yes.
#[must_use]
pub(super) fn may_be_document(headers: &HeaderMap) -> bool {
    let destination = headers.get(&SEC_FETCH_DEST);
    destination.is_none_or(|destination| destination == "document")
}

/// Whether a page of the site itself may have sent this request; yes without `Sec-Fetch-Site`.
#[must_use]
pub(super) fn may_be_same_origin(headers: &HeaderMap) -> bool {
    let site = headers.get(&SEC_FETCH_SITE);
    site.is_none_or(|site| site == "same-origin")
}

/// Host and port of a url.
#[must_use]
pub(super) fn authority_of(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    (!authority.is_empty()).then_some(authority)
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::http::header::HeaderValue;

    fn check(fields: &[(&'static str, &'static str)], expected: bool) {
        let mut headers = HeaderMap::new();
        for (name, value) in fields {
            let name = HeaderName::from_static(name);
            headers.append(name, HeaderValue::from_static(value));
        }
        assert_eq!(is_same_origin(&headers), expected, "{fields:?}");
    }

    #[test]
    fn what_the_browser_says_counts_before_origin_and_referrer() {
        let host = ("host", "a.example");
        let own = ("origin", "https://a.example");
        check(&[host, own, ("sec-fetch-site", "same-origin")], true);
        for other in ["cross-site", "same-site", "none", ""] {
            check(&[host, own, ("sec-fetch-site", other)], false);
        }
    }

    #[test]
    fn an_origin_or_a_referrer_of_the_same_host_and_port_is_the_same() {
        let host = ("host", "a.example:8080");
        check(&[host, ("origin", "http://a.example:8080")], true);
        check(&[host, ("referer", "http://A.example:8080/page?q")], true);
        check(&[host, ("origin", "http://a.example")], false);
        check(&[host, ("origin", "null")], false);
        let mixed = [
            host,
            ("origin", "http://b.example"),
            ("referer", "http://a.example:8080/"),
        ];
        check(&mixed, false);
        check(&[host], false);
        check(&[("origin", "http://a.example")], false);
    }

    #[test]
    fn only_what_a_browser_says_rules_out_a_document_or_a_page_of_the_site() {
        let with = |name: &'static str, value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.append(
                HeaderName::from_static(name),
                HeaderValue::from_static(value),
            );
            headers
        };
        let none = HeaderMap::new();
        assert!(may_be_document(&none) && may_be_same_origin(&none));
        assert!(may_be_document(&with("sec-fetch-dest", "document")));
        assert!(may_be_same_origin(&with("sec-fetch-site", "same-origin")));
        for other in ["image", "empty", "iframe", "frame", ""] {
            assert!(!may_be_document(&with("sec-fetch-dest", other)), "{other}");
        }
        for other in ["cross-site", "same-site", "none", ""] {
            let headers = with("sec-fetch-site", other);
            assert!(!may_be_same_origin(&headers), "{other}");
        }
    }
}
