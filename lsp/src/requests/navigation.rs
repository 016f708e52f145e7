//! Go to definition, and find references.

use super::symbol_at::{Symbol, component_file, pages_of, symbol_at, target_of};
use super::{Answer, read};
use crate::params::{PositionParams, ReferenceParams};
use crate::query::Query;
use bindery_compiler::model::ResolvedLink;
use bindery_compiler::source::Span;
use serde_json::{Value, json};
use std::collections::BTreeSet;

pub(super) fn definition(query: &Query<'_>, params: &Value) -> Answer {
    let params: PositionParams = read(params)?;
    let target = match symbol_at(query, query.byte(params.position)) {
        Some(Symbol::Link(link)) => target_of(query, link),
        Some(Symbol::Heading(heading)) => Some(heading.span),
        Some(Symbol::Component(name, _)) => {
            component_file(query, name).map(|file| Span::start_of(file.id))
        }
        Some(Symbol::Data(..)) | None => None,
    };
    Ok(target.map_or(Value::Null, |span| query.location(span)))
}

pub(super) fn references(query: &Query<'_>, params: &Value) -> Answer {
    let params: ReferenceParams = read(params)?;
    let (target, with_any_anchor, declaration) = match symbol_at(query, query.byte(params.position))
    {
        Some(Symbol::Link(link)) => {
            let target = (BTreeSet::from([link.page.as_str()]), link.anchor.as_deref());
            (target, link.anchor.is_none(), target_of(query, link))
        }
        Some(Symbol::Heading(heading)) => {
            let pages = query.file.map(|file| pages_of(query, file));
            let pages = pages.into_iter().flatten();
            let routes = pages.map(|page| page.route.as_str()).collect();
            // The title stands for the page.
            let is_title = heading.level == 1;
            let target = (routes, Some(heading.id.as_str()).filter(|_| !is_title));
            (target, is_title, Some(heading.span))
        }
        Some(Symbol::Component(..) | Symbol::Data(..)) | None => return Ok(json!([])),
    };
    let (routes, anchor) = target;
    let is_meant = |link: &&ResolvedLink| {
        let is_same = link.anchor.as_deref() == anchor;
        routes.contains(link.page.as_str()) && (with_any_anchor || is_same)
    };
    let links = query.snapshot.checked.site.links.iter();
    let mut spans: BTreeSet<Span> = links.filter(is_meant).map(|link| link.span).collect();
    if params.context.include_declaration {
        spans.extend(declaration);
    }
    let locations = spans.into_iter().map(|span| query.location(span));
    Ok(locations.collect())
}
