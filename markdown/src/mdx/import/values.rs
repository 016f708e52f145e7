//! Imports of a file as a value: YAML, and the text of any file.

use super::Binding;
use crate::context::MarkdownContext;
use crate::mdx::expression::ResolveError;
use bindery_source::SourceFile;
use bindery_source::diagnostic::{Code, Diagnostics};
use bindery_source::value::parse_yaml;

/// The value of a YAML file. Only imports read it: other YAML files of a tree are settings.
pub(super) fn yaml<'s>(
    written: &str,
    file: &SourceFile,
    context: &MarkdownContext<'s>,
) -> Result<Binding<'s>, ResolveError> {
    let mut problems = Diagnostics::new();
    let node = parse_yaml(file, 0..file.text.len(), Code::BadData, &mut problems);
    let first = problems.into_sorted().into_iter().next();
    match (node, first) {
        (Some(node), None) => Ok(Binding::Data(node.to_json().into())),
        // The reader of the data has reported it at its place.
        _ if file.path.starts_with("data/") && !context.options.has_code => Ok(Binding::Broken),
        (_, problem) => Err(ResolveError {
            code: Code::BadData,
            message: format!("`{written}` cannot be read"),
            help: problem.map_or_else(String::new, |problem| problem.message),
        }),
    }
}

/// The path in an import of a file's text: `!!raw-loader!./a.js`, `./a.js?raw`.
pub(super) fn raw_path(written: &str) -> Option<&str> {
    let loaded = ["!!raw-loader!", "raw-loader!"];
    let mut loaded = loaded
        .iter()
        .filter_map(|loader| written.strip_prefix(loader));
    loaded.next().or_else(|| written.strip_suffix("?raw"))
}
