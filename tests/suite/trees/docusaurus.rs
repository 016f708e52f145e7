//! Compares trees with the output of Docusaurus, which is committed beside each tree as `NAME.json`. Each part of it is a
//! case. `tests/sites/docusaurus/reference.mjs` regenerates these files.

mod compare;

use self::compare::{ASPECTS, Aspect};
use crate::support::executable::bindery;
use crate::support::expected::root;
use bindery_compiler::diagnostic::{Code, Example};
use bindery_compiler::docusaurus::{EvaluateOptions, evaluate, find_config};
use bindery_compiler::driver::{CheckOutcome, check};
use bindery_compiler::system::files::copy_tree;
use libtest_mimic::Trial;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

pub(crate) fn cases() -> Vec<Trial> {
    let cached = || Ok(an_answer_is_cached_until_a_file_it_read_changes()?);
    let mut cases = vec![
        Trial::test(
            "sites::docusaurus::an_answer_is_cached_until_a_file_it_read_changes",
            cached,
        ),
        Trial::test(
            "sites::docusaurus::a_failed_answer_is_not_cached_for_long",
            || Ok(a_failed_answer_is_not_cached_for_long()?),
        ),
        Trial::test(
            "sites::docusaurus::an_installed_package_is_used_at_once",
            || Ok(an_installed_package_is_used_at_once()?),
        ),
        Trial::test("sites::docusaurus::an_import_has_the_same_routes", || {
            Ok(an_import_has_the_same_routes()?)
        }),
        Trial::test("sites::docusaurus::explained_examples_hold", || {
            Ok(explained_examples_hold()?)
        }),
    ];
    for tree in trees() {
        let name = tree
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        // Node evaluates the configuration once for all parts.
        let checked = Arc::new(OnceLock::new());
        for aspect in ASPECTS {
            let (tree, checked) = (tree.clone(), checked.clone());
            let case = move || Ok(compare(&tree, &checked, aspect)?);
            cases.push(Trial::test(
                format!("sites::docusaurus::{name}::{}", aspect.0),
                case,
            ));
        }
    }
    cases
}

/// `bindery import --write` in a copy of each golden Docusaurus tree: the `site.toml` gives the routes of the configuration,
/// a second run changes nothing, and another `site.toml` is never overwritten.
fn an_import_has_the_same_routes() -> Result<(), String> {
    let mut count = 0;
    for tree in ["docusaurus", "docusaurus-functions"] {
        let tree = root().join("tests/sites/golden").join(tree);
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR"));
        let folder = folder.map_err(|error| error.to_string())?;
        copy_tree(&tree, folder.path()).map_err(|error| error.to_string())?;
        let ui = root().join("ui");
        let routes = || {
            let checked = check(folder.path(), &ui);
            bindery_compiler::assemble::routes_json(&checked.site, &checked.tree)
        };
        let wanted = routes();
        let path = folder.path().to_string_lossy().into_owned();
        let import = || bindery(&["import", &path, "--write"]);
        let output = import()?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        let found = routes();
        if let Some((one, other)) = first_difference(&wanted, &found) {
            return Err(format!("{path}: {one} became {other}"));
        }
        if !import()?.status.success() {
            return Err("a second import fails".to_owned());
        }
        let toml = folder.path().join("site.toml");
        fs::write(&toml, "title = \"Mine\"\n").map_err(|error| error.to_string())?;
        if import()?.status.success() {
            return Err("another site.toml is overwritten".to_owned());
        }
        count += wanted.as_array().map_or(0, Vec::len);
    }
    match count {
        0 => Err("no route was compared".to_owned()),
        _ => Ok(()),
    }
}

fn first_difference(wanted: &Value, found: &Value) -> Option<(Value, Value)> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let (wanted, found) = (list(wanted), list(found));
    let longer = wanted.len().max(found.len());
    let at = |list: &[Value], index| list.get(index).cloned().unwrap_or_default();
    let mut pairs = (0..longer).map(|index| (at(&wanted, index), at(&found, index)));
    pairs.find(|(one, other)| one != other)
}

fn trees() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("tests/sites/docusaurus"));
    let entries = entries.into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let mut trees: Vec<_> = paths.filter(|path| path.is_dir()).collect();
    trees.sort();
    trees
}

fn compare(
    tree: &Path,
    checked: &OnceLock<CheckOutcome>,
    (_, differences): Aspect,
) -> Result<(), String> {
    let wanted =
        fs::read_to_string(tree.with_extension("json")).map_err(|error| error.to_string())?;
    let wanted: Value = serde_json::from_str(&wanted).map_err(|error| error.to_string())?;
    let checked = checked.get_or_init(|| check(tree, &root().join("ui")));
    let list = differences(&checked.site, &wanted);
    if list.is_empty() {
        return Ok(());
    }
    Err(format!("{} differences:\n{}", list.len(), list.join("\n")))
}

