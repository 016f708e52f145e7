//! The search of the site: its responses to clients of Typesense, and to readers without script.

mod answers;
mod figures;
mod operators;
mod quality;

use crate::support::client::Connection;
use crate::support::expected::root;
use crate::support::server;
use bindery_server::search::Engine;
use bindery_server::search::budget::{Budget, DEFAULT_VISITS, SearchLimits};
use bindery_server::search::typesense::{ApiRequest, respond_to};
use bindery_site::SITE;
use libtest_mimic::Trial;
use serde_json::Value;
use std::{sync::OnceLock, time::Duration};

type Case = (&'static str, fn() -> Result<(), String>);

const CASES: [Case; 7] = [
    (
        "searches_beyond_the_share_of_a_client_are_refused_as_json_and_as_a_page",
        beyond_the_share,
    ),
    ("hostile_queries_and_filters_cost_bounded_visits", hostile),
    ("captured_requests_are_answered", captured),
    ("groups_hold_the_best_sections", groups),
    ("what_is_wrong_is_told_as_clients_expect", errors),
    ("bodies_and_keys_come_as_browsers_send_them", sockets),
    ("the_page_answers_without_script", without_script),
];

pub(crate) fn cases() -> Vec<Trial> {
    let trials = CASES
        .iter()
        .map(|(name, case)| Trial::test(format!("search::{name}"), move || Ok(case()?)));
    trials
        .chain(answers::cases())
        .chain(figures::cases())
        .chain(quality::cases())
        .chain(operators::cases())
        .collect()
}

/// The default limit of visits without a limit of time, so that responses do not depend on the machine.
const LIMITS: SearchLimits = SearchLimits {
    time: Duration::ZERO,
    visits: DEFAULT_VISITS,
};

/// More requests than a client with a share of one percent of a core may send, even with pauses between them.
const MANY: usize = 50_000;

fn beyond_the_share() -> Result<(), String> {
    let running = server::start_with(&["--search-share", "1"])?;
    let mut connection = Connection::open(running.address)?;
    let api = "/collections/tcl/documents/search?q=the+damage&query_by=content";
    let refused = (0..MANY).find_map(|_| match connection.get(api, &[]) {
        Ok(response) if response.status == 200 => None,
        other => Some(other),
    });
    let refused = refused.ok_or("no search was refused")??;
    ensure(refused.status == 429, || refused.status.to_string())?;
    ensure(
        refused
            .header("retry-after")
            .parse::<u64>()
            .is_ok_and(|seconds| seconds > 0),
        || format!("Retry-After: {}", refused.header("retry-after")),
    )?;
    let message: Value =
        serde_json::from_slice(&refused.body).map_err(|error| error.to_string())?;
    ensure(message["message"].is_string(), || message.to_string())?;
    let page = (0..MANY).find_map(|_| match connection.get("/search?q=the+damage", &[]) {
        Ok(response) if response.status == 200 => None,
        other => Some(other),
    });
    let page = page.ok_or("no page was refused")??;
    let text = page.text()?;
    ensure(page.status == 429, || page.status.to_string())?;
    ensure(page.header("content-type").starts_with("text/html"), || {
        text.clone()
    })?;
    ensure(
        page.header("content-security-policy")
            .contains("default-src 'none'"),
        || text.clone(),
    )?;
    ensure(text.contains("<p>Too many searches"), || text.clone())?;
    ensure(text.contains("value=\"the damage\""), || text.clone())?;
    let home = connection.get("/", &[])?.status;
    ensure(home == 200, || format!("pages are no searches: {home}"))
}

fn ensure(holds: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(message()) }
}

fn engine() -> &'static Engine {
    static ENGINE: OnceLock<Engine> = OnceLock::new();
    ENGINE.get_or_init(|| {
        let bytes = SITE.search_index().expect("the site has an index");
        Engine::open(bytes).expect("the index is whole")
    })
}

/// Sends queries, filters and bodies of all kinds: none may panic, and none may exceed its visits.
fn hostile() -> Result<(), String> {
    let letters = [
        "a", "e", "ü", "的", "\u{301}", "`", "[", "&&", "(", ":", "1.", " ", "\u{0}", "\u{202e}",
        "*",
    ];
    let mut state = 1_u64;
    let mut random = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for round in 0..400 {
        let text: String = (0..random(60))
            .map(|_| letters[random(letters.len())])
            .collect();
        let filter: String = (0..random(60))
            .map(|_| letters[random(letters.len())])
            .collect();
        let filter = if round % 3 == 0 {
            format!("language:=[{filter}")
        } else {
            filter
        };
        let body = serde_json::json!({ "searches": [{ "collection": "tcl", "q": text, "filter_by": filter }] }).to_string();
        let budget = Budget::new(LIMITS, || Duration::ZERO);
        let request = ApiRequest {
            method: "POST",
            path: "multi_search",
            query: "",
            body: body.as_bytes(),
        };
        let response = respond_to(Some(engine()), request, &budget);
        ensure(response.status == 200, || format!("{body}: {response:?}"))?;
        ensure(budget.visits() <= u64::from(LIMITS.visits), || {
            format!("{body}: {budget:?}")
        })?;
        let cut = random(body.len());
        respond("POST", "multi_search", "", &body.as_bytes()[..cut]);
    }
    Ok(())
}

