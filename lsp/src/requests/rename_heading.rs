//! Renames a heading: its text, the links to it, and the alias that leads from its published id to the new one.

mod aliases;
mod heading;

use super::symbol_at::{Symbol, pages_of, symbol_at};
use super::{Answer, read};
use crate::params::{PositionParams, RenameParams};
use crate::query::{Edit, Query};
use aliases::{alias_edits, is_published};
use bindery_compiler::document::Heading;
use bindery_compiler::markdown::slug::Slugger;
use bindery_compiler::source::{SourceFile, Span};
use heading::{Name, name_of};
use lsp_server::ErrorCode;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

/// Characters with a meaning in Markdown, so that the plain text of a heading with them is not known.
const MARKUP: &str = "\\`*_[]<>{}&!$~:";

/// A heading of a document, with the range of its name.
struct Renamed<'q> {
    file: &'q SourceFile,
    heading: &'q Heading,
    name: Name,
}

/// The heading at a position; `None` where no heading has its name.
fn heading_at<'q>(
    query: &'q Query<'_>,
    params: &Value,
) -> Result<Option<Renamed<'q>>, (ErrorCode, String)> {
    let params: PositionParams = read(params)?;
    let symbol = symbol_at(query, query.byte(params.position));
    let (Some(file), Some(Symbol::Heading(heading))) = (query.file, symbol) else {
        return Ok(None);
    };
    let name = name_of(&file.text, heading.span);
    // The editor has another text before a heading that a function of the configuration moved.
    let name = name.filter(|name| file.written_range(name.text.clone()) == Some(name.text.clone()));
    Ok(name.map(|name| Renamed {
        file,
        heading,
        name,
    }))
}

pub(super) fn prepare(query: &Query<'_>, params: &Value) -> Answer {
    Ok(match heading_at(query, params)? {
        Some(Renamed { file, name, .. }) => json!({
            "range": query.range(name.text.clone()),
            "placeholder": &file.text[name.text],
        }),
        None => Value::Null,
    })
}

pub(super) fn rename(query: &Query<'_>, params: &Value) -> Answer {
    let new_name = read::<RenameParams>(params)?.new_name;
    let new_name = new_name.trim();
    if new_name.is_empty() || new_name.contains(['\n', '\r']) {
        let message = "a heading needs a text of one line".to_owned();
        return Err((ErrorCode::InvalidParams, message));
    }
    let Some(Renamed {
        file,
        heading,
        name,
    }) = heading_at(query, params)?
    else {
        let message = "only headings written with `#` can be renamed".to_owned();
        return Err((ErrorCode::RequestFailed, message));
    };
    let mut edits = vec![Edit {
        span: Span::new(file.id, name.text.start, name.text.end),
        text: new_name.to_owned(),
    }];
    if name.explicit_id.is_none() {
        match changed_ids(query, file, heading, new_name) {
            Some(changed) => add_id_edits(query, file, &changed, &mut edits),
            // The new id is not certain, so that the heading keeps the one that it has.
            None => edits[0].text.push_str(&format!(" {{#{}}}", heading.id)),
        }
    }
    super::change(query, &edits)
}

/// The ids that the new text changes, of the heading and of others with the same text; `None` where they are not certain.
fn changed_ids(
    query: &Query<'_>,
    file: &SourceFile,
    renamed: &Heading,
    new_name: &str,
) -> Option<Vec<(String, String)>> {
    if new_name.contains(|letter| MARKUP.contains(letter)) {
        return None;
    }
    let document = query.snapshot.document(file.id)?;
    let headings = document.document.headings.iter();
    let mut slugger = Slugger::default();
    let mut new_slugger = Slugger::default();
    let mut changed = Vec::new();
    for heading in headings.filter(|heading| heading.span.file == file.id) {
        let name = name_of(&file.text, heading.span);
        if name.is_some_and(|name| name.explicit_id.is_some()) {
            continue;
        }
        if slugger.slug(&heading.text) != heading.id {
            return None;
        }
        let text = match heading.span == renamed.span {
            true => new_name,
            false => &heading.text,
        };
        let new_id = new_slugger.slug(text);
        if new_id.is_empty() {
            return None;
        }
        if new_id != heading.id {
            changed.push((heading.id.clone(), new_id));
        }
    }
    Some(changed)
}

/// Adds the changes of links to the headings whose ids change, and the aliases of published ids.
fn add_id_edits(
    query: &Query<'_>,
    file: &SourceFile,
    changed: &[(String, String)],
    edits: &mut Vec<Edit>,
) {
    let checked = &query.snapshot.checked;
    let pages = pages_of(query, file);
    for link in &checked.site.links {
        let anchor = link.anchor.as_deref();
        let id = changed.iter().find(|(old, _)| Some(old.as_str()) == anchor);
        let is_here = pages.iter().any(|page| page.route == link.page);
        if let Some((old, new)) = id.filter(|_| is_here) {
            let text = &checked.tree.file(link.span.file).text;
            edits.extend(anchor_edits(text, link.span, old, new));
        }
    }
    let aliases: Vec<_> = changed
        .iter()
        .filter(|(old, _)| pages.iter().any(|page| is_published(query, page, old)))
        .collect();
    // An id that another heading takes over cannot be an alias.
    let is_free = |old: &str| !changed.iter().any(|(_, new)| new == old);
    let aliases = aliases.into_iter().filter(|(old, _)| is_free(old));
    let aliases: Vec<(&str, &str)> = aliases.map(|(old, new)| (&**old, &**new)).collect();
    let document = query.snapshot.document(file.id);
    let known = document.and_then(|one| one.front.value.get("heading_aliases"));
    edits.extend(alias_edits(file, known, changed, &aliases));
    edits.sort();
    edits.dedup();
}

/// The replacements of an anchor in the source of a link.
fn anchor_edits(text: &str, span: Span, old: &str, new: &str) -> Vec<Edit> {
    let start = span.start as usize;
    let Some(source) = text.get(start..span.end as usize) else {
        return Vec::new();
    };
    let encoded = utf8_percent_encode(old, NON_ALPHANUMERIC).to_string();
    let encoded = encoded.replace("%2D", "-").replace("%5F", "_");
    let mut edits = Vec::new();
    for (at, _) in source.match_indices('#') {
        let rest = &source[at + 1..];
        let written = [old, &encoded].into_iter().find(|written| {
            let after = rest.strip_prefix(*written);
            after.is_some_and(|after| {
                let next = after.chars().next();
                next.is_none_or(|next| "\"')>} \t\r\n".contains(next))
            })
        });
        if let Some(written) = written {
            let from = start + at + 1;
            edits.push(Edit {
                span: Span::new(span.file, from, from + written.len()),
                text: new.to_owned(),
            });
        }
    }
    edits
}
