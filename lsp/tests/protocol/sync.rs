//! The life of a session, open documents, and diagnostics.

use crate::client::{Client, Folder, codes};
use serde_json::{Value, json};

#[test]
fn a_session_has_an_order() {
    let mut client = Client::connect();
    let early = client.request("textDocument/hover", &json!({}));
    assert_eq!(early["error"]["code"], -32002);
    let first = client.request("initialize", &json!({"capabilities": {}}));
    assert_eq!(
        first["result"]["capabilities"]["positionEncoding"],
        "utf-16"
    );
    let again = client.request("initialize", &json!({"capabilities": {}}));
    assert_eq!(again["error"]["code"], -32600);
    let unknown = client.request("textDocument/nothing", &json!({}));
    assert_eq!(unknown["error"]["code"], -32601);
    let nowhere = client.request("textDocument/documentSymbol", &json!([1]));
    assert_eq!(nowhere["error"]["code"], -32602);
    let elsewhere = json!({"textDocument": {"uri": "untitled:1"}});
    let elsewhere = client.request("textDocument/documentSymbol", &elsewhere);
    assert_eq!(elsewhere["result"], Value::Null);
    assert_eq!(
        client.request("shutdown", &Value::Null)["result"],
        Value::Null
    );
    let late = client.request("textDocument/hover", &json!({}));
    assert_eq!(late["error"]["code"], -32600);
    client.notify("exit", &Value::Null);
    assert!(client.end());
}

#[test]
fn an_end_without_shutdown_is_reported() {
    let mut client = Client::connect();
    client.notify("exit", &Value::Null);
    assert!(!client.end());
    assert!(!Client::connect().end(), "the input ends");
}

#[test]
fn requests_that_wait_are_answered_when_they_are_canceled_or_the_server_stops() {
    let folder = Folder::new(&[("docs/a.md", "# A\n")]);
    let mut client = Client::open(&folder);
    let a = folder.uri("docs/a.md");
    client.did_open(&a, "# A\n");
    let params = json!({"textDocument": {"uri": a}});
    // Both wait for a check, or the check was faster.
    let canceled = client.begin("textDocument/documentSymbol", &params);
    client.notify("$/cancelRequest", &json!({"id": canceled}));
    let left = client.begin("textDocument/documentSymbol", &params);
    let stop = client.begin("shutdown", &Value::Null);
    for id in [canceled, left] {
        let answer = client.answer_to(&json!(id));
        let is_canceled = answer["error"]["code"] == -32800;
        assert!(is_canceled || answer["result"].is_array(), "{answer}");
    }
    client.answer_to(&json!(stop));
}

#[test]
fn what_is_typed_is_checked_before_it_is_saved() {
    let folder = Folder::new(&[
        ("docs/a.md", "# A\n\n[b](b.md)\n"),
        ("docs/b.md", "# B\n\n[a](a.md)\n"),
    ]);
    let mut client = Client::open(&folder);
    let a = folder.uri("docs/a.md");
    let text = "# A\n\n𝒳 [b](b.md) [c](c.md)\n";
    client.did_open(&a, text);
    let found = client.diagnostics(&a, Some(1));
    assert_eq!(codes(&found), ["broken-link"]);
    let start = &found[0]["range"]["start"];
    assert_eq!(*start, json!({"line": 2, "character": 17}), "UTF-16");
    let message = found[0]["message"].as_str().unwrap();
    assert!(
        message.contains("c.md") && message.contains("\nhelp: "),
        "{message}"
    );
    // A problem in another file follows from what is typed in this one.
    client.did_change(&a, 2, "---\nslug: /moved\n---\n# A\n");
    let b = folder.uri("docs/b.md");
    assert_eq!(client.diagnostics(&a, Some(2)), [Value::Null; 0]);
    client.did_change(&a, 3, "---\ndraft: true\n---\n# A\n");
    assert_eq!(codes(&client.diagnostics(&b, None)), ["broken-link"]);
    // The file on the disk counts again when the document is closed.
    client.notify(
        "textDocument/didClose",
        &json!({"textDocument": {"uri": a}}),
    );
    assert_eq!(client.diagnostics(&b, None), [Value::Null; 0]);
}

#[test]
fn changes_of_ranges_count_in_the_encoding_that_was_agreed_on() {
    let folder = Folder::new(&[("docs/a.md", "# A\n")]);
    for (encodings, column, chosen) in [
        (json!(["utf-16"]), 6, "utf-16"),
        (json!(["utf-8", "utf-16"]), 8, "utf-8"),
    ] {
        let capabilities = json!({"general": {"positionEncodings": encodings}});
        let mut client = Client::initialize(&folder, &capabilities);
        let own = &client.capabilities["capabilities"];
        assert_eq!(own["positionEncoding"], chosen);
        let a = folder.uri("docs/a.md");
        client.did_open(&a, "# A\r\n\r\n𝒳 [](b)\r\n");
        let range = json!({
            "start": {"line": 2, "character": column},
            "end": {"line": 2, "character": column + 1},
        });
        let changes = json!([{"range": range, "text": "no-such-page"}]);
        let document = json!({"uri": a, "version": 2});
        let params = json!({"textDocument": document, "contentChanges": changes});
        client.notify("textDocument/didChange", &params);
        let found = client.diagnostics(&a, Some(2));
        let broken = found
            .iter()
            .find(|one| one["code"] == "broken-link")
            .unwrap();
        let message = broken["message"].as_str().unwrap();
        assert!(message.contains("no-such-page"), "{message}");
        assert_eq!(broken["range"]["start"], range["start"]);
    }
}

