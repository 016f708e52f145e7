//! Redirects that `createRedirects` returns, and the arguments of functions. The suite's trees call them in Node.

use super::*;
use crate::config::read_config;
use crate::driver::check_tree;
use crate::model::PageContent;

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

#[test]
fn reading_times_are_put_into_posts_and_lists() {
    let config =
        "title = \"S\"\nurl = \"https://s\"\n[[docs]]\npath = \"docs\"\n[blog]\npath = \"blog\"\n";
    let post = "---\nslug: a\nhide: true\n---\n# Title\n\nText.\n<!-- truncate -->\n";
    let tree = SourceTree::from_texts(&[
        ("blog/2021-01-02-a.md", post),
        ("blog/2021-01-03-b.md", "# B\n<!-- truncate -->\n"),
        ("docs/README.md", "# Home\n"),
        ("site.toml", config),
    ]);
    let mut sink = Diagnostics::new();
    let config = read_config(&tree, &mut sink);
    assert!(sink.is_empty());
    let checked = check_tree(tree, &BTreeSet::new());
    let (mut site, tree) = (checked.site, checked.tree);
    let function = function(FunctionKind::ReadingTime("default".to_owned()));
    let planned = Planned::new(&function, &site, &tree, &config);
    let arguments: Vec<&Value> = planned.calls.arguments.iter().map(|one| &one[0]).collect();
    assert_eq!(arguments.len(), 2);
    let wanted = json!({
        "content": "Text.\n<!-- truncate -->",
        "frontMatter": {"slug": "a", "hide": true},
        "locale": "en",
    });
    let of_a = arguments.iter().position(|one| **one == wanted).unwrap();
    let mut values = vec![Value::Null; 2];
    values[of_a] = json!(6.2);
    let results = FunctionResults::Values(values);
    planned.put(results, &mut site, &config, &mut sink);
    let content = |path: &str| {
        let page = site.pages.iter().find(|page| page.route.as_str() == path);
        page.unwrap().props.content.clone()
    };
    let PageContent::BlogList { posts, .. } = content("/blog") else {
        panic!("the list");
    };
    let PageContent::BlogPost { post, .. } = content("/blog/a") else {
        panic!("the post");
    };
    let minutes: Vec<_> = posts.iter().map(|post| post.reading_minutes).collect();
    assert_eq!(minutes, [None, Some(7)]);
    assert_eq!(post.reading_minutes, Some(7));
    assert!(sink.is_empty());
}
