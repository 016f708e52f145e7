//! Typesense's API over the engine: which request is which, and answers in its words.
//!
//! In: method, path, query and body. Out: a status and JSON. Pure; sockets are [`crate::http`]'s, headers
//! [`crate::respond`]'s. The key is accepted wherever clients put it, and whatever it is: all that can be found is public.

use super::Engine;
use super::answer::answer;
use super::fields;
use super::params::{Params, Refusal, refuse};
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value, json};

/// Bytes of a body.
pub const MOST_BODY: usize = 64 * 1024;
/// Searches of a request.
pub const MOST_SEARCHES: usize = 10;

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
#[derive(Clone, Debug, PartialEq)]
pub struct WireAnswer {
    /// As of HTTP.
    pub status: u16,
    /// The body.
    pub json: Value,
}

impl From<Refusal> for WireAnswer {
    fn from(refusal: Refusal) -> Self {
        WireAnswer {
            status: refusal.status,
            json: json!({ "message": refusal.message }),
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

/// The answer to a request.
#[must_use]
pub fn respond_to(engine: Option<&Engine>, request: WireRequest<'_>) -> WireAnswer {
    if request.path == "health" {
        return WireAnswer {
            status: 200,
            json: json!({ "ok": engine.is_some() }),
        };
    }
    let Some(engine) = engine else {
        return refuse(503, "The search is not available.").into();
    };
    if request.body.len() > MOST_BODY {
        return refuse(413, format!("The body is longer than {MOST_BODY} bytes.")).into();
    }
    let segments: Vec<String> = request.path.split('/').map(decode).collect();
    let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
    let answered = match (request.method, segments.as_slice()) {
        ("GET" | "HEAD" | "POST", ["multi_search"]) => multi_search(engine, request),
        ("GET" | "HEAD", ["collections", name]) => collection(engine, name),
        ("GET" | "HEAD", ["collections", name, "documents", "search"]) => {
            one_search(engine, name, request)
        }
        ("GET" | "HEAD", _) => Err(refuse(404, "Not Found")),
        _ => Err(refuse(405, "This search can only be asked.")),
    };
    answered.unwrap_or_else(WireAnswer::from)
}

fn found(json: Value) -> Result<WireAnswer, Refusal> {
    Ok(WireAnswer { status: 200, json })
}

fn collection(engine: &Engine, name: &str) -> Result<WireAnswer, Refusal> {
    check_name(engine, name, "Not Found")?;
    let mut schema = fields::schema(name);
    schema["num_documents"] = engine.index.len().into();
    schema["created_at"] = 0.into();
    schema["symbols_to_index"] = json!([]);
    schema["enable_nested_fields"] = false.into();
    found(schema)
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
) -> Result<WireAnswer, Refusal> {
    check_name(engine, name, "Not Found")?;
    let mut map = query_map(request.query);
    map.insert("collection".to_owned(), name.into());
    found(answer(engine, &Params::read(&map)?))
}

/// What fails is told in the place of its answer; the others are answered.
fn multi_search(engine: &Engine, request: WireRequest<'_>) -> Result<WireAnswer, Refusal> {
    let mut common = query_map(request.query);
    let listed = match common.remove("searches") {
        Some(Value::String(text)) => serde_json::from_str(&text).ok(),
        _ => None,
    };
    let searches = match listed {
        Some(Value::Array(list)) => list,
        Some(_) => return Err(refuse(400, "`searches` must be a list.")),
        None => read_body(request.body)?,
    };
    if searches.len() > MOST_SEARCHES {
        return Err(refuse(
            400,
            format!("More than {MOST_SEARCHES} searches in one request."),
        ));
    }
    let results = searches.into_iter().map(|search| {
        let Value::Object(own) = search else {
            return told(refuse(400, "Each search must be an object."));
        };
        let mut map = common.clone();
        map.extend(own);
        let answered = Params::read(&map).and_then(|params| {
            check_name(engine, &params.collection, "Not found.")?;
            Ok(answer(engine, &params))
        });
        answered.unwrap_or_else(told)
    });
    found(json!({ "results": results.collect::<Vec<_>>() }))
}

fn told(refusal: Refusal) -> Value {
    json!({ "code": refusal.status, "error": refusal.message })
}

fn read_body(body: &[u8]) -> Result<Vec<Value>, Refusal> {
    let body = match serde_json::from_slice(body) {
        Ok(Value::Object(body)) => body,
        Ok(_) | Err(_) => return Err(refuse(400, "Bad JSON.")),
    };
    let mut searches = None;
    for (name, value) in body {
        match (name.as_str(), value) {
            ("searches", Value::Array(list)) => searches = Some(list),
            ("searches", _) => return Err(refuse(400, "`searches` must be a list.")),
            ("union", Value::Bool(false)) => {}
            _ => return Err(refuse(400, format!("Parameter `{name}` is not supported."))),
        }
    }
    searches.ok_or_else(|| refuse(400, "Missing `searches` array."))
}

/// The parameters in an address; of several of one name the last counts.
pub(crate) fn query_map(query: &str) -> Map<String, Value> {
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    let pairs = pairs.map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        (decode(name), Value::String(decode(value)))
    });
    pairs.collect()
}

fn decode(text: &str) -> String {
    let text = text.replace('+', " ");
    percent_decode_str(&text).decode_utf8_lossy().into_owned()
}
