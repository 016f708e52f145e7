//! Turns a Docusaurus configuration into the text of a `site.toml`, with a report of what becomes of its options.
//!
//! The text has `shape = "docusaurus"`, so that the tree is bound by the same rules as with the configuration. The
//! functions of the configuration are called with the current pages, and their results are written as data.

mod function_output;
mod nothing_to_import;
mod toml_text;

#[cfg(test)]
mod tests;

use self::function_output::{FunctionOutput, Pair};
use self::nothing_to_import::{check_interface, nothing_to_import};
use self::toml_text::{lists_with_gaps, to_toml};
use crate::config;
use crate::diagnostic::{Cause, Diagnostic, Diagnostics, visible};
use crate::docusaurus::{self, EvaluateOptions, Evaluated, FunctionKind};
use crate::error::BuildError;
use crate::source::{self, CONFIG_PATH, SourceTree, Span};
use crate::value::{Entry, Node, NodeValue};
use serde_json::json;
use std::fmt::Write;

/// A configuration as `site.toml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedConfig {
    /// The name of the Docusaurus configuration.
    pub source: String,
    /// The text of `site.toml`.
    pub toml: String,
    /// What the text has: a line for each top-level key.
    pub taken_over: Vec<String>,
    /// Options that an author must look at.
    pub needs_attention: Vec<String>,
    /// Options without effect.
    pub dropped: Vec<String>,
}

impl ImportedConfig {
    /// The report.
    #[must_use]
    pub fn report(&self) -> String {
        let mut text = format!("`{}` as `{CONFIG_PATH}`\n", self.source);
        for (title, lines) in [
            ("Taken over", &self.taken_over),
            ("Needs attention", &self.needs_attention),
            ("Dropped", &self.dropped),
        ] {
            let _ = writeln!(text, "\n{title}: {}", lines.len());
            for line in lines {
                let _ = writeln!(text, "  {line}");
            }
        }
        text
    }
}

/// Imports the Docusaurus configuration of a tree.
///
/// # Errors
/// When there is none, or it cannot be evaluated.
pub fn import_config(reading: EvaluateOptions<'_>) -> Result<ImportedConfig, BuildError> {
    let Some(name) = docusaurus::config_name(reading.content) else {
        return Err(nothing_to_import(reading.content));
    };
    check_interface(reading, name)?;
    let evaluated = docusaurus::evaluate(reading, name)?;
    if let Some(error) = &evaluated.error {
        let help = "run `npm ci` in the site's folder, or correct the configuration";
        return Err(BuildError::new(error.message.clone(), help));
    }
    let mut quiet = Diagnostics::new();
    let tree = source::read_scope(reading.content, &docusaurus::scope(&evaluated), &mut quiet);
    quiet.discard();
    let called = FunctionOutput::new(reading, &tree, &evaluated);
    Ok(convert(&evaluated, &tree, &called))
}

