//! Writes hits: their records, and what matched in them.

use super::json_writer::Output;
use super::params::Params;
use crate::search::Found;
use crate::search::budget::{Budget, Stage};
use crate::search::highlight::{Highlighted, Marked, Marker, Style};
use crate::search::index::Index;
use crate::search::rank::{Hit, TEXT_PER_VISIT};
use crate::search::record::{Field, FieldSet, Record};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

/// Visits for a hit, whatever its text.
const HIT_VISITS: usize = 10;

/// Writes the hits of one search.
pub(super) struct Composer<'a> {
    index: &'a Index,
    params: &'a Params,
    found: &'a Found,
    marker: Marker<'a>,
    budget: &'a Budget,
}

impl<'a> Composer<'a> {
    pub(super) fn new(
        index: &'a Index,
        params: &'a Params,
        found: &'a Found,
        budget: &'a Budget,
    ) -> Composer<'a> {
        Composer {
            index,
            params,
            found,
            marker: Marker::new(&found.words),
            budget,
        }
    }

    pub(super) fn index(&self) -> &'a Index {
        self.index
    }

    /// Asks the budget for a hit: its text is cut into words, and so are its headings.
    pub(super) fn is_affordable(&self, hit: &Hit) -> bool {
        let section = self.index.section(hit.section);
        let bytes = section.text.len() + section.heading.len();
        let visits = HIT_VISITS + bytes / TEXT_PER_VISIT;
        self.budget.take(Stage::Compose, visits)
    }

    pub(super) fn write(&self, hit: &Hit, out: &mut Output) {
        let section = self.index.section(hit.section);
        let levels = self.index.hierarchy(hit.section);
        let fields = (0..7).map(Field::Level).chain([Field::Content]);
        let fields = fields.filter(|field| self.is_marked(*field));
        let marked: Vec<(Field, Marked<'_>)> = fields
            .filter_map(|field| {
                let text = match field {
                    Field::Level(level) => levels[level]?,
                    _ => section.text,
                };
                Some((field, self.marker.mark(text)?))
            })
            .collect();
        let matches: Vec<Match<'_>> = marked
            .iter()
            .map(|(field, marked)| self.describe(*field, marked))
            .collect();
        // What a client shows of a hit that matches in its text only is its text, not its heading.
        let is_content = matches.iter().any(|one| one.field == Field::Content.name())
            && self.marker.mark(section.heading).is_none();
        let score = (f64::from(hit.score) * 1e6) as u64;
        let matched = hit.words.count_ones() as usize;
        out.json(&HitAnswer {
            document: Record {
                index: self.index,
                section: hit.section,
                wanted: self.params.wanted,
                kind: is_content.then_some("content"),
            },
            highlight: Named(&matches),
            highlights: &matches,
            text_match: score,
            text_match_info: MatchInfo {
                best_field_score: score.to_string(),
                best_field_weight: 15,
                fields_matched: matches.len().max(1),
                num_tokens_dropped: self.found.words.len().saturating_sub(matched),
                score: score.to_string(),
                tokens_matched: matched,
                typo_prefix_score: 0,
            },
        });
    }

    fn is_marked(&self, field: Field) -> bool {
        let asked: FieldSet = self.params.fields;
        asked.is_empty() || asked.contains(field)
    }

    fn describe<'m>(&'m self, field: Field, marked: &'m Marked<'m>) -> Match<'m> {
        let style = Style {
            open: &self.params.tags.0,
            close: &self.params.tags.1,
            affix: self.params.affix,
            threshold: self.params.threshold,
        };
        let is_full = self.params.full.contains(field);
        Match {
            field: field.name(),
            matched_tokens: marked.tokens(),
            snippet: marked.snippet(style),
            value: is_full.then(|| marked.whole(style)),
        }
    }
}

#[derive(Serialize)]
struct HitAnswer<'a> {
    document: Record<'a>,
    highlight: Named<'a>,
    highlights: &'a [Match<'a>],
    text_match: u64,
    text_match_info: MatchInfo,
}

#[derive(Serialize)]
struct MatchInfo {
    best_field_score: String,
    best_field_weight: u32,
    fields_matched: usize,
    num_tokens_dropped: usize,
    score: String,
    tokens_matched: usize,
    typo_prefix_score: u32,
}

/// What matched in a field, as an item of `highlights`.
#[derive(Serialize)]
struct Match<'m> {
    field: &'static str,
    matched_tokens: Vec<&'m str>,
    snippet: Highlighted<'m>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Highlighted<'m>>,
}

/// The same by the fields' names, as `highlight`.
struct Named<'a>(&'a [Match<'a>]);

impl Serialize for Named<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Entry<'e> {
            matched_tokens: &'e [&'e str],
            snippet: &'e Highlighted<'e>,
            #[serde(skip_serializing_if = "Option::is_none")]
            value: &'e Option<Highlighted<'e>>,
        }
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for one in self.0 {
            let entry = Entry {
                matched_tokens: &one.matched_tokens,
                snippet: &one.snippet,
                value: &one.value,
            };
            map.serialize_entry(one.field, &entry)?;
        }
        map.end()
    }
}