fn respond(
    method: &str,
    path: &str,
    query: &str,
    body: &[u8],
) -> bindery_server::search::typesense::ApiResponse {
    respond_to(
        Some(engine()),
        ApiRequest {
            method,
            path,
            query,
            body,
        },
        &Budget::unlimited(),
    )
}

fn captured() -> Result<(), String> {
    let text = std::fs::read_to_string(root().join("tests/search/captured.jsonl"));
    let text = text.map_err(|error| error.to_string())?;
    for line in text.lines() {
        let request: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let text = |name: &str| request[name].as_str().unwrap_or_default();
        let (path, query) = text("url").split_once('?').unwrap_or((text("url"), ""));
        let response = respond(
            text("method"),
            path.trim_start_matches('/'),
            query,
            text("body").as_bytes(),
        );
        ensure(response.status == 200, || format!("{line}: {response:?}"))?;
        let asked: Value = serde_json::from_str(text("body")).unwrap_or_default();
        for (at, search) in asked["searches"]
            .as_array()
            .into_iter()
            .flatten()
            .enumerate()
        {
            check_result(search, &response.json()["results"][at])
                .map_err(|error| format!("{search}: {error}"))?;
        }
    }
    Ok(())
}

fn check_result(search: &Value, result: &Value) -> Result<(), String> {
    let names = [
        "facet_counts",
        "found",
        "found_docs",
        "grouped_hits",
        "out_of",
        "page",
        "request_params",
        "search_cutoff",
        "search_time_ms",
    ];
    let missing: Vec<&&str> = names
        .iter()
        .filter(|name| result.get(name).is_none())
        .collect();
    ensure(missing.is_empty(), || format!("no {missing:?} in {result}"))?;
    let nothing = ["zz", "zzz", "zzzz"].contains(&search["q"].as_str().unwrap_or_default());
    let groups = result["grouped_hits"].as_array().ok_or("no groups")?;
    let is_counted = search["per_page"] == 0;
    ensure(groups.is_empty() == (nothing || is_counted), || {
        format!("{} groups", groups.len())
    })?;
    for group in groups {
        let hit = &group["hits"][0];
        let document = hit["document"].as_object().ok_or("no document")?;
        let allowed = search["include_fields"].as_str().unwrap_or_default();
        let extra = document
            .keys()
            .find(|name| !allowed.split(',').any(|own| own == *name));
        ensure(extra.is_none(), || format!("{extra:?} was not asked for"))?;
        ensure(group["group_key"][0] == document["url"], || {
            format!("{group}")
        })?;
        let marked = hit["highlights"]
            .as_array()
            .is_some_and(|list| !list.is_empty());
        ensure(marked, || format!("nothing is marked: {hit}"))?;
    }
    Ok(())
}

fn groups() -> Result<(), String> {
    let query = "q=hutao&query_by=hierarchy.lvl1,content&group_by=url_without_anchor&group_limit=2&per_page=250&sort_by=_text_match:desc,item_priority:desc";
    let response = respond("GET", "collections/tcl/documents/search", query, b"").json();
    let first = &response["grouped_hits"][0];
    let url = format!("{}/characters/pyro/hu-tao", SITE.url);
    ensure(first["group_key"][0] == url.as_str(), || first.to_string())?;
    let hits = first["hits"].as_array().map_or(0, Vec::len);
    ensure(hits == 2 && first["found"].as_u64() > Some(2), || {
        first.to_string()
    })?;
    let marked = &first["hits"][0]["highlight"]["hierarchy.lvl1"]["snippet"];
    ensure(marked == "<mark>Hu</mark> <mark>Tao</mark>", || {
        marked.to_string()
    })
}

