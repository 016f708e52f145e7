//! Tests whole trees with MDX: expressions, imports, Markdown plugins, and documents that fail.

use super::{config, evaluated_names, root, write, write_body};
use bindery_compiler::assemble::routes_json;
use bindery_compiler::diagnostic::Diagnostic;
use bindery_compiler::driver::{self, CheckOutcome};
use std::fmt::Write;
use std::path::Path;

/// The problems of a tree with their places.
fn problems(checked: &CheckOutcome) -> Vec<String> {
    let line = |problem: &Diagnostic| {
        let place = problem.span.map(|span| {
            let file = checked.tree.file(span.file);
            let (line, column) = file.lines.line_col(&file.text, span.start);
            format!("{}:{line}:{column}", file.path)
        });
        format!("{}: {}", place.unwrap_or_default(), problem.message)
    };
    checked.problems.iter().map(line).collect()
}

/// The pages of a tree, the documents that MDX evaluated, and the problems.
fn text_of_tree(content: &Path) -> String {
    let checked = driver::check(content, &root().join("ui"));
    let mut text = String::new();
    for page in &checked.site.pages {
        let _ = writeln!(text, "== {}", page.route);
        page.slots
            .iter()
            .for_each(|slot| write_body(slot, &mut text));
        text.push('\n');
    }
    for file in &checked.site.evaluated {
        let _ = writeln!(
            text,
            "{}: {} {:?}",
            checked.tree.file(file.file).path,
            file.reason,
            file.components
        );
    }
    let problems = problems(&checked).into_iter();
    problems.for_each(|problem| {
        let _ = writeln!(text, "{problem}");
    });
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(content.with_extension("html"), &text).expect("it is writable");
        let routes = routes_json(&checked.site, &checked.tree);
        let routes = serde_json::to_string_pretty(&routes).expect("routes are JSON");
        std::fs::write(content.with_extension("json"), format!("{routes}\n"))
            .expect("it is writable");
    }
    text
}

fn check_golden(name: &str) {
    let content = root().join("tests/sites/golden").join(name);
    let text = text_of_tree(&content);
    let expected = std::fs::read_to_string(content.with_extension("html"));
    assert_eq!(text, expected.unwrap_or_default());
}

#[test]
fn a_tree_beyond_the_parser_is_evaluated() {
    check_golden("docusaurus-mdx");
}

#[test]
fn elements_and_functions_are_components_of_the_tree() {
    check_golden("docusaurus-elements");
}

#[test]
fn markdown_plugins_of_the_configuration_change_documents() {
    check_golden("docusaurus-remark");
}

#[test]
fn functions_of_the_configuration_change_texts_before_they_are_read() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let content = folder.path();
    let functions = "markdown: {\n  preprocessor: ({filePath, fileContent}) =>\n\
            fileContent.replaceAll('{{NAME}}', filePath.endsWith('_part.mdx') ? 'part' : 'page'),\n\
          async parseFrontMatter(file) {\n    const found = await file.defaultParseFrontMatter(file);\n\
            if (found.frontMatter.title) found.frontMatter.title += ` of ${file.fileContent.length}`;\n\
            return found;\n  },\n}, presets";
    write(
        content,
        "docusaurus.config.js",
        &config("{routeBasePath: '/'}").replace("presets", functions),
    );
    write(
        content,
        "docs/a.mdx",
        "---\ntitle: A\nslug: /\n---\n\nimport Part from './_part.mdx';\n\n{1 + 1} {{NAME}}\n\n<Part />\n\n[Gone](/gone)\n",
    );
    write(content, "docs/_part.mdx", "A {{NAME}}.\n");
    let checked = driver::check(content, &root().join("ui"));
    let page = &checked.site.pages[0];
    let mut text = format!("{}\n", page.props.title);
    page.slots
        .iter()
        .for_each(|slot| write_body(slot, &mut text));
    assert_eq!(
        text,
        "A of 101\n<h1>A of 101</h1>\n<p>2 page</p>\n<p>A part.</p>\n<p><a href=\"/gone\">Gone</a></p>\n"
    );
    let found = problems(&checked).join("\n");
    let is_on_its_line = found.contains("docs/a.mdx:12:") && found.contains("no page at `/gone`");
    assert!(is_on_its_line, "{found}");
}

