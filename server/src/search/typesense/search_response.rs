//! Writes the response to one search in the format of Typesense.

use super::compiled_filter::CompiledFilter;
use super::facets::{facet, groups};
use super::hit_writer::HitWriter;
use super::json_writer::JsonWriter;
use super::params::Params;
use super::sort::sort_hits;
use crate::search::answer::{Answer, AnswerBody, find_answer};
use crate::search::budget::Budget;
use crate::search::index::Index;
use crate::search::query::{MatchOptions, suggestions};
use crate::search::rank::Hit;
use crate::search::record::SchemaField;
use crate::search::{Engine, SearchResult};
use serde::Serialize;
use std::time::Instant;

/// Writes the response. Once the budget is used up, it is incomplete and has `search_cutoff`.
pub(super) fn write_search_response(
    engine: &Engine,
    params: &Params,
    budget: &Budget,
    out: &mut JsonWriter,
) {
    let started = Instant::now();
    budget.begin_search();
    let index = &engine.index;
    let conditions = CompiledFilter::new(&params.filter, index, budget);
    let accepts = |section| conditions.accepts(section);
    let options = MatchOptions {
        language: conditions.language(),
        ..params.options
    };
    let found = find(engine, params, options, budget, accepts);
    out.raw("{\"facet_counts\":");
    out.list(params.facets.iter(), |out, field| {
        out.json(&facet(
            index,
            *field,
            &found.hits,
            params.max_facets,
            budget,
        ));
    });
    if params.page <= 1 {
        write_answer(index, &found, budget, out);
        write_unknown_words(index, &found, budget, accepts, out);
    }
    let writer = ResponseWriter {
        params,
        found: &found,
        hit_writer: HitWriter::new(index, params, &found, budget),
        budget,
    };
    match params.group_by {
        Some(field) => writer.write_groups(field, out),
        None => writer.write_hits(out),
    }
    entry(out, "out_of", &index.len());
    entry(out, "page", &params.page);
    let request = RequestParams {
        collection_name: &index.meta.collection,
        first_q: &params.query,
        per_page: params.per_page,
        q: &params.query,
    };
    entry(out, "request_params", &request);
    entry(out, "search_cutoff", &budget.is_cut());
    entry(out, "search_time_ms", &started.elapsed().as_millis());
    out.raw("}");
}

/// Writes `answer`, the figure that the query names. Typesense does not have this member.
fn write_answer(index: &Index, found: &SearchResult, budget: &Budget, out: &mut JsonWriter) {
    if let Some(answer) = find_answer(index, &found.query, &found.hits, budget) {
        out.raw(",\"answer\":");
        out.json(&AnswerResponse::new(index, &answer));
    }
}

/// Writes `unknown`, the words that the index does not have, and `understood`, the rest of the query, where nothing is found.
/// Typesense does not have these members.
fn write_unknown_words(
    index: &Index,
    found: &SearchResult,
    budget: &Budget,
    accepts: impl Fn(u32) -> bool,
    out: &mut JsonWriter,
) {
    if !found.hits.is_empty() || found.query.words.is_empty() {
        return;
    }
    if let Some(suggestions) = suggestions(index, &found.query, budget, accepts) {
        out.raw(",\"unknown\":");
        out.list(suggestions.unknown.into_iter(), |out, (word, nearest)| {
            out.json(&UnknownWord { word, nearest });
        });
        entry(out, "understood", &suggestions.understood);
    }
}

#[derive(Serialize)]
struct AnswerResponse<'a> {
    url: String,
    title: &'a str,
    heading: &'a str,
    figures: Vec<FigureResponse<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sentence: Option<&'a str>,
}

#[derive(Serialize)]
struct FigureResponse<'a> {
    name: &'a str,
    value: &'a str,
}

#[derive(Serialize)]
struct UnknownWord {
    word: String,
    nearest: Vec<String>,
}

