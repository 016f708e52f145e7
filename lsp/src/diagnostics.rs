//! Problems of the content as diagnostics of the protocol.

use crate::position::{Encoding, Lines, PositionRange};
use crate::snapshot::Snapshot;
use crate::uri::uri_of;
use bindery_compiler::diagnostic::{Baseline, Diagnostic, Related, Severity};
use bindery_compiler::docusaurus::find_config;
use bindery_compiler::source::{CONFIG_PATH, FileId, Span};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The most diagnostics of a file; nobody reads more.
const MAX_OF_FILE: usize = 500;

/// The protocol's numbers.
const ERROR: u32 = 1;
const WARNING: u32 = 2;
/// A problem that the tree's baseline lists.
const INFORMATION: u32 = 3;

/// The diagnostics of each file that has any. Those of the tree as a whole are at the start of its configuration.
pub(crate) fn diagnostics_by_file(
    snapshot: &Snapshot,
    encoding: Encoding,
) -> BTreeMap<FileId, Vec<Value>> {
    let checked = &snapshot.checked;
    let compared = Baseline::of(&checked.tree).compare(&checked.problems, &checked.tree);
    let fallback = configuration(snapshot);
    let mut by_file: BTreeMap<FileId, Vec<(Span, &Diagnostic, bool)>> = BTreeMap::new();
    for (problem, is_known) in checked.problems.iter().zip(compared.is_known) {
        if let Some(span) = problem.span.or(fallback) {
            let list = by_file.entry(span.file).or_default();
            list.push((span, problem, is_known));
        }
    }
    let to_values = |(file, list): (FileId, Vec<(Span, &Diagnostic, bool)>)| {
        let source = checked.tree.file(file);
        let lines = Lines::new(source.written_text(), encoding);
        let list = list.into_iter().take(MAX_OF_FILE);
        let list = list.map(|(span, problem, is_known)| {
            let range = lines.range(source.written_place(span));
            let mut value = to_value(problem, range, is_known);
            let related = problem.related.iter();
            let related = related.map(|one| related_place(one, snapshot, encoding));
            let related: Vec<Value> = related.collect();
            if !related.is_empty() {
                value["relatedInformation"] = related.into();
            }
            value
        });
        (file, list.collect())
    };
    by_file.into_iter().map(to_values).collect()
}

/// A place that belongs to a problem, with its message.
fn related_place(related: &Related, snapshot: &Snapshot, encoding: Encoding) -> Value {
    let source = snapshot.checked.tree.file(related.span.file);
    let lines = Lines::new(source.written_text(), encoding);
    let range = lines.range(source.written_place(related.span));
    let uri = uri_of(&snapshot.disk_path(source.id));
    json!({
        "location": {"uri": uri, "range": range},
        "message": related.message,
    })
}

fn configuration(snapshot: &Snapshot) -> Option<Span> {
    let tree = &snapshot.checked.tree;
    let name = find_config(&tree.root).unwrap_or(CONFIG_PATH);
    let file = tree.find(name).or(tree.files.first())?;
    Some(Span::start_of(file.id))
}

/// One diagnostic.
pub(crate) fn to_value(problem: &Diagnostic, range: PositionRange, is_known: bool) -> Value {
    let severity = match problem.severity {
        _ if is_known => INFORMATION,
        Severity::Error => ERROR,
        Severity::Warning => WARNING,
    };
    let message = match &problem.help {
        Some(help) => format!("{}\nhelp: {help}", problem.message),
        None => problem.message.clone(),
    };
    json!({
        "range": range,
        "severity": severity,
        "code": problem.code.name(),
        "source": "bindery",
        "message": message,
    })
}
