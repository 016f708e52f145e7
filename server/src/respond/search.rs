//! Responses of the search: its API, the settings of the interface, and the page for readers without scripts.
//!
//! In: a request. Out: a [`SearchJob`], which any thread can run, and the response with its outcome.

use super::error::RespondError;
use super::headers::{JSON_TYPE, set_metadata, set_security};
use super::host_field::is_valid_host;
use super::prepared_site::PreparedSite;
use super::representation::Representation;
use super::representation_response::respond_with_representation;
use super::request_head::RequestHead;
use super::search_path::search_path;
use super::text_response::{empty_response, text_response, with_no_store};
use crate::resolve::{Resolution, resolve};
use crate::search::budget::{Budget, SearchLimits};
use crate::search::typesense::{self, ApiRequest, ApiResponse};
use crate::search::{LazyEngine, results_page};
use crate::table::{Page, Site};
use actix_web::dev::Response;
use actix_web::http::header::{self, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::web::Bytes;
use std::sync::Arc;
use std::time::Duration;

static ANY: HeaderValue = HeaderValue::from_static("*");
static METHODS: HeaderValue = HeaderValue::from_static("GET, POST, OPTIONS");
static HEADERS: HeaderValue = HeaderValue::from_static("content-type, x-typesense-api-key");
static A_DAY: HeaderValue = HeaderValue::from_static("86400");
static NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// A search that has not run yet.
#[derive(Clone, Debug)]
pub struct SearchJob<'s> {
    site: &'s Site,
    engine: Arc<LazyEngine>,
    limits: SearchLimits,
    input: SearchInput<'s>,
}

/// The query of a search.
#[derive(Clone, Debug)]
enum SearchInput<'s> {
    /// From a client of the API.
    Api {
        method: Method,
        path: String,
        query: String,
    },
    /// From the form of a search page.
    Page {
        page: &'s Page,
        path: String,
        query: String,
    },
}

/// The result of a search, and what it cost.
#[derive(Debug)]
pub struct SearchOutcome<'s> {
    result: SearchResult<'s>,
    /// CPU time of the thread.
    pub used: Duration,
}

impl SearchOutcome<'_> {
    /// Bytes of the response's body.
    #[must_use]
    pub fn body_len(&self) -> u32 {
        let len = match &self.result {
            SearchResult::Api(answer, _) => answer.body.len(),
            SearchResult::Page(_, document) => document.len(),
            SearchResult::Failed(_) => 0,
        };
        u32::try_from(len).unwrap_or(u32::MAX)
    }
}

#[derive(Debug)]
enum SearchResult<'s> {
    Api(ApiResponse, &'static str),
    /// The document with the results.
    Page(&'s Page, String),
    Failed(RespondError),
}

/// The reason why a search does not run, or has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchRefusal {
    /// The client has used up its quota.
    TooOften {
        /// Seconds until the client may retry, at least 1.
        retry_after: u64,
    },
    /// Too many searches wait.
    Busy,
    /// The body of the request is longer than any that could be answered.
    TooLong,
    /// The body of the request ends early, or is not framed as the head says.
    Broken,
    /// The body of the request took too long to arrive.
    TooSlow,
    /// The search failed.
    Failed,
    /// The index is being built, and there is no older one.
    NoIndex,
}

/// Seconds after which a client may retry when too many searches wait, or the index does not exist yet.
const RETRY_AFTER: u64 = 1;

