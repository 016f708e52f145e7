//! The worst requests that a review of the search found, on an index as large as a library's: each is refused with a
//! reason, or answered within its budget and the maximum of bytes. The tests count visits and measure no time.

use crate::generated_index::{self, COMMON};
use bindery_server::search::Engine;
use bindery_server::search::budget::{Budget, DEFAULT_VISITS, SearchLimits};
use bindery_server::search::query::MatchOptions;
use bindery_server::search::typesense::{
    ApiRequest, ApiResponse, MAX_RESPONSE, media_type, respond_to,
};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

fn engine() -> &'static Engine {
    static ENGINE: OnceLock<Engine> = OnceLock::new();
    ENGINE
        .get_or_init(|| Engine::open(generated_index::large().leak()).expect("the index is whole"))
}

fn limits(visits: u32) -> SearchLimits {
    SearchLimits {
        time: Duration::ZERO,
        visits,
    }
}

/// The response to some searches with a limit of visits, and the number of visits.
fn send_searches_within(searches: &Value, visits: u32) -> (ApiResponse, u64) {
    let body = json!({ "searches": searches }).to_string();
    let request = ApiRequest {
        method: "POST",
        path: "multi_search",
        query: "",
        body: body.as_bytes(),
    };
    let budget = Budget::new(limits(visits), || Duration::ZERO);
    let response = respond_to(Some(engine()), request, &budget);
    assert!(response.body.len() <= MAX_RESPONSE);
    assert!(visits == 0 || budget.visits() <= u64::from(visits));
    (response, budget.visits())
}

fn send_searches(searches: &Value) -> (ApiResponse, u64) {
    send_searches_within(searches, DEFAULT_VISITS)
}

/// The result of a single search, and the number of visits.
fn result(search: Value) -> (Value, u64) {
    let (response, visits) = send_searches(&json!([search]));
    assert_eq!(response.status, 200, "{response:?}");
    (response.json()["results"][0].clone(), visits)
}

fn error_of(search: Value) -> String {
    let (result, visits) = result(search);
    assert_eq!(
        (result["code"].as_u64(), visits),
        (Some(400), 0),
        "{result}"
    );
    result["error"].as_str().unwrap_or_default().to_owned()
}

fn common() -> String {
    COMMON.join(" ")
}

#[test]
fn words_of_a_text_are_filtered_by_postings() {
    let (found, visits) = result(json!({
        "collection": "tcl", "q": "*", "per_page": 0,
        "filter_by": "content:[a1,a2,a3,a4,a5,a6,a7,damage attack skill]",
    }));
    assert_eq!(found["search_cutoff"], false);
    // One for each value's lists, and those of looking through all sections once: no text is read.
    assert!(visits < 2_500, "{visits}");
    let expected = (0..engine().index.len() as u32).filter(|section| {
        let text = engine().index.section(*section).text;
        let words: BTreeSet<&str> = text.split(' ').collect();
        ["damage", "attack", "skill"]
            .iter()
            .all(|word| words.contains(word))
    });
    assert_eq!(found["found"], expected.count());
}

#[test]
fn words_of_headings_are_filtered_by_postings() {
    let index = &engine().index;
    for level in [1, 2, 3] {
        let (found, _) = result(json!({
            "collection": "tcl", "q": "*", "per_page": 0,
            "filter_by": format!("hierarchy.lvl{level}:damage"),
        }));
        let has_word = |section: &u32| {
            let heading = index.hierarchy(*section)[level].unwrap_or_default();
            heading.split(' ').any(|word| word == "damage")
        };
        let expected = (0..index.len() as u32).filter(has_word).count();
        assert_eq!(found["found"], expected, "level {level}");
    }
    let other_names =
        json!({ "collection": "tcl", "q": "*", "per_page": 0, "filter_by": "aliases:egt" });
    assert_eq!(result(other_names).0["found"], index.len());
}

#[test]
fn more_than_sixteen_values_are_refused() {
    let values: Vec<String> = (0..32).map(|number| format!("a{number}")).collect();
    let filter = format!("content:[{}]", values.join(","));
    let error = error_of(json!({ "collection": "tcl", "q": "*", "filter_by": filter }));
    assert!(
        error.ends_with("`filter_by` has too many values; the maximum is 16."),
        "{error}"
    );
}

#[test]
fn whole_values_are_compared_with_a_section_once() {
    let values: Vec<String> = (0..16)
        .map(|number| format!("https://example.org/pages/{number}"))
        .collect();
    let filter = format!("url_without_anchor:=[{}]", values.join(","));
    let (found, visits) =
        result(json!({ "collection": "tcl", "q": "*", "per_page": 0, "filter_by": filter }));
    assert_eq!(
        (&found["found"], &found["search_cutoff"]),
        (&json!(64), &json!(false))
    );
    assert!(visits < 8_000, "{visits}");
}