fn errors() -> Result<(), String> {
    let answer_to = |search: &str| {
        let body = format!("{{\"searches\":[{search}]}}");
        respond("POST", "multi_search", "", body.as_bytes()).json()["results"][0].clone()
    };
    let unknown = answer_to(r#"{"collection":"tcl","q":"x","filter_by":"foo:=1"}"#);
    let wanted = serde_json::json!({ "code": 404, "error": "Could not find a filter field named `foo` in the schema." });
    ensure(unknown == wanted, || unknown.to_string())?;
    let vector = answer_to(r#"{"collection":"tcl","q":"x","vector_query":"a"}"#);
    ensure(
        vector["code"] == 400 && vector.to_string().contains("`vector_query`"),
        || vector.to_string(),
    )?;
    let other = answer_to(r#"{"collection":"other","q":"x"}"#);
    ensure(other["code"] == 404, || other.to_string())?;
    for (path, query, status) in [
        ("collections/other", "", 404),
        ("collections/tcl/documents/search", "", 400),
        ("collections/tcl/documents/search", "q=x&per_page=251", 422),
        ("collections/tcl/documents/none", "", 404),
        ("collections/tcl/documents/export", "q=x", 400),
        ("collections/tcl/overrides", "", 404),
    ] {
        let response = respond("GET", path, query, b"");
        ensure(
            response.status == status && response.json()["message"].is_string(),
            || format!("{path}?{query}: {response:?}"),
        )?;
    }
    let long = format!("q={}", "a".repeat(257));
    ensure(
        respond("GET", "collections/tcl/documents/search", &long, b"").status == 400,
        || "a long query".to_owned(),
    )?;
    let many = format!("{{\"searches\":[{}]}}", ["{\"q\":\"x\"}"; 11].join(","));
    for (body, status) in [
        ("{", 400),
        ("[]", 400),
        ("{\"union\":true,\"searches\":[]}", 400),
        (&many, 400),
    ] {
        let response = respond("POST", "multi_search", "", body.as_bytes());
        ensure(response.status == status, || {
            format!("{body}: {response:?}")
        })?;
    }
    ensure(
        respond("POST", "multi_search", "", &[b' '; 65 * 1024]).status == 413,
        || "a long body".to_owned(),
    )?;
    ensure(
        respond("DELETE", "collections/tcl", "", b"").status == 405,
        || "a deletion".to_owned(),
    )
}

/// Sends a request as a client of Typesense does.
fn post(
    target: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Result<crate::support::client::Response, String> {
    let length = body.len().to_string();
    let mut all = vec![("Content-Length", length.as_str())];
    all.extend_from_slice(headers);
    let mut connection = Connection::open(server::shared()?.address)?;
    connection.send_with_body("POST", target, &all, body)
}

fn sockets() -> Result<(), String> {
    let body = r#"{"searches":[{"collection":"tcl","q":"ganyu","query_by":"content"}]}"#;
    for (target, headers) in [
        (
            "/multi_search?x-typesense-api-key=K",
            [("Content-Type", "text/plain")],
        ),
        ("/multi_search", [("X-TYPESENSE-API-KEY", "K")]),
    ] {
        let response = post(target, &headers, body)?;
        ensure(
            response.status == 200 && response.header("access-control-allow-origin") == "*",
            || format!("{response:?}"),
        )?;
        let json: Value =
            serde_json::from_str(&response.text()?).map_err(|error| error.to_string())?;
        ensure(json["results"][0]["found"].as_u64() > Some(0), || {
            json.to_string()
        })?;
    }
    let most = format!("{body}{}", " ".repeat(60 * 1024));
    ensure(post("/multi_search", &[], &most)?.status == 200, || {
        "a body of many kilobytes".to_owned()
    })?;
    let long = " ".repeat(80 * 1024);
    ensure(post("/multi_search", &[], &long)?.status == 413, || {
        "a long body".to_owned()
    })?;
    let mut connection = Connection::open(server::shared()?.address)?;
    let response = connection.send(
        "OPTIONS",
        "/multi_search",
        &[("Origin", "https://other.example")],
    )?;
    ensure(
        response.status == 204
            && response
                .header("access-control-allow-headers")
                .contains("x-typesense-api-key"),
        || format!("{response:?}"),
    )?;
    let health = connection.get("/health", &[])?;
    ensure(health.text()? == "{\"ok\":true}", || format!("{health:?}"))?;
    let schema = connection.get("/collections/tcl", &[])?.text()?;
    ensure(schema.contains("\"num_documents\":"), || schema.clone())?;
    ensure(post("/characters", &[], "")?.status == 405, || {
        "a page was posted to".to_owned()
    })
}

fn without_script() -> Result<(), String> {
    let mut connection = Connection::open(server::shared()?.address)?;
    let page = connection.get("/search?q=hutao", &[])?;
    let text = page.text()?;
    ensure(
        text.contains("<a href=\"/characters/pyro/hu-tao\"><mark>Hu</mark> <mark>Tao</mark></a>"),
        || text.clone(),
    )?;
    ensure(
        text.contains("<title>Search results for &quot;hutao&quot;")
            && text.contains("value=\"hutao\""),
        || text.clone(),
    )?;
    ensure(
        page.header("content-security-policy")
            .contains("script-src 'self'"),
        || format!("{:?}", page.headers),
    )?;
    let markup = connection
        .get("/search?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E", &[])?
        .text()?;
    ensure(!markup.contains("<script>alert"), || markup.clone())?;
    let settings = connection.get("/_bindery/settings.json", &[])?.text()?;
    ensure(settings.contains(r#""collection":"tcl""#), || settings)
}
