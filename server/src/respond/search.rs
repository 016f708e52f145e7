//! Responses of the search: its API, the settings of the interface, and the page for readers without script.
//!
//! A search is a [`SearchJob`], which any thread can run; the response is composed from what it found.

use super::headers::{JSON_TYPE, set_metadata, set_security};
use super::host_field::is_valid_host;
use super::representation::Representation;
use super::representation_response::respond_with_representation;
use super::{Prepared, RequestHead, RespondError, empty_response, text_response, with_no_store};
use crate::resolve::{Resolution, resolve};
use crate::search::budget::{Budget, SearchLimits};
use crate::search::typesense::{self, WireAnswer, WireRequest};
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

/// The path of a request to the search API, below the base path; the root is accepted, too, for that is where clients ask.
pub(super) fn search_path<'r>(base_path: &str, target: &'r str) -> Option<(&'r str, &'r str)> {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let below = path
        .strip_prefix(base_path)
        .filter(|path| typesense::is_search(path));
    let path = below.or_else(|| {
        path.strip_prefix('/')
            .filter(|path| typesense::is_search(path))
    })?;
    Some((path, query))
}

/// A search that has not run yet.
#[derive(Clone, Debug)]
pub struct SearchJob {
    site: &'static Site,
    engine: Arc<LazyEngine>,
    limits: SearchLimits,
    question: Question,
}

/// What is asked.
#[derive(Clone, Debug)]
enum Question {
    /// By a client of the API.
    Api {
        method: Method,
        path: String,
        query: String,
    },
    /// By the form of a search page.
    Page {
        page: &'static Page,
        path: String,
        query: String,
    },
}

/// What a search found, and what that cost.
#[derive(Debug)]
pub struct SearchOutcome {
    found: Found,
    /// CPU time of the thread.
    pub used: Duration,
}

impl SearchOutcome {
    /// Bytes of the answer.
    #[must_use]
    pub fn bytes(&self) -> u32 {
        let len = match &self.found {
            Found::Api(answer, _) => answer.body.len(),
            Found::Page(_, document) => document.len(),
            Found::RespondError(_) => 0,
        };
        u32::try_from(len).unwrap_or(u32::MAX)
    }
}

#[derive(Debug)]
enum Found {
    Api(WireAnswer, &'static str),
    /// The document with the results.
    Page(&'static Page, String),
    RespondError(RespondError),
}

/// Why a search is not run, or has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchRefusal {
    /// Its client has used up its share, and has some again after so many seconds.
    TooOften {
        /// At least 1.
        retry_after: u64,
    },
    /// Too many searches wait.
    Busy,
    /// Its body is longer than any that could be answered.
    TooLong,
    /// Its body ends early, or is not framed as its head says.
    Broken,
    /// Its body took too long to arrive.
    TooSlow,
    /// It failed.
    Failed,
}

/// Seconds after which the searches that wait are done.
const RETRY_AFTER: u64 = 1;

impl SearchRefusal {
    fn status(self) -> StatusCode {
        match self {
            SearchRefusal::TooOften { .. } | SearchRefusal::Busy => StatusCode::TOO_MANY_REQUESTS,
            SearchRefusal::TooLong => StatusCode::PAYLOAD_TOO_LARGE,
            SearchRefusal::Broken => StatusCode::BAD_REQUEST,
            SearchRefusal::TooSlow => StatusCode::REQUEST_TIMEOUT,
            SearchRefusal::Failed => StatusCode::INTERNAL_SERVER_ERROR,
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
        }
    }
}

/// The search that a request asks for, when it is one.
#[must_use]
pub fn search_job(prepared: &Prepared, head: &RequestHead<'_>) -> Option<SearchJob> {
    let question = match search_path(prepared.site.base_path, head.target) {
        Some((path, query)) => {
            let is_search = *head.method != Method::OPTIONS && path != "health";
            is_search.then(|| Question::Api {
                method: head.method.clone(),
                path: path.to_owned(),
                query: query.to_owned(),
            })
        }
        None => page_question(prepared, head),
    };
    Some(SearchJob {
        site: prepared.site,
        engine: Arc::clone(&prepared.search),
        limits: prepared.search_limits,
        question: question?,
    })
}

/// The query in the address of a search page.
fn page_question(prepared: &Prepared, head: &RequestHead<'_>) -> Option<Question> {
    let (path, query) = head.target.split_once('?')?;
    let pages = &prepared.search.meta()?.pages;
    pages.values().find(|page| *page == path)?;
    let query = results_page::query_of(query)?;
    if !head.headers.get(header::HOST).is_none_or(is_valid_host) {
        return None;
    }
    match resolve(prepared.site, head.method, head.target) {
        Resolution::Page(page) if page.twin.is_empty() => Some(Question::Page {
            page,
            path: path.to_owned(),
            query,
        }),
        _ => None,
    }
}

impl SearchJob {
    /// Runs the search with the body of its request, within its budget.
    #[must_use]
    pub fn run(&self, body: &[u8]) -> SearchOutcome {
        let budget = Budget::of_this_thread(self.limits);
        let found = match &self.question {
            Question::Api {
                method,
                path,
                query,
            } => {
                let request = WireRequest {
                    method: method.as_str(),
                    path,
                    query,
                    body,
                };
                let answer = typesense::respond_to(self.engine.engine(), request, &budget);
                let media_type = typesense::media_type(path, &answer);
                Found::Api(answer, media_type)
            }
            Question::Page { page, path, query } => {
                match self.document(page, path, query, &budget) {
                    Some(document) => Found::Page(page, document),
                    None => Found::RespondError(RespondError::BodyOutsideBlob),
                }
            }
        };
        SearchOutcome {
            found,
            used: budget.elapsed(),
        }
    }

