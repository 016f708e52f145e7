//! Redirects that `createRedirects` returns, and the arguments of functions. The suite's trees call them in Node.

use super::*;
use crate::config::read_config;
use crate::driver::check_tree;

const SITE: &str = "title = \"S\"\nurl = \"https://s\"\nbase_path = \"/lib/\"\ntrailing_slash = true\n\
    [locale]\ndefault = \"en\"\n[[locales]]\ncode = \"fr\"\n\
    [[docs]]\npath = \"docs\"\nroute_base = \"/\"\n\
    [[redirects]]\nfrom = \"/pair\"\nto = \"/b\"\n";

fn site() -> (Site, SourceTree, SiteConfig) {
    let tree = SourceTree::from_texts(&[
        ("docs/README.md", "# Home\n"),
        ("docs/b.md", "---\ncustom_edit_url: null\n---\n# B\n"),
        ("docs/sub/c.md", "# C\n"),
        ("site.toml", SITE),
        ("static/file.txt", "x"),
    ]);
    let mut sink = Diagnostics::new();
    let config = read_config(&tree, &mut sink);
    assert!(sink.is_empty());
    let checked = check_tree(tree, &BTreeSet::new());
    (checked.site, checked.tree, config)
}

fn function(kind: FunctionKind) -> ConfigFunction {
    ConfigFunction {
        path: json!(["plugins", 0, 1, "createRedirects"]),
        kind,
        span: Span::new(crate::source::FileId(0), 0, 0),
    }
}

#[test]
fn each_path_is_called_once_for_all_locales() {
    let (site, tree, config) = site();
    let function = function(FunctionKind::CreateRedirects);
    let planned = Planned::new(&function, &site, &tree, &config);
    let paths: Vec<_> = planned.calls.arguments.iter().map(|one| &one[0]).collect();
    assert!(
        paths.contains(&&json!("/")) && paths.contains(&&json!("/sub/c/")),
        "{paths:?}"
    );
    let c = paths.iter().position(|path| **path == "/sub/c/").unwrap();
    assert_eq!(planned.pages[c].len(), 2);
}

#[test]
fn existing_paths_win_and_then_the_first_redirect() {
    let (mut site, tree, config) = site();
    let function = function(FunctionKind::CreateRedirects);
    let planned = Planned::new(&function, &site, &tree, &config);
    let returned = |arguments: &Vec<Value>| match arguments[0].as_str() {
        Some("/b/") => json!(["/old/", "/sub/c", "/file.txt", "/pair", "/old"]),
        Some("/sub/c/") => json!("/older"),
        Some("/") => json!(["/old", "no path"]),
        _ => Value::Null,
    };
    let values = planned.calls.arguments.iter().map(returned).collect();
    let mut sink = Diagnostics::new();
    planned.put(
        FunctionResults::Values(values),
        &mut site,
        &config,
        &mut sink,
    );
    let redirects = site.redirects.iter();
    let redirects = redirects.map(|one| format!("{} {}", one.from, one.to));
    let redirects: Vec<String> = redirects.filter(|one| !one.contains("pair")).collect();
    assert_eq!(
        redirects,
        [
            "/lib/fr/file.txt /lib/fr/b",
            "/lib/fr/old /lib/fr/",
            "/lib/fr/older /lib/fr/sub/c",
            "/lib/old /lib/",
            "/lib/older /lib/sub/c",
        ]
    );
    let problems = sink.into_sorted();
    assert_eq!(problems.len(), 1);
    assert_eq!(
        problems[0].message,
        "`createRedirects` returns \"no path\", which is not a path"
    );
}

#[test]
fn a_function_that_throws_is_one_diagnostic() {
    let (mut site, tree, config) = site();
    let function = function(FunctionKind::CreateRedirects);
    let planned = Planned::new(&function, &site, &tree, &config);
    let error = crate::docusaurus::EvaluationError {
        message: "no".to_owned(),
        file: None,
        line: None,
        column: None,
    };
    let mut sink = Diagnostics::new();
    planned.put(FunctionResults::Error(error), &mut site, &config, &mut sink);
    let problems = sink.into_sorted();
    assert_eq!(problems[0].message, "`createRedirects` throws: no");
    assert_eq!(problems.len(), 1);
}

#[test]
fn edit_urls_get_the_arguments_of_docusaurus() {
    let (site, tree, config) = site();
    let id = config.docs[0].id.clone();
    let function = function(FunctionKind::EditUrl(ContentPlugin::Docs(id)));
    let planned = Planned::new(&function, &site, &tree, &config);
    let wanted = json!({
        "version": "current",
        "versionDocsDirPath": "docs",
        "docPath": "sub/c.md",
        "permalink": "/lib/sub/c",
        "locale": "en",
    });
    let arguments: Vec<_> = planned.calls.arguments.iter().map(|one| &one[0]).collect();
    assert!(arguments.contains(&&wanted), "{arguments:?}");
    let is_b = |one: &&&Value| one["docPath"] == "b.md";
    assert!(
        !arguments.iter().any(|one| is_b(&one)),
        "it has its own address"
    );
}