#[test]
fn a_changed_file_on_the_disk_is_checked() {
    let folder = Folder::new(&[("docs/a.md", "# A\n")]);
    let capability = json!({"dynamicRegistration": true});
    let capabilities = json!({"workspace": {"didChangeWatchedFiles": capability}});
    let mut client = Client::initialize(&folder, &capabilities);
    client.wait_for("client/registerCapability", |params| {
        params["registrations"][0]["method"] == "workspace/didChangeWatchedFiles"
    });
    folder.write("docs/a.md", "# A\n\n[x](no.md)\n");
    client.notify("workspace/didChangeWatchedFiles", &json!({"changes": []}));
    let uri = folder.uri("docs/a.md");
    // A check while the file is written may find it empty.
    client.wait_for("textDocument/publishDiagnostics", |params| {
        params["uri"] == uri && params["diagnostics"][0]["code"] == "broken-link"
    });
}

#[test]
fn completion_checks_nothing() {
    let folder = Folder::new(&[("docs/a.md", "# A\n"), ("docs/b.md", "# B\n")]);
    let mut client = Client::open(&folder);
    let a = folder.uri("docs/a.md");
    client.did_open(&a, "# A\n\n[x](/docs/\n");
    client.diagnostics(&a, Some(1));
    for _ in 0..20 {
        let found = client.at("textDocument/completion", &a, 2, 10);
        assert_eq!(found["items"].as_array().map(Vec::len), Some(2));
    }
    client.request("shutdown", &Value::Null);
    // Each check publishes the diagnostics of open texts.
    assert_eq!(client.unread("textDocument/publishDiagnostics"), 0);
}

#[test]
fn several_folders_have_checks_of_their_own() {
    let one = Folder::new(&[("docs/a.md", "# A\n\n[x](one.md)\n")]);
    let two = Folder::new(&[("docs/a.md", "# A\n\n[x](two.md)\n")]);
    let mut client = Client::open(&one);
    let uri = one.uri("docs/a.md");
    assert_eq!(codes(&client.diagnostics(&uri, None)), ["broken-link"]);
    let added = json!([{"uri": two.uri(""), "name": "two"}]);
    let event = json!({"event": {"added": added, "removed": []}});
    client.notify("workspace/didChangeWorkspaceFolders", &event);
    let uri = two.uri("docs/a.md");
    assert_eq!(codes(&client.diagnostics(&uri, None)), ["broken-link"]);
    let event = json!({"event": {"added": [], "removed": added}});
    client.notify("workspace/didChangeWorkspaceFolders", &event);
    assert_eq!(client.diagnostics(&uri, None), [Value::Null; 0]);
}

#[test]
fn requests_about_a_removed_folder_are_answered() {
    let one = Folder::new(&[("docs/a.md", "# A\n")]);
    let pages: Vec<(String, String)> = (0..200)
        .map(|at| (format!("docs/{at}.md"), format!("# Page {at}\n")))
        .collect();
    let files: Vec<(&str, &str)> = pages
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    let two = Folder::new(&files);
    let mut client = Client::open(&one);
    let folders = json!([{"uri": two.uri(""), "name": "two"}]);
    let event = json!({"event": {"added": folders, "removed": []}});
    client.notify("workspace/didChangeWorkspaceFolders", &event);
    let params = json!({"textDocument": {"uri": two.uri("docs/0.md")}});
    // Its check has not ended when the folder is removed, or has: both ways there is an answer.
    let id = client.begin("textDocument/documentSymbol", &params);
    let event = json!({"event": {"added": [], "removed": folders}});
    client.notify("workspace/didChangeWorkspaceFolders", &event);
    let answer = client.answer_to(&json!(id));
    assert!(answer.get("result").is_some() || answer["error"]["code"] == -32800);
}

#[test]
fn a_problem_names_the_places_that_belong_to_it() {
    let folder = Folder::new(&[
        ("docs/a.md", "---\nslug: /one\n---\n\n# A\n"),
        ("docs/b.md", "---\nslug: /one\n---\n\n# B\n"),
        ("docs/c.md", "# C\n\n## D {#d}\n\n## E {#d}\n"),
    ]);
    let mut client = Client::open(&folder);
    let found = client.diagnostics(&folder.uri("docs/b.md"), None);
    assert!(codes(&found).contains(&"duplicate-route"), "{found:?}");
    let of_route = found.iter().find(|one| one["code"] == "duplicate-route");
    let related = &of_route.unwrap()["relatedInformation"];
    assert_eq!(related[0]["location"]["uri"], folder.uri("docs/a.md"));
    let found = client.diagnostics(&folder.uri("docs/c.md"), None);
    assert_eq!(codes(&found), ["duplicate-id"]);
    let related = &found[0]["relatedInformation"];
    assert_eq!(related[0]["location"]["uri"], folder.uri("docs/c.md"));
    assert_eq!(related[0]["location"]["range"]["start"]["line"], 2);
}
