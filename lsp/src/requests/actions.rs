//! Code actions: the certain corrections that `bindery check --fix` makes.

use super::{Answer, read};
use crate::diagnostics::to_value;
use crate::params::CodeActionParams;
use crate::query::{Edit, Query};
use bindery_compiler::diagnostic::{Diagnostic, choose_fixes};
use bindery_compiler::source::Span;
use serde_json::{Value, json};

/// Corrects one problem.
pub(super) const QUICK_FIX: &str = "quickfix";
/// Corrects all problems of a file, for example when it is saved.
pub(super) const FIX_ALL: &str = "source.fixAll.bindery";

pub(super) fn code_actions(query: &Query<'_>, params: &Value) -> Answer {
    let params: CodeActionParams = read(params)?;
    let Some(file) = query.file else {
        return Ok(json!([]));
    };
    let only = params.context.only;
    // `source` asks for `source.fixAll.bindery`, too.
    let is_wanted = |kind: &str| {
        only.as_ref().is_none_or(|only| {
            let mut wanted = only.iter();
            wanted.any(|one| {
                let rest = kind.strip_prefix(one.as_str());
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.') || one.is_empty())
            })
        })
    };
    let problems = &query.snapshot.checked.problems;
    let here = problems.iter().filter(|problem| {
        let span = problem.span.filter(|span| span.file == file.id);
        span.is_some() && !problem.fixes.is_empty()
    });
    let mut actions = Vec::new();
    if is_wanted(QUICK_FIX) {
        let range = query.lines(file.written_text()).bytes(params.range);
        let touched = here.clone().filter_map(|problem| {
            let span = problem.span?;
            let place = file.written_place(span);
            let is_touched = place.start <= range.end && range.start <= place.end;
            is_touched.then_some((problem, span))
        });
        for (problem, span) in touched {
            actions.extend(fix_one(query, problem, span));
        }
    }
    if is_wanted(FIX_ALL) {
        let here: Vec<Diagnostic> = here.cloned().collect();
        actions.extend(fix_all(query, &here));
    }
    Ok(Value::Array(actions))
}

fn fix_one(query: &Query<'_>, problem: &Diagnostic, span: Span) -> Option<Value> {
    let edits = fixes(query, std::slice::from_ref(problem))?;
    let tree = &query.snapshot.checked.tree;
    let title = match edits.as_slice() {
        [only] => {
            let text = tree.file(only.span.file).written_text();
            let old = &text[only.span.start as usize..only.span.end as usize];
            match (old, only.text.as_str()) {
                ("", new) => format!("Insert `{}`", shortened(new)),
                (old, "") => format!("Remove `{}`", shortened(old)),
                (_, new) => format!("Replace by `{}`", shortened(new)),
            }
        }
        _ => format!("Correct `{}`", problem.code.name()),
    };
    let file = tree.file(span.file);
    let place = query
        .lines(file.written_text())
        .range(file.written_place(span));
    Some(json!({
        "title": title,
        "kind": QUICK_FIX,
        "isPreferred": true,
        "diagnostics": [to_value(problem, place, false)],
        "edit": query.workspace_edit(&edits, Vec::new()),
    }))
}

fn fix_all(query: &Query<'_>, problems: &[Diagnostic]) -> Option<Value> {
    let edits = fixes(query, problems)?;
    Some(json!({
        "title": "Correct everything that is certain in this file",
        "kind": FIX_ALL,
        "edit": query.workspace_edit(&edits, Vec::new()),
    }))
}

/// The corrections that can be made together; `None` for none.
fn fixes(query: &Query<'_>, problems: &[Diagnostic]) -> Option<Vec<Edit>> {
    let (files, _) = choose_fixes(problems, &query.snapshot.checked.tree);
    let fixes = files.into_iter().flat_map(|file| file.fixes);
    let edits = fixes.map(|fix| Edit {
        span: fix.span,
        text: fix.replacement,
    });
    let edits: Vec<Edit> = edits.collect();
    (!edits.is_empty()).then_some(edits)
}

/// The first line of a text, short enough for a menu.
fn shortened(text: &str) -> String {
    let line = text.trim().lines().next().unwrap_or_default();
    let mut short: String = line.chars().take(60).collect();
    if short.len() < text.trim().len() {
        short.push('…');
    }
    short
}
