//! Writes diagnostics as SARIF 2.1.0, the format in which code hosts accept the results of a checker.
//!
//! The rules are all codes with their explanations, so that a host can show them. Regions count characters from 1, as in
//! the text format.

use super::baseline::key;
use super::render::location_of;
use super::{Code, Diagnostic, Fix, Severity};
use crate::{SourceTree, Span};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde_json::{Value, json};

/// The characters of a path that a URI must encode (RFC 3986, section 3.3).
const PATH: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// A longer line is no snippet: each of its problems would repeat it, so that the log would be as long as the line times its
/// problems.
const MAX_SNIPPET_BYTES: usize = 1_000;

/// The log of one run.
#[must_use]
pub fn to_sarif(list: &[Diagnostic], tree: &SourceTree) -> Value {
    let rules: Vec<Value> = Code::ALL.iter().map(|code| rule(*code)).collect();
    let results: Vec<Value> = list.iter().map(|one| result(one, tree)).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {
                "driver": {
                    "name": "bindery",
                    "version": env!("CARGO_PKG_VERSION"),
                    "semanticVersion": env!("CARGO_PKG_VERSION"),
                    "rules": rules,
                },
            },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn rule(code: Code) -> Value {
    let explanation = code.explanation();
    let page = explanation.page();
    json!({
        "id": code.name(),
        "name": format!("{code:?}"),
        "shortDescription": { "text": explanation.summary() },
        "fullDescription": { "text": explanation.summary() },
        "help": { "text": page, "markdown": format!("```text\n{page}```") },
        "defaultConfiguration": {
            "level": if code.is_structural() { "error" } else { "warning" },
        },
    })
}

fn result(diagnostic: &Diagnostic, tree: &SourceTree) -> Value {
    let message = match &diagnostic.help {
        Some(help) => format!("{}\n{help}", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    let rule_index = Code::ALL.iter().position(|code| *code == diagnostic.code);
    let mut result = json!({
        "ruleId": diagnostic.code.name(),
        "ruleIndex": rule_index,
        "level": level(diagnostic.severity),
        "message": { "text": message },
        "partialFingerprints": { "binderyFault/v1": fingerprint(diagnostic, tree) },
    });
    if let Some(span) = diagnostic.span {
        result["locations"] = json!([{ "physicalLocation": location(span, tree) }]);
    }
    if !diagnostic.fixes.is_empty() {
        result["fixes"] = json!([fix(diagnostic, tree)]);
    }
    result
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

/// A fingerprint that does not change when the problem moves within its file.
fn fingerprint(diagnostic: &Diagnostic, tree: &SourceTree) -> String {
    let hash = blake3::hash(key(diagnostic, tree).as_bytes()).to_hex();
    hash.chars().take(16).collect()
}

fn location(span: Span, tree: &SourceTree) -> Value {
    let file = tree.file(span.file);
    json!({
        "artifactLocation": { "uri": uri(&location_of(span, tree).path) },
        "region": region(span, tree, file.lines.line(&file.text, location_of(span, tree).start.0)),
    })
}

fn region(span: Span, tree: &SourceTree, line: &str) -> Value {
    let location = location_of(span, tree);
    let mut region = json!({
        "startLine": location.start.0,
        "startColumn": location.start.1,
        "endLine": location.end.0,
        "endColumn": location.end.1,
    });
    if line.len() <= MAX_SNIPPET_BYTES {
        region["snippet"] = json!({ "text": line });
    }
    region
}

fn fix(diagnostic: &Diagnostic, tree: &SourceTree) -> Value {
    let changes: Vec<Value> = diagnostic
        .fixes
        .iter()
        .map(|fix| change(fix, tree))
        .collect();
    let description = diagnostic.help.as_deref().unwrap_or("apply the change");
    json!({
        "description": { "text": description },
        "artifactChanges": changes,
    })
}

fn change(fix: &Fix, tree: &SourceTree) -> Value {
    let location = location_of(fix.span, tree);
    json!({
        "artifactLocation": { "uri": uri(&location.path) },
        "replacements": [{
            "deletedRegion": {
                "startLine": location.start.0,
                "startColumn": location.start.1,
                "endLine": location.end.0,
                "endColumn": location.end.1,
            },
            "insertedContent": { "text": fix.replacement },
        }],
    })
}

/// A path as a URI reference; an absolute path gets the scheme `file`.
fn uri(path: &str) -> String {
    let path = path.replace('\\', "/");
    let encoded = utf8_percent_encode(&path, PATH).to_string();
    if path.starts_with('/') {
        return format!("file://{encoded}");
    }
    // A colon in the first segment would be parsed as the end of a scheme.
    match encoded.split_once('/') {
        Some((first, rest)) => format!("{}/{rest}", first.replace(':', "%3A")),
        None => encoded.replace(':', "%3A"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FileId;
    use crate::diagnostic::Diagnostics;

    #[test]
    fn a_log_has_rules_places_and_fixes() {
        let tree = SourceTree::from_texts(&[("docs/a b.md", "# A\n[é](/b)\n")]);
        let span = Span::new(FileId(0), 9, 11);
        assert_eq!(&tree.files[0].text[9..11], "/b");
        let mut sink = Diagnostics::new();
        sink.warn(Code::BrokenLink, span, "no page at `/b`")
            .help("did you mean `/a`?")
            .fix(span, "/a");
        sink.error(Code::EmptySite, None, "nothing");
        let log = to_sarif(&sink.into_sorted(), &tree);
        let run = &log["runs"][0];
        assert_eq!(
            run["tool"]["driver"]["rules"].as_array().unwrap().len(),
            Code::ALL.len()
        );
        let [bare, placed] = run["results"].as_array().unwrap().as_slice() else {
            panic!("two results: {log}");
        };
        assert_eq!(bare["locations"], Value::Null);
        let at = placed["ruleIndex"].as_u64().unwrap();
        let rule = &run["tool"]["driver"]["rules"][usize::try_from(at).unwrap()];
        assert_eq!(
            (rule["id"].as_str(), placed["ruleId"].as_str()),
            (Some("broken-link"), Some("broken-link"))
        );
        let location = &placed["locations"][0]["physicalLocation"];
        assert_eq!(location["artifactLocation"]["uri"], "docs/a%20b.md");
        assert_eq!(
            location["region"],
            json!({"startLine": 2, "startColumn": 5, "endLine": 2, "endColumn": 7, "snippet": {"text": "[é](/b)"}})
        );
        let replacement = &placed["fixes"][0]["artifactChanges"][0]["replacements"][0];
        assert_eq!(replacement["insertedContent"]["text"], "/a");
        assert_eq!(replacement["deletedRegion"]["startColumn"], 5);
    }

    #[test]
    fn the_length_of_a_line_is_not_multiplied_by_its_problems() {
        let size_of = |count: u32| {
            let text = "[a](b) ".repeat(count as usize);
            let tree = SourceTree::from_texts(&[("docs/a.md", &text)]);
            let mut sink = Diagnostics::new();
            for at in 0..count {
                let start = 7 * at as usize + 4;
                sink.warn(
                    Code::BrokenLink,
                    Span::new(FileId(0), start, start + 1),
                    "x",
                );
            }
            to_sarif(&sink.into_sorted(), &tree).to_string().len()
        };
        let (empty, some, more) = (size_of(0), size_of(200), size_of(400));
        assert!(more - empty < 3 * (some - empty), "{some} and {more} bytes");
    }

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri("/x/a#b.md"), "file:///x/a%23b.md");
        assert_eq!(uri("a:b/c:d.md"), "a%3Ab/c:d.md");
        assert_eq!(uri("100%.md"), "100%25.md");
    }
}
