//! Data files: JSON, TOML and CSV in the content tree, validated against JSON Schemas.
//!
//! In: the tree. Out: the values by path. The schema of a file is `NAME.schema.json` in its folder, otherwise the
//! `_schema.json` of its folder or of the nearest folder above it. A validation error has the span of its value.

mod checks;
mod csv;

use crate::diagnostic::{Code, Diagnostics};
use crate::value::schema::{Schema, ValidationError};
use crate::value::{
    MemberPart, Node, NodeValue, PathSegment, find_json_faults, has_duplicate_keys, locate_json,
    parse_toml,
};
use crate::{SourceFile, SourceTree, Span};
use rayon::prelude::*;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// The name of a schema for all data of its folder and of the folders in it.
const FOLDER_SCHEMA: &str = "_schema.json";

/// The end of the name of a schema for one file of its folder.
const FILE_SCHEMA: &str = ".schema.json";

/// The help of an error of the syntax that says no more.
const HELP: &str = "correct it; until then the data of the file is missing";

/// The values of data files by their path in the content tree: `data/x.json`.
#[derive(Debug, Default)]
pub struct Data {
    files: BTreeMap<String, Arc<Value>>,
    /// The folders that pages have asked for, so that all pages share one value.
    folders: Mutex<BTreeMap<String, Arc<Value>>>,
}

impl Data {
    /// The data of these files.
    #[must_use]
    pub fn new(files: BTreeMap<String, Arc<Value>>) -> Self {
        let folders = Mutex::default();
        Data { files, folders }
    }

    /// The value of a file.
    #[must_use]
    pub fn file(&self, path: &str) -> Option<Arc<Value>> {
        self.files.get(path).cloned()
    }

    /// The paths of all files.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// An object of all files in a folder and its subfolders, by their relative paths without extension; `None` without files.
    #[must_use]
    pub fn folder(&self, path: &str) -> Option<Arc<Value>> {
        let mut folders = self.folders.lock().expect("BUG: a reader of data panicked");
        if let Some(value) = folders.get(path) {
            return Some(Arc::clone(value));
        }
        let relative = |file: &str| {
            let rest = file.strip_prefix(path)?.strip_prefix('/')?;
            let stem = rest.rsplit_once('.').map_or(rest, |(stem, _)| stem);
            Some(stem.to_owned())
        };
        let files = self.files.iter();
        let files = files.filter_map(|(file, value)| Some((relative(file)?, Value::clone(value))));
        let values: serde_json::Map<String, Value> = files.collect();
        let made = (!values.is_empty()).then(|| Arc::new(Value::Object(values)))?;
        folders.insert(path.to_owned(), Arc::clone(&made));
        Some(made)
    }
}

/// A parsed file.
enum Content {
    Json(Value),
    Toml(Node),
    Csv(csv::Table),
}

/// What the JSON files in the root folder of a tree are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootFiles {
    /// Data of the site.
    Data,
    /// Mostly settings of tools, as in a Docusaurus tree (`package.json`): they may have comments, so their syntax errors are
    /// not reported.
    ToolSettings,
}

