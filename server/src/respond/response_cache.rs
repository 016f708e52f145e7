//! Caches the composed responses of a worker. Only the date of a cached response changes.
//!
//! In: a GET request for a page, a file or a redirect of the table, or for an unknown page. Out: a [`CachedResponse`]: the
//! status, the header fields as bytes, and the body. Only responses that depend on path, encoding and entity tag alone are
//! cached; a request with any field of `UNCACHEABLE_FIELDS` is left to [`respond`]. [`respond`] also composes the first
//! response of each kind, which is then stored, so this module decides nothing. The table bounds the number of responses.

use super::headers::SAVE_DATA;
use super::host_field::is_valid_host;
use super::operator::set_server_timing_views;
use super::prepared_site::PreparedSite;
use super::request_head::RequestHead;
use super::respond;
use crate::negotiate::media_type::{PageType, preferred_type};
use crate::negotiate::{Encoding, encoding_of, negotiate};
use crate::resolve::{Resolution, resolve};
use crate::table::{Body, Entry, Page, Resource, Site, Storage, Target};
use actix_web::dev::Response;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::web::Bytes;
use std::cell::RefCell;

/// The request fields that change a response, besides `Accept`, `Accept-Encoding` and a current `If-None-Match`. Whoever
/// makes another field change responses must add it here, or cached responses are wrong.
const UNCACHEABLE_FIELDS: [HeaderName; 6] = [
    header::RANGE,
    header::IF_MATCH,
    header::IF_MODIFIED_SINCE,
    header::IF_UNMODIFIED_SINCE,
    header::IF_RANGE,
    header::EXPECT,
];

/// Bytes of the largest cached body. For a larger one, composing the head costs little compared to sending the body.
const MAX_BODY: usize = 64 << 10;

/// Responses of one table entry: 200 and 304, in each encoding.
const VARIANTS: usize = 2 * Encoding::ALL.len();

/// A response as it is sent, except for the status line, `Date`, `Connection` and `Strict-Transport-Security`.
#[derive(Debug, PartialEq, Eq)]
pub struct CachedResponse {
    /// The status.
    pub status: StatusCode,
    /// The slot of its table entry; `None` for unknown pages.
    pub slot: Option<usize>,
    /// The encoding of the body.
    pub encoding: Encoding,
    /// The header fields, one line each, and the empty line that ends them.
    pub fields: Vec<u8>,
    /// The body.
    pub body: Bytes,
}

/// The cached responses of one worker.
#[derive(Debug)]
pub struct ResponseCache {
    /// By slot of the table and variant; then by not-found page and encoding.
    responses: RefCell<Vec<CacheSlot>>,
    views: Views,
}

/// What is cached for one response.
#[derive(Clone, Copy, Debug)]
enum CacheSlot {
    /// Nothing yet.
    Empty,
    /// Nothing: the body was made on request and is larger than [`MAX_BODY`].
    TooLarge,
    /// A response. It lives as long as the table, which is until the process ends.
    Cached(&'static CachedResponse),
}

/// Whether views of pages are counted. Documents then have `views` in `Server-Timing`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Views {
    /// Documents list `views`.
    Counted,
    /// No document lists it.
    Ignored,
}

impl ResponseCache {
    /// An empty cache.
    #[must_use]
    pub fn new(prepared: &PreparedSite<'static>, views: Views) -> ResponseCache {
        let site = prepared.site;
        let not_found = 1 + site.not_found_below.len();
        let len = site.table.entries.len() * VARIANTS + not_found * Encoding::ALL.len();
        ResponseCache {
            responses: RefCell::new(vec![CacheSlot::Empty; len]),
            views,
        }
    }

    /// The response to a request, if such responses are cached.
    #[must_use]
    pub fn get(
        &self,
        prepared: &PreparedSite<'static>,
        head: &RequestHead<'_>,
    ) -> Option<&'static CachedResponse> {
        if *head.method != Method::GET {
            return None;
        }
        let Key {
            index,
            slot,
            storage,
        } = Key::of(prepared, head)?;
        match self.responses.borrow()[index] {
            CacheSlot::Cached(cached) => return Some(cached),
            CacheSlot::TooLarge => return None,
            CacheSlot::Empty => {}
        }
        // A file beside the executable can be lost, and other bodies need memory, which all workers share.
        let site = prepared.site;
        let is_in_blob = storage == Storage::Blob;
        if storage == Storage::File || (!is_in_blob && !site.can_retain()) {
            return None;
        }
        let mut response = respond(prepared, head);
        if self.views == Views::Counted {
            set_server_timing_views(&mut response);
        }
        let response = to_cached(response, slot)?;
        if response.body.len() > MAX_BODY {
            self.responses.borrow_mut()[index] = CacheSlot::TooLarge;
            return None;
        }
        let response: &'static CachedResponse = Box::leak(Box::new(response));
        if !is_in_blob {
            site.retain(response.body.len());
        }
        self.responses.borrow_mut()[index] = CacheSlot::Cached(response);
        Some(response)
    }
}