#[test]
fn sixteen_common_words_get_a_complete_response() {
    let (found, visits) = result(json!({ "collection": "tcl", "q": common() }));
    assert_eq!(found["hits"].as_array().map(Vec::len), Some(10));
    assert_eq!(found["search_cutoff"], false, "{visits} visits");
    assert!(visits < u64::from(DEFAULT_VISITS) / 2, "{visits}");
}

#[test]
fn an_ordinary_request_of_the_interface_uses_a_fraction_of_the_budget() {
    let search = json!({
        "collection": "tcl", "q": "damage att", "group_by": "url", "group_limit": 3, "per_page": 15,
        "facet_by": "docusaurus_tag,language", "filter_by": "docusaurus_tag:=[`default`] && language:=[`en`]",
        "highlight_affix_num_tokens": 50,
    });
    let (response, visits) = send_searches(&json!([search, search, search]));
    for result in response.json()["results"].as_array().expect("results") {
        assert_eq!(result["search_cutoff"], false, "{visits} visits");
        assert_eq!(result["grouped_hits"].as_array().map(Vec::len), Some(15));
    }
    assert!(visits < u64::from(DEFAULT_VISITS) / 2, "{visits}");
}

#[test]
fn many_hits_end_with_the_budget_or_the_bytes() {
    let (response, visits) =
        send_searches(&json!([{ "collection": "tcl", "q": common(), "per_page": 250 }]));
    let result = &response.json()["results"][0];
    let is_whole = result["hits"].as_array().map(Vec::len) == Some(250);
    assert!(response.status == 413 || is_whole || result["search_cutoff"] == true);
    assert!(visits <= u64::from(DEFAULT_VISITS));
}

#[test]
fn too_many_grouped_hits_are_refused() {
    let search = json!({ "collection": "tcl", "q": common(), "group_by": "url", "per_page": 250, "group_limit": 99 });
    let (response, visits) = send_searches(&json!([search]));
    assert_eq!((response.status, visits), (400, 0));
    assert_eq!(
        response.json()["message"],
        "The request asks for up to 24750 hits (`per_page` times `group_limit`, over all searches); the maximum is 1000."
    );
}

#[test]
fn a_repeated_facet_is_refused() {
    let fields = vec!["url"; 50].join(",");
    let error = error_of(json!({ "collection": "tcl", "q": "*", "facet_by": fields }));
    assert_eq!(
        error,
        "Parameter `facet_by` names the field `url` more than once."
    );
}

#[test]
fn ten_searches_share_the_hits_and_the_budget() {
    let search = json!({
        "collection": "tcl", "q": common(), "per_page": 250,
        "facet_by": "url,url_without_anchor,hierarchy.lvl1,hierarchy.lvl2,type,language",
    });
    assert!(error_of(search).contains("names 6 fields; the maximum is 3"));
    let three = json!({
        "collection": "tcl", "q": common(), "per_page": 250, "facet_by": "url,hierarchy.lvl1,type",
    });
    let (response, visits) = send_searches(&Value::Array(vec![three; 10]));
    assert_eq!((response.status, visits), (400, 0));
    let within = json!({
        "collection": "tcl", "q": common(), "per_page": 100, "facet_by": "url,hierarchy.lvl1,type",
    });
    let (response, _) = send_searches(&Value::Array(vec![within; 10]));
    if response.status != 413 {
        assert_eq!(response.status, 200);
        assert_eq!(response.json()["results"][9]["search_cutoff"], true);
    }
}

#[test]
fn misspelt_words_end_with_the_budget() {
    let word = |at: usize| format!("{}xq{}zepmor", COMMON[at], COMMON[15 - at]);
    let query: Vec<String> = (0..16)
        .map(|at| word(at).chars().take(15).collect())
        .collect();
    let search = json!({ "collection": "tcl", "q": query.join(" ") });
    let (response, _) = send_searches(&Value::Array(vec![search; 10]));
    let response = response.json();
    assert_eq!(response["results"][0]["search_cutoff"], false);
    assert_eq!(response["results"][9]["search_cutoff"], true);
}

#[test]
fn tags_around_matches_are_short() {
    for name in ["highlight_start_tag", "highlight_end_tag"] {
        let mut search = json!({ "collection": "tcl", "q": "the damage", "per_page": 250 });
        search[name] = "x".repeat(4_000).into();
        let error = error_of(search);
        assert_eq!(
            error,
            format!("Parameter `{name}` has 4000 bytes; the maximum is 64.")
        );
    }
}

#[test]
fn the_longest_response_is_refused_with_a_reason() {
    let search = json!({
        "collection": "tcl", "q": common(), "per_page": 250, "snippet_threshold": 99_999,
        "highlight_affix_num_tokens": 200,
        "highlight_start_tag": "x".repeat(64), "highlight_end_tag": "y".repeat(64),
    });
    let (response, _) = send_searches_within(&json!([search]), 0);
    assert_eq!(response.status, 413);
    let message = response.json()["message"].to_string();
    assert!(
        message.contains("2000000 bytes") && message.contains("`per_page`"),
        "{message}"
    );
}

