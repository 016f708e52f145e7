//! Reports what is wrong with data besides its schema: YAML that cannot be read, numbers that JavaScript would change, and
//! schemas of nothing.

use super::{Content, FILE_SCHEMA, FOLDER_SCHEMA, is_schema, locate_node};
use crate::diagnostic::{Code, Diagnostics};
use crate::value::{JsonPath, MemberPart, PathSegment, locate_json, parse_yaml};
use crate::{SourceFile, SourceTree, Span};
use serde_json::Value;
use std::collections::BTreeMap;

/// The largest integer up to which JavaScript has all: 2^53.
const MAX_SAFE: f64 = 9_007_199_254_740_992.0;

/// Reports YAML files in `data/` that cannot be read, whether or not a page imports them. Other YAML files are settings.
pub(super) fn check_yaml(tree: &SourceTree, sink: &mut Diagnostics) {
    let files = tree.files_in("data");
    let is_yaml = |file: &&SourceFile| file.has_extension("yaml") || file.has_extension("yml");
    for file in files.filter(|file| is_yaml(file) && file.is_readable) {
        let _ = parse_yaml(file, 0..file.text.len(), Code::BadData, sink);
    }
}

/// Reports schemas that describe no data: those of a file that is not there, and those of folders without data.
pub(super) fn check_schemas(
    contents: &BTreeMap<&str, (&SourceFile, Content)>,
    tree: &SourceTree,
    sink: &mut Diagnostics,
) {
    let is_data = |path: &str| {
        let extensions = ["csv", "json", "toml", "yaml", "yml"];
        let extension = path.rsplit('.').next().unwrap_or_default();
        extensions.contains(&extension) && !is_schema(path)
    };
    for (path, (file, _)) in contents.iter().filter(|(path, _)| is_schema(path)) {
        let (start, what) = match path.strip_suffix(FILE_SCHEMA) {
            Some(stem) => (format!("{stem}."), "beside it"),
            None => (path.replace(FOLDER_SCHEMA, ""), "in its folder"),
        };
        let mut paths = tree.files.iter().map(|file| file.path.as_str());
        if !paths.any(|path| is_data(path) && path.starts_with(&start)) {
            let message = format!("this schema describes nothing: no data is {what}");
            let name = start.rsplit('/').next().unwrap_or_default();
            let help = match name {
                "" => "add data, or delete the schema".to_owned(),
                name => format!("add `{name}json`, or rename or delete the schema"),
            };
            sink.warn(Code::BadData, Span::start_of(file.id), message)
                .help(help);
        }
    }
}

/// Reports whole numbers with more digits than a number of JavaScript holds: components would get others.
pub(super) fn check_numbers(
    file: &SourceFile,
    content: &Content,
    value: &Value,
    sink: &mut Diagnostics,
) {
    let mut found = Vec::new();
    collect_large(value, &mut Vec::new(), &mut found);
    for path in found {
        let span = match content {
            Content::Json(_) => locate_json(file, &path, MemberPart::Value),
            Content::Toml(node) => locate_node(node, &path, MemberPart::Value),
            Content::Csv(table) => table.locate(&path),
        };
        let range = span.start as usize..span.end as usize;
        let written = file.text.get(range).unwrap_or_default();
        let digits = written.trim_start_matches('-');
        let is_whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let parsed = written.parse::<f64>().ok().filter(|_| is_whole);
        if parsed.is_some_and(|parsed| format!("{parsed:.0}") != written) {
            let message = "this number has more digits than JavaScript keeps";
            sink.warn(Code::BadData, span, message)
                .help("write it in quotes, as a text");
        }
    }
}

fn collect_large(value: &Value, path: &mut JsonPath, found: &mut Vec<JsonPath>) {
    match value {
        Value::Number(number) => {
            if number
                .as_f64()
                .is_some_and(|number| number.abs() >= MAX_SAFE)
            {
                found.push(path.clone());
            }
        }
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                path.push(PathSegment::Index(at));
                collect_large(item, path, found);
                path.pop();
            }
        }
        Value::Object(members) => {
            for (key, member) in members {
                path.push(PathSegment::Key(key.clone()));
                collect_large(member, path, found);
                path.pop();
            }
        }
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}
