//! The answer to one search, as Typesense writes it.

use super::fields::{Field, document};
use super::highlight::{Marked, Marker, Style};
use super::params::Params;
use super::rank::Hit;
use super::{Engine, Found};
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::time::Instant;

/// The answer.
#[must_use]
pub(super) fn answer(engine: &Engine, params: &Params) -> Value {
    let started = Instant::now();
    let accepts = |section| params.filter.accepts(&engine.index, section);
    let query = params.query.trim();
    let found = match query.is_empty() || query == "*" {
        true => engine.everything(accepts),
        false => engine.search(&params.query, params.leniency, accepts),
    };
    let writer = Writer {
        engine,
        params,
        marker: Marker::new(&found.words),
        found: &found,
    };
    let mut answer = json!({
        "facet_counts": writer.facets(),
        "out_of": engine.index.len(),
        "page": params.page,
        "request_params": {
            "collection_name": engine.index.meta.collection,
            "first_q": params.query,
            "per_page": params.per_page,
            "q": params.query,
        },
        "search_cutoff": false,
    });
    match params.group_by {
        Some(field) => writer.write_groups(field, &mut answer),
        None => {
            answer["found"] = found.hits.len().into();
            let shown = found
                .hits
                .iter()
                .skip((params.page - 1).saturating_mul(params.per_page));
            let hits = shown.take(params.per_page).map(|hit| writer.hit(hit));
            answer["hits"] = hits.collect();
        }
    }
    answer["search_time_ms"] = (started.elapsed().as_millis() as u64).into();
    answer
}

struct Writer<'a> {
    engine: &'a Engine,
    params: &'a Params,
    marker: Marker<'a>,
    found: &'a Found,
}

impl Writer<'_> {
    /// Groups in the order of their best hits.
    fn write_groups(&self, field: Field, answer: &mut Value) {
        let index = &self.engine.index;
        // Most hits are only counted: pages and sections are told apart by number.
        let number = |hit: &Hit| match field {
            Field::PageUrl => Some(index.section(hit.section).page),
            Field::Url => Some(hit.section),
            _ => None,
        };
        let mut numbers: HashMap<u32, usize> = HashMap::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut groups: Vec<(String, usize, Vec<&Hit>)> = Vec::new();
        for hit in &self.found.hits {
            let known = groups.len();
            let place = match number(hit) {
                Some(number) => *numbers.entry(number).or_insert(known),
                None => *places
                    .entry(field.value(index, hit.section))
                    .or_insert(known),
            };
            if place == known {
                groups.push((field.value(index, hit.section), 0, Vec::new()));
            }
            let (_, count, hits) = &mut groups[place];
            *count += 1;
            if hits.len() < self.params.group_limit {
                hits.push(hit);
            }
        }
        answer["found"] = groups.len().into();
        answer["found_docs"] = self.found.hits.len().into();
        let first = (self.params.page - 1).saturating_mul(self.params.per_page);
        let shown = groups.iter().skip(first).take(self.params.per_page);
        let shown = shown.map(|(key, count, hits)| {
            let hits: Vec<Value> = hits.iter().map(|hit| self.hit(hit)).collect();
            json!({ "found": count, "group_key": [key], "hits": hits })
        });
        answer["grouped_hits"] = shown.collect();
    }

    fn hit(&self, hit: &Hit) -> Value {
        let index = &self.engine.index;
        let mut record = document(index, hit.section);
        let section = index.section(hit.section);
        let levels = index.hierarchy(hit.section);
        let (mut highlight, mut highlights) = (Map::new(), Vec::new());
        let names_match = self.marker.mark(section.heading).is_some();
        for field in self.marked_fields() {
            let text = match field {
                Field::Level(level) => levels[level],
                _ => Some(section.text),
            };
            let Some(marked) = text.and_then(|text| self.marker.mark(text)) else {
                continue;
            };
            if field == Field::Content && !names_match {
                // What a client shows of such a hit is its text, not its heading.
                record.insert(Field::Type.name().to_owned(), "content".into());
            }
            let marked = self.marked(field, &marked);
            highlights.push(self.listed(field, &marked));
            highlight.insert(field.name().to_owned(), marked);
        }
        let Params {
            include, exclude, ..
        } = self.params;
        record.retain(|name, _| {
            (include.is_empty() || include.contains(name)) && !exclude.contains(name)
        });
        let score = (f64::from(hit.score) * 1e6) as u64;
        json!({
            "document": record,
            "highlight": highlight,
            "highlights": highlights,
            "text_match": score,
            "text_match_info": {
                "best_field_score": score.to_string(),
                "best_field_weight": 15,
                "fields_matched": highlights.len().max(1),
                "num_tokens_dropped": self.found.words.len() - hit.words.count_ones() as usize,
                "score": score.to_string(),
                "tokens_matched": hit.words.count_ones(),
                "typo_prefix_score": 0,
            },
        })
    }

    /// Headings before the text.
    fn marked_fields(&self) -> impl Iterator<Item = Field> {
        let asked = &self.params.fields;
        let all = (0..7).map(Field::Level).chain([Field::Content]);
        all.filter(|field| asked.is_empty() || asked.contains(field))
    }

    fn marked(&self, field: Field, marked: &Marked<'_>) -> Value {
        let style = Style {
            open: &self.params.tags.0,
            close: &self.params.tags.1,
            affix: self.params.affix,
            threshold: self.params.threshold,
        };
        let mut value = json!({
            "matched_tokens": marked.tokens(),
            "snippet": marked.snippet(style),
        });
        let is_full = |list: &Vec<String>| list.iter().any(|name| name == field.name());
        if self.params.full.as_ref().is_none_or(is_full) {
            value["value"] = marked.whole(style).into();
        }
        value
    }

    fn listed(&self, field: Field, marked: &Value) -> Value {
        let mut listed = marked.clone();
        listed["field"] = field.name().into();
        listed
    }

    /// How many hits have each value of a field.
    fn facets(&self) -> Value {
        let facets = self.params.facets.iter().map(|field| {
            let mut counts: HashMap<String, usize> = HashMap::new();
            for hit in &self.found.hits {
                *counts
                    .entry(field.value(&self.engine.index, hit.section))
                    .or_default() += 1;
            }
            counts.remove("");
            let total = counts.len();
            let mut list: Vec<(String, usize)> = counts.into_iter().collect();
            list.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
            list.truncate(self.params.most_facets);
            let list = list.into_iter().map(
                |(value, count)| json!({ "count": count, "highlighted": value, "value": value }),
            );
            json!({
                "counts": list.collect::<Vec<_>>(),
                "field_name": field.name(),
                "sampled": false,
                "stats": { "total_values": total },
            })
        });
        facets.collect()
    }
}