    /// The document of a search page with results.
    fn document(&self, page: &Page, path: &str, query: &str, budget: &Budget) -> Option<String> {
        let document = self.site.stored(&page.html.identity)?;
        let document = std::str::from_utf8(document).ok()?;
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
        prepared: &Prepared,
        head: &RequestHead<'_>,
        outcome: SearchOutcome,
    ) -> Response<Bytes> {
        match outcome.found {
            Found::Api(answer, media_type) => write(answer, media_type),
            Found::Page(page, document) => {
                results(prepared, head, page, document).unwrap_or_else(|error| {
                    text_response(StatusCode::INTERNAL_SERVER_ERROR, error.message())
                })
            }
            Found::RespondError(error) => {
                text_response(StatusCode::INTERNAL_SERVER_ERROR, error.message())
            }
        }
    }

    /// The response to a search that is not run: JSON for clients of the API, a page for readers.
    #[must_use]
    pub fn refuse(&self, prepared: &Prepared, refusal: SearchRefusal) -> Response<Bytes> {
        let (status, message) = (refusal.status(), refusal.message());
        let mut response = match &self.question {
            Question::Api { .. } => refused(status, message),
            Question::Page { page, query, .. } => {
                let response = refused_page(prepared, page, status, message, query);
                with_no_store(
                    response.unwrap_or_else(|_| text_response(status, format!("{message}\n"))),
                )
            }
        };
        let retry_after = match refusal {
            SearchRefusal::TooOften { retry_after } => Some(retry_after),
            SearchRefusal::Busy => Some(RETRY_AFTER),
            _ => None,
        };
        if let Some(seconds) = retry_after {
            let headers = response.headers_mut();
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// The response to a request to the API that is no search: health, and what browsers ask in advance.
pub(super) fn respond_at_once(
    prepared: &Prepared,
    head: &RequestHead<'_>,
) -> Option<Response<Bytes>> {
    let (path, query) = search_path(prepared.site.base_path, head.target)?;
    if *head.method == Method::OPTIONS {
        return Some(preflight());
    }
    let request = WireRequest {
        method: head.method.as_str(),
        path,
        query,
        body: &[],
    };
    (path == "health").then(|| {
        let engine = prepared.search.engine();
        write(
            typesense::respond_to(engine, request, &Budget::unlimited()),
            JSON_TYPE,
        )
    })
}

/// Asked from anywhere: what can be found is public.
fn write(answer: WireAnswer, media_type: &'static str) -> Response<Bytes> {
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

fn refused(status: StatusCode, message: &str) -> Response<Bytes> {
    let answer = WireAnswer {
        status: status.as_u16(),
        body: serde_json::json!({ "message": message }).to_string().into(),
    };
    write(answer, JSON_TYPE)
}

/// What browsers ask before they send another site's key in a header.
fn preflight() -> Response<Bytes> {
    let mut response = empty_response(StatusCode::NO_CONTENT);
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, ANY.clone());
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, METHODS.clone());
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HEADERS.clone());
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, A_DAY.clone());
    response
}

/// What the operator and the site's configuration say, for the interface.
pub(super) fn settings(
    prepared: &Prepared,
    head: &RequestHead<'_>,
) -> Result<Response<Bytes>, RespondError> {
    let settings = prepared.settings().to_string();
    respond_with_representation(
        prepared,
        head,
        Representation::generated(JSON_TYPE, settings),
    )
}

/// A search page that says why it has no results.
fn refused_page(
    prepared: &Prepared,
    page: &'static Page,
    status: StatusCode,
    message: &str,
    query: &str,
) -> Result<Response<Bytes>, RespondError> {
    let document = prepared.site.stored(&page.html.identity);
    let document = document.and_then(|bytes| std::str::from_utf8(bytes).ok());
    let document = document.ok_or(RespondError::BodyOutsideBlob)?;
    let document = results_page::with_message(document, message, query);
    let mut representation = Representation::generated(page.html.media_type, document);
    representation.no_index = true;
    representation.headers = page.html.headers;
    let mut response = Response::with_body(status, Bytes::new());
    let headers = response.headers_mut();
    set_security(headers);
    set_metadata(headers, prepared, &representation)?;
    prepared.own.apply(page.html.headers, &mut response);
    Ok(response.set_body(representation.body))
}

/// A search page with its results.
fn results(
    prepared: &Prepared,
    head: &RequestHead<'_>,
    page: &'static Page,
    document: String,
) -> Result<Response<Bytes>, RespondError> {
    let mut representation = Representation::generated(page.html.media_type, document);
    representation.no_index = true;
    representation.headers = page.html.headers;
    let mut response = respond_with_representation(prepared, head, representation)?;
    prepared.own.apply(page.html.headers, &mut response);
    Ok(response)
}