impl SearchRefusal {
    fn status(self) -> StatusCode {
        match self {
            SearchRefusal::TooOften { .. } | SearchRefusal::Busy => StatusCode::TOO_MANY_REQUESTS,
            SearchRefusal::TooLong => StatusCode::PAYLOAD_TOO_LARGE,
            SearchRefusal::Broken => StatusCode::BAD_REQUEST,
            SearchRefusal::TooSlow => StatusCode::REQUEST_TIMEOUT,
            SearchRefusal::Failed => StatusCode::INTERNAL_SERVER_ERROR,
            SearchRefusal::NoIndex => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    fn message(self) -> &'static str {
        match self {
            SearchRefusal::TooOften { .. } => "Too many searches from this address; wait a second.",
            SearchRefusal::Busy => "Too many searches at once; wait a second.",
            SearchRefusal::TooLong => "The body is too long.",
            SearchRefusal::Broken => "The body ends early, or is not well-formed.",
            SearchRefusal::TooSlow => "The body took too long to arrive.",
            SearchRefusal::Failed => "The search failed.",
            SearchRefusal::NoIndex => "The search index is being built; wait a second.",
        }
    }
}

/// The search of a request, if it is one.
#[must_use]
pub fn search_job<'s>(
    prepared: &PreparedSite<'s>,
    head: &RequestHead<'_>,
) -> Option<SearchJob<'s>> {
    let input = match search_path(prepared.site.base_path, head.target) {
        Some((path, query)) => {
            let is_search = *head.method != Method::OPTIONS && path != "health";
            is_search.then(|| SearchInput::Api {
                method: head.method.clone(),
                path: path.to_owned(),
                query: query.to_owned(),
            })
        }
        None => page_input(prepared, head),
    };
    Some(SearchJob {
        site: prepared.site,
        engine: Arc::clone(&prepared.search),
        limits: prepared.search_limits,
        input: input?,
    })
}

/// The query in the url of a search page.
fn page_input<'s>(prepared: &PreparedSite<'s>, head: &RequestHead<'_>) -> Option<SearchInput<'s>> {
    let (path, query) = head.target.split_once('?')?;
    let pages = &prepared.search.meta()?.pages;
    pages.values().find(|page| *page == path)?;
    let query = results_page::query_of(query)?;
    if !head.headers.get(header::HOST).is_none_or(is_valid_host) {
        return None;
    }
    match resolve(prepared.site, head.method, head.target) {
        Resolution::Page(page) if page.twin.is_empty() => Some(SearchInput::Page {
            page,
            path: path.to_owned(),
            query,
        }),
        _ => None,
    }
}

impl<'s> SearchJob<'s> {
    /// Runs the search with the body of its request, within its budget.
    #[must_use]
    pub fn run(&self, body: &[u8]) -> SearchOutcome<'s> {
        let budget = Budget::of_this_thread(self.limits);
        let result = match &self.input {
            SearchInput::Api {
                method,
                path,
                query,
            } => {
                let request = ApiRequest {
                    method: method.as_str(),
                    path,
                    query,
                    body,
                };
                let answer = typesense::respond_to(self.engine.engine(), request, &budget);
                let media_type = typesense::media_type(path, &answer);
                SearchResult::Api(answer, media_type)
            }
            SearchInput::Page { page, path, query } => {
                match self.document(page, path, query, &budget) {
                    Some(document) => SearchResult::Page(page, document),
                    None => SearchResult::Failed(RespondError::BodyOutsideBlob),
                }
            }
        };
        SearchOutcome {
            result,
            used: budget.elapsed(),
        }
    }

    /// The document of a search page with results.
    fn document(&self, page: &Page, path: &str, query: &str, budget: &Budget) -> Option<String> {
        let document = self.site.bytes(&page.html, &page.html.identity).ok()?;
        let document = std::str::from_utf8(&document).ok()?;
        let engine = self.engine.engine();
        let language = engine.and_then(|engine| results_page::language_of(engine, path));
        Some(match engine.zip(language) {
            Some((engine, language)) => {
                results_page::with_results(engine, document, language, query, budget)
            }
            None => document.to_owned(),
        })
    }

    /// The response with what the search found.
    #[must_use]
    pub fn respond(
        &self,
        prepared: &PreparedSite<'_>,
        head: &RequestHead<'_>,
        outcome: SearchOutcome<'_>,
    ) -> Response<Bytes> {
        match outcome.result {
            SearchResult::Api(answer, media_type) => api_response(answer, media_type),
            SearchResult::Page(page, document) => {
                search_page_response(prepared, head, page, document).unwrap_or_else(|error| {
                    text_response(StatusCode::INTERNAL_SERVER_ERROR, error.message())
                })
            }
            SearchResult::Failed(error) => {
                text_response(StatusCode::INTERNAL_SERVER_ERROR, error.message())
            }
        }
    }

    /// The response to a search that is not run: JSON for clients of the API, a page for readers.
    #[must_use]
    pub fn refuse(&self, prepared: &PreparedSite<'_>, refusal: SearchRefusal) -> Response<Bytes> {
        let (status, message) = (refusal.status(), refusal.message());
        let mut response = match &self.input {
            SearchInput::Api { .. } => refused_api_response(status, message),
            SearchInput::Page { page, query, .. } => {
                let response = refused_page(prepared, page, status, message, query);
                with_no_store(
                    response.unwrap_or_else(|_| text_response(status, format!("{message}\n"))),
                )
            }
        };
        let retry_after = match refusal {
            SearchRefusal::TooOften { retry_after } => Some(retry_after),
            SearchRefusal::Busy | SearchRefusal::NoIndex => Some(RETRY_AFTER),
            _ => None,
        };
        if let Some(seconds) = retry_after {
            let headers = response.headers_mut();
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// The response to a request to the API that is not a search: health, and CORS preflights.
pub(super) fn respond_at_once(
    prepared: &PreparedSite<'_>,
    head: &RequestHead<'_>,
) -> Option<Response<Bytes>> {
    let (path, query) = search_path(prepared.site.base_path, head.target)?;
    if *head.method == Method::OPTIONS {
        return Some(preflight());
    }
    let request = ApiRequest {
        method: head.method.as_str(),
        path,
        query,
        body: &[],
    };
    (path == "health").then(|| {
        let engine = prepared.search.engine();
        api_response(
            typesense::respond_to(engine, request, &Budget::unlimited()),
            JSON_TYPE,
        )
    })
}

/// The response of the API. Any origin may read it, because all content is public.
fn api_response(answer: ApiResponse, media_type: &'static str) -> Response<Bytes> {
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = Response::with_body(status, Bytes::from(answer.body));
    let headers = response.headers_mut();
    set_security(headers);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(header::CACHE_CONTROL, NO_STORE.clone());
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, ANY.clone());
    if status == StatusCode::METHOD_NOT_ALLOWED {
        headers.insert(header::ALLOW, METHODS.clone());
    }
    response
}

fn refused_api_response(status: StatusCode, message: &str) -> Response<Bytes> {
    let answer = ApiResponse {
        status: status.as_u16(),
        body: serde_json::json!({ "message": message }).to_string().into(),
    };
    api_response(answer, JSON_TYPE)
}

/// The response to a CORS preflight, which browsers send because of the API key in a header field.
fn preflight() -> Response<Bytes> {
    let mut response = empty_response(StatusCode::NO_CONTENT);
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, ANY.clone());
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, METHODS.clone());
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HEADERS.clone());
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, A_DAY.clone());
    response
}

