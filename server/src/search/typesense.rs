//! The search API, compatible with Typesense: routes requests and writes responses.
//!
//! In: method, path, query, body and a budget. Out: a status and a body. Pure: [`crate::http`] reads the request and
//! [`respond`](mod@crate::respond) adds the header fields. Any API key is accepted, because all documents are public.

pub mod compiled_filter;
mod documents;
mod error;
mod facets;
pub mod filter;
mod hit_writer;
mod json_writer;
pub mod limits;
pub mod param_map;
mod param_reader;
pub mod params;
mod search_response;
pub mod sort;

use self::error::ApiError;
use self::json_writer::JsonWriter;
use self::limits::MAX_HITS;
use self::param_map::{MultiSearchBody, Param, ParamMap, Searches, parse_searches};
use self::params::Params;
use self::search_response::write_search_response;
use super::Engine;
use super::budget::Budget;
use super::record;
use percent_encoding::percent_decode_str;
use serde::Serialize;
use serde_json::{Value, json};

pub use json_writer::MAX_RESPONSE;
pub use param_map::MAX_SEARCHES;

/// Bytes of a request body.
pub const MAX_BODY: usize = 64 * 1024;

/// A request to the search API.
#[derive(Clone, Copy, Debug)]
pub struct ApiRequest<'r> {
    /// `GET`, `POST`, …
    pub method: &'r str,
    /// Without the site's base path.
    pub path: &'r str,
    /// Without its question mark.
    pub query: &'r str,
    /// The request body.
    pub body: &'r [u8],
}

/// A response of the search API.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiResponse {
    /// The HTTP status.
    pub status: u16,
    /// JSON, or a line of JSON for each document of an export; at most [`MAX_RESPONSE`] bytes.
    pub body: Vec<u8>,
}

impl ApiResponse {
    /// The body as JSON; `null` when it is not JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }
}

impl From<ApiError> for ApiResponse {
    fn from(error: ApiError) -> Self {
        let body = json!({ "message": error.message }).to_string();
        ApiResponse {
            status: error.status,
            body: body.into_bytes(),
        }
    }
}

/// Whether a path (without the base path and its first slash) belongs to the search API.
#[must_use]
pub fn is_search(path: &str) -> bool {
    matches!(path, "multi_search" | "health")
        || path == "collections"
        || path.starts_with("collections/")
}

/// The media type of a response. An export is JSON Lines, not JSON: a client would fail to parse it as JSON.
#[must_use]
pub fn media_type(path: &str, answer: &ApiResponse) -> &'static str {
    match answer.status == 200 && path.ends_with("/documents/export") {
        true => "text/plain; charset=utf-8",
        false => "application/json; charset=utf-8",
    }
}

/// The response to a request.
#[must_use]
pub fn respond_to(
    engine: Option<&Engine>,
    request: ApiRequest<'_>,
    budget: &Budget,
) -> ApiResponse {
    let body = match (request.path, engine) {
        ("health", _) => to_json(&json!({ "ok": engine.is_some() })),
        (_, None) => Err(ApiError::new(503, "The search is not available.")),
        (_, Some(_)) if request.body.len() > MAX_BODY => Err(ApiError::new(
            413,
            format!("The body is longer than {MAX_BODY} bytes."),
        )),
        (_, Some(engine)) => respond_with(engine, request, budget),
    };
    match body {
        Ok(body) => ApiResponse { status: 200, body },
        Err(error) => error.into(),
    }
}

fn respond_with(
    engine: &Engine,
    request: ApiRequest<'_>,
    budget: &Budget,
) -> Result<Vec<u8>, ApiError> {
    let segments: Vec<String> = request.path.split('/').map(decode).collect();
    let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
    match (request.method, segments.as_slice()) {
        ("GET" | "HEAD" | "POST", ["multi_search"]) => multi_search(engine, request, budget),
        ("GET" | "HEAD", ["collections"]) => {
            to_json(&[collection(engine, &engine.index.meta.collection)?])
        }
        ("GET" | "HEAD", ["collections", name]) => to_json(&collection(engine, name)?),
        ("GET" | "HEAD", ["collections", name, "documents", "search"]) => {
            one_search(engine, name, request, budget)
        }
        ("GET" | "HEAD", ["collections", name, "documents", "export"]) => {
            check_name(engine, name, "Not Found")?;
            documents::export(engine, &query_map(request.query), budget)
        }
        ("GET" | "HEAD", ["collections", name, "documents", id]) => {
            check_name(engine, name, "Not Found")?;
            documents::by_id(engine, id, budget)
        }
        ("GET" | "HEAD", _) => Err(ApiError::new(404, "Not Found")),
        _ => Err(ApiError::new(405, "The search is read-only.")),
    }
}