/// A package has modules for `import` only, and is one of the site's.
#[test]
fn a_package_that_is_a_markdown_plugin_runs_in_its_present_version() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let content = folder.path().join("tree");
    let cache = folder.path().join("cache");
    let write = |path: &str, text: &str| write(&content, path, text);
    let package = |version: &str, code: &str| {
        let manifest = format!(
            r#"{{"name": "remark-own", "version": "{version}", "type": "module", "exports": {{".": {{"import": "./own.js"}}}}}}"#
        );
        write("node_modules/remark-own/package.json", &manifest);
        write("node_modules/remark-own/own.js", code);
    };
    let config = config("{remarkPlugins: [[plugin, {name: 'log.txt'}]]}");
    write(
        "docusaurus.config.js",
        &format!("import plugin from 'remark-own';\n{config}"),
    );
    write("docs/a.md", "A text.\n");
    let code = "import { appendFileSync } from 'node:fs';\n\
                export default ({ name }) => () => appendFileSync(name, 'ran ');\n";
    package("1.0.0", code);
    let evaluated = || evaluated_names(&content, &cache);
    assert_eq!(evaluated(), ("ran".to_owned(), Vec::new()));
    assert_eq!(evaluated(), (String::new(), Vec::new()), "cached");
    package("1.0.1", &code.replace("ran ", "ran-again "));
    assert_eq!(evaluated().0, "ran-again", "another version");
    package(
        "1.0.2",
        "import 'remark-absent';\nexport default () => {};\n",
    );
    let checked = driver::check(&content, &root().join("ui"));
    let found = problems(&checked).join("\n");
    let reason = "the Markdown plugin `remark-own` does not run: `remark-own` cannot be loaded: \
                  Cannot find package 'remark-absent'";
    assert!(found.contains(reason), "{found}");
}

/// Each of these documents costs only itself, and is named by its place.
#[test]
fn documents_that_end_their_process_or_fail_later_are_named_at_their_places() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let content = folder.path();
    write(content, "docusaurus.config.js", &config("{}"));
    for (name, text) in [
        ("a", "{1 + 1}\n"),
        ("b", "{Math.max(1, 2)}\n"),
        (
            "kill",
            "Text.\n\nexport const end = process.kill(process.pid, 'SIGKILL');\n\n{end}\n",
        ),
        ("exit", "Text.\n\nOne {process.exit(0)} two.\n"),
        (
            "refused",
            "# Refused\n\nexport const value = Promise.reject(new Error('no value'));\n",
        ),
        (
            "awaited",
            "export const value = await Promise.reject(new Error('no answer'));\n\n{value}\n",
        ),
        (
            "broken",
            "import {value} from '@site/src/broken';\n\n{value}\n",
        ),
    ] {
        write(content, &format!("docs/{name}.mdx"), text);
    }
    write(
        content,
        "src/broken.js",
        "throw new Error('broken module');\n",
    );
    let checked = driver::check(content, &root().join("ui"));
    assert_eq!(
        problems(&checked),
        [
            "docs/awaited.mdx:1:22: no answer",
            "docs/broken.mdx:1:1: broken module",
            "docs/exit.mdx:3:6: it ends the process that renders it",
            "docs/kill.mdx:1:1: it ends the process that evaluates it",
            "docs/refused.mdx:3:22: no value",
        ]
    );
    let names: Vec<&str> = checked
        .site
        .evaluated
        .iter()
        .map(|one| checked.tree.file(one.file).path.as_str())
        .collect();
    assert_eq!(names, ["docs/a.mdx", "docs/b.mdx"]);
}
