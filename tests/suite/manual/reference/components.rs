//! The built-in components: the table that tags are checked against, and the comments of their sources.

use super::cell;
use crate::support::expected::root;
use std::fs;

pub(super) fn table() -> Result<String, String> {
    let path = root().join("markdown/src/props/builtin.txt");
    let source = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let mut text = String::new();
    for line in source.lines().filter(|line| !line.starts_with('#')) {
        let (name, props) = line.split_once(' ').unwrap_or((line, ""));
        text.push_str(&format!("## {name}\n\n{}\n\n", summary(name)?));
        let props: Vec<&str> = props.split(';').map(str::trim).collect();
        if props != [""] {
            text.push_str("| property | type | |\n|---|---|---|\n");
        }
        for prop in props.into_iter().filter(|prop| !prop.is_empty()) {
            text.push_str(&match prop.split_once(':') {
                Some((name, kind)) => {
                    let need = match name.ends_with('?') {
                        true => "",
                        false => "required",
                    };
                    let name = name.trim_end_matches('?');
                    format!("| `{name}` | `{}` | {need} |\n", cell(kind.trim()))
                }
                None => "| any other | | passed to the element |\n".to_owned(),
            });
        }
        text.push('\n');
    }
    Ok(text)
}

/// The comment above the component.
fn summary(name: &str) -> Result<String, String> {
    let path = root().join(format!("ui/src/content/{name}.tsx"));
    let source = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let declared = [
        format!("export default function {name}"),
        format!("export function {name}"),
    ];
    let mut places = declared
        .iter()
        .filter_map(|line| source.find(line.as_str()));
    let before = places.next().map_or("", |at| &source[..at]);
    let comment = before.trim_end().strip_suffix("*/");
    let comment = comment.and_then(|before| before.rsplit_once("/**"));
    let lines = comment.map_or("", |(_, comment)| comment).lines();
    let words: Vec<&str> = lines
        .map(|line| line.trim().trim_start_matches("* "))
        .collect();
    Ok(words
        .join(" ")
        .trim()
        .replace('<', "\\<")
        .replace('{', "\\{"))
}
