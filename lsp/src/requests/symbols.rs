//! Document symbols: the headings of a page.

use super::Answer;
use crate::query::Query;
use bindery_compiler::document::Heading;
use serde_json::{Value, json};

/// `SymbolKind.String`, which editors show for headings of Markdown.
const HEADING: u32 = 15;

/// A heading with the end of its section.
struct Section<'h> {
    heading: &'h Heading,
    end: usize,
}

pub(super) fn document_symbols(query: &Query<'_>, _: &Value) -> Answer {
    let Some(file) = query.file else {
        return Ok(json!([]));
    };
    let document = query.snapshot.document(file.id);
    let headings = document.map_or(&[][..], |one| &one.document.headings);
    // Headings of partials are in other files.
    let own: Vec<&Heading> = headings
        .iter()
        .filter(|heading| heading.span.file == file.id)
        .collect();
    let sections: Vec<Section<'_>> = own
        .iter()
        .enumerate()
        .map(|(at, heading)| {
            let mut later = own[at + 1..].iter();
            let next = later.find(|other| other.level <= heading.level);
            let end = next.map_or(file.text.len(), |next| next.span.start as usize);
            Section { heading, end }
        })
        .collect();
    if !query.client.nested_symbols {
        let flat = sections.iter().map(|section| {
            json!({
                "name": name(section.heading),
                "kind": HEADING,
                "location": query.location(section.heading.span),
            })
        });
        return Ok(flat.collect());
    }
    let mut rest = sections.as_slice();
    let mut tree = Vec::new();
    while !rest.is_empty() {
        tree.push(take_section(query, &mut rest));
    }
    Ok(Value::Array(tree))
}

/// Takes the first section with those below it.
fn take_section(query: &Query<'_>, rest: &mut &[Section<'_>]) -> Value {
    let (section, mut others) = rest.split_first().expect("BUG: no section is left");
    let heading = section.heading;
    let mut children = Vec::new();
    while others
        .first()
        .is_some_and(|next| next.heading.level > heading.level)
    {
        children.push(take_section(query, &mut others));
    }
    *rest = others;
    let span = heading.span.start as usize..heading.span.end as usize;
    json!({
        "name": name(heading),
        "detail": format!("#{}", heading.id),
        "kind": HEADING,
        "range": query.range(span.start..section.end.max(span.end)),
        "selectionRange": query.range(span),
        "children": children,
    })
}

/// The text; clients refuse an empty name.
fn name(heading: &Heading) -> &str {
    match heading.text.trim() {
        "" => &heading.id,
        text => text,
    }
}
