//! Writes a hit: its record and its highlights.

use super::json_writer::JsonWriter;
use super::params::Params;
use crate::search::SearchResult;
use crate::search::budget::{Budget, Stage};
use crate::search::highlight::{Highlighted, Marked, Marker, Style};
use crate::search::index::Index;
use crate::search::rank::{Hit, TEXT_PER_VISIT};
use crate::search::record::{FieldSet, Record, SchemaField};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

/// Visits for a hit, whatever its text.
const HIT_VISITS: usize = 10;

/// Writes the hits of one search.
pub(super) struct HitWriter<'a> {
    index: &'a Index,
    params: &'a Params,
    found: &'a SearchResult,
    marker: Marker<'a>,
    budget: &'a Budget,
}

impl<'a> HitWriter<'a> {
    pub(super) fn new(
        index: &'a Index,
        params: &'a Params,
        found: &'a SearchResult,
        budget: &'a Budget,
    ) -> HitWriter<'a> {
        HitWriter {
            index,
            params,
            found,
            marker: Marker::new(&found.query),
            budget,
        }
    }

    pub(super) fn index(&self) -> &'a Index {
        self.index
    }

    /// Takes the visits for a hit from the budget: its text and its headings are tokenized.
    pub(super) fn is_affordable(&self, hit: &Hit) -> bool {
        let section = self.index.section(hit.section);
        let bytes = section.text.len() + section.heading.len();
        let visits = HIT_VISITS + bytes / TEXT_PER_VISIT;
        self.budget.take(Stage::Compose, visits)
    }

    pub(super) fn write(&self, hit: &Hit, out: &mut JsonWriter) {
        let section = self.index.section(hit.section);
        let marked = self.marked_fields(hit);
        let is_page = section.anchor.is_empty();
        let names: Vec<&Marked<'_>> = marked
            .iter()
            .filter(|(field, _)| *field != SchemaField::Content)
            .map(|(_, own)| own)
            .collect();
        let matches: Vec<FieldHighlight<'_>> = marked
            .iter()
            .map(|(field, marked)| self.describe(*field, marked, is_page, &names))
            .collect();
        // For the type `content` clients show the text of the hit; otherwise they show its heading.
        let is_content = marked
            .iter()
            .any(|(field, own)| *field == SchemaField::Content && !own.matches.is_empty())
            && self.marker.mark(section.heading).is_none();
        let opens = matches
            .iter()
            .flat_map(|one| one.snippet.opens(&names).iter().copied());
        let score = (f64::from(hit.score) * 1e6) as u64;
        let matched = hit.words.count_ones() as usize;
        let required = self.found.query.required().count_ones() as usize;
        let with_matches = marked.iter().filter(|(_, own)| !own.matches.is_empty());
        let matched_fields = with_matches.count();
        out.json(&HitResponse {
            document: Record {
                index: self.index,
                section: hit.section,
                selected: self.params.selected,
                kind: is_content.then_some("content"),
            },
            highlight: HighlightsByField(&matches),
            highlights: &matches,
            opens: opens.collect(),
            element: self.element(section.page),
            text_match: score,
            text_match_info: TextMatchInfo {
                best_field_score: score.to_string(),
                best_field_weight: 15,
                fields_matched: matched_fields,
                num_tokens_dropped: required.saturating_sub(matched),
                score: score.to_string(),
                tokens_matched: matched,
                typo_prefix_score: 0,
            },
        });
    }

    /// The texts of a hit that are shown, each with its matches.
    fn marked_fields(&self, hit: &Hit) -> Vec<(SchemaField, Marked<'a>)> {
        let section = self.index.section(hit.section);
        let levels = self.index.hierarchy(hit.section);
        let fields = (0..7).map(SchemaField::Level).chain([SchemaField::Content]);
        let fields = fields.filter(|field| self.is_marked(*field));
        let mark = |field| {
            let text = match field {
                SchemaField::Level(level) => levels[level]?,
                _ if section.text.is_empty() => return None,
                // A text is always shown: its first sentence when nothing in it matches.
                _ => return Some((field, self.marker.mark_any(section.text))),
            };
            Some((field, self.marker.mark(text)?))
        };
        fields.filter_map(mark).collect()
    }

    fn element(&self, page: u32) -> Option<&'a str> {
        let index: &'a Index = self.index;
        let element = index.meta.elements.get(index.page(page).url);
        element.map(String::as_str)
    }

    fn is_marked(&self, field: SchemaField) -> bool {
        let asked: FieldSet = self.params.fields;
        asked.is_empty() || asked.contains(field)
    }

    fn describe<'m>(
        &'m self,
        field: SchemaField,
        marked: &'m Marked<'m>,
        is_page: bool,
        names: &[&Marked<'_>],
    ) -> FieldHighlight<'m> {
        let style = Style {
            open: &self.params.tags.0,
            close: &self.params.tags.1,
            affix: self.params.affix,
            threshold: self.params.threshold,
        };
        let is_full = self.params.full.contains(field);
        FieldHighlight {
            field: field.name(),
            matched_tokens: marked.tokens(),
            snippet: match field {
                // The text of a page begins with its description.
                SchemaField::Content if is_page => marked.opening(style),
                SchemaField::Content => marked.passage(style, names),
                _ => marked.snippet(style),
            },
            value: is_full.then(|| marked.whole(style)),
        }
    }
}

#[derive(Serialize)]
struct HitResponse<'a> {
    document: Record<'a>,
    highlight: HighlightsByField<'a>,
    highlights: &'a [FieldHighlight<'a>],
    /// The titles of the tab and the `details` that hide what is shown of the text. Typesense does not have this member.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    opens: Vec<&'a str>,
    /// The `element` of the page, by which the hit is marked. Typesense does not have this member.
    #[serde(skip_serializing_if = "Option::is_none")]
    element: Option<&'a str>,
    text_match: u64,
    text_match_info: TextMatchInfo,
}

#[derive(Serialize)]
struct TextMatchInfo {
    best_field_score: String,
    best_field_weight: u32,
    fields_matched: usize,
    num_tokens_dropped: usize,
    score: String,
    tokens_matched: usize,
    typo_prefix_score: u32,
}

/// The matches in a field, an item of `highlights`.
#[derive(Serialize)]
struct FieldHighlight<'m> {
    field: &'static str,
    matched_tokens: Vec<&'m str>,
    snippet: Highlighted<'m>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Highlighted<'m>>,
}

/// The highlights as an object with the fields' names as keys, for `highlight`.
struct HighlightsByField<'a>(&'a [FieldHighlight<'a>]);

impl Serialize for HighlightsByField<'_> {
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