impl<'a> AnswerResponse<'a> {
    fn new(index: &'a Index, answer: &'a Answer<'a>) -> AnswerResponse<'a> {
        let section = index.section(answer.section);
        let (figures, sentence) = match &answer.body {
            AnswerBody::Figures(figures) => (figures.as_slice(), None),
            AnswerBody::Sentence(sentence) => (&[][..], Some(*sentence)),
        };
        let figures = figures.iter().map(|figure| FigureResponse {
            name: &figure.name,
            value: &figure.value,
        });
        AnswerResponse {
            url: format!("{}{}", index.meta.origin, answer.path(index)),
            title: index.page(section.page).title,
            heading: section.heading,
            figures: figures.collect(),
            sentence,
        }
    }
}

/// The hits in the requested order.
fn find(
    engine: &Engine,
    params: &Params,
    options: MatchOptions,
    budget: &Budget,
    accepts: impl Fn(u32) -> bool,
) -> SearchResult {
    let query = params.query.trim();
    let mut found = match query.is_empty() || query == "*" {
        true => engine.all_sections(budget, accepts),
        false => engine.search_within(&params.query, options, budget, accepts),
    };
    sort_hits(&engine.index, &params.sort, &mut found.hits, budget);
    found
}

/// The parameters that Typesense repeats in its response.
#[derive(Serialize)]
struct RequestParams<'a> {
    collection_name: &'a str,
    first_q: &'a str,
    per_page: usize,
    q: &'a str,
}

/// Writes another member of the object.
fn entry(out: &mut JsonWriter, name: &str, value: &impl Serialize) {
    out.raw(",\"");
    out.raw(name);
    out.raw("\":");
    out.json(value);
}

struct ResponseWriter<'a> {
    params: &'a Params,
    found: &'a SearchResult,
    hit_writer: HitWriter<'a>,
    budget: &'a Budget,
}

impl ResponseWriter<'_> {
    fn write_hits(&self, out: &mut JsonWriter) {
        entry(out, "found", &self.found.hits.len());
        out.raw(",\"hits\":");
        self.write_list(self.page_of(&self.found.hits), out);
    }

    /// Groups in the order of their best hits.
    fn write_groups(&self, field: SchemaField, out: &mut JsonWriter) {
        let index = self.hit_writer.index();
        let hits = &self.found.hits;
        let groups = groups(index, field, hits, self.params.group_limit, self.budget);
        entry(out, "found", &groups.len());
        entry(out, "found_docs", &hits.len());
        out.raw(",\"grouped_hits\":");
        let shown = self.page_of(&groups).iter().filter_map(|group| {
            // A group without hits is left out.
            let hits = group.hits.iter().copied();
            let hits: Vec<&Hit> = hits
                .take_while(|hit| self.hit_writer.is_affordable(hit))
                .collect();
            hits.first()
                .copied()
                .map(|first| (group.count, first.section, hits))
        });
        out.list(shown, |out, (count, section, hits)| {
            out.raw("{\"found\":");
            out.json(&count);
            entry(out, "group_key", &[field.value(index, section)]);
            out.raw(",\"hits\":");
            out.list(hits.into_iter(), |out, hit| self.hit_writer.write(hit, out));
            out.raw("}");
        });
    }

    fn write_list(&self, hits: &[Hit], out: &mut JsonWriter) {
        let shown = hits
            .iter()
            .take_while(|hit| self.hit_writer.is_affordable(hit));
        out.list(shown, |out, hit| self.hit_writer.write(hit, out));
    }

    /// The part of a list that is on the page.
    fn page_of<'l, T>(&self, list: &'l [T]) -> &'l [T] {
        let first = (self.params.page - 1).saturating_mul(self.params.per_page);
        let rest = list.get(first..).unwrap_or_default();
        &rest[..rest.len().min(self.params.per_page)]
    }
}

#[cfg(test)]
mod tests {
    use crate::search::Engine;
    use crate::search::budget::{Budget, SearchLimits};
    use crate::search::typesense::{ApiRequest, respond_to};
    use bindery_fixture::index_writer::{Page, Section, write};
    use serde_json::Value;
    use std::time::Duration;

