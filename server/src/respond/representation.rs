//! The representation that was selected for a request (RFC 9110, section 3.2): its bytes and their metadata.

use super::error::RespondError;
use super::header_value::from_table;
use crate::negotiate::{Encoding, negotiate, varies};
use crate::table::{Body, CachePolicy, Resource, Site, Storage};
use actix_web::http::header::{HeaderMap, HeaderValue, InvalidHeaderValue};
use actix_web::web::Bytes;
use bindery_format::hash;
use std::borrow::Cow;

/// One body of a resource, ready to be sent.
#[derive(Debug)]
pub(super) struct Representation<'s> {
    /// The value of `Content-Type`.
    pub(super) media_type: &'static str,
    /// How long caches may store it.
    pub(super) cache: CachePolicy,
    /// How the body is encoded.
    pub(super) encoding: Encoding,
    /// The strong entity tag with its quotes.
    pub(super) etag: Cow<'static, str>,
    /// The request fields that the choice depended on.
    pub(super) vary: Vary,
    /// The value of `Link`; empty for none.
    pub(super) link: &'static str,
    /// Whether search engines are asked to leave it out.
    pub(super) no_index: bool,
    /// The number of its group of custom header fields.
    pub(super) headers: u16,
    /// The bytes as sent.
    content: Content<'s>,
}

/// The bytes of a representation, which are not needed for 304 and 412.
#[derive(Debug)]
enum Content<'s> {
    Ready(Bytes),
    /// The bytes of a body of the table.
    Stored {
        site: &'s Site,
        resource: &'s Resource,
        body: &'s Body,
    },
}

/// The request headers that a choice depended on (RFC 9110, section 12.5.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Vary {
    /// None.
    Nothing,
    /// `Accept`.
    Accept,
    /// `Accept-Encoding`.
    Encoding,
    /// Both.
    Both,
}

impl Vary {
    /// Adds `Accept`.
    pub(super) fn and_accept(self) -> Vary {
        match self {
            Vary::Nothing | Vary::Accept => Vary::Accept,
            Vary::Encoding | Vary::Both => Vary::Both,
        }
    }
}

impl<'s> Representation<'s> {
    /// The body of a resource that the request's `Accept-Encoding` asks for.
    pub(super) fn select(
        site: &'s Site,
        resource: &'s Resource,
        headers: &HeaderMap,
    ) -> Result<Self, RespondError> {
        let (encoding, body) = negotiate(resource, headers);
        Ok(Representation {
            media_type: resource.media_type,
            cache: resource.cache,
            encoding,
            etag: Cow::Borrowed(body.etag),
            vary: if varies(resource) {
                Vary::Encoding
            } else {
                Vary::Nothing
            },
            link: resource.link,
            no_index: resource.no_index,
            headers: resource.headers,
            content: content(site, resource, body)?,
        })
    }

    /// The bytes as sent.
    pub(super) fn load(&mut self) -> Result<Bytes, RespondError> {
        let (site, resource, body) = match &self.content {
            Content::Ready(bytes) => return Ok(bytes.clone()),
            Content::Stored {
                site,
                resource,
                body,
            } => (*site, *resource, *body),
        };
        let bytes = site.bytes(resource, body)?;
        self.content = Content::Ready(bytes.clone());
        Ok(bytes)
    }

    /// The payload that redirects the client's navigation. It is too small to be stored or compressed.
    pub(super) fn redirect_payload(site: &Site, to: &str) -> Self {
        let json = serde_json::json!({ "build": site.build_id, "redirect": to }).to_string();
        Representation::generated("application/json", json)
    }

    /// A representation that is generated for a request. Its entity tag is a hash, so that unchanged bytes are not sent again.
    pub(super) fn generated(media_type: &'static str, body: String) -> Self {
        Representation {
            media_type,
            cache: CachePolicy::Revalidate,
            encoding: Encoding::Identity,
            etag: Cow::Owned(format!("\"{:016x}\"", hash::hash(body.as_bytes()))),
            vary: Vary::Nothing,
            link: "",
            no_index: false,
            headers: 0,
            content: Content::Ready(Bytes::from(body)),
        }
    }

    /// The tag as a header value.
    pub(super) fn etag_value(&self) -> Result<HeaderValue, InvalidHeaderValue> {
        match &self.etag {
            Cow::Borrowed(etag) => from_table(etag),
            Cow::Owned(etag) => HeaderValue::from_str(etag),
        }
    }
}

/// The bytes of a stored body, without a copy; others are loaded when they are needed.
fn content<'s>(
    site: &'s Site,
    resource: &'s Resource,
    body: &'s Body,
) -> Result<Content<'s>, RespondError> {
    Ok(match body.storage {
        Storage::Blob => Content::Ready(site.bytes(resource, body)?),
        _ => Content::Stored {
            site,
            resource,
            body,
        },
    })
}
