//! The responses of this server to plain GET requests, from which the configuration of other servers is written.

use crate::respond::{PreparedSite, RequestHead, respond};
use crate::table::Site;
use actix_web::http::Method;
use actix_web::http::header::HeaderMap;

/// Header fields that a host derives from the file or from the request.
const FILE_HEADERS: [&str; 6] = [
    "content-type",
    "content-length",
    "etag",
    "accept-ranges",
    "vary",
    "location",
];

/// Asks this server for responses, with the `[[headers]]` rules of the site and without them.
#[derive(Debug)]
pub(super) struct Responses {
    site: &'static Site,
    prepared: PreparedSite<'static>,
    bare: PreparedSite<'static>,
}

impl Responses {
    pub(super) fn of(site: &'static Site) -> Responses {
        let prepared = PreparedSite::new(site);
        Responses {
            site,
            bare: prepared.without_custom_headers(),
            prepared,
        }
    }

    pub(super) fn site(&self) -> &'static Site {
        self.site
    }

    /// The header fields of a path without [`FILE_HEADERS`].
    pub(super) fn headers(&self, path: &str) -> Vec<(String, String)> {
        fields(&get(&self.prepared, path).0)
    }

    /// As [`Responses::headers`], without the `[[headers]]` rules of the site.
    pub(super) fn default_headers(&self, path: &str) -> Vec<(String, String)> {
        fields(&get(&self.bare, path).0)
    }
}

/// The response to a plain GET request: its headers and its body.
pub(super) fn response_to(site: &'static Site, target: &str) -> (HeaderMap, Vec<u8>) {
    get(&PreparedSite::new(site), target)
}

fn get(prepared: &PreparedSite<'_>, target: &str) -> (HeaderMap, Vec<u8>) {
    let head = RequestHead {
        method: &Method::GET,
        target,
        headers: &HeaderMap::new(),
    };
    let response = respond(prepared, &head);
    (response.headers().clone(), response.into_body().to_vec())
}

fn fields(headers: &HeaderMap) -> Vec<(String, String)> {
    let fields = headers.iter().map(|(name, value)| {
        let value = String::from_utf8_lossy(value.as_bytes()).into_owned();
        (name.as_str().to_owned(), value)
    });
    let mut fields: Vec<_> = fields
        .filter(|(name, _)| !FILE_HEADERS.contains(&name.as_str()))
        .collect();
    fields.sort();
    fields
}
