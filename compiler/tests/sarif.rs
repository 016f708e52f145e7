//! The SARIF logs of all trees with mistakes against the rules of SARIF 2.1.0.
//!
//! `sarif/rules.json` has these rules as a JSON Schema for the objects that Bindery writes, from the text of the standard: which
//! properties each of them has and needs (section 3), and what their values are. What a schema cannot say is checked here.

use bindery_compiler::diagnostic::to_sarif;
use bindery_compiler::docusaurus::find_config;
use bindery_compiler::driver;
use bindery_compiler::value::schema::Schema;
use serde_json::Value;
use std::path::Path;

fn items<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map(Vec::as_slice).unwrap_or_default()
}

/// What the standard demands beyond the form.
fn broken_rules(log: &Value) -> Vec<String> {
    let mut broken = Vec::new();
    let run = &log["runs"][0];
    let rules = items(&run["tool"]["driver"], "rules");
    for result in items(run, "results") {
        // 3.27.6: the index is that of the rule with this id.
        let at = result["ruleIndex"]
            .as_u64()
            .and_then(|at| usize::try_from(at).ok());
        let id = at.and_then(|at| rules.get(at)).map(|rule| &rule["id"]);
        if id != Some(&result["ruleId"]) {
            broken.push(format!("{} is not the rule {at:?}", result["ruleId"]));
        }
        for location in items(result, "locations") {
            let place = &location["physicalLocation"];
            let region = &place["region"];
            let number = |key: &str| region[key].as_u64().unwrap_or(0);
            // 3.30.7: the end is not before the start.
            let (start, end) = (
                (number("startLine"), number("startColumn")),
                (number("endLine"), number("endColumn")),
            );
            if end < start {
                broken.push(format!("{end:?} is before {start:?}"));
            }
            // 3.4.3: a URI reference, in which these are encoded.
            let uri = place["artifactLocation"]["uri"]
                .as_str()
                .unwrap_or_default();
            if uri.is_empty() || uri.contains([' ', '\\', '"', '<', '>']) {
                broken.push(format!("`{uri}` is no URI reference"));
            }
        }
    }
    broken
}

#[test]
fn logs_of_trees_with_mistakes_follow_the_standard() {
    let schema: Value = serde_json::from_str(include_str!("sarif/rules.json")).unwrap();
    let schema = Schema::new(&schema).unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut results = 0;
    for entry in std::fs::read_dir(root.join("tests/sites/invalid")).unwrap() {
        let tree = entry.unwrap().path();
        // Node evaluates the others, which takes longer and makes no other kind of result.
        if !tree.is_dir() || find_config(&tree).is_some() {
            continue;
        }
        let checked = driver::check(&tree, &root.join("ui"));
        let log = to_sarif(&checked.problems, &checked.tree);
        let errors: Vec<String> = schema
            .validate(&log)
            .iter()
            .map(|error| format!("{error:?}"))
            .chain(broken_rules(&log))
            .collect();
        assert_eq!(errors, Vec::<String>::new(), "{}", tree.display());
        results += items(&log["runs"][0], "results").len();
    }
    assert!(results > 100, "{results} results");
}

#[test]
fn a_log_that_breaks_a_rule_is_refused() {
    let rules: Value = serde_json::from_str(include_str!("sarif/rules.json")).unwrap();
    let schema = Schema::new(&rules).unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/sites/invalid/broken-links");
    let checked = driver::check(&root, Path::new("ui"));
    let log = to_sarif(&checked.problems, &checked.tree);
    assert_eq!(schema.validate(&log).len(), 0);
    let result = "/runs/0/results/0";
    for (path, value) in [
        ("/version", Value::from("2.0.0")),
        ("/runs/0/columnKind", Value::from("bytes")),
        (&format!("{result}/level"), Value::from("fatal")),
        (&format!("{result}/message"), Value::from("text")),
        (
            &format!("{result}/locations/0/physicalLocation/region/startLine"),
            Value::from(0),
        ),
        ("/runs/0/tool/driver", serde_json::json!({"rules": []})),
        (
            "/runs/0/tool/driver/rules/0",
            serde_json::json!({"id": "a", "severity": 1}),
        ),
    ] {
        let mut other = log.clone();
        *other.pointer_mut(path).unwrap() = value;
        assert_ne!(schema.validate(&other).len(), 0, "{path}");
    }
    let mut other = log.clone();
    other["runs"][0]["results"][0]["ruleIndex"] = Value::from(0);
    assert_ne!(broken_rules(&other), Vec::<String>::new());
}
