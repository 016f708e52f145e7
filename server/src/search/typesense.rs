//! Typesense's API over the engine: which request is which, and answers in its words.
//!
//! In: method, path, query, body and a budget. Out: a status and a body. Pure; sockets are [`crate::http`]'s, headers
//! [`crate::respond`]'s. The key is accepted wherever clients put it, and whatever it is: all that can be found is public.

pub mod compiled_filter;
mod documents;
mod facets;
pub mod filter;
mod hit_writer;
mod json_writer;
pub mod param_map;
mod param_reader;
pub mod params;
mod search_response;
pub mod sort;

use self::json_writer::Output;
use self::param_map::{Body, Param, ParamMap, Searches, parse_searches};
use self::params::{MAX_HITS, Params, Refusal, refuse};
use self::search_response::answer;
use super::Engine;
use super::budget::Budget;
use super::record;
use percent_encoding::percent_decode_str;
use serde::Serialize;
use serde_json::{Value, json};

pub use json_writer::MAX_ANSWER;
pub use param_map::MAX_SEARCHES;

/// Bytes of a body.
pub const MOST_BODY: usize = 64 * 1024;

/// A request to the search.
#[derive(Clone, Copy, Debug)]
pub struct WireRequest<'r> {
    /// `GET`, `POST`, …
    pub method: &'r str,
    /// Without the site's base path.
    pub path: &'r str,
    /// Without its question mark.
    pub query: &'r str,
    /// As sent.
    pub body: &'r [u8],
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WireAnswer {
    /// As of HTTP.
    pub status: u16,
    /// JSON, or a line of JSON for each document of an export; at most [`MAX_ANSWER`] bytes.
    pub body: Vec<u8>,
}

impl WireAnswer {
    /// The body as JSON; `null` when it is none.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }
}

impl From<Refusal> for WireAnswer {
    fn from(refusal: Refusal) -> Self {
        let body = json!({ "message": refusal.message }).to_string();
        WireAnswer {
            status: refusal.status,
            body: body.into_bytes(),
        }
    }
}

/// Whether a path (without the base path, without its first slash) is the search's.
#[must_use]
pub fn is_search(path: &str) -> bool {
    matches!(path, "multi_search" | "health")
        || path == "collections"
        || path.starts_with("collections/")
}

/// The media type of an answer: an export is no JSON, and clients that get it as JSON fail to parse it.
#[must_use]
pub fn media_type(path: &str, answer: &WireAnswer) -> &'static str {
    match answer.status == 200 && path.ends_with("/documents/export") {
        true => "text/plain; charset=utf-8",
        false => "application/json; charset=utf-8",
    }
}

/// The answer to a request.
#[must_use]
pub fn respond_to(
    engine: Option<&Engine>,
    request: WireRequest<'_>,
    budget: &Budget,
) -> WireAnswer {
    let body = match (request.path, engine) {
        ("health", _) => to_json(&json!({ "ok": engine.is_some() })),
        (_, None) => Err(refuse(503, "The search is not available.")),
        (_, Some(_)) if request.body.len() > MOST_BODY => Err(refuse(
            413,
            format!("The body is longer than {MOST_BODY} bytes."),
        )),
        (_, Some(engine)) => respond_with(engine, request, budget),
    };
    match body {
        Ok(body) => WireAnswer { status: 200, body },
        Err(refusal) => refusal.into(),
    }
}

fn respond_with(
    engine: &Engine,
    request: WireRequest<'_>,
    budget: &Budget,
) -> Result<Vec<u8>, Refusal> {
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
        ("GET" | "HEAD", _) => Err(refuse(404, "Not Found")),
        _ => Err(refuse(405, "This search can only be asked.")),
    }
}

fn to_json(value: &impl Serialize) -> Result<Vec<u8>, Refusal> {
    let mut out = Output::new();
    out.json(value);
    out.finish()
}

fn collection(engine: &Engine, name: &str) -> Result<Value, Refusal> {
    check_name(engine, name, "Not Found")?;
    let mut schema = record::schema(name);
    schema["num_documents"] = engine.index.len().into();
    schema["created_at"] = 0.into();
    schema["symbols_to_index"] = json!([]);
    schema["enable_nested_fields"] = false.into();
    Ok(schema)
}

fn check_name(engine: &Engine, name: &str, message: &str) -> Result<(), Refusal> {
    match name == engine.index.meta.collection {
        true => Ok(()),
        false => Err(refuse(404, message)),
    }
}

fn one_search(
    engine: &Engine,
    name: &str,
    request: WireRequest<'_>,
    budget: &Budget,
) -> Result<Vec<u8>, Refusal> {
    check_name(engine, name, "Not Found")?;
    let mut map = query_map(request.query);
    map.insert("collection".to_owned(), Param::Text(name.to_owned()));
    let params = Params::read(&map)?;
    check_hits(params.max_hits())?;
    let mut out = Output::new();
    answer(engine, &params, budget, &mut out);
    out.finish()
}

/// A search that fails has its error in the place of its answer; the others are answered.
fn multi_search(
    engine: &Engine,
    request: WireRequest<'_>,
    budget: &Budget,
) -> Result<Vec<u8>, Refusal> {
    let mut common = query_map(request.query);
    let searches = match common.remove("searches") {
        Some(Param::Text(text)) => {
            parse_searches(&text).ok_or_else(|| refuse(400, "`searches` must be a list."))?
        }
        _ => read_body(request.body)?,
    };
    if searches.count > MAX_SEARCHES {
        return Err(refuse(
            400,
            format!(
                "A request has {} searches; the maximum is {MAX_SEARCHES}.",
                searches.count
            ),
        ));
    }
    let searches = searches.list.into_iter();
    let searches: Vec<Result<Params, Refusal>> = searches
        .map(|own| read_search(engine, &common, own))
        .collect();
    let readable = searches.iter().flatten();
    check_hits(
        readable
            .map(Params::max_hits)
            .fold(0, usize::saturating_add),
    )?;
    let mut out = Output::new();
    out.raw("{\"results\":");
    out.list(searches.iter(), |out, search| match search {
        Ok(params) => answer(engine, params, budget, out),
        Err(refusal) => out.json(&json!({ "code": refusal.status, "error": refusal.message })),
    });
    out.raw("}");
    out.finish()
}

fn read_search(
    engine: &Engine,
    common: &ParamMap,
    own: Option<ParamMap>,
) -> Result<Params, Refusal> {
    let own = own.ok_or_else(|| refuse(400, "Each search must be an object."))?;
    let mut map = common.clone();
    map.extend(own);
    let params = Params::read(&map)?;
    check_name(engine, &params.collection, "Not found.")?;
    Ok(params)
}

/// The hits of all searches of a request are bounded together.
fn check_hits(hits: usize) -> Result<(), Refusal> {
    match hits > MAX_HITS {
        true => Err(refuse(
            400,
            format!(
                "The request asks for up to {hits} hits (`per_page` times `group_limit`, over all searches); the maximum is {MAX_HITS}."
            ),
        )),
        false => Ok(()),
    }
}

fn read_body(body: &[u8]) -> Result<Searches, Refusal> {
    let body: Body = serde_json::from_slice(body).map_err(|_| refuse(400, "Bad JSON."))?;
    if let Some(name) = body.unknown {
        return Err(refuse(400, format!("Parameter `{name}` is not supported.")));
    }
    match body.searches {
        Some(Some(searches)) => Ok(searches),
        Some(None) => Err(refuse(400, "`searches` must be a list.")),
        None => Err(refuse(400, "Missing `searches` array.")),
    }
}

/// The parameters in an address; of several of one name the last counts.
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