#[test]
fn repeated_fields_are_returned_once() {
    let names = vec!["content,url"; 600].join(",");
    let (result, _) = result(json!({
        "collection": "tcl", "q": "damage", "include_fields": names, "highlight_full_fields": names,
    }));
    let document = &result["hits"][0]["document"];
    assert_eq!(
        document.as_object().map(serde_json::Map::len),
        Some(2),
        "{document}"
    );
}

/// With any budget, the hits are a subset of the hits without a limit.
#[test]
fn a_cut_response_is_part_of_the_whole_one() {
    let engine = engine();
    let sections = |query: &str, visits: u32| {
        let budget = Budget::new(limits(visits), || Duration::ZERO);
        budget.begin_search();
        let found = engine.search_within(query, MatchOptions::default(), &budget, |_| true);
        let sections: BTreeSet<u32> = found.hits.iter().map(|hit| hit.section).collect();
        (sections, budget.is_cut())
    };
    for query in [
        "damage",
        "dam",
        "damage attack",
        "s",
        "karensol damage",
        "attck konmi pre",
    ] {
        let (whole, is_cut) = sections(query, 0);
        assert!(!is_cut && !whole.is_empty(), "{query}");
        let mut cuts = 0;
        for visits in (1..60).map(|step| step * step * 3) {
            let (part, is_cut) = sections(query, visits);
            cuts += usize::from(is_cut);
            assert!(part.is_subset(&whole), "{query} within {visits}");
            assert!(is_cut || part == whole, "{query} within {visits}");
        }
        assert!(cuts > 0, "{query}");
    }
}

#[test]
fn results_after_a_timeout_are_marked_as_cut_off() {
    // A clock that advances by a millisecond each time it is read.
    let ticks = AtomicU64::new(0);
    let limits = SearchLimits {
        time: Duration::from_millis(8),
        visits: 0,
    };
    let budget = Budget::new(limits, move || {
        Duration::from_millis(ticks.fetch_add(1, Ordering::Relaxed))
    });
    let search = json!({ "collection": "tcl", "q": "*", "per_page": 250, "group_by": "url" });
    let body = json!({ "searches": [search] }).to_string();
    let request = ApiRequest {
        method: "POST",
        path: "multi_search",
        query: "",
        body: body.as_bytes(),
    };
    let response = respond_to(Some(engine()), request, &budget);
    let result = &response.json()["results"][0];
    assert_eq!(result["search_cutoff"], true, "{result}");
    assert!(result["found"].as_u64() < Some(engine().index.len() as u64));
}

#[test]
fn an_export_is_whole_or_refused() {
    let export = |query: &str| {
        let request = ApiRequest {
            method: "GET",
            path: "collections/tcl/documents/export",
            query,
            body: b"",
        };
        let budget = Budget::new(limits(DEFAULT_VISITS), || Duration::ZERO);
        respond_to(Some(engine()), request, &budget)
    };
    let path = "collections/tcl/documents/export";
    let ids = export("include_fields=id");
    assert_eq!(ids.status, 200);
    assert_eq!(media_type(path, &ids), "text/plain; charset=utf-8");
    let text = String::from_utf8(ids.body).expect("UTF-8");
    assert_eq!(text.lines().count(), engine().index.len());
    assert!(text.lines().all(|line| line.starts_with("{\"id\":\"")));
    let whole = export("");
    assert_eq!(whole.status, 413);
    assert_eq!(media_type(path, &whole), "application/json; charset=utf-8");
    assert!(whole.json()["message"].to_string().contains("`filter_by`"));
    let some = export("filter_by=url_without_anchor:=https://example.org/pages/7");
    assert_eq!(some.body.split(|byte| *byte == b'\n').count(), 5);
}

#[test]
fn a_document_is_found_by_its_id() {
    let get = |id: &str| {
        let path = format!("collections/tcl/documents/{id}");
        let request = ApiRequest {
            method: "GET",
            path: &path,
            query: "",
            body: b"",
        };
        respond_to(Some(engine()), request, &Budget::unlimited())
    };
    let id = bindery_server::search::record::id(&engine().index, 4_321);
    let document = get(&id).json();
    assert_eq!(
        (&document["id"], &document["anchor"]),
        (&json!(id), &json!("part-1"))
    );
    let missing = get("none");
    assert_eq!(missing.status, 404);
    assert_eq!(
        missing.json()["message"],
        "Could not find a document with id: none"
    );
}

#[test]
fn hits_are_sorted_as_requested() {
    let priorities = |sort: &str| -> Vec<i64> {
        let (result, _) =
            result(json!({ "collection": "tcl", "q": "damage", "sort_by": sort, "per_page": 50 }));
        let hits = result["hits"].as_array().expect("hits").iter();
        hits.map(|hit| hit["document"]["item_priority"].as_i64().expect("a number"))
            .collect()
    };
    assert!(priorities("item_priority:asc").is_sorted());
    let descending = priorities("item_priority:desc,_text_match:asc");
    assert!(descending.is_sorted_by(|a, b| a >= b));
    assert!(!priorities("item_priority:desc").is_sorted_by(|a, b| a >= b));
}
