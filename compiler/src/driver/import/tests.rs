//! The text of an imported configuration. The suite compares the routes of whole trees.

use super::*;
use crate::config::read_config;
use crate::value::parse_toml;
use serde_json::Value;
use std::path::Path;

fn tree(toml: &str) -> SourceTree {
    SourceTree::from_texts(&[
        ("blog/a.md", ""),
        ("docs/a.md", "# A\n"),
        ("docusaurus.config.js", ""),
        ("site.toml", toml),
    ])
}

fn imported(config: Value, redirects: &[Pair]) -> ImportedConfig {
    let mut evaluated = Evaluated::default();
    evaluated.path = "docusaurus.config.js".to_owned();
    evaluated.config = config;
    let called = FunctionOutput {
        redirects: redirects.to_vec(),
        ..FunctionOutput::default()
    };
    convert(&evaluated, &tree(""), &called)
}

#[test]
fn what_cannot_be_imported_says_what_else_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let help = || {
        let reading = EvaluateOptions {
            content: folder.path(),
            ui: Path::new(""),
            cache: None,
        };
        import_config(reading).unwrap_err().help().to_owned()
    };
    let write = |name: &str| std::fs::write(folder.path().join(name), "").unwrap();
    assert!(help().contains("`bindery new`"), "{}", help());
    write("site.toml");
    assert!(help().contains("`bindery check`"), "{}", help());
    write("docusaurus.config.js");
    assert!(!help().contains("bindery import"), "{}", help());
}

#[test]
fn the_text_has_the_values_of_the_configuration() {
    let redirects = [("/old".to_owned(), "/docs/a".to_owned())];
    let config = json!({
        "title": "A \"title\"\\ \u{1}",
        "url": "https://s.example",
        "presets": [["classic", {"docs": {"path": "docs"}, "pages": {}}]],
        "customFields": {"a b": [1, 2.5, null, {"c": null}]},
        "plugins": [["client-redirects", {"redirects": [{"from": "/x", "to": "/docs/a"}]}]],
    });
    let found = imported(config.clone(), &redirects);
    let again = tree(&found.toml);
    let mut sink = Diagnostics::new();
    let read = parse_toml(again.find("site.toml").unwrap(), &mut sink).to_json();
    assert!(sink.is_empty(), "{}", found.toml);
    assert_eq!(read["title"], config["title"]);
    assert_eq!(read["shape"], "docusaurus");
    assert_eq!(read["pages"]["path"], "src/pages");
    assert_eq!(
        read["redirects"],
        json!([{"from": "/x", "to": "/docs/a"}, {"from": "/old", "to": "/docs/a"}])
    );
    assert_eq!(
        read["component_context"]["customFields"],
        json!({"a b": [1, 2.5, {}]})
    );
    let gap = "`component_context.customFields.a b` has an item without a value";
    assert!(
        found
            .needs_attention
            .iter()
            .any(|line| line.starts_with(gap)),
        "{:?}",
        found.needs_attention
    );
    let config = read_config(&again, &mut sink);
    assert!(sink.is_empty(), "{:?}", sink.into_sorted());
    assert!(config.is_imported && config.markdown.has_code);
    assert_eq!(config.for_components["customFields"]["a b"][0], 1);
}

#[test]
fn the_order_of_categories_is_kept() {
    let category = |key: &str, items: NodeValue| {
        let span = Span::new(source::FileId(0), 0, 0);
        entry(key, Node { span, value: items })
    };
    let leaf = |id: &str| NodeValue::List(vec![text(id, Span::new(source::FileId(0), 0, 0))]);
    let mut items = category(
        "docs",
        NodeValue::Map(vec![category("Z", leaf("z")), category("A", leaf("a"))]),
    )
    .node;
    spell_out(&mut items);
    assert_eq!(
        items.to_json(),
        json!([
            {"type": "category", "label": "Z", "items": ["z"]},
            {"type": "category", "label": "A", "items": ["a"]},
        ])
    );
}

#[test]
fn the_report_says_what_becomes_of_each_option() {
    let found = imported(
        json!({
            "title": "T",
            "url": "https://s.example",
            "presets": [["classic", {"docs": {"editUrl": {"$function": "editUrl"}}}]],
            "plugins": ["a-package"],
            "colour": "red",
        }),
        &[],
    );
    let report = found.report();
    assert!(report.contains("\n  docs (1)\n"), "{report}");
    assert!(report.contains("`editUrl` is a function"), "{report}");
    assert!(report.contains("`a-package`"), "{report}");
    assert_eq!(found.dropped.len(), 1, "{report}");
    assert!(found.dropped[0].contains("`colour` has no effect here"));
    assert_eq!(
        found.dropped,
        imported(json!({"colour": "red"}), &[]).dropped
    );
}

#[test]
fn style_sheets_scripts_and_aliases_are_taken_over() {
    let found = imported(
        json!({
            "title": "S",
            "url": "https://s.example",
            "presets": [["classic", {"theme": {"customCss": ["./src/a.css", "@site/src/b.css"]}}]],
            "clientModules": ["./src/b.css", "@site/src/c.js"],
            "plugins": [["./p", {"alias": {"@c": "@site/src/c"}}]],
        }),
        &[],
    );
    let config = "{\"compilerOptions\": {\"paths\": {\"@x/*\": [\"./src/*\"]}}}";
    let files = [
        ("site.toml", found.toml.as_str()),
        ("docs/a.md", "# A\n"),
        ("src/a.css", ""),
        ("src/b.css", ""),
        ("src/c.js", ""),
        ("tsconfig.json", config),
    ];
    let mut sink = Diagnostics::new();
    let read = read_config(&SourceTree::from_texts(&files), &mut sink);
    assert!(sink.is_empty(), "{:?}", sink.into_sorted());
    assert_eq!(read.custom_css, ["src/a.css", "src/b.css"]);
    assert_eq!(read.client_modules, ["src/c.js"]);
    assert_eq!(read.markdown.aliases.len(), 1);
    let is_alias = |line: &&String| line.starts_with("aliases that plugins add");
    assert_eq!(found.needs_attention.iter().filter(is_alias).count(), 1);
}