/// Reads the data files that pages can import, in parallel. Syntax and validation errors are diagnostics. Files of the
/// folders `statics` are served unchanged and are not data.
#[must_use]
pub fn read_data(
    tree: &SourceTree,
    statics: &[String],
    root_files: RootFiles,
    sink: &mut Diagnostics,
) -> Data {
    let files = tree.files.iter().filter(|file| is_data(file, statics));
    let files: Vec<&SourceFile> = files.collect();
    // `tsconfig.json` has comments in any folder.
    let is_tools = |name: &str| name.starts_with("tsconfig") || name.starts_with("jsconfig");
    // The configuration reads the names of versions, and reports its errors.
    let is_versions = |name: &str| name == "versions.json" || name.ends_with("_versions.json");
    let is_ours = |file: &SourceFile| {
        let is_of_others = !file.path.contains('/')
            && (root_files == RootFiles::ToolSettings || is_versions(file.name()));
        !is_tools(file.name()) && !is_of_others
    };
    let parsed: Vec<(Option<Content>, Diagnostics)> = files
        .par_iter()
        .map(|file| {
            let mut own = Diagnostics::new();
            (parse(file, &mut own), own)
        })
        .collect();
    let mut contents: BTreeMap<&str, (&SourceFile, Content)> = BTreeMap::new();
    for (file, (content, problems)) in files.into_iter().zip(parsed) {
        if is_ours(file) {
            sink.absorb(problems);
        } else {
            problems.discard();
        }
        if let Some(content) = content {
            contents.insert(&file.path, (file, content));
        }
    }
    let schemas = read_schemas(&contents, sink);
    let is_checked = root_files == RootFiles::Data;
    if is_checked {
        checks::check_yaml(tree, sink);
        checks::check_schemas(&contents, tree, sink);
    }
    let checked: Vec<(String, Value, Diagnostics)> = contents
        .par_iter()
        .filter(|(path, _)| !is_schema(path))
        .map(|(path, (file, content))| {
            let mut own = Diagnostics::new();
            let value = check(file, content, schema_of(path, &schemas), &mut own);
            if is_checked {
                checks::check_numbers(file, content, &value, &mut own);
            }
            ((*path).to_owned(), value, own)
        })
        .collect();
    let mut data = BTreeMap::new();
    for (path, value, problems) in checked {
        sink.absorb(problems);
        data.insert(path, Arc::new(value));
    }
    Data::new(data)
}

/// Whether a file is data: `.json` in any folder, as in Docusaurus, where it is next to pages; TOML and CSV in `data/`.
fn is_data(file: &SourceFile, statics: &[String]) -> bool {
    let is_inside = |folder: &String| {
        let rest = file.path.strip_prefix(folder.as_str());
        rest.is_some_and(|rest| rest.starts_with('/'))
    };
    let has_other_use =
        !file.is_readable || is_message_file(&file.path) || file.name() == "_category_.json";
    if statics.iter().any(is_inside) || has_other_use {
        return false;
    }
    let is_table = file.has_extension("toml") || file.has_extension("csv");
    file.has_extension("json") || is_table && file.path.starts_with("data/")
}

fn is_schema(path: &str) -> bool {
    path.ends_with(FILE_SCHEMA) || path.rsplit('/').next() == Some(FOLDER_SCHEMA)
}

fn parse(file: &SourceFile, sink: &mut Diagnostics) -> Option<Content> {
    if file.has_extension("toml") {
        return parse_table(file, sink).map(Content::Toml);
    }
    if file.has_extension("csv") {
        return csv::parse(file, sink).map(Content::Csv);
    }
    parse_json(file, sink).map(Content::Json)
}

fn parse_json(file: &SourceFile, sink: &mut Diagnostics) -> Option<Value> {
    let error = match serde_json::from_str(&file.text) {
        Ok(value) => {
            if has_duplicate_keys(&file.text, &value) {
                report_faults(file, sink);
            }
            return Some(value);
        }
        Err(error) => error,
    };
    if !report_faults(file, sink) {
        // The parser has limits of its own, such as that of depth.
        let at = offset_of(file, error.line(), error.column());
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or(&message);
        let message = format!("bad JSON: {message}");
        sink.error(Code::BadData, file.letter_at(at), message)
            .help(HELP);
    }
    None
}

/// Reports what is wrong with a JSON file; whether anything is.
fn report_faults(file: &SourceFile, sink: &mut Diagnostics) -> bool {
    let faults = find_json_faults(&file.text);
    let has_faults = !faults.is_empty();
    for fault in faults {
        let span = Span::new(file.id, fault.range.start, fault.range.end);
        let message = format!("bad JSON: {}", fault.message);
        let problem = sink.error(Code::BadData, span, message);
        problem.help(fault.help);
        if fault.is_deletable {
            problem.fix(span, "");
        }
    }
    has_faults
}

fn parse_table(file: &SourceFile, sink: &mut Diagnostics) -> Option<Node> {
    let mut own = Diagnostics::new();
    let node = parse_toml(file, &mut own);
    let problems = own.into_sorted();
    for problem in &problems {
        sink.error(Code::BadData, problem.span, problem.message.as_str())
            .help(HELP);
    }
    problems.is_empty().then_some(node)
}

type Schemas<'s> = BTreeMap<&'s str, Schema<'s>>;

