//! Calls `markdown.preprocessor` and `markdown.parseFrontMatter` of a Docusaurus configuration with the texts of the tree,
//! before they are parsed.
//!
//! A changed text replaces that of its file, so that problems are shown in it. Corrections are made in the text as it is
//! written, as far as that is the same. Front matter stays on its lines: what
//! `parseFrontMatter` returns is written on one line, as JSON.

use crate::config::SiteConfig;
use crate::diagnostic::{Code, Diagnostics};
use crate::docusaurus::{
    ConfigFunction, EvaluateOptions, FunctionCalls, FunctionKind, FunctionResults, call_functions,
    config_name,
};
use crate::front_matter::split_front_matter;
use crate::source::{SourceFile, SourceTree};
use serde_json::{Value, json};
use std::sync::Arc;

fn is_of_texts(kind: &FunctionKind) -> bool {
    matches!(
        kind,
        FunctionKind::Preprocess | FunctionKind::ParseFrontMatter
    )
}

fn is_markdown(file: &SourceFile) -> bool {
    file.has_extension("md") || file.has_extension("mdx")
}

/// Replaces the texts that the functions change.
pub(in crate::driver) fn preprocess(
    tree: &mut SourceTree,
    config: &SiteConfig,
    reading: EvaluateOptions<'_>,
    sink: &mut Diagnostics,
) {
    let functions = config.functions.iter();
    let functions: Vec<&ConfigFunction> = functions
        .filter(|function| is_of_texts(&function.kind))
        .collect();
    let Some(name) = config_name(reading.content).filter(|_| !functions.is_empty()) else {
        return;
    };
    let (places, files) = texts_of(tree);
    let calls: Vec<FunctionCalls> = functions
        .iter()
        .map(|function| calls(function, &files, reading))
        .collect();
    let results = match call_functions(reading, name, &calls) {
        Ok(results) => results,
        Err(error) => return report(functions[0], &error.to_string(), sink),
    };
    let mut texts: Vec<String> = files.iter().map(|file| file.text.to_string()).collect();
    for (function, result) in functions.into_iter().zip(results) {
        let values = match result {
            FunctionResults::Values(values) => values,
            FunctionResults::Error(error) => {
                report(function, &error.message, sink);
                continue;
            }
        };
        for (text, value) in texts.iter_mut().zip(values) {
            match (&function.kind, value) {
                (FunctionKind::Preprocess, Value::String(changed)) => *text = changed,
                (FunctionKind::ParseFrontMatter, Value::Object(parsed)) => {
                    *text = with_front_matter(text, &Value::Object(parsed));
                }
                _ => {}
            }
        }
    }
    for (at, text) in places.into_iter().zip(texts) {
        tree.files[at].set_processed_text(&Arc::from(text));
    }
}

/// The Markdown files, with their places in the list. A preview gives files ids that are no places.
fn texts_of(tree: &SourceTree) -> (Vec<usize>, Vec<&SourceFile>) {
    let files = tree.files.iter().enumerate();
    files.filter(|(_, file)| is_markdown(file)).unzip()
}

/// The calls of a function: one for each file.
fn calls(
    function: &ConfigFunction,
    files: &[&SourceFile],
    reading: EvaluateOptions<'_>,
) -> FunctionCalls {
    let argument = |file: &&SourceFile| {
        let path = reading.content.join(&file.path);
        let path = std::path::absolute(&path).unwrap_or(path);
        let mut keys = json!({"filePath": path.to_string_lossy(), "fileContent": &*file.text});
        if function.kind == FunctionKind::ParseFrontMatter {
            let mut unreported = Diagnostics::new();
            let (front, body) = split_front_matter(file, &mut unreported);
            unreported.discard();
            keys["parsed"] = json!({"frontMatter": front.value, "content": &file.text[body..]});
        }
        vec![keys]
    };
    FunctionCalls {
        path: function.path.clone(),
        arguments: files.iter().map(argument).collect(),
        is_front_matter: function.kind == FunctionKind::ParseFrontMatter,
        ..FunctionCalls::default()
    }
}

/// A text with other front matter, on as many lines as before where they are enough.
fn with_front_matter(text: &str, parsed: &Value) -> String {
    let file = SourceFile::from_text(crate::source::FileId(0), "text.md", text);
    let mut unreported = Diagnostics::new();
    let (_, body) = split_front_matter(&file, &mut unreported);
    unreported.discard();
    let lines = text[..body].matches('\n').count();
    let blank = "\n".repeat(lines.saturating_sub(3));
    format!("---\n{}\n{blank}---\n{}", parsed, &text[body..])
}

fn report(function: &ConfigFunction, message: &str, sink: &mut Diagnostics) {
    let name = function.name();
    sink.warn(
        Code::UnsupportedOption,
        function.span,
        format!("`{name}` throws: {message}"),
    )
    .help("fix the function; until then the files are read unprocessed");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::FileId;

    #[test]
    fn the_ids_of_files_need_not_be_their_places() {
        let mut tree = SourceTree::default();
        for (id, path) in [(3, "a.md"), (5, "b.png"), (2048, "c.md")] {
            tree.files
                .push(SourceFile::from_text(FileId(id), path, "Text"));
        }
        let (places, files) = texts_of(&tree);
        assert_eq!(places, [0, 2]);
        assert_eq!(files[1].id, FileId(2048));
    }

    #[test]
    fn front_matter_stays_on_its_lines() {
        let changed = with_front_matter("---\na: 1\nb: 2\n---\n\nText\n", &json!({"c": 3}));
        assert_eq!(changed, "---\n{\"c\":3}\n\n---\n\nText\n");
        let added = with_front_matter("Text\n", &json!({"c": 3}));
        assert_eq!(added, "---\n{\"c\":3}\n---\nText\n");
    }
}