fn to_json(value: &impl Serialize) -> Result<Vec<u8>, ApiError> {
    let mut out = JsonWriter::new();
    out.json(value);
    out.finish()
}

fn collection(engine: &Engine, name: &str) -> Result<Value, ApiError> {
    check_name(engine, name, "Not Found")?;
    let mut schema = record::schema(name);
    schema["num_documents"] = engine.index.len().into();
    schema["created_at"] = 0.into();
    schema["symbols_to_index"] = json!([]);
    schema["enable_nested_fields"] = false.into();
    Ok(schema)
}

fn check_name(engine: &Engine, name: &str, message: &str) -> Result<(), ApiError> {
    match name == engine.index.meta.collection {
        true => Ok(()),
        false => Err(ApiError::new(404, message)),
    }
}

fn one_search(
    engine: &Engine,
    name: &str,
    request: ApiRequest<'_>,
    budget: &Budget,
) -> Result<Vec<u8>, ApiError> {
    check_name(engine, name, "Not Found")?;
    let mut map = query_map(request.query);
    map.insert("collection".to_owned(), Param::Text(name.to_owned()));
    let params = Params::read(&map)?;
    check_hits(params.max_hits())?;
    let mut out = JsonWriter::new();
    write_search_response(engine, &params, budget, &mut out);
    out.finish()
}

/// A search that fails has an error instead of a result; the other searches are still answered.
fn multi_search(
    engine: &Engine,
    request: ApiRequest<'_>,
    budget: &Budget,
) -> Result<Vec<u8>, ApiError> {
    let mut common = query_map(request.query);
    let searches = match common.remove("searches") {
        Some(Param::Text(text)) => {
            parse_searches(&text).ok_or_else(|| ApiError::new(400, "`searches` must be a list."))?
        }
        _ => read_body(request.body)?,
    };
    if searches.count > MAX_SEARCHES {
        return Err(ApiError::new(
            400,
            format!(
                "A request has {} searches; the maximum is {MAX_SEARCHES}.",
                searches.count
            ),
        ));
    }
    let searches = searches.list.into_iter();
    let searches: Vec<Result<Params, ApiError>> = searches
        .map(|own| read_search(engine, &common, own))
        .collect();
    let readable = searches.iter().flatten();
    check_hits(
        readable
            .map(Params::max_hits)
            .fold(0, usize::saturating_add),
    )?;
    let mut out = JsonWriter::new();
    out.raw("{\"results\":");
    out.list(searches.iter(), |out, search| match search {
        Ok(params) => write_search_response(engine, params, budget, out),
        Err(error) => out.json(&json!({ "code": error.status, "error": error.message })),
    });
    out.raw("}");
    out.finish()
}

fn read_search(
    engine: &Engine,
    common: &ParamMap,
    own: Option<ParamMap>,
) -> Result<Params, ApiError> {
    let own = own.ok_or_else(|| ApiError::new(400, "Each search must be an object."))?;
    let mut map = common.clone();
    map.extend(own);
    let params = Params::read(&map)?;
    check_name(engine, &params.collection, "Not found.")?;
    Ok(params)
}

/// Checks the number of hits of all searches of a request.
fn check_hits(hits: usize) -> Result<(), ApiError> {
    match hits > MAX_HITS {
        true => Err(ApiError::new(
            400,
            format!(
                "The request asks for up to {hits} hits (`per_page` times `group_limit`, over all searches); the maximum is {MAX_HITS}."
            ),
        )),
        false => Ok(()),
    }
}

fn read_body(body: &[u8]) -> Result<Searches, ApiError> {
    let body: MultiSearchBody =
        serde_json::from_slice(body).map_err(|_| ApiError::new(400, "Bad JSON."))?;
    if let Some(name) = body.unknown {
        return Err(ApiError::new(
            400,
            format!("Parameter `{name}` is not supported."),
        ));
    }
    match body.searches {
        Some(Some(searches)) => Ok(searches),
        Some(None) => Err(ApiError::new(400, "`searches` must be a list.")),
        None => Err(ApiError::new(400, "Missing `searches` array.")),
    }
}

/// The parameters of a query string; the last one of a name counts.
pub(crate) fn query_map(query: &str) -> ParamMap {
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    let pairs = pairs.map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        (decode(name), Param::Text(decode(value)))
    });
    pairs.collect()
}

fn decode(text: &str) -> String {
    let text = text.replace('+', " ");
    percent_decode_str(&text).decode_utf8_lossy().into_owned()
}