/// Where a response is in the cache.
struct Key {
    index: usize,
    /// The slot of its table entry.
    slot: Option<usize>,
    /// How its body is stored.
    storage: Storage,
}

impl Key {
    /// The key of the response to a request; `None` if such responses are not cached.
    fn of(prepared: &PreparedSite<'static>, head: &RequestHead<'_>) -> Option<Key> {
        let site = prepared.site;
        let table = &site.table;
        if let Some(slot) = table.slot(head.target) {
            let (variant, storage) = variant(&table.entries[slot], head.headers)?;
            return Some(Key {
                index: slot * VARIANTS + variant,
                slot: Some(slot),
                storage,
            });
        }
        if prepared.is_search(head.target) || only_tag(head.headers)?.is_some() {
            return None;
        }
        let Resolution::NotFound(resource) = resolve(site, head.method, head.target) else {
            return None;
        };
        let (encoding, body) = negotiate(resource, head.headers);
        let page = not_found_number(site, resource)?;
        is_small(body).then_some(Key {
            index: table.entries.len() * VARIANTS + page * Encoding::ALL.len() + encoding as usize,
            slot: None,
            storage: body.storage,
        })
    }
}

/// The number of a not-found document among those of the site; `None` for their payloads.
fn not_found_number(site: &'static Site, resource: &'static Resource) -> Option<usize> {
    let below = site.not_found_below.iter().map(|(_, page)| page);
    let mut pages = std::iter::once(&site.not_found).chain(below);
    pages.position(|page: &Page| std::ptr::eq(&raw const page.html, resource))
}

/// The number of the response among those of its entry, and how its body is stored.
fn variant(entry: &'static Entry, headers: &HeaderMap) -> Option<(usize, Storage)> {
    let tag = only_tag(headers)?;
    let resource: &'static Resource = match &entry.target {
        Target::Page(page) if preferred_type(headers) == PageType::Html => &page.html,
        Target::Asset(resource) => resource,
        Target::Redirect { .. } => return Some((0, Storage::Blob)),
        Target::Page(_) | Target::Gone => return None,
    };
    let (encoding, body) = negotiate(resource, headers);
    let offset = match tag {
        Some(tag) if tag.as_bytes() == body.etag.as_bytes() => Encoding::ALL.len(),
        Some(_) => return None,
        None => 0,
    };
    is_small(body).then_some((offset + encoding as usize, body.storage))
}

/// Whether a body may be cached by its length. That of an encoding made on request is known when it is made.
fn is_small(body: &Body) -> bool {
    matches!(body.storage, Storage::OnRequest(_)) || body.len <= MAX_BODY as u64
}

/// The line of `If-None-Match`, if there is one; `None` if another field changes the response, too.
fn only_tag(headers: &HeaderMap) -> Option<Option<&HeaderValue>> {
    let mut tag = None;
    for (name, value) in headers {
        if *name == header::IF_NONE_MATCH {
            if tag.replace(value).is_some() {
                return None;
            }
        } else if *name == header::HOST {
            // A malformed host is refused.
            if !is_valid_host(value) {
                return None;
            }
        } else if UNCACHEABLE_FIELDS.contains(name) || *name == SAVE_DATA {
            return None;
        }
    }
    Some(tag)
}