/// The examples of `bindery explain` that are Docusaurus trees: the wrong one has the problem, and the right one has not. The
/// compiler's own tests check the other examples, without Node.
fn explained_examples_hold() -> Result<(), String> {
    let mut count = 0;
    for code in Code::ALL {
        let Some([Example::Tree(wrong), Example::Tree(right)]) = code.explanation().examples()
        else {
            continue;
        };
        let is_config = |(path, _): &(String, String)| path.starts_with("docusaurus.config");
        if !wrong.iter().any(is_config) {
            continue;
        }
        let (wrong, right) = (codes_in(&wrong)?, codes_in(&right)?);
        if !wrong.contains(code) || right.contains(code) {
            return Err(format!("{}: {wrong:?} and {right:?}", code.name()));
        }
        count += 1;
    }
    match count {
        0 => Err("no example is a Docusaurus tree".to_owned()),
        _ => Ok(()),
    }
}

/// The codes of the problems of a tree.
fn codes_in(files: &[(String, String)]) -> Result<Vec<Code>, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let home = ("docs/index.md".to_owned(), "# Home\n".to_owned());
    for (path, text) in files.iter().chain([&home]) {
        let path = folder.path().join(path);
        let above = path.parent().unwrap_or(folder.path());
        fs::create_dir_all(above).map_err(|error| error.to_string())?;
        fs::write(path, text).map_err(|error| error.to_string())?;
    }
    let problems = check(folder.path(), &root().join("ui")).problems;
    Ok(problems.iter().map(|one| one.code).collect())
}

/// The cache of evaluated configurations. Node evaluates them, with the interface's copy of esbuild.
fn an_answer_is_cached_until_a_file_it_read_changes() -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let (site, cache) = (folder.path().join("site"), folder.path().join("cache"));
    let write = |path: &Path, text: &str| fs::write(path, text).map_err(|error| error.to_string());
    fs::create_dir(&site).map_err(|error| error.to_string())?;
    let config = site.join("config.ts");
    write(
        &site.join("docusaurus.config.mjs"),
        "export {default} from './config.ts';",
    )?;
    write(&config, "export default {title: 'One' as string};")?;
    expect_title("One", &site, &cache)?;
    let mut entries = fs::read_dir(cache.join("docusaurus"))
        .map_err(|error| error.to_string())?
        .flatten();
    let cached = entries.next().ok_or("the answer is not cached")?.path();
    // A second evaluation would not see this change of the cached answer.
    let text = fs::read_to_string(&cached).map_err(|error| error.to_string())?;
    write(&cached, &text.replace("One", "Cached"))?;
    expect_title("Cached", &site, &cache)?;
    write(&config, "export default {title: 'Two'};")?;
    expect_title("Two", &site, &cache)
}

/// A configuration that fails for a reason that is no file, and works later.
fn a_failed_answer_is_not_cached_for_long() -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let (site, cache) = (folder.path().join("site"), folder.path().join("cache"));
    fs::create_dir(&site).map_err(|error| error.to_string())?;
    // Nothing notes that it asks for the kind of a path.
    let text = "import {statSync} from 'fs';\nstatSync(__dirname + '/../up');\nexport default {title: 'Up'};";
    fs::write(site.join("docusaurus.config.mjs"), text).map_err(|error| error.to_string())?;
    expect_title("Up", &site, &cache).expect_err("the service is down");
    fs::create_dir(folder.path().join("up")).map_err(|error| error.to_string())?;
    for entry in fs::read_dir(cache.join("docusaurus"))
        .map_err(|error| error.to_string())?
        .flatten()
    {
        let file = fs::File::options().write(true).open(entry.path());
        file.and_then(|file| file.set_modified(SystemTime::UNIX_EPOCH))
            .map_err(|error| error.to_string())?;
    }
    expect_title("Up", &site, &cache)
}

/// A configuration that reads a package: its stand-in counts until `npm ci` has installed the package.
fn an_installed_package_is_used_at_once() -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let (site, cache) = (folder.path().join("site"), folder.path().join("cache"));
    fs::create_dir(&site).map_err(|error| error.to_string())?;
    let text = "import {title} from 'titles';\nexport default {title: `${title}`};";
    fs::write(site.join("docusaurus.config.mjs"), text).map_err(|error| error.to_string())?;
    expect_title("", &site, &cache)?;
    let package = site.join("node_modules/titles");
    fs::create_dir_all(&package).map_err(|error| error.to_string())?;
    fs::write(package.join("index.js"), "exports.title = 'Installed';")
        .map_err(|error| error.to_string())?;
    expect_title("Installed", &site, &cache)
}

fn expect_title(wanted: &str, site: &Path, cache: &Path) -> Result<(), String> {
    let options = EvaluateOptions {
        content: site,
        ui: &root().join("ui"),
        cache: Some(cache),
    };
    let name = find_config(site).ok_or("no configuration")?;
    let evaluated = evaluate(options, name).map_err(|error| error.to_string())?;
    let title = &evaluated.config["title"];
    match title == wanted {
        true => Ok(()),
        false => Err(format!("the title is {title}, not `{wanted}`")),
    }
}
