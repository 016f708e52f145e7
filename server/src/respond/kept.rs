//! Answers that a worker remembers but for their date: those that follow from path, encoding and tag alone.
//!
//! In: a GET of a page, a file or a redirect of the table, or of a page that is not there. Out: the status, the lines of
//! the head as they are sent, and the body. The first request of each kind is answered by [`respond`], and what that says is written down: so nothing
//! here decides anything, and requests with a field of [`DECIDING`] are left to [`respond`]. The number of answers is
//! bounded by the table.

use super::headers::SAVE_DATA;
use super::host::is_host;
use super::{Prepared, RequestHead, respond};
use crate::negotiate::media_type::{PageType, preferred_type};
use crate::negotiate::{Encoding, negotiate};
use crate::resolve::{Resolution, resolve};
use crate::table::{Entry, Page, Resource, Site, Target};
use actix_web::dev::Response;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::web::Bytes;
use std::cell::RefCell;

/// The fields that decide about an answer besides `Accept`, `Accept-Encoding` and a current `If-None-Match`. Whoever lets
/// another field of a request decide names it here.
const DECIDING: [HeaderName; 6] = [
    header::RANGE,
    header::IF_MATCH,
    header::IF_MODIFIED_SINCE,
    header::IF_UNMODIFIED_SINCE,
    header::IF_RANGE,
    header::EXPECT,
];

/// Longer bodies cost so much to send that composing their heads is nothing.
const LONGEST: usize = 64 << 10;

/// Answers of an entry: found and not modified, in each encoding.
const KINDS: usize = 2 * Encoding::ALL.len();

/// An answer as it is sent, but for its status line and the fields of the connection.
#[derive(Debug, PartialEq, Eq)]
pub struct Written {
    /// The status.
    pub status: StatusCode,
    /// The fields, a line each, and the empty line that ends them.
    pub lines: Vec<u8>,
    /// The body.
    pub body: Bytes,
}

/// What one worker remembers.
#[derive(Debug)]
pub struct Kept {
    /// By slot of the table and kind; after those, by not-found page and encoding. They stay as long as the table does:
    /// until the process ends.
    answers: RefCell<Vec<Option<&'static Written>>>,
}

impl Kept {
    /// Nothing is remembered yet.
    #[must_use]
    pub fn new(prepared: &Prepared) -> Kept {
        let site = prepared.site;
        let not_found = 1 + site.not_found_below.len();
        let places = site.table.entries.len() * KINDS + not_found * Encoding::ALL.len();
        Kept {
            answers: RefCell::new(vec![None; places]),
        }
    }

    /// The answer to a request, when it is one of those that are remembered.
    #[must_use]
    pub fn answer(&self, prepared: &Prepared, head: &RequestHead<'_>) -> Option<&'static Written> {
        if *head.method != Method::GET {
            return None;
        }
        let place = place(prepared, head)?;
        if let Some(known) = self.answers.borrow()[place] {
            return Some(known);
        }
        let written: &'static Written = Box::leak(Box::new(write(respond(prepared, head))?));
        self.answers.borrow_mut()[place] = Some(written);
        Some(written)
    }
}

/// Where the answer to a request is remembered.
fn place(prepared: &Prepared, head: &RequestHead<'_>) -> Option<usize> {
    let site = prepared.site;
    let table = &site.table;
    if let Some(slot) = table.slot(head.target) {
        return Some(slot * KINDS + kind(&table.entries[slot], head.headers)?);
    }
    if prepared.is_search(head.target) || only_tag(head.headers)?.is_some() {
        return None;
    }
    let Resolution::NotFound(resource) = resolve(site, head.method, head.target) else {
        return None;
    };
    let (encoding, body) = negotiate(resource, head.headers);
    let own = table.entries.len() * KINDS + not_found_number(site, resource)? * Encoding::ALL.len();
    (body.len <= LONGEST as u64).then_some(own + encoding as usize)
}

/// Which of the site's not-found documents a resource is; none of their payloads.
fn not_found_number(site: &'static Site, resource: &'static Resource) -> Option<usize> {
    let below = site.not_found_below.iter().map(|(_, page)| page);
    let mut pages = std::iter::once(&site.not_found).chain(below);
    pages.position(|page: &Page| std::ptr::eq(&raw const page.html, resource))
}

/// Which of an entry's answers a request asks for.
fn kind(entry: &'static Entry, headers: &HeaderMap) -> Option<usize> {
    let tag = only_tag(headers)?;
    let resource: &'static Resource = match &entry.target {
        Target::Page(page) if preferred_type(headers) == PageType::Html => &page.html,
        Target::Asset(resource) => resource,
        Target::Redirect { .. } => return Some(0),
        Target::Page(_) | Target::Gone => return None,
    };
    let (encoding, body) = negotiate(resource, headers);
    let is_known = match tag {
        Some(tag) if tag.as_bytes() == body.etag.as_bytes() => Encoding::ALL.len(),
        Some(_) => return None,
        None => 0,
    };
    (body.len <= LONGEST as u64).then_some(is_known + encoding as usize)
}