fn read_schemas<'s>(
    contents: &'s BTreeMap<&'s str, (&'s SourceFile, Content)>,
    sink: &mut Diagnostics,
) -> Schemas<'s> {
    let mut schemas = Schemas::new();
    for (path, (file, content)) in contents.iter().filter(|(path, _)| is_schema(path)) {
        let Content::Json(root) = content else {
            continue;
        };
        match Schema::new(root) {
            Ok(schema) => drop(schemas.insert(path, schema)),
            Err(errors) => {
                for bad in errors {
                    let span = locate_json(file, &bad.path, MemberPart::Name);
                    sink.error(Code::BadData, span, format!("bad schema: {}", bad.message))
                        .help("correct the schema; until then no data is checked against it");
                }
            }
        }
    }
    schemas
}

/// The schema of a data file.
fn schema_of<'a, 's>(path: &str, schemas: &'a Schemas<'s>) -> Option<&'a Schema<'s>> {
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    if let Some(own) = schemas.get(format!("{stem}{FILE_SCHEMA}").as_str()) {
        return Some(own);
    }
    let mut folder = path;
    while let Some((above, _)) = folder.rsplit_once('/') {
        folder = above;
        if let Some(schema) = schemas.get(format!("{folder}/{FOLDER_SCHEMA}").as_str()) {
            return Some(schema);
        }
    }
    None
}

/// Validates a file and returns its value.
fn check(
    file: &SourceFile,
    content: &Content,
    schema: Option<&Schema<'_>>,
    sink: &mut Diagnostics,
) -> Value {
    let value = match content {
        Content::Json(value) => value.clone(),
        Content::Toml(node) => node.to_json(),
        Content::Csv(table) => table.value(schema),
    };
    for error in schema.map_or(Vec::new(), |schema| schema.validate(&value)) {
        let ValidationError {
            path,
            is_key,
            message,
            help,
        } = error;
        let part = match is_key {
            true => MemberPart::Name,
            false => MemberPart::Value,
        };
        let span = match content {
            Content::Json(_) => locate_json(file, &path, part),
            Content::Toml(node) => locate_node(node, &path, part),
            Content::Csv(table) => table.locate(&path),
        };
        let help = help.unwrap_or_else(|| "correct the value, or change the schema".to_owned());
        sink.error(Code::BadData, span, message).help(help);
    }
    value
}

/// The span of the member or item at `path`; if the path does not exist, of the last value on it that does.
fn locate_node(node: &Node, path: &[PathSegment], part: MemberPart) -> Span {
    let mut node = node;
    let mut span = node.span;
    for (depth, segment) in path.iter().enumerate() {
        let found = match (segment, &node.value) {
            (PathSegment::Key(name), _) => node
                .entries()
                .iter()
                .find(|entry| entry.key == *name)
                .map(|entry| (entry.key_span, &entry.node)),
            (PathSegment::Index(at), NodeValue::List(items)) => {
                items.get(*at).map(|item| (item.span, item))
            }
            (PathSegment::Index(_), _) => None,
        };
        let Some((name, value)) = found else {
            break;
        };
        node = value;
        let is_last = depth + 1 == path.len();
        span = match part {
            MemberPart::Name if is_last => name,
            _ => node.span,
        };
    }
    span
}

/// The byte at a line and column as `serde_json` counts them, from 1 and in bytes.
#[must_use]
pub fn offset_of(file: &SourceFile, line: usize, column: usize) -> usize {
    let before: usize = file
        .text
        .split_inclusive('\n')
        .take(line.saturating_sub(1))
        .map(str::len)
        .sum();
    let at = (before + column.saturating_sub(1)).min(file.text.len());
    (0..=at)
        .rev()
        .find(|at| file.text.is_char_boundary(*at))
        .unwrap_or(0)
}

