//! The inputs of a translation that its parts share: the evaluated data and the files of the tree.

use super::evaluate::{Evaluated, EvaluationError, Sidebars};
use super::nodes::to_node;
use super::options::{Table, plain};
use crate::diagnostic::{Code, Diagnostics};
use crate::source::{FileId, SourceFile, SourceTree, Span};
use crate::value::{Node, NodeValue};

/// The inputs of a translation.
pub(super) struct Context<'e> {
    /// The evaluated configuration.
    pub(super) evaluated: &'e Evaluated,
    /// The files of the site.
    pub(super) tree: &'e SourceTree,
    /// The configuration's file.
    pub(super) file: Option<&'e SourceFile>,
}

impl Context<'_> {
    /// The start of the configuration's file: the span of values that it does not write.
    pub(super) fn start(&self) -> Span {
        let id = self.file.map_or(FileId(0), |file| file.id);
        Span::start_of(id)
    }

    /// The place of an error; the start of the configuration where its file is not in the tree.
    pub(super) fn span(&self, error: &EvaluationError) -> Span {
        let file = error.file.as_ref().and_then(|path| self.tree.find(path));
        file.map_or(self.start(), |file| {
            let (line, column) = (error.line.unwrap_or(1), error.column.unwrap_or(1));
            let at = file.lines.offset(&file.text, line, column);
            Span::new(file.id, at, at)
        })
    }

    /// Reports that a file cannot be evaluated; `name` is its name in the message.
    pub(super) fn report_error(&self, error: &EvaluationError, name: &str, sink: &mut Diagnostics) {
        let span = self.span(error);
        let message = format!("{name} cannot be evaluated: {}", error.message);
        sink.error(Code::BadConfig, span, message)
            .help("correct it, or run `npm ci` in the site's folder if it needs its packages");
    }

    /// Whether the folder of a plugin exists: the one that its table names, or the default.
    pub(super) fn has_folder(&self, table: &Node, deerror: &str) -> bool {
        let path = match table.get("path").map(|node| &node.value) {
            Some(NodeValue::String(path)) => path,
            _ => deerror,
        };
        self.tree.has_folder(path)
    }

    /// Puts the sidebars of the file that `sidebarPath` names under `sidebars`; `false` puts an empty table.
    pub(super) fn put_sidebars(&self, path: &Node, table: &mut Table, sink: &mut Diagnostics) {
        let name = match &path.value {
            NodeValue::Bool(false) => {
                table.put("sidebars", Table::at(path.span).into_node());
                return;
            }
            NodeValue::String(name) => name,
            _ => return,
        };
        let Some(Sidebars { file, value, error }) = self.evaluated.sidebars.get(name) else {
            return;
        };
        if let Some(error) = error {
            self.report_error(error, &format!("`{file}`"), sink);
        }
        if let Some(value) = value {
            let node = to_node(value, self.tree.find(file), &[]);
            if let Some(node) = plain(&node, "sidebars", sink) {
                table.put("sidebars", node);
            }
        }
    }
}