/// The import of an evaluated configuration. Pure.
fn convert(evaluated: &Evaluated, tree: &SourceTree, called: &FunctionOutput) -> ImportedConfig {
    let mut sink = Diagnostics::new();
    let translated = docusaurus::translate(evaluated, tree, &mut sink);
    let mut entries = translated.node.entries().to_vec();
    let start = translated.node.span;
    set_pages_folder(&mut entries);
    add_redirects(&mut entries, &called.redirects, start);
    add_sidebars(&mut entries, &called.sidebars);
    entries.iter_mut().for_each(spell_out_sidebars);
    entries.insert(0, entry("shape", text("docusaurus", start)));
    let mut context = docusaurus::for_components(evaluated);
    context["globalData"] = called.global_data.clone();
    entries.push(entry("component_context", Node::from_json(&context, start)));
    if !called.pages.is_empty() {
        let pages = called.pages.iter();
        let pages = pages.map(
            |page| json!({"path": page.path, "component": page.component, "props": page.props, "parents": page.parents}),
        );
        let pages = Node::from_json(&pages.collect(), start);
        entries.push(entry("component_pages", pages));
    }
    add_modules(&mut entries, evaluated, tree, called);
    let (dropped, open): (Vec<_>, Vec<_>) =
        (sink.into_sorted().into_iter()).partition(|one| one.cause == Some(Cause::NoEffect));
    let mut open: Vec<String> = open.iter().map(|one| line(one, tree)).collect();
    for function in docusaurus::config_functions(evaluated, tree) {
        let Some(help) = by_hand(&function.kind) else {
            continue;
        };
        let (place, name) = (place(Some(function.span), tree), function.name());
        open.push(format!("{place}`{name}` is a function: {help}"));
    }
    for plugin in docusaurus::markdown_plugins(evaluated, tree) {
        let (place, name) = (place(Some(plugin.span), tree), plugin.name);
        open.push(format!(
            "{place}the Markdown plugin `{name}` runs with the configuration of Docusaurus only"
        ));
    }
    let of_files = docusaurus::aliases(tree, &Evaluated::default());
    if docusaurus::aliases(tree, evaluated).len() > of_files.len() {
        let line = "aliases that plugins add: write them as `paths` into `tsconfig.json`";
        open.push(line.to_owned());
    }
    for list in lists_with_gaps(&entries) {
        open.push(format!(
            "`{list}` has an item without a value, which TOML cannot write: the items after it move up"
        ));
    }
    let header = format!(
        "# Written by `bindery import` from `{}`. Bindery reads this file in its place.\n",
        evaluated.path
    );
    ImportedConfig {
        source: evaluated.path.clone(),
        toml: header + &to_toml(&entries),
        taken_over: entries.iter().skip(1).map(taken_over).collect(),
        needs_attention: open,
        dropped: dropped.iter().map(|one| line(one, tree)).collect(),
    }
}

/// What an author is to do in place of a function.
fn by_hand(kind: &FunctionKind) -> Option<&'static str> {
    match kind {
        FunctionKind::EditUrl(_) => Some("write an address that pages' paths can follow"),
        FunctionKind::Preprocess | FunctionKind::ParseFrontMatter => Some("write its results"),
        _ => None,
    }
}

/// The default folder of pages differs: write it.
fn set_pages_folder(entries: &mut [Entry]) {
    for pages in entries.iter_mut().filter(|one| one.key == "pages") {
        let tables = match &mut pages.node.value {
            NodeValue::List(tables) => tables.as_mut_slice(),
            _ => std::slice::from_mut(&mut pages.node),
        };
        for table in tables {
            let span = table.span;
            if let NodeValue::Map(options) = &mut table.value
                && !options.iter().any(|one| one.key == "path")
            {
                options.push(entry("path", text("src/pages", span)));
            }
        }
    }
}

/// Adds the style sheets and the scripts of every page.
fn add_modules(
    entries: &mut Vec<Entry>,
    evaluated: &Evaluated,
    tree: &SourceTree,
    called: &FunctionOutput,
) {
    let mut quiet = Diagnostics::new();
    let config = config::read_imported(tree, evaluated, &mut quiet);
    quiet.discard();
    let span = Span::start_of(
        tree.find(&evaluated.path)
            .map_or(source::FileId(0), |file| file.id),
    );
    let written = [config.custom_css, config.client_modules];
    let keys = ["custom_css", "client_modules"].into_iter();
    for ((key, written), all) in keys.zip(written).zip(&called.modules) {
        let list = if all.is_empty() { &written } else { all };
        if !list.is_empty() {
            entries.push(entry(key, Node::from_json(&json!(list), span)));
        }
    }
}

fn add_redirects(entries: &mut Vec<Entry>, redirects: &[Pair], span: Span) {
    let made = redirects.iter().map(|(from, to)| Node {
        span,
        value: NodeValue::Map(vec![
            entry("from", text(from, span)),
            entry("to", text(to, span)),
        ]),
    });
    let known = entries.iter_mut().find(|one| one.key == "redirects");
    if let Some(Entry {
        node: Node {
            value: NodeValue::List(items),
            ..
        },
        ..
    }) = known
    {
        items.extend(made);
    } else if !redirects.is_empty() {
        let value = NodeValue::List(made.collect());
        entries.push(entry("redirects", Node { span, value }));
    }
}

