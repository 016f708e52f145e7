//! Documents without a search: one by its id, or all of them as JSON Lines.

use super::compiled_filter::CompiledFilter;
use super::error::ApiError;
use super::json_writer::JsonWriter;
use super::param_map::ParamMap;
use super::params::ExportParams;
use crate::search::Engine;
use crate::search::budget::{Budget, Stage};
use crate::search::rank::TEXT_PER_VISIT;
use crate::search::record::{Record, id};

/// Sections whose ids are computed together, and the visits for that.
const BLOCK: usize = 64;
const BLOCK_VISITS: usize = 16;
/// Visits for a document, whatever its text. Its text is copied, not read.
const DOCUMENT_VISITS: usize = 2;
/// How much faster a text is copied than tokenized.
const COPY_FACTOR: usize = 16;

/// `GET /collections/:collection/documents/:id`.
pub(super) fn by_id(engine: &Engine, wanted: &str, budget: &Budget) -> Result<Vec<u8>, ApiError> {
    let index = &engine.index;
    let sections: Vec<u32> = (0..index.len() as u32).collect();
    for block in sections.chunks(BLOCK) {
        if !budget.take(Stage::Find, BLOCK_VISITS) {
            return Err(too_costly());
        }
        let found = block.iter().find(|section| id(index, **section) == wanted);
        if let Some(section) = found {
            let mut out = JsonWriter::new();
            out.json(&Record::whole(index, *section));
            return out.finish();
        }
    }
    Err(ApiError::new(
        404,
        format!("Could not find a document with id: {wanted}"),
    ))
}

/// `GET /collections/:collection/documents/export`: a line for each document. The response is complete or an error, because
/// clients cannot recognise an incomplete export.
pub(super) fn export(
    engine: &Engine,
    map: &ParamMap,
    budget: &Budget,
) -> Result<Vec<u8>, ApiError> {
    let params = ExportParams::read(map)?;
    let index = &engine.index;
    budget.begin_search();
    let conditions = CompiledFilter::new(&params.filter, index, budget);
    let mut out = JsonWriter::new();
    for section in 0..index.len() as u32 {
        if budget.is_cut() {
            return Err(too_costly());
        }
        if !conditions.accepts(section) {
            continue;
        }
        let bytes = index.section(section).text.len();
        let visits = DOCUMENT_VISITS + bytes / (COPY_FACTOR * TEXT_PER_VISIT);
        if !budget.take(Stage::Compose, visits) || out.is_full() {
            break;
        }
        out.json(&Record {
            selected: params.selected,
            ..Record::whole(index, section)
        });
        out.raw("\n");
    }
    if budget.is_cut() {
        return Err(too_costly());
    }
    out.finish().map_err(|error| {
        let help = "choose some of them with `filter_by`, or fewer fields with `include_fields`";
        ApiError::new(
            error.status,
            format!("The documents are too long for one answer; {help}."),
        )
    })
}

/// The budget was used up before the response was complete.
fn too_costly() -> ApiError {
    ApiError::new(
        413,
        "The request takes more work than this server allows; ask for fewer documents with `filter_by`.",
    )
}
