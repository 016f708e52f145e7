//! QuickJS in the build and the Node worker render the same bytes with the real bundle.

use crate::support::expected::{self, root};
use crate::support::html::scripts;
use crate::support::server;
use bindery_compiler::diagnostic::Diagnostics;
use bindery_compiler::render::bundle::{Bundle, BundleOptions, run_rollup};
use libtest_mimic::Trial;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("engines::engine_and_worker_render_the_same_shells", || {
            Ok(same_responses(&shells()?)?)
        }),
        Trial::test(
            "engines::engine_and_worker_render_the_same_components",
            || Ok(same_responses(&components()?)?),
        ),
        Trial::test(
            "engines::engine_and_worker_fail_with_the_same_message",
            || Ok(same_responses(&failures())?),
        ),
    ]
}

/// The bundle of the current sources, made once for all cases.
static BUNDLE: LazyLock<Result<Bundle, String>> = LazyLock::new(bundle);

fn bundle() -> Result<Bundle, String> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let target = target.parent().ok_or("BUG: the folder has a parent")?;
    let mut sink = Diagnostics::new();
    let content = bindery_compiler::source::read_tree(&root().join("content"), &mut sink);
    let config = bindery_compiler::config::read_config(&content, &mut sink);
    let data = bindery_compiler::driver::bundle_data(&config, &content, &[]);
    let options = BundleOptions {
        ui: &root().join("ui"),
        components: &root().join("content/components"),
        tree: &root().join("content"),
        modules: &[],
        site: &data,
        cache: &target.join("bindery-cache"),
        prebuilt: None,
        dev: None,
    };
    let bundle = run_rollup(&options, &mut sink).map_err(|error| error.to_string());
    drop(sink.into_sorted());
    bundle
}

/// One page of each kind, with the data of its own document.
fn shells() -> Result<Vec<String>, String> {
    let mut paths: BTreeMap<String, String> = BTreeMap::new();
    for route in expected::routes() {
        paths.entry(route.kind).or_insert(route.path);
    }
    let mut connection = server::connect()?;
    let mut requests = Vec::new();
    for path in paths.into_values().chain(["/no/such/page".to_owned()]) {
        let html = connection.get(&path, &[])?.text()?;
        let data = scripts(&html, |tag| tag.value("id") == Some("__bindery_data"));
        let data = data.first().ok_or_else(|| format!("{path} has no data"))?;
        let mut data: Value = serde_json::from_str(data).map_err(|error| error.to_string())?;
        let items = data["page"]
            .get_mut("sidebar")
            .and_then(|sidebar| sidebar.get_mut("items"));
        let items = items.map_or(Value::Null, Value::take);
        let request = json!({"id": requests.len(), "op": "shell", "page": data["page"]});
        let parts = [request, data["site"].take(), items];
        let parts = parts.iter().filter(|part| !part.is_null());
        let parts: Vec<String> = parts.map(Value::to_string).collect();
        requests.push(parts.join("\t"));
    }
    Ok(requests)
}

fn components() -> Result<Vec<String>, String> {
    let path = root().join("content/data/characters/cryo/ganyu.json");
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let ganyu: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let trees = [
        json!({"c": "CharacterStats", "p": {"character": ganyu}, "k": []}),
        json!({"c": "Details", "p": {"summary": "A & \"B\" – Ω"}, "k": [{"h": 0}]}),
        json!({"c": "Tabs", "p": {}, "k": [
            {"c": "TabItem", "p": {"value": "a", "label": "A"}, "k": [{"h": 0}]},
            {"c": "TabItem", "p": {"value": "b", "label": "B"}, "k": [{"c": "Details", "p": {}, "k": [{"h": 1}]}]},
        ]}),
    ];
    let requests = trees.into_iter().enumerate();
    let requests = requests.map(|(id, tree)| json!({"id": id, "op": "component", "tree": tree}));
    Ok(requests.map(|request| request.to_string()).collect())
}

fn failures() -> Vec<String> {
    let requests = [
        json!({"id": 0, "op": "component", "tree": {"c": "Nowhere", "p": {}, "k": []}}),
        json!({"id": 1, "op": "paint"}),
    ];
    requests.iter().map(Value::to_string).collect()
}

fn same_responses(lines: &[String]) -> Result<(), String> {
    let bundle = BUNDLE.as_ref()?;
    let script = bundle.engine_script().map_err(|error| error.to_string())?;
    let rendered = bindery_engine::render(&script, lines, &|| {})?;
    let wanted = run_worker(bundle, lines)?;
    for ((line, rendered), wanted) in lines.iter().zip(rendered).zip(wanted) {
        let [rendered, wanted] = [without_stack(&rendered?)?, without_stack(&wanted)?];
        if rendered != wanted {
            let line: String = line.chars().take(300).collect();
            return Err(format!("{line}\nengine: {rendered}\nworker: {wanted}"));
        }
    }
    Ok(())
}

fn run_worker(bundle: &Bundle, lines: &[String]) -> Result<Vec<String>, String> {
    let mut worker = Command::new("node")
        .arg(bundle.worker())
        .env("NODE_ENV", "production")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| {
            format!("`node` could not be started ({error}); install Node 20 or newer")
        })?;
    let mut input = worker.stdin.take().ok_or("BUG: stdin is piped")?;
    let asked = format!("{}\n", lines.join("\n"));
    let writer = std::thread::spawn(move || input.write_all(asked.as_bytes()));
    let output = worker
        .wait_with_output()
        .map_err(|error| error.to_string())?;
    let _ = writer.join();
    let text = String::from_utf8(output.stdout).map_err(|error| error.to_string())?;
    let responses: Vec<String> = text.lines().map(str::to_owned).collect();
    if responses.len() == lines.len() {
        Ok(responses)
    } else {
        Err(format!("the worker gave {} answers", responses.len()))
    }
}

/// The line without the stack of a failure, whose frames differ between engines.
fn without_stack(line: &str) -> Result<String, String> {
    if !line.contains("\"stack\":") {
        return Ok(line.to_owned());
    }
    let mut response: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    if let Some(error) = response.get_mut("error").and_then(Value::as_object_mut) {
        error.remove("stack");
    }
    Ok(response.to_string())
}