/// Replaces the sidebars of instances by those that generators made.
fn add_sidebars(entries: &mut [Entry], sidebars: &[(usize, Node)]) {
    for docs in entries.iter_mut().filter(|one| one.key == "docs") {
        let NodeValue::List(instances) = &mut docs.node.value else {
            continue;
        };
        for (at, made) in sidebars {
            if let Some(NodeValue::Map(options)) = instances.get_mut(*at).map(|one| &mut one.value)
            {
                options.retain(|one| one.key != "sidebars");
                options.push(entry("sidebars", made.clone()));
            }
        }
    }
}

/// Maps from labels to items become categories: a table of TOML has no order.
fn spell_out_sidebars(docs: &mut Entry) {
    let NodeValue::List(instances) = &mut docs.node.value else {
        return;
    };
    for instance in instances.iter_mut().filter(|_| docs.key == "docs") {
        let NodeValue::Map(options) = &mut instance.value else {
            continue;
        };
        for sidebars in options.iter_mut().filter(|one| one.key == "sidebars") {
            if let NodeValue::Map(sidebars) = &mut sidebars.node.value {
                for sidebar in sidebars {
                    spell_out(&mut sidebar.node);
                }
            }
        }
    }
}

/// Spells out the shorthand in the items of a sidebar or of a category.
fn spell_out(items: &mut Node) {
    let span = items.span;
    let written = match std::mem::replace(&mut items.value, NodeValue::Null) {
        NodeValue::List(list) => list,
        other => vec![Node { span, value: other }],
    };
    let mut list = Vec::new();
    for mut item in written {
        let is_shorthand = matches!(item.value, NodeValue::Map(_)) && item.get("type").is_none();
        if is_shorthand {
            let NodeValue::Map(labels) = item.value else {
                continue;
            };
            list.extend(labels.into_iter().map(category));
            continue;
        }
        if let NodeValue::Map(keys) = &mut item.value {
            for key in keys.iter_mut().filter(|one| one.key == "items") {
                spell_out(&mut key.node);
            }
        }
        list.push(item);
    }
    items.value = NodeValue::List(list);
}

fn category(label: Entry) -> Node {
    let span = label.node.span;
    let mut items = label.node;
    spell_out(&mut items);
    let value = NodeValue::Map(vec![
        entry("type", text("category", span)),
        entry("label", text(&label.key, span)),
        entry("items", items),
    ]);
    Node { span, value }
}

fn entry(key: &str, node: Node) -> Entry {
    Entry {
        key: key.to_owned(),
        key_span: node.span,
        node,
    }
}

fn text(text: &str, span: Span) -> Node {
    Node {
        span,
        value: NodeValue::String(text.to_owned()),
    }
}

/// `docs (2)`: a key, and the number of its values.
fn taken_over(entry: &Entry) -> String {
    let count = match &entry.node.value {
        NodeValue::List(items) => items.len(),
        NodeValue::Map(entries) => entries.len(),
        _ => return entry.key.clone(),
    };
    format!("{} ({count})", entry.key)
}

/// `docusaurus.config.js:3:5: message; help`.
fn line(problem: &Diagnostic, tree: &SourceTree) -> String {
    let help = problem.help.as_deref().unwrap_or_default();
    let help = if help.is_empty() {
        String::new()
    } else {
        format!("; {help}")
    };
    let place = place(problem.span, tree);
    visible(&format!("{place}{}{help}", problem.message)).into_owned()
}

fn place(span: Option<Span>, tree: &SourceTree) -> String {
    let Some(file) = span.and_then(|span| tree.files.get(span.file.0 as usize)) else {
        return String::new();
    };
    let start = span.map_or(0, |span| span.start);
    let (line, column) = file.lines.line_col(&file.text, start);
    format!("{}:{line}:{column}: ", file.path)
}