/// The search settings for the interface, from the operator and the site's configuration.
pub(super) fn settings(
    prepared: &PreparedSite<'_>,
    head: &RequestHead<'_>,
) -> Result<Response<Bytes>, RespondError> {
    let settings = prepared.search_settings().to_string();
    respond_with_representation(
        prepared,
        head,
        Representation::generated(JSON_TYPE, settings),
    )
}

/// A search page with the reason why it has no results.
fn refused_page(
    prepared: &PreparedSite<'_>,
    page: &Page,
    status: StatusCode,
    message: &str,
    query: &str,
) -> Result<Response<Bytes>, RespondError> {
    let document = prepared.site.bytes(&page.html, &page.html.identity)?;
    let document = std::str::from_utf8(&document).map_err(|_| RespondError::BodyOutsideBlob)?;
    let document = results_page::with_message(document, message, query);
    let mut representation = Representation::generated(page.html.media_type, document);
    representation.no_index = true;
    representation.headers = page.html.headers;
    let body = representation.load()?;
    let mut response = Response::with_body(status, Bytes::new());
    let headers = response.headers_mut();
    set_security(headers);
    set_metadata(headers, prepared, &representation)?;
    prepared
        .custom_headers
        .apply(page.html.headers, &mut response);
    Ok(response.set_body(body))
}

/// A search page with its results.
fn search_page_response(
    prepared: &PreparedSite<'_>,
    head: &RequestHead<'_>,
    page: &Page,
    document: String,
) -> Result<Response<Bytes>, RespondError> {
    let mut representation = Representation::generated(page.html.media_type, document);
    representation.no_index = true;
    representation.headers = page.html.headers;
    let mut response = respond_with_representation(prepared, head, representation)?;
    prepared
        .custom_headers
        .apply(page.html.headers, &mut response);
    Ok(response)
}
