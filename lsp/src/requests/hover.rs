//! Hover: the page that a link leads to, the properties of a component, or a value.

use super::symbol_at::{Symbol, pages_of, symbol_at};
use super::{Answer, props, read};
use crate::params::PositionParams;
use crate::query::Query;
use bindery_compiler::model::ResolvedLink;
use serde_json::{Value, json};

/// The most lines of a value that are shown.
const MAX_LINES: usize = 30;

/// The most bytes of a line that are shown.
const MAX_LINE: usize = 200;

pub(super) fn hover(query: &Query<'_>, params: &Value) -> Answer {
    let params: PositionParams = read(params)?;
    let byte = query.byte(params.position);
    let Some(symbol) = symbol_at(query, byte) else {
        return Ok(Value::Null);
    };
    let (text, range) = match symbol {
        Symbol::Link(link) => {
            let span = link.span.start as usize..link.span.end as usize;
            (describe_link(query, link), span)
        }
        Symbol::Component(name, range) => match query.snapshot.checked.components.get(name) {
            Some(props) => (props::describe(name, props.as_ref()), range),
            None => return Ok(Value::Null),
        },
        Symbol::Data(value, range) => (describe_value(&value), range),
        Symbol::Heading(heading) => {
            let pages = query.file.map(|file| pages_of(query, file));
            let pages = pages.into_iter().flatten();
            let addresses = pages.map(|page| format!("`{}#{}`", page.route, heading.id));
            let addresses: Vec<String> = addresses.collect();
            let span = heading.span.start as usize..heading.span.end as usize;
            (addresses.join("  \n"), span)
        }
    };
    if text.is_empty() {
        return Ok(Value::Null);
    }
    let contents = json!({"kind": "markdown", "value": text});
    Ok(json!({"contents": contents, "range": query.range(range)}))
}

fn describe_link(query: &Query<'_>, link: &ResolvedLink) -> String {
    let Some(page) = query.snapshot.page_at(link.page.as_str()) else {
        return format!("`{}`", link.page);
    };
    let mut text = format!("**{}**", escape(&page.props.title));
    let anchor = link.anchor.as_ref();
    let mut headings = page.headings.iter();
    if let Some(heading) = headings.find(|heading| Some(&heading.id) == anchor) {
        text.push_str(&format!(" › {}", escape(&heading.text)));
    }
    if let Some(description) = &page.props.description {
        text.push_str(&format!("\n\n{}", escape(description)));
    }
    text.push_str(&format!("\n\n`{}`", page.route));
    text
}

fn describe_value(value: &Value) -> String {
    let json = format!("{value:#}");
    let lines = json.lines().take(MAX_LINES);
    let lines = lines.map(|line| match line.char_indices().nth(MAX_LINE) {
        Some((at, _)) => format!("{}…\n", &line[..at]),
        None => format!("{line}\n"),
    });
    let rest = json.lines().count().saturating_sub(MAX_LINES);
    let lines: String = lines.collect();
    let rest = match rest {
        0 => String::new(),
        rest => format!("\n… {rest} more lines"),
    };
    // A value with a fence in it must not end the block.
    let longest = lines.split(|letter| letter != '`').map(str::len).max();
    let fence = "`".repeat(longest.unwrap_or(0).max(2) + 1);
    format!("{fence}json\n{lines}{fence}{rest}")
}

/// Plain text as Markdown.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        if "\\`*_[]<>#&|".contains(letter) {
            escaped.push('\\');
        }
        escaped.push(if letter == '\n' { ' ' } else { letter });
    }
    escaped
}