/// Whether a file contains translated strings by id, so that pages cannot import it.
#[must_use]
pub fn is_message_file(path: &str) -> bool {
    let mut parts = path.split('/');
    let is_translation = parts.next() == Some("i18n") && parts.next().is_some();
    let rest: Vec<&str> = parts.collect();
    is_translation
        && match rest.as_slice() {
            [file] => *file == "code.json",
            [folder, file] => folder.starts_with("docusaurus-") && file.ends_with(".json"),
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FileId;

    fn read(files: &[(&str, &str)]) -> (BTreeMap<String, Arc<Value>>, Vec<String>) {
        let mut files = files.to_vec();
        files.sort_unstable();
        let files = files.into_iter().enumerate().map(|(at, (path, text))| {
            SourceFile::from_text(FileId(u32::try_from(at).unwrap()), path, text)
        });
        let tree = SourceTree {
            files: files.collect(),
            ..SourceTree::default()
        };
        let mut sink = Diagnostics::new();
        let data = read_data(&tree, &[], RootFiles::Data, &mut sink);
        let place = |one: &crate::diagnostic::Diagnostic| {
            let span = one.span.unwrap();
            let file = tree.file(span.file);
            let (line, column) = file.lines.line_col(&file.text, span.start);
            format!("{}:{line}:{column}: {}", file.path, one.message)
        };
        (data.files, sink.into_sorted().iter().map(place).collect())
    }

    const NUMBERS: &str = r#"{"additionalProperties": {"type": "number"}}"#;

    #[test]
    fn the_nearest_schema_applies() {
        let (data, problems) = read(&[
            ("data/_schema.json", NUMBERS),
            ("data/a.json", "{\"x\": 1,\n \"y\": \"2\"}"),
            ("data/b/_schema.json", "{}"),
            ("data/b/a.json", "{\"x\": \"1\"}"),
            ("data/c/d/a.toml", "x = 1\n[y]\nz = 2\n"),
            ("data/e.json", "[]"),
            ("data/e.schema.json", "{\"minItems\": 1}"),
            ("docs/a.json", "{\"x\": \"1\"}"),
        ]);
        assert_eq!(
            problems,
            [
                "data/a.json:2:7: this is a string, not a number",
                "data/c/d/a.toml:2:1: this is an object, not a number",
                "data/e.json:1:1: 0 items are here, and at least 1 must be",
            ]
        );
        assert_eq!(data.len(), 5);
    }

    #[test]
    fn an_invalid_schema_is_reported_at_the_keyword() {
        let (_, problems) = read(&[
            ("data/_schema.json", "{\n \"itmes\": {}}"),
            ("data/a.json", "{}"),
        ]);
        assert_eq!(
            problems,
            [
                "data/_schema.json:2:2: bad schema: the keyword `itmes` is not known; did you mean `items`?"
            ]
        );
    }

    #[test]
    fn data_that_nobody_imports_is_checked() {
        let (_, problems) = read(&[
            ("data/a.yaml", "a: *b\n"),
            ("data/b.schema.json", "{}"),
            ("data/c.schema.json", "{}"),
            (
                "data/c.toml",
                "n = 9007199254740993\nm = 9007199254740992\n",
            ),
            (
                "data/d.json",
                "[9007199254740991, -9007199254740993,\n 12345678901234567890123, 1e300]",
            ),
            ("data/e/_schema.json", "{}"),
            ("settings/a.yaml", "a: *b\n"),
        ]);
        assert_eq!(
            problems,
            [
                "data/a.yaml:1:4: a value that begins with `*` needs quotes: in YAML it begins an alias",
                "data/b.schema.json:1:1: this schema describes nothing: no data is beside it",
                "data/c.toml:1:5: this number has more digits than JavaScript keeps",
                "data/d.json:1:20: this number has more digits than JavaScript keeps",
                "data/d.json:2:2: this number has more digits than JavaScript keeps",
                "data/e/_schema.json:1:1: this schema describes nothing: no data is in its folder",
            ]
        );
    }

    #[test]
    fn tables_have_typed_cells() {
        let schema =
            r#"{"items": {"properties": {"code": {"type": "string"}, "n": {"type": "number"}}}}"#;
        let (data, problems) = read(&[
            ("data/t.csv", "code,n,on\n007,1.5,true\n\"a,\"\"b\",x,\n"),
            ("data/t.schema.json", schema),
        ]);
        assert_eq!(problems, ["data/t.csv:3:9: this is a string, not a number"]);
        let wanted =
            serde_json::json!([{"code": "007", "n": 1.5, "on": true}, {"code": "a,\"b", "n": "x"}]);
        assert_eq!(*data["data/t.csv"], wanted);
    }
}
