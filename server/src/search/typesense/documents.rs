//! Documents by themselves: one by its id, and all of them as lines of JSON.

use super::compiled_filter::Conditions;
use super::json_writer::Output;
use super::param_map::ParamMap;
use super::params::{ExportParams, Refusal, refuse};
use crate::search::Engine;
use crate::search::budget::{Budget, Stage};
use crate::search::rank::TEXT_PER_VISIT;
use crate::search::record::{Record, id};

/// Sections of which the ids are made together, and the visits for that.
const BLOCK: usize = 64;
const BLOCK_VISITS: usize = 16;
/// Visits for a document, whatever its text. Its text is copied, not read.
const DOCUMENT_VISITS: usize = 2;
/// How much faster a text is copied than cut into words.
const COPY_FACTOR: usize = 16;

/// `GET /collections/:collection/documents/:id`.
pub(super) fn by_id(engine: &Engine, wanted: &str, budget: &Budget) -> Result<Vec<u8>, Refusal> {
    let index = &engine.index;
    let sections: Vec<u32> = (0..index.len() as u32).collect();
    for block in sections.chunks(BLOCK) {
        if !budget.take(Stage::Find, BLOCK_VISITS) {
            return Err(too_costly());
        }
        let found = block.iter().find(|section| id(index, **section) == wanted);
        if let Some(section) = found {
            let mut out = Output::new();
            out.json(&Record::whole(index, *section));
            return out.finish();
        }
    }
    Err(refuse(
        404,
        format!("Could not find a document with id: {wanted}"),
    ))
}

/// `GET /collections/:collection/documents/export`: a line for each document. All or nothing, for half of an export
/// looks like a whole one.
pub(super) fn export(engine: &Engine, map: &ParamMap, budget: &Budget) -> Result<Vec<u8>, Refusal> {
    let params = ExportParams::read(map)?;
    let index = &engine.index;
    budget.begin_search();
    let conditions = Conditions::new(&params.filter, index, budget);
    let mut out = Output::new();
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
            wanted: params.wanted,
            ..Record::whole(index, section)
        });
        out.raw("\n");
    }
    if budget.is_cut() {
        return Err(too_costly());
    }
    out.finish().map_err(|refusal| {
        let help = "choose some of them with `filter_by`, or fewer fields with `include_fields`";
        refuse(
            refusal.status,
            format!("The documents are too long for one answer; {help}."),
        )
    })
}

/// The budget is used up before anything can be said.
fn too_costly() -> Refusal {
    refuse(
        413,
        "The request takes more work than this server allows; ask for fewer documents with `filter_by`.",
    )
}