/// The line of `If-None-Match`, if there is one; nothing when it has company that decides, too.
fn only_tag(headers: &HeaderMap) -> Option<Option<&HeaderValue>> {
    let mut tag = None;
    for (name, value) in headers {
        if *name == header::IF_NONE_MATCH {
            if tag.replace(value).is_some() {
                return None;
            }
        } else if *name == header::HOST {
            // What is no host is refused.
            if !is_host(value) {
                return None;
            }
        } else if DECIDING.contains(name) || *name == SAVE_DATA {
            return None;
        }
    }
    Some(tag)
}

fn write(response: Response<Bytes>) -> Option<Written> {
    let status = response.status();
    let kept = [
        StatusCode::OK,
        StatusCode::NOT_MODIFIED,
        StatusCode::MOVED_PERMANENTLY,
        StatusCode::PERMANENT_REDIRECT,
        StatusCode::NOT_FOUND,
    ];
    if !kept.contains(&status) {
        return None;
    }
    let mut fields: Vec<(&HeaderName, &HeaderValue)> = response.headers().iter().collect();
    fields.sort_by_key(|(name, _)| name.as_str());
    let mut lines = Vec::new();
    if status != StatusCode::NOT_MODIFIED {
        let len = response.body().len();
        lines.extend_from_slice(format!("content-length: {len}\r\n").as_bytes());
    }
    for (name, value) in fields {
        for part in [name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"] {
            lines.extend_from_slice(part);
        }
    }
    lines.extend_from_slice(b"\r\n");
    Some(Written {
        status,
        lines,
        body: response.into_body(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{bind, page, redirect};

    const NO_FIELDS: [(&str, &str); 0] = [];

    /// Whether the answer is remembered, asked twice, and its status.
    fn ask(target: &str, method: &Method, fields: &[(&str, &str)]) -> Option<u16> {
        let site = bind("/", |blob| {
            vec![
                ("/guide", page(blob, "<h1>Guide</h1>")),
                ("/old", redirect("/guide", 308)),
            ]
        });
        let prepared = Prepared::new(site);
        let kept = Kept::new(&prepared);
        let mut headers = HeaderMap::new();
        for (name, value) in fields {
            let name = HeaderName::from_bytes(name.as_bytes()).unwrap();
            headers.append(name, HeaderValue::from_str(value).unwrap());
        }
        let head = RequestHead {
            method,
            target,
            headers: &headers,
        };
        let first = kept.answer(&prepared, &head);
        let second = kept.answer(&prepared, &head);
        assert_eq!(first, second);
        let composed = write(respond(&prepared, &head));
        if let Some(first) = &first {
            assert_eq!(Some(*first), composed.as_ref());
        }
        first.map(|written| written.status.as_u16())
    }

    #[test]
    fn pages_and_redirects_are_remembered_in_each_encoding() {
        assert_eq!(ask("/guide", &Method::GET, &NO_FIELDS), Some(200));
        assert_eq!(ask("/old", &Method::GET, &NO_FIELDS), Some(308));
        for encoding in ["br", "gzip", "zstd", "br;q=0.5, gzip", "identity"] {
            let fields = [("accept-encoding", encoding)];
            assert_eq!(
                ask("/guide", &Method::GET, &fields),
                Some(200),
                "{encoding}"
            );
        }
    }

    #[test]
    fn pages_that_are_not_there_are_remembered_as_one() {
        for target in ["/none", "/none?x", "/other/%E4"] {
            assert_eq!(ask(target, &Method::GET, &NO_FIELDS), Some(404), "{target}");
        }
        assert_eq!(ask("/_bindery/page/none", &Method::GET, &NO_FIELDS), None);
    }

    #[test]
    fn what_other_fields_decide_is_composed_anew() {
        assert_eq!(ask("/guide", &Method::GET, &[("host", "a b")]), None);
        for name in ["range", "if-match", "if-range", "expect", "save-data"] {
            assert_eq!(ask("/guide", &Method::GET, &[(name, "x")]), None, "{name}");
        }
        let two = [("if-none-match", "\"a\""), ("if-none-match", "\"b\"")];
        assert_eq!(ask("/guide", &Method::GET, &two), None);
        assert_eq!(ask("/guide", &Method::HEAD, &NO_FIELDS), None);
        let tag = [("if-none-match", "\"a\"")];
        assert_eq!(ask("/none", &Method::GET, &tag), None);
        for unknown in ["/guide?x", "/guide/", "/none.js", "*", "/multi_search"] {
            assert_eq!(ask(unknown, &Method::GET, &NO_FIELDS), None, "{unknown}");
        }
    }
}