fn to_cached(response: Response<Bytes>, slot: Option<usize>) -> Option<CachedResponse> {
    let status = response.status();
    let cacheable = [
        StatusCode::OK,
        StatusCode::NOT_MODIFIED,
        StatusCode::MOVED_PERMANENTLY,
        StatusCode::PERMANENT_REDIRECT,
        StatusCode::NOT_FOUND,
    ];
    if !cacheable.contains(&status) {
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
    Some(CachedResponse {
        status,
        slot,
        encoding: encoding_of(response.headers()),
        fields: lines,
        body: response.into_body(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Coding;
    use crate::testing::build_site;
    use bindery_fixture::{page, redirect};

    const NO_FIELDS: [(&str, &str); 0] = [];

    /// The status of the cached response to a request that is sent twice; `None` if it is not cached.
    fn ask(target: &str, method: &Method, fields: &[(&str, &str)]) -> Option<u16> {
        let site = build_site(|blob| {
            vec![
                ("/guide", page(blob, "<h1>Guide</h1>")),
                ("/old", redirect("/guide", 308)),
            ]
        });
        let prepared = PreparedSite::new(site);
        let cache = ResponseCache::new(&prepared, Views::Ignored);
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
        let first = cache.get(&prepared, &head);
        let second = cache.get(&prepared, &head);
        assert_eq!(first, second);
        let slot = first.and_then(|response| response.slot);
        let composed = to_cached(respond(&prepared, &head), slot);
        if let Some(first) = &first {
            assert_eq!(Some(*first), composed.as_ref());
        }
        first.map(|response| response.status.as_u16())
    }

    #[test]
    fn pages_and_redirects_are_cached_in_each_encoding() {
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

    /// The number of `/0`, `/1` … whose plain body is cached; each is `len` bytes and not in the blob.
    fn count_retained(pages: usize, len: usize) -> usize {
        count_cached(pages, &"a".repeat(len), &HeaderMap::new())
    }

    /// The number of `/0`, `/1` … whose response to a request with some fields is cached. The text of each is in the blob in
    /// brotli, and gzip is made on request.
    fn count_cached(pages: usize, text: &str, fields: &HeaderMap) -> usize {
        let encoded = bindery_compression::brotli(5, text.as_bytes());
        let etag = format!("\"{}\"", &blake3::hash(text.as_bytes()).to_hex()[..20]);
        let etag: &'static str = etag.leak();
        let paths: Vec<&'static str> = (0..pages).map(|at| &*format!("/{at}").leak()).collect();
        let site = build_site(|blob| {
            let stored = blob.store(&encoded, "");
            let mut resource = blob.resource("text/plain", "");
            resource.identity = Body {
                offset: stored.offset,
                len: text.len() as u64,
                etag,
                storage: Storage::Brotli { len: stored.len },
            };
            resource.gzip = Some(Body {
                offset: 0,
                len: text.len() as u64,
                etag: "\"gzip\"",
                storage: Storage::OnRequest(Coding::Gzip),
            });
            let entry = |path| (path, Target::Asset(resource.clone()));
            paths.iter().copied().map(entry).collect()
        });
        let prepared = PreparedSite::new(site);
        let cache = ResponseCache::new(&prepared, Views::Ignored);
        let is_cached = |target: &&&str| {
            let head = RequestHead {
                method: &Method::GET,
                target,
                headers: fields,
            };
            let first = cache.get(&prepared, &head);
            let composed = respond(&prepared, &head).into_body();
            assert_eq!(cache.get(&prepared, &head), first);
            first.is_some_and(|response| response.body == composed)
        };
        paths.iter().filter(is_cached).count()
    }

    #[test]
    fn bodies_that_are_not_in_the_blob_are_cached_up_to_a_limit() {
        assert_eq!(count_retained(3, 1000), 3);
        assert_eq!(count_retained(520, MAX_BODY), (32 << 20) / MAX_BODY);
        assert_eq!(count_retained(1, MAX_BODY + 1), 0);
    }

    #[test]
    fn encodings_made_on_request_are_cached_by_their_own_length() {
        let mut fields = HeaderMap::new();
        fields.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
        assert_eq!(count_cached(1, &"a".repeat(MAX_BODY + 1), &fields), 1);
        let numbers = (0..40_000_u32).map(|number| blake3::hash(&number.to_le_bytes()).to_string());
        assert_eq!(count_cached(1, &numbers.collect::<String>(), &fields), 0);
    }

    #[test]
    fn unknown_pages_share_one_cached_response() {
        for target in ["/none", "/none?x", "/other/%E4"] {
            assert_eq!(ask(target, &Method::GET, &NO_FIELDS), Some(404), "{target}");
        }
        assert_eq!(ask("/_bindery/page/none", &Method::GET, &NO_FIELDS), None);
    }

    #[test]
    fn a_request_with_a_deciding_field_is_not_answered_from_the_cache() {
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
