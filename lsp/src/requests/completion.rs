//! Completion, from the editor's text before the cursor and the last check. No text is parsed: the context is found by looking
//! back from the cursor.

mod context;
mod front_matter;
mod links;
mod tags;

use super::{Answer, data, read};
use crate::params::PositionParams;
use crate::query::Query;
use bindery_compiler::highlight;
use bindery_compiler::markdown::AdmonitionKind;
use context::{Context, find_context};
pub(super) use links::relative_path;
use serde_json::{Value, json};
use std::ops::Range;

/// The most entries of an answer; the client asks again when more is typed.
const MAX_ITEMS: usize = 200;

/// The protocol's kinds of entries.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Class = 7,
    Property = 10,
    Value = 12,
    Keyword = 14,
    File = 17,
    Reference = 18,
}

/// An entry.
#[derive(Debug)]
struct Item {
    /// What is inserted.
    text: String,
    kind: Kind,
    /// A few words beside it.
    detail: String,
}

impl Item {
    fn new(text: impl Into<String>, kind: Kind, detail: impl Into<String>) -> Self {
        Item {
            text: text.into(),
            kind,
            detail: detail.into(),
        }
    }
}

pub(super) fn completion(query: &Query<'_>, params: &Value) -> Answer {
    let params: PositionParams = read(params)?;
    let byte = query.byte(params.position);
    let Some((context, start)) = find_context(query.text, byte) else {
        return Ok(json!([]));
    };
    let typed = &query.text[start..byte];
    let (items, start) = match context {
        Context::Key => (front_matter::keys(), start),
        Context::KeyValue(key) => (front_matter::values(key), start),
        Context::Language => (named(highlight::names(), Kind::Keyword), start),
        Context::Admonition => {
            let own = &query.snapshot.checked.config.markdown.admonitions;
            let names = AdmonitionKind::NAMES
                .iter()
                .copied()
                .chain(own.iter().map(String::as_str));
            (named(names, Kind::Keyword), start)
        }
        Context::Link => links::targets(query, start, typed),
        Context::Component => (tags::components(query), start),
        Context::Prop(name) => (tags::props(query, name), start),
        Context::PropValue(name, prop) => (tags::values(query, name, prop), start),
        Context::Data => match data::members_at(query, byte) {
            Some((members, start)) => {
                let items = members.into_iter().map(|(name, value)| {
                    let detail: String = value.to_string().chars().take(80).collect();
                    Item::new(name, Kind::Property, detail)
                });
                (items.collect(), start)
            }
            None => return Ok(json!([])),
        },
    };
    Ok(to_list(query, items, start..byte))
}

fn named<'n>(names: impl Iterator<Item = &'n str>, kind: Kind) -> Vec<Item> {
    names.map(|name| Item::new(name, kind, "")).collect()
}

/// The entries that contain what is typed; those that begin with it come first.
fn to_list(query: &Query<'_>, items: Vec<Item>, bytes: Range<usize>) -> Value {
    let typed = query.text[bytes.clone()].to_lowercase();
    let rank = |item: &Item| {
        let text = item.text.to_lowercase();
        match text.find(&typed) {
            Some(0) => Some(0),
            Some(_) => Some(1),
            None => item.detail.to_lowercase().contains(&typed).then_some(2),
        }
    };
    let ranked = items
        .into_iter()
        .filter_map(|item| Some((rank(&item)?, item)));
    let mut ranked: Vec<(u8, Item)> = ranked.collect();
    ranked.sort_by(|(a, one), (b, other)| (a, &one.text).cmp(&(b, &other.text)));
    let is_incomplete = ranked.len() > MAX_ITEMS;
    let range = query.range(bytes);
    let items = ranked.into_iter().take(MAX_ITEMS).enumerate();
    let items = items.map(|(at, (_, item))| {
        json!({
            "label": item.text,
            "kind": item.kind as u32,
            "detail": item.detail,
            "sortText": format!("{at:04}"),
            "filterText": format!("{} {}", item.text, item.detail),
            "textEdit": {"range": range, "newText": item.text},
        })
    });
    json!({"isIncomplete": is_incomplete, "items": items.collect::<Vec<Value>>()})
}