    fn respond(query: &str, budget: &Budget) -> Value {
        let page = Page {
            url: "/ganyu".to_owned(),
            title: "Ganyu".to_owned(),
            is_entity: true,
            sections: vec![Section::new(1, "Ganyu", "", "An arrow.\nBase HP\t9797")],
            ..Page::default()
        };
        let engine = Engine::open(write(&[page], &[]).leak()).unwrap();
        let request = ApiRequest {
            method: "GET",
            path: "collections/tcl/documents/search",
            query,
            body: b"",
        };
        respond_to(Some(&engine), request, budget).json()
    }

    #[test]
    fn fillers_are_no_dropped_tokens_and_only_matches_count_as_fields() {
        let response = respond(
            "q=what+is+ganyu&query_by=hierarchy.lvl1,content",
            &Budget::unlimited(),
        );
        let info = &response["hits"][0]["text_match_info"];
        assert_eq!(info["num_tokens_dropped"], 0, "{response}");
        assert_eq!(info["tokens_matched"], 1);
        // The heading matches, its text is shown without a match.
        assert_eq!(
            response["hits"][0]["highlights"].as_array().unwrap().len(),
            2
        );
        assert_eq!(info["fields_matched"], 1);
    }

    #[test]
    fn a_query_has_the_fillers_of_the_language_that_is_searched() {
        let page = |language: &str, text: &str| Page {
            url: format!("/{language}"),
            title: "Page".to_owned(),
            language: language.to_owned(),
            sections: vec![Section::new(1, "Page", "", text)],
            ..Page::default()
        };
        let pages = [
            page("en", "Bin packing, and packing."),
            page("de", "Bin packing, and packing."),
        ];
        let engine = Engine::open(write(&pages, &[]).leak()).unwrap();
        let matched = |filter: &str| {
            let request = ApiRequest {
                method: "GET",
                path: "collections/tcl/documents/search",
                query: &format!("q=bin+packing&query_by=content&filter_by={filter}"),
                body: b"",
            };
            let response = respond_to(Some(&engine), request, &Budget::unlimited()).json();
            let tokens = &response["hits"][0]["highlights"][0]["matched_tokens"];
            tokens.to_string()
        };
        assert_eq!(matched("language:=en"), "[\"Bin\",\"packing\"]");
        assert_eq!(matched("language:=de"), "[\"packing\"]");
        assert_eq!(
            matched("language:=[de]+%26%26+docusaurus_tag:=default"),
            "[\"packing\"]"
        );
        // What is a filler in one of the languages only is looked for.
        assert_eq!(matched("language:=[de,en]"), "[\"Bin\",\"packing\"]");
        assert_eq!(matched("language:!=en"), "[\"Bin\",\"packing\"]");
    }

    #[test]
    fn an_answer_has_figures_and_is_on_the_first_page_only() {
        let query = "q=ganyu+base+hp&query_by=content";
        let response = respond(query, &Budget::unlimited());
        assert_eq!(
            response["answer"]["figures"][0]["value"], "9797",
            "{response}"
        );
        assert!(response["answer"].get("sentence").is_none());
        let next = respond(&format!("{query}&page=2"), &Budget::unlimited());
        assert!(next.get("answer").is_none(), "{next}");
    }

    #[test]
    fn only_a_complete_search_names_unknown_words() {
        let query = "q=does+ganyxqz&query_by=content";
        let response = respond(query, &Budget::unlimited());
        let expected = serde_json::json!([{ "word": "ganyxqz", "nearest": ["ganyu"] }]);
        assert_eq!(response["unknown"], expected, "{response}");
        assert_eq!(response["understood"], "", "{response}");
        let partly = respond(
            "q=ganyxqz+is+arrow+zzzqq&query_by=content",
            &Budget::unlimited(),
        );
        assert_eq!(partly["understood"], "arrow", "{partly}");
        let limits = SearchLimits {
            time: Duration::ZERO,
            visits: 1,
        };
        let cut = respond(query, &Budget::new(limits, || Duration::ZERO));
        assert!(
            cut.get("unknown").is_none() && cut["search_cutoff"] == true,
            "{cut}"
        );
        let filtered = respond(
            &format!("{query}&filter_by=language:=de"),
            &Budget::unlimited(),
        );
        assert_eq!(
            filtered["unknown"][0]["nearest"].as_array().unwrap().len(),
            0,
            "{filtered}"
        );
    }
}
